#include "emitters/writers/cpp_math.hpp"

#include "emitters/writers/template_text.hpp"

namespace lag {

std::string cpp_math_text() {
    return filled_template("lag_math.hpp", {});
}

}  // namespace lag
