#include "check.h"
#include "decode.h"

/* Of what this client does not know it tells the name only. */
static bool attribute(struct decoder *decoder, const PB(Attribute) *message, const struct place *place,
                      hearth_attribute *out)
{
    const struct { const char *name; ProtobufCBinaryData bytes; size_t width; void *out; } columns[] = {
        {"integers", message->integers, sizeof *out->integers, &out->integers},
        {"numbers", message->numbers, sizeof *out->numbers, &out->numbers},
        {"uuids", message->uuids, sizeof *out->uuids, &out->uuids},
    };
    size_t forms = 0;

    out->name = (int)message->name;
    if (!check_attribute_name(out->name))
        return true;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (columns[i].bytes.len == 0)
            continue;
        if (!decode_rows(decoder, columns[i].bytes, columns[i].width, place, columns[i].name, &out->count,
                         columns[i].out))
            return false;
        forms++;
    }
    if (message->n_texts > 0) {
        if (!decode_texts(decoder, message->texts, message->n_texts, place, "texts", &out->texts))
            return false;
        out->count = message->n_texts;
        forms++;
    }
    if (forms == 0)
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, "integers"), "The attribute has no value.");
    if (forms > 1)
        return fault(decoder->error, HEARTH_INVALID_ARGUMENT, AT(place, "integers"),
                     "There are values of several forms.");
    return true;
}

bool decode_records(struct decoder *decoder, PB(Record) **messages, size_t count, size_t rows,
                    const struct place *place, const hearth_record **out)
{
    hearth_record *all;

    if (count != rows)
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, "records"),
                     "There must be one record for each sample.");
    all = arena_array(decoder->arena, rows, sizeof *all);
    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t row = 0; row < rows; row++) {
        const PB(Record) *message = messages[row];
        hearth_attribute *attributes = arena_array(decoder->arena, message->n_attributes, sizeof *attributes);

        if (attributes == NULL)
            return decode_no_memory(decoder);
        for (size_t i = 0; i < message->n_attributes; i++)
            if (!attribute(decoder, message->attributes[i],
                           AT_INDEX(AT_INDEX(place, "records", row), "attributes", i), &attributes[i]))
                return false;
        all[row] = (hearth_record){attributes, message->n_attributes};
    }
    *out = all;
    return true;
}
