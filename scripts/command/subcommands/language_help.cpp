#include "scripts/command/subcommands/language_help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "scripts/statements/statement_table.hpp"

namespace lag {

namespace {

using Words = std::vector<LanguageWord>;

// Several words with one explanation.
Words alike(const std::vector<std::string>& words, const std::string& form, const std::string& text,
            const std::string& example) {
    Words all;
    for (const std::string& word : words) all.push_back({word, form, text, example});
    return all;
}

Words joined(const std::vector<Words>& parts) {
    Words all;
    for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

Words branches() {
    return alike({"if", "then", "elseif", "else"}, "if condition then e1 [elseif condition then e2] [else e3]",
                 "the value of the branch whose condition holds; where the script cannot decide, both branches are "
                 "evaluated and the emitted code chooses",
                 "friction: if s' > 0 then -c1 else c2;");
}

Words loops() {
    const std::string form = "for i: first [step s] thru last do e, for x in list do e",
                      text = "does e for every value of the variable";
    return joined({alike({"for", "thru", "do"}, form, text, "for i: 1 thru 3 do print(i)$"),
                   alike({"step"}, form, text, "for i: 0 step 2 thru 10 do print(i)$")});
}

Words other_keywords() {
    return {
        {"in", "for x in list do e", "the elements of a list, one after the other", "for k in [1, 2, 5] do print(k)$"},
        {"while", "while condition do e", "does e again and again while the condition holds",
         "while n < 10 do n: n + 1$"},
        {"and", "a and b", "both conditions hold", "is(1 < 2 and 2 < 3);"},
        {"or", "a or b", "at least one of the conditions holds", "is(1 > 2 or 2 < 3);"},
        {"not", "not a", "the condition does not hold", "is(not 1 > 2);"},
    };
}

Words relations() {
    const std::string text =
        "a comparison; it is decided where a condition is needed (if, while, is, assert, and, or, not)";
    Words all{{"=", "a = b", "makes an equation, a value; nothing is assigned. As a condition: a is equal to b",
               "check(sin(a)^2 + cos(a)^2 = 1)$"},
              {"#", "a # b", "a is not equal to b; " + text, "is(1 # 2);"}};
    for (const std::string sign : {"<", "<=", ">", ">="})
        all.push_back({sign, fmt::format("a {} b", sign), text, fmt::format("is(1 {} 2);", sign)});
    return all;
}

Words brackets() {
    return joined({alike({"(", ")"}, "(e1, e2)", "brackets; several expressions with commas: the value of the last",
                         "(a: 2, a^2);"),
                   alike({"[", "]"}, "[a, b], l[i]", "a list; an element, from 1", "[4, 5, 6][2];"),
                   alike({"/*", "*/"}, "/* comment */", "comments may be nested", "1 + 1; /* two */")});
}

Words operators() {
    return {
        {":", "name: e", "assigns; l[2]: e assigns an element of a list or matrix", "stiffness: 3*k$"},
        {":=", "f(x, y) := e", "defines a function", "square(x) := x^2$"},
        {"+", "a + b", "sum; of lists and matrices element by element", "[1, 2] + [a, b];"},
        {"-", "a - b, -a", "difference, opposite", "[1, 2] - [a, b];"},
        {"*", "a*b", "product; of lists and matrices element by element, see .", "2*[1, a];"},
        {"/", "a/b", "quotient; of whole numbers an exact fraction", "1/3 + 1/6;"},
        {"^", "a^b", "power; a^b^c is a^(b^c)", "x^2;"},
        {".", "a . b", "product of matrices and lists; of two lists their scalar product",
         "matrix([1, 2], [3, 4]) . [x, y];"},
        {"'", "q'", "time derivative, directly after a name, ] or ): q'' is the second one", "diff(q', t);"},
        {",", "f(a, b)", "stands between arguments, elements of a list, expressions in brackets", "[a, b];"},
        {";", "e;", "ends a statement and shows its value", "1 + 1;"},
        {"$", "e$", "ends a statement without showing its value", "a: 3$"},
        {"\"", "\"text\"", "a text stands between two of these", "print(\"ready\")$"},
        {"%", "%", "at the prompt: the last result; %o3 is the third", ""},
        {"%o1", "%o1, %o2, ...", "at the prompt: the result with that number", ""},
    };
}

Words axes() {
    Words all;
    for (const std::string axis : {"x", "y", "z"})
        all.push_back({axis, "revolute(x, q), [1, 2, 3], -z",
                       "an axis of the body's or frame's own three; -x is the opposite, a list of three numbers "
                       "another direction",
                       fmt::format("body(cart, ground, hinge = prismatic({}, s), mass = 1)$", axis)});
    return all;
}

Words constants() {
    return {
        {"%pi", "%pi", "3.14159...", "sin(%pi/6);"},
        {"%e", "%e", "2.71828...", "log(%e);"},
        {"true", "true", "a condition that holds", "is(true);"},
        {"false", "false", "a condition that does not hold", "is(false);"},
        {"t", "t", "time, s", "diff(sin(2*t), t);"},
        {"ground", "body(B, ground, hinge = H)", "the body that does not move, the root of the tree",
         "body(cart, ground, hinge = prismatic(x, s), mass = 1)$"},
        {"library", "load(\"tires.lag\")",
         "parts that come with the tool: load() finds their files after the script's own folder",
         "load(\"tires.lag\")$"},
        {"quit", "quit", "leaves the prompt; Ctrl-D does so too", ""},
        {"exit", "exit", "leaves the prompt, as quit", ""},
        {"help", "help word, ? word", "explains a statement, a function, a keyword, an operator or an argument", ""},
        {"?", "? word", "the same as help word", ""},
    };
}

// What `help` says of one argument, or of a word that it may be; of all built-ins that say the same of it.
ArgumentHelp& entry_for(std::vector<ArgumentHelp>& entries, const std::string& form, const std::string& text) {
    for (ArgumentHelp& entry : entries)
        if (entry.form == form && entry.text == text) return entry;
    return entries.emplace_back(ArgumentHelp{form, text, {}});
}

// Entries of lists among them.
std::vector<const DeclaredArgument*> all_among(const DeclaredArguments& arguments) {
    std::vector<const DeclaredArgument*> all;
    for (const DeclaredArgument& argument : arguments) {
        all.push_back(&argument);
        for (const DeclaredArgument* entry : all_among(argument.entries)) all.push_back(entry);
    }
    return all;
}

std::string with_facts(const DeclaredArgument& argument) {
    return fmt::format("{}{}({})", argument.text, argument.text.empty() ? "" : " ", argument.facts());
}

}  // namespace

bool LanguageWord::is_typed() const {
    const std::string letters = word.substr(word[0] == '%' ? 1 : 0);
    return word.size() > 1 && form.find(word) != std::string::npos &&
           std::ranges::all_of(letters, [](unsigned char c) { return std::isalpha(c) != 0; });
}

const std::vector<LanguageWord>& language_words() {
    static const Words words =
        joined({branches(), loops(), other_keywords(), relations(), brackets(), operators(), constants(), axes()});
    return words;
}

const LanguageWord* find_language_word(const std::string& word) {
    const auto numbered = [](const std::string& text) {  // %o7
        return text.size() > 2 && text.rfind("%o", 0) == 0 &&
               text.find_first_not_of("0123456789", 2) == std::string::npos;
    };
    const std::string wanted = numbered(word) ? "%o1" : word;
    for (const LanguageWord& one : language_words())
        if (one.word == wanted) return &one;
    return nullptr;
}

std::vector<ArgumentHelp> help_on_argument(const std::string& word) {
    std::vector<ArgumentHelp> entries;
    for (const auto& [name, built_in] : built_ins())
        for (const DeclaredArgument* argument : all_among(built_in.arguments)) {
            if (argument->is_keyword() && argument->keyword == word)
                entry_for(entries, argument->as_written(), with_facts(*argument)).takers.push_back(&built_in);
            const auto found = std::ranges::find(argument->words, word, &ArgumentWord::word);
            if (found == argument->words.end() || found->text.empty()) continue;
            const std::string form = argument->is_keyword()
                                         ? fmt::format("{} = {}", argument->keyword, word)
                                         : fmt::format("{} in the place of {}", word, argument->form);
            entry_for(entries, form, found->text).takers.push_back(&built_in);
        }
    return entries;
}

namespace {

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The word that ends before `end`, blanks left out; empty: none does.
std::string word_before(const std::string& line, std::size_t end) {
    while (end > 0 && line[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > 0 && is_letter(line[begin - 1])) --begin;
    return line.substr(begin, end - begin);
}

// The bracket that is open at `end`, and where the argument that stands there begins.
struct OpenBracket {
    std::size_t place = std::string::npos, argument = 0;
};
OpenBracket open_bracket(const std::string& line, std::size_t end) {
    int closed = 0;
    OpenBracket found{std::string::npos, end};
    bool in_argument = true;
    for (std::size_t k = end; k-- > 0;) {
        const char c = line[k];
        if (c == ')' || c == ']' || c == '}') ++closed;
        const bool opens = c == '(' || c == '[' || c == '{';
        if (in_argument && closed == 0 && (c == ',' || opens)) found.argument = k + 1, in_argument = false;
        if (opens && closed == 0) return found.place = k, found;
        if (opens) --closed;
    }
    return {};
}

// The call that is open at the end of the line, and the lists of entries in it, keyword = [.., from the outside.
struct OpenCall {
    std::string name;      // empty: none is open
    std::string argument;  // what stands there of an argument or an entry
    std::vector<std::string> lists;
};
OpenCall open_call(const std::string& line) {
    OpenBracket open = open_bracket(line, line.size());
    OpenCall found{{}, line.substr(open.argument), {}};
    for (; open.place != std::string::npos; open = open_bracket(line, open.place)) {
        if (line[open.place] == '(') return found.name = word_before(line, open.place), found;
        const std::size_t equals = line.find_last_not_of(' ', open.place - 1);
        if (line[open.place] != '[' || open.place == 0 || equals == std::string::npos || line[equals] != '=') return {};
        found.lists.insert(found.lists.begin(), word_before(line, equals));
    }
    return {};
}

const DeclaredArgument* keyword_among(const DeclaredArguments& arguments, const std::string& word) {
    for (const DeclaredArgument& argument : arguments)
        if (argument.is_keyword() && argument.keyword == word) return &argument;
    return nullptr;
}

}  // namespace

std::vector<std::string> words_of_open_call(const std::string& line) {
    const OpenCall open = open_call(line);
    const BuiltIn* const built_in = open.name.empty() ? nullptr : find_built_in(open.name);
    if (built_in == nullptr) return {};
    const DeclaredArguments* arguments = &built_in->arguments;
    for (const std::string& list : open.lists) {
        const DeclaredArgument* const holder = keyword_among(*arguments, list);
        if (holder == nullptr) return {};
        arguments = &holder->entries;
    }
    if (const std::size_t equals = open.argument.find('='); equals != std::string::npos) {
        const DeclaredArgument* const declared = keyword_among(*arguments, word_before(open.argument, equals));
        return declared == nullptr ? std::vector<std::string>{} : declared->plain_words();
    }
    std::vector<std::string> words;
    for (const DeclaredArgument& argument : *arguments)
        if (argument.is_keyword()) words.push_back(argument.keyword);
    for (const DeclaredArgument& place : *arguments)
        if (!place.is_keyword())
            for (const std::string& word : place.plain_words()) words.push_back(word);
    return words;
}

std::vector<std::string> help_topics() {
    std::set<std::string> topics;
    for (const LanguageWord& one : language_words()) topics.insert(one.word);
    for (const auto& [name, built_in] : built_ins()) {
        topics.insert(name);
        for (const DeclaredArgument* argument : all_among(built_in.arguments)) {
            if (argument->is_keyword()) topics.insert(argument->keyword);
            for (const ArgumentWord& word : argument->words)
                if (!word.text.empty()) topics.insert(word.word);
        }
    }
    return {topics.begin(), topics.end()};
}

}  // namespace lag
