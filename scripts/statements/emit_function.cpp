#include "scripts/statements/emit_function.hpp"

#include <fmt/format.h>

#include <cctype>
#include <set>

#include "scripts/statements/description.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_name = 50;

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

bool is_identifier(const std::string& name) {
    if (name.empty() || name.size() > longest_name || std::isalpha(static_cast<unsigned char>(name.front())) == 0)
        return false;
    if (name.find("__") != std::string::npos) return false;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
    return true;
}

// Names that emitted bodies use for things of their own.
bool is_own_name(const std::string& name) {
    static const std::set<std::string> own{"dp", "work", "info", "i", "j", "k"}, of_templates{"R", "L"};
    const std::string low = lower(name);
    const bool numbered =
        low.size() > 1 && low[0] == 'z' && low.find_first_not_of("0123456789", 1) == std::string::npos;
    return numbered || own.contains(low) || of_templates.contains(name);
}

class FunctionReader {
  public:
    explicit FunctionReader(Call& call) : call_(call) {}

    FreeFunction function() {
        function_.graph = call_.description().model().graph;
        function_.name = name_of_function();
        taken_.insert(lower(function_.name));
        each("arguments",
             [&](const Value& value, const std::string& name, const Syntax& at) { add_argument(value, name, at); });
        each("results",
             [&](const Value& value, const std::string& name, const Syntax& at) { add_result(value, name, at); });
        if (function_.results.empty()) call_.fail(call_.argument("results"), "a function without results");
        require_arguments();
        return std::move(function_);
    }

  private:
    std::string name_of_function() {
        const Syntax& at = call_.argument("function");
        const std::string name = at->kind == NodeKind::name   ? at->text
                                 : at->kind == NodeKind::text ? at->text
                                                              : call_.name(call_.value("function"), at);
        if (!is_identifier(name))
            call_.fail(at, fmt::format("'{}' cannot be the name of a function", name),
                       "letters, digits and single _, a letter first, at most 50 characters");
        return name;
    }

    // Entries of a list; `name = value` names one.
    template <class Act>
    void each(const std::string& keyword, const Act& act) {
        if (!call_.has(keyword))
            call_.fail(fmt::format("emit(.., function = ..) needs '{}'", keyword),
                       fmt::format("such as {} = [x]", keyword));
        const Syntax& at = call_.argument(keyword);
        if (at->kind == NodeKind::list) {
            for (const Syntax& entry : at->children) read(entry, act);
        } else {
            for (const Value& item : call_.items(call_.value(keyword), at, "a list")) act(item, "", at);
        }
    }

    // The name is taken as it is, whatever it is bound to.
    template <class Act>
    void read(const Syntax& entry, const Act& act) {
        const bool is_named = entry->kind == NodeKind::relation && entry->text == "=";
        if (!is_named) return act(call_.interpreter.evaluate(entry), "", entry);
        const Syntax& left = entry->children[0];
        const std::string name = left->kind == NodeKind::name ? left->text : to_string(left);
        if (!is_identifier(name))
            call_.fail(left, fmt::format("'{}' cannot be the name of an argument", name),
                       "letters, digits and single _");
        act(call_.interpreter.evaluate(entry->children[1]), name, entry->children[1]);
    }

    // An identifier that nothing else has, like `wanted`.
    std::string unused(const std::string& wanted, const Syntax& at, bool is_given) {
        std::string name;
        for (const char c : wanted) {
            if (c == '\'') name += "_dot";
            const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
            if (is_plain && !(c == '_' && !name.empty() && name.back() == '_')) name += c;
        }
        if (name.empty() || std::isalpha(static_cast<unsigned char>(name.front())) == 0) name = "x" + name;
        if (is_own_name(name)) name += "_value";
        if (name.size() > longest_name) name.resize(longest_name);
        if (is_given && taken_.contains(lower(name)))
            call_.fail(at, fmt::format("two arguments or results of {} are called '{}'", function_.name, name),
                       "Fortran ignores case: rename one of them");
        std::string free = name;
        for (int k = 2; !taken_.insert(lower(free)).second; ++k) free = fmt::format("{}_{}", name, k);
        return free;
    }

