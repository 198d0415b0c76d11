#include "scripts/import/inertia_tensor.hpp"

namespace lag {

Mat3<double> tensor_of(const std::array<Written, 6>& I) {
    return {{{{I[0].value, I[3].value, I[4].value},
              {I[3].value, I[1].value, I[5].value},
              {I[4].value, I[5].value, I[2].value}}}};
}

std::array<Written, 6> turned_inertia(const std::array<Written, 6>& inertia, const Mat3<double>& R) {
    const Mat3<double> I = R * tensor_of(inertia) * transpose(R);
    return {written(I(0, 0)), written(I(1, 1)), written(I(2, 2)), written(I(0, 1)), written(I(0, 2)), written(I(1, 2))};
}

void turn_inertia(RobotInertia& inertia, const std::vector<RobotTurn>& turns, const std::string& said) {
    const std::array<Written, 6>& I = inertia.about_cm;
    const bool is_ball =
        I[3].is_zero() && I[4].is_zero() && I[5].is_zero() && I[0].value == I[1].value && I[0].value == I[2].value;
    if (turns.empty() || is_ball) return;
    inertia.about_cm = turned_inertia(I, matrix_of(turns));
    inertia.note = "inertia turned into the link's axes; in the file along " + said;
}

}  // namespace lag
