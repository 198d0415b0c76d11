#include "scripts/statements/statement_table.hpp"

#include "core/large_stack.hpp"
#include "scripts/language/builtins_equations.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/contacts.hpp"
#include "scripts/statements/description.hpp"
#include "scripts/statements/emit_request.hpp"
#include "scripts/statements/events.hpp"
#include "scripts/statements/external.hpp"
#include "scripts/statements/joints.hpp"
#include "scripts/statements/lagrange.hpp"
#include "scripts/statements/procedure.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/states.hpp"
#include "scripts/statements/tables.hpp"
#include "scripts/statements/unit_check.hpp"
#include "scripts/statements/user_unit.hpp"
#include "scripts/statements/waiting_joints.hpp"

namespace lag {

// in the order the reference lists them
const BuiltInTable& built_ins() {
    static const BuiltInTable all = joined_built_ins(
        {algebra_built_ins(),     equation_built_ins(),   matrix_built_ins(),     integral_built_ins(),
         list_built_ins(),        program_built_ins(),    model_statements(),     state_statements(),
         event_statements(),      contact_statements(),   body_statements(),      flexible_statements(),
         node_statements(),       shape_statements(),     hinge_constructors(),   load_statements(),
         lagrange_statements(),   procedure_statements(), external_statements(),  small_statements(),
         constraint_statements(), cut_hinge_statements(), joint_statements(),     kinematic_functions(),
         result_functions(),      total_functions(),      linearize_functions(),  linear_equation_functions(),
         steady_functions(),      save_statements(),      user_unit_statements(), check_statements(),
         emit_statements(),       option_statements(),    table_functions()});
    return all;
}

const BuiltIn* find_built_in(const std::string& name) {
    const auto place = built_ins().find(name);
    return place == built_ins().end() ? nullptr : &place->second;
}

Expr value_of_expression(Interpreter& interpreter, const Script& expression) {
    interpreter.start_input(expression);
    const auto asked = std::make_shared<SyntaxNode>(*expression.statements.at(0).expression);
    const auto callee = std::make_shared<SyntaxNode>();
    const auto node = std::make_shared<SyntaxNode>();
    node->kind = NodeKind::call;
    node->begin = asked->begin, node->end = asked->end;
    node->children = {callee, asked};
    static const BuiltIn reading{"", {arguments::required("e", arguments::a_value)}, "", ""};
    Call call(interpreter, reading, node);
    const Value& value = call.value(0);
    if (!value.is_scalar())
        call.fail(asked, "expected a number or expression, found " + kind_of(interpreter.algebra(), value));
    try {
        const Expr e = quantity(call, value, asked, anything, "the expression");
        require_consistent_units(call, value, asked, "the expression");
        return e;
    } catch (const ModelError& error) {
        call.fail(asked, error.what(), error.hint());
    }
}

// Evaluation recurses; its depth is limited, and the large stack is enough for that depth.
ScriptResult interpret(const Script& script, Mechanics& mechanics, const InterpretOptions& options,
                       const std::vector<Script>& expressions) {
    ScriptResult result;
    on_large_stack([&] {
        Description description(mechanics);
        Interpreter interpreter(built_ins(), description, options);
        interpreter.run(script);
        close_joints(description);
        settle_rates(interpreter, description);
        for (const Script& expression : expressions)
            result.values.push_back(value_of_expression(interpreter, expression));
        result.model = description.model();
        result.emit_requests = description.emit_requests;
        result.saved_files = description.saved_files;
        result.trim_requests = description.trim_requests;
        result.places = description.places();
        result.rows_reported = description.rows_reported;
        result.loaded_files = interpreter.loaded_files();
        result.loaded_files.insert(result.loaded_files.end(), description.read_files.begin(),
                                   description.read_files.end());
        result.unused_defines = interpreter.unused_defines();
        result.variables = interpreter.bound_names();
        result.shapes = description.shapes;
    });
    return result;
}

}  // namespace lag
