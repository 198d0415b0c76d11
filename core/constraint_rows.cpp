#include "core/constraint_rows.hpp"

namespace lag {

std::string note_on(const LeftOutRow& left_out) {
    std::string names;
    for (const std::string& name : left_out.depends_on) names += (names.empty() ? "'" : ", '") + name + "'";
    return "constraint row '" + left_out.row.name + "' " +
           (names.empty() ? "restricts no motion in any consistent position"
                          : "depends on " + names + " in every consistent position") +
           " and is left out";
}

}  // namespace lag
