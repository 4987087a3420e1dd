/* The requests of the vectors, built with the functions that an app has: the same bytes must come out. */
#include "values.h"

#include <stdlib.h>
#include <string.h>

static uint64_t delete_objects(hearth_client *client, hearth_error *error)
{
    hearth_uuid uuids[] = {uuid(1), uuid(2)};

    return hearth_start_delete(client, uuids, 2, error);
}

static uint64_t delete_matching(hearth_client *client, hearth_error *error)
{
    hearth_predicate *predicate = hearth_predicate_new();
    hearth_clause clause = {.type = STEPS, .predicate = predicate};
    int64_t start = MARCH_1, end = MARCH_2;
    uint64_t call;

    hearth_where_interval(predicate, &start, &end, 0);
    call = hearth_start_delete_matching(client, &clause, error);
    hearth_predicate_free(predicate);
    return call;
}

static uint64_t add_to_workout(hearth_client *client, hearth_error *error)
{
    hearth_uuid saved = uuid(0x29), stored[] = {uuid(3), uuid(4)};
    int64_t start = MARCH_1 + 32 * HOUR + HOUR / 6;
    double value = 128;
    hearth_columns columns = {.type = HEART_RATE, .count = 1, .uuids = &saved, .starts = &start,
                              .kind = HEARTH_QUANTITIES, .quantity = {.values = &value, .unit = "count/min"}};

    return hearth_start_add_to_workout(client, uuid(0x1d), &columns, 1, stored, 2, error);
}

static uint64_t query_samples(hearth_client *client, hearth_error *error)
{
    hearth_clause clauses[] = {{.type = HEART_RATE, .unit = "count/s"}, {.type = STEPS}};
    hearth_sort_key order[] = {{HEARTH_START_DATE, true}, {HEARTH_VALUE, false}};

    return hearth_start_query(client, &(hearth_query){clauses, 2, order, 2, 10, true}, error);
}

static uint64_t order_of_workouts(hearth_client *client, hearth_error *error)
{
    hearth_clause clause = {.type = WORKOUT};
    hearth_sort_key order[] = {{HEARTH_WORKOUT_ACTIVITY_TYPE, false}, {HEARTH_WORKOUT_DURATION, false},
                               {HEARTH_WORKOUT_ENERGY_BURNED, false}, {HEARTH_WORKOUT_DISTANCE, false},
                               {HEARTH_WORKOUT_SWIMMING_STROKES, false}, {HEARTH_WORKOUT_FLIGHTS_CLIMBED, false}};

    return hearth_start_query(client, &(hearth_query){&clause, 1, order, COUNT(order), 0, false}, error);
}

static uint64_t changes(hearth_client *client, hearth_error *error)
{
    static const uint8_t anchor[] = {0x01, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x46, 0x87, 0x97, 0x86, 0xa5, 0xb4, 0xc3,
                                     0xd2, 0xe1, 0xf0, 0x07, 0, 0, 0, 0, 0, 0, 0, 0xe2, 0xb8, 0x82, 0x6e};
    hearth_clause clauses[] = {{.type = HEART_RATE, .unit = "count/min"},
                               {.type = "HKCorrelationTypeIdentifierBloodPressure"}};
    hearth_change_query request = {.clauses = clauses, .clause_count = 2, .limit = 500, .include_series = true};

    request.anchor.length = sizeof anchor;
    memcpy(request.anchor.bytes, anchor, sizeof anchor);
    return hearth_start_changes(client, &request, error);
}

static uint64_t follow(hearth_client *client, hearth_error *error)
{
    return hearth_start_changes(client, &(hearth_change_query){.follow = true}, error);
}

