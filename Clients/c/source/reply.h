/* What the server sends, as hearth.h has it, with the memory that it lies in. */
#ifndef HEARTH_REPLY_H
#define HEARTH_REPLY_H

#include "arena.h"
#include "fault.h"
#include "schema.h"

struct reply {
    hearth_reply content; /* what the app sees; first, so that its address is that of the whole */
    struct arena arena;
    size_t bytes; /* the length of the body: what it costs of a stream's credit */
    struct reply *next;
};

/* Unpacks a body; NULL: it is malformed, or takes too much memory. The result does not point into `body`, and
 * lives as long as the arena, which is begun in any case. */
PB(ServerFrame) *reply_unpack(struct arena *arena, const uint8_t *body, size_t length);
/* A welcome; its text points into the arena. */
bool reply_welcome(struct arena *arena, const PB(Welcome) *message, hearth_welcome *out, hearth_error *error);
/* The server's error as hearth.h has it. */
void reply_error(const PB(Error) *message, hearth_error *out);
/* A reply other than Welcome, Error and Done. Takes nothing over when it fails; the error's code is that of the fault. */
bool reply_decode(struct arena *arena, const PB(ServerFrame) *frame, hearth_reply *out, hearth_error *error);
/* A report of the server's figures: a part of the above. */
bool reply_status(struct arena *arena, const PB(StatusReport) *message, const struct place *place,
                  hearth_status *out, hearth_error *error);
/* Statistics of buckets: a part of the above. */
bool reply_statistics(struct arena *arena, const PB(StatisticsBatch) *message, const struct place *place,
                      hearth_bucket_statistics *out, hearth_error *error);

#endif
