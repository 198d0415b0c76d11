#include "scripts/command/compare/mapping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <sstream>

#include "core/errors.hpp"
#include "core/number_text.hpp"

namespace lag {

std::size_t MappedQuantity::elements() const {
    return std::max({in.size(), out.size(), work, std::size_t{1}});
}

MappedQuantity* Mapping::find(const std::string& name) {
    const auto found = std::find_if(quantities.begin(), quantities.end(),
                                    [&](const MappedQuantity& quantity) { return quantity.name == name; });
    return found == quantities.end() ? nullptr : &*found;
}

MappedQuantity& Mapping::quantity(const std::string& name) {
    if (MappedQuantity* known = find(name)) return *known;
    quantities.emplace_back();
    quantities.back().name = name;
    return quantities.back();
}

namespace {

const std::map<std::string, double>& units() {
    constexpr double pi = 3.14159265358979323846, pound = 0.45359237, foot = 0.3048, pound_force = pound * 9.80665;
    static const std::map<std::string, double> table{
        {"1", 1},
        {"rad", 1},
        {"deg", pi / 180},
        {"rev", 2 * pi},
        {"rpm", 2 * pi / 60},
        {"m", 1},
        {"mm", 1e-3},
        {"cm", 1e-2},
        {"km", 1e3},
        {"in", foot / 12},
        {"ft", foot},
        {"mi", 5280 * foot},
        {"s", 1},
        {"ms", 1e-3},
        {"min", 60},
        {"h", 3600},
        {"Hz", 1},
        {"kg", 1},
        {"gram", 1e-3},
        {"Mg", 1e3},
        {"lb", pound},
        {"slug", pound_force / foot},
        {"N", 1},
        {"kN", 1e3},
        {"lbf", pound_force},
        {"J", 1},
        {"kJ", 1e3},
        {"W", 1},
        {"kW", 1e3},
        {"Pa", 1},
        {"MPa", 1e6},
        {"mph", 5280 * foot / 3600},
        {"kph", 1 / 3.6},
    };
    return table;
}

std::string trimmed(const std::string& text) {
    const auto space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    const auto begin = std::find_if_not(text.begin(), text.end(), space);
    const auto end = std::find_if_not(text.rbegin(), text.rend(), space).base();
    return begin < end ? std::string(begin, end) : std::string();
}

bool is_name(const std::string& text) {
    std::size_t length = 0;
    while (length < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[length])) != 0 || text[length] == '_' || text[length] == '%'))
        ++length;
    while (length < text.size() && text[length] == '\'') ++length;
    return length == text.size() && !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
           text[0] != '\'';
}

bool is_number(const std::string& text, double& value) {
    const std::optional<double> number = decimal_value(text);
    value = number.value_or(0);
    return number && std::isfinite(value);
}

std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text) {
        if (c == '[' || c == '(') ++depth;
        if (c == ']' || c == ')') --depth;
        if (c == ',' && depth == 0) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    for (std::string& part : parts) part = trimmed(part);
    if (parts.size() == 1 && parts[0].empty()) parts.clear();
    return parts;
}

// One text of a mapping; errors say where.
class Reader {
  public:
    Reader(Mapping& mapping, std::string place) : mapping_(mapping), place_(std::move(place)) {}

    void line(const std::string& text, std::size_t number) {
        number_ = number;
        std::istringstream words(text);
        std::string first, second;
        words >> first;
        if (first.empty()) return;
        const std::string rest = trimmed(text.substr(text.find(first) + first.size()));
        if (first == "call") return call(rest);
        if (first == "use") return mapping_.modules.push_back(one_name(rest, "the name of a module"));
        if (first == "source") return mapping_.sources.push_back(some(rest, "the name of a file"));
        if (first == "flags") return flags(rest);
        if (first == "language") return language(rest);
        if (first == "sample") return sample(rest);
        if (first == "rename") return rename(rest);
        if (first == "common" || first == "variable") return outside(first, rest);
        words >> second;
        if (second == "in" || second == "out" || second == "status" || second == "work")
            return argument(first, second, trimmed(rest.substr(second.size())));
        fail(
            fmt::format("'{}' is no line of a mapping", text),
            "lines are: call NAME(a, b), NAME in [..], NAME out [..], NAME status, NAME work n, common, variable, use, "
            "source, flags, language, sample, rename");
    }

