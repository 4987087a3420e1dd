/* The conversations of the vectors: the client's calls are begun with the frames there, the server's frames come in
 * pieces, and each must bring its call what it says. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

static struct session session;
static const char *lines; /* after the one that is looked at */
static size_t replies_seen, calls_begun;
static hearth_error error;

/* Takes what is to be written, which must be these bytes; NULL: whatever it is. */
static void expect_output(const struct bytes *expected)
{
    struct iovec pieces[16];
    size_t count, written = 0;

    while ((count = session_output(&session, pieces, 1)) > 0) {
        if (expected != NULL) {
            CHECK(written + pieces[0].iov_len <= expected->length);
            CHECK(memcmp(expected->bytes + written, pieces[0].iov_base, pieces[0].iov_len) == 0);
        }
        written += pieces[0].iov_len;
        session_written(&session, pieces[0].iov_len);
    }
    CHECK(expected == NULL || written == expected->length);
}

static struct frame *frame_of(const struct bytes *bytes)
{
    struct frame *frame = malloc(sizeof *frame + bytes->length);

    CHECK(frame != NULL);
    frame->holders = 1;
    frame->length = bytes->length;
    memcpy(frame->bytes, bytes->bytes, bytes->length);
    return frame;
}

static PB(ClientFrame) *unpack(const struct bytes *bytes)
{
    PB(ClientFrame) *message = hearth__v1__client_frame__unpack(NULL, bytes->length - 4, bytes->bytes + 4);

    CHECK(message != NULL);
    return message;
}

static void append(struct bytes *to, const struct bytes *more)
{
    to->bytes = realloc(to->bytes, to->length + more->length);
    CHECK(to->bytes != NULL);
    memcpy(to->bytes + to->length, more->bytes, more->length);
    to->length += more->length;
}

/* The further frames of a save stand below: they belong to it from the beginning. */
static void add_further_frames(struct call *call, struct bytes *all)
{
    for (const char *next = lines; (next = strstr(next, "\nC: ")) != NULL; next++) {
        struct bytes bytes = read_hex(next + 4, true);
        PB(ClientFrame) *message = unpack(&bytes);

        if (message->call == call->number && message->request_case == REQUEST(SAVE)) {
            CHECK(frames_add(&call->frames, frame_of(&bytes), &error));
            append(all, &bytes);
        }
        hearth__v1__client_frame__free_unpacked(message, NULL);
        free(bytes.bytes);
    }
}

static void client_says(struct bytes *bytes)
{
    PB(ClientFrame) *message = unpack(bytes);
    struct call *call = session_find(&session, message->call);
    bool open = call != NULL && !call->ended;

    switch (message->request_case) {
    case HEARTH__V1__CLIENT_FRAME__REQUEST_HELLO:
        session_connected(&session);
        expect_output(NULL);
        break;
    case HEARTH__V1__CLIENT_FRAME__REQUEST_CANCEL:
        session_cancel(&session, message->call);
        /* One that has ended is not cancelled, which this client knows at once. */
        expect_output(open ? bytes : &(struct bytes){NULL, 0});
        break;
    case HEARTH__V1__CLIENT_FRAME__REQUEST_CREDIT: break; /* how much at once is the client's affair */
    default:
        if (open)
            break; /* a further frame of a save */
        CHECK(message->call > session.newest);
        session.newest = message->call - 1;
        call = session_new_call(&session, (int)message->request_case, &error);
        CHECK(call != NULL && frames_add(&call->frames, frame_of(bytes), &error));
        if (message->request_case == REQUEST(SAVE) && message->save->more)
            add_further_frames(call, bytes);
        CHECK(session_begin_call(&session, call, &error));
        expect_output(bytes);
        calls_begun++;
    }
    hearth__v1__client_frame__free_unpacked(message, NULL);
}

static void expect_reply(const PB(ServerFrame) *frame)
{
    const hearth_reply *reply;
    hearth_step step = session_take(&session, frame->call, &reply, &error);

    replies_seen++;
    if (frame->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_ERROR) {
        CHECK(step == HEARTH_FAILED && error.code == (int32_t)frame->error->code);
        CHECK(strcmp(error.field, frame->error->field) == 0);
    } else if (frame->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_DONE) {
        static const hearth_step steps[] = {0, HEARTH_COMPLETE, HEARTH_LIMITED, HEARTH_CANCELLED};

        CHECK(step == steps[frame->done->reason]);
    } else {
        CHECK_ERROR(step == HEARTH_REPLY, &error);
        CHECK(reply->call == frame->call && reply->kind == (int)frame->reply_case);
        hearth_reply_free(reply);
    }
}

static void server_says(const struct bytes *bytes)
{
    PB(ServerFrame) *frame = hearth__v1__server_frame__unpack(NULL, bytes->length - 4, bytes->bytes + 4);
    bool good = true;

    CHECK(frame != NULL);
    for (size_t at = 0; at < bytes->length;) {
        size_t room, piece = 1 + (size_t)seeded_below(bytes->length - at);
        uint8_t *space = session_space(&session, &room);

        CHECK(good && space != NULL && room >= piece);
        memcpy(space, bytes->bytes + at, piece);
        good = session_received(&session, piece);
        at += piece;
    }
    if (frame->call == 1 && frame->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_WELCOME) {
        /* No newer than this client's Hello, whatever that of the transcript names. */
        uint32_t minor = frame->welcome->minor;

        CHECK(good && session.state == OPEN);
        CHECK(session.welcome.minor == (minor < PROTOCOL_MINOR ? minor : PROTOCOL_MINOR));
    } else if (frame->call == 1) {
        CHECK(!good && session.refused && session.refusal.code == (int32_t)frame->error->code);
        CHECK(session.refusal.highest_major == frame->error->versions->highest_major);
        session_lost(&session, 0, INT64_MAX);
    } else {
        CHECK(good);
        expect_reply(frame);
    }
    hearth__v1__server_frame__free_unpacked(frame, NULL);
}

/* With a request of protocol 1.2, which this client does not make. */
static bool has_later_request(const char *text)
{
    bool found = false;

    for (const char *next = text; !found && (next = strstr(next, "\nC: ")) != NULL; next++) {
        struct bytes bytes = read_hex(next + 4, true);
        PB(ClientFrame) *message = unpack(&bytes);

        found = message->request_case > REQUEST(BACKGROUND_DELIVERY);
        hearth__v1__client_frame__free_unpacked(message, NULL);
        free(bytes.bytes);
    }
    return found;
}

static void converse(const char *path)
{
    hearth_options options = {.bundle_identifier = "org.example.run"};
    char *text = read_text(path);

    if (has_later_request(text)) {
        free(text);
        return;
    }
    CHECK(session_begin(&session, &options, &error));
    for (lines = text; lines != NULL; lines = strchr(lines, '\n')) {
        struct bytes bytes;

        lines += *lines == '\n';
        if (strncmp(lines, "C: ", 3) != 0 && strncmp(lines, "S: ", 3) != 0)
            continue;
        bytes = read_hex(lines + 3, true);
        if (*lines == 'C')
            client_says(&bytes);
        else
            server_says(&bytes);
        free(bytes.bytes);
    }
    CHECK(!session_has_open_calls(&session));
    session_end(&session);
    free(text);
}

int main(void)
{
    char folder[4200];
    size_t count;

    snprintf(folder, sizeof folder, "%s/sessions", vectors());
    count = each_file(folder, "", ".txt", converse);
    CHECK(count >= 9 && calls_begun > 30 && replies_seen > 40);
    printf("sessions: %zu, with %zu calls and %zu replies\n", count, calls_begun, replies_seen);
    return 0;
}
