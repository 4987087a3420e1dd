/* The predicates of the vectors, built with the functions that an app has: the same bytes must come out. And faults in
 * what an app gives, which must not come out at all. */
#include "values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const RUNNING = "HKQuantityTypeIdentifierDistanceWalkingRunning";

/* Begins a query with one clause, and frees its predicate: the request has what it needs. */
static uint64_t query(hearth_client *client, const char *type, hearth_predicate *predicate, hearth_error *error)
{
    hearth_clause clause = {.type = type, .predicate = predicate};
    uint64_t call = hearth_start_query(client, &(hearth_query){.clauses = &clause, .clause_count = 1}, error);

    hearth_predicate_free(predicate);
    return call;
}

static uint64_t operators(hearth_client *client, hearth_error *error)
{
    hearth_predicate *predicate = hearth_predicate_new();
    int64_t seven = MARCH_1 + 7 * HOUR, eight = MARCH_1 + 8 * HOUR, nine = MARCH_1 + 9 * HOUR;
    int64_t first = MARCH_1, last = APRIL_1, zero = 0;

    hearth_where_interval(predicate, &seven, &eight, HEARTH_STRICT_START);
    hearth_where_interval(predicate, NULL, &nine, HEARTH_STRICT_END);
    hearth_where_operator(predicate, HEARTH_ANY_OF, 2);
    hearth_where_constant(predicate, false);
    hearth_where_operator(predicate, HEARTH_NONE_OF, 1);
    hearth_where_operator(predicate, HEARTH_ALL_OF, 2);
    hearth_where_interval(predicate, &first, &last, HEARTH_STRICT_START | HEARTH_STRICT_END);
    hearth_where_interval(predicate, &zero, NULL, 0);
    hearth_where_constant(predicate, true);
    return query(client, HEART_RATE, predicate, error);
}

static uint64_t cumulative(hearth_client *client, hearth_error *error)
{
    hearth_predicate *predicate = hearth_predicate_new();

    hearth_where_integer(predicate, HEARTH_START_DATE, HEARTH_GREATER_OR_EQUAL, MARCH_1);
    hearth_where_integer(predicate, HEARTH_END_DATE, HEARTH_LESS, MARCH_2);
    hearth_where_integer(predicate, HEARTH_COUNT, HEARTH_NOT_EQUAL, 0);
    hearth_where_number(predicate, HEARTH_VALUE, HEARTH_GREATER, 100, "count", NULL);
    hearth_where_number(predicate, HEARTH_VALUE_SUM, HEARTH_LESS_OR_EQUAL, 20000, "count", NULL);
    hearth_where_integer(predicate, HEARTH_COUNT, HEARTH_EQUAL, 3);
    return query(client, STEPS, predicate, error);
}

static uint64_t discrete(hearth_client *client, hearth_error *error)
{
    hearth_predicate *predicate = hearth_predicate_new();

    hearth_where_number(predicate, HEARTH_VALUE_AVERAGE, HEARTH_GREATER, 98.5, "degF", NULL);
    hearth_where_number(predicate, HEARTH_VALUE_MINIMUM, HEARTH_GREATER_OR_EQUAL, 36.5, "degC", NULL);
    hearth_where_number(predicate, HEARTH_VALUE_MAXIMUM, HEARTH_LESS, 41, "degC", NULL);
    hearth_where_number(predicate, HEARTH_VALUE_MOST_RECENT, HEARTH_LESS_OR_EQUAL, 310.5, "K", NULL);
    hearth_where_integer(predicate, HEARTH_MOST_RECENT_START, HEARTH_GREATER, MARCH_1);
    hearth_where_integer(predicate, HEARTH_MOST_RECENT_END, HEARTH_LESS, MARCH_2);
    hearth_where_number(predicate, HEARTH_MOST_RECENT_DURATION, HEARTH_LESS, 60, NULL, NULL);
    return query(client, "HKQuantityTypeIdentifierBodyTemperature", predicate, error);
}

static uint64_t category(hearth_client *client, hearth_error *error)
{
    hearth_predicate *predicate = hearth_predicate_new();

    hearth_where_integer(predicate, HEARTH_CATEGORY_VALUE, HEARTH_EQUAL, 4);
    hearth_where_integer(predicate, HEARTH_CATEGORY_VALUE, HEARTH_EQUAL, 5);
    hearth_where_operator(predicate, HEARTH_ANY_OF, 2);
    return query(client, SLEEP, predicate, error);
}

