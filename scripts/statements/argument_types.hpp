// What statements take beside what the language knows (scripts/language/argument.hpp), and arguments that several of
// them have.
#pragma once

#include "scripts/language/argument.hpp"

namespace lag::arguments {

inline constexpr ArgumentType a_new_name{"a new name"};
inline constexpr ArgumentType a_body{"a body's name or ground"};
inline constexpr ArgumentType a_point{"a point"};
inline constexpr ArgumentType a_frame{"a body's or frame's name or ground"};
inline constexpr ArgumentType a_hinge{"a hinge such as revolute(z, q1) or [translate(x, s), rotate(z, q1)]"};
inline constexpr ArgumentType an_axis{"an axis: x, y, z or a list of three numbers"};
inline constexpr ArgumentType a_slot{"a name, a number, an expression or coupled(q)"};
inline constexpr ArgumentType a_rotation{"rotations [[axis, angle], ..] or a 3 x 3 matrix"};
inline constexpr ArgumentType a_location{"a vector of three elements"};
inline constexpr ArgumentType an_inertia{"[Ixx, Iyy, Izz], [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] or a 3x3 matrix"};
inline constexpr ArgumentType a_coordinate{"the name of a coordinate"};
inline constexpr ArgumentType a_speed{"the name of a speed"};
inline constexpr ArgumentType a_list_of_coordinates{"a list of coordinates"};
inline constexpr ArgumentType a_list_of_expressions{"a list of expressions"};
inline constexpr ArgumentType some_loads{"a list of loads"};
inline constexpr ArgumentType some_inputs{"a list of inputs"};
inline constexpr ArgumentType some_routines{"a list of routine names"};
inline constexpr ArgumentType some_files{"a file in quotes, or a list of them"};
inline constexpr ArgumentType arguments_of_routine{"a list of arguments"};
inline constexpr ArgumentType a_number_or_pair{"a number or a list of two"};
inline constexpr ArgumentType two_gains{"a list [alpha, beta]"};
inline constexpr ArgumentType some_slots{"a list of slots"};
inline constexpr ArgumentType two_axes{"two axes [a1, a2]"};
inline constexpr ArgumentType a_form{"box([a, b, c]), cylinder(axis, r, l), sphere(r) or mesh(\"file.stl\")"};
inline constexpr ArgumentType some_columns{"one or several of t, q, u, states, w, p, and names"};

// in = F, the axes of vectors that are given or asked for
DeclaredArgument in_axes(const std::string& text = "the axes of the components");
DeclaredArgument relative_to();                      // relative_to = A
DeclaredArgument hinge_of(const std::string& text);  // hinge = H
DeclaredArgument oriented(const std::string& text);  // orient = R
// treat = .., and the words of options(joints = ..)
DeclaredArgument treated();
std::vector<ArgumentWord> treatments_of_hinges();
DeclaredArgument located(const std::string& keyword, const std::string& text);  // keyword = [x, y, z]
DeclaredArgument named_row();                                                   // name = n
DeclaredArgument switched();                                                    // active = f
DeclaredArgument restitution(const std::string& text);                          // restitution = e
DeclaredArgument friction();                                                    // friction = mu
DeclaredArgument slip_speed();                                                  // tangent = v_t
DeclaredArgument formulation(const std::string& text);                          // formulation = ..
DeclaredArgument at_state();                                                    // at = [name = value, ..]
DeclaredArgument unit_text();                                                   // "unit"
DeclaredArgument explained(const std::string& text);                            // "text"

}  // namespace lag::arguments
