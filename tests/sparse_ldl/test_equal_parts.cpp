// Rows of equal parts: one of them, with a number for each part, gives what the whole matrix gives.
#include <Eigen/Dense>
#include <random>
#include <vector>

#include "sparse_ldl/execute.hpp"
#include "sparse_ldl/safe_pivots.hpp"
#include "tests/catch.hpp"

namespace lag {

namespace {

// One number, or one for each part.
struct Parts {
    std::vector<double> values = {0};
    double of(std::size_t part) const { return values.size() == 1 ? values.front() : values.at(part); }
};
template <class Operation>
Parts by_part(const Parts& a, const Parts& b, const Operation& operation) {
    Parts result{std::vector<double>(std::max(a.values.size(), b.values.size()))};
    for (std::size_t k = 0; k < result.values.size(); ++k) result.values[k] = operation(a.of(k), b.of(k));
    return result;
}
Parts operator+(const Parts& a, const Parts& b) {
    return by_part(a, b, std::plus<>());
}
Parts operator-(const Parts& a, const Parts& b) {
    return by_part(a, b, std::minus<>());
}
Parts operator*(const Parts& a, const Parts& b) {
    return by_part(a, b, std::multiplies<>());
}
Parts operator-(const Parts& a) {
    return Parts{} - a;
}

struct PartsPolicy {
    bool passed = true;
    Parts reciprocal_of_pivot(const Parts& d, const Parts& lead, const PivotSite& site) {
        Parts result = d;
        for (std::size_t k = 0; k < d.values.size(); ++k) {
            passed = passed && site.sign * d.of(k) > (site.can_cancel ? pivot_margin * site.sign * lead.of(k) : 0);
            result.values[k] = 1 / d.of(k);
        }
        return result;
    }
    Parts zero() const { return {}; }
    PivotBlock<Parts> block(const SymmetricBlock<Parts>&, const std::vector<Parts>&, const std::vector<PivotSite>&) {
        throw InternalError("no groups here");
    }
    Parts sum_over_lanes(const Parts& value, std::size_t lanes) const {
        Parts sum;
        for (std::size_t k = 0; k < lanes; ++k) sum.values.front() += value.of(k);
        return sum;
    }
};

// Speeds and rows of two kinds of parts, then those that are alone: by row its kind and its sign.
struct Row {
    std::size_t kind, parts;
    int sign;
};
const std::vector<Row> rows{{0, 3, 1}, {0, 3, 1}, {1, 2, 1},  {1, 2, 1},  {1, 2, 1},  {2, 0, 1},
                            {2, 0, 1}, {2, 0, 1}, {0, 3, -1}, {1, 2, -1}, {1, 2, -1}, {2, 0, -1}};

}  // namespace

TEST_CASE("equal parts: one of them with a number for each gives what the whole matrix gives") {
    std::mt19937 draws(5);
    std::uniform_real_distribution<double> between(-1, 1);
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<int> signs;
        for (const Row& row : rows) signs.push_back(row.sign);
        SymmetricPattern pattern(signs);
        for (std::size_t i = 0; i < rows.size(); ++i) pattern.set_lanes(i, rows[i].parts);
        std::vector<std::vector<Parts>> entries(rows.size(), std::vector<Parts>(rows.size()));
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t j = 0; j <= i; ++j) {
                if (rows[i].kind != rows[j].kind && rows[i].kind != 2 && rows[j].kind != 2) continue;
                if (rows[i].sign < 0 && rows[j].sign < 0) continue;
                // rows of parts hold speeds of their part alone
                if (rows[i].sign < 0 && rows[i].kind != rows[j].kind) continue;
                Parts& entry = entries[i][j];
                entry.values.resize(std::max<std::size_t>({rows[i].parts, rows[j].parts, 1}));
                for (double& value : entry.values) value = (i == j ? 9 : 0) + between(draws);
                pattern.insert(i, j);
            }
        REQUIRE(may_go_in_lanes(pattern));
        std::vector<Parts> right_side(rows.size());
        std::vector<std::size_t> first{0};  // of the whole matrix
        for (std::size_t i = 0; i < rows.size(); ++i) {
            right_side[i].values.resize(std::max<std::size_t>(rows[i].parts, 1));
            for (double& value : right_side[i].values) value = between(draws);
            first.push_back(first.back() + right_side[i].values.size());
        }
        const auto size = static_cast<Eigen::Index>(first.back());
        Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(size, size);
        Eigen::VectorXd b(size);
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t part = 0; part < right_side[i].values.size(); ++part) {
                b(static_cast<Eigen::Index>(first[i] + part)) = right_side[i].of(part);
                for (std::size_t j = 0; j <= i; ++j) {
                    const std::size_t other = rows[j].parts == 0 ? 0 : part;
                    // of a row that is alone: with each part's
                    for (std::size_t k = 0; k < (rows[i].parts == 0 ? std::max<std::size_t>(rows[j].parts, 1) : 1);
                         ++k) {
                        const std::size_t there = rows[i].parts == 0 ? k : other;
                        const auto r = static_cast<Eigen::Index>(first[i] + part),
                                   c = static_cast<Eigen::Index>(first[j] + there);
                        whole(r, c) = whole(c, r) = entries[i][j].of(rows[i].parts == 0 ? k : part);
                    }
                }
            }
        const LdlPlan plan = plan_ldl(pattern);
        for (std::size_t position = 0; position + 1 < plan.size(); ++position)  // those that are alone come last
            CHECK((rows[plan.order[position]].parts > 0 || rows[plan.order[position + 1]].parts == 0));
        PartsPolicy policy;
        const LdlResult<Parts> result = execute(
            plan, [&](std::size_t i, std::size_t j) { return entries[i][j]; }, right_side, policy);
        CHECK(policy.passed);
        const Eigen::VectorXd x = whole.fullPivLu().solve(b);
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t part = 0; part < right_side[i].values.size(); ++part)
                CHECK(result.x[i].of(part) ==
                      Approx(x(static_cast<Eigen::Index>(first[i] + part))).epsilon(1e-10).margin(1e-12));
    }
}

TEST_CASE("equal parts: a row of theirs that waits for a speed that is alone cannot go before it") {
    SymmetricPattern pattern(std::vector<int>{1, 1, -1});
    for (const std::size_t row : {std::size_t{0}, std::size_t{2}}) pattern.set_lanes(row, 4);
    pattern.insert(0, 0), pattern.insert(1, 1), pattern.insert(2, 0);
    CHECK(may_go_in_lanes(pattern));
    pattern.insert(2, 1);
    CHECK(!may_go_in_lanes(pattern));
    pattern.insert_firm(2, 0);
    CHECK(may_go_in_lanes(pattern));
}

TEST_CASE("equal parts: numbers that cannot be summed over them are refused") {
    SymmetricPattern pattern(std::vector<int>{1});
    pattern.insert(0, 0), pattern.set_lanes(0, 2);
    DoublePolicy policy;
    CHECK_THROWS_AS(
        execute(
            plan_ldl(pattern), [](std::size_t, std::size_t) { return 1.0; }, std::vector<double>{1.0}, policy),
        InternalError);
}

}  // namespace lag
