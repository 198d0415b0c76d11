#include "core/trial_size.hpp"

namespace lag {

double trial_size(const Model& model, SpeedIndex u) {
    const std::optional<CoordinateIndex> q = model.speeds[u.value].rate_of;
    return q ? trial_size(model, *q) : 1;
}

}  // namespace lag
