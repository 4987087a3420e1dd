/* Redis through hiredis: a stream with an entry for each sample. The identifier of an entry is its start, in
 * milliseconds and nanoseconds below them, so that one stream is both in the order of times and in that of saving. A
 * stream takes no entry that is not later than all before it; clients that save at the same time cannot see to that,
 * and have Redis make the identifiers. */
#include "many.h"

#include <hiredis/hiredis.h>
#include <stdio.h>
#include <string.h>

enum { ID_BYTES = 48 };

static char socket_path[4096];
static redisContext *connection;
static char marked[ID_BYTES];

__attribute__((noreturn)) static void fail_with(const redisContext *failed)
{
    fail("Redis: %s", failed->errstr);
}

static redisContext *connect_one(void)
{
    redisContext *connected = redisConnectUnix(socket_path);

    if (connected == NULL || connected->err != 0)
        fail("Redis: there is no connection");
    return connected;
}

static void open_connection(const char *path)
{
    snprintf(socket_path, sizeof socket_path, "%s/socket", path);
    connection = connect_one();
}

static void create(void)
{
    /* The first entry makes the stream. */
}

static void check(const redisContext *asked, const redisReply *reply, int type)
{
    if (reply == NULL)
        fail_with(asked);
    if (reply->type == REDIS_REPLY_ERROR)
        fail("Redis: %s", reply->str);
    if (reply->type != type)
        fail("Redis: a reply of type %d", reply->type);
}

static redisReply *ask(int type, const char *format, const char *first, const char *second, int number)
{
    redisReply *reply = redisCommand(connection, format, first, second, number);

    check(connection, reply, type);
    return reply;
}

/* -------------------------------------------------------------------------------------------------------- saving */

static void format_id(char *id, int64_t start)
{
    snprintf(id, ID_BYTES, "%lld-%lld", (long long)(start / 1000000), (long long)(start % 1000000));
}

static size_t format_number(char *text, int64_t number)
{
    char digits[20];
    size_t count = 0, length = 0;

    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0)
        text[length++] = digits[--count];
    return length;
}

enum identifier { BY_START, BY_REDIS };

/* Numbers are text, as Redis' own tools have them; whole ones it keeps in as many bytes as they need. */
static void append_save(redisContext *on, const struct columns *columns, size_t row, enum identifier identifier)
{
    enum { WORDS = 13 };
    char start[20], value[32], id[ID_BYTES];
    size_t start_length = format_number(start, columns->starts[row]), id_length;
    size_t value_length;

    id_length = format_number(id, columns->starts[row] / 1000000);
    id[id_length++] = '-';
    id_length += format_number(id + id_length, columns->starts[row] % 1000000);
    if (identifier == BY_REDIS) {
        id[0] = '*';
        id_length = 1;
    }
    if (columns->values[row] == (double)(int64_t)columns->values[row] && columns->values[row] >= 0)
        value_length = format_number(value, (int64_t)columns->values[row]);
    else
        value_length = (size_t)snprintf(value, sizeof value, "%.17g", columns->values[row]);

    const char *words[WORDS] = {"XADD", "samples", id, "u", (const char *)columns->uuids[row].bytes,
                                "s", start, "e", start, "v", value, "o", "1"};
    size_t lengths[WORDS] = {4, 7, id_length, 1, UUID_BYTES,
                             1, start_length, 1, start_length, 1, value_length, 1, 1};

    if (redisAppendCommandArgv(on, WORDS, words, lengths) != REDIS_OK)
        fail_with(on);
}

static void push(redisContext *on)
{
    int done = 0;

    while (!done)
        if (redisBufferWrite(on, &done) != REDIS_OK)
            fail_with(on);
}

static redisReply *await(redisContext *from)
{
    void *reply;

    if (redisGetReply(from, &reply) != REDIS_OK)
        fail_with(from);
    return reply;
}

/* A transaction: one write and one fsync, and one that is whole. Every so many commands go out, so that the server
 * works while more of them are made. */
