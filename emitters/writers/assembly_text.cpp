#include "emitters/writers/assembly_text.hpp"

#include <algorithm>

#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// Lines that begin with @N stay where the model has m_normalize, with @D where it has m_dependent_speeds; @S@ counts
// the speeds that a step moves, dependent ones included.
const char* const fortran_loop = R"text(
  ! in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton steps,
  ! until no |phi| and no step exceeds tolerance. info: 0, a failing pivot, or nu+nphi+1 when the limit is reached or a
  ! number overflows; q then holds the last finite coordinates
  pure subroutine @M@_assemble(t, q, w, c, tolerance, limit, info)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: limit
    integer, intent(out) :: info
    real(dp) :: guess(nq), next(nq), phi(nphi), step(@S@), before(@S@), pull, pull_before, pull_next, turn, square
    integer :: k
    info = nu + nphi + 1
    next = q
@N     call @M@_normalize(next)
    if (.not. all(abs(next) <= huge(pull))) return
    q = next
    guess = next
    before = 0.0_dp
    pull = 1.0_dp
    pull_before = 1.0_dp
    do k = 1, limit
      call @M@_assembly_step(t, q, q + pull*(guess - q), w, c, next, phi, step, info)
      if (info /= 0) return
      info = nu + nphi + 1
      if (.not. (all(abs(next) <= huge(pull)) .and. all(abs(phi) <= huge(pull)))) return
      step = step/pull
      if (all(abs(phi) <= tolerance) .and. all(abs(step) <= tolerance)) then
        info = 0
        return
      end if
      ! where steps turn back, aim short of the guess, by the secant rule
      turn = dot_product(step, before)
      square = dot_product(before, before)
      before = step
      pull_next = min(1.0_dp, 2.0_dp*pull)
      if (turn < square) pull_next = min(pull_next, pull_before*square/(square - turn))
      pull_before = pull
      pull = pull_next
      q = next
    end do
  end subroutine @M@_assemble
)text";

const char* const cpp_loop = R"text(
// in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton steps,
// until no |phi| and no step exceeds tolerance. info: 0, a failing pivot, or nu + nphi + 1 when the limit is reached or
// a number overflows; q then holds the last finite coordinates
template <class R>
void @M@_assemble(R t, R* q, const R* w, const R* c, R tolerance, int limit, int& info) {
    using L = lag_math<R>;
    const auto finite = [](const R* x, int n) {
        bool result = true;
        for (int k = 0; k < n; ++k) result = result && L::every(L::less_equal(L::abs(x[k] - x[k]), L::number(0.0)));
        return result;
    };
    const auto small = [&](const R* x, int n) {
        bool result = true;
        for (int k = 0; k < n; ++k) result = result && L::every(L::less_equal(L::abs(x[k]), tolerance));
        return result;
    };
    const R one = L::number(1.0);
    R guess[nq], aim[nq], next[nq], phi[nphi], step[@S@], before[@S@], pull = one, pull_before = one;
    info = nu + nphi + 1;
    for (int k = 0; k < nq; ++k) next[k] = q[k];
@N     @M@_normalize<R>(next);
    if (!finite(next, nq)) return;
    for (int k = 0; k < nq; ++k) guess[k] = q[k] = next[k];
    for (int k = 0; k < @S@; ++k) before[k] = L::number(0.0);
    for (int count = 0; count < limit; ++count) {
        for (int k = 0; k < nq; ++k) aim[k] = q[k] + pull * (guess[k] - q[k]);
        @M@_assembly_step<R>(t, q, aim, w, c, next, phi, step, info);
        if (info != 0) return;
        info = nu + nphi + 1;
        if (!finite(next, nq) || !finite(phi, nphi)) return;
        for (int k = 0; k < @S@; ++k) step[k] = step[k] / pull;
        if (small(phi, nphi) && small(step, @S@)) {
            info = 0;
            return;
        }
        // where steps turn back, aim short of the guess, by the secant rule
        R turn = L::number(0.0), square = L::number(0.0);
        for (int k = 0; k < @S@; ++k) {
            turn = turn + step[k] * before[k];
            square = square + before[k] * before[k];
            before[k] = step[k];
        }
        const R longer = L::min(one, L::number(2.0) * pull);
        const R secant = L::select(L::less(turn, square), pull_before * square / (square - turn), longer);
        pull_before = pull;
        pull = L::min(longer, secant);
        for (int k = 0; k < nq; ++k) q[k] = next[k];
    }
}
)text";

const char* const c_loop = R"text(
/* in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton steps,
   until no |phi| and no step exceeds tolerance. info: 0, a failing pivot, or nu + nphi + 1 when the limit is reached or
   a number overflows; q then holds the last finite coordinates */
