#include "core/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace lag {

std::string render(const Diagnostic& diagnostic, const char* severity) {
    const SourcePosition& at = diagnostic.position;
    std::string text = at.file;
    if (at.line != 0) text += fmt::format(":{}:{}", at.line, at.column);
    text += fmt::format(": {}: {}\n", severity, diagnostic.message);
    if (at.line != 0 && !at.line_text.empty()) {
        // A very long line is cut around the place, so that a message never floods the terminal.
        constexpr std::size_t widest = 160;
        std::string line = at.line_text;
        std::size_t caret = at.column == 0 ? 0 : at.column - 1;
        if (line.size() > widest) {
            const std::size_t begin = caret > widest / 2 ? caret - widest / 2 : 0;
            line = line.substr(begin, widest);
            caret -= begin;
        }
        for (char& c : line) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x20 || byte == 0x7f) c = c == '\t' ? ' ' : '?';
        }
        text += fmt::format("{}\n{}^\n", line, std::string(std::min(caret, line.size()), ' '));
    }
    if (!diagnostic.hint.empty()) text += fmt::format("hint: {}\n", diagnostic.hint);
    return text;
}

namespace {
std::string render_all(const std::vector<Diagnostic>& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics) text += render(diagnostic);
    return text;
}
}  // namespace

InputError::InputError(Diagnostic diagnostic) : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(render_all(diagnostics)), diagnostics_(std::move(diagnostics)) {}

ModelError::ModelError(std::string message, std::string hint, Subject subject)
    : std::runtime_error(std::move(message)), hint_(std::move(hint)), subject_(std::move(subject)) {}

InternalError::InternalError(const std::string& what)
    : std::logic_error("internal error in lag (please report it): " + what) {}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& candidates) {
    // A letter more, less or other counts 2, one in the other case or written twice 1: of a single letter, only its other
    // case is near.
    constexpr std::size_t letter = 2, other_case = 1, twice = 1;
    const auto repeats = [](const std::string& word, std::size_t k) { return k > 0 && word[k - 1] == word[k]; };
    const std::size_t limit = name.size() <= 1 ? other_case : name.size() <= 3 ? letter : 2 * letter;
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    std::string best;
    std::size_t best_distance = limit + 1;
    std::vector<std::size_t> row;
    for (const std::string& candidate : candidates) {
        const std::size_t difference =
            candidate.size() > name.size() ? candidate.size() - name.size() : name.size() - candidate.size();
        if (difference * letter > limit || candidate == name) continue;
        row.resize(candidate.size() + 1);
        for (std::size_t j = 0; j <= candidate.size(); ++j) row[j] = j * letter;
        for (std::size_t i = 1; i <= name.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i * letter;
            for (std::size_t j = 1; j <= candidate.size(); ++j) {
                const std::size_t above = row[j];
                const char a = name[i - 1], b = candidate[j - 1];
                const std::size_t replaced = diagonal + (a == b ? 0 : lower(a) == lower(b) ? other_case : letter);
                row[j] = std::min({above + (repeats(name, i - 1) ? twice : letter),
                                   row[j - 1] + (repeats(candidate, j - 1) ? twice : letter), replaced});
                diagonal = above;
            }
        }
        if (row.back() < best_distance || (row.back() == best_distance && candidate < best)) {
            best = candidate;
            best_distance = row.back();
        }
    }
    return best_distance <= limit ? best : std::string{};
}

}  // namespace lag
