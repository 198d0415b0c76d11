// The routines of events of a script's model, evaluated from their expressions; compiled where there are contacts or
// stops.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model_values.hpp"
#include "scripts/command/simulate/model.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

namespace lag {

class Jumping {
  public:
    explicit Jumping(const std::string& script)
        : model(described_model(parse(script, "script.lag"), {})),
          runner(model.contacts.empty() && model.stops.empty() ? evaluated_model({lowered_program(model), {}, {}})
                                                               : compiled_model({lowered_program(model), {}, {}}, {})) {
        frame[Slot::t] = {0};
        runner->call(RoutineName::defaults, frame);
        runner->use_parameters(frame[Slot::p]);
        runner->call(RoutineName::initial, frame);
        frame[Slot::w].assign(model.inputs.size(), 0.0);
        if (runner->has(RoutineName::flags)) runner->call(RoutineName::flags, frame);
    }
    // By name of the event; info must be 0.
    void fire(const std::string& event) {
        for (std::size_t k = 0; k < model.events.size(); ++k) {
            if (model.events[k].name != event) continue;
            frame[Slot::k] = {static_cast<double>(k + 1)};
            runner->call(RoutineName::event, frame);
            CHECK(frame[Slot::info].front() == 0);
            return;
        }
        FAIL("no event " << event);
    }
    double& q(const std::string& name) { return entry(Slot::q, model.coordinates, name); }
    double& u(const std::string& name) { return entry(Slot::u, model.speeds, name); }
    double& s(const std::string& name) { return entry(Slot::s, model.states, name); }
    double& w(const std::string& name) { return entry(Slot::w, model.inputs, name); }
    double p(std::size_t row) { return frame[Slot::p].at(row); }
    double kinetic() {
        runner->call(RoutineName::energy, frame);
        return frame[Slot::kinetic].front();
    }

    Model model;
    std::unique_ptr<RunnableModel> runner;
    Frame frame;

  private:
    template <class Entries>
    double& entry(Slot array, const Entries& entries, const std::string& name) {
        for (std::size_t k = 0; k < entries.size(); ++k)
            if (entries[k].name == name) return frame[array].at(k);
        FAIL("no " << name);
        throw std::logic_error(name);
    }
};

}  // namespace lag