  private:
    [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const {
        throw ModelError(fmt::format("{}:{}: {}", place_, number_, message), hint);
    }
    std::string some(const std::string& text, const std::string& what) const {
        if (text.empty()) fail(what + " is missing");
        return text;
    }
    std::string one_name(const std::string& text, const std::string& what) const {
        if (!is_name(text)) fail(fmt::format("'{}' is not {}", text, what));
        return text;
    }

    void call(const std::string& text) {
        const std::size_t open = text.find('('), close = text.rfind(')');
        if (open == std::string::npos || close != text.size() - 1 || trimmed(text.substr(0, open)).empty())
            fail(fmt::format("'call {}' is no call", text), "write: call NAME(argument, argument)");
        MappedCall call{trimmed(text.substr(0, open)), parts_of(text.substr(open + 1, close - open - 1))};
        for (const char c : call.routine)
            if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != ':' && c != '<' && c != '>')
                fail(fmt::format("'{}' is not the name of a routine", call.routine));
        for (const std::string& argument : call.arguments) one_name(argument, "the name of an argument");
        mapping_.calls.push_back(std::move(call));
    }

    void flags(const std::string& text) {
        std::istringstream words(text);
        for (std::string word; words >> word;) mapping_.flags.push_back(word);
    }

    void language(const std::string& text) {
        const std::vector<std::string> known{"fortran", "fortran77", "c", "cpp"};
        if (std::find(known.begin(), known.end(), text) == known.end())
            fail(fmt::format("'{}' is no language here", text), "the languages are fortran, fortran77, c, cpp");
        mapping_.language = text;
    }

    void sample(const std::string& text) {
        std::istringstream words(text);
        std::string name, least, greatest, more;
        words >> name >> least >> greatest >> more;
        double low = 0, high = 0;
        if (!is_name(name) || !is_number(least, low) || !is_number(greatest, high) || !more.empty() || high < low)
            fail(fmt::format("'sample {}' is no range", text), "write: sample NAME LEAST GREATEST");
        mapping_.samples[name] = {low, high};
    }

    void rename(const std::string& text) {
        const std::size_t space = std::min(text.find_first_of(" \t"), text.size());
        const std::string name = one_name(text.substr(0, space), "a name");
        const MappedTerm term = this->term(trimmed(text.substr(space)));
        if (term.name.empty()) fail(fmt::format("'rename {}' names nothing", text), "write: rename OWN SHARED");
        mapping_.renames[name] = term;
    }

    void outside(const std::string& word, const std::string& text) {
        const std::size_t end = std::min(text.find_first_of(" \t["), text.size());
        const std::string name = one_name(text.substr(0, end), fmt::format("the name of a {} block or variable", word));
        MappedQuantity& quantity =
            fresh(name, word == "common" ? MappedQuantity::Place::common : MappedQuantity::Place::variable);
        quantity.in = terms(trimmed(text.substr(end)), quantity);
        if (word == "common") quantity.array = true;
    }

    MappedQuantity& fresh(const std::string& name, MappedQuantity::Place place) {
        if (mapping_.find(name) != nullptr) fail(fmt::format("'{}' is described twice", name));
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.place = place;
        return quantity;
    }

    void argument(const std::string& name, const std::string& word, const std::string& rest) {
        one_name(name, "the name of an argument");
        MappedQuantity& quantity = mapping_.quantity(name);
        if (word == "status") {
            if (!rest.empty()) fail("nothing follows 'status'");
            quantity.status = true;
            quantity.type = MappedQuantity::Type::integer;
            return;
        }
        if (word == "work") {
            double size = 0;
            if (!is_number(rest, size) || size < 1 || size > 1e7 || size != std::floor(size))
                fail(fmt::format("'{}' is no size", rest), fmt::format("write: {} work 50", name));
            quantity.array = true;
            quantity.work = static_cast<std::size_t>(size);
            return;
        }
        std::vector<MappedTerm>& side = word == "in" ? quantity.in : quantity.out;
        if (!side.empty()) fail(fmt::format("'{} {}' is described twice", name, word));
        side = terms(rest, quantity);
        if (!quantity.in.empty() && !quantity.out.empty() && quantity.in.size() != quantity.out.size())
            fail(fmt::format("'{}' takes {} numbers and returns {}", name, quantity.in.size(), quantity.out.size()));
        if (word == "out")
            for (const MappedTerm& term : side)
                if (term.name.empty() && !term.ignored)
                    fail("a result cannot be a number", "write _ for a result that is not compared");
    }

