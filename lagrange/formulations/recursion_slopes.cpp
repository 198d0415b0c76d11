#include "lagrange/formulations/recursion_slopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/calculus.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/formulations/articulated_inertia.hpp"

namespace lag {

namespace {

struct Motion {
    Vec3<Expr> omega, alpha, a;
};

// The derivatives of one row by a link's motion.
struct RowAtLink {
    Vec3<Expr> h, p, g;  // by alpha, a, omega
};

// What moves outboard of a link adds to the derivatives of its wrench by omega.
struct InnerMotion {
    Vec3<Expr> d;
    Mat3<Expr> N;
};

Vec3<Expr> unit(Graph& graph, std::size_t k) {
    Vec3<Expr> e;
    e[k] = graph.integer(1);
    return e;
}

Mat3<Expr> diagonal(const Expr& value) {
    Mat3<Expr> m;
    for (std::size_t i = 0; i < 3; ++i) m(i, i) = value;
    return m;
}
Mat3<Expr> dyad(const Vec3<Expr>& a, const Vec3<Expr>& b) {
    Mat3<Expr> m;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) m(i, j) = a[i] * b[j];
    return m;
}
Mat3<Expr> operator-(const Mat3<Expr>& a, const Mat3<Expr>& b) {
    Mat3<Expr> m;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) m(i, j) = a(i, j) - b(i, j);
    return m;
}
// R^T N R
Mat3<Expr> matrix_inward(const Rotation& rotation, const Mat3<Expr>& N) {
    Mat3<Expr> turned, result;
    for (std::size_t j = 0; j < 3; ++j) {
        const Vec3<Expr> column = rotation.inward({{N(0, j), N(1, j), N(2, j)}});
        for (std::size_t i = 0; i < 3; ++i) turned(i, j) = column[i];
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3<Expr> row = rotation.inward({{turned(i, 0), turned(i, 1), turned(i, 2)}});
        for (std::size_t j = 0; j < 3; ++j) result(i, j) = row[j];
    }
    return result;
}

class RecursionSlopes {
  public:
    RecursionSlopes(const Model& model, const Kinematics& kinematics, const RecursionAtLinks& recursion,
                    std::span<const Expr> symbols)
        : model_(model),
          graph_(*model.graph),
          links_(kinematics.links),
          recursion_(recursion),
          symbols_(symbols),
          boundary_(model, kinematics),
          inner_(links_.size()),
          rows_(links_.size()),
          columns_(links_.size()),
          slopes_(model.speeds.size(), std::vector<Expr>(symbols.size(), graph_.integer(0))) {
        for (std::size_t s = 0; s < symbols.size(); ++s) place_.emplace(symbols[s].id, s);
    }

    std::optional<std::vector<std::vector<Expr>>> run() {
        for (std::size_t l = links_.size(); l-- > 1;) {
            own_.clear(), turned_.clear();
            add_own_rows(l);
            for (const std::size_t x : moved_by(l)) {
                if (is_in_lanes(x) && boundary_.lanes_of(l) == 0) return std::nullopt;
                move(l, x);
            }
            for (const auto& [x, wrench] : columns_[l]) project(l, x, wrench);
            if (links_[l].inboard != 0) carry(l);
        }
        return slopes_;
    }

  private:
    bool is_in_lanes(std::size_t x) const { return graph_.is_lane_value(symbols_[x]); }
    // What link l gives its inboard link; of a direction that is one in each lane, or a row of each lane, apart.
    template <class T>
    T received(std::size_t l, T carried, bool is_apart) const {
        return is_apart ? carried : boundary_.received(l, carried);
    }
    void add(std::size_t l, SpeedIndex row, std::size_t x, Expr value) {
        Expr& sum = slopes_[row.value][x];
        sum = sum + graph_.own(is_in_lanes(x) ? value : boundary_.of_speed(l, row, value));
    }

    // D (omega, alpha, a)
    Wrench answer(std::size_t l, const Motion& by) const {
        const Inertia& inertia = recursion_.composite[l];
        const Vec3<Expr>& omega = recursion_.omega[l];
        const auto of_products = [&](std::size_t i, std::size_t j) {
            return by.omega[i] * omega[j] + omega[i] * by.omega[j];
        };
        Mat3<Expr> U;
        for (std::size_t x = 0; x < 3; ++x) {
            const std::size_t y = (x + 1) % 3, z = (x + 2) % 3;
            U(x, x) = -(of_products(y, y) + of_products(z, z));
            U(x, y) = of_products(x, y) - by.alpha[z];
            U(y, x) = of_products(x, y) + by.alpha[z];
        }
        const Mat3<Expr>& J = inertia.J;
        Wrench wrench{inertia.mass * by.a + U * inertia.moment + cross(by.omega, inner_[l].d),
                      cross(inertia.moment, by.a) + inner_[l].N * by.omega};
        for (std::size_t x = 0; x < 3; ++x) {
            const std::size_t y = (x + 1) % 3, z = (x + 2) % 3;
            const Expr unlike = of_products(y, y) - of_products(z, z);  // U_zz - U_yy
            wrench.moment[x] += J(x, x) * by.alpha[x] + (J(z, z) - J(y, y)) * of_products(y, z) - J(x, y) * U(z, x) +
                                J(x, z) * U(y, x) + J(y, z) * unlike;
        }
        return wrench;
    }

