#include "data.h"

static const int64_t SECOND = INT64_C(1000000000);
static const int64_t HOUR = INT64_C(3600000000); /* microseconds */
static const int64_t BEGINNING = INT64_C(1451606400) * INT64_C(1000000000); /* 2016-01-01T00:00:00Z */
static const uint64_t SEED = 0xD1CE;
static const uint64_t FIRST_STEPS = UINT64_C(1) << 33; /* numbers that no heart rate has */
static const size_t FIRST_WORN_HOUR = 6, WORN_HOURS = 16;

static int64_t interval = 1;
static size_t parts_an_hour = 1; /* of the steps */

void set_density(size_t samples)
{
    /* Whole microseconds, which a Date of Swift holds exactly. */
    interval = DAYS * 86400 * SECOND / (int64_t)samples / 1000 * 1000;
    /* A day has the parts of 24 hours from the phone, and of 16 from the watch. */
    parts_an_hour = samples / (DAYS * (24 + WORN_HOURS));
    if (parts_an_hour == 0)
        parts_an_hour = 1;
}

/* A well mixed number for each number: sample n needs none of those before it. */
static uint64_t mixed(uint64_t number)
{
    number = (number + SEED) * 0x9E3779B97F4A7C15;
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9;
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB;
    return number ^ (number >> 31);
}

/* Of version 7, as a program makes them that imports: a clock, a counter and a number of its own. */
static sample_uuid uuid_of(uint64_t number)
{
    uint64_t counter = 0x15555555555 + number, milliseconds = 1767225600000 + number / 256;
    uint64_t high = milliseconds << 16 | 7 << 12 | counter >> 30;
    uint64_t low = UINT64_C(2) << 62 | (counter & 0x3FFFFFFF) << 32 | 0x9E3779B9;
    sample_uuid uuid;

    for (int i = 0; i < 8; i++) {
        uuid.bytes[i] = (uint8_t)(high >> (56 - 8 * i));
        uuid.bytes[8 + i] = (uint8_t)(low >> (56 - 8 * i));
    }
    return uuid;
}

struct columns allocate_columns(size_t count)
{
    struct columns columns = {.count = count};

    columns.uuids = allocate(count * sizeof *columns.uuids);
    columns.starts = allocate(count * sizeof *columns.starts);
    columns.ends = columns.starts;
    columns.values = allocate(count * sizeof *columns.values);
    columns.type = TYPE;
    columns.source = SOURCE;
    return columns;
}

void free_columns(struct columns *columns)
{
    free(columns->uuids);
    if (columns->ends != columns->starts)
        free(columns->ends);
    free(columns->starts);
    free(columns->values);
}

/* Evenly, late by up to half the interval in microseconds; whole beats a minute. */
struct columns generate(size_t first, size_t count)
{
    struct columns columns = allocate_columns(count);

    for (size_t i = 0; i < count; i++) {
        uint64_t random = mixed(first + i);
        uint64_t jitter = (random & 0xFFFFFFFF) % (uint64_t)(interval / 2000 + 1);

        columns.uuids[i] = uuid_of(first + i);
        columns.starts[i] = BEGINNING + (int64_t)(first + i) * interval + (int64_t)jitter * 1000;
        columns.values[i] = 40 + (double)((random >> 32) % 141);
    }
    return columns;
}

/* ---------------------------------------------------------------------------------------------------------- steps */

size_t parts_of_steps(void)
{
    return DAYS * 24 * parts_an_hour;
}

/* The parts of an hour begin at whole microseconds. */
static int64_t beginning_of_part(size_t part)
{
    int64_t hours = (int64_t)(part / parts_an_hour), within = (int64_t)(part % parts_an_hour);

    return BEGINNING + (hours * HOUR + within * HOUR / (int64_t)parts_an_hour) * 1000;
}

static bool is_worn(size_t part)
{
    size_t hour = part / parts_an_hour % 24;

    return hour >= FIRST_WORN_HOUR && hour < FIRST_WORN_HOUR + WORN_HOURS;
}

/* Up to a quarter of a part, in whole microseconds. */
static int64_t shift(uint64_t random)
{
    return (int64_t)((random & 0xFFFFFFFF) % ((uint64_t)HOUR / parts_an_hour / 4)) * 1000;
}

/* When the watch begins the sample of a part, and ends the one before. The first one of an hour begins with the hour, so
 * that no sample is in two hours. */
static int64_t watch_edge(size_t part)
{
    return beginning_of_part(part) + (part % parts_an_hour == 0 ? 0 : shift(mixed(FIRST_STEPS + 2 * part + 1)));
}

struct columns generate_steps(int32_t source, size_t first_part, size_t parts)
{
    struct columns columns = allocate_columns(parts);

    columns.count = 0;
    columns.ends = allocate(parts * sizeof *columns.ends);
    columns.type = STEPS;
    columns.source = source;
    for (size_t part = first_part; part < first_part + parts; part++) {
        uint64_t number = FIRST_STEPS + 2 * part + (source == WATCH), random = mixed(number);
        size_t row = columns.count;

        if (source == WATCH && !is_worn(part))
            continue;
        columns.uuids[row] = uuid_of(number);
        columns.starts[row] = source == WATCH ? watch_edge(part) : beginning_of_part(part) + shift(random);
        columns.ends[row] = source == WATCH ? watch_edge(part + 1) : beginning_of_part(part + 1) - shift(random >> 7);
        columns.values[row] = 1 + (double)((random >> 40) % 120);
        columns.count++;
    }
    return columns;
}

/* ----------------------------------------------------------------------------------------------------------- days */

int64_t first_day(void)
{
    return BEGINNING;
}

int64_t length_of_day(void)
{
    return 86400 * SECOND;
}

struct range range_of_day(size_t day)
{
    int64_t start = first_day() + (int64_t)day * length_of_day();

    return (struct range){start, start + length_of_day()};
}
