/* What is wrong with samples, found before a save and behind a read, with the name of the field. */
#include "check.h"
#include "values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void expect_fault(const hearth_error *error, int32_t code, const char *field)
{
    if (error->code != code || strcmp(error->field, field) != 0)
        fprintf(stderr, "%s %s instead of %s\n", hearth_error_name(error->code), error->field, field);
    CHECK(error->code == code && strcmp(error->field, field) == 0);
}

/* ------------------------------------------------------------------------------------------------- before a save */

static void refuse_to_save(const hearth_columns *columns, int32_t code, const char *field)
{
    hearth_error error;

    CHECK(!check_columns(columns, TO_SAVE, NULL, &error));
    expect_fault(&error, code, field);
}

static void saves(void)
{
    hearth_uuid sample = uuid(1);
    int64_t start = MARCH_1, count = 2, points[] = {MARCH_1, MARCH_1};
    uint32_t length = 2;
    double value = 60, values[] = {60, 61};
    hearth_columns series = {.type = HEART_RATE, .count = 1, .uuids = &sample, .starts = &start,
                             .kind = HEARTH_QUANTITIES,
                             .quantity = {.values = &value, .counts = &count,
                                          .points = {.lengths = &length, .count = 2, .starts = points,
                                                     .values = values}}};
    hearth_columns correlation = {.type = "HKCorrelationTypeIdentifierFood", .count = 1, .uuids = &sample,
                                  .starts = &start, .kind = HEARTH_CORRELATIONS,
                                  .correlation = {.lengths = &length, .member_count = 2}};

    CHECK(check_columns(&series, TO_SAVE, NULL, NULL));
    series.quantity.most_recent_starts = &start;
    refuse_to_save(&series, HEARTH_INVALID_ARGUMENT, "quantity.most_recent_starts");
    series.quantity.most_recent_starts = NULL;
    series.quantity.most_recent_ends = &start;
    refuse_to_save(&series, HEARTH_INVALID_ARGUMENT, "quantity.most_recent_ends");
    refuse_to_save(&correlation, HEARTH_MALFORMED_COLUMN, "correlation.members");
}

/* A quantity of many columns takes more room than its value: the frames are to be as short as the server wants them. */
static void split_by_all_columns(void)
{
    enum { ROWS = 10000, FRAME = 65536 };
    struct talk talk = talk_open(true);
    hearth_uuid *uuids = calloc(ROWS, sizeof *uuids);
    int64_t *times = calloc(ROWS, sizeof *times);
    double *numbers = calloc(ROWS, sizeof *numbers);
    hearth_columns columns = {.type = HEART_RATE, .count = ROWS, .uuids = uuids, .starts = times, .ends = times,
                              .kind = HEARTH_QUANTITIES,
                              .quantity = {.values = numbers, .minimums = numbers, .maximums = numbers,
                                           .most_recents = numbers, .most_recent_starts = times,
                                           .most_recent_ends = times}};
    const hearth_reply *reply;
    hearth_error error;
    uint64_t call;

    CHECK(uuids != NULL && times != NULL && numbers != NULL);
    talk.client->session.welcome.frame_bytes = FRAME;
    call = hearth_start_save(talk.client, &columns, 1, &error);
    CHECK_ERROR(call != 0, &error);
    CHECK_ERROR(hearth_next(talk.client, call, 0, &reply, &error) == HEARTH_PENDING, &error);
    talk_end(&talk);
    free(uuids);
    free(times);
    free(numbers);
}

/* An app may give parts of what it has, with the whole dictionary: only the entries of the part are sent. */
static void leave_out_unused_entries(void)
{
    enum { ENTRIES = 2000 };
    struct talk talk = talk_open(true);
    hearth_metadata_entry entry = {.key = "note", .kind = HEARTH_TEXT, .text = "a text of more than thirty bytes"};
    hearth_metadata *metadata = calloc(ENTRIES, sizeof *metadata);
    hearth_uuid uuids[] = {uuid(1), uuid(2)};
    int64_t starts[] = {MARCH_1, MARCH_2};
    uint32_t indexes[] = {ENTRIES - 1, 7};
    double values[] = {60, 61};
    hearth_columns columns = {.type = HEART_RATE, .count = 2, .uuids = uuids, .starts = starts, .metadata = metadata,
                              .metadata_count = ENTRIES, .metadata_indexes = indexes, .kind = HEARTH_QUANTITIES,
                              .quantity = {.values = values}};
    hearth_error error;
    struct bytes frame;

    CHECK(metadata != NULL);
    for (size_t i = 0; i < ENTRIES; i++)
        metadata[i] = (hearth_metadata){.entries = &entry, .count = 1};
    CHECK_ERROR(hearth_start_save(talk.client, &columns, 1, &error) != 0, &error);
    frame = talk_receive(&talk);
    CHECK(frame.length < 400);
    free(frame.bytes);
    talk_end(&talk);
    free(metadata);
}

/* ------------------------------------------------------------------------------------------------- behind a read */

static void refuse_to_read(PB(ServerFrame) *frame, int32_t code, const char *field)
{
    size_t length = hearth__v1__server_frame__get_packed_size(frame);
    uint8_t *body = malloc(length);
    struct arena arena;
    PB(ServerFrame) *read;
    hearth_reply reply;
    hearth_error error;

    CHECK(body != NULL);
    hearth__v1__server_frame__pack(frame, body);
    read = reply_unpack(&arena, body, length);
    CHECK(read != NULL && !reply_decode(&arena, read, &reply, &error));
    expect_fault(&error, code, field);
    arena_end(&arena);
    free(body);
}

static ProtobufCBinaryData column(void *values, size_t length)
{
    return (ProtobufCBinaryData){length, values};
}

