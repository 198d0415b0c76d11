
/* the balance of @M@_equilibrium: f - B^T lambda - N^T mu, then phi, what is held less its start, the rates of the states. open:
   rows of contacts without a load; b: B without them, bn: N of q' = N u; size: magnitudes of what each element sums */
@INLINE@ void @M@_rest_balance(double t, const double* q, @S@const double* w, const double* touching,
                               const double* c, const double* start, const int* held, const int* open,
                               const double* lambda, const double* mu, double* balance, double* b, double* bn, double* size) {
    enum { n_q = @NQ@, n_u = @NU@, n_r = @NR@, n_s = @NS@, n = n_u + n_r + n_q + n_s };
    double u[n_u], still[n_q], moving[n_q];
    for (int j = 0; j < n_u; ++j) u[j] = 0.0;
    for (int i = 0; i < n; ++i) balance[i] = 0.0;
    @CALL@_right_side@OF@(t, q, u, @PASSS@touching, c, balance);
@if constraints@
    double phidot[n_r];
    @CALL@_constraints@OF@(t, q, u, @CPASSS@touching, c, balance + n_u, phidot);
    @CALL@_constraint_matrix@OF@(t, q, @PASSROWS@touching, c, b);
@end@
@if states@
    int failed = 0;
    @CALL@_state_rates@OF@(t, q, u, s, w, c, balance + n_u + n_r + n_q, @ADDRESS@failed);
    if (failed != 0) balance[0] = HUGE_VAL;
@end@
    @CALL@_kinematics@OF@(t, q, u, @PASSS@touching, c, still);
    for (int j = 0; j < n_u; ++j) {
        u[j] = 1.0;
        @CALL@_kinematics@OF@(t, q, u, @PASSS@touching, c, moving);
        u[j] = 0.0;
        for (int k = 0; k < n_q; ++k) bn[k + n_q * j] = moving[k] - still[k];
    }
    for (int i = 0; i < n_r; ++i) {
        if (!open[i]) continue;
        balance[n_u + i] = 0.0;
        for (int j = 0; j < n_u; ++j) b[i + n_r * j] = 0.0;
    }
    for (int i = 0; i < n; ++i) size[i] = fabs(balance[i]);
    for (int k = 0; k < n_q; ++k)
        if (held[k]) balance[n_u + n_r + k] = q[k] - start[k];
    for (int j = 0; j < n_u; ++j) {
        for (int i = 0; i < n_r; ++i) {
            balance[j] -= b[i + n_r * j] * lambda[i];
            size[j] += fabs(b[i + n_r * j] * lambda[i]);
        }
        for (int k = 0; k < n_q; ++k) {
            if (!held[k]) continue;
            balance[j] -= bn[k + n_q * j] * mu[k];
            size[j] += fabs(bn[k + n_q * j] * mu[k]);
        }
    }
    (void)w, (void)lambda, (void)open, (void)b;
}

