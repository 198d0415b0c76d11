#include "emitters/procedures/read_procedure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "emitters/procedures/reader.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag::procedures {

namespace {

template <std::size_t n>
bool is_among(const std::array<const char*, n>& words, const std::string& name) {
    return std::ranges::find(words, name) != words.end();
}

}  // namespace

Procedure read_procedure(std::string text, std::string file_name, const Lookup& procedure_named) {
    const Script script = parse(std::move(text), std::move(file_name));
    if (script.statements.size() != 1)
        throw error_at({script.source, 0}, fmt::format("one procedure is expected, not {}", script.statements.size()));
    return Reader(script.source, procedure_named).read(script.statements[0]);
}

bool is_size(const std::string& name) {
    constexpr std::array<const char*, 35> words{
        "nq", "nu", "np", "nw", "nc", "nl", "nphi", "no", "ns", "nf", "ne", "nd",
        // entries of tables
        "nswitched", "ncontacts", "nclosing", "nslipping", "nresting",
        // unknowns of m_equilibrium: nu + nphi + nq + ns
        "nrest",
        // the search for the mode of contacts (ContactTables)
        "nrows", "nloads", "nmembers", "nmodes", "nstops", "nslopes", "nunknowns",
        // its modes where a contact has two slip speeds, else 0; its loads where contacts may depend on each other; its
        // members where there are too many contacts to try all modes
        "nplanar", "nshared", "ncrowd",
        // units of files; rows of a table of inputs
        "nunits", "ntable",
        // inputs that are no flags
        "ninputs",
        // what the start keeps; inputs that the user's routines give; ranges of info, and failures of events, that have words
        "nheld", "ngiven", "ninfo", "nevent_failures"};
    return is_among(words, name);
}

const std::vector<Part>& parts() {
    static const std::vector<Part> known{{"states", "ns"},
                                         {"flags", "nf"},
                                         {"events", "ne"},
                                         {"constraints", "nphi"},
                                         {"dependent_speeds", "nd"},
                                         {"outputs", "no"},
                                         {"contact_events", ""},
                                         {"impacts", ""},
                                         {"timed_events", ""},
                                         {"euler_parameters", ""},
                                         {"assembly", ""},
                                         {"states_in_rows", ""},
                                         {"rates_at_rest", ""},
                                         {"resting_rows", "nresting"},
                                         {"inputs", ""},
                                         {"user_units", "nunits"},
                                         {"corrections", ""},
                                         {"projection", ""},
                                         {"routines_at_init", ""},
                                         {"routines_at_step", ""},
                                         {"switches", ""},
                                         {"run_files", ""},
                                         {"contacts", "ncontacts"},
                                         {"closing_contacts", "nclosing"},
                                         {"slipping_contacts", "nslipping"}};
    return known;
}

const HostRoutine* host_routine(const std::string& name) {
    using enum Argument::Intent;
    const auto argument = [](const char* dummy, Argument::Intent intent) {
        const Dummy& common = *common_dummy(dummy);
        return Variable{.name = common.name, .shape = common.shape, .use = Variable::Use::argument, .intent = intent};
    };
    const Variable outputs{
        .name = "o", .shape = {{"no"}}, .use = Variable::Use::argument, .intent = Argument::Intent::in};
    const std::vector<Variable> of_user{argument("t", in), argument("p", in), argument("y", in), argument("w", inout),
                                        outputs};
    static const std::vector<HostRoutine> known{
        {"set_inputs", {argument("t", in), argument("w", inout)}},
        {"follow_modes", {argument("t", in), argument("y", in), argument("w", in)}},
        {"user_at_init", of_user},
        {"user_at_step", of_user},
        {"state_at", {argument("t", in), argument("w", inout), argument("c", in), argument("y", out)}}};
    const auto found = std::ranges::find(known, name, &HostRoutine::name);
    return found == known.end() ? nullptr : &*found;
}

bool is_part(const std::string& name) {
    return std::ranges::find(parts(), name, &Part::name) != parts().end();
}

