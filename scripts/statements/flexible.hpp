// Flexible bodies: what reads them and their nodes.
#pragma once

#include <string>
#include <vector>

#include "scripts/statements/flexible_form.hpp"
#include "scripts/statements/reading.hpp"

namespace lag {

// flexible_beam.cpp: what beam = [..] may hold, along x (along another axis the names go round), and reads it.
DeclaredArguments beam_entries();
Beam read_beam(Call& call, const std::string& body);

// flexible_sid.cpp
FlexibleForm read_sid_form(Call& call, BodyIndex b);
// What stands for the numbers of a file: their constants, or parameters named after the body, which it declares.
SidNumber sid_numbers(Call& call, const FlexibleForm& form);

// nodes.cpp: the node that is named by the argument behind the body's name, as in node(B, k).
struct NamedNode {
    std::string name;
    ElasticNode place;
};
NamedNode node_named(Call& call, const FlexibleForm& form, const Value& given, const Syntax& at);
// `inboard_at = node(B, k)`: the hinge holds that node instead of the body's origin.
void hold_node(Call& call, const FlexibleForm& form);

// The symbols of a flexible body's elastic coordinates.
std::vector<Expr> elastic_symbols(const Model& model, BodyIndex b);
// Points of the body along lines, at its elastic coordinates, for pictures.
std::vector<std::vector<Vec3<Expr>>> lines_of(const Model& model, const FlexibleForm& form);

}  // namespace lag
