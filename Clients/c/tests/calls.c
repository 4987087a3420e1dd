/* Every call against a real server. */
#include "server.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int64_t NOON = INT64_C(1795262400000000000);
static const int64_t SECOND = 1000000000;
static const char *const HEART_RATE = "HKQuantityTypeIdentifierHeartRate";

static hearth_error error;

/* A percentage is a fraction, and a mole has its molar mass. */
static void save_as_documented(hearth_client *client)
{
    hearth_uuid uuids[2];
    hearth_columns columns[] = {
        {.type = "HKQuantityTypeIdentifierOxygenSaturation", .count = 1, .uuids = &uuids[0], .starts = &NOON,
         .kind = HEARTH_QUANTITIES, .quantity = {.values = (double[]){0.97}, .unit = "%"}},
        {.type = "HKQuantityTypeIdentifierBloodGlucose", .count = 1, .uuids = &uuids[1], .starts = &NOON,
         .kind = HEARTH_QUANTITIES,
         .quantity = {.values = (double[]){5.5}, .unit = HEARTH_MMOL_PER_LITER_OF_GLUCOSE}},
    };
    hearth_committed committed;
    const hearth_reply *reply;

    CHECK(hearth_make_uuids(client, uuids, 2) == 0);
    CHECK_ERROR(hearth_save(client, columns, 2, &committed, &error) == 0, &error);
    CHECK(committed.added == 2);
    reply = query_one(client, columns[1].type, NULL, false);
    CHECK(reply->samples.columns->quantity.values[0] > 99.0 && reply->samples.columns->quantity.values[0] < 99.2);
    CHECK(strcmp(reply->samples.columns->quantity.unit, "mg/dL") == 0);
    hearth_reply_free(reply);
    CHECK_ERROR(hearth_delete(client, uuids, 2, NULL, &error) == 0, &error);
}

