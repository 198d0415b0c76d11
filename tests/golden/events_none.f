      DOUBLE PRECISION begin, ahead, from(4)
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
      DOUBLE PRECISION t, y(4), w(1), c(2), h
      INTEGER info
      DOUBLE PRECISION k1(4), k2(4), k3(4), k4(4), z(4)
      INTEGER i
      DOUBLE PRECISION begin, ahead, from(4)
      INTEGER order
      COMMON /rockers_run/ begin, ahead, from, order
      CALL rockers_derivatives(t, y, w, c, k1, info)
      IF (info .NE. 0) RETURN
      IF (order .EQ. 1) THEN
        DO 10 i = 1, 4
          y(i) = y(i) + h*k1(i)
   10   CONTINUE
      ELSE
        DO 20 i = 1, 4
          z(i) = y(i) + h/2.0D0*k1(i)
   20   CONTINUE
        CALL rockers_derivatives(t + h/2.0D0, z, w, c, k2, info)
        IF (info .NE. 0) RETURN
        IF (order .EQ. 2) THEN
          DO 30 i = 1, 4
            y(i) = y(i) + h*k2(i)
   30     CONTINUE
        ELSE
          DO 40 i = 1, 4
            z(i) = y(i) + h/2.0D0*k2(i)
   40     CONTINUE
          CALL rockers_derivatives(t + h/2.0D0, z, w, c, k3, info)
          IF (info .NE. 0) RETURN
          DO 50 i = 1, 4
            z(i) = y(i) + h*k3(i)
   50     CONTINUE
          CALL rockers_derivatives(t + h, z, w, c, k4, info)
          IF (info .NE. 0) RETURN
          DO 60 i = 1, 4
            y(i) = y(i) + h/6.0D0*(k1(i) + 2.0D0*k2(i) + 2.0D0*k3(i) +
     &  k4(i))
   60     CONTINUE
        END IF
      END IF
      END
C
C of each event: the error of the location of its zero, and what of a
C contact's function is rounding
      SUBROUTINE rockers_event_tolerances()
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
      DO 10 k = 1, 3
        error(k) = 1.0D-12*scale(k)
   10 CONTINUE
      END
C
C the functions of the events and their rates
      SUBROUTINE rockers_event_values(t, y, w, c, g, gdot)
      DOUBLE PRECISION t, y(4), w(1), c(2), g(3), gdot(3)
      INTEGER trouble, k
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
      CALL rockers_events(t, y(1), y(3), w, c, g, gdot, trouble)
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
   10 CONTINUE
      CALL rockers_event_tolerances()
      END
C
C a state on the tangent of the motion, so much later
      SUBROUTINE rockers_state_soon(t, y, w, c, later, moved)
      DOUBLE PRECISION t, y(4), w(1), c(2), later, moved(4)
      DOUBLE PRECISION ydot(4)
      INTEGER info, i
      CALL rockers_derivatives(t, y, w, c, ydot, info)
      DO 10 i = 1, 4
        moved(i) = y(i) + later*ydot(i)
   10 CONTINUE
      END
C
C the rate of the function of event k along the motion; a difference
C where m_events gives none
      SUBROUTINE rockers_event_rate(k, t, y, w, c, g, gdot, rate)
      DOUBLE PRECISION t, y(4), w(1), c(2), g(3), gdot(3), rate
      INTEGER k
      DOUBLE PRECISION moved(4), later_g(3), later_gdot(3), little
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
      DOUBLE PRECISION t, y(4), w(1), c(2), rate
      INTEGER k
      LOGICAL back
      DOUBLE PRECISION after(4), impulses(1), later_g(3), later_gdot(3),
     &  left
      INTEGER l
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
      DO 10 l = 1, 4
        after(l) = y(l)
   10 CONTINUE
      CALL rockers_event(k, t, after(1), after(3), w, c, impulses, info)
      back = .TRUE.
      IF (info .EQ. 0) THEN
        CALL rockers_event_values(t, after, w, c, later_g, later_gdot)
        CALL rockers_event_rate(k, t, after, w, c, later_g, later_gdot,
     &  left)
        IF (rate .LT. 0.0D0) left = -left
        back = left .LE. 0.001D0*ABS(rate)
      END IF
      info = 0
      END
