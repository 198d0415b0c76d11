// m_jacobian as emitted: against the slopes of m_derivatives by dual numbers in C++, and against Richardson's central
// differences of the compiled m_derivatives in all languages. The pattern: no entry is stored that is zero at every
// state, and none is missing.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>

#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/dual_model.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

namespace fs = std::filesystem;

// Runs `script` with `emits` after it; the files go into a folder of that name.
fs::path emitted(const std::string& name, const std::string& script, const fs::path& place, const std::string& emits,
                 const std::vector<std::pair<std::string, std::string>>& defines = {}) {
    const fs::path folder = fs::path(scratch_root()) / "jacobian" / name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    PipelineOptions options;
    options.defines = defines;
    for (const OutputFile& file : run_pipeline(parse(script + "\n;" + emits, place.string()), options).files)
        std::ofstream(folder / file.name) << file.text;
    return folder;
}

FullState shaken_state(const DualModel& model, std::uint64_t seed) {
    Random random(seed);
    FullState s = model.start();
    s.t = random.between(0, 2);
    const auto shake = [&](VectorXd& v, double relative, double absolute) {
        for (double& x : v) x += (relative * std::abs(x) + absolute) * random.between(-1, 1);
    };
    shake(s.y, 0.2, 0.6), shake(s.w, 0, 1);
    for (double& p : s.p) p += (p == 0 ? 0.1 : 0.05 * p) * random.between(0, 1);
    return s;
}

// By columns: each number within 1e-9 of itself and 1e-12 of its row's largest.
void compare_with_duals(const DualModel& model, int states) {
    std::vector<bool> moved(static_cast<std::size_t>(model.nz), false);
    MatrixXd stored = MatrixXd::Zero(model.nq + model.nu, model.nj);
    for (std::size_t k = 0; k < moved.size(); ++k) {
        REQUIRE(stored(model.rows[k], model.columns[k]) == 0);  // each place once
        stored(model.rows[k], model.columns[k]) = 1;
        if (k == 0) continue;
        const auto place = [&](std::size_t i) { return std::pair(model.columns[i], model.rows[i]); };
        REQUIRE(place(k - 1) < place(k));  // column after column
    }
    int finite = 0;
    for (int n = 1; n <= states; ++n) {
        const FullState s = shaken_state(model, static_cast<std::uint64_t>(n));
        MatrixXd expected(model.nq + model.nu, model.nj), found = MatrixXd::Zero(model.nq + model.nu, model.nj);
        int info = -1;
        for (Eigen::Index c = 0; c < model.nj; ++c)
            expected.col(c) =
                model.slopes(s, model.direction_of(model.column_names[static_cast<std::size_t>(c)]), info);
        if (!expected.allFinite() || info != 0) continue;
        ++finite;
        const VectorXd entries = model.jacobian(s, info);
        CHECK(info == 0);
        for (std::size_t k = 0; k < moved.size(); ++k) {
            const double value = entries(static_cast<Eigen::Index>(k));
            found(model.rows[k], model.columns[k]) = value;
            moved[k] = moved[k] || value != 0;
        }
        for (Eigen::Index r = 0; r < expected.rows(); ++r) {
            const double size = expected.row(r).cwiseAbs().maxCoeff();
            for (Eigen::Index c = 0; c < expected.cols(); ++c) {
                const double difference = std::abs(found(r, c) - expected(r, c));
                if (difference <= 1e-9 * std::abs(expected(r, c)) + 1e-12 * size) continue;
                FAIL_CHECK("state " << n << ", row " << r + 1 << " by "
                                    << model.column_names[static_cast<std::size_t>(c)]
                                    << (stored(r, c) == 0 ? " (not stored): " : ": ") << found(r, c) << " instead of "
                                    << expected(r, c) << ", largest of the row " << size);
            }
        }
    }
    CHECK(finite >= (states + 1) / 2);
    for (std::size_t k = 0; k < moved.size(); ++k) {
        INFO("row " << model.rows[k] + 1 << " by " << model.column_names[static_cast<std::size_t>(model.columns[k])]);
        CHECK(moved[k]);
    }
}

