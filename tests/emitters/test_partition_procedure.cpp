// The procedure `partition`, interpreted: what full pivoting promises, its independence of units, known mechanisms, and the
// choice of the oracle.
#include <algorithm>
#include <cmath>
#include <random>

#include "core/dense.hpp"
#include "emitters/procedures/run_procedure.hpp"
#include "tests/catch.hpp"
#include "tests/support/oracle_partition.hpp"

namespace lag {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Chosen = std::vector<std::size_t>;

MatrixXd random_matrix(std::mt19937_64& random, Index rows, Index columns) {
    std::uniform_real_distribution<double> value(-1, 1);
    return MatrixXd::NullaryExpr(rows, columns, [&] { return value(random); });
}

// `masses`: the diagonal of the mass matrix.
SpeedPartition chosen_speeds(const MatrixXd& B, const VectorXd& masses) {
    const auto rows = static_cast<std::size_t>(B.rows()), speeds = static_cast<std::size_t>(B.cols());
    const procedures::Facts facts{
        .sizes = {{"nq", 0}, {"nu", speeds}, {"nw", 0}, {"nc", 0}, {"nphi", rows}}, .parts = {}, .tables = {}};
    double t = 0, growth = 0, info = 0;
    std::vector<double> independent(speeds);
    procedures::Interpreter interpreter(facts, [&](const std::string& routine, const procedures::Pointers& given) {
        const MatrixXd result = routine == "mass_matrix" ? MatrixXd(masses.asDiagonal()) : B;
        std::copy_n(result.data(), result.size(), given.back());
    });
    interpreter.run("partition", {&t, nullptr, nullptr, nullptr, independent.data(), &growth, &info});
    SpeedPartition result;
    for (const double k : independent)
        if (k > 0) result.independent.push_back(static_cast<std::size_t>(k) - 1);
    result.growth = growth;
    if (info > 0) result.failing = static_cast<std::size_t>(info) - speeds - 1;
    const SpeedPartition expected = partition_speeds(B, masses);
    CHECK(result.independent == expected.independent);
    CHECK(result.failing == expected.failing);
    CHECK(result.growth == Approx(expected.growth).epsilon(1e-9));
    return result;
}

}  // namespace

TEST_CASE("as many speeds are independent as rows leave, and the rest follows from them", "[partition]") {
    std::mt19937_64 random(3);
    for (Index rows = 1; rows <= 6; ++rows)
        for (Index columns = rows; columns <= 9; ++columns) {
            const MatrixXd B = random_matrix(random, rows, columns);
            const VectorXd masses = random_matrix(random, columns, 1).cwiseAbs().array() + 0.1;
            const SpeedPartition chosen = chosen_speeds(B, masses);
            CAPTURE(rows, columns);
            CHECK(!chosen.failing);
            CHECK(chosen.independent.size() == static_cast<std::size_t>(columns - rows));
            CHECK(std::is_sorted(chosen.independent.begin(), chosen.independent.end()));
            // elements of a row of U are at most its pivot: |H| <= 2^(r-1) (Wilkinson 1961)
            CHECK(chosen.growth <= std::pow(2, double(rows - 1)));
            CHECK(growth_of(B, masses, chosen.independent) == Approx(chosen.growth).margin(1e-12));
            // the motions that B allows, in roots of energies: a basis of the null space, dependent over independent
            const MatrixXd scaled = B * masses.cwiseSqrt().cwiseInverse().asDiagonal();
            const SingularValues parts = singular_value_decomposition(scaled);
            const Index free = columns - rows;
            const MatrixXd motions = parts.V.rightCols(free);
            MatrixXd own(free, free);
            for (Index k = 0; k < free; ++k)
                own.row(k) = motions.row(static_cast<Index>(chosen.independent[std::size_t(k)]));
            double growth = 0;
            if (free > 0) {
                const MatrixXd all = motions * inverse_of(own);
                for (Index k = 0; k < columns; ++k)
                    if (!std::binary_search(chosen.independent.begin(), chosen.independent.end(), std::size_t(k)))
                        growth = std::max(growth, all.row(k).cwiseAbs().maxCoeff());
            }
            CHECK(growth == Approx(chosen.growth).margin(1e-10));
        }
}

TEST_CASE("units of coordinates and sizes of rows do not change the choice", "[partition]") {
    std::mt19937_64 random(5);
    for (int k = 0; k < 50; ++k) {
        const MatrixXd B = random_matrix(random, 4, 7);
        const VectorXd masses = random_matrix(random, 7, 1).cwiseAbs().array() + 0.1;
        const VectorXd units = Eigen::pow(10.0, 2 * random_matrix(random, 7, 1).array());
        const VectorXd sizes = Eigen::pow(10.0, 3 * random_matrix(random, 4, 1).array());
        const SpeedPartition one = chosen_speeds(B, masses);
        const SpeedPartition other =
            chosen_speeds(sizes.asDiagonal() * B * units.asDiagonal(), masses.cwiseProduct(units).cwiseProduct(units));
        CHECK(one.independent == other.independent);
        CHECK(one.growth == Approx(other.growth));
    }
}

TEST_CASE("at its dead centre a slider does not lead its crank", "[partition]") {
    // x = cos(a) + 2 cos(b), 0 = sin(a) + 2 sin(b); speeds a', b', x'
    for (const double a : {0.0, 3.141592653589793}) {
        MatrixXd B(2, 3);
        B << -std::sin(a), 0, -1, std::cos(a), 2, 0;
        const SpeedPartition chosen = chosen_speeds(B, VectorXd::Ones(3));
        CHECK(chosen.independent == Chosen{0});
        CHECK(chosen.growth == Approx(0.5));
        CHECK(growth_of(B, VectorXd::Ones(3), {2}) > 1e10);
    }
}

TEST_CASE("a speed without mass depends, and rows that are zero or repeated are told apart", "[partition]") {
    MatrixXd B(1, 3);
    B << 1, 1, 0.1;
    CHECK(chosen_speeds(B, VectorXd::Ones(3)).independent == Chosen{1, 2});
    VectorXd masses(3);
    masses << 1, 1, 0;
    CHECK(chosen_speeds(B, masses).independent == Chosen{0, 1});
    MatrixXd C(3, 3);
    C << 1, 2, 3, 0, 0, 0, 2, 4, 6;
    const SpeedPartition chosen = chosen_speeds(C, VectorXd::Ones(3));
    CHECK(chosen.independent == Chosen{0, 1});
    CHECK(chosen.failing == 1);
    C.row(1) << 1, 0, 0;
    CHECK(chosen_speeds(C, VectorXd::Ones(3)).failing == 2);
    CHECK(!chosen_speeds(C.topRows(2), VectorXd::Ones(3)).failing);
    C.setConstant(NAN);
    CHECK(chosen_speeds(C, VectorXd::Ones(3)).failing == 0);
    CHECK(chosen_speeds(MatrixXd(0, 2), VectorXd::Ones(2)).independent == Chosen{0, 1});
}

}  // namespace lag
