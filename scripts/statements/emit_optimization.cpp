#include "scripts/statements/emit_optimization.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "core/comma_list.hpp"
#include "scripts/statements/description.hpp"

namespace lag {

namespace {

void refuse_keywords(Call& call, const EmitRequest& request) {
    static const std::vector<std::string> of_casadi{"jacobian",   "tangent",     "adjoint", "hessian", "of",
                                                    "parameters", "formulation", "sines",   "limbs"},
        of_acados{"parameters", "formulation", "sines", "limbs"};
    const std::vector<std::string>& known = request.language == "acados" ? of_acados : of_casadi;
    for (const std::string& keyword : call.given_keywords())
        if (std::ranges::count(known, keyword) == 0)
            call.fail(call.argument(keyword), fmt::format("emit({}, ..) has no '{}'", request.language, keyword),
                      "it has " + comma_list(known));
}

// An argument of the functions is differentiated by as a whole: all of y where a coordinate, a speed or a state is named.
std::vector<Role> whole_arguments(const Model& model, const std::set<Role>& named) {
    const bool state = named.contains(Role::coordinate) || named.contains(Role::speed) || named.contains(Role::state);
    std::vector<Role> by;
    const auto add = [&](bool wanted, Role role) {
        if (wanted) by.push_back(role);
    };
    add(named.contains(Role::time), Role::time);
    add(state, Role::coordinate), add(state, Role::speed), add(state && !model.states.empty(), Role::state);
    add(named.contains(Role::acceleration), Role::acceleration);
    add(named.contains(Role::input), Role::input), add(named.contains(Role::parameter), Role::parameter);
    return by;
}

struct Asked {
    std::set<Role> roles;
    std::set<std::pair<RoutineName, DerivativeKind>> derivatives;  // of which routine, of which kind
};

Asked asked_for(const EmitRequest& request) {
    Asked asked;
    const auto add = [&](const DerivativeRoutine& row, const std::vector<ColumnChoice>& columns) {
        asked.derivatives.emplace(row.of, row.kind);
        for (const ColumnChoice& column : columns) asked.roles.insert(column.role);
    };
    if (!request.jacobian.empty()) add(derivative_routines().front(), request.jacobian);
    for (const DerivativeChoice& choice : request.derivatives)
        add(*derivative_routine(to_string(choice.routine)), choice.columns);
    // CasADi takes second derivatives as the jacobian of the adjoint, which holds the first ones too
    for (const auto& [of, kind] : std::set(asked.derivatives))
        if (kind == DerivativeKind::hessian)
            asked.derivatives.emplace(of, DerivativeKind::adjoint),
                asked.derivatives.emplace(of, DerivativeKind::jacobian);
    return asked;
}

// All of its functions, by x and u.
void read_acados(Call& call, EmitRequest& request) {
    const std::string name = std::filesystem::path(request.file).filename().string();
    const auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    if (!std::ranges::all_of(name, is_plain) || std::isdigit(static_cast<unsigned char>(name.front())) != 0)
        call.fail(call.argument(1), fmt::format("'{}' is no name of a model of acados", name),
                  "letters, digits and _; emit(acados, \"arm\") writes the folder arm_model");
    request.by = whole_arguments(call.description().model(), {Role::coordinate, Role::input});
    for (const Role role : request.by) request.jacobian.push_back({role, ""});
    for (const RoutineName routine :
         {RoutineName::adjoint, RoutineName::hessian, RoutineName::residual_jacobian, RoutineName::residual_hessian})
        request.derivatives.push_back({routine, request.jacobian});
    request.routines = {to_string(RoutineName::derivatives)};
}

}  // namespace

bool is_for_optimization(const std::string& language) {
    return language == "casadi" || language == "acados";
}

void read_optimization(Call& call, EmitRequest& request) {
    if (!is_for_optimization(request.language)) {
        if (call.has("parameters"))
            call.fail(call.argument("parameters"), "'parameters' belongs to functions for optimization",
                      "such as emit(casadi, \"arm.c\", parameters = numbers)");
        return;
    }
    refuse_keywords(call, request);
    const Model& model = call.description().model();
    request.parameters_are_numbers = call.has("parameters") && call.word("parameters") == "numbers";
    if (request.language == "acados") return read_acados(call, request);
    const Asked asked = asked_for(request);
    if (request.parameters_are_numbers && asked.roles.contains(Role::parameter))
        call.fail(call.argument("parameters"), "derivatives by parameters are asked for, and parameters = numbers",
                  "leave one of the two out");
    request.by = whole_arguments(model, asked.roles);
    std::vector<ColumnChoice> columns;
    for (const Role role : request.by) columns.push_back({role, ""});
    request.jacobian.clear(), request.derivatives.clear();
    for (const DerivativeRoutine& row : derivative_routines()) {
        if (!asked.derivatives.contains({row.of, row.kind})) continue;
        if (row.routine == RoutineName::jacobian)
            request.jacobian = columns;
        else
            request.derivatives.push_back({row.routine, columns});
    }
    request.routines = {to_string(RoutineName::mass_matrix)};
}

}  // namespace lag
