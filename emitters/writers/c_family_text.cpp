#include "emitters/writers/c_family_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "emitters/writers/template_text.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

std::string wrapped_c(const std::string& text, std::size_t indent) {
    return wrapped_statement(text, indent, c_line_width, "");
}

EmittedFile c_family_file(const std::string& name, std::string text) {
    static constexpr std::array<std::string_view, 4> sources{".c", ".cpp", ".cc", ".cxx"};
    if (std::ranges::any_of(sources, [&](std::string_view ending) { return name.ends_with(ending); })) {
        const std::size_t head = text.find("\n#");
        text.insert(head + 1, filled_template("unused.c"));
    }
    return {name, std::move(text)};
}

std::string quoted_c(const std::string& text, bool in_c) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\' || (in_c && c == '?')) result += '\\';
        result += c;
    }
    return result + "\"";
}

std::string rows_of_literals(const std::vector<std::string>& literals, const std::string& end, std::size_t width) {
    std::string text, row;
    for (std::size_t k = 0; k < literals.size(); ++k) {
        const std::string entry = literals[k] + (k + 1 < literals.size() ? "," : end);
        if (!row.empty() && row.size() + entry.size() > width) {
            text += fmt::format("    {}\n", row);
            row.clear();
        }
        row += (row.empty() ? "" : " ") + entry;
    }
    return fmt::format("{}    {}\n", text, row);
}

std::string list_of_definitions(const std::string& begin, const std::vector<std::string>& definitions,
                                const std::string& end) {
    std::string text, line = begin;
    for (std::size_t k = 0; k < definitions.size(); ++k) {
        const std::string entry = definitions[k] + (k + 1 < definitions.size() ? "," : end);
        if (line.size() + entry.size() > c_line_width) {
            line.pop_back();
            text += line + "\n";
            line = "    ";
        }
        line += entry + (k + 1 < definitions.size() ? " " : "\n");
    }
    return text + line;
}

std::string gcc_options(bool own_sines) {
    std::string text =
        "\n/* gcc and g++: scalar statements are not packed two by two */\n"
        "#if defined(__GNUC__) && !defined(__clang__)\n"
        "#pragma GCC push_options\n"
        "#pragma GCC optimize(\"no-tree-slp-vectorize\")\n";
    if (own_sines)
        text +=
            "#if defined(__x86_64__) /* and instructions are ordered for few live values */\n"
            "#pragma GCC optimize(\"schedule-insns\", \"sched-pressure\", \"no-tree-sink\")\n"
            "#endif\n";
    return text + "#endif\n";
}

std::string gcc_options_end() {
    return "\n#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC pop_options\n#endif\n";
}

std::string with_gcc_options(const Routine& routine, const std::string& text) {
    constexpr long most_to_order = 3900;
    if (routine.operations.total() <= most_to_order) return text;
    const char* const compilers = "#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)";
    return fmt::format(
        "\n{0} /* long: instructions as they stand */\n#pragma GCC push_options\n"
        "#pragma GCC optimize(\"no-schedule-insns\")\n#endif\n{1}{0}\n#pragma GCC pop_options\n#endif\n",
        compilers, text);
}

std::string external_prototypes(const Program& program, const std::string& before) {
    std::string text;
    std::set<std::string> known;
    for (const ExternalCall& call : program.externals) {
        if (!known.insert(call.name).second) continue;
        std::string list;
        for (std::size_t k = 0; k < call.arguments + call.results; ++k)
            list += std::string(list.empty() ? "" : ", ") + (k < call.arguments ? "double" : "double*");
        text += wrapped_statement(fmt::format("{}void {}({});", before, call.name, list), 0, 110, "");
    }
    return text.empty() ? text : text + "\n";
}

std::vector<std::string> c_arguments_of_piece(const RoutineBody& piece) {
    std::vector<std::string> list;
    if (piece.lanes() > 0) list.emplace_back(slice_name);
    for (const std::size_t a : piece.arguments) list.push_back(piece.routine.arguments[a].name);
    for (const auto& [lanes, length] : piece.workspaces())
        list.push_back(workspace_name(lanes) +
                       (lanes > 0 && lanes == piece.lanes() ? fmt::format(" + {}*{}", length, slice_name) : ""));
    return list;
}

std::string c_loop_over_slices(const RoutineBody& piece) {
    return piece.lanes() == 0
               ? ""
               : fmt::format("    for (int {0} = 0; {0} < {1}; ++{0})\n", slice_name, piece.slices().count());
}

}  // namespace lag
