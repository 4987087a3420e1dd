/* The C client as the conformance kit wants it: does the tasks that come on standard input, and prints what came of
 * them. Protocol/conformance/README.md has the list. It sees what an app sees: the header and the library. */
#include "records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 64, LINE_BYTES = 65536, MOST_BUCKETS = 64 };
static const int64_t FIRST_START = 1709276400000000000;

/* At most one stream is open. */
struct driver {
    hearth_client *client;
    uint64_t stream; /* 0: none */
    /* Of sums that are followed. */
    int64_t counts[MOST_BUCKETS];
    double sums[MOST_BUCKETS];
    hearth_error error;
};

static void print_failure(const hearth_error *error)
{
    /* Those below 0 are the client's own. A code of a later version is its number. */
    if (error->code < 0)
        puts("failed");
    else if (error->code != HEARTH_UNKNOWN && strcmp(hearth_error_name(error->code), "UNKNOWN") == 0)
        printf("error %" PRId32 " %s\n", error->code, error->field);
    else
        printf("error %s %s\n", hearth_error_name(error->code), error->field);
}

static void print_rows(const char *word, const hearth_columns *columns)
{
    if (columns->kind != HEARTH_QUANTITIES && columns->kind != HEARTH_RECORDS)
        return;
    for (size_t row = 0; row < columns->count; row++) {
        printf("%s ", word);
        uuid_print(&columns->uuids[row]);
        printf(" %" PRId64, columns->starts[row]);
        if (columns->kind == HEARTH_RECORDS)
            record_print(columns, row);
        else
            printf(" %.17g", columns->quantity.values[row]);
        putchar('\n');
    }
}

static void print_hex(const hearth_anchor *anchor)
{
    for (size_t i = 0; i < anchor->length; i++)
        printf("%02x", anchor->bytes[i]);
    putchar('\n');
}

static void print_batch(const hearth_reply *reply)
{
    if (reply->kind == HEARTH_SAMPLES) {
        for (size_t i = 0; i < reply->samples.column_count; i++)
            print_rows("sample", &reply->samples.columns[i]);
    } else if (reply->kind == HEARTH_CHANGES) {
        for (size_t i = 0; i < reply->changes.added_count; i++)
            print_rows("added", &reply->changes.added[i]);
        for (size_t i = 0; i < reply->changes.deleted.count; i++) {
            printf("deleted ");
            uuid_print(&reply->changes.deleted.uuids[i]);
            putchar('\n');
        }
        printf("anchor ");
        print_hex(&reply->changes.anchor);
        if (reply->changes.caught_up)
            puts("caught-up");
    } else if (reply->kind == HEARTH_NOTICE) {
        printf("notice");
        for (size_t i = 0; i < reply->notice.type_count; i++)
            printf(" %s", reply->notice.types[i]);
        printf("\nanchor ");
        print_hex(&reply->notice.anchor);
    }
    puts("batch");
}

static void print_committed(struct driver *driver, bool done, const hearth_committed *committed)
{
    if (done)
        printf("committed %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", committed->added, committed->deleted,
               committed->unchanged);
    else
        print_failure(&driver->error);
}

static void save(struct driver *driver, const char *count_text)
{
    size_t count = strtoul(count_text, NULL, 10);
    hearth_uuid *uuids = calloc(count, sizeof *uuids);
    int64_t *starts = calloc(count, sizeof *starts);
    double *values = calloc(count, sizeof *values);
    hearth_columns columns = {
        .type = "HKQuantityTypeIdentifierHeartRate", .count = count, .uuids = uuids, .starts = starts,
        .kind = HEARTH_QUANTITIES, .quantity = {.values = values, .unit = "count/min"},
    };
    hearth_committed committed;

    if (uuids == NULL || starts == NULL || values == NULL || hearth_make_uuids(driver->client, uuids, count) != 0) {
        puts("failed");
    } else {
        for (size_t i = 0; i < count; i++) {
            starts[i] = FIRST_START + (int64_t)i;
            values[i] = 60;
        }
        print_committed(driver, hearth_save(driver->client, &columns, 1, &committed, &driver->error) == 0, &committed);
    }
    free(uuids);
    free(starts);
    free(values);
}

