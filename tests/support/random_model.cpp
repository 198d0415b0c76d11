#include "tests/support/random_model.hpp"

#include <tuple>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random.hpp"

namespace lag {

std::vector<std::string> all_hinge_words() {
    return {"revolute", "prismatic",       "screw",     "cylindrical", "universal",
            "planar",   "planar_speeds",   "spherical", "free",        "spherical_quaternion",
            "list",     "free_quaternion", "fixed"};
}

namespace {

constexpr int sequences[] = {121, 123, 131, 132, 212, 213, 231, 232, 312, 313, 321, 323};

// Random draws stand in statements of their own: the order of evaluation inside an expression is the compiler's choice.
class RandomTree {
  public:
    RandomTree(std::uint64_t seed, const RandomModelOptions& options)
        : random_(seed), options_(options), build_("random" + std::to_string(seed)) {}

    Model tree() {
        const int count = random_.integer(options_.min_bodies, options_.max_bodies);
        choose_inboard(count);
        for (int b = 1; b <= count; ++b) add_body(static_cast<std::size_t>(b));
        if (options_.gravity && !options_.isolated)
            build_.model.gravity = {{amount(-2, 2), amount(-2, 2), -amount(8, 10)}};
        add_loads();
        return build_.model;
    }

  private:
    Graph& graph() { return *build_.model.graph; }

    // -- numbers and expressions
    Expr number(double low, double high) {
        const int hundredths = random_.integer(static_cast<int>(low * 100), static_cast<int>(high * 100));
        return graph().rational(hundredths, 100);
    }
    // a number, a parameter with such a default, or a product of both; never changes its sign within 10% of the default
    Expr amount(double low, double high) {
        if (!options_.parameters || random_.chance(0.5)) return number(low, high);
        const int hundredths = random_.integer(static_cast<int>(low * 100), static_cast<int>(high * 100));
        const std::string name = "p" + std::to_string(build_.model.parameters.size() + 1);
        build_.model.parameters.push_back({name, graph().rational(hundredths, 100), "", ""});
        const Expr p = graph().symbol(name, Role::parameter);
        return random_.chance(0.3) ? graph().rational(2, 3) * p : p;
    }
    Vec3<Expr> location(double size) {
        Vec3<Expr> v = build_.vector("0", "0", "0");
        for (std::size_t i = 0; i < 3; ++i)
            if (random_.chance(0.6)) v[i] = amount(-size, size);
        return v;
    }
    Expr any_coordinate() {
        return symbol(build_.model, CoordinateIndex{random_.bits() % build_.model.coordinates.size()});
    }
    SpeedIndex any_speed_index() { return SpeedIndex{random_.bits() % build_.model.speeds.size()}; }
    Expr any_speed() { return symbol(build_.model, any_speed_index()); }
    Expr any_input() {
        if (random_.chance(0.5) && !plain_inputs_.empty()) return random_.pick(plain_inputs_);
        plain_inputs_.push_back(build_.input("tau" + std::to_string(plain_inputs_.size() + 1)));
        return plain_inputs_.back();
    }
    Expr driving_input() {
        if (random_.chance(0.3) && !driving_inputs_.empty()) return random_.pick(driving_inputs_);
        driving_inputs_.push_back(build_.driving_input("delta" + std::to_string(driving_inputs_.size() + 1)));
        return driving_inputs_.back();
    }

    Expr coupled_value() {
        const Expr x = any_coordinate(), y = any_coordinate();
        switch (random_.integer(0, 6)) {
            case 0:
                return x;  // coupled(q)
            case 1:
                return x * x;
            case 2:
                return amount(0.3, 2) * x;
            case 3:
                return x * y;
            case 4:
                return sin(x) + number(0.2, 1) * cos(y);
            case 5:
                return graph().select(graph().binary(Op::less, x, y), x * y, x - y);
            default:
                return x * build_.time() + number(0.1, 1) * y;
        }
    }
    Expr value_in_time() {
        const Expr t = build_.time(), a = amount(0.2, 1), b = amount(0.5, 2);
        switch (random_.integer(0, 2)) {
            case 0:
                return a * sin(b * t);
            case 1:
                return a * t * t + b;
            default:
                return graph().unary(Op::exp, -t) * a;
        }
    }
    Expr value_by_input() {
        const Expr delta = driving_input(), a = amount(0.3, 1);
        switch (random_.integer(0, 2)) {
            case 0:
                return delta;
            case 1:
                return a * sin(delta) + a;
            default:
                return delta * driving_input() + build_.time() * delta;
        }
    }
    // A free coordinate most of the time, else one of the given kinds that are switched on.
    HingeSlot slot() {
        if (random_.chance(0.75)) return fresh();
        switch (random_.integer(0, 3)) {
            case 0:
                return options_.locked ? HingeSlot(random_.chance(0.3) ? graph().pi() / 7 : amount(-1, 1)) : fresh();
            case 1:
                return options_.prescribed_in_time ? HingeSlot(value_in_time()) : fresh();
            case 2:
                return options_.prescribed_by_input ? HingeSlot(value_by_input()) : fresh();
            default:
                return options_.coupled && !build_.model.coordinates.empty() ? HingeSlot(coupled_value()) : fresh();
        }
    }
    HingeSlot fresh() { return HingeSlot(fresh_name("q")); }
    std::string fresh_name(const std::string& stem) { return stem + std::to_string(++names_); }
    template <std::size_t n>
    std::array<std::string, n> fresh_names(const std::string& stem) {
        std::array<std::string, n> names;
        for (std::string& name : names) name = fresh_name(stem);
        return names;
    }

