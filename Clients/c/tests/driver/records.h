/* Records as words: Protocol/conformance/README.md says how they read. */
#ifndef RECORDS_H
#define RECORDS_H

#include <hearth.h>

/* The bytes of hex, which may have hyphens between them, at most so many: how many there are. */
size_t hex_read(const char *text, uint8_t *bytes, size_t most);
void uuid_print(const hearth_uuid *uuid);

/* Of one record the attributes, and the series if its type has one. */
struct worded {
    hearth_record_columns columns; /* points to the others */
    hearth_record record;
    uint32_t length;
};
/* Reads the words of a record. False: they are not one. What was read is to be freed in any case. */
bool record_read(char *const *words, size_t count, struct worded *out);
void record_free(struct worded *record);
/* Reads the word of one attribute. */
bool attribute_read(char *word, hearth_attribute *out);
void attribute_free(const hearth_attribute *attribute);
/* Prints the words of a sample, each behind a space. */
void record_print(const hearth_columns *columns, size_t row);

#endif
