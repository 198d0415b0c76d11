// Program -> a C++17 header: lag_math, then namespace <model> with sizes, name tables and one function template per
// routine (cpp_routine.hpp).

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/errors.hpp"
#include "core/rational.hpp"
#include "emitters/passes/reserved_names.hpp"
#include "emitters/passes/thresholds.hpp"
#include "emitters/writers/asked_procedures.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/cpp_math.hpp"
#include "emitters/writers/cpp_routine.hpp"
#include "emitters/writers/head_comment.hpp"
#include "emitters/writers/index_names.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/name_tables.hpp"
#include "emitters/writers/point_table_text.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/script_procedures.hpp"
#include "emitters/writers/vector_text.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_cpp_name = 63;

std::string cpp_table(const NameTable& table) {
    const std::string head =
        fmt::format("inline constexpr std::array<const char*, {}> {} = {{", table.extent, table.name);
    if (table.entries.empty()) return head + "};\n";
    std::vector<std::string> literals;
    for (const std::string& entry : table.entries) literals.push_back(quoted_c(entry, false));
    return fmt::format("{}{{\n{}", head, rows_of_literals(literals, "}};", c_line_width - 6));
}

class CppWriter {
  public:
    CppWriter(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options)
        : program_(program), routines_(routines), options_(options) {}

    std::string text() {
        const std::string guard = fmt::format("LAG_MODEL_{}_HPP", program_.name);  // names may differ in case alone
        std::string result = head_comment(program_, routines_,
                                          {"// ", c_line_width, "", program_.name + "::", "",
                                           fmt::format("[{}::{{}}]", program_.name), "", options_.procedures});
        CppRoutine language(program_, options_.batch);
        ProcedureTexts procedures(program_, cpp_procedure);
        RoutineWriter writer(program_, language, options_.own_sines());
        std::string bodies;
        for (const Routine* routine : routines_) {
            const std::string body = writer.text(*routine, routine->name);
            bodies += options_.own_sines() ? with_gcc_options(*routine, body) : body;
        }
        const bool has_lanes = !program_.limbs.empty();
        const bool vectors = writer.asked_for().own_sines || options_.batch || has_lanes;
        result += cpp_opening(guard, vectors);
        result += external_prototypes(program_, "extern \"C\" ");
        result += fmt::format("{}\n{}{}", cpp_math_text(), vectors ? cpp_sine_text(options_.sines) + "\n" : "",
                              options_.batch ? cpp_pack_text() + "\n" : "");
        // lane values are vectors where the compiler has them
        if (has_lanes && !options_.batch) result += fmt::format("#if defined(__GNUC__)\n{}#endif\n\n", cpp_pack_text());
        if (has_lanes) result += cpp_limbs_text() + "\n";
        const std::set<std::size_t>& tables = writer.asked_for().tables;
        if (!tables.empty()) result += cpp_table_functions() + "\n";
        result += fmt::format("namespace {} {{\n\n", program_.name);
        std::vector<std::string> sizes;
        for (const Extent& extent : program_.sizes) sizes.push_back(fmt::format("{} = {}", extent.name, extent.value));
        result += list_of_definitions("constexpr int ", sizes, ";") + "\n";
        for (const IndexNames& table : index_names(program_, longest_cpp_name))
            result += list_of_definitions("constexpr int ", index_definitions(table, "", 0), ";");
        for (const std::size_t k : writer.asked_for().thresholds)
            result +=
                fmt::format("constexpr double {} = {};\n", thresholds[k].name, shortest_decimal(thresholds[k].value));
        for (const NameTable& table : name_tables(program_)) result += cpp_table(table);
        for (const IndexTable& table : index_tables(program_))
            result += wrapped_c(fmt::format("inline constexpr std::array<int, {}> {} = {{{}}};", table.extent,
                                            table.name, index_list(table.entries, 0)),
                                0);
        for (const NumberTable& table : number_tables(program_))
            result += wrapped_c(fmt::format("inline constexpr std::array<int, {}> {} = {{{}}};", table.extent,
                                            table.name, number_list(table.entries)),
                                0);
        if (options_.batch) result += calls_by_lanes();
        result += cpp_point_tables(program_, tables) + gcc_options(writer.asked_for().own_sines) +
                  procedures.called_by(routines_);
        const ScriptProcedures of_script(program_, routines_);
        result += of_script.cpp() + (options_.batch ? of_script.cpp_lanes() : "") + bodies;
        for (const RoutineName name : procedures_of_file(routines_, options_))
            result += procedures.text(to_string(name));
        result += longer_names(language);
        return fmt::format("{}{}\n}}  // namespace {}\n\n#endif  // {}\n", result, gcc_options_end(), program_.name,
                           guard);
    }

