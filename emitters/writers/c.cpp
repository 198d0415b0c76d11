// Program -> a C99 header: sizes as an enum, name tables as arrays of strings, static inline functions
// <model>_<routine> (c_routine.hpp). Needs math.h alone. An empty table has one empty string, since C has
// no empty array.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/errors.hpp"
#include "core/rational.hpp"
#include "emitters/writers/asked_procedures.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/c_routine.hpp"
#include "emitters/writers/head_comment.hpp"
#include "emitters/writers/index_names.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/name_tables.hpp"
#include "emitters/writers/point_table_text.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/script_procedures.hpp"
#include "emitters/writers/template_text.hpp"
#include "emitters/writers/thresholds.hpp"
#include "emitters/writers/vector_text.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_name = 63;  // as far as C99 tells names apart

class CWriter {
  public:
    CWriter(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options)
        : program_(program), routines_(routines), options_(options) {}

    std::string text() {
        const std::string guard = "LAG_MODEL_" + program_.name + "_H";
        std::string result = "/*\n" +
                             without_comment_end(head_comment(
                                 program_, routines_,
                                 {" * ", c_line_width, "", "&", "[{}]", program_.name + "_", options_.procedures})) +
                             " */\n";
        CRoutine language(program_);
        ProcedureTexts procedures(program_, c_procedure);
        RoutineWriter writer(program_, language, options_.vector_sines);
        std::string bodies;
        for (const Routine* routine : routines_) bodies += text_of(writer, *routine);
        const bool own_sines = writer.asked_for().vector_sines, has_lanes = writer.asked_for().lanes;
        result += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <math.h>\n" +
                  (own_sines || has_lanes ? "#include <string.h>\n" : "") + "\n" + filled_template("lag_math.h") +
                  "\n" + (own_sines ? c_sine_text() + "\n" : "");
        if (has_lanes) result += c_limbs_text(program_.limbs.size()) + "\n";
        if (has_lanes && own_sines) result += c_limbs_sine_text(program_.limbs.size()) + "\n";
        const std::string prototypes = external_prototypes(program_, "");
        if (!prototypes.empty())
            result += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n" + prototypes + "#ifdef __cplusplus\n}\n#endif\n\n";
        std::string sizes;
        for (const Extent& extent : program_.sizes)
            sizes +=
                (sizes.empty() ? "" : ", ") + program_.name + "_" + extent.name + " = " + std::to_string(extent.value);
        result += wrapped_c("enum { " + sizes + " };", 0) + "\n";
        const std::string prefix = program_.name + "_";
        for (const IndexNames& table : index_names(program_, longest_name - prefix.size()))
            result += list_of_definitions("enum { ", index_definitions(table, prefix, 0), " };");
        for (const NameTable& table : name_tables(program_)) result += table_text(table);
        for (const IndexTable& table : index_tables(program_))
            result += wrapped_c("static const int " + program_.name + "_" + table.name + "[" +
                                    std::to_string(std::max<std::size_t>(table.entries.size(), 1)) + "] = {" +
                                    (table.entries.empty() ? "0" : index_list(table.entries, 0)) + "};",
                                0);
        for (const NumberTable& table : number_tables(program_))
            result += wrapped_c("static const int " + prefix + table.name + "[" + std::to_string(table.entries.size()) +
                                    "] = {" + number_list(table.entries) + "};",
                                0);
        for (const std::size_t k : writer.asked_for().thresholds)
            result += fmt::format("static const double {}{} = {};\n", prefix, thresholds[k].name,
                                  shortest_decimal(thresholds[k].value));
        result += c_point_tables(program_, writer.asked_for().tables) + gcc_options(own_sines) +
                  procedures.called_by(routines_) + ScriptProcedures(program_, routines_).c() + bodies;
        for (const RoutineName name : procedures_of_file(routines_, options_))
            result += procedures.text(to_string(name));
        return result + gcc_options_end() + "\n#endif /* " + guard + " */\n";
    }

  private:
    // A routine with lanes where there are vectors, and the same without where there are none.
    std::string text_of(RoutineWriter& writer, const Routine& routine) const {
        const std::string name = program_.name + "_" + routine.name;
        if (routine.instead_of_lanes) return "";  // stands with the other
        if (routine.procedure) return "";         // with those that routines call
        const auto scalar = std::ranges::find_if(
            routines_, [&](const Routine* r) { return r->instead_of_lanes && r->name == routine.name; });
        if (scalar == routines_.end()) return writer.text(routine, name);
        const std::string with_lanes = writer.text(routine, name);
        return fmt::format("\n#if LAG_LIMBS_{}", program_.limbs.size()) + with_lanes + "#else" +
               writer.text(**scalar, name) + "#endif\n";
    }

    std::string table_text(const NameTable& table) const {
        const std::string head = fmt::format("static const char* const {}_{}[{}] = {{", program_.name, table.name,
                                             std::max<std::size_t>(table.entries.size(), 1));
        if (table.entries.empty()) return head + "\"\"};\n";
        std::vector<std::string> literals;
        for (const std::string& entry : table.entries) literals.push_back(quoted_c(entry, true));
        return head + "\n" + rows_of_literals(literals, "};", c_line_width - 6);
    }

    const Program& program_;
    const std::vector<const Routine*>& routines_;
    const EmitOptions& options_;
};

constexpr std::array keywords = {"auto",    "break",  "case",   "char",     "const",    "continue", "default",
                                 "do",      "double", "else",   "enum",     "extern",   "float",    "for",
                                 "goto",    "if",     "inline", "int",      "long",     "register", "restrict",
                                 "return",  "short",  "signed", "sizeof",   "static",   "struct",   "switch",
                                 "typedef", "union",  "void",   "unsigned", "volatile", "while"};

}  // namespace

// Only prefixed names are made: a keyword is refused for the sake of people, a double underscore for the standard's.
void check_c_names(const Program& program) {
    const std::string& name = program.name;
    const auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const bool starts_well = !name.empty() && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
    if (!starts_well || !std::ranges::all_of(name, is_plain) || name.find("__") != std::string::npos)
        throw ModelError("C cannot take the model name " + name, "letters, digits and single _, a letter first");
    if (std::ranges::any_of(keywords, [&](const char* word) { return name == word; }) || name == "lag")
        throw ModelError("the model name " + name + " means something else in C", "rename the model");
}

std::string c_text(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options) {
    return CWriter(program, routines, options).text();
}

}  // namespace lag
