#include <random>
#include <vector>

#include "tests/compiled/random_procedure.hpp"

namespace lag {

namespace {

class Drawing {
  public:
    Drawing(std::uint64_t seed, const std::vector<std::string>& others) : random_(seed), others_(others) {}

    std::string procedure(const std::string& name) {
        std::string body;
        for (int k = 0; k < 5; ++k) body += statement(0, 2) + ",\n  ";
        // what is read is set before, and every result is set wherever the procedure ends
        return "procedure(" + name +
               ", [a, b, x[5]], [y, z[3]], block([r: 0.5, s, u, t[3], v[4], w[5], A[2, 3], n: integer, m: integer, k: "
               "integer, on: "
               "logical, off: "
               "a < b, "
               "c: integer, d: integer, e: integer, p: place, q: place, table: [0.25, -1, 3/2, 7]],\n"
               "  s: a + x[4]/2, p: 2, q: 3, n: 2, m: floor(2*sin(b)), k: floor(3*cos(a)), on: s > 0, v: b/2, w: x, A: "
               "0, c: 0, d: 0, e: "
               "0, y: "
               "r, z: "
               "a,\n  " +
               body + "y: y + " + real(1) + ", z[" + index(3) + "]: s + v[" + index(4) + "] + A[" + index(2) + ", " +
               index(3) + "] + n))$\n";
    }

