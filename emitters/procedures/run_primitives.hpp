// The primitives of procedures (primitives.hpp) where they are run by the interpreter: files that are read, numbers as text
// and back.
#pragma once

#include <fstream>
#include <map>
#include <memory>
#include <string>

#include "emitters/procedures/run_procedure.hpp"

namespace lag::procedures {

class RunPrimitives {
  public:
    // False: it is none of those that are here.
    bool call(const std::string& name, Interpreter& interpreter, const Pointers& arguments);

  private:
    static int read_line(std::ifstream& file, std::string& line);
    std::map<int, std::unique_ptr<std::ifstream>> files_;
};

}  // namespace lag::procedures
