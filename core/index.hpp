// Typed indices: a coordinate index that compiles where a speed index is meant is the quasi-coordinate bug.
#pragma once

#include <compare>
#include <cstddef>

namespace lag {

template <class Tag>
struct Index {
    std::size_t value = 0;
    constexpr Index() = default;
    constexpr explicit Index(std::size_t v) : value(v) {}
    friend constexpr auto operator<=>(const Index&, const Index&) = default;
};

using BodyIndex = Index<struct BodyTag>;              // 0 is ground
using CoordinateIndex = Index<struct CoordinateTag>;  // into q, from 0
using SpeedIndex = Index<struct SpeedTag>;            // into u, from 0
using ParameterIndex = Index<struct ParameterTag>;    // into p, from 0
using InputIndex = Index<struct InputTag>;            // into w, from 0
using FlagIndex = Index<struct FlagTag>;              // among the flags, the last inputs, from 0
using StateIndex = Index<struct StateTag>;            // into s, from 0
using OutputIndex = Index<struct OutputTag>;          // into o, from 0
using DependentIndex = Index<struct DependentTag>;  // among the speeds that constraints = eliminate solves out, from 0

inline constexpr BodyIndex ground{0};

}  // namespace lag
