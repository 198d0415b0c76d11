
/* @COMMENT@ */
int @F@(const double** arg, double** res, int* iw, double* w, void* mem);
int @F@_work(int*, int*, int*, int*);
const int* @F@_sparsity_in(int);
const int* @F@_sparsity_out(int);
int @F@_n_in(void);
int @F@_n_out(void);
