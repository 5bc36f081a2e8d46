/* What an emitter needs of the area: see area.c. */
#ifndef PCGRAM_HOST_AREA_H
#define PCGRAM_HOST_AREA_H

#include "emu/host/host.h"

/* Room to write the code of one block of that owner: [begin, end). False: there is none. */
bool host_area_begin(struct host *h, const void *owner, u8 **begin, u8 **end);
/* The code in [begin, end) stays, and the map gets the accesses of *e. False when there is no memory for the map: nothing stays. */
bool host_area_end(struct host *h, u8 *begin, u8 *end, const struct host_emission *e);
/* Where the stub of that key is written in the region of the code at `begin`, whose blocks share it. *made: it has been made already; else there
 * are so many bytes of room for it. NULL: there is no room. */
u8 *host_area_share(struct host *h, u8 *begin, u64 key, unsigned bytes, bool *made);
/* Whether it has been made, or has room and leaves plenty for others. */
bool host_area_has_room_to_share(struct host *h, u8 *begin, u64 key, unsigned bytes);
/* Where what is written there is executed. */
u8 *host_area_executed(const struct host *h, const u8 *written);

/* The emitter's: bits for instructions that this host has and others of its architecture lack, and HOST_IN_TURN. */
unsigned host_detect(void);
/* Regions are given out in turn, so that new code overwrites old as late as can be. */
enum { HOST_IN_TURN = 1 << 30 };
/* What host_detect() returned when the area was made. */
unsigned host_features(const struct host *h);

#endif
