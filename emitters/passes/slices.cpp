// Pass: where lane values have more lanes than are computed at once (64 equal limbs, eight at once), the code of the limbs is
// there once. The body is cut into pieces:
//
//   piece 1    single numbers that need nothing of the limbs
//   piece 2    what follows from them in one slice of eight limbs, called for each slice
//   piece 3    sums over all limbs, and single numbers that need these
//   piece 4    what follows from those in one slice, called for each
//   ..
//
// A slice reads and writes arguments at a fixed distance from the slice before it.

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/errors.hpp"
#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

// Where results of lane values stand, lane by lane: by the value and the argument, several in their order.
template <class Result, class ValueOf, class LanesOf>
std::map<std::tuple<std::uint32_t, bool, std::size_t>, std::vector<std::vector<LaneSource>>> places_by_lane(
    const std::vector<Result>& results, const ValueOf& value_of, const LanesOf& lanes_of) {
    std::map<std::tuple<std::uint32_t, bool, std::size_t>, std::vector<std::vector<LaneSource>>> places;
    for (const Result& result : results) {
        const std::size_t lanes = lanes_of(result);
        if (lanes == 0) continue;
        const auto [id, minus] = value_of(result);
        auto& lists = places[{id, minus, result.place.argument}];
        auto open = std::ranges::find_if(lists, [&](const auto& list) { return list[result.lane - 1].sign == 0; });
        if (open == lists.end()) open = lists.insert(lists.end(), std::vector<LaneSource>(lanes, LaneSource{{}, 0}));
        (*open)[result.lane - 1] = {result.place, 1};
    }
    return places;
}

class Cutting {
  public:
    explicit Cutting(Routine& routine) : routine_(routine) {}

    void run() {
        keep_first_slice();
        std::vector<CodeStatement>& statements = routine_.statements;
        std::vector<Place> places;
        place_of_.assign(statements.size() + 1, {});
        for (const CodeStatement& statement : statements) {
            places.push_back(place_of(statement));
            if (statement.kind == CodeStatement::Kind::temporary) place_of_[statement.number] = places.back();
        }
        std::vector<std::size_t> order(statements.size());
        for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
        std::ranges::stable_sort(order, {}, [&](std::size_t k) { return places[k]; });
        std::vector<CodeStatement> sorted;
        routine_.pieces.clear();
        for (std::size_t k = 0; k < order.size(); ++k) {
            if (k == 0 || places[order[k]] != places[order[k - 1]])
                routine_.pieces.push_back({k, k, places[order[k]].second});
            routine_.pieces.back().last = k + 1;
            sorted.push_back(std::move(statements[order[k]]));
        }
        statements = std::move(sorted);
        give_slots(routine_);
    }

  private:
    // How often sums over slices come before it, and how many lanes it has in slices, or 0.
    using Place = std::pair<std::size_t, std::size_t>;

    std::size_t lanes_in_slices(const CodeStatement& statement) const {
        if (statement.kind == CodeStatement::Kind::call) return 0;
        const std::size_t lanes = routine_.lanes_of(statement.value.id);
        return routine_.is_in_slices(lanes) ? lanes : lanes_of_condition(statement);
    }
    // A condition is no number; what it compares is.
    std::size_t lanes_of_condition(const CodeStatement& statement) const {
        return routine_.is_in_slices(statement.by_lane.size()) ? statement.by_lane.size() : 0;
    }
    Place place_of(const CodeStatement& statement) const {
        Place place{0, lanes_in_slices(statement)};
        for (const std::uint32_t read : temporaries_read(routine_, statement)) {
            const auto& [before, lanes] = place_of_[read];
            place.first = std::max(place.first, lanes > 0 && lanes != place.second ? before + 1 : before);
        }
        return place;
    }

    // The results of a slice stand for those of the others.
    void keep_first_slice() {
        std::vector<CodeStatement> results;
        for (const CodeStatement& statement : routine_.statements)
            if (statement.kind == CodeStatement::Kind::result && statement.lane > 0 && lanes_in_slices(statement) > 0)
                results.push_back(statement);
        std::ranges::stable_sort(results, {}, &CodeStatement::place);
        const auto all = places_by_lane(
            results, [](const CodeStatement& s) { return std::pair(s.value.id, s.value.minus); },
            [&](const CodeStatement& s) { return lanes_in_slices(s); });
        std::map<ArgumentElement, std::size_t> steps;
        for (const auto& [value, lists] : all)
            for (const std::vector<LaneSource>& list : lists) {
                const auto found = steps_of(list, routine_.lanes_at_once);
                if (!found) throw InternalError("results of slices at different distances");
                for (std::size_t k = 0; k < found->size(); ++k)
                    if (list[k].sign != 0) steps.emplace(list[k].place, (*found)[k]);
            }
        std::erase_if(routine_.statements, [&](const CodeStatement& s) {
            return s.kind == CodeStatement::Kind::result && s.lane > routine_.lanes_at_once && lanes_in_slices(s) > 0;
        });
        for (CodeStatement& s : routine_.statements)
            if (s.kind == CodeStatement::Kind::result && s.lane > 0 && lanes_in_slices(s) > 0)
                s.step = steps.at(s.place);
    }

    Routine& routine_;
    std::vector<Place> place_of_;  // by temporary number
};

}  // namespace

void cut_into_slices(Routine& routine) {
    const auto is_in_slices = [&](std::size_t lanes) { return routine.is_in_slices(lanes); };
    if (std::ranges::any_of(routine.lanes, is_in_slices)) Cutting(routine).run();
}

bool may_be_in_slices(const Routine& routine) {
    const Graph& graph = *routine.graph;
    const auto has_steps = [&](const std::vector<LaneSource>& sources) {
        return !routine.is_in_slices(sources.size()) || steps_of(sources, routine.lanes_at_once).has_value();
    };
    const auto is_read_in_slices = [&](const auto& read) { return routine.is_in_slices(read.first.lanes); };
    if (std::ranges::none_of(routine.lane_reads, is_read_in_slices)) return true;
    if (!routine.calls.empty()) return false;
    for (const auto& [symbol, sources] : routine.lane_reads)
        if (!has_steps(sources)) return false;
    std::vector<ResultExpression> in_order = routine.results;
    std::ranges::stable_sort(in_order, {}, &ResultExpression::place);
    const auto results = places_by_lane(
        in_order, [](const ResultExpression& r) { return std::pair(r.value.id, false); },
        [&](const ResultExpression& r) { return r.lane > 0 ? graph.lanes_of(r.value) : 0; });
    for (const auto& [value, lists] : results)
        if (!std::ranges::all_of(lists, has_steps)) return false;
    return std::ranges::all_of(routine.checks, [&](const PivotCheck& check) {
        std::vector<LaneSource> infos;
        for (const std::size_t info : check.by_lane) infos.push_back({{0, info}, info > 0 ? 1 : 0});
        return has_steps(infos);
    });
}

}  // namespace lag
