
/* @COMMENT@ */
CASADI_SYMBOL_EXPORT int @F@(const double** arg, double** res, casadi_int* iwork, double* work, int mem) {
    (void)arg, (void)res, (void)iwork, (void)work, (void)mem;
@BODY@}

CASADI_SYMBOL_EXPORT casadi_int @F@_n_in(void) { return @INS@; }
CASADI_SYMBOL_EXPORT casadi_int @F@_n_out(void) { return @OUTS@; }
CASADI_SYMBOL_EXPORT const char* @F@_name_in(casadi_int i) {
    static const char* const names[] = @IN_NAMES@;
    return lag_is_place(i, @INS@) ? names[i] : 0;
}
CASADI_SYMBOL_EXPORT const char* @F@_name_out(casadi_int i) {
    static const char* const names[] = @OUT_NAMES@;
    return lag_is_place(i, @OUTS@) ? names[i] : 0;
}
CASADI_SYMBOL_EXPORT const casadi_int* @F@_sparsity_in(casadi_int i) {
    static const casadi_int* const shapes[] = @IN_SHAPES@;
    return lag_is_place(i, @INS@) ? shapes[i] : 0;
}
CASADI_SYMBOL_EXPORT const casadi_int* @F@_sparsity_out(casadi_int i) {
    static const casadi_int* const shapes[] = @OUT_SHAPES@;
    return lag_is_place(i, @OUTS@) ? shapes[i] : 0;
}
CASADI_SYMBOL_EXPORT int @F@_diff_in(casadi_int i) {
    static const int known[] = @IN_DIFF@;
    return lag_is_place(i, @INS@) ? known[i] : 0;
}
CASADI_SYMBOL_EXPORT int @F@_diff_out(casadi_int i) {
    static const int known[] = @OUT_DIFF@;
    return lag_is_place(i, @OUTS@) ? known[i] : 0;
}
CASADI_SYMBOL_EXPORT int @F@_work(casadi_int* sz_arg, casadi_int* sz_res, casadi_int* sz_iw, casadi_int* sz_w) {
    if (sz_arg) *sz_arg = @INS@;
    if (sz_res) *sz_res = @OUTS@;
    if (sz_iw) *sz_iw = 0;
    if (sz_w) *sz_w = @WORK@;
    return 0;
}
/* nothing is kept from call to call */
CASADI_SYMBOL_EXPORT int @F@_checkout(void) { return 0; }
CASADI_SYMBOL_EXPORT void @F@_release(int mem) { (void)mem; }
CASADI_SYMBOL_EXPORT void @F@_incref(void) {}
CASADI_SYMBOL_EXPORT void @F@_decref(void) {}
