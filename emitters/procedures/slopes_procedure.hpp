// Forward mode over the statements of a script's procedure: a second procedure that computes the same results, and their
// partial derivatives by all of its arguments.
//
//     tire(alpha, Fz, k[3]; Fy, M[2])   ->   tire_slopes(alpha, Fz, k[3]; Fy, M[2], d_Fy[5], d_M[5, 2])
//
// Each real that depends on an argument carries a vector of partials, by the elements of the arguments in their order. An
// assignment x: f(a, b) sets first d_x: f_a d_a + f_b d_b, then x. Where there is a kink (abs, min, max, a branch) the
// derivative is that of the side that is computed; floor has none.
#pragma once

#include <memory>

#include "emitters/procedures/procedure.hpp"

namespace lag::procedures {

// Of its result once more: second derivatives.
std::shared_ptr<Procedure> slopes_procedure(const Procedure& procedure);

}  // namespace lag::procedures