static uint64_t workout(hearth_client *client, hearth_error *error)
{
    hearth_predicate *predicate = hearth_predicate_new();

    hearth_where_integer(predicate, HEARTH_WORKOUT_ACTIVITY_TYPE, HEARTH_EQUAL, 37);
    hearth_where_number(predicate, HEARTH_WORKOUT_DURATION, HEARTH_GREATER, 1800, NULL, NULL);
    hearth_where_number(predicate, HEARTH_WORKOUT_ENERGY_BURNED, HEARTH_GREATER, 300, "kcal", NULL);
    hearth_where_number(predicate, HEARTH_WORKOUT_DISTANCE, HEARTH_LESS, 42.195, "km", NULL);
    hearth_where_number(predicate, HEARTH_WORKOUT_SWIMMING_STROKES, HEARTH_EQUAL, 0, "count", NULL);
    hearth_where_number(predicate, HEARTH_WORKOUT_FLIGHTS_CLIMBED, HEARTH_GREATER_OR_EQUAL, 2, "count", NULL);
    hearth_where_number(predicate, HEARTH_WORKOUT_SUM, HEARTH_GREATER, 5, "km", RUNNING);
    hearth_where_number(predicate, HEARTH_WORKOUT_AVERAGE, HEARTH_LESS, 150, "count/min", HEART_RATE);
    hearth_where_number(predicate, HEARTH_WORKOUT_MINIMUM, HEARTH_GREATER, 60, "count/min", HEART_RATE);
    hearth_where_number(predicate, HEARTH_WORKOUT_MAXIMUM, HEARTH_LESS_OR_EQUAL, 185, "count/min", HEART_RATE);
    return query(client, WORKOUT, predicate, error);
}

static uint64_t activity(hearth_client *client, hearth_error *error)
{
    hearth_predicate *predicate = hearth_predicate_new();

    hearth_where_integer(predicate, HEARTH_ACTIVITY_TYPE, HEARTH_EQUAL, 37);
    hearth_where_number(predicate, HEARTH_ACTIVITY_DURATION, HEARTH_GREATER, 600, NULL, NULL);
    hearth_where_integer(predicate, HEARTH_ACTIVITY_START_DATE, HEARTH_GREATER_OR_EQUAL, MARCH_1);
    hearth_where_integer(predicate, HEARTH_ACTIVITY_END_DATE, HEARTH_LESS, APRIL_1);
    hearth_where_number(predicate, HEARTH_ACTIVITY_SUM, HEARTH_GREATER, 3000, "m", RUNNING);
    hearth_where_number(predicate, HEARTH_ACTIVITY_AVERAGE, HEARTH_LESS, 160, "count/min", HEART_RATE);
    hearth_where_operator(predicate, HEARTH_ANY_OF, 2);
    hearth_where_number(predicate, HEARTH_ACTIVITY_MINIMUM, HEARTH_GREATER, 60, "count/min", HEART_RATE);
    hearth_where_number(predicate, HEARTH_ACTIVITY_MAXIMUM, HEARTH_LESS, 190, "count/min", HEART_RATE);
    hearth_where_operator(predicate, HEARTH_ANY_ACTIVITY, 7);
    hearth_where_integer(predicate, HEARTH_ACTIVITY_TYPE, HEARTH_EQUAL, 46);
    hearth_where_operator(predicate, HEARTH_ANY_ACTIVITY, 1);
    hearth_where_operator(predicate, HEARTH_NONE_OF, 1);
    return query(client, WORKOUT, predicate, error);
}

