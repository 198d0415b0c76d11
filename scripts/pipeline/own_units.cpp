#include "scripts/pipeline/own_units.hpp"

#include <set>

namespace lag {

namespace {

// In the units that the rows are labelled with.
template <class Rows>
void scale_anew(std::vector<UserUnit>& units, const Rows& rows, const auto& label) {
    for (UserUnit& one : units)
        for (const auto& row : rows)
            if (row.name == one.name) one.scale = unit_of(one.unit)->scale / unit_of(label(row.unit))->scale;
}

// Every "[from]" of the text.
void replace_label(std::string& text, const std::string& from, const std::string& to) {
    const std::string old = "[" + from + "]", now = "[" + to + "]";
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

std::vector<UserUnit> OwnUnits::user_units(const Model& model) const {
    std::vector<UserUnit> units = model.user_units;
    const auto own = [this](const std::string& si) { return label(si); };
    scale_anew(units, model.coordinates, own), scale_anew(units, model.speeds, own);
    return units;
}

Program OwnUnits::labelled(Program program) const {
    if (is_si()) return program;
    for (auto* table : {&program.coordinates, &program.speeds, &program.constraints, &program.dependent_speeds,
                        &program.base_parameters})
        for (TableRow& row : *table) row.unit = label(row.unit);
    const auto as_labelled = [](const std::string& unit) { return unit; };
    scale_anew(program.user_units, program.coordinates, as_labelled);
    scale_anew(program.user_units, program.speeds, as_labelled);
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
