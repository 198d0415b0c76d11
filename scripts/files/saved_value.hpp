// Values with names as files that other programs read: JSON, CSV and MATLAB's level 4 (which SciPy, Octave and MATLAB
// load). All numbers are doubles, to the last bit.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lag {

struct SavedMatrix {
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;                        // row by row
    std::vector<std::string> row_names, column_names;  // none, or as many as there are
};

struct SavedValue;
using SavedList = std::vector<SavedValue>;
using SavedRecord = std::vector<std::pair<std::string, SavedValue>>;

struct SavedValue {
    std::variant<double, bool, std::string, SavedMatrix, std::shared_ptr<SavedList>, std::shared_ptr<SavedRecord>> is;
    std::vector<std::string> column_names = {};  // of a list of lists
};

// What does not fit into the format: text in a matrix file, lists of different lengths in a table.
class UnsavedValue : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

const std::vector<std::string>& saved_endings();  // ".json", ".csv", ".mat"

// The bytes of a file with that ending. A record's entries are the object's members, the blocks of the table, the
// variables; a matrix NAME with names of its rows and columns has NAME_rows and NAME_columns beside it. What is no
// record is called "value". UnsavedValue.
std::string saved_text(const SavedValue& value, const std::string& ending);

}  // namespace lag
