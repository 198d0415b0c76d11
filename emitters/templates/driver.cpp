@HEAD@
#include <chrono>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "@HEADER@"
@STAGE_PROTOTYPES@
namespace {

@PRIMITIVES@
@PROCEDURES@

}  // namespace

int main(int count, char** arguments) {
    if (count > 2) fail("expected one file, found more arguments");
    if (count > 1 && std::strlen(arguments[1]) > 512) fail("the name of the file is too long");
    @M@_simulate_file(count > 1 ? arguments[1] : "", "@STEM@.csv");
    return 0;
}
