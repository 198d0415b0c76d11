// How a routine of a user's own is called: what each argument holds, in the names that both sides of
// a comparison share.
//
//   call BIKE(T, Y, P, YDOT)           calls, in this order; the arguments are names of this file's own
//   T in t                             a number
//   Y in [x, y, psi [deg], vx]         an array; psi is a number of degrees there, of radians here
//   P in [m, 9.81, -delta, 2*c, _]     a constant, the opposite, a multiple, a place that is 0
//   N in integer 4
//   YDOT out [x', y', psi' [deg/s], vx']
//   IERR status                        an integer that is 0 where all is well
//   W work 50                          an array of that size
//   common PAR [m, iz]                 Fortran: set before the calls;  variable mass m   a module's or global variable
//   use bike_model                     Fortran: a module
//   source tire.f                      further files, beside this one;   flags -fdefault-real-8
//   sample vx 5 40                     where states and parameters are taken from;   rename theta -q1   (.lag)
//
// Arguments that no line describes and that are called t, y, q, u, s, w, p, ydot, qdot, udot, sdot are the model's own.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lag {

// The routine's number is factor * (the shared quantity `name`); without a name it is `factor` itself.
struct MappedTerm {
    std::string name;
    double factor = 1;
    bool ignored = false;  // "_"
};

inline std::vector<MappedTerm> both(std::vector<MappedTerm> first, const std::vector<MappedTerm>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

struct MappedQuantity {
    enum class Place { argument, common, variable };
    enum class Type { real, single, integer };
    std::string name;
    Place place = Place::argument;
    Type type = Type::real;
    bool array = false;
    bool status = false;
    std::size_t work = 0;             // at least so many elements
    std::vector<MappedTerm> in, out;  // element by element
    std::size_t elements() const;
};

struct MappedCall {
    std::string routine;
    std::vector<std::string> arguments;
};

struct Mapping {
    std::vector<MappedCall> calls;
    std::vector<MappedQuantity> quantities;
    std::vector<std::string> modules, sources, flags;
    std::string language;                                      // fortran, c, cpp; empty: from the file's ending
    std::map<std::string, std::pair<double, double>> samples;  // least, greatest
    std::map<std::string, MappedTerm> renames;                 // a .lag script's name -> shared

    MappedQuantity* find(const std::string& name);
    // The one called so, made when there is none yet.
    MappedQuantity& quantity(const std::string& name);
};

// Adds the lines of `text` to `mapping`; `place` begins the messages, as in "bike.map:3: ...". ModelError.
void read_mapping(Mapping& mapping, const std::string& text, const std::string& place);

// The factor from a unit to that of the SI: "km/h" is 1/3.6. ModelError for one that is not known.
double unit_factor(const std::string& unit);

}  // namespace lag