static uint64_t metadata(hearth_client *client, hearth_error *error)
{
    const hearth_metadata_entry meals[] = {
        {.key = "HKBloodGlucoseMealTime", .kind = HEARTH_INTEGER, .integer = 1},
        {.key = "HKBloodGlucoseMealTime", .kind = HEARTH_INTEGER, .integer = 2},
    };
    const struct { int relation; hearth_metadata_entry entry; } one[] = {
        {HEARTH_NOT_EQUAL, {.key = "HKTimeZone", .kind = HEARTH_TEXT, .text = ""}},
        {HEARTH_CONTAINS, {.key = "HKTimeZone", .kind = HEARTH_TEXT, .text = "/Z"}},
        {HEARTH_BEGINS_WITH, {.key = "HKTimeZone", .kind = HEARTH_TEXT, .text = "Europe/"}},
        {HEARTH_ENDS_WITH, {.key = "HKTimeZone", .kind = HEARTH_TEXT, .text = "ürich"}},
        {HEARTH_LESS, {.key = "HKReferenceRangeLowerLimit", .kind = HEARTH_NUMBER, .number = 75}},
        {HEARTH_LESS_OR_EQUAL, {.key = "HKWeatherTemperature", .kind = HEARTH_QUANTITY, .quantity = {32, "degF"}}},
        {HEARTH_GREATER, {.key = "HKDateOfEarliestDataUsedForEstimate", .kind = HEARTH_DATE,
                          .date = INT64_C(1704067200000000000)}},
        {HEARTH_EQUAL, {.key = "HKWasUserEntered", .kind = HEARTH_BOOLEAN, .boolean = true}},
        {HEARTH_GREATER_OR_EQUAL, {.key = "org.example.diary.page", .kind = HEARTH_INTEGER, .integer = -7}},
    };
    hearth_predicate *predicate = hearth_predicate_new();

    hearth_where_metadata_key(predicate, "HKBloodGlucoseMealTime");
    hearth_where_metadata(predicate, HEARTH_EQUAL, meals, 2);
    for (size_t i = 0; i < COUNT(one); i++)
        hearth_where_metadata(predicate, one[i].relation, &one[i].entry, 1);
    hearth_where_operator(predicate, HEARTH_NONE_OF, 1);
    return query(client, "HKQuantityTypeIdentifierBloodGlucose", predicate, error);
}

static uint64_t sources(hearth_client *client, hearth_error *error)
{
    const char *const apps[] = {"org.example.run", "org.example.scale"};
    const hearth_revision revisions[] = {
        {.bundle_identifier = apps[0], .version = "2.1", .product_type = "x86_64", .has_system = true,
         .system = {12, 4, 1}},
        {.bundle_identifier = apps[0], .any_version = true, .any_product_type = true, .any_system = true},
        {.bundle_identifier = apps[1]},
        {.bundle_identifier = apps[1], .version = "", .product_type = ""},
    };
    hearth_predicate *predicate = hearth_predicate_new();

    hearth_where_sources(predicate, apps, 2);
    hearth_where_revisions(predicate, revisions, COUNT(revisions));
    hearth_where_operator(predicate, HEARTH_ANY_OF, 2);
    return query(client, HEART_RATE, predicate, error);
}

static uint64_t devices(hearth_client *client, hearth_error *error)
{
    const hearth_device all[] = {
        {"Pulse Ring", "Example Instruments", "PR-1", "B", "1.0.7", "3.2", "ring-0042", "00844588003288"},
        {.name = "Chest strap", .model = ""},
        {.name = NULL},
    };
    const char *const values[] = {"Pulse Ring", "Chest strap", "Example Instruments", "PR-1", "", "B", "1.0.7", "3.2",
                                  "ring-0042"};
    hearth_predicate *predicate = hearth_predicate_new();

    hearth_where_devices(predicate, all, COUNT(all));
    hearth_where_device_property(predicate, 1, values, 2);
    hearth_where_device_property(predicate, 2, values + 2, 1);
    hearth_where_device_property(predicate, 3, values + 3, 2);
    for (int property = 4; property <= 7; property++)
        hearth_where_device_property(predicate, property, values + property + 1, 1);
    hearth_where_device_property(predicate, 8, NULL, 0);
    return query(client, HEART_RATE, predicate, error);
}

static uint64_t objects(hearth_client *client, hearth_error *error)
{
    const hearth_uuid uuids[] = {uuid(0x13), uuid(0x14)};
    hearth_predicate *predicate = hearth_predicate_new();

    hearth_where_uuids(predicate, uuids, 2);
    hearth_where_in_workout(predicate, uuid(0x1d));
    hearth_where_in_correlation(predicate, uuid(0x12));
    hearth_where_operator(predicate, HEARTH_ANY_OF, 3);
    hearth_where_correlated(predicate, true);
    hearth_where_correlated(predicate, false);
    hearth_where_operator(predicate, HEARTH_ANY_OF, 2);
    return query(client, "HKQuantityTypeIdentifierBloodPressureSystolic", predicate, error);
}

