/* Servers that break the protocol, or end in the middle: what the client makes of each, without a real one. */
#include "talk.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static hearth_error error;
static const hearth_reply *reply;

static void send_notice(struct talk *talk, uint64_t call, size_t bytes)
{
    PB(Notice) notice = HEARTH__V1__NOTICE__INIT;
    SERVER_FRAME(frame, call, NOTICE);
    char *types[1] = {malloc(bytes + 1)};

    memset(types[0], 'x', bytes);
    types[0][bytes] = 0;
    notice.types = types;
    notice.n_types = 1;
    frame.notice = &notice;
    talk_send_message(talk, &frame);
    free(types[0]);
}

/* Bytes after which the connection is closed, and every call has failed. */
static void closes(const void *bytes, size_t length)
{
    struct talk talk = talk_open(true);
    uint64_t call = begin_ping(&talk);

    talk_send(&talk, bytes, length);
    expect_failure(&talk, call, HEARTH_BAD_REPLY);
    CHECK(hearth_descriptor(talk.client) == -1);
    talk_end(&talk);
}

static void bad_frames(void)
{
    static const uint8_t beyond[4] = {1, 0, 0, 1}, largest[4] = {255, 255, 255, 255}, empty[4] = {0};
    static const uint8_t group[] = {2, 0, 0, 0, 0x0b, 0x0c}, endless[] = {3, 0, 0, 0, 0xff, 0xff, 0xff};
    /* Nearly empty messages, each of which takes fifty times its bytes when it is unpacked: over the budget. */
    size_t count = 400000, body = 2 + 5 + 2 * count;
    uint8_t *bomb = calloc(1, 4 + body);
    size_t i = 0;

    closes(beyond, sizeof beyond);
    closes(largest, sizeof largest);
    closes(empty, sizeof empty);
    closes(group, sizeof group);
    closes(endless, sizeof endless);
    CHECK(bomb != NULL);
    for (; i < 4; i++)
        bomb[i] = (uint8_t)(body >> (8 * i));
    bomb[i++] = 0x08; /* call 2 */
    bomb[i++] = 2;
    bomb[i++] = 0x32; /* samples, of 2 * count bytes */
    for (size_t left = 2 * count, byte = 0; byte < 4; byte++, left >>= 7)
        bomb[i++] = (uint8_t)((left & 127) | (byte < 3 ? 128 : 0));
    for (; i + 1 < 4 + body; i += 2)
        bomb[i] = 0x0a; /* columns, of no bytes */
    closes(bomb, 4 + body);
    free(bomb);
}

static void byte_by_byte(void)
{
    struct talk talk = talk_open(true);
    uint64_t first = begin_ping(&talk), second = begin_ping(&talk);
    struct bytes notes[2];
    uint8_t joined[64];
    size_t length = 0;

    /* Two pongs, the second first, cut at every place. */
    for (int i = 0; i < 2; i++) {
        PB(ServerFrame) frame = HEARTH__V1__SERVER_FRAME__INIT;
        PB(Pong) pong = HEARTH__V1__PONG__INIT;

        frame.call = i == 0 ? second : first;
        frame.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_PONG;
        frame.pong = &pong;
        notes[i].length = hearth__v1__server_frame__get_packed_size(&frame);
        joined[length] = (uint8_t)notes[i].length;
        memset(joined + length + 1, 0, 3);
        hearth__v1__server_frame__pack(&frame, joined + length + 4);
        length += 4 + notes[i].length;
    }
    for (size_t i = 0; i < length; i++) {
        CHECK(hearth_next(talk.client, first, 0, &reply, &error) == HEARTH_PENDING);
        talk_send(&talk, joined + i, 1);
        talk_step(&talk);
    }
    hearth_reply_free((CHECK(hearth_next(talk.client, first, -1, &reply, &error) == HEARTH_REPLY), reply));
    hearth_reply_free((CHECK(hearth_next(talk.client, second, -1, &reply, &error) == HEARTH_REPLY), reply));
    talk_end(&talk);
}

