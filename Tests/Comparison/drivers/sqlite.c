/* SQLite in the process of its program: a row for each sample, and the indexes that the queries need. The table is in
 * the order of saving, which is the log of changes. */
#include "lane.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static sqlite3 *database;
static sqlite3_stmt *begin, *commit, *insert;
static int64_t marked;

static void check(int code, int wanted)
{
    if (code != wanted)
        fail("SQLite: %s", sqlite3_errmsg(database));
}

static void execute(const char *sql)
{
    check(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
}

static sqlite3_stmt *prepare(const char *sql)
{
    sqlite3_stmt *statement;

    check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), SQLITE_OK);
    return statement;
}

static void step_once(sqlite3_stmt *statement)
{
    check(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_reset(statement);
}

static void prepare_inserts(void)
{
    begin = prepare("BEGIN IMMEDIATE");
    commit = prepare("COMMIT");
    insert = prepare("INSERT INTO samples (uuid, type, start, \"end\", value, source) VALUES (?, ?, ?, ?, ?, ?)");
}

static void open_database(const char *path)
{
    char file[4096];

    snprintf(file, sizeof file, "%s/samples.sqlite", path);
    check(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL),
          SQLITE_OK);
    execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;"
            "PRAGMA mmap_size = 34359738368; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4096;");
}

static void create(void)
{
    execute("CREATE TABLE samples (sequence INTEGER PRIMARY KEY, uuid BLOB NOT NULL UNIQUE, type INTEGER NOT NULL,"
            " start INTEGER NOT NULL, \"end\" INTEGER NOT NULL, value REAL NOT NULL, source INTEGER NOT NULL);"
            "CREATE INDEX samples_by_start ON samples (type, start);");
    prepare_inserts();
}

static void insert_row(const struct columns *columns, size_t row)
{
    sqlite3_bind_blob(insert, 1, columns->uuids[row].bytes, UUID_BYTES, SQLITE_STATIC);
    sqlite3_bind_int(insert, 2, columns->type);
    sqlite3_bind_int64(insert, 3, columns->starts[row]);
    sqlite3_bind_int64(insert, 4, columns->ends[row]);
    sqlite3_bind_double(insert, 5, columns->values[row]);
    sqlite3_bind_int(insert, 6, columns->source);
    step_once(insert);
}

static void save(const struct columns *columns)
{
    step_once(begin);
    for (size_t row = 0; row < columns->count; row++)
        insert_row(columns, row);
    step_once(commit);
}

static void save_one(const struct columns *columns, size_t row)
{
    insert_row(columns, row);
}

/* Reads rows of uuid, start, end, value, type, source. */
static void read_rows(sqlite3_stmt *statement, struct collector *collector)
{
    int code;

    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const void *uuid = sqlite3_column_blob(statement, 0);

        if (uuid == NULL || sqlite3_column_bytes(statement, 0) != UUID_BYTES
            || sqlite3_column_int(statement, 4) != TYPE || sqlite3_column_int(statement, 5) != SOURCE)
            fail("SQLite: a row is not what was saved");
        collect(collector, uuid, sqlite3_column_int64(statement, 1), sqlite3_column_int64(statement, 2),
                sqlite3_column_double(statement, 3));
    }
    check(code, SQLITE_DONE);
    sqlite3_reset(statement);
}

#define SELECT "SELECT uuid, start, \"end\", value, type, source FROM samples "

static void newest(struct collector *collector)
{
    if (insert == NULL)
        prepare_inserts();
    sqlite3_stmt *statement = prepare(SELECT "WHERE type = 1 ORDER BY start DESC LIMIT 1");

    read_rows(statement, collector);
    sqlite3_finalize(statement);
}

static void read_range(const struct range *range, struct collector *collector)
{
    static sqlite3_stmt *all, *within;

    if (range == NULL) {
        if (all == NULL)
            all = prepare(SELECT "WHERE type = 1 ORDER BY start");
        read_rows(all, collector);
        return;
    }
    if (within == NULL)
        within = prepare(SELECT "WHERE type = 1 AND start >= ? AND start < ? ORDER BY start");
    sqlite3_bind_int64(within, 1, range->start);
    sqlite3_bind_int64(within, 2, range->end);
    read_rows(within, collector);
}

