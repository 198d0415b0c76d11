// The main programs of `driver = true`: parameters and initial state from a text file, fixed-step Runge-Kutta of fourth
// order, CSV out, energy and constraint errors reported; where there are constraints, a consistent initial state and
// optionally projection after every step.
//
// The text file has one "name value" per line; # begins a comment. Names: end, step, output (a file), then parameters,
// coordinates, speeds and states of the model, and inputs, which stay constant. What is not mentioned keeps its default. A
// value is one decimal number; anything else on the line is an error, as is a state that is no finite number and a file
// that cannot be written to its end.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/info_words.hpp"
#include "emitters/program/contact_events.hpp"
#include "emitters/program/event_failures.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/driver_stages.hpp"
#include "emitters/writers/driver_texts.hpp"
#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// A statement of Fortran that a template has on a line of its own.
std::string wrapped_line(const std::string& statement, std::size_t indent) {
    std::string text = wrapped_fortran(statement, indent);
    text.pop_back();
    return text;
}

// What drivers know of contacts and dry friction. Distances and rates below CONTACT_TOUCH are none.
Holes with_contacts(const Program& program, Holes holes) {
    const bool any = program.contacts.has_value();
    std::string ends, touch = fmt::format("{:.6e}", contact_touch(program));
    std::string broken = any && contact_touch(program) > 1e-6 ? touch : "1e-6";
    for (const ContactEnd end : contact_ends(program))
        ends += (ends.empty() ? "" : ", ") + std::to_string(static_cast<int>(end));
    holes.push_back({"CONTACT_ENDS", ends});
    holes.push_back({"CONTACT_ENDS_F", wrapped_line("integer, parameter :: contact_ends(ne) = [" + ends + "]", 2)});
    holes.push_back({"CONTACT_TOUCH", touch});
    std::ranges::replace(touch, 'e', 'D');
    holes.push_back({"CONTACT_TOUCH_D", touch});
    // of a row that an event switches on: a contact closes where its gap counts as none
    holes.push_back({"BROKEN", broken});
    holes.push_back({"BROKEN_F", broken == "1e-6" ? "1.0e-6" : broken});
    if (broken == "1e-6") broken = "1.0e-6";
    std::ranges::replace(broken, 'e', 'D');
    holes.push_back({"BROKEN_D", broken});
    holes.push_back({"RATE_C", any ? ", gdot[k]" : ""});
    holes.push_back({"RATE_F", any ? ", gdot(i)" : ""});
    holes.push_back({"OF_EVENT", any ? "" : ".g[k]"});
    holes.push_back({"CONTACT_INFO", std::to_string(program.info_codes().of_no_convergence())});
    return holes;
}

// What a model with states has besides, in calls and declarations.
Holes with_states(const Program& program, Holes holes) {
    const bool any = !program.states.empty();
    holes.push_back({"STATES", any ? "states, " : ""});
    holes.push_back({"S", any ? ", s" : ""});
    holes.push_back({"S_DATA", any ? ", s.states.data()" : ""});
    const bool in_rows = program.has_states_in_rows;  // what positions depend on
    holes.push_back({"S_ROWS_DATA", in_rows ? ", s.states.data()" : ""});
    holes.push_back({"S_ROWS", in_rows ? ", s" : ""});
    holes.push_back({"S_ARRAY", any ? "s(ns), " : ""});
    holes.push_back({"NY", any ? "nq+nu+ns" : "nq+nu"});
    const std::string tolerance = program.find(RoutineName::assembly_step) != nullptr ? " + 1e-11" : "";
    holes.push_back({"TOLERANCE", tolerance});
    holes.push_back({"TOLERANCE_DP", tolerance.empty() ? "" : tolerance + "_dp"});
    holes.push_back({"S_PART", any ? ", z(nq+nu+1:)" : ""});
    holes.push_back({"S_EVENT", any ? ", y.data() + " + program.name + "::nq + " + program.name + "::nu" : ""});
    const bool happens = !program.events.empty();
    holes.push_back({"E_HALT", happens ? " || watch.stopped" : ""});
    holes.push_back({"E_HALT_F", happens ? " .or. watch%stopped" : ""});
    holes.push_back({"END_OF_U", any ? "y.begin() + " + program.name + "::nq + " + program.name + "::nu" : "y.end()"});
    return with_contacts(program, std::move(holes));
}

