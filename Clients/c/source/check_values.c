#include "check.h"

#include <string.h>

/* PROTOCOL.md, chapter 9: 1900-01-01 to below 2150-01-01. */
static const int64_t FIRST_TIME = -2208988800000000000;
static const int64_t LAST_TIME = 5680281599999999999;

/* Bit 63 is set for NaN and the infinities: their exponent, all ones, and one more run over into it. Sums and masks
 * instead of comparisons let the compiler look at several values at once. */
static uint64_t not_finite(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return (bits & UINT64_C(0x7FF0000000000000)) + UINT64_C(0x0010000000000000);
}

/* Bit 63 is set for what lies outside: one of the differences is negative then, also where it runs over. */
static uint64_t not_a_time(int64_t time)
{
    return ((uint64_t)time - (uint64_t)FIRST_TIME) | ((uint64_t)LAST_TIME - (uint64_t)time);
}

bool check_number(double value, const struct place *place, hearth_error *error)
{
    if (not_finite(value) >> 63 != 0)
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, place, "The number is not finite.");
    return true;
}

bool check_finite(const double *values, size_t count, const struct place *place, const char *name,
                  hearth_error *error)
{
    uint64_t found = 0;

    if (values == NULL)
        return true;
    for (size_t i = 0; i < count; i++)
        found |= not_finite(values[i]);
    if (found >> 63 == 0)
        return true;
    for (size_t i = 0; i < count; i++)
        if (!check_number(values[i], AT_INDEX(place, name, i), error))
            return false;
    return true;
}

bool check_not_below(const double *values, size_t count, double least, const struct place *place, const char *name,
                     hearth_error *error)
{
    if (values == NULL)
        return true;
    if (!check_finite(values, count, place, name, error))
        return false;
    for (size_t i = 0; i < count; i++)
        if (values[i] < least)
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, name, i), "The number is too small.");
    return true;
}

bool check_times(const int64_t *times, size_t count, const struct place *place, const char *name,
                 hearth_error *error)
{
    uint64_t found = 0;

    if (times == NULL)
        return true;
    for (size_t i = 0; i < count; i++)
        found |= not_a_time(times[i]);
    if (found >> 63 == 0)
        return true;
    for (size_t i = 0; i < count; i++)
        if (not_a_time(times[i]) >> 63 != 0)
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, name, i),
                         "The time is not between 1900 and 2150.");
    return true;
}

bool check_indexes(const uint32_t *indexes, size_t count, size_t entries, const struct place *place,
                   const char *name, hearth_error *error)
{
    uint32_t greatest = 0;

    if (indexes == NULL) {
        if (entries > 1 && count > 0)
            return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, name), "The column is missing.");
        return true;
    }
    for (size_t i = 0; i < count; i++)
        greatest = indexes[i] > greatest ? indexes[i] : greatest;
    if (greatest < entries)
        return true;
    for (size_t i = 0; i < count; i++)
        if (indexes[i] >= entries)
            return fault(error, HEARTH_MALFORMED_COLUMN, AT_INDEX(place, name, i), "The index is out of range.");
    return true;
}

bool check_span(int64_t start, int64_t end, const struct place *place, hearth_error *error)
{
    if (end < start)
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(place, "end"), "The end is before the start.");
    return true;
}
