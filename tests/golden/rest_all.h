
/* rest with these contacts open. First onto the rows by Newton's method, measured with the mass matrix; then
   Newton's method for all, shorter steps where the whole one leads no nearer. Where its steps are long or end:
   downhill, by steps (K - weight M) d = -balance that the loads do work on, of at most radius; downhill: all are;
   straight: none is. What loads move and no slope answers falls until something holds it: a wheel above the road */
static inline void rockers_rest(double t, double* q, double* s, const double* w, const double* c, const
    double* touching, const int* held, const int* open, double tolerance, int limit, int downhill, int straight,
    double* lambda, int* info) {
    enum { nq = rockers_nq, nu = rockers_nu, nl = rockers_nl, nphi = rockers_nphi, ns = rockers_ns, nresting = 1, nrest
        = 12 };
    static const int resting_row[nresting] = {1};
    double a[nrest * nrest], rows[nrest], columns[nrest], slopes[nrest * nrest], mm[nu * nu], start[nq], mu[nq],
        balance[nrest], b[nphi * nu], bn[nq * nu], magnitudes[nrest], q_there[nq], s_there[ns], lambda_there[nl],
        mu_there[nq], other[nrest], b_there[nphi * nu], bn_there[nq * nu], magnitudes_there[nrest], wanted[nrest],
        move[nrest], move_there[nrest], length, length_there;
    int row_at[nrest], column_at[nrest], rank, loose, failed, failed_there, resting[nphi];
    double radius = 0.3;
    double reach = 1.0;
    double stirred = 0.1;
    int rests = 0;
    int adrift = 0;
    int closing = 1;
    int falling = downhill;
    for (int k = 0; k < nl; ++k) lambda[k] = 0.0;
    for (int k = 0; k < nq; ++k) mu[k] = 0.0;
    for (int k = 0; k < nq; ++k) start[k] = q[k];
    rockers_normalize(start);
    rockers_rest_balance(t, q, s, w, c, touching, start, held, open, lambda, mu, balance, b, bn, magnitudes, &failed);
    for (int k = 0; k < nphi; ++k) resting[k] = 0;
    for (int k = 0; k < nresting; ++k) resting[resting_row[k]] = 1;
    *info = nu + nphi + 1;
    for (int count = 0; count < limit + 1; ++count) {
        *info = failed;
        if (*info != 0) {
            if (adrift != 0) *info = adrift;
            return;
        }
        for (int i = nphi - 1; i >= 0; --i) {
            if (resting[i]) continue;
            if (fabs(balance[nu + i]) > tolerance) *info = nu + i + 1;
        }
        if (rests) return;
        if (count + 1 > limit || (adrift != 0 && radius > 1.0e+06)) break;
        rockers_mass_matrix(t, q, touching, c, mm);
        for (int l = 0; l < nrest; ++l)
            for (int k = 0; k < nrest; ++k) slopes[k + nrest * l] = 0.0;
        for (int j = 0; j < nu; ++j) {
            for (int i = 0; i < nu; ++i) slopes[i + nrest * j] = mm[i + nu * j];
            for (int i = 0; i < nphi; ++i) {
                slopes[nu + i + nrest * j] = b[i + nphi * j];
                slopes[j + nrest * (nu + i)] = -b[i + nphi * j];
            }
            for (int k = 0; k < nq; ++k)
                if (held[k] != 0) {
                    slopes[nu + nphi + k + nrest * j] = bn[k + nq * j];
                    slopes[j + nrest * (nu + nphi + k)] = -bn[k + nq * j];
                }
        }
        int met = *info == 0;
        for (int k = 0; k < nq; ++k)
            if (!(fabs(balance[nu + nphi + k]) <= tolerance)) met = 0;
        if (closing && met) {
            /* the rows are met: their loads as when the mechanism is let go */
            closing = 0;
            for (int l = 0; l < nrest; ++l)
                for (int k = 0; k < nrest; ++k) a[k + nrest * l] = slopes[k + nrest * l];
            for (int k = 0; k < nrest; ++k) wanted[k] = balance[k];
            for (int k = 0; k < nresting; ++k) wanted[nu + resting_row[k]] = 0.0;
            rockers_rest_factor(a, rows, columns, row_at, column_at, &rank);
            rockers_rest_step(a, rows, columns, row_at, column_at, rank, wanted, move, &length);
            for (int i = 0; i < nphi; ++i) lambda[i] = lambda[i] + move[nu + i];
            for (int k = 0; k < nq; ++k) mu[k] = mu[k] + move[nu + nphi + k];
            rockers_rest_balance(t, q, s, w, c, touching, start, held, open, lambda, mu, balance, b, bn, magnitudes,
                &failed);
        }
        double lightest = 1.0e-12;
        for (int k = 0; k < nrest; ++k) wanted[k] = balance[k];
        if (closing) {
            for (int j = 0; j < nu; ++j) wanted[j] = 0.0;
            for (int k = 0; k < nresting; ++k) wanted[nu + resting_row[k]] = 0.0;
            for (int k = 0; k < ns; ++k) wanted[nu + nphi + nq + k] = 0.0;
        } else {
            rockers_rest_slopes(t, q, s, w, c, touching, start, held, open, lambda, mu, mm, bn, magnitudes, slopes,
                &lightest);
        }
        for (int l = 0; l < nrest; ++l)
            for (int k = 0; k < nrest; ++k) a[k + nrest * l] = slopes[k + nrest * l];
        rockers_rest_factor(a, rows, columns, row_at, column_at, &rank);
        rockers_rest_step(a, rows, columns, row_at, column_at, rank, wanted, move, &length);
        int small = 1;
        rests = met && !closing;
        int stuck = closing;
        double largest = 0.0;
        for (int j = 0; j < nu; ++j) {
            small = small && fabs(move[j]) <= 1.0e-06;
            rests = rests && fabs(move[j]) <= tolerance;
            stuck = stuck && fabs(move[j]) <= tolerance;
            if (fabs(move[j]) > largest) largest = fabs(move[j]);
        }
        for (int k = 0; k < ns; ++k) {
            small = small && fabs(move[nu + nphi + nq + k]) <= 1.0e-06;
            rests = rests && fabs(move[nu + nphi + nq + k]) <= tolerance;
        }
        double share = 1.0;
        if (closing) {
            if (largest > reach) {
                share = reach / largest;
                reach = 2.0 * reach;
            }
        } else if (largest > radius) {
            falling = 1;
        }
        int pushed = 0;
        double stiffest = 0.0;
        for (int j = 0; j < nu; ++j) {
            if (fabs(balance[j]) > stiffest) stiffest = fabs(balance[j]);
            for (int i = 0; i < nu; ++i)
                if (fabs(slopes[j + nrest * i]) > stiffest) stiffest = fabs(slopes[j + nrest * i]);
        }
        if (!closing)
            for (int j = 0; j < nu; ++j) {
                double left = balance[j];
                double rounded = 1.0e-09 * (stiffest + mm[j + nu * j]) + 1.0e-06 * fabs(left);
                for (int i = 0; i < nrest; ++i) {
                    left = left + slopes[j + nrest * i] * move[i];
                    rounded = rounded + 1.0e-06 * fabs(slopes[j + nrest * i] * move[i]);
                }
                pushed = pushed || fabs(left) > rounded;
            }
        pushed = pushed && !straight;
        if (!pushed) {
            adrift = 0;
        } else {
            rests = 0;
            falling = 1;
            if (adrift == 0) {
                rockers_rest_loose(a, column_at, rank, &loose);
                adrift = loose + 1;
                if (loose + 1 > nu) adrift = loose + 5 - nq + 1;
            }
        }
        int downwards = falling && !closing;
        if (straight) downwards = 0;
        double weight = 0.0;
        int found = 0;
        for (int half = 0; half < 40; ++half) {
            if (stuck || (half > 23 && !downwards)) break;
            if (pushed && half == 0) continue;
            if (half > 0) {
                if (downwards) {
                    weight = lightest > 4.0 * weight ? lightest : 4.0 * weight;
                    for (int l = 0; l < nrest; ++l)
                        for (int k = 0; k < nrest; ++k) a[k + nrest * l] = slopes[k + nrest * l];
                    for (int j = 0; j < nu; ++j)
                        for (int i = 0; i < nu; ++i) a[i + nrest * j] = a[i + nrest * j] - weight * mm[i + nu * j];
                    rockers_rest_factor(a, rows, columns, row_at, column_at, &rank);
                    rockers_rest_step(a, rows, columns, row_at, column_at, rank, wanted, move, &length);
                } else {
                    share = 0.5 * share;
                }
            }
            for (int k = 0; k < nq; ++k) {
                q_there[k] = q[k];
                for (int j = 0; j < nu; ++j) q_there[k] = q_there[k] + share * bn[k + nq * j] * move[j];
            }
            rockers_normalize(q_there);
            for (int k = 0; k < nl; ++k) lambda_there[k] = lambda[k];
            for (int k = 0; k < nq; ++k) mu_there[k] = mu[k];
            for (int k = 0; k < ns; ++k) s_there[k] = s[k];
            if (!closing) {
                for (int i = 0; i < nphi; ++i) lambda_there[i] = lambda[i] + share * move[nu + i];
                for (int k = 0; k < nq; ++k) mu_there[k] = mu[k] + share * move[nu + nphi + k];
                for (int k = 0; k < ns; ++k) s_there[k] = s[k] + share * move[nu + nphi + nq + k];
            }
            rockers_rest_balance(t, q_there, s_there, w, c, touching, start, held, open, lambda_there, mu_there, other,
                b_there, bn_there, magnitudes_there, &failed_there);
            found = failed_there == 0;
            if (found && !(small && half == 0)) {
                if (downwards) {
                    /* downhill: work on the step at its beginning, and no more against it at its end */
                    double work = 0.0;
                    double after = 0.0;
                    largest = 0.0;
                    for (int j = 0; j < nu; ++j) {
                        after = after + move[j] * other[j];
                        if (fabs(move[j]) > largest) largest = fabs(move[j]);
                        for (int i = 0; i < nu; ++i)
                            work = work + move[i] * (weight * mm[i + nu * j] - slopes[i + nrest * j]) * move[j];
                    }
                    if (!(work >= 0.0 && largest <= radius)) {
                        found = 0;
                    } else if (!(work + after >= 0.0)) {
                        found = 0;
                        radius = 0.5 * largest;
                    } else if (after > 0.5 * work && largest > 0.5 * radius) {
                        radius = 2.0 * radius;
                    }
                } else {
                    /* no nearer: the step against the balance there, by the same factors, is not shorter */
                    for (int k = 0; k < nrest; ++k) wanted[k] = other[k];
                    if (closing) {
                        for (int j = 0; j < nu; ++j) wanted[j] = 0.0;
                        for (int k = 0; k < nresting; ++k) wanted[nu + resting_row[k]] = 0.0;
                        for (int k = 0; k < ns; ++k) wanted[nu + nphi + nq + k] = 0.0;
                    }
                    rockers_rest_step(a, rows, columns, row_at, column_at, rank, wanted, move_there, &length_there);
                    found = length_there <= (1.0 - 0.25 * share) * length;
                }
            }
            if (found) {
                for (int k = 0; k < nq; ++k) q[k] = q_there[k];
                for (int k = 0; k < nq; ++k) mu[k] = mu_there[k];
                for (int k = 0; k < nl; ++k) lambda[k] = lambda_there[k];
                for (int l = 0; l < nu; ++l)
                    for (int k = 0; k < nphi; ++k) b[k + nphi * l] = b_there[k + nphi * l];
                for (int k = 0; k < ns; ++k) s[k] = s_there[k];
                for (int k = 0; k < nrest; ++k) balance[k] = other[k];
                for (int k = 0; k < nrest; ++k) magnitudes[k] = magnitudes_there[k];
                for (int l = 0; l < nu; ++l)
                    for (int k = 0; k < nq; ++k) bn[k + nq * l] = bn_there[k + nq * l];
                failed = 0;
                break;
            }
        }
        if (rests || !(found || closing || falling)) {
            rockers_rest_loose(a, column_at, rank, &loose);
            if (loose != -1) {
                *info = loose + 1;
                if (loose + 1 > nu) *info = loose + 5 - nq + 1;
                if (!found) return;
            }
        }
        if (found) {
            if (rests && *info > 0) return;
        } else if (closing) {
            /* no step leads nearer to the rows: from another place, in a direction without any symmetry */
            if (stirred > 0.5) break;
            for (int l = 0; l < nrest; ++l)
                for (int k = 0; k < nrest; ++k) a[k + nrest * l] = slopes[k + nrest * l];
            for (int i = 0; i < nphi; ++i)
                for (int j = 0; j < nrest; ++j) {
                    a[nu + i + nrest * j] = 0.0;
                    a[j + nrest * (nu + i)] = 0.0;
                }
            double turn = 0.0;
            for (int j = 0; j < nu; ++j) {
                turn = turn + 2.0;
                wanted[j] = mm[j + nu * j] * cos(turn);
            }
            rockers_rest_factor(a, rows, columns, row_at, column_at, &rank);
            rockers_rest_step(a, rows, columns, row_at, column_at, rank, wanted, move, &length);
            largest = 0.0;
            for (int j = 0; j < nu; ++j)
                if (fabs(move[j]) > largest) largest = fabs(move[j]);
            if (!(largest > 0.0)) break;
            for (int k = 0; k < nq; ++k)
                for (int j = 0; j < nu; ++j) q[k] = q[k] + stirred / largest * bn[k + nq * j] * move[j];
            rockers_normalize(q);
            stirred = 2.0 * stirred;
            rockers_rest_balance(t, q, s, w, c, touching, start, held, open, lambda, mu, balance, b, bn, magnitudes,
                &failed);
        } else {
            if (falling && *info == 0) break;
            closing = falling;
            falling = 1;
        }
    }
    if (adrift != 0) {
        *info = adrift;
    } else if (*info == 0) {
        *info = nu + nphi + 1;
    }
}