static uint64_t list_sources(hearth_client *client, hearth_error *error)
{
    hearth_predicate *predicate = hearth_predicate_new();
    hearth_clause clauses[] = {{.type = HEART_RATE},
                               {.type = "HKQuantityTypeIdentifierBloodGlucose", .predicate = predicate}};
    int64_t start = MARCH_1, end = MARCH_1 + 31 * 24 * HOUR;
    uint64_t call;

    hearth_where_interval(predicate, &start, &end, 0);
    call = hearth_start_sources(client, clauses, 2, NULL, error);
    hearth_predicate_free(predicate);
    return call;
}

static uint64_t page_of_sources(hearth_client *client, hearth_error *error)
{
    return hearth_start_sources(client, NULL, 0, "org.example.run", error);
}

static uint64_t statistics_of_days(hearth_client *client, hearth_error *error)
{
    hearth_clause clause = {.type = STEPS};
    /* Two days in Berlin, the first of which has 23 hours. */
    int64_t first = MARCH_1 + (30 * 24 - 1) * HOUR, edges[] = {first, first + 23 * HOUR, first + 47 * HOUR};

    return hearth_start_statistics(client, &(hearth_statistics_query){&clause, 1, HEARTH_SUM | HEARTH_DURATION, edges, 3,
                                                                      true, true}, error);
}

static uint64_t statistics_of_all(hearth_client *client, hearth_error *error)
{
    const char *const app = "org.example.run";
    hearth_predicate *predicate = hearth_predicate_new();
    hearth_clause clause = {.type = HEART_RATE, .predicate = predicate, .unit = "count/s"};
    hearth_statistics_query query = {.clauses = &clause, .clause_count = 1};
    uint64_t call;

    query.statistics = HEARTH_AVERAGE | HEARTH_MINIMUM | HEARTH_MAXIMUM | HEARTH_MOST_RECENT | HEARTH_DURATION;
    hearth_where_sources(predicate, &app, 1);
    call = hearth_start_statistics(client, &query, error);
    hearth_predicate_free(predicate);
    return call;
}

static uint64_t ranks(hearth_client *client, hearth_error *error)
{
    return hearth_start_source_ranks(client, STEPS, error);
}

static uint64_t observe(hearth_client *client, hearth_error *error)
{
    hearth_predicate *predicate = hearth_predicate_new();
    hearth_clause clauses[] = {{.type = SLEEP}, {.type = HEART_RATE, .predicate = predicate}};
    uint64_t call;

    hearth_where_number(predicate, HEARTH_VALUE, HEARTH_GREATER, 120, "count/min", NULL);
    call = hearth_start_observe(client, clauses, 2, false, error);
    hearth_predicate_free(predicate);
    return call;
}

static uint64_t characteristics(hearth_client *client, hearth_error *error)
{
    return hearth_start_characteristics(client, NULL, error);
}

static uint64_t set_characteristics(hearth_client *client, hearth_error *error)
{
    hearth_characteristics set = {true, true, true, true, true, true, {1984, 2, 29}, 3, 7, 4, 1, 2};

    return hearth_start_characteristics(client, &set, error);
}

static uint64_t clear_characteristics(hearth_client *client, hearth_error *error)
{
    hearth_characteristics set = {.has_date_of_birth = true, .has_blood_type = true};

    return hearth_start_characteristics(client, &set, error);
}

static uint64_t ping(hearth_client *client, hearth_error *error)
{
    return hearth_start_ping(client, "hearth", 6, error);
}

static uint64_t status(hearth_client *client, hearth_error *error)
{
    return hearth_start_status(client, error);
}

static uint64_t background(hearth_client *client, hearth_error *error)
{
    const hearth_registration enable[] = {{HEART_RATE, 1}, {STEPS, 2}, {SLEEP, 3}, {WORKOUT, 4}};

    return hearth_start_background(client, &(hearth_background){.enable = enable, .enable_count = 4}, error);
}

static uint64_t background_disable(hearth_client *client, hearth_error *error)
{
    const hearth_registration enable = {HEART_RATE, 2};
    const char *const disable[] = {STEPS, WORKOUT};

    return hearth_start_background(client, &(hearth_background){&enable, 1, disable, 2, false, NULL}, error);
}

