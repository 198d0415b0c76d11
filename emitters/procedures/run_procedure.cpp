#include "emitters/procedures/run_procedure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "emitters/procedures/texts.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag::procedures {

namespace {

using Kind = Expression::Kind;

// The procedures that are called, as the model has them.
using Called = std::map<std::string, Procedure>;

class Run {
  public:
    Run(const Procedure& procedure, const Facts& facts, const Call& call, Called& called, Shared& shared)
        : procedure_(procedure),
          facts_(facts),
          call_(call),
          called_(called),
          shared_(shared),
          own_(procedure.variables.size()),
          frame_(procedure.variables.size()),
          extents_(procedure.variables.size()) {}

    void run(const Arguments& arguments) {
        for (std::size_t k = 0; k < frame_.size(); ++k) {
            const Variable& v = procedure_.variables[k];
            std::size_t elements = 1;
            for (const SizeSum& sum : v.shape) {
                extents_[k].push_back(extent(sum));
                elements *= extents_[k].back();
            }
            frame_[k] = &own_[k];
            if (v.use == Variable::Use::constant) {
                own_[k] = v.values;
            } else if (v.use == Variable::Use::shared) {
                frame_[k] = &shared_[v.record + "." + v.name];
                if (frame_[k]->size() != elements) frame_[k]->assign(elements, 0.0);
            } else if (v.use != Variable::Use::argument) {
                own_[k].assign(elements, 0.0);
            } else {
                const auto given = arguments.find(v.name);
                const bool is_result = v.intent == Argument::Intent::out;
                if (given == arguments.end() || (!is_result && given->second->size() != elements))
                    throw InternalError(fmt::format("{} is run without {}", procedure_.name, v.name));
                frame_[k] = given->second;
                if (is_result) frame_[k]->assign(elements, 0.0);
            }
        }
        block(procedure_.body);
    }

  private:
    std::size_t extent(const SizeSum& sum) const {
        std::size_t result = 0;
        for (const std::string& size : sum) {
            const auto argument = std::ranges::find(procedure_.variables, size, &Variable::name);
            result += argument == procedure_.variables.end()
                          ? facts_.size(SizeSum{size})
                          : static_cast<std::size_t>(
                                (*frame_[static_cast<std::size_t>(argument - procedure_.variables.begin())])[0]);
        }
        return result;
    }

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
                    (*frame_[s.variable])[0] = k;
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
        } else if (given.kind == Kind::run) {
            *frame_[target.variable] = run_of(given);
        } else if (is_whole_array(procedure_, given)) {
            *frame_[target.variable] = *frame_[given.variable];
        } else {
            Values& array = *frame_[target.variable];
            array.assign(array.size(), value(given));
        }
    }

    void call(const Statement& s) {
        Arguments arguments;
        std::vector<Values> computed(s.operands.size());
        for (std::size_t k = 0; k < s.operands.size(); ++k) {
            const Expression& given = s.operands[k];
            arguments[s.dummies[k].name] = given.kind == Kind::variable ? frame_[given.variable] : &computed[k];
            if (given.kind == Kind::run)
                computed[k] = run_of(given);
            else if (given.kind != Kind::variable)
                computed[k] = {value(given)};
        }
        const Procedure* const other = host_routine(s.text) == nullptr ? procedure_named(s.text) : nullptr;
        if (other == nullptr) {
            call_(s.text, arguments);
        } else {
            auto known = called_.find(s.text);
            if (known == called_.end()) known = called_.emplace(s.text, decided(*other, facts_)).first;
            Run(known->second, facts_, call_, called_, shared_).run(arguments);
        }
        for (std::size_t k = 0; k < s.operands.size(); ++k) {
            const Expression& given = s.operands[k];
            if (given.kind == Kind::run && s.dummies[k].intent != Argument::Intent::in && !computed[k].empty())
                std::ranges::copy(computed[k],
                                  frame_[given.variable]->begin() + static_cast<std::ptrdiff_t>(begin_of(given)));
        }
    }

    // Where a run begins, from 0.
    std::size_t begin_of(const Expression& run) {
        const double first = value(run.operands[0]), count = value(run.operands[1]);
        require_place(run, 0, first);
        if (count > 1) require_place(run, 0, first + count - 1);
        return static_cast<std::size_t>(first) - 1;
    }
    Values run_of(const Expression& run) {
        const auto count = static_cast<std::ptrdiff_t>(value(run.operands[1]));
        if (count == 0) return {};
        const auto begin = frame_[run.variable]->begin() + static_cast<std::ptrdiff_t>(begin_of(run));
        return {begin, begin + count};
    }

    void require_place(const Expression& e, std::size_t d, double place) const {
        if (!(place >= 1 && place <= static_cast<double>(extents_[e.variable][d])))
            throw InternalError(fmt::format("{}:{}: {} has no place {}", procedure_.source->name,
                                            procedure_.source->position(e.offset).line,
                                            procedure_.variables[e.variable].name, place));
    }
    double& element(const Expression& e) {
        Values& array = *frame_[e.variable];
        if (e.kind == Kind::variable) return array[0];
        std::size_t at = 0, stride = 1;
        for (std::size_t d = 0; d < e.operands.size(); ++d) {
            const double place = value(e.operands[d]);
            require_place(e, d, place);
            at += stride * (static_cast<std::size_t>(place) - 1), stride *= extents_[e.variable][d];
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
        if (e.text == "real") return a;
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
    Called& called_;
    Shared& shared_;
    std::vector<Values> own_;     // by variable
    std::vector<Values*> frame_;  // its own, or the caller's
    std::vector<std::vector<std::size_t>> extents_;
};

}  // namespace

void run(const Procedure& procedure, const Facts& facts, std::map<std::string, Values>& arguments, const Call& call) {
    Shared shared;
    run(procedure, facts, arguments, call, shared);
}

void run(const Procedure& procedure, const Facts& facts, std::map<std::string, Values>& arguments, const Call& call,
         Shared& shared) {
    Arguments given;
    for (std::size_t k = 0; k < procedure.arguments; ++k) {
        const Variable& v = procedure.variables[k];
        const auto found = arguments.find(v.name);
        if (v.intent == Argument::Intent::out) {
            given[v.name] = &arguments[v.name];
        } else if (found != arguments.end()) {
            given[v.name] = &found->second;
        }
    }
    Called called;
    Run(procedure, facts, call, called, shared).run(given);
}

}  // namespace lag::procedures