struct Sample {
    std::string script, columns;
    std::vector<std::pair<std::string, std::string>> defines = {};
};

void check_sample(const Sample& sample, int states) {
    INFO(sample.script);
    const fs::path place = fs::path(LAG_SOURCE_DIR) / "samples" / sample.script;
    const std::string text = read_file(place);
    const fs::path folder = emitted(
        place.stem().string() + (sample.defines.empty() ? "" : "_defined"), text, place,
        "emit(cpp, \"jac.hpp\", routines = [defaults, initial, derivatives], jacobian = " + sample.columns + ")$",
        sample.defines);
    const std::string header = read_file(folder / "jac.hpp");
    std::string name = header.substr(header.find("LAG_MODEL_") + 10);
    name = name.substr(0, name.find("_HPP"));
    compare_with_duals(DualModel(name, (folder / "jac.hpp").string()), states);
}

}  // namespace

TEST_CASE("the jacobian of the samples equals the slopes of their derivatives") {
    const std::string all = "[q, u, w, p]";
    for (const Sample& sample :
         {Sample{"cart_pole.lag", all}, Sample{"crane.lag", all}, Sample{"quadrotor.lag", all}, Sample{"top.lag", all},
          Sample{"spring_pendulum.lag", all}, Sample{"bead.lag", all}, Sample{"end_stop.lag", all},
          Sample{"four_bar/four_bar.lag", all}, Sample{"four_bar/four_bar.lag", all, {{"minimal", "1"}}},
          Sample{"slider_crank.lag", all}, Sample{"knife_edge.lag", all}, Sample{"shaken_pendulum.lag", all},
          Sample{"acceptance/rolling_disc.lag", all}, Sample{"cart.lag", "[q, u, w]", {{"minimal", "1"}}},
          Sample{"acceptance/chain.lag", "[q, u]"}, Sample{"spacecraft1.lag", "[q, u, w]"},
          Sample{"hmmwv10/hmmwv10.lag", "[q, u, rack_force, m_chassis, steer_arm, ia_wheel, sx_chassis_front]"}})
        check_sample(sample, 6);
}

TEST_CASE("the jacobian of linkages in the articulated recursion equals the slopes of their derivatives") {
    // two four-bars in series, and an arm whose tip slides on a plane
    const std::string script = R"(
model(linkage)$ parameters(l = 0.4, m = 1)$ gravity([0.3, -9.81, 0])$ input(w)$
body(a1, ground, hinge = revolute(z, qa1), mass = m, cm = [0, 0.2, 0], inertia = [0.1, 0.1, 0.02])$
body(c1, a1, hinge = revolute(z, qc1), at = [0, l, 0], mass = 1.5, cm = [0.3, 0, 0], inertia = [0.1, 0.1, 0.05])$
body(d1, ground, hinge = revolute(z, qd1), at = [0.55, 0, 0], mass = 1.1, cm = [0, 0.2, 0], inertia = [0.1, 0.1, 0.02])$
point(E1, c1, [0.6, 0, 0])$ point(F1, d1, [0, 0.45, 0])$ close_loop(E1, F1)$
body(a2, c1, hinge = revolute(z, qa2), at = [0.1, 0, 0], mass = m, cm = [0, 0.2, 0], inertia = [0.1, 0.1, 0.02])$
body(c2, a2, hinge = revolute(z, qc2), at = [0, l, 0], mass = 1.5, cm = [0.3, 0, 0], inertia = [0.1, 0.1, 0.05])$
body(d2, c1, hinge = revolute(z, qd2), at = [0.65, 0, 0], mass = 1.1, cm = [0, 0.2, 0], inertia = [0.1, 0.1, 0.02])$
point(E2, c2, [0.6, 0, 0])$ point(F2, d2, [0, 0.45, 0])$ close_loop(E2, F2)$
body(arm, c2, hinge = universal([x, y], [q1, q2]), at = [0.2, 0.1, 0], mass = 0.4, cm = [0.1, 0, 0.1], inertia = [0.02, 0.03, 0.01])$
point(tip, arm, [0.3, 0, 0.2])$ constraint(position(tip)[3] = 0.2)$
hinge_load(qa1, w)$ options(stabilization = [3, 4])$
)";
    const fs::path folder = emitted("linkage", script, "linkage.lag",
                                    "emit(cpp, \"jac.hpp\", routines = [defaults, initial, derivatives], "
                                    "jacobian = [q, u, w, p], formulation = articulated)$");
    compare_with_duals(DualModel("linkage", (folder / "jac.hpp").string()), 4);
}

