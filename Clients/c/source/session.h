/* A client's side of the protocol without a socket and without a clock: bytes go in, bytes come out, calls get their
 * answers. A session lives through any number of connections, one after the other; what happens to calls in between
 * is in call_lost. A request may be what ends them: a call fails that is lost again when it has been waiting for a reply
 * since its first loss for as long as the patience.
 *
 *   session_connected -> (session_output, session_written, session_space, session_received)* -> session_lost -> ...
 */
#ifndef HEARTH_SESSION_H
#define HEARTH_SESSION_H

#include "call.h"

struct iovec;

enum { PROTOCOL_MINOR = 7 }; /* the newest minor version that the client speaks */

struct outgoing {
    struct frame *frame;
    uint64_t call; /* that it belongs to as one of its frames; 0: none, as of Hello, Cancel and Credit */
};

struct session {
    enum { UNCONNECTED, AWAITING_WELCOME, OPEN } state;
    struct frame *hello;
    bool reconnects;         /* calls outlive a connection */

    hearth_welcome welcome;  /* the newest */
    struct arena welcome_text;
    bool welcomed;           /* ever */
    bool refused;            /* the connection ended for a reason that another one would not cure: `refusal` */
    hearth_error refusal;
    bool turned_away;        /* the connection ended for a reason that passes, as the server said */

    struct call **calls;     /* by their numbers */
    size_t count, room;
    uint64_t newest;

    struct outgoing *output; /* from `output_first` on */
    size_t output_first, output_count, output_room;
    size_t written;          /* of the first one */

    uint8_t *input;          /* bytes that came, from `input_first` on */
    size_t input_first, input_count, input_room;
};

bool session_begin(struct session *session, const hearth_options *options, hearth_error *error);
void session_end(struct session *session);

void session_connected(struct session *session);
/* Times are milliseconds, from any moment on. */
void session_lost(struct session *session, int64_t time, int64_t patience);
/* Ends all open calls with an error. */
void session_fail(struct session *session, const hearth_error *error);
bool session_has_open_calls(const struct session *session);

/* Where to put what comes next, and how much fits; NULL: no memory. */
uint8_t *session_space(struct session *session, size_t *room);
/* Takes this number of bytes from the space. False: the connection must be closed. */
bool session_received(struct session *session, size_t count);
/* What is to be written, in at most `most` pieces; their number. */
size_t session_output(const struct session *session, struct iovec *pieces, size_t most);
void session_written(struct session *session, size_t count);

/* A new call, with its number. Its frames are to be added before it is begun. NULL: no memory. */
struct call *session_new_call(struct session *session, int request, hearth_error *error);
bool session_begin_call(struct session *session, struct call *call, hearth_error *error);
/* The next reply of a call, or what became of it. */
hearth_step session_take(struct session *session, uint64_t number, const hearth_reply **reply, hearth_error *error);
/* A call of which there is something to take; 0: none. Then all that was taken counts as worked through. */
uint64_t session_ready(struct session *session);
void session_cancel(struct session *session, uint64_t number);
void session_drop(struct session *session, uint64_t number);

/* Parts of the above. session.c uses all of them, session_input.c those below it here, session_output.c the calls. */

/* session_input.c: looks at one body. False: the connection must be closed. */
bool session_read(struct session *session, const uint8_t *body, size_t length);

/* session_output.c: frames for the server. Without memory nothing is added, and the answer is false. */
bool session_send(struct session *session, struct frame *frame, uint64_t call);
bool session_send_cancel(struct session *session, uint64_t number);
/* The frames of a call; it fails when the server cannot take them. */
void session_send_call(struct session *session, struct call *call);
/* Takes back what was not begun to be written: the frames of a call, or all. */
void session_unsend(struct session *session, const struct call *call);
void session_drop_output(struct session *session);
/* Allows the server of a stream as much again as the app has worked through, when that is worth a frame. */
void session_grant(struct session *session, struct call *call);

/* session_calls.c */
struct call *session_find(const struct session *session, uint64_t number);
/* False: no memory. */
bool session_add_call(struct session *session, struct call *call);
/* Frees it, too. */
void session_remove_call(struct session *session, struct call *call);

#endif
