/* What the drivers of all lanes share: the samples, the clock, the collecting of what is read, and the loop that reads
 * orders and answers them. A driver is this and one `struct lane`: everything that is about a competitor, and nothing
 * else. Tests/Comparison/README.md says what the orders are.
 */
#ifndef LANE_H
#define LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------------ samples */

/* TYPE and SOURCE are those of the heart rates. Steps have another type, and come from a phone and a watch. */
enum { UUID_BYTES = 16, BATCH = 4096, TYPE = 1, STEPS = 2, SOURCE = 1, PHONE = 2, WATCH = 3, SOURCES = 3 };

typedef struct { uint8_t bytes[UUID_BYTES]; } sample_uuid;

/* Samples of a type and a source, side by side. */
struct columns {
    size_t count;
    sample_uuid *uuids;
    int64_t *starts; /* nanoseconds since 1970 */
    int64_t *ends;   /* the same array as `starts` for heart rates, which are of moments */
    double *values;
    int32_t type, source;
};

/* One as a program holds it that works with objects: each is allocated by itself. */
struct object {
    sample_uuid uuid;
    int32_t type, source;
    int64_t start, end;
    double value;
};

struct range { int64_t start, end; }; /* half-open */

/* ---------------------------------------------------------------------------------------------------- collecting */

/* Takes what a lane reads, as columns of a batch that are added up and made anew, or as objects that are all kept. */
struct collector {
    bool as_objects, is_ordered;
    size_t count;
    uint64_t sum, uuids;  /* over times and values, over UUIDs: the same for all lanes */
    int64_t last;         /* the start of the sample before */
    struct columns batch; /* what is not added up yet */
    struct object **objects;
    size_t capacity;
};

/* Looks at every sample of columns, as the program would that asked for them. */
void collect_columns(struct collector *collector, const struct columns *columns);
void grow_objects(struct collector *collector);
void *allocate(size_t bytes);

/* Takes statistics, bucket by bucket. An average is not the same number everywhere: all else is. */
struct tally {
    size_t buckets;
    int64_t count; /* samples */
    uint64_t sum;  /* over counts, minima and maxima, in the order of the buckets */
    double averages;
};

static inline void tally_bucket(struct tally *tally, int64_t count, double average, double minimum, double maximum)
{
    uint64_t bits[2];

    __builtin_memcpy(&bits[0], &minimum, sizeof bits[0]);
    __builtin_memcpy(&bits[1], &maximum, sizeof bits[1]);
    tally->buckets++;
    tally->count += count;
    tally->sum = (tally->sum + (uint64_t)count + bits[0] * 3 + bits[1] * 5) * 0x9E3779B97F4A7C15;
    tally->averages += average;
}

/* Steps are whole numbers: their sums are the same everywhere. */
static inline void tally_sum(struct tally *tally, int64_t count, double sum)
{
    tally_bucket(tally, count, sum, sum, sum);
}

/* For lanes that get row by row. */
static inline void collect(struct collector *collector, const void *uuid, int64_t start, int64_t end, double value)
{
    if (collector->as_objects) {
        struct object *object = (struct object *)allocate(sizeof *object);

        __builtin_memcpy(object->uuid.bytes, uuid, UUID_BYTES);
        object->type = TYPE;
        object->source = SOURCE;
        object->start = start;
        object->end = end;
        object->value = value;
        if (collector->count == collector->capacity)
            grow_objects(collector);
        collector->objects[collector->count++] = object;
    } else {
        struct columns *batch = &collector->batch;

        __builtin_memcpy(batch->uuids[batch->count].bytes, uuid, UUID_BYTES);
        batch->starts[batch->count] = start;
        batch->values[batch->count++] = value;
        if (batch->count == BATCH) {
            collect_columns(collector, batch);
            batch->count = 0;
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- lanes */

/* When things came to pass of a save that others are told of. */
struct delivery { int64_t sent, acknowledged, last_received; };

/* NULL: the lane cannot do that. Every function ends the driver with `fail` when something is not as it has to be. */
struct lane {
    /* Connects to what is at a path. */
    void (*open)(const char *path);
    /* Makes an empty store. */
    void (*create)(void);
    /* The newest sample, as the first thing a program asks for. */
    void (*newest)(struct collector *);
    /* One durable commit of all of the columns. */
    void (*save)(const struct columns *);
    /* One durable save of one sample. */
    void (*save_one)(const struct columns *, size_t row);
    /* Connects so many clients, of which each saves a sample at a time until all rows are saved. */
    void (*connect_many)(size_t clients);
    void (*save_by_many)(const struct columns *);
    void (*disconnect_many)(void);
    /* The samples of a range in the order of their starts; NULL: all. */
    void (*read)(const struct range *, struct collector *);
    /* Count, average, minimum and maximum. If `buckets` is 0, of all samples. Otherwise of each of that many buckets of
     * equal length; the first one begins at `first`. Buckets without samples are left out. */
    void (*statistics)(int64_t first, int64_t length, size_t buckets, struct tally *);
    /* The steps of each of so many days: those of the watch, and those of the phone while the watch has none. */
    void (*sum_steps)(int64_t first, size_t days, struct tally *);
    /* Keeps the present place in the history, then reads what came after it. */
    void (*mark)(void);
    void (*changes)(struct collector *);
    /* So many subscribers, that are ready when this returns; a save that all of them receive, with the sample. */
    void (*subscribe)(size_t subscribers);
    struct delivery (*deliver)(const struct columns *, size_t row);
    void (*unsubscribe)(void);
    /* One subscriber to the statistics of each day, who receives those of the day of a sample. */
    void (*subscribe_to_days)(void);
    /* Does what its users do now and then, or leave to time: statistics, checkpoints, compaction. */
    void (*settle)(void);
    /* Bytes that the database takes on the disk, where the folder has more than that. */
    int64_t (*disk_bytes)(void);
};

/* The program: reads orders and carries them out. The path is the only argument. */
int run_lane(const struct lane *lane, int count, char **arguments);

/* The clock of all measurements, in nanoseconds. */
int64_t now(void);

__attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...);

#ifdef __cplusplus
}
#endif
#endif
