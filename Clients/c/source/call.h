/* A call: its request, its replies that were not taken yet, and what is needed to send it again. */
#ifndef HEARTH_CALL_H
#define HEARTH_CALL_H

#include "frame.h"
#include "reply.h"

#define REQUEST(NAME) HEARTH__V1__CLIENT_FRAME__REQUEST_##NAME

struct call {
    uint64_t number;
    int request;           /* REQUEST(...) */
    uint32_t minor;        /* the minor version that brought the request */
    struct frames frames;  /* until the call has ended */
    size_t queued, sent;   /* frames: given to the connection, and written to it whole */
    int64_t lost_since;    /* when it was lost first without a reply since, as a time of the session; -1: it was not */
    bool again;            /* not a stream, and was sent whole on a connection that is lost: it may have happened */
    bool cancelled;
    uint64_t objects;      /* deletions of objects: how many; else 0 */

    struct reply *first, *last;
    bool ended;
    hearth_step outcome;   /* when it has ended, and all replies were taken */
    hearth_error error;

    /* Streams. */
    bool taken;            /* the app has had a batch */
    int64_t account;       /* credit that the server has left */
    size_t in_hand;        /* bytes of the batch that the app works through */
    size_t consumed;       /* bytes that it has worked through, and that were not allowed again */

    /* Changes: where to continue. */
    hearth_anchor anchor;
    uint64_t limit, whole, part; /* samples of whole writes that came, and of the one that is under way */
};

bool call_is_stream(const struct call *call);
/* Whether a reply of this kind answers it. */
bool call_expects(const struct call *call, int reply);
/* Ends a call: what came before is still there to be taken. */
void call_end(struct call *call, hearth_step outcome, const hearth_error *error);
void call_fail(struct call *call, int32_t code, const char *message);
void call_add(struct call *call, struct reply *reply);
/* What is to be done with an open call whose connection is lost: afterwards it has ended, or its frames are those to
 * send on the next connection. */
void call_lost(struct call *call);
void call_free(struct call *call);

#endif
