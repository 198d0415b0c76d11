#include "emitters/procedures/check_procedure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "emitters/procedures/decide_procedure.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag::procedures {

namespace {

using Kind = Expression::Kind;

// An array of which a loop sets the elements: by extent the variable of the loop, or `all` after it; or a number that the
// text has, beyond `numbers`.
constexpr std::size_t all = static_cast<std::size_t>(-1), numbers = all / 2;
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
    // `end`: where the text of the routine ends
    Checking(const Procedure& procedure, std::size_t end, std::map<std::size_t, Diagnostic>& errors)
        : procedure_(procedure), end_(end), errors_(errors) {}

    void run() {
        Known known;
        for (std::size_t k = 0; k < procedure_.arguments; ++k)
            if (procedure_.variables[k].intent != Argument::Intent::out) known.variables.insert(k);
        for (std::size_t k = procedure_.arguments; k < procedure_.variables.size(); ++k)
            if (variable(k).use == Variable::Use::constant || variable(k).use == Variable::Use::shared)
                known.variables.insert(k);
        block(procedure_.body, known);
        if (known.is_reached) require_results(known, end_);
    }

  private:
    void fail(std::size_t offset, const std::string& message) { fail(offset, message, ""); }
    void fail(std::size_t offset, const std::string& message, const std::string& hint) {
        errors_.try_emplace(offset, Diagnostic{procedure_.source->position(offset), message, hint});
    }
    const Variable& variable(std::size_t k) const { return procedure_.variables[k]; }

    void require_results(const Known& known, std::size_t offset) {
        for (std::size_t k = 0; k < procedure_.arguments; ++k)
            if (known.variables.contains(k)) {
                continue;
            } else if (!is_set_anywhere(k)) {
                fail(variable(k).offset, fmt::format("the result {} is never assigned", variable(k).name));
            } else {
                fail(offset, fmt::format("the result {} may not be set when the routine ends here", variable(k).name));
            }
    }

    bool is_set_anywhere(std::size_t k) const {
        return std::ranges::any_of(procedure_.body, [&](const Statement& s) { return sets(s, k); });
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
                ++depth_;
                block(s.bodies[0], inside);
                --depth_;
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
            if (s.dummies[k].intent != Intent::in && s.operands[k].kind != Kind::run) set(s.operands[k], known);
    }

