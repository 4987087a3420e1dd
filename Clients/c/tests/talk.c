#include "talk.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct bytes welcome_frame(uint32_t minor)
{
    PB(ServerFrame) frame = HEARTH__V1__SERVER_FRAME__INIT;
    PB(Welcome) welcome = HEARTH__V1__WELCOME__INIT;
    PB(Limits) limits = HEARTH__V1__LIMITS__INIT;
    uint8_t store[16] = {1, 2, 3};
    struct bytes out;

    limits.frame_bytes = FRAME_BYTES;
    limits.open_calls = 1024;
    limits.initial_credit_bytes = 1048576;
    welcome.major = 1;
    welcome.minor = minor;
    welcome.store_id.len = sizeof store;
    welcome.store_id.data = store;
    welcome.limits = &limits;
    frame.call = 1;
    frame.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_WELCOME;
    frame.welcome = &welcome;
    out.length = 4 + hearth__v1__server_frame__get_packed_size(&frame);
    out.bytes = malloc(out.length);
    CHECK(out.bytes != NULL);
    hearth__v1__server_frame__pack(&frame, out.bytes + 4);
    for (size_t i = 0; i < 4; i++)
        out.bytes[i] = (uint8_t)((out.length - 4) >> (8 * i));
    return out;
}

/* Puts one end of a pair of sockets into the client's hand, as if it had connected. */
static void join(struct talk *talk)
{
    int pair[2];

    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
    talk->client->descriptor = pair[0];
    talk->client->connections++;
    talk->client->welcome_deadline = INT64_MAX;
    talk->peer = pair[1];
    session_connected(&talk->client->session);
}

static void shake_hands(struct talk *talk)
{
    struct bytes welcome = welcome_frame(PROTOCOL_MINOR), hello;

    talk_step(talk);
    hello = talk_receive(talk);
    talk_send(talk, welcome.bytes, welcome.length);
    talk_step(talk);
    CHECK(hearth_welcome_of(talk->client) != NULL && talk->client->session.state == OPEN);
    free(hello.bytes);
    free(welcome.bytes);
}

struct talk talk_begin(bool reconnects)
{
    /* Nobody listens there, so that no other connection comes about. */
    hearth_options options = {.bundle_identifier = "org.example.run", .name = "Run", .version = "2.1",
                              .socket = "/nonexistent/hearth.sock", .patience_milliseconds = reconnects ? 60000 : -1};
    struct talk talk;
    hearth_error error;

    talk.client = hearth_new(&options, &error);
    CHECK_ERROR(talk.client != NULL, &error);
    join(&talk);
    return talk;
}

struct talk talk_open(bool reconnects)
{
    struct talk talk = talk_begin(reconnects);

    shake_hands(&talk);
    return talk;
}

void talk_lose(struct talk *talk)
{
    close(talk->peer);
    /* Nobody listens where the client looks for another server; it waits, as it had one. */
    while (talk->client->descriptor >= 0)
        talk_step(talk);
}

void talk_again(struct talk *talk)
{
    join(talk);
    shake_hands(talk);
}

void talk_end(struct talk *talk)
{
    hearth_free(talk->client);
    close(talk->peer);
}

