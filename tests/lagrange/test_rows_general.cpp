// Which rows depend on others for all values of the parameters, and which at their defaults alone; rows of which only a
// small part is their own; divisions by parameters that are zero by default.
#include <cmath>

#include "core/errors.hpp"
#include "lagrange/constraints/independent_rows.hpp"
#include "lagrange/identification/base_parameters.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/lagrange/minimal_check.hpp"
#include "tests/lagrange/sliders.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

using Kind = Constraint::Kind;
using Names = std::vector<std::string>;

ConstraintRows studied(const Model& model) {
    const Kinematics kinematics = compute_kinematics(model);
    ConstraintRows rows = form_constraints(model, kinematics);
    const RowStudy study = study_rows(model, kinematics, rows);
    return without_dependent(std::move(rows), study);
}
Names kept(const ConstraintRows& rows) {
    Names list;
    for (const ConstraintRow& row : rows.rows) list.push_back(row.name);
    return list;
}
Names left_out(const ConstraintRows& rows) {
    Names list;
    for (const LeftOutRow& row : rows.left_out) list.push_back(row.row.name);
    return list;
}

// Three cranks side by side and a bar on their ends; `lengths` of the cranks.
Model cranks(const std::vector<std::string>& lengths) {
    ModelBuilder b("cranks");
    std::vector<Expr> l;
    for (const std::string& name : lengths) {
        bool known = false;
        for (const Parameter& p : b.model.parameters) known = known || p.name == name;
        l.push_back(known ? b.model.graph->symbol(name, Role::parameter) : b.parameter(name, "0.4"));
    }
    const std::vector<std::string> places{"0", "0.6", "1"};
    std::vector<BodyIndex> bodies;
    const Expr zero = b.integer(0);
    for (std::size_t k = 0; k < 3; ++k) {
        bodies.push_back(b.body("crank" + std::to_string(k + 1), ground));
        b.revolute(b.axis(2), "q" + std::to_string(k + 1));
        b.newest().at = b.vector(places[k], "0", "0");
        b.mass(b.integer(1), b.vector("0.2", "0", "0"), b.inertia("0", "0", "0.02"));
        b.model.coordinates.back().initial_value = b.number("0.7");
    }
    const BodyIndex bar = b.body("bar", bodies[0]);
    b.revolute(b.axis(2), "c");
    b.newest().at = {{l[0], zero, zero}};
    b.mass(b.integer(2), b.vector("0.5", "0.1", "0"), b.inertia("0", "0", "0.2"));
    b.model.coordinates.back().initial_value = -b.number("0.7");
    for (std::size_t k = 1; k < 3; ++k) {
        const std::string n = std::to_string(k + 1);
        b.model.constraints.push_back({Kind::loop,
                                       "pin" + n,
                                       {},
                                       b.point("P" + n, bodies[k], {{l[k], zero, zero}}),
                                       b.point("Q" + n, bar, b.vector(places[k], "0", "0"))});
    }
    return b.model;
}

}  // namespace

TEST_CASE("a row that a parameter of 0 multiplies is kept") {
    ModelBuilder b = sliders(2);
    const Expr k = b.parameter("k", "0");
    condition(b, "tie", k * (b.q("x1") - b.q("x2")));
    const ConstraintRows rows = studied(b.model);
    CHECK(kept(rows) == Names{"tie"});
    REQUIRE(rows.warnings.size() == 1);
    CHECK(rows.warnings[0].find("at special values of the parameters") != std::string::npos);
}

TEST_CASE("of two rows the one that others imply for all parameters is left out, whatever their order") {
    ModelBuilder b = sliders(2);
    const Expr k = b.parameter("k", "0");
    condition(b, "scaled", k * (b.q("x1") - b.q("x2")));
    condition(b, "plain", b.q("x1") - b.q("x2"));
    condition(b, "again", 2 * k * k * (b.q("x1") - b.q("x2")));
    const ConstraintRows rows = studied(b.model);
    CHECK(kept(rows) == Names{"plain"});
    CHECK(left_out(rows) == Names{"scaled", "again"});
    CHECK(rows.warnings.empty());
}

