// The steady motion of one of a script's trim(..) as the start of runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scripts/pipeline/equations_at_state.hpp"
#include "scripts/pipeline/trim.hpp"

namespace lag {

class TrimmedStart {
  public:
    // `name`: of the variable that holds what the trim found; "": the last trim. `model` must outlive this. `routines`:
    // what calls external routines. ModelError where the script has no trim of that name.
    TrimmedStart(const Model& model, const std::vector<TrimRequest>& requests, const std::string& name,
                 UserRoutinesOf routines = {});

    // Of inputs that the trim gives or finds, but for rates and flags: a run holds them.
    std::vector<std::string> inputs() const;
    // The time of the steady motion, where the trim gives it.
    std::optional<double> time(const std::vector<double>& p) const;
    // The steady motion with these parameters and inputs, of those that the trim neither gives nor finds. ModelError
    // where there is none, or a parameter is both among them and to be found.
    TrimmedState found(const std::map<std::string, double>& parameters,
                       const std::vector<std::pair<std::string, double>>& inputs);
    // "t" and the like, in the head of a message: "the trim 'turn'".
    std::string label() const;

  private:
    const Model& model_;
    TrimRequest request_;
    UserRoutinesOf routines_;
    std::unique_ptr<EquationsAtState> equations_;  // once they are needed
    TrimmedState last_;                            // where the next search begins
};

}  // namespace lag
