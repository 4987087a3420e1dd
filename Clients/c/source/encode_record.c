#include "encode.h"

bool encode_values(struct arena *arena, const hearth_attribute *from, struct attribute_values *out)
{
    /* The pointers alone are copied, as a message of theirs points at them without `const`. */
    char **texts = from->texts != NULL ? arena_array(arena, from->count, sizeof *texts) : NULL;

    if (from->texts != NULL && texts == NULL)
        return false;
    for (size_t i = 0; texts != NULL && i < from->count; i++)
        texts[i] = encode_text(from->texts[i]);
    out->integers = encode_column(arena, from->integers, from->count, sizeof *from->integers);
    out->numbers = encode_column(arena, from->numbers, from->count, sizeof *from->numbers);
    out->uuids = encode_column(arena, from->uuids, from->count, sizeof *from->uuids);
    out->texts = texts;
    out->text_count = texts != NULL ? from->count : 0;
    return true;
}

PB(Record) *encode_record(struct arena *arena, const hearth_record *from)
{
    PB(Record) *message = arena_take(arena, sizeof *message);
    PB(Attribute) *attributes = arena_array(arena, from->count, sizeof *attributes);

    if (message == NULL || attributes == NULL)
        return NULL;
    hearth__v1__record__init(message);
    message->attributes = arena_array(arena, from->count, sizeof *message->attributes);
    if (message->attributes == NULL)
        return NULL;
    message->n_attributes = from->count;
    for (size_t i = 0; i < from->count; i++) {
        struct attribute_values values;

        if (!encode_values(arena, &from->attributes[i], &values))
            return NULL;
        hearth__v1__attribute__init(&attributes[i]);
        attributes[i].name = (PB(AttributeName))from->attributes[i].name;
        attributes[i].integers = values.integers;
        attributes[i].numbers = values.numbers;
        attributes[i].texts = values.texts;
        attributes[i].n_texts = values.text_count;
        attributes[i].uuids = values.uuids;
        message->attributes[i] = &attributes[i];
    }
    return message;
}