TEST_CASE("three parallel cranks: equal by one parameter, or by their defaults alone") {
    const ConstraintRows one = studied(cranks({"l", "l", "l"}));
    CHECK(one.rows.size() == 3);
    CHECK(left_out(one) == Names{"pin3.y"});
    CHECK(one.warnings.empty());

    Model model = cranks({"l1", "l2", "l3"});
    const ConstraintRows general = studied(model);
    CHECK(general.rows.size() == 4);
    REQUIRE(general.warnings.size() == 1);
    CHECK(general.warnings[0].find("'pin3.y' depends on 'pin2.x', 'pin2.y', 'pin3.x' at special values") !=
          std::string::npos);

    // another length by itself: nothing depends at all
    for (Parameter& p : model.parameters)
        if (p.name == "l3") p.default_value = model.graph->constant(parse_rational("0.41"));
    CHECK(studied(model).left_out.empty());
}

TEST_CASE("rows that agree at the defaults alone are left out with a warning") {
    ModelBuilder b = sliders(2);
    const Expr a = b.parameter("a", "1"), c = b.parameter("c", "1");
    condition(b, "first", b.q("x1") - a);
    condition(b, "second", b.q("x1") - c);
    const ConstraintRows rows = studied(b.model);
    CHECK(kept(rows) == Names{"first"});
    CHECK(left_out(rows) == Names{"second"});
    REQUIRE(rows.warnings.size() == 1);
    CHECK(rows.warnings[0].find("with others the rows cannot hold") != std::string::npos);
}

TEST_CASE("rows with a small part of their own are independent") {
    for (const char* part : {"1e-3", "1e-5", "1e-7", "1e-8", "1e-12"}) {
        CAPTURE(part);
        ModelBuilder b = sliders(3);
        condition(b, "a", b.q("x1"));
        condition(b, "b", b.number(part) * b.q("x2") + b.q("x1"));
        const ConstraintRows rows = studied(b.model);
        CHECK(kept(rows) == Names{"a", "b"});
        CHECK(rows.warnings.empty());
    }
    ModelBuilder b = sliders(3);
    condition(b, "a", b.q("x1") - b.q("x2"));
    condition(b, "b", b.number("1e-9") * b.q("x3") + 3 * b.q("x1") - 3 * b.q("x2"));
    condition(b, "c", b.number("1e-9") * b.q("x3"));
    const ConstraintRows rows = studied(b.model);  // b = 3 a + c; doubles tell a from c
    CHECK(kept(rows) == Names{"a", "c"});
    CHECK(left_out(rows) == Names{"b"});
}

TEST_CASE("eliminate keeps what a parameter of 0 multiplies") {
    ModelBuilder b = sliders(4);
    const Expr e = b.parameter("e", "0");
    condition(b, "one", b.q("x1") + e * b.q("x3") - b.q("x4"));
    condition(b, "two", b.q("x1") + b.q("x2") + 2 * b.q("x4"));
    Model model = b.model;
    model.treatment.mode = ConstraintTreatment::Mode::eliminate;
    model.treatment.dependent = {b.speed_index("x1'"), b.speed_index("x2'")};
    const MinimalForm form = minimal_form(model);
    REQUIRE(form.equations.solved_out.dependent.size() == 2);
    OracleState state = zero_state(model);
    state.p(0) = 0.5;
    state.u << 0, 0, 1, 3;
    Evaluator<double> value = values_at(model, state, Eigen::VectorXd::Zero(4));
    CHECK(value(form.equations.solved_out.dependent[0].value) == Approx(3 - 0.5));
    CHECK(value(form.equations.solved_out.dependent[1].value) == Approx(-6 - (3 - 0.5)));
}

