// test_combinations [--seed N] [--models N] [--seconds X] [--show SEED] [--patience X] [--command LAG] [--folder DIR]
//                   [--no-simulation] [--programs | --modes]
//
// Draws scripts at random and compares everything that lag makes of them. Exit status 0: no failure, 1: some,
// 2: wrong use. --programs, --modes: models with events alone, by their main programs or by their routines in modes of
// contacts; before --show: shows one of these.
#include <cstdlib>
#include <iostream>
#include <string>

#include "tests/combinations/campaign.hpp"
#include "tests/combinations/drawing.hpp"

int main(int argc, char** argv) {
    using namespace lag::combinations;
    Campaign campaign;
    Options options{LAG_COMMAND, LAG_SCRATCH_DIR, true, true, true};
    for (int k = 1; k < argc; ++k) {
        const std::string word = argv[k];
        if (word == "--no-simulation") {
            options.simulate = options.simulate_compiled = false;
            continue;
        }
        if (word == "--programs" || word == "--modes") {
            (word == "--programs" ? campaign.programs : campaign.modes) = true;
            continue;
        }
        if (k + 1 == argc) {
            std::cerr << "test_combinations: " << word << " needs a value\n";
            return 2;
        }
        const std::string value = argv[++k];
        if (word == "--seed") {
            campaign.seed = std::strtoull(value.c_str(), nullptr, 10);
        } else if (word == "--models") {
            campaign.models = std::atoi(value.c_str());
        } else if (word == "--seconds") {
            campaign.seconds = std::atof(value.c_str());
        } else if (word == "--patience") {
            campaign.patience = std::atof(value.c_str());
        } else if (word == "--command") {
            options.command = value;
        } else if (word == "--folder") {
            options.folder = value;
        } else if (word == "--show") {
            const std::uint64_t seed = std::strtoull(value.c_str(), nullptr, 10);
            std::cout << text(campaign.programs || campaign.modes ? draw_with_events(seed) : draw(seed), "drawn");
            return 0;
        } else {
            std::cerr << "test_combinations: unknown option " << word << "\n";
            return 2;
        }
    }
    return lag::combinations::run(campaign, options) == 0 ? 0 : 1;
}
