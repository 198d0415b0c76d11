// Text -> syntax tree: every form of the language, every pair of operators, places, and printing as the inverse of
// parsing. Trees are compared as text with a bracket around every operation, written by `dump` below, which shares
// nothing with to_string.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

std::string dump(const Syntax& node);

std::string dump_all(const SyntaxNode& node, std::size_t from, const std::string& separator) {
    std::string text;
    for (std::size_t k = from; k < node.children.size(); ++k)
        text += (k == from ? "" : separator) + dump(node.children[k]);
    return text;
}

std::string dump_signed(const SyntaxNode& node) {
    std::string text = "(" + dump(node.children[0]);
    for (std::size_t k = 1; k < node.children.size(); ++k)
        text += std::string(" ") + node.operators[k] + " " + dump(node.children[k]);
    return text + ")";
}

std::string dump(const Syntax& pointer) {
    if (!pointer) return "_";
    const SyntaxNode& n = *pointer;
    switch (n.kind) {
        case NodeKind::number:
        case NodeKind::name:
            return n.text;
        case NodeKind::text:
            return "<" + n.text + ">";
        case NodeKind::sum:
        case NodeKind::product:
            return dump_signed(n);
        case NodeKind::dot:
            return "(" + dump_all(n, 0, " . ") + ")";
        case NodeKind::power:
            return "(" + dump_all(n, 0, " ^ ") + ")";
        case NodeKind::negate:
            return "(- " + dump(n.children[0]) + ")";
        case NodeKind::relation:
            return "(" + dump_all(n, 0, " " + n.text + " ") + ")";
        case NodeKind::logic_and:
            return "(" + dump_all(n, 0, " and ") + ")";
        case NodeKind::logic_or:
            return "(" + dump_all(n, 0, " or ") + ")";
        case NodeKind::logic_not:
            return "(not " + dump(n.children[0]) + ")";
        case NodeKind::prime:
            return "(prime " + std::to_string(n.primes) + " " + dump(n.children[0]) + ")";
        case NodeKind::index:
            return "(index " + dump_all(n, 0, " ") + ")";
        case NodeKind::call:
            return "(call " + dump_all(n, 0, " ") + ")";
        case NodeKind::list:
            return "(list " + dump_all(n, 0, " ") + ")";
        case NodeKind::sequence:
            return "(sequence " + dump_all(n, 0, " ") + ")";
        case NodeKind::if_else:
            return "(if " + dump_all(n, 0, " ") + ")";
        case NodeKind::for_range:
            return "(for " + n.text + " " + dump_all(n, 0, " ") + ")";
        case NodeKind::for_in:
            return "(for-in " + n.text + " " + dump_all(n, 0, " ") + ")";
        case NodeKind::while_loop:
            return "(while " + dump_all(n, 0, " ") + ")";
        case NodeKind::assign:
            return "(" + dump_all(n, 0, " : ") + ")";
        case NodeKind::define: {
            std::string text = "(define " + n.text;
            for (const std::string& parameter : n.names) text += " " + parameter;
            return text + " := " + dump(n.children[0]) + ")";
        }
    }
    return "?";
}

Syntax tree(const std::string& text) {
    const Script script = parse(text, "a.lag");
    REQUIRE(script.statements.size() == 1);
    return script.statements[0].expression;
}
std::string parsed(const std::string& text) {
    return dump(tree(text));
}
std::string printed(const std::string& text) {
    return to_string(tree(text));
}

std::string contents(const std::filesystem::path& path) {
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

struct Operator {
    const char* sign;
    int level;
};
constexpr std::array<Operator, 15> operators{{{"or", 1},
                                              {"and", 2},
                                              {"=", 4},
                                              {"#", 4},
                                              {"<", 4},
                                              {"<=", 4},
                                              {">", 4},
                                              {">=", 4},
                                              {"+", 5},
                                              {"-", 5},
                                              {"*", 6},
                                              {"/", 6},
                                              {".", 7},
                                              {"^", 9},
                                              {"**", 9}}};

// What `a p b q c` must be.
std::string grouped(const Operator& p, const Operator& q) {
    const std::string first = std::string(p.sign) == "**" ? "^" : p.sign;
    const std::string second = std::string(q.sign) == "**" ? "^" : q.sign;
    if (p.level == 9 && q.level == 9) return "(a ^ (b ^ c))";
    if (p.level == q.level) return "(a " + first + " b " + second + " c)";
    if (p.level < q.level) return "(a " + first + " (b " + second + " c))";
    return "((a " + first + " b) " + second + " c)";
}

}  // namespace

