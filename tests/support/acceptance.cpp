// Not a JSON parser: in the "states" of these files every value is a number or a nested list of numbers,
// which is flattened.
#include "tests/support/acceptance.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lag {

std::vector<AcceptanceState> read_acceptance(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::ostringstream content;
    content << file.rdbuf();
    const std::string text = content.str();
    std::size_t i = text.find("\"states\"");
    if (i == std::string::npos) throw std::runtime_error(path + " has no states");
    i += std::string("\"states\"").size();
    std::vector<AcceptanceState> states;
    std::vector<double>* values = nullptr;
    while (i < text.size()) {
        const char c = text[i];
        if (c == '{') states.emplace_back();
        if (c == '"') {
            const std::size_t end = text.find('"', i + 1);
            if (states.empty() || end == std::string::npos) throw std::runtime_error(path + ": states expected");
            values = &states.back()[text.substr(i + 1, end - i - 1)];
            i = end + 1;
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            char* end = nullptr;
            const double value = std::strtod(text.c_str() + i, &end);
            if (values == nullptr) throw std::runtime_error(path + ": a number without a name");
            values->push_back(value);
            i = static_cast<std::size_t>(end - text.c_str());
        } else {
            ++i;
        }
    }
    return states;
}

Eigen::VectorXd vector_of(const AcceptanceState& state, const std::string& key) {
    const auto found = state.find(key);
    if (found == state.end()) return Eigen::VectorXd(0);
    return as_vector(found->second);
}

Eigen::VectorXd as_vector(const std::vector<double>& list) {
    return Eigen::Map<const Eigen::VectorXd>(list.data(), static_cast<Eigen::Index>(list.size()));
}

}  // namespace lag
