// Limbs whose routines would be cut into pieces stay out of lanes: the pieces' workspace holds single numbers.

#include <algorithm>

#include "emitters/choice/formulations.hpp"
#include "emitters/writers/program_text.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

namespace lag {

namespace {

const char* const three_chains =
    "model(chains)$ gravity([0, 0, -9.81])$ body(hub, ground, hinge = free(), mass = 3, inertia = [2, 3, 4])$\n"
    "for k:1 thru 3 do block([inboard: hub], for i:1 thru 3 do block([link: concat(link, k, \"_\", i)],\n"
    "  body(link, inboard, hinge = revolute(if mod(i, 2) = 0 then y else x, concat(q, k, \"_\", i)),\n"
    "       at = [1/5, k/10, 3/10], orient = [[z, 2/5]], mass = 1, cm = [1/10, 1/5, 1/7],\n"
    "       inertia = [1, 2, 3/2, 1/10, 1/11, 1/12]), inboard: link))$\n";

Program chains(LimbForm limbs, std::size_t split_above) {
    const Model model = described_model(parse(three_chains, "chains.lag"), {});
    const Kinematics kinematics = compute_kinematics(model);
    const MinimalSystem system = minimal_system(model, kinematics);
    WantedRoutines wanted;
    wanted.limbs = limbs, wanted.split_above = split_above;
    return cheapest_program({model, kinematics, system}, Formulation::automatic, wanted);
}

}  // namespace

TEST_CASE("limbs whose routine is too long for one body are not in lanes, and a note says so") {
    const std::string note = "  not in lanes: the routines are too long for one body";
    const auto has_note = [&](const Program& p) { return std::ranges::count(p.notes, note) > 0; };
    const Program whole = chains(LimbForm::lanes, 10000);
    const Routine& derivatives = *whole.find(RoutineName::derivatives);
    CHECK(!derivatives.lane_reads.empty());
    CHECK(!derivatives.is_split());
    CHECK(!has_note(whole));
    const auto limit = static_cast<std::size_t>(derivatives.operations.total()) - 100;
    Program cut = chains(LimbForm::lanes, limit);
    CHECK(cut.find(RoutineName::derivatives)->is_split());
    CHECK(cut.limbs.empty());
    CHECK(has_note(cut));
    const Program scalar = chains(LimbForm::scalar, limit);
    cut.notes = scalar.notes;
    const bool is_scalar = to_string(cut) == to_string(scalar);
    CHECK(is_scalar);  // one limb after the other
}

}  // namespace lag
