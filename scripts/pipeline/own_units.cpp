#include "scripts/pipeline/own_units.hpp"

#include <fmt/format.h>

#include <set>

namespace lag {

namespace {

// In the units that the rows are labelled with.
void scale_anew(std::vector<TableRow>& rows) {
    for (TableRow& row : rows)
        if (row.user_unit) row.user_unit->scale = unit_of(row.user_unit->unit)->scale / unit_of(row.unit)->scale;
}

// Every "[from]" of the text.
void replace_label(std::string& text, const std::string& from, const std::string& to) {
    const std::string old = fmt::format("[{}]", from), now = fmt::format("[{}]", to);
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + now.size()))
        text.replace(at, old.size(), now);
}

}  // namespace

OwnUnits::OwnUnits(const Model& model) {
    for (const Parameter& p : model.parameters) given_.push_back(p.unit);
    for (const Input& w : model.inputs) given_.push_back(w.unit);
    system_ = system_of(given_);
}

std::string OwnUnits::label(const std::string& si) const {
    const auto unit = unit_of(si);
    if (is_si() || !unit) return si;
    const double scale = system_.scale(unit->dimension);
    return scale == 1 ? si : unit_text(Unit{unit->dimension, scale}, given_);
}

std::vector<TableRow> OwnUnits::columns(const Model& model) const {
    std::vector<TableRow> rows;
    for (const Coordinate& q : model.coordinates) rows.push_back({q.name, label(q.unit), "", q.user_unit});
    for (const Speed& u : model.speeds) rows.push_back({u.name, label(u.unit), "", u.user_unit});
    scale_anew(rows);
    for (const StateVariable& s : model.states) rows.push_back({s.name, s.unit, s.text, s.user_unit});
    for (const Input& w : model.inputs) rows.push_back({w.name, w.unit, w.text, w.user_unit});
    for (const Output& o : model.outputs) rows.push_back({o.name, o.unit, o.text, o.user_unit});
    return rows;
}

Program OwnUnits::labelled(Program program) const {
    if (is_si()) return program;
    for (auto* table : {&program.coordinates, &program.speeds, &program.constraints, &program.dependent_speeds,
                        &program.base_parameters})
        for (TableRow& row : *table) row.unit = label(row.unit);
    scale_anew(program.coordinates), scale_anew(program.speeds);
    for (std::string& text : program.multipliers) {
        replace_label(text, "N", label("N"));
        replace_label(text, "N m", label("N*m"));
    }
    const auto relabel = [&](std::string& text) {
        for (const char* si : {"m", "m/s", "m/s^2", "kg", "kg*m", "kg*m^2", "N", "N*m"})
            replace_label(text, si, label(si));
    };
    // parameters, inputs and outputs have the script's own
    static const std::set<std::string> given{"p", "w", "o"};
    for (Routine& routine : program.routines) {
        for (Argument& argument : routine.arguments)
            if (!given.contains(argument.name))
                for (std::string& name : argument.element_names) relabel(name);
        for (CodeStatement& statement : routine.statements)
            if (statement.kind == CodeStatement::Kind::result &&
                !given.contains(routine.arguments[statement.place.argument].name))
                relabel(statement.comment);
    }
    return program;
}

}  // namespace lag
