/* What comes from the server. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

enum { INPUT_BYTES = 524288 }; /* to begin with: two large batches */

/* PROTOCOL.md, chapter 11: the connection ends after any error with call 0, and after some codes. */
static bool ends_connection(const PB(ServerFrame) *frame)
{
    int code = (int)frame->error->code;

    return frame->call == 0 || (code >= HEARTH_MALFORMED_FRAME && code <= HEARTH_PROTOCOL_VIOLATION);
}

/* Ends the connection for good: all calls fail, and the same again would do no better. */
static bool refuse(struct session *session, const hearth_error *error)
{
    session->refused = true;
    session->refusal = *error;
    session_fail(session, error);
    return false;
}

static bool refuse_malformed(struct session *session, const char *message)
{
    hearth_error error;

    fault(&error, HEARTH_BAD_REPLY, NULL, message);
    return refuse(session, &error);
}

/* The longest body that is read. A frame takes memory as its bytes come, whatever its length says. */
static size_t longest_body(const struct session *session)
{
    return session->state == OPEN ? session->welcome.frame_bytes : FRAME_BYTES;
}

uint8_t *session_space(struct session *session, size_t *room)
{
    size_t end = session->input_first + session->input_count;

    if (session->input_room - end < INPUT_BYTES / 2 && session->input_first > 0) {
        memmove(session->input, session->input + session->input_first, session->input_count);
        session->input_first = 0;
        end = session->input_count;
    }
    if (session->input_room - end < INPUT_BYTES / 2) {
        size_t larger = session->input_room == 0 ? INPUT_BYTES : 2 * session->input_room;
        uint8_t *input = realloc(session->input, larger);

        if (input == NULL)
            return NULL;
        session->input = input;
        session->input_room = larger;
    }
    *room = session->input_room - end;
    return session->input + end;
}

bool session_received(struct session *session, size_t count)
{
    bool good = true;

    session->input_count += count;
    while (good && session->input_count >= PREFIX_BYTES) {
        const uint8_t *frame = session->input + session->input_first;
        size_t length = 0;

        for (size_t i = 0; i < PREFIX_BYTES; i++)
            length |= (size_t)frame[i] << (8 * i);
        if (length == 0 || length > longest_body(session))
            return refuse_malformed(session, "The server sent an empty frame, or one above the limit.");
        if (session->input_count - PREFIX_BYTES < length)
            break;
        good = session_read(session, frame + PREFIX_BYTES, length);
        session->input_first += PREFIX_BYTES + length;
        session->input_count -= PREFIX_BYTES + length;
    }
    if (session->input_count == 0)
        session->input_first = 0;
    return good;
}

/* Another connection may fare better. */
static bool passes(const hearth_error *error)
{
    return error->code == HEARTH_SHUTTING_DOWN || error->code == HEARTH_HANDSHAKE_TIMEOUT;
}

/* An error that is about the connection. One that passes is left to the next connection. */
static bool connection_error(struct session *session, const PB(Error) *message)
{
    hearth_error error;

    reply_error(message, &error);
    if (session->reconnects && passes(&error)) {
        session->turned_away = true;
        return false;
    }
    return refuse(session, &error);
}

static bool welcome(struct session *session, struct arena *arena, const PB(Welcome) *message)
{
    hearth_error error;
    hearth_welcome welcome;

    if (!reply_welcome(arena, message, &welcome, &error)) {
        error.code = HEARTH_BAD_REPLY;
        return refuse(session, &error);
    }
    /* The version of the session is not newer than what Hello named. */
    welcome.minor = welcome.minor > PROTOCOL_MINOR ? PROTOCOL_MINOR : welcome.minor;
    arena_end(&session->welcome_text);
    session->welcome_text = *arena;
    arena_begin(arena, 0, 0);
    session->welcome = welcome;
    session->welcomed = true;
    session->state = OPEN;
    for (size_t i = 0; i < session->count; i++)
        if (!session->calls[i]->ended)
            session_send_call(session, session->calls[i]);
    return true;
}

static bool before_welcome(struct session *session, struct arena *arena, const PB(ServerFrame) *frame)
{
    hearth_error error;

    switch (frame->reply_case) {
    case HEARTH__V1__SERVER_FRAME__REPLY_WELCOME:
        return welcome(session, arena, frame->welcome);
    case HEARTH__V1__SERVER_FRAME__REPLY_ERROR:
        /* What is wrong with Hello would be wrong again; that the server is about to stop is not Hello's fault. */
        reply_error(frame->error, &error);
        return frame->call == 0 || passes(&error) ? connection_error(session, frame->error) : refuse(session, &error);
    case HEARTH__V1__SERVER_FRAME__REPLY__NOT_SET:
        return true;
    default:
        return refuse_malformed(session, "The server sent a reply before its welcome.");
    }
}

