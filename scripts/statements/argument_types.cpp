#include "scripts/statements/argument_types.hpp"

#include "scripts/statements/emit_request.hpp"

namespace lag::arguments {

DeclaredArgument in_axes(const std::string& text) {
    return keyword("in", "F", a_frame, text).otherwise("ground");
}

DeclaredArgument relative_to() {
    return keyword("relative_to", "A", a_frame, "the observer, in whose motion nothing moves").otherwise("ground");
}

DeclaredArgument hinge_of(const std::string& text) {
    return keyword("hinge", "H", a_hinge,
                   text +
                       ": revolute, prismatic, screw, cylindrical, universal, planar, spherical, free, fixed, or a "
                       "list of rotate(..) and translate(..)");
}

DeclaredArgument oriented(const std::string& text) {
    return keyword("orient", "R", a_rotation, text);
}

std::vector<ArgumentWord> treatments_of_hinges() {
    return {{"tree", "it carries a body, or is cut where another one does"},
            {"absolute", "rows: the body that it would carry moves freely on ground"},
            {"solved", "as tree, and the speeds that the loops leave dependent are solved out"}};
}

DeclaredArgument treated() {
    return keyword("treat", "absolute", a_word, "how the hinge stands; else as options(joints = ..) says")
        .among("treatment of hinges", treatments_of_hinges());
}

DeclaredArgument located(const std::string& name, const std::string& text) {
    return keyword(name, "[x, y, z]", a_location, text).in("m").otherwise("[0, 0, 0]");
}

DeclaredArgument named_row() {
    return keyword("name", "n", a_new_name, "what multiplier(n), events and messages call the rows");
}

DeclaredArgument switched() {
    return keyword("active", "f", a_name, "a flag: the rows hold while it is not 0");
}

DeclaredArgument restitution(const std::string& text) {
    return keyword("restitution", "e", a_number, text).in("1").otherwise("0");
}

DeclaredArgument friction() {
    return keyword("friction", "mu", a_number,
                   "the coefficient of friction; it may depend on time, coordinates, speeds, states, inputs and flags")
        .in("1");
}

DeclaredArgument slip_speed() {
    return keyword("tangent", "v_t", ArgumentType{a_number.words},
                   "the slip speed, linear in the speeds; friction works in this direction. [v1, v2]: two, along "
                   "perpendicular unit directions of a surface in space");
}

DeclaredArgument formulation(const std::string& text) {
    return keyword("formulation", "..", a_word, text).among("formulation", formulations());
}

DeclaredArgument at_state() {
    return keyword("at", "[q1 = 0, ..]", some_equations,
                   "the state: coordinates, speeds, states, inputs, parameters, t; what is left out is as initial and "
                   "parameter say, inputs and t are 0");
}

DeclaredArgument unit_text() {
    return optional("\"unit\"", a_text, "such as \"N*m/rad\"");
}

DeclaredArgument explained(const std::string& text) {
    return optional("\"text\"", a_text, text);
}

}  // namespace lag::arguments
