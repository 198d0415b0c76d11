// Labels and names of temporaries tell the truth: the emitted text is read by a reader of its own, carried out at
// random states, and what each label says is computed by the oracle, which shares no code with the equations.
#include <Eigen/Dense>
#include <cmath>
#include <regex>
#include <set>

#include "emitters/writers/emit.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/straight_line.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;

namespace {

constexpr double tolerance = 1e-8;  // relative to 1 + |value|: nothing in these models is larger than 1e4

struct Formed {
    Model model;
    Equations equations;
    LdlPlan plan;
    bool absorbing = false;
    Program program() const { return optimize(lower(model, equations, plan)); }
};

Formed formed(Model model, const FormulationChoice& choice) {
    Kinematics kinematics = compute_kinematics(model);
    if (choice.non_rotating_axes)
        if (auto held = in_non_rotating_axes(kinematics)) kinematics = *held;
    Equations equations = form_equations(model, kinematics, compute_partials(model, kinematics), choice);
    LdlPlan plan = plan_ldl(equations.pattern);
    return {std::move(model), std::move(equations), std::move(plan), choice.absorbing};
}

std::vector<double> list(const Eigen::VectorXd& v) {
    return {v.data(), v.data() + v.size()};
}

// The parts of `text` that the pattern's groups take; nothing where it does not match.
std::optional<std::vector<std::string>> parts_of(const std::string& text, const char* pattern) {
    static std::map<std::string, std::regex> compiled;
    auto known = compiled.find(pattern);
    if (known == compiled.end()) known = compiled.emplace(pattern, std::regex(pattern)).first;
    std::smatch found;
    if (!std::regex_match(text, found, known->second)) return {};
    std::vector<std::string> parts;
    for (const auto& group : found) parts.push_back(group.str());
    return parts;
}

// What a label says, as a number; nothing where the test has no way to compute it.
class Meaning {
  public:
    Meaning(const Formed& formed, const OracleState& state)
        : model_(formed.model), state_(state), formed_(formed), oracle_(formed.model, state) {
        factorize(), move();
    }

    std::optional<double> of(const std::string& label) const {
        static const std::string minus = "minus ";
        if (!label.starts_with(minus)) return plain(label);
        const std::optional<double> value = plain(label.substr(minus.size()));
        return value ? std::optional(-*value) : value;
    }
    // What a name says: "sin_q1", "m_2_1", "d_3", "omega_arm_y".
    std::optional<double> of_name(const std::string& name) const {
        static const std::string minus = "minus_";
        if (name.starts_with(minus)) {
            const std::optional<double> value = of_name(name.substr(minus.size()));
            return value ? std::optional(-*value) : value;
        }
        if (const auto part = parts_of(name, "(sin|cos)_(.*)"))
            if (const auto q = coordinate(part->at(2))) return part->at(1) == "sin" ? std::sin(*q) : std::cos(*q);
        if (const auto part = parts_of(name, "(m|l|ld|d|r|f|x)_([0-9]+)(?:_([0-9]+))?"))
            return entry(part->at(1), number(part->at(2)), part->at(3).empty() ? 0 : number(part->at(3)));
        if (const auto part = parts_of(name, "omega_(.*)_([xyz])"))
            return motion(part->at(1), part->at(2), [](const BodyMotion& b) { return b.w; });
        if (const auto part = parts_of(name, "rate_(.*)")) return rate(part->at(1));
        return {};
    }

