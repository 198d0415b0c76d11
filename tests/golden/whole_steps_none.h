
/* so many steps of this length as make the whole, up to rounding */
static inline void rockers_whole_steps(double span, double length_of_one, int* steps) {
    const double count = span / length_of_one * (1.0 - 1.0e-12);
    *steps = (int)count;
    if ((double)*steps < count) ++*steps;
}
