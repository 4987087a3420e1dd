/* Statistics of a real server: the cases of Protocol/STATISTICS.md, what follows changes, and what a lost connection does
 * to it. tests/statistics-cases prints the cases word by word, as its comment describes. */
#include "server.h"

#include "talk.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 96, MOST_SAMPLES = 32, MOST_POINTS = 32, MOST_EDGES_OF_CASE = 64 };

static const char *const STEPS = "HKQuantityTypeIdentifierStepCount";
static const int64_t NOON = INT64_C(1795262400000000000);
static const int64_t SECOND = 1000000000;

static hearth_error error;

/* ----------------------------------------------------------------------------------------------- words of the cases */

static FILE *cases;
static char word[WORD_BYTES], name_of_case[WORD_BYTES];

static void check_case(bool holds)
{
    if (!holds)
        fprintf(stderr, "in the case %s, before \"%s\"\n", name_of_case, word);
    CHECK(holds);
}

/* The next word; false at the end. */
static bool next_word(void)
{
    return fscanf(cases, "%95s", word) == 1;
}

static const char *must_word(void)
{
    CHECK(next_word());
    return word;
}

static bool is_word(const char *wanted)
{
    return strcmp(word, wanted) == 0;
}

static int64_t integer(void)
{
    return strtoll(must_word(), NULL, 10);
}

static double real(void)
{
    return strtod(must_word(), NULL);
}

/* ----------------------------------------------------------------------------------------------------------- saving */

struct sample {
    hearth_uuid uuid;
    int64_t start, end, count;
    double value;
    uint32_t length;
    int64_t starts[MOST_POINTS], ends[MOST_POINTS];
    double values[MOST_POINTS];
};

static void read_sample(struct sample *sample, hearth_columns *columns, const char *type, hearth_client *client)
{
    static const hearth_metadata_entry entry = {.key = "HKWasUserEntered", .kind = HEARTH_BOOLEAN, .boolean = true};
    static const hearth_metadata metadata = {&entry, 1};
    bool entered = integer() != 0;
    size_t points = (size_t)integer(), count = points > 0 ? points : 1;

    CHECK(count <= MOST_POINTS);
    *sample = (struct sample){.uuid = one_uuid(client), .count = (int64_t)count, .length = (uint32_t)points};
    for (size_t i = 0; i < count; i++) {
        sample->starts[i] = integer();
        sample->ends[i] = integer();
        sample->values[i] = real();
        sample->value += sample->values[i];
        sample->end = sample->ends[i] > sample->end ? sample->ends[i] : sample->end;
    }
    sample->start = sample->starts[0];
    *columns = (hearth_columns){.type = type, .count = 1, .uuids = &sample->uuid, .starts = &sample->start,
                                .ends = &sample->end, .kind = HEARTH_QUANTITIES,
                                .quantity = {.values = &sample->value}};
    if (entered) {
        columns->metadata = &metadata;
        columns->metadata_count = 1;
    }
    if (points > 0) {
        columns->quantity.counts = &sample->count;
        columns->quantity.points = (hearth_points){&sample->length, points, sample->starts, sample->ends,
                                                   sample->values};
    }
}

/* Saves as the app that comes next, all at once. */
static void read_save(const struct server *server, const char *type)
{
    static struct sample samples[MOST_SAMPLES];
    static hearth_columns columns[MOST_SAMPLES];
    char app[WORD_BYTES], model[WORD_BYTES];
    hearth_device device = {.model = model};
    hearth_provenance provenance = {.device = &device};
    hearth_client *client;
    size_t count = 0;

    strcpy(app, must_word());
    strcpy(model, must_word());
    client = server_client(server, app);
    for (must_word(); !is_word("end"); must_word()) {
        CHECK(is_word("sample") && count < MOST_SAMPLES);
        read_sample(&samples[count], &columns[count], type, client);
        if (strcmp(model, "-") != 0) {
            columns[count].provenances = &provenance;
            columns[count].provenance_count = 1;
        }
        count++;
    }
    CHECK_ERROR(hearth_save(client, columns, count, NULL, &error) == 0, &error);
    hearth_free(client);
}

/* The owner's order, which only the server's own program may set. */
static void read_ranks(const struct server *server, const char *type)
{
    char command[2048];
    int length = snprintf(command, sizeof command, "'%s' sources rank %s --socket '%s'", getenv("HEARTH"), type,
                          server->socket);

    while (strcmp(must_word(), "end") != 0)
        length += snprintf(command + length, sizeof command - (size_t)length, " %s", word);
    strcat(command, " >/dev/null");
    CHECK(system(command) == 0);
}