static uint64_t launch_command(hearth_client *client, hearth_error *error)
{
    const hearth_registration steps = {STEPS, 2};
    const char *const command[] = {"/usr/bin/run", "--background", "", "$HOME; *"};
    hearth_launch launch = {.command = command, .word_count = 4, .working_directory = "/var/empty",
                            .time_limit_seconds = 20, .fallback = true};

    return hearth_start_background(client, &(hearth_background){.enable = &steps, .enable_count = 1, .launch = &launch},
                                   error);
}

static uint64_t launch_unit(hearth_client *client, hearth_error *error)
{
    hearth_launch launch = {.systemd_unit = "run-background.service"};

    return hearth_start_background(client, &(hearth_background){.launch = &launch}, error);
}

static uint64_t observe_acknowledging(hearth_client *client, hearth_error *error)
{
    hearth_clause clause = {.type = STEPS};

    return hearth_start_observe(client, &clause, 1, true, error);
}

static uint64_t changes_of_cursor(hearth_client *client, hearth_error *error)
{
    hearth_clause clause = {.type = STEPS, .unit = "count"};
    hearth_change_query query = {.clauses = &clause, .clause_count = 1, .follow = true, .cursor = "upload"};

    return hearth_start_changes(client, &query, error);
}

/* Anchors of one store, which differ in their commit and their checksum. */
static hearth_anchor anchor(uint8_t commit, uint32_t checksum)
{
    static const uint8_t store[] = {0x01, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x46, 0x87,
                                    0x97, 0x86, 0xa5, 0xb4, 0xc3, 0xd2, 0xe1, 0xf0};
    hearth_anchor anchor = {.length = 29};

    memcpy(anchor.bytes, store, sizeof store);
    anchor.bytes[sizeof store] = commit;
    memcpy(anchor.bytes + 25, &checksum, sizeof checksum);
    return anchor;
}

static uint64_t acknowledge(hearth_client *client, hearth_error *error)
{
    const char *const types[] = {SLEEP, STEPS};
    hearth_acknowledgement done = {.anchor = anchor(0x0d, 0xbec14676), .types = types, .type_count = 2};

    return hearth_start_acknowledge(client, &done, error);
}

static uint64_t acknowledge_cursor(hearth_client *client, hearth_error *error)
{
    const char *const type = STEPS;
    hearth_acknowledgement done = {.anchor = anchor(0x07, 0x6e82b8e2), .types = &type, .type_count = 1,
                                   .cursor = "upload"};

    return hearth_start_acknowledge(client, &done, error);
}

static uint64_t forget_cursor(hearth_client *client, hearth_error *error)
{
    return hearth_start_acknowledge(client, &(hearth_acknowledgement){.cursor = "upload"}, error);
}

static uint64_t authorization(hearth_client *client, hearth_error *error)
{
    const char *const share[] = {HEART_RATE}, *const read[] = {HEART_RATE, STEPS};
    hearth_authorization wish = {.share = share, .share_count = 1, .read = read, .read_count = 2, .request = true,
                                 .share_usage = "To keep your pulse.", .read_usage = "To show your day."};

    return hearth_start_authorization(client, &wish, error);
}

static hearth_predicate *of_one_classification(void)
{
    const int64_t one = 1;
    hearth_predicate *predicate = hearth_predicate_new();

    hearth_where_attribute(predicate, HEARTH_EQUAL,
                           &(hearth_attribute){HEARTH_ATTRIBUTE_CLASSIFICATION, 1, .integers = &one});
    return predicate;
}

static const char *const ECG = "HKDataTypeIdentifierElectrocardiogram";

/* One without values, saved or added to a workout. */
static uint64_t with_record(hearth_client *client, bool adds, hearth_error *error)
{
    const hearth_uuid sample = uuid(1);
    const int64_t start = MARCH_1;
    const hearth_record record = {NULL, 0};
    const hearth_columns columns = {.type = ECG, .count = 1, .uuids = &sample, .starts = &start,
                                    .kind = HEARTH_RECORDS, .record = {.records = &record}};

    return adds ? hearth_start_add_to_workout(client, uuid(2), &columns, 1, NULL, 0, error)
                : hearth_start_save(client, &columns, 1, error);
}

