// Lines of a table that is given to the tool. A file is read to its end only where it is no
// longer than anybody would write it: a device without end is refused after that much.
#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

namespace lag {

// Bytes.
constexpr std::size_t longest_table = std::size_t{256} << 20, longest_line = std::size_t{1} << 20;

class InputLines {
  public:
    // ModelError where it cannot be read.
    InputLines(std::string file, std::size_t most_bytes);
    // The next line without its end, the first one without the mark that some editors put before it; false where
    // there is none. ModelError with the place: a line or a file that is too long, a file that fails.
    bool next(std::string& line);
    std::size_t number() const { return number_; }
    std::string place() const;  // "data.csv:7: "

  private:
    bool fill();

    std::string file_;
    std::size_t most_ = 0, read_ = 0, number_ = 0;
    std::ifstream stream_;
    std::vector<char> part_;
    std::size_t begin_ = 0, end_ = 0;  // of what is left in part_
};

// A cell or a word of such a file as a message shows it: cut after 40 characters, bytes that no terminal should see as
// \x1b.
std::string shown(const std::string& text);

}  // namespace lag
