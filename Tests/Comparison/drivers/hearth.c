/* Hearth through libhearth. */
#include "data.h"
#include "many.h"

#include <hearth.h>
#include <poll.h>
#include <stdio.h>

static const hearth_clause STEPS_CLAUSE = {.type = "HKQuantityTypeIdentifierStepCount", .unit = "count"};
static const hearth_clause CLAUSE = {.type = "HKQuantityTypeIdentifierHeartRate", .unit = "count/min"};

static char socket_path[4096];
static hearth_client *client;
static hearth_client *step_counters[SOURCES + 1]; /* by their numbers, while they save */
static hearth_anchor marked;
static hearth_error error;

__attribute__((noreturn)) static void fail_with_error(void)
{
    fail("Hearth: %s %s: %s", hearth_error_name(error.code), error.field, error.message);
}

/* By the machine's model, the server knows that the watch is worn: it comes before the phone. */
static hearth_client *connect_app(const char *bundle_identifier, const char *model)
{
    hearth_options options = {.bundle_identifier = bundle_identifier, .product_type = model, .socket = socket_path};
    hearth_client *connected = hearth_new(&options, &error);

    if (connected == NULL || hearth_connect(connected, &error) != 0)
        fail_with_error();
    return connected;
}

static hearth_client *connect_client(void)
{
    return connect_app("org.example.comparison", NULL);
}

/* The app of a source. */
static hearth_client *saver_of(int32_t source)
{
    if (source == SOURCE)
        return client;
    if (step_counters[source] == NULL)
        step_counters[source] = source == WATCH ? connect_app("org.example.watch", "Watch")
                                                : connect_app("org.example.phone", "Phone");
    return step_counters[source];
}

static void open_client(const char *path)
{
    snprintf(socket_path, sizeof socket_path, "%s/socket", path);
    hearth_free(client);
    client = connect_client();
}

static void create(void)
{
    /* The server has made the store. */
}

/* So many of the columns, from a row on, as the library takes them: the arrays stay where they are. */
static hearth_columns part_of(const struct columns *columns, size_t row, size_t count)
{
    const hearth_clause *clause = columns->type == STEPS ? &STEPS_CLAUSE : &CLAUSE;

    return (hearth_columns){
        .type = clause->type, .count = count, .uuids = (const hearth_uuid *)(columns->uuids + row),
        .starts = columns->starts + row, .ends = columns->ends != columns->starts ? columns->ends + row : NULL,
        .kind = HEARTH_QUANTITIES, .quantity = {.values = columns->values + row, .unit = clause->unit},
    };
}

static void save_part(const struct columns *columns, size_t row, size_t count)
{
    hearth_columns part = part_of(columns, row, count);
    hearth_committed committed;

    if (hearth_save(saver_of(columns->source), &part, 1, &committed, &error) != 0)
        fail_with_error();
    if (committed.added != count)
        fail("Hearth: %zu samples were saved as %llu", count, (unsigned long long)committed.added);
}

static void save(const struct columns *columns)
{
    save_part(columns, 0, columns->count);
}

static void save_one(const struct columns *columns, size_t row)
{
    save_part(columns, row, 1);
}

/* ------------------------------------------------------------------------------------------------------- reading */

static void collect_batches(const hearth_columns *batches, size_t count, struct collector *collector)
{
    for (size_t i = 0; i < count; i++) {
        struct columns columns = {
            .count = batches[i].count, .uuids = (sample_uuid *)batches[i].uuids,
            .starts = (int64_t *)batches[i].starts, .values = (double *)batches[i].quantity.values,
        };

        if (batches[i].kind != HEARTH_QUANTITIES || batches[i].ends != NULL)
            fail("Hearth: a batch is not what was saved");
        collect_columns(collector, &columns);
    }
}

static void read_call(uint64_t call, struct collector *collector)
{
    const hearth_reply *reply;
    hearth_step step = call != 0 ? HEARTH_REPLY : HEARTH_FAILED;

    while (step == HEARTH_REPLY && (step = hearth_next(client, call, -1, &reply, &error)) == HEARTH_REPLY) {
        if (reply->kind == HEARTH_SAMPLES)
            collect_batches(reply->samples.columns, reply->samples.column_count, collector);
        else
            collect_batches(reply->changes.added, reply->changes.added_count, collector);
        hearth_reply_free(reply);
    }
    if (step == HEARTH_FAILED)
        fail_with_error();
}

