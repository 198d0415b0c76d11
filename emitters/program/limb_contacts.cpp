#include "emitters/program/limb_contacts.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/errors.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/kinematics/lane_values.hpp"

namespace lag {

namespace {

// By position in the elimination.
struct Forward {
    std::vector<Expr> y, z;  // L^-1 b, D^-1 L^-1 b
};

struct SummedLanes {
    static Expr sum_over_lanes(const Expr& value, std::size_t lanes) { return lane_sum(value, {lanes}); }
};
struct LanesApart {
    static Expr sum_over_lanes(const Expr& value, std::size_t /*lanes*/) { return value; }
};

class LimbContacts {
  public:
    LimbContacts(const PrototypeLimb& limb, const Equations& equations, const LdlPlan& plan, SolvedSystem& solved)
        : limb_(limb),
          small_(limb.model),
          graph_(*small_.graph),
          equations_(equations),
          plan_(plan),
          solved_(solved),
          constraints_(equations.constraints) {
        number_rows();
    }

    std::map<std::size_t, LaneOf> run() {
        Forward of_f = forward(without_contacts(small_, constraints_, solved_.right_side), SummedLanes{});
        for (const std::size_t r : small_rows_) forward_.push_back(forward(load_on(r), LanesApart{}));
        add_matrix();
        add_rates(of_f);
        add_directions();
        solve(std::move(of_f));
        return std::move(given_);
    }

  private:
    // Of the whole mechanism: which row of the small one, by place in small_rows_, and the lane.
    struct Row {
        std::size_t row = 0, lane = 0;
    };
    void number_rows() {
        for (const Contact& c : limb_.contacts)
            for (const auto& constraint : {c.normal, c.tangent, c.second})
                if (constraint) place_of_.emplace(*constraint, place_of_.size());
        whole_.resize(place_of_.size());
        for (std::size_t r = 0; r < constraints_.rows.size(); ++r) {
            if (!constraints_.rows[r].of_contact) continue;
            const LaneEntry<std::size_t>& entry = limb_.constraints.at(constraints_.rows[r].constraint);
            for (std::size_t lane = 0; lane < entry.by_lane.size(); ++lane)
                whole_.at(place_of_.at(entry.by_lane[lane].value())) = {small_rows_.size(), lane};
            lanes_.push_back(entry.has_lanes ? entry.by_lane.size() : 0);
            small_rows_.push_back(r);
        }
    }
    std::size_t lanes_at(std::size_t position) const { return plan_.pattern.lanes(plan_.order[position]); }
    Expr zero() const { return graph_.integer(0); }
    Expr absorbed(std::size_t speed) const {
        return speed < equations_.absorbed.size() ? graph_.own(equations_.absorbed[speed]) : zero();
    }
    const ConstraintRow& row_at(std::size_t place) const { return constraints_.rows[small_rows_[place]]; }
    const Row& whole_row(std::size_t constraint) const { return whole_[place_of_.at(constraint)]; }

    // By row of A.
    std::vector<Expr> load_on(std::size_t row) const {
        std::vector<Expr> b(plan_.size(), zero());
        for (const auto& [speed, coefficient] : constraints_.rows[row].B) b[speed.value] = graph_.own(coefficient);
        return b;
    }
    template <class Policy>
    Expr subtract(const Expr& from, const LdlStep& step, const std::vector<Expr>& right, Policy policy) const {
        return less_products(plan_, solved_.factors->L, std::optional<Expr>(from), step.first_term, step.last_term,
                             right, step.row, policy)
            .value();
    }
    template <class Policy>
    Forward forward(const std::vector<Expr>& b, Policy policy) const {
        Forward of{std::vector<Expr>(plan_.size(), zero()), std::vector<Expr>(plan_.size(), zero())};
        for (const LdlStep& step : plan_.steps)
            if (step.kind == LdlStepKind::forward)
                of.y[step.row] = subtract(graph_.own(b[plan_.order[step.row]]), step, of.y, policy);
        divide_all(of);
        return of;
    }
    void divide_all(Forward& of) const {
        std::size_t divided = 0;
        for (const LdlStep& step : plan_.steps)
            if (step.kind == LdlStepKind::divide) divide(step, solved_.factors->inverses[divided++], of.y, of.z);
    }

