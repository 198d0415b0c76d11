// Nanoseconds of one factorization and one solution of a mechanism's matrix, emitted against libraries, in one run on
// the same matrices: M of a tree, [M B^T; B 0] with constraints, at 32 random states near the initial one, assembled.
//   g++ -std=c++17 -O3 -march=native -DNDEBUG -DMODEL=arm7 -include arm7.hpp -include arm7_ldl.hpp solvers.cpp -lldl
//   -lamd
// and -DCONSTRAINED for a model with constraints: its matrix is not definite, and the rivals are LU, dense and sparse.
// -DSPREAD=0.1: how far from the initial one the states are (0.3).
// One core; the solvers take turns, batch by batch; processor time, median of 41 batches. What depends on the pattern alone (orders,
// elimination trees, memory) is done before. Every solver solves the same systems; residuals are shown.
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#ifndef CONSTRAINED
#include <amd.h>
extern "C" {
#include <ldl.h>

#include "trial.hpp"
}
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define LDL JOIN(MODEL, _ldl)
#ifndef SPREAD
#define SPREAD 0.3
#endif

namespace {

constexpr int states = 32, batches = 41;
constexpr int n = MODEL::nu + MODEL::nl;
constexpr int entries = LDL::na;

using Fixed = Eigen::Matrix<double, n, n>;
using FixedVector = Eigen::Matrix<double, n, 1>;
using Sparse = Eigen::SparseMatrix<double>;

struct System {
    double a[entries];  // as the emitted routine takes them
    FixedVector b;
    Fixed dense;
    Sparse lower;                // Eigen's
    std::vector<double> values;  // SuiteSparse's, whole matrix by columns
};

struct Contestant {
    std::string name;
    std::function<void(const System&, FixedVector& x)> solve;
    std::vector<double> nanoseconds;
    int repetitions = 1;  // of all states in a batch
};

std::vector<System> systems() {
    using namespace MODEL;
    std::vector<double> p(np + 1), c(nc + 1), q0(nq), u0(nu), q(nq), u(nu), w(nw + 1), mm(nu * nu), f(nu),
        bb(nl * nu + 1);
    JOIN(MODEL, _defaults)<double>(p.data());
    JOIN(MODEL, _setup)<double>(p.data(), c.data());
    JOIN(MODEL, _initial)<double>(p.data(), q0.data(), u0.data());
    std::uint64_t seed = 1;
    std::vector<System> list(states);
    for (System& s : list) {
        for (int i = 0; i < nq; ++i)
            q[static_cast<std::size_t>(i)] = q0[static_cast<std::size_t>(i)] + SPREAD * uniform(seed);
        for (double& value : u) value = uniform(seed);
        for (double& value : w) value = uniform(seed);
#ifdef CONSTRAINED
        int info = 0;
        JOIN(MODEL, _assemble)<double>(0.0, q.data(), w.data(), c.data(), 1e-10, 30, info);
        if (info != 0) std::exit((std::puts("a state cannot be assembled"), 1));
#endif
        JOIN(MODEL, _mass_matrix)<double>(0.0, q.data(), w.data(), c.data(), mm.data());
        JOIN(MODEL, _right_side)<double>(0.0, q.data(), u.data(), w.data(), c.data(), f.data());
        s.dense.setZero();
        s.dense.template topLeftCorner<nu, nu>() = Eigen::Map<Eigen::Matrix<double, nu, nu>>(mm.data());
#ifdef CONSTRAINED
        JOIN(MODEL, _constraint_matrix)<double>(0.0, q.data(), w.data(), c.data(), bb.data());
        s.dense.template bottomLeftCorner<nl, nu>() = Eigen::Map<Eigen::Matrix<double, nl, nu>>(bb.data());
        s.dense.template topRightCorner<nu, nl>() = s.dense.template bottomLeftCorner<nl, nu>().transpose();
#endif
        s.b.setZero();
        for (int i = 0; i < nu; ++i) s.b(i) = f[static_cast<std::size_t>(i)];
        for (int i = nu; i < n; ++i) s.b(i) = uniform(seed);
        std::vector<Eigen::Triplet<double>> triplets;
        for (int k = 0; k < entries; ++k) {
            s.a[k] = s.dense(LDL::row[k], LDL::column[k]);
            triplets.emplace_back(LDL::row[k], LDL::column[k], s.a[k]);
        }
        s.lower.resize(n, n);
        s.lower.setFromTriplets(triplets.begin(), triplets.end());
        const Sparse whole = s.lower.selfadjointView<Eigen::Lower>();
        s.values.assign(whole.valuePtr(), whole.valuePtr() + whole.nonZeros());
    }
    return list;
}

#ifndef CONSTRAINED
// T. A. Davis' LDL; order and elimination tree beforehand.
class SuiteSparseLdl {
  public:
    SuiteSparseLdl(const System& system, bool approximate_minimum_degree)
        : starts_(n + 1),
          order_(n),
          inverse_(n),
          l_starts_(n + 1),
          parent_(n),
          counts_(n),
          flags_(n),
          pattern_(n),
          d_(n),
          y_(n),
          permuted_(n) {
        const Sparse whole = system.lower.selfadjointView<Eigen::Lower>();
        starts_.assign(whole.outerIndexPtr(), whole.outerIndexPtr() + n + 1);
        rows_.assign(whole.innerIndexPtr(), whole.innerIndexPtr() + whole.nonZeros());
        for (int i = 0; i < n; ++i) order_[static_cast<std::size_t>(i)] = n - 1 - i;  // leaves first
        if (approximate_minimum_degree) amd_order(n, starts_.data(), rows_.data(), order_.data(), nullptr, nullptr);
        ldl_symbolic(n, starts_.data(), rows_.data(), l_starts_.data(), parent_.data(), counts_.data(), flags_.data(),
                     order_.data(), inverse_.data());
        l_rows_.resize(static_cast<std::size_t>(l_starts_[n]));
        l_.resize(l_rows_.size());
    }
    void solve(const System& system, FixedVector& x) {
        auto* values = const_cast<double*>(system.values.data());
        ldl_numeric(n, starts_.data(), rows_.data(), values, l_starts_.data(), parent_.data(), counts_.data(),
                    l_rows_.data(), l_.data(), d_.data(), y_.data(), pattern_.data(), flags_.data(), order_.data(),
                    inverse_.data());
        ldl_perm(n, permuted_.data(), const_cast<double*>(system.b.data()), order_.data());
        ldl_lsolve(n, permuted_.data(), l_starts_.data(), l_rows_.data(), l_.data());
        ldl_dsolve(n, permuted_.data(), d_.data());
        ldl_ltsolve(n, permuted_.data(), l_starts_.data(), l_rows_.data(), l_.data());
        ldl_permt(n, x.data(), permuted_.data(), order_.data());
    }