static void newest(struct collector *collector)
{
    hearth_sort_key newest_first = {.field = HEARTH_START_DATE, .descending = true};
    hearth_query query = {
        .clauses = &CLAUSE, .clause_count = 1, .order = &newest_first, .order_count = 1, .limit = 1,
    };

    read_call(hearth_start_query(client, &query, &error), collector);
}

static void read_range(const struct range *range, struct collector *collector)
{
    hearth_clause clause = CLAUSE;
    hearth_query query = {.clauses = &clause, .clause_count = 1};
    hearth_predicate *predicate = NULL;

    if (range != NULL) {
        predicate = hearth_predicate_new();
        hearth_where_interval(predicate, &range->start, &range->end, HEARTH_STRICT_START);
        clause.predicate = predicate;
    }
    read_call(hearth_start_query(client, &query, &error), collector);
    hearth_predicate_free(predicate);
}

static void tally_columns(const hearth_statistics_columns *columns, struct tally *tally)
{
    for (size_t i = 0; columns->sums != NULL && i < columns->count; i++)
        tally_sum(tally, columns->counts[i], columns->sums[i]);
    for (size_t i = 0; columns->averages != NULL && i < columns->count; i++)
        tally_bucket(tally, columns->counts[i], columns->averages[i], columns->minimums[i], columns->maximums[i]);
}

enum { STATISTICS = HEARTH_AVERAGE | HEARTH_MINIMUM | HEARTH_MAXIMUM };

static int64_t *edges_of(int64_t first, int64_t length, size_t buckets)
{
    int64_t *edges = allocate((buckets + 1) * sizeof *edges);

    for (size_t i = 0; i <= buckets; i++)
        edges[i] = first + (int64_t)i * length;
    return edges;
}

static void compute(const hearth_clause *clause, unsigned statistics, int64_t first, int64_t length, size_t buckets,
                    struct tally *tally)
{
    int64_t *edges = edges_of(first, length, buckets);
    hearth_statistics_query query = {
        .clauses = clause, .clause_count = 1, .statistics = statistics,
        .edges = edges, .edge_count = buckets > 0 ? buckets + 1 : 0,
    };
    uint64_t call = hearth_start_statistics(client, &query, &error);
    const hearth_reply *reply;
    hearth_step step = call != 0 ? HEARTH_REPLY : HEARTH_FAILED;

    while (step == HEARTH_REPLY && (step = hearth_next(client, call, -1, &reply, &error)) == HEARTH_REPLY) {
        if (reply->kind != HEARTH_STATISTICS)
            fail("Hearth: a reply has no statistics");
        tally_columns(&reply->statistics.merged, tally);
        hearth_reply_free(reply);
    }
    if (step == HEARTH_FAILED)
        fail_with_error();
    free(edges);
}

static void statistics(int64_t first, int64_t length, size_t buckets, struct tally *tally)
{
    compute(&CLAUSE, STATISTICS, first, length, buckets, tally);
}

/* The server merges the sources by its rules: at each moment the watch, and the phone while the watch has nothing. */
static void sum_steps(int64_t first, size_t days, struct tally *tally)
{
    compute(&STEPS_CLAUSE, HEARTH_SUM, first, length_of_day(), days, tally);
}

static hearth_anchor present(void)
{
    const hearth_reply *reply;
    hearth_anchor anchor;

    if (hearth_finish(client, hearth_start_ping(client, "", 0, &error), &reply, &error) != 0)
        fail_with_error();
    anchor = reply->pong.anchor;
    hearth_reply_free(reply);
    return anchor;
}

static void mark(void)
{
    marked = present();
}

static void changes(struct collector *collector)
{
    hearth_change_query query = {.clauses = &CLAUSE, .clause_count = 1, .anchor = marked};

    read_call(hearth_start_changes(client, &query, &error), collector);
}

/* ----------------------------------------------------------------------------------------------- many connections */

/* A client with one call at a time. */
struct member {
    hearth_client *client;
    uint64_t call;
};

static struct member *members;
static size_t member_count;

static int descriptor(size_t number)
{
    return hearth_descriptor(members[number].client);
}

static void begin_saving(size_t number, const struct columns *columns, size_t row)
{
    hearth_client *saver = members[number].client;
    hearth_columns part = part_of(columns, row, 1);

    members[number].call = hearth_start_save(saver, &part, 1, &error);
    if (members[number].call == 0)
        fail_with_error();
    while ((hearth_events(saver) & POLLOUT) != 0)
        hearth_process(saver);
}

