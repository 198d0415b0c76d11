#include "scripts/command/compare/load_space.hpp"

#include <algorithm>
#include <cmath>

#include "core/dense.hpp"
#include "core/random_numbers.hpp"

namespace lag {

namespace {

// An equation that is to be zero, and the size of what it is the sum of.
struct Equation {
    double value = 0, size = 0;
    Eigen::VectorXd weights;  // of the rows of M u' - f, or of M u' + B^T lambda - f
};

Eigen::VectorXd from_names(const CompareState& values, const std::vector<std::string>& names) {
    Eigen::VectorXd numbers(at_index(names.size()));
    for (std::size_t k = 0; k < names.size(); ++k) numbers[at_index(k)] = values.at(names[k]);
    return numbers;
}

// M u' - f row by row, with multipliers M u' + B^T lambda - f, without them its components along the motions that B
// allows. `multipliers`: by row of B, or empty.
std::vector<Equation> equations(const EquationsBalance& balance, const Eigen::VectorXd& accelerations,
                                const Eigen::VectorXd& multipliers) {
    Eigen::VectorXd loads = balance.loads, sizes = balance.M.cwiseAbs() * accelerations.cwiseAbs();
    const Eigen::Index n = accelerations.size();
    Eigen::MatrixXd directions = Eigen::MatrixXd::Identity(n, n);
    if (multipliers.size() > 0) {
        loads += balance.B.transpose() * multipliers;
        sizes += balance.B.cwiseAbs().transpose() * multipliers.cwiseAbs();
    } else if (balance.B.rows() > 0) {
        const SingularValues svd = singular_value_decomposition(balance.B);
        directions = svd.V.rightCols(n - svd.rank(1e-9)).eval();
    }
    std::vector<Equation> all;
    for (Eigen::Index k = 0; k < directions.cols(); ++k) {
        const Eigen::VectorXd along = directions.col(k);
        all.push_back({along.dot(loads), along.cwiseAbs().dot(sizes), along});
    }
    return all;
}

// The load of every row, as a result of the other side.
bool gives_multipliers(const CompareSide& script, const CompareSide& other) {
    return !script.balanced_rows().empty() &&
           std::ranges::all_of(script.multipliers(),
                               [&](const MultiplierResult& one) { return other.gives(one.name); });
}

class LoadSearch {
  public:
    LoadSearch(const Comparison& comparison, const CompareSide& script, const CompareSide& other, bool other_is_left,
               const SamplingPlan& plan, const SearchOptions& options)
        : comparison_(comparison),
          script_(script),
          other_(other),
          other_is_left_(other_is_left),
          options_(options),
          names_(term_names(script, plan)),
          search_states_(states_of_search(comparison, &script, plan, options)),
          knows_multipliers_(gives_multipliers(script, other)) {
        for (const std::string& speed : script_.balanced_speeds()) accelerations_.push_back(speed + "'");
        from_other_ = accelerations_;
        if (!knows_multipliers_) return;
        for (const MultiplierResult& one : script_.multipliers()) {
            from_other_.push_back(one.name);
            names_.accelerations.push_back(one.name);  // linear in terms, as these
        }
    }

    std::optional<LoadSpace> run() {
        LoadSpace found;
        found.script = script_.title(), found.other = other_.title();
        found.along_constraints = !script_.balanced_rows().empty() && !knows_multipliers_;
        take_compared();
        if (std::ranges::none_of(compared_, &Compared::differs)) return std::nullopt;  // such as numbers that are void
        found.with_multipliers = knows_multipliers_;
        constraint_rows(found);
        if (found.along_constraints) {
            tied_rows(found);
        } else {
            for (std::size_t row = 0; row < accelerations_.size(); ++row) found.rows.push_back(free_row(row));
        }
        const auto is_explained = [](const LoadSpace::Row& row) { return !row.differs || !row.sum.empty(); };
        const auto differs = [](const LoadSpace::Row& row) { return row.differs; };
        found.explained = std::ranges::all_of(found.rows, is_explained) &&
                          std::ranges::all_of(found.constraints, is_explained) &&
                          (std::ranges::any_of(found.rows, differs) || std::ranges::any_of(found.constraints, differs));
        return found;
    }

