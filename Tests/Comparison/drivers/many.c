#include "many.h"

#include <sys/epoll.h>
#include <unistd.h>

static struct connections connections;
static size_t connection_count;
static int loop = -1;

enum { MOST_EVENTS = 64 };
static struct epoll_event events[MOST_EVENTS];

void begin_many(const struct connections *functions, size_t count)
{
    connections = *functions;
    connection_count = count;
    loop = epoll_create1(EPOLL_CLOEXEC);
    for (size_t i = 0; i < count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = i}};

        if (epoll_ctl(loop, EPOLL_CTL_ADD, connections.descriptor(i), &event) != 0)
            fail("connection %zu cannot be waited for", i);
    }
}

void end_many(void)
{
    close(loop);
    loop = -1;
}

void save_by_all(const struct columns *columns)
{
    size_t begun = 0, saved = 0;

    for (; begun < connection_count && begun < columns->count; begun++)
        connections.begin(begun, columns, begun);
    while (saved < columns->count) {
        int ready = epoll_wait(loop, events, MOST_EVENTS, -1);

        for (int i = 0; i < ready; i++) {
            if (!connections.has_saved(events[i].data.u64))
                continue;
            saved++;
            if (begun < columns->count)
                connections.begin(events[i].data.u64, columns, begun++);
        }
    }
}

struct delivery deliver_to_all(const struct columns *columns, size_t row)
{
    size_t saver = connection_count - 1, left = connection_count;
    struct delivery delivery = {.sent = now()};

    connections.begin(saver, columns, row);
    while (left > 0) {
        int ready = epoll_wait(loop, events, MOST_EVENTS, -1);

        for (int i = 0; i < ready; i++) {
            if (events[i].data.u64 == saver) {
                if (!connections.has_saved(saver))
                    continue;
                delivery.acknowledged = now();
            } else {
                if (!connections.has_received(events[i].data.u64, columns, row))
                    continue;
                delivery.last_received = now();
            }
            left--;
        }
    }
    return delivery;
}
