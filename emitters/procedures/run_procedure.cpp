#include "emitters/procedures/run_procedure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/errors.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag::procedures {

namespace {

using Kind = Expression::Kind;

double (*function_of_one(const std::string& name))(double) {
    static const std::map<std::string, double (*)(double)> known{
        {"sin", std::sin},   {"cos", std::cos},   {"tan", std::tan},   {"asin", std::asin},
        {"acos", std::acos}, {"atan", std::atan}, {"sinh", std::sinh}, {"cosh", std::cosh},
        {"tanh", std::tanh}, {"exp", std::exp},   {"log", std::log},   {"floor", std::floor}};
    const auto found = known.find(name);
    return found == known.end() ? nullptr : found->second;
}

class Run {
  public:
    Run(const Procedure& procedure, Interpreter& interpreter, const Pointers& arguments)
        : procedure_(procedure), interpreter_(interpreter), frame_(procedure.variables.size()) {
        if (arguments.size() != procedure.arguments)
            throw InternalError(fmt::format("{} is run with {} arguments: it has {}", procedure.name, arguments.size(),
                                            procedure.arguments));
        for (std::size_t k = 0; k < arguments.size(); ++k) frame_[k].elements = arguments[k];
        std::size_t needed = 0;
        for (std::size_t k = 0; k < frame_.size(); ++k) {
            Array& array = frame_[k];
            array.count = 1;
            for (const SizeSum& sum : procedure.variables[k].shape) {
                array.extents.push_back(extent(sum));
                array.count *= array.extents.back();
            }
            if (k >= arguments.size() && !is_shared(k)) needed += array.count;
        }
        own_.assign(needed, 0.0);
        std::size_t at = 0;
        for (std::size_t k = arguments.size(); k < frame_.size(); ++k) {
            const Variable& v = procedure.variables[k];
            if (is_shared(k)) {
                frame_[k].elements = interpreter.shared(v.record + "." + v.name, frame_[k].count).data();
                continue;
            }
            frame_[k].elements = own_.data() + at, at += frame_[k].count;
            if (v.use == Variable::Use::constant) std::ranges::copy(v.values, frame_[k].elements);
        }
        for (std::size_t k = 0; k < arguments.size(); ++k)
            if (procedure.variables[k].intent == Argument::Intent::out)
                std::fill_n(frame_[k].elements, frame_[k].count, 0.0);
    }

    void run() { block(procedure_.body); }

  private:
    bool is_shared(std::size_t k) const { return procedure_.variables[k].use == Variable::Use::shared; }
    // Sizes of the model, and arguments that are integers.
    std::size_t extent(const SizeSum& sum) const {
        std::size_t result = 0;
        for (const std::string& size : sum) {
            const auto argument = std::ranges::find(procedure_.variables, size, &Variable::name);
            const auto k = static_cast<std::size_t>(argument - procedure_.variables.begin());
            result += k == frame_.size() ? interpreter_.facts().size(SizeSum{size})
                                         : static_cast<std::size_t>(*frame_[k].elements);
        }
        return result;
    }

    static constexpr long most_statements = 10'000'000;
    enum class Left { no, exit, next, routine };

    Left block(const Block& statements) {
        for (const Statement& s : statements)
            if (const Left left = statement(s); left != Left::no) return left;
        return Left::no;
    }

    Left statement(const Statement& s) {
        if (procedure_.is_of_script && ++statements_ > most_statements)
            throw ModelError(fmt::format("the procedure '{}' does not end: it was left after {} statements",
                                         procedure_.name, most_statements),
                             "does the condition of a loop ever become false?");
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
            case Statement::Kind::write:
                throw InternalError(procedure_.name + " has texts: main programs alone run it");
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
            const Array& to = frame_[target.variable];
            if (to.count > 0) std::memmove(to.elements, elements(given), to.count * sizeof(double));
        } else {
            const Array& array = frame_[target.variable];
            std::fill_n(array.elements, array.count, value(given));
        }
    }

    void call(const Statement& s) {
        Pointers arguments;
        std::vector<double> computed(s.operands.size());
        for (std::size_t k = 0; k < s.operands.size(); ++k) {
            const Expression& given = s.operands[k];
            if (given.kind == Kind::variable || given.kind == Kind::run) {
                arguments.push_back(elements(given));
            } else if (given.kind == Kind::element && s.dummies[k].intent != Argument::Intent::in) {
                arguments.push_back(&element(given));
            } else {
                computed[k] = value(given);
                arguments.push_back(&computed[k]);
            }
        }
        if (s.procedure)
            Run(*s.procedure, interpreter_, arguments).run();
        else
            interpreter_.call(s.text, arguments);
    }

