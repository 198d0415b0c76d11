// Contacts and dry friction, as emitted in all four languages. Random mechanisms with one to four contacts, with and
// without friction, beside dry friction in hinges and rows that always hold: modes, accelerations, loads and impacts are
// those of a complete enumeration over the oracle's M, f and rows; derivatives are differences of these.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/calculus.hpp"
#include "core/info_codes.hpp"
#include "core/model_index.hpp"
#include "emitters/choice/formulations.hpp"
#include "emitters/writers/emit.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/scratch.hpp"
#include "tests/support/contact_modes.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;
using Eigen::VectorXd;

namespace {

namespace fs = std::filesystem;

constexpr double tolerance = 1e-9;

// A random tree with contacts whose gaps and rates parameters set: gap = e(q) - c - d t, slip speed = e(q)' - h.
class ContactTree {
  public:
    ContactTree(std::uint64_t seed, int contacts, int frictions, int rows)
        : random_(seed ^ 0xc0417ac7ULL), model(tree(seed)) {
        for (int k = 0; k < rows; ++k) add_row("always" + std::to_string(k), {}, false);
        for (int k = 0; k < contacts; ++k) add_contact("c" + std::to_string(k), random_.chance(0.7));
        for (int k = 0; k < frictions; ++k) add_friction("h" + std::to_string(k));
        model.contact_speed = graph().rational(1, 1000);
        state = random_state(model, seed);
    }

  private:
    static Model tree(std::uint64_t seed) {
        RandomModelOptions options;
        options.min_bodies = 2, options.max_bodies = 4, options.most_speeds = 9;
        options.springs = options.line_forces = options.dissipations = options.massless = false;
        Model result = random_tree(seed, options);
        take_outside_as_input(result);
        return result;
    }
    Graph& graph() { return *model.graph; }
    Expr parameter(const std::string& name) {
        model.parameters.push_back({name, graph().integer(0), "", ""});
        return graph().symbol(name, Role::parameter);
    }
    Expr number() { return graph().rational(random_.integer(-200, 200), 100); }
    Expr position() {
        Expr sum = graph().integer(0);
        for (std::size_t k = 0; k < model.coordinates.size(); ++k) {
            const Expr q = symbol(model, CoordinateIndex(k));
            if (random_.chance(0.7)) sum = sum + number() * (random_.chance(0.5) ? sin(q) : q);
        }
        return sum.is_zero() ? symbol(model, CoordinateIndex(0)) : sum;
    }
    Expr speed() {
        Expr sum = graph().integer(0);
        for (std::size_t k = 0; k < model.speeds.size(); ++k)
            if (random_.chance(0.7)) sum = sum + number() * symbol(model, SpeedIndex(k));
        return sum.is_zero() ? symbol(model, SpeedIndex(0)) : sum;
    }
    std::size_t add(const std::string& name, Constraint::Kind kind, Expr value, Expr active, bool of_contact) {
        Constraint row;
        row.kind = kind, row.name = name, row.value = value, row.active = active, row.of_contact = of_contact;
        model.constraints.push_back(std::move(row));
        return model.constraints.size() - 1;
    }
    std::size_t add_row(const std::string& name, Expr active, bool of_contact) {
        return add(name, Constraint::Kind::speed, speed() - parameter(name + "_h"), active, of_contact);
    }
    FlagIndex flag(const std::string& name) {
        model.inputs.push_back({name, "", "", 0, graph().integer(0)});
        return FlagIndex(flag_count(model) - 1);
    }
    std::size_t event(const std::string& name) {
        Event event;
        event.name = name, event.function = time_symbol(model) - graph().integer(1);
        event.direction = Event::Direction::falling, event.restitution = graph().integer(0);
        model.events.push_back(std::move(event));
        return model.events.size() - 1;
    }
    void add_contact(const std::string& name, bool rubs) {
        Contact contact;
        contact.name = name, contact.closed = flag(name + "_closed");
        contact.limit = rubs ? graph().rational(random_.integer(5, 60), 100) : graph().integer(0);
        contact.restitution = graph().rational(random_.integer(0, 10), 10);
        contact.speed = model.contact_speed;
        const Expr closed = symbol(model, *contact.closed);
        const Expr gap = position() - parameter(name + "_c") - parameter(name + "_d") * time_symbol(model);
        contact.normal = add(name, Constraint::Kind::position, gap, closed, true);
        contact.closes = event(name), contact.opens = event(name + "_opens");
        if (rubs) {
            contact.slip = flag(name + "_slip");
            const Expr slip = symbol(model, *contact.slip), zero = graph().integer(0);
            const Expr sticks = graph().binary(Op::logical_and, graph().binary(Op::equal, slip, zero),
                                               graph().logical_not(graph().binary(Op::equal, closed, zero)));
            contact.tangent = add_row(name + "_t", graph().select(sticks, graph().integer(1), zero), true);
        }
        model.contacts.push_back(std::move(contact));
    }
    void add_friction(const std::string& name) {
        Contact friction;
        friction.name = name, friction.slip = flag(name + "_slip"), friction.restitution = graph().integer(0);
        friction.limit = graph().rational(random_.integer(1, 400), 100);
        if (model.constraints.front().name == "always0")  // a load of that row presses
            friction.limit = friction.limit + graph().rational(1, 10) * multiplier_symbol(model, 0, 0);
        const Expr sticks = graph().binary(Op::equal, symbol(model, *friction.slip), graph().integer(0));
        friction.tangent =
            add_row(name + "_friction", graph().select(sticks, graph().integer(1), graph().integer(0)), true);
        model.contacts.push_back(std::move(friction));
    }

