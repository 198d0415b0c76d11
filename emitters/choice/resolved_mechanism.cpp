#include "emitters/choice/resolved_mechanism.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"

namespace lag {

namespace {

bool same_rows(const std::vector<ConstraintRow>& a, const std::vector<ConstraintRow>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ConstraintRow& x, const ConstraintRow& y) {
        return x.constraint == y.constraint && x.component == y.component;
    });
}

}  // namespace

std::optional<Resolved> resolved_in_non_rotating_axes(const Model& given, const Kinematics& kinematics,
                                                      const Resolved& own) {
    if (has_flexible_bodies(given)) return std::nullopt;  // their data are in their own axes
    const std::optional<Kinematics> held = in_non_rotating_axes(kinematics);
    if (!held) return std::nullopt;
    Resolved result{own.system, own.rows, {}};
    result.system.model = with_lines_of(kinematics, *held, given);
    result.system.kinematics = *held;
    if (!own.system.solved_out.rows.empty()) {
        Model model = result.system.model;
        model.treatment.dependent.clear();
        for (const SolvedOut::Dependent& d : own.system.solved_out.dependent)
            for (std::size_t u = 0; u < model.speeds.size(); ++u)
                if (model.speeds[u].name == d.name) model.treatment.dependent.emplace_back(u);
        result.system = minimal_system(model, *held);
        if (!same_rows(result.system.solved_out.rows, own.system.solved_out.rows)) return std::nullopt;
        return result;
    }
    std::vector<ConstraintRow>& rows = result.rows.rows.rows;
    if (rows.empty()) return result;
    std::vector<ConstraintRow> stated = form_constraints(own.system.model, *held).rows;
    std::erase_if(stated, [&](const ConstraintRow& row) {
        return std::none_of(rows.begin(), rows.end(), [&](const ConstraintRow& kept) {
            return kept.constraint == row.constraint && kept.component == row.component;
        });
    });
    if (!same_rows(stated, rows)) return std::nullopt;
    rows = std::move(stated);
    return result;
}

}  // namespace lag
