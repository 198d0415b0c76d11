// Models that an SDF file includes.
#pragma once

#include "scripts/import/robot.hpp"
#include "scripts/import/xml.hpp"

namespace lag {

// The name under which an element keeps the version of its file: "1.7".
constexpr const char* sdf_version = "sdf version";

// With the models that <include> names in its place; `merge` puts what is in them into the model around. In a model,
// what cannot be found is an InputError; in a world, where it is often the ground or the sun, it is left out.
XmlElement with_sdf_includes(XmlElement root, std::vector<LeftOut>& left_out);

// The text of a child; null where there is none.
const std::string* child_text(const XmlElement& at, const std::string& name);

}  // namespace lag
