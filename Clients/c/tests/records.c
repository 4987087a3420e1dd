/* Records of every kind with random values, by the tables of RECORDS.md: saved to a real server, read back bit for bit
 * by queries and as changes, and found by their values. And who may save for whom. */
#include "record_kinds.h"
#include "server.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 12, MOST_ATTRIBUTES = 32, MOST_LIST = 9, MOST_ELEMENTS = 300 };
static const int64_t NOON = INT64_C(1795262400000000000);
static const int64_t SECOND = 1000000000;

static hearth_error error;

/* Every name of the schema is that of a rule. */
static void every_attribute_has_a_rule(void)
{
    const ProtobufCEnumDescriptor *names = &hearth__v1__attribute_name__descriptor;

    for (unsigned i = 0; i < names->n_values; i++) {
        bool found = names->values[i].value == 0;

        for (size_t j = 0; j < COUNT(kinds); j++)
            for (size_t k = 0; k < kinds[j].count; k++)
                found = found || kinds[j].rules[k].name == names->values[i].value;
        if (!found)
            fprintf(stderr, "%s\n", names->values[i].name);
        CHECK(found);
    }
}

/* ------------------------------------------------------------------------------------------------- random records */

/* Values of one attribute, whichever form it has. */
union values {
    int64_t integers[MOST_LIST];
    double numbers[MOST_LIST];
    const char *texts[MOST_LIST];
    hearth_uuid uuids[MOST_LIST];
};

/* Samples of one kind, with all that their columns point to. */
struct made {
    hearth_columns columns;
    hearth_uuid uuids[ROWS];
    int64_t starts[ROWS], ends[ROWS];
    hearth_record records[ROWS];
    hearth_attribute attributes[ROWS][MOST_ATTRIBUTES];
    union values values[ROWS][MOST_ATTRIBUTES];
    uint32_t lengths[ROWS];
    double voltages[MOST_ELEMENTS];
    uint8_t contents[MOST_ELEMENTS];
};

/* Any number within the bounds: of any size, or one of those at the edge. */
static double random_number(double least, double most)
{
    const double edges[] = {0, -0.0, DBL_TRUE_MIN, -DBL_TRUE_MIN, 1, -1, 0.1, DBL_MAX, -DBL_MAX};
    double number;

    do {
        uint64_t bits = seeded();

        memcpy(&number, &bits, sizeof number);
        if (seeded_below(3) == 0)
            number = edges[seeded_below(COUNT(edges))];
        else if (seeded_below(2) == 0)
            number = (double)(int64_t)seeded_below(2000001) / 1000000 - 1;
    } while (!(number >= least && number <= most));
    return number;
}

static const char *random_text(void)
{
    static const char *const texts[] = {"", "Observation", "4.0.1", "Ä", "A\xcc\x88", "\xf0\x9f\xab\x80 puls", " ",
                                        "\n", "null", "a longer text, of which a record may have some: 0123456789"};

    return texts[seeded_below(COUNT(texts))];
}

static void fill(const struct rule *rule, size_t count, union values *values, hearth_attribute *out)
{
    const uint64_t span = (uint64_t)(rule->form == INTEGERS ? rule->most - rule->least : 0) + 1;

    *out = (hearth_attribute){.name = rule->name, .count = count};
    for (size_t i = 0; i < count; i++)
        switch (rule->form) {
        case INTEGERS:
            values->integers[i] = (int64_t)rule->least + (int64_t)seeded_below(span);
            out->integers = values->integers;
            break;
        case TIMES:
            values->integers[i] = NOON - (int64_t)seeded_below(UINT64_C(4000000000000000000));
            out->integers = values->integers;
            break;
        case NUMBERS:
            values->numbers[i] = random_number(rule->least, rule->most);
            out->numbers = values->numbers;
            break;
        case TEXTS:
            values->texts[i] = random_text();
            out->texts = values->texts;
            break;
        case UUIDS:
            for (size_t j = 0; j < sizeof values->uuids[i].bytes; j++)
                values->uuids[i].bytes[j] = (uint8_t)seeded();
            out->uuids = values->uuids;
            break;
        }
}

static void make_record(const struct kind *kind, size_t row, struct made *made)
{
    size_t table = 1 + (size_t)seeded_below(MOST_LIST), list = (size_t)seeded_below(MOST_LIST + 1), next = 0;

    for (size_t i = 0; i < kind->count; i++) {
        const struct rule *rule = &kind->rules[i];
        size_t count = 1;

        switch (rule->occurrence) {
        case REQUIRED: break;
        case OPTIONAL: count = (size_t)seeded_below(2); break;
        /* Lists that belong together, such as codes, are as long as each other. */
        case LIST: count = list; break;
        case TABLE: count = table; break;
        case EXACTLY: count = rule->count; break;
        case NONE_OR: count = seeded_below(2) == 0 ? rule->count : 0; break;
        }
        if (count == 0)
            continue;
        fill(rule, count, &made->values[row][next], &made->attributes[row][next]);
        next++;
    }
    made->records[row] = (hearth_record){made->attributes[row], next};
}