/* a = P L U Q of @M@_equilibrium by full pivoting of the scaled matrix; gives the rank */
@INLINE@ int @M@_rest_factor(double* a, double* rows, double* columns, int* row_at, int* column_at) {
    enum { n = @NQ@ + @NU@ + @NR@ + @NS@ };
    int rank = 0;
    for (int i = 0; i < n; ++i) rows[i] = columns[i] = 1.0, row_at[i] = column_at[i] = i;
    for (int sweep = 0; sweep < 4; ++sweep) {
        double row[n], column[n];
        for (int i = 0; i < n; ++i) row[i] = column[i] = 0.0;
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                if (fabs(a[i + n * j]) > row[i]) row[i] = fabs(a[i + n * j]);
                if (fabs(a[i + n * j]) > column[j]) column[j] = fabs(a[i + n * j]);
            }
        for (int i = 0; i < n; ++i) {
            row[i] = row[i] > 0.0 ? 1.0 / sqrt(row[i]) : 1.0;
            column[i] = column[i] > 0.0 ? 1.0 / sqrt(column[i]) : 1.0;
            rows[i] *= row[i], columns[i] *= column[i];
        }
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) a[i + n * j] *= row[i] * column[j];
    }
    /* what is held comes first: where rows stand against it, they are what is left */
    for (int k = @NU@ + @NR@; k < @NU@ + @NR@ + @NQ@; ++k) {
        rows[k] *= 1e3, columns[k] *= 1e3;
        for (int i = 0; i < n; ++i) a[k + n * i] *= 1e3, a[i + n * k] *= 1e3;
    }
    while (rank < n) {
        double pivot = @SMALL@;
        int best = -1, best_column = -1, moved;
        for (int j = rank; j < n; ++j)
            for (int i = rank; i < n; ++i)
                if (fabs(a[i + n * j]) > pivot) pivot = fabs(a[i + n * j]) * @TIE@, best = i, best_column = j;
        if (best < 0) break;
        for (int j = 0; j < n; ++j) {
            const double value = a[best + n * j];
            a[best + n * j] = a[rank + n * j], a[rank + n * j] = value;
        }
        for (int i = 0; i < n; ++i) {
            const double value = a[i + n * best_column];
            a[i + n * best_column] = a[i + n * rank], a[i + n * rank] = value;
        }
        moved = row_at[best], row_at[best] = row_at[rank], row_at[rank] = moved;
        moved = column_at[best_column], column_at[best_column] = column_at[rank], column_at[rank] = moved;
        for (int i = rank + 1; i < n; ++i) {
            const double factor = a[i + n * rank] / a[rank + n * rank];
            a[i + n * rank] = factor;
            for (int j = rank + 1; j < n; ++j) a[i + n * j] -= factor * a[rank + n * j];
        }
        ++rank;
    }
    return rank;
}

/* the step against a balance, and its length in the scaled unknowns; zero where nothing says what it should be */
@INLINE@ double @M@_rest_step(const double* a, const double* rows, const double* columns, const int* row_at,
                              const int* column_at, int rank, const double* balance, double* step) {
    enum { n = @NQ@ + @NU@ + @NR@ + @NS@ };
    double x[n], square = 0.0;
    for (int i = 0; i < n; ++i) x[i] = -rows[row_at[i]] * balance[row_at[i]], step[i] = 0.0;
    for (int j = 0; j < rank; ++j)
        for (int i = j + 1; i < rank; ++i) x[i] -= a[i + n * j] * x[j];
    for (int j = rank - 1; j >= 0; --j) {
        x[j] /= a[j + n * j];
        for (int i = 0; i < j; ++i) x[i] -= a[i + n * j] * x[j];
        square += x[j] * x[j];
        step[column_at[j]] = columns[column_at[j]] * x[j];
    }
    return sqrt(square);
}

/* rest with these contacts open. First onto the rows by Newton's method, measured with the mass matrix; then Newton's method
   for all, shorter steps where the whole one leads no nearer. Where its steps are long or end: downhill, by steps
   (K - weight M) d = -balance that the loads do work on, of at most `radius`. Gives info */
