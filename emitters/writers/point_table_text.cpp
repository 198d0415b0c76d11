#include "emitters/writers/point_table_text.hpp"

#include <algorithm>
#include <set>

#include "core/errors.hpp"
#include "core/rational.hpp"
#include "emitters/passes/passes.hpp"
#include "emitters/writers/expression_text.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

constexpr std::size_t c_line = 110;

std::string number_text(const Rational& value) {
    if (cln::abs(value) > cln::expt(cln::cl_I(2), 1023))
        throw ModelError("a number of a table beyond the range of doubles");
    return shortest_decimal(nearest_double(value));
}

// What the texts of all languages say of one table.
struct TableFacts {
    TableFacts(const Program& program, std::size_t number) : table(*program.tables[number]), name(table_name(number)) {}

    bool is_map() const { return table.axes() == 2; }
    // Arrays: their names (without "table_1_") and numbers.
    std::vector<std::pair<std::string, const std::vector<Rational>*>> arrays() const {
        if (!is_map()) return {{"starts", &table.starts[0]}, {"numbers", &table.coefficients}};
        return {{"starts_x", &table.starts[0]}, {"starts_y", &table.starts[1]}, {"numbers", &table.coefficients}};
    }
    // @T@ the name, @NX@ @NY@ the segments along each axis, @D@ the degree.
    std::string filled(std::string text) const {
        text = replaced(std::move(text), "@T@", name);
        text = replaced(std::move(text), "@NX@", std::to_string(table.segments(0)));
        if (is_map()) text = replaced(std::move(text), "@NY@", std::to_string(table.segments(1)));
        return replaced(std::move(text), "@D@", std::to_string(table.degree));
    }

    const PointTable& table;
    std::string name;
};

// {1.0, 2.0, ...} over as many lines as needed.
std::string c_array(const std::string& declaration, const std::vector<Rational>& numbers) {
    std::string text = declaration + "[" + std::to_string(numbers.size()) + "] = {\n", row;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const std::string entry = number_text(numbers[k]) + (k + 1 < numbers.size() ? "," : "};");
        if (!row.empty() && row.size() + entry.size() > c_line) {
            text += "    " + row + "\n";
            row.clear();
        }
        row += (row.empty() ? "" : " ") + entry;
    }
    return text + "    " + row + "\n";
}

const char* const c_functions = R"(#ifndef LAG_C_TABLE_DEFINED
#define LAG_C_TABLE_DEFINED
/* the last segment that begins at x or before; the first where none does */
static inline int lag_segment(const double* starts, int n, double x) {
    int low = 0, high = n;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (x < starts[middle]) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}
/* k (k-1) .. (k-order+1) */
static inline double lag_falling(int k, int order) {
    double product = 1.0;
    int j;
    for (j = 0; j < order; ++j) product *= k - j;
    return product;
}
/* the polynomial of these numbers, differentiated `order` times */
static inline double lag_polynomial(const double* numbers, int degree, int order, double d) {
    double sum = lag_falling(degree, order) * numbers[degree];
    int k;
    for (k = degree - 1; k >= order; --k) sum = sum * d + lag_falling(k, order) * numbers[k];
    return sum;
}
static inline double lag_curve(const double* starts, const double* numbers, int n, int degree, int order, double x) {
    const int k = lag_segment(starts, n, x);
    return lag_polynomial(numbers + (long)k * (degree + 1), degree, order, x - starts[k]);
}
static inline double lag_map(const double* starts_x, const double* starts_y, const double* numbers, int nx, int ny,
                             int degree, int order_x, int order_y, double x, double y) {
    const int i = lag_segment(starts_x, nx, x), j = lag_segment(starts_y, ny, y), width = degree + 1;
    const double dx = x - starts_x[i], dy = y - starts_y[j];
    const double* const cell = numbers + ((long)i * ny + j) * width * width;
    double sum = lag_falling(degree, order_x) * lag_polynomial(cell + degree * width, degree, order_y, dy);
    int k;
    for (k = degree - 1; k >= order_x; --k)
        sum = sum * dx + lag_falling(k, order_x) * lag_polynomial(cell + k * width, degree, order_y, dy);
    return sum;
}
#endif /* LAG_C_TABLE_DEFINED */
)";

