// Pass: the order of the statements, after Goodman and Hsu (1988), who switch between two aims.
//   * What most of the rest waits for comes first: within windows of several widths around the order in which the
//     equations were formed, the statement with the longest way to the results (list scheduling). A processor that
//     reorders looks a few hundred instructions ahead, not from the pivots of one wheel to those of the next.
//   * Then, within windows around that order, what keeps the fewest values live: those that wait while more do than
//     there are registers travel through memory, and compilers keep the order of the source when they assign registers.
// The order with fewest estimated cycles is kept (schedule_block.hpp), of scalars also one of the first step alone; of
// packs, whose values are several times larger, each reload counts half a cycle more. Of equal ones the formed one. Scheduling from the results backward was tried
// too: more reloads than forward.

#include <algorithm>
#include <array>
#include <numeric>
#include <queue>
#include <tuple>

#include "emitters/passes/declared_order.hpp"
#include "emitters/passes/passes.hpp"
#include "emitters/passes/schedule_block.hpp"
#include "emitters/passes/sine_plan.hpp"
#include "emitters/passes/value_names.hpp"

namespace lag {

namespace {

constexpr std::size_t full_search_below = 8000;  // statements; beyond, one window is tried in each step
constexpr std::size_t one_window = 100;
constexpr std::size_t reloads_per_cycle = 10, reloads_per_cycle_of_packs = 2;  // beyond what the estimate has of them

Order formed(std::size_t size) {
    Order order(size);
    std::iota(order.begin(), order.end(), 0U);
    return order;
}

template <class T>
using LeastFirst = std::priority_queue<T, std::vector<T>, std::greater<>>;

// List scheduling around the order `around`: at each step one of the statements that are free to come, out of `window`
// places from the first that is not taken. `Choice` decides: it is told what becomes free and what is taken, and gives
// the next.
class Window {
  public:
    Window(const ScheduleBlock& block, const Order& around, std::size_t width)
        : block_(block),
          around_(around),
          width_(width),
          place_(around.size()),
          missing_(around.size()),
          followers_(around.size()),
          taken_(around.size(), false) {
        for (std::uint32_t k = 0; k < around.size(); ++k) place_[around[k]] = k;
        for (std::uint32_t s = 0; s < around.size(); ++s) {
            missing_[s] = block.reads[s].size();
            if (block.after[s] != s) ++missing_[s], followers_[block.after[s]].push_back(s);
        }
    }

    template <class Choice>
    Order scheduled(Choice& choice) {
        const auto release = [&](std::uint32_t s) {
            if (missing_[s] > 0) return;
            if (place_[s] < first_ + width_)
                choice.offer(s, place_[s]);
            else
                beyond_.push(place_[s]);
        };
        for (std::uint32_t s = 0; s < around_.size(); ++s) release(s);
        Order order;
        while (order.size() < around_.size()) {
            const std::uint32_t s = choice.take();
            taken_[s] = true;
            order.push_back(s);
            for (const std::uint32_t reader : block_.readers[s]) --missing_[reader], release(reader);
            for (const std::uint32_t follower : followers_[s]) --missing_[follower], release(follower);
            while (first_ < around_.size() && taken_[around_[first_]]) ++first_;
            for (; !beyond_.empty() && beyond_.top() < first_ + width_; beyond_.pop())
                choice.offer(around_[beyond_.top()], beyond_.top());
        }
        return order;
    }

  private:
    const ScheduleBlock& block_;
    const Order& around_;
    std::size_t width_, first_ = 0;
    Order place_;
    std::vector<std::size_t> missing_;
    std::vector<Order> followers_;
    std::vector<bool> taken_;
    LeastFirst<std::uint32_t> beyond_;  // places of what is free to come, but outside of the window
};

// What keeps the fewest values live.
class FewestWaiting {
  public:
    explicit FewestWaiting(const ScheduleBlock& block)
        : block_(block), unread_(block.size()), growth_(block.size()), place_(block.size(), absent) {
        for (std::uint32_t s = 0; s < block.size(); ++s) {
            unread_[s] = block.readers[s].size();
            growth_[s] += block.makes_value[s] ? 1 : 0;
            if (unread_[s] == 1) --growth_[block.readers[s].front()];
        }
    }
    void offer(std::uint32_t s, std::uint32_t place) {
        place_[s] = place;
        ready_.emplace(growth_[s], place, s);
    }
    std::uint32_t take() {
        std::uint32_t s = 0;
        int growth = 0;
        do {  // entries from before a change of growth are passed over
            std::tie(growth, std::ignore, s) = ready_.top();
            ready_.pop();
        } while (place_[s] == absent || growth != growth_[s]);
        place_[s] = absent;
        for (const std::uint32_t read : block_.reads[s]) {
            if (--unread_[read] != 1) continue;
            for (const std::uint32_t reader : block_.readers[read]) {
                --growth_[reader];
                if (place_[reader] != absent) ready_.emplace(growth_[reader], place_[reader], reader);
            }
        }
        return s;
    }

