#include "emitters/writers/text_tables.hpp"

#include <algorithm>
#include <array>

#include "core/info_words.hpp"
#include "emitters/program/event_failures.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

// As it is set in a file: names of settings after a word that says so.
std::string name_in_file(const std::string& name) {
    constexpr std::array settings{"start",    "end",      "step",     "output",  "interval",  "integrator",
                                  "event",    "title",    "include",  "inputs",  "save",      "labels",
                                  "realtime", "setting",  "assemble", "project", "tolerance", "parameter",
                                  "input",    "relative", "absolute"};
    return (std::ranges::count(settings, name) > 0 ? "parameter " : "") + name;
}

// What the start keeps, and the user's routines with their results.
void add_start(const Program& program, procedures::Facts& facts) {
    const std::size_t nq = program.coordinates.size();
    for (const std::size_t k : program.held) {
        facts.tables["held_place"].push_back(static_cast<double>(k + 1));
        facts.texts["held_name"].push_back(k < nq ? program.coordinates[k].name : program.speeds[k - nq].name);
    }
    facts.sizes.push_back({"nheld", program.held.size()});
    for (const StageRoutine& routine : program.stage_routines) {
        const bool is_at_init = routine.stage == StageRoutine::Stage::init;
        facts.parts.insert(is_at_init ? "routines_at_init" : "routines_at_step");
        for (const InputIndex w : routine.results)
            facts.tables["given_input"].push_back(static_cast<double>(w.value + 1));
    }
    facts.sizes.push_back({"ngiven", facts.tables["given_input"].size()});
}

// The values of info that the routines of main programs give.
void add_info(const Program& program, procedures::Facts& facts) {
    using Kind = InfoCodes::Kind;
    const InfoCodes codes = program.info_codes();
    auto& last = facts.tables["info_last"];
    Kind before = Kind::nothing;
    for (std::size_t info = 1; info <= codes.largest(); ++info) {
        const InfoCodes::Meaning meaning = codes.meaning(info);
        const Kind kind = meaning.kind;
        if (kind == Kind::state || (kind == Kind::contacts && program.find(RoutineName::modes) == nullptr) ||
            (kind == Kind::no_convergence && program.find(RoutineName::assembly_step) == nullptr))
            continue;
        const int names = kind == Kind::speed ? 1 : kind == Kind::row ? 2 : kind == Kind::dependent_speed ? 3 : 0;
        if (kind == before && names > 0) {
            last.back() = static_cast<double>(info);
            continue;
        }
        before = kind;
        const std::string words = words_of_info(meaning, RoutineName::assemble, program.dependents);
        facts.tables["info_first"].push_back(static_cast<double>(info));
        last.push_back(static_cast<double>(info));
        facts.tables["info_names"].push_back(names);
        facts.texts["info_words"].push_back(words_about(words, subject_of_info(kind) + " "));
    }
    facts.sizes.push_back({"ninfo", last.size()});
}

void add_failures(const Program& program, procedures::Facts& facts) {
    if (!program.events.empty())
        for (const EventFailure& failure : event_failures(program.has_states_in_rows)) {
            const auto part = [&](std::size_t k) { return k < failure.words.size() ? failure.words[k] : ""; };
            facts.tables["event_failure"].push_back(failure.number);
            facts.tables["event_failure_names"].push_back(static_cast<double>(failure.words.size() - 1));
            facts.texts["event_failure_begins"].push_back(part(0));
            facts.texts["event_failure_goes_on"].push_back(part(1));
            facts.texts["event_failure_ends"].push_back(part(2));
        }
    facts.sizes.push_back({"nevent_failures", facts.tables["event_failure"].size()});
}

}  // namespace

void add_texts(const Program& program, procedures::Facts& facts) {
    const auto add = [&](const std::string& kind, const std::vector<TableRow>& rows) {
        for (const TableRow& row : rows) {
            facts.texts[kind + "_name"].push_back(row.name);
            facts.texts[kind + "_unit"].push_back(row.unit);
            facts.texts[kind + "_in_file"].push_back(name_in_file(row.name));
            facts.texts[kind + "_meaning"].push_back(comment_text(row.text));
            facts.texts[kind + "_column_unit"].push_back(row.unit_in_files());
        }
    };
    add("parameter", program.parameters);
    add("input", program.inputs);
    add("coordinate", program.coordinates);
    add("speed", program.speeds);
    add("state", program.states);
    add("output", program.outputs);
    add("flag", {program.inputs.end() - static_cast<std::ptrdiff_t>(program.flags.size()), program.inputs.end()});
    for (const EventRow& event : program.events) facts.texts["event_name"].push_back(event.row.name);
    std::size_t units = 0;
    for (const auto* rows : {&program.parameters, &program.inputs, &program.coordinates, &program.speeds,
                             &program.states, &program.outputs})
        for (const TableRow& row : *rows) {
            if (!row.user_unit) continue;
            ++units;
            facts.texts["unit_name"].push_back(row.name);
            facts.texts["unit_of_files"].push_back(row.user_unit->unit);
            facts.tables["unit_factor"].push_back(row.user_unit->scale);
        }
    for (const TableRow& row : program.constraints) facts.texts["constraint_name"].push_back(row.name);
    for (const TableRow& row : program.dependent_speeds) facts.texts["dependent_speed_name"].push_back(row.name);
    add_start(program, facts);
    add_info(program, facts);
    add_failures(program, facts);
    facts.sizes.push_back({"ninputs", program.inputs.size() - program.flags.size()});
    facts.sizes.push_back({"nunits", units});
    // a million rows, fewer where they would have many columns; the ends of a communication step of an FMU
    const std::size_t columns = 1 + program.inputs.size();
    facts.sizes.push_back({"ntable", program.is_fmu ? 2 : std::min<std::size_t>(1000000, 20000000 / columns)});
    if (program.find(RoutineName::assembly_step) != nullptr || program.find(RoutineName::project_speeds) != nullptr)
        facts.parts.insert("corrections");
    if (program.find(RoutineName::project_speeds) != nullptr) facts.parts.insert("projection");
}

}  // namespace lag