  private:
    // arm::arm_setup: older programs call the routines by the names that they have in Fortran and C.
    std::string longer_names(const CppRoutine& language) const {
        std::string text = fmt::format(
            "\n// The routines by their longer names, as in Fortran and C: {0}::{0}_{1} does what {0}::{1} does.\n",
            program_.name, to_string(RoutineName::setup));
        for (const Routine* routine : routines_) text += language.longer_name(*routine);
        for (const RoutineName name : procedures_of_file(routines_, options_))
            text += cpp_longer_name(program_, to_string(name));
        return text;
    }

    // The user's routines, which take doubles, for packs: one lane after the other.
    std::string calls_by_lanes() const {
        std::string text;
        std::set<std::string> known;
        const bool called = std::ranges::any_of(routines_, [](const Routine* r) { return r->calls_linked(); });
        for (const ExternalCall& call : program_.externals) {
            if (!called || !known.insert(call.name).second) continue;
            std::string doubles, packs, plain, lane, results, stores;
            const auto add = [](std::string& list, const std::string& item) {
                list += (list.empty() ? "" : ", ") + item;
            };
            for (std::size_t k = 1; k <= call.arguments; ++k) {
                const std::string a = "a" + std::to_string(k);
                add(doubles, "double " + a), add(packs, "const lag_pack<lanes>& " + a);
                add(plain, a), add(lane, a + "[k]");
            }
            for (std::size_t k = 1; k <= call.results; ++k) {
                const std::string r = "r" + std::to_string(k);
                add(doubles, "double& " + r), add(packs, "lag_pack<lanes>& " + r);
                add(plain, "&" + r), add(lane, fmt::format("&x{}[k]", k));
                add(results, fmt::format("x{}[lanes]", k));
                stores += fmt::format("    {} = lag_pack<lanes>::load(x{});\n", r, k);
            }
            text += fmt::format("\n// {}, of one state or of each lane of a pack\n", call.name);
            text += fmt::format("{}{}}}\n",
                                wrapped_c(fmt::format("inline void {}({}) {{", cpp_by_lanes(call.name), doubles), 0),
                                wrapped_c(fmt::format("::{}({});", call.name, plain), 4));
            text +=
                "template <int lanes>\n" + wrapped_c(fmt::format("void {}({}) {{", cpp_by_lanes(call.name), packs), 0);
            if (!results.empty()) text += wrapped_c(fmt::format("double {};", results), 4);
            text += fmt::format("    for (std::size_t k = 0; k < lanes; ++k)\n{}{}}}\n",
                                wrapped_c(fmt::format("::{}({});", call.name, lane), 8), stores);
        }
        return text;
    }

    const Program& program_;
    const std::vector<const Routine*>& routines_;
    const EmitOptions& options_;
};

}  // namespace

void check_cpp_names(const Program& program) {
    const std::string& name = program.name;
    const auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const bool starts_well = !name.empty() && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
    if (!starts_well || !std::ranges::all_of(name, is_plain) || name.find("__") != std::string::npos)
        throw ModelError("C++ cannot take the model name " + name, "letters, digits and single _, a letter first");
    if (is_taken_in_c(name))
        throw ModelError(fmt::format("the model name {} means something else in C++", name), "rename the model");
}

std::string cpp_text(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options) {
    return CppWriter(program, routines, options).text();
}

}  // namespace lag
