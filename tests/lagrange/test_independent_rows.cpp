// Rows that depend on each other: which are left out, on which others they depend and with which coefficients, which
// contradict each other, and what is left of mechanisms that move only because their rows depend on each other.
#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "core/random_numbers.hpp"
#include "lagrange/constraints/independent_rows.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/lagrange/sliders.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle_constraints.hpp"

using namespace lag;

namespace {

using Eigen::VectorXd;
using Kind = Constraint::Kind;
using Rows = std::vector<Eigen::Index>;

void loop(ModelBuilder& b, const std::string& name, const PointOnBody& P, const PointOnBody& Q) {
    b.model.constraints.push_back({Kind::loop, name, {}, P, Q});
}
void start(ModelBuilder& b, const std::string& coordinate, Expr value) {
    for (Coordinate& q : b.model.coordinates)
        if (q.name == coordinate) q.initial_value = value;
}

struct Studied {
    ConstraintRows stated;
    RowStudy study;
    ConstraintRows rows;
};
Studied studied(const Model& model) {
    const Kinematics kinematics = compute_kinematics(model);
    Studied s;
    s.stated = form_constraints(model, kinematics);
    s.study = study_rows(model, kinematics, s.stated);
    s.rows = without_dependent(s.stated, s.study);
    return s;
}
std::vector<std::string> names(const std::vector<ConstraintRow>& rows) {
    std::vector<std::string> list;
    for (const ConstraintRow& row : rows) list.push_back(row.name);
    return list;
}
using Names = std::vector<std::string>;
using Coefficients = std::vector<std::pair<std::string, double>>;

void check_dependence(const Studied& s, std::size_t k, const std::string& row, const Coefficients& on) {
    REQUIRE(k < s.study.dependent.size());
    const RowDependence& found = s.study.dependent[k];
    CHECK(s.stated.rows[found.row].name == row);
    REQUIRE(found.on.size() == on.size());
    for (std::size_t i = 0; i < on.size(); ++i) {
        CHECK(s.stated.rows[found.on[i].first].name == on[i].first);
        CHECK(found.on[i].second == Approx(on[i].second).epsilon(1e-9));
    }
}
std::string refusal(const Model& model) {
    try {
        studied(model);
    } catch (const ModelError& error) {
        return error.what();
    }
    return "accepted";
}

// Bars in a plane that hang side by side by revolutes at the given places along x, and one at the end of the first.
// Every bar but the last has length 0.4, the last spans 1; closed to the others at the places where they stand.
Model parallelogram(const std::vector<std::string>& places, const std::string& last_length = "0.4") {
    ModelBuilder b("parallelogram");
    b.model.gravity = b.vector("0", "-9.81", "0");
    std::vector<BodyIndex> cranks;
    for (std::size_t k = 0; k < places.size(); ++k) {
        cranks.push_back(b.body("crank" + std::to_string(k), ground));
        b.revolute(b.axis(2), "q" + std::to_string(k));
        b.newest().at = b.vector(places[k], "0", "0");
        b.mass(b.integer(1), b.vector("0.2", "0", "0"), b.inertia("0", "0", "0.02"));
        start(b, "q" + std::to_string(k), b.number("0.7"));
    }
    const BodyIndex coupler = b.body("coupler", cranks[0]);
    b.revolute(b.axis(2), "c");
    b.newest().at = b.vector("0.4", "0", "0");
    b.mass(b.integer(2), b.vector("0.5", "0.1", "0"), b.inertia("0", "0", "0.2"));
    start(b, "c", -b.number("0.7"));
    for (std::size_t k = 1; k < places.size(); ++k)
        loop(b, "bar" + std::to_string(k),
             b.point("P" + std::to_string(k), cranks[k],
                     b.vector(k + 1 == places.size() ? last_length : "0.4", "0", "0")),
             b.point("Q" + std::to_string(k), coupler, b.vector(places[k], "0", "0")));
    return b.model;
}

// Bricard's orthogonal mechanism, rods of 1 m and 1 kg along a cube's edges (IFToMM benchmark A04): five moving rods,
// the last closed to ground by two points on its hinge axis.
Model bricard() {
    ModelBuilder b("bricard");
    b.model.gravity = b.vector("0", "-9.81", "0");
    const long way[6][3] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
    const long axis[6][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    const auto along = [&](const long v[3]) { return Vec3<Expr>{{b.integer(v[0]), b.integer(v[1]), b.integer(v[2])}}; };
    BodyIndex inboard = ground;
    for (std::size_t k = 0; k < 5; ++k) {
        const BodyIndex rod = b.body("rod" + std::to_string(k + 1), inboard);
        b.revolute(b.axis(axis[k][0], axis[k][1], axis[k][2]), "q" + std::to_string(k + 1));
        if (k > 0) b.newest().at = along(way[k - 1]);
        const Expr zero = b.integer(0), J = b.model.graph->rational(1, 12);
        Mat3<Expr> inertia = b.inertia("0", "0", "0");
        for (std::size_t i = 0; i < 3; ++i) inertia(i, i) = way[k][i] == 0 ? J : zero;
        b.mass(b.integer(1), b.model.graph->rational(1, 2) * along(way[k]), inertia);
        inboard = rod;
    }
    // the last rod's end, and a point half a metre further along the axis of the sixth hinge
    const Vec3<Expr> end = along(way[4]), further = end + b.model.graph->rational(1, 2) * along(axis[5]);
    const Vec3<Expr> home{{b.integer(0), b.integer(0), b.integer(1)}};
    loop(b, "end", b.point("P", inboard, end), b.point("Q", ground, home));
    loop(b, "axis", b.point("PP", inboard, further),
         b.point("QQ", ground, home + b.model.graph->rational(1, 2) * along(axis[5])));
    return b.model;
}

// The null space of all rows stated, which does not mind rows that depend on each other.
VectorXd oracle_accelerations(const Model& model, const OracleState& state) {
    const ConstraintReading rows = read_constraints(model, state);
    const OracleResult free = Oracle(model, state).result();
    return constrained_motion(free.M, free.f, rows.B, rows.gamma).udot;
}

void check_motion(const Model& model, const Equations& equations, const OracleState& state) {
    const DescriptorNumbers n = descriptor_numbers(model, equations, state);
    const VectorXd expected = oracle_accelerations(model, state);
    const VectorXd here = n.dense.head(n.f.size());
    CHECK((here - expected).norm() <= 1e-9 * (1 + expected.norm()));
}

}  // namespace

TEST_CASE("dependent rows: sums of others, with their coefficients") {
    ModelBuilder b = sliders(4);
    condition(b, "a", b.q("x1") - 2 * b.q("x2"));
    condition(b, "b", b.q("x2") + b.q("x3"));
    condition(b, "c", 3 * b.q("x1") - 4 * b.q("x2") + 2 * b.q("x3"));
    condition(b, "d", b.q("x4") - b.number("0.5"));
    const Studied s = studied(b.model);
    REQUIRE(s.study.dependent.size() == 1);
    check_dependence(s, 0, "c", {{"a", 3}, {"b", 2}});
    CHECK(names(s.rows.rows) == Names{"a", "b", "d"});
    REQUIRE(s.rows.left_out.size() == 1);
    CHECK(note_on(s.rows.left_out[0]) ==
          "constraint row 'c' depends on 'a', 'b' in every consistent position and is left out");
    CHECK(s.rows.warnings.empty());
}

TEST_CASE("dependent rows: a speed row follows from a position row, declared before or after") {
    for (const bool first : {true, false}) {
        CAPTURE(first);
        ModelBuilder b = sliders(2);
        const auto speed = [&] { condition(b, "s", 2 * b.u("x1'") - 2 * b.u("x2'"), Kind::speed); };
        if (first) speed();
        condition(b, "p", b.q("x1") - b.q("x2") - b.integer(1));
        if (!first) speed();
        const Studied s = studied(b.model);
        REQUIRE(s.study.dependent.size() == 1);
        check_dependence(s, 0, "s", {{"p", 2}});
        CHECK(names(s.rows.rows) == Names{"p"});
    }
}

TEST_CASE("dependent rows: with right sides that vary in time and with inputs") {
    ModelBuilder b = sliders(3);
    const Expr w = b.driving_input("w");
    condition(b, "a", b.q("x1") - sin(b.time()) - w);
    condition(b, "b", b.q("x2") - b.q("x1") * b.q("x1"));
    condition(b, "c", b.q("x2") - (sin(b.time()) + w) * (sin(b.time()) + w));
    const Studied s = studied(b.model);
    REQUIRE(s.study.dependent.size() == 1);
    CHECK(s.stated.rows[s.study.dependent[0].row].name == "c");
}

TEST_CASE("contradictory rows are refused by name") {
    const auto two = [](auto first, auto second, Kind kind = Kind::position) {
        ModelBuilder b = sliders(2);
        condition(b, "a", first(b));
        condition(b, "b", second(b), kind);
        return refusal(b.model);
    };
    const auto place = [](const char* where) {
        return [where](ModelBuilder& b) { return b.q("x1") - b.number(where); };
    };
    CHECK(two(place("1"), place("2")) ==
          "constraint row 'b' contradicts 'a': no motion that they allow changes it, and where they hold, its error is "
          "-1");
    const auto apart = [](ModelBuilder& b) { return b.q("x1") - b.q("x2"); };
    CHECK(two(
              apart, [](ModelBuilder& b) { return b.u("x1'") - b.u("x2'") - b.integer(1); }, Kind::speed) ==
          "constraint row 'b' contradicts 'a': no motion that they allow changes it, and its rate differs from theirs "
          "by -1");
    // together at t = 0, with equal rates there
    CHECK(two(place("1"), [](ModelBuilder& b) { return b.q("x1") - cos(b.time()); }).find("contradicts 'a'") !=
          std::string::npos);
    CHECK(two(place("0"), [](ModelBuilder& b) { return b.q("x1") - b.time(); }).find("contradicts 'a'") !=
          std::string::npos);
    // by no linear combination
    CHECK(two(apart, [](ModelBuilder& b) {
              return sin(b.q("x1")) - sin(b.q("x2")) - b.number("0.25");
          }).find("contradicts 'a'") != std::string::npos);
    CHECK(two(apart, [](ModelBuilder& b) { return sin(b.q("x1")) - sin(b.q("x2")); }) == "accepted");
}

TEST_CASE("what cannot be assembled is no contradiction, but said") {
    ModelBuilder b("far");
    b.body("rod", ground);
    b.revolute(b.axis(2), "q");
    b.mass(b.integer(1), b.vector("1", "0", "0"), b.inertia("0", "0", "1"));
    condition(b, "reach", sin(b.q("q")) - b.integer(2));
    const Studied s = studied(b.model);
    CHECK(s.study.dependent.empty());
    CHECK(s.rows.rows.size() == 1);
    CHECK(s.study.states.empty());
    REQUIRE(s.rows.warnings.size() == 1);
    CHECK(s.rows.warnings[0].find("no consistent position was found") != std::string::npos);
}

// x^2 = 0 holds at x = 0 alone, where its B vanishes: leaving it out would set the slider free.
TEST_CASE("a row that is singular wherever it holds is kept, and said") {
    ModelBuilder b = sliders(2);
    start(b, "x1", b.number("0.3"));
    condition(b, "touch", b.q("x1") * b.q("x1"));
    const Studied s = studied(b.model);
    CHECK(s.rows.rows.size() == 1);
    REQUIRE(s.rows.warnings.size() == 1);
    CHECK(s.rows.warnings[0].find("'touch' nearly depends on others in every consistent position") !=
          std::string::npos);
}

TEST_CASE("a parallelogram with an extra bar: one row follows from the others") {
    for (const bool flat : {false, true}) {
        CAPTURE(flat);
        Model model = parallelogram({"0", "0.6", "1"});
        if (flat)
            for (Coordinate& q : model.coordinates) q.initial_value = model.graph->integer(0);
        const Studied s = studied(model);
        CHECK(names(s.rows.rows).size() == 3);
        REQUIRE(s.rows.left_out.size() == 1);
        CHECK(s.rows.left_out[0].row.name == "bar2.y");
        CHECK(s.rows.left_out[0].depends_on == Names{"bar1.x", "bar1.y", "bar2.x"});
        CHECK(s.rows.warnings.empty());
    }
    const Studied plain = studied(parallelogram({"0", "1"}));
    CHECK(plain.study.dependent.empty());
    CHECK(plain.rows.notes.size() == 1);  // the row across the plane
    // a bar of another length stops it: no redundancy
    CHECK(studied(parallelogram({"0", "0.6", "1"}, "0.41")).study.dependent.empty());
}

// Parallel cranks of length 1 that hang from places along a line at the angle `base`, joined by a coupler: the branch on
// which all turn by q. Closed form of the rows' matrix there, in the order of the coordinates q0, q1, .., c and rows
// bar1.x, bar1.y, bar2.x, ..
struct Cranks {
    std::vector<double> places;
    double base;

