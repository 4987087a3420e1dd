/* What an app may do, and what its owner answers when it asks, with the owner's own tool. */
#include "server.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const MASS = "HKQuantityTypeIdentifierBodyMass";
static const char *const HEIGHT = "HKQuantityTypeIdentifierHeight";
static const char *const RATE = "HKQuantityTypeIdentifierHeartRate";
static const char *const APP = "org.example.asks";
static const int64_t MARCH_1 = INT64_C(1709251200000000000);

static hearth_error error;

/* The owner says something: a command of the server's program with at most five words. */
static void owner_says(const struct server *server, const char *const *words)
{
    const char *program = getenv("HEARTH");
    const char *arguments[9] = {program};
    size_t count = 1;
    int status;
    pid_t process;

    CHECK(program != NULL);
    while (*words != NULL && count < 6)
        arguments[count++] = *words++;
    arguments[count++] = "--socket";
    arguments[count] = server->socket;
    process = fork();
    CHECK(process >= 0);
    if (process == 0) {
        int nowhere = open("/dev/null", O_RDWR);

        if (dup2(nowhere, STDIN_FILENO) >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0)
            execv(program, (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    CHECK(waitpid(process, &status, 0) == process);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#define OWNER_SAYS(server, ...) owner_says((server), (const char *const[]){__VA_ARGS__, NULL})

/* Asks to save and read a type; with `request` the owner. */
static uint64_t ask(hearth_client *client, const char *type, bool request)
{
    hearth_authorization wish = {.share = &type, .share_count = 1, .read = &type, .read_count = 1, .request = request,
                                 .share_usage = "To keep it.", .read_usage = "To show it."};
    uint64_t call = hearth_start_authorization(client, &wish, &error);

    CHECK_ERROR(call != 0, &error);
    return call;
}

static hearth_type_authorization answer(hearth_client *client, uint64_t call, const char *type)
{
    const hearth_reply *reply = must(client, call, HEARTH_AUTHORIZATION_STATUS, &error);
    hearth_type_authorization one;

    CHECK(reply->authorization_status.count == 1);
    one = reply->authorization_status.list[0];
    CHECK(strcmp(one.type, type) == 0);
    one.type = type;
    hearth_reply_free(reply);
    return one;
}

/* The server has read what was sent before: it answers the calls of a connection in their order. */
static void await_server(hearth_client *client)
{
    hearth_reply_free(must(client, hearth_start_ping(client, NULL, 0, &error), HEARTH_PONG, &error));
}

static void expect_waiting(hearth_client *client, uint64_t call)
{
    const hearth_reply *reply;

    await_server(client);
    CHECK(hearth_next(client, call, 0, &reply, &error) == HEARTH_PENDING);
}

static int32_t code_of_save(hearth_client *client, const char *type, const char *unit)
{
    hearth_uuid uuid = one_uuid(client);
    double value = 70;
    hearth_columns columns = {.type = type, .count = 1, .uuids = &uuid, .starts = &MARCH_1, .kind = HEARTH_QUANTITIES,
                              .quantity = {.values = &value, .unit = unit}};

    return hearth_save(client, &columns, 1, NULL, &error) == 0 ? 0 : error.code;
}

/* Where apps need not ask, the answer comes at once. */
static void nobody_is_asked(hearth_client *client)
{
    hearth_type_authorization one = answer(client, ask(client, RATE, true), RATE);

    CHECK(one.share == HEARTH_PERMISSION_ALLOWED && !one.read_undetermined && !one.has_since);
}

static void the_owner_answers_in_two_steps(const struct server *server, hearth_client *client)
{
    hearth_type_authorization one = answer(client, ask(client, MASS, false), MASS);
    uint64_t call;

    CHECK(one.share == HEARTH_PERMISSION_UNDETERMINED && one.read_undetermined);
    CHECK(code_of_save(client, MASS, "kg") == HEARTH_AUTHORIZATION_NOT_DETERMINED);
    call = ask(client, MASS, true);
    expect_waiting(client, call);
    OWNER_SAYS(server, "allow", APP, "bodyMass", "--read", "--since=2024-03-01T00:00:00Z");
    expect_waiting(client, call);
    OWNER_SAYS(server, "deny", APP, "bodyMass", "--share");
    one = answer(client, call, MASS);
    CHECK(one.share == HEARTH_PERMISSION_DENIED && !one.read_undetermined && one.has_since && one.since == MARCH_1);
    CHECK(code_of_save(client, MASS, "kg") == HEARTH_AUTHORIZATION_DENIED);
    /* What is decided is not asked again. */
    one = answer(client, ask(client, MASS, true), MASS);
    CHECK(one.share == HEARTH_PERMISSION_DENIED);
}

/* A call that is cancelled is answered as things are. */
static void a_question_is_cancelled(hearth_client *client)
{
    uint64_t call = ask(client, HEIGHT, true);
    hearth_type_authorization one;

    expect_waiting(client, call);
    hearth_cancel(client, call);
    one = answer(client, call, HEIGHT);
    CHECK(one.share == HEARTH_PERMISSION_UNDETERMINED && one.read_undetermined);
}

/* The server ends while the app waits: the next one is asked. */
static void a_question_outlives_the_server(struct server *server, hearth_client *client)
{
    uint64_t call = ask(client, HEIGHT, true);
    hearth_type_authorization one;

    expect_waiting(client, call);
    server_kill(server);
    server_start_again(server);
    expect_waiting(client, call);
    CHECK(hearth_connections(client) == 2);
    OWNER_SAYS(server, "allow", APP, "height");
    one = answer(client, call, HEIGHT);
    CHECK(one.share == HEARTH_PERMISSION_ALLOWED && !one.read_undetermined && !one.has_since);
    CHECK(code_of_save(client, HEIGHT, "m") == 0);
}

static void what_cannot_be_asked(hearth_client *client)
{
    static const struct { const char *type; int32_t code; } wrong[] = {
        {"HKCorrelationTypeIdentifierBloodPressure", HEARTH_INVALID_ARGUMENT}, {"HKNonsense", HEARTH_UNKNOWN_TYPE},
    };
    const hearth_reply *reply;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint64_t call = ask(client, wrong[i].type, true);

        CHECK(hearth_finish(client, call, &reply, &error) == -1 && error.code == wrong[i].code);
        CHECK(strcmp(error.field, "authorization.share[0]") == 0);
    }
    reply = must(client, hearth_start_authorization(client, &(hearth_authorization){.request = true}, &error),
                 HEARTH_AUTHORIZATION_STATUS, &error);
    CHECK(reply->authorization_status.count == 0);
    hearth_reply_free(reply);
}

int main(void)
{
    struct server server;
    hearth_client *client;

    server_begin(&server);
    client = server_client(&server, APP);
    nobody_is_asked(client);
    OWNER_SAYS(&server, "access", "--ask");
    the_owner_answers_in_two_steps(&server, client);
    a_question_is_cancelled(client);
    a_question_outlives_the_server(&server, client);
    what_cannot_be_asked(client);
    hearth_free(client);
    server_end(&server);
    puts("authorizations: asked, answered, cancelled and asked again");
    return 0;
}
