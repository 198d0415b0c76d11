// The names, units and places that an emitted file has in arrays.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// The name tables: name of the array, extent, entries.
struct NameTable {
    std::string name, extent;
    std::vector<std::string> entries;
};
std::vector<NameTable> name_tables(const Program& program);

// Arrays of whole numbers, counted from 0: where the entries of a jacobian stand.
struct IndexTable {
    std::string name, extent;
    std::vector<std::size_t> entries;
};
std::vector<IndexTable> index_tables(const Program& program);
// Arrays of plain whole numbers: the directions of events and which of them stop.
struct NumberTable {
    std::string name, extent;
    std::vector<int> entries;
};
std::vector<NumberTable> number_tables(const Program& program);
std::string number_list(const std::vector<int>& entries);  // "1, -1, 0"
// "3, 4, 7", each entry `first` more than it is.
std::string index_list(const std::vector<std::size_t>& entries, std::size_t first);

}  // namespace lag
