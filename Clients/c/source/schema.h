/* The messages that protoc-c makes of Protocol/hearth.proto, and what joins them with hearth.h. */
#ifndef HEARTH_SCHEMA_H
#define HEARTH_SCHEMA_H

#include "hearth.pb-c.h"

/* PB(Save) is the message Save. */
#define PB(message) Hearth__V1__##message

enum { RECORDS_MINOR = 4 }; /* the minor version that brought records and the tests of their values */

#endif
