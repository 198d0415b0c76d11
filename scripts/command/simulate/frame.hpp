// Arguments of routines by their slots in the interface: t, q, u, y, w, ydot, info, ... A scalar is a vector of one, and whole
// numbers are doubles too. Who keeps a frame for many calls allocates nothing after the first.
#pragma once

#include <fmt/format.h>

#include <array>
#include <initializer_list>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "emitters/procedures/interface_names.hpp"

namespace lag {

class Frame {
  public:
    using Values = std::vector<double>;

    Frame() = default;
    Frame(std::initializer_list<std::pair<Slot, Values>> given) {
        for (const auto& [slot, values] : given) (*this)[slot] = values;
    }
    // Empty until it is set or a routine gives it.
    Values& operator[](Slot slot) { return values_[static_cast<std::size_t>(slot)]; }
    const Values& operator[](Slot slot) const { return values_[static_cast<std::size_t>(slot)]; }
    // Of a scalar. InternalError where there is none.
    double number(Slot slot) const {
        const Values& values = (*this)[slot];
        if (values.size() != 1) throw InternalError(fmt::format("there is no number {} in the frame", to_string(slot)));
        return values[0];
    }

  private:
    std::array<Values, slots> values_;
};

}  // namespace lag
