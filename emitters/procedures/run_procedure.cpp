#include "emitters/procedures/run_procedure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/errors.hpp"
#include "emitters/procedures/prepared_procedure.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag::procedures {

namespace {

class Run {
  public:
    using Prepared = Interpreter::Prepared;
    using Step = Prepared::Step;
    using Kind = Expression::Kind;

    Run(Prepared& prepared, Interpreter& interpreter, const Pointers& arguments)
        : prepared_(prepared), procedure_(*prepared.procedure), interpreter_(interpreter), frame_(prepared.frame) {
        if (arguments.size() != procedure_.arguments)
            throw InternalError(fmt::format("{} is run with {} arguments: it has {}", procedure_.name, arguments.size(),
                                            procedure_.arguments));
        if (prepared_.is_running) throw InternalError(procedure_.name + " is called while it runs");
        prepared_.is_running = true;
        prepared_.statements = 0;
        for (std::size_t k = 0; k < arguments.size(); ++k) frame_[k].elements = arguments[k];
        std::size_t needed = 0;
        for (std::size_t k = 0; k < frame_.size(); ++k) {
            Array& array = frame_[k];
            array.count = 1;
            for (std::size_t d = 0; d < array.extents.size(); ++d) {
                const Extent& extent = prepared_.shapes[k][d];
                array.extents[d] = extent.fixed;
                for (const std::size_t argument : extent.arguments)
                    array.extents[d] += static_cast<std::size_t>(*frame_[argument].elements);
                array.count *= array.extents[d];
            }
            if (k >= arguments.size() && !is_shared(k)) needed += array.count;
        }
        prepared_.own.assign(needed, 0.0);
        std::size_t at = 0;
        for (std::size_t k = arguments.size(); k < frame_.size(); ++k) {
            const Variable& v = procedure_.variables[k];
            if (is_shared(k)) {
                std::vector<double>& kept = *prepared_.shared[k];
                if (kept.size() != frame_[k].count) {
                    kept.assign(frame_[k].count, 0.0);
                    if (v.type == ValueType::text)
                        for (double& number : kept) number = interpreter_.new_text();
                }
                frame_[k].elements = kept.data();
                continue;
            }
            frame_[k].elements = prepared_.own.data() + at, at += frame_[k].count;
            if (v.use == Variable::Use::constant) std::ranges::copy(v.values, frame_[k].elements);
            if (v.type == ValueType::text) take_own_texts(k);
        }
        for (std::size_t k = 0; k < arguments.size(); ++k) {
            if (procedure_.variables[k].intent != Argument::Intent::out) continue;
            if (procedure_.variables[k].type == ValueType::text)
                clear_texts(frame_[k]);
            else
                std::fill_n(frame_[k].elements, frame_[k].count, 0.0);
        }
    }
    ~Run() { prepared_.is_running = false; }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    void run() { block(prepared_.body); }

  private:
    bool is_shared(std::size_t k) const { return prepared_.shared[k] != nullptr; }

    void take_own_texts(std::size_t k) {
        std::vector<double>& numbers = prepared_.texts[k];
        while (numbers.size() < frame_[k].count) numbers.push_back(interpreter_.new_text());
        std::copy_n(numbers.begin(), frame_[k].count, frame_[k].elements);
        clear_texts(frame_[k]);
    }
    void clear_texts(const Array& array) {
        for (std::size_t k = 0; k < array.count; ++k) interpreter_.text(array.elements[k]).clear();
    }

    static constexpr long most_statements = 10'000'000;

    Left block(const std::vector<Step>& steps) {
        for (const Step& s : steps)
            if (const Left left = statement(s); left != Left::no) return left;
        return Left::no;
    }

