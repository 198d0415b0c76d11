#include "emitters/procedures/run_primitives.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "emitters/procedures/primitives.hpp"

namespace lag::procedures {

namespace {

std::string written(const char* format, int digits, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, digits, value);
    return text.data();
}

}  // namespace

bool RunPrimitives::call(const std::string& name, Interpreter& interpreter, const Pointers& a) {
    const auto text = [&](std::size_t k) -> std::string& { return interpreter.text(*a[k]); };
    const auto number = [&](std::size_t k) { return static_cast<int>(*a[k]); };
    if (name == "open_old") {
        auto& file = files_[number(0)];
        file = std::make_unique<std::ifstream>(text(1), std::ios::binary);
        const bool is_readable = file->is_open() && (file->peek() != std::ifstream::traits_type::eof() || !file->bad());
        *a[2] = is_readable ? 0 : 1;
    } else if (name == "close_file") {
        files_.erase(number(0));
        *a[1] = 0;
    } else if (name == "read_line") {
        *a[2] = read_line(*files_.at(number(0)), text(1));
    } else if (name == "whole_text") {
        text(1) = std::to_string(number(0));
    } else if (name == "all_digits") {
        text(1) = written("%.*e", 16, *a[0]);
    } else if (name == "number_of") {
        std::string plain = text(0);
        std::ranges::replace(plain, 'd', 'e'), std::ranges::replace(plain, 'D', 'e');
        *a[1] = std::strtod(plain.c_str(), nullptr);
    } else if (name == "scientific") {
        const std::string all = written("%.*e", number(1) - 1, *a[0]);
        const std::size_t end = all.find('e');
        text(2) = all.substr(0, end);
        std::erase(text(2), '.');
        *a[3] = std::atoi(all.c_str() + end + 1);
        *a[4] = std::strtod(all.c_str(), nullptr);
    } else {
        return false;
    }
    return true;
}

int RunPrimitives::read_line(std::ifstream& file, std::string& line) {
    line.clear();
    int c = file.get();
    if (!file) return file.bad() ? 2 : 1;
    for (; file && c != '\n'; c = file.get()) {
        if (line.size() == longest_line) return 3;
        if (c == '\0') return 4;
        line += static_cast<char>(c == '\t' || c == '\r' || c == '\v' || c == '\f' ? ' ' : c);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return file.bad() ? 2 : 0;
}

}  // namespace lag::procedures