    // -- tree
    void choose_inboard(int count) {
        inboard_.assign(1, 0);
        leaf_.assign(static_cast<std::size_t>(count) + 1, true);
        for (int b = 1; b <= count; ++b) {
            int a = random_.chance(0.55) ? b - 1 : random_.integer(0, b - 1);
            if (options_.isolated && b > 1 && a == 0) a = 1;
            inboard_.push_back(static_cast<std::size_t>(a));
            leaf_[static_cast<std::size_t>(a)] = false;
        }
    }
    Vec3<Expr> any_axis() {
        if (!options_.general_axes || random_.chance(0.6)) return build_.axis(random_.integer(0, 2));
        const long x = random_.integer(-2, 2), y = random_.integer(-2, 2), z = random_.integer(1, 3);
        return build_.axis(x, y, z);
    }
    Mat3<Expr> any_inertia(double size) {
        const Expr zero = graph().integer(0);
        const bool full = options_.products_of_inertia && random_.chance(0.5);
        const auto product = [&] { return full ? amount(-0.1 * size, 0.1 * size) : zero; };
        const auto moment = [&] { return amount(0.6 * size, size); };
        // in this order, whatever the compiler's order of evaluation
        const Expr xx = moment(), yy = moment(), zz = moment(), xy = product(), xz = product(), yz = product();
        return ModelBuilder::inertia({xx, yy, zz, xy, xz, yz});
    }

    void add_body(std::size_t b) {
        const bool wheel = options_.bodies_of_revolution && leaf_[b] && b > 1 && random_.chance(0.3);
        const bool massless = options_.massless && !leaf_[b] && !wheel && b > 1 && random_.chance(0.2);
        build_.body("b" + std::to_string(b), BodyIndex{inboard_[b]});
        if (wheel) return add_wheel();
        if (options_.isolated && b == 1)
            add_hinge(random_.chance(0.5) ? "free" : "free_quaternion");
        else if (massless)
            add_hinge(random_.chance(0.5) ? "revolute" : "prismatic");
        else if (build_.model.speeds.size() >= options_.most_speeds)
            add_hinge("revolute");
        else
            add_hinge(random_.pick(options_.hinges));
        add_geometry();
        if (massless) return;
        const Vec3<Expr> cm = options_.general_cm ? location(0.5) : build_.vector("0", "0", "0");
        const Expr mass = amount(0.5, 3);
        build_.mass(mass, cm, any_inertia(0.6));
    }
    void add_geometry() {
        Body& body = build_.newest();
        if (options_.at) body.at = location(1);
        if (options_.outboard_at && random_.chance(0.4)) body.outboard_at = location(0.6);
        if (!options_.orient || random_.chance(0.5)) return;
        for (int k = random_.integer(1, 2); k > 0; --k) {
            const int axis = random_.integer(0, 2);
            build_.orient(axis, random_.chance(0.3) ? graph().pi() / 6 : amount(-1.5, 1.5));
        }
        if (random_.chance(0.3)) body.orient_rotations.clear();  // as if it were given as a matrix
    }
    // A body of revolution about the axis it spins on, carrying nothing.
    void add_wheel() {
        const auto k = static_cast<std::size_t>(random_.integer(0, 2));
        const Vec3<Expr> spin = build_.axis(static_cast<int>(k)), steered = any_axis();
        const HingeSlot turn = slot(), second = slot();
        switch (random_.integer(0, 3)) {
            case 0:
                build_.rotate(steered, turn);
                build_.rotate(spin, second);
                break;
            case 1:
                build_.cylindrical(spin, turn, second);
                break;
            default:
                build_.revolute(spin, turn);
        }
        add_geometry();
        build_.newest().outboard_at = build_.vector("0", "0", "0");
        Mat3<Expr> J = any_inertia(0.5);
        const Expr across = J(k == 0 ? 1 : 0, k == 0 ? 1 : 0), along = J(k, k);
        Vec3<Expr> cm = build_.vector("0", "0", "0");
        if (random_.chance(0.5)) cm[k] = amount(-0.4, 0.4);
        std::array<Expr, 6> e{across, across, across, graph().integer(0), graph().integer(0), graph().integer(0)};
        e[k] = along;
        build_.mass(amount(0.5, 3), cm, ModelBuilder::inertia(e));
    }

