#include "client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum {
    PATIENCE = 30000,
    FIRST_PAUSE = 10,
    LONGEST_PAUSE = 2000,
    MOST_PIECES = 64,
    MOST_ROUNDS = 16 /* reads in one step, so that a fast server does not keep the app waiting */
};

int64_t client_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

hearth_client *hearth_new(const hearth_options *options, hearth_error *error)
{
    hearth_client *client = calloc(1, sizeof *client);

    if (client == NULL) {
        fault_no_memory(error);
        return NULL;
    }
    client->descriptor = -1;
    client->outage_since = -1;
    client->patience = options->patience_milliseconds > 0 ? options->patience_milliseconds : PATIENCE;
    if (options->patience_milliseconds < 0)
        client->patience = 0;
    if (!address_find(options->socket, &client->address, error)
        || !session_begin(&client->session, options, error)) {
        free(client);
        return NULL;
    }
    /* Without it clients that lost a server together would only come back together. */
    if (getrandom(&client->random, sizeof client->random, GRND_NONBLOCK) != (ssize_t)sizeof client->random)
        client->random = (uint64_t)client_now();
    return client;
}

static void disconnect(hearth_client *client)
{
    if (client->descriptor >= 0)
        close(client->descriptor);
    client->descriptor = -1;
}

void hearth_free(hearth_client *client)
{
    if (client == NULL)
        return;
    disconnect(client);
    session_end(&client->session);
    free(client);
}

/* The pause after an attempt: twice as long each time, and of that a half at least. */
static int64_t pause_after(hearth_client *client)
{
    unsigned doublings = client->attempts > 16 ? 16 : client->attempts;
    int64_t longest = (int64_t)FIRST_PAUSE << doublings;

    if (longest > LONGEST_PAUSE)
        longest = LONGEST_PAUSE;
    client->attempts++;
    client->random ^= client->random << 13;
    client->random ^= client->random >> 7;
    client->random ^= client->random << 17;
    return longest / 2 + (int64_t)(client->random % (uint64_t)(longest / 2 + 1));
}

static void give_up_with(hearth_client *client, const hearth_error *error)
{
    session_fail(&client->session, error);
    client->session.refused = true;
    client->session.refusal = *error;
    client->outage_since = -1;
}

static void give_up(hearth_client *client, int32_t code, const char *message)
{
    hearth_error error;

    fault(&error, code, NULL, message);
    give_up_with(client, &error);
}

/* No server listens. The calls fail if none ever did, or if the patience is over. */
static void missed(hearth_client *client, bool busy)
{
    int64_t time = client_now();

    if (client->outage_since < 0)
        client->outage_since = time;
    if ((!client->session.welcomed && !busy) || time - client->outage_since >= client->patience) {
        hearth_error error;

        address_no_server(&client->address, &error);
        give_up_with(client, &error);
        return;
    }
    client->next_attempt = time + pause_after(client);
}

static void lost(hearth_client *client)
{
    bool before_welcome = client->session.state == AWAITING_WELCOME;
    bool refused = client->session.refused, turned_away = client->session.turned_away;

    disconnect(client);
    session_lost(&client->session, client_now(), client->patience);
    if (refused) {
        client->outage_since = -1;
    } else if (before_welcome && !client->session.welcomed && !turned_away) {
        give_up(client, HEARTH_NOT_ALLOWED,
                "The server closed the connection at once. Either it has as many connections as it can open, or it"
                " serves another user.");
    } else if (before_welcome) {
        missed(client, true);
    } else {
        client->outage_since = client_now();
        client->next_attempt = client->outage_since;
        /* A server that falls at once may do so again. */
        if (client->outage_since - client->connected_at < LONGEST_PAUSE)
            client->next_attempt += pause_after(client);
        else
            client->attempts = 0;
    }
}

/* A socket that is connected to the first place at which a server listens; -1: none does, `errno` says why. */
static int open_socket(const struct address *address)
{
    for (size_t i = 0; i < address->count; i++) {
        struct sockaddr_un name = {.sun_family = AF_UNIX};
        int descriptor, reason;

        if (!address_is_usable(address, i)) {
            errno = ENOENT;
            continue;
        }
        descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (descriptor < 0)
            return -1;
        memcpy(name.sun_path, address->paths[i], sizeof name.sun_path);
        if (connect(descriptor, (const struct sockaddr *)&name, sizeof name) == 0)
            return descriptor;
        reason = errno;
        close(descriptor);
        errno = reason;
        /* EAGAIN: the server's queue of connecting clients is full. */
        if (reason == EAGAIN || reason == EINTR)
            return -1;
    }
    return -1;
}

static void try_to_connect(hearth_client *client)
{
    int descriptor = open_socket(&client->address);
    int flags;

    client->session.refused = false;
    if (descriptor < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) {
        give_up(client, HEARTH_NO_MEMORY, "No socket is left for the connection.");
        return;
    }
    if (descriptor < 0) {
        missed(client, errno == EAGAIN || errno == EINTR);
        return;
    }
    /* Blocking from here on: each transfer says whether it waits. */
    flags = fcntl(descriptor, F_GETFL);
    fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
    client->descriptor = descriptor;
    client->connections++;
    client->connected_at = client_now();
    client->welcome_deadline = client->connected_at + (client->patience > 0 ? client->patience : PATIENCE);
    session_connected(&client->session);
}