    // "q_times_r", "p_squared_plus_r_squared", "y_arm_minus_y_link": of quantities of the model and earlier temporaries.
    std::optional<double> in_words(const std::string& name, const std::map<std::string, double>& earlier) const {
        if (const auto of_sum = parts_of(name, "(sin|cos)_(.*_(?:plus|minus)_.*)")) {
            const auto angle = in_words(of_sum->at(2), earlier);
            if (!angle) return angle;
            return of_sum->at(1) == "sin" ? std::sin(*angle) : std::cos(*angle);
        }
        if (const auto sum = parts_of(name, "(.+)_(plus|minus)_(.+?)")) {
            const auto a = in_words(sum->at(1), earlier), b = in_words(sum->at(3), earlier);
            return a && b ? std::optional(sum->at(2) == "plus" ? *a + *b : *a - *b) : std::nullopt;
        }
        if (const auto product = parts_of(name, "(.+)_(times|by)_(.+?)")) {
            const auto a = in_words(product->at(1), earlier), b = in_words(product->at(3), earlier);
            return a && b ? std::optional(product->at(2) == "times" ? *a * *b : *a / *b) : std::nullopt;
        }
        if (const auto known = earlier.find(name); known != earlier.end()) return known->second;
        if (const auto square = parts_of(name, "(.+)_squared")) {
            const auto a = in_words(square->at(1), earlier);
            return a ? std::optional(*a * *a) : a;
        }
        for (std::size_t k = 0; k < model_.speeds.size(); ++k) {
            const std::string& speed = model_.speeds[k].name;
            const bool is_rate = speed.ends_with('\'');
            if ((is_rate ? speed.substr(0, speed.size() - 1) + "_rate" : speed) == name)
                return state_.u(static_cast<Eigen::Index>(k));
            const std::string own = is_rate ? speed.substr(0, speed.size() - 1) + "_acceleration" : speed + "_rate";
            if (own == name) return 0;  // given to the inverse dynamics
        }
        return has_name(name) ? std::optional(named(name)) : std::nullopt;
    }

  private:
    using Vector = std::function<Eigen::Vector3d(const BodyMotion&)>;

    static std::size_t number(const std::string& from_one) { return std::stoul(from_one) - 1; }

    std::optional<double> plain(const std::string& label) const {
        if (const auto part = parts_of(label, "(sine|cosine) of (?!the rotation)(.*)")) {
            const double angle = value_of_text(part->at(2), [&](const std::string& name) { return named(name); });
            return part->at(1) == "sine" ? std::sin(angle) : std::cos(angle);
        }
        if (const auto part = parts_of(label, "M\\((\\d+), (\\d+)\\), (.*) by (.*)")) {
            const auto row = speed(part->at(3)), column = speed(part->at(4));
            if (row == number(part->at(1)) && column == number(part->at(2))) return entry("m", *row, *column);
        }
        if (const auto part = parts_of(label, "(reciprocal )?pivot of (.*)"))
            if (const auto u = speed(part->at(2))) return entry(part->at(1).empty() ? "d" : "r", *u, 0);
        if (const auto part = parts_of(label, "factor L( D)?\\((\\d+), (\\d+)\\)"))
            return entry(part->at(1).empty() ? "l" : "ld", number(part->at(2)), number(part->at(3)));
        if (const auto part = parts_of(label, "f\\((\\d+)\\), right side of (.*)"))
            if (const auto u = speed(part->at(2))) return entry("f", *u, 0);
        if (const auto part = parts_of(label, "solution for (.*)"))
            if (const auto u = speed(part->at(1))) return entry("x", *u, 0);
        if (const auto part = parts_of(label, "rate of (.*)")) return rate(part->at(1));
        static const std::vector<std::pair<std::string, Vector>> vectors{
            {"angular velocity", [](const BodyMotion& b) { return b.w; }},
            {"velocity of the mass centre", [](const BodyMotion& b) { return b.v_cm; }},
            {"angular momentum", [](const BodyMotion& b) { return b.angular_momentum; }},
            {"momentum", [](const BodyMotion& b) { return b.momentum; }}};
        for (const auto& [what, vector] : vectors)
            if (const auto part = parts_of(label, (what + " of (.*), ([xyz])(?:, per (.*))?").c_str()))
                return part->at(3).empty() ? motion(part->at(1), part->at(2), vector)
                                           : per_speed(part->at(1), part->at(2), part->at(3), vector);
        return {};
    }

