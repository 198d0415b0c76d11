#include "emitters/program/calls.hpp"

#include <algorithm>
#include <set>

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
                                      .takes_arrays = !call->is_users});
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