  private:
    std::vector<int> starts_, rows_, order_, inverse_, l_starts_, parent_, counts_, flags_, pattern_, l_rows_;
    std::vector<double> d_, y_, l_, permuted_;
};
#endif

}  // namespace

int main() {
    const std::vector<System> list = systems();
    std::vector<Contestant> contestants;
    contestants.push_back({"emitted",
                           [](const System& s, FixedVector& x) {
                               int info = 0;
                               LDL::JOIN(MODEL, _ldl_solve)<double>(s.a, s.b.data(), x.data(), info);
                           },
                           {}});
#ifdef CONSTRAINED
    Eigen::PartialPivLU<Fixed> fixed_lu;
    contestants.push_back({"Eigen PartialPivLU, fixed size",
                           [&](const System& s, FixedVector& x) {
                               fixed_lu.compute(s.dense);
                               x = fixed_lu.solve(s.b);
                           },
                           {}});
    Eigen::PartialPivLU<Eigen::MatrixXd> dynamic_lu(n);
    std::vector<Eigen::MatrixXd> dynamic_a;
    for (const System& s : list) dynamic_a.push_back(s.dense);
    contestants.push_back({"Eigen PartialPivLU, dynamic size",
                           [&](const System& s, FixedVector& x) {
                               dynamic_lu.compute(dynamic_a[static_cast<std::size_t>(&s - list.data())]);
                               x = dynamic_lu.solve(s.b);
                           },
                           {}});
    Eigen::SparseLU<Sparse, Eigen::COLAMDOrdering<int>> sparse_lu;
    std::vector<Sparse> whole;
    for (const System& s : list) whole.push_back(s.lower.selfadjointView<Eigen::Lower>());
    sparse_lu.analyzePattern(whole.front());
    contestants.push_back({"Eigen SparseLU",
                           [&](const System& s, FixedVector& x) {
                               sparse_lu.factorize(whole[static_cast<std::size_t>(&s - list.data())]);
                               x = sparse_lu.solve(s.b);
                           },
                           {}});
#else
    SuiteSparseLdl leaf_first(list.front(), false), minimum_degree(list.front(), true);
    contestants.push_back(
        {"SuiteSparse LDL, leaves first", [&](const System& s, FixedVector& x) { leaf_first.solve(s, x); }, {}});
    contestants.push_back(
        {"SuiteSparse LDL, AMD", [&](const System& s, FixedVector& x) { minimum_degree.solve(s, x); }, {}});
    Eigen::SimplicialLDLT<Sparse> simplicial;
    simplicial.analyzePattern(list.front().lower);
    contestants.push_back({"Eigen SimplicialLDLT",
                           [&](const System& s, FixedVector& x) {
                               simplicial.factorize(s.lower);
                               x = simplicial.solve(s.b);
                           },
                           {}});
    Eigen::LLT<Fixed> cholesky;
    contestants.push_back({"Eigen LLT, fixed size",
                           [&](const System& s, FixedVector& x) {
                               cholesky.compute(s.dense);
                               x = cholesky.solve(s.b);
                           },
                           {}});
#endif
    double checksum = 0;
    const auto nanoseconds = [&](const Contestant& contestant) {
        FixedVector x;
        const double begin = processor_time();
        for (int repetition = 0; repetition < contestant.repetitions; ++repetition) {
            for (const System& s : list) {
                contestant.solve(s, x);
                checksum += x(n - 1);
            }
        }
        return (processor_time() - begin) / (contestant.repetitions * states);
    };
    // batches of about 2 ms: short enough for a machine that has other work
    for (Contestant& contestant : contestants) {
        const double first = std::min(nanoseconds(contestant), nanoseconds(contestant));
        contestant.repetitions = std::clamp(static_cast<int>(2e6 / (states * first)), 1, 200);
    }
    for (int batch = 0; batch < batches; ++batch)
        for (Contestant& contestant : contestants) contestant.nanoseconds.push_back(nanoseconds(contestant));
    for (Contestant& contestant : contestants) {
        double residual = 0;
        for (const System& s : list) {
            FixedVector x;
            contestant.solve(s, x);
            const double scale = s.dense.cwiseAbs().maxCoeff() * x.cwiseAbs().maxCoeff() + s.b.cwiseAbs().maxCoeff();
            residual = std::max(residual, (s.dense * x - s.b).cwiseAbs().maxCoeff() / scale);
        }
        std::sort(contestant.nanoseconds.begin(), contestant.nanoseconds.end());
        const double median = contestant.nanoseconds[batches / 2];
        std::printf("  %-34s %7.1f ns   %5.1f times the emitted   (largest relative residual %.0e)\n",
                    contestant.name.c_str(), median, median / contestants.front().nanoseconds[batches / 2], residual);
    }
    return std::isfinite(checksum) ? 0 : 1;
}
