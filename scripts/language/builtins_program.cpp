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
    using namespace arguments;
    static const std::vector<BuiltIn> table = {
        {"block",
         {required("[a, b: 1]", a_list, "the local names"), repeated("e1, e2, ..", a_value)},
         "local names, then the expressions; the value of the last",
         "block([a: 1], a + 1);",
         nullptr},
        {"lambda",
         {required("[x]", some_names), required("e", a_value), repeated("e2, ..", a_value)},
         "a function without a name",
         "map(lambda([x], x^2), [1, 2]);",
         nullptr},
        {"return",
         {optional("e", a_value)},
         "leaves the innermost block or loop with the value e",
         "block(return(1), 2);",
         nullptr},
        {"print", {repeated("a, b, ..", a_value)}, "writes the values on one line", "print(\"a =\", 1/3)$", print},
        {"tex", {required("e", a_value)}, "writes e as TeX", "tex(a/b)$", tex},
        {"is",
         {required("condition", a_condition)},
         "true or false, or the condition itself where the script cannot decide it",
         "is(1 < 2);",
         is},
        {"assert",
         {required("condition", a_condition), repeated("\"text\", ..", a_value, "what the error says")},
         "an error unless the condition holds",
         "assert(1 + 1 = 2)$",
         assert_true},
        {"error",
         {required("\"text\"", a_value), repeated("a, ..", a_value, "written behind it")},
         "stops the script with an error",
         "if 1 > 2 then error(\"impossible\")$",
         error},
        {"load",
         {required("\"other.lag\"", a_text)},
         "runs another script, found relative to this one or in the library of parts",
         "/* load(\"library.lag\")$ */",
         load},
    };
    return table;
}

}  // namespace lag
