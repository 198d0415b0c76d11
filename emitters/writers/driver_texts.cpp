#include "emitters/writers/driver_texts.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

#include "emitters/writers/driver_stages.hpp"
#include "emitters/writers/procedure_printer.hpp"

namespace lag {

namespace {

ProcedureTexts::Print printer_of(Language language) {
    if (language == Language::fortran) return fortran_procedure;
    if (language == Language::fortran77) return fortran77_procedure;
    if (language == Language::cpp) return cpp_host_procedure;
    return c_procedure;
}

constexpr std::array records{"settings", "table", "run_values", "run", "watch", "event_table"};

// As variables of the main program, which all that it contains sees. A model without events shares nothing of them.
std::string records_of_program(const Program& program, ProcedureTexts::Print print) {
    std::string text;
    for (const std::string record : records)
        if (!program.events.empty() || (record != "watch" && record != "event_table")) text += print(program, record);
    return text;
}

}  // namespace

Holes procedure_texts(const Program& program, Language language) {
    const ProcedureTexts::Print print = printer_of(language);
    const bool is_fortran = language == Language::fortran || language == Language::fortran77;
    // what the file of the model has
    std::set<std::string> there{to_string(RoutineName::assemble)};
    if (is_fortran) there.insert(records.begin(), records.end());
    ProcedureTexts texts(program, print, std::move(there));
    std::string procedures = calls_of_user(program, language) + texts.text("simulate_file");
    if (procedures.ends_with("\n")) procedures.pop_back();
    const bool cpp = language == Language::cpp;
    const std::string mark = cpp ? "&" : "*";
    return {{"PROCEDURES", procedures},
            {"RECORDS", language == Language::fortran ? records_of_program(program, print) : ""},
            {"STAGE_PROTOTYPES", prototypes_of_user(program, language)},
            {"LOGICAL_OUT", fmt::format("{}{} ", cpp ? "bool" : "int", mark)},
            {"INTEGER_OUT", fmt::format("int{} ", mark)},
            {"REAL_OUT", fmt::format("double{} ", mark)},
            {"OF", cpp ? "" : "*"}};
}

}  // namespace lag
