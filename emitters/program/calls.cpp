#include "emitters/program/calls.hpp"

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
        const bool users = std::ranges::any_of(model_.externals, [&](const ExternalRoutine& r) {
            return std::ranges::any_of(r.results, [&](const std::string& name) { return names_.contains(name); });
        });
        if (users) {
            routine_.calls = program_.externals;
            for (const ExternalRoutine& r : model_.externals) add(r.arguments, r.results);
        }
        for (const ContactCall* const call : needed) {
            std::vector<std::string> results;
            for (const Expr& symbol : call->results) results.push_back(name_of(symbol));
            routine_.calls.push_back({.name = call->is_users ? call->routine : model_.name + "_" + call->routine,
                                      .first_argument = given_.size(),
                                      .arguments = call->arguments.size(),
                                      .first_result = taken_.size(),
                                      .results = results.size(),
                                      .procedure = call->is_users ? "" : call->routine,
                                      .parts = {}});
            if (!call->is_users) divide(routine_.calls.back());
            add(call->arguments, results);
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
    // Arguments of the procedure, one after the other: what is given in xa, what it gives in xr.
    void divide(ExternalCall& call) const {
        const procedures::Procedure* const found = procedures::procedure_named(call.procedure);
        if (found == nullptr) throw InternalError("there is no procedure " + call.procedure);
        const procedures::Facts facts{.sizes = sizes_of_procedures(program_), .parts = {}};
        const procedures::Procedure procedure = procedures::decided(*found, facts);
        std::size_t given = call.first_argument, taken = call.first_result;
        for (std::size_t k = 0; k < procedure.arguments; ++k) {
            const procedures::Variable& v = procedure.variables[k];
            std::size_t elements = 1;
            for (const SizeSum& sum : v.shape) elements *= facts.size(sum);
            const bool is_result = v.intent == Argument::Intent::out;
            std::size_t& next = is_result ? taken : given;
            call.parts.push_back({is_result, v.is_scalar(), next, elements});
            next += elements;
        }
        if (given != call.first_argument + call.arguments || taken != call.first_result + call.results)
            throw InternalError("a call of " + call.procedure + " with other arguments");
    }
    void add(const std::vector<Expr>& arguments, const std::vector<std::string>& results) {
        given_.insert(given_.end(), arguments.begin(), arguments.end());
        taken_.insert(taken_.end(), results.begin(), results.end());
    }
    std::size_t array(const std::string& name, std::size_t elements) {
        routine_.arguments.push_back({.name = name,
                                      .intent = Argument::Intent::local,
                                      .type = Argument::Type::real,
                                      .shape = {{std::to_string(elements), elements}},
                                      .element_names = {}});
        return routine_.arguments.size() - 1;
    }
    void write() {
        if (taken_.empty()) return;
        if (!given_.empty()) {
            const std::size_t xa = array("xa", given_.size());
            for (std::size_t k = 0; k < given_.size(); ++k)
                routine_.results.push_back({{xa, k}, routine_.graph->own(given_[k])});
        }
        const std::size_t xr = array("xr", taken_.size());
        for (std::size_t k = 0; k < taken_.size(); ++k) routine_.reads[{Role::external_result, taken_[k]}] = {xr, k};
    }

    Routine& routine_;
    const Model& model_;
    const Program& program_;
    std::set<std::string> names_;  // of the results that it needs
    std::set<NodeId> seen_;
    std::vector<Expr> given_;
    std::vector<std::string> taken_;
};

}  // namespace

void add_calls(Routine& routine, const Model& model, const Program& program, const std::vector<ContactCall>& own) {
    Calling(routine, model, program).run(own);
}

}  // namespace lag
