// What an FMU (Functional Mock-up Unit, FMI 2.0 and 3.0) has beside the routines of emit(c, ..): fmu.c and the XML that
// describes it.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"

namespace lag {

// Of the content: what an importing tool must have read before it makes an instance.
std::string fmu_token(const Program& program, const std::string& header_text, const EmitOptions& options);
// The input, from 0, whose rate this one is; -1 where it is none.
int rate_of(const Program& program, std::size_t input);
// Where the entries of m_outputs_jacobian stand; null where there is no such routine.
const JacobianPattern* outputs_pattern(const Program& program);

struct FmuDescription {
    int version = 2;                   // of FMI: 2 or 3
    std::string token;                 // fmu_token
    std::vector<double> p, y, w;       // start values, w with the flags
    std::vector<std::string> tunable;  // parameters that may change during a run
    std::vector<std::string> sources;  // that an importing tool compiles: fmu.c first
};

// modelDescription.xml; with FMI 3 buildDescription.xml stands among the sources.
std::string model_description(const Program& program, const FmuDescription& given);
std::string build_description(const Program& program, const FmuDescription& given);

}  // namespace lag
