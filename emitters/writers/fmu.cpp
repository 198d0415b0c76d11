// Program -> fmu.c: an instance with its state, and the functions of FMI 2 and 3 that importing tools call. What has loops
// and branches of its own, or is there for some models only, are procedures (start_fmu, step_fmu, events_of_fmu, ..).

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include "core/errors.hpp"
#include "emitters/writers/fmu.hpp"
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
    for (const std::string procedure :
         {"default_settings", "default_table", "require_regular", "first_values", "start_fmu", "step_fmu",
          "outputs_of_fmu", "due_in_fmu", "events_of_fmu", "next_time_of_fmu"})
        sections.procedures += texts.text(procedure);
    if (!program.events.empty()) sections.procedures += texts.text("indicators");
    return sections;
}

// By column the first of its entries, which stand column after column; at the end their number.
std::string first_of_columns(const JacobianPattern& pattern) {
    std::vector<std::size_t> first;
    for (std::size_t column = 0; column <= pattern.column_names.size(); ++column)
        first.push_back(
            static_cast<std::size_t>(std::ranges::lower_bound(pattern.columns, column) - pattern.columns.begin()));
    return fmt::format("{}", fmt::join(first, ", "));
}

}  // namespace

const JacobianPattern* outputs_pattern(const Program& program) {
    const auto found = std::ranges::find(program.derivative_tables, RoutineName::outputs_jacobian,
                                         [](const DerivativeTable& table) { return table.routine.routine; });
    return found == program.derivative_tables.end() ? nullptr : &found->pattern;
}

int rate_of(const Program& program, std::size_t input) {
    const std::string& name = program.inputs[input].name;
    if (!name.ends_with("'")) return -1;
    const auto found = std::ranges::find(program.inputs, name.substr(0, name.size() - 1), &TableRow::name);
    return found == program.inputs.end() ? -1 : static_cast<int>(found - program.inputs.begin());
}

std::string fmu_token(const Program& program, const std::string& header_text, const EmitOptions& options) {
    std::string content = fmt::format("{}\n{}", program.name, header_text);
    for (const std::string& name : options.tunable) content += "\n" + name;
    for (const std::string& text : options.user_sources) content += "\n" + text;
    // FNV-1a, from two beginnings
    std::string token;
    for (std::uint64_t hash : {std::uint64_t{14695981039346656037U}, std::uint64_t{1099511628211U}}) {
        for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
        token += fmt::format("{:016x}", hash);
    }
    for (const std::size_t at : {20U, 16U, 12U, 8U}) token.insert(at, "-");
    return fmt::format("{{{}}}", token);
}

std::string fmu_source(const Program& program, const std::string& header, const std::string& header_text,
                       const EmitOptions& options) {
    if (!program.stage_routines.empty())
        throw ModelError(fmt::format("an FMU calls no routines at the start or after steps, as '{}' is",
                                     program.stage_routines.front().name),
                         "leave its statement out, or emit c with driver = true");
    const Sections sections = in_sections(program);
    const Holes c{{"LOGICAL_OUT", "int* "}, {"INTEGER_OUT", "int* "}, {"REAL_OUT", "double* "}, {"OF", "*"}};
    std::vector<std::string> tunables, rates;
    for (const TableRow& row : program.parameters)
        tunables.push_back(std::ranges::count(options.tunable, row.name) > 0 ? "1" : "0");
    const std::size_t inputs = program.inputs.size() - program.flags.size();
    for (std::size_t k = 0; k < inputs; ++k) rates.push_back(std::to_string(rate_of(program, k)));
    if (tunables.empty()) tunables.emplace_back("0");
    if (rates.empty()) rates.emplace_back("-1");
    const JacobianPattern* const of_outputs = outputs_pattern(program);
    const auto filled = [&](const char* name) {
        std::string text = model_template(name, program);
        text.pop_back();
        return text;
    };
    std::string texts = model_template("texts.c", program, c);
    texts.pop_back();
    return model_template(
        "fmu.c", program,
        {{"HEADER", header},
         {"TEXTS", texts},
         {"RECORDS", sections.records},
         {"MEMBERS", members_of_records(sections.records)},
         {"PROCEDURES", sections.procedures},
         {"STATES", program.states.empty() ? "0" : program.name + "_ns"},
         {"EVENTS", program.events.empty() ? "0" : program.name + "_ne"},
         {"FLAGS", program.flags.empty() ? "0" : program.name + "_nf"},
         {"INDICATORS", program.events.empty() ? "0" : "1"},
         {"JACOBIAN", program.jacobian ? "1" : "0"},
         {"OUTPUTS", of_outputs != nullptr ? "1" : "0"},
         {"FIRST_OF_RATES", program.jacobian ? first_of_columns(*program.jacobian) : "0"},
         {"FIRST_OF_OUTPUTS", of_outputs != nullptr ? first_of_columns(*of_outputs) : "0"},
         {"STATES_AT", program.states.empty() ? "" : fmt::format(" kept->y + {0}_nq + {0}_nu,", program.name)},
         {"LINES", inputs > 0 ? "1" : "0"},
         {"TOKEN", fmu_token(program, header_text, options)},
         {"TUNABLE", fmt::format("{}", fmt::join(tunables, ", "))},
         {"RATE_OF", fmt::format("{}", fmt::join(rates, ", "))},
         {"FMI2", filled("fmi2.c")},
         {"FMI3", filled("fmi3.c")},
         {"FMI", filled("fmi.c")}});
}

}  // namespace lag
