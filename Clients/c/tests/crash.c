/* The server is killed with kill -9 again and again while one client saves and another follows: every change arrives
 * once by its UUID, and what was acknowledged is there. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum { KILLS = 5, SAVES = 60, ROWS = 50 };

static const char *const TYPE = "HKQuantityTypeIdentifierHeartRate";
static const int64_t BEGIN = INT64_C(1795262400000000000);

static hearth_error error;

/* A copy of the store as the follower builds it: UUIDs and how many there are. */
struct copy {
    hearth_uuid *uuids;
    double *values;
    size_t count, room;
};

static size_t find(const struct copy *copy, const hearth_uuid *uuid)
{
    for (size_t i = 0; i < copy->count; i++)
        if (memcmp(&copy->uuids[i], uuid, sizeof *uuid) == 0)
            return i;
    return copy->count;
}

/* Each sample comes once: no write here is so large that it is cut, and would come again from its beginning. */
static void put(struct copy *copy, const hearth_uuid *uuid, double value)
{
    CHECK(find(copy, uuid) == copy->count);
    CHECK(copy->count < copy->room);
    copy->uuids[copy->count] = *uuid;
    copy->values[copy->count++] = value;
}

static void apply(struct copy *copy, const hearth_changes *changes)
{
    CHECK(changes->deleted.count == 0);
    for (size_t i = 0; i < changes->added_count; i++)
        for (size_t row = 0; row < changes->added[i].count; row++)
            put(copy, &changes->added[i].uuids[row], changes->added[i].quantity.values[row]);
}

static struct copy new_copy(void)
{
    struct copy copy = {.room = SAVES * ROWS};

    copy.uuids = malloc(copy.room * sizeof *copy.uuids);
    copy.values = malloc(copy.room * sizeof *copy.values);
    CHECK(copy.uuids != NULL && copy.values != NULL);
    return copy;
}

static void free_copy(struct copy *copy)
{
    free(copy->uuids);
    free(copy->values);
}

static uint64_t begin_save(hearth_client *saver, struct copy *truth, int number)
{
    int64_t starts[ROWS];
    size_t first = truth->count;
    hearth_columns columns = {.type = TYPE, .count = ROWS, .uuids = truth->uuids + first, .starts = starts,
                              .kind = HEARTH_QUANTITIES,
                              .quantity = {.values = truth->values + first, .unit = "count/min"}};
    uint64_t call;

    CHECK(hearth_make_uuids(saver, truth->uuids + first, ROWS) == 0);
    for (int row = 0; row < ROWS; row++) {
        starts[row] = BEGIN + (int64_t)number * ROWS + row;
        truth->values[first + (size_t)row] = (double)(number * ROWS + row);
    }
    truth->count += ROWS;
    call = hearth_start_save(saver, &columns, 1, &error);
    CHECK_ERROR(call != 0, &error);
    return call;
}

static void compare(const struct copy *truth, const struct copy *copy)
{
    CHECK(copy->count == truth->count);
    for (size_t i = 0; i < truth->count; i++) {
        size_t there = find(copy, &truth->uuids[i]);

        CHECK(there < copy->count && copy->values[there] == truth->values[i]);
    }
}

/* A deletion whose acknowledgement is lost is done once, and is a success. */
static void deletion(struct server *server, hearth_client *client, const hearth_uuid *uuid)
{
    const hearth_reply *reply;
    uint64_t call = hearth_start_delete(client, uuid, 1, &error);

    CHECK_ERROR(call != 0, &error);
    /* Whether it was carried out before the kill or not. */
    if (seeded_below(2) == 0)
        hearth_reply_free(must(client, hearth_start_ping(client, NULL, 0, &error), HEARTH_PONG, &error));
    server_kill(server);
    server_start_again(server);
    reply = must(client, call, HEARTH_COMMITTED, &error);
    CHECK(reply->committed.deleted == 1);
    hearth_reply_free(reply);
}

/* Reads a query to its end; `*rows` is how many samples came. */
static hearth_step read_query(hearth_client *client, uint64_t call, size_t *rows)
{
    const hearth_reply *reply;
    hearth_step step;

    CHECK_ERROR(call != 0, &error);
    *rows = 0;
    while ((step = hearth_next(client, call, -1, &reply, &error)) == HEARTH_REPLY) {
        *rows += reply->samples.columns->count;
        hearth_reply_free(reply);
    }
    return step;
}

