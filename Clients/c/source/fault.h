/* Errors, and the places that they are about. */
#ifndef HEARTH_FAULT_H
#define HEARTH_FAULT_H

#include "hearth.h"

/* A field, by the message that it is in: `columns[2]` in `save`. Places live on the stack of the function that checks a
 * message, and become text only when there is a fault. */
struct place {
    const struct place *outer; /* NULL: the outermost */
    const char *name;          /* as in hearth.proto */
    size_t index;              /* NOT_LISTED: the field is not one of a list */
};

#define NOT_LISTED ((size_t)-1)
#define AT(outer, name) (&(const struct place){(outer), (name), NOT_LISTED})
#define AT_INDEX(outer, name, index) (&(const struct place){(outer), (name), (index)})

/* Sets the error, if there is one to set, and returns false. `place` may be NULL. The message is a whole sentence, and
 * holds no value: it may be logged. */
bool fault(hearth_error *error, int32_t code, const struct place *place, const char *message);
bool fault_no_memory(hearth_error *error);
/* Copies as much of a text as there is room for, whole characters, with NUL at its end. */
void fault_copy(char *to, size_t room, const char *text);

#endif
