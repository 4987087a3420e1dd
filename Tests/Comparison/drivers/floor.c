/* What the machine itself takes: to make a small write durable, and for bytes to go to another process and back.
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

static int64_t durable_append(const char *folder)
{
    char file[4096], bytes[BYTES] = {0};
    int64_t times[ROUNDS];
    int descriptor;

    snprintf(file, sizeof file, "%s/floor", folder);
    descriptor = open(file, O_CREAT | O_WRONLY | O_APPEND, 0600);
    for (int i = 0; i < ROUNDS; i++) {
        int64_t begin = now();

        expect(write(descriptor, bytes, BYTES));
        if (fdatasync(descriptor) != 0)
            fail("the machine: fdatasync");
        times[i] = now() - begin;
    }
    close(descriptor);
    unlink(file);
    return median(times);
}

static int64_t ping_pong(void)
{
    char bytes[BYTES] = {0};
    int64_t times[ROUNDS];
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        fail("the machine: socketpair");
    if (fork() == 0) {
        close(ends[0]);
        while (read(ends[1], bytes, BYTES) == BYTES && write(ends[1], bytes, BYTES) == BYTES)
            continue;
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
    if (count != 2)
        return 2;
    printf("ok fdatasync=%lld pingpong=%lld\n", (long long)durable_append(arguments[1]), (long long)ping_pong());
    return 0;
}
