// Integration of independent coordinates and speeds alone (R. A. Wehage, E. J. Haug, Generalized Coordinate Partitioning in
// Dynamic Analysis of Mechanical Systems, TACOM TR 12590, 1981, chapter 4): y = [v; v'; s] by CVODE, the dependent
// coordinates by Newton's method at every evaluation, the dependent speeds from B u = b. The independent ones are chosen by
// full pivoting (the procedure m_partition), and anew after a step where others are better by far.
#pragma once

#include <iosfwd>
#include <string>

#include "scripts/command/simulate/run.hpp"

namespace lag {

// Why a model has no run of that kind, as far as its tables tell: "with events or flags". Empty: it has one.
std::string no_partition_of(const Program& program);

// ModelError for a model that it does not take: with events, with flags, without constraints, with speeds that are no
// rates of coordinates, or with rows that restrict speeds alone.
Simulation simulate_partitioned(RunnableModel& model, std::vector<double> q, std::vector<double> u,
                                std::vector<double> s, const SimulationSettings& settings,
                                const std::function<bool(double t)>& go_on);

// t, growth before and after, names of the independent coordinates: a line for the start and for each change.
std::string partitions_text(const Program& program, const Simulation& simulation);
// In a line or two.
void summarize_partitions(std::ostream& out, const Program& program, const Simulation& simulation);

}  // namespace lag
