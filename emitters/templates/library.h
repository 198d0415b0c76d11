#if defined(_WIN32)
#define LAG_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define LAG_EXPORT __attribute__((visibility("default")))
#else
#define LAG_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

@DEFINITIONS@
@DECLARATIONS@
/* a size by its name, such as "nq"; -1 where there is none */
LAG_EXPORT int @M@_size(const char* name);
/* entry k, from 0, of a table of texts, such as "coordinate_names"; NULL where there is none */
LAG_EXPORT const char* @M@_text(const char* table, int k);
/* the same of integers, such as "jacobian_rows", which are counted from 0; -2 where there is none */
LAG_EXPORT int @M@_number(const char* table, int k);

#ifdef __cplusplus
}
#endif
