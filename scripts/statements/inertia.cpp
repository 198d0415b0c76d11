#include "scripts/statements/inertia.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/calculus.hpp"
#include "core/dense.hpp"
#include "core/number_text.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

bool parallel(const Vec3<double>& a, const Vec3<double>& b) {
    const Vec3<double> c = cross(a, b);
    return dot(c, c) < 1e-18;
}

std::optional<Vec3<double>> numbers(const Model& model, const Vec3<Expr>& v) {
    Vec3<double> n;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto x = value_at_defaults(model, v[i]);
        if (!x) return std::nullopt;
        n[i] = *x;
    }
    return n;
}

std::optional<Mat3<double>> numbers(const Model& model, const Mat3<Expr>& m) {
    Mat3<double> n;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = numbers(model, Vec3<Expr>{m.rows[i]});
        if (!row) return std::nullopt;
        n.rows[i] = row->c;
    }
    return n;
}

constexpr TurningOf turns_freely{TurningOf::Kind::freely, {}};

// Adds a rotation about `axis` (constant in the axes reached so far) to what the body could do before.
TurningOf with_rotation(const TurningOf& before, const Vec3<double>& axis) {
    if (before.kind == TurningOf::Kind::freely) return turns_freely;
    if (before.kind == TurningOf::Kind::about_one_axis && !parallel(before.axis, axis)) return turns_freely;
    return {TurningOf::Kind::about_one_axis, axis};
}

// Re-expressed after a constant rotation of the axes; nothing is known when that has no numeric value.
TurningOf turned_by(const TurningOf& before, const std::optional<Mat3<double>>& R) {
    if (before.kind != TurningOf::Kind::about_one_axis) return before;
    if (!R) return turns_freely;
    return {before.kind, *R * before.axis};
}

TurningOf with_motion(const Model& model, const TurningOf& before, const Motion& motion) {
    if (motion.kind == Motion::Kind::translate) return before;
    const auto axis = numbers(model, motion.axis);
    if (!axis) return turns_freely;
    Graph& graph = *model.graph;
    const bool locked = (graph.node(motion.value).dependence & static_cast<Dependence>(~only_parameters)) == 0;
    if (!locked) return with_rotation(before, *axis);
    // a locked turn about the one axis changes nothing
    if (before.kind != TurningOf::Kind::about_one_axis || parallel(before.axis, *axis)) return before;
    const auto angle = value_at_defaults(model, motion.value);
    if (!angle) return turns_freely;
    const double c = std::cos(*angle), s = std::sin(*angle), along = dot(*axis, before.axis);
    const Vec3<double> across = cross(*axis, before.axis);
    return {before.kind, (c * before.axis + (along * (1 - c)) * *axis) - s * across};
}

}  // namespace

TurningOf turning_of(const Model& model, BodyIndex b) {
    std::vector<BodyIndex> path;
    for (; b != ground; b = model.body(b).inboard) path.push_back(b);
    TurningOf turning;
    for (auto next = path.rbegin(); next != path.rend(); ++next) {
        const Body& body = model.body(*next);
        turning = turned_by(turning, numbers(model, body.orient));
        if (body.hinge.quasi == Quasi::free || body.hinge.quasi == Quasi::spherical) return turns_freely;
        for (const Motion& motion : body.hinge.motions) turning = with_motion(model, turning, motion);
    }
    return turning;
}

Vec3<double> principal_moments(const Mat3<double>& J) {
    Vec3<double> moments{{J(0, 0), J(1, 1), J(2, 2)}};
    if (J(0, 1) == 0 && J(0, 2) == 0 && J(1, 2) == 0) {
        std::sort(moments.c.begin(), moments.c.end());
        return moments;
    }
    Eigen::Matrix3d matrix;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) matrix(at_index(i), at_index(k)) = J(i, k);
    const Eigen::VectorXd values = symmetric_eigenvalues(matrix).values;
    for (std::size_t i = 0; i < 3; ++i) moments[i] = values(at_index(i));
    return moments;
}

double rounding_of_moments(const Mat3<double>& J) {
    double squares = 0;
    for (const auto& row : J.rows)
        for (const double element : row) squares += element * element;
    return 64 * std::numeric_limits<double>::epsilon() * std::sqrt(squares);
}

namespace {

class InertiaReader {
  public:
    explicit InertiaReader(Call& call)
        : call_(call),
          model_(call.description().change_model(ModelPart::mechanism)),
          graph_(call.description().graph()),
          body_(model_.bodies.back()),
          name_(fmt::format("body '{}'", body_.name)) {}

    void read() {
        if (call_.has("mass")) read_mass();
        if (call_.has("cm")) {
            body_.cm = quantities(call_, "cm", only_parameters, "the mass centre of " + name_);
        }
        if (call_.has("inertia")) read_inertia();
    }

  private:
    void read_mass() {
        const Syntax& at = call_.argument("mass");
        body_.mass = quantity(call_, "mass", only_parameters, "the mass of " + name_);
        const auto value = value_at_defaults(model_, body_.mass);
        if (value && *value < 0)
            call_.fail(at, fmt::format("{} has a negative mass: {}", name_, shown_value(model_, body_.mass, *value)));
    }

    Expr element(const Value& value, const Syntax& at) {
        const Expr e = quantity(call_, value, at, only_parameters, "the inertia of " + name_);
        require_unit(call_, value, call_.declared("inertia").unit, at, "the inertia of " + name_);
        return e;
    }