static uint8_t two_uuids[32];
static int64_t two_starts[2];

/* Two samples, which hold what the test has set. */
static void refuse_samples(PB(SampleColumns) *columns, int32_t code, const char *field)
{
    PB(SampleBatch) batch = HEARTH__V1__SAMPLE_BATCH__INIT;
    SERVER_FRAME(frame, 2, SAMPLES);

    columns->uuids = column(two_uuids, sizeof two_uuids);
    columns->starts = column(two_starts, sizeof two_starts);
    batch.columns = &columns;
    batch.n_columns = 1;
    frame.samples = &batch;
    refuse_to_read(&frame, code, field);
}

static void series_as_read(void)
{
    PB(SampleColumns) columns = HEARTH__V1__SAMPLE_COLUMNS__INIT;
    PB(RouteColumns) route = HEARTH__V1__ROUTE_COLUMNS__INIT;
    PB(HeartbeatColumns) heartbeat = HEARTH__V1__HEARTBEAT_COLUMNS__INIT;
    PB(QuantityColumns) quantity = HEARTH__V1__QUANTITY_COLUMNS__INIT;
    PB(SeriesPoints) points = HEARTH__V1__SERIES_POINTS__INIT;
    int64_t counts[] = {2, -1}, times[2] = {0};
    double values[2] = {0};
    uint32_t lengths[] = {0, 2};

    columns.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_ROUTE;
    columns.route = &route;
    refuse_samples(&columns, HEARTH_MALFORMED_COLUMN, "samples.columns[0].route.lengths");
    route.counts = column(counts, sizeof counts);
    refuse_samples(&columns, HEARTH_VALUE_OUT_OF_RANGE, "samples.columns[0].route.counts[1]");
    columns.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_HEARTBEAT;
    columns.heartbeat = &heartbeat;
    refuse_samples(&columns, HEARTH_MALFORMED_COLUMN, "samples.columns[0].heartbeat.lengths");
    columns.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_QUANTITY;
    columns.quantity = &quantity;
    quantity.values = column(values, sizeof values);
    quantity.points = &points;
    points.lengths = column(lengths, sizeof lengths);
    points.starts = column(times, sizeof times);
    points.values = column(values, sizeof values);
    refuse_samples(&columns, HEARTH_VALUE_OUT_OF_RANGE, "samples.columns[0].quantity.points.lengths[1]");
    counts[1] = 3;
    quantity.counts = column(counts, sizeof counts);
    refuse_samples(&columns, HEARTH_VALUE_OUT_OF_RANGE, "samples.columns[0].quantity.points.lengths[1]");
}

static void workouts_as_read(void)
{
    PB(SampleColumns) columns = HEARTH__V1__SAMPLE_COLUMNS__INIT;
    PB(WorkoutColumns) workout = HEARTH__V1__WORKOUT_COLUMNS__INIT;
    PB(WorkoutDetail) detail = HEARTH__V1__WORKOUT_DETAIL__INIT, other = HEARTH__V1__WORKOUT_DETAIL__INIT;
    PB(WorkoutEvent) event = HEARTH__V1__WORKOUT_EVENT__INIT;
    PB(WorkoutActivity) activity = HEARTH__V1__WORKOUT_ACTIVITY__INIT;
    PB(Metadata) metadata = HEARTH__V1__METADATA__INIT;
    PB(MetadataEntry) entry = HEARTH__V1__METADATA_ENTRY__INIT;
    uint32_t types[2] = {37, 37};

    columns.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_WORKOUT;
    columns.workout = &workout;
    workout.activity_types = column(types, sizeof types);
    workout.details = (PB(WorkoutDetail) *[]){&other, &detail};
    workout.n_details = 2;
    detail.events = (PB(WorkoutEvent) *[]){&event};
    detail.n_events = 1;
    event.start = 1;
    refuse_samples(&columns, HEARTH_VALUE_OUT_OF_RANGE, "samples.columns[0].workout.details[1].events[0].end");
    event.end = 1;
    event.metadata = &metadata;
    metadata.entries = (PB(MetadataEntry) *[]){&entry};
    metadata.n_entries = 1;
    entry.value_case = HEARTH__V1__METADATA_ENTRY__VALUE_DOUBLE_VALUE;
    entry.double_value = (double)NAN;
    refuse_samples(&columns, HEARTH_VALUE_OUT_OF_RANGE,
                   "samples.columns[0].workout.details[1].events[0].metadata.entries[0].double_value");
    entry.double_value = 1;
    detail.activities = (PB(WorkoutActivity) *[]){&activity};
    detail.n_activities = 1;
    activity.uuid = column(two_uuids, 16);
    activity.start = 1;
    activity.end_presence_case = HEARTH__V1__WORKOUT_ACTIVITY__END_PRESENCE_END;
    refuse_samples(&columns, HEARTH_VALUE_OUT_OF_RANGE, "samples.columns[0].workout.details[1].activities[0].end");
}

static void texts_as_read(void)
{
    PB(Notice) notice = HEARTH__V1__NOTICE__INIT;
    SERVER_FRAME(frame, 2, NOTICE);
    char first[] = "HKWorkoutTypeIdentifier", second[] = "\xff";

    notice.types = (char *[]){first, second};
    notice.n_types = 2;
    frame.notice = &notice;
    refuse_to_read(&frame, HEARTH_MALFORMED_TEXT, "notice.types[1]");
}

int main(void)
{
    saves();
    split_by_all_columns();
    leave_out_unused_entries();
    series_as_read();
    workouts_as_read();
    texts_as_read();
    puts("checks: what is wrong with samples is named");
    return 0;
}