    void branch(const Statement& s, Known& known) {
        Known after = known;
        after.is_reached = false;
        for (std::size_t k = 0; k < s.bodies.size(); ++k) {
            if (k < s.operands.size()) read(s.operands[k], known);
            Known inside = known;
            ++depth_;
            block(s.bodies[k], inside);
            --depth_;
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
        const auto first = number_in(s.operands[0]), last = number_in(s.operands[1]);
        const bool runs = first && last && (s.step > 0 ? *first <= *last : *first >= *last);
        const bool runs_whole = runs && !leaves(s.bodies[0]);
        if (runs_whole) places_[s.variable] = {*first, *first + (*last - *first) / s.step * s.step, depth_};
        if (!runs) ++depth_;
        block(s.bodies[0], inside);
        if (!runs) --depth_;
        places_.erase(s.variable);
        if (leaves(s.bodies[0])) return;
        if (runs_whole) known.variables.insert(inside.variables.begin(), inside.variables.end());
        if (runs_whole)
            for (const Elements& e : inside.elements) add_run(e, s, *first, *last, known);
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
        if (loop.step != 1 && loop.step != -1) return false;
        if (const auto last = number_in(high)) return low.is_number("1") && extent == SizeSum{std::to_string(*last)};
        return low.is_number("1") && as_sum_of_sizes(procedure_, high) == extent;
    }
    void add(Elements elements, Known& known) const {
        const std::size_t array = elements.variable;
        known.elements.insert(std::move(elements));
        std::vector<std::size_t> place(variable(array).shape.size(), all);
        if (are_set(array, place, 0, known)) known.variables.insert(array);
    }
    // What a loop with numbers as bounds has set: an element for each of its places.
    void add_run(const Elements& e, const Statement& s, long first, long last, Known& known) const {
        constexpr long most = 1000;
        const auto at = std::ranges::find(e.indexes, s.variable);
        if (at == e.indexes.end()) return add(e, known);
        if (std::abs(last - first) > most) return;
        Elements one = e;
        for (long k = first; s.step > 0 ? k <= last : k >= last; k += s.step) {
            if (k < 1) continue;
            one.indexes[static_cast<std::size_t>(at - e.indexes.begin())] = numbers + static_cast<std::size_t>(k);
            add(one, known);
        }
    }
    // From extent d on: every place of it, or those of `place` so far.
    bool are_set(std::size_t array, std::vector<std::size_t>& place, std::size_t d, const Known& known) const {
        if (is_covered(array, place, known)) return true;
        if (d == place.size()) return false;
        const std::size_t extent = extent_of(variable(array).shape[d], {}).value;  // of a text's sizes nothing is known
        for (std::size_t k = 1; k <= extent; ++k) {
            place[d] = numbers + k;
            if (!are_set(array, place, d + 1, known)) return false;
        }
        place[d] = all;
        return extent > 0;
    }
    static bool is_covered(std::size_t array, const std::vector<std::size_t>& place, const Known& known) {
        return std::ranges::any_of(known.elements, [&](const Elements& e) {
            if (e.variable != array) return false;
            for (std::size_t d = 0; d < place.size(); ++d)
                if (e.indexes[d] != all && e.indexes[d] != place[d]) return false;
            return true;
        });
    }

    static std::optional<long> number_in(const Expression& e) {
        const bool is_number = e.kind == Kind::literal && (e.type == ValueType::place || e.type == ValueType::integer);
        return is_number ? std::optional(std::stol(e.text)) : std::nullopt;
    }
    // The places that an index takes where it is sure to take them all; a run of a loop with numbers as bounds.
    struct Places {
        long first = 0, last = 0;
        int depth = 0;  // of the branches around the loop
    };
    std::optional<Places> places_of(const Expression& index) const {
        if (const auto number = number_in(index)) return Places{*number, *number, depth_};
        if (index.kind == Kind::variable) {
            const auto found = places_.find(index.variable);
            return found == places_.end() ? std::nullopt : std::optional(found->second);
        }
        if (index.kind != Kind::operation || index.operands.size() != 2 || (index.text != "+" && index.text != "-"))
            return std::nullopt;
        const auto rest = places_of(index.operands[0]);
        const auto by = number_in(index.operands[1]);
        if (!rest || !by) return std::nullopt;
        const long moved = index.text == "+" ? *by : -*by;
        return Places{rest->first + moved, rest->last + moved, rest->depth};
    }
    void require_inside(const Expression& element) {
        const Variable& array = variable(element.variable);
        for (std::size_t d = 0; d < element.operands.size(); ++d) {
            const auto extent = static_cast<long>(extent_of(array.shape[d], {}).value);
            const auto places = places_of(element.operands[d]);
            if (!places || extent == 0) continue;
            const bool is_number = number_in(element.operands[d]).has_value();
            if (!is_number && places->depth != depth_) continue;
            for (const long place : {places->first, places->last}) {
                if (place >= 1 && place <= extent) continue;
                fail(element.offset,
                     fmt::format("{} has no place {}: its places are 1 to {}", array.name, place, extent), "");
                break;
            }
        }
    }

    void set(const Expression& target, Known& known) {
        if (target.kind == Kind::variable) {
            known.variables.insert(target.variable);
            return;
        }
        for (const Expression& index : target.operands) read(index, known);
        require_inside(target);
        if (const auto elements = elements_of(target)) add(*elements, known);
    }
    // Of b[i, j] with variables of loops.
    std::optional<Elements> elements_of(const Expression& element) const {
        Elements result{element.variable, {}};
        for (const Expression& index : element.operands) {
            if (const auto number = number_in(index); number && *number > 0) {
                result.indexes.push_back(numbers + static_cast<std::size_t>(*number));
                continue;
            }
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
        if (e.kind == Kind::element) require_inside(e);
        if (known.variables.contains(e.variable)) return;
        if (e.kind == Kind::element)
            if (const auto elements = elements_of(e); elements && is_covered(e.variable, elements->indexes, known))
                return;
        fail(at == 0 ? e.offset : at, variable(e.variable).name + " may be read before it is set");
    }

    const Procedure& procedure_;
    std::size_t end_;
    int depth_ = 0;                              // of branches and loops that may not run
    std::map<std::size_t, Places> places_;       // of loops' variables
    std::map<std::size_t, Diagnostic>& errors_;  // by place: the first of each
};

void find_parts(const Expression& e, std::set<std::string>& names) {
    if (e.kind == Kind::part) names.insert(e.text);
    for (const Expression& operand : e.operands) find_parts(operand, names);
}
void find_parts(const Block& block, std::set<std::string>& names) {
    for (const Statement& s : block) {
        for (const Expression& e : s.operands) find_parts(e, names);
        for (const Variable& dummy : s.dummies)
            if (!dummy.part.empty()) names.insert(dummy.part);
        for (const Block& body : s.bodies) find_parts(body, names);
    }
}

// A model with these parts: one entry in each table, or none.
// Parts that the text does not ask for, but has arrays of, are there.
Facts facts_with(const Procedure& procedure, const std::vector<std::string>& asked_for, std::size_t has,
                 bool has_entries) {
    Facts facts;
    for (std::size_t k = 0; k < asked_for.size(); ++k) {
        const bool is_there = (has >> k & 1U) != 0;
        const auto part = std::ranges::find(parts(), asked_for[k], &Part::name);
        if (!part->size.empty())
            facts.sizes.push_back({part->size, is_there ? 1u : 0u});
        else if (is_there)
            facts.parts.insert(part->name);
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
    // a model with contacts, dry friction or stops; with entries it has all of them
    facts.sizes.push_back({"nloads", 1});
    if (has_entries)
        for (const char* const size : {"nmodes", "nstops", "nslopes", "nplanar", "nshared", "ncrowd"})
            facts.sizes.push_back({size, 1});
    for (const Table& table : tables()) {
        if (has_entries && std::ranges::find(facts.sizes, table.size, &Extent::name) == facts.sizes.end())
            facts.sizes.push_back({table.size, 1});
        facts.tables[table.name] = std::vector<double>(has_entries ? 1 : 0, 1);
        facts.texts[table.name] = std::vector<std::string>(
            has_entries ? std::max<std::size_t>(facts.size(table.size), 1) : facts.size(table.size), "x");
    }
    return facts;
}

void refuse(std::map<std::size_t, Diagnostic> errors) {
    std::vector<Diagnostic> all_errors;
    for (auto& [offset, error] : errors) all_errors.push_back(std::move(error));
    if (!all_errors.empty()) throw InputError(std::move(all_errors));
}

}  // namespace

void check_procedure(const Procedure& procedure) {
    if (procedure.is_record) return;
    std::set<std::string> found;
    find_parts(procedure.body, found);
    for (const Variable& v : procedure.variables)
        if (!v.part.empty()) found.insert(v.part);
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
            Checking(one, procedure.source->text.size() - 1, errors).run();
        }
    refuse(std::move(errors));
}

void check_user_procedure(const Procedure& procedure, std::size_t end) {
    std::map<std::size_t, Diagnostic> errors;
    Checking(procedure, end, errors).run();
    refuse(std::move(errors));
}

}  // namespace lag::procedures