TEST_CASE("every pair of binary operators groups by precedence") {
    for (const Operator& p : operators)
        for (const Operator& q : operators) {
            const std::string text = std::string("a ") + p.sign + " b " + q.sign + " c";
            INFO(text);
            if (p.level == 4 && q.level == 4)
                CHECK_THROWS_AS(parse(text, "a.lag"), InputError);
            else
                CHECK(parsed(text) == grouped(p, q));
        }
}

TEST_CASE("unary operators stand between the dot and the power, not below the relations") {
    CHECK(parsed("-2^2") == "(- (2 ^ 2))");
    CHECK(parsed("2^-3") == "(2 ^ (- 3))");
    CHECK(parsed("2^-3^4") == "(2 ^ (- (3 ^ 4)))");
    CHECK(parsed("2^+3") == "(2 ^ 3)");
    CHECK(parsed("-a . b") == "((- a) . b)");
    CHECK(parsed("-a*b") == "((- a) * b)");
    CHECK(parsed("a*-b") == "(a * (- b))");
    CHECK(parsed("a - -b") == "(a - (- b))");
    CHECK(parsed("--a") == "(- (- a))");
    CHECK(parsed("+a") == "a");
    CHECK(parsed("-q1'^2") == "(- ((prime 1 q1) ^ 2))");
    CHECK(parsed("-x[1]") == "(- (index x 1))");
    CHECK(parsed("not a = b") == "(not (a = b))");
    CHECK(parsed("not a and not b or c") == "(((not a) and (not b)) or c)");
    CHECK(parsed("not not a") == "(not (not a))");
}

TEST_CASE("chains of one level are one node; brackets keep a node of their own") {
    CHECK(parsed("a - b + c - d") == "(a - b + c - d)");
    CHECK(parsed("a/b*c/d") == "(a / b * c / d)");
    CHECK(parsed("a . b . c") == "(a . b . c)");
    CHECK(parsed("a and b and c") == "(a and b and c)");
    CHECK(parsed("(a + b) + c") == "((a + b) + c)");
    CHECK(parsed("a - (b - c)") == "(a - (b - c))");
    CHECK(parsed("(a . b) . c") == "((a . b) . c)");
    CHECK(parsed("((a))") == "a");
    CHECK(tree("a - b + c")->operators == "+-+");
    CHECK(tree("a/b*c")->operators == "*/*");
}

TEST_CASE("numbers keep their text") {
    for (const char* text : {"0", "12", "0.1", ".5", "1e3", "2.5e-3", "1E+7", ".5e2", "00.10", "123456789012345678901"})
        CHECK(parsed(text) == text);
    CHECK(parsed("1 . x") == "(1 . x)");
    CHECK(parsed("1.0*x") == "(1.0 * x)");
    CHECK(parsed("a.b") == "(a . b)");
    CHECK(parsed("a . .5") == "(a . .5)");
    CHECK(parsed("1e3 . x") == "(1e3 . x)");
    CHECK(parsed("1-1e-1-e") == "(1 - 1e-1 - e)");
}

TEST_CASE("names: letters, digits, underscores, a leading percent, case kept; words inside names are no keywords") {
    CHECK(parsed("%pi + %e + _x1 + aB") == "(%pi + %e + _x1 + aB)");
    CHECK(parsed("iffy + orbit + not_a + android + do1 + in2") == "(iffy + orbit + not_a + android + do1 + in2)");
    CHECK(parsed("If + THEN") == "(If + THEN)");
}

TEST_CASE("strings: escapes, lines, UTF-8; comments nest") {
    CHECK(parsed("\"a \\\"b\\\" \\\\ c\"") == "<a \"b\" \\ c>");
    CHECK(parsed("\"two\nlines; and $ ( [\"") == "<two\nlines; and $ ( [>");
    CHECK(parsed("\"\"") == "<>");
    CHECK(parsed("\"naïve – 5 µm\"") == "<naïve – 5 µm>");
    CHECK(parsed("\"/* no comment */\"") == "</* no comment */>");
    CHECK(parsed("/* a /* b; \" ( */ é */ a /**/ + /***/ b /* $ */") == "(a + b)");
    CHECK(parsed("a //* a quotient */ b") == "(a / b)");
    CHECK(parsed("\xef\xbb\xbf"
                 "a") == "a");
}

