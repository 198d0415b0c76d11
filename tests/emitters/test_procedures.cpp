// Procedures: what a text must keep to, with the place of every mistake, and how m_partition is printed.
#include <algorithm>
#include <array>
#include <utility>

#include "emitters/procedures/check_procedure.hpp"
#include "emitters/procedures/library.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "emitters/procedures/run_procedure.hpp"
#include "emitters/procedures/texts.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/golden.hpp"
#include "tests/emitters/procedure_example.hpp"

namespace lag {

namespace {

// "3:9 message" of each mistake; nothing where there is none.
std::vector<std::string> mistakes(const std::string& text) {
    std::vector<std::string> found;
    try {
        procedures::check_procedure(procedures::read_procedure(text, "a.lag"));
    } catch (const InputError& error) {
        for (const Diagnostic& d : error.diagnostics())
            found.push_back(std::to_string(d.position.line) + ":" + std::to_string(d.position.column) + " " +
                            d.message);
    }
    return found;
}

// The statements as the body of a procedure with some variables: they begin in line 2.
std::vector<std::string> in_body(const std::string& statements) {
    return mistakes(
        "procedure(a, [t, q, w], [x: real, info], block([k: integer, p: place, r: real, b: reals(nphi, nu), rows: "
        "places(nphi)],\n" +
        statements + ",\nx: r, info: k, r: b[1, 1], p: rows[p]))$");
}

// Those that are no parts of main programs.
std::vector<std::string> all_procedures() {
    std::vector<std::string> names;
    for (const procedures::TextFile& file : procedures::text_files()) {
        const std::string name(file.name.substr(0, file.name.rfind('.')));
        if (!procedures::procedure_named(name)->is_of_main) names.push_back(name);
    }
    return names;
}

const std::string set_all = "k: 0, p: 1, r: 0, b: 0, rows: 1";

}  // namespace

TEST_CASE("a procedure's mistakes are named at their places", "[procedures]") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"k: 1/2", "2:4 integers are not divided"},
        {"k: quotient(k, 1.5)", "2:16 an integer is expected here, this is a real"},
        {"k: quotient(k)", "2:4 quotient has another number of arguments"},
        {"k: 1.5", "2:4 an integer is expected here, this is a real"},
        {"r: k", "2:4 a real is expected here, this is an integer"},
        {"r: radius", "2:4 there is no variable, size or part radius"},
        {"r: q", "2:4 q is an array"},
        {"r: q[1, 2]", "2:4 q has 1 indexes, not 2"},
        {"b[1]: 0", "2:1 b has 2 indexes, not 1"},
        {"q[1]: 0", "2:1 q is no result"},
        {"t: 0", "2:1 t is no result"},
        {"r: sin(r)", "2:4 there is no function sin"},
        {"tumble()", "2:1 there is no routine tumble"},
        {"mass_matrix()", "2:1 there is no variable for the argument c"},
        {"if r > 0 and k then r: 1", "2:14 a truth value is expected here, this is an integer"},
        {"if r = 0 then r: 1", "2:4 reals are not compared by ="},
        {"exit", "2:1 'exit' stands in no loop"},
        {"for i thru nu do i: 1", "2:18 i is the variable of a loop"},
        {"for i thru nu do for i thru nu do r: 0", "2:18 i is the name of something else"},
        {"for i: 1 do r: 0", "2:1 this loop has no 'thru'"},
        {"for i thru nu step 2 do r: 0", "2:20 steps are 1 or -1"},
        {"swap(k, r)", "2:1 swap takes two numbers of one type"},
        {"r + 1", "2:1 this is no statement"},
    };
    for (const auto& [statement, expected] : cases) {
        CAPTURE(statement);
        CHECK(in_body(statement) == std::vector<std::string>{expected});
    }
    CHECK(in_body(set_all).empty());
}

