#include "emitters/procedures/signatures.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace lag {

namespace {

using Intent = Argument::Intent;
using Type = Argument::Type;

const Dummy t{"t", Intent::in, Type::real, {}}, q{"q", Intent::in, Type::real, {{"nq"}}},
    u{"u", Intent::in, Type::real, {{"nu"}}}, s{"s", Intent::in, Type::real, {{"ns"}}},
    y{"y", Intent::in, Type::real, {{"nq", "nu", "ns"}}}, udot{"udot", Intent::in, Type::real, {{"nu"}}},
    w{"w", Intent::in, Type::real, {{"nw"}}}, c{"c", Intent::in, Type::real, {{"nc"}}},
    p{"p", Intent::in, Type::real, {{"np"}}}, mm{"mm", Intent::out, Type::real, {{"nu"}, {"nu"}}},
    info{"info", Intent::out, Type::integer, {}},
    // of what positions and B alone enter: s where they depend on states
    s_of_rows{"s", Intent::in, Type::real, {{"ns"}}, "states_in_rows"};

Dummy result(const std::string& name, std::vector<SizeSum> shape) {
    return {name, Intent::out, Type::real, std::move(shape)};
}
// directions of the columns, weights of the results
const Dummy d{"d", Intent::in, Type::real, {{"nt"}}};
Dummy v_of(std::vector<SizeSum> shape) {
    return {"v", Intent::in, Type::real, std::move(shape)};
}
// of the residual
const Dummy rates{"ydot", Intent::in, Type::real, {{"nq", "nu", "ns"}}},
    multipliers{"lambda", Intent::in, Type::real, {{"nl"}}};
const std::vector<SizeSum> residuals{{"nq", "nu", "ns", "nl"}};
Dummy with(Dummy dummy, Intent intent) {
    dummy.intent = intent;
    return dummy;
}
Dummy out(const Dummy& dummy) {
    return with(dummy, Intent::out);
}
Dummy changed(const Dummy& dummy) {
    return with(dummy, Intent::inout);
}

std::map<RoutineName, std::vector<Dummy>> table() {
    using enum RoutineName;
    return {
        {defaults, {out(p)}},
        {initial, {p, out(q), out(u), out(s)}},
        {flags, {p, changed(w)}},
        {setup, {p, out(c)}},
        {derivatives, {t, y, w, c, result("ydot", y.shape), info}},
        {accelerations, {t, q, u, s, w, c, out(udot), result("lambda", {{"nl"}}), info}},
        {state_rates, {t, q, u, s, w, c, result("sdot", {{"ns"}}), info}},
        {mass_matrix, {t, q, w, c, mm}},
        {mass_matrix_constants, {c, mm}},
        {mass_matrix_update, {t, q, w, c, changed(mm)}},
        {right_side, {t, q, u, s, w, c, result("f", {{"nu"}})}},
        {kinematics, {t, q, u, s, w, c, result("qdot", {{"nq"}})}},
        {inverse_dynamics, {t, q, u, s, udot, w, c, result("r", {{"nu"}})}},
        {constraints, {t, q, u, s, w, c, result("phi", {{"nphi"}}), result("phidot", {{"nphi"}})}},
        {constraint_matrix, {t, q, s_of_rows, w, c, result("b", {{"nphi"}, {"nu"}})}},
        {energy, {t, q, u, s, w, c, result("kinetic", {}), result("potential", {})}},
        {outputs, {t, q, u, s, w, c, result("o", {{"no"}}), info}},
        {events, {t, q, u, s, w, c, result("g", {{"ne"}}), result("gdot", {{"ne"}}), info}},
        {event,
         {{"k", Intent::in, Type::integer, {}},
          t,
          changed(q),
          changed(u),
          changed(s),
          changed(w),
          c,
          result("p", {{"nphi"}}),
          info}},
        {impact_law, {{"k", Intent::in, Type::integer, {}}, t, q, u, s, w, c, result("law", {}), info}},
        {modes, {t, q, u, s, changed(w), c, info}},
        {normalize, {changed(q)}},
        {assembly_step,
         {t,
          q,
          {"guess", Intent::in, Type::real, {{"nq"}}},
          s_of_rows,
          w,
          c,
          result("next", {{"nq"}}),
          result("phi", {{"nphi"}}),
          result("step", {{"nu", "nd"}}),
          info}},
        {project_speeds, {t, q, changed(u), s, w, c, info}},
        {dependent_speeds, {t, q, u, s, w, c, result("ud", {{"nd"}}), info}},
        {jacobian, {t, y, w, c, result("jac", {{"nz"}}), info}},
        {tangent, {t, y, w, c, d, result("fdot", y.shape), info}},
        {adjoint, {t, y, w, c, v_of(y.shape), result("a", {{"na"}}), info}},
        {hessian, {t, y, w, c, v_of(y.shape), result("h", {{"nh"}}), info}},
        {outputs_jacobian, {t, q, u, s, w, c, result("jac", {{"nzo"}}), info}},
        {outputs_tangent, {t, q, u, s, w, c, d, result("fdot", {{"no"}}), info}},
        {outputs_adjoint, {t, q, u, s, w, c, v_of({{"no"}}), result("a", {{"na"}}), info}},
        {outputs_hessian, {t, q, u, s, w, c, v_of({{"no"}}), result("h", {{"nho"}}), info}},
        {inverse_dynamics_jacobian, {t, q, u, s, udot, w, c, result("jac", {{"nzr"}})}},
        {inverse_dynamics_tangent, {t, q, u, s, udot, w, c, d, result("fdot", {{"nu"}})}},
        {inverse_dynamics_adjoint, {t, q, u, s, udot, w, c, v_of({{"nu"}}), result("a", {{"na"}})}},
        {inverse_dynamics_hessian, {t, q, u, s, udot, w, c, v_of({{"nu"}}), result("h", {{"nhr"}})}},
        {residual, {t, y, rates, multipliers, w, c, result("r", residuals)}},
        {residual_jacobian, {t, y, rates, multipliers, w, c, result("jac", {{"nzd"}})}},
        {residual_hessian, {t, y, rates, multipliers, w, c, v_of(residuals), result("h", {{"nhd"}})}},
        {regressor, {t, q, u, s, udot, w, c, result("y", {{"nu"}, {"nb"}})}},
        {base_parameters, {p, result("pi", {{"nb"}})}},
        {applied_loads, {t, q, u, s, w, c, result("load", {{"nu"}})}},
    };
}

// Of a number itself.
std::size_t size_among(const std::vector<Extent>& sizes, const std::string& name) {
    if (name.find_first_not_of("0123456789") == std::string::npos) return std::stoul(name);
    const auto found = std::ranges::find(sizes, name, &Extent::name);
    return found == sizes.end() ? 0 : found->value;
}

}  // namespace