/* One frame, as it mostly is, costs the system less than a list of them. */
static ssize_t send_pieces(int descriptor, struct iovec *pieces, size_t number)
{
    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = number};

    if (number == 1)
        return send(descriptor, pieces->iov_base, pieces->iov_len, MSG_DONTWAIT | MSG_NOSIGNAL);
    return sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/* False: the connection is lost. */
static bool write_some(hearth_client *client)
{
    struct iovec pieces[MOST_PIECES];
    size_t number;
    ssize_t count;

    while ((number = session_output(&client->session, pieces, MOST_PIECES)) > 0) {
        count = send_pieces(client->descriptor, pieces, number);
        if (count < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        session_written(&client->session, (size_t)count);
    }
    return true;
}

/* The result of a read. A read that leaves room in the buffer has taken all there is. */
enum input { NOTHING, ALL, MORE };

/* One read. False: the connection is lost. */
static bool read_once(hearth_client *client, int flags, enum input *input)
{
    size_t room;
    uint8_t *space = session_space(&client->session, &room);
    ssize_t count;

    *input = NOTHING;
    if (space == NULL)
        return false;
    count = recv(client->descriptor, space, room, flags);
    if (count < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    *input = (size_t)count < room ? ALL : MORE;
    return count > 0 && session_received(&client->session, (size_t)count);
}

/* Writes as well as reads: what was read may have brought something to write, as Welcome does. */
static void transfer(hearth_client *client)
{
    enum input input = MORE;

    if (!write_some(client)) {
        /* The server may have said why before it closed. */
        while (input == MORE && read_once(client, MSG_DONTWAIT, &input)) {
        }
        lost(client);
        return;
    }
    for (int round = 0; input == MORE && round < MOST_ROUNDS; round++)
        if (!read_once(client, MSG_DONTWAIT, &input) || !write_some(client)) {
            lost(client);
            return;
        }
    if (client->session.state == OPEN) {
        client->outage_since = -1;
    } else if (client_now() >= client->welcome_deadline) {
        disconnect(client);
        session_lost(&client->session, client_now(), client->patience);
        give_up(client, HEARTH_NO_SERVER, "The server on the socket does not answer.");
    }
}

static bool needs_server(const hearth_client *client)
{
    return client->wanted || session_has_open_calls(&client->session);
}

static void connect_when_due(hearth_client *client)
{
    if (client->descriptor < 0 && needs_server(client)
        && (client->outage_since < 0 || client_now() >= client->next_attempt))
        try_to_connect(client);
}

void client_step(hearth_client *client)
{
    connect_when_due(client);
    if (client->descriptor >= 0)
        transfer(client);
}

void client_begin(hearth_client *client)
{
    if (client->descriptor < 0 && !needs_server(client)) {
        client->outage_since = -1;
        client->attempts = 0;
    }
}

void client_push(hearth_client *client)
{
    connect_when_due(client);
    if (client->descriptor >= 0 && !write_some(client))
        transfer(client);
}

bool client_wait(hearth_client *client, int milliseconds)
{
    struct pollfd poll_one = {.fd = client->descriptor, .events = hearth_events(client)};
    int timeout = hearth_timeout(client);
    enum input input;

    if (timeout < 0 && milliseconds < 0 && poll_one.events == POLLIN) {
        /* The usual case, with one call of the system instead of two. */
        errno = 0;
        if (!read_once(client, 0, &input))
            lost(client);
        else if (input == NOTHING)
            return errno != EINTR;
        else if (!write_some(client))
            transfer(client);
        return true;
    }
    if (timeout < 0 || (milliseconds >= 0 && milliseconds < timeout))
        timeout = milliseconds;
    if (poll(&poll_one, 1, timeout) < 0 && errno == EINTR)
        return false;
    client_step(client);
    return true;
}

int hearth_descriptor(const hearth_client *client)
{
    return client->descriptor;
}

uint64_t hearth_connections(const hearth_client *client)
{
    return client->connections;
}

short hearth_events(const hearth_client *client)
{
    if (client->descriptor < 0)
        return 0;
    return (short)(POLLIN | (client->session.output_count > 0 ? POLLOUT : 0));
}

int hearth_timeout(const hearth_client *client)
{
    int64_t until;

    if (client->descriptor < 0 && needs_server(client))
        until = client->outage_since < 0 ? client_now() : client->next_attempt;
    else if (client->descriptor >= 0 && client->session.state == AWAITING_WELCOME)
        until = client->welcome_deadline;
    else
        return -1;
    until -= client_now();
    return until < 0 ? 0 : (int)until;
}

void hearth_process(hearth_client *client)
{
    client_step(client);
}
