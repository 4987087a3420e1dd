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

static void records(void)
{
    enum { MOST = 131072 };
    static const double voltages[MOST + 1];
    hearth_uuid sample = uuid(1);
    int64_t start = MARCH_1, count = 1;
    uint32_t length = 1;
    const char *const texts[] = {"one", "\xc3\x28"};
    hearth_attribute values[] = {
        {.name = HEARTH_ATTRIBUTE_CLASSIFICATION, .count = 1, .integers = &count},
        {.name = HEARTH_ATTRIBUTE_BRAND, .count = 2, .texts = texts},
    };
    hearth_record record = {values, 1};
    hearth_columns columns = {.type = "HKDataTypeIdentifierElectrocardiogram", .count = 1, .uuids = &sample,
                              .starts = &start, .kind = HEARTH_RECORDS,
                              .record = {.records = &record, .lengths = &length, .element_count = 1,
                                         .voltages = voltages}};
    hearth_provenance provenance = {.owner = "\xff"};

    CHECK(check_columns(&columns, TO_SAVE, NULL, NULL));
    CHECK(hearth_attribute_of(&columns, 0, HEARTH_ATTRIBUTE_CLASSIFICATION) == &values[0]);
    CHECK(hearth_attribute_of(&columns, 0, HEARTH_ATTRIBUTE_BRAND) == NULL);
    length = MOST + 1;
    columns.record.element_count = MOST + 1;
    refuse_to_save(&columns, HEARTH_LIMIT_EXCEEDED, "record.lengths[0]");
    /* Of a document it would not be too long. */
    columns.record.voltages = NULL;
    columns.record.contents = (const uint8_t *)voltages;
    CHECK(check_columns(&columns, TO_SAVE, NULL, NULL));
    columns.record.voltages = voltages;
    refuse_to_save(&columns, HEARTH_MALFORMED_COLUMN, "record.contents");
    columns.record.contents = NULL;
    columns.record.element_count = length = 2;
    columns.record.voltages = NULL;
    refuse_to_save(&columns, HEARTH_MALFORMED_COLUMN, "record.voltages");
    length = 1;
    refuse_to_save(&columns, HEARTH_MALFORMED_COLUMN, "record.lengths");
    columns.record.lengths = NULL;
    columns.record.element_count = 0;
    CHECK(check_columns(&columns, TO_SAVE, NULL, NULL));
    record.count = 2;
    refuse_to_save(&columns, HEARTH_MALFORMED_TEXT, "record.records[0].attributes[1].texts[1]");
    columns.record.records = NULL;
    refuse_to_save(&columns, HEARTH_MALFORMED_COLUMN, "record.records");
    CHECK(hearth_attribute_of(&(hearth_columns){.kind = HEARTH_CATEGORIES}, 0, 1) == NULL);
    columns.provenances = &provenance;
    columns.provenance_count = 1;
    refuse_to_save(&columns, HEARTH_MALFORMED_TEXT, "provenances[0].owner");
}

