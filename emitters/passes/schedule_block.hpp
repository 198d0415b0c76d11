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
        bool is_statement = false;  // the value of a statement, else of an earlier instruction of the same one
        std::uint32_t index = 0;
    };
    unsigned latency = 0;
    unsigned slots = 1;  // how many instructions it stands for: a call is many
    std::vector<Operand> operands;
};

struct ScheduleBlock {
    std::vector<Order> reads;                   // the statements whose values it reads, each once
    std::vector<std::vector<unsigned>> delays;  // by read: cycles from there to this statement's value
    std::vector<Order> readers;                 // of its value
    Order after;                                // a statement it must not stand before, or itself
    std::vector<bool> makes_value, is_check;
    std::vector<std::vector<Instruction>> instructions;  // the last one's value is the statement's; none: a store
    std::size_t size() const { return reads.size(); }
};

// Statements [first, last) of the routine; needs the order of its terms. `knows_sines`: they are there beforehand.
ScheduleBlock schedule_block_of(const Routine& routine, std::size_t first, std::size_t last, bool knows_sines);

// Values that are read from memory because they did not fit the registers: 14 of them, the value used last is given up
// first (Belady 1966).
std::size_t reloads(const ScheduleBlock& block, const Order& order);

// Cycles per evaluation, many in a row, on a processor that starts four instructions a cycle in the order given, one
// more for each reload, and executes three a cycle in any order among the 200 last started.
std::size_t cycles(const ScheduleBlock& block, const Order& order, std::size_t reload_count);

}  // namespace lag
