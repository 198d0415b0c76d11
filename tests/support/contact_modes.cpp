#include "tests/support/contact_modes.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "tests/support/long_dense.hpp"

namespace lag {

using namespace oracle;

namespace {

using Modes = std::vector<ContactMode>;

constexpr double regular = 1e-9;  // smallest over largest singular value of a system that counts as regular

double side(ContactMode mode) {
    return mode == ContactMode::forward ? 1 : mode == ContactMode::backward ? -1 : 0;
}

// One product of all choices, the last fastest.
void each(const std::vector<Modes>& choices, const std::function<void(const Modes&)>& visit) {
    Modes now(choices.size());
    const std::function<void(std::size_t)> choose = [&](std::size_t k) {
        if (k == choices.size()) return visit(now);
        for (const ContactMode mode : choices[k]) {
            now[k] = mode;
            choose(k + 1);
        }
    };
    choose(0);
}

// Whether an inequality value >= 0 holds, and how far the nearest one of all is from being undecided.
class Inequalities {
  public:
    bool hold(Number value, Number size) {
        const Number relative = value / std::max(size, Number(1e-300L));
        margin_ = std::min(margin_, static_cast<double>(std::abs(relative)));
        return relative >= -1e-10L;
    }
    double margin() const { return margin_; }

  private:
    double margin_ = 1;
};

// Unknowns x: speeds or accelerations, then lambda, N, F, H.
struct Places {
    Eigen::Index u, B, contacts, frictions;
    explicit Places(const ContactProblem& p)
        : u(p.M.rows()), B(p.B.rows()), contacts(at(p.contacts.size())), frictions(at(p.frictions.size())) {}
    Eigen::Index lambda(Eigen::Index k) const { return u + k; }
    Eigen::Index N(std::size_t k) const { return u + B + at(k); }
    Eigen::Index F(std::size_t k) const { return u + B + contacts + at(k); }
    Eigen::Index H(std::size_t k) const { return u + B + 2 * contacts + at(k); }
    Eigen::Index size() const { return u + B + 2 * contacts + frictions; }
};

struct System {
    Matrix A;
    Vector b;
};

// The rows that every mode has: of motion, and of the conditions that always hold.
System always(const ContactProblem& problem, const Places& place) {
    System s{Matrix::Zero(place.size(), place.size()), Vector::Zero(place.size())};
    s.A.topLeftCorner(place.u, place.u) = problem.M.cast<Number>();
    if (place.B > 0) {
        s.A.block(0, place.u, place.u, place.B) = problem.B.transpose().cast<Number>();
        s.A.block(place.u, 0, place.B, place.u) = problem.B.cast<Number>();
    }
    for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
        const ContactRows& c = problem.contacts[k];
        s.A.col(place.N(k)).head(place.u) = -c.normal.cast<Number>();
        if (c.tangent.size() > 0) s.A.col(place.F(k)).head(place.u) = -c.tangent.cast<Number>();
    }
    for (std::size_t k = 0; k < problem.frictions.size(); ++k)
        s.A.col(place.H(k)).head(place.u) = -problem.frictions[k].row.cast<Number>();
    return s;
}

void set_row(System& s, Eigen::Index row, const Eigen::VectorXd& of_speeds, Number right) {
    s.A.row(row).head(of_speeds.size()) = of_speeds.transpose().cast<Number>();
    s.b(row) = right;
}

// Solved with rows and columns scaled to the same size; false where its rows depend on each other.
bool solve(System s, Vector& x) {
    const Eigen::Index n = s.A.rows();
    Vector column = Vector::Ones(n);
    for (int round = 0; round < 3; ++round) {
        for (Eigen::Index k = 0; k < n; ++k) {
            const Number size = s.A.row(k).norm();
            if (!(size > 0)) return false;
            s.A.row(k) /= size, s.b(k) /= size;
        }
        for (Eigen::Index k = 0; k < n; ++k) {
            const Number size = s.A.col(k).norm();
            if (!(size > 0)) return false;
            s.A.col(k) /= size, column(k) /= size;
        }
    }
    const LongSingularValues svd(s.A, 0);
    const Vector values = svd.values();
    if (n > 0 && values(n - 1) < Number(regular) * values(0)) return false;
    x = svd.solve(s.b).cwiseProduct(column);
    return true;
}

Number part(const Eigen::VectorXd& row, const Vector& x) {
    return row.cast<Number>().dot(x.head(row.size()));
}
// Of the terms of a row's value: `sizes` of the speeds' or accelerations' own terms.
Number size_of(const Eigen::VectorXd& row, const Vector& sizes) {
    return row.cast<Number>().cwiseAbs().dot(sizes.head(row.size()));
}
Vector sizes_at(const Vector& x, const Vector& free) {
    Vector sizes = x.cwiseAbs();
    sizes.head(free.size()) += free;
    return sizes;
}
// Accelerations that the loads' terms alone would cause.
Vector free_sizes(const ContactProblem& p) {
    return long_inverse(p.M.cast<Number>()).cwiseAbs() * p.f.cast<Number>().cwiseAbs();
}
Eigen::VectorXd doubles(const Vector& x, Eigen::Index from, Eigen::Index count) {
    return x.segment(from, count).cast<double>();
}

Modes sliding_choices(double slip, double no_speed) {
    if (slip > no_speed) return {ContactMode::forward};
    if (slip < -no_speed) return {ContactMode::backward};
    return {ContactMode::stick, ContactMode::forward, ContactMode::backward};
}

Modes choices_of(const ContactRows& c, const ContactProblem& problem) {
    if (c.gap > problem.no_gap || c.gap_rate > problem.no_speed) return {ContactMode::open};
    Modes modes = c.tangent.size() == 0 ? Modes{ContactMode::closed} : sliding_choices(c.slip, problem.no_speed);
    modes.push_back(ContactMode::open);
    return modes;
}

// -- motion

void set_contact(System& s, const Places& place, std::size_t k, const ContactRows& c, ContactMode mode) {
    const Eigen::Index normal = place.N(k), tangent = place.F(k);
    s.A.row(normal).setZero(), s.A.row(tangent).setZero();
    s.b(normal) = s.b(tangent) = 0;
    s.A(tangent, tangent) = 1;
    if (mode == ContactMode::open) {
        s.A(normal, normal) = 1;
        return;
    }
    set_row(s, normal, c.normal, c.gamma_n);
    if (mode == ContactMode::stick) {
        s.A(tangent, tangent) = 0;
        set_row(s, tangent, c.tangent, c.gamma_t);
    }
    s.A(tangent, normal) = Number(c.friction) * side(mode);
}

void set_friction(System& s, const Places& place, std::size_t k, const FrictionRows& h, ContactMode mode) {
    const Eigen::Index row = place.H(k);
    s.A.row(row).setZero();
    s.b(row) = 0;
    if (mode == ContactMode::stick) return set_row(s, row, h.row, h.gamma);
    s.A(row, row) = 1;
    s.b(row) = -Number(h.limit) * side(mode);
    for (Eigen::Index i = 0; i < h.limit_lambda.size(); ++i)
        s.A(row, place.lambda(i)) = Number(h.limit_lambda(i)) * side(mode);
    for (Eigen::Index i = 0; i < h.limit_normal.size(); ++i)
        s.A(row, place.N(static_cast<std::size_t>(i))) = Number(h.limit_normal(i)) * side(mode);
}

// The sign of a slip's acceleration where there is no slip yet.
bool slides_its_way(Inequalities& test, ContactMode mode, double slip, double no_speed, const Eigen::VectorXd& row,
                    double gamma, const Vector& x, const Vector& sizes) {
    if (side(mode) == 0 || std::abs(slip) > no_speed) return true;
    return test.hold(side(mode) * (part(row, x) - Number(gamma)), size_of(row, sizes) + std::abs(Number(gamma)));
}

bool contradicts_nothing(Inequalities& test, const ContactProblem& problem, const Places& place, const Vector& free,
                         const Modes& modes, const Vector& x) {
    bool fine = true;
    Number forces = 0;
    const Vector sizes = sizes_at(x, free);
    for (std::size_t k = 0; k < problem.contacts.size(); ++k) forces = std::max(forces, std::abs(x(place.N(k))));
    for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
        const ContactRows& c = problem.contacts[k];
        const Number N = x(place.N(k)), F = x(place.F(k));
        if (modes[k] == ContactMode::open) {
            if (c.gap > problem.no_gap || c.gap_rate > problem.no_speed) continue;
            fine &= test.hold(part(c.normal, x) - Number(c.gamma_n),
                              size_of(c.normal, sizes) + std::abs(Number(c.gamma_n)));
            continue;
        }
        fine &= test.hold(N, forces);
        if (modes[k] == ContactMode::stick)
            fine &= test.hold(Number(c.friction) * N - std::abs(F), Number(c.friction) * forces + std::abs(F));
        fine &= slides_its_way(test, modes[k], c.slip, problem.no_speed, c.tangent, c.gamma_t, x, sizes);
    }
    for (std::size_t k = 0; k < problem.frictions.size(); ++k) {
        const FrictionRows& h = problem.frictions[k];
        const ContactMode mode = modes[problem.contacts.size() + k];
        Number limit = h.limit, size = std::abs(limit);
        for (Eigen::Index i = 0; i < h.limit_lambda.size(); ++i) {
            limit += Number(h.limit_lambda(i)) * x(place.lambda(i));
            size += std::abs(Number(h.limit_lambda(i)) * x(place.lambda(i)));
        }
        for (Eigen::Index i = 0; i < h.limit_normal.size(); ++i) {
            limit += Number(h.limit_normal(i)) * x(place.N(static_cast<std::size_t>(i)));
            size += std::abs(Number(h.limit_normal(i)) * x(place.N(static_cast<std::size_t>(i))));
        }
        const Number H = x(place.H(k));
        if (mode == ContactMode::stick) fine &= test.hold(limit - std::abs(H), size + std::abs(H));
        fine &= slides_its_way(test, mode, h.slip, problem.no_speed, h.row, h.gamma, x, sizes);
    }
    return fine;
}

}  // namespace

