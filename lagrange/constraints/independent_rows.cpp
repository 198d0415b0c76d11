#include "lagrange/constraints/independent_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "lagrange/constraints/consistent_states.hpp"
#include "lagrange/constraints/exact_rows.hpp"
#include "lagrange/constraints/moved_parameters.hpp"
#include "lagrange/constraints/row_numbers.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using Rows = std::vector<std::size_t>;

constexpr double dependent_below = 1e-6;
constexpr double zero_below = 1e-8;  // of errors, rad: positions are consistent within 1e-10
constexpr double clearly_independent = 1e-4;
constexpr std::size_t wanted_positions = 3;  // in any case
constexpr std::size_t positions = 6;         // before a row counts as dependent
constexpr std::uint64_t most_walks = 12;
constexpr double stride = 0.3;  // rad between them

MatrixXd rows_of(const MatrixXd& B, const Rows& which) {
    MatrixXd some(at_index(which.size()), B.cols());
    for (std::size_t i = 0; i < which.size(); ++i) some.row(at_index(i)) = B.row(at_index(which[i]));
    return some;
}

// The numbers of all rows at one position.
struct Sample {
    ModelState state;
    RowValues values;

    VectorXd B(std::size_t row) const { return values.B.row(at_index(row)).transpose(); }
    double phi(std::size_t row) const { return values.phi(at_index(row)); }
    double drift(std::size_t row) const { return values.drift(at_index(row)); }
    // c with B(row) = B^T c of the rows `on`, in the sense of least squares
    VectorXd coefficients(std::size_t row, const Rows& on) const {
        return least_squares(rows_of(values.B, on).transpose(), B(row));
    }
    double residual(std::size_t row, const Rows& on) const {
        if (on.empty()) return B(row).norm();
        return (B(row) - rows_of(values.B, on).transpose() * coefficients(row, on)).norm();
    }
    // How far the rows are from depending on each other here.
    VectorXd singular_values() const { return lag::singular_values(values.B); }
    double smallest_singular_value(const Rows& which) const {
        if (which.empty()) return 1;
        if (which.size() > static_cast<std::size_t>(values.B.cols())) return 0;
        return lag::singular_values(rows_of(values.B, which)).minCoeff();
    }
};

// The span of the rows taken so far at one position, as an orthonormal basis.
class Span {
  public:
    Span(const Sample& sample, double limit) : sample_(&sample), limit_(limit) {}

    // Part of the row outside of the span.
    VectorXd rest(std::size_t row) const {
        VectorXd rest = sample_->B(row);
        for (int twice = 0; twice < 2; ++twice)
            for (const VectorXd& e : basis_) rest -= e.dot(rest) * e;
        return rest;
    }
    void add(const VectorXd& rest) {
        if (const double length = rest.norm(); length >= limit_) basis_.push_back(rest / length);
    }

  private:
    const Sample* sample_;
    double limit_;
    std::vector<VectorXd> basis_;
};

struct Split {
    Rows independent, dependent;
};

// How many of the rows are independent, at the sample where most are.
std::size_t rank_of(const Rows& rows, const std::vector<Sample>& samples, double limit) {
    std::ptrdiff_t most = 0;
    for (const Sample& sample : samples) {
        const VectorXd sigma = singular_values(rows_of(sample.values.B, rows));
        most = std::max(most, std::count_if(sigma.begin(), sigma.end(), [&](double x) { return x >= limit; }));
    }
    return static_cast<std::size_t>(most);
}

// Takes rows group by group, in each group as many as its rank adds and in the order given: first those that are far
// from what is taken at every sample, then nearer ones, at last those that are independent at one sample. (Which rows
// span the others may change along a branch: where three parallel cranks stand square to their base, the rows along the
// cranks depend on each other, and elsewhere they do not.)
class Selection {
  public:
    Selection(const std::vector<Sample>& samples, double limit) : samples_(samples), limit_(limit) {
        for (const Sample& sample : samples) spans_.emplace_back(sample, limit);
    }

