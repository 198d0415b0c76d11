// Program -> a Python module and the C source that it compiles when it is first imported. The source is the C header,
// then for each routine a function with one signature for all:
//   lag_python_<routine>(n, at, step): for k < n the routine with argument i at at[i] + k*step[i] elements
// A step of 0 gives all states the same. The module (templates/module.py) knows each routine's arguments.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/errors.hpp"
#include "core/info_words.hpp"
#include "emitters/writers/index_names.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/name_tables.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

using Intent = Argument::Intent;

constexpr std::size_t line_width = 118;
constexpr std::size_t longest_place_name = 63;  // of a place, as in the C source
constexpr std::size_t most_elements = 24;       // of an argument that are named in a docstring

// A routine as the module calls it. m_assemble has no entry among a program's routines.
struct Callable {
    std::string name, text;
    std::vector<Argument> arguments;
};

bool is_named_info(const Argument& argument) {
    return argument.name == "info";
}

std::vector<Callable> callables(const Program& program, const std::vector<const Routine*>& routines,
                                const EmitOptions& options) {
    std::vector<Callable> all;
    for (const Routine* routine : routines) {
        if (routine->instead_of_lanes) continue;  // stands with the other
        if (routine->name == to_string(RoutineName::mass_matrix_constants) ||
            routine->name == to_string(RoutineName::mass_matrix_update))
            continue;  // to save time that a call from here costs
        Callable one{routine->name, routine->text, {}};
        for (const Argument& argument : routine->arguments)
            if (argument.intent != Intent::local) one.arguments.push_back(argument);
        all.push_back(std::move(one));
    }
    const auto add_procedure = [&](RoutineName name, const std::string& text) {
        all.push_back({to_string(name), text, procedure_arguments(program, name)});
    };
    if (has_assembly_loop(routines))
        add_procedure(RoutineName::assemble,
                      "the consistent coordinates nearest to q, by at most limit steps of Newton's method");
    for (const RoutineName name : options.procedures) add_procedure(name, meaning_of(name));
    return all;
}

// -- the C source

std::string looped(const Program& program, const Callable& routine) {
    std::string text =
        fmt::format("\nvoid lag_python_{}(long long n, void* const* at, const long long* step) {{\n", routine.name);
    std::vector<std::string> call;
    std::size_t place = 0;
    for (const Argument& argument : routine.arguments) {
        const bool is_in = argument.intent == Intent::in;
        const std::string type =
            fmt::format("{}{}*", is_in ? "const " : "", argument.type == Argument::Type::integer ? "int" : "double");
        text += fmt::format("    {0} const a{1} = ({0})at[{1}];\n    const long long s{1} = step[{1}];\n", type, place);
        const bool by_value = is_in && argument.shape.empty();
        call.push_back(by_value ? fmt::format("a{0}[k*s{0}]", place) : fmt::format("a{0} + k*s{0}", place));
        ++place;
    }
    return text + fmt::format("    for (long long k = 0; k < n; ++k)\n        {}_{}({});\n}}\n", program.name,
                              routine.name, fmt::join(call, ", "));
}

// -- the module

std::string python_text(const std::string& text) {
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c == '\n' ? ' ' : c);
    return result + "\"";
}

// A comment's text in a docstring of three quotes.
std::string plain(std::string text) {
    for (char& c : text)
        if (c == '"' || c == '\\') c = '\'';
    return text;
}

std::string list_literal(const std::string& name, const std::vector<std::string>& entries) {
    std::string text = name + " = [", line = text;
    std::string all;
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const std::string entry = entries[k] + (k + 1 < entries.size() ? "," : "");
        if (line.size() + 1 + entry.size() > line_width) {
            all += line + "\n";
            line = "    " + entry;
        } else {
            line += (k == 0 ? "" : " ") + entry;
        }
    }
    return fmt::format("{}{}]\n", all, line);
}

// What info says of most routines, and of those that have words of their own, from 1.
std::string failures_text(const Program& program) {
    const auto texts = [&](std::optional<RoutineName> routine) {
        std::vector<std::string> found;
        for (std::size_t info = 1; info <= program.info_codes().largest(); ++info)
            found.push_back(python_text(plain(program.info_text(info, routine))));
        return found;
    };
    const std::vector<std::string> common = texts({});
    std::string text = list_literal("_FAILURES", common) + "_FAILURES_OF = {}\n";
    for (const RoutineName routine : routines_with_info_words())
        text += list_literal(fmt::format("_FAILURES_OF[{}]", python_text(to_string(routine))), texts(routine));
    return text;
}

