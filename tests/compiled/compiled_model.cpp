#include "tests/compiled/compiled_model.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lag {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<std::string> routines_there(const Program& program, std::vector<std::string> names) {
    std::erase_if(names, [&](const std::string& name) {
        return program.find(name == "assemble" ? "assembly_step" : name) == nullptr;
    });
    return names;
}

bool run_command(const std::string& command, std::string& words) {
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return false;
    std::array<char, 4096> buffer{};
    while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) words += buffer.data();
    return pclose(pipe) == 0;
}

namespace {

std::string lower_case(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

// One extern "C" function per routine, all arguments by reference.
std::string wrapper_text(const Model& model, const std::string& header, const std::string& header_text,
                         bool eliminates) {
    const std::string m = model.name;
    const bool is_c = header.ends_with(".h");
    const bool quaternion = !quaternions(model).empty();
    std::string text = "#include \"" + header + "\"\n";
    text += is_c ? "typedef double D;\n" : "using D = double;\nextern \"C\" {\n";
    const auto emitted = [&](const std::string& routine) {
        return header_text.find("void " + m + "_" + routine + "(") != std::string::npos;
    };
    const auto add = [&](const std::string& routine, const std::string& parameters, std::string arguments) {
        if (!emitted(routine)) return;
        if (is_c) {  // scalars that come out are pointers in C
            text += "void w_" + routine + "(" + parameters + ");\n";
            for (const char* out : {"*info", "*kinetic", "*potential"})
                if (const std::size_t k = arguments.find(out); k != std::string::npos) arguments.erase(k, 1);
        }
        text += "void w_" + routine + "(" + parameters + ") { " + (is_c ? "" : m + "::") + m + "_" + routine +
                (is_c ? "(" : "<D>(") + arguments + "); }\n";
    };
    const bool has_states = !model.states.empty();
    const std::string s_declared = has_states ? "const D* s, " : "", s = has_states ? "s, " : "";
    const std::string state = "const D* t, const D* q, const D* u, " + s_declared + "const D* w, const D* c, ";
    add("defaults", "D* p", "p");
    add("initial", std::string("const D* p, D* q, D* u") + (has_states ? ", D* s" : ""),
        has_states ? "p, q, u, s" : "p, q, u");
    add("setup", "const D* p, D* c", "p, c");
    add("derivatives", "const D* t, const D* y, const D* w, const D* c, D* ydot, int* info",
        "*t, y, w, c, ydot, *info");
    add("accelerations", state + "D* udot, D* lambda, int* info", "*t, q, u, " + s + "w, c, udot, lambda, *info");
    add("mass_matrix", "const D* t, const D* q, const D* w, const D* c, D* mm", "*t, q, w, c, mm");
    add("right_side", state + "D* f", "*t, q, u, " + s + "w, c, f");
    add("kinematics", state + "D* qdot", "*t, q, u, " + s + "w, c, qdot");
    add("inverse_dynamics",
        "const D* t, const D* q, const D* u, " + s_declared + "const D* udot, const D* w, const D* c, D* r",
        "*t, q, u, " + s + "udot, w, c, r");
    add("energy", state + "D* kinetic, D* potential", "*t, q, u, " + s + "w, c, *kinetic, *potential");
    add("outputs", state + "D* o, int* info", "*t, q, u, " + s + "w, c, o, *info");
    if (has_states) add("state_rates", state + "D* sdot, int* info", "*t, q, u, s, w, c, sdot, *info");
    if (quaternion) add("normalize", "D* q", "q");
    if (!model.constraints.empty())
        add("constraint_matrix", "const D* t, const D* q, const D* w, const D* c, D* b", "*t, q, w, c, b");
    if (!model.constraints.empty() || eliminates)
        add("constraints", state + "D* phi, D* phidot", "*t, q, u, " + s + "w, c, phi, phidot");
    if (eliminates) add("dependent_speeds", state + "D* ud, int* info", "*t, q, u, " + s + "w, c, ud, *info");
    if (emitted("flags")) add("flags", "const D* p, D* w", "p, w");
    add("events", state + "D* g, D* gdot, int* info", "*t, q, u, " + s + "w, c, g, gdot, *info");
    add("event",
        "const int* k, const D* t, D* q, D* u, " + std::string(has_states ? "D* s, " : "") +
            "D* w, const D* c, D* p, int* info",
        "*k, *t, q, u, " + s + "w, c, p, *info");
    if (emitted("modes")) {
        add("modes", "const D* t, const D* q, const D* u, " + s_declared + "D* w, const D* c, int* info",
            "*t, q, u, " + s + "w, c, *info");
    }
    if (emitted("regressor")) {
        add("regressor",
            "const D* t, const D* q, const D* u, " + s_declared + "const D* udot, const D* w, const D* c, D* y",
            "*t, q, u, " + s + "udot, w, c, y");
        add("base_parameters", "const D* p, D* pi", "p, pi");
        add("applied_loads", state + "D* load", "*t, q, u, " + s + "w, c, load");
    }
    if (emitted("assemble")) {
        add("assemble", "const D* t, D* q, const D* w, const D* c, const D* tolerance, const int* limit, int* info",
            "*t, q, w, c, *tolerance, *limit, *info");
        add("assembly_step",
            "const D* t, const D* q, const D* guess, const D* w, const D* c, D* next, D* phi, D* step, int* info",
            "*t, q, guess, w, c, next, phi, step, *info");
    }
    if (emitted("jacobian"))
        add("jacobian", "const D* t, const D* y, const D* w, const D* c, D* jac, int* info", "*t, y, w, c, jac, *info");
    if (emitted("tangent"))
        add("tangent", "const D* t, const D* y, const D* w, const D* c, const D* d, D* ydotd, int* info",
            "*t, y, w, c, d, ydotd, *info");
    if (emitted("adjoint"))
        add("adjoint", "const D* t, const D* y, const D* w, const D* c, const D* v, D* yv, int* info",
            "*t, y, w, c, v, yv, *info");
    if (emitted("project_speeds"))
        add("project_speeds", "const D* t, const D* q, D* u, " + s_declared + "const D* w, const D* c, int* info",
            "*t, q, u, " + s + "w, c, *info");
    return text + (is_c ? "" : "}\n");
}

}  // namespace

CompiledModel::CompiledModel(const Model& model, const std::string& source, Eigen::Index dependent,
                             Optimization optimization)
    : nq_(static_cast<Eigen::Index>(model.coordinates.size())),
      nu_(static_cast<Eigen::Index>(model.speeds.size())),
      np_(static_cast<Eigen::Index>(model.parameters.size())),
      no_(static_cast<Eigen::Index>(model.outputs.size())),
      ns_(static_cast<Eigen::Index>(model.states.size())),
      nd_(dependent),
      ne_(static_cast<Eigen::Index>(model.events.size())),
      name_(model.name),
      fortran_(source.ends_with(".f90")),
      is_fortran77_(source.ends_with(".f")) {
    namespace fs = std::filesystem;
    const fs::path path = fs::absolute(source);
    const std::string folder = path.parent_path().string(), object = path.string() + ".so";
    std::ostringstream bytes;
    bytes << std::ifstream(path).rdbuf();
    const std::string text = bytes.str();
    // with -O1 the compilers' time grows faster than the text
    const std::string level = optimization == Optimization::on && text.size() <= 60'000 ? "-O1" : "-O0";
    const std::string gfortran =
        "gfortran -Wall -Werror -shared -fPIC " + level + " -o '" + object + "' '" + path.string() + "'";
    std::string command;
    if (fortran_) {
        command = gfortran + " -std=f2008 -Wextra -J '" + folder + "'";
    } else if (is_fortran77_) {
        command = gfortran + " -std=legacy";
    } else if (source.ends_with(".h")) {
        const std::string wrapper = path.string() + "_wrapper.c";
        std::ofstream(wrapper) << wrapper_text(model, path.filename().string(), text, nd_ > 0);
        command = "gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -shared -fPIC " + level + " -o '" + object + "' '" +
                  wrapper + "' -lm";
    } else {
        const std::string wrapper = path.string() + "_wrapper.cpp";
        std::ofstream(wrapper) << wrapper_text(model, path.filename().string(), text, nd_ > 0);
        command = "g++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -shared -fPIC " + level +
                  " -o '" + object + "' '" + wrapper + "'";
    }
    std::string words;
    if (!run_command(command, words)) throw std::runtime_error(command + "\n" + words);
    library_ = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) throw std::runtime_error(dlerror());
}

