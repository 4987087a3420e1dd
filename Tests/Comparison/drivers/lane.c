#include "lane.h"

#include "data.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <time.h>

int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void fail(const char *format, ...)
{
    va_list arguments;

    printf("error ");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
    _Exit(1);
}

void *allocate(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);

    if (memory == NULL)
        fail("no memory for %zu bytes", bytes);
    return memory;
}

/* ---------------------------------------------------------------------------------------------------- collecting */

void grow_objects(struct collector *collector)
{
    collector->capacity = collector->capacity > 0 ? collector->capacity * 2 : BATCH;
    collector->objects = realloc(collector->objects, collector->capacity * sizeof *collector->objects);
    if (collector->objects == NULL)
        fail("no memory for %zu objects", collector->capacity);
}

static void add_up(struct collector *collector, const sample_uuid *uuid, int64_t start, double value)
{
    uint64_t bits, halves[2];

    memcpy(&bits, &value, sizeof bits);
    memcpy(halves, uuid->bytes, sizeof halves);
    collector->sum += ((uint64_t)start ^ bits) * 0x9E3779B97F4A7C15;
    collector->uuids += halves[0] ^ halves[1];
    if (start < collector->last)
        collector->is_ordered = false;
    collector->last = start;
}

void collect_columns(struct collector *collector, const struct columns *columns)
{
    if (collector->as_objects) {
        for (size_t i = 0; i < columns->count; i++)
            collect(collector, columns->uuids[i].bytes, columns->starts[i], columns->starts[i], columns->values[i]);
        return;
    }
    for (size_t i = 0; i < columns->count; i++)
        add_up(collector, &columns->uuids[i], columns->starts[i], columns->values[i]);
    collector->count += columns->count;
}

static struct collector begin_collecting(bool as_objects)
{
    struct collector collector = {.as_objects = as_objects, .is_ordered = true, .last = INT64_MIN};

    collector.batch = allocate_columns(BATCH);
    collector.batch.count = 0;
    return collector;
}

/* The last batch; belongs to the time that is measured. */
static void finish_batch(struct collector *collector)
{
    collect_columns(collector, &collector->batch);
    collector->batch.count = 0;
}

/* Looks at the objects and frees them; belongs to no measurement, as others would do other things with them. */
static void end_collecting(struct collector *collector)
{
    for (size_t i = 0; collector->as_objects && i < collector->count; i++) {
        const struct object *object = collector->objects[i];

        if (object->end != object->start)
            fail("sample %zu does not end when it starts", i);
        add_up(collector, &object->uuid, object->start, object->value);
        free(collector->objects[i]);
    }
    free(collector->objects);
    free_columns(&collector->batch);
    malloc_trim(0);
}

/* -------------------------------------------------------------------------------------------------------- answers */

static int ascending(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;

    return (a > b) - (a < b);
}

static int64_t percentile(int64_t *sorted, size_t count, unsigned percent)
{
    return sorted[(count - 1) * percent / 100];
}

static void print_times(const char *prefix, int64_t *times, size_t count)
{
    qsort(times, count, sizeof *times, ascending);
    printf(" %sp50=%lld %sp95=%lld %sp99=%lld", prefix, (long long)percentile(times, count, 50), prefix,
           (long long)percentile(times, count, 95), prefix, (long long)percentile(times, count, 99));
}

static void print_collected(const struct collector *collector)
{
    printf(" count=%zu sum=%llu uuids=%llu ordered=%d", collector->count, (unsigned long long)collector->sum,
           (unsigned long long)collector->uuids, collector->is_ordered);
}

/* --------------------------------------------------------------------------------------------------------- orders */

static void save(const struct lane *lane, size_t first, size_t count, size_t at_once)
{
    struct columns columns = generate(first, count);
    int64_t begin = now();

    for (size_t row = 0; row < count; row += at_once) {
        struct columns part = {
            .count = count - row < at_once ? count - row : at_once,
            .uuids = columns.uuids + row, .starts = columns.starts + row, .ends = columns.ends + row,
            .values = columns.values + row, .type = columns.type, .source = columns.source,
        };

        lane->save(&part);
    }
    printf("ok ns=%lld", (long long)(now() - begin));
    free_columns(&columns);
}

