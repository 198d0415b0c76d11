#include "emitters/passes/sine_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

bool is_sine(const CodeNode& node) {
    return node.kind == CodeKind::function && (node.op == Op::sin || node.op == Op::cos);
}

class Planning {
  public:
    Planning(const Routine& routine, std::size_t piece)
        : routine_(routine), code_(*routine.code), bounds_(routine.pieces[piece]), piece_(piece) {}

    // Angles by level; arguments of the routine first, in their order, so that neighbours are loaded together, then the
    // others in the order of their first use.
    std::vector<std::vector<Item>> angles() const {
        const std::vector<std::size_t> level = levels();
        const std::vector<bool> waits = waiting();
        std::vector<std::vector<Item>> result;
        for (std::size_t k = bounds_.first; k < bounds_.last; ++k) {
            const CodeStatement& statement = routine_.statements[k];
            if (statement.kind == CodeStatement::Kind::call || is_name(statement)) continue;
            for (const CodeId id : nodes_in_text(routine_, statement.value.id)) {
                if (!is_sine(code_.node(id)) || (id != statement.value.id && routine_.is_temporary(id))) continue;
                const Item angle = code_.items(id)[0];
                if (waits[angle.id]) continue;
                if (level[angle.id] >= result.size()) result.resize(level[angle.id] + 1);
                std::vector<Item>& group = result[level[angle.id]];
                if (std::ranges::find(group, angle) == group.end()) group.push_back(angle);
            }
        }
        const auto place = [&](const Item& angle) {
            if (code_.node(angle.id).kind != CodeKind::symbol) return ArgumentElement{routine_.arguments.size(), 0};
            const std::vector<ArgumentElement> places = routine_.places_of(code_.symbol_of(angle.id));
            return places.empty() ? ArgumentElement{} : places.front();
        };
        for (std::vector<Item>& group : result)
            std::ranges::stable_sort(group, {},
                                     [&](const Item& angle) { return std::pair(place(angle), angle.minus); });
        return result;
    }

    // By statement of the piece: is it needed for these angles?
    std::vector<bool> needed_for(const std::vector<Item>& angles) const {
        std::vector<bool> needed(bounds_.last - bounds_.first, false);
        std::vector<std::size_t> statement_of(routine_.slot.size(), 0);
        for (std::size_t k = bounds_.first; k < bounds_.last; ++k)
            if (routine_.statements[k].kind == CodeStatement::Kind::temporary)
                statement_of[routine_.statements[k].number] = k;
        std::vector<CodeId> open;
        const auto read = [&](CodeId id) {
            if (!is_own(id)) return;
            const std::size_t k = statement_of[routine_.temporary[id]] - bounds_.first;
            if (!needed[k]) open.push_back(id);
            needed[k] = true;
        };
        const auto read_below = [&](CodeId root) {
            for (const CodeId id : nodes_in_text(routine_, root))
                if (id != root) read(id);
        };
        for (const Item& angle : angles) {
            if (routine_.is_temporary(angle.id)) {
                read(angle.id);
            } else {
                read_below(angle.id);
            }
        }
        while (!open.empty()) {
            const CodeId id = open.back();
            open.pop_back();
            read_below(id);
        }
        return needed;
    }

  private:
    bool is_name(const CodeStatement& statement) const {
        return statement.kind != CodeStatement::Kind::temporary && routine_.is_temporary(statement.value.id);
    }
    bool is_own(CodeId id) const {  // a temporary of this piece
        return routine_.is_temporary(id) && routine_.piece_of[routine_.temporary[id]] == piece_;
    }
    // By node: how many groups come before it; 0 for what other pieces computed.
    std::vector<std::size_t> levels() const {
        std::vector<std::size_t> level(code_.size(), 0);
        for (CodeId id = 0; id < code_.size(); ++id) {
            if (routine_.is_temporary(id) && !is_own(id)) continue;
            for (const Item& item : code_.items(id)) level[id] = std::max(level[id], level[item.id]);
            if (is_sine(code_.node(id))) ++level[id];
        }
        return level;
    }

    // By node: does it need results of a user's routine? Such angles stay where they stand.
    std::vector<bool> waiting() const {
        std::vector<bool> waits(code_.size(), false);
        for (CodeId id = 0; id < code_.size(); ++id) {
            if (routine_.is_temporary(id) && !is_own(id)) continue;
            if (code_.node(id).kind == CodeKind::symbol)
                waits[id] =
                    std::ranges::any_of(routine_.places_of(code_.symbol_of(id)), [&](const ArgumentElement& place) {
                        return routine_.arguments[place.argument].intent == Argument::Intent::local;
                    });
            for (const Item& item : code_.items(id)) waits[id] = waits[id] || waits[item.id];
        }
        return waits;
    }

    const Routine& routine_;
    const Code& code_;
    const Piece& bounds_;
    std::size_t piece_;
};

}  // namespace

SinePlan::SinePlan(const Routine& routine, std::size_t piece) {
    const Planning planning(routine, piece);
    const Piece& bounds = routine.pieces[piece];
    std::vector<bool> placed(bounds.last - bounds.first, false);
    const auto place = [&](std::size_t k) {
        if (!placed[k - bounds.first]) order_.push_back(k);
        placed[k - bounds.first] = true;
    };
    const auto add = [&](std::vector<Item> angles, std::size_t lanes, const std::string& number) {
        const std::vector<bool> needed = planning.needed_for(angles);
        for (std::size_t k = bounds.first; k < bounds.last; ++k)
            if (needed[k - bounds.first]) place(k);
        const std::string of = lanes > 0 ? fmt::format("limbs{}_", lanes) : "";
        groups_.push_back({fmt::format("{}angle{}", of, number), fmt::format("{}sine{}", of, number),
                           fmt::format("{}cosine{}", of, number), std::move(angles), order_.size(), lanes});
        const Group& group = groups_.back();
        for (std::size_t k = 0; k < group.angles.size(); ++k) {
            places_.emplace(std::pair(group.angles[k], false), Place{group.sine, k});
            places_.emplace(std::pair(group.angles[k], true), Place{group.cosine, k});
        }
    };
    std::size_t level = 0;
    for (std::vector<Item>& angles : planning.angles()) {
        if (angles.empty()) continue;
        const std::string number = level++ == 0 ? "" : std::to_string(level);
        std::map<std::size_t, std::vector<Item>> by_lanes;
        for (const Item& angle : angles) by_lanes[routine.lanes_of_slice(routine.lanes_of(angle.id))].push_back(angle);
        for (auto& [lanes, some] : by_lanes) add(std::move(some), lanes, number);
    }
    for (std::size_t k = bounds.first; k < bounds.last; ++k) place(k);
}

const SinePlan::Place* SinePlan::find(const Code& code, CodeId id) const {
    const CodeNode& node = code.node(id);
    if (!is_sine(node)) return nullptr;
    const auto found = places_.find({code.items(id)[0], node.op == Op::cos});
    return found == places_.end() ? nullptr : &found->second;
}

std::size_t angles_together(const Program& program) {
    const Routine* const derivatives = program.find(RoutineName::derivatives);
    std::size_t most = 0;
    for (std::size_t piece = 0; derivatives != nullptr && piece < derivatives->pieces.size(); ++piece) {
        const SinePlan plan(*derivatives, piece);
        for (const SinePlan::Group& group : plan.groups()) most = std::max(most, group.angles.size());
    }
    return most;
}

}  // namespace lag
