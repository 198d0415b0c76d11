// Accelerations of a constrained model: the emitted routine against the usual way, the same matrices from the emitted
// routines and a general sparse solver. One core, the same 64 states in turn, batches of both alternating, medians.
//   g++ -std=c++17 -O3 -march=native -I /usr/include/eigen3 -DMODEL=hmmwv_full -include hmmwv_full.hpp constrained.cpp
//
// The usual way, timed as a whole: m_mass_matrix, m_right_side, m_constraint_matrix; their values into the compressed
// columns of [M B^T; B 0] (places known beforehand); Eigen's SparseLU, factorize and solve, its column ordering and
// symbolic analysis done beforehand. gamma, the right side's constraint part, is no routine of its own: it is B u' of
// the emitted accelerations, formed beforehand, so that its evaluation is left out of the usual way's time only.
#include <Eigen/Sparse>
#include <Eigen/SparseLU>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "trial.hpp"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

namespace {

using namespace MODEL;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
constexpr Index size = nu + nphi;

struct State {
    VectorXd q, u, w, gamma;
};

struct Matrices {
    MatrixXd M{nu, nu}, B{nphi, nu};
    VectorXd right{size};

    void evaluate(const State& s, const VectorXd& c) {
        JOIN(MODEL, _mass_matrix)<double>(0.0, s.q.data(), s.w.data(), c.data(), M.data());
        JOIN(MODEL, _constraint_matrix)<double>(0.0, s.q.data(), s.w.data(), c.data(), B.data());
        JOIN(MODEL, _right_side)<double>(0.0, s.q.data(), s.u.data(), s.w.data(), c.data(), right.data());
        right.tail(nphi) = s.gamma;
    }
    double at(Index i, Index j) const {
        if (i < nu && j < nu) return M(i, j);
        if (i >= nu && j >= nu) return 0;
        return i >= nu ? B(i - nu, j) : B(j - nu, i);
    }
};

// The entries that are not zero at some of the states, and for every one where its value comes from.
class UsualWay {
  public:
    UsualWay(const std::vector<State>& states, const VectorXd& c) {
        MatrixXd largest = MatrixXd::Zero(size, size);
        for (const State& s : states) {
            matrices_.evaluate(s, c);
            for (Index i = 0; i < size; ++i)
                for (Index j = 0; j < size; ++j) largest(i, j) = std::max(largest(i, j), std::abs(matrices_.at(i, j)));
        }
        std::vector<Eigen::Triplet<double>> entries;
        for (Index j = 0; j < size; ++j)
            for (Index i = 0; i < size; ++i)
                if (largest(i, j) != 0) entries.emplace_back(static_cast<int>(i), static_cast<int>(j), 1.0);
        A_.resize(size, size);
        A_.setFromTriplets(entries.begin(), entries.end());
        A_.makeCompressed();
        for (Index j = 0; j < size; ++j)
            for (decltype(A_)::InnerIterator e(A_, j); e; ++e) {
                const Index i = e.row();
                if (i < nu && j < nu)
                    source_.push_back(&matrices_.M(i, j));
                else
                    source_.push_back(i >= nu ? &matrices_.B(i - nu, j) : &matrices_.B(j - nu, i));
            }
        solver_.analyzePattern(A_);
    }

    const VectorXd& accelerations(const State& s, const VectorXd& c) {
        matrices_.evaluate(s, c);
        return solve();
    }
    // factor and solve alone, of the matrices evaluated last
    const VectorXd& solve() {
        for (std::size_t k = 0; k < source_.size(); ++k) A_.valuePtr()[k] = *source_[k];
        solver_.factorize(A_);
        x_ = solver_.solve(matrices_.right);
        return x_;
    }
    Index entries() const { return A_.nonZeros(); }

  private:
    Matrices matrices_;
    Eigen::SparseMatrix<double> A_;
    std::vector<const double*> source_;
    Eigen::SparseLU<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> solver_;
    VectorXd x_;
};

template <class Function>
double nanoseconds(int calls, const Function& f) {
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < calls; ++k) f(k);
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    return time.count() / calls;
}

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

}  // namespace

int main() {
    constexpr int count = 64, batches = 41;
    VectorXd p(np), c(nc + 1);
    JOIN(MODEL, _defaults)<double>(p.data());
    JOIN(MODEL, _setup)<double>(p.data(), c.data());
    // near the initial state, where mechanisms can be built; not on the constraints, which costs and changes nothing
    std::uint64_t seed = 1;
    std::vector<State> states(count);
    VectorXd udot(nu), lambda(nl + 1);
    for (State& s : states) {
        s.q.resize(nq), s.u.resize(nu), s.w.resize(nw + 1);
        JOIN(MODEL, _initial)<double>(p.data(), s.q.data(), s.u.data());
        for (double& v : s.q) v += 0.1 * uniform(seed);
        for (double& v : s.u) v = uniform(seed);
        for (double& v : s.w) v = 1000 * uniform(seed);
        int info = 0;
        JOIN(MODEL, _accelerations)<double>(0.0, s.q.data(), s.u.data(), s.w.data(), c.data(), udot.data(),
                                            lambda.data(), info);
        if (info != 0) return std::printf("singular state\n"), 1;
        MatrixXd B(nphi, nu);
        JOIN(MODEL, _constraint_matrix)<double>(0.0, s.q.data(), s.w.data(), c.data(), B.data());
        s.gamma = B * udot;
    }
    UsualWay usual(states, c);
    double worst = 0, sum = 0;
    for (const State& s : states) {
        int info = 0;
        JOIN(MODEL, _accelerations)<double>(0.0, s.q.data(), s.u.data(), s.w.data(), c.data(), udot.data(),
                                            lambda.data(), info);
        worst = std::max(worst, (usual.accelerations(s, c).head(nu) - udot).norm() / udot.norm());
    }
    if (!(worst < 1e-8)) return std::printf("the two ways disagree: %g\n", worst), 1;

    std::vector<double> emitted, sparse, solve;
    for (int b = 0; b < batches; ++b) {
        emitted.push_back(nanoseconds(4000, [&](int k) {
            const State& s = states[static_cast<std::size_t>(k % count)];
            int info = 0;
            JOIN(MODEL, _accelerations)<double>(0.0, s.q.data(), s.u.data(), s.w.data(), c.data(), udot.data(),
                                                lambda.data(), info);
            sum += udot(nu - 1);
        }));
        sparse.push_back(nanoseconds(
            400, [&](int k) { sum += usual.accelerations(states[static_cast<std::size_t>(k % count)], c)(nu - 1); }));
        solve.push_back(nanoseconds(400, [&](int) { sum += usual.solve()(nu - 1); }));
    }
    const double ours = median(emitted), theirs = median(sparse);
    std::printf(
        "emitted %.0f ns, matrices and SparseLU %.0f ns (factor and solve %.0f, %ld entries): %.1f times "
        "faster; disagreement %.1g; checksum %.3g\n",
        ours, theirs, median(solve), static_cast<long>(usual.entries()), theirs / ours, worst, sum);
}