    Mat3<Expr> tensor() {
        const Syntax& at = call_.argument("inertia");
        const Value& value = call_.value("inertia");
        const char* const wanted = call_.declared("inertia").type.words;
        Mat3<Expr> J;
        for (auto& row : J.rows) row = zero_vector(graph_).c;
        if (value.is_matrix()) {
            if (value.matrix().rows != 3 || value.matrix().columns != 3) call_.expected(wanted, value, at);
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j) J(i, j) = element(value.matrix()(i, j), at);
            return J;
        }
        if (!value.is_list()) call_.expected(wanted, value, at);
        const std::vector<Value>& items = value.items();
        if (items.size() == 3 && items[0].is_list()) {
            for (std::size_t i = 0; i < 3; ++i) {
                const Syntax& row_at = Call::entry(at, i);
                J.rows[i] = quantities(call_, items[i], row_at, only_parameters, "the inertia of " + name_).c;
                require_unit(call_, items[i], call_.declared("inertia").unit, row_at, "the inertia of " + name_);
            }
            return J;
        }
        if (items.size() != 3 && items.size() != 6) call_.expected(wanted, value, at);
        for (std::size_t i = 0; i < 3; ++i) J(i, i) = element(items[i], Call::entry(at, i));
        if (items.size() == 6) {
            J(0, 1) = J(1, 0) = element(items[3], Call::entry(at, 3));
            J(0, 2) = J(2, 0) = element(items[4], Call::entry(at, 4));
            J(1, 2) = J(2, 1) = element(items[5], Call::entry(at, 5));
        }
        return J;
    }

    void require_symmetry(const Mat3<Expr>& J) {
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < i; ++j) {
                if (J(i, j) == J(j, i) || (J(i, j) - J(j, i)).is_zero()) continue;
                const auto difference = value_at_defaults(model_, J(i, j) - J(j, i));
                if (difference && std::abs(*difference) < 1e-12) continue;
                const std::string at = fmt::format("{}, {}", i + 1, j + 1);
                const std::string mirrored = fmt::format("{}, {}", j + 1, i + 1);
                call_.fail(
                    call_.argument("inertia"),
                    fmt::format("the inertia of {} is not symmetric: element [{}] is {}, element [{}] is {}", name_, at,
                                to_string(graph_, J(i, j), 60), mirrored, to_string(graph_, J(j, i), 60)));
            }
    }

    // I_cm = I_o - m (c.c 1 - c c^T)
    bool given_at_origin() { return call_.word("inertia_at") == "origin"; }
    void move_to_mass_centre(Mat3<Expr>& J) {
        const Vec3<Expr>& c = body_.cm;
        const Expr square = dot(c, c);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                J(i, j) = J(i, j) - body_.mass * ((i == j ? square : graph_.integer(0)) - c[i] * c[j]);
    }

    void read_inertia() {
        Mat3<Expr> J = tensor();
        require_symmetry(J);
        const bool moved = given_at_origin();
        if (moved) move_to_mass_centre(J);
        body_.inertia = J;
        judge(moved);
    }

    // The elements at the default values, each rounded once: sums in which much cancels lose nothing.
    Mat3<double> rounded_once(const Mat3<Expr>& J) {
        Substitution at_defaults(graph_);
        for (const Parameter& p : model_.parameters)
            at_defaults.replace(graph_.symbol(p.name, Role::parameter), graph_.own(p.default_value));
        Mat3<double> rounded;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                rounded(i, j) = graph_.constant_double(at_defaults(graph_.own(J(i, j))));
        return rounded;
    }

    // Of a body that turns about one axis only, its moment about that axis counts; the others may be left 0.
    void judge(bool moved) {
        const Syntax& at = call_.argument("inertia");
        const auto plain = numbers(model_, body_.inertia);
        if (!plain) return;
        const auto breaks_triangle = [](const Vec3<double>& m) {
            return m[2] > m[0] + m[1] + 1e-9 * std::max(std::abs(m[0]), std::abs(m[2]));
        };
        Vec3<double> moments = principal_moments(*plain);
        if (moments[0] >= 0 && !breaks_triangle(moments)) return;
        const Mat3<double> J = rounded_once(body_.inertia);
        moments = principal_moments(J);
        const double rounding = rounding_of_moments(J);
        for (double& moment : moments.c)
            if (std::abs(moment) <= rounding) moment = 0;
        const std::string list = fmt::format("{}, {}, {}", rounded_decimal(moments[0]), rounded_decimal(moments[1]),
                                             rounded_decimal(moments[2]));
        const bool negative = moments[0] < 0;
        if (!negative && !breaks_triangle(moments)) return;
        call_.interpreter.charge(model_.bodies.size() / 2);  // as many may lie inboard
        const TurningOf turning = turning_of(model_, BodyIndex{model_.bodies.size() - 1});
        const bool is_free = turning.kind == TurningOf::Kind::freely;
        if (negative && moved && !is_free) {
            const bool turns = turning.kind == TurningOf::Kind::about_one_axis;
            if (!turns || dot(turning.axis, J * turning.axis) >= -rounding) return;
        }
        if (negative)
            call_.fail(at,
                       fmt::format("the inertia of {} has a negative principal moment: {}", name_,
                                   rounded_decimal(moments[0])),
                       moved ? fmt::format("the principal moments about the mass centre are {}; is the inertia about "
                                           "the origin too small for this mass centre?",
                                           list)
                             : "the principal moments about the mass centre are " + list);
        if (!is_free) return;
        call_.interpreter.warning(
            at,
            fmt::format("no rigid body has the inertia of {}: its principal moments {} break the triangle inequality",
                        name_, list),
            "the largest may not exceed the sum of the other two; the equations are formed all "
            "the same");
    }

    Call& call_;
    Model& model_;
    Graph& graph_;
    Body& body_;
    std::string name_;
};

}  // namespace

void add_inertia(Call& call) {
    InertiaReader(call).read();
}

}  // namespace lag
