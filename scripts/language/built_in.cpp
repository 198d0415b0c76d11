// Calls of built-ins: sorting of positional and keyword arguments, counts, and the readers that say what was expected.
#include "scripts/language/built_in.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/comma_list.hpp"
#include "scripts/language/value_arithmetic.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag {

BuiltInTable joined_built_ins(const std::vector<std::vector<BuiltIn>>& tables) {
    BuiltInTable all;
    for (const auto& rows : tables)
        for (const BuiltIn& row : rows)
            if (!all.emplace(row.name, row).second) throw InternalError("two built-ins are called " + row.name);
    return all;
}

namespace {

std::string counted(std::size_t n) {
    return std::to_string(n) + (n == 1 ? " argument" : " arguments");
}

constexpr std::size_t any_number = 1'000'000;

struct Places {
    std::vector<const DeclaredArgument*> all;
    std::size_t least = 0, most = 0;

    explicit Places(const DeclaredArguments& arguments) {
        for (const DeclaredArgument& argument : arguments) {
            if (argument.is_keyword()) continue;
            all.push_back(&argument);
            if (argument.need == DeclaredArgument::Need::required) ++least;
            most = argument.need == DeclaredArgument::Need::repeated ? any_number : most + 1;
        }
    }
    bool take(std::size_t count) const { return count >= least && count <= most; }
    // The places behind the last one are repetitions: of as many as are repeated, one after the other.
    const DeclaredArgument* at(std::size_t i) const {
        if (i < all.size()) return all[i];
        std::size_t repeated = 0;
        while (repeated < all.size() && all[all.size() - 1 - repeated]->need == DeclaredArgument::Need::repeated)
            ++repeated;
        return repeated == 0 ? nullptr : all[all.size() - repeated + (i - all.size()) % repeated];
    }
};

// "2 arguments", "2 to 4 arguments", "3 or 5 arguments", "at least 1 argument"
std::string counts_taken(const std::vector<Places>& forms) {
    std::size_t least = forms.front().least, most = forms.front().most;
    for (const Places& form : forms) least = std::min(least, form.least), most = std::max(most, form.most);
    if (least == most) return counted(least);
    if (most == any_number) return "at least " + counted(least);
    std::string words = " to ";
    for (std::size_t n = least + 1; n < most; ++n)
        if (std::ranges::none_of(forms, [&](const Places& form) { return form.take(n); })) words = " or ";
    return fmt::format("{}{}{}", least, words, counted(most));
}

std::vector<Places> forms_of(const BuiltIn& row) {
    std::vector<Places> forms{Places(row.arguments)};
    for (const DeclaredArguments& other : row.other_places) forms.emplace_back(other);
    return forms;
}

std::string in_brackets(const BuiltIn& row, const DeclaredArguments& places) {
    std::string text;
    const auto add = [&](const DeclaredArgument& argument) {
        text += (text.empty() ? "" : ", ") + argument.as_written();
    };
    for (const DeclaredArgument& place : places)
        if (!place.is_keyword()) add(place);
    for (const DeclaredArgument& argument : row.arguments)
        if (argument.is_keyword()) add(argument);
    return fmt::format("{}({})", row.name, text);
}

// The name of `name = ..`; empty for what is no such equation.
std::string keyword_of(const Syntax& argument) {
    const bool names =
        argument->kind == NodeKind::relation && argument->text == "=" && argument->children[0]->kind == NodeKind::name;
    return names ? argument->children[0]->text : "";
}

std::string no_keyword(const BuiltIn& row, const std::string& word) {
    return fmt::format("{} has no keyword {}", row.name, word);
}

std::string keyword_or_signature(const BuiltIn& row, const std::string& word) {
    const std::string close = did_you_mean(word, row.keywords());
    return close.empty() ? row.signature() : fmt::format("did you mean {}?", close);
}

}  // namespace

std::string BuiltIn::signature() const {
    std::string text = in_brackets(*this, arguments);
    for (const DeclaredArguments& other : other_places) text += " or " + in_brackets(*this, other);
    return text;
}

const DeclaredArgument* BuiltIn::keyword(const std::string& word) const {
    for (const DeclaredArgument& argument : arguments)
        if (argument.is_keyword() && argument.keyword == word) return &argument;
    return nullptr;
}

std::vector<std::string> BuiltIn::keywords() const {
    std::vector<std::string> all;
    for (const DeclaredArgument& argument : arguments)
        if (argument.is_keyword()) all.push_back(argument.keyword);
    return all;
}