C
C event k has just happened: it waits until its function has left zero.
C Where that comes back by its rate and the change of its rate, it is
C looked at before. A function that rests passes zero where the event
C does not send it back
      SUBROUTINE rockers_wait_behind_event(k, t, y, w, c, g, gdot)
      DOUBLE PRECISION t, y(4), w(1), c(2), g(3), gdot(3)
      INTEGER k
      DOUBLE PRECISION moved(4), later_g(3), later_gdot(3), little,
     &  rate, soon, bend
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
      armed(k) = .TRUE.
      turned(k) = .FALSE.
      side(k) = 0.0D0
      IF (g .GT. 0.0D0) side(k) = 1.0D0
      IF (g .LT. 0.0D0) side(k) = -1.0D0
      look_again(k) = -1.0D0
      END
C
C event k waits where its function g has left zero
      SUBROUTINE rockers_take_side(k, g)
      DOUBLE PRECISION g
      INTEGER k
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
      IF (ABS(g) .LE. error(k)) RETURN
      unseen = .NOT. armed(k) .AND. turned(k) .AND. (event_rises(k)
     &  .AND. g .GT. 0.0D0 .OR. event_falls(k) .AND. g .LT. 0.0D0)
      IF (unseen) THEN
        failure = 8
        culprit = k
      ELSE
        CALL rockers_wait_for_event(k, g)
      END IF
      END
C
C how the events wait at the start, and which of them are due. length:
C what is called a short time; at_zero: of an event that has just
C happened the largest size of its function so far, of others 0
      SUBROUTINE rockers_start_events(t, y, w, c, length, at_zero)
      DOUBLE PRECISION t, y(4), w(1), c(2), length, at_zero(3)
      DOUBLE PRECISION g(3), gdot(3), moved(4), later_g(3), later_gdot(
     &  3), little, rate, least
      INTEGER k, i
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
      interval = length
      crowd_since = t
      crowd = 0
      applied = 0
      failure = 0
      culprit = 0
      row = 0
      breach = 0.0D0
      CALL rockers_event_values(t, y, w, c, g, gdot)
      IF (failure .GT. 0) RETURN
      DO 80 k = 1, 3
        later_gdot(k) = gdot(k)
   80 CONTINUE
      rests = .FALSE.
      DO 90 k = 1, 3
        IF (ABS(g(k)) .LE. 1.0D-12) rests = .TRUE.
   90 CONTINUE
      little = 1.0D-06*interval
      least = 0.0D0
      IF (rests) THEN
C       on a stop: the rate of a moment later says whether it is pressed
C       on. Rates below `least` are rounding, as of what sticks
        CALL rockers_state_soon(t, y, w, c, little, moved)
        DO 100 i = 1, 2
          least = MAX(least, 1.0D-13*ABS(moved(2 + i)))
  100   CONTINUE
        CALL rockers_event_values(t + little, moved, w, c, later_g,
     &  later_gdot)
      END IF
      DO 110 k = 1, 3
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
  110 CONTINUE
      DO 120 k = 1, 3
        last_g(k) = g(k)
  120 CONTINUE
      DO 130 k = 1, 3
        last_gdot(k) = gdot(k)
  130 CONTINUE
      END
C
C in place, limit: no later than the next event that waits for a time
C alone, and than when a function must have been looked at again
      SUBROUTINE rockers_next_event_time(t, y, w, c, limit)
      DOUBLE PRECISION t, y(4), w(1), c(2), limit
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
      DOUBLE PRECISION y(4)
      LOGICAL all_finite
      INTEGER i
      all_finite = .TRUE.
      DO 10 i = 1, 4
        IF (.NOT. ABS(y(i) - y(i)) .LE. 0.0D0) all_finite = .FALSE.
   10 CONTINUE
      END