const char* const c_curve = R"(static inline double @M@_@T@(int order, double x) {
    return lag_curve(@M@_@T@_starts, @M@_@T@_numbers, @NX@, @D@, order, x);
}
)";
const char* const c_map = R"(static inline double @M@_@T@(int order_x, int order_y, double x, double y) {
    return lag_map(@M@_@T@_starts_x, @M@_@T@_starts_y, @M@_@T@_numbers, @NX@, @NY@, @D@,
                   order_x, order_y, x, y);
}
)";

const char* const cpp_functions = R"(#ifndef LAG_TABLE_DEFINED
#define LAG_TABLE_DEFINED
// Curves and maps as piecewise polynomials, for every scalar type that lag_math serves. Packs are searched lane by lane;
// those whose lanes cannot be set one by one evaluate every segment and choose.
namespace lag_table {
constexpr double falling(int k, int order) {  // k (k-1) .. (k-order+1)
    double product = 1;
    for (int j = 0; j < order; ++j) product *= k - j;
    return product;
}
template <class R, class = void>
struct sets_lanes : std::false_type {};
template <class R>
struct sets_lanes<R, std::void_t<decltype(std::declval<R&>().set(0, 0.0)), decltype(double(std::declval<R&>()[0]))>>
    : std::true_type {};
template <class R>
constexpr bool is_one_number =
    std::is_convertible_v<decltype(lag_math<R>::less(std::declval<R>(), std::declval<R>())), bool>;
// f(x[lane], ...) for all lanes of a compiler's vector or a lag_pack
template <class R, class F, class... More>
R each_lane(const F& f, const R& x, const More&... more) {
    R result = x;
    if constexpr (lag_math<R>::is_vector) {
        for (unsigned k = 0; k < sizeof(R) / sizeof(x[0]); ++k) result[k] = f(x[k], more[k]...);
    } else {
        for (unsigned k = 0; k < sizeof(R) / sizeof(double); ++k) result.set(k, f(double(x[k]), double(more[k])...));
    }
    return result;
}
template <class R>
constexpr bool has_lanes = lag_math<R>::is_vector || (!is_one_number<R> && sets_lanes<R>::value);

// the last segment that begins at x or before; the first where none does
template <class R>
int segment(const double* starts, int n, const R& x) {
    int low = 0, high = n;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        (lag_math<R>::less(x, lag_math<R>::number(starts[middle])) ? high : low) = middle;
    }
    return low;
}
// f(k) of the segment k that holds x
template <class R, class F>
R at_segment(const double* starts, int n, const R& x, const F& f) {
    if constexpr (is_one_number<R>) {
        return f(segment(starts, n, x));
    } else {
        R result = f(0);
        for (int k = 1; k < n; ++k)
            result = lag_math<R>::select(lag_math<R>::less(x, lag_math<R>::number(starts[k])), result, f(k));
        return result;
    }
}
// the polynomial of these numbers, differentiated `order` times
template <class R>
R polynomial(const double* numbers, int degree, int order, const R& d) {
    using L = lag_math<R>;
    R sum = L::number(falling(degree, order) * numbers[degree]);
    for (int k = degree - 1; k >= order; --k) sum = sum * d + L::number(falling(k, order) * numbers[k]);
    return sum;
}
template <class R>
R curve(const double* starts, const double* numbers, int n, int degree, int order, const R& x) {
    if constexpr (has_lanes<R>) {
        return each_lane([&](auto v) { return curve(starts, numbers, n, degree, order, v); }, x);
    } else {
        return at_segment(starts, n, x, [&](int k) {
            const R d = x - lag_math<R>::number(starts[k]);
            return polynomial<R>(numbers + long(k) * (degree + 1), degree, order, d);
        });
    }
}
template <class R>
R map(const double* starts_x, const double* starts_y, const double* numbers, int nx, int ny, int degree, int order_x,
      int order_y, const R& x, const R& y) {
    using L = lag_math<R>;
    if constexpr (has_lanes<R>) {
        return each_lane(
            [&](auto v, auto w) {
                return map(starts_x, starts_y, numbers, nx, ny, degree, order_x, order_y, v, w);
            },
            x, y);
    } else {
        const int width = degree + 1;
        return at_segment(starts_x, nx, x, [&](int i) {
            return at_segment(starts_y, ny, y, [&](int j) {
                const R dx = x - L::number(starts_x[i]), dy = y - L::number(starts_y[j]);
                const double* const cell = numbers + (long(i) * ny + j) * width * width;
                const auto across = [&](int k) { return polynomial<R>(cell + k * width, degree, order_y, dy); };
                R sum = L::number(falling(degree, order_x)) * across(degree);
                for (int k = degree - 1; k >= order_x; --k) sum = sum * dx + L::number(falling(k, order_x)) * across(k);
                return sum;
            });
        });
    }
}
}  // namespace lag_table
#endif  // LAG_TABLE_DEFINED
)";