  private:
    static constexpr std::uint32_t absent = ~0U;
    const ScheduleBlock& block_;
    std::vector<std::size_t> unread_;
    std::vector<int> growth_;
    Order place_;
    LeastFirst<std::tuple<int, std::uint32_t, std::uint32_t>> ready_;  // growth, place, statement
};

// Of what could start by now, the statement with the longest way to the results; checks and stores at once. Results:
// at once too, which frees what they read, or last.
enum class Results { at_once, last };
template <Results results>
class LongestWay {
  public:
    LongestWay(const ScheduleBlock& block, double started_per_cycle)
        : block_(block), started_per_cycle_(started_per_cycle), way_(block.size(), 0), known_(block.size(), 0) {
        for (std::size_t s = block.size(); s-- > 0;)
            for (std::size_t k = 0; k < block.reads[s].size(); ++k) {
                double& way = way_[block.reads[s][k]];
                way = std::max(way, way_[s] + block.delays[s][k]);
            }
    }
    void offer(std::uint32_t s, std::uint32_t place) {
        double possible = 0;
        for (std::size_t k = 0; k < block_.reads[s].size(); ++k)
            possible = std::max(possible, known_[block_.reads[s][k]] + block_.delays[s][k]);
        waiting_.emplace(std::max(0.0, possible - last_latency(s)), place, s);
    }
    std::uint32_t take() {
        if (ready_.empty()) now_ = std::max(now_, std::get<0>(waiting_.top()));
        for (; !waiting_.empty() && std::get<0>(waiting_.top()) <= now_; waiting_.pop()) {
            const auto [possible, place, s] = waiting_.top();
            const bool is_at_once = block_.is_check[s] || block_.instructions[s].empty() ||
                                    (results == Results::at_once && !block_.makes_value[s]);
            ready_.emplace(is_at_once ? -endless : -way_[s], place, s);
        }
        const std::uint32_t s = std::get<2>(ready_.top());
        ready_.pop();
        for (const Instruction& instruction : block_.instructions[s]) now_ += instruction.slots / started_per_cycle_;
        known_[s] = now_ + last_latency(s);
        return s;
    }

  private:
    static constexpr double endless = 1e300;
    double last_latency(std::uint32_t s) const {
        return block_.instructions[s].empty() ? 0 : block_.instructions[s].back().latency;
    }
    const ScheduleBlock& block_;
    double started_per_cycle_;
    std::vector<double> way_, known_;
    double now_ = 0;
    using Ready = LeastFirst<std::tuple<double, std::uint32_t, std::uint32_t>>;
    Ready waiting_, ready_;  // by the cycle it can start, by minus its way; place, statement
};

template <class Choice>
Order scheduled(const ScheduleBlock& block, const Order& around, std::size_t width, Choice choice) {
    return Window(block, around, width).scheduled(choice);
}

std::size_t cost_of(const ScheduleBlock& block, const Order& order, OrderGoal goal) {
    const std::size_t count = reloads(block, order);
    return count +
           (goal == OrderGoal::packs ? reloads_per_cycle_of_packs : reloads_per_cycle) * cycles(block, order, count);
}

class Best {
  public:
    Best(const ScheduleBlock& block, OrderGoal goal) : block_(block), goal_(goal) { see(formed(block.size())); }
    void see(Order order) {
        const std::size_t cost = cost_of(block_, order, goal_);
        if (!order_.empty() && cost >= cost_) return;
        cost_ = cost;
        order_ = std::move(order);
    }
    Order order() && { return std::move(order_); }