C
C of each event a function that is zero where something is to be done
      SUBROUTINE rockers_watch_events(t, y, w, c, watched)
      DOUBLE PRECISION t, y(4), w(1), c(2), watched(3)
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
        IF (armed(k)) THEN
          watched(k) = g(k)
        ELSE
          watched(k) = ABS(g(k)) - error(k)
        END IF
   10 CONTINUE
      END
C
C which functions of events have come to where something is due: found
C is 1 there. any: some have
      SUBROUTINE rockers_crossed_events(t, y, w, c, found, any)
      DOUBLE PRECISION t, y(4), w(1), c(2)
      INTEGER found(3)
      LOGICAL any
      DOUBLE PRECISION watched(3)
      INTEGER k
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
        END IF
        IF (found(k) .GT. 0) any = .TRUE.
   10 CONTINUE
      END
C
C after a step: which events are due. found: not 0 where watch_events
C has changed its sign there
      SUBROUTINE rockers_due_events(t, y, w, c, found)
      DOUBLE PRECISION t, y(4), w(1), c(2)
      INTEGER found(3)
      DOUBLE PRECISION g(3), gdot(3), beyond, rate
      INTEGER k
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
          due(k) = goes .AND. side(k)*beyond .LT. 0.0D0
          IF (goes .AND. .NOT. due(k) .AND. found(k) .NE. 0 .AND. ABS(
     &  beyond) .LE. 1000.0D0*error(k)) THEN
            due(k) = .TRUE.
            near = .TRUE.
            IF (near) THEN
C             found a hair before zero it comes to it, found a hair
C             after it has left zero it does not
              CALL rockers_event_rate(k, t, y, w, c, g, gdot, rate)
              IF (side(k)*rate .GT. 0.0D0) due(k) = .FALSE.
            END IF
          END IF
          IF (due(k)) any = .TRUE.
        END IF
   20 CONTINUE
      IF (any) THEN
        DO 30 k = 1, 3
          goes = event_rises(k) .AND. side(k) .LT. 0.0D0 .OR.
     &  event_falls(k) .AND. side(k) .GT. 0.0D0
          IF (armed(k) .AND. goes .AND. ABS(g(k)) .LE. error(k) .AND.
     &  side(k)*gdot(k) .LT. 0.0D0) THEN
            due(k) = .TRUE.
          END IF
   30   CONTINUE
      ELSE
        DO 40 k = 1, 3
          CALL rockers_take_side(k, g(k))
   40   CONTINUE
      END IF
      DO 50 k = 1, 3
        last_g(k) = g(k)
   50 CONTINUE
      DO 60 k = 1, 3
        last_gdot(k) = gdot(k)
   60 CONTINUE
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
      DOUBLE PRECISION t, y(4), w(1), c(2), limit
      DOUBLE PRECISION until, before, after, middle
      INTEGER found(3), count, k
      LOGICAL any, all_finite
      DOUBLE PRECISION side(3), scale(3), error(3), look_again(3),
     &  rounding(3), zero(3), pace, last_g(3), last_gdot(3), interval,
     &  crowd_since, breach, begin, ahead, from(4)
      INTEGER crowd, applied, failure, culprit, row, info, order
      LOGICAL armed(3), turned(3), due(3), happened(3), stopped, jumps,
     &  jumped_open(3)
      COMMON /rockers_run/ begin, ahead, from, order
      COMMON /rockers_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      until = limit
      CALL rockers_next_event_time(t, y, w, c, until)
      begin = t
      DO 10 k = 1, 4
        from(k) = y(k)
   10 CONTINUE
      after = until - t
      CALL rockers_advance(t, y, w, c, after, info)
      CALL rockers_holds_numbers(y, all_finite)
      IF (.NOT. all_finite) failure = 9
      IF (info .NE. 0) failure = 1
      IF (failure .GT. 0) RETURN
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
          DO 20 k = 1, 4
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
        DO 50 k = 1, 4
          y(k) = from(k)
   50   CONTINUE
        CALL rockers_advance(t, y, w, c, after, info)
        until = t + after
        CALL rockers_crossed_events(until, y, w, c, found, any)
        IF (failure .GT. 0) RETURN
      END IF
      t = until
      CALL rockers_due_events(t, y, w, c, found)
      IF (any) THEN
