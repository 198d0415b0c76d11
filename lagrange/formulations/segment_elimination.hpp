// Elimination of a planar chain in segments (chain_segments.hpp).
//
// Each is eliminated as if its first pin moved freely and a force f bore on its last pin, where the next segment hangs, from its
// outermost link inward. With all its rotations free a segment has
//     force at its first pin = A a + G f + p        acceleration of its last pin = -(G^T a + h) + H f
// To begin with, A, H, p, h are zero and G = -1. Some links are added at once. Link i has its outer pin at o_i, t_i = (-o_y, o_x),
// c_i = -omega_i^2 o_i, and alone [n; f] = [J_i m_i^T; m_i M_i] [alpha_i; a_i] + [n_i; p_i]. With the accelerations of their pins at
// alpha = 0, C_i = sum of c_j inboard of i, and sums over the links outboard of i and what they carry, M^ and p^ (A, A C + p at the end),
//     b_i = m_i + M^_i t_i        D_ii = J_i + t_i.M^_i t_i        D_ij = t_j.b_i for j inboard of i
//     left_i = Q_i - n_i - m_i.C_i - t_i.p^_i        share_i = G^T t_i
// and D alpha = left - b a - share f. D = L diag(d) L^T, the outermost link first, and with rows of L^-1 b, L^-1 share, L^-1 left
//     A <- M^ - sum b b^T / d      G <- G - sum b share^T / d      H <- H + sum share share^T / d
//     p <- p^ + sum b left / d     h <- h + G^T C + sum share left / d
// Of one link at a time this is the recursion of articulated bodies; of several, fewer divisions wait for one another.
// The segments then follow one another like links: where the rest of the chain needs B a + P at the last pin,
//     D = det(1 + H B) = 1 + H:B + det H det B      S = (B + det(B) adj(H)) / D      f = S (G^T a + h + H P) - P
//     B <- A + G S G^T      P <- p + G (S (h + H P) - P)
// D is positive where masses and inertias are, also where mass that stands for outboard links is on inboard ones (regroup.hpp).
//
// Accelerations here are absolute ones, less gravity; those of the recursion (articulated.hpp) are beyond the ones taken.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "lagrange/formulations/pivot_guard.hpp"
#include "lagrange/formulations/segment_links.hpp"

namespace lag {

class SegmentElimination {
  public:
    // `at_once`: links of a segment.
    SegmentElimination(const Model& model, const Kinematics& kinematics, const ChainSegments& segments,
                       const std::vector<SegmentLink>& links, std::size_t at_once, PivotGuard& guard);

    // What the chain needs at its first pin: M a + p, components along the two axes of the plane.
    const Symmetric2& M() const { return first_.A; }
    const Vec2& p() const { return first_.p; }

    // From the acceleration of the first pin.
    SegmentMotions motions(const Vec2& first_pin) const;

  private:
    // Of one rotation, after the ones outboard of it in the block: what is left of its row, and that times 1/d.
    struct Row {
        Vec2 t, c, b, share;
        Expr left, g, driven;
        Vec2 L_of_pin, L_of_force;
        std::vector<Expr> later;  // column of L below the pivot
    };
    struct Block {
        std::size_t first = 0;  // step of its innermost link
        std::vector<Row> rows;  // from the outermost link inward
    };
    // Of one segment, where the next one hangs on it.
    struct Joint {
        Symmetric2 S, H;
        std::array<Vec2, 2> G;  // by force
        Vec2 h, f;              // f at a = 0
    };
    struct Needs {
        Symmetric2 A;
        Vec2 p;
    };
    void eliminate(const std::vector<SegmentLink>& links, std::size_t at_once, PivotGuard& guard);
    Block eliminated(std::span<const SegmentLink> links, std::size_t first, PivotGuard& guard);
    void join(PivotGuard& guard);
    Expr reciprocal(const Expr& d, std::size_t step, PivotGuard& guard) const;

    const Model& model_;
    const Kinematics& k_;
    const ChainSegments& segments_;
    std::vector<Block> blocks_;  // from the outermost one inward
    // in lanes, of all blocks so far
    Symmetric2 A_, H_;
    Vec2 p_, h_;
    std::array<Vec2, 2> G_;      // by force
    std::vector<Joint> joints_;  // by segment but the last
    Needs first_;
};

}  // namespace lag
