/* Texts as the protocol has them: UTF-8 without NUL. */
#ifndef HEARTH_TEXT_H
#define HEARTH_TEXT_H

#include "fault.h"

enum { TEXT_BYTES = 4096, METADATA_TEXT_BYTES = 65536, UNIT_BYTES = 128 };

/* Whether these bytes are UTF-8: the shortest forms only, no surrogates, nothing beyond U+10FFFF. */
bool text_is_utf8(const char *bytes, size_t length);
/* A text of a request. */
bool text_check(const char *text, size_t most_bytes, bool may_be_empty, const struct place *place, hearth_error *error);

#endif
