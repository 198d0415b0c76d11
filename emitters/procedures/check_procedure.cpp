#include "emitters/procedures/check_procedure.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "emitters/procedures/decide_procedure.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag::procedures {

namespace {

using Kind = Expression::Kind;

// An array of which a loop sets the elements: by extent the variable of the loop, or `all` after it.
constexpr std::size_t all = static_cast<std::size_t>(-1);
struct Elements {
    std::size_t variable = 0;
    std::vector<std::size_t> indexes;
    friend auto operator<=>(const Elements&, const Elements&) = default;
};

// What is set when control is at a place; nothing is missing where control never comes.
struct Known {
    std::set<std::size_t> variables;
    std::set<Elements> elements;
    bool is_reached = true;

    void meet(const Known& other) {
        if (!other.is_reached) return;
        if (!is_reached) {
            *this = other;
            return;
        }
        std::erase_if(variables, [&](std::size_t v) { return !other.variables.contains(v); });
        std::erase_if(elements, [&](const Elements& e) { return !other.elements.contains(e); });
    }
};

bool leaves(const Block& block) {
    return std::ranges::any_of(block, [](const Statement& s) {
        return s.kind == Statement::Kind::leave ||
               std::ranges::any_of(s.bodies, [](const Block& b) { return leaves(b); });
    });
}

class Checking {
  public:
    Checking(const Procedure& procedure, std::map<std::size_t, Diagnostic>& errors)
        : procedure_(procedure), errors_(errors) {}

    void run() {
        Known known;
        for (std::size_t k = 0; k < procedure_.arguments; ++k)
            if (procedure_.variables[k].intent != Argument::Intent::out) known.variables.insert(k);
        for (std::size_t k = procedure_.arguments; k < procedure_.variables.size(); ++k)
            if (variable(k).use == Variable::Use::constant || variable(k).use == Variable::Use::shared)
                known.variables.insert(k);
        block(procedure_.body, known);
        if (known.is_reached) require_results(known, procedure_.source->text.size() - 1);
    }

  private:
    void fail(std::size_t offset, const std::string& message) {
        errors_.try_emplace(offset, Diagnostic{procedure_.source->position(offset), message, ""});
    }
    const Variable& variable(std::size_t k) const { return procedure_.variables[k]; }

    void require_results(const Known& known, std::size_t offset) {
        for (std::size_t k = 0; k < procedure_.arguments; ++k)
            if (!known.variables.contains(k))
                fail(offset, "the result " + variable(k).name + " may not be set when the routine ends here");
    }

    void block(const Block& statements, Known& known) {
        for (const Statement& s : statements) statement(s, known);
    }

    void statement(const Statement& s, Known& known) {
        switch (s.kind) {
            case Statement::Kind::comment:
                break;
            case Statement::Kind::assign:
                read(s.operands[1], known);
                set(s.operands[0], known);
                break;
            case Statement::Kind::swap:
                for (const Expression& e : s.operands) read(e, known);
                break;
            case Statement::Kind::write:
                for (const Expression& e : s.operands) read(e, known);
                if (s.text == "fail") known.is_reached = false;
                break;
            case Statement::Kind::call:
                call(s, known);
                break;
            case Statement::Kind::leave:
                if (s.text == "return") require_results(known, s.offset);
                known.is_reached = false;
                break;
            case Statement::Kind::branch:
                branch(s, known);
                break;
            case Statement::Kind::while_loop: {
                read(s.operands[0], known);
                Known inside = known;
                block(s.bodies[0], inside);
                break;
            }
            case Statement::Kind::for_loop:
                loop(s, known);
                break;
        }
    }

    void call(const Statement& s, Known& known) {
        using Intent = Argument::Intent;
        for (std::size_t k = 0; k < s.dummies.size(); ++k)
            if (s.dummies[k].intent != Intent::out) read(s.operands[k], known, s.offset);
        for (std::size_t k = 0; k < s.dummies.size(); ++k)
            if (s.dummies[k].intent != Intent::in && s.operands[k].kind == Kind::variable)
                known.variables.insert(s.operands[k].variable);
    }

    void branch(const Statement& s, Known& known) {
        Known after = known;
        after.is_reached = false;
        for (std::size_t k = 0; k < s.bodies.size(); ++k) {
            if (k < s.operands.size()) read(s.operands[k], known);
            Known inside = known;
            block(s.bodies[k], inside);
            after.meet(inside);
        }
        if (s.bodies.size() == s.operands.size()) after.meet(known);
        known = after;
    }

