#include "scripts/language/interpreter_show.hpp"

#include <fmt/format.h>

namespace lag {

std::string shown_value(Algebra& algebra, const Value& value) {
    try {
        return value.is_text() ? value.text() : to_text(algebra, value);
    } catch (const ModelError& error) {
        return fmt::format("(not shown: {})", error.what());  // showing a value is no reason to stop
    }
}

}  // namespace lag
