// contact, hinge_friction, normal_force, friction_force: contacts that open and close, and exact Coulomb friction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> contact_statements();

// What a statement says of a contact; `named`: what messages call it, "contact 'foot'".
struct ContactTerms {
    std::string name, named;
    Expr gap;
    std::string gap_unit;
    Expr restitution;
    std::optional<Expr> friction;  // mu, with one slip speed or two
    struct Slip {
        Expr speed;
        std::string unit;
        Syntax at;
    };
    std::vector<Slip> slips = {};
    std::string stop_flag = {};  // of a stop without friction (Model::stops); "": it is one of Model::contacts
    std::string text = {};       // of the flag; "": "contact 'foot' is closed"
};
// Adds rows, flags and events. InputError where a name is taken or there are too many contacts.
void add_contact(Call& call, const ContactTerms& terms);
// What `restitution = e` holds, between 0 and 1.
Expr restitution_of(Call& call);
// What `friction = mu, tangent = v_t` or `tangent = [v1, v2]` hold; both or none.
void read_friction(Call& call, ContactTerms& terms);

}  // namespace lag
