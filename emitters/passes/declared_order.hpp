// The results of a block in the order in which the interface declares them.
#pragma once

#include "emitters/passes/schedule_block.hpp"

namespace lag {

class DeclaredOrder {
  public:
    // Of the routine's statements from `first` on, as many as the block has. Both must outlive this.
    DeclaredOrder(const Routine& routine, std::size_t first, const ScheduleBlock& block);

    // Everything else as in `order`; a result stands where it and all before it are known.
    Order waiting(const Order& order) const;
    // Only what stands side by side changes places, and copies that wait for nothing come first.
    Order side_by_side(const Order& order) const;
    // Only copies that stand side by side change places: no order of them is better than another.
    Order copies(const Order& order) const;
    // Each result in its turn, what it needs directly before it.
    Order on_demand() const;

  private:
    const CodeStatement& statement(std::uint32_t s) const { return routine_.statements[first_ + s]; }
    bool is_result(std::uint32_t s) const { return statement(s).kind == CodeStatement::Kind::result; }
    bool is_copy(std::uint32_t s) const { return is_result(s) && block_.instructions[s].empty(); }

    const Routine& routine_;
    std::size_t first_;
    const ScheduleBlock& block_;
    Order results_;  // in declared order
};

}  // namespace lag
