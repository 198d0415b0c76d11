// Parts that the writers of all languages share.

#include "emitters/writers/writer.hpp"

#include <algorithm>

#include "emitters/passes/passes.hpp"
#include "emitters/writers/assembly_text.hpp"

namespace lag {

std::set<std::size_t> arguments_used(const Program& program, const Routine& routine, const Piece& piece) {
    std::set<std::size_t> used;
    const auto index_of = [&](const char* name) {
        return static_cast<std::size_t>(std::ranges::find(routine.arguments, name, &Argument::name) -
                                        routine.arguments.begin());
    };
    const Code& code = *routine.code;
    for (std::size_t k = piece.first; k < piece.last; ++k) {
        const CodeStatement& statement = routine.statements[k];
        if (statement.kind == CodeStatement::Kind::call) {
            for (std::size_t a = 0; a < routine.arguments.size(); ++a)
                if (routine.arguments[a].intent == Argument::Intent::local) used.insert(a);
            continue;
        }
        if (statement.kind == CodeStatement::Kind::result) used.insert(statement.place.argument);
        if (statement.kind == CodeStatement::Kind::check) used.insert(index_of("info"));
        const bool is_name =
            statement.kind != CodeStatement::Kind::temporary && routine.is_temporary(statement.value.id);
        if (is_name) continue;
        for (const CodeId id : nodes_in_text(routine, statement.value.id)) {
            const CodeNode& node = code.node(id);
            if (node.kind == CodeKind::symbol) {
                const Symbol& symbol = code.symbol_of(id);
                used.insert(routine.reads.at({symbol.role, symbol.name}).argument);
            } else if (node.kind == CodeKind::free && program.constant_number.contains(node.payload) &&
                       routine.name != "setup") {
                used.insert(index_of("c"));
            }
        }
    }
    return used;
}

std::string comment_text(const std::string& text) {
    std::string line;
    for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    while (!line.empty() && (line.back() == ' ' || line.back() == '\\')) line.pop_back();
    return line;
}

std::string comment_lines(const std::string& text, const std::string& prefix, std::size_t width) {
    std::string rest = comment_text(text), result;
    const std::size_t room = width > prefix.size() + 20 ? width - prefix.size() : 20;
    while (rest.size() > room) {
        std::size_t end = rest.rfind(' ', room);
        if (end == std::string::npos || end < room / 2) {
            end = room;
            while (end > 1 && (static_cast<unsigned char>(rest[end]) & 0xC0U) == 0x80U)
                --end;  // not inside a UTF-8 character
        }
        result += prefix + comment_text(rest.substr(0, end)) + "\n";
        rest.erase(0, rest.find_first_not_of(' ', end));
    }
    return result + prefix + rest + "\n";
}

std::string wrapped_statement(const std::string& text, std::size_t indent, std::size_t width, const std::string& mark) {
    std::string result;
    std::size_t begin = 0;
    while (true) {
        const std::string margin(begin == 0 ? indent : indent + 4, ' ');
        const std::size_t room = width - margin.size() - mark.size();
        if (text.size() - begin <= room) return result + margin + text.substr(begin) + "\n";
        std::size_t end = begin + room;
        const auto may_break = [&](std::size_t k) {
            const bool times = text[k - 1] == '*' && text[k] != '/' && (k < 2 || text[k - 2] != '/');  // not /* or */
            return text[k - 1] == ' ' || times || text[k - 1] == '(';
        };
        while (end > begin + 1 && !may_break(end)) --end;
        std::string line = text.substr(begin, end - begin);
        while (!line.empty() && line.back() == ' ') line.pop_back();
        result += margin + line + mark + "\n";
        begin = end;
    }
}

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

std::string external_prototypes(const Program& program, const std::string& before) {
    std::string text;
    std::set<std::string> known;
    for (const ExternalCall& call : program.externals) {
        if (!known.insert(call.name).second) continue;
        std::string list;
        for (std::size_t k = 0; k < call.arguments + call.results; ++k)
            list += std::string(list.empty() ? "" : ", ") + (k < call.arguments ? "double" : "double*");
        text += wrapped_statement(before + "void " + call.name + "(" + list + ");", 0, 110, "");
    }
    return text.empty() ? text : text + "\n";
}

bool is_stored(const Routine& routine, const CodeStatement& statement) {
    return statement.kind == CodeStatement::Kind::temporary && routine.is_split() && routine.slot[statement.number] > 0;
}

std::vector<NameTable> name_tables(const Program& program) {
    std::vector<NameTable> tables;
    const auto add = [&](const std::string& kind, const std::string& extent, const std::vector<TableRow>& rows) {
        NameTable names{kind + "_names", extent, {}}, units{kind + "_units", extent, {}};
        for (const TableRow& row : rows) {
            names.entries.push_back(comment_text(row.name));
            units.entries.push_back(comment_text(row.unit));
        }
        tables.push_back(std::move(names)), tables.push_back(std::move(units));
    };
    add("coordinate", "nq", program.coordinates), add("speed", "nu", program.speeds);
    if (!program.dependent_speeds.empty()) add("dependent_speed", "nd", program.dependent_speeds);
    if (!program.base_parameters.empty()) add("base_parameter", "nb", program.base_parameters);
    add("parameter", "np", program.parameters), add("input", "nw", program.inputs);
    add("constraint", "nphi", program.constraints), add("output", "no", program.outputs);
    if (program.jacobian) {
        const auto add_names = [&](const std::string& name, const std::string& extent,
                                   const std::vector<std::string>& entries) {
            tables.push_back({name, extent, {}});
            for (const std::string& entry : entries) tables.back().entries.push_back(comment_text(entry));
        };
        add_names("jacobian_row_names", "nq+nu", program.jacobian->row_names);
        add_names("jacobian_column_names", "nj", program.jacobian->column_names);
    }
    return tables;
}

std::string fortran_element(const Argument& argument, std::size_t element) {
    if (argument.shape.empty()) return argument.name;
    if (argument.shape.size() == 1) return argument.name + "(" + std::to_string(element + 1) + ")";
    const std::size_t rows = argument.shape[0].value;
    return argument.name + "(" + std::to_string(element % rows + 1) + "," + std::to_string(element / rows + 1) + ")";
}

std::vector<IndexTable> index_tables(const Program& program) {
    if (!program.jacobian) return {};
    return {{"jacobian_rows", "nz", program.jacobian->rows}, {"jacobian_columns", "nz", program.jacobian->columns}};
}

std::string index_list(const std::vector<std::size_t>& entries, std::size_t first) {
    std::string text;
    for (const std::size_t entry : entries) text += (text.empty() ? "" : ", ") + std::to_string(entry + first);
    return text;
}

}  // namespace lag