bool ContactMotions::is_one() const {
    for (const ContactMotion& other : found)
        if ((other.udot - found.front().udot).norm() > 1e-9 * (1 + found.front().udot.norm())) return false;
    return !found.empty();
}

ContactMotions contact_motions(const ContactProblem& problem) {
    const Places place(problem);
    std::vector<Modes> choices;
    for (const ContactRows& c : problem.contacts) choices.push_back(choices_of(c, problem));
    for (const FrictionRows& h : problem.frictions) choices.push_back(sliding_choices(h.slip, problem.no_speed));
    System base = always(problem, place);
    base.b.head(place.u) = problem.f.cast<Number>();
    if (place.B > 0) base.b.segment(place.u, place.B) = problem.gamma.cast<Number>();
    const Vector free = free_sizes(problem);
    Inequalities test;
    ContactMotions result;
    each(choices, [&](const Modes& modes) {
        System s = base;
        for (std::size_t k = 0; k < problem.contacts.size(); ++k)
            set_contact(s, place, k, problem.contacts[k], modes[k]);
        for (std::size_t k = 0; k < problem.frictions.size(); ++k)
            set_friction(s, place, k, problem.frictions[k], modes[problem.contacts.size() + k]);
        Vector x;
        if (!solve(s, x) || !contradicts_nothing(test, problem, place, free, modes, x)) return;
        result.found.push_back({modes, doubles(x, 0, place.u), doubles(x, place.u, place.B),
                                doubles(x, place.N(0), place.contacts), doubles(x, place.F(0), place.contacts),
                                doubles(x, place.H(0), place.frictions)});
    });
    result.margin = test.margin();
    return result;
}

