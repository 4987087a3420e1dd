#include "frame.h"

#include <stdlib.h>

struct frame *frame_pack(const PB(ClientFrame) *message, const struct place *place, hearth_error *error)
{
    size_t body = hearth__v1__client_frame__get_packed_size(message);
    struct frame *frame;

    if (body > FRAME_BYTES) {
        fault(error, HEARTH_FRAME_TOO_LARGE, place, "The request does not fit into a frame.");
        return NULL;
    }
    frame = malloc(sizeof *frame + PREFIX_BYTES + body);
    if (frame == NULL) {
        fault_no_memory(error);
        return NULL;
    }
    frame->holders = 1;
    frame->length = PREFIX_BYTES + body;
    for (size_t i = 0; i < PREFIX_BYTES; i++)
        frame->bytes[i] = (uint8_t)(body >> (8 * i));
    hearth__v1__client_frame__pack(message, frame->bytes + PREFIX_BYTES);
    return frame;
}

struct frame *frame_hold(struct frame *frame)
{
    frame->holders++;
    return frame;
}

void frame_release(struct frame *frame)
{
    if (frame != NULL && --frame->holders == 0)
        free(frame);
}

bool frames_add(struct frames *frames, struct frame *frame, hearth_error *error)
{
    if (frame == NULL)
        return false;
    if (frames->count == frames->room) {
        size_t room = frames->room == 0 ? 4 : 2 * frames->room;
        struct frame **list = realloc(frames->list, room * sizeof(struct frame *));

        if (list == NULL) {
            frame_release(frame);
            return fault_no_memory(error);
        }
        frames->list = list;
        frames->room = room;
    }
    frames->list[frames->count++] = frame;
    return true;
}

void frames_release(struct frames *frames)
{
    for (size_t i = 0; i < frames->count; i++)
        frame_release(frames->list[i]);
    free(frames->list);
    *frames = (struct frames){NULL, 0, 0};
}