static void save_record(struct driver *driver, const char *type, char *const *words, size_t count)
{
    struct worded record;
    hearth_uuid uuid;
    hearth_columns columns = {.type = type, .count = 1, .uuids = &uuid, .starts = &FIRST_START,
                              .kind = HEARTH_RECORDS};
    hearth_committed committed;

    if (!record_read(words, count, &record) || hearth_make_uuids(driver->client, &uuid, 1) != 0) {
        puts("failed");
    } else {
        columns.record = record.columns;
        print_committed(driver, hearth_save(driver->client, &columns, 1, &committed, &driver->error) == 0, &committed);
    }
    record_free(&record);
}

static void delete_one(struct driver *driver, const char *text)
{
    hearth_committed committed;
    hearth_uuid uuid;

    if (hex_read(text, uuid.bytes, sizeof uuid.bytes) != sizeof uuid.bytes)
        puts("failed");
    else
        print_committed(driver, hearth_delete(driver->client, &uuid, 1, &committed, &driver->error) == 0, &committed);
}

static void ping(struct driver *driver)
{
    const hearth_reply *reply;
    uint64_t call = hearth_start_ping(driver->client, NULL, 0, &driver->error);

    if (hearth_finish(driver->client, call, &reply, &driver->error) != 0) {
        print_failure(&driver->error);
        return;
    }
    puts("pong");
    hearth_reply_free(reply);
}

static void enable(struct driver *driver, const char *type, const char *program)
{
    hearth_registration registration = {.type = type, .frequency = 1};
    hearth_launch launch = {.command = &program, .word_count = 1};
    hearth_background change = {.enable = &registration, .enable_count = 1, .launch = program != NULL ? &launch : NULL};
    const hearth_reply *reply;
    uint64_t call = hearth_start_background(driver->client, &change, &driver->error);

    if (hearth_finish(driver->client, call, &reply, &driver->error) != 0) {
        print_failure(&driver->error);
        return;
    }
    printf("registered %zu\n", reply->registrations.count);
    hearth_reply_free(reply);
}

static void ask(struct driver *driver, const char *type)
{
    hearth_authorization wish = {.share = &type, .share_count = 1, .read = &type, .read_count = 1, .request = true};
    const hearth_reply *reply;
    uint64_t call = hearth_start_authorization(driver->client, &wish, &driver->error);

    if (hearth_finish(driver->client, call, &reply, &driver->error) != 0) {
        print_failure(&driver->error);
        return;
    }
    for (size_t i = 0; i < reply->authorization_status.count; i++) {
        const hearth_type_authorization *one = &reply->authorization_status.list[i];

        printf("authorized %s %" PRId32 " %s ", one->type, one->share, one->read_undetermined ? "undecided" : "decided");
        if (one->has_since)
            printf("%" PRId64 "\n", one->since);
        else
            puts("-");
    }
    hearth_reply_free(reply);
}

static void acknowledge(struct driver *driver, const char *anchor, const char *type, const char *cursor)
{
    hearth_acknowledgement done = {.types = &type, .type_count = type != NULL, .cursor = cursor};
    const hearth_reply *reply;
    uint64_t call;

    done.anchor.length = hex_read(anchor, done.anchor.bytes, sizeof done.anchor.bytes);
    call = hearth_start_acknowledge(driver->client, &done, &driver->error);
    if (hearth_finish(driver->client, call, &reply, &driver->error) != 0) {
        print_failure(&driver->error);
        return;
    }
    fputs("acknowledged ", stdout);
    print_hex(&reply->acknowledged.anchor);
    hearth_reply_free(reply);
}

/* ------------------------------------------------------------------------------------------------------- streams */

static void cancel(struct driver *driver)
{
    if (driver->stream != 0)
        hearth_drop(driver->client, driver->stream);
    driver->stream = 0;
}