// -- jumps

namespace {

struct JumpRows {
    Number normal_before = 0, tangent_before = 0;  // Bn u-, Bt u-
    Number wanted = 0;                             // Bn u+ - bn of a contact that is hit or held
};

void set_contact_in_jump(System& s, const Places& place, std::size_t k, const ContactRows& c, const JumpRows& rows,
                         ContactMode mode) {
    const Eigen::Index normal = place.N(k), tangent = place.F(k);
    s.A.row(normal).setZero(), s.A.row(tangent).setZero();
    s.b(normal) = s.b(tangent) = 0;
    s.A(tangent, tangent) = 1;
    if (mode == ContactMode::open) {
        s.A(normal, normal) = 1;
        return;
    }
    set_row(s, normal, c.normal, rows.wanted + rows.normal_before - Number(c.gap_rate));
    if (mode == ContactMode::stick) {
        s.A(tangent, tangent) = 0;
        set_row(s, tangent, c.tangent, rows.tangent_before - Number(c.slip));
    }
    s.A(tangent, normal) = Number(c.friction) * side(mode);
}

bool jump_contradicts_nothing(Inequalities& test, const ContactProblem& problem, const Places& place,
                              const std::vector<bool>& takes_part, const std::vector<JumpRows>& rows,
                              const Modes& modes, const Vector& x) {
    bool fine = true;
    Number impulses = 0;
    for (std::size_t k = 0; k < modes.size(); ++k) impulses = std::max(impulses, std::abs(x(place.N(k))));
    for (std::size_t k = 0; k < modes.size(); ++k) {
        const ContactRows& c = problem.contacts[k];
        if (!takes_part[k]) continue;
        if (modes[k] == ContactMode::open) {
            const Number after = part(c.normal, x) - rows[k].normal_before + Number(c.gap_rate);
            fine &=
                test.hold(after - rows[k].wanted, size_of(c.normal, x.cwiseAbs()) + std::abs(rows[k].normal_before));
            continue;
        }
        const Number P = x(place.N(k)), T = x(place.F(k));
        fine &= test.hold(P, impulses);
        if (modes[k] == ContactMode::stick)
            fine &= test.hold(Number(c.friction) * P - std::abs(T), Number(c.friction) * impulses + std::abs(T));
        if (side(modes[k]) != 0 && std::abs(c.slip) <= problem.no_speed)
            fine &= test.hold(side(modes[k]) * (part(c.tangent, x) - rows[k].tangent_before + Number(c.slip)),
                              size_of(c.tangent, x.cwiseAbs()) + std::abs(rows[k].tangent_before));
    }
    return fine;
}

Modes jump_choices(const ContactRows& c, bool takes_part, double no_speed) {
    if (!takes_part) return {ContactMode::open};
    if (c.tangent.size() == 0) return {ContactMode::closed, ContactMode::open};
    Modes modes{ContactMode::stick};
    if (c.slip >= -no_speed) modes.push_back(ContactMode::forward);
    if (c.slip <= no_speed) modes.push_back(ContactMode::backward);
    modes.push_back(ContactMode::open);
    return modes;
}

}  // namespace

