#include "lagrange/formulations/turner.hpp"

#include <map>

namespace lag {

namespace {

using Sums = std::map<std::pair<std::size_t, std::size_t>, Expr>;

std::vector<MassEntry> entries_of(const Sums& sums) {
    std::vector<MassEntry> entries;
    for (const auto& [place, value] : sums)
        if (!value.is_zero()) entries.push_back({place.first, place.second, value});
    return entries;
}

}  // namespace

// Both: outermost bodies first, so that a term is added where the previous ones of its entry are still at hand.
std::vector<MassEntry> turner_mass_matrix(const Model& model, const Partials& partials) {
    Sums sums;
    for (std::size_t b = model.bodies.size(); b-- > 1;) {
        const std::vector<BodyPartial>& list = partials.of_body[b];
        for (std::size_t i = 0; i < list.size(); ++i)
            for (std::size_t j = 0; j <= i; ++j)
                sums[{list[i].speed.value, list[j].speed.value}] +=
                    dot(list[i].omega, list[j].h) + dot(list[i].v, list[j].p);
    }
    return entries_of(sums);
}

std::vector<MassEntry> turner_mass_matrix(const Partials& partials, const std::vector<Inertia>& inertias) {
    Sums sums;
    for (std::size_t l = inertias.size(); l-- > 1;) {
        if (inertias[l].is_zero()) continue;
        const std::vector<SpeedColumn>& columns = partials.of_link[l];
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const Vec3<Expr> h = angular_momentum(inertias[l], columns[j].w, columns[j].v);
            const Vec3<Expr> p = momentum(inertias[l], columns[j].w, columns[j].v);
            for (std::size_t i = j; i < columns.size(); ++i)
                sums[{columns[i].speed.value, columns[j].speed.value}] += dot(columns[i].w, h) + dot(columns[i].v, p);
        }
    }
    return entries_of(sums);
}

}  // namespace lag
