// The archive of an FMU: XML, sources and this machine's binary, zipped.
#pragma once

#include <filesystem>

#include "scripts/pipeline/fmu.hpp"

namespace lag {

// The user's sources are looked for in `folder`, that of the script. The archive has the same bytes for the same content,
// but for the binary. ModelError: a source is missing, or something does not compile.
FmuTools fmu_tools(std::filesystem::path folder);

}  // namespace lag
