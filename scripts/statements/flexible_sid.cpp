// Flexible bodies from files of standard input data (sid_file.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "scripts/statements/flexible.hpp"
#include "scripts/statements/sid_file.hpp"

namespace lag {

namespace {

Expr parameter_named(Call& call, const std::string& name, const Rational& value) {
    Description& description = call.description();
    const std::vector<Parameter>& known = description.model().parameters;
    const auto place = std::ranges::find(known, name, &Parameter::name);
    const ParameterIndex index{static_cast<std::size_t>(place - known.begin())};
    if (place == known.end()) {
        // `flexible`, or a later `node` that reads other numbers of the file
        if (call.interpreter.binding(name) != nullptr)
            call.fail(call.node,
                      fmt::format("'{}' is a variable with a value, and a parameter of the file has this name", name),
                      "choose another name for the variable or for the body");
        description.declare(name, Role::parameter, call.place(call.node));
        description.change_model(ModelPart::start)
            .parameters.push_back({name, description.graph().constant(value), "", ""});
    }
    return symbol(description.model(), index);
}

}  // namespace

FlexibleForm read_sid_form(Call& call, BodyIndex b) {
    const Syntax& at = call.argument("sid");
    const Value& given = call.value("sid");
    FlexibleForm form{.body = b, .beam = {}, .sid = {}};
    const std::string script = call.place(at).position().file;
    try {
        const std::string file = (std::filesystem::path(script).parent_path() / given.text()).string();
        form.sid = std::make_shared<const Sid>(read_sid(file));
        call.description().read_files.insert(file);
        require_sid(*form.sid);
    } catch (const ModelError& error) {
        call.fail(at, error.what(), error.hint());
    }
    return form;
}

SidNumber sid_numbers(Call& call, const FlexibleForm& form) {
    Graph& graph = call.description().graph();
    if (!form.sid_parameters)
        return [&graph](const std::string&, const Rational& value) { return graph.constant(value); };
    const std::string body = call.description().model().body(form.body).name + "_";
    return [&call, body](const std::string& name, const Rational& value) {
        return parameter_named(call, body + name, value);
    };
}

}  // namespace lag
