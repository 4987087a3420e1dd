// zlib. The package's pkg-config file supplies the include path and the linker flags.
#pragma once
#include <zlib.h>
