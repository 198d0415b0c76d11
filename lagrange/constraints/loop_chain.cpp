#include "lagrange/constraints/loop_chain.hpp"

#include <algorithm>
#include <cmath>

#include "lagrange/kinematics/paths.hpp"

namespace lag {

namespace {

Rotation undone(Rotation rotation) {
    if (rotation.kind == Rotation::Kind::elementary) rotation.sine = -rotation.sine;
    if (rotation.kind == Rotation::Kind::general) rotation.matrix = transpose(rotation.matrix);
    return rotation;
}

ChainStep undone(ChainStep step) {
    step.shift = -step.shift;
    step.rotation = undone(step.rotation);
    step.backward = !step.backward;
    return step;
}

ChainStep shifted(const Vec3<Expr>& by) {
    return {false, by, {}};
}

// The steps from a body's inboard axes to its own.
class BodySteps {
  public:
    BodySteps(const Model& model, const Kinematics& kinematics) : model_(model), kinematics_(kinematics) {}

    std::vector<ChainStep> of(BodyIndex b) {
        steps_.clear();
        const Body& body = model_.body(b);
        if (body.hinge.quasi != Quasi::none || body.elastic || body.is_node) {
            const FrameOnBody inboard{"", body.inboard, {}}, own{"", b, {}};
            shift(position(kinematics_, {"", body.inboard, {}}, {"", b, {}}, inboard));
            Rotation rotation;
            rotation.kind = Rotation::Kind::general;
            rotation.matrix = rotation_between(model_, kinematics_, own, inboard);
            turn(rotation);
            return steps_;
        }
        shift(body.at);
        for (const Rotation& rotation : rotations_of_orientation(*model_.graph, body.orient, body.orient_rotations))
            turn(rotation);
        for (const Motion& motion : body.hinge.motions) {
            if (motion.kind == Motion::Kind::rotate)
                turn(rotation_about(*model_.graph, motion.axis, motion.value));
            else
                shift(motion.value * motion.axis);
            steps_.back().axis = motion.axis, steps_.back().coordinate = motion.coordinate;
        }
        shift(-body.outboard_at);
        return steps_;
    }

  private:
    void shift(const Vec3<Expr>& by) { steps_.push_back(shifted(by)); }
    void turn(const Rotation& rotation) { steps_.push_back({true, {}, rotation}); }

    const Model& model_;
    const Kinematics& kinematics_;
    std::vector<ChainStep> steps_;
};

class ClosedChain {
  public:
    ClosedChain(const Model& model, std::vector<ChainStep> chain, const std::set<CoordinateIndex>& unknown,
                const std::vector<bool>& plus, const std::function<double(Expr)>& number)
        : model_(model),
          graph_(*model.graph),
          chain_(std::move(chain)),
          unknown_(unknown),
          plus_(plus),
          number_(number) {}

    std::optional<ClosedForm> run() {
        while (unknown_.size() > 1) {
            best_.reset();
            look(false);
            reverse();
            look(true);
            reverse();
            if (!best_) return std::nullopt;
            if (best_->reversed) reverse();
            settle(best_->step, best_->slide ? root_of(*best_) : angle_of(*best_));
            if (best_->reversed) reverse();
        }
        const std::size_t last = static_cast<std::size_t>(
            std::ranges::find_if(chain_, [&](const ChainStep& s) { return is_unknown(s); }) - chain_.begin());
        settle(last, last_value(last));
        return form_;
    }

  private:
    // A cos x + B sin x = C of a turn; (s + A)^2 = C, or A s = C, of a slide.
    struct Equation {
        std::size_t step = 0;
        bool reversed = false, slide = false, linear = false;
        Expr A = {}, B = {}, C = {};
        long effort = 0;
    };

    bool is_unknown(const ChainStep& step) const { return step.coordinate && unknown_.contains(*step.coordinate); }

    bool holds_unknown(Expr e) {
        const std::vector<Expr> roots{graph_.own(e)};
        return std::ranges::any_of(symbols_in(graph_, roots, bit(Role::coordinate)), [&](const Expr& q) {
            return std::ranges::any_of(unknown_, [&](CoordinateIndex x) { return symbol(model_, x) == q; });
        });
    }

    void reverse() {
        std::ranges::reverse(chain_);
        for (ChainStep& step : chain_) step = undone(step);
    }

    // By place between steps: the way to the chain's end.
    std::vector<Vec3<Expr>> ways_ahead() const {
        std::vector<Vec3<Expr>> ways(chain_.size() + 1, Vec3<Expr>{});
        for (std::size_t k = chain_.size(); k-- > 0;)
            ways[k] = chain_[k].turns ? chain_[k].rotation.inward(ways[k + 1]) : chain_[k].shift + ways[k + 1];
        return ways;
    }
    // The way back to place `from`.
    std::vector<Vec3<Expr>> ways_back(std::size_t from) const {
        std::vector<Vec3<Expr>> ways(chain_.size() + 1, Vec3<Expr>{});
        for (std::size_t k = from; k < chain_.size(); ++k)
            ways[k + 1] = chain_[k].turns ? chain_[k].rotation.outward(ways[k]) : ways[k] - chain_[k].shift;
        return ways;
    }

