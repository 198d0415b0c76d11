// -- steps and rows

struct Steps {
    explicit Steps(const Simulation& s) : is_even(!(s.interval > 0)), start(s.start), end(s.end) {
        const double whole = end - start;
        if (is_even) {
            count = std::lround(whole / s.step);
            if (static_cast<double>(count) * s.step < whole * (1 - 1e-12)) ++count;
            h = whole / static_cast<double>(std::max(count, 1L));
        } else {
            between_rows = static_cast<long>(std::ceil(s.interval / s.step * (1 - 1e-12)));
            h = s.interval / static_cast<double>(between_rows);
            count = static_cast<long>(std::ceil(whole / h * (1 - 1e-12)));
        }
    }

    double time(long k) const { return !is_even && k == count ? end : start + static_cast<double>(k) * h; }

    // waits until the clock shows as much as the model's time; a step that ends later is an overrun
    void keep_up(double t) {
        const auto due = began + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                     std::chrono::duration<double>(t - start));
        ++paced;
        if (std::chrono::steady_clock::now() > due) {
            ++overruns;
        } else {
            std::this_thread::sleep_until(due);
        }
    }

    bool is_even;  // h divides the whole
    double start, end, h = 0;
    long count = 0, between_rows = 1, overruns = 0, paced = 0;
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
};
