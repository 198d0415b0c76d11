#include "tests/emitters/straight_line.hpp"

#include <cctype>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace lag {

namespace {

// Recursive descent with C's precedence. Names may hold primes, as the names of speeds do.
class Reading {
  public:
    using Value = std::function<double(const std::string&)>;
    using Element = std::function<double(const std::string&, std::size_t)>;
    Reading(const std::string& text, const Value& value, const Element& element)
        : text_(text), value_(value), element_(element) {}

    double all() {
        const double result = disjunction();
        if (peek() != 0) fail("what follows " + text_.substr(0, at_));
        return result;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error("cannot read " + what + " in: " + text_);
    }
    char peek() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(const std::string& word) {
        if (peek() == '\0' || text_.compare(at_, word.size(), word) != 0) return false;
        at_ += word.size();
        return true;
    }
    double disjunction() {
        double result = conjunction();
        while (take("||")) result = (conjunction() != 0) || (result != 0) ? 1 : 0;
        return result;
    }
    double conjunction() {
        double result = comparison();
        while (take("&&")) result = (comparison() != 0) && (result != 0) ? 1 : 0;
        return result;
    }
    double comparison() {
        const double left = sum();
        if (take("<=")) return left <= sum() ? 1 : 0;
        if (take("<")) return left < sum() ? 1 : 0;
        return left;
    }
    double sum() {
        double result = product();
        while (true) {
            if (take("+")) {
                result += product();
            } else if (take("-")) {
                result -= product();
            } else {
                return result;
            }
        }
    }
    double product() {
        double result = factor();
        while (true) {
            if (take("*")) {
                result *= factor();
            } else if (take("/")) {
                result /= factor();
            } else {
                return result;
            }
        }
    }
    double factor() {
        if (take("-")) return -factor();
        if (take("!")) return factor() == 0 ? 1 : 0;
        if (take("(")) {
            const double result = disjunction();
            if (!take(")")) fail("a parenthesis");
            return result;
        }
        const char c = peek();
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            std::size_t length = 0;
            const double number = std::stod(text_.substr(at_), &length);
            at_ += length;
            return number;
        }
        return named(name());
    }
    std::string name() {
        const std::size_t first = at_;
        const auto belongs = [&](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'';
        };
        while (at_ < text_.size() && belongs(text_[at_])) ++at_;
        if (at_ == first) fail("a name");
        return text_.substr(first, at_ - first);
    }
    double named(const std::string& word) {
        if (take("[")) {
            const auto index = static_cast<std::size_t>(sum());
            if (!take("]")) fail("an index");
            return element_(word, index);
        }
        if (!take("(")) return value_(word);
        std::vector<double> x{disjunction()};
        while (take(",")) x.push_back(disjunction());
        if (!take(")")) fail("a call");
        return called(word, x);
    }
    double called(const std::string& word, const std::vector<double>& x) const {
        static const std::map<std::string, double (*)(double)> of_one{
            {"sin", std::sin},   {"cos", std::cos},   {"tan", std::tan},   {"asin", std::asin},  {"acos", std::acos},
            {"atan", std::atan}, {"sinh", std::sinh}, {"cosh", std::cosh}, {"tanh", std::tanh},  {"exp", std::exp},
            {"log", std::log},   {"sqrt", std::sqrt}, {"fabs", std::fabs}, {"floor", std::floor}};
        const auto found = of_one.find(word);
        if (found != of_one.end() && x.size() == 1) return found->second(x[0]);
        if (word == "pow" && x.size() == 2) return std::pow(x[0], x[1]);
        if (word == "atan2" && x.size() == 2) return std::atan2(x[0], x[1]);
        if (word == "lag_min" && x.size() == 2) return std::min(x[0], x[1]);
        if (word == "lag_max" && x.size() == 2) return std::max(x[0], x[1]);
        if (word == "lag_mod" && x.size() == 2) return x[0] - x[1] * std::floor(x[0] / x[1]);
        if (word == "lag_select" && x.size() == 3) return x[0] != 0 ? x[1] : x[2];
        fail("a call of " + word);
    }

    const std::string& text_;
    const Value& value_;
    const Element& element_;
    std::size_t at_ = 0;
};