CompiledModel::~CompiledModel() {
    if (library_ != nullptr) dlclose(library_);
}

void* CompiledModel::routine(const std::string& name) const {
    const std::string symbol = is_fortran77_ ? lower_case(name_) + "_" + name + "_"
                               : fortran_    ? "__" + lower_case(name_) + "_model_MOD_" + lower_case(name_) + "_" + name
                                             : "w_" + name;
    void* address = dlsym(library_, symbol.c_str());
    if (address == nullptr) throw std::runtime_error("no routine " + symbol);
    return address;
}

namespace {
template <class... Arguments>
void call(void* address, Arguments... arguments) {
    reinterpret_cast<void (*)(Arguments...)>(address)(arguments...);
}
using In = const double*;

// t, q, u, s where the model has states, then the rest.
template <class U, class... Arguments>
void call_at(void* address, const OracleState& s, U u, Arguments... rest) {
    if (s.s.size() > 0)
        call(address, In(&s.t), In(s.q.data()), u, In(s.s.data()), rest...);
    else
        call(address, In(&s.t), In(s.q.data()), u, rest...);
}
}  // namespace

VectorXd CompiledModel::defaults() const {
    VectorXd p(np_);
    call(routine("defaults"), p.data());
    return p;
}

void CompiledModel::initial(const VectorXd& p, VectorXd& q, VectorXd& u) const {
    VectorXd s;
    initial(p, q, u, s);
}