    Random random_;

  public:
    Model model;
    OracleState state;

    double& parameter_value(const std::string& name) {
        return state.p(static_cast<Eigen::Index>(ModelIndex(model).parameter(name).value().value));
    }
};

struct Emitted {
    Program program;
    std::vector<fs::path> files;
};

Emitted emitted(const std::string& name, Model& model, Formulation formulation) {
    model.name = name;
    const Kinematics kinematics = compute_kinematics(model);
    const MinimalSystem system = minimal_system(model, kinematics);
    Emitted result;
    WantedRoutines wanted;
    wanted.jacobian = {{Role::coordinate, ""}, {Role::speed, ""}};
    result.program = cheapest_program({model, kinematics, system}, formulation, wanted);
    const std::vector<std::string> routines =
        routines_there(result.program, {"accelerations", "modes", "event", "jacobian"});
    const fs::path folder = fs::path(scratch_root()) / "contacts" / name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const auto& [language, ending] :
         {std::pair{Language::cpp, ".hpp"}, std::pair{Language::c, ".h"}, std::pair{Language::fortran, ".f90"},
          std::pair{Language::fortran77, ".f"}}) {
        const std::string file = name + ending;
        std::ofstream(folder / file) << emit(result.program, {language, routines, false}, file)[0].text;
        result.files.push_back(folder / file);
    }
    return result;
}

void check_near(const std::string& what, const VectorXd& found, const VectorXd& expected, double size) {
    REQUIRE(found.size() == expected.size());
    size = std::max({1.0, size, expected.size() == 0 ? 0 : expected.cwiseAbs().maxCoeff()});
    INFO(what << ": found " << found.transpose() << ", expected " << expected.transpose());
    CHECK((found - expected).cwiseAbs().sum() <= tolerance * size);
}

