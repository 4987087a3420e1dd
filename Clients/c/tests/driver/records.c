#include "records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- reading */

size_t hex_read(const char *text, uint8_t *bytes, size_t most)
{
    size_t count = 0;

    while (*text != 0 && count < most) {
        char digits[3] = {text[0], text[1], 0};

        if (*text == '-') {
            text++;
            continue;
        }
        bytes[count++] = (uint8_t)strtoul(digits, NULL, 16);
        text += text[1] != 0 ? 2 : 1;
    }
    return count;
}

static double number_of(const char *text)
{
    uint64_t bits = strtoull(text, NULL, 16);
    double number;

    memcpy(&number, &bits, sizeof number);
    return number;
}

static size_t count_of(const char *values)
{
    size_t count = 1;

    for (; *values != 0; values++)
        count += *values == ',';
    return count;
}

/* The values of one form, into memory that attribute_free releases. */
static bool read_values(const char *form, char *values, hearth_attribute *out)
{
    size_t count = count_of(values);
    int64_t *integers = NULL;
    double *numbers = NULL;
    char **texts = NULL;
    hearth_uuid *uuids = NULL;
    bool good = true;

    out->count = count;
    if (strcmp(form, "integers") == 0)
        out->integers = integers = calloc(count, sizeof *integers);
    else if (strcmp(form, "numbers") == 0)
        out->numbers = numbers = calloc(count, sizeof *numbers);
    else if (strcmp(form, "uuids") == 0)
        out->uuids = uuids = calloc(count, sizeof *uuids);
    else if (strcmp(form, "texts") == 0)
        out->texts = (const char *const *)(texts = calloc(count, sizeof *texts));
    if (integers == NULL && numbers == NULL && texts == NULL && uuids == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        char *end = strchr(values, ',');

        if (end != NULL)
            *end = 0;
        if (integers != NULL)
            integers[i] = strtoll(values, NULL, 10);
        if (numbers != NULL)
            numbers[i] = number_of(values);
        if (uuids != NULL)
            good = hex_read(values, uuids[i].bytes, sizeof uuids[i].bytes) == sizeof uuids[i].bytes && good;
        if (texts != NULL) {
            size_t length = strlen(values) / 2;

            texts[i] = calloc(length + 1, 1);
            good = texts[i] != NULL && hex_read(values, (uint8_t *)texts[i], length) == length && good;
        }
        values = end != NULL ? end + 1 : values;
    }
    return good;
}

bool attribute_read(char *word, hearth_attribute *out)
{
    char *rest = NULL, *name = strtok_r(word, ":", &rest), *form = strtok_r(NULL, ":", &rest);

    memset(out, 0, sizeof *out);
    if (name == NULL || form == NULL)
        return false;
    out->name = atoi(name);
    return read_values(form, rest, out);
}

void attribute_free(const hearth_attribute *attribute)
{
    for (size_t i = 0; attribute->texts != NULL && i < attribute->count; i++)
        free((void *)(uintptr_t)attribute->texts[i]);
    free((void *)(uintptr_t)attribute->integers);
    free((void *)(uintptr_t)attribute->numbers);
    free((void *)(uintptr_t)attribute->texts);
    free((void *)(uintptr_t)attribute->uuids);
}

/* The series, if the word is one. */
static bool read_series(char *word, struct worded *out)
{
    char *values = strchr(word, ':');
    uint8_t *contents;
    hearth_attribute voltages = {.name = 0};

    if (values == NULL || (strncmp(word, "voltages:", 9) != 0 && strncmp(word, "contents:", 9) != 0
                           && strcmp(word, "series:0") != 0))
        return false;
    values++;
    out->columns.lengths = &out->length;
    if (*word == 's')
        return true;
    if (*word == 'v') {
        bool good = read_values("numbers", values, &voltages);

        out->length = (uint32_t)voltages.count;
        out->columns.voltages = voltages.numbers;
        out->columns.element_count = out->length;
        return good;
    }
    out->length = (uint32_t)(strlen(values) / 2);
    out->columns.contents = contents = calloc(out->length + 1, 1);
    out->columns.element_count = out->length;
    return contents != NULL && hex_read(values, contents, out->length) == out->length;
}

bool record_read(char *const *words, size_t count, struct worded *out)
{
    hearth_attribute *attributes = calloc(count + 1, sizeof *attributes);

    memset(out, 0, sizeof *out);
    out->record.attributes = attributes;
    out->columns.records = &out->record;
    for (size_t i = 0; attributes != NULL && i < count; i++) {
        if (words[i][0] < '0' || words[i][0] > '9')
            return i + 1 == count && read_series(words[i], out);
        if (!attribute_read(words[i], &attributes[out->record.count++]))
            return false;
    }
    return attributes != NULL;
}

void record_free(struct worded *record)
{
    for (size_t i = 0; i < record->record.count; i++)
        attribute_free(&record->record.attributes[i]);
    free((void *)(uintptr_t)record->record.attributes);
    free((void *)(uintptr_t)record->columns.voltages);
    free((void *)(uintptr_t)record->columns.contents);
}

/* ------------------------------------------------------------------------------------------------------ printing */

static void print_bytes(const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("%02x", ((const uint8_t *)bytes)[i]);
}

static void print_number(double number)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    printf("%016" PRIx64, bits);
}

void uuid_print(const hearth_uuid *uuid)
{
    for (size_t i = 0; i < sizeof uuid->bytes; i++)
        printf("%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid->bytes[i]);
}

static void print_attribute(const hearth_attribute *attribute)
{
    printf(" %d:%s:", attribute->name, attribute->integers != NULL  ? "integers"
                                       : attribute->numbers != NULL ? "numbers"
                                       : attribute->texts != NULL   ? "texts"
                                                                    : "uuids");
    for (size_t i = 0; i < attribute->count; i++) {
        if (i > 0)
            putchar(',');
        if (attribute->integers != NULL)
            printf("%" PRId64, attribute->integers[i]);
        else if (attribute->numbers != NULL)
            print_number(attribute->numbers[i]);
        else if (attribute->texts != NULL)
            print_bytes(attribute->texts[i], strlen(attribute->texts[i]));
        else
            uuid_print(&attribute->uuids[i]);
    }
}

static void print_series(const hearth_record_columns *columns, size_t row)
{
    size_t first = 0, length = columns->lengths != NULL ? columns->lengths[row] : 0;

    if (columns->lengths == NULL && columns->counts == NULL)
        return;
    for (size_t i = 0; columns->lengths != NULL && i < row; i++)
        first += columns->lengths[i];
    if (length == 0) {
        printf(" series:%" PRId64, columns->counts != NULL ? columns->counts[row] : 0);
    } else if (columns->contents != NULL) {
        printf(" contents:");
        print_bytes(columns->contents + first, length);
    } else {
        printf(" voltages:");
        for (size_t i = first; i < first + length; i++) {
            if (i > first)
                putchar(',');
            print_number(columns->voltages[i]);
        }
    }
}

void record_print(const hearth_columns *columns, size_t row)
{
    const hearth_record *record = &columns->record.records[row];

    for (size_t i = 0; i < record->count; i++)
        if (record->attributes[i].count > 0)
            print_attribute(&record->attributes[i]);
    print_series(&columns->record, row);
}