    double named(const std::string& name) const {
        if (const auto q = coordinate(name)) return *q;
        for (std::size_t k = 0; k < model_.parameters.size(); ++k)
            if (model_.parameters[k].name == name) return state_.p(static_cast<Eigen::Index>(k));
        for (std::size_t k = 0; k < model_.inputs.size(); ++k)
            if (model_.inputs[k].name == name) return state_.w(static_cast<Eigen::Index>(k));
        if (name == "t") return state_.t;
        throw std::runtime_error("no value of " + name);
    }
    bool has_name(const std::string& name) const {
        const auto is_named = [&](const auto& one) { return one.name == name; };
        return name == "t" || std::ranges::any_of(model_.coordinates, is_named) ||
               std::ranges::any_of(model_.parameters, is_named) || std::ranges::any_of(model_.inputs, is_named);
    }
    std::optional<double> coordinate(const std::string& name) const {
        for (std::size_t k = 0; k < model_.coordinates.size(); ++k)
            if (model_.coordinates[k].name == name) return state_.q(static_cast<Eigen::Index>(k));
        return {};
    }
    std::optional<double> rate(const std::string& name) const {
        for (std::size_t k = 0; k < model_.coordinates.size(); ++k)
            if (model_.coordinates[k].name == name) return oracle_.result().qdot(static_cast<Eigen::Index>(k));
        return {};
    }
    std::optional<std::size_t> speed(const std::string& name) const {
        for (std::size_t k = 0; k < model_.speeds.size(); ++k)
            if (model_.speeds[k].name == name) return k;
        return {};
    }
    std::optional<double> entry(const std::string& kind, std::size_t row, std::size_t column) const {
        const auto i = static_cast<Eigen::Index>(row), j = static_cast<Eigen::Index>(column);
        const Eigen::Index n = oracle_.result().M.rows();
        if (i >= n || j >= n) return {};
        if (kind == "m") return oracle_.result().M(i, j);
        if (kind == "f") return oracle_.result().f(i);
        if (formed_.equations.solved() != nullptr) return {};  // other pivots, of no matrix
        if (kind == "x") return formed_.absorbing ? std::nullopt : std::optional(oracle_.result().udot(i));
        const Eigen::Index k = place_[row];
        if (kind == "d") return D_(k);
        if (kind == "r") return 1 / D_(k);
        const double factor = L_(k, place_[column]);
        return kind == "l" ? factor : factor * D_(place_[column]);
    }
    // In the body's own axes.
    std::optional<double> component(const std::vector<BodyMotion>& motion, const std::string& body,
                                    const std::string& axis, const Vector& vector) const {
        for (std::size_t b = 1; b < model_.bodies.size(); ++b)
            if (model_.bodies[b].name == body)
                return (motion[b].R_NB.transpose() *
                        vector(motion[b]))(static_cast<Eigen::Index>(std::string("xyz").find(axis)));
        return {};
    }
    std::optional<double> motion(const std::string& body, const std::string& axis, const Vector& vector) const {
        return component(as_it_is_, body, axis, vector);
    }
    // Velocities are linear in the speeds.
    std::optional<double> per_speed(const std::string& body, const std::string& axis, const std::string& by,
                                    const Vector& vector) const {
        const auto u = speed(by);
        if (!u) return {};
        const auto with = component(by_speed_[*u], body, axis, vector),
                   without = component(at_rest_, body, axis, vector);
        return with ? std::optional(*with - *without) : with;
    }
    std::vector<BodyMotion> motion_at(const Eigen::VectorXd& u) const {
        OracleState state = state_;
        state.u = u;
        return Oracle(model_, state).motion(Eigen::VectorXd::Zero(u.size()));
    }
    void move() {
        const Eigen::Index n = state_.u.size();
        as_it_is_ = motion_at(state_.u), at_rest_ = motion_at(Eigen::VectorXd::Zero(n));
        for (Eigen::Index k = 0; k < n; ++k) by_speed_.push_back(motion_at(Eigen::VectorXd::Unit(n, k)));
    }
    // M = P^T L D L^T P by elimination on numbers.
    void factorize() {
        if (formed_.equations.solved() != nullptr) return;
        const Eigen::Index n = oracle_.result().M.rows();
        place_.resize(static_cast<std::size_t>(n));
        Eigen::MatrixXd rest(n, n);
        for (std::size_t k = 0; k < place_.size(); ++k) place_[formed_.plan.order[k]] = static_cast<Eigen::Index>(k);
        for (std::size_t i = 0; i < place_.size(); ++i)
            for (std::size_t j = 0; j < place_.size(); ++j)
                rest(place_[i], place_[j]) =
                    oracle_.result().M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        D_.resize(n), L_ = Eigen::MatrixXd::Identity(n, n);
        for (Eigen::Index k = 0; k < n; ++k) {
            D_(k) = rest(k, k);
            L_.col(k).tail(n - k) = rest.col(k).tail(n - k) / D_(k);
            const Eigen::VectorXd column = L_.col(k).tail(n - k);
            rest.bottomRightCorner(n - k, n - k) -= D_(k) * column * column.transpose();
        }
    }