/* A query that was read in part cannot go on; one that was not is asked again. */
static void queries(struct server *server, hearth_client *client, size_t expected)
{
    hearth_clause clause = {.type = TYPE};
    hearth_query query = {.clauses = &clause, .clause_count = 1};
    uint64_t call = hearth_start_query(client, &query, &error);
    hearth_step step;
    size_t rows;

    CHECK_ERROR(call != 0, &error);
    server_kill(server);
    server_start_again(server);
    step = read_query(client, call, &rows);
    if (step == HEARTH_FAILED && rows > 0) {
        /* The server was quick: samples were on their way when it was killed, and their end was not. */
        CHECK_ERROR(error.code == HEARTH_INTERRUPTED, &error);
        step = read_query(client, hearth_start_query(client, &query, &error), &rows);
    }
    CHECK_ERROR(step == HEARTH_COMPLETE, &error);
    CHECK(rows == expected);
}

int main(void)
{
    struct server server;
    struct copy truth = new_copy(), copy = new_copy();
    hearth_clause clause = {.type = TYPE, .unit = "count/min"};
    hearth_change_query follow = {.clauses = &clause, .clause_count = 1, .follow = true};
    uint64_t calls[SAVES] = {0}, following, observing, kill_at[KILLS];
    hearth_client *saver, *follower;
    const hearth_reply *reply;
    uint64_t committed = 0;

    for (int i = 0; i < KILLS; i++)
        kill_at[i] = (uint64_t)i * (SAVES / KILLS) + seeded_below(SAVES / KILLS);
    server_begin(&server);
    saver = server_client(&server, "org.example.saver");
    follower = server_client(&server, "org.example.follower");
    CHECK_ERROR(hearth_connect(saver, &error) == 0 && hearth_connect(follower, &error) == 0, &error);
    following = hearth_start_changes(follower, &follow, &error);
    observing = hearth_start_observe(follower, &clause, 1, false, &error);
    CHECK_ERROR(following != 0 && observing != 0, &error);

    for (int number = 0, kills = 0; number < SAVES; number++) {
        calls[number] = begin_save(saver, &truth, number);
        if (seeded_below(3) == 0) {
            CHECK_ERROR(hearth_next(saver, calls[number], -1, &reply, &error) == HEARTH_REPLY, &error);
            committed += reply->committed.added + reply->committed.unchanged;
            hearth_reply_free(reply);
            calls[number] = 0;
        }
        if (kills < KILLS && kill_at[kills] == (uint64_t)number) {
            server_kill(&server);
            server_start_again(&server);
            kills++;
        }
        while (seeded_below(2) == 0
               && hearth_next(follower, following, 0, &reply, &error) == HEARTH_REPLY) {
            apply(&copy, &reply->changes);
            hearth_reply_free(reply);
        }
    }
    for (int number = 0; number < SAVES; number++)
        if (calls[number] != 0) {
            reply = must(saver, calls[number], HEARTH_COMMITTED, &error);
            committed += reply->committed.added + reply->committed.unchanged;
            hearth_reply_free(reply);
        }
    CHECK(committed == truth.count);
    while (copy.count < truth.count) {
        CHECK_ERROR(hearth_next(follower, following, -1, &reply, &error) == HEARTH_REPLY, &error);
        apply(&copy, &reply->changes);
        hearth_reply_free(reply);
    }
    compare(&truth, &copy);
    CHECK_ERROR(hearth_next(follower, observing, -1, &reply, &error) == HEARTH_REPLY, &error);
    hearth_reply_free(reply);
    CHECK(hearth_connections(saver) > 1 && hearth_connections(follower) > KILLS / 2);
    queries(&server, saver, truth.count);
    for (int i = 0; i < 3; i++)
        deletion(&server, saver, &truth.uuids[i]);
    printf("crash: %d kills, %zu samples, each once; %llu and %llu connections\n", KILLS + 4, truth.count,
           (unsigned long long)hearth_connections(saver), (unsigned long long)hearth_connections(follower));
    hearth_free(follower);
    hearth_free(saver);
    free_copy(&copy);
    free_copy(&truth);
    server_end(&server);
    return 0;
}
