// Names of a robot's file as names of a script. One rule: what is no letter, digit or _ becomes _; a name that does not
// begin with a letter gets an n before it; after 40 characters it is cut; and where the name is a word of the language or
// taken (upper and lower case alike, which Fortran does not tell apart), it gets _2, _3, ...
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lag {

class ScriptNames {
  public:
    explicit ScriptNames(const std::vector<std::string>& words);
    // A new name; remembered if `original` had to change.
    std::string declare(const std::string& original);
    // Of names that do not stand in the file, such as <joint>_torque.
    std::string declare_own(const std::string& wanted);
    // Original and name, in the order of declaration.
    const std::vector<std::pair<std::string, std::string>>& changed() const { return changed_; }

  private:
    std::string free_name(const std::string& wanted);

    std::set<std::string> taken_;  // in lower case
    std::vector<std::pair<std::string, std::string>> changed_;
};

}  // namespace lag