static inline void @M@_assemble(double t, double* q, const double* w, const double* c, double tolerance, int limit,
                                int* info) {
    enum { nq = @M@_nq, nu = @M@_nu, nphi = @M@_nphi };
@D     enum { nd = @M@_nd };
    double guess[nq], aim[nq], next[nq], phi[nphi], step[@S@], before[@S@], pull = 1.0, pull_before = 1.0;
    *info = nu + nphi + 1;
    for (int k = 0; k < nq; ++k) next[k] = q[k];
@N     @M@_normalize(next);
    for (int k = 0; k < nq; ++k)
        if (!(fabs(next[k] - next[k]) <= 0.0)) return;
    for (int k = 0; k < nq; ++k) guess[k] = q[k] = next[k];
    for (int k = 0; k < @S@; ++k) before[k] = 0.0;
    for (int count = 0; count < limit; ++count) {
        double turn = 0.0, square = 0.0, pull_next;
        int small = 1;
        for (int k = 0; k < nq; ++k) aim[k] = q[k] + pull * (guess[k] - q[k]);
        @M@_assembly_step(t, q, aim, w, c, next, phi, step, info);
        if (*info != 0) return;
        *info = nu + nphi + 1;
        for (int k = 0; k < nq; ++k)
            if (!(fabs(next[k] - next[k]) <= 0.0)) return;
        for (int k = 0; k < nphi; ++k) {
            if (!(fabs(phi[k] - phi[k]) <= 0.0)) return;
            small = small && fabs(phi[k]) <= tolerance;
        }
        for (int k = 0; k < @S@; ++k) {
            step[k] = step[k] / pull;
            small = small && fabs(step[k]) <= tolerance;
            turn = turn + step[k] * before[k];
            square = square + before[k] * before[k];
            before[k] = step[k];
        }
        if (small) {
            *info = 0;
            return;
        }
        /* where steps turn back, aim short of the guess, by the secant rule */
        pull_next = lag_min(1.0, 2.0 * pull);
        if (turn < square) pull_next = lag_min(pull_next, pull_before * square / (square - turn));
        pull_before = pull;
        pull = pull_next;
        for (int k = 0; k < nq; ++k) q[k] = next[k];
    }
}
)text";

const char* const fortran77_loop = R"text(C
C In place, the consistent coordinates nearest to the guess q,
C weighted by the mass matrix: at most limit Newton steps, until no
C abs(phi) and no step exceeds tolerance. info: 0, a failing pivot, or
C nu + nphi + 1 when the limit is reached or a number overflows; q then
C holds the last finite coordinates.
SUBROUTINE @M@_assemble(t, q, w, c, tolerance, limit, info)
DOUBLE PRECISION t, q(@NQ@), w(@NW@), c(@NC@), tolerance
INTEGER limit, info
DOUBLE PRECISION guess(@NQ@), aim(@NQ@), next(@NQ@)
DOUBLE PRECISION phi(@NPHI@), step(@NS@), before(@NS@)
DOUBLE PRECISION pull, pullb, pulln, turn, square
LOGICAL small
INTEGER i, k
info = @END@
DO 10 i = 1, @NQ@
next(i) = q(i)
   10 CONTINUE
@N CALL @M@_normalize(next)
DO 20 i = 1, @NQ@
IF (.NOT. (ABS(next(i) - next(i)) .LE. 0.0D0)) RETURN
   20 CONTINUE
DO 30 i = 1, @NQ@
q(i) = next(i)
guess(i) = next(i)
   30 CONTINUE
DO 40 i = 1, @NS@
before(i) = 0.0D0
   40 CONTINUE
pull = 1.0D0
pullb = 1.0D0
DO 100 k = 1, limit
DO 50 i = 1, @NQ@
aim(i) = q(i) + pull*(guess(i) - q(i))
   50 CONTINUE
CALL @M@_assembly_step(t, q, aim, w, c, next, phi, step, info)
IF (info .NE. 0) RETURN
info = @END@
small = .TRUE.
DO 60 i = 1, @NQ@
IF (.NOT. (ABS(next(i) - next(i)) .LE. 0.0D0)) RETURN
   60 CONTINUE
DO 70 i = 1, @NPHI@
IF (.NOT. (ABS(phi(i) - phi(i)) .LE. 0.0D0)) RETURN
small = small .AND. ABS(phi(i)) .LE. tolerance
   70 CONTINUE
turn = 0.0D0
square = 0.0D0
DO 80 i = 1, @NS@
step(i) = step(i)/pull
small = small .AND. ABS(step(i)) .LE. tolerance
turn = turn + step(i)*before(i)
square = square + before(i)*before(i)
before(i) = step(i)
   80 CONTINUE
IF (small) info = 0
IF (small) RETURN
C     where steps turn back, aim short of the guess (secant rule)
pulln = MIN(1.0D0, 2.0D0*pull)
IF (turn .LT. square) pulln = MIN(pulln, pullb*square/(square - turn))
pullb = pull
pull = pulln
DO 90 i = 1, @NQ@
q(i) = next(i)
   90 CONTINUE
  100 CONTINUE
END
)text";

std::string with_speeds(const char* text, const Program& program, const std::string& all) {
    return replaced(instantiated(text, program), "@S@", program.dependent_speeds.empty() ? "nu" : all);
}

}  // namespace

bool has_assembly_loop(const std::vector<const Routine*>& routines) {
    return std::ranges::any_of(routines, [](const Routine* routine) { return routine->name == assembly_body; });
}

std::string fortran_assembly(const Program& program) {
    return with_speeds(fortran_loop, program, "nu+nd");
}

std::string cpp_assembly(const Program& program) {
    return with_speeds(cpp_loop, program, "nu + nd");
}

std::string c_assembly(const Program& program) {
    return with_speeds(c_loop, program, "nu + nd");
}

std::string fortran77_assembly(const Program& program) {
    std::string text = instantiated(fortran77_loop, program);
    const auto fill = [&](const char* hole, std::size_t value) {
        text = replaced(text, hole, std::to_string(std::max<std::size_t>(value, 1)));
    };
    const std::size_t nu = program.size("nu").value, nphi = program.size("nphi").value;
    fill("@NQ@", program.size("nq").value), fill("@NS@", nu + program.dependent_speeds.size()), fill("@NPHI@", nphi),
        fill("@END@", nu + nphi + 1);
    fill("@NW@", program.size("nw").value), fill("@NC@", program.size("nc").value);
    return text;
}

}  // namespace lag
