// Simulates the model @M@: @STEM@_main [FILE]
// FILE holds lines "name value [unit]"; # begins a comment. Names are parameters, coordinates, speeds, @STATES@constant inputs,
// and settings; "parameter NAME value" is never a setting.
//   start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)
//   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its rows
//   title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step with the clock
@if corrections@
//   assemble (0 or 1, default 1: bring the initial state onto the constraints), project (0 or 1, default @PROJECT@: and
//   every step), tolerance (of phi in its own units and of the assembly's steps, default 1e-10).
@end@
// FILE.echo holds all that was used, and is such a file itself.
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

@include primitives.c@
@PROCEDURES@

}  // namespace

int main(int count, char** arguments) {
    if (count > 2) fail("expected one file, found more arguments");
    if (count > 1 && std::strlen(arguments[1]) > 512) fail("the name of the file is too long");
    @M@_simulate_file(count > 1 ? arguments[1] : "", "@STEM@.csv");
    return 0;
}