TEST_CASE("a procedure reads nothing before it is set, and sets every result", "[procedures]") {
    CHECK(in_body("p: 1, r: 0, b: 0, rows: 1") == std::vector<std::string>{"3:13 k may be read before it is set"});
    CHECK(in_body("if t > 0 then k: 1 else k: 2, p: 1, r: 0, b: 0, rows: 1").empty());
    CHECK(in_body("if t > 0 then k: 1, p: 1, r: 0, b: 0, rows: 1") ==
          std::vector<std::string>{"3:13 k may be read before it is set"});
    CHECK(in_body("while t > 0 do k: 1, p: 1, r: 0, b: 0, rows: 1") ==
          std::vector<std::string>{"3:13 k may be read before it is set"});
    // arrays: element by element over all of an extent, in loops that nothing leaves
    const std::string others = "k: 0, p: 1, r: 0, rows: 1, ";
    const std::vector<std::string> unset{"3:19 b may be read before it is set"};
    CHECK(in_body(others + "for j thru nu do for i thru nphi do b[i, j]: 0").empty());
    CHECK(in_body(others + "for j: nu step -1 thru 1 do for i thru nphi do b[i, j]: 0").empty());
    CHECK(in_body(others + "for j: 2 thru nu do for i thru nphi do b[i, j]: 0") == unset);
    CHECK(in_body(others + "for j thru nphi do for i thru nu do b[i, j]: 0") == unset);
    CHECK(in_body(others + "for j thru nu do for i thru nphi do if t > 0 then b[i, j]: 0") == unset);
    CHECK(in_body(others + "for j thru nu do for i thru nphi do (if t > 0 then exit, b[i, j]: 0)") == unset);
    CHECK(in_body(others + "for j thru nu do for i thru nphi do (b[i, j]: 0, r: b[i, j])").empty());
    CHECK(in_body(others + "for j thru nu do for i thru nphi do (r: b[i, j], b[i, j]: 0)") ==
          std::vector<std::string>{"2:68 b may be read before it is set"});
    // results
    CHECK(in_body("if t > 0 then return(), " + set_all) ==
          std::vector<std::string>{"2:15 the result x may not be set when the routine ends here"});
    // the bounds of a loop
    CHECK(in_body(set_all + ", for i thru k do k: k + 1") ==
          std::vector<std::string>{"2:45 k changes in the loop that it bounds"});
    CHECK(mistakes("procedure(a, [t], [x: real], block([k: integer], x: t))$") ==
          std::vector<std::string>{"1:37 k is not used"});
}

TEST_CASE("what a model has not is looked at too", "[procedures]") {
    const auto with = [](const std::string& statements) {
        return mistakes("procedure(a, [t], [x: real], block([r: real],\n" + statements + "))$");
    };
    CHECK(with("r: 0, if states then x: 1 else x: r").empty());
    CHECK(with("r: 0, if states then x: r") == std::vector<std::string>{"1:20 the result x is never assigned"});
    CHECK(with("if events then r: 0, x: 0, if states then x: r") ==
          std::vector<std::string>{"2:46 r may be read before it is set"});
    CHECK(with("if events then r: 0, x: 0, if events then x: r").empty());
}

namespace {

// "inner" and "outer", which calls it: "file:line:column message" of the first mistakes.
std::vector<std::string> of_two(const std::string& of_outer, const std::string& of_inner = "x: last") {
    const std::string inner =
        "procedure(inner, [count: integer, v: reals(count), w], [v, x: real], block([last: real],\n"
        "last: v[count], for k thru count do v[k]: last + abs(w[1]),\n" +
        of_inner + "))$";
    const std::string outer =
        "procedure(outer, [q, u, w], [x: real, y], block([v: reals(nq), pair: reals(2), shares: [1, 0.5], m: "
        "integer],\n"
        "m: nu, v: q, for k thru 2 do pair[k]: shares[k], x: pair[1] + v[1] + real(m), y: 0,\n" +
        of_outer + "))$";
    procedures::Library library({{"inner", {inner, "inner"}}, {"outer", {outer, "outer"}}});
    std::vector<std::string> found;
    try {
        for (const char* const name : {"outer", "inner"}) procedures::check_procedure(*library.find(name));
    } catch (const InputError& error) {
        for (const Diagnostic& d : error.diagnostics())
            found.push_back(d.position.file + ":" + std::to_string(d.position.line) + ":" +
                            std::to_string(d.position.column) + " " + d.message);
    }
    return found;
}

}  // namespace

