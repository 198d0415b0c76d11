// Contacts, dry friction and stops as expressions: the small problem that the procedures contact_loads, contact_modes and
// contact_impulses solve (procedures/texts).
//
// All other rows are in the symbolic LDL^T of A = [M B^T; B 0], or in that of a basis of their null space. For the rows B_c of contacts, with loads F on their
// rates (lambda = -F),
//     B_c u' - gamma_c = r + S F,      S = B_c X,   A [X; Y] = [B_c^T; 0],   u' = u'_0 + X F,   lambda = lambda_0 + Y F,
// and the mode says of each row whether its rate is held (the left side is zero) or what its load is.
//
// Derivatives take all of that as one linear system in [u'; lambda; F], whose last rows are those of the mode: D [u'; lambda]
// + E F = 0. With K = E + D [X; Y], which contact_inverse inverts,
//     F = K^-1 (h_c - D A^-1 h),   [u'; lambda] = A^-1 h + [X; Y] F,
// and the transposed system likewise.
//
// A stop without friction (Model::stops) is a contact where its mode is searched and in impacts. Between events its row is
// one of A that its flag switches; so accelerations cost what they cost with any switched row, and there are jacobians
// and routines of the user's beside stops. The search and impacts take A with all stops open, and B_c with their rows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"
#include "emitters/program/expression_ldl.hpp"

namespace lag {

// A call of one of these routines from a body. Its results are symbols, among them the last one: 0, the number from 1 of
// a row of contacts whose pivot fails, or the number of these rows + 1 + a ContactFailure.
struct ContactCall {
    std::string routine;  // "contact_loads"
    std::vector<Expr> arguments, results;
    bool is_users = false;  // a routine of the user's or a procedure of the script, called once more
    std::shared_ptr<const procedures::Procedure> procedure = nullptr;
};

// Numbers of the rows of contacts, by contact: normal, then tangential.
std::vector<std::size_t> rows_of_contacts(const Model& model, const ConstraintRows& constraints);
// The same, then those of the stops.
std::vector<std::size_t> rows_of_search(const Model& model, const ConstraintRows& constraints);
bool has_search(const Model& model);
// How many modes it has: open, sticks, slides up and down or in the direction of its slip.
std::size_t modes_of(const Contact& c);
bool is_of_stop(const Model& model, const ConstraintRow& row);
ContactTables tables_of_contacts(const Model& model);
// Of the contacts, then of the stops, then of rows that a script makes stops of by events of its own.
std::vector<ContactPlaces> places_of_contacts(const Model& model, const ConstraintRows& constraints);

// What loads on some rows change: columns [X; Y] by these rows, each by row of the plan; and S.
struct ContactResponse {
    std::vector<std::vector<Expr>> columns, S;
};
// A^-1 times a right side by speed, then by row of constraints, where rows of contacts count for nothing: by speed, then
// by all other rows.
using SolveOthers = std::function<std::vector<Expr>(const std::vector<Expr>& right_side)>;
// `constraints`: with the rows' B; `rows`: their numbers.
ContactResponse response_to_contacts(const Model& model, const ConstraintRows& constraints,
                                     const std::vector<std::size_t>& rows, const SolveOthers& solve);
// S without what rounding makes of rows that all others hold, where a load moves nothing: zeros in their rows and columns.
// The power of a unit load, X^T M X = B_c X - Y^T B X, is compared with what passes through the other rows, abs(Y)^T
// abs(B X).
ContactResponse without_held_rows(const Model& model, const ConstraintRows& constraints,
                                  const std::vector<std::size_t>& rows, ContactResponse response);
// x + sum of the columns times F
void add_response(std::vector<Expr>& x, const ContactResponse& response, const std::vector<Expr>& F);

// The accelerations with contacts: u'_0 and lambda_0 of all other rows, S and r. For the search of the mode the stops'
// rows are among those of contacts.
struct ContactSystem {
    ContactResponse response;
    std::vector<Expr> free_rates;        // r
    std::vector<Expr> free_multipliers;  // lambda_0, by bilateral row
    // Of the loads in the mode that the flags say, for their derivatives: results of `inverse_call`, by load, then by row.
    std::vector<std::vector<Expr>> inverse = {};
    std::optional<ContactCall> inverse_call = {};
};
// In which a contact in space that slides does so: that of its slip, near zero that of the flags. Where the slip has turned
// by more than 90 degrees or passed zero, its part along the flags' direction counts as if it had not; smooth, since
// events end the phase before.
std::pair<Expr, Expr> direction_of_sliding(const Model& model, const std::pair<Expr, Expr>& slip,
                                           const std::pair<Expr, Expr>& flags);
// The name of a load on a row of contacts, from 0, that `loads_of_contacts` finds in its first step.
std::string name_of_contact_load(std::size_t row);
// The loads in the mode that the flags say. Several calls where limits of dry friction are no linear functions of
// the loads: each is Newton's step from the one before, and the last one counts.
std::vector<ContactCall> loads_of_contacts(const Model& model, const ConstraintRows& constraints,
                                           const ContactSystem& system);
// A call of contact_inverse for the loads F.
void add_inverse(const Model& model, const ConstraintRows& constraints, const std::vector<Expr>& F,
                 ContactSystem& system);
// What the mode that the flags say makes zero, in symbols of the multipliers: of each row of contacts its rate where that is
// held, else its load less what it keeps to. `rates`: B_c u' - gamma_c.
std::vector<Expr> rows_in_mode(const Model& model, const ConstraintRows& constraints, const std::vector<Expr>& rates);
// The consistent mode. `event`: the number of the event that the search belongs to (0: none), in whose mode what has
// just ended is not tried first.
struct ModeSearch {
    std::vector<ContactCall> calls;
    std::vector<std::pair<FlagIndex, Expr>> flags;  // their values; those of before where there is no such mode
};
ModeSearch mode_of_contacts(const Model& model, const ConstraintRows& constraints, const ContactSystem& system,
                            Expr event, const std::string& suffix);
// The impulses at an event: by row of the search, then the law that they keep (LawOfImpact), then what fails.
// `after`: the rows with the flags of after the event; `rates`: of the rows of the search after all other impulses.
ContactCall impulses_of_contacts(const Model& model, const ConstraintRows& after, const ContactResponse& response,
                                 const std::vector<Expr>& rates, Expr event);
// What must hold after a call.
std::vector<PivotCheck> checks_of(const Model& model, const ConstraintRows& constraints, const ContactCall& call);

}  // namespace lag