// What the start keeps. `start`: the routine that brings the initial state onto the constraints.
Holes with_held(const Program& program, Holes holes, const std::string& start, const std::string& plain) {
    std::string from_0, from_1, names, text;
    const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
    for (const std::size_t k : program.held) {
        const std::size_t nq = program.coordinates.size();
        const std::string& name = k < nq ? program.coordinates[k].name : program.speeds[k - nq].name;
        add(from_0, std::to_string(k));
        add(from_1, std::to_string(k + 1));
        add(names, name);
        // a doubled apostrophe, and a place where a line may end
        std::string quoted = (text.empty() ? "" : ", ") + name;
        for (std::size_t at = 0; (at = quoted.find('\'', at)) != std::string::npos; at += 2) quoted.insert(at, "'");
        text += (text.empty() ? "'" : "// '") + quoted + "'";
    }
    holes.push_back({"START", program.held.empty() ? plain : start});
    holes.push_back({"HELD", from_0});
    holes.push_back({"HELD_FROM_1", from_1});
    holes.push_back(
        {"HELD_F", wrapped_line(fmt::format("integer, parameter :: held({}) = [{}]", program.held.size(), from_1), 4)});
    holes.push_back({"HELD_COUNT", std::to_string(program.held.size())});
    holes.push_back({"HELD_NAMES", names});
    holes.push_back({"HELD_TEXT", text});
    return holes;
}

// The record that procedures share, as the host's own variables (Fortran).
const std::set<std::string>& kept_by_host() {
    static const std::set<std::string> known{"set_inputs", "run", "watch"};
    return known;
}

bool is_of_procedures(std::string_view hole) {
    const std::array<std::string_view, 6> known{"RECORDS", "COMMON_RUN", "COMMON_WATCH", "RUN", "STEPS", "EVENTS"};
    return std::ranges::find(known, hole) != known.end();
}

// The texts of procedures that the main program calls, and what it shares with them.
Holes with_procedures(const Program& program, Language language, Holes holes) {
    const bool is_fortran = language == Language::fortran || language == Language::fortran77;
    using Print = ProcedureTexts::Print;
    const Print print = language == Language::c         ? Print(c_procedure)
                        : language == Language::cpp     ? Print(cpp_host_procedure)
                        : language == Language::fortran ? Print(fortran_procedure)
                                                        : Print(fortran77_procedure);
    ProcedureTexts texts(program, print, is_fortran ? kept_by_host() : std::set<std::string>{"set_inputs"});
    if (is_fortran) {
        const std::string run = print(program, "run"), watch = program.events.empty() ? "" : print(program, "watch");
        holes.push_back({"RECORDS", run + watch});
        holes.push_back({"COMMON_RUN", run});
        holes.push_back({"COMMON_WATCH", watch});
    } else {
        holes.push_back({"RUN", texts.text("run")});
    }
    holes.push_back({"STEPS", texts.text("advance")});
    std::string of_events;
    if (!program.events.empty()) {
        std::vector<std::string> called{"start_events", "step_to_event", "apply_event", "events_at_zero"};
        if (program.contacts) called.insert(called.end(), {"rest_events", "guess_modes"});
        for (const std::string& procedure : called) of_events += texts.text(procedure);
    }
    holes.push_back({"EVENTS", of_events});
    for (auto& [name, text] : holes)  // each on a line of its own
        if (text.ends_with("\n") && is_of_procedures(name)) text.pop_back();
    return holes;
}

