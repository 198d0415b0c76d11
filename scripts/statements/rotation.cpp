#include "scripts/statements/rotation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

Vec3<Expr> unit_vector(Graph& graph, int k) {
    Vec3<Expr> e = zero_vector(graph);
    e[static_cast<std::size_t>(k)] = graph.integer(1);
    return e;
}

Vec3<Expr> normalized(Call& call, const Vec3<Expr>& v, const Syntax& at) {
    Graph& graph = call.description().graph();
    for (std::size_t i = 0; i < 3; ++i)
        if (!graph.is_constant_expression(v[i])) {
            call.fail(
                at,
                fmt::format("an axis must be constant, but its element {} is {}", i + 1, to_string(graph, v[i], 80)),
                "write x, y, z or three numbers; a constant rotation with parameters belongs into orient");
        }
    const Expr square = dot(v, v);
    if (square.is_zero() || graph.constant_double(square) == 0)
        call.fail(at, "this axis has zero length", "write x, y, z or three numbers that are not all zero");
    const Expr length = sqrt(square);
    return {{v[0] / length, v[1] / length, v[2] / length}};
}

// Entries of a list with the place of each, whether it is written out or comes from a variable.
struct Entry {
    Value value;  // nothing when it is still to be evaluated
    Syntax at;
};
std::vector<Entry> entries_at(Call& call, const Syntax& node, const char* what) {
    std::vector<Entry> entries;
    if (node->kind == NodeKind::list) {
        for (const Syntax& child : node->children) entries.push_back({Value(), child});
        return entries;
    }
    const Value value = call.interpreter.evaluate(node);
    for (const Value& item : call.items(value, node, what)) entries.push_back({item, node});
    return entries;
}
const Value& evaluated(Call& call, Entry& entry) {
    if (entry.value.is_nothing()) entry.value = call.interpreter.evaluate(entry.at);
    return entry.value;
}
Vec3<Expr> axis_of(Call& call, Entry& entry) {
    return entry.value.is_nothing() ? axis_at(call, entry.at) : axis_from(call, entry.value, entry.at);
}

std::vector<Entry> pair_of(Call& call, Entry& entry) {
    std::vector<Entry> pair;
    if (entry.value.is_nothing()) {
        pair = entries_at(call, entry.at, "a pair [axis, angle]");
    } else {
        for (const Value& item : call.items(entry.value, entry.at, "a pair [axis, angle]"))
            pair.push_back({item, entry.at});
    }
    if (pair.size() != 2) call.fail(entry.at, "a rotation is a pair [axis, angle]", "such as [[z, %pi/2], [x, a]]");
    return pair;
}

Turn turn_of(Call& call, std::vector<Entry> pair) {
    const Vec3<Expr> axis = axis_of(call, pair[0]);
    return {axis, evaluated(call, pair[1]), pair[1].at};
}

// Constant entries must make a rotation; entries with parameters are the author's business.
void require_rotation(Call& call, const Mat3<Expr>& R, const Syntax& at, const std::string& what) {
    Graph& graph = call.description().graph();
    Mat3<double> n;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            if (!graph.is_constant_expression(R(i, j))) return;
            n(i, j) = graph.constant_double(R(i, j));
        }
    const Mat3<double> product = n * transpose(n);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            if (std::abs(product(i, j) - (i == j ? 1.0 : 0.0)) > 1e-9)
                call.fail(at,
                          fmt::format(
                              "{} is no rotation: {}", what,
                              i == j ? fmt::format("row {} of the matrix has not length 1", i + 1)
                                     : fmt::format("rows {} and {} of the matrix are not perpendicular", i + 1, j + 1)),
                          "numbers stay exact here: write sqrt(2)/2 rather than 0.7071");
    const Vec3<double> x{n.rows[0]}, y{n.rows[1]}, z{n.rows[2]};
    if (dot(cross(x, y), z) < 0)
        call.fail(at, what + " is a reflection, not a rotation: the determinant of the matrix is -1",
                  "change the sign of one row");
}

Mat3<Expr> matrix_from(Call& call, const Value& value, const Syntax& at, const std::string& what) {
    Mat3<Expr> R;
    if (value.is_matrix()) {
        if (value.matrix().rows != 3 || value.matrix().columns != 3)
            call.expected("rotations [[axis, angle], ...] or a 3x3 matrix", value, at);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                R(i, j) = quantity(call, value.matrix()(i, j), at, only_parameters, what);
        return R;
    }
    for (std::size_t i = 0; i < 3; ++i) R.rows[i] = quantities(call, value.items()[i], at, only_parameters, what).c;
    return R;
}

bool is_row_list(const Value& value) {
    if (!value.is_list() || value.items().size() != 3) return false;
    for (const Value& row : value.items())
        if (!row.is_list() || row.items().size() != 3) return false;
    return true;
}

}  // namespace