std::string on_one_line(const std::string& text) {
    std::string line;
    for (const char c : text) {
        const bool is_space = std::isspace(static_cast<unsigned char>(c)) != 0;
        if (!is_space) line += c;
        if (is_space && !line.empty() && line.back() != ' ') line += ' ';
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

std::string body_of(const std::string& text, const std::string& routine) {
    const std::size_t head = text.find("void " + routine + "(");
    if (head == std::string::npos) throw std::runtime_error("the text has no routine " + routine);
    const std::size_t open = text.find("{\n", head), close = text.find("\n}\n", head);
    return text.substr(open + 2, close + 1 - open - 2);
}

class Run {
  public:
    explicit Run(std::map<std::string, std::vector<double>> arrays) { line_.arrays = std::move(arrays); }

    void statement(const std::string& text, const std::string& label, const std::string& section) {
        if (text.starts_with("(void)") || text.starts_with("*info") || text.starts_with("if (*info") ||
            text.starts_with("double "))
            return;
        if (text.starts_with("for (")) throw std::runtime_error("a loop: " + text);
        const std::size_t equals = text.find(" = ");
        if (equals == std::string::npos) throw std::runtime_error("no assignment: " + text);
        std::string left = text.substr(0, equals);
        const double value = value_of(text.substr(equals + 3));
        const std::string temporary = "const double ";
        if (left.starts_with(temporary)) {
            left.erase(0, temporary.size());
            if (!values_.emplace(left, value).second) throw std::runtime_error("assigned twice: " + left);
            line_.temporaries.push_back({left, label, section, value});
        } else if (left.starts_with("*")) {
            line_.arrays[left.substr(1)] = {value};
        } else {
            const std::size_t open = left.find('[');
            std::vector<double>& array = line_.arrays[left.substr(0, open)];
            const std::size_t index = std::stoul(left.substr(open + 1));
            if (array.size() <= index) array.resize(index + 1, 0.0);
            array[index] = value;
        }
    }
    // static const double m_harmless_pivot = 1.0e+30;
    void constants_of(const std::string& text) {
        const std::string begin = "static const double ";
        for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
            const std::string declaration = text.substr(at + begin.size(), text.find(';', at) - at - begin.size());
            const std::size_t equals = declaration.find(" = ");
            if (equals == std::string::npos || declaration.find('[') != std::string::npos) continue;
            values_.emplace(declaration.substr(0, equals), std::stod(declaration.substr(equals + 3)));
        }
    }
    // x_accelerations(t, y, y + 3, .., ydot + 3, ..) of the same text.
    void call(const std::string& text, const std::string& statement) {
        const std::string routine = statement.substr(0, statement.find('('));
        const std::vector<std::string> dummies = arguments_in(text.substr(text.find("void " + routine + "(")));
        const std::vector<std::string> given = arguments_in(statement);
        std::map<std::string, std::vector<double>> arrays;
        for (std::size_t k = 0; k < given.size(); ++k) {
            const auto [name, first] = array_of(given[k]);
            const std::vector<double>& whole = line_.arrays[name];
            const auto begin = whole.begin() + static_cast<std::ptrdiff_t>(std::min(first, whole.size()));
            arrays[array_of(dummies[k]).first] = {begin, whole.end()};
        }
        StraightLine called = carried_out(text, routine, std::move(arrays));
        for (std::size_t k = 0; k < given.size(); ++k) {
            const auto [name, first] = array_of(given[k]);
            std::vector<double>& whole = line_.arrays[name];
            const std::vector<double>& part = called.arrays[array_of(dummies[k]).first];
            whole.resize(std::max(whole.size(), first + part.size()));
            std::ranges::copy(part, whole.begin() + static_cast<std::ptrdiff_t>(first));
        }
        line_.temporaries.insert(line_.temporaries.end(), called.temporaries.begin(), called.temporaries.end());
    }
    StraightLine take() { return std::move(line_); }

  private:
    // What stands between the first parentheses.
    static std::vector<std::string> arguments_in(const std::string& text) {
        const std::size_t open = text.find('('), close = text.find(')');
        std::vector<std::string> list;
        std::istringstream items(on_one_line(text.substr(open + 1, close - open - 1)));
        for (std::string item; std::getline(items, item, ',');) list.push_back(item);
        return list;
    }
    // "const double* q" is q from 0, "ydot + 3" is ydot from 3.
    static std::pair<std::string, std::size_t> array_of(const std::string& argument) {
        const std::size_t plus = argument.find(" + ");
        std::string name = argument.substr(0, plus);
        while (!name.empty() && name.back() == ' ') name.pop_back();
        name = name.substr(name.find_last_of(" *") + 1);
        return {name, plus == std::string::npos ? 0 : std::stoul(argument.substr(plus + 3))};
    }
    double value_of(const std::string& text) const {
        const Reading::Value value = [&](const std::string& name) {
            if (const auto found = values_.find(name); found != values_.end()) return found->second;
            return line_.arrays.at(name).at(0);
        };
        const Reading::Element element = [&](const std::string& name, std::size_t k) {
            return line_.arrays.at(name).at(k);
        };
        return Reading(text, value, element).all();
    }
    StraightLine line_;
    std::map<std::string, double> values_;
};

}  // namespace

double value_of_text(const std::string& expression, const std::function<double(const std::string&)>& value) {
    return Reading(expression, value,
                   [](const std::string& name, std::size_t) -> double {
                       throw std::runtime_error("an element of " + name);
                   })
        .all();
}

StraightLine carried_out(const std::string& text, const std::string& routine,
                         std::map<std::string, std::vector<double>> arrays) {
    const std::string body = body_of(text, routine);
    Run run(std::move(arrays));
    run.constants_of(text);
    std::string label, section;
    for (std::size_t at = 0; at < body.size();) {
        if (std::isspace(static_cast<unsigned char>(body[at])) != 0) {
            ++at;
        } else if (body.compare(at, 2, "/*") == 0) {
            const std::size_t end = body.find("*/", at);
            label = on_one_line(body.substr(at + 2, end - at - 2));
            if (!label.empty() && label.front() == ' ') label.erase(0, 1);
            if (label.starts_with("---- ")) section = label.substr(5, label.size() - 10), label.clear();
            at = end + 2;
        } else if (body.compare(at, 5, "for (") == 0) {  // an array is set to zero
            at = body.find('\n', at);
        } else {
            const std::size_t end = body.find(';', at);
            const std::string statement = on_one_line(body.substr(at, end - at));
            if (statement.find("_accelerations(") != std::string::npos)
                run.call(text, statement);
            else
                run.statement(statement, label, section);
            label.clear();
            at = end + 1;
        }
    }
    return run.take();
}

}  // namespace lag