static void handshakes(void)
{
    struct talk talk = talk_begin(true);
    struct bytes welcome = welcome_frame(7), hello;
    uint64_t call = hearth_start_ping(talk.client, NULL, 0, &error);

    /* A server of a later minor version: the session's is not newer than the client. */
    hello = talk_receive(&talk);
    CHECK(talk_is_silent(&talk));
    talk_send(&talk, welcome.bytes, welcome.length);
    talk_step(&talk);
    CHECK(hearth_welcome_of(talk.client)->minor == PROTOCOL_MINOR);
    send_pong(&talk, call);
    CHECK(hearth_next(talk.client, call, -1, &reply, &error) == HEARTH_REPLY);
    hearth_reply_free(reply);
    talk_end(&talk);
    free(hello.bytes);
    free(welcome.bytes);

    /* One of 1.0 has no background delivery: the request is not sent. */
    talk = talk_begin(true);
    welcome = welcome_frame(0);
    talk_send(&talk, welcome.bytes, welcome.length);
    talk_step(&talk);
    expect_failure(&talk, hearth_start_background(talk.client, NULL, &error), HEARTH_UNIMPLEMENTED);
    talk_end(&talk);
    free(welcome.bytes);

    /* The end without a word is a refusal of the user. */
    talk = talk_begin(true);
    call = hearth_start_ping(talk.client, NULL, 0, &error);
    shutdown(talk.peer, SHUT_RDWR);
    expect_failure(&talk, call, HEARTH_NOT_ALLOWED);
    talk_end(&talk);
    /* So is silence, when the client's patience is over. */
    talk = talk_begin(true);
    call = hearth_start_ping(talk.client, NULL, 0, &error);
    talk.client->welcome_deadline = 0;
    expect_failure(&talk, call, HEARTH_NO_SERVER);
    talk_end(&talk);
    talk = talk_begin(true);
    call = hearth_start_ping(talk.client, NULL, 0, &error);
    send_error(&talk, 1, HEARTH_VERSION_UNSUPPORTED, "too old");
    expect_failure(&talk, call, HEARTH_VERSION_UNSUPPORTED);
    
    talk_end(&talk);
}

/* Welcomes with which no session begins. */
static void bad_welcomes(void)
{
    static const struct { const char *field; size_t store; uint32_t major, frame_bytes, open_calls; } welcomes[] = {
        {"welcome.store_id", 15, 1, 1, 1},
        {"welcome.limits", 16, 1, 0, 0},
        {"welcome.limits.frame_bytes", 16, 1, 0, 1},
        {"welcome.limits.open_calls", 16, 1, 1, 0},
        {"welcome.major", 16, 0, 1, 1},
        {"welcome.major", 16, 2, 1, 1},
    };
    uint8_t store[16] = {1};

    for (size_t i = 0; i < sizeof welcomes / sizeof *welcomes; i++) {
        PB(Welcome) welcome = HEARTH__V1__WELCOME__INIT;
        PB(Limits) limits = HEARTH__V1__LIMITS__INIT;
        SERVER_FRAME(frame, 1, WELCOME);
        struct talk talk = talk_begin(true);
        uint64_t call = hearth_start_ping(talk.client, NULL, 0, &error);

        welcome.major = welcomes[i].major;
        welcome.store_id = (ProtobufCBinaryData){welcomes[i].store, store};
        limits.frame_bytes = welcomes[i].frame_bytes;
        limits.open_calls = welcomes[i].open_calls;
        if (limits.frame_bytes + limits.open_calls > 0)
            welcome.limits = &limits;
        frame.welcome = &welcome;
        talk_send_message(&talk, &frame);
        error = expect_failure(&talk, call, HEARTH_BAD_REPLY);
        CHECK(strcmp(error.field, welcomes[i].field) == 0 && hearth_descriptor(talk.client) == -1);
        talk_end(&talk);
    }
}

