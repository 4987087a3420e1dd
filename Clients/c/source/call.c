#include "call.h"

#include <stdlib.h>

bool call_is_stream(const struct call *call)
{
    return call->request == REQUEST(QUERY_SAMPLES) || call->request == REQUEST(QUERY_CHANGES)
        || call->request == REQUEST(OBSERVE) || call->request == REQUEST(QUERY_STATISTICS);
}

bool call_expects(const struct call *call, int reply)
{
    switch (call->request) {
    case REQUEST(SAVE):
    case REQUEST(DELETE_OBJECTS):
    case REQUEST(ADD_TO_WORKOUT): return reply == HEARTH_COMMITTED;
    case REQUEST(QUERY_SAMPLES): return reply == HEARTH_SAMPLES;
    case REQUEST(QUERY_CHANGES): return reply == HEARTH_CHANGES;
    case REQUEST(OBSERVE): return reply == HEARTH_NOTICE;
    case REQUEST(LIST_SOURCES): return reply == HEARTH_SOURCES;
    case REQUEST(CHARACTERISTICS): return reply == HEARTH_CHARACTERISTICS;
    case REQUEST(PING): return reply == HEARTH_PONG;
    case REQUEST(STATUS): return reply == HEARTH_STATUS;
    case REQUEST(BACKGROUND_DELIVERY): return reply == HEARTH_REGISTRATIONS;
    case REQUEST(ACKNOWLEDGE): return reply == HEARTH_ACKNOWLEDGED;
    case REQUEST(QUERY_STATISTICS): return reply == HEARTH_STATISTICS;
    case REQUEST(SOURCE_RANKS): return reply == HEARTH_SOURCE_RANKS;
    case REQUEST(AUTHORIZATION): return reply == HEARTH_AUTHORIZATION_STATUS;
    default: return false;
    }
}

void call_end(struct call *call, hearth_step outcome, const hearth_error *error)
{
    call->ended = true;
    call->outcome = outcome;
    if (error != NULL)
        call->error = *error;
    frames_release(&call->frames);
}

void call_fail(struct call *call, int32_t code, const char *message)
{
    hearth_error error;

    fault(&error, code, NULL, message);
    call_end(call, HEARTH_FAILED, &error);
}

static uint64_t samples_in(const hearth_changes *changes)
{
    uint64_t count = changes->deleted.count;

    for (size_t i = 0; i < changes->added_count; i++)
        count += changes->added[i].count;
    return count;
}

static bool same(const hearth_anchor *one, const hearth_anchor *other)
{
    if (one->length != other->length)
        return false;
    for (size_t i = 0; i < one->length; i++)
        if (one->bytes[i] != other->bytes[i])
            return false;
    return true;
}

void call_add(struct call *call, struct reply *reply)
{
    reply->next = NULL;
    if (call->last == NULL)
        call->first = reply;
    else
        call->last->next = reply;
    call->last = reply;
    if (reply->content.kind == HEARTH_CHANGES) {
        /* A repeated anchor means that the write continues in the next batch (PROTOCOL.md, chapter 7). */
        call->part += samples_in(&reply->content.changes);
        if (!same(&call->anchor, &reply->content.changes.anchor)) {
            call->whole += call->part;
            call->part = 0;
            call->anchor = reply->content.changes.anchor;
        }
    }
}

static void drop_replies(struct call *call)
{
    while (call->first != NULL) {
        struct reply *next = call->first->next;

        hearth_reply_free(&call->first->content);
        call->first = next;
    }
    call->last = NULL;
}

/* The request for changes, from where the last whole write ended. */
static void resume_changes(struct call *call)
{
    const struct frame *old = call->frames.list[0];
    PB(ClientFrame) *message =
        hearth__v1__client_frame__unpack(NULL, old->length - PREFIX_BYTES, old->bytes + PREFIX_BYTES);
    uint8_t *anchor;
    struct frame *frame;

    if (message == NULL) {
        call_fail(call, HEARTH_NO_MEMORY, "Out of memory.");
        return;
    }
    anchor = message->query_changes->anchor.data;
    message->query_changes->anchor.len = call->anchor.length;
    message->query_changes->anchor.data = call->anchor.bytes;
    if (call->limit > 0)
        message->query_changes->limit = call->limit - call->whole;
    frame = frame_pack(message, NULL, &call->error);
    message->query_changes->anchor.data = anchor;
    hearth__v1__client_frame__free_unpacked(message, NULL);
    if (frame == NULL) {
        call_end(call, HEARTH_FAILED, NULL);
        return;
    }
    frame_release(call->frames.list[0]);
    call->frames.list[0] = frame;
}

void call_lost(struct call *call)
{
    /* A cancelled write of which the last frame was sent may have happened: its answer is still asked for. */
    bool whole = !call_is_stream(call) && call->sent == call->frames.count;

    if (call->cancelled && !whole && !call->again) {
        call_end(call, HEARTH_CANCELLED, NULL);
        return;
    }
    call->again = call->again || whole;
    call->queued = 0;
    call->sent = 0;
    call->in_hand = 0;
    call->consumed = 0;
    call->part = 0;
    for (struct reply *reply = call->first; reply != NULL; reply = reply->next)
        reply->bytes = 0; /* of another account */
    if (call->request == REQUEST(QUERY_SAMPLES)) {
        drop_replies(call);
        if (call->taken)
            call_fail(call, HEARTH_INTERRUPTED,
                      "The connection was lost during the query, which reads one state of the store. Query again.");
    } else if (call->request == REQUEST(QUERY_CHANGES) && call->anchor.length > 0) {
        if (call->limit > 0 && call->whole >= call->limit)
            call_end(call, HEARTH_LIMITED, NULL);
        else
            resume_changes(call);
    }
}

void call_free(struct call *call)
{
    drop_replies(call);
    frames_release(&call->frames);
    free(call);
}
