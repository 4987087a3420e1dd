/* From hearth.h to messages, for what was checked before. The messages stand in an arena, point at the caller's columns
 * and texts, and are only there to be packed. */
#ifndef HEARTH_ENCODE_H
#define HEARTH_ENCODE_H

#include "arena.h"
#include "hearth.h"
#include "schema.h"

/* Sets a field that is the only member of a oneof, if it is there. */
#define SET_OPTIONAL(message, MESSAGE, FIELD, field, has, value)                                           \
    do {                                                                                                   \
        if (has) {                                                                                         \
            (message)->field##_presence_case = HEARTH__V1__##MESSAGE##__##FIELD##_PRESENCE_##FIELD;        \
            (message)->field = (value);                                                                    \
        }                                                                                                  \
    } while (0)

/* protobuf-c's messages point at what they hold without `const`, also where they are only read. */
char *encode_text(const char *text);
/* A column as bytes; NULL: none. Of bytes and UUIDs the arena may be NULL, as nothing is made of them. */
ProtobufCBinaryData encode_column(struct arena *arena, const void *values, size_t rows, size_t width);

/* All of these return NULL when memory runs out. */
PB(Metadata) *encode_metadata(struct arena *arena, const hearth_metadata *metadata);
PB(MetadataEntry) **encode_entries(struct arena *arena, const hearth_metadata_entry *entries, size_t count);
PB(OperatingSystemVersion) *encode_version(struct arena *arena, hearth_version version);
PB(Device) *encode_device(struct arena *arena, const hearth_device *device);
PB(WorkoutDetail) *encode_workout_detail(struct arena *arena, const hearth_workout_detail *detail);
PB(Record) *encode_record(struct arena *arena, const hearth_record *record);

/* The values of an attribute, or what one is compared with, as fields of a message. */
struct attribute_values {
    ProtobufCBinaryData integers, numbers, uuids;
    char **texts;
    size_t text_count;
};
/* False: no memory. */
bool encode_values(struct arena *arena, const hearth_attribute *from, struct attribute_values *out);

/* Columns of which parts can be taken: dictionaries, details and records are messages already, so that each is made once. */
struct encoded {
    const hearth_columns *columns;
    PB(Provenance) **provenances;
    PB(Metadata) **metadata;
    PB(WorkoutDetail) **details;
    PB(Record) **records;
};
bool encode_prepare(struct arena *arena, const hearth_columns *columns, struct encoded *out);

/* Some of the rows, with the rows of points, locations, beats, series or members that belong to them. */
struct part {
    size_t row, rows;
    size_t inner_row, inner_rows;
};
/* What a sample holds of such rows, 0 for most kinds. */
size_t encode_inner_rows(const hearth_columns *columns, size_t row);
PB(SampleColumns) *encode_part(struct arena *arena, const struct encoded *encoded, struct part part);

#endif