void talk_send(struct talk *talk, const void *bytes, size_t length)
{
    const uint8_t *next = bytes;

    while (length > 0) {
        ssize_t count = send(talk->peer, next, length, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (count < 0 && errno == EPIPE)
            return; /* the client has closed, which the test will see */
        if (count < 0) {
            CHECK(errno == EAGAIN);
            talk_step(talk);
            continue;
        }
        next += count;
        length -= (size_t)count;
    }
}

void talk_send_message(struct talk *talk, const PB(ServerFrame) *frame)
{
    size_t length = hearth__v1__server_frame__get_packed_size(frame);
    uint8_t *bytes = malloc(4 + length);

    CHECK(bytes != NULL);
    hearth__v1__server_frame__pack(frame, bytes + 4);
    for (size_t i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(length >> (8 * i));
    talk_send(talk, bytes, 4 + length);
    free(bytes);
}

static void receive_all(struct talk *talk, uint8_t *to, size_t length)
{
    while (length > 0) {
        ssize_t count = recv(talk->peer, to, length, MSG_DONTWAIT);

        if (count < 0 && errno == EAGAIN) {
            struct pollfd peer = {.fd = talk->peer, .events = POLLIN};

            /* What the client has not written yet it can write now. */
            CHECK(talk->client->session.output_count > 0);
            client_step(talk->client);
            CHECK(poll(&peer, 1, 10000) == 1);
            continue;
        }
        CHECK(count > 0);
        to += count;
        length -= (size_t)count;
    }
}

struct bytes talk_receive(struct talk *talk)
{
    uint8_t prefix[4];
    struct bytes out;

    receive_all(talk, prefix, sizeof prefix);
    out.length = 4 + ((size_t)prefix[0] | (size_t)prefix[1] << 8 | (size_t)prefix[2] << 16 | (size_t)prefix[3] << 24);
    CHECK(out.length > 4 && out.length <= 4 + FRAME_BYTES);
    out.bytes = malloc(out.length);
    CHECK(out.bytes != NULL);
    memcpy(out.bytes, prefix, sizeof prefix);
    receive_all(talk, out.bytes + 4, out.length - 4);
    return out;
}

bool talk_is_silent(struct talk *talk)
{
    uint8_t byte;

    client_step(talk->client);
    return recv(talk->peer, &byte, 1, MSG_DONTWAIT | MSG_PEEK) < 0 && errno == EAGAIN;
}

void talk_step(struct talk *talk)
{
    client_step(talk->client);
}

void send_pong(struct talk *talk, uint64_t call)
{
    PB(Pong) pong = HEARTH__V1__PONG__INIT;
    SERVER_FRAME(frame, call, PONG);

    frame.pong = &pong;
    talk_send_message(talk, &frame);
}

void send_done(struct talk *talk, uint64_t call, PB(DoneReason) reason)
{
    PB(Done) done = HEARTH__V1__DONE__INIT;
    SERVER_FRAME(frame, call, DONE);

    done.reason = reason;
    frame.done = &done;
    talk_send_message(talk, &frame);
}

void send_error(struct talk *talk, uint64_t call, int32_t code, char *message)
{
    PB(Error) content = HEARTH__V1__ERROR__INIT;
    SERVER_FRAME(frame, call, ERROR);

    content.code = (PB(ErrorCode))code;
    content.message = message;
    frame.error = &content;
    talk_send_message(talk, &frame);
}

uint64_t begin_ping(struct talk *talk)
{
    hearth_error error;
    uint64_t call = hearth_start_ping(talk->client, "abc", 3, &error);
    struct bytes frame;

    CHECK_ERROR(call != 0, &error);
    frame = talk_receive(talk);
    free(frame.bytes);
    return call;
}

hearth_error expect_failure(struct talk *talk, uint64_t call, int32_t code)
{
    const hearth_reply *reply;
    hearth_error error;

    CHECK(hearth_next(talk->client, call, -1, &reply, &error) == HEARTH_FAILED);
    if (error.code != code)
        fprintf(stderr, "%s instead of %s\n", hearth_error_name(error.code), hearth_error_name(code));
    CHECK(error.code == code);
    return error;
}

void expect_request(const char *name, uint64_t (*begin)(hearth_client *client, hearth_error *error))
{
    struct talk talk = talk_open(false);
    hearth_error error;
    struct bytes expected, frame;
    char path[4300], *text;
    uint64_t call;

    snprintf(path, sizeof path, "%s/frames/%s.hex", vectors(), name);
    text = read_text(path);
    expected = read_hex(text, false);
    talk.client->session.newest = expected.bytes[5] - 1u;
    call = begin(talk.client, &error);
    CHECK_ERROR(call == expected.bytes[5], &error);
    frame = talk_receive(&talk);
    if (frame.length != expected.length || memcmp(frame.bytes, expected.bytes, frame.length) != 0)
        fprintf(stderr, "%s has other bytes\n", name);
    CHECK(frame.length == expected.length && memcmp(frame.bytes, expected.bytes, frame.length) == 0);
    free(frame.bytes);
    free(expected.bytes);
    free(text);
    talk_end(&talk);
}
