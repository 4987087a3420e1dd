#include "harness.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static uint64_t first_seed, state;

_Noreturn void check_failed(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: does not hold: %s", file, line, condition);
    if (first_seed != 0)
        fprintf(stderr, "   (SEED=%llu)", (unsigned long long)first_seed);
    fputc('\n', stderr);
    exit(1);
}

_Noreturn void check_failed_with(const char *file, int line, const char *condition, const hearth_error *error)
{
    fprintf(stderr, "%s %s: %s\n", hearth_error_name(error->code), error->field, error->message);
    check_failed(file, line, condition);
}

uint64_t seeded(void)
{
    uint64_t mixed;

    if (first_seed == 0) {
        const char *given = getenv("SEED");

        if (given != NULL && *given != 0)
            first_seed = strtoull(given, NULL, 10);
        else if (getrandom(&first_seed, sizeof first_seed, 0) == (ssize_t)sizeof first_seed)
            first_seed >>= 16;
        first_seed = first_seed == 0 ? 1 : first_seed;
        state = first_seed;
        printf("seed %llu\n", (unsigned long long)first_seed);
    }
    state += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (state ^ (state >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ (mixed >> 31);
}

uint64_t seeded_below(uint64_t bound)
{
    return seeded() % bound;
}

const char *vectors(void)
{
    static char path[4096];
    const char *protocol = getenv("PROTOCOL");

    snprintf(path, sizeof path, "%s/vectors", protocol != NULL ? protocol : "../../Protocol");
    return path;
}

char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t length = 0;

    if (file == NULL)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    CHECK(file != NULL);
    CHECK(getdelim(&text, &length, 0, file) >= 0);
    fclose(file);
    return text;
}

static int digit(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
}

struct bytes read_hex(const char *text, bool one_line)
{
    struct bytes out = {malloc(strlen(text) / 2 + 1), 0};

    CHECK(out.bytes != NULL);
    while (*text != 0 && !(one_line && *text == '\n')) {
        if (*text == '#') {
            text += strcspn(text, "\n");
        } else if (digit(text[0]) >= 0) {
            CHECK(digit(text[1]) >= 0);
            out.bytes[out.length++] = (uint8_t)(digit(text[0]) << 4 | digit(text[1]));
            text += 2;
        } else {
            text++;
        }
    }
    return out;
}

static int wanted(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

size_t each_file(const char *folder, const char *prefix, const char *suffix, void (*each)(const char *path))
{
    struct dirent **entries;
    int count = scandir(folder, &entries, wanted, alphasort);
    size_t found = 0;

    CHECK(count >= 0);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t length = strlen(name), end = strlen(suffix);
        char path[4096];

        if (strncmp(name, prefix, strlen(prefix)) == 0 && length >= end && strcmp(name + length - end, suffix) == 0) {
            snprintf(path, sizeof path, "%s/%s", folder, name);
            each(path);
            found++;
        }
        free(entries[i]);
    }
    free(entries);
    return found;
}