/* ---------------------------------------------------------------------------------------------------------- queries */

/* Which of the columns a member of a row is, as a number. */
static double member(const hearth_statistics_columns *columns, size_t row, const char *name)
{
    const struct {
        const char *name;
        const double *values;
    } all[] = {
        {"sum", columns->sums}, {"average", columns->averages}, {"minimum", columns->minimums},
        {"maximum", columns->maximums}, {"most_recent", columns->most_recents}, {"duration", columns->durations},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0 && all[i].values != NULL)
            return all[i].values[row];
    CHECK(!"the member is not there");
    return 0;
}

static const int64_t *times(const hearth_statistics_columns *columns, const char *name)
{
    const struct {
        const char *name;
        const int64_t *values;
    } all[] = {
        {"count", columns->counts}, {"start", columns->starts}, {"end", columns->ends},
        {"most_recent_start", columns->most_recent_starts}, {"most_recent_end", columns->most_recent_ends},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].values;
    return NULL;
}

/* The rows that come next are all that there are. Ends at the word after them. */
static void check_rows(const hearth_statistics_columns *columns)
{
    size_t row = 0;

    for (must_word(); is_word("row"); must_word(), row++) {
        check_case(row < columns->count && columns->buckets[row] == (uint32_t)integer());
        for (must_word(); !is_word(";"); must_word()) {
            char name[WORD_BYTES];
            const int64_t *integers;

            strcpy(name, word);
            integers = times(columns, name);
            if (integers != NULL)
                check_case(integers[row] == integer());
            else
                check_case(member(columns, row, name) == real());
        }
    }
    check_case(row == columns->count);
}

static const hearth_statistics_columns *columns_of(const hearth_bucket_statistics *statistics, const char *app)
{
    if (strcmp(app, "-") == 0)
        return &statistics->merged;
    for (size_t i = 0; i < statistics->source_count; i++)
        if (strcmp(statistics->sources[i].source.bundle_identifier, app) == 0)
            return &statistics->sources[i].columns;
    CHECK(!"the source is not there");
    return NULL;
}

static void check_reply(hearth_client *client, uint64_t call)
{
    const hearth_reply *reply, *none;
    size_t sources = 0;

    CHECK_ERROR(call != 0, &error);
    /* All rows of a case are in one batch. */
    CHECK_ERROR(hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->kind == HEARTH_STATISTICS && reply->statistics.reset && reply->statistics.caught_up);
    CHECK(reply->statistics.anchor.length > 0 && reply->statistics.unit[0] != 0);
    while (is_word("expect")) {
        const hearth_statistics_columns *columns = columns_of(&reply->statistics, must_word());

        sources += !is_word("-");
        check_rows(columns);
    }
    CHECK(sources == reply->statistics.source_count);
    hearth_reply_free(reply);
    CHECK(hearth_next(client, call, -1, &none, &error) == HEARTH_COMPLETE);
}

static void read_query(const struct server *server, const char *type)
{
    hearth_client *client = server_client(server, "org.example.reader");
    hearth_predicate *predicate = hearth_predicate_new();
    hearth_clause clause = {.type = type, .predicate = predicate};
    int64_t edges[MOST_EDGES_OF_CASE];
    hearth_statistics_query query = {.clauses = &clause, .clause_count = 1, .edges = edges};
    uint64_t call;

    query.statistics = (unsigned)integer();
    query.by_source = integer() != 0;
    if (strcmp(must_word(), "interval") == 0) {
        int64_t start = integer(), end = integer();

        hearth_where_interval(predicate, &start, &end, 0);
        must_word();
    }
    CHECK(is_word("edges"));
    query.edge_count = (size_t)integer();
    CHECK(query.edge_count <= MOST_EDGES_OF_CASE);
    for (size_t i = 0; i < query.edge_count; i++)
        edges[i] = integer();
    call = hearth_start_statistics(client, &query, &error);
    if (strcmp(must_word(), "error") == 0) {
        const hearth_reply *reply;

        CHECK(hearth_next(client, call, -1, &reply, &error) == HEARTH_FAILED);
        CHECK(strcmp(hearth_error_name(error.code), must_word()) == 0);
        must_word();
    } else {
        check_reply(client, call);
    }
    CHECK(is_word("done"));
    hearth_predicate_free(predicate);
    hearth_free(client);
}

