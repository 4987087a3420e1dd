#include "check.h"
#include "text.h"

#include <string.h>

enum { MOST_ENTRIES = 64 };

bool check_entry(const hearth_metadata_entry *entry, enum side side, const struct place *place, hearth_error *error)
{
    if (side == TO_SAVE && !text_check(entry->key, TEXT_BYTES, false, AT(place, "key"), error))
        return false;
    switch (entry->kind) {
    case HEARTH_TEXT:
        return side == AS_READ
            || text_check(entry->text, METADATA_TEXT_BYTES, true, AT(place, "string_value"), error);
    case HEARTH_NUMBER:
        return check_number(entry->number, AT(place, "double_value"), error);
    case HEARTH_QUANTITY:
        if (!check_number(entry->quantity.value, AT(AT(place, "quantity_value"), "value"), error))
            return false;
        if (side == AS_READ)
            return true;
        if (entry->quantity.unit == NULL || *entry->quantity.unit == 0)
            return fault(error, HEARTH_INCOMPATIBLE_UNIT, AT(AT(place, "quantity_value"), "unit"),
                         "The quantity has no unit.");
        return text_check(entry->quantity.unit, UNIT_BYTES, false, AT(AT(place, "quantity_value"), "unit"), error);
    case HEARTH_INTEGER:
    case HEARTH_BOOLEAN:
    case HEARTH_DATE:
        return true;
    default:
        if (side == AS_READ)
            return true;
        return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "value"), "The entry has no value.");
    }
}

static size_t text_bytes(const hearth_metadata_entry *entry)
{
    size_t bytes = strlen(entry->key);

    if (entry->kind == HEARTH_TEXT)
        bytes += strlen(entry->text);
    else if (entry->kind == HEARTH_QUANTITY)
        bytes += strlen(entry->quantity.unit);
    return bytes;
}

bool check_metadata(const hearth_metadata *metadata, enum side side, const struct place *place, hearth_error *error)
{
    size_t bytes = 0;

    if (side == TO_SAVE && metadata->count > MOST_ENTRIES)
        return fault(error, HEARTH_LIMIT_EXCEEDED, AT(place, "entries"), "The metadata has too many entries.");
    for (size_t i = 0; i < metadata->count; i++) {
        const hearth_metadata_entry *entry = &metadata->entries[i];
        const struct place *here = AT_INDEX(place, "entries", i);

        if (!check_entry(entry, side, here, error))
            return false;
        if (side == AS_READ)
            continue;
        bytes += text_bytes(entry);
        for (size_t before = 0; before < i; before++)
            if (strcmp(metadata->entries[before].key, entry->key) == 0)
                return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "entries"), "The key occurs twice.");
    }
    if (bytes > METADATA_TEXT_BYTES)
        return fault(error, HEARTH_LIMIT_EXCEEDED, place, "The metadata is too large.");
    return true;
}

bool check_device(const hearth_device *device, const struct place *place, hearth_error *error)
{
    const struct { const char *name, *text; } properties[] = {
        {"name", device->name}, {"manufacturer", device->manufacturer}, {"model", device->model},
        {"hardware_version", device->hardware_version}, {"firmware_version", device->firmware_version},
        {"software_version", device->software_version}, {"local_identifier", device->local_identifier},
        {"udi_device_identifier", device->udi_device_identifier},
    };

    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        if (properties[i].text != NULL
            && !text_check(properties[i].text, TEXT_BYTES, true, AT(place, properties[i].name), error))
            return false;
    return true;
}