    // Where those of a variable or of a run begin.
    double* elements(const Expression& e) {
        double* const begin = frame_[e.variable].elements;
        if (e.kind != Kind::run) return begin;
        const double first = value(e.operands[0]), count = value(e.operands[1]);
        if (count == 0) return begin;
        require_place(e, 0, first);
        if (count > 1) require_place(e, 0, first + count - 1);
        return begin + static_cast<std::size_t>(first) - 1;
    }

    [[noreturn]] void fail_at(const Expression& e, std::size_t d, double place) const {
        const std::string message =
            fmt::format("{}:{}: {} has no place {}", procedure_.source->name,
                        procedure_.source->position(e.offset).line, procedure_.variables[e.variable].name, place);
        if (procedure_.is_of_script)
            throw ModelError(message, fmt::format("its places are 1 to {}", frame_[e.variable].extents[d]));
        throw InternalError(message);
    }
    void require_place(const Expression& e, std::size_t d, double place) const {
        if (!(place >= 1 && place <= static_cast<double>(frame_[e.variable].extents[d]))) fail_at(e, d, place);
    }
    double& element(const Expression& e) {
        double* const array = frame_[e.variable].elements;
        if (e.kind == Kind::variable) return array[0];
        std::size_t at = 0, stride = 1;
        for (std::size_t d = 0; d < e.operands.size(); ++d) {
            const double place = value(e.operands[d]);
            require_place(e, d, place);
            at += stride * (static_cast<std::size_t>(place) - 1), stride *= frame_[e.variable].extents[d];
        }
        return array[at];
    }

    double value(const Expression& e) {
        switch (e.kind) {
            case Kind::literal:
                return e.type == ValueType::logical ? (e.text == "true" ? 1 : 0) : std::stod(e.text);
            case Kind::size:
                return static_cast<double>(interpreter_.facts().size(e.text));
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
        if (e.text == "cos") return std::cos(a);
        if (e.text == "real") return a;
        if (const auto known = function_of_one(e.text)) return known(a);
        const double b = value(e.operands[1]);
        if (e.text == "atan2") return std::atan2(a, b);
        if (e.text == "power") return std::pow(a, b);
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

    struct Array {
        double* elements = nullptr;
        std::size_t count = 0;
        std::vector<std::size_t> extents = {};
    };
    const Procedure& procedure_;
    Interpreter& interpreter_;
    std::vector<Array> frame_;  // by variable
    std::vector<double> own_;   // of those that are no arguments
    long statements_ = 0;
};

}  // namespace

const Procedure* Interpreter::procedure(const std::string& name) {
    if (const auto known = decided_.find(name); known != decided_.end()) return &known->second;
    const Procedure* const found = find_(name);
    return found == nullptr ? nullptr : &decided_.emplace(name, decided(*found, facts_)).first->second;
}

std::vector<double>& Interpreter::shared(const std::string& name, std::size_t elements) {
    std::vector<double>& values = shared_[name];
    if (values.size() != elements) values.assign(elements, 0.0);
    return values;
}

void Interpreter::run(const std::string& name, const Pointers& arguments) {
    const Procedure* const found = procedure(name);
    if (found == nullptr) throw InternalError("there is no procedure " + name);
    Run(*found, *this, arguments).run();
}

void Interpreter::call(const std::string& name, const Pointers& arguments) {
    if (host_routine(name) == nullptr && procedure(name) != nullptr)
        run(name, arguments);
    else
        call_(name, arguments);
}

std::vector<double> results_of(const Procedure& procedure, std::vector<double> given) {
    std::vector<double> results(count_of(procedure, Argument::Intent::out));
    Pointers arguments;
    double *next_given = given.data(), *next_result = results.data();
    for (std::size_t k = 0; k < procedure.arguments; ++k) {
        const Variable& v = procedure.variables[k];
        double*& next = v.intent == Argument::Intent::in ? next_given : next_result;
        arguments.push_back(next);
        next += length_of(v);
    }
    Interpreter interpreter({}, [](const std::string&, const Pointers&) {});
    Run(procedure, interpreter, arguments).run();
    return results;
}

}  // namespace lag::procedures