    void add(const Rows& group) {
        std::vector<char> taken(group.size(), 0);
        const auto pass = [&](double limit, bool everywhere, std::size_t most) {
            for (std::size_t i = 0; i < group.size() && result_.independent.size() < most; ++i)
                if (taken[i] == 0) taken[i] = take(group[i], limit, everywhere) ? 1 : 0;
        };
        const std::size_t all = result_.independent.size() + group.size();
        for (double limit = far_apart; limit > limit_; limit /= 100) pass(limit, true, all);
        pass(limit_, true, all);  // so far no more than the rank, since they are independent at every sample
        if (result_.independent.size() < all) {
            Rows both = result_.independent;
            both.insert(both.end(), group.begin(), group.end());
            pass(limit_, false, rank_of(both, samples_, limit_ * surely_dependent));
        }
        for (std::size_t i = 0; i < group.size(); ++i)
            if (taken[i] == 0) result_.dependent.push_back(group[i]);
        std::sort(result_.independent.end() - std::count(taken.begin(), taken.end(), 1), result_.independent.end());
    }
    Split result() && { return std::move(result_); }

  private:
    static constexpr double far_apart = 1e-2, surely_dependent = 1e-2;  // the latter times the limit

    bool take(std::size_t row, double limit, bool everywhere) {
        std::vector<VectorXd> rests;
        std::size_t above = 0;
        for (const Span& span : spans_) {
            rests.push_back(span.rest(row));
            if (rests.back().norm() >= limit)
                ++above;
            else if (everywhere)
                return false;
        }
        if (above == 0) return false;
        for (std::size_t s = 0; s < spans_.size(); ++s) spans_[s].add(rests[s]);
        result_.independent.push_back(row);
        return true;
    }

    const std::vector<Sample>& samples_;
    double limit_;
    std::vector<Span> spans_;
    Split result_;
};

Split split(const std::vector<Rows>& groups, const std::vector<Sample>& samples, double limit = dependent_below) {
    Selection selection(samples, limit);
    for (const Rows& group : groups) selection.add(group);
    return std::move(selection).result();
}

class Study {
  public:
    Study(const Model& model, const Kinematics& kinematics, const ConstraintRows& rows)
        : model_(model), kinematics_(kinematics), rows_(rows), numbers_(model, kinematics, rows) {
        for (std::size_t r = 0; r < rows.rows.size(); ++r) {
            all_.push_back(r);
            (numbers_.is_position(r) ? position_ : speed_).push_back(r);
        }
    }

    RowStudy run() {
        const std::optional<ModelState> first = find_consistent(numbers_, position_);
        if (!first) {
            search_contradiction();
            return std::move(result_);
        }
        first_ = *first;
        look_at(*first);
        Split found = split({position_, speed_}, samples_);
        ModelState last = *first;
        for (std::uint64_t k = 1; k <= most_walks && wanting(found); ++k) {
            const auto next = walked(numbers_, position_, last, stride, k);
            if (!next) continue;
            last = *next;
            look_at(last);
            found = split({position_, speed_}, samples_);
        }
        for (const Sample& sample : samples_.empty() ? unclear_ : samples_) result_.states.push_back(sample.state);
        if (samples_.empty())
            warn_of_unclear();
        else if (!found.dependent.empty())
            judge(found);
        return std::move(result_);
    }