static void save(const struct columns *columns)
{
    enum { PUSHED = 512 };
    redisReply *reply;

    redisAppendCommand(connection, "MULTI");
    for (size_t row = 0; row < columns->count; row++) {
        append_save(connection, columns, row, BY_START);
        if (row % PUSHED == PUSHED - 1) {
            int done = 0;

            if (redisBufferWrite(connection, &done) != REDIS_OK)
                fail_with(connection);
        }
    }
    redisAppendCommand(connection, "EXEC");
    for (size_t i = 0; i < columns->count + 1; i++) {
        reply = await(connection);
        check(connection, reply, REDIS_REPLY_STATUS);
        freeReplyObject(reply);
    }
    reply = await(connection);
    check(connection, reply, REDIS_REPLY_ARRAY);
    if (reply->elements != columns->count)
        fail("Redis: %zu samples were saved as %zu", columns->count, reply->elements);
    freeReplyObject(reply);
}

static void save_one(const struct columns *columns, size_t row)
{
    redisReply *reply;

    append_save(connection, columns, row, BY_REDIS);
    reply = await(connection);
    check(connection, reply, REDIS_REPLY_STRING);
    freeReplyObject(reply);
}

/* ------------------------------------------------------------------------------------------------------- reading */

static void collect_entry(const redisReply *entry, struct collector *collector)
{
    const redisReply *fields = entry->elements == 2 ? entry->element[1] : NULL;
    redisReply **field;

    if (fields == NULL || fields->elements != 10 || fields->element[1]->len != UUID_BYTES
        || strcmp(fields->element[9]->str, "1") != 0)
        fail("Redis: an entry is not what was saved");
    field = fields->element;
    collect(collector, field[1]->str, strtoll(field[3]->str, NULL, 10), strtoll(field[5]->str, NULL, 10),
            strtod(field[7]->str, NULL));
}

/* Some thousand entries at a time; the next ones are asked for before those that came are looked at. */
static void read_between(const char *first, const char *last, struct collector *collector)
{
    static const char *const format = "XRANGE samples %s %s COUNT %d";
    redisReply *reply;
    size_t count;

    redisAppendCommand(connection, format, first, last, BATCH);
    do {
        reply = await(connection);
        check(connection, reply, REDIS_REPLY_ARRAY);
        count = reply->elements;
        if (count == BATCH) {
            char after[ID_BYTES + 1];

            snprintf(after, sizeof after, "(%s", reply->element[count - 1]->element[0]->str);
            redisAppendCommand(connection, format, after, last, BATCH);
            push(connection);
        }
        for (size_t i = 0; i < count; i++)
            collect_entry(reply->element[i], collector);
        freeReplyObject(reply);
    } while (count == BATCH);
}

static void read_range(const struct range *range, struct collector *collector)
{
    char first[ID_BYTES] = "-", after[ID_BYTES], last[ID_BYTES + 1] = "+";

    if (range != NULL) {
        format_id(first, range->start);
        format_id(after, range->end);
        snprintf(last, sizeof last, "(%s", after);
    }
    read_between(first, last, collector);
}

static redisReply *ask_newest(void)
{
    return ask(REDIS_REPLY_ARRAY, "XREVRANGE samples %s %s COUNT %d", "+", "-", 1);
}

static void newest(struct collector *collector)
{
    redisReply *reply = ask_newest();

    for (size_t i = 0; i < reply->elements; i++)
        collect_entry(reply->element[i], collector);
    freeReplyObject(reply);
}

static void copy_newest_id(char *id)
{
    redisReply *reply = ask_newest();

    snprintf(id, ID_BYTES, "%s", reply->elements == 1 ? reply->element[0]->element[0]->str : "0-0");
    freeReplyObject(reply);
}

static void mark(void)
{
    copy_newest_id(marked);
}

static void changes(struct collector *collector)
{
    char after[ID_BYTES + 1];

    snprintf(after, sizeof after, "(%s", marked);
    read_between(after, "+", collector);
}

/* Whether Redis says that something is so. */
static bool says(const char *line)
{
    redisReply *reply = ask(REDIS_REPLY_STRING, "INFO persistence", "", "", 0);
    bool found = strstr(reply->str, line) != NULL;

    freeReplyObject(reply);
    return found;
}