void CompiledModel::initial(const VectorXd& p, VectorXd& q, VectorXd& u, VectorXd& s) const {
    q.resize(nq_);
    u.resize(nu_);
    s.resize(ns_);
    if (ns_ > 0)
        call(routine("initial"), p.data(), q.data(), u.data(), s.data());
    else
        call(routine("initial"), p.data(), q.data(), u.data());
}

VectorXd CompiledModel::state_rates(const OracleState& s, int& info) const {
    VectorXd rate(ns_);
    call_at(routine("state_rates"), s, In(s.u.data()), In(s.w.data()), In(c_.data()), rate.data(), &info);
    return rate;
}

void CompiledModel::setup(const VectorXd& p) {
    constexpr Eigen::Index most_constants = 200000;
    c_ = VectorXd::Zero(most_constants);
    call(routine("setup"), p.data(), c_.data());
}

VectorXd CompiledModel::derivatives(const OracleState& s, int& info) const {
    VectorXd y(nq_ + nu_ + ns_), rate(nq_ + nu_ + ns_);
    y << s.q, s.u, s.s;
    call(routine("derivatives"), In(&s.t), In(y.data()), In(s.w.data()), In(c_.data()), rate.data(), &info);
    return rate;
}

VectorXd CompiledModel::jacobian(const OracleState& s, Eigen::Index entries, int& info) const {
    VectorXd y(nq_ + nu_ + ns_), jac(entries);
    y << s.q, s.u, s.s;
    call(routine("jacobian"), In(&s.t), In(y.data()), In(s.w.data()), In(c_.data()), jac.data(), &info);
    return jac;
}

VectorXd CompiledModel::tangent(const OracleState& s, const VectorXd& d, int& info) const {
    VectorXd y(nq_ + nu_ + ns_), rate(nq_ + nu_ + ns_);
    y << s.q, s.u, s.s;
    call(routine("tangent"), In(&s.t), In(y.data()), In(s.w.data()), In(c_.data()), In(d.data()), rate.data(), &info);
    return rate;
}

VectorXd CompiledModel::adjoint(const OracleState& s, const VectorXd& v, Eigen::Index columns, int& info) const {
    VectorXd y(nq_ + nu_ + ns_), slopes(columns);
    y << s.q, s.u, s.s;
    call(routine("adjoint"), In(&s.t), In(y.data()), In(s.w.data()), In(c_.data()), In(v.data()), slopes.data(), &info);
    return slopes;
}

VectorXd CompiledModel::accelerations(const OracleState& s, int& info) const {
    VectorXd lambda(1000);  // more rows than any sample has
    return accelerations(s, lambda, info);
}

MatrixXd CompiledModel::constraint_matrix(const OracleState& s, Eigen::Index rows) const {
    MatrixXd b(rows, nu_);
    call(routine("constraint_matrix"), In(&s.t), In(s.q.data()), In(s.w.data()), In(c_.data()), b.data());
    return b;
}

void CompiledModel::constraints(const OracleState& s, VectorXd& phi, VectorXd& phidot) const {
    call_at(routine("constraints"), s, In(s.u.data()), In(s.w.data()), In(c_.data()), phi.data(), phidot.data());
}

VectorXd CompiledModel::accelerations(const OracleState& s, VectorXd& lambda, int& info) const {
    VectorXd udot(nu_);
    call_at(routine("accelerations"), s, In(s.u.data()), In(s.w.data()), In(c_.data()), udot.data(), lambda.data(),
            &info);
    return udot;
}

MatrixXd CompiledModel::mass_matrix(const OracleState& s) const {
    MatrixXd m(nu_, nu_);
    call(routine("mass_matrix"), In(&s.t), In(s.q.data()), In(s.w.data()), In(c_.data()), m.data());
    return m;
}

VectorXd CompiledModel::right_side(const OracleState& s) const {
    VectorXd f(nu_);
    call_at(routine("right_side"), s, In(s.u.data()), In(s.w.data()), In(c_.data()), f.data());
    return f;
}