  private:
    bool add_sample(std::vector<Sample>& samples, const ModelState& state) const {
        Sample sample{state, numbers_.at(state, all_)};
        if (!sample.values.finite) return false;
        samples.push_back(std::move(sample));
        return true;
    }
    // The rank of B at a sample, and of what depends on what there all can be told. Near a singular position, found no
    // better than the square root of rounding, rows that depend on each other may look independent.
    std::optional<std::ptrdiff_t> clear_rank(const Sample& sample) const {
        const VectorXd sigma = sample.singular_values();
        const auto between = [](double x) { return x > zero_below && x < clearly_independent; };
        if (std::none_of(sigma.begin(), sigma.end(), between))
            return std::count_if(sigma.begin(), sigma.end(), [](double x) { return x >= clearly_independent; });
        if (!regular_in_many_digits(sample.state)) return std::nullopt;
        return static_cast<std::ptrdiff_t>(all_.size());
    }
    // In a singular position itself, where more rows depend on each other than elsewhere, the rows that span the others'
    // may be different ones (a parallelogram laid flat): positions of the highest rank of the branch tell.
    void look_at(const ModelState& state) {
        std::vector<Sample> one;
        if (!add_sample(one, state)) return;
        const std::optional<std::ptrdiff_t> rank = clear_rank(one.front());
        if (!rank) {
            unclear_.push_back(std::move(one.front()));
            return;
        }
        if (*rank < rank_ || (rank_ > 0 && *rank > rank_ && *rank > rank_near_start())) return;
        if (*rank > rank_) samples_.clear();
        rank_ = *rank;
        samples_.push_back(std::move(one.front()));
    }
    // The highest rank of B a little way from the first position. No position of a branch that holds it has a higher
    // one: a walk that finds one has gone through a change point onto another branch. No limit where nothing moves.
    std::ptrdiff_t rank_near_start() {
        if (rank_near_start_) return *rank_near_start_;
        std::vector<Sample> near;
        for (std::uint64_t k = 1; k <= 4; ++k)
            if (const auto state = walked(numbers_, position_, first_, stride / 4, 300 + k)) add_sample(near, *state);
        std::ptrdiff_t highest = 0;
        for (const Sample& sample : near)
            if (const auto rank = clear_rank(sample); rank && numbers_.distance(first_, sample.state) > zero_below)
                highest = std::max(highest, *rank);
        rank_near_start_ = highest > 0 ? highest : static_cast<std::ptrdiff_t>(all_.size());
        return *rank_near_start_;
    }
    // All rows independent where Newton's method converges as it does in regular positions.
    bool regular_in_many_digits(const ModelState& state) const {
        ExactRows exact(model_, kinematics_, numbers_, 0, 0);
        if (!exact.bring_onto(position_, state)) return false;
        Rows on;
        for (const std::size_t row : all_in_order()) {
            const ExactRows::Answer answer = exact.follows(row, on);
            if (!answer.known || answer.in_span) return false;
            on.push_back(row);
        }
        return true;
    }
    Rows all_in_order() const {
        Rows order = position_;
        order.insert(order.end(), speed_.begin(), speed_.end());
        return order;
    }
    bool wanting(const Split& found) const {
        return samples_.size() < (found.dependent.empty() ? wanted_positions : positions);
    }
    void warn_of_unclear() {
        if (unclear_.empty()) return;
        for (const std::size_t row : split({position_, speed_}, unclear_, clearly_independent).dependent)
            result_.warnings.push_back(
                fmt::format("constraint row '{}' nearly depends on others in every consistent position that was found: "
                            "such positions are singular, and routines return info there",
                            name(row)));
    }

    const std::string& name(std::size_t row) const { return rows_.rows[row].name; }

    // The independent rows of `split` that `row` may depend on.
    Rows before(std::size_t row, const Rows& independent) const {
        Rows rows;
        for (const std::size_t r : independent)
            if (!numbers_.is_position(row) || numbers_.is_position(r)) rows.push_back(r);
        return rows;
    }

    std::string names_of(const std::vector<std::pair<std::size_t, double>>& on) const {
        std::string names;
        for (const auto& [row, coefficient] : on) names += fmt::format("{}{}'", names.empty() ? "'" : ", '", name(row));
        return names;
    }

    // Coefficients that are not zero at all samples, with their values at the first.
    RowDependence dependence(std::size_t row, const Rows& on, const std::vector<Sample>& samples) const {
        RowDependence result{row, {}};
        if (on.empty()) return result;
        VectorXd first, largest = VectorXd::Zero(at_index(on.size()));
        for (const Sample& sample : samples) {
            const VectorXd c = sample.coefficients(row, on);
            if (first.size() == 0) first = c;
            largest = largest.cwiseMax(c.cwiseAbs());
        }
        for (std::size_t i = 0; i < on.size(); ++i)
            if (largest(at_index(i)) > dependent_below)
                result.on.emplace_back(on[i], first(at_index(i)) * numbers_.unit_of(row) / numbers_.unit_of(on[i]));
        return result;
    }

    Rows positions_of(const Rows& rows) const {
        Rows held;
        for (const std::size_t r : rows)
            if (numbers_.is_position(r)) held.push_back(r);
        return held;
    }
    const Sample& best_sample(const Rows& held) const {
        const auto worse = [&](const Sample& a, const Sample& b) {
            return a.smallest_singular_value(held) < b.smallest_singular_value(held);
        };
        return *std::max_element(samples_.begin(), samples_.end(), worse);
    }