// The accelerations solve a matrix that holds the rows of B besides M.
TEST_CASE("the jacobian of massless mechanisms equals the slopes of their derivatives", "[massless]") {
    const std::string four_bar =
        "model(loose_links)$ parameters(l1 = 1, l2 = 3, l3 = 2, base = 3)$ input(drive)$"
        "body(crank, ground, hinge = revolute(z, q1))$"
        "body(coupler, crank, hinge = revolute(z, q2), at = [l1, 0, 0])$"
        "body(rocker, ground, hinge = revolute(z, q3), at = [base, 0, 0])$"
        "point(P, coupler, [l2, 0, 0])$ point(Q, rocker, [l3, 0, 0])$ close_loop(P, Q, name = pin)$"
        "constraint(q1 = 1 + drive, name = driver)$ initial(q1 = 1, q2 = -0.5, q3 = 1.5)$";
    const std::string pin =
        "model(massless_pin)$ parameters(m = 3/2, l = 0.3)$ gravity([0, -9.81, 0])$"
        "body(pin, ground, hinge = planar(z, [px, py, pp]))$"
        "body(bob, pin, hinge = revolute(z, th), mass = m, cm = [l, 0, 0], inertia = [0, 0, 0.3])$"
        "cut_hinge(pin, ground, hinge = prismatic([3, 4, 0], s), name = rail)$ hinge_load(s, -2*s - s')$";
    for (const auto& [name, script] : {std::pair("loose_links", four_bar), std::pair("massless_pin", pin)}) {
        INFO(name);
        const fs::path folder =
            emitted(name, script, fs::path(LAG_SOURCE_DIR) / "massless.lag",
                    "emit(cpp, \"jac.hpp\", routines = [defaults, initial, derivatives], jacobian = "
                    "[q, u, w, p])$");
        compare_with_duals(DualModel(name, (folder / "jac.hpp").string()), 6);
    }
}

namespace {

// The whole numbers of `name` in an emitted text, from 0.
std::vector<int> indices_in(const fs::path& file, const std::string& name) {
    std::string text = read_file(file), list;
    const std::string kind = file.extension().string();
    std::vector<int> found;
    if (kind == ".f") {  // "rows(3) = 7"
        const std::string word = " " + name.substr(name.find('_') + 1) + "(";
        std::istringstream lines(text.substr(text.find("_jacobian_pattern(")));
        for (std::string line; std::getline(lines, line) && line.find("END") == std::string::npos;)
            if (const std::size_t at = line.find(") = ");
                at != std::string::npos && line.find(word) != std::string::npos)
                found.push_back(std::stoi(line.substr(at + 4)) - 1);
        return found;
    }
    const std::string opening = kind == ".f90" ? "[integer ::" : "{";
    const std::size_t at = text.find(name + (kind == ".f90" ? "(nz) =" : kind == ".h" ? "[" : " = "));
    REQUIRE(at != std::string::npos);
    const std::size_t begin = text.find(opening, at) + opening.size();
    for (const char c : text.substr(begin, text.find_first_of("]}", begin) - begin))
        list += std::isdigit(static_cast<unsigned char>(c)) != 0 ? c : ' ';
    std::istringstream numbers(list);
    for (int n = 0; numbers >> n;) found.push_back(kind == ".f90" ? n - 1 : n);
    return found;
}

// Richardson's extrapolation of central differences in h and h/2.
VectorXd slope(double h, const std::function<VectorXd(double)>& f) {
    const auto central = [&](double step) { return VectorXd((f(step) - f(-step)) / (2 * step)); };
    return (4 * central(h / 2) - central(h)) / 3;
}

MatrixXd differences(CompiledModel& compiled, const OracleState& s) {
    int info = 0;
    const Eigen::Index nq = s.q.size(), nu = s.u.size(), nw = s.w.size(), np = s.p.size();
    MatrixXd all(nq + nu, nq + nu + nw + np);
    for (Eigen::Index c = 0; c < all.cols(); ++c)
        all.col(c) = slope(c < nq + nu + nw ? 1e-3 : 1e-3 * std::abs(s.p(c - nq - nu - nw)), [&](double h) {
            OracleState moved = s;
            (c < nq             ? moved.q(c)
             : c < nq + nu      ? moved.u(c - nq)
             : c < nq + nu + nw ? moved.w(c - nq - nu)
                                : moved.p(c - nq - nu - nw)) += h;
            compiled.setup(moved.p);
            return compiled.derivatives(moved, info);
        });
    compiled.setup(s.p);
    return all;
}

}  // namespace

