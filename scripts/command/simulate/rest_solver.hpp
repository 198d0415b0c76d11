// Rest by the search of m_equilibrium (emitters/procedures/texts/equilibrium.lag), downhill: Newton's method with coordinates held and
// contacts closed or open. The procedure is compiled behind the scenes, or interpreted where there is no compiler.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "scripts/command/processes/processes.hpp"
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
    // `compiles`: else everything is evaluated, and `go_on` is asked again and again.
    RestSolver(const Model& model, const std::vector<std::string>& sources, bool compiles);

    // At time 0, near q and s; `runner`: whose parameters are taken; held: of each coordinate whether it keeps its value.
    // ModelError "interrupted" where `go_on` says so.
    FoundRest find(const RunnableModel& runner, const std::vector<double>& q, const std::vector<double>& s,
                   const std::vector<double>& w, const std::vector<bool>& held) const;
    void ask(std::function<bool(double)> go_on) { go_on_ = std::move(go_on); }

    // "nothing holds 'x': --hold x keeps it where it starts"
    std::string complaint(std::size_t info) const;
    // The same of a search from q and s with coordinates held: which of them stand against a constraint.
    std::string complaint(std::size_t info, const RunnableModel& runner, const std::vector<double>& q,
                          const std::vector<double>& s, const std::vector<double>& w,
                          const std::vector<bool>& held) const;
    // The coordinate, from 0, whose rate is the speed that info names.
    std::optional<std::size_t> free_coordinate(std::size_t info) const;

  private:
    void interpret(const std::vector<double>& p, const std::vector<double>& held, FoundRest& rest) const;

    TemporaryFolder folder_;
    Program program_;
    CompiledRoutine routine_ = nullptr;         // where it is compiled,
    std::unique_ptr<RunnableModel> evaluated_;  // else the mechanism
    std::function<bool(double)> go_on_;
};

}  // namespace lag
