#include "scripts/pipeline/own_units.hpp"

#include <set>

namespace lag {

namespace {

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

Program OwnUnits::labelled(Program program) const {
    if (is_si()) return program;
    for (auto* table : {&program.coordinates, &program.speeds, &program.constraints, &program.dependent_speeds,
                        &program.base_parameters})
        for (TableRow& row : *table) row.unit = label(row.unit);
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
