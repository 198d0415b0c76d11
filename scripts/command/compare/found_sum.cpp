#include "scripts/command/compare/found_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/dense.hpp"
#include "core/random_numbers.hpp"
#include "scripts/command/compare/sparse_sum.hpp"
#include "scripts/command/compare/term_candidates.hpp"
#include "scripts/command/compare/term_factor.hpp"

namespace lag {

namespace {

using Factor = TermFactor::Kind;
using Differences = std::vector<std::optional<SampledDifference>>;

// -- the search

struct Usable {
    std::vector<SampledDifference> states;
    Eigen::VectorXd values;
};

Usable usable(const Differences& differences) {
    Usable found;
    std::vector<double> values;
    for (const auto& one : differences) {
        if (!one) continue;
        found.states.push_back(*one);
        for (const auto& [value, weights] : one->equations) values.push_back(value);
    }
    found.values = Eigen::Map<const Eigen::VectorXd>(values.data(), at_index(values.size()));
    return found;
}

// What a row's term adds to the values.
Eigen::VectorXd column_of(const std::vector<SampledDifference>& states, Eigen::Index size, std::size_t row,
                          const std::vector<TermFactor>& factors) {
    Eigen::VectorXd column(size);
    Eigen::Index at = 0;
    for (const SampledDifference& state : states) {
        double value = 1;
        for (const TermFactor& factor : factors) value *= value_of(factor, state.names);
        for (const auto& [unused, weights] : state.equations) column[at++] = weights[at_index(row)] * value;
    }
    return column;
}

struct Skeleton {
    std::size_t row = 0;
    std::vector<TermFactor> factors;
};

// Sums with numbers as factors, at the states' parameters.
std::vector<std::vector<Skeleton>> skeletons(const Usable& data, const TermNames& names, std::size_t rows,
                                             const std::vector<TermFactor>& common, std::size_t most,
                                             const SparseLimits& limits = {}) {
    const std::vector<Candidate> all = candidates(names, most);
    std::vector<double> costs;
    Eigen::MatrixXd columns(data.values.size(), at_index(all.size() * rows));
    for (std::size_t row = 0; row < rows; ++row)
        for (const Candidate& one : all) {
            std::vector<TermFactor> factors = one.factors;
            factors.insert(factors.end(), common.begin(), common.end());
            columns.col(at_index(costs.size())) = column_of(data.states, data.values.size(), row, factors);
            costs.push_back(one.cost);
        }
    for (Eigen::Index j = 0; j < columns.cols(); ++j)
        if (!columns.col(j).allFinite()) columns.col(j).setZero();
    std::vector<std::vector<Skeleton>> found;
    for (const SparseSum& sum : sparse_sums(columns, data.values, costs, limits)) {
        found.emplace_back();
        for (const std::size_t column : sum.columns) {
            std::vector<TermFactor> factors = all[column % all.size()].factors;
            factors.insert(factors.end(), common.begin(), common.end());
            found.back().push_back({column / all.size(), factors});
        }
    }
    return found;
}

// Factors of the terms of a skeleton at other parameters; empty where the skeleton does not hold there.
std::optional<Eigen::VectorXd> factors_at(const Differences& differences, const std::vector<Skeleton>& terms) {
    const Usable data = usable(differences);
    if (data.values.size() < 2 * at_index(terms.size()) + 10) return std::nullopt;
    Eigen::MatrixXd columns(data.values.size(), at_index(terms.size()));
    Eigen::VectorXd lengths(at_index(terms.size()));
    for (std::size_t k = 0; k < terms.size(); ++k) {
        columns.col(at_index(k)) = column_of(data.states, data.values.size(), terms[k].row, terms[k].factors);
        lengths[at_index(k)] = columns.col(at_index(k)).norm();
        if (lengths[at_index(k)] > 0) columns.col(at_index(k)) /= lengths[at_index(k)];
    }
    const Eigen::VectorXd x = least_squares(columns, data.values, 1e-12);
    if ((columns * x - data.values).norm() > 1e-6 * data.values.norm()) return std::nullopt;
    return x.cwiseQuotient(lengths);
}

// The p of a + b x^p, from three values; none fits: nothing.
std::optional<int> exponent_in_sum(double here, double higher, double lower) {
    for (const int p : {1, 2, -1, 3, -2}) {
        const double above = (higher - here) / (std::pow(raised, p) - 1),
                     below = (here - lower) / (1 - std::pow(lowered, p));
        if (std::abs(above - below) <= 1e-5 * std::max(std::abs(above), std::abs(below))) return p;
    }
    return std::nullopt;
}

std::vector<int> exponents_in_sum(double here, double higher, double lower) {
    const std::optional<int> p = exponent_in_sum(here, higher, lower);
    return p ? std::vector<int>{0, *p} : std::vector<int>{-2, -1, 0, 1, 2, 3};
}

// How the terms' factors depend on the parameters.
class ParameterSearch {
  public:
    ParameterSearch(const DifferenceSampler& differences, const TermNames& names,
                    const std::vector<CompareState>& states, const std::vector<Skeleton>& terms, bool sums = true)
        : differences_(differences), names_(names), terms_(terms), sums_(sums) {
        const std::size_t enough = std::max<std::size_t>(40, 6 * terms.size());
        states_.assign(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(std::min(enough, states.size())));
    }