static uint64_t attributes(hearth_client *client, hearth_error *error)
{
    const int64_t classifications[] = {2, 3};
    const double rate = 100;
    const hearth_uuid symptom = uuid(0x43);
    const char *const types[] = {"Observation", "DiagnosticReport"};
    hearth_predicate *predicate = hearth_predicate_new(), *other = hearth_predicate_new();
    hearth_clause clauses[] = {{.type = "HKDataTypeIdentifierElectrocardiogram", .predicate = predicate},
                               {.type = "HKClinicalTypeIdentifierLabResultRecord", .predicate = other}};
    hearth_query query = {.clauses = clauses, .clause_count = 2, .include_series = true};
    uint64_t call;

    hearth_where_attribute(predicate, HEARTH_EQUAL,
                           &(hearth_attribute){HEARTH_ATTRIBUTE_CLASSIFICATION, 2, .integers = classifications});
    hearth_where_attribute(predicate, HEARTH_GREATER,
                           &(hearth_attribute){HEARTH_ATTRIBUTE_AVERAGE_HEART_RATE, 1, .numbers = &rate});
    hearth_where_attribute(predicate, HEARTH_EQUAL,
                           &(hearth_attribute){HEARTH_ATTRIBUTE_SYMPTOMS, 1, .uuids = &symptom});
    hearth_where_attribute(other, HEARTH_EQUAL,
                           &(hearth_attribute){HEARTH_ATTRIBUTE_FHIR_RESOURCE_TYPE, 2, .texts = types});
    call = hearth_start_query(client, &query, error);
    hearth_predicate_free(predicate);
    hearth_predicate_free(other);
    return call;
}

/* A predicate that is at fault is refused by the request that uses it, with the place of its first fault. */
static void faulty(hearth_predicate *predicate, int32_t code, const char *field)
{
    struct talk talk = talk_open(false);
    hearth_error error;

    CHECK(query(talk.client, HEART_RATE, predicate, &error) == 0);
    if (error.code != code || strcmp(error.field, field) != 0)
        fprintf(stderr, "%s %s instead of %s\n", hearth_error_name(error.code), error.field, field);
    CHECK(error.code == code && strcmp(error.field, field) == 0);
    CHECK(talk_is_silent(&talk));
    talk_end(&talk);
}

static void faults(void)
{
    const hearth_metadata_entry none = {.key = "", .kind = HEARTH_INTEGER};
    const char *const texts[] = {"org.example.run", "\xff"};
    const hearth_device devices[] = {{.name = "Chest strap"}, {.model = "\xff"}};
    const hearth_revision revisions[] = {{.bundle_identifier = texts[0]}, {.bundle_identifier = ""},
                                         {.bundle_identifier = texts[0], .version = "\xff"},
                                         {.bundle_identifier = texts[0], .product_type = "\xff"}};
    hearth_predicate *predicate = hearth_predicate_new();
    int64_t start = 1, end = 0;

    hearth_where_constant(predicate, true);
    hearth_where_operator(predicate, HEARTH_ANY_OF, 2);
    hearth_where_metadata_key(predicate, "");
    faulty(predicate, HEARTH_MALFORMED_PREDICATE, "query_samples.clauses[0].predicate.terms[1]");
    predicate = hearth_predicate_new();
    hearth_where_number(predicate, HEARTH_VALUE, HEARTH_LESS, NAN, "count/min", NULL);
    faulty(predicate, HEARTH_VALUE_OUT_OF_RANGE, "query_samples.clauses[0].predicate.terms[0].comparison.number");
    predicate = hearth_predicate_new();
    hearth_where_interval(predicate, &start, &end, 0);
    faulty(predicate, HEARTH_VALUE_OUT_OF_RANGE, "query_samples.clauses[0].predicate.terms[0].interval.end");
    predicate = hearth_predicate_new();
    hearth_where_metadata_key(predicate, "\xc3\x28");
    faulty(predicate, HEARTH_MALFORMED_TEXT, "query_samples.clauses[0].predicate.terms[0].metadata_key");
    predicate = hearth_predicate_new();
    hearth_where_metadata(predicate, HEARTH_EQUAL, &none, 1);
    faulty(predicate, HEARTH_MALFORMED_TEXT, "query_samples.clauses[0].predicate.terms[0].metadata.entries[0].key");
    predicate = hearth_predicate_new();
    hearth_where_constant(predicate, true);
    hearth_where_sources(predicate, texts, 2);
    faulty(predicate, HEARTH_MALFORMED_TEXT,
           "query_samples.clauses[0].predicate.terms[1].sources.bundle_identifiers[1]");
    predicate = hearth_predicate_new();
    hearth_where_device_property(predicate, 1, texts, 2);
    faulty(predicate, HEARTH_MALFORMED_TEXT, "query_samples.clauses[0].predicate.terms[0].device_property.values[1]");
    predicate = hearth_predicate_new();
    hearth_where_devices(predicate, devices, 2);
    faulty(predicate, HEARTH_MALFORMED_TEXT, "query_samples.clauses[0].predicate.terms[0].devices.devices[1].model");
    predicate = hearth_predicate_new();
    hearth_where_revisions(predicate, revisions, 2);
    faulty(predicate, HEARTH_MALFORMED_TEXT,
           "query_samples.clauses[0].predicate.terms[0].source_revisions.patterns[1].bundle_identifier");
    predicate = hearth_predicate_new();
    hearth_where_revisions(predicate, revisions + 2, 1);
    faulty(predicate, HEARTH_MALFORMED_TEXT,
           "query_samples.clauses[0].predicate.terms[0].source_revisions.patterns[0].version");
    predicate = hearth_predicate_new();
    hearth_where_revisions(predicate, revisions + 3, 1);
    faulty(predicate, HEARTH_MALFORMED_TEXT,
           "query_samples.clauses[0].predicate.terms[0].source_revisions.patterns[0].product_type");
}

