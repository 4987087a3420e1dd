/* What the tests share: a check that ends the test, seeded numbers, and files of vectors. */
#ifndef HARNESS_H
#define HARNESS_H

#include "client.h"

#include <stdio.h>

/* Ends the test when the condition does not hold, and says where. */
#define CHECK(condition) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))
_Noreturn void check_failed(const char *file, int line, const char *condition);
/* The same for a call that fills an error. */
#define CHECK_ERROR(condition, error) \
    ((condition) ? (void)0 : check_failed_with(__FILE__, __LINE__, #condition, (error)))
_Noreturn void check_failed_with(const char *file, int line, const char *condition, const hearth_error *error);

/* Numbers that $SEED decides; without it another seed each time. A failure prints the seed. */
uint64_t seeded(void);
uint64_t seeded_below(uint64_t bound);

/* The folder of the protocol's vectors. */
const char *vectors(void);
struct bytes {
    uint8_t *bytes;
    size_t length;
};
/* The hex of a text, up to its end or the end of the line. Lines that begin with # are passed over. */
struct bytes read_hex(const char *text, bool one_line);
char *read_text(const char *path);
/* Calls `each` with each file of a folder whose name begins and ends so, in order; says how many there were. */
size_t each_file(const char *folder, const char *prefix, const char *suffix, void (*each)(const char *path));

#endif
