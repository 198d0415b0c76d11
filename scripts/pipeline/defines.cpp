#include "scripts/pipeline/defines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "core/errors.hpp"
#include "scripts/files/library.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag {

namespace fs = std::filesystem;

std::string script_text(const std::string& file) {
    constexpr std::size_t most = (std::size_t{16} << 20) + 1;
    std::error_code error;
    if (fs::is_directory(file, error)) throw ModelError(fmt::format("'{}' is a folder, not a script", file));
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw ModelError(fmt::format("cannot read '{}': {}", file, std::strerror(errno)));
    std::string text;
    std::array<char, 65536> part{};
    while (stream && text.size() < most) {
        stream.read(part.data(), static_cast<std::streamsize>(std::min(part.size(), most - text.size())));
        text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    }
    if (stream.bad()) throw ModelError(fmt::format("cannot read '{}'", file));
    return text;
}

namespace {

// A definition's expression, all of whose nodes stand where the default stood: messages point into the script.
Syntax moved_to(const Syntax& node, std::size_t begin, std::size_t end) {
    if (node == nullptr) return node;
    auto moved = std::make_shared<SyntaxNode>(*node);
    moved->begin = begin, moved->end = end;
    for (Syntax& child : moved->children) child = moved_to(child, begin, end);
    return moved;
}

class Rewriter {
  public:
    explicit Rewriter(const Defines& defines) {
        for (const auto& [name, text] : defines) {
            const Script value = parse(text, "--define " + name);
            if (!value.statements.empty()) values_[name] = value.statements.front().expression;
        }
    }

    std::set<std::string> parameters;  // defined names that turned out to be parameters

    Script rewritten(Script script) {
        for (Statement& statement : script.statements) statement.expression = rewritten(statement.expression);
        return script;
    }

  private:
    bool is_call_of(const Syntax& node, const char* name) const {
        return node->kind == NodeKind::call && !node->children.empty() && node->children[0]->kind == NodeKind::name &&
               node->children[0]->text == name;
    }

    // The node itself when nothing below it changes. Depth is the parser's nesting limit.
    Syntax rewritten(const Syntax& node) {
        if (node == nullptr) return node;
        std::vector<Syntax> children;
        for (const Syntax& child : node->children) children.push_back(rewritten(child));
        if (is_call_of(node, "parameter") && children.size() >= 3) replace(children[1], children[2]);
        if (is_call_of(node, "parameters"))
            for (std::size_t k = 1; k < children.size(); ++k) children[k] = assignment(children[k]);
        if (children == node->children) return node;
        auto changed = std::make_shared<SyntaxNode>(*node);
        changed->children = std::move(children);
        return changed;
    }
    Syntax assignment(const Syntax& node) {
        if (node->kind != NodeKind::relation || node->text != "=") return node;
        auto changed = std::make_shared<SyntaxNode>(*node);
        replace(changed->children[0], changed->children[1]);
        return changed;
    }
    void replace(const Syntax& name, Syntax& value) {
        if (name->kind != NodeKind::name) return;
        const auto defined = values_.find(name->text);
        if (defined == values_.end()) return;
        parameters.insert(name->text);
        value = moved_to(defined->second, value->begin, value->end);
    }

    std::map<std::string, Syntax> values_;
};

// Names of files that load("...") mentions, relative to the folder of the file that mentions them.
std::vector<std::string> loaded_by(const Script& script) {
    std::vector<std::string> files;
    std::vector<Syntax> open;
    for (const Statement& statement : script.statements) open.push_back(statement.expression);
    while (!open.empty()) {
        const Syntax node = open.back();
        open.pop_back();
        if (node == nullptr) continue;
        if (node->kind == NodeKind::call && node->children.size() == 2 && node->children[0]->text == "load" &&
            node->children[1]->kind == NodeKind::text) {
            files.push_back(file_to_load(script.source->name, node->children[1]->text));
        }
        for (const Syntax& child : node->children) open.push_back(child);
    }
    return files;
}

// Looks for parameters in everything the script may load; what cannot be read is left to load() to complain about.
void visit_loaded(const Script& script, Rewriter& rewriter) {
    std::set<std::string> seen;
    std::vector<std::string> open = loaded_by(script);
    while (!open.empty() && seen.size() < 1000) {
        const std::string file = open.back();
        open.pop_back();
        std::error_code error;
        if (!seen.insert(file).second || !fs::is_regular_file(file, error)) continue;
        try {
            const Script loaded = parse(script_text(file), file);
            rewriter.rewritten(loaded);
            for (std::string& next : loaded_by(loaded)) open.push_back(std::move(next));
        } catch (const std::runtime_error&) {
            continue;
        }
    }
}

}  // namespace

DefinedScript with_defines(const Script& script, const Defines& defines) {
    if (defines.empty()) return {script, {}, nullptr};
    const auto rewriter = std::make_shared<Rewriter>(defines);
    DefinedScript defined{rewriter->rewritten(script), {}, nullptr};
    visit_loaded(script, *rewriter);
    for (const auto& define : defines)
        if (!rewriter->parameters.contains(define.first)) defined.variables.push_back(define);
    defined.load = [rewriter](const std::string& file) { return rewriter->rewritten(parse(script_text(file), file)); };
    return defined;
}

}  // namespace lag