// What `from module import *` brings: everything public but np, which is numpy's name wherever the module is used.
std::string all_text(const Program& program, const std::vector<Callable>& routines,
                     const std::vector<std::string>& added) {
    std::vector<std::string> names{"Failure"};
    for (const Extent& extent : program.sizes)
        if (extent.name != "np") names.push_back(extent.name);
    for (const IndexNames& table : index_names(program, longest_place_name))
        names.insert(names.end(), table.names.begin(), table.names.end());
    for (const NameTable& table : name_tables(program)) names.push_back(table.name);
    for (const IndexTable& table : index_tables(program)) names.push_back(table.name);
    for (const NumberTable& table : number_tables(program)) names.push_back(table.name);
    for (const Callable& routine : routines) names.push_back(routine.name);
    names.insert(names.end(), added.begin(), added.end());
    for (std::string& name : names) name = python_text(name);
    return list_literal("__all__", names);
}

std::string tables_text(const Program& program, const std::string& source) {
    std::string text;
    std::vector<std::string> sources{python_text(source)};
    if (!program.externals.empty()) sources.push_back(python_text(program.name + "_external.c"));
    text += list_literal("_SOURCES", sources);
    for (const Extent& extent : program.sizes) text += fmt::format("{} = {}\n", extent.name, extent.value);
    for (const IndexNames& table : index_names(program, longest_place_name))
        for (const std::string& line : index_definitions(table, "", 0)) text += line + "\n";
    for (const NameTable& table : name_tables(program)) {
        std::vector<std::string> entries;
        for (const std::string& entry : table.entries) entries.push_back(python_text(entry));
        text += list_literal(table.name, entries);
    }
    for (const IndexTable& table : index_tables(program)) {
        std::vector<std::string> entries;
        for (const std::size_t entry : table.entries) entries.push_back(std::to_string(entry));
        text += list_literal(table.name, entries);
    }
    for (const NumberTable& table : number_tables(program)) {
        std::vector<std::string> entries;
        for (const int entry : table.entries) entries.push_back(std::to_string(entry));
        text += list_literal(table.name, entries);
    }
    return text + failures_text(program);
}

// What an argument holds, by the routines' conventional names.
std::vector<TableRow> elements_of(const Program& program, const std::string& argument) {
    const auto joined = [](std::initializer_list<const std::vector<TableRow>*> tables) {
        std::vector<TableRow> all;
        for (const auto* table : tables) all.insert(all.end(), table->begin(), table->end());
        return all;
    };
    if (argument == "q") return program.coordinates;
    if (argument == "u") return program.speeds;
    if (argument == "s") return program.states;
    if (argument == "y") return joined({&program.coordinates, &program.speeds, &program.states});
    if (argument == "w") return program.inputs;
    if (argument == "p") return program.parameters;
    if (argument == "o") return program.outputs;
    return {};
}

std::string shape_text(const Argument& argument) {
    std::vector<std::size_t> extents;
    for (const Extent& extent : argument.shape) extents.push_back(extent.value);
    return fmt::format("({}{})", fmt::join(extents, ", "), extents.size() == 1 ? "," : "");
}

// Names that mean something else in Python.
std::string in_python(const std::string& name) {
    return name == "lambda" ? "lambda_" : name;
}

std::string described(const Program& program, const Argument& argument) {
    const std::string name = argument.intent == Intent::out ? argument.name : in_python(argument.name);
    std::string text = fmt::format("        {}{}", name, argument.shape.empty() ? "" : " " + shape_text(argument));
    if (argument.name == "t") text += ": time, s";
    std::string names;
    std::size_t count = 0;
    // an argument of the same name may be something else: p of m_event
    const std::vector<TableRow> elements = elements_of(program, argument.name);
    const bool is_that = elements.size() == argument.elements() && argument.intent != Intent::out;
    for (const TableRow& row : is_that || argument.name != "p" ? elements : std::vector<TableRow>{}) {
        if (count++ == most_elements) {
            names += ", ...";
            break;
        }
        names += (names.empty() ? "" : ", ") + row.name + (row.unit.empty() ? "" : fmt::format(" [{}]", row.unit));
    }
    if (!names.empty()) text += ": " + names;
    std::string wrapped, line;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = text.find(' ', begin + 1);
        if (end == std::string::npos) end = text.size();
        if (line.size() + end - begin > line_width) {
            wrapped += line + "\n";
            line = "           ";
        }
        line += text.substr(begin, end - begin);
        begin = end;
    }
    return plain(wrapped + line) + "\n";
}

// What stands in the head of a routine.
std::string default_of(const Argument& argument) {
    if (argument.name == "w" || argument.name == "c" || argument.name == "held") return "None";
    if (argument.name == "tolerance") return "1e-12";
    if (argument.name == "limit") return "100";
    return {};
}