    // Rows that doubles cannot tell from dependent ones: moved to the independent ones where 60 digits tell them.
    void tell_small_ones(Split& found) const {
        const Rows held = positions_of(found.independent);
        ExactRows exact(model_, kinematics_, numbers_, 0, 0);
        if (!exact.bring_onto(held, best_sample(held).state)) return;
        Split told{found.independent, {}};
        for (const std::size_t row : found.dependent) {
            const ExactRows::Answer answer = exact.follows(row, before(row, told.independent));
            (answer.known && !answer.in_span ? told.independent : told.dependent).push_back(row);
        }
        found = std::move(told);
    }

    // Positions on the independent rows alone, some way from the best of the samples and at other times.
    std::vector<Sample> tests(const Rows& independent, double size) const {
        const Rows held = positions_of(independent);
        const Sample& from = best_sample(held);
        std::vector<Sample> found;
        for (std::uint64_t k = 1; k <= 4; ++k)
            if (const auto state = walked(numbers_, held, from.state, size, 100 + k)) add_sample(found, *state);
        return found;
    }
    // Whether the row is an outcome of the others there.
    bool implied(std::size_t row, const Rows& on, const std::vector<Sample>& away) const {
        return !away.empty() && std::all_of(away.begin(), away.end(), [&](const Sample& s) {
            return numbers_.is_position(row) ? std::abs(s.phi(row)) < zero_below
                                             : s.residual(row, on) < dependent_below;
        });
    }
    // What the others say of the rows found dependent. Without these rows a walk may go through a change point onto a
    // branch of the others alone, so that shorter ones have the last word.
    std::vector<Sample> tests(const Split& found) const {
        std::vector<Sample> longest = tests(found.independent, stride);
        const auto all_implied = [&](const std::vector<Sample>& away) {
            return std::ranges::all_of(
                found.dependent, [&](std::size_t row) { return implied(row, before(row, found.independent), away); });
        };
        if (all_implied(longest)) return longest;
        for (const double part : {4.0, 16.0})
            if (std::vector<Sample> shorter = tests(found.independent, stride / part); all_implied(shorter))
                return shorter;
        return longest;
    }

    void judge(Split found) {
        tell_small_ones(found);
        if (found.dependent.empty()) return;
        const std::vector<Sample> away = tests(found);
        Rows kept = found.independent;
        MovedParameters elsewhere(model_, kinematics_, rows_, numbers_);
        elsewhere.hold(positions_of(kept), best_sample(positions_of(kept)).state);
        for (const std::size_t row : found.dependent) {
            const Rows on = before(row, found.independent);
            std::vector<Sample> regular;
            const auto is_regular = [&](const Sample& s) { return s.smallest_singular_value(on) >= dependent_below; };
            std::copy_if(samples_.begin(), samples_.end(), std::back_inserter(regular), is_regular);
            std::copy_if(away.begin(), away.end(), std::back_inserter(regular), is_regular);
            const RowDependence dependence_found = dependence(row, on, regular.empty() ? samples_ : regular);
            const auto in_span = [&](const Sample& s) { return s.residual(row, on) < dependent_below; };
            if (!implied(row, on, away)) {
                if (!away.empty() && std::all_of(away.begin(), away.end(), in_span))
                    refuse_in_time(dependence_found, away);
                warn_singular(dependence_found);
                continue;
            }
            for (const Sample& sample : regular) require_same_rate(dependence_found, on, sample);
            const MovedParameters::Verdict verdict = elsewhere.verdict(row, before(row, kept));
            if (verdict == MovedParameters::Verdict::independent) {
                warn_special(dependence_found);
                result_.singular_at_defaults.push_back(row);
                kept.push_back(row);
                elsewhere.hold(positions_of(kept), best_sample(positions_of(found.independent)).state);
                continue;
            }
            if (verdict == MovedParameters::Verdict::contradicts) warn_agreeing(dependence_found);
            result_.dependent.push_back(dependence_found);
        }
    }