static void query(struct driver *driver, const char *type, const char *unit)
{
    hearth_clause clause = {.type = type, .unit = unit};
    hearth_query query = {.clauses = &clause, .clause_count = 1};

    cancel(driver);
    driver->stream = hearth_start_query(driver->client, &query, &driver->error);
    if (driver->stream == 0)
        print_failure(&driver->error);
}

/* Records with their series; with a word only those that have one of its values. */
static void records(struct driver *driver, const char *type, char *word)
{
    hearth_predicate *predicate = word != NULL ? hearth_predicate_new() : NULL;
    hearth_attribute values = {.name = 0};
    hearth_clause clause = {.type = type, .predicate = predicate};
    hearth_query query = {.clauses = &clause, .clause_count = 1, .include_series = true};

    cancel(driver);
    if (word != NULL && attribute_read(word, &values))
        hearth_where_attribute(predicate, HEARTH_EQUAL, &values);
    driver->stream = hearth_start_query(driver->client, &query, &driver->error);
    if (driver->stream == 0)
        print_failure(&driver->error);
    attribute_free(&values);
    hearth_predicate_free(predicate);
}

static void watch_records(struct driver *driver, const char *type)
{
    hearth_clause clause = {.type = type};
    hearth_change_query query = {.clauses = &clause, .clause_count = 1, .follow = true, .include_series = true};

    cancel(driver);
    driver->stream = hearth_start_changes(driver->client, &query, &driver->error);
    if (driver->stream == 0)
        print_failure(&driver->error);
}

static void observe(struct driver *driver, const char *type)
{
    hearth_clause clause = {.type = type};

    cancel(driver);
    driver->stream = hearth_start_observe(driver->client, &clause, 1, true, &driver->error);
    if (driver->stream == 0)
        print_failure(&driver->error);
}

static void watch(struct driver *driver, const char *type, const char *unit, const char *anchor, const char *cursor)
{
    hearth_clause clause = {.type = type, .unit = unit};
    hearth_change_query query = {.clauses = &clause, .clause_count = 1, .follow = true, .cursor = cursor};

    cancel(driver);
    query.anchor.length = hex_read(anchor, query.anchor.bytes, sizeof query.anchor.bytes);
    driver->stream = hearth_start_changes(driver->client, &query, &driver->error);
    if (driver->stream == 0)
        print_failure(&driver->error);
}

static void sums(struct driver *driver, const char *type, const char *unit, char *edges)
{
    hearth_clause clause = {.type = type, .unit = unit};
    int64_t times[MOST_BUCKETS + 1];
    hearth_statistics_query query = {.clauses = &clause, .clause_count = 1, .statistics = HEARTH_SUM, .edges = times,
                                     .follow = true};
    char *rest = NULL;

    for (char *edge = strtok_r(edges, ",", &rest); edge != NULL && query.edge_count <= MOST_BUCKETS;
         edge = strtok_r(NULL, ",", &rest))
        times[query.edge_count++] = strtoll(edge, NULL, 10);
    cancel(driver);
    driver->stream = hearth_start_statistics(driver->client, &query, &driver->error);
    if (driver->stream == 0)
        print_failure(&driver->error);
}

/* Takes rows over, and prints all that there is when it is one state. */
static void print_sums(struct driver *driver, const hearth_bucket_statistics *batch)
{
    if (batch->reset)
        memset(driver->counts, 0, sizeof driver->counts);
    for (size_t row = 0; row < batch->merged.count; row++) {
        uint32_t bucket = batch->merged.buckets[row];

        if (bucket < MOST_BUCKETS) {
            driver->counts[bucket] = batch->merged.counts[row];
            driver->sums[bucket] = batch->merged.sums != NULL ? batch->merged.sums[row] : 0;
        }
    }
    if (!batch->caught_up)
        return;
    for (size_t bucket = 0; bucket < MOST_BUCKETS; bucket++)
        if (driver->counts[bucket] > 0)
            printf("bucket %zu %" PRId64 " %.17g\n", bucket, driver->counts[bucket], driver->sums[bucket]);
    printf("anchor ");
    print_hex(&batch->anchor);
    puts("batch");
}

