#include "scripts/check/drive.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace lag {

namespace {

constexpr std::size_t most_symbols = 12;
constexpr int most_steps = 8;

Ball distance_of(const CheckMargin& margin, const Ball& first, const Ball& second) {
    const Ball difference = first - second - Ball(margin.offset);
    return margin.sign < 0 ? -difference : difference;
}

// Twenty digits of a number that is not exact.
Rational short_rational(const Ball& x) {
    if (x.is_exact()) return x.exact();
    return cln::rational(cln::cl_float(x.middle(), cln::float_format(20)));
}

// 0, 1, -1, 3, -3, 10, -10, 1/10, ...
const std::vector<Rational>& scales() {
    static const std::vector<Rational> values = [] {
        std::vector<Rational> list{0};
        for (const long decade : {0,  1, -1, 2,  -2,  3,  -3,  4,  -4,  5,  -5,  6,  -6,  7,   -7,  8,
                                  -8, 9, -9, 12, -12, 16, -16, 20, -20, 30, -30, 60, -60, 120, -120})
            for (const long mantissa : {1, 3})
                for (const long sign : {1, -1})
                    list.push_back(Rational(sign * mantissa) * Rational(cln::expt(Rational(10), cln::cl_I(decade))));
        return list;
    }();
    return values;
}

}  // namespace

bool is_met(const CheckMargin& margin, const BallValues& values) {
    if (margin.condition)
        return values.knows(*margin.condition) && !cln::zerop(values.known(*margin.condition).exact()) == margin.wanted;
    const auto known = [&](NodeId id) { return id == 0 || values.knows(id); };
    if (!known(margin.first) || !known(margin.second)) return false;
    const auto value = [&](NodeId id) { return id == 0 ? Ball() : values.known(id); };
    try {
        return distance_of(margin, value(margin.first), value(margin.second)).sign() > 0;
    } catch (const Undecided&) {
        return false;
    }
}

bool is_tied(const Graph& graph, NodeId condition, const BallValues& values) {
    std::vector<NodeId> open{condition};
    while (!open.empty()) {
        const Node& node = graph.node(open.back());
        const bool known = values.knows(open.back());
        open.pop_back();
        if (!known || !is_condition(node.op) || node.op == Op::equal) continue;
        if (node.op == Op::less || node.op == Op::less_equal) {
            if (overlap(values.known(node.operand[0]), values.known(node.operand[1]))) return true;
            continue;
        }
        for (int k = 0; k < arity(node.op); ++k) open.push_back(node.operand[k]);
    }
    return false;
}

bool CheckDrive::holds(const CheckMargin& margin) {
    BallValues values(graph_, [&](const Symbol& s) { return point_.ball(s); });
    try {
        const auto meets = [&](const CheckMargin& m) {
            if (m.condition) {
                values(graph_.expr(*m.condition));
                return is_met(m, values) && !is_tied(graph_, *m.condition, values);
            }
            values(graph_.expr(m.first));
            values(graph_.expr(m.second));
            return is_met(m, values);
        };
        for (const auto& [choice, truth] : choices_)
            if (cln::zerop(values(graph_.expr(choice)).exact()) == truth || is_tied(graph_, choice, values))
                return false;
        return std::all_of(met_.begin(), met_.end(), meets) && meets(margin);
    } catch (const Undecided&) {
        return false;
    } catch (const ModelError&) {
        return false;
    }
}

std::optional<Rational> CheckDrive::distance(const CheckMargin& margin) {
    BallValues values(graph_, [&](const Symbol& s) { return point_.ball(s); });
    try {
        const Ball first = values(graph_.expr(margin.first)), second = values(graph_.expr(margin.second));
        const Ball d = distance_of(margin, first, second);
        constexpr double far = 2000;  // binary orders of magnitude: no border is near
        if (d.is_surely_nonzero() && std::fabs(d.log2_size()) > far) return std::nullopt;
        return short_rational(d);
    } catch (const Undecided&) {
        return std::nullopt;
    } catch (const ModelError&) {
        return std::nullopt;
    }
}

