
/* changes the mode of the contact or dry friction that breaks its inequality most, in place. changed: whether there
   is one */
static inline void rockers_contact_repair(const double* near, const double* slide, const double* ban, const
    double* slack, const double* excess, const double* x, int* mode, int* changed) {
    enum { nmembers = 1, nmodes = 1 };
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    int b;
    double worst = 0.0;
    int i = -1;
    int of_friction = 0;
    for (int j = 0; j < nmodes; ++j)
        if (near[j] > 0.5) {
            const int a = normal[j];
            b = tangent[j];
            if (a != -1) {
                if (excess[a] - slack[a] > worst) {
                    worst = excess[a] - slack[a];
                    of_friction = 0;
                    i = j;
                }
            }
            if (b != -1) {
                if (excess[b] - slack[b] > worst) {
                    worst = excess[b] - slack[b];
                    of_friction = 1;
                    i = j;
                }
            }
        }
    *changed = i != -1;
    if (i == -1) return;
    b = tangent[i];
    if (!of_friction) {
        if (mode[i] == 3) {
            mode[i] = 0;
            if (b != -1) {
                if (fabs(slide[i]) > 0.0) mode[i] = slide[i] < 0.0 ? 2 : 1;
            }
        } else {
            mode[i] = 3;
        }
    } else if (mode[i] == 0) {
        mode[i] = slide[i] > 0.0 || (!(slide[i] < 0.0) && x[b] <= 0.0) ? 1 : 2;
    } else if (fabs(ban[i] - 2.0) < 0.5) {
        *changed = 0;
    } else {
        mode[i] = 0;
    }
}
