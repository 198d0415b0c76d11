// What statements share: arguments -> quantities of the Model, with the checks that every quantity needs.
//
// InputError at the argument: a name nobody declared, a quantity that depends on what it may not depend on (the mass on
// a coordinate, a load on an acceleration), an unknown body, point or frame.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "scripts/language/built_in.hpp"
#include "scripts/statements/argument_types.hpp"
#include "scripts/statements/defaults.hpp"
#include "scripts/statements/description.hpp"

namespace lag {

// `what` as in "the mass of body 'rod'".
Expr quantity(Call& call, const Value& value, const Syntax& at, Dependence allowed, const std::string& what);
Vec3<Expr> quantities(Call& call, const Value& value, const Syntax& at, Dependence allowed, const std::string& what);
// Arguments of the call, in the units that its row declares.
Expr quantity(Call& call, std::size_t i, Dependence allowed, const std::string& what);
Expr quantity(Call& call, const std::string& keyword, Dependence allowed, const std::string& what);
Vec3<Expr> quantities(Call& call, std::size_t i, Dependence allowed, const std::string& what);
Vec3<Expr> quantities(Call& call, const std::string& keyword, Dependence allowed, const std::string& what);
// The lengths that `keyword` holds, if it is given, of "body 'rod'"; else v stays.
void read_location(Call& call, const std::string& keyword, const std::string& owner, Vec3<Expr>& v);
// The checks alone, for an expression that is there already; `at` is the place to blame.
void require_dependence(Graph& graph, Expr e, Dependence allowed, const Place& at, const std::string& what);
// InputError where `e` holds a flag: what mass and geometry are made of does not jump.
void refuse_flags(const Model& model, Expr e, const Place& at, const std::string& what);

// -- things
// Of a table of the model; null: none has this name.
template <class Table>
auto* entry_named(Table& table, const std::string& name) {
    const auto found = std::ranges::find_if(table, [&](const auto& entry) { return entry.name == name; });
    return found == table.end() ? nullptr : &*found;
}
void require_model(const Call& call);  // a model has been started
void require_open(const Call& call);   // and no result has been asked for
BodyIndex body_of(Call& call, const Value& value, const Syntax& at);
PointOnBody point_of(Call& call, const Value& value, const Syntax& at);
FrameOnBody frame_of(Call& call, const Value& value, const Syntax& at);  // a body, ground or a frame
FrameOnBody frame_or_ground(Call& call, const std::string& keyword);
FrameOnBody axes_of(const Model& model, BodyIndex b);
PointOnBody origin_of(const Model& model, BodyIndex b);
PointOnBody mass_centre_of(const Model& model, BodyIndex b);
// A new body, point or frame: a name, without primes, that no other body, point or frame has.
std::string new_thing(Call& call, std::size_t argument);
std::string plain_name(Call& call, std::size_t argument);

Vec3<Expr> zero_vector(Graph& graph);
Mat3<Expr> identity_matrix(Graph& graph);

}  // namespace lag