    void warn_special(const RowDependence& dependence) {
        result_.warnings.push_back(
            fmt::format("constraint row '{}' {} at special values of the parameters, as the defaults are, but not at "
                        "others: it is kept, and routines return info at the defaults; where the values are to stay so "
                        "related, write them as expressions of one parameter, or as numbers",
                        name(dependence.row),
                        dependence.on.empty() ? "restricts no motion" : "depends on " + names_of(dependence.on)));
    }
    void warn_agreeing(const RowDependence& dependence) {
        result_.warnings.push_back(fmt::format(
            "constraint row '{}' {} at special values of the parameters alone, as the defaults are: with others the "
            "rows cannot hold",
            name(dependence.row),
            dependence.on.empty() ? "restricts no motion and holds" : "agrees with " + names_of(dependence.on)));
    }

    void require_same_rate(const RowDependence& dependence, const Rows& on, const Sample& sample) const {
        const std::size_t row = dependence.row;
        double rate = sample.drift(row), size = std::abs(rate);
        if (!on.empty()) {
            const VectorXd c = sample.coefficients(row, on);
            for (std::size_t i = 0; i < on.size(); ++i) {
                rate -= c(at_index(i)) * sample.drift(on[i]);
                size += std::abs(c(at_index(i)) * sample.drift(on[i]));
            }
        }
        if (std::abs(rate) <= zero_below * (1 + size)) return;
        refuse(dependence, "its rate differs from theirs by " + rounded_decimal(rate * numbers_.unit_of(row)));
    }

    [[noreturn]] void refuse_in_time(const RowDependence& dependence, const std::vector<Sample>& away) const {
        const auto further = [&](const Sample& a, const Sample& b) {
            return std::abs(a.phi(dependence.row)) < std::abs(b.phi(dependence.row));
        };
        const Sample& worst = *std::max_element(away.begin(), away.end(), further);
        refuse(dependence, fmt::format("where they hold, its error is {} at t = {}",
                                       rounded_decimal(worst.phi(dependence.row) * numbers_.unit_of(dependence.row)),
                                       rounded_decimal(worst.state.t)));
    }

    [[noreturn]] void refuse(const RowDependence& dependence, const std::string& how) const {
        if (dependence.on.empty())
            throw ModelError(
                fmt::format("constraint row '{}' cannot hold: no motion changes it, and {}", name(dependence.row), how),
                "check its right side at the default parameters", {Subject::Kind::row, name(dependence.row)});
        throw ModelError(fmt::format("constraint row '{}' contradicts {}: no motion that they allow changes it, and {}",
                                     name(dependence.row), names_of(dependence.on), how),
                         "leave it out, or make the right sides agree at the default parameters",
                         {Subject::Kind::row, name(dependence.row)});
    }

    void warn_singular(const RowDependence& dependence) {
        const std::string others =
            dependence.on.empty() ? "restricts no motion" : "depends on " + names_of(dependence.on);
        result_.warnings.push_back(
            fmt::format("constraint row '{}' {} in every consistent position that was found, but does not follow from "
                        "the other rows: such positions are singular, and routines return info there",
                        name(dependence.row), others));
    }

    // No position satisfies all rows, as far as was seen. Row after row, as long as positions are found; the row where
    // that ends contradicts the earlier ones if it cannot move while they hold.
    void search_contradiction() {
        Rows held;
        ModelState state = numbers_.initial();
        for (const std::size_t row : position_) {
            Rows trial = held;
            trial.push_back(row);
            auto next = brought_onto(numbers_, trial, state);
            if (!next) next = find_consistent(numbers_, trial);
            if (next) {
                held = std::move(trial);
                state = *next;
                continue;
            }
            refuse_if_proved(row, held, state);
            result_.warnings.push_back(fmt::format(
                "no consistent position was found near the initial state or from {} random starts: rows that depend on "
                "each other were not looked for; check lengths and initial(), first of constraint row '{}'",
                random_starts, name(row)));
            return;
        }
    }

