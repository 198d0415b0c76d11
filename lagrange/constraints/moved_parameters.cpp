#include "lagrange/constraints/moved_parameters.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/graph.hpp"

namespace lag {

void MovedParameters::hold(std::vector<std::size_t> held, const ModelState& start) {
    held_ = std::move(held);
    start_ = start;
    places_.clear();
    looked_ = false;
    ++times_held_;
}

bool MovedParameters::holds_parameters(std::size_t row) const {
    Graph& graph = *model_.graph;
    const ConstraintRow& r = rows_.rows[row];
    const std::array<Expr, 2> held{Expr{&graph, r.phi.id}, Expr{&graph, r.phidot.id}};
    return !symbols_in(graph, held, bit(Role::parameter)).empty();
}

void MovedParameters::find_places() {
    looked_ = true;
    for (const std::uint64_t seed : {401U, 402U})
        for (const double off : {1e-2, 1e-4, 1e-7}) {
            ExactRows place(model_, kinematics_, numbers_, off, seed);
            if (!place.bring_onto(held_, start_)) continue;
            places_.push_back(std::move(place));
            break;
        }
}

MovedParameters::Verdict MovedParameters::verdict(std::size_t row, const std::vector<std::size_t>& on) {
    if (!holds_parameters(row) && std::none_of(on.begin(), on.end(), [&](auto r) { return holds_parameters(r); }))
        return Verdict::follows;
    if (!looked_) find_places();
    if (places_.empty()) return times_held_ > 1 ? Verdict::independent : Verdict::follows;
    Verdict worst = Verdict::follows;
    for (ExactRows& place : places_) {
        const ExactRows::Answer answer = place.follows(row, on);
        if (!answer.known) continue;
        if (!answer.in_span) return Verdict::independent;
        if (!answer.agrees) worst = Verdict::contradicts;
    }
    return worst;
}

}  // namespace lag
