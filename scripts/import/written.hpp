// Numbers as they stand in a file, placements and rotations of them. A number keeps its text where nothing has to be
// computed, so that a script shows what its author wrote.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/vector.hpp"
#include "scripts/import/xml.hpp"

namespace lag {

struct Written {
    std::string text = "0";  // in the script's syntax
    double value = 0;
    bool is_zero() const { return value == 0; }
};
using Written3 = std::array<Written, 3>;

Written written(double value);  // the shortest text that gives it
// Of a sum or product of a file's numbers: the decimal that they would give without rounding, where that is clear.
Written computed(double value);
Written negative(const Written& number);
// Multiples of pi/12 as such, where the number has them to 11 digits: cosines of right angles are then exact.
Written as_angle(const Written& number);
Vec3<double> values(const Written3& numbers);
Written3 written(const Vec3<double>& numbers);
bool all_zero(const Written3& numbers);

// The numbers of a text. InputError with the place where a word is no finite number.
std::vector<Written> numbers_in(const XmlElement& at, const std::string& what, const std::string& text);
// Of an attribute, exactly `count`; empty where it is not there.
std::vector<Written> numbers_of(const XmlElement& at, const std::string& attribute, std::size_t count);
Written number_of(const XmlElement& at, const std::string& attribute, const Written& otherwise = {});
Written3 three_of(const XmlElement& at, const std::string& attribute, const Written3& otherwise = {});
Written required_number(const XmlElement& at, const std::string& attribute);
std::string required_text(const XmlElement& at, const std::string& attribute);

// A rotation by an angle about an axis of the axes that the turns before it have reached.
struct RobotTurn {
    Written3 axis;
    Written angle;
};
struct RobotPlacement {
    Written3 at;
    std::vector<RobotTurn> turns;
};

extern const Written3 unit_x, unit_y, unit_z;

// Fixed-axis roll, pitch, yaw as successive rotations about z, y, x; zeros are left out.
std::vector<RobotTurn> roll_pitch_yaw(const Written3& angles);
// Components in the turned axes -> components in the axes before.
Mat3<double> matrix_of(const std::vector<RobotTurn>& turns);
Mat3<double> matrix_of(const RobotTurn& turn);
// One turn, none for the identity.
std::vector<RobotTurn> turns_of(const Mat3<double>& R);

struct RobotFrame {
    Mat3<double> R{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    Vec3<double> p;
};
RobotFrame frame_of(const RobotPlacement& placement);
RobotFrame operator*(const RobotFrame& a, const RobotFrame& b);
RobotFrame inverse(const RobotFrame& a);
RobotPlacement placement_of(const RobotFrame& frame);
RobotPlacement computed_placement(const RobotFrame& frame);
Written3 computed(const Vec3<double>& numbers);

}  // namespace lag