const char* const cpp_curve = R"(template <class R>
inline R @T@(int order, const R& x) {
    return lag_table::curve<R>(@T@_starts, @T@_numbers, @NX@, @D@, order, x);
}
)";
const char* const cpp_map = R"(template <class R>
inline R @T@(int order_x, int order_y, const R& x, const R& y) {
    return lag_table::map<R>(@T@_starts_x, @T@_starts_y, @T@_numbers, @NX@, @NY@, @D@, order_x, order_y, x, y);
}
)";

const char* const fortran_functions = R"(
  ! the last segment that begins at x or before; the first where none does
  pure function segment_at(n, starts, x) result(low)
    integer, intent(in) :: n
    real(dp), intent(in) :: starts(n), x
    integer :: low, high, middle
    low = 1
    high = n + 1
    do while (high - low > 1)
      middle = low + (high - low)/2
      if (x < starts(middle)) then
        high = middle
      else
        low = middle
      end if
    end do
  end function segment_at

  ! k (k-1) .. (k-order+1)
  pure function falling_power(k, order) result(product_of)
    integer, intent(in) :: k, order
    real(dp) :: product_of
    integer :: j
    product_of = 1.0_dp
    do j = 0, order - 1
      product_of = product_of*real(k - j, dp)
    end do
  end function falling_power

  ! the polynomial of these numbers, differentiated `order` times
  pure function polynomial_at(degree, numbers, order, d) result(total)
    integer, intent(in) :: degree, order
    real(dp), intent(in) :: numbers(0:degree), d
    real(dp) :: total
    integer :: k
    total = falling_power(degree, order)*numbers(degree)
    do k = degree - 1, order, -1
      total = total*d + falling_power(k, order)*numbers(k)
    end do
  end function polynomial_at
)";
const char* const fortran_map_function = R"(
  pure function map_at(degree, numbers, order_x, order_y, dx, dy) result(total)
    integer, intent(in) :: degree, order_x, order_y
    real(dp), intent(in) :: numbers(0:degree,0:degree), dx, dy
    real(dp) :: total
    integer :: k
    total = falling_power(degree, order_x)*polynomial_at(degree, numbers(:,degree), order_y, dy)
    do k = degree - 1, order_x, -1
      total = total*dx + falling_power(k, order_x)*polynomial_at(degree, numbers(:,k), order_y, dy)
    end do
  end function map_at
)";
const char* const fortran_curve = R"(
  elemental function @T@(order, x) result(found)
    integer, intent(in) :: order
    real(dp), intent(in) :: x
    real(dp) :: found
    integer :: k
    k = segment_at(@NX@, @T@_starts, x)
    found = polynomial_at(@D@, @T@_numbers((k-1)*(@D@+1)+1), order, x - @T@_starts(k))
  end function @T@
)";
const char* const fortran_map = R"(
  elemental function @T@(order_x, order_y, x, y) result(found)
    integer, intent(in) :: order_x, order_y
    real(dp), intent(in) :: x, y
    real(dp) :: found
    integer, parameter :: cell = (@D@ + 1)**2
    integer :: i, j, first
    i = segment_at(@NX@, @T@_starts_x, x)
    j = segment_at(@NY@, @T@_starts_y, y)
    first = ((i - 1)*@NY@ + j - 1)*cell
    found = map_at(@D@, @T@_numbers(first+1), order_x, order_y, &
      x - @T@_starts_x(i), y - @T@_starts_y(j))
  end function @T@
)";

// Lines that begin with C or a blank stand as they are; the others are statements.
const char* const fortran77_functions = R"(C
C The last segment that begins at x or before; the first if none does
INTEGER FUNCTION @M@_f_segment(n, starts, x)
INTEGER n, low, high, middle
DOUBLE PRECISION starts(n), x
low = 1
high = n + 1
   10 IF (high - low .LE. 1) GO TO 20
middle = low + (high - low)/2
IF (x .LT. starts(middle)) THEN
high = middle
ELSE
low = middle
END IF
      GO TO 10
   20 CONTINUE
