/* Frames that go to the server: bytes that several may hold, as a call keeps its own until it has its answer. */
#ifndef HEARTH_FRAME_H
#define HEARTH_FRAME_H

#include "fault.h"
#include "schema.h"

enum {
    FRAME_BYTES = 16777216, /* a body, before Welcome says otherwise */
    PREFIX_BYTES = 4
};

struct frame {
    size_t holders;
    size_t length; /* with the prefix */
    uint8_t bytes[];
};

/* NULL: too long, or no memory. */
struct frame *frame_pack(const PB(ClientFrame) *message, const struct place *place, hearth_error *error);
struct frame *frame_hold(struct frame *frame);
void frame_release(struct frame *frame);

/* Frames in a row. */
struct frames {
    struct frame **list;
    size_t count, room;
};
/* Takes ownership of the frame, also when memory runs out. */
bool frames_add(struct frames *frames, struct frame *frame, hearth_error *error);
void frames_release(struct frames *frames);

/* A save as frames, none much longer than `usual_bytes` unless one sample is, and all with `more` but the last. */
bool frames_of_save(uint64_t call, const hearth_columns *columns, size_t count, size_t usual_bytes,
                    struct frames *frames, hearth_error *error);

#endif
