/* The samples that all lanes store: heart rates and steps over ten years, the same on every machine and in every run. */
#ifndef DATA_H
#define DATA_H

#include "lane.h"

/* How many samples are in ten years; those that come after them go on in the same way. */
void set_density(size_t samples);

struct columns allocate_columns(size_t count);
void free_columns(struct columns *columns);
/* The samples from number `first` on. */
struct columns generate(size_t first, size_t count);

/* The steps of a phone and a watch, together about as many samples as there are heart rates. The ten years are divided
 * into equal parts. The phone has a sample in each part. The watch is worn for 16 hours a day, and then has samples one
 * after the other: they begin and end at other times than those of the phone. */
size_t parts_of_steps(void);
struct columns generate_steps(int32_t source, size_t first_part, size_t parts);

/* The first ten years have so many days, of which each is a range. */
enum { DAYS = 3653 };
struct range range_of_day(size_t day);

/* The first of those days, and how long one is. */
int64_t first_day(void);
int64_t length_of_day(void);

#endif