    Left statement(const Step& s) {
        if (procedure_.is_of_script && ++prepared_.statements > most_statements)
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
                write(s);
                break;
            case Statement::Kind::leave:
                return s.left;
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

    void assign(const Step& s) {
        const Node &target = s.operands[0], &given = s.operands[1];
        if (target.is_text) {
            assign_text(target, given);
        } else if (!target.is_array) {
            const double result = value(given);
            element(target) = result;
        } else if (given.is_array) {
            const Array& to = frame_[target.variable];
            if (to.count > 0) std::memmove(to.elements, elements(given), to.count * sizeof(double));
        } else {
            const Array& array = frame_[target.variable];
            std::fill_n(array.elements, array.count, value(given));
        }
    }

    void assign_text(const Node& target, const Node& given) {
        std::string result = text(given);
        cut(result, procedure_.variables[target.variable].length);
        const Array& array = frame_[target.variable];
        if (!target.is_array)
            interpreter_.text(element(target)) = std::move(result);
        else
            for (std::size_t k = 0; k < array.count; ++k) interpreter_.text(array.elements[k]) = result;
    }

    // Of write and put the file stands before the text, of fail a hint may stand between the text and both together.
    void write(const Step& s) {
        const bool is_of_file = s.routine == "write" || s.routine == "put", has_hint = s.operands.size() == 3;
        const std::string said = text(has_hint ? s.operands[0] : s.operands.back());
        interpreter_.write(s.routine, is_of_file ? static_cast<int>(value(s.operands[0])) : 0, said,
                           has_hint ? text(s.operands[1]) : std::string());
    }

    // The texts that a call is given for a while.
    class Lent {
      public:
        explicit Lent(Interpreter& interpreter) : interpreter_(interpreter) {}
        ~Lent() {
            for (const double number : numbers_) interpreter_.give_back(number);
        }
        Lent(const Lent&) = delete;
        Lent& operator=(const Lent&) = delete;
        double take(std::string text) { return numbers_.emplace_back(interpreter_.take_text(std::move(text))); }

      private:
        Interpreter& interpreter_;
        std::vector<double> numbers_;
    };

    void call(const Step& s) {
        Pointers arguments;
        Lent lent(interpreter_);
        arguments.reserve(s.operands.size());
        std::vector<double> computed(s.operands.size());
        for (std::size_t k = 0; k < s.operands.size(); ++k) {
            const Node& given = s.operands[k];
            if (given.kind == Kind::variable || given.kind == Kind::run) {
                arguments.push_back(elements(given));
            } else if (given.kind == Kind::element && s.sets[k]) {
                arguments.push_back(&element(given));
            } else if (given.is_text) {
                computed[k] = lent.take(text(given));
                arguments.push_back(&computed[k]);
            } else {
                computed[k] = value(given);
                arguments.push_back(&computed[k]);
            }
        }
        if (s.procedure != nullptr)
            Run(*s.procedure, interpreter_, arguments).run();
        else
            interpreter_.call(s.routine, arguments);
    }

    // Where those of a variable or of a run begin.
    double* elements(const Node& e) {
        double* const begin = frame_[e.variable].elements;
        if (e.kind != Kind::run) return begin;
        const double first = value(e.operands[0]), count = value(e.operands[1]);
        if (count == 0) return begin;
        require_place(e, 0, first);
        if (count > 1) require_place(e, 0, first + count - 1);
        return begin + static_cast<std::size_t>(first) - 1;
    }

    [[noreturn]] void fail_at(const Node& e, std::size_t d, double place) const {
        const std::string message =
            fmt::format("{}:{}: {} has no place {}", procedure_.source->name,
                        procedure_.source->position(e.offset).line, procedure_.variables[e.variable].name, place);
        if (procedure_.is_of_script)
            throw ModelError(message, fmt::format("its places are 1 to {}", frame_[e.variable].extents[d]));
        throw InternalError(message);
    }
    void require_place(const Node& e, std::size_t d, double place) const {
        if (!(place >= 1 && place <= static_cast<double>(frame_[e.variable].extents[d]))) fail_at(e, d, place);
    }
    double& element(const Node& e) {
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

    // The text of a name without a copy, of others in `put_together`.
    const std::string& text(const Node& e, std::string& put_together) {
        switch (e.kind) {
            case Kind::literal:
                return e.text;
            case Kind::variable:
            case Kind::element:
                return interpreter_.text(element(e));
            case Kind::entry: {
                const double place = value(e.operands[0]);
                if (!(place >= 1 && place <= static_cast<double>(e.table->size())))
                    throw InternalError(
                        fmt::format("{} asks for the text {} of {}", procedure_.name, place, e.table->size()));
                return (*e.table)[static_cast<std::size_t>(place) - 1];
            }
            case Kind::selection:
                return text(e.operands[value(e.operands[0]) != 0 ? 1 : 2], put_together);
            default:
                break;
        }
        if (e.op == Operator::joined) {
            put_together = text(e.operands[0]) + text(e.operands[1]);
        } else {  // a slice
            std::string of;
            const std::string& whole = text(e.operands[0], of);
            const std::size_t first = std::min(whole.size(), place_in_text(e, 1)),
                              after = std::min(whole.size(), place_in_text(e, 2));
            put_together = after > first ? whole.substr(first, after - first) : std::string();
        }
        return put_together;
    }
    std::string text(const Node& e) {
        std::string put_together;
        return text(e, put_together);
    }
    // From 0.
    std::size_t place_in_text(const Node& e, std::size_t operand) {
        const double place = value(e.operands[operand]);
        if (!(place >= 1))
            throw InternalError(fmt::format("{}:{}: a text has no place {}", procedure_.source->name,
                                            procedure_.source->position(e.offset).line, place));
        return static_cast<std::size_t>(place) - 1;
    }
    double of_texts(const Node& e) {
        std::string of, other;
        const std::string& a = text(e.operands[0], of);
        switch (e.op) {
            case Operator::length:
                return static_cast<double>(a.size());
            case Operator::same:
                return a == text(e.operands[1], other) ? 1 : 0;
            case Operator::different:
                return a == text(e.operands[1], other) ? 0 : 1;
            case Operator::code: {
                const std::size_t at = place_in_text(e, 1);
                return at < a.size() ? static_cast<unsigned char>(a[at]) : 0;
            }
            default:
                break;
        }
        const std::size_t from = place_in_text(e, 1);
        const std::string& set = text(e.operands[2], other);
        const std::size_t found = e.op == Operator::skip ? a.find_first_not_of(set, from) : a.find_first_of(set, from);
        return static_cast<double>((found == std::string::npos ? a.size() : found) + 1);
    }

    double value(const Node& e) {
        switch (e.kind) {
            case Kind::literal:
            case Kind::size:
                return e.number;
            case Kind::variable:
            case Kind::element:
                return element(e);
            case Kind::conversion:
                return value(e.operands[0]);
            case Kind::selection:
                return value(e.operands[value(e.operands[0]) != 0 ? 1 : 2]);
            default:
                return operation(e);
        }
    }

    double operation(const Node& e) {
        if (e.op >= Operator::joined) return of_texts(e);
        const double a = value(e.operands[0]);
        switch (e.op) {
            case Operator::of_one:
                return e.function(a);
            case Operator::negated:
                return -a;
            case Operator::is_not:
                return a == 0 ? 1 : 0;
            case Operator::both:
                return a != 0 && value(e.operands[1]) != 0 ? 1 : 0;
            case Operator::either:
                return a != 0 || value(e.operands[1]) != 0 ? 1 : 0;
            default:
                break;
        }
        const double b = value(e.operands[1]);
        switch (e.op) {
            case Operator::sum:
                return a + b;
            case Operator::difference:
                return a - b;
            case Operator::product:
                return a * b;
            case Operator::quotient:
                return a / b;
            case Operator::whole_quotient:
                return std::trunc(a / b);
            case Operator::equal:
                return a == b ? 1 : 0;
            case Operator::unequal:
                return a != b ? 1 : 0;
            case Operator::less:
                return a < b ? 1 : 0;
            case Operator::less_equal:
                return a <= b ? 1 : 0;
            case Operator::greater:
                return a > b ? 1 : 0;
            case Operator::greater_equal:
                return a >= b ? 1 : 0;
            case Operator::atan2:
                return std::atan2(a, b);
            case Operator::power:
                return std::pow(a, b);
            case Operator::max:
                return b > a ? b : a;
            case Operator::min:
                return b < a ? b : a;
            default:
                throw InternalError(procedure_.name + " has an operation that is not known");
        }
    }

    Prepared& prepared_;
    const Procedure& procedure_;
    Interpreter& interpreter_;
    std::vector<Array>& frame_;  // by variable
};

}  // namespace

Interpreter::Interpreter(Facts facts, Call call, std::function<const Procedure*(const std::string& name)> find)
    : facts_(std::move(facts)), call_(std::move(call)), find_(std::move(find)) {}

Interpreter::~Interpreter() = default;

const Procedure* Interpreter::procedure(const std::string& name) {
    if (const auto known = decided_.find(name); known != decided_.end()) return &known->second;
    const Procedure* const found = find_(name);
    return found == nullptr ? nullptr : &decided_.emplace(name, decided(*found, facts_)).first->second;
}

Interpreter::Prepared& Interpreter::prepared(const Procedure& procedure) {
    std::unique_ptr<Prepared>& known = prepared_[&procedure];
    if (known != nullptr) return *known;
    known = std::make_unique<Prepared>();
    Prepared& result = *known;
    result.procedure = &procedure;
    result.frame.resize(procedure.variables.size());
    result.texts.resize(procedure.variables.size());
    for (std::size_t k = 0; k < procedure.variables.size(); ++k) {
        const Variable& v = procedure.variables[k];
        std::vector<Extent>& shape = result.shapes.emplace_back();
        for (const SizeSum& sum : v.shape) shape.push_back(result.extent(sum, facts_));
        result.frame[k].extents.resize(shape.size());
        result.shared.push_back(v.use == Variable::Use::shared ? &shared_[fmt::format("{}.{}", v.record, v.name)]
                                                               : nullptr);
    }
    result.body = result.block(procedure.body, *this);
    return result;
}

std::vector<double>& Interpreter::shared(const std::string& name, std::size_t elements) {
    std::vector<double>& values = shared_[name];
    if (values.size() != elements) values.assign(elements, 0.0);
    return values;
}

double Interpreter::new_text() {
    texts_.emplace_back();
    return static_cast<double>(texts_.size() - 1);
}

double Interpreter::take_text(std::string given) {
    if (free_texts_.empty()) free_texts_.push_back(new_text());
    const double number = free_texts_.back();
    free_texts_.pop_back();
    text(number) = std::move(given);
    return number;
}

void Interpreter::write(const std::string& word, int file, const std::string& said, const std::string& hint) const {
    if (!write_) throw InternalError("a procedure writes where nothing takes it: " + said);
    write_(word, file, said, hint);
}

void Interpreter::run(const std::string& name, const Pointers& arguments) {
    const Procedure* const found = procedure(name);
    if (found == nullptr) throw InternalError("there is no procedure " + name);
    Run(prepared(*found), *this, arguments).run();
}

void Interpreter::call(const std::string& name, const Pointers& arguments) {
    if (host_routine(name) == nullptr && procedure(name) != nullptr)
        run(name, arguments);
    else
        call_(name, arguments);
}

std::vector<double> Interpreter::results_of(const Procedure& procedure, std::vector<double> given) {
    std::vector<double> results(count_of(procedure, Argument::Intent::out));
    Pointers arguments;
    double *next_given = given.data(), *next_result = results.data();
    for (std::size_t k = 0; k < procedure.arguments; ++k) {
        const Variable& v = procedure.variables[k];
        double*& next = v.intent == Argument::Intent::in ? next_given : next_result;
        arguments.push_back(next);
        next += length_of(v);
    }
    Run(prepared(procedure), *this, arguments).run();
    return results;
}

std::vector<double> results_of(const Procedure& procedure, std::vector<double> given) {
    Interpreter interpreter({}, [](const std::string&, const Pointers&) {});
    return interpreter.results_of(procedure, std::move(given));
}

Pointers pointers_of(const Procedure& procedure, const std::map<std::string, double*>& given) {
    Pointers pointers;
    for (std::size_t k = 0; k < procedure.arguments; ++k) {
        const auto found = given.find(procedure.variables[k].name);
        if (found == given.end())
            throw InternalError(fmt::format("{} is given no {}", procedure.name, procedure.variables[k].name));
        pointers.push_back(found->second);
    }
    return pointers;
}

}  // namespace lag::procedures
