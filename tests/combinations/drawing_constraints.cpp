// Loops, cut hinges and conditions that hold near the drawn state.
#include <Eigen/Geometry>
#include <cmath>
#include <cstdio>

#include "core/errors.hpp"
#include "tests/combinations/drawing.hpp"
#include "tests/combinations/reference.hpp"

namespace lag::combinations {

namespace {

std::string rounded_text(double x) {
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.4f", x);
    return buffer.data();
}

std::string rounded_text(const Eigen::Vector3d& v) {
    return "[" + rounded_text(v(0)) + ", " + rounded_text(v(1)) + ", " + rounded_text(v(2)) + "]";
}

std::size_t body_index(const Model& model, const std::string& name) {
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
        if (model.bodies[b].name == name) return b;
    return 0;
}

}  // namespace

// Keeps what was added to `before` where the mechanism still moves; else takes it back.
bool Drawing::keep(const std::vector<Statement>& before, const std::map<std::string, double>& near_before,
                   std::size_t coordinates, std::size_t speeds) {
    try {
        if (can_move(read())) return true;
    } catch (const InputError& error) {
        // what rounding has opened cannot close; of other words the command will have the same, for somebody to look at
        if (std::string(error.what()).find("can never hold") == std::string::npos) return true;
    }
    script_.statements = before;
    first_ = 0;
    near_ = near_before;
    coordinates_.resize(coordinates);
    speeds_.resize(speeds);
    return false;
}

// P anywhere on one body, Q where P then is on another.
void Drawing::loop() {
    const Model model = read();
    const Oracle oracle(model, near_state(model));
    const std::string a = random_.pick(bodies_), b = random_.pick(bodies_);
    if (a == b) return;
    Eigen::Vector3d on_a(random_.between(-1, 1), random_.between(-1, 1), flat_ ? 0 : random_.between(-1, 1));
    on_a = (on_a * 100).array().round() / 100;
    const auto motion = oracle.motion(Eigen::VectorXd::Zero(near_state(model).u.size()));
    const BodyMotion &A = motion[body_index(model, a)], &B = motion[body_index(model, b)];
    const Eigen::Vector3d on_b = B.R_NB.transpose() * (A.p + A.R_NB * on_a - B.p);
    const std::string P = fresh("P"), Q = fresh("P");
    add("point", {P, a, rounded_text(on_a)});
    add("point", {Q, b, rounded_text(on_b)});
    const std::string name = fresh("loop");
    add("close_loop", {P, Q, "name = " + name});
    loops_.push_back(name);
}

// Anywhere on one body, so placed and turned that the pose of another closes with the drawn coordinates.
void Drawing::cut_hinge() {
    const std::string b = bodies_[static_cast<std::size_t>(random_.integer(1, static_cast<int>(bodies_.size()) - 1))];
    const std::string a = random_.pick(bodies_);
    if (a == b) return;
    const std::string drawn = hinge(true), name = fresh("cut");
    const std::vector<Statement> before = script_.statements;
    add("body", {"through", a, "hinge = " + drawn, "mass = 1"});
    const Model model = read();
    script_.statements = before;
    const OracleState state = initial_state(model);
    const auto motion = Oracle(model, state).motion(Eigen::VectorXd::Zero(state.u.size()));
    const BodyMotion &A = motion[body_index(model, a)], &B = motion[body_index(model, b)], &through = motion.back();
    const Eigen::Matrix3d R_AM = A.R_NB.transpose() * through.R_NB;
    const Eigen::Matrix3d R_HA = R_AM * B.R_NB.transpose() * A.R_NB;  // so that R_HA^T R_AM is R_AB
    const Eigen::Vector3d on_a(random_.between(-1, 1), random_.between(-1, 1), flat_ ? 0 : random_.between(-1, 1));
    const Eigen::Vector3d moved = R_HA.transpose() * (A.R_NB.transpose() * (through.p_hinge - A.p));
    const Eigen::Vector3d on_b = B.R_NB.transpose() * (A.p + A.R_NB * (on_a + moved) - B.p);
    std::string turns = "[[z, " + rounded_text(std::atan2(R_HA(0, 1), R_HA(0, 0))) + "]";
    if (!flat_)
        turns += ", [y, " + rounded_text(-std::asin(R_HA(0, 2))) + "], [x, " +
                 rounded_text(std::atan2(R_HA(1, 2), R_HA(2, 2))) + "]";
    add("cut_hinge", {b, a, "hinge = " + drawn, "at = " + rounded_text(on_a), "outboard_at = " + rounded_text(on_b),
                      "orient = " + turns + "]", "name = " + name});
    if (drawn.rfind("free", 0) != 0) cuts_.push_back(name);  // a free one has no multipliers
}

// Unless the mechanism cannot move then.
void Drawing::hold_as_drawn(const std::string& left) {
    const std::vector<Statement> before = script_.statements;
    const auto near_before = near_;
    const std::size_t coordinates = coordinates_.size(), speeds = speeds_.size();
    state_condition(left, fresh("row"));
    keep(before, near_before, coordinates, speeds);
}

// `left` is what it is at the drawn state.
void Drawing::state_condition(const std::string& left, const std::string& name) {
    const std::size_t added = script_.statements.size();
    add("constraint", {left + " = 0", "name = " + name});
    const Model model = read();
    const ConstraintReading now = read_constraints(model, initial_state(model));
    script_.statements[added].arguments[0] = left + " = " + rounded_text(now.phi(now.phi.size() - 1));
}

void Drawing::position_condition() {
    const std::string name = fresh("row");
    const Named &x = random_.pick(coordinates_), &y = random_.pick(coordinates_);
    std::string left = number(0.4, 1.5) + "*" + x.name;
    switch (random_.integer(0, 3)) {
        case 0:
            if (y.name != x.name) left += " + " + number(-1, 1) + "*" + y.name;  // the same could cancel
            break;
        case 1:
            if (!units_) left += " + " + number(-1, 1) + "*sin(" + y.name + ")";
            break;
        case 2:
            left += " + " + number(-0.5, 0.5) + "*" + x.name + "*" + y.name;
            break;
        default:
            break;
    }
    if (units_ && y.unit != x.unit) left = number(0.4, 1.5) + "*" + x.name;
    if (varying_ && random_.chance(0.6))
        left += " + " + (random_.chance(0.5) ? number(0.1, 0.5) + "*sin(" + number(0.5, 2) + "*t)" : input(x.unit));
    state_condition(left, name);
}

void Drawing::speed_condition() {
    const Named &x = random_.pick(speeds_), &y = random_.pick(speeds_);
    std::string left = number(0.4, 1.5) + "*" + x.name;
    if (y.name != x.name && (y.unit == x.unit || !units_)) {
        left += " + " + number(-1, 1) + "*" + y.name;
        if (random_.chance(0.5)) left += "*cos(" + random_.pick(coordinates_).name + ")";
    }
    std::string right = "0";
    if (varying_ && random_.chance(0.5)) right = random_.chance(0.5) ? number(-0.5, 0.5) + "*sin(t)" : input(x.unit);
    add("speed_constraint", {left + " = " + right, "name = " + fresh("row")});
}

void Drawing::constraints() {
    int wanted = random_.integer(1, 3);
    for (int attempt = 0; attempt < 12 && wanted > 0; ++attempt) {
        const std::vector<Statement> before = script_.statements;
        const auto near_before = near_;
        const std::size_t coordinates = coordinates_.size(), speeds = speeds_.size(), loops = loops_.size(),
                          cuts = cuts_.size(), inputs = inputs_.size(), parameters = parameter_names_.size(),
                          first = first_;
        switch (random_.integer(0, 6)) {
            case 0:
            case 1:
                loop();
                break;
            case 2:
            case 3:
            case 4:
                cut_hinge();
                break;
            case 5:
                position_condition();
                break;
            default:
                speed_condition();
        }
        if (script_.statements.size() == before.size()) continue;
        if (keep(before, near_before, coordinates, speeds)) {
            --wanted;
            continue;
        }
        loops_.resize(loops), cuts_.resize(cuts), inputs_.resize(inputs), parameter_names_.resize(parameters);
        first_ = first;
    }
}

}  // namespace lag::combinations