    std::optional<std::vector<FoundTerm>> run() {
        std::vector<std::map<std::string, double>> changes{{}};
        for (const std::string& name : names_.parameters) {
            const double value = states_.front().at(name);
            changes.push_back({{name, value == 0 ? 0.5 : raised * value}});
            changes.push_back({{name, value == 0 ? -0.5 : lowered * value}});
        }
        const auto factors = at(changes);
        if (!factors[0]) return std::nullopt;
        std::vector<FoundTerm> found;
        for (std::size_t k = 0; k < terms_.size(); ++k) {
            const double here = (*factors[0])[at_index(k)];
            FoundTerm term{terms_[k].row, here, {}, terms_[k].factors};
            std::vector<ParameterInSum> in_sums;
            for (std::size_t p = 0; p < names_.parameters.size(); ++p) {
                const std::string& name = names_.parameters[p];
                const double value = states_.front().at(name);
                if (!factors[2 * p + 1] || !factors[2 * p + 2]) return std::nullopt;
                const double higher = (*factors[2 * p + 1])[at_index(k)] / here,
                             lower = (*factors[2 * p + 2])[at_index(k)] / here;
                if (std::abs(higher - 1) < 1e-6 && std::abs(lower - 1) < 1e-6) continue;
                int exponent = 0;
                if (value != 0 && whole_exponent(higher, lower, 1e-4, exponent) && exponent != 0) {
                    term.powers.push_back({name, exponent});
                    term.factor /= std::pow(value, exponent);
                } else {
                    in_sums.emplace_back(name, exponents_in_sum(here, higher * here, lower * here));
                }
            }
            if (in_sums.empty()) {
                found.push_back(std::move(term));
            } else if (!sums_ || !add_sum(found, term, k, in_sums)) {
                return std::nullopt;
            }
        }
        const auto place = [&](const Power& power) { return std::ranges::find(names_.parameters, power.name); };
        for (FoundTerm& term : found)
            std::ranges::sort(term.powers, [&](const Power& a, const Power& b) { return place(a) < place(b); });
        return found;
    }

  private:
    // With the exponents that it may have in the products of a sum.
    using ParameterInSum = std::pair<std::string, std::vector<int>>;