C       what has only now begun to wait
        any = .FALSE.
        DO 60 k = 1, 3
          IF (due(k)) any = .TRUE.
   60   CONTINUE
        IF (.NOT. any) THEN
          CALL rockers_note_crowd(t)
          DO 70 k = 1, 3
            found(k) = 0
   70     CONTINUE
          CALL rockers_due_events(t, y, w, c, found)
        END IF
      END IF
      END
C
C after events: what is at zero waits until it has left it, and what its
C own event sent back is looked at before
      SUBROUTINE rockers_wait_anew(t, y, w, c)
      DOUBLE PRECISION t, y(4), w(1), c(2)
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
      DOUBLE PRECISION t, y(4), w(1), c(2), impulses(1), before, after
      INTEGER happens
      DOUBLE PRECISION g(3), gdot(3), kinetic, potential
      INTEGER first, k, j
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
      DATA event_stops /.FALSE., .FALSE., .FALSE./
      DATA event_rises /.TRUE., .FALSE., .TRUE./
      DATA event_falls /.FALSE., .TRUE., .TRUE./
      happens = 0
      IF (.FALSE.) impulses(1) = 0.0D0
      before = 0.0D0
      after = 0.0D0
      first = 0
      IF (.NOT. stopped) THEN
        DO 20 k = 1, 3
          IF (due(k) .AND. first .EQ. 0) first = k
   20   CONTINUE
      END IF
      IF (first .EQ. 0) THEN
        IF (applied .GT. 0) CALL rockers_wait_anew(t, y, w, c)
        RETURN
      END IF
      due(first) = .FALSE.
      culprit = first
      applied = applied + 1
      CALL rockers_note_crowd(t)
      IF (applied .GT. 100) failure = 6
      IF (failure .GT. 0) RETURN
      CALL rockers_energy(t, y(1), y(3), w, c, kinetic, potential)
      before = kinetic + potential
      CALL rockers_event(first, t, y(1), y(3), w, c, impulses, info)
      IF (info .NE. 0) THEN
        failure = 3
        RETURN
      END IF
      CALL rockers_holds_numbers(y, all_finite)
      IF (.NOT. all_finite) THEN
        failure = 4
        RETURN
      END IF
      IF (failure .GT. 0) RETURN
      CALL rockers_energy(t, y(1), y(3), w, c, kinetic, potential)
      after = kinetic + potential
      happens = first
      happened(first) = .TRUE.
      IF (event_stops(first)) stopped = .TRUE.
      CALL rockers_event_values(t, y, w, c, g, gdot)
      DO 30 j = 1, 3
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
   30 CONTINUE
      DO 40 j = 1, 3
        IF (.NOT. due(j) .AND. .NOT. happened(j) .AND. ABS(g(j)) .GT.
     &  error(j)) THEN
          CALL rockers_wait_for_event(j, g(j))
        END IF
   40 CONTINUE
      DO 50 k = 1, 3
        last_g(k) = g(k)
   50 CONTINUE
      DO 60 k = 1, 3
        last_gdot(k) = gdot(k)
   60 CONTINUE
      END
C
C of each event that waits until its function has left zero, because it
C has just happened, the largest size of its function so far; of all
C others 0. Those of contacts wait for nothing that their modes and
C functions do not say
      SUBROUTINE rockers_events_at_zero(sizes)
      DOUBLE PRECISION sizes(3)
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
      DO 10 k = 1, 3
        IF (armed(k)) THEN
          sizes(k) = 0.0D0
        ELSE
          sizes(k) = scale(k)
        END IF
   10 CONTINUE
      END
