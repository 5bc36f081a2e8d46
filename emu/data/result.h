/* What a run has counted, as the profile has it. */
#ifndef PCGRAM_DATA_RESULT_H
#define PCGRAM_DATA_RESULT_H

#include "emu/data/collecting.h"

/* For data_free(). The tables are left without names of objects and chains. */
struct profile_data *data_result(struct data_process *d);

#endif
