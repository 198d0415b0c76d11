// Runs a GiNaC operation and turns what it throws, and results that are not real, into errors for the user.
#pragma once

#include <cmath>
#include <exception>
#include <string>

#include "scripts/algebra/algebra.hpp"

namespace lag {

// A number with an imaginary part anywhere in e.
inline bool is_complex(const Scalar& e) {
    if (GiNaC::is_exactly_a<GiNaC::numeric>(e)) return !GiNaC::ex_to<GiNaC::numeric>(e).is_real();
    for (std::size_t i = 0; i < e.nops(); ++i)
        if (is_complex(e.op(i))) return true;
    return false;
}

// GiNaC's arithmetic gives complex numbers only at the top of what it has just evaluated.
inline bool is_complex_at_top(const Scalar& e) {
    if (GiNaC::is_exactly_a<GiNaC::numeric>(e)) return !GiNaC::ex_to<GiNaC::numeric>(e).is_real();
    if (GiNaC::is_exactly_a<GiNaC::mul>(e) || GiNaC::is_exactly_a<GiNaC::power>(e)) {
        const Scalar& last = e.op(e.nops() - 1);
        return GiNaC::is_exactly_a<GiNaC::numeric>(last) && !GiNaC::ex_to<GiNaC::numeric>(last).is_real();
    }
    return false;
}

// A floating-point number that no double can hold.
inline bool is_beyond_doubles(const Scalar& e) {
    if (!GiNaC::is_exactly_a<GiNaC::numeric>(e)) return false;
    const auto& n = GiNaC::ex_to<GiNaC::numeric>(e);
    return n.is_real() && !n.is_rational() && !std::isfinite(n.to_double());
}

template <class Operation>
Scalar guarded(const char* what, Operation operation) {
    try {
        Scalar result = operation();
        if (is_complex_at_top(result)) throw ModelError(std::string(what) + " without a real value");
        if (is_beyond_doubles(result)) throw ModelError("a number beyond the range of doubles");
        return result;
    } catch (const ModelError&) {
        throw;
    } catch (const DivisionByZero&) {
        throw AtPole("division by zero");
    } catch (const InternalError&) {
        throw;
    } catch (const GiNaC::pole_error&) {
        throw AtPole(std::string(what) + " at a pole: division by zero");
    } catch (const std::bad_alloc&) {
        throw ModelError(std::string(what) + " needs too much memory");
    } catch (const std::overflow_error&) {
        throw AtPole(std::string(what) + ": division by zero");
    } catch (const std::exception&) {
        // GiNaC's own messages name its internals; the place and the operation say more
        throw ModelError(std::string(what) + " cannot be evaluated here (out of range, or no value)");
    }
}

// e with `by` in place of what it names, as GiNaC's subs. Where powers could grow without limit each is formed by
// Algebra::power, which refuses numbers beyond 15000 digits: GiNaC multiplies out 2^1000000000.
Scalar replaced_within(Algebra& algebra, const GiNaC::ex& e, const GiNaC::exmap& by);

}  // namespace lag
