// Contacts and dry friction by complete enumeration: every mode of every contact is tried on the whole dense system,
// and those that contradict nothing are kept. Written from the laws alone (docs/language/contacts.md):
//     M u' + B^T lambda = f + sum of Bn^T N + Bt^T F + Bh^T H,      B u' = gamma
//     contact     open: N = F = 0;   closed: Bn u' = gamma_n, N >= 0;   without friction F = 0
//       sticks    Bt u' = gamma_t, |F| <= mu N         slides (s = +1, -1)   F = -mu N s
//     friction    sticks: Bh u' = gamma_h, |H| <= limit        slides   H = -limit s
// A contact with gap > 0 or a gap that grows is open. Where a slip speed is not zero it says s; else s is the sign of
// the slip's acceleration. `limit` is affine in lambda and N.
// Modes whose equations depend on each other are left out: what they hold can be held by fewer.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace lag {

// closed: without friction; forward, backward: slides with s = +1, -1
enum class ContactMode { closed, stick, forward, backward, open };

struct ContactRows {
    Eigen::VectorXd normal, tangent;  // Bn, Bt by speed; tangent empty: no friction
    double gamma_n = 0, gamma_t = 0;
    double gap = 0, gap_rate = 0, slip = 0;  // rates in full: B u - b
    double restitution = 0, friction = 0;
};

struct FrictionRows {
    Eigen::VectorXd row;  // Bh by speed
    double gamma = 0, slip = 0;
    double limit = 0;
    Eigen::VectorXd limit_lambda, limit_normal;  // slopes of the limit, by row of B and by contact; empty: none
};

struct ContactProblem {
    Eigen::MatrixXd M;
    Eigen::VectorXd f, u;
    Eigen::MatrixXd B;
    Eigen::VectorXd gamma, phidot;  // phidot = B u - b
    std::vector<ContactRows> contacts;
    std::vector<FrictionRows> frictions;
    double no_gap = 1e-8, no_speed = 1e-8;  // smaller ones count as zero
};

struct ContactMotion {
    std::vector<ContactMode> modes;  // contacts, then frictions
    Eigen::VectorXd udot, lambda, N, F, H;
};

struct ContactMotions {
    std::vector<ContactMotion> found;  // in the order of the modes as they are declared above, the last one fastest
    // the smallest |inequality| over the size of its terms, of all modes: where it is tiny rounding decides
    double margin = 1;
    bool is_one() const;  // some, and all with equal accelerations
};

ContactMotions contact_motions(const ContactProblem& problem);

// What jumps do, P an impulse of the speeds: with P_i, T_i, p in place of N, F, lambda
//     M (u+ - u-) + B^T p = P + sum of Bn^T P_i + Bt^T T_i,     B u+ - b = after
//     Bn u+ - bn >= -e min(Bn u- - bn, 0),  P_i >= 0,  one of them an equality
//     sticks: Bt u+ - bt = 0, |T| <= mu P_i;   slides: T = -mu P_i s,  s the sign of the slip speed before, if there is
//     none the sign of the one after.
// `takes_part` by contact. Frictions have a bounded load and no impulse, if their limit holds no reactions.
struct ContactJump {
    std::vector<ContactMode> modes;
    Eigen::VectorXd u, p, P, T;
    double energy_change = 0;  // of u M u / 2
    double work = 0;           // of the contacts' impulses on the rates of gaps and slips: never positive in nature
};
struct ContactJumps {
    std::vector<ContactJump> found;  // as ContactMotions
    double margin = 1;
    int law = 1;
    // The first whose contacts give no energy; null where there is none.
    const ContactJump* answer() const;
};
ContactJumps contact_jumps(const ContactProblem& problem, const std::vector<bool>& takes_part,
                           const Eigen::VectorXd& impulse, const Eigen::VectorXd& after);
// The same by the first of these laws that has an answer: 1 as above; 2 with s the sign of the slip speed after; 3 and 4
// likewise with half and a quarter of all restitutions. None has one: law 5, and nothing is found. The margin is that of
// all laws tried.
ContactJumps lawful_jumps(const ContactProblem& problem, const std::vector<bool>& takes_part,
                          const Eigen::VectorXd& impulse, const Eigen::VectorXd& after);

}  // namespace lag
