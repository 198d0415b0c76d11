#include "emitters/writers/head_comment.hpp"

#include "emitters/writers/assembly_text.hpp"
#include "emitters/writers/expression_text.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

std::string head_comment(const Program& program, const std::vector<const Routine*>& routines, const std::string& mark,
                         std::size_t width) {
    std::string text =
        comment_lines(program.title.empty() ? program.name : program.name + ": " + program.title, mark, width);
    const auto table = [&](const std::string& title, const std::vector<TableRow>& rows) {
        if (rows.empty()) return;
        text += mark.substr(0, mark.size() - 1) + "\n" + mark + title + "\n";
        for (std::size_t k = 0; k < rows.size(); ++k) {
            std::string line = "  " + std::to_string(k + 1) + "  " + rows[k].name;
            if (!rows[k].unit.empty()) line += " [" + rows[k].unit + "]";
            if (!rows[k].text.empty()) line += "  " + rows[k].text;
            text += comment_lines(line, mark, width);
        }
    };
    table("coordinates q", program.coordinates), table("speeds u", program.speeds),
        table("dependent speeds ud", program.dependent_speeds), table("parameters p", program.parameters);
    table("base parameters pi", program.base_parameters);
    table("inputs w", program.inputs), table("constraints", program.constraints);
    if (!program.multipliers.empty())
        text += mark.substr(0, mark.size() - 1) + "\n" + mark +
                "multipliers lambda: the load on the speeds is -B^T lambda\n";
    for (const std::string& line : program.multipliers) text += comment_lines("  " + line, mark, width);
    table("outputs o", program.outputs);
    if (program.jacobian) {
        std::vector<TableRow> columns;
        for (const std::string& name : program.jacobian->column_names) columns.push_back({name, "", ""});
        table("columns of the jacobian", columns);
        text += comment_lines("its entry k, of nz, is d ydot(jacobian_rows(k)) / d column jacobian_columns(k)", mark,
                              width);
    }
    if (!program.notes.empty()) text += mark.substr(0, mark.size() - 1) + "\n";
    for (const std::string& note : program.notes) text += comment_lines(note, mark, width);
    text += mark.substr(0, mark.size() - 1) + "\n" + mark + "operations in each routine\n";
    for (const Routine* routine : routines)
        text += mark + program.name + "_" + routine->name + ": " + to_string(routine->operations) + "\n";
    if (has_assembly_loop(routines))
        text += mark + program.name + "_" + assembly_loop + " loops over " + program.name + "_" + assembly_body + "\n";
    return text;
}

}  // namespace lag