TEST_CASE("procedures call procedures", "[procedures]") {
    CHECK(of_two("inner(count = nq)").empty());
    CHECK(of_two("inner(count = 2, v = pair)").empty());
    CHECK(of_two("inner(count = nq + nu, v = part(y, 1, nq + nu))").empty());
    CHECK(of_two("inner(count = nu, v = part(y, nq + 1, nu))").empty());
    CHECK(of_two("v: part(y, 1, nq)").empty());
    const std::vector<std::pair<std::string, std::string>> cases{
        {"inner(count = nu)", "outer:3:1 the argument v has another shape"},
        {"inner(count = 3, v = pair)", "outer:3:1 the argument v has another shape"},
        {"inner(count = m + m*m)", "outer:3:1 the argument count is an extent: give it a sum of sizes"},
        {"inner(count = nq, v = part(y, 1, nu))", "outer:3:1 the argument v has another shape"},
        {"inner(count = nu, v = part(y, 1, m*m))", "outer:3:34 so many elements are a sum of sizes"},
        {"inner(count = nu, v = part(m, 1, nu))", "outer:3:28 m is no vector"},
        {"inner(count = nq, v = q)", "outer:3:1 q is no result"},
        {"inner(count = 2, v = shares)", "outer:3:1 shares is a constant"},
        {"inner(count = nq, x = v[1])", "outer:3:1 v is given to x too, and changed"},
        {"inner(count = nq, x = pair[1])", "outer:3:1 the argument x is changed: give it a variable"},
        {"inner(count = nw, v = w)", "outer:3:1 w is no result"},
        {"inner(count = nq, w = v)", "outer:3:1 the argument w has another shape"},
        {"tumble()", "outer:3:1 there is no routine tumble"},
        {"shares[1]: 0", "outer:3:1 shares is a constant"},
        {"v: part(y, 1, nu)", "outer:3:4 y is an array"},
        {"m: normal[1]", ""},
        {"x: shares", "outer:3:4 shares is an array"},
    };
    for (const auto& [statement, expected] : cases) {
        CAPTURE(statement);
        CHECK(of_two(statement) == (expected.empty() ? std::vector<std::string>() : std::vector{expected}));
    }
    // what is changed is given once
    CHECK(of_two("inner(count = nq)", "x: last, mirrored(), for k thru count do v[k]: 0") ==
          std::vector<std::string>{"inner:3:10 there is no routine mirrored"});
    CHECK(of_two("inner(count = nq)", "x: last, outer(q = v, y = v)") ==
          std::vector<std::string>{"inner:3:10 outer calls itself"});
    CHECK(of_two("outer()") == std::vector<std::string>{"outer:3:1 outer calls itself"});
    CHECK(mistakes("procedure(a, [n: integer, r: real], [x: real], block([v: reals(r)], x: v[1]))$") ==
          std::vector<std::string>{"1:64 r is no extent"});
    CHECK(mistakes("procedure(a, [t], [x: real], block([v: reals(2)], v[1]: t, v[2]: t, x: v[1]))$").empty());
    CHECK(mistakes("procedure(a, [t], [x: real], block([v: reals(2)], v[1]: t, x: v[2]))$") ==
          std::vector<std::string>{"1:63 v may be read before it is set"});
}

TEST_CASE("mistakes with texts are told where they are", "[procedures]") {
    const auto found = [](const std::string& statement) {
        return mistakes(
            "procedure(a, [file: integer, given: text(9)], [kept: text(8)], block([word: text(8), k: "
            "place, yes: logical, words: texts(2, 8)],\n" +
            statement +
            ",\nk: 1, word: given, words: \"\", yes: word = words[k], if yes then write(file, "
            "word)))$");
    };
    CHECK(found("kept: given + \" of \" + slice(given, 1, 2)").empty());
    CHECK(found("kept: given, kept: kept + given, k: skip(given, 1, \"ab\"), k: find(given, k, \" \") + length(given)")
              .empty());
    const std::vector<std::pair<std::string, std::string>> cases{
        {"kept: given + 1", "2:15 a text is expected here, this is an integer"},
        {"kept: given - given", "2:7 texts are joined by + alone"},
        {"kept: \"\", kept: given + kept", "2:11 kept is a part of what it is set to"},
        {"kept: \"\", yes: given < kept", "2:16 texts are equal or not"},
        {"kept: \"\", yes: given = kept + given", "2:16 a text that is put together is not compared"},
        {"kept: \"\", k: length(\"abc\")", "2:14 length takes a variable"},
        {"kept: \"\", k: skip(given, 1)", "2:14 skip has another number of arguments"},
        {"kept: \"\", write(file, 1.5)", "2:23 a text is expected here, this is a real"},
        {"kept: \"\", write(\"a\")", "2:11 write has another number of arguments"},
        {"kept: \"\", fail(word)", "2:16 word may be read before it is set"},
        {"kept: \"\", whole_text(number = 1, digits = word)", "2:11 the argument digits is a text(24)"},
        {"kept: \"\", open_old(name = given + word, failed = yes)",
         "2:11 the argument name is a text that is put together"},
        {"k: 1", "1:48 the result kept is never assigned"},
        {"if file > 1 then kept: given", "3:84 the result kept may not be set when the routine ends here"},
    };
    for (const auto& [statement, expected] : cases) {
        CAPTURE(statement);
        CHECK(found(statement).at(0) == expected);
    }
}

