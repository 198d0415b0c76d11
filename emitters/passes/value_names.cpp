#include "emitters/passes/value_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>

#include "emitters/passes/reserved_names.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_name = 31;   // compilers for Fortran 77 and C99 tell that many characters apart
constexpr std::size_t longest_angle = 60;  // an angle with a longer text is not repeated in words

// "" where nothing legal is left of it, or too much.
std::string identifier(const std::string& text) {
    std::string name;
    for (const char c : text) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (is_plain) name += c;
        if (!is_plain && !name.empty() && name.back() != '_') name += '_';
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    const bool starts_well = !name.empty() && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
    return starts_well && name.size() <= longest_name ? name : "";
}

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string grouped(const std::string& text) {
    return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

// An angle made of symbols, numbers and parameters in words: "q1 + 2*q2"; and the end of a name, "q1_plus_q2", where it
// is a sum of symbols.
class Angle {
  public:
    explicit Angle(const Code& code) : code_(code) {}

    std::optional<Label> of(const Item& item) const {
        if (code_.node(item.id).kind != CodeKind::sum) return term(item, true);
        Label angle;
        for (const Item& part : code_.items(item.id)) {
            const bool is_first = angle.text.empty();
            const std::optional<Label> known = term({part.id, part.minus != item.minus}, is_first);
            if (!known) return {};
            angle.name = known->name.empty() || (!is_first && angle.name.empty()) ? "" : angle.name + known->name;
            angle.text += known->text;
        }
        return angle;
    }

  private:
    std::optional<Label> term(const Item& item, bool is_first) const {
        const std::optional<Label> factors =
            code_.node(item.id).kind == CodeKind::product ? product(item.id) : factor(item.id);
        if (!factors) return {};
        const std::string sign = item.minus ? (is_first ? "-" : " - ") : is_first ? "" : " + ";
        const std::string word = item.minus ? (is_first ? "minus_" : "_minus_") : is_first ? "" : "_plus_";
        return Label{sign + factors->text, factors->name.empty() ? "" : word + factors->name};
    }
    std::optional<Label> product(CodeId id) const {
        std::string text, divisors;
        for (const Item& item : code_.items(id)) {
            const std::optional<Label> known = factor(item.id);
            if (!known) return {};
            if (item.minus) divisors += "/" + grouped(known->text);
            if (!item.minus && code_.is_free(item.id)) text = grouped(known->text) + (text.empty() ? "" : "*") + text;
            if (!item.minus && !code_.is_free(item.id)) text += (text.empty() ? "" : "*") + known->text;
        }
        return Label{(text.empty() ? "1" : text) + divisors, ""};
    }
    std::optional<Label> factor(CodeId id) const {
        if (code_.node(id).kind == CodeKind::symbol) return Label{code_.symbol_of(id).name, code_.symbol_of(id).name};
        if (!code_.is_free(id)) return {};
        return Label{to_string(code_.free_graph(), code_.free_value(id), longest_angle), ""};
    }

    const Code& code_;
};

std::optional<Label> sine_or_cosine(const Code& code, CodeId id) {
    const CodeNode& node = code.node(id);
    if (node.kind != CodeKind::function || (node.op != Op::sin && node.op != Op::cos)) return {};
    const std::optional<Label> angle = Angle(code).of(code.items(id)[0]);
    if (!angle || angle->text.size() > longest_angle) return {};
    const bool is_sine = node.op == Op::sin;
    return Label{(is_sine ? "sine of " : "cosine of ") + angle->text,
                 angle->name.empty() ? "" : identifier((is_sine ? "sin_" : "cos_") + angle->name),
                 Quantity::kinematics};
}

// Arguments and what else has a name in the file: a temporary of that name would hide it.
std::set<std::string> names_in_use(const Program& program, const Routine& routine) {
    std::set<std::string> names{"work", "info", "z0", lower(program.name)};
    for (const Argument& argument : routine.arguments) names.insert(lower(argument.name));
    for (const ExternalCall& call : program.externals) names.insert(lower(call.name));
    return names;
}

}  // namespace

Label description_of(const Code& code, CodeId id) {
    if (const std::optional<Label> known = sine_or_cosine(code, id)) return *known;
    const SignedLabel* label = code.label_of(id);
    if (label == nullptr) return {};
    const auto& [text, name, quantity] = *label->what;
    return {(label->minus ? "minus " : "") + text,
            name.empty() ? "" : identifier((label->minus ? "minus_" : "") + name), quantity};
}

std::string gathered_name(const std::string& symbol) {
    std::string name = symbol.substr(0, symbol.find('['));
    const std::size_t primes = static_cast<std::size_t>(std::ranges::count(name, '\''));
    std::erase(name, '\'');
    // what routines declare besides, of types and of angles
    const auto begins = [&](const char* word) { return lower(name).starts_with(word); };
    if (name.size() < 2 || begins("angle") || begins("sine") || begins("cosine") || begins("limb"))
        name = "all_" + name;
    static constexpr std::array rates{"", "_rate", "_acceleration"};
    return identifier(name + (primes < rates.size() ? rates.at(primes) : "_derivative"));
}

void name_temporaries(const Program& program, Routine& routine) {
    std::set<std::string> used = names_in_use(program, routine);
    const std::string prefix = lower(program.name) + "_";
    const auto is_free = [&](const std::string& name) {
        return !name.empty() && !lower(name).starts_with(prefix) && !is_taken_in_c(name) && !is_fortran_intrinsic(name);
    };
    routine.names.assign(1, "");
    std::size_t numbered = 0;
    for (const CodeStatement& statement : routine.statements) {
        if (statement.kind != CodeStatement::Kind::temporary) continue;
        const bool is_own = is_free(statement.name) && used.insert(lower(statement.name)).second;
        std::string name = statement.name;
        if (!is_own) do {
                name = "z" + std::to_string(++numbered);
            } while (!used.insert(name).second);
        routine.names.push_back(std::move(name));
    }
}

}  // namespace lag