/* A deletion that was sent twice, and whose objects are gone: the first time did it. */
static bool deleted_before(struct call *call)
{
    struct reply *reply = calloc(1, sizeof *reply);

    if (reply == NULL)
        return false;
    reply->content.call = call->number;
    reply->content.kind = HEARTH_COMMITTED;
    reply->content.committed.deleted = call->objects;
    call_add(call, reply);
    call_end(call, HEARTH_COMPLETE, NULL);
    return true;
}

static bool call_error(struct session *session, struct call *call, const PB(Error) *message)
{
    hearth_error error;

    reply_error(message, &error);
    session_unsend(session, call);
    /* The server closes soon, and the call continues with the next one. */
    if (error.code == HEARTH_SHUTTING_DOWN && session->reconnects)
        return true;
    if (error.code == HEARTH_OBJECT_NOT_FOUND && call->objects > 0 && call->again && deleted_before(call))
        return true;
    call_end(call, HEARTH_FAILED, &error);
    return true;
}

static void done(struct call *call, const PB(Done) *message)
{
    if (message->reason == HEARTH__V1__DONE_REASON__DONE_REASON_CANCELLED)
        call_end(call, HEARTH_CANCELLED, NULL);
    else if (message->reason == HEARTH__V1__DONE_REASON__DONE_REASON_COMPLETE && call_is_stream(call))
        call_end(call, HEARTH_COMPLETE, NULL);
    else if (call_is_stream(call)) /* also for a reason of a later version, which may not mean that all was sent */
        call_end(call, HEARTH_LIMITED, NULL);
    else
        call_fail(call, HEARTH_BAD_REPLY, "The server ended the call without an answer.");
}

/* A reply that the protocol does not allow: it ends the call, here and there. */
static void bad_reply(struct session *session, struct call *call, const hearth_error *error)
{
    session_unsend(session, call);
    call_end(call, HEARTH_FAILED, error);
    if (call_is_stream(call))
        session_send_cancel(session, call->number);
}

/* Keeps a reply for its call, with the memory that it lies in. */
static void answer(struct session *session, struct call *call, struct arena *arena, const PB(ServerFrame) *frame,
                   size_t length)
{
    struct reply *reply;
    hearth_error error;

    if (!call_expects(call, (int)frame->reply_case)) {
        fault(&error, HEARTH_BAD_REPLY, NULL, "The server sent a reply that does not answer the request.");
        bad_reply(session, call, &error);
        return;
    }
    if (call_is_stream(call) && call->account <= 0) {
        fault(&error, HEARTH_BAD_REPLY, NULL, "The server sent more than its credit.");
        bad_reply(session, call, &error);
        return;
    }
    reply = malloc(sizeof *reply);
    if (reply == NULL) {
        fault_no_memory(&error);
        bad_reply(session, call, &error);
        return;
    }
    if (!reply_decode(arena, frame, &reply->content, &error)) {
        free(reply);
        if (error.code != HEARTH_NO_MEMORY)
            error.code = HEARTH_BAD_REPLY;
        bad_reply(session, call, &error);
        return;
    }
    reply->arena = *arena;
    arena_begin(arena, 0, 0);
    reply->bytes = length;
    call->account -= (int64_t)length;
    call_add(call, reply);
    call->lost_since = -1;
    if (!call_is_stream(call))
        call_end(call, HEARTH_COMPLETE, NULL);
}

static bool after_welcome(struct session *session, struct arena *arena, const PB(ServerFrame) *frame, size_t length)
{
    bool is_error = frame->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_ERROR;
    struct call *call;

    if (is_error && ends_connection(frame))
        return connection_error(session, frame->error);
    call = session_find(session, frame->call);
    /* It may have ended, and a later version may have other replies. */
    if (call == NULL || call->ended || frame->reply_case == HEARTH__V1__SERVER_FRAME__REPLY__NOT_SET)
        return true;
    if (is_error)
        return call_error(session, call, frame->error);
    if (frame->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_DONE)
        done(call, frame->done);
    else
        answer(session, call, arena, frame, length);
    return true;
}

bool session_read(struct session *session, const uint8_t *body, size_t length)
{
    struct arena arena;
    PB(ServerFrame) *frame = reply_unpack(&arena, body, length);
    bool good;

    if (frame == NULL)
        good = refuse_malformed(session, "The server sent a frame that is not a message.");
    else if (session->state == AWAITING_WELCOME)
        good = before_welcome(session, &arena, frame);
    else
        good = after_welcome(session, &arena, frame, length);
    arena_end(&arena);
    return good;
}
