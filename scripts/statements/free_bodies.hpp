// Hinges as rows: options(joints = absolute), treat = absolute. The body that such a hinge would carry moves freely on ground, and the hinge is
// a cut hinge between it and its neighbour. What the script says of the hinge's coordinates says where the body starts.
#pragma once

#include <string>
#include <vector>

#include "core/freed_body.hpp"
#include "scripts/statements/description.hpp"

namespace lag {

JointTreatment treatment_named(const std::string& word);

// The same hinge from the outboard body: each motion undone, the last one first.
void reverse(Hinge& hinge);

// Bodies at the end of the model, which hang as `hung` says until then, get coordinates and speeds of their own: three where all of them move
// in one coordinate plane of ground, else position of the mass centre and Euler parameters. InputError at the body's place where one of
// their names is taken.
void set_free(Description& description, const std::vector<BodyIndex>& bodies);

// "q1'", where q1 is a coordinate of a hinge that stands as rows and its body's start follows from it.
std::vector<std::string> start_rate_names(const Description& description);
// Where these bodies start: where the initial values of their hinges' coordinates and the rates of these put them, inputs and time being 0.
void settle_starts(Description& description);

}  // namespace lag
