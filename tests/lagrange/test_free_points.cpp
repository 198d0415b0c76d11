// Bodies that move freely by the accelerations of other points (lagrange/formulations/free_points.hpp), against the oracle.
#include <array>

#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/formulations/free_points.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "tests/catch.hpp"
#include "tests/draws.hpp"
#include "tests/lagrange/equations_check.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;

TEST_CASE("a body that moves freely goes by the accelerations of any of its points") {
    for (const char* const hinge : {"free", "planar_speeds"}) {
        int moved = 0;
        for (std::uint64_t seed = 1; seed <= draws(150, 4); ++seed) {
            RandomModelOptions options;
            options.max_bodies = 4;
            options.hinges = {hinge, "revolute"};
            const Model model = random_tree(seed, options);
            const Kinematics own = compute_kinematics(model);
            const std::optional<Kinematics> held = seed % 4 < 2 ? in_non_rotating_axes(own) : std::nullopt;
            const Kinematics& k = held ? *held : own;
            FormulationChoice choice;
            choice.formulation = Formulation::articulated;
            choice.regrouping = std::array{Regrouping::none, Regrouping::masses, Regrouping::inertias}[seed % 3];
            choice.absorbing = seed % 2 == 0;
            std::vector<FormulationChoice> trials;
            at_best_free_points(choice, model, k, [&](const FormulationChoice& trial) {
                trials.push_back(trial);
                return 100 - static_cast<long>(trials.size());  // every axis is moved
            });
            for (std::size_t t = 0; t < trials.size(); t += 1 + trials.size() / 3) {
                if (trials[t].free_points.empty()) continue;
                ++moved;
                const Equations equations = form_equations(model, k, Partials{}, trials[t]);
                for (const std::string& line : disagreements(model, equations, random_state(model, seed)))
                    FAIL_CHECK("seed " << seed << ", " << to_string(trials[t]) << ": " << line << "\n"
                                       << to_string(model));
            }
        }
        CAPTURE(hinge);
        CHECK(moved > 5);
    }
}
