// CMake ties precompiled headers to a target, and a target needs a source.
#include "tests/precompiled.hpp"
