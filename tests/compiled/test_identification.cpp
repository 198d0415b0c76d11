// m_regressor, m_base_parameters and m_applied_loads as they are emitted: Y pi = M u' - f + loads with the emitted M
// and f, loads against the oracle, independent columns.
#include <filesystem>
#include <fstream>

#include "lagrange/identification/base_parameters.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/emitters/golden.hpp"
#include "tests/scratch.hpp"
#include "tests/support/oracle_regressor.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;
using Eigen::MatrixXd, Eigen::VectorXd;
namespace fs = std::filesystem;

namespace {

const fs::path samples = fs::path(LAG_SOURCE_DIR) / "samples";

// The sample's model once more, for identification: the files by name.
std::vector<fs::path> identified(const fs::path& script, const std::vector<std::string>& languages_and_files) {
    const fs::path folder = fs::path(scratch_root()) / "identification" / script.stem();
    fs::create_directories(folder);
    std::string text = read_file(script) + "\n";
    std::vector<fs::path> files;
    for (const std::string& file : languages_and_files) {
        const std::string language = file.ends_with(".hpp")   ? "cpp"
                                     : file.ends_with(".h")   ? "c"
                                     : file.ends_with(".f90") ? "fortran"
                                                              : "fortran77";
        text += "emit(" + language + ", \"" + file + "\", formulation = composite, regressor = true)$\n";
        files.push_back(folder / file);
    }
    for (const OutputFile& file : run_pipeline(parse(text, script.string()), {}).files)
        for (const fs::path& wanted : files)
            if (wanted.filename() == file.name) std::ofstream(wanted) << file.text;
    return files;
}

VectorXd loads_without_gravity(Model model, const OracleState& state) {
    model.gravity = {};
    return Oracle(model, state).result().generalized_forces;
}

void compare(const fs::path& script, const std::vector<std::string>& file_names, int most_rank_states) {
    const Model model = model_of(script);
    const auto count = static_cast<Eigen::Index>(base_parameters(model, compute_kinematics(model)).base.size());
    for (const fs::path& file : identified(script, file_names)) {
        INFO(file.string());
        CompiledModel compiled(model, file.string());
        MatrixXd stacked(0, count);
        const OracleState first = random_state(model, 1);
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            OracleState state = random_state(model, seed);
            compiled.setup(state.p);
            const VectorXd udot = VectorXd::LinSpaced(state.u.size(), -1.0, 1.5);
            const VectorXd loads = compiled.applied_loads(state);
            const VectorXd rows = compiled.mass_matrix(state) * udot - compiled.right_side(state) + loads;
            const VectorXd from_base =
                compiled.regressor(state, udot, count) * compiled.base_parameters(state.p, count);
            const OracleResult oracle = Oracle(model, state).result();
            const VectorXd expected_loads = loads_without_gravity(model, state);
            const VectorXd magnitudes = oracle.row_magnitudes(udot);
            for (Eigen::Index u = 0; u < rows.size(); ++u) {
                CAPTURE(seed, u, rows(u), from_base(u), loads(u), expected_loads(u));
                CHECK(std::abs(from_base(u) - rows(u)) <= 1e-11 * magnitudes(u));
                CHECK(std::abs(loads(u) - expected_loads(u)) <= 1e-11 * (oracle.force_magnitude(u) + 1e-3));
            }
        }
        compiled.setup(first.p);
        for (int k = 0; k < most_rank_states; ++k) {
            OracleState state = random_state(model, static_cast<std::uint64_t>(100 + k));
            state.p = first.p;
            const VectorXd udot = random_state(model, static_cast<std::uint64_t>(900 + k)).u;
            stacked.conservativeResize(stacked.rows() + udot.size(), Eigen::NoChange);
            stacked.bottomRows(udot.size()) = compiled.regressor(state, udot, count);
        }
        CHECK(rank_of(stacked) == count);
    }
}

}  // namespace

TEST_CASE("emitted regressors: Y pi = M u' - f + loads, independent columns") {
    for (const std::string name : {"cart_pole.lag", "arm7.lag", "stanford_arm.lag", "spacecraft1.lag", "quadruped.lag",
                                   "gear_train.lag", "crane.lag", "slider_crank.lag", "hmmwv10/hmmwv10.lag"})
        compare(samples / name, {"id.hpp"}, 60);
}

// 26, 436 and 263 operations against 44, 299 and 281 of m_inverse_dynamics, which gives the same rows for one set of
// parameters only.
TEST_CASE("operation counts of regressors are the pinned ones") {
    const auto count = [](const std::string& name) {
        const std::string text = read_file(identified(samples / (name + ".lag"), {"id.hpp"}).front());
        const std::size_t begin = text.find(name + "::regressor: ");
        return text.substr(begin, text.find('\n', begin) - begin);
    };
    CHECK(count("identification") == "identification::regressor: 10 add, 16 mul, 0 div, 0 sqrt, 4 call");
    CHECK(count("arm7") == "arm7::regressor: 169 add, 267 mul, 0 div, 0 sqrt, 10 call");
    CHECK(count("stanford_arm") == "stanford_arm::regressor: 101 add, 162 mul, 0 div, 0 sqrt, 8 call");
}

TEST_CASE("regressors in every language agree with the oracle") {
    compare(samples / "identification.lag", {"id.hpp", "id.h", "id.f90", "id.f"}, 12);
    compare(samples / "quadrotor.lag", {"id.hpp", "id.h", "id.f90", "id.f"}, 12);
}
