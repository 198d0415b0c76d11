#include "emitters/passes/schedule_block.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "emitters/passes/latencies.hpp"
#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

// One statement as instructions: a sum is a chain of adds and multiply-adds, as compilers keep it.
class Instructions {
  public:
    using Operand = std::optional<Instruction::Operand>;  // none: an argument or a number
    Instructions(const Routine& routine, const std::unordered_map<CodeId, std::uint32_t>& makers, CodeId root,
                 bool is_definition, bool knows_sines)
        : routine_(routine), code_(*routine.code), makers_(makers), knows_sines_(knows_sines) {
        if (is_definition || !routine.is_temporary(root)) computed(root);
    }
    std::vector<Instruction> list() && { return std::move(list_); }

  private:
    // Instructions for one of lane values: vectors of four are taken for granted.
    static unsigned slots_of(std::size_t lanes) { return lanes <= 4 ? 1 : 2; }
    Operand gathered(std::size_t lanes, const std::vector<Operand>& operands = {}) {
        constexpr unsigned latency = 4, slots_of_two = 2, slots = 3, slots_of_eight = 9;
        times_ = 1;
        return add(latency, operands, lanes <= 2 ? slots_of_two : lanes <= 4 ? slots : slots_of_eight);
    }
    Operand summed_over_lanes(std::size_t of_lanes, const std::vector<Operand>& operands) {
        constexpr unsigned latency_of_two = 6, slots_of_two = 2, slots = 4, slots_of_eight = 7;
        const std::size_t lanes = routine_.lanes_of_slice(of_lanes);
        for (std::size_t slice = 1; slice < routine_.slices_of(of_lanes); ++slice)
            add(add_latency, {}, slots_of(lanes));
        if (lanes <= 2) return add(latency_of_two, operands, slots_of_two);
        return add(latency_of(Op::lane_sum), operands, lanes <= 4 ? slots : slots_of_eight);
    }
    Operand folded(LaneFold fold, const std::vector<Operand>& operands) {
        times_ = 1;
        const auto additions = static_cast<unsigned>(fold.additions());
        return add(latency_of(Op::lane_fold) + (additions - 1) * add_latency, operands, 2 * additions);
    }
    Operand value(CodeId id) {
        if (!routine_.is_temporary(id)) return computed(id);
        const auto maker = makers_.find(id);
        if (maker == makers_.end()) return {};
        return Instruction::Operand{Instruction::Operand::Kind::statement, maker->second};
    }
    Operand computed(CodeId id) {
        const unsigned around = std::exchange(times_, slots_of(routine_.lanes_of_slice(routine_.lanes_of(id))));
        const Operand result = computed_once(id);
        times_ = around;
        return result;
    }
    Operand computed_once(CodeId id) {
        switch (code_.node(id).kind) {
            case CodeKind::sum:
                return sum(id);
            case CodeKind::product:
                return product(id);
            case CodeKind::function:
                return function(id);
            case CodeKind::symbol:  // a lane symbol is gathered
                if (routine_.lanes_of(id) > 0) return gathered(routine_.lanes_of_slice(routine_.lanes_of(id)));
                return {};
            default:
                return {};
        }
    }
    Operand sum(CodeId id) {
        Operand result;
        bool is_first = true;
        for (const Item& term : items_in_text(routine_, {id, false})) {
            if (is_first) {
                result = value(term.id);
            } else if (is_fused(routine_, term.id)) {
                std::vector<Item> factors = items_in_text(routine_, {term.id, false});
                const Item last = factors.back();
                factors.pop_back();
                const Operand others = multiplied(factors);
                result = add(add_latency, {result, others, value(last.id)});
                list_.back().multiplies = true;
            } else {
                result = add(add_latency, {result, value(term.id)});
            }
            is_first = false;
        }
        return result;
    }
    Operand product(CodeId id) {
        std::vector<Item> above, below;
        for (const Item& item : items_in_text(routine_, {id, false})) (item.minus ? below : above).push_back(item);
        const Operand numerator = multiplied(above);
        return below.empty() ? numerator : add(div_latency, {numerator, multiplied(below)});
    }
    Operand multiplied(const std::vector<Item>& factors) {
        Operand result;
        for (std::size_t k = 0; k < factors.size(); ++k) {
            const Operand factor = value(factors[k].id);
            result = k == 0 ? factor : add(mul_latency, {result, factor});
            if (k > 0) list_.back().multiplies = true;
        }
        return result;
    }
    Operand function(CodeId id) {
        constexpr unsigned call_slots = 15;
        const Op op = code_.node(id).op;
        std::vector<Operand> operands;
        for (const Item& operand : code_.items(id)) operands.push_back(value(operand.id));
        if (knows_sines_ && (op == Op::sin || op == Op::cos))  // what its angle waits for is there before that
            return add(0, {Instruction::Operand{Instruction::Operand::Kind::sines, 0}}, 0);
        if (op == Op::lane_repeat) return add(latency_of(op), operands);
        if (op == Op::lane_fold) return folded(LaneFold::of(code_.node(id).payload), operands);
        if (op == Op::lane_set) return gathered(code_.node(id).payload, operands);
        if (op == Op::lane_sum) return summed_over_lanes(code_.node(id).payload, operands);
        if (const std::size_t lanes = routine_.lanes_of(id); lanes > 0 && code_.is_lookup(id)) {
            times_ = 1;  // lane by lane
            return add(latency_of(op), operands, call_slots * static_cast<unsigned>(routine_.lanes_of_slice(lanes)));
        }
        const bool is_short = is_selection(op) || op == Op::sqrt || op == Op::lane_member;
        return add(latency_of(op), operands, is_short ? 1 : call_slots);
    }
    Operand add(unsigned latency, const std::vector<Operand>& operands, unsigned slots = 1) {
        Instruction& instruction = list_.emplace_back();
        instruction.latency = latency, instruction.slots = slots * times_;
        for (const Operand& operand : operands)
            if (operand) instruction.operands.push_back(*operand);
        return Instruction::Operand{Instruction::Operand::Kind::earlier, static_cast<std::uint32_t>(list_.size() - 1)};
    }

