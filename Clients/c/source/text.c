#include "text.h"

#include <string.h>

/* The length of the character at the beginning; 0: there is none. */
static size_t character_length(const unsigned char *bytes, size_t length)
{
    unsigned char first = bytes[0];
    unsigned char lowest = 0x80, highest = 0xBF; /* of the second byte */
    size_t whole;

    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        whole = 2;
    else if (first >= 0xE0 && first <= 0xEF)
        whole = 3;
    else if (first >= 0xF0 && first <= 0xF4)
        whole = 4;
    else
        return 0;
    if (first == 0xE0)
        lowest = 0xA0;
    else if (first == 0xED)
        highest = 0x9F;
    else if (first == 0xF0)
        lowest = 0x90;
    else if (first == 0xF4)
        highest = 0x8F;
    if (length < whole || bytes[1] < lowest || bytes[1] > highest)
        return 0;
    for (size_t i = 2; i < whole; i++)
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
    return whole;
}

bool text_is_utf8(const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;

    for (size_t i = 0; i < length;) {
        size_t character = character_length(bytes + i, length - i);

        if (character == 0)
            return false;
        i += character;
    }
    return true;
}

bool text_check(const char *text, size_t most_bytes, bool may_be_empty, const struct place *place, hearth_error *error)
{
    size_t length;

    if (text == NULL)
        return fault(error, HEARTH_INVALID_ARGUMENT, place, "A text is missing.");
    length = strnlen(text, most_bytes + 1);
    if (length > most_bytes)
        return fault(error, HEARTH_LIMIT_EXCEEDED, place, "The text is too long.");
    if (length == 0 && !may_be_empty)
        return fault(error, HEARTH_MALFORMED_TEXT, place, "The text must not be empty.");
    if (!text_is_utf8(text, length))
        return fault(error, HEARTH_MALFORMED_TEXT, place, "The text is not UTF-8.");
    return true;
}
