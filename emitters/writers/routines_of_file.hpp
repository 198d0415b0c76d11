// The routines of a file as they are written there: what one of them computes anyway, another one calls.
#pragma once

#include <optional>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

class RoutinesOfFile {
  public:
    // `batch`: each routine has a form for several states, from its own statements, and all stay as they are.
    RoutinesOfFile(const Program& program, std::vector<const Routine*> chosen, bool batch);
    RoutinesOfFile(const RoutinesOfFile&) = delete;
    RoutinesOfFile& operator=(const RoutinesOfFile&) = delete;

    const std::vector<const Routine*>& list() const { return list_; }

  private:
    std::vector<const Routine*> list_;
    std::optional<Routine> derivatives_;
};

// `derivatives` as q' = u and a call of `accelerations`, where that is all it computes: no states, no multipliers, no
// rates of coordinates but speeds, no calls. Otherwise none.
std::optional<Routine> derivatives_by_accelerations(const Program& program, const Routine& derivatives,
                                                    const Routine& accelerations);

}  // namespace lag