// Of texts that are joined to others: without one that is empty.
std::string without_empty_ends(std::string text) {
    for (const std::string end : {" + \"\"", " // \"\""})
        if (text.ends_with(end)) text.resize(text.size() - end.size());
    return text;
}

// What a main program says of a failure of these procedures: the event, the row and its error as each language has them.
Holes with_failures(const Program& program, Language language, Holes holes) {
    for (const EventFailure& failure : event_failures(program.has_states_in_rows)) {
        std::string text;
        if (language == Language::fortran77) {
            const std::array<std::string, 3> names{
                "names(k)(1:n)", fmt::format("rows(row)(1:{}_length(rows(row)))", program.name), "digits"};
            text = fortran77_quoted(failure.words[0]);
            for (std::size_t k = 1; k < failure.words.size(); ++k)
                text +=
                    "// " + names[k - 1] + (failure.words[k].empty() ? "" : "// " + fortran77_quoted(failure.words[k]));
        } else {
            const std::array<std::string, 3> in_c{"%s", "%s", "%g"},
                in_cpp{"\" + event + \"", "\" + row + \"", "\" + breach + \""},
                in_fortran{"\" // trim(event) // \"", "\" // trim(row) // \"", "\" // trim(text) // \""};
            text = words_of_event_failure(failure.number, program.has_states_in_rows,
                                          language == Language::c     ? in_c
                                          : language == Language::cpp ? in_cpp
                                                                      : in_fortran);
            if (language != Language::c) text = without_empty_ends("\"" + text + "\"");
        }
        static const std::array<std::string, 11> names{"",          "FAILURE_1", "FAILURE_2", "FAILURE_3",
                                                       "FAILURE_4", "FAILURE_5", "FAILURE_6", "FAILURE_7",
                                                       "FAILURE_8", "FAILURE_9", "FAILURE_10"};
        holes.push_back({names.at(static_cast<std::size_t>(failure.number)), text});
    }
    return holes;
}

// Values of info that say the same of one thing after the other.
struct InfoRange {
    std::size_t first = 0, last = 0;
    std::string words;  // the thing's name follows, where there are names
    std::string names;  // the table of names, without the model's name; empty: none
};

std::string table_of_names(InfoCodes::Kind kind) {
    switch (kind) {
        case InfoCodes::Kind::speed:
            return "speed_names";
        case InfoCodes::Kind::row:
            return "constraint_names";
        case InfoCodes::Kind::dependent_speed:
            return "dependent_speed_names";
        default:
            return {};
    }
}

// Those of the routines that main programs call.
std::vector<InfoRange> info_ranges(const Program& program) {
    using Kind = InfoCodes::Kind;
    const InfoCodes codes = program.info_codes();
    std::vector<InfoRange> ranges;
    Kind last = Kind::nothing;
    for (std::size_t info = 1; info <= codes.largest(); ++info) {
        const InfoCodes::Meaning meaning = codes.meaning(info);
        const Kind kind = meaning.kind;
        if (kind == Kind::state || (kind == Kind::contacts && program.find(RoutineName::modes) == nullptr) ||
            (kind == Kind::no_convergence && program.find(RoutineName::assembly_step) == nullptr))
            continue;
        const std::string names = table_of_names(kind);
        if (kind == last && !names.empty()) {
            ranges.back().last = info;
            continue;
        }
        last = kind;
        const bool eliminated = !program.dependent_speeds.empty();
        const std::string words = words_of_info(meaning, RoutineName::assemble, eliminated);
        ranges.push_back({info, info, words_about(words, subject_of_info(kind) + " "), names});
    }
    return ranges;
}

std::size_t longest_info_text(const Program& program) {
    std::size_t longest = 80;
    for (std::size_t info = 1; info <= program.info_codes().largest(); ++info)
        longest = std::max(longest, program.info_text(info, RoutineName::assemble).size());
    return longest;
}

