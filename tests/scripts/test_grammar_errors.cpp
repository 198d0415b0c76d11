// Syntax errors, to the letter: place, message, hint. Each case is one statement or a short script.
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

// "line:column: message [hint]", one line per error; "" when the text parses.
std::string errors(const std::string& text) {
    try {
        parse(text, "a.lag");
    } catch (const InputError& error) {
        std::string all;
        for (const Diagnostic& one : error.diagnostics()) {
            if (!all.empty()) all += "\n";
            all += std::to_string(one.position.line) + ":" + std::to_string(one.position.column) + ": " + one.message;
            if (!one.hint.empty()) all += " [" + one.hint + "]";
        }
        return all;
    }
    return "";
}

const std::string no_quote =
    " [' is a time derivative and stands directly after a name, ] or ); there is no quote operator]";
const std::string missing_between = " [is a ',' or an operator missing between them? A product is written with *]";

}  // namespace

TEST_CASE("an error shows its file, line, column, source line, caret and hint") {
    try {
        parse("a: 1$\r\nb: f(2x)$\r\n", "dir/pendulum.lag");
        FAIL("parsed");
    } catch (const InputError& error) {
        CHECK(std::string(error.what()) ==
              "dir/pendulum.lag:2:7: error: found 'x' after '2', expected ',' or ')'\n"
              "b: f(2x)$\n"
              "      ^\n"
              "hint: write 2*x\n");
    }
}

TEST_CASE("numbers that end with a point, and products without a sign") {
    CHECK(errors("1.x;") == "1:2: a number cannot end with a point [write 1 . x or 1.0*x]");
    CHECK(errors("a: 5.;") == "1:5: a number cannot end with a point [write 5.0]");
    CHECK(errors("1.5.x;") == "1:4: a number cannot end with a point [write 1.5 . x or 1.5*x]");
    CHECK(errors("1e3.x;") == "1:4: a number cannot end with a point [write 1e3 . x or 1e3*x]");
    CHECK(errors("a.5;") ==
          "1:2: found a number that starts with a point after 'a' [a dot product is written a . b, with a blank after "
          "the point; a decimal 0.5]");
    CHECK(errors("2x;") == "1:2: found 'x' after '2' [write 2*x]");
    CHECK(errors("2 x;") ==
          "1:3: found 'x' after '2' [is an operator or a ';' missing between them? A product is written with *]");
    CHECK(errors("2(x + 1);") == "1:2: found '(' after '2' [write 2*(...)]");
    CHECK(errors("\"f\"(x);") == "1:4: found '(' after '\"f\"' [a string is no function]");
    CHECK(errors("2[1];") == "1:2: found '[' after '2' [only lists and matrices have elements]");
}

TEST_CASE("a quote anywhere but after a name, ] or )") {
    CHECK(errors("x: 'y;") == "1:4: found \"'\" after ':', expected an expression" + no_quote);
    CHECK(errors("'y;") == "1:1: found \"'\", expected an expression" + no_quote);
    CHECK(errors("q1 ';") == "1:4: found \"'\" after 'q1'" + no_quote);
    CHECK(errors("2';") == "1:2: found \"'\" after '2'" + no_quote);
    CHECK(errors("f(\"s\"');") == "1:6: found \"'\" after '\"s\"'" + no_quote);
}

TEST_CASE("relations: they do not chain; signs of other languages") {
    CHECK(errors("a < b < c;") ==
          "1:7: found '<' after a relation: relations do not chain [write a < b and b < c, or use brackets]");
    CHECK(errors("a = b = c;") ==
          "1:7: found '=' after a relation: relations do not chain [write a < b and b < c, or use brackets]");
    CHECK(errors("a == b;") == "1:3: found '==' after 'a' [an equation or a comparison is written with one =]");
    CHECK(errors("if a == b then c;") ==
          "1:6: found '==' after 'a' [an equation or a comparison is written with one =]");
    CHECK(errors("a != b;") == "1:3: found '!=' after 'a' ['not equal' is written #]");
    CHECK(errors("f(a <> b);") == "1:5: found '<>' after 'a' ['not equal' is written #]");
    CHECK(errors("a => b;") == "1:3: found '=>' after 'a' [write >=]");
    CHECK(errors("a =< b;") == "1:3: found '=<' after 'a' [write <=]");
    CHECK(errors("a && b;") == "1:3: found '&&' after 'a' [write and]");
    CHECK(errors("f(a || b);") == "1:5: found '||' after 'a', expected ',' or ')' [write or]");
    CHECK(errors("!a;") == "1:1: found '!', expected an expression [write not; there is no factorial]");
    CHECK(errors("x += 1;") == "1:4: found '=' after '+', expected an expression [write x: x + ...]");
    CHECK(errors("x: a % b;") == "1:6: found '%' after 'a' [a remainder is written mod(a, b); a comment /* ... */]");
    CHECK(errors("x: a − b;") == "1:6: found '−' after 'a' [write -]");
    CHECK(errors("x: b²;") == "1:5: found '²' after 'b' [write ^2]");
    CHECK(errors("a: “x”;") == "1:4: found '“' after ':', expected an expression [a string stands between two \"]");
    CHECK(errors("é: 1;") ==
          "1:1: found 'é', expected an expression [names consist of the letters a-z and A-Z, digits and _]");
}