TEST_CASE("primes follow a name, ] or )") {
    CHECK(parsed("q1'") == "(prime 1 q1)");
    CHECK(parsed("q1''") == "(prime 2 q1)");
    CHECK(parsed("x[1]'") == "(prime 1 (index x 1))");
    CHECK(parsed("f(x)'") == "(prime 1 (call f x))");
    CHECK(parsed("(a + b)''") == "(prime 2 (a + b))");
    CHECK(parsed("[a, b]'") == "(prime 1 (list a b))");
    CHECK(parsed("(q')'") == "(prime 2 q)");
    CHECK(parsed("q'^2*r'") == "(((prime 1 q) ^ 2) * (prime 1 r))");
}

TEST_CASE("calls, indices, lists, sequences") {
    CHECK(parsed("f()") == "(call f)");
    CHECK(parsed("f(x, y)[1, 2](z)") == "(call (index (call f x y) 1 2) z)");
    CHECK(parsed("(a . b)[3]") == "(index (a . b) 3)");
    CHECK(parsed("[a, b][1]") == "(index (list a b) 1)");
    CHECK(parsed("[]") == "(list )");
    CHECK(parsed("matrix([1, 2], [3, 4])") == "(call matrix (list 1 2) (list 3 4))");
    CHECK(parsed("(e1, e2, e3)") == "(sequence e1 e2 e3)");
    CHECK(parsed("(e1, e2)[1]") == "(index (sequence e1 e2) 1)");
    CHECK(parsed("lambda([x], x^2)(3)") == "(call (call lambda (list x) (x ^ 2)) 3)");
    CHECK(parsed("block([a, b: 2], a: b, return(a))") == "(call block (list a (b : 2)) (a : b) (call return a))");
}

TEST_CASE("keyword arguments are equations; `in` before = is a name") {
    CHECK(parsed("body(B, A, mass = m, at = [0, 0, 1])") == "(call body B A (mass = m) (at = (list 0 0 1)))");
    CHECK(parsed("velocity(P, in = F)") == "(call velocity P (in = F))");
    CHECK(parsed("velocity(P, in=F)[1]") == "(index (call velocity P (in = F)) 1)");
    CHECK(parsed("for x in f(in = a) do g(x, in = b)") == "(for-in x (call f (in = a)) (call g x (in = b)))");
    CHECK(parsed("f(at = if i = 1 then a else b, c = d)") == "(call f (at = (if (i = 1) a b)) (c = d))");
}

TEST_CASE("assignments and definitions bind to the right, lowest of all") {
    CHECK(parsed("a: b: c + 1") == "(a : (b : (c + 1)))");
    CHECK(parsed("a[i, 2]: b or c") == "((index a i 2) : (b or c))");
    CHECK(parsed("a: b = c") == "(a : (b = c))");
    CHECK(parsed("f(x, y) := x + y") == "(define f x y := (x + y))");
    CHECK(parsed("f() := a: 3") == "(define f := (a : 3))");
    CHECK(parsed("f(x) := (a: x, a^2)") == "(define f x := (sequence (a : x) (a ^ 2)))");
    CHECK(parsed("g(a: 3)") == "(call g (a : 3))");
}

TEST_CASE("if stands as any operand and extends as far right as possible") {
    CHECK(parsed("2 + if a then b else c + 1") == "(2 + (if a b (c + 1)))");
    CHECK(parsed("2*if a then b else c = 1") == "(2 * (if a b (c = 1)))");
    CHECK(parsed("if a then b") == "(if a b)");
    CHECK(parsed("if a then b elseif c then d elseif e then f else g") == "(if a b c d e f g)");
    CHECK(parsed("if a then b else if c then d else e") == "(if a b (if c d e))");
    CHECK(parsed("if a then if b then c else d") == "(if a (if b c d))");
    CHECK(parsed("if a then x: 1 else x: 2") == "(if a (x : 1) (x : 2))");
    CHECK(parsed("-if a then b else c") == "(- (if a b c))");
    CHECK(parsed("(if a then b else c)^2") == "((if a b c) ^ 2)");
    CHECK(parsed("if a = 1 and not b then c") == "(if ((a = 1) and (not b)) c)");
}

