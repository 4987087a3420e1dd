/* Saves over many frames, with dictionaries that are cut up on the way, read back row by row; and several streams and
 * writes at once on one event loop. */
#include "server.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#define NOON INT64_C(1795262400000000000)
#define SECOND INT64_C(1000000000)

static const char *const HEART_RATE = "HKQuantityTypeIdentifierHeartRate";

static hearth_error error;

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    CHECK(memory != NULL);
    return memory;
}

/* Calls `each` with the columns of every batch, in order; the rows before them; and says how many there were. */
static size_t read_all(hearth_client *client, const char *type, void (*each)(const hearth_columns *, size_t first))
{
    hearth_clause clause = {.type = type};
    uint64_t call = hearth_start_query(
        client, &(hearth_query){.clauses = &clause, .clause_count = 1, .include_series = true}, &error);
    const hearth_reply *reply;
    hearth_step step;
    size_t rows = 0;

    CHECK_ERROR(call != 0, &error);
    while ((step = hearth_next(client, call, -1, &reply, &error)) == HEARTH_REPLY) {
        CHECK(reply->samples.column_count == 1);
        each(reply->samples.columns, rows);
        rows += reply->samples.columns->count;
        hearth_reply_free(reply);
    }
    CHECK_ERROR(step == HEARTH_COMPLETE, &error);
    return rows;
}

enum { RATES = 150000, NOTES = 4000, DEVICES = 3 };

static hearth_uuid *uuids;
static uint32_t *notes, *devices;
static char (*note_texts)[24];

static void check_rates(const hearth_columns *read, size_t first)
{
    for (size_t row = 0; row < read->count; row++) {
        const hearth_metadata *metadata = hearth_metadata_of(read, row);
        const hearth_provenance *provenance = hearth_provenance_of(read, row);
        size_t i = first + row;

        CHECK(i < RATES && memcmp(&read->uuids[row], &uuids[i], sizeof *uuids) == 0);
        CHECK(read->starts[row] == NOON + (int64_t)i * SECOND && read->quantity.values[row] == 60 + (double)(i % 64));
        CHECK(read->ends != NULL && read->ends[row] == read->starts[row] + 5);
        CHECK(metadata->count == 1 && strcmp(metadata->entries[0].text, note_texts[notes[i]]) == 0);
        CHECK(provenance->device != NULL && provenance->device->name[0] == (char)('A' + devices[i]));
    }
}

static void rates(hearth_client *client)
{
    static const char *const names[DEVICES] = {"A", "B", "C"};
    hearth_metadata *metadata = take(NOTES, sizeof *metadata);
    hearth_metadata_entry *entries = take(NOTES, sizeof *entries);
    hearth_device device[DEVICES];
    hearth_provenance provenances[DEVICES];
    int64_t *starts = take(RATES, sizeof *starts), *ends = take(RATES, sizeof *ends);
    double *values = take(RATES, sizeof *values);
    hearth_committed committed;

    uuids = take(RATES, sizeof *uuids);
    notes = take(RATES, sizeof *notes);
    devices = take(RATES, sizeof *devices);
    note_texts = take(NOTES, sizeof *note_texts);
    CHECK(hearth_make_uuids(client, uuids, RATES) == 0);
    for (size_t i = 0; i < NOTES; i++) {
        snprintf(note_texts[i], sizeof *note_texts, "note %zu", i);
        entries[i] = (hearth_metadata_entry){.key = "org.example.note", .kind = HEARTH_TEXT, .text = note_texts[i]};
        metadata[i] = (hearth_metadata){&entries[i], 1};
    }
    for (size_t i = 0; i < DEVICES; i++) {
        device[i] = (hearth_device){.name = names[i]};
        provenances[i] = (hearth_provenance){.device = &device[i]};
    }
    for (size_t i = 0; i < RATES; i++) {
        starts[i] = NOON + (int64_t)i * SECOND;
        ends[i] = starts[i] + 5;
        values[i] = 60 + (double)(i % 64);
        /* At times many rows in a row have the same. */
        notes[i] = i % 1000 < 500 && i > 0 ? notes[i - 1] : (uint32_t)seeded_below(NOTES);
        devices[i] = (uint32_t)seeded_below(DEVICES);
    }
    hearth_columns columns = {
        .type = HEART_RATE, .count = RATES, .uuids = uuids, .starts = starts, .ends = ends,
        .provenances = provenances, .provenance_count = DEVICES, .provenance_indexes = devices,
        .metadata = metadata, .metadata_count = NOTES, .metadata_indexes = notes,
        .kind = HEARTH_QUANTITIES, .quantity = {.values = values, .unit = "count/min"},
    };
    CHECK_ERROR(hearth_save(client, &columns, 1, &committed, &error) == 0, &error);
    CHECK(committed.added == RATES);
    CHECK(read_all(client, HEART_RATE, check_rates) == RATES);
    free(metadata);
    free(entries);
    free(starts);
    free(ends);
    free(values);
    free(notes);
    free(devices);
    free(note_texts);
}

