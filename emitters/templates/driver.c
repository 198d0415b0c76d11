@HEAD@
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "@HEADER@"
@STAGE_PROTOTYPES@
@PRIMITIVES@
@PROCEDURES@

int main(int count, char** arguments) {
    if (count > 2) fail("expected one file, found more arguments");
    if (count > 1 && strlen(arguments[1]) > 512) fail("the name of the file is too long");
    @M@_simulate_file(count > 1 ? arguments[1] : "", "@STEM@.csv");
    return 0;
}
