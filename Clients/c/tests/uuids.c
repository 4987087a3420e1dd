/* UUIDs: each is greater than the one before, whatever the clock does, and nothing tells those of another millisecond. */
#include "client.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

#define MANY 100000

/* In place of the system's random numbers. */
static ssize_t draw(void *bytes, size_t size, unsigned flags)
{
    uint64_t *numbers = bytes;

    (void)flags;
    for (size_t i = 0; i < size / sizeof *numbers; i++)
        numbers[i] = seeded();
    return (ssize_t)size;
}

static ssize_t draw_nothing(void *bytes, size_t size, unsigned flags)
{
    (void)bytes, (void)size, (void)flags;
    return -1;
}

static uint64_t half(const hearth_uuid *uuid, size_t first)
{
    uint64_t value = 0;

    for (size_t byte = 0; byte < 8; byte++)
        value = value << 8 | uuid->bytes[first + byte];
    return value;
}

static uint64_t millisecond(const hearth_uuid *uuid)
{
    return half(uuid, 0) >> 16;
}

static uint64_t counter(const hearth_uuid *uuid)
{
    return (half(uuid, 0) & 0xFFF) << 30 | (half(uuid, 8) >> 32 & 0x3FFFFFFF);
}

static uint32_t node(const hearth_uuid *uuid)
{
    return (uint32_t)half(uuid, 8);
}

static bool increase(const hearth_uuid *uuids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (uuids[i].bytes[6] >> 4 != 7 || uuids[i].bytes[8] >> 6 != 2
            || (i > 0 && memcmp(&uuids[i - 1], &uuids[i], sizeof *uuids) >= 0))
            return false;
    return true;
}

static void another_millisecond_shares_nothing(void)
{
    struct uuid_maker maker = {.draw = draw};
    hearth_uuid uuids[1000];

    for (size_t i = 0; i < COUNT(uuids); i++)
        CHECK(uuid_make(&maker, 1700000000000 + i, &uuids[i], 1) == 0);
    CHECK(increase(uuids, COUNT(uuids)));
    for (size_t i = 1; i < COUNT(uuids); i++) {
        uint64_t one = counter(&uuids[i - 1]), other = counter(&uuids[i]);

        CHECK(millisecond(&uuids[i]) == 1700000000000 + i);
        CHECK((one < other ? other - one : one - other) > 10000 && node(&uuids[i - 1]) != node(&uuids[i]));
    }
}

static void a_millisecond_counts_by_one(void)
{
    struct uuid_maker maker = {.draw = draw};
    hearth_uuid *uuids = calloc(MANY, sizeof *uuids);

    CHECK(uuids != NULL);
    CHECK(uuid_make(&maker, 1700000000000, uuids, MANY - 1) == 0);
    CHECK(uuid_make(&maker, 1700000000000, uuids + MANY - 1, 1) == 0);
    CHECK(increase(uuids, MANY));
    for (size_t i = 0; i < MANY; i++)
        CHECK(millisecond(&uuids[i]) == 1700000000000 && counter(&uuids[i]) == counter(uuids) + i
              && node(&uuids[i]) == node(uuids));
    free(uuids);
}

static void the_clock_may_step_back(void)
{
    static const int64_t steps[] = {0, 0, -1, 1, -86400000, 5, 86400000, -2, 0, 1000000000, -1000000000};
    struct uuid_maker maker = {.draw = draw};
    hearth_uuid uuids[11 * COUNT(steps)];
    uint64_t now = 1700000000000, highest = 0;

    for (size_t i = 0; i < COUNT(steps); i++) {
        hearth_uuid *made = &uuids[11 * i];

        now += (uint64_t)steps[i];
        if (highest < now)
            highest = now;
        CHECK(uuid_make(&maker, now, made, 11) == 0);
        for (size_t row = 0; row < 11; row++)
            CHECK(millisecond(&made[row]) == highest && counter(&made[row]) == counter(made) + row);
        if (i > 0 && now < highest)
            CHECK(counter(made) == counter(made - 1) + 1);
        if (i > 0 && steps[i] != 0)
            CHECK(node(made) != node(made - 1));
    }
    CHECK(increase(uuids, COUNT(uuids)));
}

static void a_counter_that_is_full_continues_in_the_next_millisecond(void)
{
    struct uuid_maker maker = {.draw = draw};
    hearth_uuid uuids[6];

    CHECK(uuid_make(&maker, 1700000000000, uuids, 1) == 0);
    maker.counter = (UINT64_C(1) << 42) - 2;
    CHECK(uuid_make(&maker, 1700000000000, uuids + 1, 5) == 0);
    CHECK(increase(uuids, COUNT(uuids)));
    CHECK(millisecond(&uuids[2]) == 1700000000000 && millisecond(&uuids[3]) == 1700000000001);
    CHECK(node(&uuids[2]) != node(&uuids[3]));
}

static void without_random_numbers_there_are_none(void)
{
    struct uuid_maker maker = {.draw = draw_nothing};
    hearth_uuid uuid;

    CHECK(uuid_make(&maker, 1700000000000, &uuid, 1) == -1);
    maker.draw = draw;
    CHECK(uuid_make(&maker, 1700000000000, &uuid, 1) == 0);
    CHECK(node(&uuid) != 0);
    maker.draw = draw_nothing;
    CHECK(uuid_make(&maker, 1700000000000, &uuid, 1) == 0);
    CHECK(uuid_make(&maker, 1700000000001, &uuid, 1) == -1);
}

int main(void)
{
    another_millisecond_shares_nothing();
    a_millisecond_counts_by_one();
    the_clock_may_step_back();
    a_counter_that_is_full_continues_in_the_next_millisecond();
    without_random_numbers_there_are_none();
    puts("uuids: in order whatever the clock does, and random again in each millisecond");
    return 0;
}
