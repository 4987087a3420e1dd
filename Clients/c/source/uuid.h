/* Makes UUIDs of version 7. */
#ifndef HEARTH_UUID_H
#define HEARTH_UUID_H

#include "hearth.h"

#include <sys/types.h>

struct uuid_maker {
    ssize_t (*draw)(void *bytes, size_t size, unsigned flags); /* getrandom, but in tests; NULL: not used yet */
    uint64_t clock;       /* what the clock said last, in milliseconds; 0: not used yet */
    uint64_t millisecond; /* of the newest UUID; later than the clock after that has stepped back */
    uint64_t counter;     /* of the next one */
    uint32_t node;
};

/* New ones at the time of a clock, each greater than those before. 0, or -1: no random numbers. */
int uuid_make(struct uuid_maker *maker, uint64_t now, hearth_uuid *uuids, size_t count);

#endif