    // Equations without the coordinate of one step in a coordinate of a step behind it.
    void look(bool reversed) {
        const std::vector<Vec3<Expr>> ahead = ways_ahead(), begin = ways_back(0);
        for (std::size_t i = 0; i < chain_.size(); ++i) {
            if (!is_unknown(chain_[i])) continue;
            const std::vector<Vec3<Expr>> back = ways_back(i + 1);
            std::vector<Vec3<Expr>> directions{chain_[i].axis};
            if (!chain_[i].turns) directions = across(chain_[i].axis);
            for (std::size_t k = i + 1; k < chain_.size(); ++k) {
                if (is_unknown(chain_[k])) {
                    const Vec3<Expr> p = -back[k], q = ahead[k + 1];
                    if (chain_[i].turns) offer(by_length(k, p, q, begin[i]), reversed);
                    for (std::size_t d = 0; d < directions.size(); ++d)
                        offer(by_component(k, brought(directions[d], i + 1, k), p, q, dot(directions[d], begin[i])),
                              reversed);
                }
            }
        }
    }

    Vec3<Expr> brought(Vec3<Expr> v, std::size_t from, std::size_t to) const {
        for (std::size_t k = from; k < to; ++k)
            if (chain_[k].turns) v = chain_[k].rotation.outward(v);
        return v;
    }

    std::vector<Vec3<Expr>> across(const Vec3<Expr>& e) {
        std::vector<Vec3<Expr>> directions;
        for (std::size_t k = 0; k < 3 && directions.size() < 2; ++k) {
            Vec3<Expr> unit = Vec3<Expr>{};
            unit[k] = graph_.integer(1);
            const Vec3<Expr> made = cross(e, unit);
            if (!is_zero(made)) directions.push_back(made);
        }
        return directions;
    }

    // |p + R q| or |p + s e + q| is |w|.
    Equation by_length(std::size_t k, const Vec3<Expr>& p, const Vec3<Expr>& q, const Vec3<Expr>& w) {
        const Vec3<Expr>& a = chain_[k].axis;
        const Expr two = graph_.integer(2);
        if (!chain_[k].turns) {
            const Vec3<Expr> m = p + q, off = cross(a, m);
            return {.step = k, .slide = true, .A = sign(k) * dot(a, m), .C = dot(w, w) - dot(off, off)};
        }
        const Expr along = dot(a, p) * dot(a, q);
        return {.step = k,
                .A = two * (dot(p, q) - along),
                .B = sign(k) * two * dot(p, cross(a, q)),
                .C = dot(w, w) - dot(p, p) - dot(q, q) - two * along};
    }

    // b . (p + R q) or b . (p + s e + q) is c.
    Equation by_component(std::size_t k, const Vec3<Expr>& b, const Vec3<Expr>& p, const Vec3<Expr>& q, Expr c) {
        const Vec3<Expr>& a = chain_[k].axis;
        if (!chain_[k].turns)
            return {.step = k, .slide = true, .linear = true, .A = sign(k) * dot(b, a), .C = c - dot(b, p) - dot(b, q)};
        const Expr along = dot(b, a) * dot(a, q);
        return {.step = k, .A = dot(b, q) - along, .B = sign(k) * dot(b, cross(a, q)), .C = c - dot(b, p) - along};
    }

    Expr sign(std::size_t k) { return graph_.integer(chain_[k].backward ? -1 : 1); }

    // What the coordinate takes by it: of the same kind of mechanism always the same.
    long effort(const Equation& e) {
        const std::vector<Expr> roots{graph_.own(e.A), graph_.own(e.B), graph_.own(e.C)};
        const long root = e.slide ? (e.linear ? 5 : 12) : e.C.is_zero() ? 10 : e.A.is_zero() || e.B.is_zero() ? 15 : 30;
        return root + count_operations(graph_, roots, bit(Role::parameter)).total();
    }

    void offer(Equation equation, bool reversed) {
        equation.reversed = reversed;
        const bool needs_slope = !equation.slide || equation.linear;
        if (needs_slope && equation.A.is_zero() && equation.B.is_zero()) return;
        equation.effort = effort(equation);
        if (best_ && best_->effort <= equation.effort) return;
        for (const Expr& e : {equation.A, equation.B, equation.C})
            if (holds_unknown(e)) return;
        if (needs_slope) {
            const double size = std::hypot(number_(graph_.own(equation.A)), number_(graph_.own(equation.B)));
            if (!(size > 1e-9)) return;
        }
        best_ = equation;
    }

    Expr next_sign() {
        const bool is_plus = form_.roots >= plus_.size() || plus_[form_.roots];
        ++form_.roots;
        return graph_.integer(is_plus ? 1 : -1);
    }

