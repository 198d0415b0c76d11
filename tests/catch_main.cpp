// The one translation unit that compiles Catch2's own main; every test program links it.
#define CATCH_CONFIG_MAIN
#include "tests/catch.hpp"