static uint64_t with_attribute(hearth_client *client, int request, hearth_error *error)
{
    hearth_predicate *predicate = of_one_classification();
    hearth_clause clause = {.type = ECG, .predicate = predicate};
    hearth_statistics_query statistics = {.clauses = &clause, .clause_count = 1, .statistics = HEARTH_DURATION};
    uint64_t call = 0;

    switch (request) {
    case REQUEST(QUERY_SAMPLES):
        call = hearth_start_query(client, &(hearth_query){.clauses = &clause, .clause_count = 1}, error);
        break;
    case REQUEST(QUERY_CHANGES):
        call = hearth_start_changes(client, &(hearth_change_query){.clauses = &clause, .clause_count = 1}, error);
        break;
    case REQUEST(OBSERVE): call = hearth_start_observe(client, &clause, 1, false, error); break;
    case REQUEST(LIST_SOURCES): call = hearth_start_sources(client, &clause, 1, "", error); break;
    case REQUEST(DELETE_OBJECTS): call = hearth_start_delete_matching(client, &clause, error); break;
    case REQUEST(QUERY_STATISTICS): call = hearth_start_statistics(client, &statistics, error); break;
    default: break;
    }
    hearth_predicate_free(predicate);
    return call;
}

/* Records, and tests of their values, fail in a session of 1.3, without a frame. */
static void an_older_server_is_not_asked_for_records(void)
{
    static const int asked[] = {REQUEST(QUERY_SAMPLES), REQUEST(QUERY_CHANGES), REQUEST(OBSERVE),
                                REQUEST(LIST_SOURCES), REQUEST(DELETE_OBJECTS), REQUEST(QUERY_STATISTICS)};

    for (size_t i = 0; i < COUNT(asked) + 2; i++) {
        struct talk talk = talk_open(false);
        hearth_error error;
        uint64_t call;

        talk.client->session.welcome.minor = 3;
        call = i < COUNT(asked) ? with_attribute(talk.client, asked[i], &error)
                                : with_record(talk.client, i == COUNT(asked), &error);
        CHECK_ERROR(call != 0, &error);
        CHECK(talk_is_silent(&talk));
        expect_failure(&talk, call, HEARTH_UNIMPLEMENTED);
        talk_end(&talk);
    }
}

/* What 1.2 and 1.3 brought fails in a session of 1.1, without a frame. */
static void a_server_that_is_too_old_is_not_asked(void)
{
    static uint64_t (*const later[])(hearth_client *, hearth_error *) = {
        launch_command, launch_unit, observe_acknowledging, changes_of_cursor, acknowledge, forget_cursor,
        statistics_of_days, ranks,
    };

    for (size_t i = 0; i < COUNT(later); i++) {
        struct talk talk = talk_open(false);
        hearth_error error;
        uint64_t call;

        talk.client->session.welcome.minor = 1;
        call = later[i](talk.client, &error);
        CHECK(call != 0);
        CHECK(talk_is_silent(&talk));
        expect_failure(&talk, call, HEARTH_UNIMPLEMENTED);
        talk_end(&talk);
    }
}

/* Nor is a server of 1.6 asked what the app may do. */
static void an_older_server_is_not_asked_for_permission(void)
{
    struct talk talk = talk_open(false);
    hearth_error error;
    uint64_t call;

    talk.client->session.welcome.minor = 6;
    call = authorization(talk.client, &error);
    CHECK_ERROR(call != 0, &error);
    CHECK(talk_is_silent(&talk));
    expect_failure(&talk, call, HEARTH_UNIMPLEMENTED);
    talk_end(&talk);
}