TEST_CASE("comments and braces of other languages") {
    CHECK(errors("// comment\na: 1;") == "1:1: found '//', expected an expression [a comment is written /* ... */]");
    CHECK(errors("a; // b\nc;") == "1:4: found '//', expected an expression [a comment is written /* ... */]");
    CHECK(errors("# comment\na: 1;") == "1:1: found '#', expected an expression [a comment is written /* ... */]");
    CHECK(errors("% comment\na: 1;") == "1:1: found '%', expected an expression [a comment is written /* ... */]");
    CHECK(errors("a: {1, 2};") ==
          "1:4: found '{' after ':', expected an expression [a list is written [a, b]; expressions are grouped with ( "
          ")]");
}

TEST_CASE("arguments, lists and brackets") {
    CHECK(errors("f(a b);") == "1:5: found 'b' after 'a', expected ',' or ')'" + missing_between);
    CHECK(errors("x[1 2];") == "1:5: found '2' after '1', expected ',' or ']'" + missing_between);
    CHECK(errors("body(B, A,\n  mass = 1\n  at = 2);") ==
          "3:3: found 'at' after '1', expected ',' or ')' [is a ',' or an operator missing at the end of the line "
          "above?]");
    CHECK(errors("[1, 2,];") == "1:7: found ']' after ',', expected an expression [no ',' follows the last entry]");
    CHECK(errors("f(a,);") == "1:5: found ')' after ',', expected an expression [no ',' follows the last entry]");
    CHECK(errors("f(,a);") == "1:3: found ',' after '(', expected an expression [is a value missing before the ','?]");
    CHECK(errors("();") == "1:2: found ')' after '(', expected an expression ['( )' has no value]");
    CHECK(errors("x[];") == "1:3: found ']' after '[', expected an expression");
    CHECK(errors("f(a;") == "1:2: this '(' is never closed [the statement ends first, with the ';' of line 1]");
    CHECK(errors("f([a, b;\nc$") == "1:3: this '[' is never closed [the statement ends first, with the ';' of line 1]");
    CHECK(errors("f(\n[a]") == "1:2: this '(' is never closed [the script ends first]");
    CHECK(errors("f(a; b);") == "1:2: this '(' is never closed [the statement ends first, with the ';' of line 1]");
    CHECK(errors("f(a];") == "1:4: found ']', expected ')' for the '(' at line 1, column 2");
    CHECK(errors("f(a));") == "1:5: found ')' without a '(' before it");
    CHECK(errors("a]; b)$") == "1:2: found ']' without a '[' before it\n1:6: found ')' without a '(' before it");
}

TEST_CASE("statements run together, and words of the language out of place") {
    CHECK(errors("a: 1\nb: 2;") == "2:1: found 'b' after '1' [is a ';' or '$' missing at the end of the line above?]");
    CHECK(errors("a: \"s\" /* c */\n  model(m)$") ==
          "2:3: found 'model' after '\"s\"' [is a ';' or '$' missing at the end of the line above?]");
    CHECK(errors("a, b;") == "1:2: found ',' after 'a' [several expressions stand in brackets: (e1, e2)]");
    CHECK(errors("if a b;") == "1:6: found 'b' after 'a', expected 'then'");
    CHECK(errors("if a then;") == "1:10: found ';' after 'then', expected an expression");
    CHECK(errors("if a then b elseif c d;") == "1:22: found 'd' after 'c', expected 'then'");
    CHECK(errors("if a then b elif c then d;") == "1:13: found 'elif' after 'b' [write elseif]");
    CHECK(errors("while a b;") == "1:9: found 'b' after 'a', expected 'do'");
    CHECK(errors("for i:1 thru 3 x: i;") == "1:16: found 'x' after '3', expected 'thru', 'step' or 'do'");
    CHECK(errors("for i=1 thru 3 do x;") ==
          "1:6: found '=' after 'i', expected 'thru', 'step' or 'do' [write for i:1 thru n do ...]");
    CHECK(errors("for x in [1, 2] x;") == "1:17: found 'x' after ']', expected 'do'");
    CHECK(errors("for 1 thru 3 do x;") == "1:5: found '1' after 'for', expected the name of a variable");
    CHECK(errors("for i thru 3 thru 4 do x;") == "1:19: this loop has a second 'thru'");
    CHECK(errors("step: 3;") ==
          "1:1: found 'step', expected an expression ['step' is a word of the language and cannot be a name]");
    CHECK(errors("in: 3;") ==
          "1:1: found 'in', expected an expression ['in' is a word of the language and cannot be a name]");
    CHECK(errors("f(in == F);") ==
          "1:3: found 'in' after '(', expected an expression ['in' is a word of the language and cannot be a name]");
    CHECK(errors("a then b;") == "1:3: found 'then' after 'a' ['then' belongs to an if]");
    CHECK(errors("a do b;") == "1:3: found 'do' after 'a' ['do' belongs to a loop: for i:1 thru n do ...]");
    CHECK(errors("x: 1 end;") == "1:6: found 'end' after '1' [if and loops have no closing word; group with (e1, e2)]");
}