static void save_and_query(hearth_client *client)
{
    enum { COUNT = 5 };
    hearth_uuid uuids[COUNT];
    int64_t starts[COUNT], ends[COUNT];
    double values[COUNT] = {60, 61.5, 62, 140, 63};
    uint32_t metadata_indexes[COUNT] = {0, 1, 0, 1, 0};
    hearth_device device = {.name = "Pulse Ring", .model = ""};
    hearth_provenance provenance = {.device = &device};
    hearth_metadata_entry entries[] = {
        {.key = "HKWasUserEntered", .kind = HEARTH_BOOLEAN, .boolean = true},
        {.key = "org.example.height", .kind = HEARTH_QUANTITY, .quantity = {1.75, "m"}},
        {.key = "org.example.note", .kind = HEARTH_TEXT, .text = "nach dem Aufwärmen"},
        {.key = "org.example.since", .kind = HEARTH_DATE, .date = -5},
        {.key = "org.example.step", .kind = HEARTH_INTEGER, .integer = -7},
        {.key = "org.example.weight", .kind = HEARTH_NUMBER, .number = 0.25},
    };
    hearth_metadata metadata[] = {{NULL, 0}, {entries, 6}};
    hearth_columns columns = {
        .type = HEART_RATE, .count = COUNT, .uuids = uuids, .starts = starts, .ends = ends,
        .provenances = &provenance, .provenance_count = 1,
        .metadata = metadata, .metadata_count = 2, .metadata_indexes = metadata_indexes,
        .kind = HEARTH_QUANTITIES, .quantity = {.values = values, .unit = "count/min"},
    };
    hearth_committed committed;
    const hearth_reply *reply;
    const hearth_columns *read;
    hearth_predicate *predicate = hearth_predicate_new();

    CHECK(hearth_make_uuids(client, uuids, COUNT) == 0);
    for (int i = 0; i < COUNT; i++) {
        starts[i] = NOON + i * SECOND;
        ends[i] = starts[i] + SECOND / 2;
    }
    CHECK_ERROR(hearth_save(client, &columns, 1, &committed, &error) == 0, &error);
    CHECK(committed.added == COUNT && committed.unchanged == 0 && committed.anchor.length > 0);
    CHECK_ERROR(hearth_save(client, &columns, 1, &committed, &error) == 0, &error);
    CHECK(committed.added == 0 && committed.unchanged == COUNT);
    /* The name that other clients use is not the protocol's. */
    columns.type = "heartRate";
    CHECK(hearth_save(client, &columns, 1, &committed, &error) != 0 && error.code == HEARTH_UNKNOWN_TYPE);
    CHECK(strstr(error.message, "Did you mean HKQuantityTypeIdentifierHeartRate?") != NULL);
    columns.type = HEART_RATE;

    reply = query_one(client, HEART_RATE, NULL, false);
    read = reply->samples.columns;
    CHECK(read->count == COUNT && read->kind == HEARTH_QUANTITIES && strcmp(read->quantity.unit, "count/min") == 0);
    CHECK(memcmp(read->uuids, uuids, sizeof uuids) == 0 && memcmp(read->starts, starts, sizeof starts) == 0);
    CHECK(memcmp(read->ends, ends, sizeof ends) == 0 && memcmp(read->quantity.values, values, sizeof values) == 0);
    CHECK(strcmp(hearth_provenance_of(read, 2)->bundle_identifier, "org.example.calls") == 0);
    CHECK(strcmp(hearth_provenance_of(read, 2)->device->name, "Pulse Ring") == 0);
    CHECK(hearth_provenance_of(read, 2)->device->model[0] == 0);
    CHECK(hearth_provenance_of(read, 2)->device->manufacturer == NULL);
    CHECK(hearth_provenance_of(read, 2)->has_system && hearth_provenance_of(read, 2)->system.minor == 4);
    CHECK(hearth_metadata_of(read, 0)->count == 0 && hearth_metadata_of(read, 1)->count == 6);
    for (size_t i = 0; i < 6; i++) {
        const hearth_metadata_entry *entry = &hearth_metadata_of(read, 3)->entries[i];

        CHECK(strcmp(entry->key, entries[i].key) == 0 && entry->kind == entries[i].kind);
        CHECK(entry->kind != HEARTH_TEXT || strcmp(entry->text, entries[i].text) == 0);
        CHECK(entry->kind != HEARTH_DATE || entry->date == -5);
        CHECK(entry->kind != HEARTH_INTEGER || entry->integer == -7);
        CHECK(entry->kind != HEARTH_NUMBER || entry->number == 0.25);
        CHECK(entry->kind != HEARTH_QUANTITY || strcmp(entry->quantity.unit, "m") == 0);
    }
    hearth_reply_free(reply);

    /* (above 100, or in the first two seconds) and not entered by hand */
    hearth_where_number(predicate, HEARTH_VALUE, HEARTH_GREATER, 100, "count/min", NULL);
    hearth_where_interval(predicate, NULL, &starts[2], HEARTH_STRICT_END);
    hearth_where_operator(predicate, HEARTH_ANY_OF, 2);
    hearth_where_metadata_key(predicate, "HKWasUserEntered");
    hearth_where_operator(predicate, HEARTH_NONE_OF, 1);
    reply = query_one(client, HEART_RATE, predicate, false);
    CHECK(reply->samples.columns->count == 1 && reply->samples.columns->quantity.values[0] == 60);
    hearth_reply_free(reply);
    hearth_predicate_free(predicate);
}

static void limits_and_orders(hearth_client *client)
{
    hearth_clause clauses[] = {{.type = HEART_RATE}, {.type = "HKQuantityTypeIdentifierStepCount"}};
    hearth_sort_key order = {HEARTH_START_DATE, true};
    hearth_query query = {.clauses = clauses, .clause_count = 2, .order = &order, .order_count = 1, .limit = 3};
    hearth_uuid uuid = one_uuid(client);
    int64_t start = NOON + 2 * SECOND + 1;
    double value = 17;
    hearth_columns steps = {.type = clauses[1].type, .count = 1, .uuids = &uuid, .starts = &start,
                            .kind = HEARTH_QUANTITIES, .quantity = {.values = &value, .unit = "count"}};
    const hearth_reply *reply;
    uint64_t call;

    CHECK_ERROR(hearth_save(client, &steps, 1, NULL, &error) == 0, &error);
    call = hearth_start_query(client, &query, &error);
    CHECK_ERROR(hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->samples.column_count == 2 && reply->samples.interleaving_count == 3);
    CHECK(reply->samples.columns[0].count + reply->samples.columns[1].count == 3);
    CHECK(reply->samples.interleaving[0] == reply->samples.interleaving[1]);
    CHECK(reply->samples.interleaving[2] != reply->samples.interleaving[1]);
    hearth_reply_free(reply);
    CHECK(hearth_next(client, call, -1, &reply, &error) == HEARTH_LIMITED);
}