static void next(struct driver *driver)
{
    const hearth_reply *reply;
    hearth_step step = HEARTH_COMPLETE;

    bool is_part = driver->stream != 0;

    while (is_part) {
        step = hearth_next(driver->client, driver->stream, -1, &reply, &driver->error);
        is_part = step == HEARTH_REPLY && reply->kind == HEARTH_STATISTICS && !reply->statistics.caught_up;
        if (step == HEARTH_REPLY && reply->kind == HEARTH_STATISTICS)
            print_sums(driver, &reply->statistics);
        else if (step == HEARTH_REPLY)
            print_batch(reply);
        if (step == HEARTH_REPLY)
            hearth_reply_free(reply);
    }
    if (step == HEARTH_REPLY) {
        /* It is worked through, which the server is to hear before the kit asks for more. */
        hearth_ready(driver->client);
        hearth_process(driver->client);
        return;
    }
    driver->stream = 0;
    if (step == HEARTH_FAILED)
        print_failure(&driver->error);
    else
        puts("end");
}

static void run(struct driver *driver, char *const *words, size_t count)
{
    const char *name = count > 0 ? words[0] : "";

    if (strcmp(name, "save") == 0 && count == 2)
        save(driver, words[1]);
    else if (strcmp(name, "save-record") == 0 && count >= 2)
        save_record(driver, words[1], words + 2, count - 2);
    else if (strcmp(name, "records") == 0 && (count == 2 || count == 3))
        records(driver, words[1], count == 3 ? words[2] : NULL);
    else if (strcmp(name, "watch-records") == 0 && count == 2)
        watch_records(driver, words[1]);
    else if (strcmp(name, "delete") == 0 && count == 2)
        delete_one(driver, words[1]);
    else if (strcmp(name, "query") == 0 && count == 3)
        query(driver, words[1], words[2]);
    else if (strcmp(name, "watch") == 0 && count >= 3)
        watch(driver, words[1], words[2], count == 4 ? words[3] : "", NULL);
    else if (strcmp(name, "resume") == 0 && count == 4)
        watch(driver, words[1], words[2], "", words[3]);
    else if (strcmp(name, "sums") == 0 && count == 4)
        sums(driver, words[1], words[2], words[3]);
    else if (strcmp(name, "observe") == 0 && count == 2)
        observe(driver, words[1]);
    else if (strcmp(name, "acknowledge") == 0 && count == 3)
        acknowledge(driver, words[1], words[2], NULL);
    else if (strcmp(name, "move") == 0 && count == 3)
        acknowledge(driver, words[2], NULL, words[1]);
    else if (strcmp(name, "forget") == 0 && count == 2)
        acknowledge(driver, "", NULL, words[1]);
    else if (strcmp(name, "next") == 0 && count == 1)
        next(driver);
    else if (strcmp(name, "cancel") == 0 && count == 1)
        cancel(driver);
    else if (strcmp(name, "ping") == 0 && count == 1)
        ping(driver);
    else if (strcmp(name, "ask") == 0 && count == 2)
        ask(driver, words[1]);
    else if (strcmp(name, "register") == 0 && (count == 2 || count == 3))
        enable(driver, words[1], count == 3 ? words[2] : NULL);
    else
        puts("unsupported");
    fflush(stdout);
}

int main(void)
{
    hearth_options options = {.bundle_identifier = "org.example.driver-c"};
    struct driver driver = {.stream = 0};
    char line[LINE_BYTES];

    driver.client = hearth_new(&options, &driver.error);
    if (driver.client == NULL) {
        fprintf(stderr, "driver: %s\n", driver.error.message);
        return 1;
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *words[MOST_WORDS], *rest = NULL;
        size_t count = 0;

        for (char *word = strtok_r(line, " \n", &rest); word != NULL && count < MOST_WORDS;
             word = strtok_r(NULL, " \n", &rest))
            words[count++] = word;
        run(&driver, words, count);
    }
    hearth_free(driver.client);
    return 0;
}
