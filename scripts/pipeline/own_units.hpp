// What a mechanism's own quantities are labelled with. The rooms below write m, kg and N for its lengths, masses and
// forces; where a script's units belong to another coherent system (units.hpp), these are inches and pounds of force.
#pragma once

#include <string>
#include <vector>

#include "core/model.hpp"
#include "emitters/program/program.hpp"
#include "scripts/statements/units.hpp"

namespace lag {

class OwnUnits {
  public:
    explicit OwnUnits(const Model& model);
    // Of a label in units of the SI: "m/s" -> "in/s". What has no other label stays.
    std::string label(const std::string& si) const;
    // Tables, comments on elements, and texts on multipliers.
    Program labelled(Program program) const;
    // What a run's file has columns of, with these labels.
    std::vector<TableRow> columns(const Model& model) const;

  private:
    bool is_si() const { return system_.mass == 1 && system_.length == 1; }
    std::vector<std::string> given_;  // by the script
    UnitSystem system_;
};

}  // namespace lag