    void add_own_rows(std::size_t l) {
        const Inertia& inertia = recursion_.composite[l];
        for (const SpeedColumn& column : links_[l].columns) {
            RowAtLink row{angular_momentum(inertia, column.w, column.v), momentum(inertia, column.w, column.v), {}};
            for (std::size_t k = 0; k < 3; ++k) {
                const Wrench wrench = answer(l, {unit(graph_, k), {}, {}});
                row.g[k] = dot(column.w, wrench.moment) + dot(column.v, wrench.force);
            }
            RowAtLink& sum = own_[column.speed.value];
            sum = {sum.h + row.h, sum.p + row.p, sum.g + row.g};
        }
    }

    // The symbols that change the motion of l at a given inboard motion, or what it gives the inboard link.
    std::vector<std::size_t> moved_by(std::size_t l) const {
        const Link& link = links_[l];
        std::vector<Expr> roots;
        const auto add_vector = [&](const Vec3<Expr>& v) {
            for (const Expr& e : v.c) roots.push_back(graph_.own(e));
        };
        for (std::size_t k = 0; k < 3; ++k) add_vector(link.rotation.outward(unit(graph_, k)));
        for (const Vec3<Expr>* v : {&link.o, &link.w_bias, &link.v_bias, &link.w_rel, &link.v_rel}) add_vector(*v);
        for (const SpeedColumn& column : link.columns) add_vector(column.w), add_vector(column.v);
        std::vector<std::size_t> found;
        for (const Expr& e : symbols_in(graph_, roots))
            if (const auto place = place_.find(e.id); place != place_.end()) found.push_back(place->second);
        std::ranges::sort(found);
        return found;
    }

    // Stands for `value` while something else changes.
    class Held {
      public:
        explicit Held(Graph& graph) : graph_(graph), known_(graph) {}
        Vec3<Expr> operator()(const Vec3<Expr>& values) {
            Vec3<Expr> held;
            for (std::size_t k = 0; k < 3; ++k) {
                if (values[k].is_zero()) continue;
                const std::size_t lanes = graph_.lanes_of(values[k]);
                const std::string name = fmt::format("held {} in {} lanes", ++count_, lanes);
                const std::vector<Expr> none(lanes, graph_.integer(0));
                held[k] = lanes == 0 ? graph_.symbol(name, Role::input) : graph_.lane_symbol(name, Role::input, none);
                known_.replace(held[k], values[k]);
            }
            return held;
        }
        Vec3<Expr> slope(Differentiator& derivative, const Vec3<Expr>& values) {
            Vec3<Expr> slopes;
            for (std::size_t k = 0; k < 3; ++k)
                if (!values[k].is_zero()) slopes[k] = known_(derivative(values[k]));
            return slopes;
        }

      private:
        Graph& graph_;
        Substitution known_;
        int count_ = 0;
    };

    // As link_accelerations has it.
    Motion motion_of(const Link& link, const Motion& inboard) const {
        const Vec3<Expr> transport = link.rotation.outward(inboard.omega);
        Vec3<Expr> w_rate = link.w_bias, v_rate = link.v_bias;
        for (const SpeedColumn& column : link.columns) {
            const Expr rate = acceleration_symbol(model_, column.speed);
            w_rate = w_rate + rate * column.w;
            v_rate = v_rate + rate * column.v;
        }
        const Vec3<Expr> omega = transport + link.w_rel;
        const Vec3<Expr> at_origin = inboard.a + acceleration_matrix(inboard.alpha, inboard.omega) * link.o;
        return {omega, link.rotation.outward(inboard.alpha) + (cross(transport, link.w_rel) + w_rate),
                link.rotation.outward(at_origin) + (cross(transport + omega, link.v_rel) + v_rate)};
    }

