/* What goes to the server. */
#include "session.h"

#include <sys/uio.h>

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