static void deletions(hearth_client *client)
{
    hearth_uuid uuids[2];
    int64_t starts[] = {NOON, NOON + 1}, values[] = {3, 4};
    hearth_columns sleep = {.type = "HKCategoryTypeIdentifierSleepAnalysis", .count = 2, .uuids = uuids,
                            .starts = starts, .kind = HEARTH_CATEGORIES, .category = {values}};
    hearth_clause clause = {.type = sleep.type};
    hearth_change_query query = {.clauses = &clause, .clause_count = 1};
    hearth_committed committed;
    const hearth_reply *reply;
    hearth_anchor anchor;
    uint64_t call;

    CHECK(hearth_make_uuids(client, uuids, 2) == 0);
    CHECK_ERROR(hearth_save(client, &sleep, 1, NULL, &error) == 0, &error);
    call = hearth_start_changes(client, &query, &error);
    CHECK_ERROR(hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->changes.caught_up && reply->changes.added_count == 1 && reply->changes.added->count == 2);
    CHECK(reply->changes.added->category.values[1] == 4);
    anchor = reply->changes.anchor;
    hearth_reply_free(reply);
    CHECK(hearth_next(client, call, -1, &reply, &error) == HEARTH_COMPLETE);

    CHECK_ERROR(hearth_delete(client, uuids, 1, &committed, &error) == 0, &error);
    CHECK(committed.deleted == 1);
    CHECK(hearth_delete(client, uuids, 1, &committed, &error) == -1 && error.code == HEARTH_OBJECT_NOT_FOUND);
    reply = must(client, hearth_start_delete_matching(client, &clause, &error), HEARTH_COMMITTED, &error);
    CHECK(reply->committed.deleted == 1);
    hearth_reply_free(reply);

    query.anchor = anchor;
    call = hearth_start_changes(client, &query, &error);
    CHECK_ERROR(hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->changes.deleted.count == 2 && strcmp(reply->changes.deleted.types[0], sleep.type) == 0);
    CHECK(memcmp(reply->changes.deleted.uuids, uuids, sizeof uuids) == 0);
    hearth_reply_free(reply);
    CHECK(hearth_next(client, call, -1, &reply, &error) == HEARTH_COMPLETE);
    query.anchor.bytes[20] ^= 1;
    call = hearth_start_changes(client, &query, &error);
    CHECK(hearth_next(client, call, -1, &reply, &error) == HEARTH_FAILED && error.code == HEARTH_ANCHOR_CORRUPT);
}

static void small_calls(hearth_client *client)
{
    hearth_clause clause = {.type = HEART_RATE};
    hearth_characteristics set = {.has_blood_type = true, .blood_type = 7, .has_date_of_birth = true,
                                  .date_of_birth = {1984, 2, 29}};
    hearth_registration hourly = {HEART_RATE, 2};
    hearth_background background = {.enable = &hourly, .enable_count = 1, .disable_all = true};
    const hearth_reply *reply;

    reply = must(client, hearth_start_ping(client, "ping", 4, &error), HEARTH_PONG, &error);
    CHECK(reply->pong.length == 4 && memcmp(reply->pong.payload, "ping", 4) == 0 && reply->pong.anchor.length > 0);
    hearth_reply_free(reply);
    reply = must(client, hearth_start_sources(client, &clause, 1, NULL, &error), HEARTH_SOURCES, &error);
    CHECK(reply->sources.count == 1 && !reply->sources.more);
    CHECK(strcmp(reply->sources.list[0].bundle_identifier, "org.example.calls") == 0);
    hearth_reply_free(reply);
    reply = must(client, hearth_start_characteristics(client, &set, &error), HEARTH_CHARACTERISTICS, &error);
    CHECK(reply->characteristics.blood_type == 7 && reply->characteristics.date_of_birth.day == 29);
    hearth_reply_free(reply);
    reply = must(client, hearth_start_characteristics(client, NULL, &error), HEARTH_CHARACTERISTICS, &error);
    CHECK(reply->characteristics.blood_type == 7 && reply->characteristics.biological_sex == 0);
    hearth_reply_free(reply);
    reply = must(client, hearth_start_background(client, &background, &error), HEARTH_REGISTRATIONS, &error);
    CHECK(reply->registrations.count == 1 && reply->registrations.list[0].frequency == 2);
    hearth_reply_free(reply);
    reply = must(client, hearth_start_status(client, &error), HEARTH_STATUS, &error);
    CHECK(reply->status.store.samples == 6 && reply->status.connection_count >= 1 && reply->status.app_count == 1);
    CHECK(strcmp(reply->status.store.fault, "") == 0);
    CHECK(reply->status.store.path[0] == '/' && strstr(reply->status.store.path, "store") != NULL);
    CHECK(strcmp(reply->status.connections[0].client, "libhearth " HEARTH_VERSION) == 0);
    CHECK(hearth_connection_process(&reply->status, 0) == (uint64_t)getpid());
    CHECK(hearth_connection_process(&reply->status, reply->status.listed_connections) == 0);
    hearth_reply_free(reply);
}