static void wrong_replies(void)
{
    struct talk talk = talk_open(true);
    uint64_t call = begin_ping(&talk), other;
    struct bytes frame;

    /* For calls that are not open, and of unknown kinds: ignored. */
    send_pong(&talk, call + 1);
    send_done(&talk, 99, HEARTH__V1__DONE_REASON__DONE_REASON_COMPLETE);
    talk_send(&talk, "\x0a\0\0\0\x08\x02\xf2\x01\x05" "later", 14);
    talk_step(&talk);
    CHECK(hearth_next(talk.client, call, 0, &reply, &error) == HEARTH_PENDING);
    /* A reply that does not answer the call ends it, and the connection goes on. */
    send_notice(&talk, call, 3);
    expect_failure(&talk, call, HEARTH_BAD_REPLY);
    call = begin_ping(&talk);
    send_done(&talk, call, HEARTH__V1__DONE_REASON__DONE_REASON_COMPLETE);
    expect_failure(&talk, call, HEARTH_BAD_REPLY);
    /* More than the credit allows; the stream is cancelled. */
    call = hearth_start_observe(talk.client, NULL, 0, false, &error);
    frame = talk_receive(&talk);
    free(frame.bytes);
    for (int i = 0; i < 4; i++)
        send_notice(&talk, call, 300000);
    send_notice(&talk, call, 3);
    for (int i = 0; i < 4; i++)
        talk_step(&talk);
    frame = talk_receive(&talk);
    CHECK(frame.length == 8 && frame.bytes[6] == 0x62);
    free(frame.bytes);
    for (int i = 0; i < 4; i++) {
        CHECK(hearth_next(talk.client, call, -1, &reply, &error) == HEARTH_REPLY);
        hearth_reply_free(reply);
    }
    expect_failure(&talk, call, HEARTH_BAD_REPLY);
    /* An error of one call does not touch another. An unknown code stays a number. */
    call = begin_ping(&talk);
    other = begin_ping(&talk);
    send_error(&talk, call, 4711, "new");
    expect_failure(&talk, call, 4711);
    CHECK(strcmp(hearth_error_name(4711), "UNKNOWN") == 0);
    send_pong(&talk, other);
    CHECK(hearth_next(talk.client, other, -1, &reply, &error) == HEARTH_REPLY);
    hearth_reply_free(reply);
    /* An error about the connection ends all calls. */
    call = begin_ping(&talk);
    send_error(&talk, 0, HEARTH_PROTOCOL_VIOLATION, "out of turn");
    expect_failure(&talk, call, HEARTH_PROTOCOL_VIOLATION);
    CHECK(hearth_descriptor(talk.client) == -1);
    talk_end(&talk);
}

/* A name in a list of sources, which is a text only if it is UTF-8 without NUL. */
static void texts(void)
{
    static const struct { const char *name; bool good; } names[] = {
        {"abc", true}, {"\xc3\xa4x", true}, {"a\0b", false}, {"ab\0", false}, {"a\xff" "b", false},
        {"ab\xc3", false}, {"\xc0\x80x", false}, {"\xed\xa0\x80", false},
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct talk talk = talk_open(true);
        uint64_t call = hearth_start_sources(talk.client, NULL, 0, NULL, &error);
        struct bytes frame = talk_receive(&talk);
        uint8_t bytes[] = {11, 0, 0, 0, 0x08, 2, 0x4a, 7, 0x0a, 5, 0x12, 3, 0, 0, 0};

        memcpy(bytes + 12, names[i].name, 3);
        talk_send(&talk, bytes, sizeof bytes);
        if (names[i].good) {
            CHECK(hearth_next(talk.client, call, -1, &reply, &error) == HEARTH_REPLY);
            CHECK(memcmp(reply->sources.list[0].name, names[i].name, 4) == 0);
            hearth_reply_free(reply);
        } else {
            error = expect_failure(&talk, call, HEARTH_BAD_REPLY);
            CHECK(strcmp(error.field, "source_list.sources[0].name") == 0);
        }
        CHECK(hearth_descriptor(talk.client) >= 0);
        free(frame.bytes);
        talk_end(&talk);
    }
}