static void statistics(int64_t first, int64_t length, size_t buckets, struct tally *tally)
{
    sqlite3_stmt *statement = prepare(
        buckets > 0
            ? "SELECT count(*), avg(value), min(value), max(value) FROM samples WHERE type = 1 AND start >= ?1"
              " AND start < ?1 + ?2 * ?3 GROUP BY (start - ?1) / ?2 ORDER BY (start - ?1) / ?2"
            : "SELECT count(*), avg(value), min(value), max(value) FROM samples WHERE type = 1");

    if (buckets > 0) {
        sqlite3_bind_int64(statement, 1, first);
        sqlite3_bind_int64(statement, 2, length);
        sqlite3_bind_int64(statement, 3, (int64_t)buckets);
    }
    while (sqlite3_step(statement) == SQLITE_ROW)
        tally_bucket(tally, sqlite3_column_int64(statement, 0), sqlite3_column_double(statement, 1),
                     sqlite3_column_double(statement, 2), sqlite3_column_double(statement, 3));
    check(sqlite3_finalize(statement), SQLITE_OK);
}

/* In each hour the steps of the watch (source 3), or else all, which are then those of the phone. */
static void sum_steps(int64_t first, size_t days, struct tally *tally)
{
    sqlite3_stmt *statement = prepare(
        "SELECT sum(quantities), sum(steps) FROM"
        " (SELECT (start - ?1) / 3600000000000 AS hour, count(*) AS quantities,"
        " coalesce(sum(value) FILTER (WHERE source = 3), sum(value)) AS steps FROM samples"
        " WHERE type = 2 AND start >= ?1 AND start < ?1 + ?2 * 86400000000000 GROUP BY hour)"
        " GROUP BY hour / 24 ORDER BY hour / 24");

    sqlite3_bind_int64(statement, 1, first);
    sqlite3_bind_int64(statement, 2, (int64_t)days);
    while (sqlite3_step(statement) == SQLITE_ROW)
        tally_sum(tally, sqlite3_column_int64(statement, 0), sqlite3_column_double(statement, 1));
    check(sqlite3_finalize(statement), SQLITE_OK);
}

static void mark(void)
{
    sqlite3_stmt *statement = prepare("SELECT max(sequence) FROM samples");

    check(sqlite3_step(statement), SQLITE_ROW);
    marked = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
}

static void changes(struct collector *collector)
{
    static sqlite3_stmt *statement;

    if (statement == NULL)
        statement = prepare(SELECT "WHERE sequence > ? ORDER BY sequence");
    sqlite3_bind_int64(statement, 1, marked);
    read_rows(statement, collector);
}

static void settle(void)
{
    execute("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE);");
}

/* ------------------------------------------------------------------------------------------------------- threads */

/* Threads take turns on one connection: with one each they would wait for the same lock of the file, and SQLite asks
 * for it again and again after pauses. */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static size_t threads;
static const struct columns *rows;
static size_t next_row;

static void *save_in_turns(void *nothing)
{
    for (;;) {
        pthread_mutex_lock(&turn);
        if (next_row == rows->count)
            break;
        insert_row(rows, next_row++);
        pthread_mutex_unlock(&turn);
    }
    pthread_mutex_unlock(&turn);
    return nothing;
}

static void connect_many(size_t clients)
{
    threads = clients;
}

static void save_by_many(const struct columns *columns)
{
    pthread_t *running = allocate(threads * sizeof *running);

    rows = columns;
    next_row = 0;
    for (size_t i = 0; i < threads; i++)
        if (pthread_create(&running[i], NULL, save_in_turns, NULL) != 0)
            fail("there is no thread left");
    for (size_t i = 0; i < threads; i++)
        pthread_join(running[i], NULL);
    free(running);
}

static void disconnect_many(void)
{
    threads = 0;
}

int main(int count, char **arguments)
{
    static const struct lane lane = {
        .open = open_database, .create = create, .newest = newest, .save = save, .save_one = save_one,
        .connect_many = connect_many, .save_by_many = save_by_many, .disconnect_many = disconnect_many,
        .read = read_range, .statistics = statistics, .sum_steps = sum_steps, .mark = mark, .changes = changes,
        .settle = settle,
    };

    return run_lane(&lane, count, arguments);
}