// What info says, as branches.
std::string info_branches(const Program& program, Language language) {
    const std::string& m = program.name;
    const std::size_t size = longest_info_text(program) + 1;
    std::string text = language == Language::c ? fmt::format("    static char text[{}] = \"\";\n", size) : "";
    const std::vector<InfoRange> ranges = info_ranges(program);
    if (ranges.empty() && (language == Language::c || language == Language::cpp)) text += "    (void)info;\n";
    for (InfoRange range : ranges) {
        const std::array<std::string, 2> forms =
            language == Language::fortran77
                ? std::array<std::string, 2>{"info .EQ. {}", "info .GE. {} .AND. info .LE. {}"}
            : language == Language::fortran ? std::array<std::string, 2>{"info == {}", "info >= {} .and. info <= {}"}
                                            : std::array<std::string, 2>{"info == {}", "info >= {} && info <= {}"};
        const std::string condition = range.first == range.last
                                          ? fmt::format(fmt::runtime(forms[0]), range.first)
                                          : fmt::format(fmt::runtime(forms[1]), range.first, range.last);
        if (language == Language::fortran || language == Language::fortran77) range.first -= 1;
        const std::string place = range.first == 0 ? "info" : fmt::format("info - {}", range.first);
        const bool names = !range.names.empty();
        switch (language) {
            case Language::c:
                text += wrapped_c(names ? fmt::format("if ({}) snprintf(text, sizeof text, \"{}%s\", {}_{}[{}]);",
                                                      condition, range.words, m, range.names, place)
                                        : fmt::format("if ({}) return \"{}\";", condition, range.words),
                                  4);
                break;
            case Language::cpp:
                text += wrapped_c(
                    names ? fmt::format("if ({}) return std::string(\"{}\") + {}::{}[static_cast<std::size_t>({})];",
                                        condition, range.words, m, range.names, place)
                          : fmt::format("if ({}) return \"{}\";", condition, range.words),
                    4);
                break;
            case Language::fortran:
                text += fmt::format("    if ({}) &\n      text = \"{}\"{}\n", condition, range.words,
                                    names ? fmt::format(" // trim({}({}))", range.names, place) : "");
                break;
            default:
                if (names) text += fmt::format("      IF ({}) CALL {}_{}(names)\n", condition, m, range.names);
                text += fmt::format("      IF ({}) CALL {}_main_stop(before// {}{})\n", condition, m,
                                    fortran77_quoted(range.words), names ? fmt::format("// names({})", place) : "");
        }
    }
    if (language == Language::c) return text + "    return text;";
    if (language == Language::cpp) return text + "    return {};";
    if (!text.empty()) text.pop_back();
    return text;
}

Holes with_texts(const Program& program, Language language, Holes holes) {
    holes.push_back({"INFO_TEXTS", info_branches(program, language)});
    holes.push_back({"INFO_LENGTH", std::to_string(longest_info_text(program))});
    for (auto& hole : procedure_texts(program, language)) holes.push_back(std::move(hole));
    for (auto& hole : stage_texts(program, language)) holes.push_back(std::move(hole));
    return with_procedures(program, language, with_failures(program, language, std::move(holes)));
}

std::string quaternion_hint(const Program& program) {
    return program.find(RoutineName::normalize) != nullptr ? "; Euler parameters cannot all be zero" : "";
}

}  // namespace

std::string fortran_driver(const Program& program, const std::string& stem) {
    return model_template(
        "driver.f90", program,
        with_texts(
            program, Language::fortran,
            with_states(program, with_held(program, {{"STEM", stem}, {"PROJECT", program.events.empty() ? "0" : "1"}},
                                           "start_on_constraints", "onto_constraints"))));
}