    void add_hinge(const std::string& word) {
        const int sequence = sequences[random_.bits() % 12];
        const Vec3<Expr> n = any_axis();
        const int k = random_.integer(0, 2);
        if (word == "revolute")
            build_.revolute(n, slot());
        else if (word == "prismatic")
            build_.prismatic(n, slot());
        else if (word == "screw")
            add_screw(n);
        else if (word == "cylindrical")
            add_pair(n, n, true);
        else if (word == "universal")
            add_pair(build_.axis(k), build_.axis((k + random_.integer(1, 2)) % 3), false);
        else if (word == "planar")
            add_planar(k);
        else if (word == "planar_speeds")
            build_planar_speeds(k);
        else if (word == "spherical")
            build_spherical(sequence);
        else if (word == "spherical_quaternion")
            build_spherical_quaternion();
        else if (word == "free")
            build_free(sequence);
        else if (word == "free_quaternion")
            build_free_quaternion();
        else if (word == "list")
            add_list();
        else if (word != "fixed")
            throw InternalError("random tree: hinge " + word);
    }
    void add_screw(const Vec3<Expr>& n) {
        const Expr pitch = amount(0.1, 0.5);
        build_.screw(n, pitch, slot());
    }
    void add_pair(const Vec3<Expr>& first, const Vec3<Expr>& second, bool cylindrical) {
        const HingeSlot a = slot(), b = slot();
        if (cylindrical)
            build_.cylindrical(first, a, b);
        else
            build_.universal(first, second, a, b);
    }
    void add_planar(int k) {
        const HingeSlot x = slot(), y = slot(), q = slot();
        build_.planar(k, x, y, q);
    }
    void build_planar_speeds(int k) {
        const auto names = fresh_names<3>("q");
        build_.planar(k, names, fresh_names<3>("v"));
    }
    void build_spherical(int sequence) {
        const auto angles = fresh_names<3>("a");
        build_.spherical(sequence, angles, fresh_names<3>("w"));
    }
    void build_spherical_quaternion() {
        const auto e = fresh_names<4>("e");
        build_.spherical_quaternion(e, fresh_names<3>("w"));
    }
    void build_free(int sequence) {
        const auto angles = fresh_names<3>("a");
        const auto position = fresh_names<3>("x");
        build_.free(sequence, angles, position, fresh_names<6>("u"));
    }
    void build_free_quaternion() {
        const auto e = fresh_names<4>("e");
        const auto position = fresh_names<3>("x");
        build_.free_quaternion(e, position, fresh_names<6>("u"));
    }
    void add_list() {
        for (int k = random_.integer(1, 4); k > 0; --k) {
            const Vec3<Expr> n = any_axis();
            const HingeSlot x = slot();
            if (random_.chance(0.5))
                build_.rotate(n, x);
            else
                build_.translate(n, x);
        }
    }