    void loop(const Statement& s, Known& known) {
        for (const Expression& bound : s.operands) {
            read(bound, known);
            for (std::size_t k = 0; k < procedure_.variables.size(); ++k)
                if (mentions(bound, k) &&
                    std::ranges::any_of(s.bodies[0], [&](const Statement& inner) { return sets(inner, k); }))
                    fail(bound.offset, variable(k).name + " changes in the loop that it bounds");
        }
        Known inside = known;
        inside.variables.insert(s.variable);
        block(s.bodies[0], inside);
        if (leaves(s.bodies[0])) return;
        for (Elements elements : inside.elements) {
            if (std::ranges::find(elements.indexes, s.variable) == elements.indexes.end()) continue;
            for (std::size_t d = 0; d < elements.indexes.size(); ++d) {
                if (elements.indexes[d] != s.variable) continue;
                if (!covers(s, variable(elements.variable).shape[d])) elements.indexes.clear();
                if (elements.indexes.empty()) break;
                elements.indexes[d] = all;
            }
            if (!elements.indexes.empty()) add(std::move(elements), known);
        }
    }
    // All places of an extent, upwards or downwards.
    bool covers(const Statement& loop, const SizeSum& extent) const {
        const Expression& low = loop.operands[loop.step > 0 ? 0 : 1];
        const Expression& high = loop.operands[loop.step > 0 ? 1 : 0];
        return low.is_number("1") && as_sum_of_sizes(procedure_, high) == extent;
    }
    static void add(Elements elements, Known& known) {
        if (std::ranges::count(elements.indexes, all) == std::ssize(elements.indexes))
            known.variables.insert(elements.variable);
        else
            known.elements.insert(std::move(elements));
    }

    void set(const Expression& target, Known& known) {
        if (target.kind == Kind::variable) {
            known.variables.insert(target.variable);
            return;
        }
        for (const Expression& index : target.operands) read(index, known);
        if (const auto elements = elements_of(target)) known.elements.insert(*elements);
    }
    // Of b[i, j] with variables of loops.
    std::optional<Elements> elements_of(const Expression& element) const {
        Elements result{element.variable, {}};
        for (const Expression& index : element.operands) {
            if (index.kind != Kind::variable || variable(index.variable).use != Variable::Use::loop)
                return std::nullopt;
            result.indexes.push_back(index.variable);
        }
        return result;
    }

    void read(const Expression& e, const Known& known, std::size_t at = 0) {
        if (!known.is_reached) return;
        for (const Expression& operand : e.operands) read(operand, known, at);
        if (e.kind != Kind::variable && e.kind != Kind::element && e.kind != Kind::run) return;
        if (known.variables.contains(e.variable)) return;
        if (e.kind == Kind::element)
            if (const auto elements = elements_of(e); elements && known.elements.contains(*elements)) return;
        fail(at == 0 ? e.offset : at, variable(e.variable).name + " may be read before it is set");
    }

    const Procedure& procedure_;
    std::map<std::size_t, Diagnostic>& errors_;  // by place: the first of each
};

void find_parts(const Expression& e, std::set<std::string>& names) {
    if (e.kind == Kind::part) names.insert(e.text);
    for (const Expression& operand : e.operands) find_parts(operand, names);
}
void find_parts(const Block& block, std::set<std::string>& names) {
    for (const Statement& s : block) {
        for (const Expression& e : s.operands) find_parts(e, names);
        for (const Block& body : s.bodies) find_parts(body, names);
    }
}

// A model with these parts: one entry in each table, or none.
// Parts that the text does not ask for, but has arrays of, are there.
Facts facts_with(const Procedure& procedure, const std::vector<std::string>& asked_for, std::size_t has,
                 bool has_entries) {
    Facts facts;
    for (std::size_t k = 0; k < asked_for.size(); ++k) {
        if ((has >> k & 1U) == 0) continue;
        const auto part = std::ranges::find(parts(), asked_for[k], &Part::name);
        if (part->size.empty())
            facts.parts.insert(part->name);
        else
            facts.sizes.push_back({part->size, 1});
    }
    for (const Part& part : parts()) {
        const auto is_of_part = [&](const Variable& v) {
            return !part.size.empty() && v.shape == std::vector<SizeSum>{{part.size}};
        };
        const bool is_asked_for = std::ranges::find(asked_for, part.name) != asked_for.end();
        if (!is_asked_for && std::ranges::any_of(procedure.variables, is_of_part))
            facts.sizes.push_back({part.size, 1});
    }
    facts.numbers["touch"] = 1;
    for (const Table& table : tables()) {
        if (has_entries && facts.size(table.size) == 0) facts.sizes.push_back({table.size, 1});
        facts.tables[table.name] = std::vector<double>(facts.size(table.size), 1);
        facts.texts[table.name] = std::vector<std::string>(facts.size(table.size), "x");
    }
    return facts;
}

}  // namespace

void check_procedure(const Procedure& procedure) {
    if (procedure.is_record) return;
    std::set<std::string> found;
    find_parts(procedure.body, found);
    const std::vector<std::string> asked_for(found.begin(), found.end());
    std::map<std::size_t, Diagnostic> errors;
    for (std::size_t k = procedure.arguments; k < procedure.variables.size(); ++k) {
        const Variable& v = procedure.variables[k];
        const bool is_own = v.use == Variable::Use::local || v.use == Variable::Use::constant;
        if (is_own && !mentions(procedure.body, k))
            errors.try_emplace(v.offset, Diagnostic{procedure.source->position(v.offset), v.name + " is not used", ""});
    }
    for (std::size_t has = 0; has < std::size_t{1} << asked_for.size(); ++has)
        for (const bool has_entries : {false, true}) {
            const Procedure one = decided(procedure, facts_with(procedure, asked_for, has, has_entries));
            Checking(one, errors).run();
        }
    std::vector<Diagnostic> all_errors;
    for (auto& [offset, error] : errors) all_errors.push_back(std::move(error));
    if (!all_errors.empty()) throw InputError(std::move(all_errors));
}

}  // namespace lag::procedures
