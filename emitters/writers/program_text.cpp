#include "emitters/writers/program_text.hpp"

#include <fmt/format.h>

#include "emitters/writers/body_needs.hpp"
#include "emitters/writers/expression_text.hpp"
#include "emitters/writers/point_table_text.hpp"

namespace lag {

namespace {

struct DumpDialect : Dialect {
    std::string number(double value) const override { return shortest_decimal(value); }
    std::string element(const Argument& argument, std::size_t element) const override {
        return argument.shape.empty() ? argument.name : fmt::format("{}[{}]", argument.name, element + 1);
    }
    std::string work(std::size_t slot) const override { return fmt::format("work[{}]", slot + 1); }
    std::string lane_local(const std::string& array, std::size_t element) const override {
        return fmt::format("{}[{}]", array, element + 1);
    }
    std::string function(Op op, const std::vector<std::string>& operands) const override {
        return function_text(name_of(op), operands);
    }
    static std::string function_text(const std::string& name, const std::vector<std::string>& operands) {
        std::string text = name + "(";
        for (std::size_t k = 0; k < operands.size(); ++k) text += (k > 0 ? ", " : "") + operands[k];
        return text + ")";
    }
    std::string lane_load(std::size_t, const Argument& argument, std::size_t first) const override {
        return fmt::format("{}[{}..]", argument.name, first + 1);
    }
    std::string lane_gather(std::size_t, const std::vector<std::string>& elements) const override {
        return function_text("lanes", elements);
    }
    std::string lane_function(std::size_t, Op op, const std::vector<std::string>& operands) const override {
        return function(op, operands);
    }
    std::string lane_repeat(std::size_t, std::size_t few, const std::string& operand) const override {
        return function_text("repeat_" + std::to_string(few), {operand});
    }
    std::string lane_fold(std::size_t, std::size_t few, const std::string& operand) const override {
        return function_text("fold_" + std::to_string(few), {operand});
    }
    std::string lane_of(const std::string& name, std::size_t lane) const override {
        return fmt::format("{}.lane{}", name, lane + 1);
    }
    std::string element_in_slice(const Argument& argument, std::size_t first, std::size_t step) const override {
        return fmt::format("{}[{}]", argument.name, indexed_by_slice(first + 1, step));
    }
    std::string lane_load_in_slice(std::size_t lanes, const Argument& argument, std::size_t first) const override {
        return fmt::format("{}[{}..]", argument.name, indexed_by_slice(first + 1, lanes));
    }
    std::string sum_of_slices(const Slices& slices, std::size_t slot) const override {
        return function_text("lane_sum", {lane_local(workspace_name(slices.lanes), slot)});
    }
    std::string lane_of_slices(const Slices& slices, std::size_t slot, std::size_t lane) const override {
        return lane_of(lane_local(workspace_name(slices.lanes), slot), lane);
    }
};

std::string table_text(const std::string& title, const std::vector<TableRow>& rows) {
    std::string text;
    for (const TableRow& row : rows) {
        text += fmt::format("{} {}", title, row.name);
        if (!row.unit.empty()) text += fmt::format(" [{}]", row.unit);
        text += (row.text.empty() ? "" : " " + row.text) + "\n";
    }
    return text;
}

std::string argument_text(const Argument& argument) {
    std::string text = argument.intent == Argument::Intent::in      ? "in "
                       : argument.intent == Argument::Intent::out   ? "out "
                       : argument.intent == Argument::Intent::local ? "local "
                                                                    : "inout ";
    text += argument.name;
    for (std::size_t k = 0; k < argument.shape.size(); ++k) text += (k == 0 ? "[" : ", ") + argument.shape[k].name;
    return argument.shape.empty() ? text : text + "]";
}

std::string routine_text(const Program& program, const Routine& routine) {
    const DumpDialect dialect;
    std::string text = fmt::format("\nroutine {}(", routine.name);
    for (std::size_t k = 0; k < routine.arguments.size(); ++k)
        text += (k > 0 ? ", " : "") + argument_text(routine.arguments[k]);
    text += fmt::format(")  -- {}\n  -- {}\n", routine.text, to_string(routine.operations));
    if (routine.first_info) text += fmt::format("  info = c[{}]\n", routine.place_of_info(program) + 1);
    for (const std::size_t a : routine.zeroed) text += fmt::format("  {} = 0.0\n", routine.arguments[a].name);
    for (std::size_t p = 0; p < routine.pieces.size(); ++p) {
        const Piece& piece = routine.pieces[p];
        if (routine.is_split())
            text += fmt::format("  -- piece {}{}\n", p + 1,
                                piece.lanes == 0 ? "" : fmt::format(", {} slices", routine.slices_of(piece.lanes)));
        for (std::size_t k = routine.pieces[p].first; k < routine.pieces[p].last; ++k) {
            const CodeStatement& s = routine.statements[k];
            const std::string value = value_text(program, routine, s, p, dialect);
            if (!s.section.empty()) text += fmt::format("  -- {}\n", banner_of(s));
            if (!s.comment.empty()) text += fmt::format("  -- {}\n", comment_of(routine, s, dialect));
            if (s.kind == CodeStatement::Kind::temporary)
                text += fmt::format("  {} = {}\n", temporary_name(routine, s.number), value);
            if (s.kind == CodeStatement::Kind::result)
                text += fmt::format(
                    "  {} = {}\n",
                    piece.lanes > 0
                        ? dialect.element_in_slice(routine.arguments[s.place.argument], s.place.element, s.step)
                        : dialect.element(routine.arguments[s.place.argument], s.place.element),
                    value);
            if (s.kind == CodeStatement::Kind::call)
                text += fmt::format("  call {}\n", call_text(routine, s, dialect, ""));
            if (s.kind == CodeStatement::Kind::check)
                text += fmt::format("  check {} else info = {}\n", value, s.number);
            if (is_stored(routine, s))
                text += fmt::format("  {} = {}\n",
                                    dialect.work_of(routine.lanes_of(s.value.id), routine.slot[s.number] - 1),
                                    temporary_name(routine, s.number));
        }
    }
    return text;
}

}  // namespace

std::string to_string(const Program& program) {
    std::string text =
        fmt::format("program {}{}\nsizes", program.name, program.title.empty() ? "" : "  -- " + program.title);
    for (const Extent& size : program.sizes) text += fmt::format(" {} = {}", size.name, size.value);
    text += fmt::format("\n{}{}{}{}{}{}{}{}{}", table_text("coordinate", program.coordinates),
                        table_text("speed", program.speeds), table_text("state", program.states),
                        table_text("dependent speed", program.dependent_speeds),
                        table_text("parameter", program.parameters),
                        table_text("base parameter", program.base_parameters), table_text("input", program.inputs),
                        table_text("constraint", program.constraints), table_text("output", program.outputs));
    if (!program.formulation.empty()) text += fmt::format("formulation {}\n", program.formulation);
    for (const std::string& note : program.notes) text += fmt::format("-- {}\n", note);
    for (std::size_t k = 0; k < program.constants.size(); ++k)
        text += fmt::format("c[{}] = {}\n", k + 1, to_string(*program.constants_graph, program.constants[k]));
    for (std::size_t k = 0; k < program.tables.size(); ++k)
        text += fmt::format("{}: {}\n", table_name(k), segments_text(*program.tables[k]));
    for (const Routine& routine : program.routines) text += routine_text(program, routine);
    return text;
}

}  // namespace lag