static void credit(void)
{
    struct talk talk = talk_open(true);
    uint64_t call = hearth_start_observe(talk.client, NULL, 0, false, &error);
    struct bytes frame = talk_receive(&talk);

    free(frame.bytes);
    send_notice(&talk, call, 300000);
    send_notice(&talk, call, 300000);
    for (int i = 0; i < 2; i++) {
        CHECK(hearth_next(talk.client, call, -1, &reply, &error) == HEARTH_REPLY);
        hearth_reply_free(reply);
    }
    /* The second is still in the app's hands: nothing is allowed again. */
    CHECK(talk_is_silent(&talk));
    CHECK(hearth_ready(talk.client) == 0);
    frame = talk_receive(&talk);
    CHECK(frame.bytes[6] == 0x6a);
    free(frame.bytes);
    /* What crosses a cancel still comes. */
    hearth_cancel(talk.client, call);
    frame = talk_receive(&talk);
    CHECK(frame.bytes[6] == 0x62);
    free(frame.bytes);
    send_notice(&talk, call, 3);
    send_done(&talk, call, HEARTH__V1__DONE_REASON__DONE_REASON_CANCELLED);
    CHECK(hearth_next(talk.client, call, -1, &reply, &error) == HEARTH_REPLY);
    hearth_reply_free(reply);
    CHECK(hearth_next(talk.client, call, -1, &reply, &error) == HEARTH_CANCELLED);
    /* A call that is dropped is forgotten, and what comes for it ignored. */
    call = hearth_start_observe(talk.client, NULL, 0, false, &error);
    frame = talk_receive(&talk);
    free(frame.bytes);
    hearth_drop(talk.client, call);
    send_notice(&talk, call, 3);
    talk_step(&talk);
    CHECK(hearth_ready(talk.client) == 0);
    expect_failure(&talk, call, HEARTH_NO_SUCH_CALL);
    talk_end(&talk);
}

/* A save of which a part was written when it is cancelled, and one of which nothing was. */
static void cancelled_saves(void)
{
    enum { ROWS = 300000 };
    struct talk talk = talk_open(true);
    hearth_uuid *uuids = malloc(ROWS * sizeof *uuids);
    int64_t *starts = calloc(ROWS, sizeof *starts);
    double *values = calloc(ROWS, sizeof *values);
    hearth_columns columns = {.type = "HKQuantityTypeIdentifierHeartRate", .count = ROWS, .uuids = uuids,
                              .starts = starts, .kind = HEARTH_QUANTITIES, .quantity = {.values = values}};
    uint64_t first, second;
    struct bytes frame;
    size_t frames = 0;
    bool cancelled = false;

    CHECK(uuids != NULL && starts != NULL && values != NULL);
    CHECK(hearth_make_uuids(talk.client, uuids, ROWS) == 0);
    first = hearth_start_save(talk.client, &columns, 1, &error);
    second = hearth_start_save(talk.client, &columns, 1, &error);
    CHECK(first != 0 && second != 0 && talk.client->session.output_count > 2);
    hearth_cancel(talk.client, second);
    CHECK(hearth_next(talk.client, second, 0, &reply, &error) == HEARTH_CANCELLED);
    hearth_cancel(talk.client, first);
    while (!cancelled) {
        frame = talk_receive(&talk);
        cancelled = frame.length == 8 && frame.bytes[6] == 0x62 && frame.bytes[5] == first;
        frames += frame.length > 8;
        free(frame.bytes);
    }
    CHECK(frames >= 1 && frames < 10);
    send_done(&talk, first, HEARTH__V1__DONE_REASON__DONE_REASON_CANCELLED);
    CHECK(hearth_next(talk.client, first, -1, &reply, &error) == HEARTH_CANCELLED);
    talk_end(&talk);
    free(uuids);
    free(starts);
    free(values);
}

int main(void)
{
    bad_frames();
    byte_by_byte();
    handshakes();
    bad_welcomes();
    wrong_replies();
    texts();
    credit();
    cancelled_saves();
    puts("hostile: none of them does harm");
    return 0;
}
