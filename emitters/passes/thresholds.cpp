#include "emitters/passes/thresholds.hpp"

#include "sparse_ldl/execute.hpp"

namespace lag {

const std::array<Threshold, 2> thresholds{{{"pivot_margin", pivot_margin}, {"harmless_pivot", harmless_pivot}}};

std::size_t threshold_of(const Code& code, CodeId id, bool is_alternative) {
    const std::size_t k = is_alternative ? 1 : 0;
    if (!code.is_free(id)) return thresholds.size();
    const Expr value = code.free_value(id);
    const bool is_constant = code.free_graph().node(value).op == Op::constant;
    return is_constant && code.free_graph().constant_double(value) == thresholds[k].value ? k : thresholds.size();
}

}  // namespace lag
