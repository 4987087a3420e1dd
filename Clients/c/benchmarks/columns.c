/* Saves and reads columns of heart rates, a million and more, and prints the median and the spread of five rounds.
 * usage: columns [SAMPLES]; the server is that of $HEARTH_SOCKET, on a store of its own. */
#include <hearth.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 5, SAVED_AT_ONCE = 65536 };

static const char *const TYPE = "HKQuantityTypeIdentifierHeartRate";

struct rates {
    hearth_uuid *uuids;
    int64_t *starts;
    double *values;
};

static double seconds(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int ascending(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;

    return (a > b) - (a < b);
}

static void report(const char *what, size_t samples, double *times)
{
    qsort(times, ROUNDS, sizeof *times, ascending);
    printf("%-50s %7.2f M samples/s   (%.2f to %.2f in %d rounds)\n", what, (double)samples / times[ROUNDS / 2] / 1e6,
           (double)samples / times[ROUNDS - 1] / 1e6, (double)samples / times[0] / 1e6, ROUNDS);
}

static void fail(const hearth_error *error)
{
    fprintf(stderr, "%s %s: %s\n", hearth_error_name(error->code), error->field, error->message);
    exit(1);
}

/* One heart rate a second, from where the last ones ended. */
static void fill(hearth_client *client, struct rates *rates, size_t count, int64_t *next)
{
    if (hearth_make_uuids(client, rates->uuids, count) != 0)
        exit(1);
    for (size_t i = 0; i < count; i++) {
        rates->starts[i] = *next;
        rates->values[i] = 60 + (double)(*next / 1000000000 % 1000) / 10;
        *next += 1000000000;
    }
}

static double save(hearth_client *client, const struct rates *rates, size_t count, size_t at_once)
{
    double begin = seconds(CLOCK_MONOTONIC);
    hearth_error error;

    for (size_t first = 0; first < count; first += at_once) {
        size_t rows = count - first < at_once ? count - first : at_once;
        hearth_columns columns = {
            .type = TYPE, .count = rows, .uuids = rates->uuids + first, .starts = rates->starts + first,
            .kind = HEARTH_QUANTITIES, .quantity = {.values = rates->values + first, .unit = "count/min"},
        };
        hearth_committed committed;

        if (hearth_save(client, &columns, 1, &committed, &error) != 0)
            fail(&error);
        if (committed.added != rows)
            exit(1);
    }
    return seconds(CLOCK_MONOTONIC) - begin;
}

/* Adds up the values, so that each is looked at. */
static double read_all(hearth_client *client, size_t count, double *sum)
{
    hearth_clause clause = {.type = TYPE, .unit = "count/min"};
    hearth_query query = {.clauses = &clause, .clause_count = 1, .limit = count};
    double begin = seconds(CLOCK_MONOTONIC);
    const hearth_reply *reply;
    hearth_error error;
    hearth_step step;
    uint64_t call = hearth_start_query(client, &query, &error);
    size_t read = 0;

    *sum = 0;
    if (call == 0)
        fail(&error);
    while ((step = hearth_next(client, call, -1, &reply, &error)) == HEARTH_REPLY) {
        for (size_t i = 0; i < reply->samples.column_count; i++) {
            const hearth_columns *columns = &reply->samples.columns[i];

            for (size_t row = 0; row < columns->count; row++)
                *sum += columns->quantity.values[row];
            read += columns->count;
        }
        hearth_reply_free(reply);
    }
    if (step == HEARTH_FAILED)
        fail(&error);
    if (read != count) {
        fprintf(stderr, "%zu samples instead of %zu\n", read, count);
        exit(1);
    }
    return seconds(CLOCK_MONOTONIC) - begin;
}

int main(int count, char **arguments)
{
    size_t samples = count > 1 ? (size_t)strtoull(arguments[1], NULL, 10) : 1048576;
    hearth_options options = {.bundle_identifier = "org.hearth.bench.c"};
    double in_parts[ROUNDS], in_one[ROUNDS], reads[ROUNDS], busy[ROUNDS], pings[ROUNDS], sum, expected = 0;
    int64_t next = INT64_C(1600000000000000000);
    struct rates rates = {malloc(samples * sizeof *rates.uuids), malloc(samples * sizeof *rates.starts),
                          malloc(samples * sizeof *rates.values)};
    hearth_error error;
    hearth_client *client = hearth_new(&options, &error);

    if (samples == 0 || rates.uuids == NULL || rates.starts == NULL || rates.values == NULL)
        return 2;
    if (client == NULL || hearth_connect(client, &error) != 0)
        fail(&error);
    for (int round = 0; round < ROUNDS; round++) {
        fill(client, &rates, samples, &next);
        if (round == 0)
            for (size_t i = 0; i < samples; i++)
                expected += rates.values[i];
        in_parts[round] = save(client, &rates, samples, SAVED_AT_ONCE);
        fill(client, &rates, samples, &next);
        in_one[round] = save(client, &rates, samples, samples);
    }
    read_all(client, samples, &sum);
    for (int round = 0; round < ROUNDS; round++) {
        double begin = seconds(CLOCK_PROCESS_CPUTIME_ID);

        reads[round] = read_all(client, samples, &sum);
        busy[round] = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
        if (sum != expected)
            return 1;
    }
    for (int round = 0; round < ROUNDS; round++) {
        double begin = seconds(CLOCK_MONOTONIC);

        for (int i = 0; i < 1000; i++) {
            const hearth_reply *reply;

            if (hearth_finish(client, hearth_start_ping(client, "ping", 4, &error), &reply, &error) != 0)
                fail(&error);
            hearth_reply_free(reply);
        }
        pings[round] = (seconds(CLOCK_MONOTONIC) - begin) * 1e6 / 1000;
    }
    report("saved, 65,536 a save", samples, in_parts);
    report("saved, all in one save", samples, in_one);
    report("read in order", samples, reads);
    report("  of its own processor time, without the server's", samples, busy);
    qsort(pings, ROUNDS, sizeof *pings, ascending);
    printf("%-50s %7.1f us   (%.1f to %.1f in %d rounds of 1,000)\n", "ping", pings[ROUNDS / 2], pings[0],
           pings[ROUNDS - 1], ROUNDS);
    hearth_free(client);
    free(rates.uuids);
    free(rates.starts);
    free(rates.values);
    return 0;
}
