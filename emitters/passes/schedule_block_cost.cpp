// What an order of statements costs: reloads, and cycles of a modest out-of-order processor.

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "emitters/passes/schedule_block.hpp"

namespace lag {

namespace {

// The places at which each statement's value is read, ascending.
class PlacesOfReaders {
  public:
    PlacesOfReaders(const ScheduleBlock& block, const Order& order) : next_(block.size()), end_(block.size()) {
        std::uint32_t total = 0;
        for (std::uint32_t s = 0; s < block.size(); ++s) {
            next_[s] = end_[s] = total;
            total += static_cast<std::uint32_t>(block.readers[s].size());
        }
        places_.resize(total);
        for (std::uint32_t k = 0; k < order.size(); ++k)
            for (const std::uint32_t read : block.reads[order[k]]) places_[end_[read]++] = k;
    }
    static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t next(std::uint32_t s) const { return next_[s] < end_[s] ? places_[next_[s]] : never; }
    void pass(std::uint32_t s) { ++next_[s]; }

  private:
    Order places_, next_, end_;
};

// The values in registers, that whose next use is the last one at the end.
class Registers {
  public:
    using Value = std::pair<std::uint32_t, std::uint32_t>;  // next use, statement
    bool release(const Value& value) {
        const auto end = held_.begin() + static_cast<std::ptrdiff_t>(count_),
                   found = std::lower_bound(held_.begin(), end, value);
        if (found == end || *found != value) return false;
        std::move(found + 1, end, found);
        --count_;
        return true;
    }
    void hold(const Value& value) {
        if (count_ == held_.size()) {
            if (held_.back().first <= value.first) return;
            --count_;
        }
        const auto end = held_.begin() + static_cast<std::ptrdiff_t>(count_++),
                   place = std::lower_bound(held_.begin(), end, value);
        std::move_backward(place, end, end + 1);
        *place = value;
    }

  private:
    std::array<Value, 14> held_;  // of 16, two for what a statement computes in between
    std::size_t count_ = 0;
};

}  // namespace

std::size_t reloads(const ScheduleBlock& block, const Order& order) {
    PlacesOfReaders readers(block, order);
    Registers registers;
    std::size_t count = 0;
    const auto hold = [&](std::uint32_t s) {
        if (const std::uint32_t use = readers.next(s); use != PlacesOfReaders::never) registers.hold({use, s});
    };
    for (const std::uint32_t s : order) {
        for (const std::uint32_t read : block.reads[s]) {
            if (!registers.release({readers.next(read), read})) ++count;
            readers.pass(read);
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
