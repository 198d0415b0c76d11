// What an order of statements costs: reloads, and cycles of a modest out-of-order processor.

#include <algorithm>
#include <limits>
#include <set>

#include "emitters/passes/schedule_block.hpp"

namespace lag {

std::size_t reloads(const ScheduleBlock& block, const Order& order) {
    constexpr std::size_t registers = 14;  // of 16, two for what a statement computes in between
    constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> place(block.size());
    for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
    std::vector<Order> uses(block.size());  // places of the readers, ascending
    for (std::uint32_t s = 0; s < block.size(); ++s) {
        for (const std::uint32_t reader : block.readers[s]) uses[s].push_back(place[reader]);
        std::ranges::sort(uses[s]);
    }
    std::vector<std::size_t> used(block.size(), 0);
    std::set<std::pair<std::uint32_t, std::uint32_t>> held;  // next use, statement
    std::vector<bool> is_held(block.size(), false);
    std::size_t count = 0;
    const auto next_use = [&](std::uint32_t s) { return used[s] < uses[s].size() ? uses[s][used[s]] : never; };
    const auto hold = [&](std::uint32_t s) {
        if (next_use(s) == never) return;
        if (held.size() == registers) {
            const auto last = std::prev(held.end());
            if (last->first <= next_use(s)) return;
            is_held[last->second] = false;
            held.erase(last);
        }
        held.emplace(next_use(s), s);
        is_held[s] = true;
    };
    for (const std::uint32_t s : order) {
        for (const std::uint32_t read : block.reads[s]) {
            if (is_held[read]) {
                held.erase({next_use(read), read});
                is_held[read] = false;
            } else {
                ++count;
            }
            ++used[read];
        }
        for (const std::uint32_t read : block.reads[s]) hold(read);
        if (block.makes_value[s]) hold(s);
    }
    return count;
}

std::size_t cycles(const ScheduleBlock& block, const Order& order, std::size_t reload_count) {
    using Operand = Instruction::Operand::Kind;
    constexpr std::size_t started_per_cycle = 4, units = 4, multipliers = 2, window = 130;
    constexpr int rounds = 2;  // the first fills the window
    std::size_t slots = block.sines.slots;
    for (const std::vector<Instruction>& list : block.instructions)
        for (const Instruction& instruction : list) slots += instruction.slots;
    std::vector<std::size_t> known(block.size(), 0), inner;  // by statement, by instruction: when its value is there
    std::vector<std::size_t> left(window, 0);                // when the last instructions left the processor, in a ring
    std::vector<std::size_t> executing, multiplying;         // by cycle
    std::size_t known_sines = 0, count = 0, started = 0, rest = 0, end = 0,
                end_of_first = 0;  // `started` in places: four are a cycle
    const auto execute = [&](const Instruction& instruction) {
        std::size_t now = 0;
        for (unsigned slot = 0; slot < instruction.slots; ++slot) {
            rest += slots + reload_count;  // a place for itself, and its share of the reloads'
            started = std::max(started + rest / slots, started_per_cycle * left[count % window]);
            rest %= slots;
            now = std::max(now, (started + started_per_cycle - 1) / started_per_cycle);
            for (const auto& [kind, index] : instruction.operands)
                now = std::max(now, kind == Operand::statement ? known[index]
                                    : kind == Operand::sines   ? known_sines
                                                               : inner[index]);
            while (now < executing.size() &&
                   (executing[now] == units || (instruction.multiplies && multiplying[now] == multipliers)))
                ++now;
            if (now >= executing.size()) executing.resize(2 * now + 64, 0), multiplying.resize(executing.size(), 0);
            ++executing[now];
            if (instruction.multiplies) ++multiplying[now];
            end = std::max(end, now + instruction.latency);
            left[count++ % window] = end;
        }
        return now + instruction.latency;
    };
    for (int round = 0; round < rounds; ++round) {
        known_sines = execute(block.sines);
        for (const std::uint32_t s : order) {
            inner.clear();
            for (const Instruction& instruction : block.instructions[s]) inner.push_back(execute(instruction));
            if (!inner.empty()) known[s] = inner.back();
        }
        if (round == 0) end_of_first = end;
    }
    return end - end_of_first;
}

}  // namespace lag
