/* What the machine itself takes: to make a small write durable, for bytes to go to another process and back, and for
 * both at once, as a server has them that does nothing else.
 * usage: floor FOLDER; prints the medians in nanoseconds. */
#include "lane.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ROUNDS = 300, BYTES = 100 };

static int ascending(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;

    return (a > b) - (a < b);
}

static int64_t median(int64_t *times)
{
    qsort(times, ROUNDS, sizeof *times, ascending);
    return times[ROUNDS / 2];
}

static void expect(ssize_t count)
{
    if (count != BYTES)
        fail("the machine: a transfer broke off");
}

static void append(int descriptor, const char *bytes)
{
    expect(write(descriptor, bytes, BYTES));
    if (fdatasync(descriptor) != 0)
        fail("the machine: fdatasync");
}

static int64_t durable_append(int descriptor)
{
    char bytes[BYTES] = {0};
    int64_t times[ROUNDS];

    for (int i = 0; i < ROUNDS; i++) {
        int64_t begin = now();

        append(descriptor, bytes);
        times[i] = now() - begin;
    }
    return median(times);
}

/* To another process and back, which appends what it is sent to a file, or to none: -1. */
static int64_t ping_pong(int descriptor)
{
    char bytes[BYTES] = {0};
    int64_t times[ROUNDS];
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        fail("the machine: socketpair");
    if (fork() == 0) {
        close(ends[0]);
        while (read(ends[1], bytes, BYTES) == BYTES) {
            if (descriptor >= 0)
                append(descriptor, bytes);
            expect(write(ends[1], bytes, BYTES));
        }
        _exit(0);
    }
    close(ends[1]);
    for (int i = 0; i < ROUNDS; i++) {
        int64_t begin = now();

        expect(write(ends[0], bytes, BYTES));
        expect(read(ends[0], bytes, BYTES));
        times[i] = now() - begin;
    }
    close(ends[0]);
    return median(times);
}

int main(int count, char **arguments)
{
    char file[4096];
    int descriptor;
    long long synced, sent, both;

    if (count != 2)
        return 2;
    snprintf(file, sizeof file, "%s/floor", arguments[1]);
    descriptor = open(file, O_CREAT | O_WRONLY | O_APPEND, 0600);
    synced = durable_append(descriptor);
    sent = ping_pong(-1);
    both = ping_pong(descriptor);
    close(descriptor);
    unlink(file);
    printf("ok fdatasync=%lld pingpong=%lld both=%lld\n", synced, sent, both);
    return 0;
}
