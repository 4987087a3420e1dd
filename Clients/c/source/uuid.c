/* UUIDs of version 7: 48 bits of time in milliseconds, 42 bits of a counter, 32 random bits, the node. The Swift library
 * makes the same. Counter and node are drawn again when the clock has moved on by a millisecond, so that nobody can foretell
 * from a UUID what a later one will be. Those of a millisecond have consecutive counters and one node: these take the least
 * room. When the clock steps back, the time stays and the counter counts on, with a new node. */
#include "client.h"

#include <sys/random.h>
#include <time.h>

#define COUNTERS (UINT64_C(1) << 42)

/* Half of the counters are left at least. */
static int start_counting(struct uuid_maker *maker, bool moves_on)
{
    uint64_t random[2];

    if (maker->draw(random, sizeof random, 0) != (ssize_t)sizeof random)
        return -1;
    if (moves_on)
        maker->counter = random[0] % (COUNTERS / 2);
    maker->node = (uint32_t)random[1];
    return 0;
}

static int move_on(struct uuid_maker *maker, uint64_t now)
{
    if (now == maker->clock)
        return 0;
    if (start_counting(maker, now > maker->millisecond) != 0)
        return -1;
    maker->clock = now;
    if (now > maker->millisecond)
        maker->millisecond = now;
    return 0;
}

int uuid_make(struct uuid_maker *maker, uint64_t now, hearth_uuid *uuids, size_t count)
{
    if (count > 0 && move_on(maker, now) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        uint64_t high, low;

        if (maker->counter == COUNTERS) {
            if (start_counting(maker, true) != 0)
                return -1;
            maker->millisecond++;
        }
        high = maker->millisecond << 16 | 0x7000 | maker->counter >> 30;
        low = UINT64_C(1) << 63 | (maker->counter & 0x3FFFFFFF) << 32 | maker->node;
        maker->counter++;
        for (size_t byte = 0; byte < 8; byte++) {
            uuids[i].bytes[byte] = (uint8_t)(high >> (56 - 8 * byte));
            uuids[i].bytes[8 + byte] = (uint8_t)(low >> (56 - 8 * byte));
        }
    }
    return 0;
}

int hearth_make_uuids(hearth_client *client, hearth_uuid *uuids, size_t count)
{
    struct timespec time;

    clock_gettime(CLOCK_REALTIME, &time);
    if (client->uuids.draw == NULL)
        client->uuids.draw = getrandom;
    return uuid_make(
        &client->uuids, (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000, uuids, count);
}