enum { ROUTES = 12, MOST_LOCATIONS = 9000 };

static uint32_t route_lengths[ROUTES];

/* Where a route is at a location: both say which ones they are. */
static double latitude(size_t route, size_t location)
{
    return (double)route + (double)location / 1e6;
}

static void check_routes(const hearth_columns *read, size_t first)
{
    size_t next = 0;

    for (size_t row = 0; row < read->count; row++) {
        CHECK(read->route.lengths[row] == route_lengths[first + row]);
        CHECK(read->route.counts == NULL || read->route.counts[row] == (int64_t)route_lengths[first + row]);
        for (size_t i = 0; i < read->route.lengths[row]; i++, next++)
            CHECK(read->route.latitudes[next] == latitude(first + row, i));
    }
}

static void routes(hearth_client *client)
{
    int64_t starts[ROUTES], ends[ROUTES], *times;
    double *latitudes, *longitudes;
    size_t count = 0, next = 0;

    for (size_t i = 0; i < ROUTES; i++) {
        route_lengths[i] = (uint32_t)(1 + seeded_below(MOST_LOCATIONS));
        count += route_lengths[i];
        starts[i] = NOON + (int64_t)i * SECOND;
        ends[i] = starts[i] + MOST_LOCATIONS * SECOND;
    }
    times = take(count, sizeof *times);
    latitudes = take(count, sizeof *latitudes);
    longitudes = take(count, sizeof *longitudes);
    for (size_t i = 0; i < ROUTES; i++)
        for (size_t j = 0; j < route_lengths[i]; j++, next++) {
            times[next] = starts[i] + (int64_t)j * SECOND;
            latitudes[next] = latitude(i, j);
        }
    CHECK(hearth_make_uuids(client, uuids, ROUTES) == 0);
    hearth_columns columns = {
        .type = "HKWorkoutRouteTypeIdentifier", .count = ROUTES, .uuids = uuids, .starts = starts, .ends = ends,
        .kind = HEARTH_ROUTES,
        .route = {.lengths = route_lengths, .location_count = count, .timestamps = times, .latitudes = latitudes,
                  .longitudes = longitudes},
    };
    CHECK_ERROR(hearth_save(client, &columns, 1, NULL, &error) == 0, &error);
    CHECK(read_all(client, columns.type, check_routes) == ROUTES);
    free(times);
    free(latitudes);
    free(longitudes);
}

enum { PRESSURES = 20000 };

static void check_pressures(const hearth_columns *read, size_t first)
{
    for (size_t row = 0; row < read->count; row++) {
        CHECK(read->correlation.lengths[row] == 2);
        CHECK(memcmp(&read->correlation.members[2 * row], &uuids[PRESSURES + 2 * (first + row)], 32) == 0);
    }
}

/* The members stand in other frames than their correlations. */
static void correlations(hearth_client *client)
{
    int64_t *starts = take(PRESSURES, sizeof *starts);
    double *values = take(PRESSURES, sizeof *values);
    uint32_t *lengths = take(PRESSURES, sizeof *lengths);
    hearth_uuid *upper = take(PRESSURES, sizeof *upper), *lower = take(PRESSURES, sizeof *lower);
    hearth_committed committed;

    CHECK(hearth_make_uuids(client, uuids, 3 * (size_t)PRESSURES) == 0);
    for (size_t i = 0; i < PRESSURES; i++) {
        starts[i] = NOON + (int64_t)i;
        values[i] = 100;
        lengths[i] = 2;
        upper[i] = uuids[PRESSURES + 2 * i];
        lower[i] = uuids[PRESSURES + 2 * i + 1];
    }
    hearth_columns columns[] = {
        {.type = "HKCorrelationTypeIdentifierBloodPressure", .count = PRESSURES, .uuids = uuids, .starts = starts,
         .kind = HEARTH_CORRELATIONS, .correlation = {lengths, uuids + PRESSURES, 2 * (size_t)PRESSURES}},
        {.type = "HKQuantityTypeIdentifierBloodPressureSystolic", .count = PRESSURES, .uuids = upper,
         .starts = starts, .kind = HEARTH_QUANTITIES, .quantity = {.values = values, .unit = "mmHg"}},
        {.type = "HKQuantityTypeIdentifierBloodPressureDiastolic", .count = PRESSURES, .uuids = lower,
         .starts = starts, .kind = HEARTH_QUANTITIES, .quantity = {.values = values, .unit = "mmHg"}},
    };
    CHECK_ERROR(hearth_save(client, columns, 3, &committed, &error) == 0, &error);
    CHECK(committed.added == 3 * PRESSURES);
    CHECK(read_all(client, columns[0].type, check_pressures) == PRESSURES);
    free(starts);
    free(values);
    free(lengths);
    free(upper);
    free(lower);
}