    const Model& model_;
    const OracleState& state_;
    const Formed& formed_;
    Oracle oracle_;
    std::vector<Eigen::Index> place_;  // by speed: its place in the elimination order
    std::vector<BodyMotion> as_it_is_, at_rest_;
    std::vector<std::vector<BodyMotion>> by_speed_;  // that speed 1, all others 0
    Eigen::VectorXd D_;
    Eigen::MatrixXd L_;
};

// The name that goes with a label whose value is compared by its text, or by nothing here: "force_arm_x". Empty where
// there is no rule.
std::string name_told_by(const std::string& label) {
    static const std::vector<std::pair<const char*, std::string>> vectors{
        {"angular velocity of (.*)", "omega_"},
        {"relative angular velocity of (.*)", "omega_rel_"},
        {"relative velocity of (.*)", "v_rel_"},
        {"velocity of the mass centre of (.*)", "v_"},
        {"angular momentum of (.*)", "h_"},
        {"momentum of (.*)", "p_"},
        {"angular acceleration of (.*)", "alpha_"},
        {"acceleration less gravity of (.*)", "a_"},
        {"force on (.*) and all it carries", "force_"},
        {"moment on (.*) and all it carries", "moment_"}};
    if (const auto minus = parts_of(label, "minus (.*)")) {
        const std::string name = name_told_by(minus->at(1));
        return name.empty() ? name : "minus_" + name;
    }
    const auto link = [](const std::string& text) {
        if (const auto hinge = parts_of(text, "turn (\\d) in the hinge of (.*)"))
            return "hinge_" + hinge->at(2) + "_" + hinge->at(1);
        if (const auto hinge = parts_of(text, "hinge of (.*)")) return "hinge_" + hinge->at(1);
        return text;
    };
    if (const auto least = parts_of(label, "least pivot of .* that is taken")) return "least_d_";  // and its number
    if (const auto turn = parts_of(label, "(sine|cosine) of the rotation of (.*)"))
        return (turn->at(1) == "sine" ? "sin_rotation_" : "cos_rotation_") + link(turn->at(2));
    if (const auto entry = parts_of(label, "rotation matrix of (.*), \\((\\d), (\\d)\\)"))
        return "r_" + link(entry->at(1)) + "_" + entry->at(2) + "_" + entry->at(3);
    const auto component = parts_of(
        label,
        "(.*?), ([xyz])( of axes that do not (?:turn|spin))?(?:, per ([^ ,']*)(')?)?(?:, (?:at|inert|shapes).*)?");
    if (!component) return {};
    const std::string end = "_" + component->at(2) + (component->at(3).empty() ? "" : "_unturned") +
                            (component->at(4).empty() ? "" : "_per_" + component->at(4));
    for (const auto& [pattern, begin] : vectors)
        if (const auto of = parts_of(component->at(1), pattern)) return begin + link(of->at(1)) + end;
    return {};
}

struct Verdict {
    std::vector<std::string> lies;
    std::map<std::string, int> checked;  // by kind
    std::set<std::string> unknown;       // names that nothing was compared with
};

bool agrees(double a, double b) {
    return std::abs(a - b) <= tolerance * (1 + std::abs(b));
}

std::string kind_of(const std::string& label) {
    for (const char* kind :
         {"reciprocal pivot", "pivot", "factor L D", "factor L", "solution", "right side", "angular velocity",
          "velocity of the mass centre", "angular momentum", "momentum", "rate of", "cosine", "sine", "M("})
        if (label.find(kind) != std::string::npos) return kind;
    return label;
}

Verdict examined(const Formed& formed, const std::string& text, const OracleState& state) {
    const Meaning meaning(formed, state);
    std::map<std::string, std::vector<double>> given{
        {"p", list(state.p)}, {"q", list(state.q)}, {"u", list(state.u)}, {"w", list(state.w)}, {"t", {state.t}}};
    given["y"] = given["q"];
    given["y"].insert(given["y"].end(), given["u"].begin(), given["u"].end());
    given["udot"] = std::vector<double>(given["u"].size(), 0.0);
    const std::string name = formed.model.name + "_";
    given["c"] = carried_out(text, name + "setup", given).arrays["c"];
    Verdict verdict;
    for (const char* routine :
         {"derivatives", "mass_matrix", "right_side", "kinematics", "energy", "inverse_dynamics"}) {
        std::map<std::string, double> earlier;
        for (const NamedValue& z : carried_out(text, name + routine, given).temporaries) {
            const auto compare = [&](const std::optional<double>& expected, const std::string& what) {
                if (!expected) return false;
                if (!agrees(z.value, *expected))
                    verdict.lies.push_back(name + routine + ": " + what + " is " + std::to_string(*expected) + ", " +
                                           z.name + " is " + std::to_string(z.value));
                return true;
            };
            if (compare(meaning.of(z.label), z.label)) ++verdict.checked[kind_of(z.label)];
            if (compare(meaning.of_name(z.name), "the value named so"))
                ++verdict.checked["names"];
            else if (compare(meaning.in_words(z.name, earlier), "what the name says"))
                ++verdict.checked["words"];
            else if (const std::string told = name_told_by(z.label); !told.empty() && z.name.starts_with(told))
                ++verdict.checked["names told by labels"];
            else if (parts_of(z.name, ".*_part_[0-9]+"))
                ++verdict.checked["parts"];
            else if (!parts_of(z.name, "z[0-9]+") && formed.equations.solved() == nullptr && !formed.absorbing)
                verdict.unknown.insert(z.name);
            earlier.emplace(z.name, z.value);
        }
    }
    return verdict;
}

std::string c_text(const Formed& formed) {
    return emit(formed.program(), {Language::c, {}, false}, "m.h").front().text;
}

// A car without wheels on a long arm: Euler angles, quasi-velocities, a body of revolution, a coupled motion.
Model vehicle() {
    ModelBuilder b("vehicle");
    const Expr m = b.parameter("m", "3"), lever = b.parameter("lever", "0.2");
    b.model.gravity = b.vector("0", "0", "-9.81");
    const BodyIndex chassis = b.body("chassis", ground);
    b.free(321, {"yaw", "pitch", "roll"}, {"x", "y", "z"}, {"p", "q", "r", "u", "v", "w"});
    b.mass(m, b.vector("0.1", "0", "0.3"), b.inertia("1", "2", "2.5"));
    const BodyIndex rack = b.body("rack", chassis);
    b.newest().at = b.vector("0.5", "0", "0");
    b.prismatic(b.axis(1), "s");
    b.mass(b.number("0.7"), b.vector("0", "0", "0"), b.inertia("0.1", "0.01", "0.1"));
    static_cast<void>(rack);
    const BodyIndex carrier = b.body("carrier", chassis);
    b.newest().at = b.vector("0.4", "0.6", "0");
    b.revolute(b.axis(0), "jounce");
    b.mass(b.number("0.5"), b.vector("0", "0.2", "-0.1"), b.inertia("0.05", "0.06", "0.07"));
    b.body("wheel", carrier);
    b.newest().at = b.vector("0", "0.3", "0");
    b.rotate(b.axis(2), HingeSlot(-(b.q("s") / lever)));
    b.rotate(b.axis(1), HingeSlot("spin"));
    b.mass(b.number("0.9"), b.vector("0", "0", "0"), b.inertia("0.2", "0.4", "0.2"));
    return b.model;
}

// Three rods in a plane, absolute and relative angles.
Model rods() {
    ModelBuilder b("rods");
    b.model.gravity = b.vector("0", "-9.81", "0");
    BodyIndex last = ground;
    for (const char* name : {"first", "second", "third"}) {
        last = b.body(name, last);
        if (std::string(name) != "first") b.newest().at = b.vector("0.8", "0", "0");
        b.revolute(b.axis(2), std::string("q_") + name);
        b.mass(b.number("1.5"), b.vector("0.4", "0.1", "0"), b.inertia("0.01", "0.2", "0.21"));
    }
    return b.model;
}

const std::vector<FormulationChoice> choices{{Formulation::turner, Regrouping::none, false, {}, false},
                                             {Formulation::composite, Regrouping::none, true, {}, false},
                                             {Formulation::composite, Regrouping::inertias, false, {}, false},
                                             {Formulation::turner, Regrouping::masses, true, {}, true},
                                             {Formulation::articulated, Regrouping::none, false, {}, false},
                                             {Formulation::articulated, Regrouping::inertias, true, {}, false}};

RandomModelOptions small_trees() {
    RandomModelOptions options;
    options.min_bodies = 2, options.max_bodies = 5;
    options.springs = options.line_forces = false;  // their lengths are symbols of the tests' own
    options.potentials = options.dissipations = options.forces = options.torques = options.hinge_loads = false;
    return options;
}

}  // namespace

