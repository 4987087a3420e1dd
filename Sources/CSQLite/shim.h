// SQLite. The package's pkg-config file supplies the include path and the linker flags.
#pragma once
#include <sqlite3.h>

// The function takes a variable number of arguments, which Swift cannot pass.
static inline int hearth_sqlite3_leave_log(sqlite3 *connection, int leave) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leave, (int *)0);
}
