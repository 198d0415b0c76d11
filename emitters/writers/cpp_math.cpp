#include "emitters/writers/cpp_math.hpp"

#include "emitters/writers/template_text.hpp"

namespace lag {

std::string cpp_math_text() {
    std::string functions;
    for (const char* name :
         {"sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "abs", "floor"})
        functions += filled_template("lag_math_unary.hpp", {{"F", name}});
    for (const char* name : {"atan2", "pow"}) functions += filled_template("lag_math_binary.hpp", {{"F", name}});
    return filled_template("lag_math.hpp", {{"FUNCTIONS", functions}});
}

}  // namespace lag
