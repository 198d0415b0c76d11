#include "scripts/command/entry/command.hpp"

int main(int argc, char** argv) {
    return lag::run_command(argc, argv);
}
