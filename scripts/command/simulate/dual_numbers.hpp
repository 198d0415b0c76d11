// Dual numbers in C++ for the emitted templates: a value and its slope along one direction, by which every routine of a
// compiled model gives its derivatives too (W. K. Clifford 1873; R. E. Wengert, Comm. ACM 7 (1964) 463-464).
#pragma once

namespace lag {

// Source that stands above the model's header; the type is lag_dual::Dual.
extern const char* const dual_numbers;

}  // namespace lag
