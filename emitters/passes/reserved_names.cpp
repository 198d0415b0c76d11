#include "emitters/passes/reserved_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <unordered_set>

namespace lag {

namespace {

// Keywords of C and C++, and what g++ 12 with glibc 2.36 declares or defines at global scope when the standard
// headers of an emitted C++ header and its main program are included: found by naming a namespace after every
// identifier in them.
constexpr std::string_view c_and_cpp =
    " BIG_ENDIAN BUFSIZ BYTE_ORDER CLOCKS_PER_SEC CPU_SETSIZE CSIGNAL E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EADV "
    "EAFNOSUPPORT EAGAIN EALREADY EBADE EBADF EBADFD EBADMSG EBADR EBADRQC EBADSLT EBFONT EBUSY ECANCELED ECHILD "
    "ECHRNG ECOMM ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDEADLOCK EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST "
    "EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EHWPOISON EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR EISNAM "
    "EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC EL3HLT EL3RST ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN "
    "ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENAVAIL ENETDOWN ENETRESET ENETUNREACH "
    "ENFILE ENOANO ENOBUFS ENOCSI ENODATA ENODEV ENOENT ENOEXEC ENOKEY ENOLCK ENOLINK ENOMEDIUM ENOMEM ENOMSG ENONET "
    "ENOPKG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK ENOTCONN ENOTDIR ENOTEMPTY ENOTNAM ENOTRECOVERABLE "
    "ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO EOF EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROTO "
    "EPROTONOSUPPORT EPROTOTYPE ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART ERFKILL EROFS ESHUTDOWN ESOCKTNOSUPPORT "
    "ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN EUNATCH EUSERS EWOULDBLOCK "
    "EXDEV EXFULL EXIT_FAILURE EXIT_SUCCESS FD_SETSIZE FILE FILENAME_MAX FOPEN_MAX HUGE INFINITY INT16_MAX INT16_MIN "
    "INT16_WIDTH INT32_MAX INT32_MIN INT32_WIDTH INT64_MAX INT64_MIN INT64_WIDTH INT8_MAX INT8_MIN INT8_WIDTH "
    "INTMAX_MAX INTMAX_MIN INTMAX_WIDTH INTPTR_MAX INTPTR_MIN INTPTR_WIDTH LITTLE_ENDIAN L_ctermid L_cuserid "
    "L_tmpnam MATH_ERREXCEPT MATH_ERRNO MAXFLOAT MB_CUR_MAX MOD_CLKA MOD_CLKB MOD_ESTERROR MOD_FREQUENCY "
    "MOD_MAXERROR MOD_MICRO MOD_NANO MOD_OFFSET MOD_STATUS MOD_TAI MOD_TIMECONST NAN NFDBITS NULL PDP_ENDIAN "
    "PTRDIFF_MAX PTRDIFF_MIN PTRDIFF_WIDTH P_tmpdir RAND_MAX RENAME_EXCHANGE RENAME_NOREPLACE RENAME_WHITEOUT "
    "SEEK_CUR SEEK_DATA SEEK_END SEEK_HOLE SEEK_SET SIG_ATOMIC_MAX SIG_ATOMIC_MIN SIG_ATOMIC_WIDTH SIZE_MAX "
    "SIZE_WIDTH SNAN SNANF SNANF128 SNANF32 SNANF32X SNANF64 SNANF64X SNANL TIMER_ABSTIME TIME_UTC TMP_MAX "
    "UINT16_MAX UINT16_WIDTH UINT32_MAX UINT32_WIDTH UINT64_MAX UINT64_WIDTH UINT8_MAX UINT8_WIDTH UINTMAX_MAX "
    "UINTMAX_WIDTH UINTPTR_MAX UINTPTR_WIDTH WCHAR_MAX WCHAR_MIN WCHAR_WIDTH WCONTINUED WEOF WEXITED WINT_MAX "
    "WINT_MIN WINT_WIDTH WNOHANG WNOWAIT WSTOPPED WUNTRACED a64l abort abs acos acosh alignas aligned_alloc alignof "
    "alloca and and_eq arc4random arc4random_buf arc4random_uniform asctime asin asinh asm asprintf assert "
    "at_quick_exit atan atan2 atanh atexit atof atoi atol atoll auto basename bcmp bcopy bind_textdomain_codeset "
    "bindtextdomain bitand bitor blkcnt64_t blkcnt_t blksize_t bool break bsearch btowc bzero caddr_t calloc "
    "canonicalize canonicalize_file_name case catch cbrt ceil char char16_t char32_t char8_t class clearenv clearerr "
    "clock clock_adjtime clock_getcpuclockid clock_getres clock_gettime clock_nanosleep clock_settime clock_t "
    "clockid_t clog clone co_await co_return co_yield comparison_fn_t compl concept const const_cast consteval "
    "constexpr constinit continue cookie_close_function_t cookie_io_functions_t cookie_read_function_t "
    "cookie_seek_function_t cookie_write_function_t copysign cos cosh cpu_set_t ctermid ctime cuserid daddl daddr_t "
    "daylight dcgettext dcngettext ddivl decltype default delete dev_t dfmal dgettext difftime div div_t dmull "
    "dngettext do double double_t dprintf drand48 drand48_data drem dsqrtl dsubl duplocale dynamic_cast dysize ecvt "
    "else enum env erand48 erf erfc errno error_t exit exp exp10 exp2 explicit explicit_bzero expm1 export extern "
    "fabs fadd false fclose fcloseall fcvt fd_mask fd_set fdim fdiv fdopen feof ferror fflush ffma ffs ffsll fgetc "
    "fgetpos fgetpos64 fgets fgetwc fgetws fileno finite float float_t flockfile floor fma fmax fmaximum "
    "fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag fmemopen fmin fminimum fminimum_mag fminimum_mag_num "
    "fminimum_num fminmag fmod fmul fopen fopen64 fopencookie for fpclassify fpos64_t fpos_t fprintf fputc fputs "
    "fputwc fputws fread free freelocale freopen freopen64 frexp friend fromfp fromfpx fsblkcnt64_t fsblkcnt_t "
    "fscanf fseek fseeko fseeko64 fsetpos fsetpos64 fsfilcnt64_t fsfilcnt_t fsid_t fsqrt fsub ftell ftello ftello64 "
    "ftrylockfile funlockfile fwide fwprintf fwrite fwscanf gamma gcvt getc getchar getcpu getdate getdate_err "
    "getdelim getenv getline getloadavg getpayload getpt getsubopt gettext getw getwc getwchar gid_t gmtime goto "
    "grantpt hypot id_t if ilogb index initstate inline ino64_t ino_t int int16_t int32_t int64_t int8_t "
    "int_fast16_t int_fast32_t int_fast64_t int_fast8_t int_least16_t int_least32_t int_least64_t int_least8_t "
    "intmax_t intptr_t isalnum isalpha isascii isblank iscanonical iscntrl isctype isdigit iseqsig isfinite isgraph "
    "isgreater isgreaterequal isinf isless islessequal islessgreater islower isnan isnormal isprint ispunct "
    "issignaling isspace isunordered isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower "
    "iswprint iswpunct iswspace iswupper iswxdigit isxdigit iszero itimerspec j0 j1 jn jrand48 key_t l64a labs "
    "lcong48 lconv ldexp ldiv ldiv_t lgamma linux llabs lldiv lldiv_t llogb llrint llround locale_t localeconv "
    "localtime loff_t log log10 log1p log2 logb long lrand48 lrint lround main malloc math_errhandling max_align_t "
    "mblen mbrlen mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstate_t mbstowcs mbtowc memccpy memchr memcmp memcpy "
    "memfrob memmem memmove mempcpy memrchr memset mkdtemp mkostemp mkostemp64 mkostemps mkostemps64 mkstemp "
    "mkstemp64 mkstemps mkstemps64 mktemp mktime mode_t modf mrand48 mutable namespace nan nanosleep nearbyint new "
    "newlocale nextafter nextdown nexttoward nextup ngettext nlink_t noexcept not not_eq nrand48 nullptr nullptr_t "
    "obstack obstack_printf obstack_vprintf off64_t off_t on_exit open_memstream open_wmemstream operator or or_eq "
    "pclose perror pid_t popen posix_memalign posix_openpt pow printf private program_invocation_name "
    "program_invocation_short_name protected pselect ptrdiff_t ptsname public putc putchar putenv puts putw putwc "
    "putwchar qecvt qfcvt qgcvt qsort quad_t quick_exit rand random random_data rawmemchr realloc reallocarray "
    "realpath register register_t reinterpret_cast remainder remove remquo rename renameat renameat2 requires "
    "restrict return rewind rindex rint round roundeven rpmatch scalb scalbln scalbn scanf sched_get_priority_max "
    "sched_get_priority_min sched_getaffinity sched_getcpu sched_getparam sched_getscheduler sched_param "
    "sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler sched_yield secure_getenv seed48 "
    "select setbuf setbuffer setenv setlinebuf setlocale setns setpayload setpayloadsig setstate setvbuf short "
    "sigabbrev_np sigdescr_np sigevent signbit signed signgam significand sigset_t sin sincos sinh size_t sizeof "
    "snprintf sprintf sqrt srand srand48 srandom sscanf ssize_t static static_assert static_cast std stderr stdin "
    "stdout struct switch system tan tanh template tgamma this thread_local throw time time_t tm true trunc try "
    "typedef typeid typename uint ulong union unix unsigned ushort using virtual void volatile wchar_t while xor "
    "xor_eq y0 y1 yn zu "
    // of <string.h> and <stdarg.h>
    "strcasecmp strcasecmp_l strcat strchr strcmp strcoll strcoll_l strcpy strcspn strdup strerror strerror_l "
    "strerror_r strlen strncasecmp strncasecmp_l strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep "
    "strsignal strspn strstr strtok strtok_r strxfrm strxfrm_l va_arg va_copy va_end va_list va_start vsnprintf "
    "vsprintf vfprintf vprintf vsscanf vscanf vfscanf ";
// Families of such names: by their beginning,
constexpr std::array<std::string_view, 17> beginnings = {"DBL_",   "FLT_",   "LDBL_",  "LAG_", "pthread_", "PTHREAD_",
                                                         "CLOCK_", "CLONE_", "SCHED_", "FP_",  "LC_",      "HUGE_VAL",
                                                         "INT_",   "UINT_",  "ADJ_",   "STA_", "lag_"};
// or one of these with an ending: functions and constants of other floating types (sinf, sinl, sinf128, M_PIf),
constexpr std::array<std::string_view, 7> floating = {"f", "l", "f32", "f32x", "f64", "f64x", "f128"};
constexpr std::string_view of_floating =
    " M_1_PI M_2_PI M_2_SQRTPI M_E M_LN10 M_LN2 M_LOG10E M_LOG2E M_PI M_PI_2 M_PI_4 M_SQRT1_2 M_SQRT2 acos acosh asin "
    "asinh atan atan2 atanh canonicalize cbrt ceil copysign cos cosh drem erf erfc exp exp10 exp2 expm1 fabs fadd fdim "
    "fdiv ffma ffs finite floor fma fmax fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag fmin fminimum "
    "fminimum_mag fminimum_mag_num fminimum_num fminmag fmod fmul frexp fromfp fromfpx fsqrt fsub gamma getpayload "
    "hypot ilogb isinf isnan j0 j1 jn ldexp lgamma llogb llrint llround log log10 log1p log2 logb lrint lround modf "
    "nan nearbyint nextafter nextdown nexttoward nextup pow remainder remquo rint round roundeven scalb scalbln scalbn "
    "setpayload setpayloadsig significand sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn ";
// and of other kinds (gmtime_r, isalpha_l, fgets_unlocked).
struct Family {
    std::string_view ending, names;
};
constexpr std::array<Family, 3> families = {{
    {"_r",
     " asctime ctime drand48 ecvt erand48 fcvt getdate gmtime initstate jrand48 lcong48 lgamma lgammaf lgammaf128 "
     "lgammaf32 lgammaf32x lgammaf64 lgammaf64x lgammal localtime lrand48 mrand48 nrand48 ptsname qecvt qfcvt qsort "
     "rand random seed48 setstate srand48 srandom strtok "},
    {"_l",
     " isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper iswalnum iswalpha "
     "iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit "
     "strcoll strerror strftime strxfrm tolower toupper towlower towupper wcscoll wcsxfrm "},
    {"_unlocked",
     " clearerr feof ferror fflush fgetc fgets fgetwc fgetws fileno fputc fputs fputwc fputws fread fwrite "
     "getc getchar getwc getwchar putc putchar putwc putwchar "},
}};

// Fortran 2008, their specific names, and what gfortran adds; lower case.
constexpr std::string_view fortran_intrinsics =
    " abort abs access achar acos acosd acosh adjustl adjustr aimag aint alarm all allocated alog alog10 amax0 amax1 "
    "amin0 amin1 amod and anint any asin asind asinh associated atan atan2 atan2d atand atanh besj0 besj1 besjn "
    "bessel_j0 bessel_j1 bessel_jn bessel_y0 bessel_y1 bessel_yn besy0 besy1 besyn bge bgt bit_size ble blt btest "
    "cabs ccos ceiling cexp char chdir clog cmplx command_argument_count complex conjg cos cosd cosh cotan cotand "
    "count cpu_time cshift csin csqrt ctime dabs dacos dasin datan datan2 date_and_time dble dcmplx dcos dcosh dexp "
    "digits dim dint dlog dlog10 dmax1 dmin1 dmod dnint dot_product dprod dshiftl dshiftr dsign dsin dsinh dsqrt dtan "
    "dtanh dtime eoshift epsilon erf erfc erfc_scaled etime execute_command_line exit exp exponent extends_type_of "
    "fdate fget fgetc findloc float floor flush fnum fput fputc fraction free fseek fstat ftell gamma gerror "
    "get_command get_command_argument get_environment_variable getarg getcwd getenv getgid getlog getpid getuid "
    "gmtime hostnm huge hypot iabs iachar iall iand iany iargc ibclr ibits ibset ichar idate idint idnint ieor ierrno "
    "ifix image_index index int ior iparity irand is_contiguous is_iostat_end is_iostat_eor isatty ishft ishftc isign "
    "isnan itime kill kind lbound leadz len len_trim lge lgt link lle llt lnblnk loc log log10 log_gamma logical "
    "lshift lstat ltime malloc maskl maskr matmul max max0 max1 maxexponent maxloc maxval mclock mclock8 merge "
    "merge_bits min min0 min1 minexponent minloc minval mod modulo move_alloc mvbits nearest new_line nint norm2 not "
    "null num_images or pack parity perror popcnt poppar precision present product qsort radix rand random_number "
    "random_seed range real rename repeat reshape rrspacing rshift same_type_as scale scan secnds second "
    "selected_char_kind selected_int_kind selected_real_kind set_exponent shape shifta shiftl shiftr sign signal sin "
    "sind sinh size sizeof sleep spacing spread sqrt srand stat storage_size sum symlnk system system_clock tan tand "
    "tanh this_image time time8 tiny trailz transfer transpose trim ttynam ubound umask unlink unpack verify xor ";

// Words between blanks.
class WordList {
  public:
    explicit WordList(std::string_view list) {
        for (std::size_t begin = 1, end = 0; (end = list.find(' ', begin)) != std::string_view::npos; begin = end + 1)
            words_.insert(list.substr(begin, end - begin));
    }
    bool hold(std::string_view name) const { return words_.contains(name); }