    Model model(double q) const {
        ModelBuilder b("cranks");
        const auto along = [&](double place) {
            const auto number = [&](double x) { return b.model.graph->constant(exact_rational(x)); };
            return Vec3<Expr>{
                {number(place * std::round(std::cos(base))), number(place * std::round(std::sin(base))), b.integer(0)}};
        };
        std::vector<BodyIndex> cranks;
        const auto add = [&](const std::string& name, BodyIndex inboard, const std::string& coordinate, double at) {
            const BodyIndex body = b.body(name, inboard);
            b.revolute(b.axis(2), coordinate);
            b.mass(b.integer(1), b.vector("0", "0", "0"), b.inertia("0", "0", "1"));
            start(b, coordinate, b.model.graph->constant(exact_rational(at)));
            return body;
        };
        for (std::size_t k = 0; k < places.size(); ++k) {
            cranks.push_back(add("crank" + std::to_string(k), ground, "q" + std::to_string(k), q));
            b.newest().at = along(places[k]);
        }
        const BodyIndex coupler = add("coupler", cranks[0], "c", -q);
        b.newest().at = b.vector("1", "0", "0");
        for (std::size_t k = 1; k < places.size(); ++k)
            loop(b, "bar" + std::to_string(k), b.point("P" + std::to_string(k), cranks[k], b.vector("1", "0", "0")),
                 b.point("Q" + std::to_string(k), coupler, along(places[k])));
        return b.model;
    }
    Eigen::MatrixXd matrix(double q) const {
        const Eigen::Index n = static_cast<Eigen::Index>(places.size());
        Eigen::MatrixXd B = Eigen::MatrixXd::Zero(2 * (n - 1), n + 1);
        const Eigen::Vector2d crank(-std::sin(q), std::cos(q));  // how a crank's end moves
        for (Eigen::Index k = 1; k < n; ++k) {
            const double p = places[static_cast<std::size_t>(k)];
            const Eigen::Vector2d coupler(-p * std::sin(base), p * std::cos(base));
            B.block<2, 1>(2 * (k - 1), 0) = crank + coupler;
            B.block<2, 1>(2 * (k - 1), k) = -crank;
            B.block<2, 1>(2 * (k - 1), n) = coupler;
        }
        return B;
    }
};

Eigen::Index rank(const Eigen::MatrixXd& B) {
    const VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(B).singularValues();
    return (sigma.array() > 1e-9 * sigma(0)).count();
}

// Which rows span the others changes along the branch: square to the base those along the cranks depend on each other.
TEST_CASE("parallel cranks: as many rows as the branch through the initial state has, wherever it starts") {
    const double right = std::acos(0.0);
    for (const std::vector<double>& places : {std::vector<double>{0, 1, 2}, {0, 1, 3.5}, {0, 0.5, 1, 2.25}})
        for (const double base : {0.0, right})
            for (const double q : {0.0, 1e-7, 1e-4, 0.3, right, -2.0}) {
                CAPTURE(places.size(), base, q);
                const Cranks cranks{places, base};
                const Studied s = studied(cranks.model(q));
                Rows kept;
                for (const ConstraintRow& row : s.rows.rows)
                    kept.push_back(2 * static_cast<Eigen::Index>(row.constraint) +
                                   static_cast<Eigen::Index>(row.component));
                RandomNumbers random(5);
                Eigen::Index generic = 0;
                for (int k = 0; k < 20; ++k) {
                    const Eigen::MatrixXd B = cranks.matrix(3 * random.next());
                    generic = std::max(generic, rank(B));
                    CHECK(rank(B(kept, Eigen::all)) == rank(B));
                }
                CHECK(s.rows.rows.size() == static_cast<std::size_t>(generic));
                if (rank(cranks.matrix(q)) == generic) CHECK(rank(cranks.matrix(q)(kept, Eigen::all)) == generic);
                CHECK(s.rows.warnings.empty());
            }
}

TEST_CASE("Bricard's mechanism moves: its rows depend on each other where it is assembled") {
    const Model model = bricard();
    const Equations equations = equations_with_constraints(model);
    CHECK(equations.constraints.rows.size() == 4);
    CHECK(equations.constraints.left_out.size() == 2);
    CHECK(equations.constraints.warnings.empty());
    REQUIRE(equations.consistent_states.size() >= 3);
    OracleState state = zero_state(model);
    check_motion(model, equations, state);
    for (const ModelState& found : equations.consistent_states) {
        state.q = Eigen::Map<const VectorXd>(found.q.data(), 5);
        state.u = VectorXd::LinSpaced(5, -1, 1);
        REQUIRE(make_consistent(model, state));
        check_motion(model, equations, state);
    }
}

TEST_CASE("the search for dependent rows leaves no trace in the graph") {
    const Model model = parallelogram({"0", "1"});
    const Kinematics kinematics = compute_kinematics(model);
    const ConstraintRows rows = form_constraints(model, kinematics);
    const std::size_t nodes = model.graph->size();
    CHECK(study_rows(model, kinematics, rows).states.size() == 3);
    CHECK(model.graph->size() == nodes);  // so that it changes nothing that is emitted
}
