// What the command line gives a run: inputs as functions of time, and start values, both as expressions of
// the script's language.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"
#include "scripts/pipeline/pipeline.hpp"

namespace lag {

// A model that stands ready, with the values of expressions: at the prompt.
using ModelSource = std::function<DescribedModel(const std::vector<Script>& expressions)>;

// Each --input, --initial and --motion, split. `kept`: asked of each input; true where it is none of these but stays in the
// equations, to be given by a table.
struct GivenTexts {
    std::vector<std::pair<std::string, std::string>> inputs, initial;
    std::function<std::vector<bool>(const Model& model, const std::vector<TrimRequest>& trims)> kept = {};
    std::vector<std::pair<std::string, std::string>> motions = {};
    ModelSource described = {};  // in place of a file; may be empty
};

struct GivenModel {
    Model model;  // of the script alone
    // by the model's inputs, of time and parameters; none: 0; the input's own symbol where it is kept
    std::vector<Expr> inputs;
    std::vector<std::pair<std::string, Expr>> initial;  // of parameters, by name
    std::vector<BodyShape> shapes;
    std::vector<std::string> files;                          // that the script has loaded
    std::vector<std::pair<std::string, Expr>> motions = {};  // of time and parameters, by name
    std::vector<TrimRequest> trims = {};                     // of the script, in order
};

// The model of a script file, with what is given, in its graph. Derivatives of inputs follow. InputError at the place
// in the text that was given; ModelError.
GivenModel given_model(const std::string& file, const GivenTexts& texts, const PipelineOptions& options);

}  // namespace lag
