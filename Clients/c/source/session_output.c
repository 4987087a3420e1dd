/* What goes to the server. */
#include "session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

bool session_send(struct session *session, struct frame *frame, uint64_t call)
{
    if (frame == NULL)
        return false;
    if (session->output_first + session->output_count == session->output_room) {
        if (session->output_first > session->output_room / 2) {
            memmove(session->output, session->output + session->output_first,
                    session->output_count * sizeof *session->output);
        } else {
            size_t room = session->output_room == 0 ? 16 : 2 * session->output_room;
            struct outgoing *output = malloc(room * sizeof *output);

            if (output == NULL) {
                frame_release(frame);
                return false;
            }
            if (session->output_count > 0)
                memcpy(output, session->output + session->output_first, session->output_count * sizeof *output);
            free(session->output);
            session->output = output;
            session->output_room = room;
        }
        session->output_first = 0;
    }
    session->output[session->output_first + session->output_count++] = (struct outgoing){frame, call};
    return true;
}

void session_unsend(struct session *session, const struct call *call)
{
    size_t kept = 0;

    for (size_t i = 0; i < session->output_count; i++) {
        struct outgoing one = session->output[session->output_first + i];

        if (one.call == call->number && (i > 0 || session->written == 0))
            frame_release(one.frame);
        else
            session->output[session->output_first + kept++] = one;
    }
    session->output_count = kept;
}

void session_drop_output(struct session *session)
{
    for (size_t i = 0; i < session->output_count; i++)
        frame_release(session->output[session->output_first + i].frame);
    session->output_first = 0;
    session->output_count = 0;
    session->written = 0;
}

void session_send_call(struct session *session, struct call *call)
{
    uint64_t bytes = 0, most = session->welcome.staged_bytes == 0 ? UINT32_MAX : session->welcome.staged_bytes;

    if (call->minor > session->welcome.minor) {
        call_fail(call, HEARTH_UNIMPLEMENTED, "The server is too old for this request.");
        return;
    }
    for (size_t i = 0; i < call->frames.count; i++) {
        bytes += call->frames.list[i]->length;
        if (call->frames.list[i]->length - PREFIX_BYTES > session->welcome.frame_bytes) {
            call_fail(call, HEARTH_FRAME_TOO_LARGE, "The request is larger than this server allows.");
            return;
        }
    }
    /* The server counts what samples take there, which is about what they take in frames. */
    if (call->request == REQUEST(SAVE) && bytes > most + most / 8) {
        call_fail(call, HEARTH_LIMIT_EXCEEDED,
                  "The save is larger than what the server stages for an app. Save the samples in several saves.");
        return;
    }
    for (; call->queued < call->frames.count; call->queued++)
        if (!session_send(session, frame_hold(call->frames.list[call->queued]), call->number)) {
            session_unsend(session, call);
            call_fail(call, HEARTH_NO_MEMORY, "Out of memory.");
            return;
        }
    call->account = session->welcome.initial_credit_bytes;
}

bool session_send_cancel(struct session *session, uint64_t number)
{
    PB(ClientFrame) frame = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Cancel) cancel = HEARTH__V1__CANCEL__INIT;

    frame.call = number;
    frame.request_case = REQUEST(CANCEL);
    frame.cancel = &cancel;
    return session_send(session, frame_pack(&frame, NULL, NULL), 0);
}

void session_grant(struct session *session, struct call *call)
{
    PB(ClientFrame) frame = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Credit) credit = HEARTH__V1__CREDIT__INIT;

    if (!call_is_stream(call) || call->ended || call->cancelled || session->state != OPEN || call->consumed == 0
        || call->consumed < session->welcome.initial_credit_bytes / 2)
        return;
    credit.bytes = call->consumed;
    frame.call = call->number;
    frame.request_case = REQUEST(CREDIT);
    frame.credit = &credit;
    /* Without memory it is allowed the next time. */
    if (!session_send(session, frame_pack(&frame, NULL, NULL), 0))
        return;
    call->account += (int64_t)call->consumed;
    call->consumed = 0;
}

size_t session_output(const struct session *session, struct iovec *pieces, size_t most)
{
    size_t count = session->output_count < most ? session->output_count : most;

    for (size_t i = 0; i < count; i++) {
        struct frame *frame = session->output[session->output_first + i].frame;
        size_t skipped = i == 0 ? session->written : 0;

        pieces[i].iov_base = frame->bytes + skipped;
        pieces[i].iov_len = frame->length - skipped;
    }
    return count;
}

void session_written(struct session *session, size_t count)
{
    session->written += count;
    while (session->output_count > 0) {
        struct outgoing *first = &session->output[session->output_first];
        struct call *call;

        if (session->written < first->frame->length)
            break;
        session->written -= first->frame->length;
        call = first->call != 0 ? session_find(session, first->call) : NULL;
        if (call != NULL)
            call->sent++;
        frame_release(first->frame);
        session->output_first++;
        session->output_count--;
    }
    if (session->output_count == 0)
        session->output_first = 0;
}