    // -- loads
    BodyIndex any_body(bool ground_too) {
        const int first = ground_too && !options_.isolated ? 0 : 1;
        return BodyIndex{static_cast<std::size_t>(random_.integer(first, static_cast<int>(inboard_.size()) - 1))};
    }
    PointOnBody any_point(BodyIndex body) {
        if (random_.chance(0.3)) return build_.origin(body);
        const Vec3<Expr> where = location(0.8);
        return build_.point("P" + std::to_string(build_.model.points.size() + 1), body, where);
    }
    FrameOnBody any_frame() {
        FrameOnBody frame = build_.axes_of(any_body(true));
        if (random_.chance(0.4)) {
            const int k = random_.integer(0, 2);
            frame.R_FB =
                frame_rotation(graph(), k, amount(-1, 1)) * frame_rotation(graph(), (k + 1) % 3, graph().pi() / 5);
            frame.aligned = false;
            frame.name = "F" + std::to_string(build_.model.frames.size() + 1);
            build_.model.frames.push_back(frame);
        }
        return frame;
    }
    // of everything a load may depend on
    Expr any_scalar() {
        const Expr c = amount(-3, 3);
        if (build_.model.speeds.empty()) return c;
        const Expr q = any_coordinate(), u = any_speed();
        switch (random_.integer(0, 8)) {
            case 0:
                return c;
            case 1:
                return c * sin(q);
            case 2:
                return c * u;
            case 3:
                return c * u * graph().unary(Op::abs, u);
            case 4:
                return c * any_input();
            case 5:
                return c * cos(build_.time()) * q;
            case 6:
                return graph().select(graph().binary(Op::less, graph().integer(0), q), c * q, number(0, 1) * u);
            case 7:
                return c * graph().symbol("outside", Role::external_result);
            default:
                return graph().binary(Op::max, c * q, u) + any_input() * q;
        }
    }
    Vec3<Expr> any_components() {
        Vec3<Expr> v = build_.vector("0", "0", "0");
        for (std::size_t i = 0; i < 3; ++i)
            if (random_.chance(0.6)) v[i] = any_scalar();
        return v;
    }
    bool again() { return random_.chance(0.6); }

    void add_loads() {
        const bool pairs_only = options_.isolated;
        while (options_.forces && again()) {
            const PointOnBody P = any_point(any_body(false));
            const Vec3<Expr> components = any_components();
            const FrameOnBody in = any_frame();
            if (!pairs_only && random_.chance(0.6))
                build_.force(P, components, in);
            else
                build_.force(P, components, in, any_point(any_body(true)));
        }
        while (options_.torques && again()) {
            TorqueLoad load{any_body(false), any_components(), any_frame(), {}};
            if (pairs_only || random_.chance(0.4)) load.reaction = any_body(true);
            build_.model.torques.push_back(load);
        }
        while (options_.springs && again()) add_line(true);
        while (options_.line_forces && again()) add_line(false);
        if (!build_.model.speeds.empty()) add_generalized_loads();
    }
    void add_line(bool spring) {
        const BodyIndex a = any_body(true), b = any_body(true);
        if (a == b) return;
        const std::string number_of_points = std::to_string(build_.model.points.size() + 1);
        const PointOnBody P = build_.point("P" + number_of_points, a, location(0.8));
        const PointOnBody Q = build_.point("Q" + number_of_points, b, location(0.8));
        Expr distance = build_.distance(P, Q), rate = build_.distance_rate(P, Q);
        if (options_.line) std::tie(distance, rate) = options_.line(build_.model, P, Q);
        if (spring) {
            const Expr k = amount(5, 20),
                       c = random_.chance(0.5) && !options_.conservative ? amount(0.1, 1) : graph().integer(0),
                       l = amount(0.2, 1);
            build_.model.line_loads.push_back({P, Q, -(k * (distance - l)) - c * rate, true, k, l});
        } else {
            const Expr c = amount(-2, 2);
            const Expr shape = c * distance * distance + number(-1, 1) * rate * graph().unary(Op::abs, rate);
            build_.line_force(P, Q, shape + any_scalar());
        }
    }
    void add_generalized_loads() {
        const bool rates_only = options_.isolated;  // a hinge load on the floating hinge would act from outside
        while (options_.hinge_loads && again()) {
            const SpeedIndex u = any_speed_index();
            const Expr value = any_scalar();
            if (rates_only && build_.model.speeds[u.value].body.value == 1) continue;
            build_.model.hinge_loads.push_back({u, value});
        }
        if (rates_only) return;
        while (options_.potentials && again()) {
            const Expr x = any_coordinate(), y = any_coordinate(), c = amount(-3, 3);
            const Expr grows = options_.conservative ? graph().integer(1) : build_.time();
            build_.model.potentials.push_back({random_.chance(0.5) ? c * x * y : c * cos(x) * grows + x * x * y});
        }
        while (options_.dissipations && again()) {
            const Expr u = any_speed(), v = any_speed(), x = any_coordinate(), c = amount(0.1, 2);
            build_.model.dissipations.push_back({c * (u * u + u * v) * (x * x + graph().integer(1))});
        }
    }

    Random random_;
    const RandomModelOptions& options_;
    ModelBuilder build_;
    std::vector<std::size_t> inboard_;
    std::vector<bool> leaf_;
    std::vector<Expr> plain_inputs_, driving_inputs_;
    int names_ = 0;
};

void give_mass_to_all(Model& model) {
    Graph& g = *model.graph;
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        if (!model.bodies[b].mass.is_zero()) continue;
        model.bodies[b].mass = g.integer(1);
        for (std::size_t i = 0; i < 3; ++i) model.bodies[b].inertia(i, i) = g.rational(1, 4);
    }
}

}  // namespace

