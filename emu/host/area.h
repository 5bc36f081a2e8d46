/* What an emitter needs of the area: see area.c. */
#ifndef PCGRAM_HOST_AREA_H
#define PCGRAM_HOST_AREA_H

#include "emu/host/host.h"

/* Room for the code of one block of that owner, as it is written. False: there is none. */
bool host_area_begin(struct host *h, const void *owner, u8 **begin, u8 **end);
/* It takes [begin, end), with the accesses of *e. False when there is no memory to note them: nothing was kept. */
bool host_area_end(struct host *h, u8 *begin, u8 *end, const struct host_emission *e);
/* Room for a stub of so many bytes that the code of many blocks shares, beside that at `begin`: *made says that it is there already,
 * by its key. NULL: there is no room. */
u8 *host_area_share(struct host *h, u8 *begin, u64 key, unsigned bytes, bool *made);
/* It is there, or would have room and leave plenty for others. */
bool host_area_has_room_to_share(struct host *h, u8 *begin, u64 key, unsigned bytes);
/* Where what is written there is executed. */
u8 *host_area_executed(const struct host *h, const u8 *written);

/* Which instructions this host has that others of its architecture lack, as its emitter numbers them, and HOST_IN_TURN: the emitter looks once. */
unsigned host_detect(void);
/* Other code is to come to where there was some as late as can be. */
enum { HOST_IN_TURN = 1 << 30 };
unsigned host_features(const struct host *h);

#endif
