/* PostgreSQL through libpq: COPY in binary for many rows, prepared statements for few, LISTEN and NOTIFY. The primary
 * key is in the order of saving, which is the log of changes. */
#include "many.h"
#include "network_order.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <string.h>

static char parameters[4200];
static PGconn *connection;
static int64_t marked;

__attribute__((noreturn)) static void fail_with(PGconn *failed)
{
    fail("PostgreSQL: %.200s", PQerrorMessage(failed));
}

static void expect(PGconn *asked, PGresult *result, ExecStatusType wanted)
{
    if (PQresultStatus(result) != wanted)
        fail_with(asked);
    PQclear(result);
}

static void execute(const char *sql)
{
    PGresult *result = PQexec(connection, sql);

    expect(connection, result, PQresultStatus(result) == PGRES_TUPLES_OK ? PGRES_TUPLES_OK : PGRES_COMMAND_OK);
}

static PGconn *connect_one(void)
{
    PGconn *connected = PQconnectdb(parameters);

    if (PQstatus(connected) != CONNECTION_OK)
        fail_with(connected);
    return connected;
}

/* ------------------------------------------------------------------------------------------------------- writing */

#define COLUMNS "uuid, type, start, \"end\", value, source"

static void prepare_statement(PGconn *on, const char *name, const char *sql)
{
    expect(on, PQprepare(on, name, sql, 0, NULL), PGRES_COMMAND_OK);
}

static void prepare_insert(PGconn *on)
{
    prepare_statement(on, "insert", "INSERT INTO samples (" COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6)");
}

static void open_connection(const char *path)
{
    snprintf(parameters, sizeof parameters, "host=%s user=postgres dbname=postgres", path);
    connection = connect_one();
}

static void prepare_all(void)
{
    prepare_insert(connection);
    prepare_statement(connection, "newest",
                      "SELECT " COLUMNS " FROM samples WHERE type = 1 ORDER BY start DESC LIMIT 1");
    prepare_statement(connection, "range", "SELECT " COLUMNS " FROM samples"
                      " WHERE type = 1 AND start >= $1 AND start < $2 ORDER BY start");
    prepare_statement(connection, "statistics", "SELECT count(*), avg(value), min(value), max(value) FROM samples"
                      " WHERE type = 1");
    prepare_statement(connection, "buckets", "SELECT count(*), avg(value), min(value), max(value) FROM samples"
                      " WHERE type = 1 AND start >= $1 AND start < $1 + $2::bigint * $3::bigint"
                      " GROUP BY (start - $1) / $2 ORDER BY (start - $1) / $2");
    /* In each hour the steps of the watch (source 3), or else all, which are then those of the phone. */
    prepare_statement(connection, "steps", "SELECT sum(quantities)::bigint, sum(steps) FROM"
                      " (SELECT (start - $1) / 3600000000000 AS hour, count(*) AS quantities,"
                      " coalesce(sum(value) FILTER (WHERE source = 3), sum(value)) AS steps FROM samples"
                      " WHERE type = 2 AND start >= $1 AND start < $1 + $2::bigint * 86400000000000 GROUP BY hour)"
                      " AS hours GROUP BY hour / 24 ORDER BY hour / 24");
    prepare_statement(connection, "changes",
                      "SELECT " COLUMNS " FROM samples WHERE sequence > $1 ORDER BY sequence");
}

static void create(void)
{
    execute("CREATE TABLE samples (sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, uuid uuid NOT NULL UNIQUE,"
            " type int NOT NULL, start bigint NOT NULL, \"end\" bigint NOT NULL, value float8 NOT NULL,"
            " source int NOT NULL)");
    execute("CREATE INDEX ON samples (type, start)");
    prepare_all();
}

static void put_copy(const char *bytes, const char *end)
{
    if (PQputCopyData(connection, bytes, (int)(end - bytes)) != 1)
        fail_with(connection);
}

