// The one place that includes Catch2 (version 2, as Debian 12 ships it).
#pragma once
#include <catch2/catch.hpp>