  private:
    struct Compared {
        CompareState names;
        EquationsBalance balance;
        Eigen::VectorXd theirs, ours, multipliers;  // the latter theirs, where they give them
        bool differs = false;                       // an acceleration does, by more than rounding
    };

    // The states of the comparison, with the other side's accelerations and loads of constraints.
    void take_compared() {
        std::vector<CompareState> states;
        for (const ComparedState& state : comparison_.states) {
            states.push_back(state.state);
            for (const std::string& name : from_other_)
                states.back()[name] = (other_is_left_ ? state.left : state.right).at(name);
        }
        const auto balances = script_.balance(states, {options_.patience});
        for (std::size_t k = 0; k < states.size(); ++k) {
            if (!balances[k]) continue;
            const ComparedState& state = comparison_.states[k];
            Compared one{states[k], *balances[k], from_names(other_is_left_ ? state.left : state.right, accelerations_),
                         from_names(other_is_left_ ? state.right : state.left, accelerations_),
                         multipliers_in(other_is_left_ ? state.left : state.right)};
            for (std::size_t a = 0; a < accelerations_.size(); ++a) {
                const auto component =
                    std::ranges::find(comparison_.components, accelerations_[a], &ComparedComponent::name);
                one.differs = one.differs || (!component->agrees && !state.rounding.contains(accelerations_[a]));
            }
            for (const MultiplierResult& multiplier : script_.multipliers()) {
                if (!knows_multipliers_) break;
                const auto component =
                    std::ranges::find(comparison_.components, multiplier.name, &ComparedComponent::name);
                one.differs = one.differs || (!component->agrees && !state.rounding.contains(multiplier.name));
            }
            compared_.push_back(std::move(one));
        }
    }
    Eigen::VectorXd multipliers_in(const CompareState& values) const {
        Eigen::VectorXd found(at_index(knows_multipliers_ ? script_.multipliers().size() : 0));
        for (Eigen::Index k = 0; k < found.size(); ++k) {
            const MultiplierResult& one = script_.multipliers()[static_cast<std::size_t>(k)];
            found[k] = values.at(one.name) * one.factor;
        }
        return found;
    }

    bool differs(const Compared& state, const Equation& equation) const {
        return state.differs && std::abs(equation.value) > comparison_.tolerance * equation.size;
    }
    Equation constraint_equation(const Compared& state, std::size_t row) const {
        const Eigen::VectorXd b = state.balance.B.row(at_index(row)).transpose();
        const Eigen::VectorXd sizes = state.theirs.cwiseAbs() + state.ours.cwiseAbs();
        return {b.dot(state.theirs - state.ours), b.cwiseAbs().dot(sizes), {}};
    }

    // The numbers at states of the search's choice; `taken` makes equations of what is known there.
    using Taken = std::function<std::vector<std::pair<double, Eigen::VectorXd>>(const Compared&)>;
    DifferenceSampler sampler(const Taken& taken, bool ours) const {
        return [this, taken, ours](const std::vector<CompareState>& asked) {
            std::vector<CompareState> states;
            std::vector<std::size_t> place;
            const auto moved = is_tied(script_) ? script_.on_constraints(asked, {options_.patience})
                                                : std::vector<std::optional<CompareState>>(asked.begin(), asked.end());
            for (std::size_t k = 0; k < asked.size(); ++k)
                if (moved[k]) states.push_back(*moved[k]), place.push_back(k);
            std::vector<std::optional<SampledDifference>> found(asked.size());
            if (states.empty()) return found;
            const SideResults theirs = other_.evaluate(states, {options_.patience});
            const SideResults own = ours ? script_.evaluate(states, {options_.patience}) : SideResults{};
            std::vector<bool> usable(states.size());
            for (std::size_t k = 0; k < states.size(); ++k) {
                usable[k] = k < theirs.states.size() && theirs.states[k].values &&
                            from_names(*theirs.states[k].values, accelerations_).allFinite() &&
                            multipliers_in(*theirs.states[k].values).allFinite() &&
                            (!ours || (k < own.states.size() && own.states[k].values));
                for (const std::string& name : from_other_)
                    states[k][name] = usable[k] ? theirs.states[k].values->at(name) : 0;
            }
            const auto balances = script_.balance(states, {options_.patience});
            for (std::size_t k = 0; k < states.size(); ++k) {
                if (!usable[k] || !balances[k]) continue;
                const Eigen::VectorXd a = from_names(states[k], accelerations_);
                const Compared one{states[k], *balances[k], a,
                                   ours ? from_names(*own.states[k].values, accelerations_) : a,
                                   multipliers_in(*theirs.states[k].values)};
                found[place[k]] = SampledDifference{states[k], taken(one)};
            }
            return found;
        };
    }