    const Routine& routine_;
    const Code& code_;
    const std::unordered_map<CodeId, std::uint32_t>& makers_;
    bool knows_sines_;
    unsigned times_ = 1;  // instructions for one operation of what is computed now
    std::vector<Instruction> list_;
};

// Longest ways from the values a statement reads to its own.
void find_reads(ScheduleBlock& block, std::uint32_t s) {
    const std::vector<Instruction>& list = block.instructions[s];
    std::vector<unsigned> to_end(list.size(), 0);
    for (std::size_t k = list.size(); k-- > 0;) {
        to_end[k] += list[k].latency;
        for (const Instruction::Operand& operand : list[k].operands) {
            if (operand.kind == Instruction::Operand::Kind::sines) continue;
            if (operand.kind == Instruction::Operand::Kind::earlier) {
                to_end[operand.index] = std::max(to_end[operand.index], to_end[k]);
                continue;
            }
            const auto read = std::ranges::find(block.reads[s], operand.index);
            if (read == block.reads[s].end()) {
                block.reads[s].push_back(operand.index);
                block.delays[s].push_back(to_end[k]);
                block.readers[operand.index].push_back(s);
            } else {
                unsigned& delay = block.delays[s][static_cast<std::size_t>(read - block.reads[s].begin())];
                delay = std::max(delay, to_end[k]);
            }
        }
    }
}

std::size_t vectors_for(std::size_t numbers) {
    constexpr std::size_t lanes_of_vector = 4;
    return (numbers + lanes_of_vector - 1) / lanes_of_vector;
}

// Whether a body in slices computes it in another piece than that which begins at `first`.
bool is_elsewhere(const Routine& routine, CodeId id, std::size_t first) {
    if (!has_slices(routine)) return false;
    const std::uint32_t number = routine.temporary[id];
    return number == 0 || routine.pieces[routine.piece_of[number]].first != first;
}

// Vectors of angles, of scalars and of each number of lanes apart.
std::size_t vectors_of_angles(const Routine& routine, std::size_t first) {
    std::set<CodeId> angles, angles_of_pairs, angles_of_limbs;
    for (CodeId id = 0; id < routine.code->size(); ++id) {
        const CodeNode& node = routine.code->node(id);
        if (node.kind != CodeKind::function || (node.op != Op::sin && node.op != Op::cos)) continue;
        if (!routine.is_temporary(id) || is_elsewhere(routine, id, first)) continue;
        const CodeId angle = routine.code->items(id).front().id;
        const std::size_t lanes = routine.lanes_of_slice(routine.lanes_of(id));
        (lanes == 0 ? angles : lanes == 2 ? angles_of_pairs : angles_of_limbs).insert(angle);
    }
    std::size_t vectors = vectors_for(angles.size()) + vectors_for(2 * angles_of_pairs.size());
    for (const CodeId angle : angles_of_limbs) vectors += vectors_for(routine.lanes_of_slice(routine.lanes_of(angle)));
    return vectors;
}

Instruction sines_beforehand(const Routine& routine, std::size_t first) {
    constexpr unsigned latency = 48, slots_of_vector = 42;  // fused, by both compilers, with the loads
    return {latency, slots_of_vector * static_cast<unsigned>(vectors_of_angles(routine, first)), false, {}};
}

}  // namespace

ScheduleBlock schedule_block_of(const Routine& routine, std::size_t first, std::size_t last, bool knows_sines) {
    ScheduleBlock block;
    const std::size_t n = last - first;
    block.reads.resize(n), block.delays.resize(n), block.readers.resize(n), block.after.resize(n);
    block.makes_value.resize(n), block.is_check.resize(n), block.instructions.resize(n);
    const bool begins = std::ranges::any_of(routine.pieces, [&](const Piece& piece) {
        return piece.first == first && (first == 0 || has_slices(routine));
    });
    if (knows_sines && begins) block.sines = sines_beforehand(routine, first);
    block.has_lane_values = std::ranges::any_of(routine.lanes, [](std::size_t lanes) { return lanes > 0; });
    std::unordered_map<CodeId, std::uint32_t> makers;
    std::uint32_t check = static_cast<std::uint32_t>(n);
    for (std::uint32_t s = 0; s < n; ++s) {
        const CodeStatement& statement = routine.statements[first + s];
        const CodeId root = statement.value.id;
        block.makes_value[s] = statement.kind == CodeStatement::Kind::temporary;
        block.after[s] = s;
        block.is_check[s] = statement.kind == CodeStatement::Kind::check;
        if (block.is_check[s]) {  // the first pivot to fail is reported
            if (check < n) block.after[s] = check;
            check = s;
        }
        block.instructions[s] = Instructions(routine, makers, root, block.makes_value[s], knows_sines).list();
        if (block.makes_value[s]) {
            makers.emplace(root, s);
        } else if (const auto maker = makers.find(root); maker != makers.end()) {
            block.reads[s] = {maker->second}, block.delays[s] = {0};
            block.readers[maker->second].push_back(s);
        }
        find_reads(block, s);
    }
    return block;
}

}  // namespace lag
