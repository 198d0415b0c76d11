// A lexical scope: names and their values. `Nothing` marks a block local without a value yet.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scripts/language/value.hpp"

namespace lag {

struct Environment {
    std::map<std::string, Value> values;
    std::shared_ptr<Environment> parent;
    std::uint64_t serial = 0;  // order of creation

    Environment(std::shared_ptr<Environment> outer, std::uint64_t number) : parent(std::move(outer)), serial(number) {}
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

    // A chain of closures (each holding the scope of the one before) would be destroyed recursively: contents wait in a
    // queue instead, which the outermost destructor empties.
    ~Environment() {
        static thread_local std::vector<std::pair<std::map<std::string, Value>, std::shared_ptr<Environment>>> waiting;
        static thread_local bool emptying = false;
        waiting.emplace_back(std::move(values), std::move(parent));
        if (emptying) return;
        emptying = true;
        while (!waiting.empty()) {
            const auto contents = std::move(waiting.back());
            waiting.pop_back();
        }
        emptying = false;
    }
};

// Thrown by return(e), caught by the innermost block or loop.
struct ReturnSignal {
    Value value;
};

}  // namespace lag
