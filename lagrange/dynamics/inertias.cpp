#include "lagrange/dynamics/inertias.hpp"

#include "lagrange/kinematics/link_motions.hpp"

namespace lag {

bool Inertia::is_zero() const {
    bool zero = mass.is_zero() && lag::is_zero(moment);
    for (const auto& row : J.rows)
        for (const Expr& element : row) zero = zero && element.is_zero();
    return zero;
}

Inertia operator+(const Inertia& a, const Inertia& b) {
    return {a.mass + b.mass, a.moment + b.moment, a.J + b.J};
}

Vec3<Expr> angular_momentum(const Inertia& inertia, const Vec3<Expr>& omega, const Vec3<Expr>& v) {
    return inertia.J * omega + cross(inertia.moment, v);
}

Vec3<Expr> momentum(const Inertia& inertia, const Vec3<Expr>& omega, const Vec3<Expr>& v) {
    return inertia.mass * v + cross(omega, inertia.moment);
}

Mat3<Expr> symmetric_inward(const Rotation& rotation, const Mat3<Expr>& S) {
    if (rotation.kind == Rotation::Kind::identity) return S;
    Mat3<Expr> T;
    if (rotation.kind == Rotation::Kind::general) {
        const Mat3<Expr>& R = rotation.matrix;
        const Mat3<Expr> SR = S * R;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                T(i, j) = T(j, i) = R(0, i) * SR(0, j) + R(1, i) * SR(1, j) + R(2, i) * SR(2, j);
        return T;
    }
    const std::size_t z = rotation.axis, x = (z + 1) % 3, y = (z + 2) % 3;
    const Expr& s = rotation.sine;
    const Expr& c = rotation.cosine;
    const Expr t = s * (S(x, x) - S(y, y)) + c * (2 * S(x, y));
    const Expr st = s * t;
    T(z, z) = S(z, z);
    T(x, x) = S(x, x) - st;
    T(y, y) = S(y, y) + st;
    T(x, y) = T(y, x) = c * t - S(x, y);
    T(x, z) = T(z, x) = c * S(x, z) - s * S(y, z);
    T(y, z) = T(z, y) = s * S(x, z) + c * S(y, z);
    return T;
}

Inertia carried_inward(const Link& link, const Inertia& inertia) {
    Inertia carried;
    carried.mass = inertia.mass;
    const Vec3<Expr> s = link.rotation.inward(inertia.moment);
    carried.moment = s + inertia.mass * link.o;
    carried.J = symmetric_inward(link.rotation, inertia.J);
    const Vec3<Expr>& o = link.o;
    const Vec3<Expr>& moved = carried.moment;
    const Vec3<Expr> both = s + moved;
    const Vec3<Expr> along{{o[0] * both[0], o[1] * both[1], o[2] * both[2]}};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        carried.J(i, i) += along[j] + along[k];
        carried.J(i, j) -= s[i] * o[j] + o[i] * moved[j];
        carried.J(j, i) = carried.J(i, j);
    }
    return carried;
}

bool is_massless(const Body& body) {
    bool zero = body.mass.is_zero();
    for (const auto& row : body.inertia.rows)
        for (const Expr& element : row) zero = zero && element.is_zero();
    return zero;
}

Vec3<Expr> mass_centre(const Model& model, const Kinematics& k, std::size_t b) {
    return k.spin[b].inward(model.bodies[b].cm);
}

Vec3<Expr> first_moment(const Model& model, const Kinematics& k, std::size_t b) {
    const Body& body = model.bodies[b];
    return body.elastic ? body.elastic->moment : body.mass * mass_centre(model, k, b);
}

Mat3<Expr> inertia_in_link_axes(const Model& model, const Kinematics& k, std::size_t b) {
    const Rotation& spin = k.spin[b];
    Mat3<Expr> J = model.bodies[b].inertia;
    if (spin.kind != Rotation::Kind::elementary || !is_of_revolution(J, spin.axis)) return symmetric_inward(spin, J);
    const std::size_t x = (spin.axis + 1) % 3, y = (spin.axis + 2) % 3;
    J(y, y) = J(x, x);
    return J;
}

std::vector<Inertia> link_inertias(const Model& model, const Kinematics& k) {
    std::vector<Inertia> inertias(k.links.size());
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const Body& body = model.bodies[b];
        if (is_massless(body)) continue;
        Inertia& inertia = inertias[k.link_of_body[b]];
        if (body.elastic) {
            inertia = {body.mass, body.elastic->moment, body.elastic->inertia};
            continue;
        }
        const Vec3<Expr> c = mass_centre(model, k, b);
        const Vec3<Expr> s = body.mass * c;
        inertia.mass = body.mass;
        inertia.moment = s;
        inertia.J = inertia_in_link_axes(model, k, b);
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3, l = (i + 2) % 3;
            inertia.J(i, i) += s[j] * c[j] + s[l] * c[l];
            inertia.J(i, j) -= s[i] * c[j];
            inertia.J(j, i) = inertia.J(i, j);
        }
    }
    return inertias;
}

}  // namespace lag