static void save(const struct columns *columns)
{
    enum { ROW = 2 + 6 * 4 + UUID_BYTES + 4 + 8 + 8 + 8 + 4, BUFFER = 65536 };
    static char buffer[BUFFER];
    char *to = put(buffer, "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19);

    expect(connection, PQexec(connection, "COPY samples (" COLUMNS ") FROM STDIN (FORMAT binary)"), PGRES_COPY_IN);
    for (size_t row = 0; row < columns->count; row++) {
        if (to + ROW > buffer + BUFFER) {
            put_copy(buffer, to);
            to = buffer;
        }
        to = put(to, "\0\6", 2);
        to = put(put_32(to, UUID_BYTES), columns->uuids[row].bytes, UUID_BYTES);
        to = put_32(put_32(to, 4), columns->type);
        to = put_64(put_32(to, 8), &columns->starts[row]);
        to = put_64(put_32(to, 8), &columns->ends[row]);
        to = put_64(put_32(to, 8), &columns->values[row]);
        to = put_32(put_32(to, 4), columns->source);
    }
    put_copy(buffer, to);
    put_copy("\377\377", "\377\377" + 2);
    if (PQputCopyEnd(connection, NULL) != 1)
        fail_with(connection);
    expect(connection, PQgetResult(connection), PGRES_COMMAND_OK);
    if (PQgetResult(connection) != NULL)
        fail("PostgreSQL: COPY has several results");
}

/* The parameters of one row; what they point to is in `bytes`. */
struct row_parameters {
    char bytes[48];
    const char *values[6];
    int lengths[6], formats[6];
};

static void fill(struct row_parameters *row, const struct columns *columns, size_t index)
{
    char *to = row->bytes;

    row->values[0] = to;
    to = put(to, columns->uuids[index].bytes, UUID_BYTES);
    row->values[1] = to;
    to = put_32(to, TYPE);
    row->values[2] = row->values[3] = to;
    to = put_64(to, &columns->starts[index]);
    row->values[4] = to;
    to = put_64(to, &columns->values[index]);
    row->values[5] = to;
    put_32(to, SOURCE);
    memcpy(row->lengths, (const int[]){UUID_BYTES, 4, 8, 8, 8, 4}, sizeof row->lengths);
    memcpy(row->formats, (const int[]){1, 1, 1, 1, 1, 1}, sizeof row->formats);
}

static void save_one(const struct columns *columns, size_t row)
{
    struct row_parameters bound;

    fill(&bound, columns, row);
    expect(connection, PQexecPrepared(connection, "insert", 6, bound.values, bound.lengths, bound.formats, 1),
           PGRES_COMMAND_OK);
}

/* ------------------------------------------------------------------------------------------------------- reading */

static void collect_result(PGresult *result, struct collector *collector)
{
    for (int row = 0; row < PQntuples(result); row++) {
        if (get_32(PQgetvalue(result, row, 1)) != TYPE || get_32(PQgetvalue(result, row, 5)) != SOURCE)
            fail("PostgreSQL: a row is not what was saved");
        collect(collector, PQgetvalue(result, row, 0), get_64(PQgetvalue(result, row, 2)),
                get_64(PQgetvalue(result, row, 3)), get_double(PQgetvalue(result, row, 4)));
    }
    PQclear(result);
}

/* The rows of a prepared statement, which the caller frees. */
static PGresult *ask(const char *name, int count, const int64_t *numbers)
{
    char bytes[3][8];
    const char *values[] = {bytes[0], bytes[1], bytes[2]};
    PGresult *result;

    for (int i = 0; i < count; i++)
        put_64(bytes[i], &numbers[i]);
    result = PQexecPrepared(connection, name, count, values, (const int[]){8, 8, 8}, (const int[]){1, 1, 1}, 1);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_with(connection);
    return result;
}

static void query(const char *name, int count, const int64_t *numbers, struct collector *collector)
{
    collect_result(ask(name, count, numbers), collector);
}

static void sum_steps(int64_t first, size_t days, struct tally *tally)
{
    PGresult *result = ask("steps", 2, (const int64_t[]){first, (int64_t)days});

    for (int row = 0; row < PQntuples(result); row++)
        tally_sum(tally, get_64(PQgetvalue(result, row, 0)), get_double(PQgetvalue(result, row, 1)));
    PQclear(result);
}

static void statistics(int64_t first, int64_t length, size_t buckets, struct tally *tally)
{
    PGresult *result = buckets > 0 ? ask("buckets", 3, (const int64_t[]){first, length, (int64_t)buckets})
                                   : ask("statistics", 0, NULL);

    for (int row = 0; row < PQntuples(result); row++)
        tally_bucket(tally, get_64(PQgetvalue(result, row, 0)), get_double(PQgetvalue(result, row, 1)),
                     get_double(PQgetvalue(result, row, 2)), get_double(PQgetvalue(result, row, 3)));
    PQclear(result);
}

/* All rows: none is kept by libpq. */
static void copy_out(struct collector *collector)
{
    char *bytes;
    int length;
    size_t skip = 19; /* the header comes with the first row */

    expect(connection, PQexec(connection, "COPY (SELECT " COLUMNS " FROM samples WHERE type = 1 ORDER BY start)"
                              " TO STDOUT (FORMAT binary)"), PGRES_COPY_OUT);
    while ((length = PQgetCopyData(connection, &bytes, 0)) > 0) {
        const char *row = bytes + skip;

        /* The last one is -1 for the number of fields. */
        if ((size_t)length > skip + 2) {
            const char *uuid = row + 2 + 4, *type = uuid + UUID_BYTES + 4, *start = type + 4 + 4;
            const char *end = start + 8 + 4, *value = end + 8 + 4, *source = value + 8 + 4;

            if (get_32(type) != TYPE || get_32(source) != SOURCE)
                fail("PostgreSQL: a row is not what was saved");
            collect(collector, uuid, get_64(start), get_64(end), get_double(value));
        }
        skip = 0;
        PQfreemem(bytes);
    }
    if (length != -1)
        fail_with(connection);
    expect(connection, PQgetResult(connection), PGRES_COMMAND_OK);
    PQclear(PQgetResult(connection));
}

static void newest(struct collector *collector)
{
    prepare_all();
    query("newest", 0, NULL, collector);
}

static void read_range(const struct range *range, struct collector *collector)
{
    if (range == NULL)
        copy_out(collector);
    else
        query("range", 2, (const int64_t[]){range->start, range->end}, collector);
}

static int64_t ask_number(const char *sql)
{
    PGresult *result = PQexecParams(connection, sql, 0, NULL, NULL, NULL, NULL, 1);
    int64_t number;

    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_with(connection);
    number = get_64(PQgetvalue(result, 0, 0));
    PQclear(result);
    return number;
}

static void mark(void)
{
    marked = ask_number("SELECT max(sequence) FROM samples");
}

static void changes(struct collector *collector)
{
    query("changes", 1, &marked, collector);
}

static void settle(void)
{
    execute("VACUUM ANALYZE samples");
    execute("CHECKPOINT");
}

/* The table and its indexes, without the log, which is kept at its size to be used again. */
static int64_t disk_bytes(void)
{
    return ask_number("SELECT pg_total_relation_size('samples')");
}

/* ----------------------------------------------------------------------------------------------- many connections */

static PGconn **members;
static size_t member_count;

static int descriptor(size_t number)
{
    return PQsocket(members[number]);
}

static void begin_saving(size_t number, const struct columns *columns, size_t row)
{
    struct row_parameters bound;

    fill(&bound, columns, row);
    if (PQsendQueryPrepared(members[number], "insert", 6, bound.values, bound.lengths, bound.formats, 1) != 1)
        fail_with(members[number]);
}

static bool has_saved(size_t number)
{
    PGconn *member = members[number];
    PGresult *result;

    if (PQconsumeInput(member) != 1)
        fail_with(member);
    if (PQisBusy(member) || (result = PQgetResult(member)) == NULL)
        return false;
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_with(member);
    do
        PQclear(result);
    while ((result = PQgetResult(member)) != NULL);
    return true;
}

/* The notice carries the row. */
static bool has_received(size_t number, const struct columns *columns, size_t row)
{
    PGnotify *notice;

    if (PQconsumeInput(members[number]) != 1)
        fail_with(members[number]);
    if ((notice = PQnotifies(members[number])) == NULL)
        return false;
    if (strtoll(notice->extra, NULL, 10) != columns->starts[row])
        fail("PostgreSQL: a subscriber was told of another sample");
    PQfreemem(notice);
    return true;
}

static const struct connections CONNECTIONS = {descriptor, begin_saving, has_saved, has_received};

static void connect_members(size_t count)
{
    members = allocate(count * sizeof *members);
    member_count = count;
    for (size_t i = 0; i < count; i++)
        members[i] = connect_one();
}

static void connect_many(size_t clients)
{
    connect_members(clients);
    for (size_t i = 0; i < clients; i++)
        prepare_insert(members[i]);
    begin_many(&CONNECTIONS, clients);
}

static void subscribe(size_t subscribers)
{
    connect_members(subscribers + 1);
    for (size_t i = 0; i < subscribers; i++)
        expect(members[i], PQexec(members[i], "LISTEN samples"), PGRES_COMMAND_OK);
    prepare_statement(members[subscribers], "insert", "WITH saved AS (INSERT INTO samples (" COLUMNS ")"
                      " VALUES ($1, $2, $3, $4, $5, $6) RETURNING sequence, " COLUMNS ") SELECT pg_notify('samples',"
                      " concat_ws(' ', start, sequence, uuid, type, \"end\", value, source)) FROM saved");
    begin_many(&CONNECTIONS, member_count);
}

static void disconnect_many(void)
{
    end_many();
    for (size_t i = 0; i < member_count; i++)
        PQfinish(members[i]);
    free(members);
}

int main(int count, char **arguments)
{
    static const struct lane lane = {
        .open = open_connection, .create = create, .newest = newest, .save = save, .save_one = save_one,
        .connect_many = connect_many, .save_by_many = save_by_all, .disconnect_many = disconnect_many,
        .read = read_range, .statistics = statistics, .sum_steps = sum_steps, .mark = mark, .changes = changes,
        .subscribe = subscribe, .deliver = deliver_to_all, .unsubscribe = disconnect_many, .settle = settle,
        .disk_bytes = disk_bytes,
    };

    return run_lane(&lane, count, arguments);
}
