/* What the requests of the vectors are about: their times, types and identifiers. */
#ifndef VALUES_H
#define VALUES_H

#include "talk.h"

#define MARCH_1 INT64_C(1709251200000000000)
#define MARCH_2 INT64_C(1709337600000000000)
#define APRIL_1 INT64_C(1711929600000000000)
#define HOUR INT64_C(3600000000000)
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const HEART_RATE = "HKQuantityTypeIdentifierHeartRate";
static const char *const STEPS = "HKQuantityTypeIdentifierStepCount";
static const char *const SLEEP = "HKCategoryTypeIdentifierSleepAnalysis";
static const char *const WORKOUT = "HKWorkoutTypeIdentifier";

/* 018df8c1-00NN-7a10-8b20-00000000NNNN, as the vectors number them. */
static inline hearth_uuid uuid(uint8_t number)
{
    hearth_uuid made = {{0x01, 0x8d, 0xf8, 0xc1, 0x00, number, 0x7a, 0x10, 0x8b, 0x20, 0, 0, 0, 0, number, number}};

    return made;
}

#endif
