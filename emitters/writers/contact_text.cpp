#include "emitters/writers/contact_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

bool any_calls(const Program& program, const std::vector<const Routine*>& routines, const std::string& name) {
    return std::ranges::any_of(routines, [&](const Routine* routine) {
        return std::ranges::count(routine->calls, fmt::format("{}_{}", program.name, name), &ExternalCall::name) > 0;
    });
}

// What is needed, each before what calls it.
std::vector<std::string> needed(const Program& program, const std::vector<const Routine*>& routines) {
    std::vector<std::string> parts;
    for (const char* const name : {"contact_loads", "contact_modes", "contact_impulses"})
        if (program.contacts && any_calls(program, routines, name)) parts.emplace_back(name);
    if (parts.empty()) return parts;
    if (parts.size() > 1 || parts.front() != "contact_loads") parts.insert(parts.begin(), "contact_search");
    parts.insert(parts.begin(), "contact_solve");
    return parts;
}

// `first`: the number of the first row; what is not there is first - 1.
std::string places(const std::vector<int>& rows, int first) {
    std::vector<int> numbers;
    for (const int row : rows) numbers.push_back(row + first);
    return fmt::format("{}", fmt::join(numbers, ", "));
}

std::string text_of(const Program& program, const std::vector<const Routine*>& routines, const std::string& ending,
                    int first, const std::string& functions = "") {
    std::string text;
    for (const std::string& part : needed(program, routines)) {
        const ContactTables& contacts = *program.contacts;
        const std::size_t n = contacts.rows, m = contacts.normal.size();
        const bool slopes = contacts.limits_take_loads;
        text += model_template(part + ending, program,
                               {{"N", std::to_string(n)},
                                {"K", std::to_string(m)},
                                {"NORMAL", places(contacts.normal, first)},
                                {"TANGENT", places(contacts.tangent, first)},
                                {"SLOPES", std::to_string(slopes ? n * m : 0)},
                                {"SLOPETEXT", slopes ? "their slopes, " : ""},
                                {"MOST", std::to_string(contacts.most_solves)},
                                {"INLINE", functions}});
    }
    return text;
}

}  // namespace

std::string fortran_contacts(const Program& program, const std::vector<const Routine*>& routines) {
    return text_of(program, routines, ".f90", 1);
}

std::string fortran77_contacts(const Program& program, const std::vector<const Routine*>& routines) {
    return fixed_form(text_of(program, routines, ".f", 1));
}

std::string c_contacts(const Program& program, const std::vector<const Routine*>& routines,
                       const std::string& functions) {
    return text_of(program, routines, ".h", 0, functions);
}

}  // namespace lag