static int all_cases(void)
{
    char command[4200], type[WORD_BYTES];
    const char *protocol = getenv("PROTOCOL");
    struct server server;
    int count = 0;

    snprintf(command, sizeof command, "tests/statistics-cases '%s/statistics'",
             protocol != NULL ? protocol : "../../Protocol");
    cases = popen(command, "r");
    CHECK(cases != NULL);
    while (next_word()) {
        if (is_word("case")) {
            if (count++ > 0)
                server_end(&server);
            strcpy(name_of_case, must_word());
            strcpy(type, must_word());
            server_begin(&server);
        } else if (is_word("save")) {
            read_save(&server, type);
        } else if (is_word("rank")) {
            read_ranks(&server, type);
        } else {
            CHECK(is_word("query"));
            read_query(&server, type);
        }
    }
    CHECK(pclose(cases) == 0 && count > 0);
    server_end(&server);
    return count;
}

/* ---------------------------------------------------------------------------------------------------------- following */

static const hearth_reply *batch(hearth_client *client, uint64_t call)
{
    const hearth_reply *reply;

    CHECK_ERROR(hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->kind == HEARTH_STATISTICS && reply->statistics.caught_up);
    return reply;
}

static void followed(void)
{
    struct server server;
    hearth_client *client;
    hearth_clause clause = {.type = STEPS};
    int64_t edges[] = {NOON, NOON + 10 * SECOND, NOON + 20 * SECOND};
    int64_t start = NOON + 5 * SECOND, end = NOON + 15 * SECOND;
    double value = 30;
    hearth_uuid uuid;
    hearth_columns steps = {.type = STEPS, .count = 1, .uuids = &uuid, .starts = &start, .ends = &end,
                            .kind = HEARTH_QUANTITIES, .quantity = {.values = &value}};
    hearth_statistics_query query = {&clause, 1, HEARTH_SUM, edges, 3, false, true};
    const hearth_reply *reply;
    uint64_t call;

    server_begin(&server);
    client = server_client(&server, "org.example.statistics");
    uuid = one_uuid(client);
    call = hearth_start_statistics(client, &query, &error);
    reply = batch(client, call);
    CHECK(reply->statistics.reset && reply->statistics.merged.count == 0);
    hearth_reply_free(reply);
    CHECK_ERROR(hearth_save(client, &steps, 1, NULL, &error) == 0, &error);
    reply = batch(client, call);
    CHECK(!reply->statistics.reset && reply->statistics.merged.count == 2);
    CHECK(reply->statistics.merged.sums[0] == 15 && reply->statistics.merged.sums[1] == 15);
    hearth_reply_free(reply);
    /* The next server says all again. */
    server_kill(&server);
    server_start_again(&server);
    reply = batch(client, call);
    CHECK(reply->statistics.reset && reply->statistics.merged.count == 2);
    hearth_reply_free(reply);
    CHECK_ERROR(hearth_delete(client, &uuid, 1, NULL, &error) == 0, &error);
    reply = batch(client, call);
    CHECK(reply->statistics.merged.count == 2 && reply->statistics.merged.counts[1] == 0);
    hearth_reply_free(reply);
    hearth_cancel(client, call);
    CHECK(hearth_next(client, call, -1, &reply, &error) == HEARTH_CANCELLED);
    reply = must(client, hearth_start_source_ranks(client, STEPS, &error), HEARTH_SOURCE_RANKS, &error);
    CHECK(reply->source_ranks.count == 0);
    hearth_reply_free(reply);
    hearth_free(client);
    server_end(&server);
}

/* The request is the same on the next connection, also after batches were read. */
static void asked_again(void)
{
    struct talk talk = talk_open(true);
    hearth_clause clause = {.type = STEPS};
    hearth_statistics_query query = {.clauses = &clause, .clause_count = 1, .statistics = HEARTH_SUM, .follow = true};
    uint64_t call = hearth_start_statistics(talk.client, &query, &error);
    struct bytes frame = talk_receive(&talk), again;
    PB(StatisticsBatch) statistics = HEARTH__V1__STATISTICS_BATCH__INIT;
    SERVER_FRAME(reply_frame, call, STATISTICS);

    statistics.reset = true;
    statistics.caught_up = true;
    reply_frame.statistics = &statistics;
    talk_send_message(&talk, &reply_frame);
    hearth_reply_free(batch(talk.client, call));
    talk_lose(&talk);
    talk_again(&talk);
    again = talk_receive(&talk);
    CHECK(again.length == frame.length && memcmp(again.bytes, frame.bytes, frame.length) == 0);
    free(frame.bytes);
    free(again.bytes);
    talk_end(&talk);
}

int main(void)
{
    asked_again();
    followed();
    printf("statistics: %d cases, and followed\n", all_cases());
    return 0;
}
