// The C library's allocator, which Swift's module of the C library leaves out. Not every system has this header.
#pragma once
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