@M@_f_segment = low
      END
C
C k (k-1) .. (k-order+1)
DOUBLE PRECISION FUNCTION @M@_f_falling(k, order)
INTEGER k, order, j
@M@_f_falling = 1.0D0
      DO 10 j = 0, order - 1
@M@_f_falling = @M@_f_falling*DBLE(k - j)
   10 CONTINUE
      END
C
C The polynomial of these numbers, differentiated order times
DOUBLE PRECISION FUNCTION @M@_f_poly(degree, numb, order, d)
INTEGER degree, order, k
DOUBLE PRECISION numb(0:degree), d, total
DOUBLE PRECISION @M@_f_falling
EXTERNAL @M@_f_falling
total = @M@_f_falling(degree, order)*numb(degree)
      DO 10 k = degree - 1, order, -1
total = total*d + @M@_f_falling(k, order)*numb(k)
   10 CONTINUE
@M@_f_poly = total
      END
)";
const char* const fortran77_curve = R"(INTEGER k, @M@_f_segment
DOUBLE PRECISION @M@_f_poly
EXTERNAL @M@_f_segment, @M@_f_poly
k = @M@_f_segment(@NX@, starts, x)
@M@_f_@T@ = @M@_f_poly(@D@, numb((k - 1)*(@D@ + 1) + 1), order, x - starts(k))
)";
const char* const fortran77_map = R"(INTEGER i, j, k, first, @M@_f_segment
DOUBLE PRECISION dx, dy, total
DOUBLE PRECISION @M@_f_poly, @M@_f_falling
EXTERNAL @M@_f_segment, @M@_f_poly, @M@_f_falling
i = @M@_f_segment(@NX@, startx, x)
j = @M@_f_segment(@NY@, starty, y)
dx = x - startx(i)
dy = y - starty(j)
first = ((i - 1)*@NY@ + j - 1)*(@D@ + 1)**2 + 1
total = 0.0D0
      DO 10 k = @D@, ordx, -1
IF (k .LT. @D@) total = total*dx
total = total + @M@_f_falling(k, ordx)*@M@_f_poly(@D@, numb(first + k*(@D@ + 1)), ordy, dy)
   10 CONTINUE
@M@_f_@T@ = total
)";

}  // namespace

std::vector<std::size_t> tables_used(const Program& program, const std::vector<const Routine*>& routines) {
    if (program.tables.empty()) return {};
    std::set<std::size_t> used;
    for (const Routine* routine : routines) {
        const std::vector<std::uint32_t> uses = count_uses(*routine->code);
        for (CodeId id = 0; id < routine->code->size(); ++id)
            if (uses[id] > 0 && routine->code->is_lookup(id))
                used.insert(program.table_number(*routine->code->lookup_of(id).table));
    }
    return {used.begin(), used.end()};
}

std::string segments_text(const PointTable& table) {
    std::string text = std::to_string(table.segments(0));
    if (table.axes() == 2) text += " by " + std::to_string(table.segments(1));
    return text + " segments";
}

std::string c_point_tables(const Program& program, const std::vector<const Routine*>& routines) {
    const std::vector<std::size_t> used = tables_used(program, routines);
    std::string text;
    for (const std::size_t number : used) {
        const TableFacts facts(program, number);
        const std::string prefix = "static const double " + program.name + "_" + facts.name + "_";
        text += "\n/* " + facts.name + ": " + segments_text(facts.table) + " */\n";
        for (const auto& [array, numbers] : facts.arrays()) text += c_array(prefix + array, *numbers);
        text += replaced(facts.filled(facts.is_map() ? c_map : c_curve), "@M@", program.name);
    }
    return text.empty() ? text : "\n" + (c_functions + text);
}

std::string cpp_table_functions() {
    return cpp_functions;
}

std::string cpp_point_tables(const Program& program, const std::vector<const Routine*>& routines) {
    std::string text;
    for (const std::size_t number : tables_used(program, routines)) {
        const TableFacts facts(program, number);
        text += "\n// " + facts.name + ": " + segments_text(facts.table) + "\n";
        for (const auto& [array, numbers] : facts.arrays())
            text += c_array("inline constexpr double " + facts.name + "_" + array, *numbers);
        text += facts.filled(facts.is_map() ? cpp_map : cpp_curve);
    }
    return text;
}

