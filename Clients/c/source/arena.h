/* Memory that is taken piece by piece and given back whole, with a budget: what one frame may take when it is decoded.
 *
 * protobuf-c has no limit of its own. Two bytes of a hostile frame become an allocation of a hundred, and a message
 * field that occurs again and again is merged again each time. The budget counts all that was ever taken.
 */
#ifndef HEARTH_ARENA_H
#define HEARTH_ARENA_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>

struct arena {
    struct arena_block *blocks;
    unsigned char *next; /* in the newest block */
    size_t left;
    size_t first_block;  /* how large the first block is */
    size_t taken, budget;
    bool exhausted;      /* something was asked for that the budget or the machine did not have */
};

/* `expected`: bytes that will be taken in any case, for which one block is made. */
void arena_begin(struct arena *arena, size_t expected, size_t budget);
/* The budget for a body of this number of bytes: PROTOCOL.md, chapter 3. */
size_t arena_budget(size_t body);
/* NULL: out of memory. Aligned for every type, and not cleared. */
void *arena_take(struct arena *arena, size_t size);
/* `count` elements of `size` bytes, cleared. */
void *arena_array(struct arena *arena, size_t count, size_t size);
char *arena_text(struct arena *arena, const char *text);
/* How many bytes were asked for when this was taken. */
size_t arena_size_of(const void *taken);
void arena_end(struct arena *arena);
/* For protobuf-c. Lives as long as the arena does, and frees nothing. */
ProtobufCAllocator arena_allocator(struct arena *arena);

#endif
