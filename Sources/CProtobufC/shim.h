// protobuf-c's run-time library. The package's pkg-config file supplies the include path and the linker flags.
#pragma once
#include <protobuf-c/protobuf-c.h>