const ContactJump* ContactJumps::answer() const {
    for (const ContactJump& jump : found) {
        // impulses of a contact that separates are rounding alone: the speeds give the scale too
        const double size = jump.P.cwiseAbs().sum() * (1 + jump.u.norm()) + jump.u.squaredNorm();
        if (jump.work <= 1e-12 * size) return &jump;
    }
    return nullptr;
}

ContactJumps contact_jumps(const ContactProblem& problem, const std::vector<bool>& takes_part,
                           const Eigen::VectorXd& impulse, const Eigen::VectorXd& after) {
    ContactProblem without = problem;
    without.frictions.clear();
    const Places place(without);
    const Vector before = problem.u.cast<Number>();
    std::vector<Modes> choices;
    std::vector<JumpRows> rows;
    for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
        const ContactRows& c = problem.contacts[k];
        choices.push_back(jump_choices(c, takes_part[k], problem.no_speed));
        rows.push_back({part(c.normal, before), c.tangent.size() > 0 ? part(c.tangent, before) : 0,
                        -Number(c.restitution) * std::min(Number(c.gap_rate), Number(0))});
    }
    System base = always(without, place);
    const Matrix M = problem.M.cast<Number>();
    base.b.head(place.u) = M * before + impulse.cast<Number>();
    if (place.B > 0)
        base.b.segment(place.u, place.B) =
            problem.B.cast<Number>() * before - problem.phidot.cast<Number>() + after.cast<Number>();
    Inequalities test;
    ContactJumps result;
    each(choices, [&](const Modes& modes) {
        System s = base;
        for (std::size_t k = 0; k < modes.size(); ++k)
            set_contact_in_jump(s, place, k, problem.contacts[k], rows[k], modes[k]);
        Vector x;
        if (!solve(s, x) || !jump_contradicts_nothing(test, problem, place, takes_part, rows, modes, x)) return;
        const Vector u = x.head(place.u);
        const Number change = (u.dot(M * u) - before.dot(M * before)) / 2;
        Number work = 0;
        for (std::size_t k = 0; k < modes.size(); ++k) {
            const ContactRows& c = problem.contacts[k];
            work += x(place.N(k)) * ((part(c.normal, u) - rows[k].normal_before) / 2 + Number(c.gap_rate));
            if (c.tangent.size() > 0)
                work += x(place.F(k)) * ((part(c.tangent, u) - rows[k].tangent_before) / 2 + Number(c.slip));
        }
        result.found.push_back({modes, u.cast<double>(), doubles(x, place.u, place.B),
                                doubles(x, place.N(0), place.contacts), doubles(x, place.F(0), place.contacts),
                                static_cast<double>(change), static_cast<double>(work)});
    });
    result.margin = test.margin();
    return result;
}

ContactJumps lawful_jumps(const ContactProblem& problem, const std::vector<bool>& takes_part,
                          const Eigen::VectorXd& impulse, const Eigen::VectorXd& after) {
    ContactProblem tried = problem;
    double margin = 1;
    for (int law = 1; law < 5; ++law) {
        if (law > 1) tried.no_speed = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < tried.contacts.size() && law > 2; ++k) tried.contacts[k].restitution /= 2;
        ContactJumps jumps = contact_jumps(tried, takes_part, impulse, after);
        margin = std::min(margin, jumps.margin);
        if (jumps.answer() == nullptr) continue;
        jumps.margin = margin, jumps.law = law;
        return jumps;
    }
    ContactJumps none;
    none.margin = margin, none.law = 5;
    return none;
}

}  // namespace lag
