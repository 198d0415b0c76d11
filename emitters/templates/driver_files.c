/* -- steps and rows */

typedef struct {
    long count, between_rows, overruns;
    double h;
    int even; /* h divides the whole */
    struct timespec began;
} Steps;

static Steps steps_of(const Simulation* s) {
    const double whole = s->end - s->start;
    Steps steps;
    steps.even = !(s->interval > 0);
    steps.between_rows = 1;
    steps.overruns = 0;
    clock_gettime(CLOCK_MONOTONIC, &steps.began);
    if (steps.even) {
        steps.count = lround(whole / s->step);
        if ((double)steps.count * s->step < whole * (1 - 1e-12)) ++steps.count;
        steps.h = whole / (double)(steps.count > 1 ? steps.count : 1);
    } else {
        steps.between_rows = (long)ceil(s->interval / s->step * (1 - 1e-12));
        steps.h = s->interval / (double)steps.between_rows;
        steps.count = (long)ceil(whole / steps.h * (1 - 1e-12));
    }
    return steps;
}

static double time_after(const Simulation* s, const Steps* steps, long k) {
    return !steps->even && k == steps->count ? s->end : s->start + (double)k * steps->h;
}

/* waits until the clock shows as much as the model's time; a step that ends later is an overrun */
static void keep_up(const Simulation* s, double t, Steps* steps) {
    struct timespec now, rest;
    double ahead;
    clock_gettime(CLOCK_MONOTONIC, &now);
    ahead = t - s->start - ((double)(now.tv_sec - steps->began.tv_sec) + 1e-9 * (double)(now.tv_nsec - steps->began.tv_nsec));
    if (ahead < 0) {
        ++steps->overruns;
        return;
    }
    rest.tv_sec = (time_t)ahead;
    rest.tv_nsec = (long)(1e9 * (ahead - floor(ahead)));
    nanosleep(&rest, NULL);
}
