#include "scripts/language/entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/comma_list.hpp"

namespace lag {

namespace {

bool is_entry(const Syntax& node) {
    return node->kind == NodeKind::relation && node->text == "=" && node->children.size() == 2 &&
           node->children[0]->kind == NodeKind::name;
}

}  // namespace

Entries::Entries(Call& call, const Syntax& list, DeclaredArguments declared, std::string what,
                 const std::string& example)
    : call_(call), declared_(std::move(declared)), what_(std::move(what)) {
    const auto refuse = [&](const Syntax& at) {
        call.fail(at, fmt::format("{} is {}", what_, arguments::some_entries.words), example);
    };
    if (list->kind != NodeKind::list) refuse(list);
    for (const Syntax& node : list->children) {
        if (!is_entry(node)) refuse(node);
        const std::string& name = node->children[0]->text;
        if (std::ranges::find(declared_, name, &DeclaredArgument::keyword) == declared_.end()) {
            const std::string close = did_you_mean(name, names());
            call.fail(node, fmt::format("{} has no '{}'", what_, name),
                      close.empty() ? "it may have " + comma_list(names()) : fmt::format("did you mean '{}'?", close));
        }
        if (has(name)) call.fail(node, fmt::format("{}: '{}' is given twice", what_, name));
        given_.push_back({name, node->children[1]});
    }
}

const Syntax* Entries::first(const Syntax& list, const std::string& name) {
    if (list->kind != NodeKind::list) return nullptr;
    for (const Syntax& node : list->children)
        if (is_entry(node) && node->children[0]->text == name) return &node->children[1];
    return nullptr;
}

std::vector<std::string> Entries::names() const {
    std::vector<std::string> all;
    for (const DeclaredArgument& entry : declared_) all.push_back(entry.keyword);
    return all;
}

std::vector<std::string> Entries::given_names() const {
    std::vector<std::string> all;
    for (const Given& entry : given_) all.push_back(entry.name);
    return all;
}

const DeclaredArgument& Entries::declared(const std::string& name) const {
    const auto found = std::ranges::find(declared_, name, &DeclaredArgument::keyword);
    if (found != declared_.end()) return *found;
    throw InternalError(
        fmt::format("{} reads the entry {} of {}, which it does not declare", call_.built_in.name, name, what_));
}

const Entries::Given* Entries::given(const std::string& name) const {
    const std::string& known = declared(name).keyword;
    const auto found = std::ranges::find(given_, known, &Given::name);
    return found == given_.end() ? nullptr : &*found;
}

const Syntax& Entries::argument(const std::string& name) const {
    if (const Given* const entry = given(name)) return entry->value;
    throw InternalError(
        fmt::format("{} reads the entry {} of {}, which is left out", call_.built_in.name, name, what_));
}

Value Entries::value(const std::string& name) const {
    const Syntax& at = argument(name);
    Value value = call_.interpreter.evaluate(at);
    const ArgumentType& type = declared(name).type;
    if (type.fits != nullptr && !type.fits(value)) call_.expected(type.words, value, at);
    return value;
}

}  // namespace lag