/* What an app asks for is looked at before it is sent. */
static void wishes_with_faults(struct talk *talk)
{
    const char *const types[] = {STEPS, ""};
    const struct { hearth_authorization wish; int32_t code; const char *field; } faults[] = {
        {{.share = types, .share_count = 2}, HEARTH_MALFORMED_TEXT, "authorization.share[1]"},
        {{.read = types, .read_count = 2}, HEARTH_MALFORMED_TEXT, "authorization.read[1]"},
        {{.read = (const char *const[]){NULL}, .read_count = 1}, HEARTH_INVALID_ARGUMENT, "authorization.read[0]"},
        {{.share_usage = "\xff"}, HEARTH_MALFORMED_TEXT, "authorization.share_usage"},
        {{.read_usage = "\xff"}, HEARTH_MALFORMED_TEXT, "authorization.read_usage"},
    };
    hearth_error error;

    for (size_t i = 0; i < COUNT(faults); i++) {
        CHECK(hearth_start_authorization(talk->client, &faults[i].wish, &error) == 0);
        CHECK(error.code == faults[i].code && strcmp(error.field, faults[i].field) == 0);
    }
}

/* A save that no server takes says so, and not that others are in the way. */
static void a_save_above_the_limit_is_refused(void)
{
    struct talk talk = talk_open(false);
    hearth_uuid uuids[64] = {{{0}}};
    int64_t starts[64] = {0};
    double values[64] = {0};
    hearth_columns columns = {.type = STEPS, .count = 64, .uuids = uuids, .starts = starts,
                              .kind = HEARTH_QUANTITIES, .quantity = {.values = values}};
    hearth_error error;
    uint64_t call;

    for (uint8_t i = 0; i < 64; i++)
        uuids[i].bytes[0] = i;
    talk.client->session.welcome.staged_bytes = 1024;
    call = hearth_start_save(talk.client, &columns, 1, &error);
    CHECK_ERROR(call != 0, &error);
    CHECK(talk_is_silent(&talk));
    error = expect_failure(&talk, call, HEARTH_LIMIT_EXCEEDED);
    CHECK(strstr(error.message, "several saves") != NULL);
    columns.count = 16;
    CHECK(hearth_start_save(talk.client, &columns, 1, &error) != 0);
    CHECK(!talk_is_silent(&talk));
    talk_end(&talk);
}