/* What the test of an attribute alone is refused for. */
static void faulty_attribute(const hearth_attribute *values, int32_t code, const char *field)
{
    hearth_predicate *predicate = hearth_predicate_new();
    char path[200];

    snprintf(path, sizeof path, "query_samples.clauses[0].predicate.terms[0].attribute.%s", field);
    hearth_where_attribute(predicate, HEARTH_EQUAL, values);
    faulty(predicate, code, path);
}

static void faults_of_attributes(void)
{
    static const int64_t many[257];
    const double numbers[] = {1, NAN};
    const char *const texts[] = {"", "\xff"};

    faulty_attribute(&(hearth_attribute){.count = 1, .integers = many}, HEARTH_VALUE_OUT_OF_RANGE, "name");
    faulty_attribute(&(hearth_attribute){.name = 9999, .count = 1, .integers = many}, HEARTH_VALUE_OUT_OF_RANGE,
                     "name");
    faulty_attribute(&(hearth_attribute){.name = HEARTH_ATTRIBUTE_CLASSIFICATION}, HEARTH_MALFORMED_COLUMN,
                     "integers");
    faulty_attribute(&(hearth_attribute){HEARTH_ATTRIBUTE_CLASSIFICATION, 0, .numbers = numbers},
                     HEARTH_MALFORMED_COLUMN, "integers");
    faulty_attribute(&(hearth_attribute){HEARTH_ATTRIBUTE_CLASSIFICATION, 1, .integers = many, .numbers = numbers},
                     HEARTH_INVALID_ARGUMENT, "integers");
    faulty_attribute(&(hearth_attribute){HEARTH_ATTRIBUTE_CLASSIFICATION, 257, .integers = many},
                     HEARTH_LIMIT_EXCEEDED, "integers");
    faulty_attribute(&(hearth_attribute){HEARTH_ATTRIBUTE_VALENCE, 2, .numbers = numbers}, HEARTH_VALUE_OUT_OF_RANGE,
                     "numbers[1]");
    faulty_attribute(&(hearth_attribute){HEARTH_ATTRIBUTE_BRAND, 2, .texts = texts}, HEARTH_MALFORMED_TEXT,
                     "texts[1]");
}

int main(void)
{
    expect_request("37-predicate-operators", operators);
    expect_request("39-predicate-cumulative", cumulative);
    expect_request("40-predicate-discrete", discrete);
    expect_request("41-predicate-category", category);
    expect_request("42-predicate-workout", workout);
    expect_request("43-predicate-activity", activity);
    expect_request("44-predicate-metadata", metadata);
    expect_request("45-predicate-source", sources);
    expect_request("46-predicate-device", devices);
    expect_request("47-predicate-objects", objects);
    expect_request("109-predicate-attributes", attributes);
    faults();
    faults_of_attributes();
    puts("predicates: built by an app's functions, faults are refused");
    return 0;
}