  private:
    int draw(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
    std::string one_of(const std::vector<std::string>& texts) {
        return texts[static_cast<std::size_t>(draw(static_cast<int>(texts.size())))];
    }

    // -- values

    // From 1 to `length`.
    std::string index(int length) {
        const std::string n = std::to_string(length);
        if (!loops_.empty() && draw(2) == 0) {
            const Loop& loop = loops_[static_cast<std::size_t>(draw(static_cast<int>(loops_.size())))];
            if (loop.greatest <= length) return loop.name;
            return "mod(" + loop.name + ", " + n + ") + 1";
        }
        switch (draw(8)) {
            case 0:
                return "mod(n + " + whole(0) + ", " + n + ") + 1";
            case 1:
                return length >= 3 ? one_of({"p", "q"}) : "min(p, " + n + ")";
            default:
                return std::to_string(1 + draw(length));
        }
    }
    std::string element() {
        switch (draw(5)) {
            case 0:
                return one_of({"x[", "w["}) + index(5) + "]";
            case 1:
                return "z[" + index(3) + "]";
            case 2:
                return "v[" + index(4) + "]";
            case 3:
                return "table[" + index(4) + "]";
            default:
                return "A[" + index(2) + ", " + index(3) + "]";
        }
    }
    std::string real(int depth) {
        if (depth == 0) return one_of({"a", "b", "r", "s", "y", element(), element(), "n", "m", "0.1", "2/3", "3"});
        const int less = depth - 1;
        switch (draw(14)) {
            case 0:
                return real(less) + " + " + real(less);
            case 1:
                return real(less) + " - (" + real(less) + ")";
            case 2:
                return "(" + real(less) + ")*(" + real(less) + ")";
            case 3:
                return "(" + real(less) + ")/(1.5 + abs(" + real(less) + "))";
            case 4:
                return "-(" + real(less) + ")";
            case 5:
                return "(" + bounded(less) + ")^" + one_of({"2", "3", "4"});
            case 6:
                return "(" + real(less) + ")*(0.3 + abs(" + real(less) + "))^" +
                       one_of({"(1/2)", "(-1)", "1.3", "(s/(1 + abs(s)))"});
            case 7:
                return one_of({"sin", "cos", "tanh", "atan"}) + "(s + " + real(less) + ")";
            case 8:
                return one_of({"sqrt", "log"}) + "(0.2 + abs(r + " + real(less) + "))";
            case 9:
                return "atan2(" + real(less) + ", r + " + real(less) + ")";
            case 10:
                return one_of({"min", "max"}) + "(" + real(less) + ", " + real(less) + (draw(3) == 0 ? ", a)" : ")");
            case 11:
                return "mod(" + real(0) + ", " + one_of({"1.75", "2", "(1 + abs(b))"}) + ")";
            case 12:
                return one_of({"exp", "sinh", "cosh", "tan"}) + "(" + one_of({"sin", "atan"}) + "(s + " + real(less) +
                       ")/2)";
            default:
                return one_of({"asin", "acos"}) + "(sin(b + " + real(less) + ")/1.1)";
        }
    }
    // At most about 3, whatever its parts are.
    std::string bounded(int depth) {
        switch (draw(4)) {
            case 0:
                return "sin(s + " + real(depth) + ")";
            case 1:
                return "atan(r - (" + real(depth) + "))";
            case 2:
                return "mod(" + real(0) + ", 2.5)";
            default:
                return "min(max(-2, " + real(depth) + "), 2)";
        }
    }
    // Of modest size.
    std::string whole(int depth) {
        if (depth == 0)
            return loops_.empty() || draw(2) == 0 ? one_of({"n", "m", "p", "q", "2", "3"}) : loops_.back().name;
        switch (draw(5)) {
            case 0:
                return "mod(n*" + whole(0) + ", 5)";
            case 1:
                return whole(0) + " + " + whole(0);
            case 2:
                return "mod(m - 2*" + whole(0) + ", 7)";
            case 3:
                return "floor(3*sin(s + " + real(0) + "))";
            default:
                return whole(0);
        }
    }
    std::string condition(int depth) {
        switch (draw(depth == 0 ? 4 : 7)) {
            case 0:
                return real(1) + " " + one_of({"<", "<=", ">", ">="}) + " " + real(1);
            case 1:
                return whole(1) + " " + one_of({"=", "#", "<", ">="}) + " " + whole(0);
            case 2:
                return one_of({"on", "off"});
            case 3:
                return real(1) + " > 0";
            case 4:
                return "(" + condition(0) + ") and (" + condition(0) + ")";
            case 5:
                return "(" + condition(0) + ") or (" + condition(0) + ")";
            default:
                return "not (" + condition(0) + ")";
        }
    }

    // -- statements

    // `depth`: loops and branches around it; `size`: of those that it may have.
    std::string statement(int depth, int size) {
        const int kind = draw(size > 0 ? 16 : 10);
        const std::string value = depth == 0 ? real(2) : bounded(2);
        switch (kind) {
            case 0:
                return one_of({"r", "s", "y"}) + ": " + value;
            case 1:
                return one_of({"v[" + index(4), "w[" + index(5)}) + "]: " + value;
            case 2:
                return "z[" + index(3) + "]: " + value;
            case 3:
                return "A[" + index(2) + ", " + index(3) + "]: " + value;
            case 4:
                return one_of({"n", "m"}) + ": " + whole(1);
            case 5:
                return one_of({"on", "off"}) + ": " + condition(1);
            case 6:
                return one_of({"p", "q"}) + ": mod(n + " + whole(1) + ", 3) + 1";
            case 7:
                return one_of({"swap(r, s)", "swap(v[1], v[" + std::to_string(2 + draw(3)) + "])", "swap(n, m)",
                               "swap(p, q)", "swap(z[" + index(3) + "], r)"});
            case 8:
                return one_of({"r", "s"}) + ": if " + condition(1) + " then " + value + " else " + bounded(1);
            case 9:
                return one_of({"v", "A", "z"}) + ": " + bounded(1);
            case 10:
            case 11:
                return branch(depth, size - 1);
            case 12:
            case 13:
                return for_loop(depth, size - 1);
            case 14:
                return while_loop(depth, size - 1);
            default:
                return others_.empty() ? branch(depth, size - 1) : call();
        }
    }
    std::string call() {
        const std::vector<std::string> numbers{"a", "b - a", "n", "x[2]", "m/3", "sin(v[1])"};
        return "external(" + one_of(others_) + ", [" + one_of(numbers) + ", " + one_of(numbers) + ", " +
               one_of({"w", "x"}) + "], [u, t]), " + one_of({"r", "s", "y"}) + ": sin(u + t[" + index(3) + "])";
    }
    std::string statements(int depth, int size) {
        std::string text = statement(depth, size);
        for (int k = draw(3); k > 0; --k) text += ",\n    " + statement(depth, size - 1);
        return text;
    }
    std::string branch(int depth, int size) {
        std::string text = "if " + condition(1) + " then (" + statements(depth + 1, size) + leave() + ")";
        if (draw(2) == 0) text += " elseif " + condition(1) + " then (" + statements(depth + 1, size) + ")";
        if (draw(2) == 0) text += " else (" + statements(depth + 1, size) + ")";
        return text;
    }
    std::string leave() {
        if (draw(3) > 0) return "";
        if (draw(4) == 0) return ", return()";
        return in_loop_ == 0 ? "" : one_of({", exit", ", next"});
    }
    std::string for_loop(int depth, int size) {
        const std::string name = std::string(1, static_cast<char>('g' + loops_.size())) + "_";
        const std::string range =
            one_of({": 1 thru 3", ": 2 thru 5", ": 5 step -1 thru 2", ": 1 step 2 thru 6", ": 6 step -2 thru 1",
                    " thru 4", ": k thru k + 2", ": 3 thru 2", ": 1 thru mod(k, 4)"});
        loops_.push_back({name, range.find('k') == std::string::npos ? 6 : 1000});
        ++in_loop_;
        const std::string text = "for " + name + range + " do (" + statements(depth + 1, size) + ")";
        --in_loop_;
        loops_.pop_back();
        return text;
    }
    std::string while_loop(int depth, int size) {
        if (whiles_ == 3) return "y: " + bounded(1);
        const std::string count = std::string(1, static_cast<char>('c' + whiles_++));
        // what is assigned to the counter stands before all that may go on with the next turn
        ++in_loop_;
        const std::string text = count + ": 0,\n    while " + count + " < " + std::to_string(1 + draw(4)) +
                                 (draw(2) == 0 ? " and (" + condition(0) + ")" : "") + " do (" + count + ": " + count +
                                 " + 1, " + statements(depth + 1, size) + ")";
        --in_loop_;
        return text;
    }

    struct Loop {
        std::string name;
        int greatest;
    };
    std::mt19937_64 random_;
    const std::vector<std::string>& others_;
    std::vector<Loop> loops_;
    int in_loop_ = 0, whiles_ = 0;
};

}  // namespace

std::string random_procedure(const std::string& name, std::uint64_t seed, const std::vector<std::string>& others) {
    return Drawing(seed, others).procedure(name);
}

}  // namespace lag
