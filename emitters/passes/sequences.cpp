#include "emitters/passes/sequences.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

constexpr std::size_t all_sequences_below = 15000;  // live nodes
constexpr std::size_t any_search_below = 400000;
constexpr std::size_t resubstituted_below = 700;  // while it is compared with others; larger code at the end
constexpr int most_rounds = 4;                    // of resubstitution
constexpr std::size_t wide_below = 700;           // live nodes: goes on from several places
constexpr std::size_t resubstituted_places = 4;
constexpr std::ptrdiff_t gamble = 3;  // the place of the one that is tried once

Code flatten(const Code& code) {
    return factor_sums(code, Factoring::none);
}

Code applied(Pass pass, const Code& code) {
    switch (pass) {
        case Pass::factor:
            return flatten(factor_sums(code, Factoring::single_use));
        case Pass::factor_through:
            return flatten(factor_sums(code, Factoring::through_shared));
        case Pass::conjugates: {
            const std::optional<Code> expanded = expand_conjugates(code);
            return expanded ? flatten(*expanded) : code;
        }
        case Pass::distribute:
            return flatten(factor_sums(code, Factoring::distributing));
        case Pass::resubstitute:
            return flatten(resubstitute(code));
        case Pass::spread:
            return flatten(spread_sums(code));
        case Pass::pairs:
            break;
    }
    return flatten(share_pairs(code));
}

bool same(const Code& a, const Code& b) {
    if (a.size() != b.size() || a.roots != b.roots) return false;
    for (CodeId id = 0; id < a.size(); ++id) {
        const CodeNode &x = a.node(id), &y = b.node(id);
        if (x.kind != y.kind || x.op != y.op) return false;
        if (x.kind == CodeKind::symbol) {
            if (a.symbol_of(id).name != b.symbol_of(id).name || a.symbol_of(id).role != b.symbol_of(id).role)
                return false;
        } else if (x.payload != y.payload || !std::ranges::equal(a.items(id), b.items(id))) {
            return false;
        }
    }
    return true;
}

// Codes that the search has met, each with what the passes make of it.
class CodeCache {
  public:
    using Index = std::size_t;
    explicit CodeCache(Code start) { known(std::move(start)); }

    const Code& code(Index at) const { return codes_[at].code; }
    long operations(Index at) const { return codes_[at].operations; }
    Index after(Pass pass, Index from) {
        const auto found = made_.find({from, pass});
        if (found != made_.end()) return found->second;
        const Index to = known(applied(pass, codes_[from].code));
        made_.emplace(std::pair(from, pass), to);
        return to;
    }

  private:
    struct Known {
        Code code;
        long operations;
    };
    Index known(Code code) {
        const long operations = count_operations(code).total();
        for (Index k = 0; k < codes_.size(); ++k)
            if (codes_[k].operations == operations && same(codes_[k].code, code)) return k;
        codes_.push_back({std::move(code), operations});
        return codes_.size() - 1;
    }

    std::deque<Known> codes_;
    std::map<std::pair<Index, Pass>, Index> made_;
};

// Each is judged after every pass, so that its beginnings count as sequences too.
std::vector<Sequence> sequences(std::size_t size) {
    using enum Pass;
    if (size > all_sequences_below) return {{factor, pairs}};
    return {{factor, pairs},
            {pairs, factor},
            {factor_through, pairs, factor, pairs},
            {factor, factor_through, pairs, factor, pairs},
            {pairs, factor_through, pairs, factor, pairs}};
}

// What may follow the expansion of conjugates.
std::vector<Sequence> conjugate_sequences() {
    using enum Pass;
    return {{conjugates, factor, pairs},
            {conjugates, pairs, factor, pairs},
            {conjugates, factor_through, pairs, factor, pairs}};
}

struct SearchPoint {
    CodeCache::Index at = 0;
    Sequence path;
};

class Search {
  public:
    explicit Search(Code start) : met_(std::move(start)) {}

    const Code& code(const SearchPoint& place) const { return met_.code(place.at); }
    long operations(const SearchPoint& place) const { return met_.operations(place.at); }

    // One round: the place with fewest operations among `start` and where the sequences lead; the first of equals.
    SearchPoint best_of(const SearchPoint& start, const std::vector<Sequence>& candidates) {
        SearchPoint best = start;
        for (const Sequence& sequence : candidates) {
            CodeCache::Index at = start.at;
            for (std::size_t length = 1; length <= sequence.size(); ++length) {
                at = met_.after(sequence[length - 1], at);
                if (met_.operations(at) >= met_.operations(best.at)) continue;
                best = {at, start.path};
                best.path.insert(best.path.end(), sequence.begin(),
                                 sequence.begin() + static_cast<std::ptrdiff_t>(length));
            }
        }
        return best;
    }

    // Rounds from the best on while that helps, at most `rounds`.
    SearchPoint rounds_from(SearchPoint best, int rounds) {
        for (int round = 0; round < rounds; ++round) {
            const std::size_t size = code(best).size();
            SearchPoint next = best_of(best, sequences(size));
            if (next.at == best.at) break;
            best = std::move(next);
            if (size > all_sequences_below) break;
        }
        return best;
    }

