#include "emitters/choice/program_in_lanes.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "emitters/choice/limbs.hpp"
#include "emitters/passes/estimate.hpp"
#include "emitters/program/lower_limbs.hpp"

namespace lag {

namespace {

// Whether the lanes' equations may take the place of others: of trees only, in the formulation that is asked for, and
// not beside a jacobian that would be of other equations where Euler parameters leave their unit length.
bool may_have_limbs(const Mechanism& mechanism, Formulation formulation, const WantedRoutines& wanted) {
    const bool is_articulated = formulation == Formulation::automatic || formulation == Formulation::articulated;
    return is_articulated && is_tree_of_bodies(mechanism.system) &&
           ((wanted.jacobian.empty() && wanted.derivatives.empty()) || quaternions(mechanism.model).empty());
}

// Whether lanes take clearly fewer cycles than one limb after the other.
bool is_faster_in_lanes(const Program& in_lanes, const Program& scalar, Program& noted) {
    constexpr std::size_t clearly = 85;  // per cent: lanes run 0.05 to 0.2 slower than their estimate
    const auto cycles_of = [](const Program& program) {
        return estimated_cycles(*program.find(RoutineName::derivatives), true);
    };
    const std::size_t lanes = cycles_of(in_lanes), one_by_one = cycles_of(scalar);
    const bool is_faster = lanes * 100 < one_by_one * clearly;
    noted.limbs_compared = "  derivatives, by the estimate, with vector sines: " + std::to_string(lanes) +
                           " cycles with limbs in lanes, " + std::to_string(one_by_one) +
                           " one after the other: " + (is_faster ? "in lanes" : "one after the other");
    noted.notes.push_back(noted.limbs_compared);
    return is_faster;
}

// Whether C has what these lane values are made of: arithmetic, sines, roots and selections by single comparisons.
bool has_simple_lanes(const Routine& routine) {
    const Code& code = *routine.code;
    const std::vector<bool> in_lanes = lane_values(code);
    for (CodeId id = 0; id < code.size(); ++id) {
        const CodeNode& node = code.node(id);
        if (node.kind != CodeKind::function || !in_lanes[id]) continue;
        const bool is_plain = node.op == Op::sin || node.op == Op::cos || node.op == Op::sqrt || node.op == Op::abs ||
                              node.op == Op::less || node.op == Op::less_equal;
        if (!is_plain && !(node.op == Op::select && in_lanes[code.items(id)[0].id])) return false;
    }
    return true;
}

}  // namespace

std::optional<Program> with_limbs_in_lanes(Program& program, const Program& scalar, const Mechanism& mechanism,
                                           Formulation formulation, const WantedRoutines& wanted,
                                           const OptimizeOptions& options) {
    if (!may_have_limbs(mechanism, formulation, wanted)) return std::nullopt;
    LimbChoice choice = limbs_in_lanes(mechanism.model);
    program.notes.insert(program.notes.end(), choice.notes.begin(), choice.notes.end());
    if (!choice.equations) return std::nullopt;
    Program lane_program = program;
    compute_in_lanes(lane_program, choice.equations->limb, choice.equations->equations, wanted.beside_lanes);
    lane_program.formulation =
        choice.equations->formulation + "; " + std::to_string(lane_program.limbs.size()) + " limbs in lanes";
    const Program derivatives = optimize_derivatives(lane_program, options);
    if (!is_faster_in_lanes(derivatives, scalar, program) && wanted.limbs == LimbForm::where_faster)
        return std::nullopt;
    if (wanted.beside_lanes && !has_simple_lanes(*derivatives.find(RoutineName::derivatives))) {
        program.notes.emplace_back(
            "  not in lanes in C: loads of the limbs hold more than sines, roots and selections");
        return std::nullopt;
    }
    lane_program.notes = program.notes, lane_program.limbs_compared = program.limbs_compared;
    Program optimized = optimize(std::move(lane_program), derivatives, options);
    const bool is_split =
        std::ranges::any_of(optimized.routines, [](const Routine& r) { return !r.lane_reads.empty() && r.is_split(); });
    if (is_split) program.notes.emplace_back("  not in lanes: the routines are too long for one body");
    return is_split ? std::nullopt : std::optional(std::move(optimized));
}

}  // namespace lag
