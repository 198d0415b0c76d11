#include "emitters/writers/contact_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/procedure_printer.hpp"
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
        const std::size_t n = contacts.rows, m = contacts.normal.size(), rows = contacts.rows_of_others(),
                          others = contacts.others();
        const bool slopes = contacts.limits_take_loads;
        const auto number = [](std::size_t value) { return std::to_string(value); };
        // Fortran 77 has no arrays without elements
        const auto extent = [&](std::size_t value) { return number(std::max<std::size_t>(value, 1)); };
        text += model_template(part + ending, program,
                               {{"N", number(n)},
                                {"K", number(m)},
                                {"NC", number(rows)},
                                {"MC", number(others)},
                                {"NCD", extent(rows)},
                                {"MCD", extent(others)},
                                {"STOPS", number(contacts.stops)},
                                {"STOPSD", extent(contacts.stops)},
                                {"L", extent(facts_of(program).size("nunknowns"))},
                                {"NORMAL", places(contacts.normal, first)},
                                {"TANGENT", places(contacts.tangent, first)},
                                {"SLOPES", number(slopes ? n * others : 0)},
                                {"SLOPES_LOADS", number(slopes ? rows * others : 0)},
                                {"SLOPETEXT", slopes ? "their slopes, " : ""},
                                {"SLOPETEXT_LOADS", slopes && rows * others > 0 ? "their slopes, " : ""},
                                {"MOST", number(contacts.most_solves)},
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
