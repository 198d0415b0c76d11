// m_jacobian as lowered, against differences of the very m_derivatives that it stands beside.

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "core/column_choice.hpp"
#include "core/structural_zero.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/run_program.hpp"

using namespace lag;

namespace {

const std::vector<ColumnChoice> all_columns{
    {Role::coordinate, ""}, {Role::speed, ""}, {Role::input, ""}, {Role::parameter, ""}};

double& column_of(State& state, std::size_t column) {
    for (std::vector<double>* values : {&state.q, &state.u, &state.w, &state.p}) {
        if (column < values->size()) return (*values)[column];
        column -= values->size();
    }
    throw InternalError("test: no such column");
}

// Central differences in h and h/2, extrapolated (Richardson); what is not smooth within h shows by itself.
struct Slope {
    std::vector<double> value, uncertainty;
};
Slope slope(const Program& program, const State& state, std::size_t column) {
    const auto ydot = [&](double step) {
        State moved = state;
        column_of(moved, column) += step;
        return evaluate(program, "derivatives", moved).at("ydot");
    };
    const auto central = [&](double h) {
        std::vector<double> result = ydot(h);
        const std::vector<double> before = ydot(-h);
        for (std::size_t k = 0; k < result.size(); ++k) result[k] = (result[k] - before[k]) / (2 * h);
        return result;
    };
    const double h = 2e-4;
    const std::vector<double> coarse = central(h), fine = central(h / 2);
    Slope found;
    for (std::size_t k = 0; k < fine.size(); ++k) {
        found.value.push_back((4 * fine[k] - coarse[k]) / 3);
        found.uncertainty.push_back(std::abs(fine[k] - coarse[k]));
    }
    return found;
}

// The number of entries that were compared.
std::size_t compare(const Program& program, const State& state) {
    const Results results = evaluate(program, "jacobian", state);
    if (results.at("info")[0] != 0) return 0;
    const std::size_t rows = program.jacobian->row_names.size(), columns = program.jacobian->column_names.size();
    std::vector<std::vector<double>> stored(columns, std::vector<double>(rows, 0.0));
    for (std::size_t k = 0; k < program.jacobian->rows.size(); ++k)
        stored[program.jacobian->columns[k]][program.jacobian->rows[k]] = results.at("jac")[k];
    std::size_t compared = 0;
    for (std::size_t c = 0; c < columns; ++c) {
        const Slope expected = slope(program, state, c);
        double size = 1;
        for (const double value : expected.value) size = std::max(size, std::abs(value));
        for (std::size_t r = 0; r < rows; ++r) {
            if (!(expected.uncertainty[r] < 1e-4 * size)) continue;
            ++compared;
            INFO("d " << program.jacobian->row_names[r] << " / d " << program.jacobian->column_names[c] << ": "
                      << stored[c][r] << " instead of " << expected.value[r]);
            CHECK(std::abs(stored[c][r] - expected.value[r]) <= 1e-6 * size);
        }
    }
    return compared;
}

// Each way of forming the equations has its own extension off the unit length.
const std::vector<std::string> with_quaternions{
    "spherical_quaternion", "spherical_quaternion", "free_quaternion", "spherical", "revolute", "prismatic", "list"};

State with_unit_quaternions(const Program& program, State state) {
    if (program.find("normalize") != nullptr) state.q = evaluate(program, "normalize", state).at("q");
    return state;
}

}  // namespace

TEST_CASE("the jacobian is the derivative of the same formulation, whatever the length of Euler parameters") {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
        for (const Formulation formulation : {Formulation::turner, Formulation::composite, Formulation::articulated})
            for (const bool absorbing : {false, true}) {
                const FormulationChoice choice{
                    formulation, seed % 2 == 0 ? Regrouping::inertias : Regrouping::none, absorbing, {}};
                CAPTURE(seed, to_string(choice));
                const Example example = tree(seed, 3, choice, with_quaternions);
                const Program program =
                    lower(example.model, example.equations, plan_ldl(example.equations.pattern), all_columns);
                const State state = random_values(program, seed);
                compared += compare(program, state);
                compared += compare(program, with_unit_quaternions(program, state));
            }
    CHECK(compared > 10'000);
}

TEST_CASE("M x by passes over composites is M x by entries, whatever the length of Euler parameters") {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        const Example example =
            tree(seed, 5, {Formulation::composite, Regrouping::inertias, true, {}}, with_quaternions);
        const Equations& e = example.equations;
        REQUIRE(e.linear_system() != nullptr);
        std::vector<Expr> difference = e.linear_system()->mass_times_unknowns;
        if (difference.empty()) continue;
        const auto subtract = [&](std::size_t row, std::size_t column, const Expr& value) {
            difference[row] -= value * acceleration_symbol(example.model, SpeedIndex{column});
        };
        for (const MassEntry& entry : e.mass_matrix) {
            subtract(entry.row, entry.column, entry.value);
            if (entry.row != entry.column) subtract(entry.column, entry.row, entry.value);
        }
        const std::vector<bool> zero = StructuralZeros(*e.graph, {})(difference);
        CHECK(std::ranges::find(zero, false) == zero.end());
        ++compared;
    }
    CHECK(compared >= 10);
}
