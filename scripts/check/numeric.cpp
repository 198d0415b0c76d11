#include "scripts/check/numeric.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/ball_values.hpp"
#include "scripts/check/branches.hpp"
#include "scripts/check/points.hpp"

namespace lag {

namespace {

using Kind = CheckPoint::Kind;

constexpr int moderate_points = 24;  // with values
constexpr int wide_points = 16;      // with values
constexpr int attempts = 400;        // to find moderate points,
constexpr int vain_attempts = 120;   // while none is on the constraints
constexpr int wide_attempts = 64;    // without constraints
constexpr int constrained_attempts = 12;
constexpr int most_more_points = 300;               // while a branch is not visited,
constexpr std::size_t most_more_nodes = 1'000'000;  // with so many nodes in all
constexpr double bits_per_digit = 3.3219280948873626;
constexpr double significant_bits = 66;  // below the least number met: twenty digits
constexpr double most_digits = 4000;

// -- text

// Any size of number: "0.5", "-1.234567e+812".
std::string text_of(const Ball& value) {
    const Real number{cln::cl_R(value.middle())};
    if (!value.is_surely_nonzero()) return "0.0";
    const double decades = std::floor(value.log2_size() / bits_per_digit);
    if (std::fabs(decades) < 300) return shortest_decimal(nearest_double(number));
    const Real scale = pow(Real(Rational(10)), Real(Rational(static_cast<long>(decades))));
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.7ge%+.0f", nearest_double(number / scale), decades);
    return text.data();
}

// Seven digits are enough to recognise a point by.
std::string short_text_of(const Ball& value) {
    if (!value.is_surely_nonzero()) return "0";
    if (std::fabs(value.log2_size()) > 900) return text_of(value);
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.7g", nearest_double(Real(cln::cl_R(value.middle()))));
    return text.data();
}

// -- one side at one point

struct Value {
    enum class Kind { number, none, vanishing, too_large, undecided } kind = Kind::undecided;
    Ball ball;
};

Value value_of(BallValues& values, Expr e) {
    try {
        return {Value::Kind::number, values(e)};
    } catch (const Undecided&) {
        return {Value::Kind::undecided, {}};
    } catch (const BeyondRange&) {
        return {Value::Kind::too_large, {}};
    } catch (const Vanishing&) {
        return {Value::Kind::vanishing, {}};
    } catch (const ModelError&) {
        return {Value::Kind::none, {}};
    }
}

enum class Verdict { equal, different, one_sided, unknown, more_digits };

class Comparison {
  public:
    Comparison(const Model& model, const ConstraintRows& constraints, std::span<const Expr> left,
               std::span<const Expr> right)
        : model_(model),
          graph_(*model.graph),
          conditions_(model, constraints),
          left_(left),
          right_(right),
          branches_(model, left, right),
          compared_(left.size(), 0) {}

    CheckTest run(bool special, bool constrained);

  private:
    int points() const { return compared_.empty() ? 1 : *std::min_element(compared_.begin(), compared_.end()); }

    void draw(const std::vector<Kind>& kinds, int wanted, int most, bool default_parameters, int first = 0);
    void reach_branches();
    // False where the constraints cannot be met. `generic`: on no border on purpose.
    bool visit(CheckPoint& point, bool generic);
    void compare(CheckPoint& point, bool generic);
    Verdict verdict(const Value& a, const Value& b, const BallValues& values, bool generic);
    CheckDifference difference_at(CheckPoint& point, std::size_t entry, const Value& a, const Value& b);

