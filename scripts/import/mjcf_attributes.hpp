// Attributes of MJCF: what classes and the compiler's settings make of those that stand in the file.
#pragma once

#include <map>

#include "scripts/import/written.hpp"

namespace lag {

class MjcfAttributes {
  public:
    using List = std::vector<std::pair<std::string, std::string>>;

    MjcfAttributes() { classes_["main"]; }

    void read_compiler(const XmlElement& at);
    void read_defaults(const XmlElement& at, const std::string& name, const std::string& parent);

    // With what its class, or that of the bodies around it, says.
    XmlElement effective(const XmlElement& at, const std::string& around) const;
    Written angle(const Written& number) const;
    std::vector<RobotTurn> orientation(const XmlElement& at) const;
    RobotPlacement placement(const XmlElement& at) const;

    bool autolimits() const { return autolimits_; }
    const std::string& from_geoms() const { return from_geoms_; }
    const std::string& mesh_folder() const { return mesh_folder_; }
    double least_mass() const { return least_mass_; }
    double least_inertia() const { return least_inertia_; }

  private:
    bool degrees_ = true, autolimits_ = true;
    std::string sequence_ = "xyz", from_geoms_ = "auto", mesh_folder_;
    double least_mass_ = 0, least_inertia_ = 0;
    std::map<std::string, std::map<std::string, List>> classes_;
};

std::string word_of(const XmlElement& at, const std::string& attribute, const std::string& otherwise);
// The first number of an attribute; zero where it is not there.
Written first_of(const XmlElement& at, const std::string& attribute);
// The shortest turn that brings z there.
std::vector<RobotTurn> turns_to(const Vec3<double>& z);

}  // namespace lag