/* Two queries, a subscription, pings and saves at once, on one's own event loop. */
static void event_loop(hearth_client *client)
{
    enum { SAVES = 20, PINGS = 50 };
    hearth_clause clauses[] = {{.type = HEART_RATE}, {.type = "HKQuantityTypeIdentifierBodyMass"}};
    uint64_t queries[2], following, open = 2 + SAVES + PINGS;
    size_t rows[2] = {0, 0}, added = 0, saved = 0, pongs = 0;
    int64_t start = NOON;
    double mass = 70;

    for (int i = 0; i < 2; i++)
        queries[i] = hearth_start_query(client, &(hearth_query){.clauses = clauses, .clause_count = 1}, &error);
    following = hearth_start_changes(
        client, &(hearth_change_query){.clauses = clauses + 1, .clause_count = 1, .follow = true}, &error);
    CHECK_ERROR(queries[0] != 0 && queries[1] != 0 && following != 0, &error);
    for (int i = 0; i < SAVES; i++) {
        hearth_uuid uuid;
        hearth_columns columns = {.type = clauses[1].type, .count = 1, .uuids = &uuid, .starts = &start,
                                  .kind = HEARTH_QUANTITIES, .quantity = {.values = &mass, .unit = "kg"}};

        CHECK(hearth_make_uuids(client, &uuid, 1) == 0);
        CHECK_ERROR(hearth_start_save(client, &columns, 1, &error) != 0, &error);
    }
    for (int i = 0; i < PINGS; i++)
        CHECK_ERROR(hearth_start_ping(client, NULL, 0, &error) != 0, &error);
    while (open > 0 || added < SAVES) {
        struct pollfd wanted = {.fd = hearth_descriptor(client), .events = hearth_events(client)};
        uint64_t call;

        CHECK(wanted.fd >= 0 && poll(&wanted, 1, 60000) == 1);
        hearth_process(client);
        while ((call = hearth_ready(client)) != 0) {
            const hearth_reply *reply;
            hearth_step step = hearth_take(client, call, &reply, &error);

            if (step != HEARTH_REPLY) {
                CHECK_ERROR(step == HEARTH_COMPLETE && (call == queries[0] || call == queries[1]), &error);
                open--;
                continue;
            }
            if (reply->kind == HEARTH_SAMPLES) {
                rows[call == queries[1]] += reply->samples.columns->count;
            } else if (reply->kind == HEARTH_CHANGES) {
                for (size_t i = 0; i < reply->changes.added_count; i++)
                    added += reply->changes.added[i].count;
            } else {
                saved += reply->kind == HEARTH_COMMITTED;
                pongs += reply->kind == HEARTH_PONG;
                open--;
            }
            hearth_reply_free(reply);
        }
    }
    CHECK(rows[0] == RATES && rows[1] == RATES && saved == SAVES && pongs == PINGS && added == SAVES);
    hearth_drop(client, following);
    CHECK(hearth_ready(client) == 0);
}

/* What is too much for a frame is refused here, and for the server there. */
static void too_much(hearth_client *client)
{
    size_t count = 1100000;
    hearth_uuid *many = take(count, sizeof *many);
    int64_t *starts = take(3000000, sizeof *starts);
    double *values = take(3000000, sizeof *values);
    hearth_columns columns = {.type = HEART_RATE, .count = 3000000, .starts = starts, .kind = HEARTH_QUANTITIES,
                              .quantity = {.values = values, .unit = "count/min"}};

    CHECK(hearth_delete(client, many, count, NULL, &error) == -1 && error.code == HEARTH_FRAME_TOO_LARGE);
    free(many);
    many = take(columns.count, sizeof *many);
    columns.uuids = many;
    CHECK(hearth_make_uuids(client, many, columns.count) == 0);
    CHECK(hearth_save(client, &columns, 1, NULL, &error) == -1 && error.code == HEARTH_LIMIT_EXCEEDED);
    CHECK(hearth_connections(client) == 1);
    free(many);
    free(starts);
    free(values);
}

int main(void)
{
    struct server server;
    hearth_client *client;

    server_begin(&server);
    client = server_client(&server, "org.example.large");
    rates(client);
    routes(client);
    correlations(client);
    event_loop(client);
    too_much(client);
    free(uuids);
    hearth_free(client);
    server_end(&server);
    puts("large: saves of many frames, and many calls at once");
    return 0;
}
