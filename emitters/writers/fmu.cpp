// Program -> fmu.c: an instance with its state, and the functions of FMI 2 and 3 that importing tools call. What has loops
// and branches of its own, or is there for some models only, are procedures (start_fmu, step_fmu, events_of_fmu, ..).

#include <fmt/format.h>

#include <set>

#include "core/errors.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// The records that the procedures share, in the order in which they stand in the text.
std::string members_of_records(const std::string& procedures) {
    std::string members;
    const std::string beginning = "struct kept_";
    for (std::size_t at = procedures.find("\n" + beginning); at != std::string::npos;
         at = procedures.find("\n" + beginning, at + 1)) {
        const std::size_t from = at + 1 + beginning.size();
        const std::string name = procedures.substr(from, procedures.find(' ', from) - from);
        members += fmt::format("    struct kept_{0} {0};\n", name);
    }
    return members;
}

// Records before the procedures, which refer to them through the instance.
struct Sections {
    std::string records, procedures;
};
Sections in_sections(const Program& program) {
    static const std::set<std::string> records{"settings", "table", "run_values", "run", "watch", "event_table"};
    Sections sections;
    for (const std::string record : {"settings", "table", "run"}) sections.records += fmu_procedure(program, record);
    if (!program.events.empty())
        for (const std::string record : {"watch", "event_table"}) sections.records += fmu_procedure(program, record);
    ProcedureTexts texts(program, fmu_procedure, [&] {
        std::set<std::string> there = records;
        there.insert(to_string(RoutineName::assemble));
        return there;
    }());
    for (const std::string procedure : {"default_settings", "default_table", "first_values", "start_fmu", "step_fmu",
                                        "rates_of_fmu", "outputs_of_fmu", "due_in_fmu", "events_of_fmu",
                                        "next_time_of_fmu"})
        sections.procedures += texts.text(procedure);
    if (!program.events.empty()) sections.procedures += texts.text("indicators");
    return sections;
}

}  // namespace

std::string fmu_source(const Program& program, const std::string& header) {
    if (!program.stage_routines.empty())
        throw ModelError("an FMU calls no routines at the start or after steps, as '" +
                             program.stage_routines.front().name + "' is",
                         "leave its statement out, or emit c with driver = true");
    const Sections sections = in_sections(program);
    const Holes c{{"LOGICAL_OUT", "int* "}, {"INTEGER_OUT", "int* "}, {"REAL_OUT", "double* "}, {"OF", "*"}};
    Holes holes = c;
    const bool has_info_of_rates = true;
    (void)has_info_of_rates;
    holes.insert(holes.end(),
                 {{"HEADER", header},
                  {"TEXTS", model_template("texts.c", program, c)},
                  {"RECORDS", sections.records},
                  {"MEMBERS", members_of_records(sections.records)},
                  {"PROCEDURES", sections.procedures},
                  {"STATES", program.states.empty() ? "0" : program.name + "_ns"},
                  {"EVENTS", program.events.empty() ? "0" : program.name + "_ne"},
                  {"FLAGS", program.flags.empty() ? "0" : program.name + "_nf"},
                  {"INDICATORS", program.events.empty() ? "0" : "1"},
                  {"JACOBIAN", program.jacobian ? "1" : "0"}});
    return model_template("fmu.c", program, holes);
}

}  // namespace lag
