#include "emitters/writers/driver_texts.hpp"

#include <algorithm>

#include "emitters/writers/procedure_printer.hpp"

namespace lag {

namespace {

std::string text_of(ProcedureTexts& texts, const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += texts.text(name);
    return text;
}

std::vector<std::string> procedures_of_main(const Program& program) {
    std::vector<std::string> names{"default_settings", "default_table", "given_settings", "read_parameters",
                                   "write_labels",     "write_echo",    "save_state"};
    if (program.inputs.size() > program.flags.size()) {
        names.emplace_back("read_inputs");
        names.emplace_back("set_inputs");
        if (std::ranges::any_of(program.stage_routines, [](const StageRoutine& r) { return !r.results.empty(); }))
            names.emplace_back("free_input");
    }
    if (!program.user_units.empty()) names.emplace_back("user_unit");
    return names;
}

}  // namespace

Holes procedure_texts(const Program& program, Language language) {
    const bool events = !program.events.empty();
    Holes holes{{"FIRED", events ? "fired, " : ""},
                {"FIRED_DATA", events ? "s.fired.data(), " : ""},
                {"STATES_SIZE", program.states.empty() ? "" : " + s.states.size()"},
                {"S_FIRED", events ? "s.fired, " : ""},
                {"SP_FIRED", events ? "s->fired, " : ""}};
    const bool cpp = language == Language::cpp;
    for (const auto& [hole, type] : {std::pair("LOGICAL_OUT", cpp ? "bool" : "int"), std::pair("INTEGER_OUT", "int"),
                                     std::pair("REAL_OUT", "double")})
        holes.emplace_back(hole, type + std::string(cpp ? "& " : "* "));
    holes.emplace_back("OF", cpp ? "" : "*");
    if (language == Language::fortran77) return holes;
    using Print = ProcedureTexts::Print;
    const Print print = language == Language::fortran ? Print(fortran_procedure)
                        : language == Language::cpp   ? Print(cpp_host_procedure)
                                                      : Print(c_procedure);
    ProcedureTexts texts(program, print, {"run"});
    const std::string records = text_of(texts, {"settings", "table"});
    const std::string procedures = text_of(texts, procedures_of_main(program));
    const bool apart = language == Language::fortran;
    holes.emplace_back("TABLE_RECORDS", apart ? records : "");
    holes.emplace_back("PROCEDURES", apart ? procedures : records + procedures);
    return holes;
}

std::string fortran77_procedures_of_main(const Program& program) {
    ProcedureTexts texts(program, fortran77_procedure, {"run", "settings", "table"});
    return text_of(texts, procedures_of_main(program));
}

}  // namespace lag
