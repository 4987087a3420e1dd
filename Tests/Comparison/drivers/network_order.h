/* Numbers as PostgreSQL's binary formats have them: the highest byte first. */
#ifndef NETWORK_ORDER_H
#define NETWORK_ORDER_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

static inline char *put(char *to, const void *bytes, size_t length)
{
    memcpy(to, bytes, length);
    return to + length;
}

static inline char *put_32(char *to, int32_t number)
{
    uint32_t big = htobe32((uint32_t)number);

    return put(to, &big, sizeof big);
}

static inline char *put_64(char *to, const void *number)
{
    uint64_t bits;

    memcpy(&bits, number, sizeof bits);
    bits = htobe64(bits);
    return put(to, &bits, sizeof bits);
}

static inline int64_t get_64(const char *from)
{
    uint64_t bits;

    memcpy(&bits, from, sizeof bits);
    return (int64_t)be64toh(bits);
}

static inline int32_t get_32(const char *from)
{
    uint32_t bits;

    memcpy(&bits, from, sizeof bits);
    return (int32_t)be32toh(bits);
}

static inline double get_double(const char *from)
{
    int64_t bits = get_64(from);
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