    Expr in_lane(Expr e, std::size_t lane) const { return graph_.is_lane_value(e) ? graph_.lane_member(e, lane) : e; }
    // Of rows of the same limbs, in lanes; or of no limb.
    Expr response(std::size_t r, std::size_t s) {
        const auto known = responses_.find({r, s});
        if (known != responses_.end()) return known->second;
        Expr sum = zero();
        for (std::size_t p = 0; p < plan_.size(); ++p) sum = sum + forward_[r].y[p] * forward_[s].z[p];
        return responses_[{r, s}] = graph_.own(sum);
    }
    // Of rows of different limbs, by the body that they meet.
    Expr response_across(const Row& a, const Row& b) const {
        Expr sum = zero();
        for (std::size_t p = 0; p < plan_.size(); ++p)
            if (lanes_at(p) == 0)
                sum = sum + in_lane(forward_[a.row].y[p], a.lane) * in_lane(forward_[b.row].z[p], b.lane);
        return graph_.own(sum);
    }
    void add_matrix() {
        const std::size_t n = whole_.size();
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i; j < n; ++j) {
                const Row &a = whole_[i], &b = whole_[j];
                const bool is_own = lanes_[a.row] == lanes_[b.row] && a.lane == b.lane;
                const LaneOf value = is_own ? LaneOf{response(std::min(a.row, b.row), std::max(a.row, b.row)), a.lane}
                                            : LaneOf{response_across(a, b), 0};
                given_[i * n + j] = value, given_[j * n + i] = value;
            }
    }
    void add_rates(const Forward& of_f) {
        const std::vector<Expr> gamma = stabilized_gamma(small_, constraints_);
        std::vector<Expr> rates;
        for (std::size_t k = 0; k < small_rows_.size(); ++k) {
            Expr rate = -graph_.own(gamma[small_rows_[k]]);
            for (const auto& [speed, coefficient] : row_at(k).B)
                rate = rate + graph_.own(coefficient) * absorbed(speed.value);
            for (std::size_t p = 0; p < plan_.size(); ++p) rate = rate + forward_[k].y[p] * of_f.z[p];
            rates.push_back(graph_.own(rate));
        }
        const std::size_t n = whole_.size();
        for (std::size_t i = 0; i < n; ++i) given_[n * n + i] = {rates[whole_[i].row], whole_[i].lane};
    }
    // Behind S, r, limits, and the flags of closed and of sliding contacts.
    void add_directions() {
        const std::size_t n = whole_.size(), contacts = limb_.contacts.size(), first = n * n + n + 3 * contacts;
        std::map<std::size_t, std::pair<Expr, Expr>> found;  // by place of the tangential row
        for (std::size_t c = 0; c < contacts; ++c) {
            const Contact& contact = limb_.contacts[c];
            if (!contact.second) continue;
            const Row &tangent = whole_row(contact.tangent.value()), &second = whole_row(*contact.second);
            if (!found.contains(tangent.row)) found.emplace(tangent.row, direction(tangent.row, second.row));
            const auto& [along, across] = found.at(tangent.row);
            given_[first + c] = {graph_.own(along), tangent.lane};
            given_[first + contacts + c] = {graph_.own(across), tangent.lane};
        }
    }
    std::pair<Expr, Expr> direction(std::size_t tangent, std::size_t second) {
        std::vector<Expr> along, across;  // the flags
        for (const auto& constraint : limb_.constraints.at(row_at(tangent).constraint).by_lane) {
            const auto own = std::ranges::find(limb_.contacts, constraint, &Contact::tangent);
            along.push_back(symbol(small_, own->direction.at(0)));
            across.push_back(symbol(small_, own->direction.at(1)));
        }
        LaneValues values(graph_);
        const Expr e = values.joined(along), f = values.joined(across);
        return direction_of_sliding(small_, {graph_.own(row_at(tangent).phidot), graph_.own(row_at(second).phidot)},
                                    {e, f});
    }

