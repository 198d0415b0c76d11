// A user's function or a lambda as a value: scope is lexical.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scripts/syntax/syntax.hpp"

namespace lag {

struct Environment;  // environment.hpp

struct FunctionValue {
    std::string name;  // "" for a lambda
    std::vector<std::string> parameters;
    Syntax body;
    std::shared_ptr<Environment> scope;
    std::shared_ptr<const SourceFile> source;
};

}  // namespace lag