TEST_CASE("expressions that stop short") {
    CHECK(errors("a: ;") == "1:4: found ';' after ':', expected an expression");
    CHECK(errors("a: b and$") == "1:9: found '$' after 'and', expected an expression");
    CHECK(errors("a: 1 + /* c */ \n\n") == "1:7: found the end of the script after '+', expected an expression");
    CHECK(errors("a * / b;") == "1:5: found '/' after '*', expected an expression");
    CHECK(errors("f(a = );") == "1:7: found ')' after '=', expected an expression");
}

TEST_CASE("left sides") {
    CHECK(errors("1: 3;") ==
          "1:2: found ':' after '1', which cannot be assigned to [the left side of ':' is a name or an element such as "
          "x[1]]");
    CHECK(
        errors("a + b: 3;") ==
        "1:6: found ':' after 'a + b', which cannot be assigned to [the left side of ':' is a name or an element such "
        "as x[1]]");
    CHECK(errors("(a): 3;") ==
          "1:4: found ':' after 'a', which cannot be assigned to [the left side of ':' is a name or an element such as "
          "x[1]]");
    CHECK(errors("f(x): 3;") ==
          "1:5: found ':' after 'f(x)', which cannot be assigned to [a function is defined by f(x) := ...]");
    CHECK(errors("a := 3;") ==
          "1:3: found ':=' after 'a', which is not a function of names [a variable is assigned by ':', a function is "
          "f(x, y) := ...]");
    CHECK(errors("f(1) := 3;") ==
          "1:6: found ':=' after 'f(1)', which is not a function of names [write f(x, y) := ...]");
}

TEST_CASE("strings and comments that never end are reported where they open") {
    CHECK(errors("a: 1;\nb: \"abc;\nc: 2;\n") == "2:4: this string is never closed [a string ends with \"]");
    CHECK(errors("a: \"b)$\nc(\"d\")$\n") ==
          "2:5: this string is never closed [a string ends with \"; the one that begins in line 1 goes on in the next "
          "line: is its \" missing there?]");
    CHECK(errors("a: \"abc\\\";") == "1:4: this string is never closed [a string ends with \"]");
    CHECK(errors("a: \"abc\\") == "1:4: this string is never closed [a string ends with \"]");
    CHECK(errors("a;\n/* b /* c */ ;") ==
          "2:1: this comment is never closed [comments nest: every /* needs its own */]");
    CHECK(errors("f(a /* b") == "1:5: this comment is never closed [comments nest: every /* needs its own */]");
    CHECK(errors("/*/ a;") == "1:1: this comment is never closed [comments nest: every /* needs its own */]");
}

TEST_CASE("bytes that are no text") {
    CHECK(errors(std::string("a: 1;\nb\0c;", 10)) == "2:2: byte 0x00 is not text [a script is plain UTF-8 text]");
    CHECK(errors("a: \"\x1b\";") == "1:5: byte 0x1b is not text [a script is plain UTF-8 text]");
    CHECK(errors("/* caf\xe9 */") == "1:7: byte 0xe9 is not text [a script is plain UTF-8 text]");
    CHECK(errors("\xc3") == "1:1: byte 0xc3 is not text [a script is plain UTF-8 text]");
    CHECK(errors("\x7f"
                 "ELF") == "1:1: byte 0x7f is not text [a script is plain UTF-8 text]");
}

TEST_CASE("all errors of a file are reported, in order, whichever stage found them") {
    CHECK(errors("a: 2x;\nb: (1$\nc: 3;\n\"$;\" d;\nf(,)$ g: 1") ==
          "1:5: found 'x' after '2' [write 2*x]\n"
          "2:4: this '(' is never closed [the statement ends first, with the '$' of line 2]\n"
          "4:6: found 'd' after '\"$;\"' [is an operator or a ';' missing between them? A product is written with *]\n"
          "5:3: found ',' after '(', expected an expression [is a value missing before the ','?]");
}

TEST_CASE("at most twenty errors are listed") {
    std::string text;
    for (int k = 0; k < 20; ++k) text += "2x;\n";
    const auto count = [](const std::string& script) {
        try {
            parse(script, "a.lag");
        } catch (const InputError& error) {
            return error.diagnostics();
        }
        return std::vector<Diagnostic>{};
    };
    CHECK(count(text).size() == 20);
    CHECK(count(text).back().message == "found 'x' after '2'");
    CHECK(count(text + "2x;").size() == 21);
    CHECK(count(text + "2x;").back().message == "too many errors; the rest is not shown");
    CHECK(count(text + "a);").back().message == "too many errors; the rest is not shown");
    CHECK(count(std::string(100000, ')')).size() == 1);
    std::string brackets;
    for (int k = 0; k < 100000; ++k) brackets += ");";
    CHECK(count(brackets).size() == 21);
}
