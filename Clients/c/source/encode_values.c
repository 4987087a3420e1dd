#include "encode.h"

#include <string.h>

char *encode_text(const char *text)
{
    return (char *)(uintptr_t)text;
}

ProtobufCBinaryData encode_column(struct arena *arena, const void *values, size_t rows, size_t width)
{
    ProtobufCBinaryData column = {0, NULL};

    if (values == NULL || rows == 0)
        return column;
    column.len = rows * width;
    column.data = (uint8_t *)(uintptr_t)values;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    (void)arena;
#else
    if (width != 4 && width != 8)
        return column;
    /* Without memory the column is empty, and the arena remembers that it was exhausted. */
    column.data = arena_take(arena, column.len);
    if (column.data == NULL)
        column.len = 0;
    for (size_t i = 0; i < column.len; i++)
        column.data[i] = ((const uint8_t *)values)[i / width * width + width - 1 - i % width];
#endif
    return column;
}

PB(MetadataEntry) **encode_entries(struct arena *arena, const hearth_metadata_entry *entries, size_t count)
{
    PB(MetadataEntry) **list = arena_array(arena, count, sizeof *list);
    PB(MetadataEntry) *messages = arena_array(arena, count, sizeof *messages);

    if (list == NULL || messages == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const hearth_metadata_entry *entry = &entries[i];
        PB(MetadataEntry) *message = &messages[i];

        list[i] = message;
        hearth__v1__metadata_entry__init(message);
        message->key = encode_text(entry->key);
        message->value_case = (Hearth__V1__MetadataEntry__ValueCase)entry->kind;
        switch (entry->kind) {
        case HEARTH_TEXT: message->string_value = encode_text(entry->text); break;
        case HEARTH_INTEGER: message->integer_value = entry->integer; break;
        case HEARTH_NUMBER: message->double_value = entry->number; break;
        case HEARTH_BOOLEAN: message->boolean_value = entry->boolean; break;
        case HEARTH_DATE: message->date_value = entry->date; break;
        default:
            message->quantity_value = arena_take(arena, sizeof *message->quantity_value);
            if (message->quantity_value == NULL)
                return NULL;
            hearth__v1__quantity__init(message->quantity_value);
            message->quantity_value->value = entry->quantity.value;
            message->quantity_value->unit = encode_text(entry->quantity.unit);
        }
    }
    return list;
}

PB(Metadata) *encode_metadata(struct arena *arena, const hearth_metadata *metadata)
{
    PB(Metadata) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__metadata__init(message);
    message->n_entries = metadata->count;
    message->entries = encode_entries(arena, metadata->entries, metadata->count);
    return message->entries != NULL ? message : NULL;
}

PB(OperatingSystemVersion) *encode_version(struct arena *arena, hearth_version version)
{
    PB(OperatingSystemVersion) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__operating_system_version__init(message);
    message->major = version.major;
    message->minor = version.minor;
    message->patch = version.patch;
    return message;
}

#define SET_PROPERTY(message, FIELD, field, text) \
    SET_OPTIONAL(message, DEVICE, FIELD, field, (text) != NULL, encode_text(text))

PB(Device) *encode_device(struct arena *arena, const hearth_device *device)
{
    PB(Device) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__device__init(message);
    SET_PROPERTY(message, NAME, name, device->name);
    SET_PROPERTY(message, MANUFACTURER, manufacturer, device->manufacturer);
    SET_PROPERTY(message, MODEL, model, device->model);
    SET_PROPERTY(message, HARDWARE_VERSION, hardware_version, device->hardware_version);
    SET_PROPERTY(message, FIRMWARE_VERSION, firmware_version, device->firmware_version);
    SET_PROPERTY(message, SOFTWARE_VERSION, software_version, device->software_version);
    SET_PROPERTY(message, LOCAL_IDENTIFIER, local_identifier, device->local_identifier);
    SET_PROPERTY(message, UDI_DEVICE_IDENTIFIER, udi_device_identifier, device->udi_device_identifier);
    return message;
}