TEST_CASE("labels and names of temporaries tell the truth") {
    Verdict all;
    const auto add = [&](const Formed& model, std::uint64_t seed) {
        const Verdict verdict = examined(model, c_text(model), random_state(model.model, seed));
        CHECK(verdict.lies == std::vector<std::string>{});
        for (const auto& [kind, count] : verdict.checked) all.checked[kind] += count;
        CHECK(verdict.unknown == std::set<std::string>{});
    };
    for (std::size_t k = 0; k < choices.size(); ++k) {
        INFO(to_string(choices[k]));
        add(formed(vehicle(), choices[k]), 100 + k);
        add(formed(rods(), choices[k]), 200 + k);
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            INFO("tree " << seed);
            add(formed(random_tree(10 * seed + k, small_trees()), choices[k]), seed);
        }
    }
    for (const auto& [kind, count] : all.checked) UNSCOPED_INFO(kind << ": " << count);
    for (const char* kind :
         {"sine", "cosine", "M(", "pivot", "reciprocal pivot", "factor L", "angular velocity",
          "velocity of the mass centre", "rate of", "names", "words", "names told by labels", "parts"}) {
        INFO(kind);
        CHECK(all.checked[kind] >= 20);
    }
}

TEST_CASE("a wrong label is found out") {
    const Formed model = formed(vehicle(), choices[0]);
    const std::string text = c_text(model);
    const OracleState state = random_state(model.model, 7);
    REQUIRE(examined(model, text, state).lies.empty());
    const std::vector<std::pair<std::string, std::string>> lies{
        {"/* sine of yaw */", "/* cosine of yaw */"},
        {"/* sine of pitch */", "/* sine of yaw */"},
        {"M(8, 1), jounce' by p", "M(8, 2), jounce' by q"},
        {"reciprocal pivot of jounce'", "pivot of jounce'"},
        {"angular velocity of carrier, y", "angular velocity of carrier, z"}};
    for (const auto& [truth, lie] : lies) {
        INFO(truth);
        std::string changed = text;
        const std::size_t at = changed.find(truth);
        REQUIRE(at != std::string::npos);
        changed.replace(at, truth.size(), lie);
        CHECK(examined(model, changed, state).lies.size() == 1);
    }
}
