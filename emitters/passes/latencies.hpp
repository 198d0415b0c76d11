// Cycles from operands to result on current x86-64 cores, as far as orders of terms and of statements go by them.
#pragma once

#include "core/graph.hpp"

namespace lag {

constexpr unsigned add_latency = 4, mul_latency = 4, div_latency = 14;

inline bool is_selection(Op op) {
    return op == Op::select || op == Op::min || op == Op::max || op == Op::abs || op == Op::floor || is_condition(op);
}

// Of a function.
inline unsigned latency_of(Op op) {
    constexpr unsigned sqrt_latency = 18, selection_latency = 2, call_latency = 50, lane_sum_latency = 10,
                       lane_member_latency = 3, lane_fold_latency = 7;
    if (op == Op::sqrt) return sqrt_latency;
    if (op == Op::lane_sum) return lane_sum_latency;
    if (op == Op::lane_member || op == Op::lane_repeat) return lane_member_latency;
    if (op == Op::lane_fold) return lane_fold_latency;
    return is_selection(op) ? selection_latency : call_latency;
}

}  // namespace lag