    // A factor that is a sum of products: those parameters take random values together.
    bool add_sum(std::vector<FoundTerm>& found, const FoundTerm& term, std::size_t k,
                 const std::vector<ParameterInSum>& in_sums) {
        constexpr std::size_t samples = 80, most = 2000;
        std::size_t count = 1;
        for (const auto& [name, exponents] : in_sums) count *= exponents.size();
        if (count > most) return false;
        RandomNumbers random(k + 1);
        std::vector<std::map<std::string, double>> changes;
        for (std::size_t n = 0; n < samples; ++n) {
            changes.emplace_back();
            for (const auto& [name, unused] : in_sums) {
                const double value = states_.front().at(name);
                changes.back()[name] = value == 0 ? random.next() : value * std::exp2(random.next() / 2);
            }
        }
        std::vector<double> values;
        std::vector<std::map<std::string, double>> used;
        const auto factors = at(changes);
        for (std::size_t n = 0; n < samples; ++n) {
            if (!factors[n]) continue;
            double common = 1;
            for (const Power& power : term.powers) common *= std::pow(states_.front().at(power.name), power.exponent);
            values.push_back((*factors[n])[at_index(k)] / common);
            used.push_back(changes[n]);
        }
        if (values.size() < samples / 2) return false;
        std::vector<std::vector<Power>> products{{}};
        for (const auto& [name, exponents] : in_sums) {
            std::vector<std::vector<Power>> longer;
            for (const std::vector<Power>& product : products)
                for (const int exponent : exponents) {
                    longer.push_back(product);
                    if (exponent != 0) longer.back().push_back({name, exponent});
                }
            products = std::move(longer);
        }
        Eigen::MatrixXd columns(at_index(values.size()), at_index(products.size()));
        std::vector<double> costs;
        for (std::size_t j = 0; j < products.size(); ++j) {
            double cost = 0;
            for (const Power& power : products[j]) cost += power.exponent > 0 ? power.exponent : 1 - power.exponent;
            costs.push_back(cost);
            for (std::size_t n = 0; n < values.size(); ++n) {
                double value = 1;
                for (const Power& power : products[j]) value *= std::pow(used[n].at(power.name), power.exponent);
                columns(at_index(n), at_index(j)) = value;
            }
        }
        const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(values.data(), at_index(values.size()));
        const std::vector<SparseSum> sums = sparse_sums(columns, y, costs, {.terms = 5, .tolerance = 1e-6});
        if (sums.empty()) return false;
        for (std::size_t j = 0; j < sums[0].columns.size(); ++j) {
            FoundTerm one = term;
            one.factor = sums[0].factors[j];
            const std::vector<Power>& more = products[sums[0].columns[j]];
            one.powers.insert(one.powers.end(), more.begin(), more.end());
            found.push_back(std::move(one));
        }
        return true;
    }

    // The terms' factors at changed parameters, all in one call.
    std::vector<std::optional<Eigen::VectorXd>> at(const std::vector<std::map<std::string, double>>& changes) {
        std::vector<CompareState> states;
        for (const auto& change : changes)
            for (CompareState state : states_) {
                for (const auto& [name, value] : change) state[name] = value;
                states.push_back(std::move(state));
            }
        const Differences all = differences_(states);
        std::vector<std::optional<Eigen::VectorXd>> factors;
        for (std::size_t c = 0; c < changes.size(); ++c) {
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(c * states_.size());
            factors.push_back(
                factors_at(Differences(begin, begin + static_cast<std::ptrdiff_t>(states_.size())), terms_));
        }
        return factors;
    }

