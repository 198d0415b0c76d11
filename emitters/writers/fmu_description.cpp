// modelDescription.xml: variables with value references as in fmu.c, their units and start values, and on which states and
// inputs each rate and each output depends.

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <set>

#include "core/rational.hpp"
#include "emitters/writers/fmu.hpp"

namespace lag {

namespace {

struct FmuVariable {
    std::string name, unit, text, causality, variability, initial;
    std::optional<double> start;
    std::size_t state_of_rate = 0;  // its value reference; 0: it is no rate
};

// The value reference of a variable is its place.
class Variables {
  public:
    Variables(const Program& program, const FmuDescription& given) : program_(program) {
        add({"time", "s", "time", "independent", "continuous", "", {}});
        for (const auto* table : {&program.coordinates, &program.speeds, &program.states})
            for (const TableRow& row : *table)
                add({row.name, row.unit, row.text, "local", "continuous", "exact", given.y.at(all_.size() - 1)});
        const std::size_t states = all_.size() - 1;
        for (std::size_t k = 1; k <= states; ++k) {
            FmuVariable rate{fmt::format("der({})", all_[k].name),
                             rate_unit(all_[k].unit),
                             "rate of " + all_[k].name,
                             "local",
                             "continuous",
                             "calculated",
                             {}};
            rate.state_of_rate = k;
            add(rate);
        }
        for (std::size_t k = 0; k < program.parameters.size(); ++k) {
            const TableRow& row = program.parameters[k];
            const bool is_tunable = std::ranges::count(given.tunable, row.name) > 0;
            add({row.name, row.unit, row.text, "parameter", is_tunable ? "tunable" : "fixed", "exact", given.p.at(k)});
        }
        for (std::size_t k = 0; k < program.inputs.size(); ++k) {
            const TableRow& row = program.inputs[k];
            const bool is_flag = k + program.flags.size() >= program.inputs.size();
            const int base = rate_of(program, k);
            const std::string name =
                base < 0 ? row.name : fmt::format("der({})", all_[first_input() + static_cast<std::size_t>(base)].name);
            if (is_flag)
                add({row.name, row.unit, row.text, "local", "discrete", "calculated", {}});
            else
                add({name, row.unit, row.text, "input", "continuous", "", given.w.at(k)});
        }
        for (const TableRow& row : program.outputs)
            add({row.name, row.unit, row.text, "output", "continuous", "calculated", {}});
        add({unused("internal_step"), "s", "longest step of the integrator inside, in co-simulation", "parameter",
             "fixed", "exact", 0.001});
        if (given.version == 3)
            for (const EventRow& event : program.events)
                add({unused(event.row.name + "_indicator"),
                     "",
                     fmt::format("below zero where the event {} is due", event.row.name),
                     "local",
                     "continuous",
                     "calculated",
                     {}});
    }

    const std::vector<FmuVariable>& all() const { return all_; }
    std::size_t states() const { return program_.coordinates.size() + program_.speeds.size() + program_.states.size(); }
    std::size_t first_input() const { return 1 + 2 * states() + program_.parameters.size(); }
    std::size_t first_output() const { return first_input() + program_.inputs.size(); }
    // Of a column of [y; w].
    std::size_t reference_of_column(std::size_t column) const {
        return column < states() ? 1 + column : first_input() + column - states();
    }
    // Value references; no list: it may depend on all.
    std::optional<std::vector<std::size_t>> needed_by(std::size_t reference) const {
        const bool is_output = reference >= first_output();
        const JacobianPattern* const pattern = is_output           ? outputs_pattern(program_)
                                               : program_.jacobian ? &*program_.jacobian
                                                                   : nullptr;
        if (pattern == nullptr) return {};
        const std::size_t row = reference - (is_output ? first_output() : 1 + states());
        std::set<std::size_t> found;
        for (std::size_t k = 0; k < pattern->rows.size(); ++k)
            if (pattern->rows[k] == row) found.insert(reference_of_column(pattern->columns[k]));
        return std::vector<std::size_t>(found.begin(), found.end());
    }

