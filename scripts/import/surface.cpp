#include "scripts/import/surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "core/errors.hpp"
#include "core/lower_case.hpp"
#include "scripts/import/collada.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t head = 80, record = 50;  // bytes of a binary file: its head, a triangle

std::size_t little_endian(const std::string& bytes, std::size_t at) {
    std::size_t value = 0;
    for (std::size_t k = 4; k-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
    return value;
}

bool is_binary(const std::string& bytes) {
    return bytes.size() >= head + 4 && bytes.size() == head + 4 + record * little_endian(bytes, head);
}

std::vector<double> binary_triangles(const std::string& bytes) {
    const std::size_t count = little_endian(bytes, head);
    std::vector<double> numbers;
    numbers.reserve(9 * count);
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t i = 3; i < 12; ++i) {  // after the normal
            const auto bits = static_cast<std::uint32_t>(little_endian(bytes, head + 4 + record * k + 4 * i));
            float value = 0;
            std::memcpy(&value, &bits, sizeof value);
            numbers.push_back(static_cast<double>(value));
        }
    return numbers;
}

std::vector<double> text_triangles(const std::string& bytes) {
    std::vector<double> numbers;
    std::istringstream words(bytes);
    for (std::string word; words >> word;) {
        if (word != "vertex") continue;
        for (int k = 0; k < 3; ++k) {
            double value = 0;
            if (!(words >> value)) return {};
            numbers.push_back(value);
        }
    }
    return numbers;
}

// Lines `v x y z` and `f 1/2/3 4//5 6 ..`, which count corners from 1, or from the last one backwards.
std::vector<double> obj_triangles(const std::string& bytes) {
    std::vector<double> places, numbers;
    std::istringstream lines(bytes);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "v") {
            for (int k = 0; k < 3; ++k) {
                double value = 0;
                if (!(words >> value)) return {};
                places.push_back(value);
            }
        } else if (word == "f") {
            std::vector<std::size_t> corners;
            while (words >> word) {
                long index = 0;
                if (std::from_chars(word.data(), word.data() + word.size(), index).ec != std::errc()) return {};
                const auto count = static_cast<long>(places.size() / 3);
                if (index < 0) index += count + 1;
                if (index < 1 || index > count) return {};
                corners.push_back(static_cast<std::size_t>(index - 1));
            }
            for (std::size_t k = 2; k < corners.size(); ++k)
                for (const std::size_t corner : {corners[0], corners[k - 1], corners[k]})
                    for (std::size_t i = 0; i < 3; ++i) numbers.push_back(places[3 * corner + i]);
        }
        if (numbers.size() > 9 * most_triangles) break;
    }
    return numbers;
}

std::string ending_of(const fs::path& file) {
    return lower_case(file.extension().string());
}

}  // namespace

bool is_surface(const fs::path& file) {
    const std::string ending = ending_of(file);
    return ending == ".stl" || ending == ".obj" || ending == ".dae";
}

std::vector<double> triangles_of(const fs::path& file, const std::string& place) {
    const std::string what = fmt::format("{}: mesh '{}'", place, file.string()), ending = ending_of(file);
    const std::string coarser = "a coarser mesh looks the same in a picture";
    std::error_code code;
    if (!fs::is_regular_file(file, code)) throw ModelError(what + ": there is no such file");
    if (fs::file_size(file, code) > 300 * most_triangles)
        throw ModelError(fmt::format("{} has more than {} triangles", what, most_triangles), coarser);
    std::vector<double> numbers;
    if (ending == ".dae") {
        numbers = collada_triangles(file);
    } else {
        std::ifstream stream(file, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        if (!stream.good() && !stream.eof()) throw ModelError(what + " cannot be read");
        numbers = ending == ".obj"   ? obj_triangles(bytes)
                  : is_binary(bytes) ? binary_triangles(bytes)
                                     : text_triangles(bytes);
    }
    if (numbers.empty() || numbers.size() % 9 != 0) {
        if (ending == ".obj") throw ModelError(what + " is no OBJ file with faces", "lines `v x y z` and `f 1 2 3`");
        if (ending == ".dae") throw ModelError(what + " holds no triangles");
        throw ModelError(what + " is no STL file", "an STL file is a list of triangles, binary or text");
    }
    if (numbers.size() > 9 * most_triangles)
        throw ModelError(fmt::format("{} has more than {} triangles", what, most_triangles), coarser);
    for (const double value : numbers)
        if (!std::isfinite(value)) throw ModelError(what + " has a coordinate that is no finite number");
    return numbers;
}

std::vector<double> scaled(std::vector<double> triangles, const Vec3<double>& scale) {
    for (std::size_t k = 0; k < triangles.size(); ++k) triangles[k] *= scale[k % 3];
    if (scale[0] * scale[1] * scale[2] < 0)
        for (std::size_t k = 0; k + 8 < triangles.size(); k += 9)
            for (std::size_t i = 3; i < 6; ++i) std::swap(triangles[k + i], triangles[k + i + 3]);
    return triangles;
}

}  // namespace lag