static void save_singly(const struct lane *lane, size_t first, size_t count)
{
    struct columns columns = generate(first, count);
    int64_t *times = allocate(count * sizeof *times);
    int64_t begin = now();

    for (size_t row = 0; row < count; row++) {
        int64_t sent = now();

        lane->save_one(&columns, row);
        times[row] = now() - sent;
    }
    printf("ok ns=%lld", (long long)(now() - begin));
    print_times("", times, count);
    free(times);
    free_columns(&columns);
}

static void save_by_many(const struct lane *lane, size_t first, size_t count, size_t clients)
{
    struct columns columns = generate(first, count);
    int64_t begin;

    lane->connect_many(clients);
    begin = now();
    lane->save_by_many(&columns);
    printf("ok ns=%lld", (long long)(now() - begin));
    lane->disconnect_many();
    free_columns(&columns);
}

static void read_all(const struct lane *lane, bool as_objects)
{
    struct collector collector = begin_collecting(as_objects);
    int64_t begin = now();

    lane->read(NULL, &collector);
    finish_batch(&collector);
    printf("ok ns=%lld", (long long)(now() - begin));
    end_collecting(&collector);
    print_collected(&collector);
}

/* So many days, from all over the ten years. */
static void read_days(const struct lane *lane, size_t days)
{
    struct collector collector = begin_collecting(false);
    int64_t *times = allocate(days * sizeof *times);
    int64_t begin = now();

    for (size_t i = 0; i < days; i++) {
        struct range range = range_of_day((i * 1009 + 365) % DAYS);
        int64_t asked = now();

        collector.last = INT64_MIN;
        lane->read(&range, &collector);
        finish_batch(&collector);
        times[i] = now() - asked;
    }
    printf("ok ns=%lld", (long long)(now() - begin));
    print_times("", times, days);
    end_collecting(&collector);
    print_collected(&collector);
    free(times);
}

static void read_changes(const struct lane *lane, size_t times_read)
{
    struct collector collector = begin_collecting(false);
    int64_t *times = allocate(times_read * sizeof *times);
    int64_t begin = now();

    for (size_t i = 0; i < times_read; i++) {
        int64_t asked = now();

        collector.last = INT64_MIN;
        lane->changes(&collector);
        finish_batch(&collector);
        times[i] = now() - asked;
    }
    printf("ok ns=%lld", (long long)(now() - begin));
    print_times("", times, times_read);
    end_collecting(&collector);
    print_collected(&collector);
    free(times);
}

static void print_tally(const struct tally *tally, int64_t nanoseconds)
{
    printf("ok ns=%lld count=%lld sum=%llu buckets=%zu average=%lld", (long long)nanoseconds, (long long)tally->count,
           (unsigned long long)tally->sum, tally->buckets,
           (long long)(tally->averages / (double)(tally->buckets > 0 ? tally->buckets : 1) * 1000 + 0.5));
}

/* Measures the statistics of all samples when `days` is 0, else of each period of that many days. */
static void compute_statistics(const struct lane *lane, size_t days)
{
    struct tally tally = {0};
    int64_t length = (int64_t)days * length_of_day(), begin = now();

    lane->statistics(first_day(), length, days > 0 ? (DAYS + days - 1) / days : 0, &tally);
    print_tally(&tally, now() - begin);
}

/* Saves the steps of both sources in the order of their times, in turns. */
static void save_steps(const struct lane *lane, size_t at_once)
{
    size_t parts = parts_of_steps(), count = 0;
    int64_t taken = 0;

    for (size_t first = 0; first < parts; first += at_once) {
        for (int32_t source = PHONE; source <= WATCH; source++) {
            struct columns columns = generate_steps(source, first, parts - first < at_once ? parts - first : at_once);
            int64_t begin = now();

            if (columns.count > 0)
                lane->save(&columns);
            taken += now() - begin;
            count += columns.count;
            free_columns(&columns);
        }
    }
    printf("ok ns=%lld count=%zu", (long long)taken, count);
}

static void sum_steps(const struct lane *lane)
{
    struct tally tally = {0};
    int64_t begin = now();

    lane->sum_steps(first_day(), DAYS, &tally);
    print_tally(&tally, now() - begin);
}