std::string fortran77_driver(const Program& program, const std::string& stem) {
    const auto number = [](std::size_t value) { return std::to_string(value); };
    const auto extent = [&](std::size_t value) { return number(std::max<std::size_t>(value, 1)); };
    const auto size = [&](const char* name) { return program.size(name).value; };
    const std::size_t nq = size("nq"), nu = size("nu"), ns = program.states.size(), ny = nq + nu + ns;
    const std::string states = ns > 0 ? ", y(" + number(nq + nu + 1) + ")" : "";
    return fixed_form(model_template(
               "driver.f", program,
               with_texts(program, Language::fortran77,
                          with_held(program,
                                    with_contacts(
                                        program,
                                        {{"STEM", stem},
                                         {"PROJECT", program.events.empty() ? "0" : "1"},
                                         {"STATES", ns > 0 ? "states, " : ""},
                                         {"QF", program.find(RoutineName::normalize) != nullptr
                                                    ? "// '; Euler parameters cannot all be zero'"
                                                    : ""},
                                         {"E_HALT", program.events.empty() ? "" : " .OR. halt .NE. 0"},
                                         {"NE", extent(program.events.size())},
                                         {"TOLERANCE_D",
                                          program.find(RoutineName::assembly_step) != nullptr ? " + 1.0D-11" : ""},
                                         {"NQ", extent(nq)},
                                         {"NU", extent(nu)},
                                         {"NSTATE", extent(ns)},
                                         {"NO", extent(size("no"))},
                                         {"NP", extent(size("np"))},
                                         {"NW", extent(size("nw"))},
                                         {"NC", extent(size("nc"))},
                                         {"NPHI", extent(size("nphi"))},
                                         {"NY", extent(ny)},
                                         {"NYS", number(ny)},
                                         {"NQS", number(nq)},
                                         {"IU", number(std::min(nq, std::max<std::size_t>(ny, 1) - 1) + 1)},
                                         {"IS", number(nq + nu + 1)},
                                         {"S_Y", states},
                                         {"S_ROWS", program.has_states_in_rows ? states : ""},
                                         {"NAMES", extent(std::max({nq, nu, ns, size("no"), size("np"), size("nw"),
                                                                    size("nphi"), program.dependent_speeds.size()}))}}),
                                    "start", "assemble")))) +
           fortran77_procedures_of_main(program);
}

std::string cpp_driver(const Program& program, const std::string& header, const std::string& stem) {
    return model_template("driver.cpp", program,
                          with_texts(program, Language::cpp,
                                     with_states(program, with_held(program,
                                                                    {{"STEM", stem},
                                                                     {"PROJECT", program.events.empty() ? "0" : "1"},
                                                                     {"Q", quaternion_hint(program)},
                                                                     {"HEADER", header}},
                                                                    "start_on_constraints", "onto_constraints"))));
}

std::string c_driver(const Program& program, const std::string& header, const std::string& stem) {
    const std::string& m = program.name;
    const bool any = !program.states.empty(), has_assembly = program.find(RoutineName::assembly_step) != nullptr;
    return model_template(
        "driver.c", program,
        with_texts(program, Language::c,
                   with_held(program,
                             with_contacts(
                                 program,
                                 {{"STEM", stem},
                                  {"PROJECT", program.events.empty() ? "0" : "1"},
                                  {"STATES", any ? "states, " : ""},
                                  {"S_DATA", any ? ", s->y + " + m + "_nq + " + m + "_nu" : ""},
                                  {"S_ROWS", program.has_states_in_rows ? ", s->y + " + m + "_nq + " + m + "_nu" : ""},
                                  {"NY", m + "_nq + " + m + "_nu" + (any ? " + " + m + "_ns" : "")},
                                  {"Q", quaternion_hint(program)},
                                  {"S_EVENT", any ? ", y + " + m + "_nq + " + m + "_nu" : ""},
                                  {"E_GO", program.events.empty() ? "" : " && !watch.stopped"},
                                  {"E_HALT", program.events.empty() ? "" : " || watch.stopped"},
                                  {"TOLERANCE", has_assembly ? " + 1e-11" : ""},
                                  {"HEADER", header}}),
                             "start_on_constraints", "onto_constraints")));
}

}  // namespace lag