Call::Call(Interpreter& it, const BuiltIn& row, Syntax call_node)
    : interpreter(it), built_in(row), node(std::move(call_node)) {
    for (std::size_t k = 1; k < node->children.size(); ++k) {
        const Syntax& argument = node->children[k];
        const std::string word = keyword_of(argument);
        const DeclaredArgument* const declared = word.empty() ? nullptr : row.keyword(word);
        if (declared == nullptr)
            places_.push_back({nullptr, argument});
        else
            add_keyword(*declared, argument);
    }
    check_places();
    require_keywords();
}

Call::Call(Interpreter& it, const BuiltIn& row, Syntax call_node, std::vector<Value> arguments)
    : interpreter(it), built_in(row), node(std::move(call_node)) {
    for (Value& argument : arguments) places_.push_back({nullptr, node, std::move(argument)});
    check_places();
    require_keywords();
}

void Call::add_keyword(const DeclaredArgument& declared, const Syntax& argument) {
    if (given(declared.keyword) != nullptr) fail(argument, declared.keyword + " = ... is given twice");
    keywords_.push_back({&declared, argument->children[1]});
}

// As many as one of the forms takes; each place then knows what it is.
void Call::check_places() {
    const std::vector<Places> forms = forms_of(built_in);
    for (const Places& form : forms)
        if (form.take(count())) {
            for (std::size_t i = 0; i < count(); ++i) places_[i].declared = form.at(i);
            for (Given& place : places_)
                if (place.value && place.declared->type.fits != nullptr && !place.declared->type.fits(*place.value))
                    expected(place.declared->type.words, *place.value, place.node);
            return;
        }
    // a misspelt keyword is the likely reason for one argument too many
    if (count() > forms.front().most && !built_in.keywords().empty())
        for (std::size_t i = 0; i < count(); ++i) {
            const bool takes_equation = i < forms.front().most && std::string_view(forms.front().at(i)->type.words) ==
                                                                      arguments::an_equation.words;
            const std::string word = takes_equation ? "" : keyword_of(places_[i].node);
            if (!word.empty()) fail(places_[i].node, no_keyword(built_in, word), keyword_or_signature(built_in, word));
        }
    const bool is_missing = count() < forms.front().least && !forms.front().all[count()]->text.empty();
    fail(fmt::format("{} takes {}, found {}{}", built_in.name, counts_taken(forms), count(),
                     is_missing ? fmt::format(": missing is {}, {}", forms.front().all[count()]->form,
                                              forms.front().all[count()]->text)
                                : ""),
         built_in.signature());
}

void Call::require_keywords() const {
    for (const DeclaredArgument& declared : built_in.arguments)
        if (declared.is_keyword() && declared.need == DeclaredArgument::Need::required && !has(declared.keyword))
            fail(fmt::format("{} needs {}: {}", built_in.name, declared.as_written(), declared.text),
                 built_in.signature());
}

const Call::Given* Call::given(const std::string& keyword) const {
    for (const Given& one : keywords_)
        if (one.declared->keyword == keyword) return &one;
    (void)declared(keyword);
    return nullptr;
}

const DeclaredArgument& Call::declared(const std::string& keyword) const {
    if (const DeclaredArgument* const declared = built_in.keyword(keyword)) return *declared;
    throw InternalError(fmt::format("{} reads the argument {}, which it does not declare", built_in.name, keyword));
}

const DeclaredArgument& Call::declared(std::size_t i) const {
    return *places_.at(i).declared;
}

const Syntax& Call::argument(std::size_t i) const {
    const Given& place = places_.at(i);
    place.is_read = true;
    return place.node;
}

const Syntax& Call::argument(const std::string& keyword) const {
    const Given* const found = given(keyword);
    if (found == nullptr) return node;
    found->is_read = true;
    return found->node;
}

const Value& Call::value_of(Given& given) {
    given.is_read = true;
    if (given.value) return *given.value;
    given.value = interpreter.evaluate(given.node);
    const ArgumentType& type = given.declared->type;
    if (type.fits != nullptr && !type.fits(*given.value)) expected(type.words, *given.value, given.node);
    return *given.value;
}

const Value& Call::value(std::size_t i) {
    return value_of(places_.at(i));
}

const Value& Call::value(const std::string& keyword) {
    for (Given& one : keywords_)
        if (one.declared->keyword == keyword) return value_of(one);
    const DeclaredArgument& left_out = declared(keyword);
    if (const auto known = defaults_.find(keyword); known != defaults_.end()) return known->second;
    if (left_out.by_default.empty())
        throw InternalError(fmt::format("{} reads {}, which is left out and has no default", built_in.name, keyword));
    return defaults_[keyword] =
               interpreter.evaluate(parse(left_out.by_default + ";", "default").statements.at(0).expression);
}