static void make(hearth_client *client, const struct kind *kind, struct made *made)
{
    hearth_record_columns *columns = &made->columns.record;
    size_t elements = 0;

    made->columns = (hearth_columns){.type = kind->type, .count = ROWS, .uuids = made->uuids, .starts = made->starts,
                                     .ends = made->ends, .kind = HEARTH_RECORDS};
    CHECK(hearth_make_uuids(client, made->uuids, ROWS) == 0);
    for (size_t row = 0; row < ROWS; row++) {
        made->starts[row] = NOON + (int64_t)row * SECOND;
        made->ends[row] = made->starts[row] + (int64_t)seeded_below(5000000000);
        make_record(kind, row, made);
        made->lengths[row] = (uint32_t)seeded_below(2) * (uint32_t)seeded_below(MOST_ELEMENTS / ROWS + 1);
        for (size_t i = 0; i < made->lengths[row]; i++, elements++) {
            made->voltages[elements] = random_number(-DBL_MAX, DBL_MAX);
            made->contents[elements] = (uint8_t)seeded();
        }
    }
    columns->records = made->records;
    if (kind->series == NO_SERIES)
        return;
    columns->lengths = made->lengths;
    columns->element_count = elements;
    if (kind->series == VOLTAGES)
        columns->voltages = made->voltages;
    else
        columns->contents = made->contents;
}

/* ---------------------------------------------------------------------------------------------------- comparisons */

static bool same_values(const hearth_attribute *one, const hearth_attribute *other)
{
    if (one->name != other->name || one->count != other->count || !one->integers != !other->integers
        || !one->numbers != !other->numbers || !one->texts != !other->texts || !one->uuids != !other->uuids)
        return false;
    if (one->integers != NULL)
        return memcmp(one->integers, other->integers, one->count * sizeof *one->integers) == 0;
    if (one->numbers != NULL)
        return memcmp(one->numbers, other->numbers, one->count * sizeof *one->numbers) == 0;
    if (one->uuids != NULL)
        return memcmp(one->uuids, other->uuids, one->count * sizeof *one->uuids) == 0;
    for (size_t i = 0; i < one->count; i++)
        if (strcmp(one->texts[i], other->texts[i]) != 0)
            return false;
    return true;
}

static size_t row_of(const struct made *made, const hearth_uuid *uuid)
{
    size_t row = 0;

    while (row < ROWS && memcmp(&made->uuids[row], uuid, sizeof *uuid) != 0)
        row++;
    CHECK(row < ROWS);
    return row;
}

/* What of the series stands before a row. */
static size_t elements_before(const uint32_t *lengths, size_t row)
{
    size_t sum = 0;

    for (size_t i = 0; lengths != NULL && i < row; i++)
        sum += lengths[i];
    return sum;
}

/* The columns of a reply have what was saved; how many samples they are. */
static size_t compare(const struct kind *kind, const struct made *made, const hearth_columns *read, bool series)
{
    CHECK(read->kind == HEARTH_RECORDS && strcmp(read->type, kind->type) == 0);
    CHECK(series || (read->record.voltages == NULL && read->record.contents == NULL));
    CHECK(kind->series != NO_SERIES || (read->record.lengths == NULL && read->record.counts == NULL));
    for (size_t i = 0; i < read->count; i++) {
        size_t row = row_of(made, &read->uuids[i]);
        const hearth_record *one = &made->records[row], *other = &read->record.records[i];
        size_t from = elements_before(made->lengths, row), at = elements_before(read->record.lengths, i);

        CHECK(read->starts[i] == made->starts[row]);
        CHECK((read->ends != NULL ? read->ends : read->starts)[i] == made->ends[row]);
        CHECK(one->count == other->count);
        for (size_t j = 0; j < one->count; j++) {
            CHECK(same_values(&one->attributes[j], &other->attributes[j]));
            CHECK(hearth_attribute_of(read, i, one->attributes[j].name) == &other->attributes[j]);
        }
        if (kind->series == NO_SERIES)
            continue;
        CHECK((series ? (int64_t)read->record.lengths[i] : read->record.counts[i]) == (int64_t)made->lengths[row]);
        if (!series || made->lengths[row] == 0)
            continue;
        if (kind->series == VOLTAGES)
            CHECK(memcmp(read->record.voltages + at, made->voltages + from, made->lengths[row] * 8) == 0);
        else
            CHECK(memcmp(read->record.contents + at, made->contents + from, made->lengths[row]) == 0);
    }
    return read->count;
}