// The enumeration's problem at a state. Its contacts and frictions stand in the order of the model's.
ContactProblem problem_at(const Model& model, const OracleState& state) {
    const Oracle oracle(model, state);
    const ConstraintReading rows = read_constraints(model, state);
    ContactProblem problem;
    problem.M = oracle.result().M, problem.f = oracle.result().f, problem.u = state.u;
    problem.no_gap = problem.no_speed = 1e-6;
    const Eigen::Index nu = state.u.size();
    std::vector<Eigen::Index> bilateral;
    for (Eigen::Index r = 0; r < rows.B.rows(); ++r)
        if (!model.constraints[rows.constraint[static_cast<std::size_t>(r)]].of_contact) bilateral.push_back(r);
    problem.B.resize(static_cast<Eigen::Index>(bilateral.size()), nu);
    problem.gamma.resize(problem.B.rows()), problem.phidot.resize(problem.B.rows());
    for (Eigen::Index k = 0; k < problem.B.rows(); ++k) {
        const Eigen::Index r = bilateral[static_cast<std::size_t>(k)];
        problem.B.row(k) = rows.B.row(r), problem.gamma(k) = rows.gamma(r), problem.phidot(k) = rows.phidot(r);
    }
    const auto value = [&](Expr e) { return model.graph->constant_double(e); };
    for (const Contact& c : model.contacts) {
        const auto row = [](std::size_t constraint) { return static_cast<Eigen::Index>(constraint); };
        if (!c.normal) {
            FrictionRows h;
            const Eigen::Index t = row(*c.tangent);
            h.row = rows.B.row(t), h.gamma = rows.gamma(t), h.slip = rows.phidot(t);
            if (problem.B.rows() > 0) {
                h.limit_lambda = VectorXd::Zero(problem.B.rows());
                const Expr load = multiplier_symbol(model, 0, 0);
                h.limit_lambda(0) = value(partial_derivative(c.limit, load));
                Substitution none(*model.graph);
                none.replace(load, model.graph->integer(0));
                h.limit = value(none(c.limit));
            } else {
                h.limit = value(c.limit);
            }
            problem.frictions.push_back(std::move(h));
            continue;
        }
        ContactRows contact;
        const Eigen::Index n = row(*c.normal);
        contact.normal = rows.B.row(n), contact.gamma_n = rows.gamma(n);
        contact.gap = rows.phi(n), contact.gap_rate = rows.phidot(n);
        contact.restitution = value(c.restitution), contact.friction = value(c.limit);
        if (c.tangent) {
            const Eigen::Index t = row(*c.tangent);
            contact.tangent = rows.B.row(t), contact.gamma_t = rows.gamma(t), contact.slip = rows.phidot(t);
        }
        problem.contacts.push_back(std::move(contact));
    }
    return problem;
}

// Moves parameters until all gaps are 0; with `rest` their rates, too, and one slip speed in two.
void touch(ContactTree& tree, bool rest, Random& random) {
    const Model& model = tree.model;
    tree.state.t = 0;
    tree.state.w.tail(static_cast<Eigen::Index>(flag_count(model))).setZero();
    const ConstraintReading rows = read_constraints(model, tree.state);
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        const Constraint& row = model.constraints[c];
        const auto r = static_cast<Eigen::Index>(c);
        if (row.kind == Constraint::Kind::position) {
            tree.parameter_value(row.name + "_c") = rows.phi(r);
            if (rest) tree.parameter_value(row.name + "_d") = rows.phidot(r);
        } else if (!row.of_contact || random.chance(0.5)) {
            tree.parameter_value(row.name + "_h") = rows.phidot(r);
        }
    }
}

struct Compared {
    int modes = 0, impacts = 0, paradoxes = 0, slopes = 0;
};

// Euler parameters of unit length.
VectorXd with_unit_length(const Model& model, VectorXd q) {
    for (const auto& e : quaternions(model)) {
        double square = 0;
        for (const CoordinateIndex i : e) square += std::pow(q(static_cast<Eigen::Index>(i.value)), 2);
        for (const CoordinateIndex i : e) q(static_cast<Eigen::Index>(i.value)) /= std::sqrt(square);
    }
    return q;
}

// m_jacobian in the mode of the flags, by [q; u]: against differences of the enumeration's accelerations in that mode.
// Euler parameters keep their length on the way: off it, the ways of forming the equations differ.
void check_slopes(const CompiledModel& compiled, const ContactTree& tree, const JacobianPattern& pattern,
                  const OracleState& at, const std::vector<ContactMode>& modes, Compared& compared) {
    const Model& model = tree.model;
    const Eigen::Index nq = at.q.size(), nu = at.u.size();
    int info = -1;
    const VectorXd entries = compiled.jacobian(at, static_cast<Eigen::Index>(pattern.rows.size()), info);
    CHECK(info == 0);
    Eigen::MatrixXd found = Eigen::MatrixXd::Zero(nq + nu, nq + nu);
    for (std::size_t k = 0; k < pattern.rows.size(); ++k)
        found(static_cast<Eigen::Index>(pattern.rows[k]), static_cast<Eigen::Index>(pattern.columns[k])) =
            entries(static_cast<Eigen::Index>(k));
    const double h = 1e-4;
    const auto accelerations = [&](Eigen::Index column, double way) -> VectorXd {
        OracleState near = at;
        (column < nq ? near.q(column) : near.u(column - nq)) += way * h;
        near.q = with_unit_length(model, near.q);
        ContactProblem problem = problem_at(model, near);
        problem.no_gap = problem.no_speed = 1;  // what touched touches still
        for (const ContactMotion& motion : contact_motions(problem).found)
            if (motion.modes == modes) return motion.udot;
        return VectorXd::Constant(nu, std::nan(""));
    };
    for (Eigen::Index column = 0; column < nq + nu; ++column) {
        const VectorXd far = accelerations(column, 2) - accelerations(column, -2),
                       near = accelerations(column, 1) - accelerations(column, -1),
                       expected = (8 * near - far) / (12 * h);
        if (!expected.allFinite()) continue;  // another mode on one side
        ++compared.slopes;
        VectorXd along = VectorXd::Unit(nq + nu, column);
        for (const auto& e : quaternions(model))
            if (std::ranges::count(e, CoordinateIndex(static_cast<std::size_t>(column))) > 0)
                for (const CoordinateIndex i : e)
                    along(static_cast<Eigen::Index>(i.value)) -=
                        at.q(column) * at.q(static_cast<Eigen::Index>(i.value));
        const VectorXd slopes = (found * along).tail(nu);
        INFO("by " << column << ": found " << slopes.transpose() << ", expected " << expected.transpose());
        CHECK((slopes - expected).cwiseAbs().maxCoeff() <= 1e-7 * std::max(1.0, found.cwiseAbs().maxCoeff()));
    }
}