/* The next reply of a member's call; NULL: there is none yet. */
static const hearth_reply *take(size_t number)
{
    const hearth_reply *reply;
    hearth_step step;

    hearth_process(members[number].client);
    if (hearth_ready(members[number].client) == 0)
        return NULL;
    step = hearth_take(members[number].client, members[number].call, &reply, &error);
    if (step == HEARTH_PENDING)
        return NULL;
    if (step != HEARTH_REPLY)
        fail_with_error();
    return reply;
}

static bool has_saved(size_t number)
{
    const hearth_reply *reply = take(number);

    if (reply == NULL)
        return false;
    if (reply->committed.added != 1)
        fail("Hearth: a save did not add its sample");
    hearth_reply_free(reply);
    return true;
}

static bool has_received(size_t number, const struct columns *columns, size_t row)
{
    const hearth_reply *reply = take(number);
    bool is_change = reply != NULL && reply->changes.added_count > 0;

    if (is_change && reply->changes.added[0].starts[0] != columns->starts[row])
        fail("Hearth: a subscriber was told of another sample");
    hearth_reply_free(reply);
    return is_change;
}

static const struct connections CONNECTIONS = {descriptor, begin_saving, has_saved, has_received};

static void connect_members(size_t count)
{
    members = calloc(count, sizeof *members);
    member_count = count;
    for (size_t i = 0; i < count; i++)
        members[i].client = connect_client();
}

static void connect_many(size_t clients)
{
    connect_members(clients);
    begin_many(&CONNECTIONS, clients);
}

static void subscribe(size_t subscribers)
{
    hearth_change_query query = {.clauses = &CLAUSE, .clause_count = 1, .follow = true, .anchor = present()};

    connect_members(subscribers + 1);
    for (size_t i = 0; i < subscribers; i++) {
        const hearth_reply *reply;

        members[i].call = hearth_start_changes(members[i].client, &query, &error);
        /* The first batch says that there is nothing yet: the subscription has begun. */
        if (members[i].call == 0
            || hearth_next(members[i].client, members[i].call, -1, &reply, &error) != HEARTH_REPLY)
            fail_with_error();
        hearth_reply_free(reply);
    }
    begin_many(&CONNECTIONS, member_count);
}

/* What has changed after the statistics of all days is the day of the sample. */
static bool has_received_day(size_t number, const struct columns *columns, size_t row)
{
    const hearth_reply *reply = take(number);
    bool is_change = reply != NULL && reply->statistics.merged.count > 0;

    if (is_change && (reply->statistics.merged.count != 1
                      || columns->starts[row] < first_day()
                             + reply->statistics.merged.buckets[0] * length_of_day()))
        fail("Hearth: a subscriber was told of another day");
    hearth_reply_free(reply);
    return is_change;
}

static const struct connections DAY_CONNECTIONS = {descriptor, begin_saving, has_saved, has_received_day};

/* Of twice ten years: the samples that are saved come after the first ten. */
static void subscribe_to_days(void)
{
    int64_t *edges = edges_of(first_day(), length_of_day(), 2 * DAYS);
    hearth_statistics_query query = {
        .clauses = &CLAUSE, .clause_count = 1, .statistics = STATISTICS, .follow = true,
        .edges = edges, .edge_count = 2 * DAYS + 1,
    };
    bool is_caught_up = false;

    connect_members(2);
    members[0].call = hearth_start_statistics(members[0].client, &query, &error);
    if (members[0].call == 0)
        fail_with_error();
    while (!is_caught_up) {
        const hearth_reply *reply;

        if (hearth_next(members[0].client, members[0].call, -1, &reply, &error) != HEARTH_REPLY)
            fail_with_error();
        is_caught_up = reply->statistics.caught_up;
        hearth_reply_free(reply);
    }
    free(edges);
    begin_many(&DAY_CONNECTIONS, member_count);
}

static void disconnect_many(void)
{
    end_many();
    for (size_t i = 0; i < member_count; i++)
        hearth_free(members[i].client);
    free(members);
}

int main(int count, char **arguments)
{
    static const struct lane lane = {
        .open = open_client, .create = create, .newest = newest, .save = save, .save_one = save_one,
        .connect_many = connect_many, .save_by_many = save_by_all, .disconnect_many = disconnect_many,
        .read = read_range, .statistics = statistics, .sum_steps = sum_steps, .mark = mark, .changes = changes,
        .subscribe = subscribe, .deliver = deliver_to_all, .unsubscribe = disconnect_many,
        .subscribe_to_days = subscribe_to_days,
    };

    return run_lane(&lane, count, arguments);
}
