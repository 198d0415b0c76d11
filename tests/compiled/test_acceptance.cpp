// The acceptance scripts: emitted, compiled in both languages, and equal to the tabled numbers at the tabled states.
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/constrained_samples.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"
#include "tests/support/acceptance.hpp"

using namespace lag;
using Eigen::VectorXd;

namespace {

void compare_file(const Model& model, const std::filesystem::path& file, const std::vector<AcceptanceState>& states) {
    INFO(file.string());
    CompiledModel compiled(model, file.string());
    for (const AcceptanceState& tabled : states) {
        OracleState state = zero_state(model);
        state.q = vector_of(tabled, "q");
        state.u = vector_of(tabled, "u");
        state.w = vector_of(tabled, "w");
        compiled.setup(compiled.defaults());
        VectorXd lambda = VectorXd::Zero(vector_of(tabled, "lambda").size());
        int info = -1;
        const VectorXd udot = compiled.accelerations(state, lambda, info);
        CHECK(info == 0);
        compare_tabled("udot", udot, vector_of(tabled, "udot"));
        compare_tabled("f", compiled.right_side(state), vector_of(tabled, "f"));
        compare_tabled("qdot", compiled.kinematics(state), vector_of(tabled, "qdot"));
        const Eigen::MatrixXd M = compiled.mass_matrix(state);
        compare_tabled("M", M.reshaped(), vector_of(tabled, "M"));  // symmetric: rows or columns
        if (lambda.size() == 0) continue;
        compare_tabled("lambda", lambda, vector_of(tabled, "lambda"));
        const Eigen::MatrixXd B = compiled.constraint_matrix(state, lambda.size());
        compare_tabled("B", B.transpose().reshaped(), vector_of(tabled, "B"));  // tabled row by row
        VectorXd phi(lambda.size()), phidot(lambda.size());
        compiled.constraints(state, phi, phidot);
        compare_tabled("phi", phi, VectorXd::Zero(phi.size()));
        compare_tabled("phidot", phidot, VectorXd::Zero(phi.size()));
    }
}

}  // namespace

TEST_CASE("the acceptance scripts reproduce their tables") {
    const std::filesystem::path folder = std::filesystem::path(LAG_SOURCE_DIR) / "samples" / "acceptance";
    for (const std::string name : {"double_pendulum", "chain", "floating_base", "four_bar", "rolling_disc"}) {
        INFO(name);
        const auto script = folder / (name + ".lag");
        const auto out = std::filesystem::path(scratch_root()) / "acceptance" / name;
        emit_sample(script, out);
        const Model model = model_of(script);
        const std::vector<AcceptanceState> states = read_acceptance((folder / (name + ".json")).string());
        REQUIRE(states.size() == 5);
        int compared = 0;
        for (const auto& file : emitted_files(out)) {
            if (file.extension() != ".f90" && file.extension() != ".hpp") continue;
            compare_file(model, file, states);
            ++compared;
        }
        CHECK(compared == 2);
    }
}
