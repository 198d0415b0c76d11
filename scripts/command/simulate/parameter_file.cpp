#include "scripts/command/simulate/parameter_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "emitters/procedures/run_primitives.hpp"

namespace lag {

namespace {

// The procedures that read parameter files in main programs (emitters/procedures/texts: open_file.lag, next_entry.lag,
// quantity_in.lag), interpreted. What they fail with is a ModelError here.
class ParameterTexts {
  public:
    ParameterTexts() {
        interpreter_.write_by([](const std::string& word, int, const std::string& text, const std::string& hint) {
            if (word != "fail") throw InternalError("a reader of parameter files may not " + word);
            throw ModelError(text, hint);
        });
    }
    // By the names of their arguments. Texts stand at their numbers, text().
    void run(const std::string& procedure, const std::map<std::string, double*>& given) {
        interpreter_.run(procedure, procedures::pointers_of(*interpreter_.procedure(procedure), given));
    }
    std::string& text(double number) { return interpreter_.text(number); }
    procedures::Interpreter& interpreter() { return interpreter_; }

  private:
    procedures::RunPrimitives primitives_;
    procedures::Interpreter interpreter_{{.sizes = {}, .parts = {}},
                                         [this](const std::string& name, const procedures::Pointers& arguments) {
                                             if (!primitives_.call(name, interpreter_, arguments))
                                                 throw InternalError("a reader of parameter files may not " + name);
                                         }};
};

ParameterTexts& parameter_texts() {
    static ParameterTexts texts;
    return texts;
}

// Arguments that are texts: each is kept as long as this lives.
class OwnTexts {
  public:
    OwnTexts() = default;
    ~OwnTexts() {
        for (const double number : numbers_) interpreter_.give_back(number);
    }
    OwnTexts(const OwnTexts&) = delete;
    OwnTexts& operator=(const OwnTexts&) = delete;
    double take(std::string text = "") { return numbers_.emplace_back(interpreter_.take_text(std::move(text))); }

  private:
    procedures::Interpreter& interpreter_ = parameter_texts().interpreter();
    std::vector<double> numbers_;
};

class Reading {
  public:
    void read(const std::string& file) {
        if (is_saved_value(file)) return add(read_saved_value(file));
        open(file);
        for (next(); depth_ > 0; next()) {
            const std::string& rest = texts_.text(rest_);
            const bool includes = texts_.text(name_) == "include" && is_quantity_ == 0 && !is_decimal(rest);
            if (!includes)
                add_line();
            else if (is_saved_value(rest))
                add(read_saved_value(rest));
            else
                open(rest);
        }
    }

    std::vector<ParameterLine> lines;

  private:
    static constexpr std::size_t deepest = 50;  // next_entry.lag

    void open(const std::string& file) {
        require_other_file(file);
        texts_.text(file_) = file;
        texts_.run("open_file", {{"at", &at_},
                                 {"name", &file_},
                                 {"depth", &depth_},
                                 {"names", names_.data()},
                                 {"numbers", numbers_.data()}});
    }
    // Whatever its name is; main programs compare names alone, which all languages can.
    void require_other_file(const std::string& file) {
        const auto path = [](const std::string& name) {
            std::error_code error;
            return std::filesystem::weakly_canonical(name, error);
        };
        for (std::size_t k = 0; k < static_cast<std::size_t>(depth_); ++k)
            if (path(texts_.text(names_[k])) == path(file))
                throw ModelError(fmt::format("{} the file {} includes itself", texts_.text(at_), file));
    }
    void next() {
        texts_.run("next_entry", {{"depth", &depth_},
                                  {"names", names_.data()},
                                  {"numbers", numbers_.data()},
                                  {"bytes", &bytes_},
                                  {"at", &at_},
                                  {"name", &name_},
                                  {"rest", &rest_},
                                  {"is_quantity", &is_quantity_},
                                  {"is_setting", &is_setting_}});
    }
    void add_line() {
        ParameterLine line;
        const auto innermost = static_cast<std::size_t>(depth_) - 1;
        line.file = texts_.text(names_[innermost]), line.number = static_cast<int>(numbers_[innermost]);
        line.name = texts_.text(name_);
        line.is_quantity = is_quantity_ != 0, line.is_setting = is_setting_ != 0;
        texts_.run("split", {{"line", &rest_}, {"word", &word_}, {"rest", &more_}});
        line.text = texts_.text(word_), line.rest = texts_.text(more_);
        lines.push_back(std::move(line));
    }
    void add(std::vector<ParameterLine> more) { std::ranges::move(more, std::back_inserter(lines)); }
    std::vector<double> new_texts() {
        std::vector<double> all(deepest);
        for (double& number : all) number = own_.take();
        return all;
    }

    ParameterTexts& texts_ = parameter_texts();
    OwnTexts own_;
    std::vector<double> names_ = new_texts(), numbers_ = std::vector<double>(deepest);
    double at_ = own_.take(), file_ = own_.take(), name_ = own_.take(), rest_ = own_.take(), word_ = own_.take(),
           more_ = own_.take();
    double depth_ = 0, bytes_ = 0, is_quantity_ = 0, is_setting_ = 0;
};

}  // namespace

std::string ParameterLine::place() const {
    return fmt::format("{}:{}: ", file, number);
}

std::vector<ParameterLine> read_parameter_file(const std::string& file) {
    Reading reading;
    reading.read(file);
    return std::move(reading.lines);
}

double quantity_in(const ParameterLine& line, const std::string& unit, const std::optional<UserUnit>& users) {
    OwnTexts own;
    const bool in_users = users && !line.in_own_unit;
    double at = own.take(fmt::format("{}:{}:", line.file, line.number)), name = own.take(line.name),
           given = own.take(line.text + (line.rest.empty() ? "" : " " + line.rest)), units = own.take(unit),
           others = own.take(in_users ? users->unit : ""), factor = in_users ? users->scale : 1, value = 0;
    parameter_texts().run("quantity_in", {{"at", &at},
                                          {"name", &name},
                                          {"given", &given},
                                          {"unit", &units},
                                          {"users", &others},
                                          {"factor", &factor},
                                          {"value", &value}});
    return value;
}

std::string quantity_text(double value, const std::string& unit, const std::optional<UserUnit>& users) {
    if (users) {
        const double number = value / users->scale;
        constexpr double far = std::numeric_limits<double>::infinity();
        for (const double one : {number, std::nextafter(number, far), std::nextafter(number, -far)})
            if (one * users->scale == value) return fmt::format("{} {}", exact_decimal(one), users->unit);
    }
    return exact_decimal(value) + (unit.empty() ? "" : " " + unit);
}

}  // namespace lag