  private:
    const ScheduleBlock& block_;
    OrderGoal goal_;
    Order order_;
    std::size_t cost_ = 0;
};

Order order_for(const ScheduleBlock& block, OrderGoal goal) {
    Best best(block, goal);
    const Order around = formed(block.size());
    const std::vector<std::size_t> fine_windows =
        goal == OrderGoal::packs ? std::vector<std::size_t>{5, 10, 20, 50, 100, 200, 500, block.size()}
                                 : std::vector<std::size_t>{50, 100};
    const auto is_tried = [&](std::size_t window) { return block.size() <= full_search_below || window == one_window; };
    const auto refine = [&](const Order& coarse) {
        for (const std::size_t window : fine_windows)
            if (is_tried(window)) best.see(scheduled(block, coarse, window, FewestWaiting(block)));
    };
    if (block.size() <= full_search_below) refine(around);
    for (const std::size_t window : {std::size_t{50}, std::size_t{100}, std::size_t{200}}) {
        if (!is_tried(window)) continue;
        constexpr double half = 2, full = 4;  // instructions a cycle
        const Order longest_first = scheduled(block, around, window, LongestWay<Results::at_once>(block, half));
        refine(longest_first);
        refine(scheduled(block, around, window, LongestWay<Results::last>(block, half)));
        if (goal == OrderGoal::packs || block.has_lane_values) continue;  // a vector that waits in memory costs more
        best.see(longest_first);
        best.see(scheduled(block, around, window, LongestWay<Results::at_once>(block, full)));
    }
    return std::move(best).order();
}

// Declared order wherever it costs nothing; where a routine is called once, or now and then, at any cost.
Order with_results_in_order(const Routine& routine, std::size_t first, const ScheduleBlock& block, Order order,
                            OrderGoal goal) {
    static const std::vector<RoutineName> once{RoutineName::defaults, RoutineName::initial, RoutineName::setup,
                                               RoutineName::base_parameters};
    const DeclaredOrder declared(routine, first, block);
    if (is_one_of(routine.name, once)) return declared.on_demand();
    Order waiting = declared.waiting(order);
    if (routine.name == RoutineName::outputs || waiting == order) return waiting;
    const std::size_t cost = cost_of(block, order, goal);
    if (cost_of(block, waiting, goal) <= cost) return waiting;
    Order moved = declared.side_by_side(order);
    return cost_of(block, moved, goal) <= cost ? moved : declared.copies(order);
}

// Numbers the temporaries in their order; what is known by number moves along.
void number_temporaries(Routine& routine) {
    const std::vector<std::uint32_t> slot = routine.slot, piece_of = routine.piece_of;
    std::size_t number = 0;
    for (CodeStatement& statement : routine.statements) {
        if (statement.kind != CodeStatement::Kind::temporary) continue;
        const std::size_t before = std::exchange(statement.number, ++number);
        if (!slot.empty()) routine.slot[number] = slot[before], routine.piece_of[number] = piece_of[before];
        routine.temporary[statement.value.id] = static_cast<std::uint32_t>(number);
    }
}

// Whether one body has more instructions than the first cache holds (32 KB), so that each reload has to be fetched, too. Far beyond
// it, reloads are not what decides (bench/README.md).
bool is_fetched_anew(const Routine& routine) {
    constexpr long in_cache = 4000, far_beyond = 8000;  // operations
    long operations = 0;
    for (const CodeStatement& statement : routine.statements) operations += statement.operations.total();
    return !routine.is_split() && operations > in_cache && operations <= far_beyond;
}

}  // namespace

void order_statements(Routine& routine, OrderGoal goal) {
    const auto is_fixed = [&](const CodeStatement& statement) {
        return statement.kind == CodeStatement::Kind::call ||
               (statement.kind == CodeStatement::Kind::result &&
                routine.overwrites_what_it_reads(statement.place.argument));
    };
    const OrderGoal aim = is_fetched_anew(routine) ? OrderGoal::packs : goal;  // as few reloads as there can be
    std::vector<CodeStatement> ordered;
    ordered.reserve(routine.statements.size());
    for (const Piece& piece : routine.pieces) {
        for (std::size_t first = piece.first; first < piece.last; ++first) {
            std::size_t last = first;
            while (last < piece.last && !is_fixed(routine.statements[last])) ++last;
            const auto begin = routine.statements.begin();
            std::ranges::sort(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last), {},
                              &CodeStatement::formed);
            const ScheduleBlock block = schedule_block_of(routine, first, last, goal != OrderGoal::one_state);
            Order order = order_for(block, aim);
            for (const std::uint32_t s : with_results_in_order(routine, first, block, std::move(order), aim))
                ordered.push_back(routine.statements[first + s]);
            if (last < piece.last) ordered.push_back(routine.statements[last]);
            first = last;
        }
    }
    routine.statements = std::move(ordered);
    number_temporaries(routine);
}

namespace {

// What the angles of a group are computed from stands before the group.
void put_angles_first(Routine& routine) {
    std::vector<CodeStatement> ordered;
    ordered.reserve(routine.statements.size());
    for (std::size_t piece = 0; piece < routine.pieces.size(); ++piece) {
        const SinePlan plan(routine, piece);
        for (const std::size_t k : plan.order()) ordered.push_back(routine.statements[k]);
    }
    routine.statements = std::move(ordered);
    number_temporaries(routine);
}

}  // namespace

Program ordered_for(Program program, OrderGoal goal, bool own_sines) {
    for (Routine& routine : program.routines) {
        order_statements(routine, goal);
        if (goal != OrderGoal::one_state) put_angles_first(routine);
        name_temporaries(program, routine);
        mark_sections(program, routine, own_sines || goal == OrderGoal::own_sines);
    }
    return program;
}

}  // namespace lag