    const Model& model_;
    Graph& graph_;
    ConditionsOfState conditions_;
    std::span<const Expr> left_, right_;
    CheckBranches branches_;
    std::vector<int> compared_;                 // by entry: points at which both sides had values
    double missing_bits_ = 0;                   // at the last point
    double more_work_ = 4e8;                    // digits times nodes, beyond the usual digits
    std::optional<CheckDifference> one_sided_;  // one side has a value, the other has none
    CheckTest test_;
};

Verdict Comparison::verdict(const Value& a, const Value& b, const BallValues& values, bool generic) {
    using enum Value::Kind;
    if (a.kind == undecided || b.kind == undecided) return Verdict::more_digits;
    if (a.kind == too_large || b.kind == too_large) {
        test_.too_large = true;
        return Verdict::unknown;
    }
    if (a.kind == vanishing || b.kind == vanishing) return Verdict::unknown;
    if (a.kind == none || b.kind == none) return a.kind == b.kind || !generic ? Verdict::unknown : Verdict::one_sided;
    if (!overlap(a.ball, b.ball)) return Verdict::different;
    const double radius = std::max(a.ball.log2_radius(), b.ball.log2_radius());
    const double missing = radius - (values.log2_least() - significant_bits);
    if (missing <= 0) return Verdict::equal;
    missing_bits_ = std::max(missing_bits_, missing);
    return Verdict::more_digits;
}

CheckDifference Comparison::difference_at(CheckPoint& point, std::size_t entry, const Value& a, const Value& b) {
    const auto text = [](const Value& v) {
        return v.kind == Value::Kind::number ? text_of(v.ball) : std::string("has no real value");
    };
    CheckDifference difference;
    difference.entry = entry;
    difference.left = text(a), difference.right = text(b);
    if (difference.left == difference.right) difference.difference = text_of(a.ball - b.ball);
    const std::array<Expr, 2> roots{left_[entry], right_[entry]};
    for (const Expr& s : symbols_in(graph_, roots)) {
        const Symbol symbol = graph_.symbol_of(s);
        difference.point.emplace_back(symbol.name, short_text_of(point.ball(symbol)));
        difference.other_signs = difference.other_signs || point.has_other_sign(symbol.name);
    }
    return difference;
}

// All entries in the same digits, which rise until each is decided: entries of a list share their sub-expressions.
void Comparison::compare(CheckPoint& point, bool generic) {
    std::vector<bool> settled(left_.size(), false);
    for (double digits = constant_digits; digits <= most_digits;) {
        const RealPrecision precision(static_cast<int>(digits));
        if (digits > constant_digits) point.satisfy(graph_, conditions_);
        missing_bits_ = 0;
        bool open = false;
        std::vector<bool> equal(left_.size(), false);
        BallValues values(graph_, [&](const Symbol& s) { return point.ball(s); });
        for (std::size_t k = 0; k < left_.size(); ++k) {
            if (settled[k]) continue;  // as equal, or as saying nothing
            const Value a = value_of(values, left_[k]), b = value_of(values, right_[k]);
            const Verdict found = verdict(a, b, values, generic);
            settled[k] = found != Verdict::more_digits;
            open = open || !settled[k];
            equal[k] = found == Verdict::equal;
            if (equal[k]) ++compared_[k];
            if (found == Verdict::one_sided && !one_sided_) one_sided_ = difference_at(point, k, a, b);
            if (found != Verdict::different || branches_.is_on_border(values)) continue;
            test_.difference = difference_at(point, k, a, b);
            return;
        }
        branches_.note(values, point, equal);
        if (!open || more_work_ < 0) return;
        const double more = missing_bits_ > 0 ? missing_bits_ / bits_per_digit + 10 : digits;
        digits += more;
        more_work_ -= digits * static_cast<double>(branches_.size());
    }
}

bool Comparison::visit(CheckPoint& point, bool generic) {
    try {
        const RealPrecision precision(constant_digits);
        point.satisfy(graph_, conditions_);
        ++test_.consistent;
        compare(point, generic);
    } catch (const ModelError&) {
        return false;  // the constraints cannot be met from here
    }
    return true;
}

void Comparison::draw(const std::vector<Kind>& kinds, int wanted, int most, bool default_parameters, int first) {
    const int before = points();
    for (int number = 1; number <= most && points() - before < wanted && !test_.difference; ++number) {
        if (number > vain_attempts && test_.consistent == 0) return;
        const Kind kind = kinds[static_cast<std::size_t>(number) % kinds.size()];
        CheckPoint point(model_, static_cast<std::uint64_t>(first + number), kind, default_parameters);
        visit(point, true);
    }
}

void Comparison::reach_branches() {
    for (std::size_t goal = 0; goal < branches_.goal_count() && !test_.difference; ++goal) {
        if (!branches_.is_open(goal)) continue;
        for (CheckPoint& point : branches_.points_towards(goal)) {
            if (!branches_.is_open(goal) || test_.difference) break;
            visit(point, false);
        }
    }
}

CheckTest Comparison::run(bool special, bool constrained) {
    draw({Kind::near, Kind::usual}, moderate_points, attempts, special);
    if (constrained && !special && test_.consistent == 0)
        draw({Kind::near, Kind::usual}, moderate_points, attempts / 4, true);
    if (!test_.difference)
        draw({Kind::wide, Kind::huge}, wide_points, constrained ? constrained_attempts : wide_attempts, special);
    for (int round = 0; round < 2 && !test_.difference; ++round) reach_branches();  // one branch may lie in another
    if (!constrained && branches_.unvisited() != nullptr) {
        const auto most = static_cast<int>(most_more_nodes / (branches_.size() + 1));
        draw({Kind::usual, Kind::wide, Kind::huge, Kind::near}, most_more_points, std::min(most, most_more_points),
             special, attempts);
        if (!test_.difference) reach_branches();
    }
    test_.points = points();
    if (!test_.difference && one_sided_ && compared_[one_sided_->entry] > 0) test_.difference = one_sided_;
    if (const CheckGoal* goal = branches_.unvisited()) test_.unvisited = goal->text;
    test_.too_long_table = branches_.too_long_table();
    return std::move(test_);
}

}  // namespace

CheckTest compare_at_points(const Model& model, const ConstraintRows& constraints, std::span<const Expr> left,
                            std::span<const Expr> right) {
    return Comparison(model, constraints, left, right).run(!constraints.left_out.empty(), !constraints.rows.empty());
}

bool has_values(const Model& model, std::span<const Expr> side) {
    constexpr int most = 60;
    std::vector<Expr> without(side.begin(), side.end());
    for (int number = 1; number <= most && !without.empty(); ++number) {
        CheckPoint point(model, static_cast<std::uint64_t>(number),
                         number % 3 == 0   ? Kind::wide
                         : number % 3 == 1 ? Kind::near
                                           : Kind::usual);
        BallValues values(*model.graph, [&](const Symbol& s) { return point.ball(s); });
        std::erase_if(without, [&](const Expr& e) {
            const Value::Kind kind = value_of(values, e).kind;
            return kind != Value::Kind::none && kind != Value::Kind::vanishing;
        });
    }
    return without.empty();
}

}  // namespace lag
