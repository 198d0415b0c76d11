#include "lagrange/formulations/pivot_block.hpp"

#include "core/errors.hpp"

namespace lag {

SymmetricBlock adjugate(const SymmetricBlock& D) {
    const std::size_t n = D.size();
    if (n == 1) return {};
    if (n == 2) return {{D[1][1], -D[0][1]}, {-D[0][1], D[0][0]}};
    if (n != 3) throw InternalError("a block of more than three pivots");
    const Expr a01 = D[0][2] * D[1][2] - D[0][1] * D[2][2], a02 = D[0][1] * D[1][2] - D[0][2] * D[1][1],
               a12 = D[0][1] * D[0][2] - D[0][0] * D[1][2];
    return {{D[1][1] * D[2][2] - D[1][2] * D[1][2], a01, a02},
            {a01, D[0][0] * D[2][2] - D[0][2] * D[0][2], a12},
            {a02, a12, D[0][0] * D[1][1] - D[0][1] * D[0][1]}};
}

std::vector<Expr> leading_minors(const SymmetricBlock& D, const SymmetricBlock& adjugate) {
    std::vector<Expr> minors{D[0][0]};
    if (D.size() == 2) minors.push_back(D[0][0] * D[1][1] - D[0][1] * D[0][1]);
    if (D.size() == 3) {
        minors.push_back(adjugate[2][2]);
        minors.push_back(D[0][0] * adjugate[0][0] + D[0][1] * adjugate[0][1] + D[0][2] * adjugate[0][2]);
    }
    return minors;
}

}  // namespace lag
