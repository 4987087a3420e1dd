/* The samples, when the server ends their call otherwise than they expect. */
#include "talk.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sockaddr_un name = {.sun_family = AF_UNIX};

/* The program begins, with its errors in a pipe. */
static pid_t begin(const char *program, const char *argument, int *errors)
{
    char path[4200];
    int ends[2];
    pid_t process;

    CHECK(getenv("BUILD") != NULL);
    snprintf(path, sizeof path, "%s/samples/%s", getenv("BUILD"), program);
    CHECK(pipe2(ends, O_CLOEXEC) == 0);
    process = fork();
    CHECK(process >= 0);
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setenv("HEARTH_SOCKET", name.sun_path, 1);
        dup2(ends[1], STDERR_FILENO);
        execl(path, program, argument, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    *errors = ends[0];
    return process;
}

/* Answers the Hello with a welcome, and the call after it with its end. */
static int welcome_and_end(int listening)
{
    struct bytes welcome = welcome_frame(PROTOCOL_MINOR);
    struct talk talk = {NULL, accept4(listening, NULL, NULL, SOCK_CLOEXEC)};
    uint8_t bytes[4096];

    CHECK(talk.peer >= 0);
    /* All that a program says at once comes in one read. */
    CHECK(recv(talk.peer, bytes, sizeof bytes, 0) > 0);
    talk_send(&talk, welcome.bytes, welcome.length);
    CHECK(recv(talk.peer, bytes, sizeof bytes, 0) > 0);
    send_done(&talk, bytes[5], HEARTH__V1__DONE_REASON__DONE_REASON_COMPLETE);
    free(welcome.bytes);
    return talk.peer;
}

static void ends(int listening, const char *program, const char *argument, const char *expected, int status)
{
    char text[512];
    int errors, outcome, peer;
    pid_t process = begin(program, argument, &errors);
    size_t length = 0;
    ssize_t count;

    peer = welcome_and_end(listening);
    while ((count = read(errors, text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)count;
    text[length] = 0;
    CHECK(waitpid(process, &outcome, 0) == process && WIFEXITED(outcome));
    if (strcmp(text, expected) != 0)
        fprintf(stderr, "%s says: %s\n", program, text);
    CHECK(strcmp(text, expected) == 0 && WEXITSTATUS(outcome) == status);
    close(errors);
    close(peer);
}

int main(void)
{
    char folder[] = "/tmp/hearth-programs-XXXXXX";
    int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    CHECK(mkdtemp(folder) != NULL);
    snprintf(name.sun_path, sizeof name.sun_path, "%s/it.sock", folder);
    CHECK(bind(listening, (struct sockaddr *)&name, sizeof name) == 0 && listen(listening, 1) == 0);
    ends(listening, "watch", NULL, "watch: The server has ended the changes.\n", 1);
    ends(listening, "query", "0", "", 0);
    ends(listening, "save", "72", "save: The server ended the call without an answer. \n", 1);
    ends(listening, "ask", NULL, "ask: The server ended the call without an answer. \n", 1);
    close(listening);
    unlink(name.sun_path);
    rmdir(folder);
    puts("programs: they say why they end");
    return 0;
}
