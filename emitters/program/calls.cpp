#include "emitters/program/calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/errors.hpp"
#include "emitters/procedures/texts.hpp"
#include "emitters/program/procedure_facts.hpp"

namespace lag {

namespace {

class Calling {
  public:
    Calling(Routine& routine, const Model& model, const Program& program)
        : routine_(routine), model_(model), program_(program) {
        for (const ResultExpression& result : routine.results) note(result.value);
        for (const PivotCheck& check : routine.checks) note(check.condition);
    }

    void run(const std::vector<ContactCall>& own) {
        // a later call may need an earlier one
        std::vector<const ContactCall*> needed;
        for (auto call = own.rbegin(); call != own.rend(); ++call) {
            if (!needs(*call)) continue;
            needed.insert(needed.begin(), &*call);
            for (const Expr& value : call->arguments) note(value);
        }
        for (const ExternalRoutine* const r : needed_externals()) {
            std::shared_ptr<const procedures::Procedure> procedure = r->procedure;
            std::vector<std::string> results = r->results;
            for (std::size_t order = order_of_slopes(*r); order > 0; --order)
                procedure = procedure->slopes, results = with_slopes(results, r->arguments.size());
            add({.name = r->is_linked() ? r->name : model_.name + "_" + procedure->name, .procedure = procedure},
                r->arguments, results);
        }
        for (const ContactCall* const call : needed) {
            std::vector<std::string> results;
            for (const Expr& symbol : call->results) results.push_back(name_of(symbol));
            const bool is_plain = call->is_users && !call->procedure;
            add({.name = is_plain ? call->routine : fmt::format("{}_{}", model_.name, call->routine),
                 .takes_arrays = !call->is_users,
                 .procedure = call->procedure},
                call->arguments, results);
        }
        write();
    }

  private:
    // The symbols of a call are of the model's graph; the routine may have a graph of its own.
    static const std::string& name_of(Expr symbol) { return symbol.graph->symbol_of(symbol).name; }
    void note(Expr value) {
        const std::vector<Expr> roots{routine_.graph->own(value)};
        if ((routine_.graph->node(roots[0]).dependence & bit(Role::external_result)) == 0) return;
        if (!seen_.insert(roots[0].id).second) return;
        for (const Expr& symbol : symbols_in(*routine_.graph, roots, bit(Role::external_result)))
            names_.insert(routine_.graph->symbol_of(symbol).name);
    }
    bool needs(const ContactCall& call) const {
        return std::ranges::any_of(call.results, [&](const Expr& symbol) { return names_.contains(name_of(symbol)); });
    }