/* Documents fill frames by their bytes, and a part has those of its rows. */
static void split_documents(void)
{
    enum { ROWS = 40, BYTES = 5000, FRAME = 65536 };
    struct talk talk = talk_open(true);
    hearth_uuid uuids[ROWS];
    int64_t starts[ROWS];
    uint32_t lengths[ROWS];
    hearth_record all[ROWS];
    const char *const name = "Hemoglobin";
    const hearth_attribute attribute = {.name = HEARTH_ATTRIBUTE_DISPLAY_NAME, .count = 1, .texts = &name};
    uint8_t *contents = malloc(ROWS * BYTES);
    hearth_columns columns = {.type = "HKClinicalTypeIdentifierLabResultRecord", .count = ROWS, .uuids = uuids,
                              .starts = starts, .kind = HEARTH_RECORDS,
                              .record = {.records = all, .lengths = lengths, .element_count = ROWS * BYTES,
                                         .contents = contents}};
    size_t rows = 0, frames = 0;
    bool more = true;
    hearth_error error;

    CHECK(contents != NULL);
    for (uint8_t i = 0; i < ROWS; i++) {
        uuids[i] = uuid(i);
        starts[i] = MARCH_1;
        lengths[i] = BYTES;
        all[i] = (hearth_record){&attribute, 1};
        memset(contents + i * BYTES, i, BYTES);
    }
    talk.client->session.welcome.frame_bytes = FRAME;
    CHECK_ERROR(hearth_start_save(talk.client, &columns, 1, &error) != 0, &error);
    while (more) {
        struct bytes frame = talk_receive(&talk);
        PB(ClientFrame) *message = hearth__v1__client_frame__unpack(NULL, frame.length - 4, frame.bytes + 4);
        const PB(RecordColumns) *part;

        CHECK(frame.length <= FRAME && message != NULL && message->save->n_columns == 1);
        part = message->save->columns[0]->record;
        CHECK(part->contents.len == part->n_records * BYTES && part->lengths.len == part->n_records * 4);
        CHECK(part->contents.data[0] == rows && part->voltages.len == 0);
        rows += part->n_records;
        frames++;
        more = message->save->more;
        hearth__v1__client_frame__free_unpacked(message, NULL);
        free(frame.bytes);
    }
    CHECK(rows == ROWS && frames >= 4);
    talk_end(&talk);
    free(contents);
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

static void records_as_read(void)
{
    PB(SampleColumns) columns = HEARTH__V1__SAMPLE_COLUMNS__INIT;
    PB(RecordColumns) record = HEARTH__V1__RECORD_COLUMNS__INIT;
    PB(Record) one = HEARTH__V1__RECORD__INIT, other = HEARTH__V1__RECORD__INIT;
    PB(Attribute) attribute = HEARTH__V1__ATTRIBUTE__INIT, unknown = HEARTH__V1__ATTRIBUTE__INIT;
    int64_t counts[] = {2, -1}, integers[] = {1, 2};
    double voltages[] = {1, (double)INFINITY};
    uint32_t lengths[] = {0, 2};

    columns.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_RECORD;
    columns.record = &record;
    record.records = (PB(Record) *[]){&one, &other};
    record.n_records = 1;
    refuse_samples(&columns, HEARTH_MALFORMED_COLUMN, "samples.columns[0].record.records");
    record.n_records = 2;
    record.counts = column(counts, sizeof counts);
    refuse_samples(&columns, HEARTH_VALUE_OUT_OF_RANGE, "samples.columns[0].record.counts[1]");
    counts[1] = 3;
    record.lengths = column(lengths, sizeof lengths);
    refuse_samples(&columns, HEARTH_MALFORMED_COLUMN, "samples.columns[0].record.voltages");
    record.voltages = column(voltages, sizeof voltages);
    refuse_samples(&columns, HEARTH_VALUE_OUT_OF_RANGE, "samples.columns[0].record.lengths[1]");
    counts[1] = 2;
    refuse_samples(&columns, HEARTH_VALUE_OUT_OF_RANGE, "samples.columns[0].record.voltages[1]");
    voltages[1] = 2;
    record.contents = column(voltages, 2);
    refuse_samples(&columns, HEARTH_MALFORMED_COLUMN, "samples.columns[0].record.contents");
    record.contents = column(NULL, 0);
    /* What is not known stands between the others, whatever it has. */
    unknown.name = (PB(AttributeName))9999;
    unknown.integers = column(integers, 3);
    attribute.name = HEARTH__V1__ATTRIBUTE_NAME__ATTRIBUTE_NAME_LABELS;
    attribute.integers = column(integers, 9);
    other.attributes = (PB(Attribute) *[]){&unknown, &attribute, &attribute};
    other.n_attributes = 3;
    refuse_samples(&columns, HEARTH_MALFORMED_COLUMN, "samples.columns[0].record.records[1].attributes[1].integers");
    attribute.integers = column(integers, 16);
    refuse_samples(&columns, HEARTH_INVALID_ARGUMENT, "samples.columns[0].record.records[1].attributes[2].name");
    attribute.numbers = column(voltages, 16);
    refuse_samples(&columns, HEARTH_INVALID_ARGUMENT, "samples.columns[0].record.records[1].attributes[1].integers");
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
    records();
    split_documents();
    split_by_all_columns();
    leave_out_unused_entries();
    series_as_read();
    workouts_as_read();
    records_as_read();
    texts_as_read();
    puts("checks: what is wrong with samples is named");
    return 0;
}
