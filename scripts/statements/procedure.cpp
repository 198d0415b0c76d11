#include "scripts/statements/procedure.hpp"

#include <fmt/format.h>

#include "core/routine_names.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "emitters/procedures/read_user_procedure.hpp"
#include "emitters/procedures/texts.hpp"
#include "scripts/statements/argument_types.hpp"
#include "scripts/statements/description.hpp"

namespace lag {

namespace {

using procedures::Procedure;

// "a parameter of the model", "a variable of the script"; "" for a name without a meaning.
std::string meaning_of(const Call& call, const std::string& name) {
    if (const Declaration* const declared = call.description().declaration(name)) {
        const std::string role = name_of(declared->role);
        const bool has_vowel = role.find_first_of("aeiou") == 0;
        return fmt::format("{}{} of the model", has_vowel ? "an " : "a ", role);
    }
    if (name == "t") return "the time";
    return call.interpreter.binding(name) != nullptr ? "a variable of the script" : "";
}

std::string name_of_procedure(const Call& call) {
    const Syntax& at = call.argument(0);
    if (at->kind != NodeKind::name) call.fail(at, "a procedure has a name here");
    const std::string& name = at->text;
    const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    constexpr std::size_t longest = 40;
    if (std::isalpha(static_cast<unsigned char>(name[0])) == 0 || !std::ranges::all_of(name, is_plain) ||
        name.find("__") != std::string::npos || name.size() > longest)
        call.fail(at, fmt::format("'{}' cannot be the name of a procedure", name),
                  "letters, digits and single _, a letter first, at most 40 characters");
    const std::string meaning = meaning_of(call, name);
    if (!meaning.empty()) call.fail(at, fmt::format("'{}' is {} already", name, meaning), "choose another name");
    if (call.interpreter.find_built_in(name) != nullptr)
        call.fail(at, fmt::format("'{}' is a word of the language", name), "choose another name");
    if (routine_named(name) || procedures::procedure_named(name) != nullptr || procedures::is_size(name))
        call.fail(at, fmt::format("a procedure cannot be called '{}': the emitted code uses that name", name),
                  "choose another name");
    for (const ExternalRoutine& called : call.description().model().externals)
        if (called.name == name)
            call.fail(at, fmt::format("'{}' is called already", name),
                      "state a procedure before it is called, and once");
    return name;
}

// Beside each procedure its derivatives may be emitted, as a procedure with a name of its own.
void refuse_names_of_slopes(const Call& call, const Procedure& read) {
    for (const auto& [name, other] : call.description().procedures)
        for (const auto& [taken, by] : {std::pair(&read, other.get()), std::pair(std::as_const(other).get(), &read)})
            if (by->slopes && by->slopes->name == taken->name)
                call.fail(
                    call.argument(0),
                    fmt::format("the derivatives of '{}' are called '{}' in the emitted code", by->name, taken->name),
                    "choose another name for one of the two procedures");
}

// In values, indexes and conditions; what an assignment or a call sets is not read by it.
bool is_read(const procedures::Block& block, std::size_t variable) {
    using procedures::Expression, procedures::Statement;
    return std::ranges::any_of(block, [&](const Statement& s) {
        for (std::size_t k = 0; k < s.operands.size(); ++k) {
            const Expression& e = s.operands[k];
            const bool is_set = (s.kind == Statement::Kind::assign && k == 0) ||
                                (s.kind == Statement::Kind::call && s.dummies[k].intent == Argument::Intent::out);
            if (!is_set && procedures::mentions(e, variable)) return true;
            for (const Expression& index : e.operands)
                if (is_set && procedures::mentions(index, variable)) return true;
        }
        return std::ranges::any_of(s.bodies, [&](const procedures::Block& body) { return is_read(body, variable); });
    });
}

// Compilers would warn of them in each emitted file.
void warn_of_unused_locals(Call& call, const Procedure& read) {
    const SyntaxNode& body = *call.argument(3);
    if (body.kind != NodeKind::call || body.children.size() < 2 || body.children[1]->kind != NodeKind::list) return;
    for (const Syntax& local : body.children[1]->children)
        for (std::size_t k = read.arguments; k < read.variables.size(); ++k) {
            const procedures::Variable& v = read.variables[k];
            if (v.offset != local->begin || v.use == procedures::Variable::Use::loop || is_read(read.body, k)) continue;
            const bool is_set = procedures::mentions(read.body, k);
            call.interpreter.warning(local, fmt::format("the local '{}' of '{}' is {}", v.name, read.name,
                                                        is_set ? "set and never read" : "never used"));
        }
}

Value procedure(Call& call) {
    Description& description = call.description();
    const std::string name = name_of_procedure(call);
    const procedures::Surroundings surroundings{[&](const std::string& other) {
                                                    const auto found = description.procedures.find(other);
                                                    return found == description.procedures.end() ? nullptr
                                                                                                 : found->second;
                                                },
                                                [&](const std::string& other) { return meaning_of(call, other); }};
    const auto read = procedures::read_user_procedure(*call.node, call.place(call.node).source, surroundings);
    refuse_names_of_slopes(call, *read);
    warn_of_unused_locals(call, *read);
    description.procedures[name] = read;
    return {};
}

// "tire(alpha, Fz, k[3])"
std::string signature(const Procedure& procedure, Argument::Intent intent) {
    std::string list;
    for (std::size_t k = 0; k < procedure.arguments; ++k) {
        const procedures::Variable& v = procedure.variables[k];
        if (v.intent != intent) continue;
        list += (list.empty() ? "" : ", ") + v.name;
        if (!v.is_scalar()) list += fmt::format("[{}]", procedures::length_of(v));
    }
    return fmt::format("[{}]", list);
}

std::vector<GivenElement> elements(Call& call, const Procedure& procedure, std::size_t position,
                                   Argument::Intent intent) {
    const bool is_in = intent == Argument::Intent::in;
    const Syntax& at = call.argument(position);
    const std::vector<Value> given =
        call.items(call.value(position), at, is_in ? "a list of arguments" : "a list of new names for the results");
    std::vector<const procedures::Variable*> wanted;
    for (std::size_t k = 0; k < procedure.arguments; ++k)
        if (procedure.variables[k].intent == intent) wanted.push_back(&procedure.variables[k]);
    const std::string what = is_in ? "argument" : "result";
    if (given.size() != wanted.size())
        call.fail(at,
                  fmt::format("'{}' has {} {}{}, not {}", procedure.name, wanted.size(), what,
                              wanted.size() == 1 ? "" : "s", given.size()),
                  "they are " + signature(procedure, intent));
    std::vector<GivenElement> list;
    for (std::size_t k = 0; k < given.size(); ++k) {
        const Syntax& entry = Call::entry(at, k);
        if (wanted[k]->is_scalar()) {
            if (given[k].is_list())
                call.fail(entry, fmt::format("'{}' of '{}' is a number, not a list", wanted[k]->name, procedure.name));
            list.push_back({given[k], entry});
            continue;
        }
        const std::size_t length = procedures::length_of(*wanted[k]);
        if (!given[k].is_list() || given[k].items().size() != length)
            call.fail(entry,
                      fmt::format("'{}' of '{}' is an array of {}{}", wanted[k]->name, procedure.name, length,
                                  given[k].is_list() ? ", not of " + std::to_string(given[k].items().size()) : ""),
                      fmt::format("write a list of {}{}", length, is_in ? " values" : " new names"));
        for (std::size_t i = 0; i < length; ++i) list.push_back({given[k].items()[i], Call::entry(entry, i)});
    }
    return list;
}

}  // namespace

std::vector<GivenElement> given_to_procedure(Call& call, const Procedure& procedure) {
    return elements(call, procedure, 1, Argument::Intent::in);
}
std::vector<GivenElement> taken_from_procedure(Call& call, const Procedure& procedure) {
    return elements(call, procedure, 2, Argument::Intent::out);
}

std::vector<BuiltIn> procedure_statements() {
    using namespace arguments;
    return {
        {"procedure",
         {required("name", a_new_name, "what external(name, ..) and emit(.., function = name) call it"),
          required("[arguments]", some_names, "scalars x and arrays x[3]"),
          required("[results]", some_names, "scalars and arrays that every way through assigns"),
          required("block([locals], statement, ..)", a_value,
                   "what is done; with one statement the block may be left out")},
         "a routine with loops and branches, run where the model is evaluated and written in every language; "
         "external(name, [..], [..]) calls it",
         "procedure(saturated, [x], [y], if abs(x) < 1 then y: x elseif x > 0 then y: 1 else y: -1)$",
         procedure,
         true},
    };
}

}  // namespace lag
