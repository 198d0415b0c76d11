// The statements between two calls of user's routines as a graph of dependences, down to single instructions: what
// order.cpp chooses an order of, and what an order is judged by.
#pragma once

#include <cstdint>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

using Order = std::vector<std::uint32_t>;  // statements of a block, numbered from 0 as they were formed

struct Instruction {
    struct Operand {
        enum class Kind {
            earlier,
            statement,
            sines
        };  // an instruction of the same statement, a statement, ScheduleBlock::sines
        Kind kind = Kind::earlier;
        std::uint32_t index = 0;
    };
    unsigned latency = 0;
    unsigned slots = 1;  // how many instructions it stands for: a call is many
    bool multiplies = false;
    std::vector<Operand> operands;
};

struct ScheduleBlock {
    std::vector<Order> reads;                   // the statements whose values it reads, each once
    std::vector<std::vector<unsigned>> delays;  // by read: cycles from there to this statement's value
    std::vector<Order> readers;                 // of its value
    Order after;                                // a statement it must not stand before, or itself
    std::vector<bool> makes_value, is_check;
    std::vector<std::vector<Instruction>> instructions;  // the last one's value is the statement's; none: a store
    Instruction sines = {0, 0, false, {}};  // all that are evaluated beforehand, before the first statement
    bool has_lane_values = false;
    std::size_t size() const { return reads.size(); }
};

// Statements [first, last) of the routine; needs the order of its terms. `knows_sines`: they are evaluated beforehand, as vectors.
ScheduleBlock schedule_block_of(const Routine& routine, std::size_t first, std::size_t last, bool knows_sines);

// Values that are read from memory because they did not fit the registers: 14 of them, the value used last is given up
// first (Belady 1966).
std::size_t reloads(const ScheduleBlock& block, const Order& order);

// Cycles per evaluation, many in a row, on a processor that starts four instructions a cycle in the order given, one
// more for each reload, and executes four a cycle, two of which multiply, in any order among the 130 last started.
// So many results of vector instructions find a register of their own on an AMD EPYC of family 25.
std::size_t cycles(const ScheduleBlock& block, const Order& order, std::size_t reload_count);

}  // namespace lag
