// Program -> a C99 header: sizes as an enum, name tables as arrays of strings, static inline functions
// <model>_<routine> (c_routine.hpp). Needs math.h alone. An empty table has one empty string, since C has
// no empty array.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/errors.hpp"
#include "core/rational.hpp"
#include "emitters/passes/thresholds.hpp"
#include "emitters/writers/asked_procedures.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/c_library.hpp"
#include "emitters/writers/c_routine.hpp"
#include "emitters/writers/head_comment.hpp"
#include "emitters/writers/index_names.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/name_tables.hpp"
#include "emitters/writers/point_table_text.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/script_procedures.hpp"
#include "emitters/writers/template_text.hpp"
#include "emitters/writers/vector_text.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_name = 63;  // as far as C99 tells names apart

class CWriter {
  public:
    CWriter(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options)
        : program_(program), routines_(routines), options_(options) {}

    std::string text() {
        write();
        return fmt::format("{}{}{}\n{}{}{}{}{}\n#endif /* {} */\n", head_, opening_guard(), includes_, helpers_,
                           prototypes_, definitions_, tables_, routines_text_, guard());
    }

    // A source and its header.
    CLibrary library(const std::string& header) {
        write();
        return c_library(
            program_, names_of_routines(),
            {head_, opening_guard(), fmt::format("#include <math.h>\n#include <string.h>\n\n#include \"{}\"\n", header),
             helpers_ + prototypes_, definitions_, tables_, routines_text_,
             fmt::format("\n#endif /* {} */\n", guard())});
    }

  private:
    std::string guard() const { return fmt::format("LAG_MODEL_{}_H", program_.name); }
    std::string opening_guard() const { return fmt::format("#ifndef {}\n#define {}\n\n", guard(), guard()); }

    std::vector<std::string> names_of_routines() const {
        std::vector<std::string> names;
        for (const Routine* routine : routines_)
            if (!routine->instead_of_lanes) names.push_back(routine->name);
        for (const RoutineName name : procedures_of_file(routines_, options_)) names.push_back(to_string(name));
        return names;
    }

    void write() {
        head_ = fmt::format("/*\n{} */\n",
                            without_comment_end(head_comment(program_, routines_,
                                                             {" * ", c_line_width, "", program_.name + "_", "&", "[{}]",
                                                              program_.name + "_", options_.procedures})));
        CRoutine language(program_);
        ProcedureTexts procedures(program_, c_procedure);
        RoutineWriter writer(program_, language, options_.own_sines());
        std::string bodies;
        for (const Routine* routine : routines_) bodies += text_of(writer, *routine);
        const bool own_sines = writer.asked_for().own_sines, has_lanes = !writer.asked_for().lanes.empty();
        includes_ = std::string("#include <math.h>\n") + (own_sines || has_lanes ? "#include <string.h>\n" : "");
        helpers_ =
            fmt::format("{}\n{}", filled_template("lag_math.h"), own_sines ? c_sine_text(options_.sines) + "\n" : "");
        for (const std::size_t lanes : writer.asked_for().lanes) {
            helpers_ += c_limbs_text(lanes) + "\n";
            if (own_sines) helpers_ += c_limbs_sine_text(lanes) + "\n";
        }
        const std::set<Op>& functions = writer.asked_for().functions;
        if (functions.contains(Op::lane_repeat) || functions.contains(Op::lane_fold))
            for (const std::size_t lanes : writer.asked_for().lanes)
                for (const std::size_t few : writer.asked_for().lanes)
                    if (few < lanes && lanes % few == 0) helpers_ += c_limbs_on_limbs_text(lanes, few) + "\n";
        const std::string of_user = external_prototypes(program_, "");
        if (!of_user.empty())
            prototypes_ = fmt::format(
                "#ifdef __cplusplus\n"
                "extern \"C\" {{\n"
                "#endif\n"
                "{}#ifdef __cplusplus\n"
                "}}\n"
                "#endif\n"
                "\n",
                of_user);
        write_definitions();
        write_tables(writer);
        routines_text_ = gcc_options(own_sines) + procedures.called_by(routines_) +
                         ScriptProcedures(program_, routines_).c() + bodies;
        for (const RoutineName name : procedures_of_file(routines_, options_))
            routines_text_ += procedures.text(to_string(name));
        routines_text_ += gcc_options_end();
    }