    // By place in small_rows_.
    std::vector<Expr> loads() const {
        std::vector<std::vector<Expr>> members(small_rows_.size());
        for (std::size_t k = 0; k < small_rows_.size(); ++k) members[k].resize(std::max<std::size_t>(lanes_[k], 1));
        for (std::size_t i = 0; i < whole_.size(); ++i)
            members[whole_[i].row][whole_[i].lane] = graph_.symbol(name_of_contact_load(i), Role::external_result);
        LaneValues values(graph_);
        std::vector<Expr> F;
        for (std::size_t k = 0; k < members.size(); ++k)
            F.push_back(lanes_[k] == 0 ? members[k].front()
                                       : values.symbol(members[k], Role::external_result, "contact load"));
        return F;
    }
    // u' and the multipliers, with the loads.
    void solve(Forward of_f) {
        const std::vector<Expr> F = loads();
        for (std::size_t p = 0; p < plan_.size(); ++p) {
            std::map<std::size_t, Expr> to_body;  // by number of lanes
            for (std::size_t k = 0; k < F.size(); ++k) {
                const Expr part = graph_.own(forward_[k].y[p] * F[k]);
                if (part.is_zero()) continue;
                if (lanes_at(p) > 0 || lanes_[k] == 0) {
                    of_f.y[p] = of_f.y[p] + part;
                } else {
                    const auto [place, is_first] = to_body.emplace(lanes_[k], part);
                    if (!is_first) place->second = place->second + part;
                }
            }
            for (const auto& [lanes, part] : to_body) of_f.y[p] = of_f.y[p] + lane_sum(graph_.own(part), {lanes});
        }
        divide_all(of_f);
        std::vector<Expr> x(plan_.size(), zero());
        for (const LdlStep& step : plan_.steps)
            if (step.kind == LdlStepKind::backward) x[step.row] = subtract(of_f.z[step.row], step, x, SummedLanes{});
        const std::size_t nu = small_.speeds.size();
        solved_.multipliers.assign(constraints_.rows.size(), zero());
        const std::vector<std::size_t> bilateral = bilateral_rows(constraints_);
        for (std::size_t p = 0; p < plan_.size(); ++p) {
            const std::size_t row = plan_.order[p];
            if (row < nu)
                solved_.accelerations[row] = graph_.own(x[p] + absorbed(row));
            else
                solved_.multipliers[bilateral[row - nu]] = graph_.own(x[p]);
        }
        for (std::size_t k = 0; k < small_rows_.size(); ++k) solved_.multipliers[small_rows_[k]] = -F[k];
    }

    const PrototypeLimb& limb_;
    const Model& small_;
    Graph& graph_;
    const Equations& equations_;
    const LdlPlan& plan_;
    SolvedSystem& solved_;
    const ConstraintRows& constraints_;
    std::map<std::size_t, std::size_t> place_of_;  // among rows of contacts, by constraint of the whole model
    std::vector<Row> whole_;                       // by that place
    std::vector<std::size_t> small_rows_;          // numbers of the small mechanism's rows of contacts
    std::vector<std::size_t> lanes_;               // of these; 0: of no limb
    std::vector<Forward> forward_;                 // of these
    std::map<std::pair<std::size_t, std::size_t>, Expr> responses_;
    std::map<std::size_t, LaneOf> given_;
};

}  // namespace

SolvedLimbs solve_limbs(const PrototypeLimb& limb, const Equations& equations, const LdlPlan& plan) {
    SolvedLimbs result{solve_equations(limb.model, equations, plan), {}};
    if (limb.contacts.empty()) return result;
    if (!result.system.factors || !equations.system_rows.loops.empty() || !equations.weights.empty())
        throw InternalError("contacts of limbs in lanes beside another system");
    result.given = LimbContacts(limb, equations, plan, result.system).run();
    return result;
}

}  // namespace lag