    // How many states of the comparison have these numbers.
    template <class EquationsOf>
    std::size_t same_in(const FoundSum& sum, std::size_t rows, const EquationsOf& equations_of) const {
        std::size_t same = 0;
        for (const Compared& state : compared_) {
            const Eigen::VectorXd values = sum.rows_at(state.names, rows);
            const std::vector<Equation> all = equations_of(state);
            same += std::ranges::all_of(all, [&](const Equation& one) {
                const double expected = one.weights.dot(values);
                return std::abs(one.value - expected) <=
                       1e-6 * std::abs(expected) + std::max(1e-9, comparison_.tolerance) * one.size;
            });
        }
        return same;
    }

    static Equation alone(Equation equation) {
        equation.weights = Eigen::VectorXd::Ones(1);
        return equation;
    }

    // A row that stands alone: of M u' - f without constraints, or of B u' - gamma.
    template <class EquationOf>
    LoadSpace::Row row_alone(const std::string& name, const EquationOf& equation_of, bool ours) const {
        LoadSpace::Row row{name};
        row.differs =
            std::ranges::any_of(compared_, [&](const Compared& state) { return differs(state, equation_of(state)); });
        if (!row.differs) return row;
        const Taken taken = [&](const Compared& state) {
            return std::vector{std::pair(equation_of(state).value, Eigen::VectorXd(Eigen::VectorXd::Ones(1)))};
        };
        const auto sum = find_sum(sampler(taken, ours), names_, search_states_, 1, !is_tied(script_));
        if (!sum) return row;
        row.sum = sum->text(0);
        row.twice = sum->is_twice(0);
        row.same = same_in(*sum, 1, [&](const Compared& state) { return std::vector{alone(equation_of(state))}; });
        return row;
    }

    LoadSpace::Row free_row(std::size_t row) const {
        return row_alone(
            script_.balanced_speeds()[row],
            [row](const Compared& state) { return equations(state.balance, state.theirs, state.multipliers).at(row); },
            false);
    }

    void constraint_rows(LoadSpace& found) const {
        for (std::size_t row = 0; row < script_.balanced_rows().size(); ++row)
            found.constraints.push_back(row_alone(
                script_.balanced_rows()[row],
                [this, row](const Compared& state) { return constraint_equation(state, row); }, true));
    }

    // All rows together, as far as the constraints let them be told apart.
    void tied_rows(LoadSpace& found) const {
        const auto& speeds = script_.balanced_speeds();
        for (const std::string& speed : speeds) found.rows.push_back({speed});
        const auto equations_of = [](const Compared& state) {
            return equations(state.balance, state.theirs, state.multipliers);
        };
        const bool any = std::ranges::any_of(compared_, [&](const Compared& state) {
            const auto all = equations_of(state);
            return std::ranges::any_of(all, [&](const Equation& one) { return differs(state, one); });
        });
        if (!any) return;
        const Taken taken = [&](const Compared& state) {
            std::vector<std::pair<double, Eigen::VectorXd>> all;
            for (const Equation& one : equations_of(state)) all.emplace_back(one.value, one.weights);
            return all;
        };
        // wrong constraints show in every row
        const bool other_constraints = std::ranges::any_of(found.constraints, &LoadSpace::Row::differs);
        const auto sum = other_constraints
                             ? std::nullopt
                             : find_sum(sampler(taken, false), names_, search_states_, speeds.size(), false);
        const std::size_t same = sum ? same_in(*sum, speeds.size(), equations_of) : 0;
        for (std::size_t row = 0; row < speeds.size(); ++row) {
            LoadSpace::Row& one = found.rows[row];
            one.differs = !sum || std::ranges::any_of(sum->terms, [&](const FoundTerm& t) { return t.row == row; });
            if (!sum || !one.differs) continue;
            one.sum = sum->text(row), one.same = same, one.twice = sum->is_twice(row);
        }
        if (!sum) return;
        for (const std::vector<FoundTerm>& terms : sum->equals) {
            const FoundSum other{terms};
            if (same_in(other, speeds.size(), equations_of) < same) continue;
            found.equals.emplace_back();
            for (std::size_t row = 0; row < speeds.size(); ++row)
                if (std::ranges::any_of(terms, [&](const FoundTerm& t) { return t.row == row; }))
                    found.equals.back().push_back({speeds[row], true, other.text(row), same, other.is_twice(row)});
        }
    }