  private:
    std::unordered_set<std::string_view> words_;
};

bool is_among(std::string_view list, const std::string& name) {
    return list.find(fmt::format(" {} ", name)) != std::string_view::npos;
}

bool has_form(const std::string& name, std::string_view names, std::string_view ending) {
    return name.size() > ending.size() && name.ends_with(ending) &&
           is_among(names, name.substr(0, name.size() - ending.size()));
}

// f32addf64, f64xsqrtf128: rounded to a narrower type
bool is_narrowing(const std::string& name) {
    if (!name.starts_with("f32") && !name.starts_with("f64")) return false;
    const std::string rest = name.substr(name.size() > 3 && name[3] == 'x' ? 4 : 3);
    return std::ranges::any_of(floating, [&](std::string_view ending) {
        return ending.size() > 1 && has_form(rest, " add div fma mul sqrt sub ", ending);
    });
}

bool is_variant(const std::string& name) {
    return is_narrowing(name) || is_among(of_floating, name) ||
           std::ranges::any_of(floating,
                               [&](std::string_view ending) { return has_form(name, of_floating, ending); }) ||
           std::ranges::any_of(families, [&](const Family& one) { return has_form(name, one.names, one.ending); });
}

}  // namespace

bool is_taken_in_c(const std::string& name) {
    static const WordList taken(c_and_cpp);
    return taken.hold(name) || is_variant(name) || name == "lag" ||
           std::ranges::any_of(beginnings, [&](std::string_view start) { return name.starts_with(start); });
}

bool is_fortran_intrinsic(std::string name) {
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    static const WordList intrinsics(fortran_intrinsics);
    return intrinsics.hold(name);
}

}  // namespace lag
