// C to link: a source with exported routines, and the header that declares them.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

struct CLibrary {
    std::string source, header;
};

// The parts of a header that has all in it (c.cpp), in their order.
struct CParts {
    std::string head, guard, includes, helpers, definitions, tables, routines, end_of_guard;
};

// `names`: of the routines to export, without the model's name. Beside them m_size, m_text and m_number give sizes and
// tables to languages that read no header.
CLibrary c_library(const Program& program, const std::vector<std::string>& names, const CParts& parts);

}  // namespace lag