    void refuse_if_proved(std::size_t row, const Rows& held, const ModelState& state) {
        std::vector<Sample> samples;
        add_sample(samples, state);
        for (std::uint64_t k = 1; k <= 4; ++k)
            if (const auto next = walked(numbers_, held, state, stride, 200 + k)) add_sample(samples, *next);
        if (samples.empty()) return;
        Rows on = split({held}, samples).independent;
        const auto stuck = [&](const Sample& s) {
            return s.residual(row, on) < dependent_below && std::abs(s.phi(row)) > dependent_below;
        };
        if (!std::all_of(samples.begin(), samples.end(), stuck)) return;
        const RowDependence found = dependence(row, on, samples);
        on.clear();
        for (const auto& [r, coefficient] : found.on) on.push_back(r);
        if (!moves(row, on, samples.front()) && !constant_combination(found, on)) return;
        refuse(found,
               "where they hold, its error is " + rounded_decimal(samples.front().phi(row) * numbers_.unit_of(row)));
    }

    // Whether the rows leave the speeds that they hold some motion: if so, the samples were different positions.
    bool moves(std::size_t row, const Rows& on, const Sample& sample) const {
        Eigen::Index touched = 0;
        for (Eigen::Index u = 0; u < sample.values.B.cols(); ++u) {
            bool here = sample.values.B(at_index(row), u) != 0;
            for (const std::size_t r : on) here = here || sample.values.B(at_index(r), u) != 0;
            touched += here ? 1 : 0;
        }
        if (on.empty()) return touched > 0;
        const Eigen::VectorXd pivots = orthonormal_basis(rows_of(sample.values.B, on)).pivots;
        return (pivots.array() > dependent_below * pivots.maxCoeff()).count() < touched;
    }

    // The same combination at random places, consistent or not.
    bool constant_combination(const RowDependence& found, const Rows& on) const {
        RandomNumbers random(300);
        for (int k = 0; k < 3; ++k) {
            const ModelState state = numbers_.anywhere(random);
            const Sample sample{state, numbers_.at(state, all_)};
            if (!sample.values.finite) return false;
            VectorXd rest = sample.B(found.row);
            for (std::size_t i = 0; i < on.size(); ++i)
                rest -= found.on[i].second * numbers_.unit_of(on[i]) / numbers_.unit_of(found.row) * sample.B(on[i]);
            if (rest.norm() > zero_below) return false;
        }
        return true;
    }

    const Model& model_;
    const Kinematics& kinematics_;
    const ConstraintRows& rows_;
    RowNumbers numbers_;
    Rows all_, position_, speed_;
    std::vector<Sample> samples_, unclear_;
    ModelState first_;         // the first consistent position
    std::ptrdiff_t rank_ = 0;  // of B at every one of samples_
    std::optional<std::ptrdiff_t> rank_near_start_;
    RowStudy result_;
};

}  // namespace

// Rows that are switched on and off are neither dependent nor what others depend on.
RowStudy study_rows(const Model& model, const Kinematics& kinematics, const ConstraintRows& rows) {
    const std::vector<std::size_t> permanent = permanent_rows(rows);
    if (permanent.empty()) return {};
    if (permanent.size() == rows.rows.size()) return Study(model, kinematics, rows).run();
    const ConstraintRows some = rows_numbered(rows, permanent);
    RowStudy study = Study(model, kinematics, some).run();
    for (RowDependence& dependence : study.dependent) {
        dependence.row = permanent[dependence.row];
        for (auto& [row, coefficient] : dependence.on) row = permanent[row];
    }
    for (std::size_t& row : study.singular_at_defaults) row = permanent[row];
    return study;
}

ConstraintRows without_dependent(ConstraintRows rows, const RowStudy& study) {
    std::vector<char> leave(rows.rows.size(), 0);
    for (const RowDependence& dependence : study.dependent) {
        leave[dependence.row] = 1;
        rows.left_out.push_back({rows.rows[dependence.row], {}});
        for (const auto& [row, coefficient] : dependence.on)
            rows.left_out.back().depends_on.push_back(rows.rows[row].name);
    }
    std::vector<ConstraintRow> kept;
    for (std::size_t r = 0; r < rows.rows.size(); ++r)
        if (leave[r] == 0) kept.push_back(std::move(rows.rows[r]));
    rows.rows = std::move(kept);
    rows.warnings.insert(rows.warnings.end(), study.warnings.begin(), study.warnings.end());
    return rows;
}

}  // namespace lag