    std::vector<MappedTerm> terms(std::string text, MappedQuantity& quantity) {
        for (const auto& [word, type] :
             {std::pair("integer", MappedQuantity::Type::integer), std::pair("single", MappedQuantity::Type::single)})
            if (text.rfind(std::string(word) + " ", 0) == 0) {
                quantity.type = type;
                text = trimmed(text.substr(std::string(word).size()));
            }
        if (text.empty()) fail(fmt::format("what '{}' holds is missing", quantity.name));
        if (text.front() != '[') return {term(text)};
        if (text.back() != ']') fail(fmt::format("'{}' has no closing bracket", text));
        quantity.array = true;
        std::vector<MappedTerm> list;
        for (const std::string& part : parts_of(text.substr(1, text.size() - 2))) list.push_back(term(part));
        if (list.empty()) fail(fmt::format("'{}' holds nothing", quantity.name), "leave empty arrays to 'work 1'");
        return list;
    }

    MappedTerm term(const std::string& text) {
        MappedTerm result;
        if (text == "_") {
            result.factor = 0;
            result.ignored = true;
            return result;
        }
        if (is_number(text, result.factor)) return result;
        result.factor = 1;
        std::string rest = text;
        if (const std::size_t unit = rest.find('['); unit != std::string::npos) {
            if (rest.back() != ']') fail(fmt::format("'{}' has no closing bracket", text));
            try {
                result.factor /= unit_factor(rest.substr(unit + 1, rest.size() - unit - 2));
            } catch (const ModelError& error) {
                fail(error.what(), error.hint());
            }
            rest = trimmed(rest.substr(0, unit));
        }
        if (!rest.empty() && rest.front() == '-') {
            result.factor = -result.factor;
            rest = trimmed(rest.substr(1));
        }
        if (const std::size_t star = rest.find('*'); star != std::string::npos) {
            double factor = 0;
            if (!is_number(trimmed(rest.substr(0, star)), factor) || factor == 0)
                fail(fmt::format("'{}' is not understood", text), "write a factor first, as in 0.5*track");
            result.factor *= factor;
            rest = trimmed(rest.substr(star + 1));
        }
        if (!is_name(rest))
            fail(fmt::format("'{}' is not understood", text),
                 "write a name, -name, number*name, name [unit], a number or _");
        result.name = rest;
        return result;
    }

    Mapping& mapping_;
    std::string place_;
    std::size_t number_ = 0;
};

}  // namespace

void read_mapping(Mapping& mapping, const std::string& text, const std::string& place) {
    Reader reader(mapping, place);
    std::size_t number = 1, first = 1;
    std::string line;
    int depth = 0;  // inside brackets a line goes on
    bool comment = false;
    for (const char c : text + "\n") {
        if (c == '#') comment = true;
        if (c == '\n') ++number, comment = false;
        if (comment) continue;
        if (c == '[' || c == '(') ++depth;
        if (c == ']' || c == ')') depth = std::max(0, depth - 1);
        if ((c != '\n' || depth > 0) && c != ';') {
            line += c == '\n' ? ' ' : c;
            continue;
        }
        reader.line(trimmed(line), first);
        line.clear();
        first = number;
    }
    reader.line(trimmed(line), first);
}

double unit_factor(const std::string& unit) {
    double factor = 1;
    bool divide = false;
    std::size_t begin = 0;
    const std::string text = trimmed(unit);
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find_first_of("*/", begin), text.size());
        const std::string part = trimmed(text.substr(begin, end - begin));
        const std::size_t caret = std::min(part.find('^'), part.size());
        double exponent = 1;
        const auto known = units().find(part.substr(0, caret));
        if (known == units().end() || (caret < part.size() && !is_number(part.substr(caret + 1), exponent)))
            throw ModelError(
                fmt::format("'{}' is no unit that is known here in '{}'", part, unit),
                "give the factor itself, as in 57.3*psi; the routine's number is factor times the shared one");
        factor *= std::pow(known->second, divide ? -exponent : exponent);
        divide = end < text.size() && text[end] == '/';
        begin = end + 1;
    }
    return factor;
}

}  // namespace lag
