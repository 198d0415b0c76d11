#include "emitters/program/row_units.hpp"

#include "emitters/program/multiplier_text.hpp"

namespace lag {

namespace {

const Constraint* constraint_of(const Model& whole, const ConstraintRow& row) {
    return row.constraint < whole.constraints.size() ? &whole.constraints[row.constraint] : nullptr;
}

}  // namespace

std::string unit_of_error(const Model& whole, const ConstraintRow& row) {
    const Constraint* const constraint = constraint_of(whole, row);
    if (constraint == nullptr) return "";
    if (constraint->kind == Constraint::Kind::loop) return "m";
    if (constraint->kind != Constraint::Kind::hinge) return constraint->unit;
    return is_orientation_row(row) ? "1" : "m";
}

std::string unit_of_multiplier(const Model& whole, const ConstraintRow& row) {
    const Constraint* const constraint = constraint_of(whole, row);
    if (constraint == nullptr) return "";
    if (constraint->kind == Constraint::Kind::loop) return "N";
    if (constraint->kind != Constraint::Kind::hinge) return constraint->multiplier_unit;
    return is_orientation_row(row) ? "N*m" : "N";
}

}  // namespace lag