/* The registration of the only app with some. */
static const hearth_delivery_status *find_delivery(const hearth_status *status, const char *type)
{
    const hearth_app_status *app = &status->apps[0];

    CHECK(status->app_count == 1);
    for (size_t i = 0; i < app->delivery_count; i++)
        if (strcmp(app->deliveries[i].type, type) == 0)
            return &app->deliveries[i];
    CHECK(!"the registration is not there");
    return NULL;
}

/* A notice, what it is about read by a cursor, and both acknowledged. */
static void deliveries(hearth_client *client)
{
    hearth_clause clause = {.type = "HKQuantityTypeIdentifierFlightsClimbed"};
    hearth_registration at_once = {clause.type, 1};
    const char *const command[] = {"/usr/bin/true", "--background"};
    hearth_launch launch = {.command = command, .word_count = 2};
    hearth_background background = {.enable = &at_once, .enable_count = 1, .launch = &launch};
    hearth_change_query query = {.clauses = &clause, .clause_count = 1, .cursor = "upload"};
    hearth_acknowledgement done = {.types = &clause.type, .type_count = 1, .cursor = "upload"};
    hearth_uuid uuid = one_uuid(client);
    int64_t start = NOON;
    double value = 3;
    hearth_columns flights = {.type = clause.type, .count = 1, .uuids = &uuid, .starts = &start,
                              .kind = HEARTH_QUANTITIES, .quantity = {.values = &value, .unit = "count"}};
    const hearth_delivery_status *delivery;
    const hearth_reply *reply;
    uint64_t observing, call;

    hearth_reply_free(must(client, hearth_start_background(client, &background, &error), HEARTH_REGISTRATIONS, &error));
    observing = hearth_start_observe(client, &clause, 1, true, &error);
    CHECK_ERROR(hearth_next(client, observing, -1, &reply, &error) == HEARTH_REPLY, &error);
    hearth_reply_free(reply);
    CHECK_ERROR(hearth_save(client, &flights, 1, NULL, &error) == 0, &error);
    CHECK_ERROR(hearth_next(client, observing, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->notice.type_count == 1);
    done.anchor = reply->notice.anchor;
    hearth_reply_free(reply);
    reply = must(client, hearth_start_status(client, &error), HEARTH_STATUS, &error);
    delivery = find_delivery(&reply->status, clause.type);
    CHECK(delivery->pending && delivery->frequency == 1 && delivery->failures == 0 && !delivery->suspended);
    CHECK(strncmp(reply->status.apps[0].launch, command[0], strlen(command[0])) == 0);
    CHECK(reply->status.apps[0].process == 0 && reply->status.apps[0].cursors == 0);
    hearth_reply_free(reply);
    reply = must(client, hearth_start_acknowledge(client, &done, &error), HEARTH_ACKNOWLEDGED, &error);
    CHECK(reply->acknowledged.anchor.length == done.anchor.length);
    CHECK(memcmp(reply->acknowledged.anchor.bytes, done.anchor.bytes, done.anchor.length) == 0);
    hearth_reply_free(reply);
    reply = must(client, hearth_start_status(client, &error), HEARTH_STATUS, &error);
    CHECK(!find_delivery(&reply->status, clause.type)->pending && reply->status.apps[0].cursors == 1);
    hearth_reply_free(reply);
    /* The cursor stands behind the sample; without it the sample comes. */
    call = hearth_start_changes(client, &query, &error);
    CHECK_ERROR(hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->changes.added_count == 0 && reply->changes.caught_up);
    hearth_reply_free(reply);
    CHECK(hearth_next(client, call, -1, &reply, &error) == HEARTH_COMPLETE);
    done = (hearth_acknowledgement){.cursor = "upload"};
    reply = must(client, hearth_start_acknowledge(client, &done, &error), HEARTH_ACKNOWLEDGED, &error);
    CHECK(reply->acknowledged.anchor.length == 0);
    hearth_reply_free(reply);
    call = hearth_start_changes(client, &query, &error);
    CHECK_ERROR(hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->changes.added_count == 1);
    hearth_reply_free(reply);
    CHECK(hearth_next(client, call, -1, &reply, &error) == HEARTH_COMPLETE);
    hearth_cancel(client, observing);
    CHECK(hearth_next(client, observing, -1, &reply, &error) == HEARTH_CANCELLED);
    launch.command = NULL;
    launch.word_count = 0;
    call = hearth_start_background(client, &background, &error);
    CHECK(hearth_finish(client, call, &reply, &error) == -1 && error.code == HEARTH_INVALID_ARGUMENT);
    CHECK(strncmp(error.field, "background_delivery.launch", 26) == 0);
}

static void observations(hearth_client *client)
{
    hearth_clause clause = {.type = "HKQuantityTypeIdentifierBodyMass"};
    hearth_uuid uuid = one_uuid(client);
    int64_t start = NOON;
    double value = 70;
    hearth_columns mass = {.type = clause.type, .count = 1, .uuids = &uuid, .starts = &start,
                           .kind = HEARTH_QUANTITIES, .quantity = {.values = &value, .unit = "kg"}};
    uint64_t call = hearth_start_observe(client, &clause, 1, false, &error);
    const hearth_reply *reply;

    CHECK_ERROR(hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->notice.type_count == 0 && reply->notice.anchor.length > 0);
    hearth_reply_free(reply);
    CHECK(hearth_next(client, call, 0, &reply, &error) == HEARTH_PENDING);
    CHECK_ERROR(hearth_save(client, &mass, 1, NULL, &error) == 0, &error);
    CHECK_ERROR(hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->notice.type_count == 1 && strcmp(reply->notice.types[0], clause.type) == 0);
    hearth_reply_free(reply);
    hearth_cancel(client, call);
    CHECK(hearth_next(client, call, -1, &reply, &error) == HEARTH_CANCELLED);
}

static void refusals(hearth_client *client)
{
    hearth_uuid uuid = one_uuid(client);
    int64_t start = NOON, end = NOON - 1;
    double value = 60;
    hearth_columns columns = {.type = "HKNonsense", .count = 1, .uuids = &uuid, .starts = &start,
                              .kind = HEARTH_QUANTITIES, .quantity = {.values = &value}};
    hearth_predicate *predicate = hearth_predicate_new();
    hearth_clause clause = {.type = HEART_RATE, .predicate = predicate};

    CHECK(hearth_save(client, &columns, 1, NULL, &error) == -1 && error.code == HEARTH_UNKNOWN_TYPE);
    CHECK(strcmp(error.field, "save.columns[0].type") == 0);
    columns.type = HEART_RATE;
    columns.quantity.unit = "m";
    CHECK(hearth_save(client, &columns, 1, NULL, &error) == -1 && error.code == HEARTH_INCOMPATIBLE_UNIT);
    /* These do not come to the server. */
    columns.quantity.unit = "count/min";
    columns.ends = &end;
    CHECK(hearth_start_save(client, &columns, 1, &error) == 0 && error.code == HEARTH_VALUE_OUT_OF_RANGE);
    CHECK(strcmp(error.field, "save.columns[0].ends[0]") == 0);
    hearth_where_operator(predicate, HEARTH_ALL_OF, 1);
    CHECK(hearth_start_observe(client, &clause, 1, false, &error) == 0 && error.code == HEARTH_MALFORMED_PREDICATE);
    CHECK(strcmp(error.field, "observe.clauses[0].predicate.terms[0]") == 0);
    hearth_predicate_free(predicate);
}

int main(void)
{
    struct server server;
    hearth_client *client;

    server_begin(&server);
    client = server_client(&server, "org.example.calls");
    CHECK_ERROR(hearth_connect(client, &error) == 0, &error);
    CHECK(hearth_welcome_of(client)->minor == PROTOCOL_MINOR && hearth_welcome_of(client)->frame_bytes == 16777216);
    save_as_documented(client);
    save_and_query(client);
    limits_and_orders(client);
    deletions(client);
    small_calls(client);
    observations(client);
    deliveries(client);
    refusals(client);
    CHECK(hearth_connections(client) == 1);
    hearth_free(client);
    server_end(&server);
    puts("calls: all of them");
    return 0;
}
