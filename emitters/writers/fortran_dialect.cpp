#include "emitters/writers/fortran_dialect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "core/lanes.hpp"
#include "core/rational.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

std::string fortran_element(const Argument& argument, std::size_t element) {
    if (argument.shape.empty()) return argument.name;
    if (argument.shape.size() == 1) return fmt::format("{}({})", argument.name, element + 1);
    const std::size_t rows = argument.shape[0].value;
    return fmt::format("{}({},{})", argument.name, element % rows + 1, element / rows + 1);
}

std::string FortranDialect::number(double value) const {
    return shortest_decimal(value) + "_dp";
}

std::string FortranDialect::part(const std::string& array, std::size_t first, std::size_t count) const {
    return fmt::format("{}({}:{})", array, first + 1, first + count);
}

std::string FortranDialect::element(const Argument& argument, std::size_t element) const {
    return fortran_element(argument, element);
}

std::string FortranDialect::work(std::size_t slot) const {
    return fmt::format("work({})", slot + 1);
}

std::string FortranDialect::local(const std::string& array, std::size_t element) const {
    return fmt::format("{}({})", array, element + 1);
}

std::string FortranDialect::function(Op op, const std::vector<std::string>& x) const {
    switch (op) {
        case Op::less:
            return fmt::format("({} < {})", x[0], x[1]);
        case Op::less_equal:
            return fmt::format("({} <= {})", x[0], x[1]);
        case Op::logical_and:
            return fmt::format("({} .and. {})", x[0], x[1]);
        case Op::logical_or:
            return fmt::format("({} .or. {})", x[0], x[1]);
        case Op::logical_not:
            return fmt::format("(.not. {})", x[0]);
        case Op::select:
            return fmt::format("merge({}, {}, {})", x[1], x[2], x[0]);
        case Op::pow:
            return fmt::format("(({})**({}))", x[0], x[1]);
        case Op::mod:
            return fmt::format("modulo({}, {})", x[0], x[1]);
        case Op::floor:
            return fmt::format("floor_of({})", x[0]);
        default:
            return fmt::format("{}({}{})", name_of(op), x[0], x.size() > 1 ? ", " + x[1] : "");
    }
}

std::string FortranDialect::equal(const std::string& element, bool is_real, long value) const {
    return is_real ? fmt::format("(nint({}) == {})", element, value) : fmt::format("({} == {})", element, value);
}

std::string FortranDialect::lane_load(std::size_t lanes, const Argument& argument, std::size_t first) const {
    return part(argument.name, first, lane_width(lanes));
}

std::string FortranDialect::lane_gather(std::size_t, const std::vector<std::string>& elements) const {
    return fmt::format("[{}]", fmt::join(elements, ", "));
}

std::string FortranDialect::lane_function(std::size_t lanes, Op op, const std::vector<std::string>& operands) const {
    return op == Op::lane_sum ? fmt::format("sum_of_{}({})", lanes, operands[0]) : function(op, operands);
}

std::string FortranDialect::lane_of(const std::string& name, std::size_t lane) const {
    const std::size_t bracket = name.find_first_of("([ ");
    const bool is_name = bracket == std::string::npos;
    if (!is_name && name.compare(bracket, 3, "(:,") == 0 && name.find_first_of("(), ", bracket + 3) + 1 == name.size())
        return fmt::format("{}({}{}", name.substr(0, bracket), lane + 1, name.substr(bracket + 2));  // of a column
    return is_name ? local(name, lane) : fmt::format("lane_of({}, {})", name, lane + 1);
}

std::string FortranDialect::element_in_slice(const Argument& argument, std::size_t first, std::size_t step) const {
    return fmt::format("{}({})", argument.name, indexed_by_slice(first + 1, step));
}

std::string FortranDialect::lane_load_in_slice(std::size_t lanes, const Argument& argument, std::size_t first) const {
    return fmt::format("{}({}:{})", argument.name, indexed_by_slice(first + 1, lanes),
                       indexed_by_slice(first + lanes, lanes));
}

std::string FortranDialect::sum_of_slices(const Slices& slices, std::size_t slot) const {
    return fmt::format("sum_of_{}(sum({}(:,{},:), 2))", slices.at_once, workspace_name(slices.lanes), slot + 1);
}

std::string FortranDialect::lane_of_slices(const Slices& slices, std::size_t slot, std::size_t lane) const {
    return fmt::format("{}({},{},{})", workspace_name(slices.lanes), lane % slices.at_once + 1, slot + 1,
                       lane / slices.at_once + 1);
}

std::string FortranDialect::lane_repeat(std::size_t lanes, std::size_t few, const std::string& operand) const {
    return fmt::format("repeated_{}_of_{}({})", lanes, few, operand);
}

std::string FortranDialect::lane_fold(std::size_t lanes, std::size_t few, const std::string& operand) const {
    return fmt::format("folded_{}_of_{}({})", lanes, few, operand);
}

std::string FortranDialect::lane_local(const std::string& array, std::size_t element) const {
    return fmt::format("{}(:,{})", array, element + 1);
}

std::string wrapped_fortran(const std::string& text, std::size_t indent) {
    std::string result;
    std::size_t begin = 0;
    while (true) {
        const std::string margin(begin == 0 ? indent : indent + 4, ' ');
        const std::size_t room = fortran_line_width - margin.size() - 2;
        if (text.size() - begin <= room) return fmt::format("{}{}{}\n", result, margin, text.substr(begin));
        std::size_t end = begin + room;
        const auto may_break = [&](std::size_t k) {
            const char before = text[k - 1], after = text[k];
            return (before == ' ' || before == ',' || (before == '(' && after != '.') ||
                    (before == '*' && after != '*')) &&
                   !is_in_literal(text, k, "\"'");
        };
        while (end > begin + 1 && !may_break(end)) --end;
        std::string line = text.substr(begin, end - begin);
        while (!line.empty() && line.back() == ' ') line.pop_back();
        result += fmt::format("{}{} &\n", margin, line);
        begin = end;
    }
}

std::string fortran_dimensions(const Argument& argument, const std::string& first) {
    std::string text = first;
    for (const Extent& extent : argument.shape) text += (text.empty() ? "" : ",") + extent.name;
    return text.empty() ? text : fmt::format("({})", text);
}

std::string fortran_temporaries(const Routine& routine, const Piece& piece, const std::string& type) {
    std::map<std::size_t, std::vector<std::string>> names;  // by length of the array; 0: no lane value
    for (std::size_t k = piece.first; k < piece.last; ++k) {
        const CodeStatement& s = routine.statements[k];
        if (s.kind != CodeStatement::Kind::temporary) continue;
        const std::size_t lanes = routine.lanes_of_slice(routine.lanes_of(s.value.id));
        names[lanes > 0 ? lane_width(lanes) : 0].push_back(temporary_name(routine, s.number));
    }
    std::string text;
    for (const auto& [width, some] : names)
        text += fortran_declarations(width == 0 ? type : fmt::format("real(dp), dimension({})", width), some);
    return text;
}

std::string fortran_declarations(const std::string& type, const std::vector<std::string>& names, std::size_t indent) {
    const std::string begin = fmt::format("{}{} :: ", std::string(indent, ' '), type);
    std::string text, line;
    for (const std::string& name : names) {
        if (!line.empty() && begin.size() + line.size() + 2 + name.size() > fortran_line_width)
            text += fmt::format("{}{}\n", begin, line), line.clear();
        line += (line.empty() ? "" : ", ") + name;
    }
    return line.empty() ? text : fmt::format("{}{}{}\n", text, begin, line);
}

}  // namespace lag