static void read_back(hearth_client *client, const struct kind *kind, const struct made *made, bool series)
{
    hearth_clause clause = {.type = kind->type};
    hearth_query query = {.clauses = &clause, .clause_count = 1, .include_series = series};
    hearth_change_query changes = {.clauses = &clause, .clause_count = 1, .include_series = series};
    const hearth_reply *reply;
    size_t found = 0, seen = 0;
    uint64_t call;

    call = hearth_start_query(client, &query, &error);
    while (hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY) {
        for (size_t i = 0; i < reply->samples.column_count; i++)
            found += compare(kind, made, &reply->samples.columns[i], series);
        hearth_reply_free(reply);
    }
    call = hearth_start_changes(client, &changes, &error);
    while (hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY) {
        for (size_t i = 0; i < reply->changes.added_count; i++)
            seen += compare(kind, made, &reply->changes.added[i], series);
        hearth_reply_free(reply);
    }
    CHECK(found == ROWS && seen == ROWS);
}

/* One of the samples is found by each of its values. */
static void find_by_values(hearth_client *client, const struct kind *kind, const struct made *made)
{
    const size_t row = (size_t)seeded_below(ROWS);

    for (size_t i = 0; i < made->records[row].count; i++) {
        hearth_attribute values = made->records[row].attributes[i];
        hearth_predicate *predicate = hearth_predicate_new();
        hearth_clause clause = {.type = kind->type, .predicate = predicate};
        hearth_query query = {.clauses = &clause, .clause_count = 1};
        const hearth_reply *reply;
        bool found = false;
        uint64_t call;

        hearth_where_attribute(predicate, HEARTH_EQUAL, &values);
        call = hearth_start_query(client, &query, &error);
        hearth_predicate_free(predicate);
        while (hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY) {
            for (size_t j = 0; j < reply->samples.columns->count; j++)
                found = found || row_of(made, &reply->samples.columns->uuids[j]) == row;
            hearth_reply_free(reply);
        }
        CHECK(found);
    }
}

static void round_trip(hearth_client *client, const struct kind *kind)
{
    struct made *made = calloc(1, sizeof *made);
    hearth_committed committed;

    CHECK(made != NULL);
    make(client, kind, made);
    CHECK_ERROR(hearth_save(client, &made->columns, 1, &committed, &error) == 0, &error);
    CHECK(committed.added == ROWS);
    CHECK_ERROR(hearth_save(client, &made->columns, 1, &committed, &error) == 0, &error);
    CHECK(committed.unchanged == ROWS);
    read_back(client, kind, made, true);
    read_back(client, kind, made, false);
    find_by_values(client, kind, made);
    CHECK_ERROR(hearth_delete(client, made->uuids, ROWS, &committed, &error) == 0, &error);
    CHECK(committed.deleted == ROWS);
    free(made);
}

/* ----------------------------------------------------------------------------------------------- relations, owners */

/* How many states of mind have such a value. */
static size_t count_of(hearth_client *client, int relation, const hearth_attribute *values)
{
    hearth_predicate *predicate = hearth_predicate_new();
    hearth_clause clause = {.type = "HKDataTypeIdentifierStateOfMind", .predicate = predicate};
    hearth_query query = {.clauses = &clause, .clause_count = 1};
    uint64_t call;
    const hearth_reply *reply;
    size_t count = 0;

    hearth_where_attribute(predicate, relation, values);
    call = hearth_start_query(client, &query, &error);
    hearth_predicate_free(predicate);
    while (hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY) {
        count += reply->samples.columns->count;
        hearth_reply_free(reply);
    }
    return count;
}

