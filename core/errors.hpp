// Errors the tool can raise, one class per culprit.
//
//   InputError     the user's script is wrong: place, what was found, what was expected, a hint. Exit status 1.
//   ModelError     the described mechanism cannot be right: names the body and the quantity. Exit status 1. The
//                  interpreter turns it into an InputError at the statement that caused it.
//   InternalError  a bug of this tool; its text says so. A division by an exact zero has a type of its own, so that
//                  whoever divides for the user can say that the user's expression does.
//
// Nothing here prints; the `lag` command renders an InputError as
//     file.lag:7:12: error: message
//     the source line
//             ^
//     hint: ...
#pragma once

#include <compare>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace lag {

// A place in a script: byte offset into the text of `file`; line and column count from 1, columns in bytes of UTF-8.
struct SourcePosition {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    std::string line_text;  // the whole source line, without its end, for the caret display
};

struct Diagnostic {
    SourcePosition position;
    std::string message;
    std::string hint;  // may be empty
};

// "file:line:col: error: message\nline\n    ^\nhint: ...\n"
std::string render(const Diagnostic& diagnostic, const char* severity = "error");

class InputError : public std::runtime_error {
  public:
    explicit InputError(Diagnostic diagnostic);
    explicit InputError(std::vector<Diagnostic> diagnostics);
    const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  private:
    std::vector<Diagnostic> diagnostics_;
};

// What an error is about: one thing of the model, by its kind and its name. The default is the model as a whole.
struct Subject {
    enum class Kind { model, body, coordinate, speed, input, parameter, row, state };
    Kind kind = Kind::model;
    std::string name;
    friend std::strong_ordering operator<=>(const Subject&, const Subject&) = default;
};

class ModelError : public std::runtime_error {
  public:
    explicit ModelError(std::string message, std::string hint = {}, Subject subject = {});
    const std::string& hint() const { return hint_; }
    const Subject& subject() const { return subject_; }

  private:
    std::string hint_;
    Subject subject_;
};

class InternalError : public std::logic_error {
  public:
    explicit InternalError(const std::string& what);
};

class DivisionByZero : public InternalError {
  public:
    DivisionByZero() : InternalError("division by an exact zero") {}
};

// The candidate closest to `name` within an edit distance of 2 (1 for names of up to 3 letters), or "".
std::string did_you_mean(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace lag
