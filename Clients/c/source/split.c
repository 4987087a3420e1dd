#include "check.h"
#include "encode.h"
#include "frame.h"

#include <string.h>

enum { MOST_COLUMNS = 4096 }; /* in one frame */

/* What a frame will hold. */
struct split {
    uint64_t call;
    size_t usual_bytes;
    struct frames *frames;
    hearth_error *error;
    struct arena arena; /* of this frame */
    PB(SampleColumns) **list;
    size_t room; /* in the list: each of the columns is in a frame once at most */
    size_t count, bytes;
};

/* The entries of a dictionary, each with its size, and with the part that it was last counted in. */
struct sizes {
    const uint32_t *indexes; /* NULL: all entries go with every part */
    size_t *bytes;
    size_t *part;
};

static bool flush(struct split *split, bool more)
{
    PB(ClientFrame) frame = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Save) save = HEARTH__V1__SAVE__INIT;
    bool done;

    save.columns = split->list;
    save.n_columns = split->count;
    save.more = more;
    frame.call = split->call;
    frame.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_SAVE;
    frame.save = &save;
    done = frames_add(split->frames, frame_pack(&frame, AT(NULL, "save"), split->error), split->error);
    arena_end(&split->arena);
    arena_begin(&split->arena, 0, SIZE_MAX);
    split->list = NULL;
    split->count = 0;
    split->bytes = 0;
    return done;
}

static bool add(struct split *split, const struct encoded *encoded, struct part part, size_t bytes)
{
    PB(SampleColumns) *message = encode_part(&split->arena, encoded, part);

    if (split->list == NULL)
        split->list = arena_array(&split->arena, split->room, sizeof *split->list);
    if (message == NULL || split->list == NULL || split->arena.exhausted)
        return fault_no_memory(split->error);
    split->list[split->count++] = message;
    split->bytes += bytes;
    return true;
}

static bool sizes_of(struct arena *arena, size_t count, const uint32_t *indexes, struct sizes *out)
{
    out->indexes = indexes;
    out->bytes = arena_array(arena, count, sizeof *out->bytes);
    out->part = arena_array(arena, count, sizeof *out->part);
    return out->bytes != NULL && out->part != NULL;
}

/* What an entry adds to a part: nothing if the part has it already. */
static size_t entry_bytes(struct sizes *sizes, size_t row, size_t part)
{
    size_t entry;

    if (sizes->indexes == NULL)
        return 0;
    entry = sizes->indexes[row];
    if (sizes->part[entry] == part)
        return sizeof(uint32_t);
    sizes->part[entry] = part;
    return sizeof(uint32_t) + sizes->bytes[entry];
}

/* Of the columns with a row for each sample those that are there. */
static size_t quantity_width(const hearth_quantity_columns *all)
{
    const bool there[] = {all->values != NULL, all->counts != NULL, all->minimums != NULL, all->maximums != NULL,
                          all->most_recents != NULL, all->most_recent_starts != NULL, all->most_recent_ends != NULL};
    size_t width = all->points.lengths != NULL ? sizeof(uint32_t) : 0;

    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        width += there[i] ? sizeof(double) : 0;
    return width;
}

/* About how long one sample is without its dictionaries, and each of the rows that belong to it. */
static void widths(const hearth_columns *columns, size_t *row, size_t *inner)
{
    *row = 16 + 8 + (columns->ends != NULL ? 8 : 0);
    *inner = 0;
    switch (columns->kind) {
    case HEARTH_QUANTITIES: *row += quantity_width(&columns->quantity); *inner = 24; break;
    case HEARTH_CORRELATIONS: *row += 4; *inner = 16; break;
    case HEARTH_WORKOUTS: *row += 12; break;
    case HEARTH_ROUTES: *row += 4; *inner = 80; break;
    case HEARTH_HEARTBEATS: *row += 4; *inner = 9; break;
    case HEARTH_RECORDS: *row += 4; *inner = columns->record.contents != NULL ? 1 : 8; break;
    default: *row += 8; break;
    }
}

static bool split_one(struct split *split, struct arena *arena, const struct encoded *encoded)
{
    const hearth_columns *columns = encoded->columns;
    struct sizes provenances, metadata;
    struct part part = {0, 0, 0, 0};
    size_t width, inner_width, base, bytes, serial = 1;

    if (!sizes_of(arena, columns->provenance_count, columns->provenance_indexes, &provenances)
        || !sizes_of(arena, columns->metadata_count, columns->metadata_indexes, &metadata))
        return fault_no_memory(split->error);
    base = 64 + strlen(columns->type) + UINT8_MAX;
    for (size_t i = 0; i < columns->provenance_count; i++) {
        provenances.bytes[i] = hearth__v1__provenance__get_packed_size(encoded->provenances[i]) + 4;
        base += provenances.indexes == NULL ? provenances.bytes[i] : 0;
    }
    for (size_t i = 0; i < columns->metadata_count; i++) {
        metadata.bytes[i] = hearth__v1__metadata__get_packed_size(encoded->metadata[i]) + 4;
        base += metadata.indexes == NULL ? metadata.bytes[i] : 0;
    }
    widths(columns, &width, &inner_width);
    bytes = base;
    for (size_t row = 0; row < columns->count; row++) {
        size_t inner_rows = encode_inner_rows(columns, row);
        size_t more = width + inner_rows * inner_width + entry_bytes(&provenances, row, serial)
            + entry_bytes(&metadata, row, serial);

        if (columns->kind == HEARTH_WORKOUTS && columns->workout.details != NULL)
            more += hearth__v1__workout_detail__get_packed_size(encoded->details[row]) + 4;
        if (columns->kind == HEARTH_RECORDS)
            more += hearth__v1__record__get_packed_size(encoded->records[row]) + 4;
        if (split->bytes + bytes + more > split->usual_bytes && (part.rows > 0 || split->count > 0)) {
            if (part.rows > 0 && !add(split, encoded, part, bytes))
                return false;
            if (!flush(split, true))
                return false;
            part = (struct part){row, 0, part.inner_row + part.inner_rows, 0};
            bytes = base;
            serial++;
            /* The entries of this row belong to the new part, which has none yet. */
            more += entry_bytes(&provenances, row, serial) + entry_bytes(&metadata, row, serial);
        }
        part.rows++;
        part.inner_rows += inner_rows;
        bytes += more;
    }
    if (!add(split, encoded, part, bytes))
        return false;
    return split->count < MOST_COLUMNS || flush(split, true);
}

bool frames_of_save(uint64_t call, const hearth_columns *columns, size_t count, size_t usual_bytes,
                    struct frames *frames, hearth_error *error)
{
    struct split split = {.call = call, .usual_bytes = usual_bytes, .frames = frames, .error = error};
    struct arena arena;
    struct encoded *encoded;
    bool done = true;

    split.room = count < MOST_COLUMNS ? count : MOST_COLUMNS;
    arena_begin(&arena, 0, SIZE_MAX);
    arena_begin(&split.arena, 0, SIZE_MAX);
    encoded = arena_array(&arena, count, sizeof *encoded);
    if (encoded == NULL)
        done = fault_no_memory(error);
    for (size_t i = 0; done && i < count; i++) {
        done = check_columns(&columns[i], TO_SAVE, AT_INDEX(AT(NULL, "save"), "columns", i), error);
        if (done && !encode_prepare(&arena, &columns[i], &encoded[i]))
            done = fault_no_memory(error);
        done = done && split_one(&split, &arena, &encoded[i]);
    }
    done = done && flush(&split, false);
    arena_end(&split.arena);
    arena_end(&arena);
    if (!done)
        frames_release(frames);
    return done;
}