std::size_t Argument::elements() const {
    std::size_t product = 1;
    for (const Extent& extent : shape) product *= extent.value;
    return product;
}

bool is_size_of_a_part(const std::string& size) {
    constexpr std::array<std::string_view, 11> known{"ns",     "nf",      "ne",      "nd",      "nstops", "nmodes",
                                                     "nloads", "nslopes", "nplanar", "nshared", "ncrowd"};
    return std::ranges::find(known, size) != known.end();
}

Extent extent_of(const SizeSum& sum, const std::vector<Extent>& sizes) {
    Extent result;
    for (const std::string& size : sum) {
        const std::size_t value = size_among(sizes, size);
        if (value == 0 && is_size_of_a_part(size) && sum.size() > 1) continue;
        result.name += (result.name.empty() ? "" : "+") + size;
        result.value += value;
    }
    return result;
}

bool is_absent(const std::vector<SizeSum>& shape, const std::string& part, const std::vector<Extent>& sizes,
               const std::set<std::string>& parts) {
    if (!part.empty() && !parts.contains(part)) return true;
    return std::ranges::any_of(shape, [&](const SizeSum& sum) {
        return sum.size() == 1 && is_size_of_a_part(sum[0]) && size_among(sizes, sum[0]) == 0;
    });
}

const std::vector<Dummy>& signature_of(RoutineName routine) {
    static const std::map<RoutineName, std::vector<Dummy>> known = table();
    static const std::vector<Dummy> none;
    const auto found = known.find(routine);
    return found == known.end() ? none : found->second;
}

std::vector<Argument> arguments_of(const std::vector<Dummy>& signature, const std::vector<Extent>& sizes,
                                   const std::set<std::string>& parts) {
    std::vector<Argument> arguments;
    for (const Dummy& dummy : signature) {
        if (is_absent(dummy.shape, dummy.part, sizes, parts)) continue;
        Argument& argument = arguments.emplace_back();
        argument.name = dummy.name, argument.intent = dummy.intent, argument.type = dummy.type;
        for (const SizeSum& sum : dummy.shape) argument.shape.push_back(extent_of(sum, sizes));
    }
    return arguments;
}

const Dummy* common_dummy(const std::string& name) {
    static const std::array<Dummy, 9> known{t, q, u, s, y, w, c, p, info};
    const auto found = std::ranges::find(known, name, &Dummy::name);
    return found == known.end() ? nullptr : found;
}

}  // namespace lag
