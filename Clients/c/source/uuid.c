/* UUIDs of version 7: 48 bits of time in milliseconds, 12 bits that count on, 62 bits that tell clients apart. */
#include "client.h"

#include <sys/random.h>
#include <time.h>

int hearth_make_uuids(hearth_client *client, hearth_uuid *uuids, size_t count)
{
    struct timespec time;
    uint64_t earliest;

    if (client->uuid_node == 0
        && getrandom(&client->uuid_node, sizeof client->uuid_node, 0) != (ssize_t)sizeof client->uuid_node)
        return -1;
    clock_gettime(CLOCK_REALTIME, &time);
    earliest = ((uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000) << 12;
    /* More than 4,096 in a millisecond, or a clock that goes back: the count runs on into the time. */
    if (client->newest_uuid < earliest)
        client->newest_uuid = earliest;
    for (size_t i = 0; i < count; i++) {
        uint64_t high = ++client->newest_uuid, low = client->uuid_node;

        high = (high >> 12 << 16) | 0x7000 | (high & 0xFFF);
        low = (low >> 2) | UINT64_C(0x8000000000000000);
        for (size_t byte = 0; byte < 8; byte++) {
            uuids[i].bytes[byte] = (uint8_t)(high >> (56 - 8 * byte));
            uuids[i].bytes[8 + byte] = (uint8_t)(low >> (56 - 8 * byte));
        }
    }
    return 0;
}