// What None means: the expression that takes its place.
std::string in_place_of_none(const Program& program, const Callable& routine, const Argument& argument) {
    if (argument.name == "c") return "_default_constants()";
    if (argument.name == "held") return "_nothing_held";
    const bool has_flags = program.find(RoutineName::flags) != nullptr;
    return routine.name != to_string(RoutineName::flags) && has_flags ? "_first_inputs()" : "_no_inputs";
}

std::string kind_text(const Argument& argument) {
    return argument.type == Argument::Type::integer ? "_np.intc" : "float";
}

std::string definition(const Program& program, const Callable& routine) {
    std::vector<const Argument*> inputs, outputs;
    bool has_info = false;
    for (const Argument& argument : routine.arguments) {
        if (is_named_info(argument))
            has_info = true;
        else
            (argument.intent == Intent::out ? outputs : inputs).push_back(&argument);
    }
    // a default stands only after arguments that all have one
    std::size_t first_default = inputs.size();
    while (first_default > 0 && !default_of(*inputs[first_default - 1]).empty()) --first_default;
    std::vector<std::string> parameters, names, in, out, changed;
    std::string takes, gives, fill;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        const Argument& argument = *inputs[k];
        const std::string name = in_python(argument.name), value = default_of(argument);
        parameters.push_back(name + (k >= first_default ? "=" + value : ""));
        names.push_back(name);
        in.push_back(fmt::format("({}, {}, {})", python_text(name), shape_text(argument), kind_text(argument)));
        takes += described(program, argument);
        if (argument.intent == Intent::inout) {
            changed.push_back(std::to_string(k));
            gives += described(program, argument);
        }
        if (value == "None")
            fill += fmt::format("    if {0} is None:\n        {0} = {1}\n", name,
                                in_place_of_none(program, routine, argument));
    }
    for (const Argument* argument : outputs) {
        out.push_back(
            fmt::format("({}, {}, {})", python_text(argument->name), shape_text(*argument), kind_text(*argument)));
        gives += described(program, *argument);
    }
    if (has_info) parameters.emplace_back("with_info=False");
    const auto tuple = [](const std::vector<std::string>& entries) {
        return fmt::format("({}{})", fmt::join(entries, ", "), entries.size() == 1 ? "," : "");
    };
    return fmt::format(
        "\n\n_{0} = _Routine({1}, [{2}],\n    [{3}], [{4}], {5})\n\n\ndef {0}({6}):\n    \"\"\"{7}\n\n    "
        "Takes{8}\n{9}\n"
        "    Gives\n{10}    \"\"\"\n{11}    return _{0}({12}, {13})\n",
        routine.name, python_text(routine.name), fmt::join(in, ", "), fmt::join(changed, ", "), fmt::join(out, ", "),
        has_info ? "True" : "False", fmt::join(parameters, ", "), plain(routine.text), inputs.empty() ? " nothing" : "",
        takes, gives, fill, tuple(names), has_info ? "with_info" : "False");
}

// Inputs 0, flags at their first values.
constexpr const char* first_inputs_text =
    "\n\n_first = None\n\n\ndef _first_inputs():\n    global _first\n    if _first is None:\n"
    "        _first = flags(defaults(), _no_inputs)\n        _first.flags.writeable = False\n    return _first\n";

// The head and the call of a function beside `routine` in which w and c come last, and may be left out.
struct Wrapped {
    std::string head, call;
};
Wrapped with_last_defaults(const Callable& routine) {
    std::vector<std::string> first, last, call;
    for (const Argument& argument : routine.arguments) {
        if (argument.intent == Intent::out) continue;
        call.push_back(in_python(argument.name));
        if (default_of(argument).empty())
            first.push_back(call.back());
        else
            last.push_back(call.back() + "=None");
    }
    first.insert(first.end(), last.begin(), last.end());
    return {fmt::format("{}", fmt::join(first, ", ")), fmt::format("{}", fmt::join(call, ", "))};
}

// A jacobian as a full matrix, what control design asks for, or second derivatives, both triangles. `of`: what is
// differentiated, ydot, o or r.
std::string full_matrix(const Program& program, const Callable& routine, const std::string& of, bool is_second) {
    const Wrapped wrapped = with_last_defaults(routine);
    const std::string s = program.states.empty() ? "" : ", states";
    const std::string meaning =
        is_second ? fmt::format(
                        "second derivatives of v @ {} as a full matrix, or one for each state: rows and columns "
                        "as\n    hessian_column_names",
                        of)
                  : fmt::format(
                        "derivatives of {} as a full matrix, or one for each state: rows as {}_row_names, "
                        "columns as\n    jacobian_column_names (coordinates, speeds{} and what else was chosen)",
                        of, routine.name, s);
    const std::string shape = is_second ? "nhc, nhc" : fmt::format("len({}_row_names), nj", routine.name);
    return fmt::format(
        "\n\ndef {0}_matrix({1}):\n    \"\"\"{2}\"\"\"\n    entries = {0}({3})\n"
        "    full = _np.zeros(entries.shape[:-1] + ({4}))\n"
        "    full[..., {0}_rows, {0}_columns] = entries\n{5}    return full\n",
        routine.name, wrapped.head, meaning, wrapped.call, shape,
        is_second ? fmt::format("    full[..., {0}_columns, {0}_rows] = entries\n", routine.name) : "");
}