    // Symbol x at link l alone.
    void move(std::size_t l, std::size_t x) {
        const Link& link = links_[l];
        Differentiator derivative(graph_, Quotients::by_reciprocal);
        derivative.seed(symbols_[x], graph_.integer(1));
        Held held(graph_);
        const LinkAcceleration& inboard = recursion_.acceleration[link.inboard];
        const Motion motion =
            motion_of(link, {held(recursion_.omega[link.inboard]), held(inboard.alpha), held(inboard.a)});
        const Motion by{held.slope(derivative, motion.omega), held.slope(derivative, motion.alpha),
                        held.slope(derivative, motion.a)};
        for (const auto& [speed, row] : rows_[l])
            add(l, SpeedIndex{speed}, x, dot(row.h, by.alpha) + dot(row.p, by.a) + dot(row.g, by.omega));
        const Wrench wrench{held(recursion_.wrenches[l].force), held(recursion_.wrenches[l].moment)};
        for (const SpeedColumn& column : link.columns) {
            const Expr row = dot(column.w, wrench.moment) + dot(column.v, wrench.force);
            add(l, column.speed, x, held.slope(derivative, {{row, {}, {}}})[0]);
        }
        Wrench& changed = columns_[l][x];
        changed = changed + answer(l, by);
        const Wrench inward = carried_inward(link, wrench);
        turned_[x] = {held.slope(derivative, inward.force), held.slope(derivative, inward.moment)};
    }

    void project(std::size_t l, std::size_t x, const Wrench& wrench) {
        for (const SpeedColumn& column : links_[l].columns)
            add(l, column.speed, x, dot(column.w, wrench.moment) + dot(column.v, wrench.force));
    }

    void carry(std::size_t l) {
        const Link& link = links_[l];
        const std::size_t to = link.inboard;
        for (const auto& [x, wrench] : columns_[l]) {
            Wrench carried = carried_inward(link, wrench);
            if (const auto turned = turned_.find(x); turned != turned_.end()) carried = carried + turned->second;
            columns_[to][x] = columns_[to][x] + received(l, carried, is_in_lanes(x));
        }
        for (const auto& [speed, row] : own_) {
            RowAtLink& sum = rows_[l][speed];
            sum = {sum.h + row.h, sum.p + row.p, sum.g + row.g};
        }
        const Vec3<Expr>& omega = recursion_.omega[to];
        const Expr two = graph_.integer(2);
        for (const auto& [speed, row] : rows_[l]) {
            const Vec3<Expr> p = link.rotation.inward(row.p), h = link.rotation.inward(row.h) + cross(link.o, p);
            const Vec3<Expr> g =
                link.rotation.inward(row.g + cross(link.w_rel, row.h) + two * cross(link.v_rel, row.p));
            const Vec3<Expr> centripetal =
                dot(omega, link.o) * p + dot(p, omega) * link.o - (two * dot(p, link.o)) * omega;
            const bool is_apart = boundary_.is_in_lanes(SpeedIndex{speed});
            RowAtLink& sum = rows_[to][speed];
            sum = {sum.h + received(l, h, is_apart), sum.p + received(l, p, is_apart),
                   sum.g + received(l, g + centripetal, is_apart)};
        }
        const Inertia& inertia = recursion_.composite[l];
        const Vec3<Expr>&w = link.w_rel, &v = link.v_rel, &s = inertia.moment;
        const Vec3<Expr> d = link.rotation.inward(inner_[l].d + two * momentum(inertia, w, v));
        Mat3<Expr> twice;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
            twice(i, i) = inertia.J(i, i) - inertia.J(j, j) - inertia.J(k, k);
            twice(i, j) = two * inertia.J(i, j), twice(j, i) = two * inertia.J(j, i);
        }
        const Mat3<Expr> of_slide = diagonal(two * dot(s, v)) - dyad(two * v, s);
        const Mat3<Expr> N = matrix_inward(link.rotation, inner_[l].N + tilde(w) * twice + of_slide) +
                             (diagonal(dot(link.o, d)) - dyad(d, link.o));
        inner_[to] = {inner_[to].d + boundary_.received(l, d), inner_[to].N + boundary_.received(l, N)};
    }

    const Model& model_;
    Graph& graph_;
    const std::vector<Link>& links_;
    const RecursionAtLinks& recursion_;
    std::span<const Expr> symbols_;
    LaneBoundary boundary_;
    std::map<NodeId, std::size_t> place_;
    std::vector<InnerMotion> inner_;
    std::vector<std::map<std::size_t, RowAtLink>> rows_;  // by speed: of speeds further outboard
    std::map<std::size_t, RowAtLink> own_;                // of those at the link that is looked at
    std::vector<std::map<std::size_t, Wrench>> columns_;  // by symbol: how W changes
    std::map<std::size_t, Wrench> turned_;                // how it changes, by symbol, on its way inward
    std::vector<std::vector<Expr>> slopes_;
};

}  // namespace

std::optional<std::vector<std::vector<Expr>>> recursion_slopes(const Model& model, const Kinematics& kinematics,
                                                               const RecursionAtLinks& recursion,
                                                               std::span<const Expr> symbols) {
    return RecursionSlopes(model, kinematics, recursion, symbols).run();
}

}  // namespace lag