/* Until no log is being written anew; between two questions the server waits for an entry that nobody adds. */
static void await_rewriting(void)
{
    while (says("aof_rewrite_in_progress:1") || says("aof_rewrite_scheduled:1"))
        freeReplyObject(ask(REDIS_REPLY_NIL, "XREAD BLOCK 50 STREAMS %s %s", "nothing", "0", 0));
}

/* Writes its log anew, as it does itself when it has doubled. */
static void settle(void)
{
    await_rewriting();
    freeReplyObject(ask(REDIS_REPLY_STATUS, "BGREWRITEAOF", "", "", 0));
    await_rewriting();
}

/* ----------------------------------------------------------------------------------------------- many connections */

static redisContext **members;
static size_t member_count;

static int descriptor(size_t number)
{
    return members[number]->fd;
}

static void begin_saving(size_t number, const struct columns *columns, size_t row)
{
    append_save(members[number], columns, row, BY_REDIS);
    push(members[number]);
}

/* What has come, when it is a whole reply; NULL: not yet. */
static redisReply *take(redisContext *from, int type)
{
    void *reply;

    if (redisBufferRead(from) != REDIS_OK || redisGetReplyFromReader(from, &reply) != REDIS_OK)
        fail_with(from);
    if (reply != NULL)
        check(from, reply, type);
    return reply;
}

static bool has_saved(size_t number)
{
    redisReply *reply = take(members[number], REDIS_REPLY_STRING);

    freeReplyObject(reply);
    return reply != NULL;
}

static char seen[ID_BYTES]; /* the identifier of the entry that came last */

static bool has_received(size_t number, const struct columns *columns, size_t row)
{
    redisReply *reply = take(members[number], REDIS_REPLY_ARRAY);
    const redisReply *entry;

    if (reply == NULL)
        return false;
    entry = reply->element[0]->element[1]->element[0];
    if (strtoll(entry->element[1]->element[3]->str, NULL, 10) != columns->starts[row])
        fail("Redis: a subscriber was told of another sample");
    snprintf(seen, sizeof seen, "%s", entry->element[0]->str);
    freeReplyObject(reply);
    return true;
}

static const struct connections CONNECTIONS = {descriptor, begin_saving, has_saved, has_received};

static void connect_many(size_t clients)
{
    members = allocate(clients * sizeof *members);
    member_count = clients;
    for (size_t i = 0; i < clients; i++) {
        members[i] = connect_one();
        /* Answered: the server has taken the connection, and its queue of new ones does not fill. */
        freeReplyObject(redisCommand(members[i], "PING"));
    }
    begin_many(&CONNECTIONS, clients);
}

/* The last member saves; the others wait for what comes after the entry that they have seen. */
static void wait_for_more(void)
{
    for (size_t i = 0; i + 1 < member_count; i++) {
        redisAppendCommand(members[i], "XREAD BLOCK 0 STREAMS samples %s", seen);
        push(members[i]);
    }
}

static void subscribe(size_t subscribers)
{
    copy_newest_id(seen);
    connect_many(subscribers + 1);
    wait_for_more();
}

/* That they ask again is no part of a delivery, and done before the next one begins. */
static struct delivery deliver(const struct columns *columns, size_t row)
{
    struct delivery delivery = deliver_to_all(columns, row);

    wait_for_more();
    return delivery;
}

static void disconnect_many(void)
{
    end_many();
    for (size_t i = 0; i < member_count; i++)
        redisFree(members[i]);
    free(members);
}

int main(int count, char **arguments)
{
    static const struct lane lane = {
        .open = open_connection, .create = create, .newest = newest, .save = save, .save_one = save_one,
        .connect_many = connect_many, .save_by_many = save_by_all, .disconnect_many = disconnect_many,
        .read = read_range, .mark = mark, .changes = changes, .subscribe = subscribe, .deliver = deliver,
        .unsubscribe = disconnect_many, .settle = settle,
    };

    return run_lane(&lane, count, arguments);
}