TEST_CASE("conditions that no motion can keep are refused") {
    const auto refusal = [](auto make, Kind kind = Kind::position) {
        ModelBuilder b = sliders(2);
        condition(b, "c", make(b), kind);
        try {
            form_constraints(b.model, compute_kinematics(b.model));
        } catch (const ModelError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    const std::string never = "'c' can never hold";
    CHECK(refusal([](ModelBuilder& b) { return b.time() - b.integer(5); }).starts_with(never));
    CHECK(refusal([](ModelBuilder& b) { return sin(b.time()) - b.integer(1); }).starts_with(never));
    CHECK(refusal([](ModelBuilder& b) { return b.model.graph->unary(Op::floor, b.q("x1")); }).starts_with(never));
    CHECK(refusal([](ModelBuilder& b) { return b.driving_input("w") - b.integer(1); }).starts_with(never));
    CHECK(refusal([](ModelBuilder& b) { return b.time(); }, Kind::speed).starts_with(never));
    const auto square = [](Expr e) { return e * e; };
    CHECK(refusal([&](ModelBuilder& b) { return square(sin(b.time())) + square(cos(b.time())) - b.integer(1); }) ==
          "accepted");
}

TEST_CASE("a loop across prescribed motions is refused") {
    ModelBuilder b("carriages");
    const Expr w = b.driving_input("w"), v = b.driving_input("v");
    const BodyIndex one = b.body("one", ground);
    b.prismatic(b.axis(0), w);
    const BodyIndex two = b.body("two", ground);
    b.prismatic(b.axis(0), v);
    b.mass(b.integer(1), b.vector("0", "0", "0"), b.inertia("1", "1", "1"));
    b.body("load", two);
    b.prismatic(b.axis(1), "y");
    b.mass(b.integer(1), b.vector("0", "0", "0"), b.inertia("1", "1", "1"));
    b.model.constraints.push_back({Kind::loop, "coupling", {}, b.origin(one), b.origin(two)});
    CHECK_THROWS_AS(form_constraints(b.model, compute_kinematics(b.model)), ModelError);
}

// An upper arm, and a forearm that hangs at [l, d, 0]; or both with offsets in `outboard_at`.
TEST_CASE("base parameters have values where a length is 0 by default, and Y pi agrees off the defaults") {
    for (const bool outboard : {false, true}) {
        CAPTURE(outboard);
        ModelBuilder b("arm");
        b.model.gravity = b.vector("0", "-9.81", "0");
        const Expr l = b.parameter("l", "0.5"), d = b.parameter("d", "0"), zero = b.integer(0);
        const char* const names[] = {"upper", "fore", "hand"};
        BodyIndex inboard = ground;
        for (const char* name : names) {
            inboard = b.body(name, inboard);
            b.revolute(b.axis(2), std::string("q_") + name);
            (outboard ? b.newest().outboard_at : b.newest().at) = {{zero, d, zero}};
            if (!outboard) b.newest().at = {{l, d, zero}};
            const std::string n = name;
            b.mass(b.parameter("m_" + n, "2"), {{b.parameter("x_" + n, "0.2"), b.parameter("y_" + n, "0.1"), zero}},
                   ModelBuilder::inertia({zero, zero, b.parameter("J_" + n, "0.3"), zero, zero, zero}));
        }
        const BaseParameters found = base_parameters(b.model, compute_kinematics(b.model));
        for (const double offset : {0.0, 0.3}) {
            OracleState state = zero_state(b.model);
            for (std::size_t k = 0; k < b.model.parameters.size(); ++k)
                if (b.model.parameters[k].name == "d") state.p(static_cast<Eigen::Index>(k)) = offset;
            Evaluator<double> value = values_at(b.model, state, Eigen::VectorXd::Zero(3));
            for (const BaseParameter& parameter : found.base) {
                INFO(parameter.text);
                CHECK(std::isfinite(value(parameter.value)));
            }
        }
    }
}
