// A script as a list of statements with their arguments apart, so that parts of it can be left out.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lag::combinations {

struct Statement {
    std::string word;                    // "body", "hinge_load", ...
    std::vector<std::string> arguments;  // as written: "arm", "mass = m1", "-k*q1 + 2"
};

struct Script {
    std::vector<Statement> statements;  // without `model`, `options` and `emit`
};

std::string text(const Statement& statement);

// The script with `model(name)` before it and `rest` (options and emits) after it.
std::string text(const Script& script, const std::string& name, const std::string& rest = "");

// Every script that has a little less in it, the largest cuts first: without some statements, without an argument,
// without a term of a sum, with a number for a sum.
std::vector<Script> smaller(const Script& script);

// The parts of `expression` between the `separator`s that stand in no brackets.
std::vector<std::string> split(const std::string& expression, const std::string& separator);

std::string join(const std::vector<std::string>& parts, const std::string& separator);

}  // namespace lag::combinations
