// Rest by the emitted m_equilibrium (emitters/writers/equilibrium.hpp), compiled behind the scenes: Newton's method
// with coordinates held and contacts closed or open.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "scripts/command/processes.hpp"
#include "scripts/command/simulate/model.hpp"

namespace lag {

// Coordinates, states and inputs with flags as m_equilibrium leaves them, and its info.
struct FoundRest {
    std::vector<double> q, s, w;
    std::size_t info = 0;
};

class RestSolver {
  public:
    // The mechanism in all its speeds. ModelError where its equations cannot be formed so or the compiler refuses.
    RestSolver(const Model& model, const std::vector<std::string>& sources);

    // At time 0, near q and s; `runner`: whose parameters are taken; held: of each coordinate whether it keeps its value.
    FoundRest find(const RunnableModel& runner, const std::vector<double>& q, const std::vector<double>& s,
                   const std::vector<double>& w, const std::vector<bool>& held) const;

    // "nothing holds 'x': --hold x keeps it where it starts"
    std::string complaint(std::size_t info) const;
    // The same of a search from q and s with coordinates held: which of them stand against a constraint.
    std::string complaint(std::size_t info, const RunnableModel& runner, const std::vector<double>& q,
                          const std::vector<double>& s, const std::vector<double>& w,
                          const std::vector<bool>& held) const;
    // The coordinate, from 0, whose rate is the speed that info names.
    std::optional<std::size_t> free_coordinate(std::size_t info) const;

  private:
    TemporaryFolder folder_;
    Program program_;
    CompiledRoutine routine_ = nullptr;
};

}  // namespace lag