/* States of mind with a valence of -0.5, 0.25 and 0.75; the second with two labels. */
static void relations(hearth_client *client)
{
    static const double valences[] = {-0.5, 0.25, 0.75};
    static const int64_t moment = 1, labels[] = {7, 17}, none = 38;
    hearth_attribute attributes[3][3];
    hearth_record records[3];
    hearth_uuid uuids[3];
    const int64_t starts[] = {NOON, NOON + 1, NOON + 2};
    hearth_columns columns = {.type = "HKDataTypeIdentifierStateOfMind", .count = 3, .uuids = uuids, .starts = starts,
                              .kind = HEARTH_RECORDS, .record = {.records = records}};
    const hearth_attribute quarter = {.name = HEARTH_ATTRIBUTE_VALENCE, .count = 1, .numbers = &valences[1]};
    const hearth_attribute label = {.name = HEARTH_ATTRIBUTE_LABELS, .count = 1, .integers = &labels[1]};
    const hearth_attribute other = {.name = HEARTH_ATTRIBUTE_LABELS, .count = 1, .integers = &none};

    CHECK(hearth_make_uuids(client, uuids, 3) == 0);
    for (size_t i = 0; i < 3; i++) {
        attributes[i][0] = (hearth_attribute){.name = HEARTH_ATTRIBUTE_MIND_KIND, .count = 1, .integers = &moment};
        attributes[i][1] = (hearth_attribute){.name = HEARTH_ATTRIBUTE_VALENCE, .count = 1, .numbers = &valences[i]};
        attributes[i][2] = (hearth_attribute){.name = HEARTH_ATTRIBUTE_LABELS, .count = 2, .integers = labels};
        records[i] = (hearth_record){attributes[i], i == 1 ? 3 : 2};
    }
    CHECK_ERROR(hearth_save(client, &columns, 1, NULL, &error) == 0, &error);
    CHECK(count_of(client, HEARTH_LESS, &quarter) == 1 && count_of(client, HEARTH_LESS_OR_EQUAL, &quarter) == 2);
    CHECK(count_of(client, HEARTH_EQUAL, &quarter) == 1 && count_of(client, HEARTH_NOT_EQUAL, &quarter) == 2);
    CHECK(count_of(client, HEARTH_GREATER, &quarter) == 1 && count_of(client, HEARTH_GREATER_OR_EQUAL, &quarter) == 2);
    /* Without a value only NOT_EQUAL holds. */
    CHECK(count_of(client, HEARTH_EQUAL, &label) == 1 && count_of(client, HEARTH_LESS, &other) == 1);
    CHECK(count_of(client, HEARTH_NOT_EQUAL, &other) == 3);
    CHECK_ERROR(hearth_delete(client, uuids, 3, NULL, &error) == 0, &error);
}

/* Only the owner's tool saves for another app; what an app says of the owner is not taken for it. */
static void owners(hearth_client *client, hearth_client *stranger)
{
    hearth_uuid uuid = one_uuid(client);
    const char *const texts[] = {"Hemoglobin"};
    const hearth_attribute name = {.name = HEARTH_ATTRIBUTE_DISPLAY_NAME, .count = 1, .texts = texts};
    const hearth_record record = {&name, 1};
    const uint32_t length = 0;
    hearth_provenance provenance = {.bundle_identifier = "org.example.watch", .version = "2.1"};
    hearth_columns columns = {.type = "HKClinicalTypeIdentifierLabResultRecord", .count = 1, .uuids = &uuid,
                              .starts = &NOON, .provenances = &provenance, .provenance_count = 1,
                              .kind = HEARTH_RECORDS, .record = {.records = &record, .lengths = &length}};
    const hearth_reply *reply;
    const hearth_provenance *read;

    CHECK(hearth_save(client, &columns, 1, NULL, &error) == -1 && error.code == HEARTH_INVALID_ARGUMENT);
    CHECK(strcmp(error.field, "save.columns[0].provenances[0].source") == 0);
    provenance = (hearth_provenance){.owner = "org.example.stranger"};
    CHECK_ERROR(hearth_save(client, &columns, 1, NULL, &error) == 0, &error);
    reply = query_one(client, columns.type, NULL, true);
    read = hearth_provenance_of(reply->samples.columns, 0);
    CHECK(strcmp(read->bundle_identifier, "org.example.records") == 0 && read->owner == NULL);
    CHECK(reply->samples.columns->record.lengths[0] == 0 && reply->samples.columns->record.contents == NULL);
    hearth_reply_free(reply);
    CHECK(hearth_delete(stranger, &uuid, 1, NULL, &error) == -1 && error.code == HEARTH_NOT_OWNER);
    CHECK_ERROR(hearth_delete(client, &uuid, 1, NULL, &error) == 0, &error);
}

int main(void)
{
    struct server server;
    hearth_client *client, *stranger;

    every_attribute_has_a_rule();
    server_begin(&server);
    client = server_client(&server, "org.example.records");
    stranger = server_client(&server, "org.example.stranger");
    for (size_t i = 0; i < COUNT(kinds); i++)
        round_trip(client, &kinds[i]);
    relations(client);
    owners(client, stranger);
    CHECK(hearth_connections(client) == 1);
    hearth_free(client);
    hearth_free(stranger);
    server_end(&server);
    printf("records: %zu kinds of random values, relations, owners\n", COUNT(kinds));
    return 0;
}
