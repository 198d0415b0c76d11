#include "scripts/command/compare/term_candidates.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

namespace lag {

namespace {

using Factor = TermFactor::Kind;
using Candidates = std::vector<Candidate>;

Candidate product(const Candidate& a, const Candidate& b) {
    Candidate both = a;
    both.factors.insert(both.factors.end(), b.factors.begin(), b.factors.end());
    both.cost += b.cost;
    return both;
}

// x; x + y of neighbours, x + y + z. `summed`: which names stand in sums.
std::vector<LinearForm> sums_of_neighbours(
    const std::vector<std::string>& names, std::size_t most,
    const std::function<bool(const std::string&)>& summed = [](const std::string&) { return true; }) {
    std::vector<LinearForm> forms;
    for (std::size_t length = 1; length <= std::min(most, names.size()); ++length)
        for (std::size_t first = 0; first + length <= names.size(); ++first) {
            LinearForm form;
            for (std::size_t k = first; k < first + length; ++k) form.emplace_back(names[k], 1);
            if (length == 1 || std::ranges::all_of(form, [&](const auto& part) { return summed(part.first); }))
                forms.push_back(std::move(form));
        }
    return forms;
}

// Rates of coordinates; components of a velocity have no sums.
bool is_rate(const std::string& speed) {
    return speed.ends_with('\'');
}
bool is_second_rate(const std::string& acceleration) {
    return acceleration.ends_with("''");
}

Candidates powers_of(const std::vector<LinearForm>& forms) {
    Candidates all;
    for (const LinearForm& form : forms)
        all.push_back({{{Factor::power, form, 1}}, 1 + 0.5 * static_cast<double>(form.size() - 1)});
    return all;
}

Candidates products_of_two(const Candidates& singles) {
    Candidates all;
    for (std::size_t i = 0; i < singles.size(); ++i) {
        Candidate square = singles[i];
        square.factors[0].exponent *= 2, square.cost += 0.5;
        all.push_back(std::move(square));
        for (std::size_t j = i + 1; j < singles.size(); ++j) all.push_back(product(singles[i], singles[j]));
    }
    return all;
}

void append(Candidates& all, const Candidates& more) {
    all.insert(all.end(), more.begin(), more.end());
}

// Angles with factors -1, 0, 1, the first of them 1; of many angles at most two, or neighbours.
std::vector<LinearForm> sums_of_angles(const std::vector<std::string>& angles) {
    constexpr std::size_t few = 4;
    std::vector<LinearForm> forms = sums_of_neighbours(angles, angles.size());
    const auto add = [&](const LinearForm& form) {
        if (std::ranges::find(forms, form) == forms.end()) forms.push_back(form);
    };
    if (angles.size() > few) {
        for (std::size_t i = 0; i < angles.size(); ++i)
            for (std::size_t j = i + 1; j < angles.size(); ++j)
                for (const int sign : {1, -1}) add({{angles[i], 1}, {angles[j], sign}});
        return forms;
    }
    std::size_t count = 1;
    for (std::size_t k = 0; k < angles.size(); ++k) count *= 3;
    for (std::size_t number = 1; number < count; ++number) {
        LinearForm form;
        for (std::size_t k = 0, rest = number; k < angles.size(); ++k, rest /= 3)
            if (rest % 3 != 0) form.emplace_back(angles[k], rest % 3 == 1 ? 1 : -1);
        if (form.front().second == 1) add(form);
    }
    return forms;
}

Candidates sines_of(const std::vector<std::string>& angles) {
    Candidates all{{}}, of_one;
    const auto sine_and_cosine = [](Candidates& to, const LinearForm& form, double cost) {
        for (const Factor kind : {Factor::sine, Factor::cosine}) to.push_back({{{kind, form, 1}}, cost});
    };
    for (const LinearForm& form : sums_of_angles(angles)) {
        LinearForm twice = form;
        for (auto& [name, factor] : twice) factor *= 2;
        const double cost = 1 + 0.5 * static_cast<double>(form.size() - 1);
        sine_and_cosine(all, form, cost);
        sine_and_cosine(all, twice, cost + 0.5);
        sine_and_cosine(of_one, form, cost);
        if (form.size() == 1) sine_and_cosine(all, {{form[0].first, 3}}, cost + 1);
    }
    constexpr std::size_t most = 24;
    if (of_one.size() > most) of_one.resize(most);
    append(all, products_of_two(of_one));
    // of three different angles
    for (std::size_t i = 0; i < of_one.size(); ++i)
        for (std::size_t j = i + 1; j < of_one.size(); ++j)
            for (std::size_t k = j + 1; k < of_one.size(); ++k) {
                const auto angle = [&](std::size_t n) { return of_one[n].factors[0].of; };
                if (angle(k).size() == 1 && angle(i) != angle(j) && angle(j) != angle(k) && angle(i) != angle(k))
                    all.push_back(product(product(of_one[i], of_one[j]), of_one[k]));
            }
    return all;
}

// Their places, the cheapest first.
std::vector<std::size_t> by_cost(const Candidates& all) {
    std::vector<std::size_t> places(all.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, {}, [&](std::size_t k) { return all[k].cost; });
    return places;
}

}  // namespace

std::vector<Candidate> candidates(const TermNames& names, std::size_t most) {
    const Candidates rates = powers_of(sums_of_neighbours(names.rates, 3, is_rate)), pairs = products_of_two(rates);
    Candidates moving{{}}, others{{}};
    append(moving, rates);
    append(moving, pairs);
    append(moving, powers_of(sums_of_neighbours(names.accelerations, 3, is_second_rate)));
    Candidates lengths = powers_of(sums_of_neighbours(names.lengths, 1));
    // a spring at a hinge
    for (const std::string& angle : names.angles)
        if (parts_of_multiple(angle).first.empty() && std::ranges::find(names.lengths, angle) == names.lengths.end())
            lengths.push_back({{{Factor::power, {{angle, 1}}, 1}}, 1});
    for (const std::string& name : names.reciprocals) lengths.push_back({{{Factor::power, {{name, 1}}, -1}}, 1});
    append(others, lengths);
    append(others, products_of_two(lengths));
    Candidates both, all;
    for (const Candidate& other : others)
        for (const Candidate& one : moving) both.push_back(product(other, one));
    const Candidates sines = sines_of(names.angles);
    // the costs alone are ordered: there may be a thousand million products
    std::vector<std::pair<double, std::size_t>> order;
    const std::vector<std::size_t> cheap_sines = by_cost(sines), cheap_others = by_cost(both);
    for (std::size_t i = 0; i < std::min(most, cheap_sines.size()); ++i)
        // as many products before this one cost no more
        for (std::size_t j = 0; j < std::min(most / (i + 1), cheap_others.size()); ++j) {
            const std::size_t sine = cheap_sines[i], other = cheap_others[j];
            order.emplace_back(sines[sine].cost + both[other].cost, sine * both.size() + other);
        }
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(most, order.size()));
    std::partial_sort(order.begin(), end, order.end());
    for (auto k = order.begin(); k != end; ++k)
        all.push_back(product(sines[k->second / both.size()], both[k->second % both.size()]));
    return all;
}

}  // namespace lag
