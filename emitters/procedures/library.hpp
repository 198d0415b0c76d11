// Procedures that call each other: texts by name, each read once and after those that it calls.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "emitters/procedures/procedure.hpp"

namespace lag::procedures {

class Library {
  public:
    struct Text {
        std::string text, file_name;  // for messages
    };
    explicit Library(std::map<std::string, Text> texts) : texts_(std::move(texts)) {}  // by name: "partition"

    bool has(const std::string& name) const { return texts_.contains(name); }
    // Null where there is none. InputError where it, or one that it calls, is no procedure or calls itself.
    const Procedure* find(const std::string& name);

  private:
    std::map<std::string, Text> texts_;
    std::map<std::string, Procedure> known_;
    std::set<std::string> open_;  // those that are being read
};

}  // namespace lag::procedures
