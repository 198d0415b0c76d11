#include "lagrange/formulations/lacking_hinges.hpp"

#include "lagrange/kinematics/lane_presence.hpp"

namespace lag {

LackingHinges::LackingHinges(const Model& model) : graph_(*model.graph) {
    for (std::size_t u = 0; u < model.speeds.size(); ++u) presence_.push_back(presence_of(model, SpeedIndex{u}));
}

Expr LackingHinges::where_present(Expr value, std::size_t speed) const {
    return presence_[speed] ? graph_.own(value) * *presence_[speed] : value;
}

std::vector<MassEntry> LackingHinges::of_mass_matrix(std::vector<MassEntry> entries) const {
    for (MassEntry& entry : entries) {
        entry.value = where_present(entry.value, entry.row);
        if (entry.row != entry.column)
            entry.value = where_present(entry.value, entry.column);
        else if (presence_[entry.row])
            entry.value = entry.value + (graph_.integer(1) - *presence_[entry.row]);
    }
    return entries;
}

ConstraintRows LackingHinges::of_rows(ConstraintRows constraints) const {
    for (ConstraintRow& row : constraints.rows)
        for (auto& [speed, coefficient] : row.B) coefficient = where_present(coefficient, speed.value);
    return constraints;
}

std::vector<Expr> LackingHinges::of_values(std::vector<Expr> values) const {
    for (std::size_t u = 0; u < presence_.size(); ++u) values[u] = where_present(values[u], u);
    return values;
}

}  // namespace lag
