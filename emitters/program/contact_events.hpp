// Which events of a program belong to contacts and dry friction.
#pragma once

#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// What an event of a contact or of dry friction ends.
enum class ContactEnd { none, open, closed, stick, slip, turn };

// By event. Contacts and stops have those that end open and closed, dry friction the other two.
std::vector<ContactEnd> contact_ends(const Program& program);

// Gaps and rates that a run takes for none, in the model's units: a thousandth of the contact speed.
double contact_touch(const Program& program);

}  // namespace lag