const std::vector<Table>& tables() {
    constexpr auto place = ValueType::place, text = ValueType::text;
    static const std::vector<Table> known{{"switched_row", "nswitched", place, true},
                                          {"switched_flag", "nswitched", place, true},
                                          {"contact_normal", "ncontacts", place, true},
                                          {"contact_tangent", "ncontacts", place, true},
                                          {"contact_closed", "ncontacts", place, true},
                                          {"contact_slip", "ncontacts", place, true},
                                          {"contact_second", "ncontacts", place, true},
                                          {"contact_closes", "ncontacts", place, true},
                                          {"contact_opens", "ncontacts", place, true},
                                          {"closing_row", "nclosing"},
                                          {"closing_flag", "nclosing"},
                                          {"slipping_flag", "nslipping"},
                                          {"resting_row", "nresting"},
                                          {"normal", "nmembers"},
                                          {"tangent", "nmembers"},
                                          {"other_tangent", "nplanar"},
                                          {"unit_name", "nunits", text, true},
                                          {"unit_of_files", "nunits", text, true},
                                          {"unit_factor", "nunits", ValueType::real, true},
                                          {"event_name", "ne", text},
                                          {"constraint_name", "nphi", text},
                                          // places in y that the start keeps
                                          {"held_place", "nheld"},
                                          {"held_name", "nheld", text, true},
                                          {"given_input", "ngiven", place, true},
                                          {"dependent_speed_name", "nd", text},
                                          // what info says from one value to another; after the words the name of a
                                          // speed (1), a constraint (2), a dependent speed (3)
                                          {"info_first", "ninfo", ValueType::integer, true},
                                          {"info_last", "ninfo", ValueType::integer, true},
                                          {"info_words", "ninfo", text, true},
                                          {"info_names", "ninfo", ValueType::integer, true},
                                          // what the procedures of events fail with: words, between them so many of:
                                          // the event, the row, its error
                                          {"event_failure", "nevent_failures", ValueType::integer, true},
                                          {"event_failure_names", "nevent_failures", ValueType::integer, true},
                                          {"event_failure_begins", "nevent_failures", text, true},
                                          {"event_failure_goes_on", "nevent_failures", text, true},
                                          {"event_failure_ends", "nevent_failures", text, true},
                                          // of each quantity; in_file is its name there, after a word where it must be
                                          {"parameter_name", "np", text},
                                          {"parameter_unit", "np", text},
                                          {"parameter_in_file", "np", text, true},
                                          {"parameter_meaning", "np", text, true},
                                          {"input_name", "nw", text},
                                          {"input_unit", "nw", text},
                                          {"input_in_file", "ninputs", text, true},
                                          {"input_meaning", "ninputs", text, true},
                                          {"coordinate_name", "nq", text},
                                          {"coordinate_unit", "nq", text},
                                          {"coordinate_in_file", "nq", text, true},
                                          {"coordinate_meaning", "nq", text, true},
                                          {"coordinate_column_unit", "nq", text, true},
                                          {"speed_name", "nu", text},
                                          {"speed_unit", "nu", text},
                                          {"speed_in_file", "nu", text, true},
                                          {"speed_meaning", "nu", text, true},
                                          {"speed_column_unit", "nu", text, true},
                                          {"state_name", "ns", text},
                                          {"state_unit", "ns", text},
                                          {"state_in_file", "ns", text, true},
                                          {"state_meaning", "ns", text, true},
                                          {"state_column_unit", "ns", text, true},
                                          {"flag_name", "nf", text},
                                          {"flag_unit", "nf", text, true},
                                          {"flag_in_file", "nf", text, true},
                                          {"flag_meaning", "nf", text, true},
                                          {"output_name", "no", text},
                                          {"output_meaning", "no", text, true},
                                          {"output_column_unit", "no", text, true},
                                          {"event_rises", "ne", ValueType::logical},
                                          {"event_falls", "ne", ValueType::logical},
                                          {"event_stops", "ne", ValueType::logical},
                                          {"event_is_timed", "ne", ValueType::logical},
                                          {"event_end", "ne", ValueType::integer}};
    return known;
}

bool is_number(const std::string& name) {
    return name == "touch";
}

}  // namespace lag::procedures