// In statements of 500 numbers, since one may have no more than 255 lines.
std::string fortran_point_tables(const Program& program, const std::vector<const Routine*>& routines) {
    constexpr std::size_t part = 500;
    std::string text;
    for (const std::size_t number : tables_used(program, routines)) {
        const TableFacts facts(program, number);
        text += "  ! " + facts.name + ": " + segments_text(facts.table) + "\n";
        for (const auto& [array, numbers] : facts.arrays()) {
            const std::string name = facts.name + "_" + array;
            text += "  real(dp), save :: " + name + "(" + std::to_string(numbers->size()) + ")\n";
            for (std::size_t first = 0; first < numbers->size(); first += part) {
                const std::size_t last = std::min(first + part, numbers->size());
                std::string list;
                for (std::size_t k = first; k < last; ++k)
                    list += (k > first ? ", " : "") + number_text((*numbers)[k]) + "_dp";
                text += wrapped_fortran("data " + name + "(" + std::to_string(first + 1) + ":" + std::to_string(last) +
                                            ") / " + list + " /",
                                        2);
            }
        }
    }
    return text;
}

std::string fortran_table_functions(const Program& program, const std::vector<const Routine*>& routines) {
    std::string text;
    bool any_map = false;
    for (const std::size_t number : tables_used(program, routines)) {
        const TableFacts facts(program, number);
        text += facts.filled(facts.is_map() ? fortran_map : fortran_curve);
        any_map = any_map || facts.is_map();
    }
    if (text.empty()) return text;
    return text + fortran_functions + (any_map ? fortran_map_function : "");
}

namespace {

std::string statements(const std::string& lines, std::string (*statement)(const std::string& text)) {
    std::string text;
    for (std::size_t begin = 0, end = 0; begin < lines.size(); begin = end + 1) {
        end = lines.find('\n', begin);
        const std::string line = lines.substr(begin, end - begin);
        text += line[0] == 'C' || line[0] == ' ' ? line + "\n" : statement(line);
    }
    return text;
}

std::string fortran77_number(const Rational& value) {
    std::string text = number_text(value);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text + "D0";
    text[e] = 'D';
    return text;
}

}  // namespace

std::string fortran77_point_tables(const Program& program, const std::vector<const Routine*>& routines,
                                   std::string (*statement)(const std::string& text)) {
    constexpr std::size_t part = 30;  // numbers of a statement, which has no more than 20 lines
    std::string text;
    for (const std::size_t number : tables_used(program, routines)) {
        const TableFacts facts(program, number);
        const bool is_map = facts.is_map();
        text += "C\nC " + facts.name + ": " + segments_text(facts.table) + "\n";
        text += statement("DOUBLE PRECISION FUNCTION " + program.name + "_f_" + facts.name +
                          (is_map ? "(ordx, ordy, x, y)" : "(order, x)"));
        text += statement(is_map ? "INTEGER ordx, ordy, m" : "INTEGER order, m");
        text += statement(is_map ? "DOUBLE PRECISION x, y" : "DOUBLE PRECISION x");
        std::string data, names;
        for (const auto& [array, numbers] : facts.arrays()) {
            const std::string name = array == "numbers"    ? "numb"
                                     : array == "starts_x" ? "startx"
                                     : array == "starts_y" ? "starty"
                                                           : "starts";
            names += (names.empty() ? "" : ", ") + name;
            text += statement("DOUBLE PRECISION " + name + "(" + std::to_string(numbers->size()) + ")");
            for (std::size_t first = 0; first < numbers->size(); first += part) {
                const std::size_t last = std::min(first + part, numbers->size());
                std::string list;
                for (std::size_t k = first; k < last; ++k)
                    list += (k > first ? ", " : "") + fortran77_number((*numbers)[k]);
                data += statement("DATA (" + name + "(m), m = " + std::to_string(first + 1) + ", " +
                                  std::to_string(last) + ") / " + list + " /");
            }
        }
        text += statement("SAVE " + names);
        const std::string lines = replaced(facts.filled(is_map ? fortran77_map : fortran77_curve), "@M@", program.name);
        const std::size_t first_order = lines.find("\n", lines.find("EXTERNAL")) + 1;
        text += statements(lines.substr(0, first_order), statement) + data +
                statements(lines.substr(first_order), statement) + "      END\n";
    }
    return text.empty() ? text : text + statements(replaced(fortran77_functions, "@M@", program.name), statement);
}

}  // namespace lag
