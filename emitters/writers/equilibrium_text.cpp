#include "emitters/writers/equilibrium_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

std::string extent(std::size_t value) {
    return std::to_string(std::max<std::size_t>(value, 1));
}

// Places of contacts, of those that can close or `all`, counted from `first`; one that nothing reads where there are none.
std::string places(const Program& program, int ContactPlaces::*place, bool all, int first) {
    std::vector<int> numbers;
    for (const ContactPlaces& contact : program.contact_places)
        if ((all || contact.normal >= 0) && contact.*place >= 0) numbers.push_back(contact.*place + first);
    if (numbers.empty()) numbers.push_back(first);
    return fmt::format("{}", fmt::join(numbers, ", "));
}

std::size_t closing(const Program& program) {
    return static_cast<std::size_t>(std::ranges::count_if(
        program.contact_places, [](const ContactPlaces& contact) { return contact.normal >= 0; }));
}

std::size_t slipping(const Program& program) {
    return static_cast<std::size_t>(
        std::ranges::count_if(program.contact_places, [](const ContactPlaces& contact) { return contact.slip >= 0; }));
}

// Holes that all languages share; `first`: the number of an array's first element.
Holes shared_holes(const Program& program, int first) {
    const auto size = [&](const char* name) { return program.size(name).value; };
    const std::size_t ns = program.states.size();
    const InfoCodes codes = program.info_codes();
    return {{"NQ", std::to_string(size("nq"))},
            {"NU", std::to_string(size("nu"))},
            {"NR", std::to_string(size("nphi"))},
            {"NS", std::to_string(ns)},
            {"PASSROWS", program.has_states_in_rows ? "s, " : ""},
            {"NW", std::to_string(size("nw"))},
            {"NCONST", extent(size("nc"))},
            {"W1", extent(size("nw"))},
            {"R1", extent(size("nphi"))},
            {"S1", extent(ns)},
            {"K1", extent(closing(program))},
            {"KS", std::to_string(closing(program))},
            {"SLIPCOUNT", std::to_string(slipping(program))},
            {"SLIPS1", extent(slipping(program))},
            {"ROWS", places(program, &ContactPlaces::normal, false, first)},
            {"FLAGS", places(program, &ContactPlaces::closed, false, first)},
            {"SLIPS", places(program, &ContactPlaces::slip, true, first)},
            {"NO_CONVERGENCE", std::to_string(codes.of_no_convergence())},
            {"NO_MODE_CODE", std::to_string(codes.of_contacts(ContactFailure::no_mode))},
            {"OF_STATES", std::to_string(codes.of_state(0))}};
}

std::string text_in_c_family(const Program& program, bool cpp, bool downhill) {
    const bool states = !program.states.empty(), contacts = !program.contact_places.empty();
    Holes holes = shared_holes(program, 0);
    const auto fill = [&](std::string_view name, std::string text) { holes.emplace_back(name, std::move(text)); };
    fill("INLINE", cpp ? "inline" : "static inline");
    fill("CALL", program.name);
    fill("DOWNHILL", downhill ? "1" : "0");
    fill("OF", cpp ? "<double>" : "");
    fill("ADDRESS", cpp ? "" : "&");
    fill("S", states ? "const double* s, " : "");
    fill("SINOUT", states ? "double* s, " : "");
    fill("PASSS_THERE", states ? "s_there, " : "");
    fill("CPASSS", states ? "s, " : "");
    fill("PASSS", states ? "s, " : "");
    fill("SK", states ? "s[k]" : "states[k]");
    fill("CONST", contacts ? "" : "const ");
    fill("TOUCHING", contacts ? "touching" : "w");
    fill("SMALL", "1e-9");
    fill("TIE", "1.000000001");
    fill("WITH_STATES", states ? " and states" : "");
    fill("OR_STATE", states ? ", from 1, or nu+nphi+6 + the state, from 0," : ", from 1,");
    fill("NO_MODE", contacts ? "; nu+nphi+3: no contacts fit" : "");
    return model_template("equilibrium.h", program, holes);
}

}  // namespace

NoEquilibrium why_no_equilibrium(const Program& program) {
    if (!program.dependent_speeds.empty())
        return {"its dependent speeds are solved out", "with options(constraints = multipliers) it has one"};
    if (program.speeds.empty()) return {"it has no speeds: all motions are prescribed", "leave out 'equilibrium'"};
    return {};
}

std::vector<RoutineName> called_by_equilibrium() {
    return {RoutineName::right_side,  RoutineName::kinematics,        RoutineName::mass_matrix,
            RoutineName::constraints, RoutineName::constraint_matrix, RoutineName::state_rates,
            RoutineName::normalize};
}

std::string cpp_equilibrium(const Program& program, bool downhill) {
    std::string text = text_in_c_family(program, true, downhill);
    // what comes out of a call is a reference in C++, as in the file's other routines
    const auto replace = [&](const std::string& old, const std::string& with) {
        for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += with.size())
            text.replace(at, old.size(), with);
    };
    replace("int* info)", "int& info)");
    replace("*info", "info");
    return text;
}

std::string c_equilibrium(const Program& program) {
    return text_in_c_family(program, false, false);
}

