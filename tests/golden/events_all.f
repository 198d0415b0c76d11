      DOUBLE PRECISION begin, ahead, from(5)
      INTEGER order
      COMMON /rockers_run/ begin, ahead, from, order
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
C
C in place, y after a step of h: by Runge's and Kutta's method of fourth
C order, by the midpoint rule (order 2) or by Euler's method (order 1)
      SUBROUTINE rockers_advance(t, y, w, c, h, info)
      DOUBLE PRECISION t, y(5), w(4), c(2), h
      INTEGER info
      DOUBLE PRECISION k1(5), k2(5), k3(5), k4(5), z(5)
      INTEGER i
      DOUBLE PRECISION begin, ahead, from(5)
      INTEGER order
      COMMON /rockers_run/ begin, ahead, from, order
C     a row at t has begun its line, one at t + h not yet
      ahead = 1.0D-09*h
      CALL rockers_set_inputs(t, w)
      ahead = 0.0D0
      CALL rockers_derivatives(t, y, w, c, k1, info)
      IF (info .NE. 0) RETURN
      IF (order .EQ. 1) THEN
        DO 10 i = 1, 5
          y(i) = y(i) + h*k1(i)
   10   CONTINUE
      ELSE
        DO 20 i = 1, 5
          z(i) = y(i) + h/2.0D0*k1(i)
   20   CONTINUE
        CALL rockers_set_inputs(t + h/2.0D0, w)
        CALL rockers_derivatives(t + h/2.0D0, z, w, c, k2, info)
        IF (info .NE. 0) RETURN
        IF (order .EQ. 2) THEN
          DO 30 i = 1, 5
            y(i) = y(i) + h*k2(i)
   30     CONTINUE
        ELSE
          DO 40 i = 1, 5
            z(i) = y(i) + h/2.0D0*k2(i)
   40     CONTINUE
          CALL rockers_set_inputs(t + h/2.0D0, w)
          CALL rockers_derivatives(t + h/2.0D0, z, w, c, k3, info)
          IF (info .NE. 0) RETURN
          DO 50 i = 1, 5
            z(i) = y(i) + h*k3(i)
   50     CONTINUE
          ahead = -1.0D-09*h
          CALL rockers_set_inputs(t + h, w)
          ahead = 0.0D0
          CALL rockers_derivatives(t + h, z, w, c, k4, info)
          IF (info .NE. 0) RETURN
          DO 60 i = 1, 5
            y(i) = y(i) + h/6.0D0*(k1(i) + 2.0D0*k2(i) + 2.0D0*k3(i) +
     &  k4(i))
   60     CONTINUE
        END IF
      END IF
      CALL rockers_normalize(y(1))
      END
