
/* the solution of a system of p equations, in place of its right side turn: matrix[l, j] is column l of row j.
   failed: 0, or 1 */
static inline void rockers_contact_turn(int p, int* failed) {
    (void)p;
    *failed = 1;
    *failed = 0;
}