@INLINE@ int @M@_rest(double t, double* q, @SINOUT@const double* w, const double* touching, const double* c, const int* held,
                      const int* open, double tolerance, int limit, double* lambda) {
    enum { n_q = @NQ@, n_u = @NU@, n_r = @NR@, n_s = @NS@, n = n_u + n_r + n_q + n_s, last = n_u + n_r + n_q };
    double a[n * n], rows[n], columns[n], balance[n], other[n], size[n], size_there[n], step[n], step_there[n];
    double b[@R1@ * n_u] = {0.0}, bn[n_q * n_u], b_there[@R1@ * n_u] = {0.0}, bn_there[n_q * n_u], mm[n_u * n_u];
    double mu[n_q], lambda_there[@R1@] = {0.0}, mu_there[n_q], q_there[n_q], s_there[@S1@], start[n_q];
    double slopes[n * n], wanted[n], radius = 0.3, reach = 1.0, stirred = 0.1;
    const double h = 1e-5;
    int row_at[n], column_at[n], rank, failing = 0, rests = 0, closing = 1, falling = @DOWNHILL@;
    (void)s_there;
    for (int i = 0; i < n_r; ++i) lambda[i] = 0.0;
    for (int k = 0; k < n_q; ++k) start[k] = q[k], mu[k] = 0.0;
@if euler_parameters@
    @CALL@_normalize@OF@(start);
@end@
    @M@_rest_balance(t, q, @PASSS@w, touching, c, start, held, open, lambda, mu, balance, b, bn, size);
    for (int count = 0; count <= limit; ++count) {
        double heaviest = 0.0, strongest = 0.0, lightest = 1e-12, weight = 0.0, length, share = 1.0;
        int small = 1, found = 0, met = 1, stuck = 0;
        for (int i = 0; i < n; ++i)
            if (!(fabs(balance[i]) < HUGE_VAL)) return @NO_CONVERGENCE@;
        failing = 0;
        for (int i = n_r - 1; i >= 0; --i)
            if (fabs(balance[n_u + i]) > tolerance) failing = n_u + 1 + i;
        if (rests) break;
        if (count == limit) return failing > 0 ? failing : @NO_CONVERGENCE@;
        @CALL@_mass_matrix@OF@(t, q, touching, c, mm);
        for (int i = 0; i < n * n; ++i) slopes[i] = 0.0;
        for (int j = 0; j < n_u; ++j) {
            for (int i = 0; i < n_u; ++i) slopes[i + n * j] = mm[i + n_u * j];
            for (int i = 0; i < n_r; ++i) {
                slopes[n_u + i + n * j] = b[i + n_r * j];
                slopes[j + n * (n_u + i)] = -b[i + n_r * j];
            }
            for (int k = 0; k < n_q; ++k) {
                if (!held[k]) continue;
                slopes[n_u + n_r + k + n * j] = bn[k + n_q * j];
                slopes[j + n * (n_u + n_r + k)] = -bn[k + n_q * j];
            }
        }
        for (int i = n_u + n_r; i < last; ++i)
            if (!(fabs(balance[i]) <= tolerance)) met = 0;
        if (closing && met && failing == 0) {
            /* the rows are met: their loads as when the mechanism is let go */
            closing = 0;
            for (int i = 0; i < n * n; ++i) a[i] = slopes[i];
            rank = @M@_rest_factor(a, rows, columns, row_at, column_at);
            @M@_rest_step(a, rows, columns, row_at, column_at, rank, balance, step);
            for (int i = 0; i < n_r; ++i) lambda[i] += step[n_u + i];
            for (int k = 0; k < n_q; ++k) mu[k] += step[n_u + n_r + k];
            @M@_rest_balance(t, q, @PASSS@w, touching, c, start, held, open, lambda, mu, balance, b, bn, size);
        }
        for (int j = 0; j < n_u; ++j)
            if (mm[j + n_u * j] > heaviest) heaviest = mm[j + n_u * j];
        for (int j = 0; j < n_u; ++j)
            if (mm[j + n_u * j] > 1e-10 * heaviest && size[j] / sqrt(mm[j + n_u * j]) > strongest)
                strongest = size[j] / sqrt(mm[j + n_u * j]);
        /* the derivatives of the balance; what is rounding of the loads is zero */
        for (int j = 0; j < n; ++j) {
            double d = h, other_way[n];
            if (closing || (j >= n_u && j < last)) continue;
            for (int way = 0; way < 2; ++way) {
                for (int k = 0; k < n_q; ++k)
                    q_there[k] = q[k] + (j < n_u ? (way == 0 ? h : -h) * bn[k + n_q * j] : 0.0);
@if states@
                for (int k = 0; k < n_s; ++k) s_there[k] = s[k];
                if (j >= last) {
                    d = h * (fabs(s[j - last]) > 1.0 ? fabs(s[j - last]) : 1.0);
                    s_there[j - last] += way == 0 ? d : -d;
                }
@end@
                @M@_rest_balance(t, q_there, @PASSS_THERE@w, touching, c, start, held, open, lambda, mu,
                                 way == 0 ? other : other_way, b_there, bn_there, size_there);
            }
            for (int i = 0; i < n; ++i) {
                const double slope = (other[i] - other_way[i]) / (2.0 * d);
                double least = size[i] > size_there[i] ? size[i] : size_there[i];
                if (i >= n_u && i < last) continue;
                if (i < n_u && sqrt(mm[i + n_u * i]) * strongest > least) least = sqrt(mm[i + n_u * i]) * strongest;
                slopes[i + n * j] = fabs(slope) > 1e-14 * least / d ? slope : 0.0;
                if (i < n_u && j < n_u && mm[i + n_u * i] > 1e-10 * heaviest &&
                    1e-3 * fabs(slopes[i + n * j]) / mm[i + n_u * i] > lightest)
                    lightest = 1e-3 * fabs(slopes[i + n * j]) / mm[i + n_u * i];
            }
        }
        for (int i = 0; i < n; ++i) wanted[i] = closing && (i < n_u || i >= last) ? 0.0 : balance[i];
        for (int i = 0; i < n * n; ++i) a[i] = slopes[i];
        rank = @M@_rest_factor(a, rows, columns, row_at, column_at);
        length = @M@_rest_step(a, rows, columns, row_at, column_at, rank, wanted, step);
        rests = met && failing == 0;
        for (int i = 0; i < n; ++i) {
            if (i >= n_u && i < last) continue;
            if (!(fabs(step[i]) <= 1e-6)) small = 0;
            if (!(fabs(step[i]) <= tolerance)) rests = 0;
        }
        if (closing) {
            double largest = 0.0;
            rests = 0, stuck = 1;
            for (int j = 0; j < n_u; ++j) {
                if (!(fabs(step[j]) <= tolerance)) stuck = 0;
                if (fabs(step[j]) > largest) largest = fabs(step[j]);
            }
            /* no long way at once: angles would turn over and over */
            if (largest > reach) share = reach / largest, reach *= 2.0;
        }
        for (int j = 0; j < n_u; ++j)
            if (!closing && !(fabs(step[j]) <= radius)) falling = 1;
        for (int half = 0; half < (falling && !closing ? 40 : 24) && !found && !stuck; ++half) {
            double work = 0.0, after = 0.0, largest = 0.0;
            if (falling && !closing && half > 0) {
                weight = 4.0 * weight > lightest ? 4.0 * weight : lightest;
                for (int i = 0; i < n * n; ++i) a[i] = slopes[i];
                for (int j = 0; j < n_u; ++j)
                    for (int i = 0; i < n_u; ++i) a[i + n * j] -= weight * mm[i + n_u * j];
                rank = @M@_rest_factor(a, rows, columns, row_at, column_at);
                length = @M@_rest_step(a, rows, columns, row_at, column_at, rank, wanted, step);
            } else if (half > 0) {
                share *= 0.5;
            }
            for (int k = 0; k < n_q; ++k) {
                q_there[k] = q[k];
                for (int j = 0; j < n_u; ++j) q_there[k] += share * bn[k + n_q * j] * step[j];
                mu_there[k] = closing ? mu[k] : mu[k] + share * step[n_u + n_r + k];
            }
@if euler_parameters@
            @CALL@_normalize@OF@(q_there);
@end@
            for (int i = 0; i < n_r; ++i) lambda_there[i] = closing ? lambda[i] : lambda[i] + share * step[n_u + i];
@if states@
            for (int k = 0; k < n_s; ++k) s_there[k] = closing ? s[k] : s[k] + share * step[last + k];
@end@
            @M@_rest_balance(t, q_there, @PASSS_THERE@w, touching, c, start, held, open, lambda_there, mu_there, other, b_there,
                             bn_there, size_there);
            found = 1;
            for (int i = 0; i < n; ++i)
                if (!(fabs(other[i]) < HUGE_VAL)) found = 0;
            if (!found || (small && half == 0)) continue;
            if (falling && !closing) {
                /* downhill: work on the step at its beginning, and no more against it at its end */
                for (int j = 0; j < n_u; ++j) {
                    after += step[j] * other[j];
                    if (fabs(step[j]) > largest) largest = fabs(step[j]);
                    for (int i = 0; i < n_u; ++i)
                        work += step[i] * (weight * mm[i + n_u * j] - slopes[i + n * j]) * step[j];
                }
                if (!(work >= 0.0 && largest <= radius)) {
                    found = 0;
                } else if (!(work + after >= 0.0)) {
                    found = 0, radius = 0.5 * largest;
                } else if (after > 0.5 * work && largest > 0.5 * radius) {
                    radius *= 2.0;
                }
            } else {
                /* no nearer: the step against the balance there, by the same factors, is not shorter */
                for (int i = 0; i < n; ++i) wanted[i] = closing && (i < n_u || i >= last) ? 0.0 : other[i];
                if (!(@M@_rest_step(a, rows, columns, row_at, column_at, rank, wanted, step_there) <=
                      (1.0 - 0.25 * share) * length))
                    found = 0;
            }
        }
        /* a motion that changes nothing: the first column beyond the rank, and what goes with it */
        if (rests || !(found || closing || falling)) {
            for (int k = rank; k < n; ++k) {
                double x[n], largest = 1e-6;
                int most = -1;
                for (int i = 0; i < rank; ++i) x[i] = -a[i + n * k];
                for (int j = rank - 1; j >= 0; --j) {
                    x[j] /= a[j + n * j];
                    for (int i = 0; i < j; ++i) x[i] -= a[i + n * j] * x[j];
                }
                for (int j = 0; j <= rank; ++j) {
                    const int place = j < rank ? column_at[j] : column_at[k];
                    const double part = j < rank ? fabs(x[j]) : 1.0;
                    if ((place < n_u || place >= last) && part > largest) largest = part * @TIE@, most = place;
                }
                if (most >= 0) {
                    failing = most < n_u ? most + 1 : @OF_STATES@ + most - last;
                    if (!found) return failing;
                    break;
                }
            }
        }
        if (!found) {
            if (falling && failing == 0 && !closing) return @NO_CONVERGENCE@;
            if (closing) {
                /* no step leads nearer to the rows: from another place, in a direction without any symmetry */
                double largest = 0.0;
                for (int j = 0; j < n; ++j)
                    for (int i = 0; i < n; ++i)
                        a[i + n * j] = (i >= n_u && i < n_u + n_r) || (j >= n_u && j < n_u + n_r) ? 0.0 : slopes[i + n * j];
                rank = @M@_rest_factor(a, rows, columns, row_at, column_at);
                for (int j = 0; j < n_u; ++j) wanted[j] = mm[j + n_u * j] * cos(2.0 * (j + 1));
                @M@_rest_step(a, rows, columns, row_at, column_at, rank, wanted, step);
                for (int j = 0; j < n_u; ++j)
                    if (fabs(step[j]) > largest) largest = fabs(step[j]);
                if (stirred > 0.5 || !(largest > 0.0)) return failing > 0 ? failing : @NO_CONVERGENCE@;
                for (int k = 0; k < n_q; ++k)
                    for (int j = 0; j < n_u; ++j) q[k] += stirred / largest * bn[k + n_q * j] * step[j];
@if euler_parameters@
                @CALL@_normalize@OF@(q);
@end@
                stirred *= 2.0;
                @M@_rest_balance(t, q, @PASSS@w, touching, c, start, held, open, lambda, mu, balance, b, bn, size);
                continue;
            }
            closing = falling;
            falling = 1;
            continue;
        }
        for (int k = 0; k < n_q; ++k) q[k] = q_there[k], mu[k] = mu_there[k];
        for (int i = 0; i < n_r; ++i) lambda[i] = lambda_there[i];
@if states@
        for (int k = 0; k < n_s; ++k) s[k] = s_there[k];
@end@
        for (int i = 0; i < n; ++i) balance[i] = other[i], size[i] = size_there[i];
        for (int i = 0; i < @R1@ * n_u; ++i) b[i] = b_there[i];
        for (int i = 0; i < n_q * n_u; ++i) bn[i] = bn_there[i];
        if (rests && failing > 0) return failing;
    }
    return failing;
}

