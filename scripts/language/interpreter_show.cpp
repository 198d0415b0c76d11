#include "scripts/language/interpreter_show.hpp"

namespace lag {

std::string shown_value(Interpreter& interpreter, const Value& value) {
    try {
        return value.is_text() ? value.text() : interpreter.text(value);
    } catch (const ModelError& error) {
        return std::string("(not shown: ") + error.what() + ")";  // showing a value is no reason to stop
    }
}

void warn_of_equation(Interpreter& interpreter, const Statement& statement) {
    const Syntax& node = statement.expression;
    if (statement.show || node->kind != NodeKind::relation || node->text != "=") return;
    const bool name = node->children[0]->kind == NodeKind::name || node->children[0]->kind == NodeKind::index;
    interpreter.warning(
        node, "an equation alone does nothing",
        name ? "an assignment is written with a colon, name: value" : "check(a = b) tests whether it holds");
}

}  // namespace lag
