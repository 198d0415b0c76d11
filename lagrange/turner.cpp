#include "lagrange/turner.hpp"

#include <map>

namespace lag {

std::vector<MassEntry> turner_mass_matrix(const Model& model, const Partials& partials) {
    std::map<std::pair<std::size_t, std::size_t>, Expr> sums;
    // Outermost bodies first, so that a term is added where the previous ones of its entry are still at hand.
    for (std::size_t b = model.bodies.size(); b-- > 1;) {
        const std::vector<BodyPartial>& list = partials.of_body[b];
        for (std::size_t i = 0; i < list.size(); ++i)
            for (std::size_t j = 0; j <= i; ++j)
                sums[{list[i].speed.value, list[j].speed.value}] +=
                    dot(list[i].omega, list[j].h) + dot(list[i].v, list[j].p);
    }
    std::vector<MassEntry> entries;
    for (const auto& [place, value] : sums)
        if (!value.is_zero()) entries.push_back({place.first, place.second, value});
    return entries;
}

}  // namespace lag
