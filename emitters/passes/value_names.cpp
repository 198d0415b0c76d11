#include "emitters/passes/value_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "emitters/passes/passes.hpp"
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
    return text.find(' ') == std::string::npos ? text : fmt::format("({})", text);
}

// "q1_rate" of q1'.
std::string name_in_words(std::string name) {
    const std::size_t primes = static_cast<std::size_t>(std::ranges::count(name, '\''));
    std::erase(name, '\'');
    static constexpr std::array rates{"", "_rate", "_acceleration"};
    return name + (primes < rates.size() ? rates.at(primes) : "_derivative");
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
    for (const auto& limbs : program.limbs) names.insert("work" + std::to_string(limbs.size()));
    if (has_slices(routine)) names.insert("slice");
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

bool has_words(const std::string& name) {
    const bool is_numbered = name.starts_with('z') && name.find_first_not_of("0123456789", 1) == std::string::npos;
    return !is_numbered && name.find("_part_") == std::string::npos;
}

std::string gathered_name(const std::string& symbol) {
    std::string name = name_in_words(symbol.substr(0, symbol.find('[')));
    // what routines declare besides, of types and of angles
    const auto begins = [&](const char* word) { return lower(name).starts_with(word); };
    if (name.size() < 2 || begins("angle") || begins("sine") || begins("cosine") || begins("limb"))
        name = "all_" + name;
    return identifier(name);
}

namespace {

// What each temporary is a part of: the one named value, or the one element of a result, that all of its users are or
// lead to; empty where there are several.
class Purposes {
  public:
    explicit Purposes(const Routine& routine) : routine_(routine), of_(routine.names.size()) {
        for (std::size_t k = routine.statements.size(); k-- > 0;) {
            const CodeStatement& s = routine.statements[k];
            if (s.kind == CodeStatement::Kind::check || s.kind == CodeStatement::Kind::call) continue;
            read(s.value.id, of_statement(s), s.kind == CodeStatement::Kind::temporary);
        }
    }
    const std::string& of(std::size_t temporary) const { return of_[temporary].name; }

  private:
    struct Purpose {
        std::string name;
        bool is_known = false;
    };

    std::string of_statement(const CodeStatement& s) const {
        if (s.kind == CodeStatement::Kind::temporary)
            return routine_.names[s.number].empty() ? of_[s.number].name : routine_.names[s.number];
        return s.comment.empty()
                   ? ""
                   : identifier(fmt::format("{}_{}", routine_.arguments[s.place.argument].name, s.comment));
    }

    void read(CodeId id, const std::string& user, bool is_definition) {
        if (!is_definition && routine_.is_temporary(id)) {
            Purpose& purpose = of_[routine_.temporary[id]];
            if (purpose.is_known && purpose.name != user) purpose.name.clear();
            if (!purpose.is_known) purpose = {user, true};
            return;
        }
        const CodeKind kind = routine_.code->node(id).kind;
        if (kind == CodeKind::symbol || kind == CodeKind::free) return;
        for (const Item& item : routine_.code->items(id)) read(item.id, user, false);
    }

    const Routine& routine_;
    std::vector<Purpose> of_;
};

}  // namespace

namespace {

// A short sum or product of quantities that have names: "p_squared", "y_arm_minus_y_link", "q_times_r". Empty where it is
// long, or made of something without a name.
class Words {
  public:
    explicit Words(const Routine& routine) : routine_(routine), code_(*routine.code) {}

    std::string of(const Item& value) const {
        const CodeKind kind = code_.node(value.id).kind;
        if (value.minus || (kind != CodeKind::sum && kind != CodeKind::product)) return {};
        return identifier(combined(value.id));
    }

  private:
    static constexpr std::size_t most_operands = 3;

    std::string combined(CodeId id) const {
        const bool is_sum = code_.node(id).kind == CodeKind::sum;
        const std::vector<Item> items = items_in_text(routine_, {id, false});
        if (items.size() > most_operands || items.front().minus) return {};
        std::string text;
        for (std::size_t k = 0; k < items.size(); ++k) {
            const std::string operand = name(items[k].id, is_sum);
            if (operand.empty()) return {};
            const bool repeats = !is_sum && k == 1 && items.size() == 2 && items[0] == items[1];
            const char* const between = k == 0           ? ""
                                        : is_sum         ? (items[k].minus ? "_minus_" : "_plus_")
                                        : items[k].minus ? "_by_"
                                                         : "_times_";
            text += repeats ? "_squared" : between + operand;
        }
        return text;
    }

    std::string name(CodeId id, bool in_sum) const {
        if (routine_.is_temporary(id)) {
            const std::string& known = routine_.names.at(routine_.temporary[id]);
            const bool is_plain = known.find("_part_") == std::string::npos && !known.starts_with("minus_") &&
                                  !is_combined(known) && !(in_sum && is_sine(known));
            return is_plain ? known : "";
        }
        if (code_.node(id).kind == CodeKind::symbol) return identifier(name_in_words(code_.symbol_of(id).name));
        if (code_.is_free(id)) {  // a parameter as it is
            const Expr value = code_.free_value(id);
            const bool is_symbol = code_.free_graph().node(value).op == Op::symbol;
            return is_symbol ? identifier(code_.free_graph().symbol_of(value).name) : "";
        }
        return in_sum && code_.node(id).kind == CodeKind::product ? combined(id) : "";
    }
    // "cos_a_plus_b" is the cosine of the sum
    static bool is_sine(const std::string& known) { return known.starts_with("sin_") || known.starts_with("cos_"); }
    static bool is_combined(const std::string& known) {
        return known.find("_plus_") != std::string::npos || known.find("_minus_") != std::string::npos;
    }

    const Routine& routine_;
    const Code& code_;
};

}  // namespace

void name_temporaries(const Program& program, Routine& routine) {
    std::set<std::string> used = names_in_use(program, routine);
    const std::string prefix = lower(program.name) + "_";
    const auto take = [&](const std::string& name) {
        return !name.empty() && !lower(name).starts_with(prefix) && !is_taken_in_c(name) &&
               !is_fortran_intrinsic(name) && used.insert(lower(name)).second;
    };
    const auto is_temporary = [](const CodeStatement& s) { return s.kind == CodeStatement::Kind::temporary; };
    routine.names.assign(1, "");
    if (routine.statements.empty()) return;
    const Words words(routine);
    for (const CodeStatement& statement : routine.statements) {
        if (!is_temporary(statement)) continue;
        std::string name = statement.name;
        if (!take(name) && !take(name = words.of(statement.value))) name.clear();
        routine.names.push_back(std::move(name));
    }
    // what has no name in words is a numbered part of what has, or a number
    const Purposes purposes(routine);
    std::map<std::string, std::size_t> parts;
    std::size_t numbered = 0;
    for (std::size_t k = 1; k < routine.names.size(); ++k) {
        std::string& name = routine.names[k];
        const std::string& whole = purposes.of(k);
        for (std::size_t& number = parts[whole]; name.empty() && !whole.empty() && number < 99;) {
            const std::string part = identifier(fmt::format("{}_part_{}", whole, ++number));
            if (part.empty()) break;
            if (take(part)) name = part;
        }
        while (name.empty())
            if (std::string next = "z" + std::to_string(++numbered); used.insert(next).second) name = std::move(next);
    }
}

}  // namespace lag
