#include "scripts/statements/statement_table.hpp"

#include "scripts/statements/constraints.hpp"
#include "scripts/statements/external.hpp"
#include "scripts/statements/lagrange.hpp"
#include "scripts/statements/options.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/tables.hpp"

namespace lag {

// in the order the reference lists them
const BuiltInTable& built_ins() {
    static const BuiltInTable all = joined_built_ins(
        {algebra_built_ins(), list_built_ins(), program_built_ins(), model_statements(), body_statements(),
         hinge_constructors(), load_statements(), lagrange_statements(), external_statements(), constraint_statements(),
         cut_hinge_statements(), kinematic_functions(), result_functions(), linearize_functions(), check_statements(),
         emit_statements(), option_statements(), table_functions()});
    return all;
}

const BuiltIn* find_built_in(const std::string& name) {
    const auto place = built_ins().find(name);
    return place == built_ins().end() ? nullptr : &place->second;
}

ScriptResult interpret(const Script& script, Mechanics& mechanics, const InterpretOptions& options) {
    return run_script(script, built_ins(), mechanics, options);
}

}  // namespace lag