// Secant steps, each of which also tries to go a little beyond the border.
bool CheckDrive::follow(const Symbol& symbol, const CheckMargin& margin, Rational from) {
    const Rational tiny = Rational(1) / Rational(1'000'000'000);
    for (int count = 0; count < most_steps; ++count) {
        point_.set(symbol, from);
        const std::optional<Rational> here = distance(margin);
        const Rational step = cln::zerop(from) ? tiny : Rational(from * tiny);
        point_.set(symbol, from + step);
        const std::optional<Rational> there = distance(margin);
        if (!here || !there || *here == *there) return false;
        const Rational to_border = -*here * step / (*there - *here);
        const Rational border = short_rational(Ball(from + to_border));
        std::vector<Rational> tried{border, short_rational(Ball(from + to_border * Rational(3) / Rational(2)))};
        for (const long decade : {-12, -8, -5, -3})
            for (const long sign : {1, -1}) {
                const Rational part = Rational(sign) * Rational(cln::expt(Rational(10), cln::cl_I(decade)));
                tried.push_back(border + (cln::zerop(border) ? part : Rational(border * part)));
            }
        for (const Rational& value : tried) {
            point_.set(symbol, value);
            if (holds(margin)) return true;
        }
        from = border;
        const auto bits = cln::integer_length(cln::denominator(from));
        if (bits > 200) from = cln::rational(cln::cl_float(from, cln::float_format(20)));
    }
    return false;
}

bool CheckDrive::halve(const Symbol& symbol, const CheckMargin& margin, Rational outside, Rational inside) {
    constexpr int most_halvings = 60;
    for (int count = 0; count < most_halvings; ++count) {
        const Rational middle = (outside + inside) / Rational(2);
        point_.set(symbol, middle);
        if (holds(margin)) return true;
        const std::optional<Rational> d = distance(margin);
        if (!d) return false;
        (cln::plusp(*d) ? inside : outside) = middle;
    }
    return false;
}

bool CheckDrive::vary(const Symbol& symbol, const CheckMargin& margin) {
    const CheckPoint before = point_;
    std::vector<std::pair<Rational, Rational>> borders;  // how far from the border, and where
    std::vector<std::pair<Rational, Rational>> beyond;   // of these, where the margin alone is met
    for (const Rational& value : scales()) {
        point_ = before;
        point_.set(symbol, value);
        if (holds(margin)) return true;
        const auto d = distance(margin);
        if (!d) continue;
        borders.emplace_back(cln::abs(*d), value);
        if (cln::plusp(*d)) beyond.emplace_back(*d, value);
    }
    for (auto* found : {&borders, &beyond})
        std::sort(found->begin(), found->end(), [](const auto& a, const auto& b) {
            return a.first < b.first || (a.first == b.first && a.second < b.second);
        });
    constexpr std::size_t most_followed = 3;
    for (std::size_t k = 0; k < std::min(borders.size(), most_followed); ++k) {
        point_ = before;
        if (follow(symbol, margin, borders[k].second)) return true;
    }
    CheckPoint outside = before;
    const Rational from = short_rational(outside.ball(symbol));
    for (std::size_t k = 0; !margin.condition && k < std::min(beyond.size(), most_followed); ++k) {
        point_ = before;
        if (halve(symbol, margin, from, beyond[k].second)) return true;
    }
    point_ = before;
    return false;
}

bool CheckDrive::meet(const CheckMargin& margin) {
    if (holds(margin)) return true;
    const std::vector<Expr> ends{graph_.expr(margin.first), graph_.expr(margin.second)};
    const auto size = static_cast<long>(reachable(graph_, ends).size());
    std::vector<Expr> symbols = symbols_in(graph_, ends);
    // parameters last: the motion is what a branch is about
    std::stable_partition(symbols.begin(), symbols.end(),
                          [&](const Expr& s) { return graph_.symbol_of(s).role != Role::parameter; });
    for (std::size_t k = 0; k < std::min(symbols.size(), most_symbols); ++k) {
        budget_ -= size * static_cast<long>(2 * scales().size());
        if (budget_ < 0) return false;
        if (vary(graph_.symbol_of(symbols[k]), margin)) return true;
    }
    return false;
}

std::optional<CheckPoint> CheckDrive::to(const std::vector<CheckMargin>& margins) {
    for (const CheckMargin& margin : margins) {
        if (!meet(margin)) return std::nullopt;
        met_.push_back(margin);
    }
    return point_;
}

}  // namespace lag