C
C of each event: the error of the location of its zero, and what of a
C contact's function is rounding
      SUBROUTINE rockers_event_tolerances()
      INTEGER k, event_end(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      DO 10 k = 1, 3
        error(k) = 1.0D-12*scale(k)
        error(k) = error(k) + 1.0D-11
        rounding(k) = 1.0D-08*scale(k)
        IF (event_end(k) .EQ. 1) rounding(k) = 0.001D0*1.0D-06
        IF (event_end(k) .GT. 3) rounding(k) = 0.3D0*1.0D-06
   10 CONTINUE
      END
C
C the functions of the events and their rates
      SUBROUTINE rockers_event_values(t, y, w, c, g, gdot)
      DOUBLE PRECISION t, y(5), w(4), c(2), g(3), gdot(3)
      INTEGER trouble, k, event_end(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      CALL rockers_set_inputs(t, w)
      CALL rockers_events(t, y(1), y(3), y(5), w, c, g, gdot, trouble)
      IF (trouble .NE. 0) THEN
C       the first one is reported
        IF (failure .EQ. 0) info = trouble
        IF (failure .EQ. 0) failure = 1
        RETURN
      END IF
      DO 10 k = 1, 3
        IF (.NOT. (g(k) .LE. 0.0D0 .OR. g(k) .GT. 0.0D0)) THEN
          failure = 2
          culprit = k
          RETURN
        END IF
        IF (ABS(g(k) - g(k)) .LE. 0.0D0) THEN
          scale(k) = MAX(scale(k), ABS(g(k)))
        END IF
        IF (event_end(k) .EQ. 1 .AND. ABS(gdot(k)) .LE. 1.0D-06) THEN
          gdot(k) = 0.0D0
        END IF
   10 CONTINUE
      CALL rockers_event_tolerances()
      END
C
C a state on the tangent of the motion, so much later
      SUBROUTINE rockers_state_soon(t, y, w, c, later, moved)
      DOUBLE PRECISION t, y(5), w(4), c(2), later, moved(5)
      DOUBLE PRECISION ydot(5)
      INTEGER info, i
      CALL rockers_set_inputs(t, w)
      CALL rockers_derivatives(t, y, w, c, ydot, info)
      DO 10 i = 1, 5
        moved(i) = y(i) + later*ydot(i)
   10 CONTINUE
      END
C
C the rate of the function of event k along the motion; a difference
C where m_events gives none
      SUBROUTINE rockers_event_rate(k, t, y, w, c, g, gdot, rate)
      DOUBLE PRECISION t, y(5), w(4), c(2), g(3), gdot(3), rate
      INTEGER k
      DOUBLE PRECISION moved(5), later_g(3), later_gdot(3), little
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      rate = gdot(k)
      IF (ABS(rate) .GT. 0.0D0) RETURN
      little = 0.001D0*interval
      CALL rockers_state_soon(t, y, w, c, little, moved)
      CALL rockers_event_values(t + little, moved, w, c, later_g,
     &  later_gdot)
      rate = later_g(k) - g(k)
      IF (ABS(rate) .LE. 1.0D-14*scale(k)) THEN
        rate = 0.0D0
      ELSE
        rate = rate/little
      END IF
      END
C
C whether event k takes away the rate of its function, which has the
C event's direction here
      SUBROUTINE rockers_sends_back(k, t, y, w, c, rate, back)
      DOUBLE PRECISION t, y(5), w(4), c(2), rate
      INTEGER k
      LOGICAL back
      DOUBLE PRECISION after(5), flags_before(2), impulses(1), later_g(
     &  3), later_gdot(3), left
      INTEGER j, l
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DO 10 l = 1, 5
        after(l) = y(l)
   10 CONTINUE
      DO 20 j = 1, 2
        flags_before(j) = w(2 + j)
   20 CONTINUE
      CALL rockers_event(k, t, after(1), after(3), after(5), w, c,
     &  impulses, info)
      back = .TRUE.
      IF (info .EQ. 0) THEN
        CALL rockers_event_values(t, after, w, c, later_g, later_gdot)
        CALL rockers_event_rate(k, t, after, w, c, later_g, later_gdot,
     &  left)
        IF (rate .LT. 0.0D0) left = -left
        back = left .LE. 0.001D0*ABS(rate)
      END IF
      info = 0
      DO 30 j = 1, 2
        w(2 + j) = flags_before(j)
   30 CONTINUE
      END
C
C event k has just happened: it waits until its function has left zero.
C Where that comes back by its rate and the change of its rate, it is
C looked at before. A function that rests passes zero where the event
C does not send it back
      SUBROUTINE rockers_wait_behind_event(k, t, y, w, c, g, gdot)
      DOUBLE PRECISION t, y(5), w(4), c(2), g(3), gdot(3)
      INTEGER k
      DOUBLE PRECISION moved(5), later_g(3), later_gdot(3), little,
     &  rate, soon, bend
      INTEGER event_end(3)
      LOGICAL back, event_rises(3), event_falls(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_rises /.TRUE., .FALSE., .TRUE./
      DATA event_falls /.FALSE., .TRUE., .TRUE./
      DATA event_end /0, 1, 0/
      armed(k) = .FALSE.
      turned(k) = .FALSE.
      side(k) = 0.0D0
      IF (event_rises(k) .AND. event_falls(k)) RETURN
      IF (ABS(gdot(k)) .GT. 0.0D0) THEN
        little = 1.0D-06*interval
      ELSE
        little = 0.001D0*interval
      END IF
      CALL rockers_event_rate(k, t, y, w, c, g, gdot, rate)
      CALL rockers_state_soon(t, y, w, c, little, moved)
      CALL rockers_event_values(t + little, moved, w, c, later_g,
     &  later_gdot)
      CALL rockers_event_rate(k, t + little, moved, w, c, later_g,
     &  later_gdot, soon)
      bend = (soon - rate)/little
      IF (event_falls(k)) THEN
        rate = -rate
        bend = -bend
      END IF
      turned(k) = rate .LT. 0.0D0 .OR. rate .LE. 0.0D0 .AND. bend .GT.
     &  0.0D0
      back = turned(k) .AND. rate .GE. 0.0D0
      back = back .AND. event_end(k) .EQ. 0
      IF (back) THEN
        CALL rockers_sends_back(k, t + little, moved, w, c, soon, back)
        turned(k) = back
      END IF
      IF (rate .LT. 0.0D0 .AND. bend .GT. 0.0D0) THEN
        look_again(k) = t - 2.0D0*rate/bend/4.0D0
      END IF
      END
C
C event k waits on the side of zero that its function g is on. That of a
C contact waits on the positive side alone: forces and slips near zero
C are left to rounding, gaps are located to the last digit
      SUBROUTINE rockers_wait_for_event(k, g)
      DOUBLE PRECISION g
      INTEGER k
      INTEGER event_end(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      IF (armed(k) .AND. zero(k) .LT. g .AND. g .LT. 0.0D0) RETURN
      armed(k) = .TRUE.
      turned(k) = .FALSE.
      side(k) = 0.0D0
      IF (g .GT. 0.0D0) side(k) = 1.0D0
      IF (g .LT. 0.0D0) side(k) = -1.0D0
      look_again(k) = -1.0D0
      zero(k) = 0.0D0
      IF (event_end(k) .GT. 0) THEN
        side(k) = 1.0D0
        armed(k) = ABS(g) .GT. rounding(k) .OR. event_end(k) .EQ. 1
     &  .AND. g .GE. 0.0D0
      END IF
      END
C
C event k waits where its function g has left zero
      SUBROUTINE rockers_take_side(k, g)
      DOUBLE PRECISION g
      INTEGER k
      INTEGER event_end(3)
      LOGICAL unseen, event_rises(3), event_falls(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_rises /.TRUE., .FALSE., .TRUE./
      DATA event_falls /.FALSE., .TRUE., .TRUE./
      DATA event_end /0, 1, 0/
      IF (ABS(g) .LE. error(k)) RETURN
      unseen = .NOT. armed(k) .AND. turned(k) .AND. (event_rises(k)
     &  .AND. g .GT. 0.0D0 .OR. event_falls(k) .AND. g .LT. 0.0D0)
      unseen = unseen .AND. event_end(k) .EQ. 0
      IF (unseen) THEN
        failure = 8
        culprit = k
      ELSE
        CALL rockers_wait_for_event(k, g)
      END IF
      END
C
C a gap that opens from about zero closes where it comes back to what it
C was. Below that it would close with more energy than it opened with,
C and a body that rocks to rest would rock for ever
      SUBROUTINE rockers_wait_for_return(k, g, gdot)
      DOUBLE PRECISION g, gdot
      INTEGER k
      INTEGER event_end(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      IF (event_end(k) .EQ. 1 .AND. gdot .GT. 0.0D0 .AND. ABS(g) .LE.
     &  rounding(k)) THEN
        armed(k) = .TRUE.
        side(k) = 1.0D0
        zero(k) = MIN(g, 0.0D0)
      END IF
      END
C
C how the events wait at the start, and which of them are due. length:
C what is called a short time; at_zero: of an event that has just
C happened the largest size of its function so far, of others 0
      SUBROUTINE rockers_start_events(t, y, w, c, length, at_zero)
      DOUBLE PRECISION t, y(5), w(4), c(2), length, at_zero(3)
      DOUBLE PRECISION g(3), gdot(3), moved(5), later_g(3), later_gdot(
     &  3), little, rate, least
      INTEGER k, i, event_end(3)
      LOGICAL rests, event_rises(3), event_falls(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      DATA event_rises /.TRUE., .FALSE., .TRUE./
      DATA event_falls /.FALSE., .TRUE., .TRUE./
      DO 10 k = 1, 3
        armed(k) = .FALSE.
   10 CONTINUE
      DO 20 k = 1, 3
        turned(k) = .FALSE.
   20 CONTINUE
      DO 30 k = 1, 3
        due(k) = .FALSE.
   30 CONTINUE
      DO 40 k = 1, 3
        happened(k) = .FALSE.
   40 CONTINUE
      stopped = .FALSE.
      DO 50 k = 1, 3
        side(k) = 0.0D0
   50 CONTINUE
      DO 60 k = 1, 3
        scale(k) = 0.0D0
   60 CONTINUE
      DO 70 k = 1, 3
        look_again(k) = -1.0D0
   70 CONTINUE
      DO 80 k = 1, 3
        zero(k) = 0.0D0
   80 CONTINUE
      jumps = .TRUE.
      DO 90 k = 1, 3
        jumped_open(k) = .FALSE.
   90 CONTINUE
      interval = length
      crowd_since = t
      crowd = 0
      applied = 0
      failure = 0
      culprit = 0
      row = 0
      breach = 0.0D0
      CALL rockers_event_values(t, y, w, c, g, gdot)
      DO 100 k = 1, 3
        IF (failure .EQ. 0 .AND. event_end(k) .EQ. 1 .AND. g(k) .LT.
     &  -1.0D-06) THEN
          failure = 10
          culprit = k
        END IF
  100 CONTINUE
      IF (failure .GT. 0) RETURN
      DO 110 k = 1, 3
        later_gdot(k) = gdot(k)
  110 CONTINUE
      rests = .FALSE.
      DO 120 k = 1, 3
        IF (ABS(g(k)) .LE. 1.0D-12) rests = .TRUE.
  120 CONTINUE
      little = 1.0D-06*interval
      least = 0.0D0
      IF (rests) THEN
C       on a stop: the rate of a moment later says whether it is pressed
C       on. Rates below `least` are rounding, as of what sticks
        CALL rockers_state_soon(t, y, w, c, little, moved)
        DO 130 i = 1, 2
          least = MAX(least, 1.0D-13*ABS(moved(2 + i)))
  130   CONTINUE
        CALL rockers_event_values(t + little, moved, w, c, later_g,
     &  later_gdot)
      END IF
      DO 140 k = 1, 3
        scale(k) = MAX(scale(k), ABS(gdot(k))*interval)
        CALL rockers_event_tolerances()
        IF (ABS(gdot(k)) .GT. least) THEN
          rate = gdot(k)
        ELSE
          rate = later_gdot(k)
        END IF
        due(k) = ABS(g(k)) .LE. error(k) .AND. (event_rises(k) .AND.
     &  rate .GT. least .OR. event_falls(k) .AND. rate .LT. -least)
        scale(k) = MAX(scale(k), at_zero(k))
        CALL rockers_event_tolerances()
        IF (at_zero(k) .GT. 0.0D0 .AND. ABS(g(k)) .LE. 1000.0D0*error(
     &  k)) THEN
          due(k) = .FALSE.
          CALL rockers_wait_behind_event(k, t, y, w, c, g, gdot)
        ELSE
          CALL rockers_take_side(k, g(k))
        END IF
  140 CONTINUE
      DO 150 k = 1, 3
        CALL rockers_wait_for_return(k, g(k), gdot(k))
  150 CONTINUE
      DO 160 k = 1, 3
        last_g(k) = g(k)
  160 CONTINUE
      DO 170 k = 1, 3
        last_gdot(k) = gdot(k)
  170 CONTINUE
      END
C
C in place, limit: no later than the next event that waits for a time
C alone, and than when a function must have been looked at again
      SUBROUTINE rockers_next_event_time(t, y, w, c, limit)
      DOUBLE PRECISION t, y(5), w(4), c(2), limit
      DOUBLE PRECISION g(3), gdot(3)
      INTEGER k
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      CALL rockers_event_values(t, y, w, c, g, gdot)
      DO 10 k = 1, 3
        IF (look_again(k) .GT. t) limit = MIN(limit, look_again(k))
   10 CONTINUE
      END
C
C whether the state holds finite numbers alone
      SUBROUTINE rockers_holds_numbers(y, all_finite)
      DOUBLE PRECISION y(5)
      LOGICAL all_finite
      INTEGER i
      all_finite = .TRUE.
      DO 10 i = 1, 5
        IF (.NOT. ABS(y(i) - y(i)) .LE. 0.0D0) all_finite = .FALSE.
   10 CONTINUE
      END
C
C how fast the bodies of each closed contact move against each other, by
C the event that closes it: apart, together, or along what sticks.
C farthest: the largest of all and of the gaps of closed contacts
      SUBROUTINE rockers_contact_rates(t, y, w, c, rates, farthest)
      DOUBLE PRECISION t, y(5), w(4), c(2), rates(3), farthest
      DOUBLE PRECISION phi(1), phidot(1)
      INTEGER k
      CALL rockers_set_inputs(t, w)
      CALL rockers_constraints(t, y(1), y(3), y(5), w, c, phi, phidot)
      DO 10 k = 1, 3
        rates(k) = 0.0D0
   10 CONTINUE
      rates(2) = ABS(phidot(1))
      farthest = 0.0D0
      DO 20 k = 1, 3
        farthest = MAX(farthest, rates(k))
   20 CONTINUE
      farthest = MAX(farthest, ABS(phi(1)))
      END
C
C y at a time within the step under way
      SUBROUTINE rockers_state_at(t, w, c, y)
      DOUBLE PRECISION t, w(4), c(2), y(5)
      INTEGER info, k
      DOUBLE PRECISION begin, ahead, from(5)
      INTEGER order
      COMMON /rockers_run/ begin, ahead, from, order
      DO 10 k = 1, 5
        y(k) = from(k)
   10 CONTINUE
      CALL rockers_advance(begin, y, w, c, t - begin, info)
      END
C
C of a step from begin to finish, where its state is y: the first time
C at which gaps or rates of closed contacts have jumped, if they do. A
C floor, a road or a belt with a step or a kink does that. What grows
C without a jump is the error of a step
      SUBROUTINE rockers_first_jump(begin, finish, y, w, c, jump)
      DOUBLE PRECISION begin, finish, y(5), w(4), c(2), jump
      DOUBLE PRECISION z(5), rates(3), farthest, least, before, middle
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      jumps = .FALSE.
      jump = finish
      CALL rockers_contact_rates(finish, y, w, c, rates, farthest)
      IF (.NOT. farthest .GT. 1000.0D0*1.0D-06) RETURN
      middle = farthest
      CALL rockers_state_at(begin, w, c, z)
      CALL rockers_contact_rates(begin, z, w, c, rates, farthest)
C     without projection they are not zero
      least = farthest + 1000.0D0*1.0D-06
      IF (.NOT. middle .GT. least) RETURN
      before = begin
   10 CONTINUE
        middle = before + (jump - before)/2.0D0
        IF (.NOT. (before .LT. middle .AND. middle .LT. jump)) GOTO 20
        CALL rockers_state_at(middle, w, c, z)
        CALL rockers_contact_rates(middle, z, w, c, rates, farthest)
        IF (farthest .GT. least) THEN
          jump = middle
        ELSE
          before = middle
        END IF
      GOTO 10
   20 CONTINUE
      CALL rockers_state_at(jump, w, c, z)
      CALL rockers_contact_rates(jump, z, w, c, rates, farthest)
      middle = farthest
      CALL rockers_state_at(before, w, c, z)
      CALL rockers_contact_rates(before, z, w, c, rates, farthest)
      jumps = middle - farthest .GT. 500.0D0*1.0D-06
      END
C
C of each event a function that is zero where something is to be done
      SUBROUTINE rockers_watch_events(t, y, w, c, watched)
      DOUBLE PRECISION t, y(5), w(4), c(2), watched(3)
      DOUBLE PRECISION g(3), gdot(3)
      INTEGER k, event_end(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      CALL rockers_event_values(t, y, w, c, g, gdot)
      DO 10 k = 1, 3
        IF (armed(k)) THEN
          watched(k) = g(k)
        ELSE
          watched(k) = ABS(g(k)) - error(k)
        END IF
        IF (event_end(k) .GT. 0) THEN
          IF (armed(k)) THEN
            watched(k) = g(k) - zero(k)
          ELSE
            watched(k) = g(k) + rounding(k)
          END IF
        END IF
   10 CONTINUE
      END
C
C which functions of events have come to where something is due: found
C is 1 there. any: some have
      SUBROUTINE rockers_crossed_events(t, y, w, c, found, any)
      DOUBLE PRECISION t, y(5), w(4), c(2)
      INTEGER found(3)
      LOGICAL any
      DOUBLE PRECISION watched(3)
      INTEGER k, event_end(3)
      LOGICAL event_rises(3), event_falls(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_rises /.TRUE., .FALSE., .TRUE./
      DATA event_falls /.FALSE., .TRUE., .TRUE./
      DATA event_end /0, 1, 0/
      CALL rockers_watch_events(t, y, w, c, watched)
      any = .FALSE.
      DO 10 k = 1, 3
        found(k) = 0
        IF (armed(k)) THEN
          IF (side(k)*watched(k) .LT. 0.0D0 .AND. (event_rises(k) .AND.
     &  side(k) .LT. 0.0D0 .OR. event_falls(k) .AND. side(k) .GT.
     &  0.0D0)) THEN
            found(k) = 1
          END IF
        ELSE
          IF (event_end(k) .GT. 0 .AND. watched(k) .LT. 0.0D0) THEN
            found(k) = 1
          END IF
        END IF
        IF (found(k) .GT. 0) any = .TRUE.
   10 CONTINUE
      END
C
C of contacts whose gap has jumped, as by a step of time: a closed one
C above zero opens, below zero it is failure 11, closed or not.
C phi_before: the rows before the jump
      SUBROUTINE rockers_jumped_gaps(t, y, w, c, phi_before)
      DOUBLE PRECISION t, y(5), w(4), c(2), phi_before(1)
      DOUBLE PRECISION g(3), gdot(3), phi(1), phidot(1)
      INTEGER k, event_end(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      CALL rockers_event_values(t, y, w, c, g, gdot)
      DO 10 k = 1, 3
        IF (failure .EQ. 0 .AND. armed(k) .AND. event_end(k) .EQ. 1
     &  .AND. g(k) - zero(k) .LT. -1.0D-06) THEN
          failure = 11
          culprit = k
        END IF
   10 CONTINUE
      CALL rockers_constraints(t, y(1), y(3), y(5), w, c, phi, phidot)
      IF (.FALSE.) WRITE(*, *) phi_before
      END
C
C of the step under way, which ends at t with the state y: which gaps of
C contacts have jumped (jumped_gaps)
      SUBROUTINE rockers_jumped_in_step(t, y, w, c)
      DOUBLE PRECISION t, y(5), w(4), c(2)
      DOUBLE PRECISION z(5), phi(1), phidot(1)
      INTEGER k
      DOUBLE PRECISION begin, ahead, from(5)
      INTEGER order
      COMMON /rockers_run/ begin, ahead, from, order
      CALL rockers_set_inputs(begin, w)
      DO 10 k = 1, 5
        z(k) = from(k)
   10 CONTINUE
      CALL rockers_constraints(begin, z(1), z(3), z(5), w, c, phi,
     &  phidot)
      CALL rockers_jumped_gaps(t, y, w, c, phi)
      END
C
C whether an open gap is below zero, by more than rounding or at all
      SUBROUTINE rockers_gap_is_below(g, clearly, below)
      DOUBLE PRECISION g(3)
      LOGICAL clearly, below
      DOUBLE PRECISION least
      INTEGER k, event_end(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      below = .FALSE.
      DO 10 k = 1, 3
        IF (armed(k) .AND. event_end(k) .EQ. 1) THEN
          least = 0.0D0
          IF (clearly) least = -rounding(k)
          IF (g(k) - zero(k) .LT. least) below = .TRUE.
        END IF
   10 CONTINUE
      END
C
C whether the open gaps pass the middle of h where the cubic through
C both ends does, by half of what is left of them
      SUBROUTINE rockers_gaps_are_smooth(h, g, gdot, middle_g, later_g,
     &  later_gdot, smooth)
      DOUBLE PRECISION h, g(3), gdot(3), middle_g(3), later_g(3),
     &  later_gdot(3)
      LOGICAL smooth
      DOUBLE PRECISION gap, middle, later, expected, least
      INTEGER k, event_end(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      smooth = .TRUE.
      DO 10 k = 1, 3
        IF (armed(k) .AND. event_end(k) .EQ. 1) THEN
          gap = g(k) - zero(k)
          middle = middle_g(k) - zero(k)
          later = later_g(k) - zero(k)
          expected = (gap + later)/2.0D0 + h/8.0D0*(gdot(k) -
     &  later_gdot(k))
          least = MAX(0.0D0, MIN(MIN(gap, middle), later))
          IF (ABS(middle - expected) .GT. least/2.0D0 + rounding(k))
     &  THEN
            smooth = .FALSE.
          END IF
        END IF
   10 CONTINUE
      END
C
C whether the tangents of an open gap that falls at one time and grows
C after h meet below zero
      SUBROUTINE rockers_gap_may_dip(h, g, gdot, later_g, later_gdot,
     &  may)
      DOUBLE PRECISION h, g(3), gdot(3), later_g(3), later_gdot(3)
      LOGICAL may
      DOUBLE PRECISION falls, grows, gap, meet
      INTEGER k, event_end(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      may = .FALSE.
      DO 10 k = 1, 3
        IF (armed(k) .AND. event_end(k) .EQ. 1 .AND. gdot(k) .LT. 0.0D0
     &  .AND. later_gdot(k) .GT. 0.0D0) THEN
          falls = gdot(k)
          grows = later_gdot(k)
          gap = g(k) - zero(k)
          meet = (gap - (later_g(k) - zero(k)) + grows*h)/(grows -
     &  falls)
          meet = MIN(MAX(meet, 0.0D0), h)
          IF (gap + falls*meet .LT. -rounding(k)) may = .TRUE.
        END IF
   10 CONTINUE
      END
C
C of a step from begin to finish: the first time at which a gap that is
C open at both ends is below zero, if one is. The step is halved up to
C 10 times
      SUBROUTINE rockers_first_dip(begin, finish, w, c, dips, dip)
      DOUBLE PRECISION begin, finish, w(4), c(2), dip
      LOGICAL dips
      DOUBLE PRECISION z(5), g(3), gdot(3), middle_g(3), middle_gdot(3),
     &  later_g(3), later_gdot(3), from, to, middle, starts(10), ends(
     &  10)
      INTEGER depths(10), waiting, depth, k, event_end(3)
      LOGICAL any, below, clearly, smooth, left, right
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      dips = .FALSE.
      dip = finish
      any = .FALSE.
      DO 10 k = 1, 3
        IF (armed(k) .AND. event_end(k) .EQ. 1) any = .TRUE.
   10 CONTINUE
      IF (.NOT. any) RETURN
      from = begin
      to = finish
      depth = 0
      waiting = 0
      DO 20 k = 1, 10
        starts(k) = 0.0D0
   20 CONTINUE
      DO 30 k = 1, 10
        ends(k) = 0.0D0
   30 CONTINUE
      DO 40 k = 1, 10
        depths(k) = 0
   40 CONTINUE
      CALL rockers_state_at(from, w, c, z)
      CALL rockers_event_values(from, z, w, c, g, gdot)
      CALL rockers_state_at(to, w, c, z)
      CALL rockers_event_values(to, z, w, c, later_g, later_gdot)
C     it is due at the end of the step
      CALL rockers_gap_is_below(g, .TRUE., below)
      IF (below .OR. failure .GT. 0) RETURN
   50 CONTINUE
        middle = from + (to - from)/2.0D0
        CALL rockers_state_at(middle, w, c, z)
        CALL rockers_event_values(middle, z, w, c, middle_g,
     &  middle_gdot)
        IF (failure .GT. 0) RETURN
        CALL rockers_gap_is_below(middle_g, .TRUE., below)
        IF (below) THEN
          dips = .TRUE.
          dip = middle
          CALL rockers_gap_is_below(g, .FALSE., clearly)
   60     CONTINUE
            middle = from + (dip - from)/2.0D0
            IF (.NOT. (from .LT. middle .AND. middle .LT. dip)) RETURN
            CALL rockers_state_at(middle, w, c, z)
            CALL rockers_event_values(middle, z, w, c, middle_g,
     &  middle_gdot)
            CALL rockers_gap_is_below(middle_g, clearly, below)
            IF (below) THEN
              dip = middle
            ELSE
              from = middle
            END IF
          GOTO 60
        END IF
        left = .FALSE.
        right = .FALSE.
        IF (depth .LT. 10) THEN
          CALL rockers_gaps_are_smooth(to - from, g, gdot, middle_g,
     &  later_g, later_gdot, smooth)
          CALL rockers_gap_may_dip(middle - from, g, gdot, middle_g,
     &  middle_gdot, left)
          CALL rockers_gap_may_dip(to - middle, middle_g, middle_gdot,
     &  later_g, later_gdot, right)
          IF (.NOT. smooth) THEN
            left = .TRUE.
            right = .TRUE.
          END IF
        END IF
        depth = depth + 1
        IF (right) THEN
          waiting = waiting + 1
          starts(waiting) = middle
          ends(waiting) = to
          depths(waiting) = depth
        END IF
        IF (left) THEN
          to = middle
          DO 70 k = 1, 3
            later_g(k) = middle_g(k)
   70     CONTINUE
          DO 80 k = 1, 3
            later_gdot(k) = middle_gdot(k)
   80     CONTINUE
        ELSE
          IF (waiting .EQ. 0) RETURN
          from = starts(waiting)
          to = ends(waiting)
          depth = depths(waiting)
          waiting = waiting - 1
          CALL rockers_state_at(from, w, c, z)
          CALL rockers_event_values(from, z, w, c, g, gdot)
          CALL rockers_state_at(to, w, c, z)
          CALL rockers_event_values(to, z, w, c, later_g, later_gdot)
        END IF
      GOTO 50
      END
C
C after a step: which events are due. found: not 0 where watch_events
C has changed its sign there
      SUBROUTINE rockers_due_events(t, y, w, c, found)
      DOUBLE PRECISION t, y(5), w(4), c(2)
      INTEGER found(3)
      DOUBLE PRECISION g(3), gdot(3), rates(3), farthest, beyond, rate
      INTEGER k, event_end(3)
      LOGICAL goes, near, any, event_rises(3), event_falls(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_rises /.TRUE., .FALSE., .TRUE./
      DATA event_falls /.FALSE., .TRUE., .TRUE./
      DATA event_end /0, 1, 0/
      CALL rockers_event_values(t, y, w, c, g, gdot)
      IF (failure .GT. 0) RETURN
      applied = 0
      DO 10 k = 1, 3
        happened(k) = .FALSE.
   10 CONTINUE
      any = .FALSE.
      DO 20 k = 1, 3
        due(k) = .FALSE.
        IF (armed(k)) THEN
          goes = event_rises(k) .AND. side(k) .LT. 0.0D0 .OR.
     &  event_falls(k) .AND. side(k) .GT. 0.0D0
          beyond = g(k)
          beyond = g(k) - zero(k)
          due(k) = goes .AND. side(k)*beyond .LT. 0.0D0
          IF (goes .AND. .NOT. due(k) .AND. found(k) .NE. 0 .AND. ABS(
     &  beyond) .LE. 1000.0D0*error(k)) THEN
            due(k) = .TRUE.
            near = .TRUE.
            near = event_end(k) .EQ. 0
            IF (near) THEN
C             found a hair before zero it comes to it, found a hair
C             after it has left zero it does not
              CALL rockers_event_rate(k, t, y, w, c, g, gdot, rate)
              IF (side(k)*rate .GT. 0.0D0) due(k) = .FALSE.
            END IF
          END IF
          IF (event_end(k) .EQ. 1 .AND. gdot(k) .GT. 0.0D0) THEN
            due(k) = .FALSE.
          END IF
          IF (due(k)) any = .TRUE.
        END IF
   20 CONTINUE
      IF (jumps) THEN
        CALL rockers_contact_rates(t, y, w, c, rates, farthest)
        DO 30 k = 1, 3
          IF (rates(k) .GT. 1000.0D0*1.0D-06) THEN
            due(k) = .TRUE.
            any = .TRUE.
          END IF
   30   CONTINUE
      END IF
      IF (any) THEN
        DO 40 k = 1, 3
          goes = event_rises(k) .AND. side(k) .LT. 0.0D0 .OR.
     &  event_falls(k) .AND. side(k) .GT. 0.0D0
          goes = goes .AND. event_end(k) .EQ. 0
          IF (armed(k) .AND. goes .AND. ABS(g(k)) .LE. error(k) .AND.
     &  side(k)*gdot(k) .LT. 0.0D0) THEN
            due(k) = .TRUE.
          END IF
   40   CONTINUE
      ELSE
        DO 50 k = 1, 3
          CALL rockers_take_side(k, g(k))
   50   CONTINUE
      END IF
      DO 60 k = 1, 3
        last_g(k) = g(k)
   60 CONTINUE
      DO 70 k = 1, 3
        last_gdot(k) = gdot(k)
   70 CONTINUE
      END
C
C one more event, or crossing where none is due, at time t: too many in
C hardly any time are a failure
      SUBROUTINE rockers_note_crowd(t)
      DOUBLE PRECISION t
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      IF (t - crowd_since .GT. 1.0D-09*interval) THEN
        crowd_since = t
        crowd = 0
      END IF
      crowd = crowd + 1
      IF (crowd .GT. 1000) failure = 7
      END
C
C one step from t on, in place: to limit, or to where an event happens
C before it, or where a function must be looked at again. Then what is
C due there
      SUBROUTINE rockers_step_to_event(t, y, w, c, limit)
      DOUBLE PRECISION t, y(5), w(4), c(2), limit
      DOUBLE PRECISION until, before, after, middle, dip, jump
      INTEGER found(3), count, k, event_end(3)
      LOGICAL any, dips, all_finite
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach, begin, ahead, from(5)
      INTEGER crowd, applied, failure, culprit, row, info, order
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_run/ begin, ahead, from, order
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      until = limit
      CALL rockers_next_event_time(t, y, w, c, until)
      begin = t
      DO 10 k = 1, 5
        from(k) = y(k)
   10 CONTINUE
      after = until - t
      CALL rockers_advance(t, y, w, c, after, info)
      CALL rockers_holds_numbers(y, all_finite)
      IF (.NOT. all_finite) failure = 9
      IF (info .NE. 0) failure = 1
      IF (failure .GT. 0) RETURN
      CALL rockers_first_jump(t, until, y, w, c, jump)
      IF (jumps) THEN
C       a step that ends there has its last slope behind it: a small one
C       goes over it
        IF (jump - t .GT. 2.0D-04*interval) THEN
          until = jump - 1.0D-04*interval
        ELSE
          until = jump
        END IF
        after = until - t
        CALL rockers_state_at(until, w, c, y)
      END IF
      CALL rockers_crossed_events(until, y, w, c, found, any)
      IF (any) THEN
C       located to the last digit by halving the step
        before = 0.0D0
        DO 30 count = 1, 100
          middle = before + (after - before)/2.0D0
          IF (.NOT. (before .LT. middle .AND. middle .LT. after .AND. t
     &  + before .LT. t + after)) THEN
            GOTO 40
          END IF
          DO 20 k = 1, 5
            y(k) = from(k)
   20     CONTINUE
          CALL rockers_advance(t, y, w, c, middle, info)
          CALL rockers_crossed_events(t + middle, y, w, c, found, any)
          IF (any) THEN
            after = middle
          ELSE
            before = middle
          END IF
   30   CONTINUE
   40   CONTINUE
        DO 50 k = 1, 5
          y(k) = from(k)
   50   CONTINUE
        CALL rockers_advance(t, y, w, c, after, info)
        until = t + after
        CALL rockers_crossed_events(until, y, w, c, found, any)
        CALL rockers_jumped_in_step(until, y, w, c)
        IF (failure .GT. 0) RETURN
      END IF
      dips = .FALSE.
      dip = until
      DO 60 k = 1, 3
        IF (armed(k) .AND. event_end(k) .EQ. 1 .AND. last_g(k) - zero(
     &  k) .LE. 4.0D0*after*ABS(last_gdot(k))) THEN
          dips = .TRUE.
        END IF
   60 CONTINUE
C     a gap that is too wide to close at four times its speed is not
C     looked at
      IF (dips) CALL rockers_first_dip(t, until, w, c, dips, dip)
      IF (dips) THEN
        CALL rockers_state_at(dip, w, c, y)
        until = dip
        DO 70 k = 1, 3
          found(k) = 0
   70   CONTINUE
      END IF
      t = until
      jumps = jumps .AND. .NOT. until .LT. jump
      CALL rockers_due_events(t, y, w, c, found)
      IF (any) THEN
C       what has only now begun to wait
        any = .FALSE.
        DO 80 k = 1, 3
          IF (due(k)) any = .TRUE.
   80   CONTINUE
        IF (.NOT. any) THEN
          CALL rockers_note_crowd(t)
          DO 90 k = 1, 3
            found(k) = 0
   90     CONTINUE
          CALL rockers_due_events(t, y, w, c, found)
        END IF
      END IF
      IF (jumps .AND. failure .EQ. 0) THEN
        CALL rockers_jumped_in_step(t, y, w, c)
      END IF
      jumps = .TRUE.
      END
C
C after events: what is at zero waits until it has left it, and what its
C own event sent back is looked at before
      SUBROUTINE rockers_wait_anew(t, y, w, c)
      DOUBLE PRECISION t, y(5), w(4), c(2)
      DOUBLE PRECISION g(3), gdot(3)
      INTEGER k
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      CALL rockers_event_values(t, y, w, c, g, gdot)
      DO 10 k = 1, 3
        CALL rockers_wait_for_event(k, g(k))
        IF (happened(k) .AND. ABS(g(k)) .LE. 1000.0D0*error(k)) THEN
          CALL rockers_wait_behind_event(k, t, y, w, c, g, gdot)
        ELSE IF (ABS(g(k)) .LE. error(k)) THEN
          armed(k) = .FALSE.
          side(k) = 0.0D0
        END IF
   10 CONTINUE
      END
C
C one of the events that are due, the first of them, from the state that
C the ones before have left, and what is due after it. happens: its
C number, 0 where none is left; impulses of the rows, the energy before
C and after, the law of the impact
      SUBROUTINE rockers_apply_event(t, y, w, c, happens, impulses,
     &  before, after)
      DOUBLE PRECISION t, y(5), w(4), c(2), impulses(1), before, after
      INTEGER happens
      DOUBLE PRECISION flags_before(2), phi_before(1), phi(1), phidot(
     &  1), g(3), gdot(3), kinetic, potential, size, allowed
      INTEGER first, k, j, i, r
      LOGICAL changed, goes, near, all_finite, event_stops(3),
     &  event_rises(3), event_falls(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_stops /.TRUE., .FALSE., .FALSE./
      DATA event_rises /.TRUE., .FALSE., .TRUE./
      DATA event_falls /.FALSE., .TRUE., .TRUE./
      happens = 0
      DO 10 k = 1, 1
        impulses(k) = 0.0D0
   10 CONTINUE
      before = 0.0D0
      after = 0.0D0
      first = 0
      IF (.NOT. stopped) THEN
        DO 20 k = 1, 3
          IF (due(k) .AND. first .EQ. 0) first = k
          IF (jumped_open(k) .AND. first .EQ. 0) first = k
   20   CONTINUE
      END IF
      IF (first .EQ. 0) THEN
        IF (applied .GT. 0) CALL rockers_wait_anew(t, y, w, c)
        RETURN
      END IF
      due(first) = .FALSE.
      jumped_open(first) = .FALSE.
      culprit = first
      applied = applied + 1
      CALL rockers_note_crowd(t)
      IF (applied .GT. 100) failure = 6
      IF (failure .GT. 0) RETURN
      CALL rockers_set_inputs(t, w)
      CALL rockers_energy(t, y(1), y(3), y(5), w, c, kinetic, potential)
      before = kinetic + potential
      DO 30 j = 1, 2
        flags_before(j) = w(2 + j)
   30 CONTINUE
      CALL rockers_constraints(t, y(1), y(3), y(5), w, c, phi_before,
     &  phidot)
      CALL rockers_event(first, t, y(1), y(3), y(5), w, c, impulses,
     &  info)
      IF (info .NE. 0) THEN
        failure = 3
        RETURN
      END IF
      CALL rockers_holds_numbers(y, all_finite)
      IF (.NOT. all_finite) THEN
        failure = 4
        RETURN
      END IF
      CALL rockers_jumped_gaps(t, y, w, c, phi_before)
      IF (failure .GT. 0) RETURN
C     a row that this event has switched on must hold; a contact closes
C     where its gap counts as none. The error of a row that is off is 0;
C     what the others have drifted by is not of this event
      changed = .FALSE.
      DO 40 j = 1, 2
        IF (ABS(w(2 + j) - flags_before(j)) .GT. 0.0D0) changed = .TRUE.
   40 CONTINUE
C     rows that hold states which it sets must hold too
      IF (changed) THEN
        CALL rockers_constraints(t, y(1), y(3), y(5), w, c, phi, phidot)
        size = 1.0D0
        DO 50 i = 1, 2
          size = MAX(size, ABS(y(i)))
   50   CONTINUE
        allowed = 1.0D-06
        allowed = MAX(allowed, 1.0D-06)
        allowed = allowed*size
        DO 60 r = 1, 1
          IF (.NOT. (ABS(phi(r)) .LE. allowed .OR. ABS(phi(r) -
     &  phi_before(r)) .LE. allowed)) THEN
            failure = 5
            row = r
            breach = phi(r)
            RETURN
          END IF
   60   CONTINUE
      END IF
      CALL rockers_energy(t, y(1), y(3), y(5), w, c, kinetic, potential)
      after = kinetic + potential
      happens = first
      happened(first) = .TRUE.
      IF (event_stops(first)) stopped = .TRUE.
      CALL rockers_event_values(t, y, w, c, g, gdot)
      DO 70 j = 1, 3
        goes = event_rises(j) .AND. gdot(j) .GT. 0.0D0 .OR. event_falls(
     &  j) .AND. gdot(j) .LT. 0.0D0
        near = ABS(g(j)) .LE. 1000.0D0*error(j)
        IF (near .AND. (ABS(gdot(j)) .GT. 0.0D0 .OR. ABS(last_gdot(j))
     &  .GT. 0.0D0)) THEN
C         it turned to its direction just now, or was due and still is
          changed = .NOT. (event_rises(j) .AND. last_gdot(j) .GT. 0.0D0
     &  .OR. event_falls(j) .AND. last_gdot(j) .LT. 0.0D0)
          due(j) = goes .AND. (due(j) .OR. j .NE. first .AND. changed)
        ELSE
          goes = event_rises(j) .AND. g(j) .GT. 0.0D0 .OR. event_falls(
     &  j) .AND. g(j) .LT. 0.0D0
          IF (due(j)) THEN
            due(j) = near .OR. goes
          ELSE IF (j .NE. first .AND. armed(j) .AND. .NOT. near .AND.
     &  .NOT. happened(j)) THEN
            due(j) = goes .AND. side(j)*g(j) .LT. 0.0D0
          END IF
        END IF
   70 CONTINUE
      DO 80 j = 1, 3
        IF (.NOT. due(j) .AND. .NOT. happened(j) .AND. ABS(g(j)) .GT.
     &  error(j)) THEN
          CALL rockers_wait_for_event(j, g(j))
        END IF
   80 CONTINUE
      DO 90 k = 1, 3
        last_g(k) = g(k)
   90 CONTINUE
      DO 100 k = 1, 3
        last_gdot(k) = gdot(k)
  100 CONTINUE
      END
C
C of each event that waits until its function has left zero, because it
C has just happened, the largest size of its function so far; of all
C others 0. Those of contacts wait for nothing that their modes and
C functions do not say
      SUBROUTINE rockers_events_at_zero(sizes)
      DOUBLE PRECISION sizes(3)
      INTEGER k, event_end(3)
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0, 1, 0/
      DO 10 k = 1, 3
        IF (armed(k)) THEN
          sizes(k) = 0.0D0
        ELSE
          sizes(k) = scale(k)
        END IF
        IF (event_end(k) .GT. 0) sizes(k) = 0.0D0
   10 CONTINUE
      END
C
C after the projection that follows events: what of sticking, sliding
C and normal forces is zero up to rounding now
      SUBROUTINE rockers_rest_events(t, y, w, c)
      DOUBLE PRECISION t, y(5), w(4), c(2)
      DOUBLE PRECISION g(3), gdot(3)
      INTEGER k, event_end(3)
      DATA event_end /0, 1, 0/
      CALL rockers_event_values(t, y, w, c, g, gdot)
      DO 10 k = 1, 3
        IF (event_end(k) .EQ. 1) THEN
          CALL rockers_wait_for_return(k, g(k), gdot(k))
        ELSE IF (event_end(k) .GT. 0) THEN
          CALL rockers_wait_for_event(k, g(k))
        END IF
   10 CONTINUE
      END
