// Procedures of main programs: what they share, the mistakes that can be made with it, and how steps and events are printed.
#include <sstream>

#include "emitters/procedures/check_procedure.hpp"
#include "emitters/procedures/library.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/golden.hpp"

namespace lag {

namespace {

// Two coordinates, two speeds, three events. With a state, flags, inputs, a row, a contact, an event at a known time, which
// stops the run; or with nothing of that.
Program with_events(bool with_all_parts) {
    Program program;
    program.name = "rockers";
    const std::size_t rows = with_all_parts ? 1 : 0, inputs = with_all_parts ? 4 : 0;
    program.sizes = {{"nq", 2}, {"nu", 2},    {"np", 1},      {"nw", inputs},
                     {"nc", 2}, {"nl", rows}, {"nphi", rows}, {"no", 0}};
    program.sizes.push_back({"ne", 3});
    program.events = {
        {{"rises", "", ""}, 1, with_all_parts}, {{"closes", "", ""}, -1, false}, {{"any", "", ""}, 0, false}};
    if (!with_all_parts) return program;
    program.sizes.push_back({"ns", 1});
    program.sizes.push_back({"nf", 2});
    program.inputs.resize(4);
    program.flags.resize(2);
    program.contacts = ContactTables{.rows = 1, .normal = {0}, .tangent = {-1}};
    program.contact_places = {{0, -1, 2, -1, 1, -1, -1, -1}};
    for (const RoutineName routine : {RoutineName::normalize, RoutineName::assembly_step})
        program.routines.emplace_back().name = to_string(routine);
    return program;
}

std::string texts(bool with_all_parts, ProcedureTexts::Print print, bool declares) {
    const Program program = with_events(with_all_parts);
    ProcedureTexts all(
        program, print,
        declares ? std::set<std::string>{"set_inputs"} : std::set<std::string>{"set_inputs", "run", "watch"});
    std::string text = declares ? "" : print(program, "run") + print(program, "watch");
    for (const char* name : {"advance", "start_events", "step_to_event", "apply_event", "events_at_zero"})
        text += all.text(name);
    return text + (with_all_parts ? all.text("rest_events") : "");
}

// "b:2:1 message" of each mistake in the procedure `b`, with one `a` that shares count and sizes.
std::vector<std::string> mistakes(const std::string& locals, const std::string& statements) {
    procedures::Library library(
        {{"kept", {"shared(kept, [count: integer, sizes: reals(nq)])$", "kept"}},
         {"a", {"procedure(a, [], [x: real], block([shared(kept)], x: sizes[1], count: count + 1))$", "a"}},
         {"b", {"procedure(b, [t], [r: real], block([" + locals + "],\n" + statements + "))$", "b"}}});
    std::vector<std::string> found;
    try {
        procedures::check_procedure(*library.find("b"));
    } catch (const InputError& error) {
        for (const Diagnostic& d : error.diagnostics())
            found.push_back(std::to_string(d.position.line) + ":" + std::to_string(d.position.column) + " " +
                            d.message);
    }
    return found;
}

}  // namespace

TEST_CASE("what procedures share is read and changed by its name", "[procedures]") {
    using Found = std::vector<std::string>;
    CHECK(mistakes("shared(kept)", "r: t + sizes[1], count: 0").empty());
    CHECK(mistakes("shared(kept)", "a(x = r), sizes: r").empty());
    CHECK(mistakes("shared(kept)", "a(x = sizes[1]), r: 0") ==
          Found{"2:1 the argument x is changed: give it a variable"});
    CHECK(mistakes("shared(kept), y: real", "a(x = y), r: y").empty());
    CHECK(mistakes("shared(others)", "r: t") == Found{"1:37 nothing is shared by the name others"});
    CHECK(mistakes("shared(a)", "r: t") == Found{"1:37 nothing is shared by the name a"});
    CHECK(mistakes("shared(kept), count: real", "r: t") == Found{"1:51 count is the name of something else"});
    CHECK(mistakes("shared(kept)", "kept(), r: t") == Found{"2:1 there is no routine kept"});
    CHECK(mistakes("k: integer", "r: t, k: count") == Found{"2:10 there is no variable, size or part count"});
}

TEST_CASE("steps and events as text", "[procedures]") {
    for (const bool with_all_parts : {true, false}) {
        const std::string name = with_all_parts ? "events_all." : "events_none.";
        CHECK(golden_mismatch(name + "c", texts(with_all_parts, c_procedure, true)) == "");
        CHECK(golden_mismatch(name + "cpp", texts(with_all_parts, cpp_host_procedure, true)) == "");
        CHECK(golden_mismatch(name + "f90", texts(with_all_parts, fortran_procedure, false)) == "");
        CHECK(golden_mismatch(name + "f", texts(with_all_parts, fortran77_procedure, false)) == "");
    }
}

TEST_CASE("Fortran 77 of steps and events stays within 72 columns and 19 continuation lines", "[procedures]") {
    std::istringstream in(texts(true, fortran77_procedure, false));
    int continued = 0;
    for (std::string line; std::getline(in, line);) {
        INFO(line);
        CHECK(line.size() <= 72);
        continued = line.starts_with("     &") ? continued + 1 : 0;
        CHECK(continued <= 19);
    }
}

}  // namespace lag