    // Sizes, and names of places in arrays.
    void write_definitions() {
        const std::string prefix = program_.name + "_";
        std::vector<std::string> sizes;
        for (const Extent& extent : program_.sizes)
            sizes.push_back(fmt::format("{}{} = {}", prefix, extent.name, extent.value));
        definitions_ = list_of_definitions("enum { ", sizes, " };") + "\n";
        for (const IndexNames& table : index_names(program_, longest_name - prefix.size()))
            definitions_ += list_of_definitions("enum { ", index_definitions(table, prefix, 0), " };");
    }

    void write_name_tables() {
        const std::string prefix = program_.name + "_";
        for (const NameTable& table : name_tables(program_)) tables_ += table_text(table);
        for (const IndexTable& table : index_tables(program_))
            tables_ += wrapped_c(fmt::format("static const int {}{}[{}] = {{{}}};", prefix, table.name,
                                             std::max<std::size_t>(table.entries.size(), 1),
                                             table.entries.empty() ? "0" : index_list(table.entries, 0)),
                                 0);
        for (const NumberTable& table : number_tables(program_))
            tables_ += wrapped_c(fmt::format("static const int {}{}[{}] = {{{}}};", prefix, table.name,
                                             table.entries.size(), number_list(table.entries)),
                                 0);
    }

    void write_tables(const RoutineWriter& writer) {
        const std::string prefix = program_.name + "_";
        if (options_.optimization.kind == OptimizationTool::Kind::none) write_name_tables();
        // of a routine with lanes and the same without one may read it alone
        const char* const may_be_idle =
            program_.limbs.empty() ? "" : "#if defined(__GNUC__)\n__attribute__((unused))\n#endif\n";
        for (const std::size_t k : writer.asked_for().thresholds)
            tables_ += fmt::format("{}static const double {}{} = {};\n", may_be_idle, prefix, thresholds[k].name,
                                   shortest_decimal(thresholds[k].value));
        tables_ += c_point_tables(program_, writer.asked_for().tables);
    }

    // A routine with lanes where there are vectors, and the same without where there are none.
    std::string text_of(RoutineWriter& writer, const Routine& routine) const {
        const std::string name = fmt::format("{}_{}", program_.name, routine.name);
        if (routine.instead_of_lanes) return "";  // stands with the other
        if (routine.procedure) return "";         // with those that routines call
        const auto scalar = std::ranges::find_if(
            routines_, [&](const Routine* r) { return r->instead_of_lanes && r->name == routine.name; });
        const auto text = [&](const Routine& one) {
            const std::string body = writer.text(one, name);
            return options_.own_sines() ? with_gcc_options(one, body) : body;
        };
        if (scalar == routines_.end()) return text(routine);
        const std::string with_lanes = text(routine);
        std::set<std::string> machine;  // what it must have
        for (const auto& limbs : program_.limbs)
            machine.insert(fmt::format("LAG_LIMBS_{}", std::min(limbs.size(), program_.lanes_at_once)));
        return fmt::format("\n#if {}{}#else{}#endif\n", fmt::join(machine, " && "), with_lanes, text(**scalar));
    }

    std::string table_text(const NameTable& table) const {
        const std::string head = fmt::format("static const char* const {}_{}[{}] = {{", program_.name, table.name,
                                             std::max<std::size_t>(table.entries.size(), 1));
        if (table.entries.empty()) return head + "\"\"};\n";
        std::vector<std::string> literals;
        for (const std::string& entry : table.entries) literals.push_back(quoted_c(entry, true));
        return fmt::format("{}\n{}", head, rows_of_literals(literals, "};", c_line_width - 6));
    }

    const Program& program_;
    const std::vector<const Routine*>& routines_;
    const EmitOptions& options_;
    std::string head_, includes_, helpers_, prototypes_, definitions_, tables_, routines_text_;
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
        throw ModelError(fmt::format("the model name {} means something else in C", name), "rename the model");
}

std::string c_text(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options) {
    return CWriter(program, routines, options).text();
}

CLibrary c_library_texts(const Program& program, const std::vector<const Routine*>& routines,
                         const EmitOptions& options, const std::string& header) {
    return CWriter(program, routines, options).library(header);
}

}  // namespace lag
