#include "scripts/files/input_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "core/errors.hpp"

namespace lag {

namespace {

constexpr std::size_t part_size = 65536, longest_shown = 40;

std::string megabytes(std::size_t bytes) {
    return std::to_string(bytes >> 20U) + " MB";
}

// How many bytes the character of UTF-8 at `at` has; 0 where there is none, or it controls a terminal.
std::size_t character_at(const std::string& text, std::size_t at) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned char first = byte(at);
    if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
    const std::size_t size = first >= 0xf0 && first < 0xf5   ? 4
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xc2 && first < 0xe0 ? 2
                                                             : 0;
    if (size == 0 || at + size > text.size()) return 0;
    for (std::size_t k = at + 1; k < at + size; ++k)
        if ((byte(k) & 0xc0U) != 0x80U) return 0;
    return first == 0xc2 && byte(at + 1) < 0xa0 ? 0 : size;  // U+0080 to U+009F
}

}  // namespace

InputLines::InputLines(std::string file, std::size_t most_bytes)
    : file_(std::move(file)), most_(most_bytes), stream_(file_, std::ios::binary), part_(part_size) {
    std::error_code error;
    if (!stream_ || std::filesystem::is_directory(file_, error)) throw ModelError("cannot read " + file_);
}

std::string InputLines::place() const {
    return fmt::format("{}:{}: ", file_, number_);
}

bool InputLines::fill() {
    stream_.read(part_.data(), static_cast<std::streamsize>(part_.size()));
    begin_ = 0, end_ = static_cast<std::size_t>(stream_.gcount());
    if (stream_.bad()) throw ModelError("cannot read all of " + file_);
    read_ += end_;
    if (read_ > most_)
        throw ModelError(fmt::format("{}: there are more than {} to read", file_, megabytes(most_)),
                         "leave out what is not needed");
    return end_ > 0;
}

bool InputLines::next(std::string& line) {
    line.clear();
    bool any = false;
    ++number_;
    while (begin_ < end_ || fill()) {
        any = true;
        const auto from = part_.begin() + static_cast<std::ptrdiff_t>(begin_),
                   to = part_.begin() + static_cast<std::ptrdiff_t>(end_), mark = std::find(from, to, '\n');
        line.append(from, mark);
        begin_ = static_cast<std::size_t>(mark - part_.begin()) + (mark == to ? 0 : 1);
        if (line.size() > longest_line)
            throw ModelError(fmt::format("{}this line is longer than {}", place(), megabytes(longest_line)),
                             "is this a text file?");
        if (mark != to) break;
    }
    if (number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    return any;
}

std::string shown(const std::string& text) {
    std::string result;
    std::size_t characters = 0;
    for (std::size_t k = 0; k < text.size(); ++characters) {
        if (characters == longest_shown) return result + "...";
        const std::size_t size = character_at(text, k);
        std::array<char, 8> escaped{};
        if (size == 0) std::snprintf(escaped.data(), escaped.size(), "\\x%02x", static_cast<unsigned char>(text[k]));
        result += size == 0 ? std::string(escaped.data()) : text.substr(k, size);
        k += std::max<std::size_t>(size, 1);
    }
    return result;
}

}  // namespace lag
