// What most test files include from libraries, compiled once for each test program.
#pragma once
#include <Eigen/Dense>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <regex>
#include <sstream>

#include "tests/catch.hpp"