// What has such a matrix beside it.
struct Differentiated {
    const char* of;
    RoutineName jacobian, hessian;
};
constexpr std::array differentiated{
    Differentiated{"ydot", RoutineName::jacobian, RoutineName::hessian},
    Differentiated{"o", RoutineName::outputs_jacobian, RoutineName::outputs_hessian},
    Differentiated{"r", RoutineName::inverse_dynamics_jacobian, RoutineName::inverse_dynamics_hessian}};

// vjp and jvp of ydot, with w and c where they may be left out.
std::string product_text(const std::string& name, const std::string& vector, RoutineName routine,
                         const std::string& text) {
    return fmt::format(
        "\n\ndef {0}(t, y, {1}, w=None, c=None):\n    \"\"\"{2}, for one state or for many\"\"\"\n"
        "    return {3}(t, y, w, c, {1})\n",
        name, vector, text, to_string(routine));
}

}  // namespace

std::string python_source(const Program& program, const std::vector<const Routine*>& routines,
                          const EmitOptions& options) {
    std::string text = c_text(program, routines, options) +
                       "\n/* what the Python module calls: n states, step[i] elements from one to the next */\n";
    for (const Callable& routine : callables(program, routines, options)) text += looped(program, routine);
    return text;
}

std::string python_module(const Program& program, const std::vector<const Routine*>& routines,
                          const std::string& source, const EmitOptions& options) {
    const std::vector<Callable> all = callables(program, routines, options);
    std::string definitions;
    for (const Callable& routine : all) definitions += definition(program, routine);
    const auto find = [&](RoutineName name) {
        const auto found = std::ranges::find(all, to_string(name), &Callable::name);
        return found == all.end() ? nullptr : &*found;
    };
    const auto has = [&](RoutineName name) { return find(name) != nullptr; };
    std::vector<std::string> added;
    for (const Differentiated& one : differentiated)
        for (const RoutineName name : {one.jacobian, one.hessian})
            if (const Callable* routine = find(name)) {
                definitions += full_matrix(program, *routine, one.of, name == one.hessian);
                added.push_back(routine->name + "_matrix");
            }
    if (has(RoutineName::tangent)) {
        definitions += product_text("jvp", "d", RoutineName::tangent,
                                    "the derivative of ydot in the direction d of tangent_column_names");
        added.emplace_back("jvp");
    }
    if (has(RoutineName::adjoint)) {
        definitions +=
            product_text("vjp", "v", RoutineName::adjoint, "the derivatives of v @ ydot by adjoint_column_names");
        added.emplace_back("vjp");
    }
    if (has(RoutineName::flags)) definitions += first_inputs_text;
    while (definitions.starts_with("\n")) definitions.erase(0, 1);
    while (definitions.ends_with("\n")) definitions.pop_back();
    const std::string external =
        program.externals.empty() ? "" : "; the routines that the model calls belong there, in C";
    return filled_template(
        "module.py", {{"TITLE", plain(program.title.empty() ? program.name : program.title)},
                      {"SOURCE", source},
                      {"NY", program.states.empty() ? "nq+nu" : "nq+nu+ns"},
                      {"TABLES", fmt::format("{}\n{}", all_text(program, all, added), tables_text(program, source))},
                      {"EXTERNAL", external},
                      {"ROUTINES", "\n" + definitions},
                      {"M", program.name}});
}

void check_python_names(const Program& program, const std::string& stem) {
    static constexpr std::array keywords{"False",  "None",   "True",   "and",      "as",     "assert",   "async",
                                         "await",  "break",  "class",  "continue", "def",    "del",      "elif",
                                         "else",   "except", "for",    "from",     "global", "if",       "import",
                                         "in",     "is",     "lambda", "not",      "or",     "pass",     "raise",
                                         "return", "try",    "while",  "with",     "yield",  "nonlocal", "finally"};
    const auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const bool starts_well = !stem.empty() && std::isdigit(static_cast<unsigned char>(stem.front())) == 0;
    if (!starts_well || !std::ranges::all_of(stem, is_plain) ||
        std::ranges::any_of(keywords, [&](const char* word) { return stem == word; }))
        throw ModelError(fmt::format("'{}' is no name of a Python module", stem),
                         "letters, digits and _, not a digit first, no word of the language");
    check_c_names(program);
}

}  // namespace lag
