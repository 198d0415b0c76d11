// Contacts and dry friction as expressions: the small problem that the emitted routines contact_loads, contact_modes and
// contact_impulses solve (writers/contact_text.hpp).
//
// All other rows are in the symbolic LDL^T of A = [M B^T; B 0]. For the rows B_c of contacts, with loads F on their
// rates (lambda = -F),
//     B_c u' - gamma_c = r + S F,      S = B_c X,   A [X; Y] = [B_c^T; 0],   u' = u'_0 + X F,   lambda = lambda_0 + Y F,
// and the mode says of each row whether its rate is held (the left side is zero) or what its load is.
#pragma once

#include <string>
#include <vector>

#include "core/model.hpp"
#include "emitters/program/expression_ldl.hpp"

namespace lag {

// A call of one of these routines from a body. Its results are symbols, among them the last one: 0, the number from 1 of
// a row of contacts whose pivot fails, or the number of these rows + 1 + a ContactFailure.
struct ContactCall {
    std::string routine;  // "contact_loads"
    std::vector<Expr> arguments, results;
};

// Numbers of the rows of contacts, by contact: normal, then tangential.
std::vector<std::size_t> rows_of_contacts(const Model& model, const ConstraintRows& constraints);
ContactTables tables_of_contacts(const Model& model);
// Of the contacts, then of the stops that `limit` declares.
std::vector<ContactPlaces> places_of_contacts(const Model& model, const ConstraintRows& constraints);

// What loads on the rows of contacts change: columns [X; Y] by row of contacts, each by row of the plan; and S.
struct ContactResponse {
    std::vector<std::vector<Expr>> columns, S;
};
// `constraints`: with the rows' B; `factors`: of the plan of the speeds and of all other rows.
ContactResponse response_to_contacts(const Model& model, const ConstraintRows& constraints, const LdlPlan& plan,
                                     const LdlResult<Expr>& factors);
// x + sum of the columns times F
void add_response(std::vector<Expr>& x, const ContactResponse& response, const std::vector<Expr>& F);

// The accelerations with contacts: u'_0 and lambda_0 of all other rows, S and r.
struct ContactSystem {
    ContactResponse response;
    std::vector<Expr> free_rates;        // r
    std::vector<Expr> free_multipliers;  // lambda_0, by bilateral row
};
// The loads in the mode that the flags say. Several calls where limits of dry friction are no linear functions of
// the loads: each is Newton's step from the one before, and the last one counts.
std::vector<ContactCall> loads_of_contacts(const Model& model, const ConstraintRows& constraints,
                                           const ContactSystem& system);
// The consistent mode. `event`: the number of the event that the search belongs to (0: none), in whose mode what has
// just ended is not tried first.
struct ModeSearch {
    std::vector<ContactCall> calls;
    std::vector<std::pair<std::string, Expr>> flags;  // their values; those of before where there is no such mode
};
ModeSearch mode_of_contacts(const Model& model, const ConstraintRows& constraints, const ContactSystem& system,
                            Expr event, const std::string& suffix);
// The impulses at an event. `after`: the rows with the flags of after the event; `rates`: of the rows of contacts after
// all other impulses.
ContactCall impulses_of_contacts(const Model& model, const ConstraintRows& after, const ContactResponse& response,
                                 const std::vector<Expr>& rates, Expr event);
// What must hold after a call.
std::vector<PivotCheck> checks_of(const Model& model, const ConstraintRows& constraints, const ContactCall& call);

}  // namespace lag