    Expr symbol_of(const Value& value, const Syntax& at) {
        if (!value.is_scalar()) call_.expected("a name, or a list of names", value, at);
        const Expr e = function_.graph->own(call_.expression(value, at));
        if (function_.graph->node(e).op != Op::symbol)
            call_.fail(at, "an argument is a name, found " + call_.interpreter.text(value),
                       "such as arguments = [x, [y, z]]");
        const Symbol& symbol = function_.graph->symbol_of(e);
        if (!symbols_.insert(symbol).second)
            call_.fail(at, fmt::format("'{}' stands twice in 'arguments'", symbol.name));
        return e;
    }

    void add_argument(const Value& value, const std::string& name, const Syntax& at) {
        FunctionArgument argument;
        argument.is_list = value.is_list();
        if (argument.is_list) {
            if (value.items().empty()) call_.fail(at, "an argument without elements");
            for (const Value& item : value.items()) argument.symbols.push_back(symbol_of(item, at));
        } else {
            argument.symbols.push_back(symbol_of(value, at));
        }
        const std::string own = argument.is_list ? "a" + std::to_string(function_.arguments.size() + 1)
                                                 : function_.graph->symbol_of(argument.symbols[0]).name;
        argument.name = unused(name.empty() ? own : name, at, !name.empty());
        function_.arguments.push_back(std::move(argument));
    }

    Expr value_of(const Value& value, const Syntax& at) {
        if (!value.is_scalar()) call_.expected("an expression, a list of expressions or a matrix", value, at);
        return function_.graph->own(call_.expression(value, at));
    }

    void add_result(const Value& value, const std::string& name, const Syntax& at) {
        FunctionResult result;
        if (value.is_matrix()) {
            result.rows = value.matrix().rows, result.columns = value.matrix().columns;
            for (const Scalar& element : value.matrix().elements) result.values.push_back(value_of(element, at));
        } else if (value.is_list()) {
            result.rows = value.items().size();
            for (const Value& item : value.items()) result.values.push_back(value_of(item, at));
        } else {
            result.values.push_back(value_of(value, at));
        }
        if (result.values.empty()) call_.fail(at, "a result without elements");
        result.name =
            unused(name.empty() ? "r" + std::to_string(function_.results.size() + 1) : name, at, !name.empty());
        function_.results.push_back(std::move(result));
        results_at_.push_back(at);
    }

    void require_arguments() {
        for (std::size_t k = 0; k < function_.results.size(); ++k)
            for (const Expr& e : symbols_in(*function_.graph, function_.results[k].values)) {
                const Symbol& s = function_.graph->symbol_of(e);
                if (!symbols_.contains(s))
                    call_.fail(results_at_[k],
                               fmt::format("'{}' stands in a result of {} and is none of its arguments", s.name,
                                           function_.name),
                               "add it to 'arguments', or put a value in with subst(..)");
            }
    }

    Call& call_;
    FreeFunction function_;
    std::set<std::string> taken_;  // lower case
    std::set<Symbol> symbols_;
    std::vector<Syntax> results_at_;
};

}  // namespace

FreeFunction function_of(Call& call) {
    const Syntax& at = call.argument("function");
    const auto& procedures = call.description().procedures;
    const auto found = at->kind == NodeKind::name ? procedures.find(at->text) : procedures.end();
    if (found != procedures.end()) {
        for (const char* keyword : {"arguments", "results"})
            if (call.has(keyword))
                call.fail(call.argument(keyword),
                          fmt::format("'{}' is a procedure, which has its own {}", at->text, keyword), "leave it out");
        FreeFunction function;
        function.name = at->text, function.graph = call.description().model().graph, function.procedure = found->second;
        return function;
    }
    return FunctionReader(call).function();
}

}  // namespace lag
