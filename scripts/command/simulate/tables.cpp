#include "scripts/command/simulate/tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lag {

namespace {

constexpr double without_end = std::numeric_limits<double>::infinity();

// From x along the direction to the middle of the next segment. The segments beyond the outer corners have no end.
double way_ahead(const std::vector<double>& corners, double x, double direction) {
    if (direction > 0) {
        const auto next = std::upper_bound(corners.begin(), corners.end(), x);
        if (next == corners.end() || next + 1 == corners.end()) return without_end;
        return *next - x + (*(next + 1) - *next) / 2;
    }
    const auto behind = std::lower_bound(corners.begin(), corners.end(), x);
    if (behind == corners.begin() || behind - 1 == corners.begin()) return without_end;
    const double next = *(behind - 1);
    return x - next + (next - *(behind - 2)) / 2;
}

}  // namespace

TableSteps::TableSteps(RunnableModel& model, double interval, bool time_stands) : model_(model), interval_(interval) {
    for (std::size_t k = 0; k < model.table_arguments().size(); ++k) {
        const TableArgument& one = model.table_arguments()[k];
        if (one.of_time && time_stands) continue;
        watched_.push_back(k);
        needs_rates_ = needs_rates_ || !one.of_time;
    }
}

TablePlaces TableSteps::places(double t, const std::vector<double>& y, const std::vector<double>& rates) const {
    Frame frame{{"t", {t}}, {"y", y}, {"rates", rates}, {"w", std::vector<double>(model_.size("nw"), 0.0)}};
    model_.call(RoutineName::table_arguments, frame);
    return {std::move(frame["g"]), std::move(frame["gdot"])};
}

double TableSteps::longest_step(const TablePlaces& here) const {
    double longest = without_end;
    for (const std::size_t k : watched_) {
        const TableArgument& one = model_.table_arguments()[k];
        if (one.of_time && !one.is_linear) longest = std::min(longest, interval_ / 64);
        const double rate = here.adot[k];
        if (std::isfinite(rate) && rate != 0)
            longest = std::min(longest, way_ahead(one.corners, here.a[k], rate) / std::abs(rate));
    }
    return longest;
}

bool TableSteps::have_skipped(const TablePlaces& before, const TablePlaces& after) const {
    return std::ranges::any_of(watched_, [&](std::size_t k) {
        const std::vector<double>& corners = model_.table_arguments()[k].corners;
        const double low = std::min(before.a[k], after.a[k]), high = std::max(before.a[k], after.a[k]);
        const auto first = std::upper_bound(corners.begin(), corners.end(), low);
        const auto last = std::lower_bound(corners.begin(), corners.end(), high);
        return last - first > 1;
    });
}

}  // namespace lag