TEST_CASE("procedures as text", "[procedures]") {
    using Print = ProcedureTexts::Print;
    const std::vector<std::pair<std::string, Print>> languages{
        {"h", c_procedure}, {"hpp", cpp_procedure}, {"f90", fortran_procedure}, {"f", fortran77_procedure}};
    for (const std::string& name : all_procedures())
        for (const bool with_all_parts : {true, false})
            for (const auto& [ending, print] : languages) {
                if (name == "contact_close" && !with_all_parts) continue;  // nothing calls it without stops
                const std::string file = name + (with_all_parts ? "_all." : "_none.") + ending;
                CHECK(golden_mismatch(file, print(procedure_example(with_all_parts), name)) == "");
            }
}

TEST_CASE("main programs as text", "[procedures]") {
    for (const bool with_all_parts : {true, false}) {
        const Program program = main_program_example(with_all_parts);
        const std::string name = with_all_parts ? "main_all." : "main_none.";
        const std::vector<std::pair<std::string, std::string>> texts{{"c", c_driver(program, "swing.h", "swing")},
                                                                     {"cpp", cpp_driver(program, "swing.hpp", "swing")},
                                                                     {"f90", fortran_driver(program, "swing")},
                                                                     {"f", fortran77_driver(program, "swing")}};
        for (const auto& [ending, text] : texts) CHECK(golden_mismatch(name + ending, text) == "");
        std::istringstream in(texts.back().second);
        for (std::string line; std::getline(in, line);) {
            INFO(line);
            CHECK(line.size() <= 72);
        }
    }
}

TEST_CASE("look-ups find their segment, and polynomials their derivatives", "[procedures]") {
    procedures::Interpreter interpreter({.sizes = {}, .parts = {}}, {});
    for (std::size_t count = 1; count <= 9; ++count) {
        std::vector<double> starts;
        for (std::size_t k = 0; k < count; ++k) starts.push_back(static_cast<double>(k * k));
        for (const double x : {-1.0, 0.0, 0.5, 1.0, 3.9, 4.0, 30.0, 63.0, 64.0, 100.0}) {
            double n = static_cast<double>(count), at = x, segment = 0;
            interpreter.run("table_segment", {&n, starts.data(), &at, &segment});
            const auto beyond = std::ranges::upper_bound(starts, x) - starts.begin();
            CHECK(segment == static_cast<double>(std::max<std::ptrdiff_t>(beyond, 1)));
        }
    }
    // 1 + 2 d + 3 d^2 + 4 d^3 and its derivatives at d = 2
    std::vector<double> numbers{1, 2, 3, 4};
    double degree = 3, d = 2, found = 0;
    for (const auto& [times, expected] : {std::pair{0.0, 49.0}, {1.0, 62.0}, {2.0, 54.0}, {3.0, 24.0}, {4.0, 0.0}}) {
        double order = times;
        interpreter.run("table_polynomial", {&degree, numbers.data(), &order, &d, &found});
        CHECK(found == expected);
    }
    // (1 + 2 x)(3 - y) + x y at x = 2, y = 5: value, by x, by y, by both; a row for each power of x
    std::vector<double> cell{3, -1, 6, -1};
    double one = 1, dx = 2, dy = 5;
    for (const auto& [by_x, by_y, expected] :
         {std::array{0.0, 0.0, 0.0}, {1.0, 0.0, 1.0}, {0.0, 1.0, -3.0}, {1.0, 1.0, -1.0}}) {
        double order_x = by_x, order_y = by_y;
        interpreter.run("table_map", {&one, cell.data(), &order_x, &order_y, &dx, &dy, &found});
        CHECK(found == expected);
    }
}

TEST_CASE("Fortran 77 of procedures stays within 72 columns", "[procedures]") {
    for (const std::string& name : all_procedures()) {
        std::istringstream in(fortran77_procedure(procedure_example(true), name));
        for (std::string line; std::getline(in, line);) {
            INFO(line);
            CHECK(line.size() <= 72);
        }
    }
}

}  // namespace lag
