// Other people's compiled routines, called in a child process, so that nothing they do ends this one.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lag {

// How often the points are called. Pass k hands over each point's numbers with endings[k % size] after them; every
// second pass takes the points backwards. Passes after the second are left out where the first two took long.
struct CallPlan {
    std::size_t passes = 1;
    std::vector<std::vector<double>> endings{{}};
    int patience = 60;  // seconds without a result after which the routine is ended
};

// What became of a routine called at many points in a child process.
struct ChildCalls {
    std::vector<std::vector<double>> results;            // of the first pass, those before it ended
    std::map<std::size_t, std::vector<double>> changed;  // point -> what a later pass gave instead, number by number
                                                         // the one farthest from the first pass's
    std::size_t at = 0;                                  // the point at which it ended
    std::string ended;                                   // empty: fine; else why, such as "it crashed (...)"
    std::string messages;                                // what it wrote on standard error, the last of it
};
// `points` all have the same size, results have `out` > 0 numbers. The child and whatever it starts is gone afterwards.
ChildCalls call_in_child(const std::filesystem::path& library, const std::string& routine,
                         const std::vector<std::vector<double>>& points, std::size_t out, const CallPlan& plan = {});

}  // namespace lag