    Expr root_of(const Equation& e) {
        if (e.linear) return e.C / e.A;
        return next_sign() * sqrt(e.C) - e.A;
    }

    // Of sine and cosine, where that is easy: sine_and_cosine() knows them again.
    Expr angle_of(const Equation& e) {
        const Expr plus = next_sign(), one = graph_.integer(1);
        if (e.C.is_zero()) return graph_.binary(Op::atan2, graph_.own(plus * e.A), graph_.own(-(plus * e.B)));
        if (e.B.is_zero()) {
            const Expr cosine = e.C / e.A;
            return graph_.binary(Op::atan2, plus * sqrt(one - cosine * cosine), cosine);
        }
        if (e.A.is_zero()) {
            const Expr sine = e.C / e.B;
            return graph_.binary(Op::atan2, sine, plus * sqrt(one - sine * sine));
        }
        const Expr root = sqrt(e.A * e.A + e.B * e.B - e.C * e.C);
        return graph_.binary(Op::atan2, e.B, e.A) + plus * graph_.binary(Op::atan2, root, e.C);
    }

    Expr last_value(std::size_t k) {
        const Vec3<Expr> v = ways_ahead()[k + 1], w = ways_back(0)[k];
        const Vec3<Expr>& a = chain_[k].axis;
        if (!chain_[k].turns) return graph_.own(sign(k) * dot(a, w - v));
        // both are as far from the axis
        const auto distance = [&](const Vec3<Expr>& r) { return graph_.own(dot(r, r) - dot(a, r) * dot(a, r)); };
        const Expr of_v = distance(v), of_w = distance(w);
        const auto is_constant = [&](Expr e) { return (graph_.node(e).dependence & ~bit(Role::parameter)) == 0; };
        const Expr square = is_constant(of_w) && !is_constant(of_v) ? of_w : of_v;
        const Expr sine = sign(k) * dot(a, cross(v, w)), cosine = dot(v, w) - dot(a, v) * dot(a, w);
        if (square.is_zero()) return graph_.integer(0);
        const Expr by_square = graph_.integer(1) / square;
        return graph_.binary(Op::atan2, graph_.own(sine * by_square), graph_.own(cosine * by_square));
    }

    void settle(std::size_t k, Expr value) {
        ChainStep& step = chain_[k];
        form_.coordinates.push_back({*step.coordinate, value});
        unknown_.erase(*step.coordinate);
        step.coordinate.reset();
        if (step.turns)
            step.rotation = rotation_about(graph_, step.axis, sign(k) * value);
        else
            step.shift = (sign(k) * value) * step.axis;
    }

    const Model& model_;
    Graph& graph_;
    std::vector<ChainStep> chain_;
    std::set<CoordinateIndex> unknown_;
    const std::vector<bool>& plus_;
    const std::function<double(Expr)>& number_;
    std::optional<Equation> best_;
    ClosedForm form_;
};

}  // namespace

std::optional<HeldPoints> held_points(const Constraint& constraint) {
    if (constraint.kind == Constraint::Kind::loop) return HeldPoints{constraint.P, constraint.Q};
    if (constraint.kind != Constraint::Kind::hinge) return std::nullopt;
    const CutHinge& cut = constraint.cut;
    for (const Motion& motion : cut.hinge.motions)
        if (motion.kind == Motion::Kind::translate) return std::nullopt;
    return HeldPoints{{"", cut.A, cut.at}, {"", cut.B, cut.outboard_at}};
}

std::vector<ChainStep> loop_chain(const Model& model, const Kinematics& kinematics, const HeldPoints& points) {
    const auto inward = [&](BodyIndex b) {
        std::vector<BodyIndex> path{b};
        while (path.back() != ground) path.push_back(model.body(path.back()).inboard);
        return path;
    };
    std::vector<BodyIndex> from = inward(points.first.body), to = inward(points.last.body);
    while (from.size() > 1 && to.size() > 1 && from[from.size() - 2] == to[to.size() - 2])
        from.pop_back(), to.pop_back();
    BodySteps steps(model, kinematics);
    std::vector<ChainStep> chain;
    chain.push_back(shifted(-points.first.location));
    for (std::size_t k = 0; k + 1 < from.size(); ++k) {
        std::vector<ChainStep> of_body = steps.of(from[k]);
        for (auto step = of_body.rbegin(); step != of_body.rend(); ++step) chain.push_back(undone(*step));
    }
    for (std::size_t k = to.size() - 1; k-- > 0;) {
        const std::vector<ChainStep> of_body = steps.of(to[k]);
        chain.insert(chain.end(), of_body.begin(), of_body.end());
    }
    chain.push_back(shifted(points.last.location));
    return chain;
}

std::optional<ClosedForm> closed_form(const Model& model, const std::vector<ChainStep>& chain,
                                      const std::set<CoordinateIndex>& unknown, const std::vector<bool>& plus,
                                      const std::function<double(Expr)>& number) {
    return ClosedChain(model, chain, unknown, plus, number).run();
}

}  // namespace lag
