#include "decode.h"
#include "text.h"

#include <string.h>

bool decode_no_memory(struct decoder *decoder)
{
    return fault_no_memory(decoder->error);
}

static bool read_text(struct decoder *decoder, const char *text, const struct place *place, const char **out)
{
    size_t length;

    *out = text;
    /* The second is what protobuf-c puts for a text that is not there; it did not come out of the arena. */
    if (text == NULL || text == protobuf_c_empty_string)
        return true;
    length = arena_size_of(text) - 1;
    if (memchr(text, 0, length) != NULL)
        return fault(decoder->error, HEARTH_MALFORMED_TEXT, place, "The text contains NUL.");
    if (!text_is_utf8(text, length))
        return fault(decoder->error, HEARTH_MALFORMED_TEXT, place, "The text is not UTF-8.");
    return true;
}

bool decode_text(struct decoder *decoder, const char *text, const struct place *place, const char *name,
                 const char **out)
{
    return read_text(decoder, text, AT(place, name), out);
}

bool decode_texts(struct decoder *decoder, char **texts, size_t count, const struct place *place, const char *name,
                  const char *const **out)
{
    const char **all = arena_array(decoder->arena, count, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < count; i++)
        if (!read_text(decoder, texts[i], AT_INDEX(place, name, i), &all[i]))
            return false;
    *out = all;
    return true;
}

/* Columns are little-endian, and so are nearly all machines. Others turn the values around once. */
static void to_host(unsigned char *bytes, size_t rows, size_t width)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    (void)bytes;
    (void)rows;
    (void)width;
#else
    for (size_t i = 0; (width == 4 || width == 8) && i < rows; i++)
        for (size_t low = 0, high = width - 1; low < high; low++, high--) {
            unsigned char kept = bytes[i * width + low];

            bytes[i * width + low] = bytes[i * width + high];
            bytes[i * width + high] = kept;
        }
#endif
}

bool decode_column(struct decoder *decoder, ProtobufCBinaryData bytes, size_t rows, size_t width, bool may_be_empty,
                   const struct place *place, const char *name, void *out)
{
    const void *column = NULL;

    memcpy(out, &column, sizeof column);
    if (bytes.len == 0 && (may_be_empty || rows == 0))
        return true;
    if (bytes.len / width != rows || bytes.len % width != 0)
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, name), "The column has the wrong length.");
    to_host(bytes.data, rows, width);
    column = bytes.data;
    memcpy(out, &column, sizeof column);
    return true;
}

bool decode_rows(struct decoder *decoder, ProtobufCBinaryData bytes, size_t width, const struct place *place,
                 const char *name, size_t *rows, void *out)
{
    *rows = bytes.len / width;
    return decode_column(decoder, bytes, *rows, width, false, place, name, out);
}

bool decode_anchor(struct decoder *decoder, ProtobufCBinaryData bytes, const struct place *place, const char *name,
                   hearth_anchor *out)
{
    if (bytes.len > sizeof out->bytes)
        return fault(decoder->error, HEARTH_LIMIT_EXCEEDED, AT(place, name), "An anchor has at most 64 bytes.");
    out->length = bytes.len;
    if (bytes.len > 0)
        memcpy(out->bytes, bytes.data, bytes.len);
    return true;
}

static bool decode_entry(struct decoder *decoder, const PB(MetadataEntry) *message, const struct place *place,
                         hearth_metadata_entry *out)
{
    const char *text;

    if (!decode_text(decoder, message->key, place, "key", &out->key))
        return false;
    out->kind = (int)message->value_case;
    switch (message->value_case) {
    case HEARTH__V1__METADATA_ENTRY__VALUE_STRING_VALUE:
        if (!decode_text(decoder, message->string_value, place, "string_value", &text))
            return false;
        out->text = text;
        return true;
    case HEARTH__V1__METADATA_ENTRY__VALUE_INTEGER_VALUE:
        out->integer = message->integer_value;
        return true;
    case HEARTH__V1__METADATA_ENTRY__VALUE_DOUBLE_VALUE:
        out->number = message->double_value;
        return true;
    case HEARTH__V1__METADATA_ENTRY__VALUE_BOOLEAN_VALUE:
        out->boolean = message->boolean_value != 0;
        return true;
    case HEARTH__V1__METADATA_ENTRY__VALUE_DATE_VALUE:
        out->date = message->date_value;
        return true;
    case HEARTH__V1__METADATA_ENTRY__VALUE_QUANTITY_VALUE:
        if (!decode_text(decoder, message->quantity_value->unit, AT(place, "quantity_value"), "unit", &text))
            return false;
        out->quantity.value = message->quantity_value->value;
        out->quantity.unit = text;
        return true;
    default:
        out->kind = 0;
        return true;
    }
}

bool decode_one_metadata(struct decoder *decoder, const PB(Metadata) *message, const struct place *place,
                         hearth_metadata *out)
{
    hearth_metadata_entry *entries;

    out->count = 0;
    out->entries = NULL;
    if (message == NULL)
        return true;
    entries = arena_array(decoder->arena, message->n_entries, sizeof *entries);
    if (entries == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < message->n_entries; i++)
        if (!decode_entry(decoder, message->entries[i], AT_INDEX(place, "entries", i), &entries[i]))
            return false;
    out->count = message->n_entries;
    out->entries = entries;
    return true;
}

bool decode_metadata(struct decoder *decoder, PB(Metadata) **messages, size_t count, const struct place *place,
                     const hearth_metadata **out)
{
    hearth_metadata *all = arena_array(decoder->arena, count, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < count; i++)
        if (!decode_one_metadata(decoder, messages[i], AT_INDEX(place, "metadata", i), &all[i]))
            return false;
    *out = all;
    return true;
}
