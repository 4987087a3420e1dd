#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Before each piece stands its size. protobuf-c does not report the length of a text, and cuts it at the first
 * NUL; the size of the piece tells it. */
struct piece {
    _Alignas(max_align_t) size_t size;
};

struct arena_block {
    struct arena_block *older;
    max_align_t alignment[];
};

enum { SMALLEST_BLOCK = 4096 };

size_t arena_budget(size_t body)
{
    const size_t mebibyte = 1048576;
    size_t first = body < mebibyte ? body : mebibyte;

    return 65536 + 32 * first + 8 * (body - first);
}

void arena_begin(struct arena *arena, size_t expected, size_t budget)
{
    memset(arena, 0, sizeof *arena);
    arena->first_block = expected > SMALLEST_BLOCK ? expected : SMALLEST_BLOCK;
    arena->budget = budget;
}

static bool add_block(struct arena *arena, size_t size)
{
    /* Each block is twice as large as the one before, so that their number stays small. */
    size_t usual = arena->blocks == NULL ? arena->first_block : (size_t)SMALLEST_BLOCK + arena->taken;
    size_t room = size > usual ? size : usual;
    struct arena_block *block;

    if (room > SIZE_MAX - sizeof *block)
        return false;
    block = malloc(sizeof *block + room);
    if (block == NULL)
        return false;
    block->older = arena->blocks;
    arena->blocks = block;
    arena->next = (unsigned char *)block->alignment;
    arena->left = room;
    return true;
}

void *arena_take(struct arena *arena, size_t size)
{
    struct piece *piece;
    size_t whole;

    if (size > arena->budget - arena->taken || size > SIZE_MAX / 2) {
        arena->exhausted = true;
        return NULL;
    }
    whole = sizeof *piece + (size + sizeof *piece - 1) / sizeof *piece * sizeof *piece;
    if (whole > arena->left && !add_block(arena, whole)) {
        arena->exhausted = true;
        return NULL;
    }
    piece = (struct piece *)(void *)arena->next;
    arena->next += whole;
    arena->left -= whole;
    arena->taken += size;
    piece->size = size;
    return piece + 1;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    void *array;

    if (size != 0 && count > SIZE_MAX / size) {
        arena->exhausted = true;
        return NULL;
    }
    array = arena_take(arena, count * size);
    if (array != NULL)
        memset(array, 0, count * size);
    return array;
}

char *arena_text(struct arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = arena_take(arena, size);

    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

size_t arena_size_of(const void *taken)
{
    return ((const struct piece *)taken)[-1].size;
}

void arena_end(struct arena *arena)
{
    while (arena->blocks != NULL) {
        struct arena_block *older = arena->blocks->older;

        free(arena->blocks);
        arena->blocks = older;
    }
    arena->left = 0;
}

static void *allocate(void *arena, size_t size)
{
    return arena_take(arena, size);
}

static void ignore(void *arena, void *piece)
{
    (void)arena;
    (void)piece;
}

ProtobufCAllocator arena_allocator(struct arena *arena)
{
    ProtobufCAllocator allocator = {.alloc = allocate, .free = ignore, .allocator_data = arena};

    return allocator;
}