std::string fortran_equilibrium(const Program& program) {
    const bool states = !program.states.empty(), contacts = !program.contact_places.empty();
    Holes holes = shared_holes(program, 1);
    const auto fill = [&](std::string_view name, std::string text) { holes.emplace_back(name, std::move(text)); };
    fill("PURE", program.externals.empty() ? "pure " : "");
    fill("PASSS_THERE", states ? "s_there, " : "");
    fill("PASSS", states ? "s, " : "");
    fill("WINTENT", contacts ? "inout" : "in");
    fill("TOUCHING", contacts ? "touching" : "w");
    fill("SMALL", "1.0e-9_dp");
    fill("TIE", "1.000000001_dp");
    fill("WITH_STATES", states ? " and states" : "");
    fill("OR_STATE", states ? " or nu+nphi+5 + the state" : "");
    fill("NO_MODE", contacts ? "; nu+nphi+3: no contacts fit" : "");
    return model_template("equilibrium.f90", program, holes);
}

std::string fortran77_equilibrium(const Program& program) {
    const bool states = !program.states.empty(), contacts = !program.contact_places.empty();
    Holes holes = shared_holes(program, 1);
    const auto fill = [&](std::string_view name, std::string text) { holes.emplace_back(name, std::move(text)); };
    const std::size_t nq = program.coordinates.size(), nu = program.speeds.size(), nr = program.constraints.size();
    fill("N", std::to_string(nq + nu + nr + program.states.size()));
    fill("LAST", std::to_string(nq + nu + nr));
    fill("Q1", extent(nq));
    fill("PASSW", states ? "w, " : "");
    fill("PASSTHERE", states ? "sthere, " : "");
    fill("PASSS", states ? "s, " : "");
    fill("TOUCHING", contacts ? "touch" : "w");
    fill("SMALL", "1.0D-9");
    fill("TIE", "1.000000001D0");
    fill("WITH_STATES", states ? " and states" : "");
    fill("OR_STATE", states ? " or nu+nphi+5 + the state" : "");
    fill("NO_MODE", contacts ? "; nu+nphi+3: no contacts fit" : "");
    std::string tables;
    if (contacts) {
        const auto data = [&](const std::string& name, const std::string& numbers) {
            tables += "      DATA " + name + " /" + numbers + "/\n";
        };
        data("rowof", places(program, &ContactPlaces::normal, false, 1));
        data("flagof", places(program, &ContactPlaces::closed, false, 1));
        data("slips", places(program, &ContactPlaces::slip, true, 1));
    }
    if (nr > 0) tables += fmt::format("      nr = {}\n", nr);
    if (contacts) tables += fmt::format("      ncon = {}\n      nslip = {}\n", closing(program), slipping(program));
    fill("TABLES", tables);
    fill("MOST", std::to_string(closing(program) < 12 ? std::size_t{1} << closing(program) : 4096));
    return fixed_form(model_template("rest_step.f", program, holes) + model_template("equilibrium.f", program, holes));
}

std::vector<Argument> equilibrium_arguments(const Program& program) {
    using Intent = Argument::Intent;
    using Type = Argument::Type;
    std::vector<Argument> all{{"t", Intent::in, Type::real, {}, {}},
                              {"q", Intent::inout, Type::real, {program.size("nq")}, {}}};
    if (!program.states.empty()) all.push_back({"s", Intent::inout, Type::real, {program.size("ns")}, {}});
    const Intent flags = !program.contact_places.empty() ? Intent::inout : Intent::in;
    all.push_back({"w", flags, Type::real, {program.size("nw")}, {}});
    all.push_back({"c", Intent::in, Type::real, {program.size("nc")}, {}});
    all.push_back({"held", Intent::in, Type::integer, {program.size("nq")}, {}});
    all.push_back({"tolerance", Intent::in, Type::real, {}, {}});
    all.push_back({"limit", Intent::in, Type::integer, {}, {}});
    all.push_back({"lambda", Intent::out, Type::real, {program.size("nl")}, {}});
    all.push_back({"info", Intent::out, Type::integer, {}, {}});
    return all;
}

std::vector<std::string> failures_of_equilibrium(const Program& program) {
    const InfoCodes codes = program.info_codes();
    const std::string name = to_string(RoutineName::equilibrium);
    std::vector<std::string> lines{fmt::format(
        "1 to {} of {}: nothing holds that speed's motion there: hold a coordinate", program.speeds.size(), name)};
    if (!program.constraints.empty())
        lines.push_back(fmt::format("{} to {} of {}: that constraint cannot be met at rest", codes.of_row(0),
                                    codes.of_row(program.constraints.size() - 1), name));
    lines.push_back(fmt::format("{} of {}: no rest was found within its limit, or a number overflows",
                                codes.of_no_convergence(), name));
    if (!program.contact_places.empty())
        lines.push_back(
            fmt::format("{} of {}: no contacts fit, closed or open", codes.of_contacts(ContactFailure::no_mode), name));
    if (!program.states.empty())
        lines.push_back(fmt::format("{} to {} of {}: nothing says what that state is at rest", codes.of_state(0),
                                    codes.of_state(program.states.size() - 1), name));
    return lines;
}

}  // namespace lag