    const Comparison& comparison_;
    const CompareSide &script_, &other_;
    bool other_is_left_;
    const SearchOptions& options_;
    TermNames names_;
    std::vector<CompareState> search_states_;
    bool knows_multipliers_;
    std::vector<std::string> accelerations_, from_other_;  // the latter with the loads of constraints, if it gives them
    std::vector<Compared> compared_;
};

}  // namespace

bool is_tied(const CompareSide& script) {
    return script.space()->constrained || !script.space()->of_unit_length.empty();
}

TermNames term_names(const CompareSide& script, const SamplingPlan& plan) {
    using Quantity = StateSpace::Quantity;
    TermNames names;
    for (const StateSpace::Quantity& one : script.space()->quantities) {
        const auto range = std::ranges::find(plan.ranges, one.name, &SamplingPlan::Range::name);
        const bool fixed = range == plan.ranges.end() || range->low == range->high;
        switch (one.kind) {
            case Quantity::Kind::angle:
                names.angles.push_back(one.name);
                break;
            case Quantity::Kind::speed:
                names.rates.push_back(one.name);
                names.accelerations.push_back(one.name + "'");
                break;
            case Quantity::Kind::parameter:
                if (!fixed) names.parameters.push_back(one.name);
                break;
            default:
                if (!fixed) names.lengths.push_back(one.name);
                if (!fixed && one.angle) names.angles.push_back(one.name);
        }
    }
    for (const std::string& multiple : script.space()->multiples) names.angles.push_back(multiple);
    return names;
}

std::vector<CompareState> states_of_search(const Comparison& comparison, const CompareSide* script,
                                           const SamplingPlan& plan, const SearchOptions& options) {
    constexpr std::size_t wanted = 300, few = 100;
    const auto regular = std::ranges::find_if(
        comparison.states, [](const ComparedState& state) { return !state.wide && state.number > 1; });
    const CompareState& like = (regular == comparison.states.end() ? comparison.states.front() : *regular).state;
    const bool tied = script != nullptr && is_tied(*script);
    std::vector<CompareState> states;
    for (SamplingReach reach{false, 1}; states.size() < few && reach.share > 1e-3; reach.share /= 4) {
        std::vector<CompareState> drawn;
        RandomNumbers random(options.seed);
        for (std::size_t k = 0; k < wanted; ++k) {
            drawn.push_back(random_state(plan, options.seed, k + 2, reach).values);
            for (const SamplingPlan::Range& range : plan.ranges) {
                double& value = drawn.back().at(range.name);
                constexpr double pi = 3.14159265358979323846;
                if (range.parameter) value = like.at(range.name);
                if (!tied && range.wide == SamplingPlan::Wide::within) value = range.centre + pi * random.next();
            }
        }
        if (!tied) return drawn;
        for (auto& moved : script->on_constraints(drawn, {options.patience}))
            if (moved) states.push_back(std::move(*moved));
    }
    return states;
}

std::optional<LoadSpace> load_space(const Comparison& comparison, const CompareSide& script, const CompareSide& other,
                                    bool other_is_left, const SamplingPlan& plan, const SearchOptions& options) {
    if (!script.space() || script.balanced_speeds().empty()) return std::nullopt;
    bool differs = false;
    for (const std::string& speed : script.balanced_speeds()) {
        const auto component = std::ranges::find(comparison.components, speed + "'", &ComparedComponent::name);
        if (component == comparison.components.end() || !other.gives(speed + "'")) return std::nullopt;
        differs = differs || !component->agrees;
    }
    for (const MultiplierResult& one : script.multipliers()) {
        const auto component = std::ranges::find(comparison.components, one.name, &ComparedComponent::name);
        differs = differs ||
                  (component != comparison.components.end() && !component->agrees && gives_multipliers(script, other));
    }
    if (!differs) return std::nullopt;
    return LoadSearch(comparison, script, other, other_is_left, plan, options).run();
}

}  // namespace lag