    // In their order. Routines that the user links are called all or none of them; procedures where they are needed.
    std::vector<const ExternalRoutine*> needed_externals() {
        std::set<const ExternalRoutine*> called;
        const auto note_needed = [&](bool all_linked) {
            bool links = false;
            for (auto r = model_.externals.rbegin(); r != model_.externals.rend(); ++r) {
                const bool is_needed = r->is_linked() && all_linked ? true : needs(*r);
                if (!is_needed) continue;
                links = links || r->is_linked();
                if (!called.insert(&*r).second) continue;
                for (const Expr& value : r->arguments) note(value);
            }
            return links;
        };
        if (note_needed(false)) note_needed(true), note_needed(true);
        std::vector<const ExternalRoutine*> in_order;
        for (const ExternalRoutine& r : model_.externals)
            if (called.contains(&r)) in_order.push_back(&r);
        return in_order;
    }
    bool needs(const ExternalRoutine& r) const { return order_of_slopes(r) > 0 || needs(r.results); }
    bool needs(const std::vector<std::string>& names) const {
        return std::ranges::any_of(names, [&](const std::string& name) { return names_.contains(name); });
    }
    // 0: none, 1: derivatives of its results, 2: second ones.
    std::size_t order_of_slopes(const ExternalRoutine& r) const {
        if (r.is_linked()) return 0;
        const std::vector<std::string> first = slopes(r.results, r.arguments.size());
        return needs(slopes(first, r.arguments.size())) ? 2 : needs(first) ? 1 : 0;
    }
    static std::vector<std::string> slopes(const std::vector<std::string>& of, std::size_t arguments) {
        std::vector<std::string> names;
        for (const std::string& result : of)
            for (std::size_t k = 0; k < arguments; ++k) names.push_back(slope_name(result, k));
        return names;
    }
    // Results, then each one's partials by the arguments.
    static std::vector<std::string> with_slopes(std::vector<std::string> results, std::size_t arguments) {
        const std::vector<std::string> more = slopes(results, arguments);
        results.insert(results.end(), more.begin(), more.end());
        return results;
    }
    // Arguments of the procedure, one after the other: what is given in xa, what it gives in xr.
    void divide(ExternalCall& call) {
        const std::string name = call.name.substr(model_.name.size() + 1);
        const procedures::Procedure* const found = procedures::procedure_named(name);
        if (found == nullptr) throw InternalError("there is no procedure " + name);
        const procedures::Facts facts{.sizes = sizes_of_procedures(program_), .parts = {}};
        const procedures::Procedure procedure = procedures::decided(*found, facts);
        std::size_t given = call.first_argument, taken = call.first_result;
        for (std::size_t k = 0; k < procedure.arguments; ++k) {
            const procedures::Variable& v = procedure.variables[k];
            std::size_t elements = 1;
            for (const SizeSum& sum : v.shape) elements *= facts.size(sum);
            const bool is_result = v.intent == Argument::Intent::out;
            if (!is_result) add_names(call.name, v.name, v.is_scalar() ? 0 : elements);
            std::size_t& next = is_result ? taken : given;
            call.parts.push_back({is_result, v.is_scalar(), next, elements});
            next += elements;
        }
        if (given != call.first_argument + call.arguments || taken != call.first_result + call.results)
            throw InternalError(fmt::format("a call of {} with other arguments", name));
    }
    void add(ExternalCall call, const std::vector<Expr>& arguments, const std::vector<std::string>& results) {
        call.first_argument = given_.size(), call.arguments = arguments.size();
        call.first_result = taken_.size(), call.results = results.size();
        if (call.takes_arrays) {
            divide(call);
        } else if (call.procedure) {
            for (std::size_t k = 0; k < call.procedure->arguments; ++k)
                if (const procedures::Variable& v = call.procedure->variables[k]; v.intent == Argument::Intent::in)
                    add_names(call.name, v.name, v.is_scalar() ? 0 : procedures::length_of(v));
        } else {
            for (std::size_t k = 1; k <= call.arguments; ++k)
                given_names_.push_back(fmt::format("argument {} of {}", k, call.name));
        }
        routine_.calls.push_back(std::move(call));
        given_.insert(given_.end(), arguments.begin(), arguments.end());
        taken_.insert(taken_.end(), results.begin(), results.end());
    }
    // "gap(2) of m_contact_search"; `elements`: 0 of a scalar.
    void add_names(const std::string& routine, const std::string& argument, std::size_t elements) {
        if (elements == 0) given_names_.push_back(fmt::format("{} of {}", argument, routine));
        for (std::size_t k = 1; k <= elements; ++k)
            given_names_.push_back(fmt::format("{}({}) of {}", argument, k, routine));
    }
    std::size_t array(const std::string& name, std::size_t elements, const std::vector<std::string>& names = {}) {
        routine_.arguments.push_back({.name = name,
                                      .intent = Argument::Intent::local,
                                      .type = Argument::Type::real,
                                      .shape = {{std::to_string(elements), elements}},
                                      .element_names = names});
        return routine_.arguments.size() - 1;
    }
    void write() {
        if (taken_.empty()) return;
        if (!given_.empty()) {
            const std::size_t xa = array("xa", given_.size(), given_names_);
            for (std::size_t k = 0; k < given_.size(); ++k)
                routine_.results.push_back({{xa, k}, routine_.graph->own(given_[k])});
        }
        const std::size_t xr = array("xr", taken_.size());
        for (std::size_t k = 0; k < taken_.size(); ++k) routine_.reads[{taken_[k], Role::external_result}] = {xr, k};
    }

    Routine& routine_;
    const Model& model_;
    const Program& program_;
    std::set<std::string> names_;  // of the results that it needs
    std::set<NodeId> seen_;
    std::vector<Expr> given_;
    std::vector<std::string> given_names_;
    std::vector<std::string> taken_;
};

}  // namespace

std::string slope_name(const std::string& result, std::size_t argument) {
    return fmt::format("{} by argument {}", result, argument + 1);
}

Expr slope_symbol(Graph& graph, const std::string& result, std::size_t argument) {
    return graph.symbol(slope_name(result, argument), Role::external_result);
}

void add_calls(Routine& routine, const Model& model, const Program& program, const std::vector<ContactCall>& own) {
    Calling(routine, model, program).run(own);
}

}  // namespace lag
