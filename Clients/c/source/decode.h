/* From messages to hearth.h: widths, texts and what is required are looked at, values are not. What comes out points
 * into the arena that the message was unpacked into. */
#ifndef HEARTH_DECODE_H
#define HEARTH_DECODE_H

#include "arena.h"
#include "fault.h"
#include "schema.h"

struct decoder {
    struct arena *arena;
    hearth_error *error;
};

/* Which fault it is, with no memory left for the decoded. */
bool decode_no_memory(struct decoder *decoder);
/* A text that was unpacked. It must be UTF-8 and hold no NUL. NULL comes out for an absent one. */
bool decode_text(struct decoder *decoder, const char *text, const struct place *place, const char *name,
                 const char **out);
bool decode_texts(struct decoder *decoder, char **texts, size_t count, const struct place *place, const char *name,
                  const char *const **out);
/* A column of `rows` values of `width` bytes, NULL when it is empty. `out` is the address of a pointer to values. */
bool decode_column(struct decoder *decoder, ProtobufCBinaryData bytes, size_t rows, size_t width, bool may_be_empty,
                   const struct place *place, const char *name, void *out);
/* A column whose length says how many rows there are. */
bool decode_rows(struct decoder *decoder, ProtobufCBinaryData bytes, size_t width, const struct place *place,
                 const char *name, size_t *rows, void *out);
bool decode_anchor(struct decoder *decoder, ProtobufCBinaryData bytes, const struct place *place, const char *name,
                   hearth_anchor *out);
bool decode_metadata(struct decoder *decoder, PB(Metadata) **messages, size_t count, const struct place *place,
                     const hearth_metadata **out);
bool decode_one_metadata(struct decoder *decoder, const PB(Metadata) *message, const struct place *place,
                         hearth_metadata *out);
bool decode_columns(struct decoder *decoder, PB(SampleColumns) **messages, size_t count, const struct place *place,
                    const char *name, const hearth_columns **out);
bool decode_workouts(struct decoder *decoder, const PB(WorkoutColumns) *message, size_t rows,
                     const struct place *place, hearth_workout_columns *out);
bool decode_records(struct decoder *decoder, PB(Record) **messages, size_t count, size_t rows,
                    const struct place *place, const hearth_record **out);

#endif
