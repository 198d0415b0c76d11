#include "scripts/command/page/stl.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "core/errors.hpp"

namespace lag {

namespace {

constexpr std::size_t head = 80, record = 50;  // bytes of a binary file: its head, a triangle

std::size_t little_endian(const std::string& bytes, std::size_t at) {
    std::size_t value = 0;
    for (std::size_t k = 4; k-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
    return value;
}

bool is_binary(const std::string& bytes) {
    return bytes.size() >= head + 4 && bytes.size() == head + 4 + record * little_endian(bytes, head);
}

std::vector<float> binary_triangles(const std::string& bytes) {
    const std::size_t count = little_endian(bytes, head);
    std::vector<float> numbers;
    numbers.reserve(9 * count);
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t i = 3; i < 12; ++i) {  // after the normal
            const auto bits = static_cast<std::uint32_t>(little_endian(bytes, head + 4 + record * k + 4 * i));
            float value = 0;
            std::memcpy(&value, &bits, sizeof value);
            numbers.push_back(value);
        }
    return numbers;
}

std::vector<float> text_triangles(const std::string& bytes) {
    std::vector<float> numbers;
    std::istringstream words(bytes);
    for (std::string word; words >> word;) {
        if (word != "vertex") continue;
        for (int k = 0; k < 3; ++k) {
            float value = 0;
            if (!(words >> value)) return {};
            numbers.push_back(value);
        }
    }
    return numbers;
}

}  // namespace

std::vector<float> stl_triangles(const std::string& file, const std::string& place) {
    const std::string what = place + ": mesh '" + file + "'";
    std::error_code code;
    if (!std::filesystem::is_regular_file(file, code)) throw ModelError(what + ": there is no such file");
    if (std::filesystem::file_size(file, code) > 300 * most_triangles)
        throw ModelError(what + " has more than " + std::to_string(most_triangles) + " triangles",
                         "a coarser mesh looks the same in a picture");
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (!stream.good() && !stream.eof()) throw ModelError(what + " cannot be read");
    const std::vector<float> numbers = is_binary(bytes) ? binary_triangles(bytes) : text_triangles(bytes);
    if (numbers.empty() || numbers.size() % 9 != 0)
        throw ModelError(what + " is no STL file", "an STL file is a list of triangles, binary or text");
    if (numbers.size() > 9 * most_triangles)
        throw ModelError(what + " has " + std::to_string(numbers.size() / 9) + " triangles, more than " +
                             std::to_string(most_triangles),
                         "a coarser mesh looks the same in a picture");
    for (const float value : numbers)
        if (!std::isfinite(value)) throw ModelError(what + " has a coordinate that is no finite number");
    return numbers;
}

}  // namespace lag