/* in place, coordinates@WITH_STATES@ near the guess at which everything rests; coordinates k with held[k] != 0 keep theirs.
   Newton's method until no step and no |phi| exceeds tolerance, at most limit steps; lambda: the multipliers there.
   Friction takes no part. info: 0; the speed@OR_STATE@ of a motion that nothing holds there; nu + the row that cannot be
   met; nu+nphi+1: no rest was found within limit, or a number overflows@NO_MODE@ */
@INLINE@ void @M@_equilibrium(double t, double* q, @SINOUT@@CONST@double* w, const double* c, const int* held,
                              double tolerance, int limit, double* lambda, int* info) {
    enum { n_u = @NU@, n_r = @NR@ };
    int open[@R1@] = {0};
@if contacts@
    enum { n_q = @NQ@, n_s = @NS@, n_w = @NW@, n_k = @KS@, most = n_k < 12 ? 1 << n_k : 4096 };
    static const int row_of[] = {@ROWS@}, flag_of[] = {@FLAGS@}, slips[] = {@SLIPS@};
    double touching[n_w], guess[n_q], states[@S1@];
    int closed[@K1@], number = -1, turns = 0;
@end@
@if constraints@
    double still[n_u], phi[n_r], phidot[n_r];
    for (int j = 0; j < n_u; ++j) still[j] = 0.0;
@end@
@if contacts@
    (void)states, (void)row_of, (void)flag_of, (void)slips, (void)closed, (void)turns;
    for (int k = 0; k < n_w; ++k) touching[k] = w[k];
    for (int k = 0; k < @SLIPCOUNT@; ++k) touching[slips[k]] = 1.0, w[slips[k]] = 0.0;
    for (int k = 0; k < n_k; ++k) touching[flag_of[k]] = 1.0;
    for (int k = 0; k < n_q; ++k) guess[k] = q[k];
    for (int k = 0; k < n_s; ++k) states[k] = @SK@;
    @CALL@_constraints@OF@(t, q, still, @CPASSS@touching, c, phi, phidot);
    for (int k = 0; k < n_k; ++k) closed[k] = fabs(w[flag_of[k]]) > 0.0 || phi[row_of[k]] <= tolerance;
    *info = 0;
    for (;;) {
        double worst = 0.0;
        int result, at = -1;
        for (int k = 0; k < n_k; ++k) open[row_of[k]] = !closed[k], w[flag_of[k]] = closed[k] ? 1.0 : 0.0;
        result = @M@_rest(t, q, @PASSS@w, touching, c, held, open, tolerance, limit, lambda);
        if (result == 0) {
            /* a contact that pulls opens; where none does, one that is pressed through closes */
            @CALL@_constraints@OF@(t, q, still, @CPASSS@touching, c, phi, phidot);
            for (int k = 0; k < n_k; ++k)
                if (closed[k] && fabs(lambda[row_of[k]]) > worst) worst = fabs(lambda[row_of[k]]);
            worst = 1e-9 * worst;
            for (int k = 0; k < n_k; ++k)
                if (closed[k] && lambda[row_of[k]] > worst) worst = lambda[row_of[k]], at = k;
            if (at < 0) worst = tolerance;
            for (int k = 0, pulls = at >= 0; k < n_k; ++k)
                if (!pulls && !closed[k] && -phi[row_of[k]] > worst) worst = -phi[row_of[k]], at = k;
            if (at < 0) {
                *info = 0;
                break;
            }
            if (turns < 3 * n_k) {
                closed[at] = !closed[at], ++turns;
                continue;
            }
        }
        if (*info == 0) *info = result != 0 ? result : @NO_MODE_CODE@;
        if (++number >= most) return;
        for (int k = 0; k < n_k; ++k) closed[k] = !((number >> k) & 1);
        for (int k = 0; k < n_q; ++k) q[k] = guess[k];
        for (int k = 0; k < n_s; ++k) @SK@ = states[k];
    }
@else@
    *info = @M@_rest(t, q, @PASSS@w, w, c, held, open, tolerance, limit, lambda);
@end@
@if constraints@
    @CALL@_constraints@OF@(t, q, still, @CPASSS@@TOUCHING@, c, phi, phidot);
    for (int i = n_r - 1; i >= 0; --i)
        if (*info == 0 && !open[i] && fabs(phidot[i]) > tolerance) *info = n_u + 1 + i;
@end@
}