  private:
    void add(FmuVariable variable) {
        variable.name = unused(variable.name);
        taken_.insert(variable.name);
        all_.push_back(std::move(variable));
    }
    std::string unused(std::string name) const {
        while (taken_.contains(name)) name += "_";
        return name;
    }
    static std::string rate_unit(const std::string& unit) {
        if (unit.empty() || unit == "1") return "1/s";
        if (unit.ends_with("/s")) return unit + "^2";
        return unit.find_first_of("/*^ ") == std::string::npos ? unit + "/s" : "";
    }

    const Program& program_;
    std::vector<FmuVariable> all_;
    std::set<std::string> taken_;
};

class Description {
  public:
    Description(const Program& program, const FmuDescription& given)
        : program_(program), given_(given), variables_(program, given), is_third_(given.version == 3) {}

    std::string text() {
        xml_.PushHeader(false, true);
        xml_.OpenElement("fmiModelDescription");
        xml_.PushAttribute("fmiVersion", is_third_ ? "3.0" : "2.0");
        xml_.PushAttribute("modelName", program_.name.c_str());
        xml_.PushAttribute(is_third_ ? "instantiationToken" : "guid", given_.token.c_str());
        if (!program_.title.empty()) xml_.PushAttribute("description", program_.title.c_str());
        xml_.PushAttribute("generationTool", "lag");
        xml_.PushAttribute("variableNamingConvention", "flat");
        if (!is_third_) xml_.PushAttribute("numberOfEventIndicators", std::to_string(program_.events.size()).c_str());
        add_interface("ModelExchange");
        add_interface("CoSimulation");
        add_units();
        xml_.OpenElement("DefaultExperiment");
        for (const auto& [name, value] : {std::pair{"startTime", "0"}, {"stopTime", "10"}, {"stepSize", "0.01"}})
            xml_.PushAttribute(name, value);
        xml_.CloseElement();
        add_variables();
        add_structure();
        xml_.CloseElement();
        return std::string(xml_.CStr());
    }

  private:
    void add_interface(const char* kind) {
        const bool steps = std::string(kind) == "CoSimulation";
        xml_.OpenElement(kind);
        xml_.PushAttribute("modelIdentifier", program_.name.c_str());
        xml_.PushAttribute(is_third_ ? "canGetAndSetFMUState" : "canGetAndSetFMUstate", true);
        xml_.PushAttribute(is_third_ ? "canSerializeFMUState" : "canSerializeFMUstate", true);
        xml_.PushAttribute(is_third_ ? "providesDirectionalDerivatives" : "providesDirectionalDerivative",
                           program_.jacobian.has_value());
        if (is_third_) xml_.PushAttribute("providesAdjointDerivatives", program_.jacobian.has_value());
        if (steps) {
            xml_.PushAttribute("canHandleVariableCommunicationStepSize", true);
            if (!is_third_) xml_.PushAttribute("canInterpolateInputs", true);
        } else if (is_third_) {
            xml_.PushAttribute("needsCompletedIntegratorStep", true);
        }
        if (!is_third_) {
            xml_.OpenElement("SourceFiles");
            for (const std::string& source : given_.sources) {
                xml_.OpenElement("File");
                xml_.PushAttribute("name", source.c_str());
                xml_.CloseElement();
            }
            xml_.CloseElement();
        }
        xml_.CloseElement();
    }

    void add_units() {
        std::set<std::string> units;
        for (const FmuVariable& v : variables_.all())
            if (!v.unit.empty()) units.insert(v.unit);
        if (units.empty()) return;
        xml_.OpenElement("UnitDefinitions");
        for (const std::string& unit : units) {
            xml_.OpenElement("Unit");
            xml_.PushAttribute("name", unit.c_str());
            xml_.CloseElement();
        }
        xml_.CloseElement();
    }

    void push_common(const FmuVariable& v, std::size_t reference) {
        xml_.PushAttribute("name", v.name.c_str());
        xml_.PushAttribute("valueReference", std::to_string(reference).c_str());
        if (!v.text.empty()) xml_.PushAttribute("description", v.text.c_str());
        xml_.PushAttribute("causality", v.causality.c_str());
        xml_.PushAttribute("variability", v.variability.c_str());
        if (!v.initial.empty()) xml_.PushAttribute("initial", v.initial.c_str());
    }
    // `shift`: what FMI 2 counts from 1.
    void push_values(const FmuVariable& v, std::size_t shift) {
        if (!v.unit.empty()) xml_.PushAttribute("unit", v.unit.c_str());
        if (v.start) xml_.PushAttribute("start", shortest_decimal(*v.start).c_str());
        if (v.state_of_rate > 0) xml_.PushAttribute("derivative", std::to_string(v.state_of_rate + shift).c_str());
    }

