/* Saves the electrocardiogram on standard input, and lists those of a sinus rhythm that are stored, with what their
 * voltages span. usage: electrocardiogram HERTZ, with microvolts on standard input, one a line */
#include "arguments.h"

#include <hearth.h>
#include <stdio.h>
#include <time.h>

enum { MOST_VOLTAGES = 131072, SINUS_RHYTHM = 1, NO_SYMPTOMS = 1 };
static const char *const TYPE = "HKDataTypeIdentifierElectrocardiogram";

/* The voltages on standard input, into an array to be freed; NULL: a line is not a number, or there are too many. */
static double *read_voltages(uint32_t *count)
{
    double *voltages = calloc(MOST_VOLTAGES, sizeof *voltages);
    char line[64];

    *count = 0;
    while (voltages != NULL && fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (*count == MOST_VOLTAGES || !read_number(line, &voltages[*count])) {
            free(voltages);
            return NULL;
        }
        ++*count;
    }
    return voltages;
}

static int save(hearth_client *client, double hertz, const double *voltages, uint32_t count, hearth_error *error)
{
    const int64_t classification = SINUS_RHYTHM, symptoms = NO_SYMPTOMS;
    /* In the order of hearth.h. */
    const hearth_attribute attributes[] = {
        {.name = HEARTH_ATTRIBUTE_CLASSIFICATION, .count = 1, .integers = &classification},
        {.name = HEARTH_ATTRIBUTE_SYMPTOMS_STATUS, .count = 1, .integers = &symptoms},
        {.name = HEARTH_ATTRIBUTE_SAMPLING_FREQUENCY, .count = 1, .numbers = &hertz},
    };
    const hearth_record record = {attributes, sizeof attributes / sizeof *attributes};
    struct timespec now;
    hearth_uuid uuid;
    int64_t start, end;
    hearth_columns columns = {
        .type = TYPE, .count = 1, .uuids = &uuid, .starts = &start, .ends = &end, .kind = HEARTH_RECORDS,
        .record = {.records = &record, .lengths = &count, .element_count = count, .voltages = voltages},
    };

    timespec_get(&now, TIME_UTC);
    end = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    start = end - (int64_t)(count / hertz * 1e9);
    if (hearth_make_uuids(client, &uuid, 1) != 0)
        return -1;
    return hearth_save(client, &columns, 1, NULL, error);
}

static void print(const hearth_columns *columns)
{
    const double *voltage = columns->record.voltages;

    for (size_t row = 0; row < columns->count; row++) {
        const hearth_attribute *frequency = hearth_attribute_of(columns, row, HEARTH_ATTRIBUTE_SAMPLING_FREQUENCY);
        double least = 0, most = 0;

        for (uint32_t i = 0; i < columns->record.lengths[row]; i++, voltage++) {
            least = i == 0 || *voltage < least ? *voltage : least;
            most = i == 0 || *voltage > most ? *voltage : most;
        }
        printf("%u voltages, %g to %g uV, at %g Hz\n", columns->record.lengths[row], least, most,
               frequency != NULL ? frequency->numbers[0] : 0);
    }
}

static int list(hearth_client *client, hearth_error *error)
{
    const int64_t classification = SINUS_RHYTHM;
    const hearth_attribute wanted = {.name = HEARTH_ATTRIBUTE_CLASSIFICATION, .count = 1, .integers = &classification};
    hearth_predicate *predicate = hearth_predicate_new();
    hearth_clause clause = {.type = TYPE, .predicate = predicate};
    hearth_query query = {.clauses = &clause, .clause_count = 1, .include_series = true};
    const hearth_reply *reply;
    hearth_step step = HEARTH_FAILED;
    uint64_t call;

    hearth_where_attribute(predicate, HEARTH_EQUAL, &wanted);
    call = hearth_start_query(client, &query, error);
    hearth_predicate_free(predicate);
    while (call != 0 && (step = hearth_next(client, call, -1, &reply, error)) == HEARTH_REPLY) {
        for (size_t i = 0; i < reply->samples.column_count; i++)
            print(&reply->samples.columns[i]);
        hearth_reply_free(reply);
    }
    return step == HEARTH_FAILED ? -1 : 0;
}

int main(int count, char **arguments)
{
    hearth_options options = {.bundle_identifier = "org.example.samples", .name = "Samples in C"};
    hearth_error error = {.message = "no random numbers"};
    hearth_client *client;
    double hertz, *voltages;
    uint32_t voltage_count;
    int done;

    if (wants_help(count, arguments,
                   "usage: electrocardiogram HERTZ\nSaves the electrocardiogram on standard input: microvolts, one a line.\n"
                   "Then lists those of a sinus rhythm that are stored."))
        return 0;
    if (count != 2 || !read_number(arguments[1], &hertz) || !(hertz > 0))
        return usage("electrocardiogram HERTZ");
    voltages = read_voltages(&voltage_count);
    if (voltages == NULL)
        return usage("electrocardiogram HERTZ, with at most 131,072 numbers on standard input, one a line");
    client = hearth_new(&options, &error);
    done = client != NULL && save(client, hertz, voltages, voltage_count, &error) == 0 ? list(client, &error) : -1;
    if (done != 0)
        fprintf(stderr, "electrocardiogram: %s %s\n", error.message, error.field);
    hearth_free(client);
    free(voltages);
    return done == 0 ? 0 : 1;
}
