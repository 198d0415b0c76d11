#include "emitters/procedures/run_procedure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag::procedures {

namespace {

using Kind = Expression::Kind;

class Run {
  public:
    Run(const Procedure& procedure, const Facts& facts, const Elements& arguments, const Call& call)
        : procedure_(procedure), facts_(facts), call_(call), frame_(procedure.variables.size()) {
        if (arguments.size() != procedure.arguments)
            throw InternalError(fmt::format("{} is run with {} arguments: it has {}", procedure.name, arguments.size(),
                                            procedure.arguments));
        std::size_t needed = 0;
        for (std::size_t k = 0; k < frame_.size(); ++k) {
            frame_[k].count = 1;
            for (const SizeSum& sum : procedure.variables[k].shape) frame_[k].count *= facts.size(sum);
            if (k >= procedure.arguments) needed += frame_[k].count;
        }
        locals_.assign(needed, 0.0);
        std::size_t at = 0;
        for (std::size_t k = 0; k < frame_.size(); ++k) {
            const bool is_argument = k < procedure.arguments;
            frame_[k].elements = is_argument ? arguments[k] : locals_.data() + at;
            if (!is_argument) at += frame_[k].count;
        }
    }

    void run() { block(procedure_.body); }

  private:
    enum class Left { no, exit, next, routine };

    Left block(const Block& statements) {
        for (const Statement& s : statements)
            if (const Left left = statement(s); left != Left::no) return left;
        return Left::no;
    }

    Left statement(const Statement& s) {
        switch (s.kind) {
            case Statement::Kind::comment:
                break;
            case Statement::Kind::assign:
                assign(s);
                break;
            case Statement::Kind::swap:
                std::swap(element(s.operands[0]), element(s.operands[1]));
                break;
            case Statement::Kind::call:
                call(s);
                break;
            case Statement::Kind::leave:
                return s.text == "exit" ? Left::exit : s.text == "next" ? Left::next : Left::routine;
            case Statement::Kind::branch:
                for (std::size_t k = 0; k < s.bodies.size(); ++k)
                    if (k == s.operands.size() || value(s.operands[k]) != 0) return block(s.bodies[k]);
                break;
            case Statement::Kind::while_loop:
                while (value(s.operands[0]) != 0)
                    if (const Left left = block(s.bodies[0]); left == Left::routine || left == Left::exit)
                        return left == Left::exit ? Left::no : left;
                break;
            case Statement::Kind::for_loop: {
                const double last = value(s.operands[1]);
                for (double k = value(s.operands[0]); s.step > 0 ? k <= last : k >= last; k += s.step) {
                    *frame_[s.variable].elements = k;
                    if (const Left left = block(s.bodies[0]); left == Left::routine || left == Left::exit)
                        return left == Left::exit ? Left::no : left;
                }
                break;
            }
        }
        return Left::no;
    }

    void assign(const Statement& s) {
        const Expression &target = s.operands[0], &given = s.operands[1];
        if (!is_whole_array(procedure_, target)) {
            const double result = value(given);
            element(target) = result;
        } else if (is_whole_array(procedure_, given)) {
            const Array& from = frame_[given.variable];
            std::copy_n(from.elements, from.count, frame_[target.variable].elements);
        } else {
            const Array& array = frame_[target.variable];
            std::fill_n(array.elements, array.count, value(given));
        }
    }

    void call(const Statement& s) {
        Elements arguments;
        std::vector<double> computed(s.operands.size());
        for (std::size_t k = 0; k < s.operands.size(); ++k) {
            const bool is_variable = s.operands[k].kind == Kind::variable;
            if (!is_variable) computed[k] = value(s.operands[k]);
            arguments.push_back(is_variable ? frame_[s.operands[k].variable].elements : &computed[k]);
        }
        call_(s.text, arguments);
    }

    double& element(const Expression& e) {
        double* const array = frame_[e.variable].elements;
        if (e.kind == Kind::variable) return array[0];
        const Variable& v = procedure_.variables[e.variable];
        std::size_t at = 0, stride = 1;
        for (std::size_t d = 0; d < e.operands.size(); ++d) {
            const double place = value(e.operands[d]);
            const std::size_t extent = facts_.size(v.shape[d]);
            if (!(place >= 1 && place <= static_cast<double>(extent)))
                throw InternalError(fmt::format("{}:{}: {} has no place {}", procedure_.source->name,
                                                procedure_.source->position(e.offset).line, v.name, place));
            at += stride * (static_cast<std::size_t>(place) - 1), stride *= extent;
        }
        return array[at];
    }

    double value(const Expression& e) {
        switch (e.kind) {
            case Kind::literal:
                return e.type == ValueType::logical ? (e.text == "true" ? 1 : 0) : std::stod(e.text);
            case Kind::size:
                return static_cast<double>(facts_.size(e.text));
            case Kind::variable:
            case Kind::element:
                return element(e);
            case Kind::conversion:
                return value(e.operands[0]);
            case Kind::selection:
                return value(e.operands[value(e.operands[0]) != 0 ? 1 : 2]);
            case Kind::function:
                return function(e);
            case Kind::operation:
                return operation(e);
            default:
                throw InternalError(procedure_.name + " is run before it is decided");
        }
    }

    double function(const Expression& e) {
        const double a = value(e.operands[0]);
        if (e.text == "abs") return std::abs(a);
        if (e.text == "sqrt") return std::sqrt(a);
        const double b = value(e.operands[1]);
        return (e.text == "max" ? b > a : b < a) ? b : a;
    }

    double operation(const Expression& e) {
        const double a = value(e.operands[0]);
        if (e.operands.size() == 1) return e.text == "not" ? (a == 0 ? 1 : 0) : -a;
        if (e.text == "and") return a != 0 && value(e.operands[1]) != 0 ? 1 : 0;
        if (e.text == "or") return a != 0 || value(e.operands[1]) != 0 ? 1 : 0;
        const double b = value(e.operands[1]);
        if (e.text == "+") return a + b;
        if (e.text == "-") return a - b;
        if (e.text == "*") return a * b;
        if (e.text == "/") return a / b;
        const bool holds = e.text == "="    ? a == b
                           : e.text == "#"  ? a != b
                           : e.text == "<"  ? a < b
                           : e.text == "<=" ? a <= b
                           : e.text == ">"  ? a > b
                                            : a >= b;
        return holds ? 1 : 0;
    }

    const Procedure& procedure_;
    const Facts& facts_;
    const Call& call_;
    struct Array {
        double* elements = nullptr;
        std::size_t count = 1;
    };
    std::vector<Array> frame_;  // by variable
    std::vector<double> locals_;
};

}  // namespace

void run(const Procedure& procedure, const Facts& facts, const Elements& arguments, const Call& call) {
    Run(procedure, facts, arguments, call).run();
}

}  // namespace lag::procedures