std::vector<std::string> Call::given_keywords() const {
    std::vector<std::string> words;
    for (const Given& one : keywords_) words.push_back(one.declared->keyword);
    return words;
}

std::vector<const DeclaredArgument*> Call::arguments_read() const {
    std::vector<const DeclaredArgument*> read;
    for (const auto* all : {&places_, &keywords_})
        for (const Given& one : *all)
            if (one.is_read) read.push_back(one.declared);
    return read;
}

std::string Call::word(const std::string& keyword) {
    return has(keyword) ? word_among(declared(keyword), argument(keyword)) : declared(keyword).by_default;
}

std::string Call::word_among(const DeclaredArgument& declared, const Syntax& at) {
    const std::string word = any_word(at);
    const std::vector<std::string> words = declared.plain_words();
    if (std::ranges::find(words, word) != words.end()) return word;
    const std::string close = did_you_mean(word, words);
    fail(at, fmt::format("no {} is called '{}'", declared.noun, word),
         close.empty() ? "there are: " + comma_list(words) : fmt::format("did you mean '{}'?", close));
}

std::string Call::any_word(const Syntax& at) {
    if (at->kind == NodeKind::name) return at->text;
    const Value value = interpreter.evaluate(at);
    return value.is_text() ? value.text() : name(value, at);
}

const std::vector<Value>& Call::items(const std::string& keyword) {
    return items(value(keyword), argument(keyword), declared(keyword).type.words);
}

Scalar Call::scalar(const Value& v, const Syntax& at) {
    if (!v.is_scalar()) expected("a number or expression", v, at);
    return v.scalar();
}

Expr Call::expression(const Value& v, const Syntax& at) {
    const Scalar e = scalar(v, at);
    try {
        return interpreter.algebra().lower(e);
    } catch (const ModelError& error) {
        fail(at, error.what(), error.hint());
    }
}

long Call::integer(std::size_t i, long least, long most) {
    const Value& v = value(i);
    if (!v.is_scalar() || !Algebra::is_integer(v.scalar())) expected("a whole number", v, argument(i));
    const Rational n = Algebra::rational_of(v.scalar());
    if (n < least || n > most)
        fail(argument(i),
             fmt::format("{}: {} is out of range, expected {} to {}", built_in.name, to_string(n), least, most));
    return cln::cl_I_to_long(cln::the<cln::cl_I>(n));
}

std::string Call::name(const Value& v, const Syntax& at) {
    const std::string result = v.is_scalar() ? interpreter.algebra().name_of(v.scalar()) : "";
    if (!result.empty()) return result;
    if (at->kind == NodeKind::name)
        fail(at, fmt::format("expected a name, but {} has a value: {}", at->text, kind_of(interpreter.algebra(), v)),
             fmt::format("choose another name, or assign to {} after this statement", at->text));
    expected("a name", v, at);
}

Vec3<Expr> Call::vector(const Value& v, const Syntax& at) {
    if (!v.is_list() || v.items().size() != 3) expected("a vector [x, y, z]", v, at);
    Vec3<Expr> result;
    for (std::size_t i = 0; i < 3; ++i) result[i] = expression(v.items()[i], entry(at, i));
    return result;
}

const std::vector<Value>& Call::items(const Value& v, const Syntax& at, const char* what) {
    if (!v.is_list()) expected(what, v, at);
    return v.items();
}

const Syntax& Call::entry(const Syntax& list, std::size_t i) {
    return list->kind == NodeKind::list && i < list->children.size() ? list->children[i] : list;
}

int Call::axis(const Syntax& argument) {
    if (argument->kind != NodeKind::name || argument->text.size() != 1) return -1;
    const char c = argument->text[0];
    return c >= 'x' && c <= 'z' ? c - 'x' : -1;
}

void Call::fail(const std::string& message, const std::string& hint) const {
    throw interpreter.error_at(node, message, hint);
}

void Call::fail(const Syntax& at, const std::string& message, const std::string& hint) const {
    throw interpreter.error_at(at, message, hint);
}

void Call::expected(const std::string& what, const Value& found, const Syntax& at) const {
    // output(y, q, unit = "m"): a keyword may be meant
    const bool is_place = std::ranges::any_of(places_, [&](const Given& place) { return place.node == at; });
    const std::string word = is_place && found.is_equation() ? keyword_of(at) : "";
    fail(at, fmt::format("{}: expected {}, found {}", built_in.name, what, kind_of(interpreter.algebra(), found)),
         word.empty() ? built_in.signature()
                      : fmt::format("{}: {}", no_keyword(built_in, word), keyword_or_signature(built_in, word)));
}

}  // namespace lag
