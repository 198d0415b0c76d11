#include "emitters/writers/cpp_math.hpp"

#include <fmt/format.h>

#include "emitters/writers/template_text.hpp"

namespace lag {

std::string cpp_math_text() {
    return filled_template("lag_math.hpp", {});
}

std::string cpp_opening(const std::string& guard, bool vectors) {
    return fmt::format(
        "#ifndef {}\n"
        "#define {}\n"
        "\n"
        "#include <array>\n"
        "#include <cmath>\n"
        "{}#include <type_traits>\n"
        "#include <utility>\n"
        "\n",
        guard, guard, vectors ? "#include <cstring>\n" : "");
}

}  // namespace lag
