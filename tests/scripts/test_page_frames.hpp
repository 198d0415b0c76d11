// What a page of `lag simulate --page` says of its motion, read back from the file.
#pragma once

#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/scripts/test_command_runner.hpp"

namespace lag {

// Numbers of a text in base 64.
template <class Number>
std::vector<Number> decoded(const std::string& text) {
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned value = 0, bits = 0;
    for (const char c : text) {
        if (c == '=') break;
        value = (value << 6 | static_cast<unsigned>(letters.find(c))) & 0xffffffU;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>(value >> bits & 0xffU);
        }
    }
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    std::memcpy(numbers.data(), bytes.data(), sizeof(Number) * numbers.size());
    return numbers;
}
inline std::vector<double> decoded_doubles(const std::string& text) {
    return decoded<double>(text);
}
inline std::vector<float> decoded_floats(const std::string& text) {
    return decoded<float>(text);
}

class PageFrames {
  public:
    explicit PageFrames(const std::filesystem::path& path) {
        const std::string text = contents(path), begin = "<script type=\"application/json\" id=\"motion\">";
        const std::size_t from = text.find(begin) + begin.size();
        json = nlohmann::json::parse(text.substr(from, text.find("</script>", from) - from));
        times = decoded_doubles(json["times"]);
        for (const auto& node : json["nodes"]) {
            names.push_back(node["name"]);
            frames.push_back(decoded_doubles(node["frames"]));
        }
    }

    // Where the point r of a body is, in ground axes, by its Euler parameters: r + 2 e0 (e x r) + 2 e x (e x r).
    std::array<double, 3> position(const std::string& body, std::size_t frame, const std::array<double, 3>& r) const {
        std::size_t b = 0;
        while (names.at(b) != body) ++b;
        const double* const f = frames[b].data() + (frames[b].size() == 7 ? 0 : 7 * frame);
        const std::array<double, 3> e{f[4], f[5], f[6]}, once = cross(e, r), twice = cross(e, once);
        std::array<double, 3> result{};
        for (std::size_t i = 0; i < 3; ++i) result[i] = f[i] + r[i] + 2 * f[3] * once[i] + 2 * twice[i];
        return result;
    }

    nlohmann::json json;
    std::vector<double> times;
    std::vector<std::string> names;
    std::vector<std::vector<double>> frames;

  private:
    static std::array<double, 3> cross(const std::array<double, 3>& a, const std::array<double, 3>& b) {
        return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }
};

}  // namespace lag
