// The archive of an FMU: XML, sources and this machine's binary, zipped.
#pragma once

#include <filesystem>

#include "scripts/pipeline/fmu.hpp"

namespace lag {

// The user's sources are looked for in `folder`, that of the script. The same bytes for the same content, but for the
// binary. ModelError: a source is missing, or something does not compile.
ArchiveOfFmu archive_of_fmu(std::filesystem::path folder);

}  // namespace lag
