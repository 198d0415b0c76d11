// splitmix64 against numbers published for it.
#include <cstdint>
#include <vector>

#include "core/random_numbers.hpp"
#include "tests/catch.hpp"

using namespace lag;

TEST_CASE("random numbers are those of splitmix64") {
    // Rosetta Code, "Pseudo-random numbers/Splitmix64": seed 1234567
    RandomNumbers random(1234567);
    for (const std::uint64_t expected : {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                         4593380528125082431ULL, 16408922859458223821ULL})
        CHECK(random.bits() == expected);
    // and, for seed 987654321, how often floor(5 x) of x in [0, 1) is 0, 1, 2, 3, 4 in 100000 numbers
    RandomNumbers fifths(987654321);
    std::vector<int> counts(5, 0);
    for (int k = 0; k < 100000; ++k) ++counts[static_cast<std::size_t>(5 * fifths.unit())];
    CHECK(counts == std::vector<int>{20027, 19892, 20073, 19978, 20030});
}

TEST_CASE("random numbers stay in their ranges") {
    RandomNumbers random(3);
    double least = 0, largest = 0;
    for (int k = 0; k < 10000; ++k) {
        const double x = random.next();
        least = std::min(least, x), largest = std::max(largest, x);
        CHECK(random.below(7) < 7);
    }
    CHECK(least >= -1);
    CHECK(largest < 1);
    CHECK(least < -0.99);
    CHECK(largest > 0.99);
}