TEST_CASE("loops: start, step, limit, body; step and thru in either order") {
    CHECK(parsed("for i:1 thru n step s do f(i)") == "(for i 1 s n (call f i))");
    CHECK(parsed("for i:1 step s thru n do f(i)") == "(for i 1 s n (call f i))");
    CHECK(parsed("for i:1 thru n do x: x + i") == "(for i 1 _ n (x : (x + i)))");
    CHECK(parsed("for i thru n do (a, b)") == "(for i _ _ n (sequence a b))");
    CHECK(parsed("for i:n step -1 thru 1 do a") == "(for i n (- 1) 1 a)");
    CHECK(parsed("for x in [1, 2] do print(x)") == "(for-in x (list 1 2) (call print x))");
    CHECK(parsed("while i < n do i: i + 1") == "(while (i < n) (i : (i + 1)))");
    CHECK(parsed("for i:1 thru 2 do for j:1 thru 3 do a[i, j]: 0") ==
          "(for i 1 _ 2 (for j 1 _ 3 ((index a i j) : 0)))");
    CHECK(parsed("x: for i:1 thru 3 do a") == "(x : (for i 1 _ 3 a))");
}

TEST_CASE("statements end with ; or $ or the end; empty ones are nothing; line ends of Windows are blanks") {
    const Script script = parse("a: 1$\r\n;; b;\r\n$ c", "a.lag");
    REQUIRE(script.statements.size() == 3);
    CHECK_FALSE(script.statements[0].show);
    CHECK(script.statements[1].show);
    CHECK(script.statements[2].show);
    CHECK(dump(script.statements[0].expression) == "(a : 1)");
    CHECK(parse("", "a.lag").statements.empty());
    CHECK(parse(" /* only a comment */ \n", "a.lag").statements.empty());
}

TEST_CASE("nodes know their places in the source") {
    const std::string text = "a: 1$\r\nf(x + yy,\r\n  [1, 2]) + (b)$";
    const Script script = parse(text, "dir/a.lag");
    const auto piece = [&](const Syntax& node) { return text.substr(node->begin, node->end - node->begin); };
    const Syntax sum = script.statements[1].expression;
    CHECK(piece(sum) == "f(x + yy,\r\n  [1, 2]) + (b)");
    CHECK(piece(sum->children[0]) == "f(x + yy,\r\n  [1, 2])");
    CHECK(piece(sum->children[0]->children[1]) == "x + yy");
    CHECK(piece(sum->children[0]->children[2]) == "[1, 2]");
    CHECK(piece(sum->children[1]) == "(b)");
    const SourcePosition place = script.source->position(sum->children[0]->children[2]->begin);
    CHECK(place.file == "dir/a.lag");
    CHECK(place.line == 3);
    CHECK(place.column == 3);
    CHECK(place.line_text == "  [1, 2]) + (b)$");
    CHECK(script.source->position(text.size() + 10).line == 3);
    CHECK(tree("f( )")->end == 4);
    CHECK(tree("[ ]")->end == 3);
}

TEST_CASE("printing uses the fewest brackets") {
    for (const char* text : {"a + b - c",
                             "a - (b - c)",
                             "(a + b)*c",
                             "a*b/c",
                             "a/(b*c)",
                             "a . b . c",
                             "a*b . c",
                             "(a*b) . c",
                             "-a^2",
                             "(-a)^2",
                             "a^-b",
                             "a^b^c",
                             "(a^b)^c",
                             "-(a + b)",
                             "a - -b",
                             "not a = b",
                             "(not a) = b",
                             "a and (b or c)",
                             "a or b and c",
                             "(a = b) = c",
                             "[a, b][1]'",
                             "(a + b)'",
                             "q''",
                             "(2)'",
                             "f(a = b, in = F)",
                             "(a, b)",
                             "f()()",
                             "[]",
                             "x: y: 1",
                             "f(x, y) := x + y",
                             "if a then b elseif c then d else e",
                             "if a then (if b then c) else d",
                             "if a then if b then c else d else e",
                             "if a then (x: if b then c) else d",
                             "2 + (if a then b else c)",
                             "for i:1 thru n step 2 do f(i)",
                             "for i do a",
                             "for x in l do a",
                             "while a do b",
                             "\"a \\\"b\\\\\"",
                             "lambda([x], x)(2)",
                             "(a + b)[1]"})
        CHECK(printed(text) == text);
    CHECK(printed("((a) * (b))+(((c)))") == "a*b + c");
    CHECK(printed("a**b") == "a^b");
}

