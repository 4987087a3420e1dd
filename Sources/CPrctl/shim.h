// Linux's prctl, which takes a variable number of arguments, so that Swift cannot call it.
#pragma once
#if __has_include(<sys/prctl.h>)
#include <signal.h>
#include <sys/prctl.h>

/// Kills the process when its parent ends. Returns 0, or -1 with the reason in `errno`.
static inline int hearth_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }
#else
/// Other systems know nothing of it, and no sandbox.
static inline int hearth_end_with_parent(void) { return 0; }
#endif
