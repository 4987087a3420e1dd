/* Reads the arguments of the samples: a text that is not entirely a number is refused. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool read_number(const char *text, double *number)
{
    char *end;

    *number = strtod(text, &end);
    return end != text && *end == '\0';
}

/* A whole number from 1. strtoull alone would take "-1" as a very large one. */
static inline bool read_count(const char *text, unsigned long long *count)
{
    char *end;

    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *count = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0' && *count > 0;
}

/* `--help` prints what the sample does, and is not an error. */
static inline bool wants_help(int count, char **arguments, const char *text)
{
    if (count != 2 || strcmp(arguments[1], "--help") != 0)
        return false;
    printf("%s\n", text);
    return true;
}

/* The exit code for a wrong command line. */
static inline int usage(const char *text)
{
    fprintf(stderr, "usage: %s\n", text);
    return 2;
}

#endif
