// In which axes the linear system holds the rows of loops (lean_rows.hpp).
#pragma once

namespace lag {

enum class LoopAxes {
    stated,          // of the nearest common body
    fewest_entries,  // of the link that leaves fewest entries in B
    own_speeds,      // of the link where most rows hold a speed that no other row holds
};

}  // namespace lag
