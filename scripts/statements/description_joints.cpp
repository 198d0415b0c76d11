// What of a description waits for its joints.
#include <algorithm>
#include <set>

#include "scripts/statements/description.hpp"
#include "scripts/statements/joints.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/waiting_joints.hpp"

namespace lag {

namespace {

// Whether a call of this built-in can do without what waits.
bool leaves_joints_open(const std::string& built_in) {
    static const std::set<std::string> names = [] {
        std::set<std::string> all{"parameter", "parameters", "input", "gravity", "options",
                                  "body",      "joint",      "point", "concat"};
        for (const auto& table : {hinge_constructors(), algebra_built_ins(), list_built_ins()})
            for (const BuiltIn& one : table) all.insert(one.name);
        for (const char* program :
             {"load", "load_library", "print", "error", "is", "assert", "flag", "procedure", "table"})
            all.insert(program);
        return all;
    }();
    return names.contains(built_in);
}

}  // namespace

void Description::before(const std::string& built_in) {
    if (open_joints && !leaves_joints_open(built_in)) close_joints(*this);
}

bool Description::waits(const std::string& name) const {
    if (!open_joints) return false;
    const auto named_so = [&](const WaitingCall& waiting) { return waiting.name == name; };
    return std::ranges::any_of(open_joints->bodies, named_so) || std::ranges::any_of(open_joints->points, named_so);
}

}  // namespace lag