void check_modes(const CompiledModel& compiled, const ContactTree& tree, const JacobianPattern& pattern,
                 Compared& compared) {
    const Model& model = tree.model;
    const ContactMotions expected = contact_motions(problem_at(model, tree.state));
    if (expected.margin < 1e-6) return;
    const EventResult found = compiled.modes(tree.state);
    const InfoCodes codes(model.speeds.size(), model.constraints.size());
    if (static_cast<std::size_t>(found.info) == codes.of_contacts(ContactFailure::wrong_sign)) {
        ++compared.paradoxes;
        return;
    }
    INFO("info " << found.info << ", modes " << expected.found.size() << ", margin " << expected.margin);
    CHECK((found.info == 0) == expected.is_one());
    if (found.info != 0) {
        CHECK(static_cast<std::size_t>(found.info) ==
              codes.of_contacts(expected.found.empty() ? ContactFailure::no_mode : ContactFailure::several_modes));
        return;
    }
    ++compared.modes;
    const ContactMotion& one = expected.found.front();
    VectorXd lambda(static_cast<Eigen::Index>(model.constraints.size()));
    int info = -1;
    const VectorXd udot = compiled.accelerations(found.after, lambda, info);
    CHECK(info == 0);
    const double size = std::max({one.udot.cwiseAbs().maxCoeff(), lambda.cwiseAbs().maxCoeff(), 1.0});
    check_near("udot", udot, one.udot, size * 10);
    VectorXd loads = VectorXd::Zero(lambda.size());
    Eigen::Index bilateral = 0, contact = 0, friction = 0;
    for (std::size_t c = 0; c < model.constraints.size(); ++c)
        if (!model.constraints[c].of_contact) loads(static_cast<Eigen::Index>(c)) = one.lambda(bilateral++);
    for (const Contact& c : model.contacts) {
        if (!c.normal) {
            loads(static_cast<Eigen::Index>(*c.tangent)) = -one.H(friction++);
            continue;
        }
        loads(static_cast<Eigen::Index>(*c.normal)) = -one.N(contact);
        if (c.tangent) loads(static_cast<Eigen::Index>(*c.tangent)) = -one.F(contact);
        ++contact;
    }
    check_near("lambda", lambda, loads, size * 10);
    constexpr std::size_t enumerated_often = 3;  // contacts and frictions: each difference enumerates all modes
    if (expected.found.size() == 1 && model.contacts.size() <= enumerated_often)
        check_slopes(compiled, tree, pattern, found.after, one.modes, compared);
}

// Of the impulses on gaps and slips that approach and leave, P (v- + v+)/2.
double work_of_contacts(const ContactProblem& problem, const Model& model, const EventResult& found,
                        const VectorXd& before) {
    double work = 0;
    std::size_t k = 0;
    for (const Contact& c : model.contacts) {
        if (!c.normal) continue;
        const ContactRows& rows = problem.contacts[k++];
        const VectorXd change = found.after.u - before;
        work -= found.p(static_cast<Eigen::Index>(*c.normal)) * (rows.gap_rate + rows.normal.dot(change) / 2);
        if (c.tangent)
            work -= found.p(static_cast<Eigen::Index>(*c.tangent)) * (rows.slip + rows.tangent.dot(change) / 2);
    }
    return work;
}