    // The sequences twice, and from both places what the expansion of conjugates leads to.
    SearchPoint all_sequences() {
        const SearchPoint start;
        const SearchPoint once = rounds_from(start, 1);
        SearchPoint best = rounds_from(once, 1);
        for (const SearchPoint* const from : {&start, &once}) {
            if (code(*from).size() > all_sequences_below || !has_conjugates(code(*from))) continue;
            SearchPoint expanded = best_of(*from, conjugate_sequences());
            if (expanded.at == from->at) continue;
            expanded = rounds_from(std::move(expanded), 1);
            if (operations(expanded) < operations(best)) best = std::move(expanded);
        }
        return best;
    }

    // What resubstitution leads to from there, with what the other passes make of it, as long as that helps.
    SearchPoint resubstituted(SearchPoint best, int rounds) {
        using enum Pass;
        if (rounds == 1) return best_of(best, {{resubstitute, factor, pairs}});
        std::vector<Sequence> candidates{{resubstitute, factor, pairs},
                                         {resubstitute, pairs, factor},
                                         {distribute, pairs},
                                         {resubstitute, factor_through, pairs, resubstitute},
                                         {spread, resubstitute, pairs}};
        const std::size_t width = code(best).size() <= wide_below ? resubstituted_places : 1;
        std::vector<SearchPoint> front{best};
        std::set<CodeCache::Index> seen{best.at};
        for (int round = 0; round < rounds && !front.empty(); ++round) {
            front = places_after(front, candidates, width, seen);
            const bool is_better = !front.empty() && operations(front.front()) < operations(best);
            if (is_better) best = front.front();
            if (!is_better && (width == 1 || round > 0)) break;
            if (round == 0) candidates.erase(candidates.begin() + gamble);  // once
        }
        return best;
    }

    // The places, new ones alone, with fewest operations among those that the sequences lead to.
    std::vector<SearchPoint> places_after(const std::vector<SearchPoint>& front,
                                          const std::vector<Sequence>& candidates, std::size_t width,
                                          std::set<CodeCache::Index>& seen) {
        std::vector<SearchPoint> next;
        for (const SearchPoint& from : front)
            for (const Sequence& sequence : candidates) {
                SearchPoint place = from;
                for (const Pass pass : sequence) {
                    place.at = met_.after(pass, place.at);
                    place.path.push_back(pass);
                    if (seen.insert(place.at).second) next.push_back(place);
                }
            }
        std::ranges::stable_sort(next, {}, [&](const SearchPoint& place) { return operations(place); });
        if (next.size() > width) next.resize(width);
        return next;
    }

    // Every pass from the few best places, and again: passes that gain nothing at first are kept for a while.
    SearchPoint around(const SearchPoint& best_so_far) {
        constexpr std::size_t width = 6, steps = 12;
        using enum Pass;
        SearchPoint best = best_so_far;
        std::vector<SearchPoint> front{best, SearchPoint{}};
        std::set<CodeCache::Index> seen{best.at, 0};
        for (std::size_t step = 0; step < steps && !front.empty(); ++step) {
            std::vector<SearchPoint> next;
            for (const SearchPoint& from : front) {
                for (const Pass pass : {factor, factor_through, pairs, conjugates}) {
                    SearchPoint place{met_.after(pass, from.at), from.path};
                    if (!seen.insert(place.at).second) continue;
                    place.path.push_back(pass);
                    next.push_back(std::move(place));
                }
            }
            std::ranges::stable_sort(next, {}, [&](const SearchPoint& place) { return operations(place); });
            if (next.size() > width) next.resize(width);
            if (!next.empty() && operations(next.front()) < operations(best)) best = next.front();
            front = std::move(next);
        }
        return best;
    }

  private:
    CodeCache met_;
};

}  // namespace

Searched searched(Code code, const Hint& hint, int level) {
    Code flat = flatten(code);
    if (count_operations(flat).total() > count_operations(code).total()) flat = std::move(code);
    const std::size_t size = flat.size();
    if (level == 0 || size > any_search_below) return {std::move(flat), {}};
    Search search(std::move(flat));
    const bool is_hinted = !hint.passes.empty() && size > hint.above;
    SearchPoint best;
    if (is_hinted) best = search.best_of(best, {hint.passes, {Pass::factor, Pass::pairs}});
    if (!is_hinted || level >= 2) {
        SearchPoint place = search.all_sequences();
        if (search.operations(place) < search.operations(best)) best = std::move(place);
    }
    if (level >= 2 && size <= all_sequences_below) {
        // what is ahead before resubstitution need not be after it
        SearchPoint wide = search.resubstituted(search.around(best), most_rounds);
        best = search.resubstituted(std::move(best), most_rounds);
        if (search.operations(wide) < search.operations(best)) best = std::move(wide);
    } else if (size <= resubstituted_below) {
        best = search.resubstituted(std::move(best), most_rounds);
    }
    return {search.code(best), std::move(best.path)};
}

Code finished(const Code& code, int level, bool is_called_often) {
    if (level == 0) return code;
    Search search(code);
    return search.code(search.resubstituted({}, is_called_often || level >= 2 ? most_rounds : 1));
}

}  // namespace lag
