// A procedure for one model. What depends on the model alone is decided: branches on its parts, and loops over the entries of
// tables that are written out, an entry's statements with its places in them. Other tables become constants of the procedure.
// Arguments of parts that the model does not have go, as do loops over such parts and locals that nothing mentions any more.
// What a routine takes besides its signature becomes an argument of the procedures that call it, the last ones; what it gives
// besides goes nowhere.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "emitters/procedures/procedure.hpp"

namespace lag::procedures {

struct Facts {
    std::vector<Extent> sizes;                               // one that is not here is 0
    std::set<std::string> parts;                             // those that no size tells
    std::map<std::string, std::vector<double>> tables = {};  // places from 1, 0: none; truth values 0 or 1
    std::map<std::string, double> numbers = {};              // "touch"
    std::map<std::string, std::vector<Dummy>> besides = {};  // by routine: its arguments besides those of its signature
    std::map<std::string, std::vector<std::string>> texts = {};  // tables of texts

    std::size_t size(const std::string& name) const;
    std::size_t size(const SizeSum& sum) const;  // of sizes and numbers
    bool has(const std::string& part) const;     // "states"
};

Procedure decided(const Procedure& procedure, const Facts& facts);

}  // namespace lag::procedures
