// All built-in functions and statements of a script: those of the language and those that describe a mechanism; and
// scripts run with them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/model.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/language/built_in.hpp"
#include "scripts/language/mechanics.hpp"
#include "scripts/statements/body_shape.hpp"

namespace lag {

struct EmitRequest;  // emit_request.hpp

const BuiltInTable& built_ins();
const BuiltIn* find_built_in(const std::string& name);  // null: there is none of that name

struct ScriptResult {
    Model model;  // of the last model statement
    std::vector<std::shared_ptr<const EmitRequest>> emit_requests;
    std::vector<OutputFile> saved_files;
    std::vector<TrimRequest> trim_requests;   // of that model, in order
    std::map<Subject, Place> places;          // of that model: the statements that errors found later on point at
    bool rows_reported = false;               // notes on dependent constraint rows of that model were printed
    std::vector<std::string> loaded_files;    // by load(), in order
    std::vector<std::string> unused_defines;  // names that the script neither read nor assigned
    std::vector<std::string> variables;       // global variables and functions
    std::vector<Expr> values;                 // of the expressions that were asked for
    std::vector<BodyShape> shapes;            // of that model's bodies, in declared order
};

// A text from elsewhere, one expression: its errors are placed in it. It may hold what an output may.
Expr value_of_expression(Interpreter& interpreter, const Script& expression);

// Runs a whole script. InputError: the script is wrong. Emit requests are only collected. Behind the last statement the
// values of `expressions` are formed, each a text of one expression of its own.
ScriptResult interpret(const Script& script, Mechanics& mechanics, const InterpretOptions& options = {},
                       const std::vector<Script>& expressions = {});

}  // namespace lag