VectorXd CompiledModel::kinematics(const OracleState& s) const {
    VectorXd rate(nq_);
    call_at(routine("kinematics"), s, In(s.u.data()), In(s.w.data()), In(c_.data()), rate.data());
    return rate;
}

VectorXd CompiledModel::inverse_dynamics(const OracleState& s, const VectorXd& udot) const {
    VectorXd r(nu_);
    call_at(routine("inverse_dynamics"), s, In(s.u.data()), In(udot.data()), In(s.w.data()), In(c_.data()), r.data());
    return r;
}

void CompiledModel::energy(const OracleState& s, double& kinetic, double& potential) const {
    call_at(routine("energy"), s, In(s.u.data()), In(s.w.data()), In(c_.data()), &kinetic, &potential);
}

VectorXd CompiledModel::outputs(const OracleState& s, int& info) const {
    VectorXd o(no_);
    call_at(routine("outputs"), s, In(s.u.data()), In(s.w.data()), In(c_.data()), o.data(), &info);
    return o;
}

VectorXd CompiledModel::dependent_speeds(const OracleState& s, int& info) const {
    VectorXd ud(nd_);
    call_at(routine("dependent_speeds"), s, In(s.u.data()), In(s.w.data()), In(c_.data()), ud.data(), &info);
    return ud;
}

MatrixXd CompiledModel::regressor(const OracleState& s, const VectorXd& udot, Eigen::Index count) const {
    MatrixXd y(nu_, count);
    call_at(routine("regressor"), s, In(s.u.data()), In(udot.data()), In(s.w.data()), In(c_.data()), y.data());
    return y;
}

VectorXd CompiledModel::base_parameters(const VectorXd& p, Eigen::Index count) const {
    VectorXd pi(count);
    call(routine("base_parameters"), p.data(), pi.data());
    return pi;
}

VectorXd CompiledModel::applied_loads(const OracleState& s) const {
    VectorXd load(nu_);
    call_at(routine("applied_loads"), s, In(s.u.data()), In(s.w.data()), In(c_.data()), load.data());
    return load;
}

void CompiledModel::normalize(VectorXd& q) const {
    call(routine("normalize"), q.data());
}

VectorXd CompiledModel::assemble(const OracleState& s, double tolerance, int limit, int& info) const {
    VectorXd q = s.q;
    call(routine("assemble"), In(&s.t), q.data(), In(s.w.data()), In(c_.data()), In(&tolerance),
         static_cast<const int*>(&limit), &info);
    return q;
}

AssemblyStepResult CompiledModel::assembly_step(const OracleState& s, const VectorXd& guess, Eigen::Index rows) const {
    AssemblyStepResult result{VectorXd(nq_), VectorXd(rows), VectorXd(nu_ + nd_), -1};
    call(routine("assembly_step"), In(&s.t), In(s.q.data()), In(guess.data()), In(s.w.data()), In(c_.data()),
         result.next.data(), result.phi.data(), result.step.data(), &result.info);
    return result;
}

VectorXd CompiledModel::project_speeds(const OracleState& s, int& info) const {
    VectorXd u = s.u;
    call_at(routine("project_speeds"), s, u.data(), In(s.w.data()), In(c_.data()), &info);
    return u;
}

VectorXd CompiledModel::flags(const VectorXd& p, VectorXd w) const {
    call(routine("flags"), In(p.data()), w.data());
    return w;
}

EventValues CompiledModel::events(const OracleState& s) const {
    EventValues values{VectorXd(ne_), VectorXd(ne_), -1};
    call_at(routine("events"), s, In(s.u.data()), In(s.w.data()), In(c_.data()), values.g.data(), values.gdot.data(),
            &values.info);
    return values;
}

EventResult CompiledModel::event(int k, const OracleState& s, Eigen::Index rows) const {
    EventResult result{s, VectorXd(rows), -1};
    OracleState& at = result.after;
    const int* const number = &k;
    if (ns_ > 0)
        call(routine("event"), number, In(&at.t), at.q.data(), at.u.data(), at.s.data(), at.w.data(), In(c_.data()),
             result.p.data(), &result.info);
    else
        call(routine("event"), number, In(&at.t), at.q.data(), at.u.data(), at.w.data(), In(c_.data()), result.p.data(),
             &result.info);
    return result;
}

EventResult CompiledModel::modes(const OracleState& s) const {
    EventResult result{s, {}, -1};
    OracleState& at = result.after;
    if (ns_ > 0)
        call(routine("modes"), In(&at.t), In(at.q.data()), In(at.u.data()), In(at.s.data()), at.w.data(), In(c_.data()),
             &result.info);
    else
        call(routine("modes"), In(&at.t), In(at.q.data()), In(at.u.data()), at.w.data(), In(c_.data()), &result.info);
    return result;
}

}  // namespace lag