    const DifferenceSampler& differences_;
    const TermNames& names_;
    const std::vector<Skeleton>& terms_;
    bool sums_;  // whether a factor may be a sum of products of parameters, which costs many states
    std::vector<CompareState> states_;
};

std::size_t symbols_in(const std::vector<FoundTerm>& terms) {
    std::size_t count = 0;
    for (const FoundTerm& term : terms) {
        for (const Power& power : term.powers) count += static_cast<std::size_t>(std::abs(power.exponent));
        for (const TermFactor& factor : term.factors) count += factor.of.size();
        count += coefficient_text(term.factor).size() > 5 ? 3 : 1;
    }
    return count;
}

// Terms that differ in their parameters alone count as one: one column has found them.
std::size_t products_in(const std::vector<FoundTerm>& terms) {
    std::set<std::pair<std::size_t, std::string>> products;
    for (const FoundTerm& term : terms) products.emplace(term.row, FoundTerm{term.row, 1, {}, term.factors}.text());
    return products.size();
}

// -- what one value depends on, changed name by name

struct DifferenceDependence {
    TermNames names;                 // without powers
    std::vector<TermFactor> powers;  // of what the whole value is proportional to
};

DifferenceDependence dependence_of(const DifferenceSampler& differences, const TermNames& names,
                                   const std::vector<CompareState>& states) {
    constexpr std::size_t enough = 30;
    const std::vector<CompareState> some(states.begin(),
                                         states.begin() + static_cast<std::ptrdiff_t>(std::min(enough, states.size())));
    std::vector<std::string> all;
    for (const std::string& name : names.angles)
        if (parts_of_multiple(name).first.empty()) all.push_back(name);
    for (const auto* more : {&names.lengths, &names.rates}) all.insert(all.end(), more->begin(), more->end());
    std::vector<CompareState> changed = some;
    for (const std::string& name : all)
        for (const double factor : {raised, lowered})
            for (CompareState state : some) {
                state[name] *= factor;
                changed.push_back(std::move(state));
            }
    const Differences found = differences(changed);
    double usual = 0;
    for (std::size_t k = 0; k < some.size(); ++k)
        if (found[k]) usual = std::max(usual, std::abs(found[k]->equations[0].first));
    DifferenceDependence result;
    result.names.parameters = names.parameters;
    for (std::size_t n = 0; n < all.size(); ++n) {
        bool same = true, product = true;
        std::optional<int> exponent;
        bool below = true;  // a + b/x
        for (std::size_t k = 0; k < some.size(); ++k) {
            const auto& here = found[k];
            const auto& up = found[(2 * n + 1) * some.size() + k];
            const auto& down = found[(2 * n + 2) * some.size() + k];
            if (!here || !up || !down) continue;
            const double value = here->equations[0].first, higher = up->equations[0].first,
                         lower = down->equations[0].first;
            const double noise = 1e-9 * std::abs(value) + 1e-11 * usual;
            if (std::abs(higher - value) <= noise && std::abs(lower - value) <= noise) continue;
            same = false;
            below = below && exponent_in_sum(value, higher, lower) == -1;
            int p = 0;
            product =
                product && whole_exponent(higher / value, lower / value, 1e-4, p) && (!exponent || *exponent == p);
            exponent = p;
        }
        if (same) continue;
        if (product && exponent && *exponent != 0) {
            result.powers.push_back({Factor::power, {{all[n], 1}}, *exponent});
            continue;
        }
        if (below) {
            result.names.reciprocals.push_back(all[n]);
            continue;
        }
        const auto keep = [&](const std::vector<std::string>& from, std::vector<std::string>& to) {
            if (std::ranges::find(from, all[n]) != from.end()) to.push_back(all[n]);
        };
        keep(names.angles, result.names.angles);
        keep(names.lengths, result.names.lengths);
        keep(names.rates, result.names.rates);
    }
    const auto depends_on = [&](const std::string& name) {
        const auto is_among = [&](const std::vector<std::string>& list) {
            return std::ranges::find(list, name) != list.end();
        };
        return is_among(result.names.angles) || is_among(result.names.lengths) || is_among(result.names.reciprocals);
    };
    for (const std::string& name : names.angles)
        if (const auto [multiplier, coordinate] = parts_of_multiple(name);
            !multiplier.empty() && depends_on(coordinate))
            result.names.angles.push_back(name);
    return result;
}

bool is_same(const std::vector<FoundTerm>& a, const std::vector<FoundTerm>& b) {
    return std::ranges::equal(
        a, b, [](const FoundTerm& x, const FoundTerm& y) { return x.row == y.row && x.text() == y.text(); });
}

// Those of the sums that are about as simple as `best`, each once.
std::vector<std::vector<FoundTerm>> as_simple(std::vector<std::vector<FoundTerm>> sums,
                                              const std::vector<FoundTerm>& best) {
    constexpr std::size_t more = 4, most = 12;
    std::ranges::stable_sort(sums, {}, symbols_in);
    std::vector<std::vector<FoundTerm>> found;
    for (std::vector<FoundTerm>& sum : sums) {
        const bool is_known =
            is_same(sum, best) || std::ranges::any_of(found, [&](const auto& one) { return is_same(one, sum); });
        if (is_known || sum.size() > best.size() || symbols_in(sum) > symbols_in(best) + more) continue;
        if (found.size() < most) found.push_back(std::move(sum));
    }
    return found;
}

}  // namespace

double FoundTerm::value_at(const CompareState& names) const {
    double value = factor;
    for (const Power& power : powers) value *= std::pow(names.at(power.name), power.exponent);
    for (const TermFactor& one : factors) value *= value_of(one, names);
    return value;
}

std::string FoundTerm::text() const {
    std::vector<Power> all = powers;
    std::vector<std::string> behind;
    for (const TermFactor& one : factors) {
        if (one.exponent < 0) {
            all.push_back({factor_text(TermFactor{one.kind, one.of, 1}), one.exponent});
        } else {
            behind.push_back(factor_text(one));
        }
    }
    return product_text(factor, all, behind);
}

Eigen::VectorXd FoundSum::rows_at(const CompareState& names, std::size_t rows) const {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(at_index(rows));
    for (const FoundTerm& term : terms) values[at_index(term.row)] += term.value_at(names);
    return values;
}

bool FoundSum::is_twice(std::size_t row) const {
    bool any = false, all = true;
    for (const FoundTerm& term : terms) {
        if (term.row != row) continue;
        const double half = std::abs(term.factor) / 2;
        any = any || std::abs(half - 1) < 1e-6;
        all = all && half > 0.5 && std::abs(half - std::round(half)) < 1e-6;
    }
    return any && all;
}

std::string FoundSum::text(std::size_t row) const {
    std::string text;
    for (const FoundTerm& term : terms) {
        if (term.row != row) continue;
        const std::string one = term.text();
        text += text.empty() ? one : one.front() == '-' ? " - " + one.substr(1) : " + " + one;
    }
    return text.empty() ? "0" : text;
}

std::optional<FoundSum> find_sum(const DifferenceSampler& sampler, const TermNames& names,
                                 const std::vector<CompareState>& states, std::size_t rows, bool free) {
    std::map<std::vector<CompareState>, Differences> known;  // each search asks for the same states
    const DifferenceSampler differences = [&](const std::vector<CompareState>& asked) {
        const auto [place, is_new] = known.try_emplace(asked);
        if (is_new) place->second = sampler(asked);
        return place->second;
    };
    const Usable data = usable(differences(states));
    constexpr Eigen::Index least = 60;
    if (data.values.size() < least || data.values.norm() == 0) return std::nullopt;
    std::vector<std::vector<FoundTerm>> tied;
    constexpr std::size_t most_tied = 40;
    const auto simplest = [&](const TermNames& some, const std::vector<TermFactor>& common, std::size_t candidates) {
        std::optional<std::vector<FoundTerm>> best;
        constexpr std::size_t most = 6;
        std::vector<std::vector<Skeleton>> all = skeletons(data, some, rows, common, candidates);
        if (all.size() > most) all.resize(most);
        for (const std::vector<Skeleton>& skeleton : all) {
            auto terms = ParameterSearch(differences, names, states, skeleton).run();
            if (terms && !free) tied.push_back(*terms);
            if (terms && (!best || symbols_in(*terms) < symbols_in(*best))) best = std::move(terms);
        }
        return best;
    };
    // few candidates first: most sums are of simple terms
    constexpr std::size_t few = 800, many = 12000;
    const bool alone = rows == 1 && free;
    const DifferenceDependence dependence = alone ? dependence_of(differences, names, states) : DifferenceDependence{};
    std::optional<std::vector<FoundTerm>> best;
    const auto take = [&](std::optional<std::vector<FoundTerm>> terms) {
        if (terms && (!best || symbols_in(*terms) < symbols_in(*best))) best = std::move(terms);
    };
    for (const std::size_t candidates : {few, many / rows}) {
        if (alone) take(simplest(dependence.names, dependence.powers, candidates));
        constexpr std::size_t short_sum = 2, long_sum = 4;
        const bool is_short = best && products_in(*best) <= short_sum;
        if (!alone || (!is_short && !names.accelerations.empty())) take(simplest(names, {}, candidates));
        if (best && products_in(*best) <= long_sum) break;
    }
    if (!best) return std::nullopt;
    if (!free && best->size() == 1)  // of one term too, in other rows and by other factors
        for (const std::vector<Skeleton>& one : skeletons(data, names, rows, {}, many / rows, {.terms = 1}))
            if (auto terms = tied.size() < most_tied ? ParameterSearch(differences, names, states, one, false).run()
                                                     : std::nullopt)
                tied.push_back(std::move(*terms));
    return FoundSum{*best, as_simple(std::move(tied), *best)};
}

}  // namespace lag