void check_impacts(const CompiledModel& compiled, const ContactTree& tree, Compared& compared) {
    const Model& model = tree.model;
    const ContactProblem problem = problem_at(model, tree.state);
    for (std::size_t k = 0; k < model.events.size(); ++k) {
        const auto is_closing = [&](const Contact& c) { return c.closes && *c.closes == k; };
        if (std::ranges::none_of(model.contacts, is_closing)) continue;
        const std::vector<bool> all(problem.contacts.size(), true);
        const ContactJumps expected =
            lawful_jumps(problem, all, VectorXd::Zero(tree.state.u.size()), VectorXd::Zero(problem.B.rows()));
        if (expected.margin < 1e-6) continue;
        const EventResult found =
            compiled.event(static_cast<int>(k) + 1, tree.state, static_cast<Eigen::Index>(model.constraints.size()));
        const ContactJump* const one = expected.answer();
        const InfoCodes codes(model.speeds.size(), model.constraints.size());
        const bool fails = static_cast<std::size_t>(found.info) == codes.of_contacts(ContactFailure::impact);
        INFO("event " << k + 1 << ", info " << found.info << ", answers " << expected.found.size());
        CHECK_FALSE(fails);
        if (fails) continue;
        ++compared.impacts;
        const double size = std::max({found.after.u.cwiseAbs().maxCoeff(), found.p.cwiseAbs().maxCoeff(), 1.0});
        if (one != nullptr) check_near("u+", found.after.u, one->u, size * 10);
        CHECK(work_of_contacts(problem, model, found, tree.state.u) <= tolerance * size * size);
        for (const Contact& c : model.contacts) {
            if (!c.normal) continue;
            const double P = -found.p(static_cast<Eigen::Index>(*c.normal));
            CHECK(P >= -tolerance * size);
            if (!c.tangent) continue;
            const double mu = model.graph->constant_double(c.limit);
            CHECK(std::abs(found.p(static_cast<Eigen::Index>(*c.tangent))) <= mu * P + tolerance * size);
        }
        break;  // the other contacts' closing is the same jump
    }
}

}  // namespace

TEST_CASE("contacts: random mechanisms with one to four contacts in all languages") {
    Compared all;
    const std::vector<Formulation> formulations{Formulation::automatic, Formulation::turner, Formulation::composite};
    using Mode = ConstraintTreatment::Mode;
    const std::vector<std::pair<std::uint64_t, Mode>> drawn{
        {1, Mode::multipliers}, {2, Mode::multipliers}, {3, Mode::multipliers}, {4, Mode::multipliers},
        {5, Mode::multipliers}, {3, Mode::null_space},  {5, Mode::null_space},  {7, Mode::null_space}};
    for (const auto& [seed, mode] : drawn) {
        INFO("seed " << seed);
        const int contacts = 1 + static_cast<int>(seed % 4), frictions = seed % 3 == 0 ? 2 : 0;
        ContactTree tree(seed, contacts, frictions, static_cast<int>(seed % 2));
        if (tree.model.speeds.size() < 2) continue;
        tree.model.treatment.mode = mode;
        const std::string name = (mode == Mode::null_space ? "free_contacts" : "contacts") + std::to_string(seed);
        const Emitted files = emitted(name, tree.model, formulations[seed % 3]);
        CHECK((files.program.formulation.find("without multipliers") != std::string::npos) ==
              (mode == Mode::null_space));
        for (const fs::path& file : files.files) {
            INFO(file.string());
            CompiledModel compiled(tree.model, file.string());
            Random random(seed);
            ContactTree at = tree;
            for (std::uint64_t place = 0; place < 6; ++place) {
                at.state = random_state(at.model, 100 * seed + place);
                touch(at, place % 2 == 0, random);
                compiled.setup(at.state.p);
                if (place % 2 == 0)
                    check_modes(compiled, at, *files.program.jacobian, all);
                else
                    check_impacts(compiled, at, all);
            }
        }
    }
    CAPTURE(all.modes, all.impacts, all.paradoxes, all.slopes);
    CHECK(all.slopes >= 4 * 10);
    CHECK(all.modes >= 4 * 4);
    CHECK(all.impacts >= 4 * 5);
}
