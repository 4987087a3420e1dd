/* Samples of every kind, saved to a real server and read back. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

static const int64_t NOON = INT64_C(1795262400000000000);
static const int64_t SECOND = 1000000000;
static const char *const HEART_RATE = "HKQuantityTypeIdentifierHeartRate";

static hearth_error error;

static void correlations(hearth_client *client)
{
    hearth_uuid uuids[3];
    int64_t start = NOON;
    double systolic = 120, diastolic = 80;
    uint32_t length = 2;
    hearth_columns columns[] = {
        {.type = "HKCorrelationTypeIdentifierBloodPressure", .count = 1, .uuids = &uuids[0], .starts = &start,
         .kind = HEARTH_CORRELATIONS, .correlation = {&length, &uuids[1], 2}},
        {.type = "HKQuantityTypeIdentifierBloodPressureSystolic", .count = 1, .uuids = &uuids[1], .starts = &start,
         .kind = HEARTH_QUANTITIES, .quantity = {.values = &systolic, .unit = "mmHg"}},
        {.type = "HKQuantityTypeIdentifierBloodPressureDiastolic", .count = 1, .uuids = &uuids[2], .starts = &start,
         .kind = HEARTH_QUANTITIES, .quantity = {.values = &diastolic, .unit = "mmHg"}},
    };
    hearth_committed committed;
    const hearth_reply *reply;
    hearth_predicate *predicate = hearth_predicate_new();

    CHECK(hearth_make_uuids(client, uuids, 3) == 0);
    CHECK_ERROR(hearth_save(client, columns, 3, &committed, &error) == 0, &error);
    CHECK(committed.added == 3);
    reply = query_one(client, columns[0].type, NULL, false);
    CHECK(reply->samples.columns->correlation.lengths[0] == 2 && reply->samples.member_count == 2);
    CHECK(memcmp(reply->samples.columns->correlation.members, &uuids[1], 2 * sizeof *uuids) == 0);
    hearth_reply_free(reply);
    hearth_where_in_correlation(predicate, uuids[0]);
    hearth_where_correlated(predicate, true);
    reply = query_one(client, columns[1].type, predicate, false);
    CHECK(reply->samples.columns->quantity.values[0] == 120);
    hearth_reply_free(reply);
    hearth_predicate_free(predicate);
}

static void series(hearth_client *client)
{
    hearth_uuid uuids[2], beats_uuid = one_uuid(client);
    int64_t starts[] = {NOON, NOON + 10 * SECOND}, ends[] = {NOON + 5 * SECOND, NOON + 15 * SECOND};
    int64_t counts[] = {3, 1};
    uint32_t lengths[] = {3, 1};
    int64_t point_starts[] = {NOON, NOON + SECOND, NOON + 2 * SECOND, NOON + 11 * SECOND};
    double point_values[] = {1, 2, 3, 9}, values[] = {6, 9};
    hearth_columns columns = {
        .type = "HKQuantityTypeIdentifierActiveEnergyBurned", .count = 2, .uuids = uuids, .starts = starts,
        .ends = ends, .kind = HEARTH_QUANTITIES,
        .quantity = {.values = values, .unit = "kcal", .counts = counts,
                     .points = {.lengths = lengths, .count = 4, .starts = point_starts, .values = point_values}},
    };
    uint32_t beat_count = 3;
    double offsets[] = {0, 0.75, 1.5};
    uint8_t gaps[] = {0, 0, 1};
    hearth_columns beats = {.type = "HKDataTypeIdentifierHeartbeatSeries", .count = 1, .uuids = &beats_uuid,
                            .starts = starts, .ends = ends, .kind = HEARTH_HEARTBEATS,
                            .heartbeat = {.lengths = &beat_count, .beat_count = 3, .offsets = offsets, .gaps = gaps}};
    const hearth_reply *reply;

    CHECK(hearth_make_uuids(client, uuids, 2) == 0);
    CHECK_ERROR(hearth_save(client, &columns, 1, NULL, &error) == 0, &error);
    CHECK_ERROR(hearth_save(client, &beats, 1, NULL, &error) == 0, &error);
    reply = query_one(client, columns.type, NULL, true);
    CHECK(reply->samples.columns->quantity.points.count >= 3);
    CHECK(memcmp(reply->samples.columns->quantity.points.values, point_values, 3 * sizeof *point_values) == 0);
    CHECK(reply->samples.columns->quantity.counts[0] == 3);
    hearth_reply_free(reply);
    reply = query_one(client, columns.type, NULL, false);
    CHECK(reply->samples.columns->quantity.points.lengths == NULL && reply->samples.columns->quantity.counts[0] == 3);
    hearth_reply_free(reply);
    reply = query_one(client, beats.type, NULL, true);
    CHECK(reply->samples.columns->heartbeat.beat_count == 3 && reply->samples.columns->heartbeat.gaps[2] == 1);
    CHECK(memcmp(reply->samples.columns->heartbeat.offsets, offsets, sizeof offsets) == 0);
    hearth_reply_free(reply);
}

static void workouts(hearth_client *client)
{
    hearth_uuid uuids[3], activity;
    int64_t start = NOON, end = NOON + 600 * SECOND;
    uint32_t running = 37;
    double duration = 580, steps = 900;
    hearth_statistics statistics = {.type = HEART_RATE, .start = NOON, .end = NOON + SECOND, .has_average = true,
                                    .average = 150, .has_most_recent = true, .most_recent = {151, NOON, NOON}};
    hearth_workout_event event = {.type = 3, .start = NOON + SECOND, .end = NOON + 2 * SECOND};
    hearth_workout_activity part = {.activity_type = 37, .location = 3, .start = NOON, .has_end = true,
                                    .end = NOON + SECOND, .duration = 1, .has_lap_length = true, .lap_length = 400};
    hearth_workout_detail detail = {.has_distance = true, .distance = 2000, .events = &event, .event_count = 1,
                                    .activities = &part, .activity_count = 1, .statistics = &statistics,
                                    .statistics_count = 1};
    hearth_columns workout = {.type = "HKWorkoutTypeIdentifier", .count = 1, .uuids = &uuids[0], .starts = &start,
                              .ends = &end, .kind = HEARTH_WORKOUTS, .workout = {&running, &duration, &detail}};
    uint32_t locations = 2;
    int64_t times[] = {NOON, NOON + SECOND};
    double latitudes[] = {47.5, 47.6}, longitudes[] = {7.5, 7.6};
    hearth_columns route = {.type = "HKWorkoutRouteTypeIdentifier", .count = 1, .uuids = &uuids[1], .starts = &start,
                            .ends = &end, .kind = HEARTH_ROUTES,
                            .route = {.lengths = &locations, .location_count = 2, .timestamps = times,
                                      .latitudes = latitudes, .longitudes = longitudes}};
    hearth_columns count = {.type = "HKQuantityTypeIdentifierStepCount", .count = 1, .uuids = &uuids[2],
                            .starts = &start, .kind = HEARTH_QUANTITIES,
                            .quantity = {.values = &steps, .unit = "count"}};
    hearth_predicate *predicate = hearth_predicate_new();
    const hearth_reply *reply;
    const hearth_workout_detail *read;

    CHECK(hearth_make_uuids(client, uuids, 3) == 0 && hearth_make_uuids(client, &activity, 1) == 0);
    part.uuid = activity;
    CHECK_ERROR(hearth_save(client, &workout, 1, NULL, &error) == 0, &error);
    CHECK_ERROR(hearth_save(client, &count, 1, NULL, &error) == 0, &error);
    reply = must(client, hearth_start_add_to_workout(client, uuids[0], &route, 1, &uuids[2], 1, &error),
                 HEARTH_COMMITTED, &error);
    CHECK(reply->committed.added == 1);
    hearth_reply_free(reply);

    reply = query_one(client, workout.type, NULL, false);
    read = reply->samples.columns->workout.details;
    CHECK(reply->samples.columns->workout.activity_types[0] == 37 && reply->samples.columns->workout.durations[0] == 580);
    CHECK(read->has_distance && read->distance == 2000 && !read->has_energy_burned && read->event_count == 1);
    CHECK(read->events->type == 3 && read->activity_count == 1 && read->activities->location == 3);
    CHECK(memcmp(&read->activities->uuid, &activity, sizeof activity) == 0 && read->activities->lap_length == 400);
    CHECK(read->statistics->has_average && !read->statistics->has_sum && read->statistics->most_recent.value == 151);
    hearth_reply_free(reply);
    reply = query_one(client, route.type, NULL, true);
    CHECK(reply->samples.columns->route.location_count == 2 && reply->samples.columns->route.latitudes[1] == 47.6);
    hearth_reply_free(reply);
    hearth_where_in_workout(predicate, uuids[0]);
    reply = query_one(client, count.type, predicate, false);
    CHECK(reply->samples.columns->count == 1 && reply->samples.columns->quantity.values[0] == 900);
    hearth_reply_free(reply);
    hearth_predicate_free(predicate);
    CHECK(hearth_finish(client, hearth_start_add_to_workout(client, activity, NULL, 0, &uuids[2], 1, &error), &reply,
                        &error) == -1);
    CHECK(error.code == HEARTH_WORKOUT_NOT_FOUND);
}

int main(void)
{
    struct server server;
    hearth_client *client;

    server_begin(&server);
    client = server_client(&server, "org.example.kinds");
    correlations(client);
    series(client);
    workouts(client);
    CHECK(hearth_connections(client) == 1);
    hearth_free(client);
    server_end(&server);
    puts("kinds: correlations, series, heartbeats, workouts, routes");
    return 0;
}