RandomModelOptions trees_up_to(int bodies, std::size_t speeds) {
    RandomModelOptions options;
    options.max_bodies = bodies;
    options.most_speeds = speeds;
    return options;
}

Model random_tree(std::uint64_t seed, const RandomModelOptions& options) {
    const auto regular = [&](const Model& model) {
        const OracleResult r = Oracle(model, random_state(model, seed)).result();
        for (const LineState& line : r.lines)
            if (!(line.distance > 0.01)) return false;  // the points of a line load may always coincide
        return r.condition > 1e-6;
    };
    for (std::uint64_t attempt = 0; attempt < 100; ++attempt) {
        Model model = RandomTree(seed + (attempt << 32U), options).tree();
        if (regular(model)) return model;
        give_mass_to_all(model);  // two massless motions in a row may leave a direction without inertia
        if (regular(model)) return model;
        // else a list hinge moves twice in one direction: draw again
    }
    throw InternalError("random tree: the options allow no regular mass matrix");
}

OracleState random_state(const Model& model, std::uint64_t seed) {
    Random random(seed ^ 0x5eedULL);
    OracleState state = zero_state(model);
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        state.q(static_cast<Eigen::Index>(k)) =
            (model.coordinates[k].angle ? random.between(-1.2, 1.2) : random.between(-0.8, 0.8)) *
            (is_elastic(model, CoordinateIndex(k)) ? 0.03 : 1);
    for (Eigen::Index k = 0; k < state.u.size(); ++k) state.u(k) = random.between(-1, 1);
    for (Eigen::Index k = 0; k < state.w.size(); ++k) state.w(k) = random.between(-0.7, 0.7);
    for (Eigen::Index k = 0; k < state.p.size(); ++k) state.p(k) *= random.between(0.9, 1.1);
    for (Eigen::Index k = 0; k < state.s.size(); ++k) state.s(k) = random.between(-0.9, 0.9);
    state.t = random.between(0.1, 1);
    state.external["outside"] = random.between(-1, 1);
    std::vector<const Hinge*> hinges;
    for (const Body& body : model.bodies) hinges.push_back(&body.hinge);
    for (const Constraint& c : model.constraints) hinges.push_back(&c.cut.hinge);
    for (const Hinge* each : hinges) {
        const Hinge& hinge = *each;
        if (hinge.euler_parameters) {
            const auto first = static_cast<Eigen::Index>(hinge.coordinates[0].value);
            Eigen::Vector4d e;
            do {
                for (Eigen::Index k = 0; k < 4; ++k) e(k) = random.between(-1, 1);
            } while (e.norm() < 0.3);
            state.q.segment(first, 4) = e.normalized();
        } else if (hinge.sequence != 0) {
            double& middle = state.q(static_cast<Eigen::Index>(hinge.coordinates[1].value));
            const bool proper =
                hinge.sequence / 100 == hinge.sequence % 10;  // 313: singular at 0 and pi, 321 at +-pi/2
            middle = (random.chance(0.5) ? 1 : -1) * (proper ? random.between(0.5, 1.3) : random.between(0, 1));
        }
    }
    return state;
}

void take_outside_as_input(Model& model) {
    model.inputs.push_back({"outside", "", "", 0});
    Graph& graph = *model.graph;
    Substitution known(graph);
    known.replace(graph.symbol("outside", Role::external_result), graph.symbol("outside", Role::input));
    const auto replace = [&](Expr& e) { e = known(graph.own(e)); };
    for (ForceLoad& load : model.forces)
        for (Expr& e : load.components.c) replace(e);
    for (TorqueLoad& load : model.torques)
        for (Expr& e : load.components.c) replace(e);
    for (HingeLoad& load : model.hinge_loads) replace(load.value);
}

std::vector<Expr> solved_symbols(const Model& model) {
    std::vector<Expr> all;
    for (std::size_t k = 0; k < model.speeds.size(); ++k) all.push_back(acceleration_symbol(model, SpeedIndex(k)));
    for (std::size_t c = 0; c < model.constraints.size(); ++c)
        if (model.constraints[c].kind == Constraint::Kind::position ||
            model.constraints[c].kind == Constraint::Kind::speed)
            all.push_back(multiplier_symbol(model, c, 0));
    return all;
}

}  // namespace lag
