#include "emitters/writers/driver_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

bool is_fortran(Language language) {
    return language == Language::fortran || language == Language::fortran77;
}

// A literal; in Fortran in pieces that fit on a line.
std::string literal(const std::string& text, Language language) {
    const std::string plain = comment_text(text);
    if (language == Language::fortran77) return fortran77_quoted(plain);
    if (!is_fortran(language)) {
        std::string quoted = "\"";
        for (const char c : plain) {
            if (c == '"' || c == '\\' || c == '?') quoted += '\\';
            quoted += c;
        }
        return quoted + "\"";
    }
    constexpr std::size_t most = 40;
    const std::string join = " // &\n      ";
    std::string quoted = "'", piece;
    std::size_t length = 0;
    for (const char c : plain) {
        const bool goes_on = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;  // within a character of UTF-8
        if (length >= most && !goes_on) quoted += "'" + join + "'", length = 0;
        quoted += c;
        if (c == '\'') quoted += c;
        ++length;
    }
    return quoted + "'";
}

// As it is set in a file: names of settings behind a word that says so.
std::string name_in_file(const std::string& name) {
    constexpr std::array settings{"start",    "end",     "step",      "output",    "interval", "integrator",
                                  "title",    "include", "inputs",    "save",      "labels",   "realtime",
                                  "assemble", "project", "tolerance", "parameter", "input",    "relative"};
    return (std::ranges::count(settings, name) > 0 ? "parameter " : "") + name;
}

class Texts {
  public:
    Texts(const Program& program, Language language) : program_(program), language_(language) {}

    std::string echoes(const std::vector<TableRow>& rows, std::size_t count, const std::string& array,
                       std::size_t from = 0) const {
        std::string text;
        for (std::size_t k = 0; k < count; ++k) text += echo(rows[k], element(array, from + k));
        return text;
    }
    std::string inputs() const {
        std::string text;
        for (std::size_t k = 0; k + program_.flags.size() < program_.inputs.size(); ++k) {
            const std::string call = echo(program_.inputs[k], element("w", k));
            switch (language_) {
                case Language::fortran:
                    text += fmt::format("    if (column({0}) == 0 .and. slope_of({0}) == 0) then\n{1}    end if\n",
                                        k + 1, call);
                    break;
                case Language::fortran77:
                    text += fmt::format("      IF (column({0}) .EQ. 0 .AND. slopof({0}) .EQ. 0) THEN\n{1}      ENDIF\n",
                                        k + 1, call);
                    break;
                case Language::cpp:
                    text += fmt::format("    if (!table.gives({}))\n    {}", k, call);
                    break;
                default:
                    text +=
                        fmt::format("    if (table.column[{0}] == 0 && table.slope_of[{0}] == 0)\n    {1}", k, call);
            }
        }
        return text;
    }
    std::string labels() const {
        std::string text;
        for (const auto* rows : {&program_.coordinates, &program_.speeds, &program_.states, &program_.outputs})
            for (const TableRow& row : *rows) {
                const UserUnit* const users = program_.user_unit(row.name);
                const std::string what = literal(row.name, language_) + ", " +
                                         literal(users != nullptr ? users->unit : row.unit, language_) + ", " +
                                         literal(row.text, language_);
                text += language_ == Language::fortran ? "    call write_label(" + what + ")\n"
                        : language_ == Language::fortran77
                            ? "      CALL " + program_.name + "_main_label(unit, " + what + ")\n"
                            : "    write_label(file, " + what + ");\n";
            }
        return text;
    }

  private:
    std::string element(const std::string& array, std::size_t k) const {
        if (is_fortran(language_)) return fmt::format("{}({})", array, k + 1);
        return fmt::format("{}{}[{}]", language_ == Language::cpp ? "s." : "s->", array, k);
    }
    std::string echo(const TableRow& row, const std::string& value) const {
        const bool in_files = program_.user_unit(row.name) != nullptr;
        const std::string what = (in_files ? literal(row.name, language_) + ", " : "") +
                                 literal(name_in_file(row.name), language_) + ", " + value + ", " +
                                 literal(row.unit, language_) + ", " + literal(row.text, language_),
                          routine = in_files ? "echo_in_files" : "echo";
        if (language_ == Language::fortran) return "    call " + routine + "(" + what + ")\n";
        if (language_ == Language::fortran77)
            return "      CALL " + program_.name + "_main_" + routine + "(" + what + ")\n";
        return "    " + routine + "(file, " + what + ");\n";
    }

    const Program& program_;
    Language language_;
};

}  // namespace

Holes driver_texts(const Program& program, Language language) {
    const Texts texts(program, language);
    const std::size_t nq = program.coordinates.size(), nu = program.speeds.size(), ns = program.states.size();
    const std::size_t first_flag = program.inputs.size() - program.flags.size();
    const bool parted = language == Language::cpp;  // q, u and states are vectors of their own
    std::string state = texts.echoes(program.coordinates, nq, parted ? "q" : "y") +
                        texts.echoes(program.speeds, nu, parted ? "u" : "y", parted ? 0 : nq) +
                        texts.echoes(program.states, ns, parted ? "states" : "y", parted ? 0 : nq + nu) +
                        texts.echoes(program.flags, program.flags.size(), "w", first_flag);
    return {{"ECHO_PARAMETERS", texts.echoes(program.parameters, program.parameters.size(), "p")},
            {"ECHO_INPUTS", texts.inputs()},
            {"ECHO_STATE", std::move(state)},
            {"LABELS", texts.labels()}};
}

}  // namespace lag
