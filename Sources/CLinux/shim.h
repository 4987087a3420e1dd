// Calls of Linux that Swift cannot make: they take a variable number of arguments, or are not in the headers that it reads.
#pragma once
#if __has_include(<sys/prctl.h>)
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Kills the process when its parent ends. Returns 0, or -1 with the reason in `errno`.
static inline int hearth_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

/// Opens a file or folder to name it, and not to read it: O_PATH.
static inline int hearth_open_path(const char *path) { return open(path, 010000000 | O_CLOEXEC); }

/// Has every descriptor from a number on closed when another program is run: CLOSE_RANGE_CLOEXEC, of Linux 5.11.
static inline int hearth_close_with_exec(unsigned first) { return (int)syscall(SYS_close_range, first, ~0U, 1U << 2); }
#else
/// Other systems know nothing of it, and no sandbox.
static inline int hearth_end_with_parent(void) { return 0; }
static inline int hearth_open_path(const char *path) { return -1; }
static inline int hearth_close_with_exec(unsigned first) { return 0; }
#endif
