// Work items done by several processes, each a copy of this one, so that a crash in one item costs that item alone.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace lag {

// Calls `work` on each item, in `jobs` processes; what it gives comes back line by line, in any order, to `done`.
// Where a process dies, `done` gets the item with has_died = true. The text holds no new line.
void work_in_processes(const std::vector<std::size_t>& items, unsigned jobs,
                       const std::function<std::string(std::size_t item)>& work,
                       const std::function<void(std::size_t item, const std::string& text, bool has_died)>& done);

}  // namespace lag
