#include "scripts/command/language_help.hpp"

#include <algorithm>
#include <set>

#include "core/routine_names.hpp"
#include "scripts/statements/statement_table.hpp"

namespace lag {

namespace {

using Words = std::vector<LanguageWord>;

// Several words with one explanation.
Words alike(const std::vector<std::string>& words, const std::string& form, const std::string& text,
            const std::string& example) {
    Words all;
    for (const std::string& word : words) all.push_back({word, form, text, example});
    return all;
}

Words joined(const std::vector<Words>& parts) {
    Words all;
    for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

Words branches() {
    return alike({"if", "then", "elseif", "else"}, "if condition then e1 [elseif condition then e2] [else e3]",
                 "the value of the branch whose condition holds; under a condition on the state both branches are "
                 "evaluated and the emitted code chooses",
                 "friction: if s' > 0 then -c1 else c2;");
}

Words loops() {
    const std::string form = "for i: first [step s] thru last do e, for x in list do e",
                      text = "does e for every value of the variable";
    return joined({alike({"for", "thru", "do"}, form, text, "for i: 1 thru 3 do print(i)$"),
                   alike({"step"}, form, text, "for i: 0 step 2 thru 10 do print(i)$")});
}

Words other_keywords() {
    return {
        {"in", "for x in list do e; f(.., in = B)",
         "the elements of a list, one after the other; as an argument: the body or frame whose axes components are in",
         "for k in [1, 2, 5] do print(k)$"},
        {"while", "while condition do e", "does e again and again while the condition holds",
         "while n < 10 do n: n + 1$"},
        {"and", "a and b", "both conditions hold", "is(1 < 2 and 2 < 3);"},
        {"or", "a or b", "at least one of the conditions holds", "is(1 > 2 or 2 < 3);"},
        {"not", "not a", "the condition does not hold", "is(not 1 > 2);"},
    };
}

Words relations() {
    const std::string text =
        "a comparison; it is decided where a condition is needed (if, while, is, assert, and, or, not)";
    Words all{{"=", "a = b", "makes an equation, a value; nothing is assigned. As a condition: a is equal to b",
               "check(sin(a)^2 + cos(a)^2 = 1)$"},
              {"#", "a # b", "a is not equal to b; " + text, "is(1 # 2);"}};
    for (const std::string sign : {"<", "<=", ">", ">="})
        all.push_back({sign, "a " + sign + " b", text, "is(1 " + sign + " 2);"});
    return all;
}

Words brackets() {
    return joined({alike({"(", ")"}, "(e1, e2)", "brackets; several expressions with commas: the value of the last",
                         "(a: 2, a^2);"),
                   alike({"[", "]"}, "[a, b], l[i]", "a list; an element, from 1", "[4, 5, 6][2];"),
                   alike({"/*", "*/"}, "/* comment */", "comments may be nested", "1 + 1; /* two */")});
}

Words operators() {
    return {
        {":", "name: e", "assigns; l[2]: e assigns an element of a list or matrix", "stiffness: 3*k$"},
        {":=", "f(x, y) := e", "defines a function", "square(x) := x^2$"},
        {"+", "a + b", "sum; of lists and matrices element by element", "[1, 2] + [a, b];"},
        {"-", "a - b, -a", "difference, opposite", "[1, 2] - [a, b];"},
        {"*", "a*b", "product; of lists and matrices element by element, see .", "2*[1, a];"},
        {"/", "a/b", "quotient; of whole numbers an exact fraction", "1/3 + 1/6;"},
        {"^", "a^b", "power; a^b^c is a^(b^c)", "x^2;"},
        {".", "a . b", "product of matrices and lists; of two lists their scalar product",
         "matrix([1, 2], [3, 4]) . [x, y];"},
        {"'", "q'", "time derivative, directly after a name, ] or ): q'' is the second one", "diff(q', t);"},
        {",", "f(a, b)", "stands between arguments, elements of a list, expressions in brackets", "[a, b];"},
        {";", "e;", "ends a statement and shows its value", "1 + 1;"},
        {"$", "e$", "ends a statement without showing its value", "a: 3$"},
        {"\"", "\"text\"", "a text stands between two of these", "print(\"ready\")$"},
        {"%", "%", "at the prompt: the last result; %o3 is the third", ""},
        {"%o1", "%o1, %o2, ...", "at the prompt: the result with that number", ""},
    };
}

Words axes() {
    Words all;
    for (const std::string axis : {"x", "y", "z"})
        all.push_back({axis, "revolute(x, q), [1, 2, 3], -z",
                       "an axis of the body's or frame's own three; -x is the opposite, a list of three numbers "
                       "another direction",
                       "body(cart, ground, hinge = prismatic(" + axis + ", s), mass = 1)$"});
    return all;
}

Words constants() {
    return {
        {"%pi", "%pi", "3.14159...", "sin(%pi/6);"},
        {"%e", "%e", "2.71828...", "log(%e);"},
        {"true", "true", "a condition that holds", "is(true);"},
        {"false", "false", "a condition that does not hold", "is(false);"},
        {"t", "t", "time, s", "diff(sin(2*t), t);"},
        {"ground", "body(B, ground, hinge = H)", "the body that does not move, the root of the tree",
         "body(cart, ground, hinge = prismatic(x, s), mass = 1)$"},
        {"library", "load(\"tires.lag\")",
         "parts that come with the tool: load() finds their files after the script's own folder; emit(c, .., library = "
         "true) writes C to link",
         "load(\"tires.lag\")$"},
        {"quit", "quit", "leaves the prompt; Ctrl-D does so too", ""},
        {"exit", "exit", "leaves the prompt, as quit", ""},
        {"help", "help word, ? word", "explains a statement, a function, a keyword, an operator or an argument", ""},
        {"?", "? word", "the same as help word", ""},
    };
}

// What an argument is; which statements take it is said besides.
Words routines_by_keyword() {
    Words words;
    for (const AskedFor& row : routines_asked_for())
        words.push_back({row.keyword, row.keyword + " = " + row.value, row.text, ""});
    return words;
}

Words arguments() {
    const std::string body =
        "body(rod, ground, hinge = revolute(z, q), at = [0, 0, 1], mass = 2, cm = [1/2, 0, 0], "
        "inertia = [0, 0, 1])$";
    const std::string emit = "emit(cpp, \"rod.hpp\", routines = [derivatives], jacobian = [q, u])$";
    return {
        {"hinge", "hinge = H",
         "how a body moves in its inboard body: revolute, prismatic, screw, cylindrical, universal, planar, spherical, "
         "free, fixed, or a list of rotate and translate",
         body},
        {"at", "at = [x, y, z], at = [q = 0, ..]",
         "the hinge's or spring's point in the inboard body's axes, from its origin, m; of linearize: the state", body},
        {"stage", "stage = init or \"step\"",
         "when main programs call the user's routine: once before the run, or at the start and after every step",
         "external(exchange, [t], [], stage = \"step\")$"},
        {"outboard_at", "outboard_at = [x, y, z]", "the hinge's point in the new body's axes, from its origin, m",
         "body(rod, ground, hinge = revolute(z, q), outboard_at = [-1, 0, 0], mass = 2, inertia = [0, 0, 1])$"},
        {"orient", "orient = [[axis, angle], ..] or a rotation matrix",
         "a constant rotation before the hinge, about one axis after the other",
         "body(rod, ground, hinge = revolute(z, q), orient = [[x, %pi/2]], mass = 2, inertia = [0, 0, 1])$"},
        {"mass", "mass = m", "the mass of the body, kg; none: 0", body},
        {"cm", "cm = [x, y, z]", "the mass centre in the body's axes, from its origin, m", body},
        {"inertia", "inertia = [Ixx, Iyy, Izz], [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] or a matrix",
         "moments of inertia in the body's axes about the mass centre (see inertia_at), kg m^2; off the diagonal stand "
         "-integral(x y dm) and so on",
         body},
        {"inertia_at", "inertia_at = origin", "the inertia is given about the body's origin, not the mass centre",
         "body(rod, ground, hinge = revolute(z, q), mass = 2, cm = [1, 0, 0], inertia = [0, 3, 3], inertia_at = "
         "origin)$"},
        {"origin", "inertia_at = origin; origin(B)", "the origin of a body's axes", ""},
        {"name", "name = word", "what the rows of a constraint or a force element are called", ""},
        {"rate", "rate = e", "the time derivative of a state",
         "state(pressure, \"Pa\", \"in the cylinder\", rate = (supply - pressure)/tau)$"},
        {"active", "active = f", "the flag that switches the rows of a constraint: they hold while it is not 0", ""},
        {"impulse", "impulse = [u = P, ..]", "generalized impulses of an event on speeds: load times s", ""},
        {"impact", "impact = [rows]", "the switched rows that an event hits, where they approach", ""},
        {"restitution", "restitution = e", "of the rows that are hit: their rate is reversed times e, 0 to 1", ""},
        {"friction", "friction = mu", "the coefficient of Coulomb friction of a contact, with tangent = v_t", ""},
        {"tangent", "tangent = v_t; tangent = [q, u, w]",
         "the slip speed that the friction of a contact works on, in one direction; in emit also the derivative of "
         "ydot in "
         "a direction of these columns",
         ""},
        {"set", "set = [f = v, ..]", "what an event makes of flags, states and coordinates", ""},
        {"stop", "stop = true", "a simulation ends at this event", ""},
        {"rising", "event(name, g, rising)", "g comes from below zero", ""},
        {"falling", "event(name, g, falling)", "g comes from above zero", ""},
        {"either", "event(name, g, either)", "g comes from below or above zero", ""},
        {"contact_speed", "contact_speed = v", "below it a contact closes and a joint meets its stop without a bounce",
         "options(contact_speed = 1/100)$"},
        {"small_order", "small_order = n",
         "terms of small quantities of this order and higher are left out; 2 is the default",
         "options(small_order = 3)$"},
        {"stiffness", "stiffness = k", "N/m, or N m/rad", ""},
        {"damping", "damping = c", "N s/m, or N m s/rad", ""},
        {"length", "length = l0", "the length at which a spring exerts no force, m", ""},
        {"relative_to", "relative_to = B", "motion as seen from body B instead of ground", ""},
        {"reaction", "reaction = Q",
         "the point on which the opposite of a force acts, or the body of a torque; reaction(B): the load in a hinge",
         ""},
        {"speeds", "speeds = [w1, w2, w3]", "names of quasi-velocities that take the place of the coordinates' rates",
         ""},
        {"angles", "angles = [a, b, c]", "names of three successive angles", ""},
        {"sequence", "sequence = 321", "axes of three successive rotations: 321 is z, y, x", ""},
        {"quaternion", "quaternion = [e0, e1, e2, e3]", "names of Euler parameters, the scalar one first", ""},
        {"position", "position = [x, y, z]; position(P)", "names of three displacements; the position of a point", ""},
        {"coordinates", "coordinates = [q1, q2]; coordinates()", "the coordinates of lagrange; all of the model", ""},
        {"loads", "loads = [Q1, Q2]", "the generalized forces of lagrange, one for each coordinate", ""},
        {"beam", "beam = [axis = x, length = l, EIz = EI, rhoA = mu, modes = [bend_y = 2]]",
         "a straight uniform beam: its stiffness, its mass per length, its modes", ""},
        {"sid", "sid = \"file\"", "standard input data (SID) of a flexible body, from finite elements", ""},
        {"sid_parameters", "sid_parameters = true", "the numbers of a file of data are parameters", ""},
        {"inboard_at", "inboard_at = node(B, k)", "the node of a flexible body that its hinge holds", ""},
        {"stiffening", "stiffening = false",
         "leaves out what bending shortens a beam, and with it geometric stiffening", ""},
        {"interpolation", "interpolation = linear, smooth or spline", "what a table does between its points", ""},
        {"outside", "outside = linear or constant", "what a table does beyond its outer points", ""},
        {"inputs", "inputs = [..]; inputs()", "the columns of B and D of linearize; all of the model", ""},
        {"outputs", "outputs = [..]; outputs()", "the rows of C and D of linearize; all of the model", ""},
        {"given", "given = [u = 20, ..]",
         "what a steady motion is to have: coordinates, speeds, states, inputs, parameters", ""},
        {"find", "find = [delta, ..]", "the inputs and parameters that make a motion steady", ""},
        {"free", "free = [x, y, ..]; free(..)",
         "coordinates that go on at any rate in a steady motion; a hinge with six degrees of freedom", ""},
        {"input", "input = delta; input(delta)", "the input that oscillates; a value the caller supplies", ""},
        {"output", "output = e; output(name, e)", "what answers an input; a value the emitted outputs routine computes",
         ""},
        {"from", "from = 1/10", "the lowest frequency, Hz", ""},
        {"to", "to = 100", "the highest frequency, Hz", ""},
        {"points", "points = 100", "how many frequencies, in equal steps of their logarithm", ""},
        {"about", "about = P", "the point that an angular momentum is about; else the mass centre", ""},
        {"constraints", "constraints = multipliers or eliminate",
         "whether the equations hold multipliers or independent speeds alone", "options(constraints = eliminate)$"},
        {"multipliers", "constraints = multipliers", "the equations hold the multipliers of the constraints",
         "options(constraints = multipliers)$"},
        {"eliminate", "constraints = eliminate", "dependent speeds are solved out of the equations",
         "options(constraints = eliminate)$"},
        {"dependent", "dependent = [u1, u2]", "the speeds that eliminate solves out", ""},
        {"stabilization", "stabilization = [alpha, beta]", "Baumgarte's feedback of constraint errors, 1/s", ""},
        {"formulation", "formulation = auto, turner, composite, articulated or two_ended",
         "how the equations are formed", "options(formulation = composite)$"},
        {"optimize_for", "optimize_for = time or operations", "what the choice among formulations goes by",
         "options(optimize_for = operations)$"},
        {"routines", "routines = [derivatives, ..]", "the routines that are emitted; all without it", emit},
        {"jacobian", "jacobian = [q, u, states, w, p]", "also the derivatives of ydot by these columns", emit},
        {"adjoint", "adjoint = [q, u, states, w, p]", "also the derivatives of v^T ydot by these columns", ""},
        {"hessian", "hessian = [q, u, states, w, p]", "also the second derivatives of v^T ydot by these columns", ""},
        {"of", "of = [derivatives, outputs, inverse_dynamics]", "what is differentiated in the place of ydot", ""},
        {"regressor", "regressor = true; regressor()", "also the routines of identification", ""},
        {"sines", "sines = library or vector", "how sines and cosines are computed", ""},
        {"batch", "batch = true", "also routines for many states at once", ""},
        {"limbs", "limbs = auto, lanes or scalar", "how equal limbs are computed: at once, or one after the other", ""},
        {"driver", "driver = true", "also a main program", ""},
        {"version", "version = 2 or 3", "of FMI, the standard of an FMU", ""},
        {"tunable", "tunable = [m, k]", "parameters of an FMU that may change during a run", ""},
        {"source", "source = [\"tire.c\"]", "C files with the external routines of an FMU", ""},
        {"scale", "scale = s or [sx, sy, sz]",
         "by which the lengths of a mesh are multiplied; below zero it is mirrored", ""},
        {"hold", "initial(.., hold = [q1, ..])", "what keeps its value when the start is moved onto the constraints",
         "initial(hold = [q1])$"},
        {"function", "function = name", "free expressions as a routine of that name, instead of a model's", ""},
        {"arguments", "arguments = [x, v = [a, b]]", "what that function takes: names, lists of names", ""},
        {"results", "results = [e, J = matrix]", "what it gives: expressions, lists, matrices", ""},
        {"fortran", "emit(fortran, \"rod.f90\")", "a Fortran 2008 module", "emit(fortran, \"rod.f90\")$"},
        {"fortran77", "emit(fortran77, \"rod.f\")", "fixed-form Fortran subroutines", "emit(fortran77, \"rod.f\")$"},
        {"cpp", "emit(cpp, \"rod.hpp\")", "a C++17 header", "emit(cpp, \"rod.hpp\")$"},
        {"c", "emit(c, \"rod.h\")", "a C99 header", "emit(c, \"rod.h\")$"},
        {"python", "emit(python, \"rod\")", "a Python module and the C source that it compiles",
         "emit(python, \"rod\")$"},
    };
}

}  // namespace

const std::vector<LanguageWord>& language_words() {
    static const Words words = joined({branches(), loops(), other_keywords(), relations(), brackets(), operators(),
                                       constants(), axes(), arguments(), routines_by_keyword()});
    return words;
}

const LanguageWord* find_language_word(const std::string& word) {
    const auto numbered = [](const std::string& text) {  // %o7
        return text.size() > 2 && text.rfind("%o", 0) == 0 &&
               text.find_first_not_of("0123456789", 2) == std::string::npos;
    };
    const std::string wanted = numbered(word) ? "%o1" : word;
    for (const LanguageWord& one : language_words())
        if (one.word == wanted) return &one;
    return nullptr;
}

std::vector<std::string> takers_of_argument(const std::string& word) {
    std::vector<std::string> takers;
    for (const auto& [name, built_in] : built_ins())
        if (std::find(built_in.keywords.begin(), built_in.keywords.end(), word) != built_in.keywords.end())
            takers.push_back(built_in.signature);
    return takers;
}

std::vector<std::string> help_topics() {
    std::set<std::string> topics;
    for (const LanguageWord& one : language_words()) topics.insert(one.word);
    for (const auto& [name, built_in] : built_ins()) {
        topics.insert(name);
        topics.insert(built_in.keywords.begin(), built_in.keywords.end());
    }
    return {topics.begin(), topics.end()};
}

}  // namespace lag