namespace {

// A random expression, bracketed at random, of every form.
class Sentences {
  public:
    explicit Sentences(unsigned seed) : random_(seed) {}

    std::string sentence(int depth) {
        const auto sub = [&] { return sentence(depth - 1 - below(2)); };
        const auto operand = [&] { return "(" + sub() + ")"; };
        if (depth <= 0) return leaf();
        switch (below(18)) {
            case 0:
                return leaf();
            case 1:
            case 2:
            case 3:
            case 4: {
                const char* sign = operators[static_cast<std::size_t>(below(15))].sign;
                return operand() + " " + sign + " " + operand();
            }
            case 5:
                return operand() + " - " + leaf() + " + " + operand();
            case 6:
                return leaf() + "/" + operand() + "*" + leaf();
            case 7:
                return "-" + operand();
            case 8:
                return "not " + operand();
            case 9:
                return operand() + "''";
            case 10:
                return "x[" + sub() + ", " + sub() + "]";
            case 11:
                return "f(" + sub() + ", in = " + operand() + ")";
            case 12:
                return "[" + sub() + "]";
            case 13:
                return "(" + sub() + ", " + sub() + ")";
            case 14:
                return "if " + sub() + " then " + sub() + (below(2) != 0 ? " else " + sub() : "");
            case 15:
                return "for i:" + operand() + " step " + operand() + " thru 3 do " + sub();
            case 16:
                return below(2) != 0 ? "while " + operand() + " do " + sub() : "for i in " + operand() + " do " + sub();
            default:
                return below(2) != 0 ? "x[1]: " + sub() : "f(x) := " + sub();
        }
    }

  private:
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    std::string leaf() {
        constexpr std::array<const char*, 6> leaves{"a", "%pi", "1", ".5e3", "\"s\"", "q'"};
        return leaves[static_cast<std::size_t>(below(6))];
    }
    std::mt19937 random_;
};

}  // namespace

TEST_CASE("what is printed parses to the same tree") {
    Sentences sentences(1);
    std::size_t parsable = 0;
    for (int k = 0; k < 3000; ++k) {
        const std::string text = sentences.sentence(5);
        INFO(text);
        Syntax first;
        try {
            first = tree(text);
        } catch (const InputError&) {
            continue;  // a dangling part took what followed, e.g. `if a then f(x) := 1 = 2`
        }
        ++parsable;
        const std::string again = to_string(first);
        INFO(again);
        REQUIRE(parsed(again) == dump(first));
        REQUIRE(printed(again) == again);
    }
    CHECK(parsable > 2500);
}

TEST_CASE("every script of the samples parses, and so does what it prints") {
    std::size_t scripts = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(LAG_SOURCE_DIR "/samples")) {
        if (entry.path().extension() != ".lag") continue;
        INFO(entry.path().string());
        const Script script = parse(contents(entry.path()), entry.path().string());
        const bool is_model = contents(entry.path()).find("model(") != std::string::npos;  // else others load it
        CHECK(script.statements.size() >= (is_model ? 3U : 2U));
        for (const Statement& statement : script.statements)
            CHECK(parsed(to_string(statement.expression)) == dump(statement.expression));
        ++scripts;
    }
    CHECK(scripts >= 4);
    CHECK(parse(contents(LAG_SOURCE_DIR "/samples/acceptance/double_pendulum.lag"), "d").statements.size() == 22);
}

TEST_CASE("a prompt knows when a statement is finished") {
    for (const char* text : {"", "  \n", "a;", "a: 1$ ", "a; b$ /* c */", "f(a;", "a) ;", "\"x;\";", "/* */"})
        CHECK(is_complete(text));
    for (const char* text : {"a", "a; b", "f(a,", "\"a;", "/* a;", "a; /* /* */", "a /* ; */", "a: \"x;\""})
        CHECK_FALSE(is_complete(text));
}