TEST_CASE("the jacobian is the same in four languages, and equals differences of the derivatives") {
    for (const std::string sample : {"cart_pole.lag", "four_bar/four_bar.lag", "quadrotor.lag", "spacecraft1.lag"}) {
        INFO(sample);
        const fs::path place = fs::path(LAG_SOURCE_DIR) / "samples" / sample;
        std::string emits;
        for (const std::string file :
             {"fortran, \"jac.f90\"", "cpp, \"jac.hpp\"", "c, \"jac.h\"", "fortran77, \"jac.f\""})
            emits += "emit(" + file + ", routines = [derivatives], jacobian = [q, u, w, p])$ ";
        const fs::path folder = emitted(place.stem().string() + "_languages", read_file(place), place, emits);
        const Model model = model_of(place);
        const OracleState start = zero_state(model);
        for (const char* const file : {"jac.f90", "jac.hpp", "jac.h", "jac.f"}) {
            INFO(file);
            const std::vector<int> rows = indices_in(folder / file, "jacobian_rows");
            const std::vector<int> columns = indices_in(folder / file, "jacobian_columns");
            REQUIRE(rows.size() > 5);
            REQUIRE(rows.size() == columns.size());
            CompiledModel compiled(model, (folder / file).string(), 0, Optimization::on);
            for (std::uint64_t seed = 1; seed <= 2; ++seed) {
                OracleState s = random_state(model, seed);
                for (Eigen::Index k = 0; k < s.p.size(); ++k) s.p(k) = start.p(k) * 1.02 + 0.01;
                const MatrixXd expected = differences(compiled, s);
                MatrixXd found = MatrixXd::Zero(expected.rows(), expected.cols());
                int info = -1;
                const VectorXd entries = compiled.jacobian(s, static_cast<Eigen::Index>(rows.size()), info);
                CHECK(info == 0);
                for (std::size_t k = 0; k < rows.size(); ++k)
                    found(rows[k], columns[k]) = entries(static_cast<Eigen::Index>(k));
                for (Eigen::Index r = 0; r < found.rows(); ++r) {
                    const double size = 1 + expected.row(r).cwiseAbs().maxCoeff();
                    for (Eigen::Index c = 0; c < found.cols(); ++c) {
                        INFO("row " << r + 1 << ", column " << c + 1 << ": " << found(r, c) << " instead of "
                                    << expected(r, c));
                        CHECK(std::abs(found(r, c) - expected(r, c)) <= 1e-7 * size);
                    }
                }
            }
        }
    }
}

