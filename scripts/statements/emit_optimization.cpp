#include "scripts/statements/emit_optimization.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/comma_list.hpp"
#include "scripts/statements/description.hpp"

namespace lag {

namespace {

void refuse_keywords(Call& call, const EmitRequest& request) {
    static const std::vector<std::string> known{"jacobian",   "tangent",     "adjoint", "hessian", "of",
                                                "parameters", "formulation", "sines",   "limbs"};
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

}  // namespace

bool is_for_optimization(const std::string& language) {
    return language == "casadi";
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
    const Asked asked = asked_for(request);
    request.parameters_are_numbers = call.has("parameters") && call.word("parameters") == "numbers";
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
