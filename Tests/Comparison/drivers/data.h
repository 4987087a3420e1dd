/* The samples that all lanes store: heart rates over ten years, the same on every machine and in every run. */
#ifndef DATA_H
#define DATA_H

#include "lane.h"

/* How many samples are in ten years; those that come after them go on in the same way. */
void set_density(size_t samples);

struct columns allocate_columns(size_t count);
void free_columns(struct columns *columns);
/* The samples from number `first` on. */
struct columns generate(size_t first, size_t count);
/* The first ten years have so many days, of which each is a range. */
enum { DAYS = 3653 };
struct range range_of_day(size_t day);

/* The first of those days, and how long one is. */
int64_t first_day(void);
int64_t length_of_day(void);

#endif