/* The path of a fault is that of the field in the request. */
static void faults(void)
{
    struct talk talk = talk_open(false);
    hearth_predicate *predicate = hearth_predicate_new();
    hearth_clause clause = {.type = ""};
    int64_t edges[] = {0, 1, 1};
    hearth_statistics_query few_edges = {.edges = edges, .edge_count = 1};
    hearth_error error;

    CHECK(hearth_start_delete_matching(talk.client, &clause, &error) == 0);
    CHECK(error.code == HEARTH_MALFORMED_TEXT && strcmp(error.field, "delete_objects.matching.type") == 0);
    hearth_where_metadata_key(predicate, "");
    clause = (hearth_clause){.type = STEPS, .predicate = predicate};
    CHECK(hearth_start_delete_matching(talk.client, &clause, &error) == 0);
    CHECK(strcmp(error.field, "delete_objects.matching.predicate.terms[0].metadata_key") == 0);
    hearth_predicate_free(predicate);
    CHECK(hearth_start_acknowledge(talk.client, &(hearth_acknowledgement){.cursor = "\xff"}, &error) == 0);
    CHECK(error.code == HEARTH_MALFORMED_TEXT && strcmp(error.field, "acknowledge.cursor") == 0);
    CHECK(hearth_start_acknowledge(talk.client, &(hearth_acknowledgement){.anchor = {65, {0}}}, &error) == 0);
    CHECK(error.code == HEARTH_LIMIT_EXCEEDED && strcmp(error.field, "acknowledge.anchor") == 0);
    CHECK(hearth_start_acknowledge(talk.client, &(hearth_acknowledgement){.anchor = {1, {0}}}, &error) == 0);
    CHECK(error.code == HEARTH_INVALID_ARGUMENT && strcmp(error.field, "acknowledge.types") == 0);
    CHECK(hearth_start_acknowledge(talk.client, &(hearth_acknowledgement){.cursor = ""}, &error) == 0);
    CHECK(error.code == HEARTH_INVALID_ARGUMENT && strcmp(error.field, "acknowledge.types") == 0);
    CHECK(hearth_start_changes(talk.client, &(hearth_change_query){.cursor = "\xff"}, &error) == 0);
    CHECK(error.code == HEARTH_MALFORMED_TEXT && strcmp(error.field, "query_changes.cursor") == 0);
    CHECK(hearth_start_statistics(talk.client, &few_edges, &error) == 0);
    CHECK(error.code == HEARTH_INVALID_ARGUMENT && strcmp(error.field, "query_statistics.edges") == 0);
    few_edges.edge_count = 3;
    CHECK(hearth_start_statistics(talk.client, &few_edges, &error) == 0);
    CHECK(error.code == HEARTH_VALUE_OUT_OF_RANGE && strcmp(error.field, "query_statistics.edges[1]") == 0);
    few_edges.edge_count = 65538;
    CHECK(hearth_start_statistics(talk.client, &few_edges, &error) == 0 && error.code == HEARTH_LIMIT_EXCEEDED);
    CHECK(hearth_start_statistics(talk.client, &(hearth_statistics_query){.statistics = 64}, &error) == 0);
    CHECK(error.code == HEARTH_INVALID_ARGUMENT && strcmp(error.field, "query_statistics") == 0);
    CHECK(hearth_start_source_ranks(talk.client, "", &error) == 0);
    CHECK(error.code == HEARTH_MALFORMED_TEXT && strcmp(error.field, "source_ranks.type") == 0);
    CHECK(hearth_start_sources(talk.client, NULL, 0, "\xff", &error) == 0);
    CHECK(error.code == HEARTH_MALFORMED_TEXT && strcmp(error.field, "list_sources.after") == 0);
    wishes_with_faults(&talk);
    CHECK(talk_is_silent(&talk));
    talk_end(&talk);
}

int main(void)
{
    expect_request("07-ping", ping);
    expect_request("29-delete-objects", delete_objects);
    expect_request("30-delete-matching", delete_matching);
    expect_request("31-add-to-workout", add_to_workout);
    expect_request("33-query-samples", query_samples);
    expect_request("36-query-order-workout", order_of_workouts);
    expect_request("57-query-changes", changes);
    expect_request("58-query-changes-follow", follow);
    expect_request("62-observe", observe);
    expect_request("66-list-sources", list_sources);
    expect_request("69-characteristics", characteristics);
    expect_request("70-characteristics-set", set_characteristics);
    expect_request("71-characteristics-clear", clear_characteristics);
    expect_request("73-status", status);
    expect_request("75-background-enable", background);
    expect_request("76-background-disable", background_disable);
    expect_request("81-background-launch-command", launch_command);
    expect_request("82-background-launch-unit", launch_unit);
    expect_request("83-observe-acknowledges", observe_acknowledging);
    expect_request("84-query-changes-cursor", changes_of_cursor);
    expect_request("85-acknowledge", acknowledge);
    expect_request("86-acknowledge-cursor", acknowledge_cursor);
    expect_request("87-acknowledge-forget", forget_cursor);
    expect_request("94-list-sources-page", page_of_sources);
    expect_request("96-query-statistics", statistics_of_days);
    expect_request("97-query-statistics-discrete", statistics_of_all);
    expect_request("117-authorization", authorization);
    a_server_that_is_too_old_is_not_asked();
    an_older_server_is_not_asked_for_records();
    an_older_server_is_not_asked_for_permission();
    a_save_above_the_limit_is_refused();
    faults();
    puts("requests: built by an app's functions");
    return 0;
}
