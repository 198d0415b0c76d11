#include "scripts/command/simulate/column_text.hpp"

#include <algorithm>
#include <regex>

namespace lag {

std::optional<ColumnText> column_in(const std::string& input, const std::string& text) {
    static const std::regex form("(.*\\.[cC][sS][vV])(:(.*))?");
    std::smatch found;
    if (!std::regex_match(text, found, form)) return std::nullopt;
    return ColumnText{input, found[1], found[3].length() > 0 ? found[3].str() : input};
}

std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' '), std::ranges::replace(text, '\r', ' ');
    return text;
}

}  // namespace lag
