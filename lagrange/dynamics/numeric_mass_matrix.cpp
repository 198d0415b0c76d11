#include "lagrange/dynamics/numeric_mass_matrix.hpp"

#include "lagrange/dynamics/energy_terms.hpp"
#include "lagrange/dynamics/inertias.hpp"

namespace lag {

namespace {

using Vector = Vec3<double>;
using Matrix = Mat3<double>;

struct NumericInertia {
    double mass = 0;
    Vector moment;
    Matrix J;
};

class Numbers {
  public:
    explicit Numbers(Evaluator<double>& value) : value_(value) {}

    double operator()(const Expr& e) { return e.graph == nullptr ? 0.0 : value_(e); }
    Vector operator()(const Vec3<Expr>& v) { return {{(*this)(v[0]), (*this)(v[1]), (*this)(v[2])}}; }
    Matrix operator()(const Mat3<Expr>& m) {
        Matrix result;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) result(i, j) = (*this)(m(i, j));
        return result;
    }
    // R_LI
    Matrix operator()(const Rotation& rotation) {
        if (rotation.kind == Rotation::Kind::general) return (*this)(rotation.matrix);
        Matrix R;
        for (std::size_t i = 0; i < 3; ++i) R(i, i) = 1;
        if (rotation.kind == Rotation::Kind::identity) return R;
        const std::size_t x = (rotation.axis + 1) % 3, y = (rotation.axis + 2) % 3;
        R(x, x) = R(y, y) = (*this)(rotation.cosine);
        R(x, y) = (*this)(rotation.sine);
        R(y, x) = -R(x, y);
        return R;
    }

  private:
    Evaluator<double>& value_;
};

struct NumericColumn {
    std::size_t speed;
    Vector w, v;
};
struct NumericLink {
    std::size_t inboard = 0;
    Matrix R;
    Vector o;
    std::vector<NumericColumn> columns;
    NumericInertia inertia;
};

void add_carried(NumericInertia& sum, const NumericLink& link) {
    const NumericInertia& own = link.inertia;
    const Vector s = transpose_times(link.R, own.moment);
    const Vector moved = s + own.mass * link.o;
    const Matrix turned = transpose(link.R) * (own.J * link.R);
    const double diagonal = dot(link.o, s) + dot(moved, link.o);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            sum.J(i, j) += turned(i, j) + (i == j ? diagonal : 0) - s[i] * link.o[j] - link.o[i] * moved[j];
    sum.mass += own.mass;
    sum.moment = sum.moment + moved;
}

std::vector<NumericLink> numeric_links(const Model& model, const Kinematics& k, Evaluator<double>& value) {
    Numbers number(value);
    const std::vector<Inertia> inertias = link_inertias(model, k);
    std::vector<NumericLink> links(k.links.size());
    for (std::size_t l = 1; l < links.size(); ++l) {
        const Link& link = k.links[l];
        links[l].inboard = link.inboard;
        links[l].R = number(link.rotation);
        links[l].o = number(link.o);
        for (const SpeedColumn& column : link.columns)
            links[l].columns.push_back({column.speed.value, number(column.w), number(column.v)});
        links[l].inertia = {number(inertias[l].mass), number(inertias[l].moment), number(inertias[l].J)};
    }
    return links;
}

}  // namespace

std::vector<std::vector<double>> numeric_mass_matrix(const Model& model, const Kinematics& k,
                                                     Evaluator<double>& value) {
    std::vector<NumericLink> links = numeric_links(model, k, value);
    for (std::size_t l = links.size(); l-- > 1;)
        if (links[l].inboard != 0) add_carried(links[links[l].inboard].inertia, links[l]);

    const std::size_t n = model.speeds.size();
    std::vector<std::vector<double>> M(n, std::vector<double>(n, 0.0));
    const auto meet = [&](const NumericColumn& column, const NumericColumn& other, const Vector& h, const Vector& p) {
        const double term = dot(other.w, h) + dot(other.v, p);
        M[column.speed][other.speed] += term;
        M[other.speed][column.speed] += term;
    };
    for (std::size_t a = links.size(); a-- > 1;) {
        const NumericInertia& inertia = links[a].inertia;
        for (std::size_t i = 0; i < links[a].columns.size(); ++i) {
            const NumericColumn& column = links[a].columns[i];
            Vector h = inertia.J * column.w + cross(inertia.moment, column.v);
            Vector p = inertia.mass * column.v + cross(column.w, inertia.moment);
            for (std::size_t j = 0; j < i; ++j) meet(column, links[a].columns[j], h, p);
            M[column.speed][column.speed] += dot(column.w, h) + dot(column.v, p);
            for (std::size_t b = a; links[b].inboard != 0;) {
                p = transpose_times(links[b].R, p);
                h = transpose_times(links[b].R, h) + cross(links[b].o, p);
                b = links[b].inboard;
                for (const NumericColumn& other : links[b].columns) meet(column, other, h, p);
            }
        }
    }
    for (const auto& [place, entry] : energy_terms(model, k).mass) {
        const double m = value(entry);
        M[place.first][place.second] += m;
        if (place.first != place.second) M[place.second][place.first] += m;
    }
    return M;
}

}  // namespace lag