int principal_axis(const Vec3<Expr>& axis) {
    for (int k = 0; k < 3; ++k) {
        const auto i = static_cast<std::size_t>(k);
        if (axis[i].is_one() && axis[(i + 1) % 3].is_zero() && axis[(i + 2) % 3].is_zero()) return k;
    }
    return -1;
}

Vec3<Expr> axis_from(Call& call, const Value& value, const Syntax& at) {
    Description& description = call.description();
    if (value.is_scalar()) {
        const std::string name = description.algebra().name_of(value.scalar());
        for (int k = 0; k < 3; ++k)
            if (name == std::string(1, static_cast<char>('x' + k))) return unit_vector(description.graph(), k);
    }
    if (!value.is_list() && !value.is_matrix()) call.expected("an axis (x, y, z or three numbers)", value, at);
    Vec3<Expr> v;
    if (value.is_list()) {
        if (value.items().size() != 3) call.expected("an axis (x, y, z or three numbers)", value, at);
        for (std::size_t i = 0; i < 3; ++i) v[i] = call.expression(value.items()[i], Call::entry(at, i));
    } else {
        v = call.vector(value, at);
    }
    for (std::size_t i = 0; i < 3; ++i) v[i] = description.graph().own(v[i]);
    return normalized(call, v, at);
}

Vec3<Expr> axis_at(Call& call, const Syntax& node) {
    const int k = Call::axis(node);
    if (k >= 0) return unit_vector(call.description().graph(), k);
    if (node->kind == NodeKind::negate)
        if (const int opposite = Call::axis(node->children[0]); opposite >= 0) {
            Vec3<Expr> axis = unit_vector(call.description().graph(), opposite);
            for (Expr& component : axis.c) component = -component;
            return axis;
        }
    return axis_from(call, call.interpreter.evaluate(node), node);
}

Mat3<Expr> frame_rotation(Graph& graph, const Vec3<Expr>& axis, Expr angle) {
    const Expr sine = sin(angle), cosine = cos(angle), versine = graph.integer(1) - cosine;
    const Mat3<Expr> skew = tilde(axis);
    Mat3<Expr> R;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            // unit vectors along x, y, z: 1 on the axis itself, without a sum that would have to cancel
            if (i == j && axis[i].is_one()) {
                R(i, j) = graph.integer(1);
                continue;
            }
            const Expr diagonal = i == j ? cosine : graph.integer(0);
            R(i, j) = diagonal + axis[i] * axis[j] * versine - skew(i, j) * sine;
        }
    return R;
}

GivenOrientation given_orientation(Call& call, const Syntax& node, const std::string& what) {
    GivenOrientation given;
    const auto take_matrix = [&](const Value& value) {
        given.matrix = matrix_from(call, value, node, what);
        require_rotation(call, *given.matrix, node, what);
    };
    // A literal list is read entry by entry, so that x, y, z in it mean the axes.
    if (node->kind != NodeKind::list) {
        const Value value = call.interpreter.evaluate(node);
        if (value.is_matrix() || is_row_list(value)) {
            take_matrix(value);
            return given;
        }
        if (!value.is_list()) call.expected("rotations [[axis, angle], ...] or a 3x3 matrix", value, node);
    }
    const bool rows = node->kind == NodeKind::list && node->children.size() == 3 &&
                      node->children[0]->kind == NodeKind::list && node->children[0]->children.size() == 3;
    if (rows) {
        take_matrix(call.interpreter.evaluate(node));
        return given;
    }
    std::vector<Entry> entries = entries_at(call, node, "rotations [[axis, angle], ...]");
    const bool one_flat_pair = entries.size() == 2 && Call::axis(entries[0].at) >= 0;
    if (one_flat_pair) {
        given.turns.push_back(turn_of(call, entries));
    } else {
        for (Entry& entry : entries) given.turns.push_back(turn_of(call, pair_of(call, entry)));
    }
    return given;
}

Orientation constant_orientation(Call& call, const GivenOrientation& given, const std::string& what) {
    Graph& graph = call.description().graph();
    if (given.matrix) return {*given.matrix, {}};
    Orientation orientation{identity_matrix(graph), {}};
    bool all_principal = true;
    for (const Turn& turn : given.turns) {
        const Expr angle = quantity(call, turn.angle, turn.at, only_parameters, "the angle in " + what);
        require_unit(call, turn.angle, "rad", turn.at, "the angle in " + what);
        orientation.R = frame_rotation(graph, turn.axis, angle) * orientation.R;
        const int k = principal_axis(turn.axis);
        all_principal = all_principal && k >= 0;
        if (k >= 0) orientation.rotations.emplace_back(k, angle);
    }
    if (!all_principal) orientation.rotations.clear();
    return orientation;
}

Orientation orientation_at(Call& call, const Syntax& node, const std::string& what) {
    return constant_orientation(call, given_orientation(call, node, what), what);
}

}  // namespace lag