TEST_CASE("the jacobian of curves, maps and routines that no column reaches") {
    const std::string curves = R"(
model(curves)$ parameters(m = 2, k = 3)$ input(push)$
body(b, ground, hinge = planar(z, [x, y, turn], speeds = [vx, vy, r]), mass = m, cm = [0.1, 0.2, 0], inertia = [0, 0, k])$
hinge_load(vx, table(x, [-1, -1/2, 0, 1/2, 1], [3, 1, 0, -2, -1], interpolation = smooth) - push*abs(vx))$
hinge_load(vy, table(turn, [-2, 0, 2], [1, 0, -2]) + max(0, y)^2 - mod(vy, 0.7))$
hinge_load(r, -floor(3*turn)*r - 0.1*sign(r)*r^2)$
)";
    const fs::path folder = emitted("curves", curves, "curves.lag",
                                    "emit(cpp, \"jac.hpp\", routines = [defaults, initial, derivatives, jacobian], "
                                    "jacobian = [q, u, w, p])$");
    compare_with_duals(DualModel("curves", (folder / "jac.hpp").string()), 12);
    // a routine that depends on the time alone does not stand in the way
    const std::string wind = R"(
model(wind)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$
external(gust, [t], [f])$ hinge_load(s, f*s')$
)";
    const fs::path other = emitted("wind", wind, "wind.lag", "emit(c, \"jac.h\", routines = [jacobian])$");
    const std::string text = read_file(other / "jac.h");
    CHECK(text.find("wind_jacobian_rows[2] = {0, 1}") != std::string::npos);
    CHECK(text.find("gust(") != std::string::npos);
}

TEST_CASE("with Euler parameters the jacobian is that of the accelerations beside it, in every formulation") {
    // off the unit length of a ball within the tree each formulation has accelerations of its own
    const std::string ball_on_arm = R"(
model(ballarm)$ parameters(l = 0.7, m = 1)$ gravity([0.3, -9.81, 0.2])$
body(arm, ground, hinge = revolute(z, q1), mass = 1, cm = [l, 0, 0], inertia = [1, 1, 1])$
body(ball, arm, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [w1, w2, w3]), at = [l, 0, 0],
     mass = m, cm = [0.2, 0.1, 0.05], inertia = [0.1, 0.2, 0.15])$
body(tip, ball, hinge = revolute([1, 2, 2], q2), at = [0, l, 0], orient = [[x, 0.3]], mass = 0.4, cm = [0.1, 0, 0.2],
     inertia = [0.02, 0.03, 0.01])$
initial(e0 = 4/5, e1 = 3/5, w1 = 1, w2 = 1/2)$
)";
    // that of a floating base is the same in all, so that the jacobian of another may be taken
    const std::string floating = R"(
model(floating)$ parameters(l = 0.7, m = 1)$ gravity([0.3, -9.81, 0.2])$
body(base, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z], speeds = [p, q, r, u, v, w]),
     mass = 2, cm = [0.1, 0.3, 0.2], inertia = [0.2, 0.3, 0.1])$
body(arm, base, hinge = revolute(z, q1), mass = 1, cm = [l, 0, 0], inertia = [1, 1, 1])$
body(tip, arm, hinge = revolute([1, 2, 2], q2), at = [0, l, 0], orient = [[x, 0.3]], mass = m, cm = [0.1, 0, 0.2],
     inertia = [0.02, 0.03, 0.01])$
spring(origin(base), cm(tip), stiffness = 30, length = 0.4)$
initial(e0 = 4/5, e1 = 3/5)$
)";
    for (const auto& [name, script] : {std::pair{"ballarm", ball_on_arm}, {"floating", floating}})
        for (const std::string formulation : {"auto", "turner", "composite", "articulated"}) {
            INFO(name << ", " << formulation);
            const fs::path folder =
                emitted(name + ("_" + formulation), script, "euler.lag",
                        "emit(cpp, \"jac.hpp\", routines = [defaults, initial, derivatives], jacobian = [q, u, p], "
                        "formulation = " +
                            formulation + ")$");
            compare_with_duals(DualModel(name, (folder / "jac.hpp").string()), 4);
        }
}
