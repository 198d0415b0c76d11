// Built-ins for programs: output, conditions, errors, files. block, lambda and return are evaluated by the interpreter
// itself; their rows here are for the reference and for messages.
#include <ostream>

#include "scripts/language/built_in.hpp"

namespace lag {

namespace {

std::string shown(Call& call, std::size_t i) {
    const Value& v = call.value(i);
    return v.is_text() ? v.text() : call.interpreter.text(v);
}

std::string joined(Call& call, std::size_t from) {
    std::string text;
    for (std::size_t i = from; i < call.count(); ++i) text += (i == from ? "" : " ") + shown(call, i);
    call.interpreter.charge(text.size() / 16);
    return text;
}

Value print(Call& call) {
    call.interpreter.output() << joined(call, 0) << '\n';
    return {};
}

Value tex(Call& call) {
    call.interpreter.output() << "$$" << to_tex(call.interpreter.algebra(), call.value(0)) << "$$\n";
    return {};
}

Value is(Call& call) {
    return call.interpreter.decide(call.value(0), call.argument(0));
}

Value assert_true(Call& call) {
    const Value& condition = call.value(0);
    if (call.interpreter.truth(condition, call.argument(0))) return {};
    if (call.count() > 1) call.fail("assertion failed: " + joined(call, 1));
    call.fail("assertion failed: " + to_string(call.argument(0)),
              condition.is_equation() ? "found " + call.interpreter.text(condition) : "");
}

Value error(Call& call) {
    call.fail(joined(call, 0));
}

Value load(Call& call) {
    return call.interpreter.load(call.text(0), call.node);
}

}  // namespace

const std::vector<BuiltIn>& program_built_ins() {
    static const std::vector<BuiltIn> table = {
        {"block",
         "block([a, b: 1], e1, e2, ...)",
         "local names, then the expressions; the value of the last",
         "block([a: 1], a + 1);",
         1,
         any_number,
         {},
         nullptr},
        {"lambda",
         "lambda([x], e)",
         "a function without a name",
         "map(lambda([x], x^2), [1, 2]);",
         2,
         any_number,
         {},
         nullptr},
        {"return",
         "return(e)",
         "leaves the innermost block or loop with the value e",
         "block(return(1), 2);",
         0,
         1,
         {},
         nullptr},
        {"print",
         "print(a, b, ...)",
         "writes the values on one line",
         "print(\"a =\", 1/3)$",
         0,
         any_number,
         {},
         print},
        {"tex", "tex(e)", "writes e as TeX", "tex(a/b)$", 1, 1, {}, tex},
        {"is",
         "is(condition)",
         "true or false, or the condition itself when it depends on the state",
         "is(1 < 2);",
         1,
         1,
         {},
         is},
        {"assert",
         "assert(condition, \"text\", ...)",
         "an error unless the condition holds",
         "assert(1 + 1 = 2)$",
         1,
         any_number,
         {},
         assert_true},
        {"error",
         "error(\"text\", ...)",
         "stops the script with an error",
         "if 1 > 2 then error(\"impossible\")$",
         1,
         any_number,
         {},
         error},
        {"load",
         "load(\"other.lag\")",
         "runs another script, found relative to this one or in the library of parts",
         "/* load(\"library.lag\")$ */",
         1,
         1,
         {},
         load},
    };
    return table;
}

}  // namespace lag
