#include "check.h"
#include "schema.h"
#include "text.h"

#include <string.h>

enum { RECORD_BYTES = 65536, MOST_VALUES = 4096, MOST_VOLTAGES = 131072, MOST_CONTENT_BYTES = 8388608 };

bool check_attribute_name(int name)
{
    return name > 0
        && protobuf_c_enum_descriptor_get_value(&hearth__v1__attribute_name__descriptor, name) != NULL;
}

bool check_attribute(const hearth_attribute *attribute, size_t most, const struct place *place, hearth_error *error)
{
    const struct { const char *name; bool is_there; } forms[] = {
        {"integers", attribute->integers != NULL}, {"numbers", attribute->numbers != NULL},
        {"texts", attribute->texts != NULL}, {"uuids", attribute->uuids != NULL},
    };
    const char *form = NULL;

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!forms[i].is_there)
            continue;
        if (form != NULL)
            return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "integers"), "There are values of several forms.");
        form = forms[i].name;
    }
    if (form == NULL || attribute->count == 0)
        return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, "integers"), "The attribute has no value.");
    if (attribute->count > most)
        return fault(error, HEARTH_LIMIT_EXCEEDED, AT(place, form), "The attribute has too many values.");
    return check_finite(attribute->numbers, attribute->count, place, "numbers", error);
}

bool check_attribute_texts(const hearth_attribute *attribute, const struct place *place, hearth_error *error)
{
    for (size_t i = 0; attribute->texts != NULL && i < attribute->count; i++)
        if (!text_check(attribute->texts[i], TEXT_BYTES, true, AT_INDEX(place, "texts", i), error))
            return false;
    return true;
}

static size_t bytes_of(const hearth_attribute *attribute)
{
    size_t bytes = 0;

    if (attribute->uuids != NULL)
        return attribute->count * sizeof *attribute->uuids;
    if (attribute->texts == NULL)
        return attribute->count * sizeof(int64_t);
    for (size_t i = 0; i < attribute->count; i++)
        bytes += strlen(attribute->texts[i]);
    return bytes;
}

static bool record(const hearth_record *one, enum side side, const struct place *place, hearth_error *error)
{
    int before = 0;
    size_t bytes = 0;

    for (size_t i = 0; i < one->count; i++) {
        const hearth_attribute *attribute = &one->attributes[i];
        const struct place *here = AT_INDEX(place, "attributes", i);

        if (!check_attribute_name(attribute->name)) {
            if (side == AS_READ)
                continue;
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(here, "name"), "The name is unknown.");
        }
        if (attribute->name <= before)
            return fault(error, HEARTH_INVALID_ARGUMENT, AT(here, "name"),
                         "The attribute must come after the one before it: by the numbers of their names, each once.");
        before = attribute->name;
        if (!check_attribute(attribute, MOST_VALUES, here, error))
            return false;
        if (side == AS_READ)
            continue;
        if (!check_attribute_texts(attribute, here, error))
            return false;
        bytes += bytes_of(attribute);
    }
    if (bytes > RECORD_BYTES)
        return fault(error, HEARTH_LIMIT_EXCEEDED, place, "The record has too many bytes of attributes.");
    return true;
}

/* A save carries every series whole: as many elements as the lengths say. */
static bool series(const hearth_record_columns *all, size_t count, const struct place *place, hearth_error *error)
{
    const uint32_t most = all->contents != NULL ? MOST_CONTENT_BYTES : MOST_VOLTAGES;
    uint64_t sum = 0;

    if (all->lengths == NULL && (all->counts != NULL || all->voltages != NULL || all->contents != NULL))
        return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, "lengths"), "The column is missing.");
    if (all->counts != NULL)
        return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, "counts"),
                     "The column must be empty: lengths give the number of items.");
    if (all->voltages != NULL && all->contents != NULL)
        return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, "contents"), "There are series of two forms.");
    for (size_t i = 0; all->lengths != NULL && i < count; i++) {
        if (all->lengths[i] > most)
            return fault(error, HEARTH_LIMIT_EXCEEDED, AT_INDEX(place, "lengths", i), "The sample has too many items.");
        sum += all->lengths[i];
    }
    if (sum != all->element_count)
        return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, "lengths"), "The lengths do not add up.");
    if (sum > 0 && all->voltages == NULL && all->contents == NULL)
        return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, "voltages"), "The column is missing.");
    return true;
}

bool check_records(const hearth_columns *columns, enum side side, const struct place *place, hearth_error *error)
{
    const hearth_record_columns *all = &columns->record;

    if (all->records == NULL)
        return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, "records"), "The column is missing.");
    for (size_t row = 0; row < columns->count; row++)
        if (!record(&all->records[row], side, AT_INDEX(place, "records", row), error))
            return false;
    return (side == AS_READ || series(all, columns->count, place, error))
        && check_finite(all->voltages, all->element_count, place, "voltages", error);
}

const hearth_attribute *hearth_attribute_of(const hearth_columns *columns, size_t row, int name)
{
    const hearth_record *one;

    if (columns->kind != HEARTH_RECORDS)
        return NULL;
    one = &columns->record.records[row];
    for (size_t i = 0; i < one->count; i++)
        if (one->attributes[i].name == name)
            return &one->attributes[i];
    return NULL;
}