/* 0 subscribers: one to the statistics of days. */
static void notify(const struct lane *lane, size_t first, size_t count, size_t subscribers)
{
    struct columns columns = generate(first, count);
    int64_t *received = allocate(count * sizeof *received), *after = allocate(count * sizeof *after);
    int64_t begin;

    if (subscribers > 0)
        lane->subscribe(subscribers);
    else
        lane->subscribe_to_days();
    begin = now();
    for (size_t row = 0; row < count; row++) {
        struct delivery delivery = lane->deliver(&columns, row);

        received[row] = delivery.last_received - delivery.sent;
        after[row] = delivery.last_received - delivery.acknowledged;
        if (after[row] < 0)
            after[row] = 0;
    }
    printf("ok ns=%lld", (long long)(now() - begin));
    print_times("", received, count);
    print_times("after_", after, count);
    lane->unsubscribe();
    free(received);
    free(after);
    free_columns(&columns);
}

static void read_newest(const struct lane *lane, const char *path)
{
    struct collector collector = begin_collecting(false);
    int64_t begin = now(), end;

    lane->open(path);
    lane->newest(&collector);
    finish_batch(&collector);
    end = now();
    /* When the answer was there, by the clock of the machine: the orchestrator knows when it started the server. */
    printf("ok ns=%lld at=%lld", (long long)(end - begin), (long long)end);
    end_collecting(&collector);
    print_collected(&collector);
}

/* Whether there was such an order, and the lane can carry it out. */
static bool obey(const struct lane *lane, const char *path, const char *word, const size_t *numbers)
{
    if (strcmp(word, "data") == 0) {
        set_density(numbers[0]);
        printf("ok");
    } else if (strcmp(word, "create") == 0) {
        lane->open(path);
        lane->create();
        printf("ok");
    } else if (strcmp(word, "start") == 0 && lane->newest != NULL) {
        read_newest(lane, path);
    } else if (strcmp(word, "save") == 0) {
        save(lane, numbers[0], numbers[1], numbers[2]);
    } else if (strcmp(word, "single") == 0 && lane->save_one != NULL) {
        save_singly(lane, numbers[0], numbers[1]);
    } else if (strcmp(word, "many") == 0 && lane->save_by_many != NULL) {
        save_by_many(lane, numbers[0], numbers[1], numbers[2]);
    } else if (strcmp(word, "columns") == 0 || strcmp(word, "objects") == 0) {
        read_all(lane, word[0] == 'o');
    } else if (strcmp(word, "days") == 0) {
        read_days(lane, numbers[0]);
    } else if (strcmp(word, "mark") == 0 && lane->mark != NULL) {
        lane->mark();
        printf("ok");
    } else if (strcmp(word, "changes") == 0 && lane->changes != NULL) {
        read_changes(lane, numbers[0]);
    } else if (strcmp(word, "notify") == 0 && lane->deliver != NULL) {
        notify(lane, numbers[0], numbers[1], numbers[2]);
    } else if (strcmp(word, "live") == 0 && lane->subscribe_to_days != NULL) {
        notify(lane, numbers[0], numbers[1], 0);
    } else if (strcmp(word, "statistics") == 0 && lane->statistics != NULL) {
        compute_statistics(lane, numbers[0]);
    } else if (strcmp(word, "steps") == 0 && lane->sum_steps != NULL) {
        save_steps(lane, numbers[0]);
    } else if (strcmp(word, "sumsteps") == 0 && lane->sum_steps != NULL) {
        sum_steps(lane);
    } else if (strcmp(word, "settle") == 0) {
        if (lane->settle != NULL)
            lane->settle();
        printf("ok");
    } else if (strcmp(word, "disk") == 0 && lane->disk_bytes != NULL) {
        printf("ok bytes=%lld", (long long)lane->disk_bytes());
    } else {
        return false;
    }
    return true;
}

int run_lane(const struct lane *lane, int count, char **arguments)
{
    char line[256], word[16];

    if (count != 2) {
        fprintf(stderr, "usage: %s PATH\n", arguments[0]);
        return 2;
    }
    /* Nothing stays behind of a run that is killed. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN);
    set_density(1000000);
    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t numbers[3] = {0, 0, 0};

        if (sscanf(line, "%15s %zu %zu %zu", word, &numbers[0], &numbers[1], &numbers[2]) < 1
            || !obey(lane, arguments[1], word, numbers))
            printf("cannot");
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