    void add_variables() {
        xml_.OpenElement("ModelVariables");
        for (std::size_t k = 0; k < variables_.all().size(); ++k) {
            const FmuVariable& v = variables_.all()[k];
            xml_.OpenElement(is_third_ ? "Float64" : "ScalarVariable");
            push_common(v, k);
            if (is_third_) {
                push_values(v, 0);
            } else {
                xml_.OpenElement("Real");
                push_values(v, 1);
                xml_.CloseElement();
            }
            xml_.CloseElement();
        }
        xml_.CloseElement();
    }

    // `element`: Unknown in FMI 2, which counts variables from 1.
    void add_unknown(const char* element, std::size_t reference, bool with_dependencies) {
        xml_.OpenElement(element);
        xml_.PushAttribute(is_third_ ? "valueReference" : "index",
                           std::to_string(reference + (is_third_ ? 0 : 1)).c_str());
        const auto needed = with_dependencies ? variables_.needed_by(reference) : std::nullopt;
        if (needed) {
            std::string list;
            for (const std::size_t one : *needed)
                list += (list.empty() ? "" : " ") + std::to_string(one + (is_third_ ? 0 : 1));
            xml_.PushAttribute("dependencies", list.c_str());
        }
        xml_.CloseElement();
    }
    template <class Each>
    void group(const char* name, std::size_t count, const Each& each) {
        if (count == 0) return;
        if (!is_third_) xml_.OpenElement(name);
        for (std::size_t k = 0; k < count; ++k) each(k);
        if (!is_third_) xml_.CloseElement();
    }

    void add_structure() {
        const std::size_t n = variables_.states(), outputs = program_.outputs.size(), first = variables_.first_output();
        xml_.OpenElement("ModelStructure");
        group("Outputs", outputs,
              [&](std::size_t k) { add_unknown(is_third_ ? "Output" : "Unknown", first + k, true); });
        group("Derivatives", n, [&](std::size_t k) {
            add_unknown(is_third_ ? "ContinuousStateDerivative" : "Unknown", 1 + n + k, true);
        });
        group("InitialUnknowns", n + outputs, [&](std::size_t k) {
            add_unknown(is_third_ ? "InitialUnknown" : "Unknown", k < n ? 1 + n + k : first + k - n, false);
        });
        if (is_third_)
            for (std::size_t k = 0; k < program_.events.size(); ++k)
                add_unknown("EventIndicator", first + outputs + 1 + k, false);
        xml_.CloseElement();
    }

    const Program& program_;
    const FmuDescription& given_;
    Variables variables_;
    bool is_third_;
    tinyxml2::XMLPrinter xml_{nullptr, false};
};

}  // namespace

std::string model_description(const Program& program, const FmuDescription& given) {
    return Description(program, given).text();
}

std::string build_description(const Program& program, const FmuDescription& given) {
    tinyxml2::XMLPrinter xml(nullptr, false);
    xml.PushHeader(false, true);
    xml.OpenElement("fmiBuildDescription");
    xml.PushAttribute("fmiVersion", "3.0");
    xml.OpenElement("BuildConfiguration");
    xml.PushAttribute("modelIdentifier", program.name.c_str());
    xml.OpenElement("SourceFileSet");
    xml.PushAttribute("language", "C99");
    for (const std::string& source : given.sources) {
        xml.OpenElement("SourceFile");
        xml.PushAttribute("name", source.c_str());
        xml.CloseElement();
    }
    xml.OpenElement("PreprocessorDefinition");
    xml.PushAttribute("name", "FMI_VERSION");
    xml.PushAttribute("value", "3");
    xml.CloseElement();
    xml.CloseElement();
    xml.OpenElement("Library");
    xml.PushAttribute("name", "m");
    xml.CloseElement();
    xml.CloseElement();
    xml.CloseElement();
    return xml.CStr();
}

}  // namespace lag
