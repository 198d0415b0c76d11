#include "scripts/language/interpreter_show.hpp"

namespace lag {

std::string shown_value(Algebra& algebra, const Value& value) {
    try {
        return value.is_text() ? value.text() : to_text(algebra, value);
    } catch (const ModelError& error) {
        return std::string("(not shown: ") + error.what() + ")";  // showing a value is no reason to stop
    }
}

}  // namespace lag
