#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A test that fails leaves neither a process nor a file behind: this is what there is to clean up. One server a test. */
static struct server *begun;

static void remove_folder(const struct server *server)
{
    static const char *const files[] = {"store.hearth", "store.hearth-wal", "store.hearth-shm", "store.hearth.lock",
                                        "run/hearth.sock"};
    char path[128];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", server->folder, files[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/run", server->folder);
    rmdir(path);
    rmdir(server->folder);
}

static void clean_up(void)
{
    if (begun == NULL)
        return;
    if (begun->process != 0) {
        kill(begun->process, SIGKILL);
        waitpid(begun->process, NULL, 0);
    }
    remove_folder(begun);
    begun = NULL;
}

static void run(const struct server *server, const char *program, int log)
{
    /* A test that is killed takes its server with it. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(log, STDERR_FILENO);
    execl(program, program, "serve", "--store", server->store, "--socket", server->socket, (char *)NULL);
    _exit(127);
}

/* Reads what the server says until it serves. */
static void await_service(struct server *server)
{
    char text[4096];
    size_t length = 0;

    while (length < sizeof text - 1) {
        struct pollfd log = {.fd = server->log, .events = POLLIN};
        ssize_t count;

        CHECK(poll(&log, 1, 60000) == 1);
        count = read(server->log, text + length, sizeof text - 1 - length);
        if (count <= 0) {
            fprintf(stderr, "the server did not begin: %.*s\n", (int)length, text);
            CHECK(count > 0);
        }
        length += (size_t)count;
        text[length] = 0;
        if (strstr(text, " serves ") != NULL)
            return;
    }
    CHECK(length < sizeof text - 1);
}

void server_start_again(struct server *server)
{
    const char *program = getenv("HEARTH");
    int pipes[2];

    CHECK(program != NULL && *program != 0);
    CHECK(pipe2(pipes, O_CLOEXEC) == 0);
    server->process = fork();
    CHECK(server->process >= 0);
    if (server->process == 0)
        run(server, program, pipes[1]);
    close(pipes[1]);
    server->log = pipes[0];
    await_service(server);
}

void server_begin(struct server *server)
{
    memset(server, 0, sizeof *server);
    strcpy(server->folder, "/tmp/hearth-c.XXXXXX");
    CHECK(mkdtemp(server->folder) != NULL);
    snprintf(server->store, sizeof server->store, "%s/store.hearth", server->folder);
    snprintf(server->socket, sizeof server->socket, "%s/run/hearth.sock", server->folder);
    begun = server;
    atexit(clean_up);
    server_start_again(server);
}

static int wait_for_end(struct server *server)
{
    int status;

    while (waitpid(server->process, &status, 0) < 0)
        CHECK(errno == EINTR);
    close(server->log);
    server->process = 0;
    return status;
}

void server_kill(struct server *server)
{
    CHECK(kill(server->process, SIGKILL) == 0);
    wait_for_end(server);
}

void server_stop(struct server *server)
{
    int status;

    CHECK(kill(server->process, SIGTERM) == 0);
    status = wait_for_end(server);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

void server_end(struct server *server)
{
    if (server->process != 0)
        server_stop(server);
    remove_folder(server);
    CHECK(access(server->folder, F_OK) != 0);
    begun = NULL;
}

hearth_client *server_client(const struct server *server, const char *bundle_identifier)
{
    hearth_options options = {.bundle_identifier = bundle_identifier, .socket = server->socket, .name = "Test",
                              .product_type = "c", .has_system = true, .system = {12, 4, 1}};
    hearth_error error;
    hearth_client *client = hearth_new(&options, &error);

    CHECK_ERROR(client != NULL, &error);
    return client;
}

const hearth_reply *must(hearth_client *client, uint64_t call, int kind, hearth_error *error)
{
    const hearth_reply *reply = NULL;

    CHECK_ERROR(hearth_finish(client, call, &reply, error) == 0, error);
    CHECK(reply->kind == kind);
    return reply;
}

hearth_uuid one_uuid(hearth_client *client)
{
    hearth_uuid uuid;

    CHECK(hearth_make_uuids(client, &uuid, 1) == 0);
    return uuid;
}

const hearth_reply *query_one(hearth_client *client, const char *type, const hearth_predicate *predicate,
                              bool series)
{
    hearth_error error;
    hearth_clause clause = {.type = type, .predicate = predicate};
    hearth_query query = {.clauses = &clause, .clause_count = 1, .include_series = series};
    uint64_t call = hearth_start_query(client, &query, &error);
    const hearth_reply *reply = NULL, *none;

    CHECK_ERROR(call != 0, &error);
    CHECK_ERROR(hearth_next(client, call, -1, &reply, &error) == HEARTH_REPLY, &error);
    CHECK(reply->kind == HEARTH_SAMPLES && reply->samples.column_count == 1);
    CHECK(hearth_next(client, call, -1, &none, &error) == HEARTH_COMPLETE);
    CHECK(hearth_next(client, call, -1, &none, &error) == HEARTH_FAILED && error.code == HEARTH_NO_SUCH_CALL);
    return reply;
}
