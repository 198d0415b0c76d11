C
C Events. An event waits for its function on one side of zero (armed).
C After its own event, and where the function is zero up to the location
C tolerance, it is disarmed until the function has left zero by more, or
C another event has turned the function's rate to its direction.
C turned: disarmed by its own event, which sent it back
      SUBROUTINE @M@_main_start_events(csvnam, settng, y, w, c, halt)
      CHARACTER*256 csvnam, evname
      DOUBLE PRECISION settng(5), y(@NY@), w(@NW@), c(@NC@)
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      DOUBLE PRECISION g(@NE@), gdot(@NE@), rate(@NE@), ydot(@NY@)
      DOUBLE PRECISION later(@NY@), error, @M@_main_error_of
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      INTEGER due(@NE@), halt, happen, i, n, rests
      INTEGER @M@_main_length, @M@_main_at_zero, @M@_main_still
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      COMMON /@M@_main_evname/ evname
      DOUBLE PRECISION fired(@NE@)
      COMMON /@M@_main_fired/ fired
@if events and constraints@
      CHARACTER*64 names(@NPHI@)
@end@
      DOUBLE PRECISION tstart, intval, labels, realtm
      INTEGER order
      COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
      halt = 0
      little = 1.0D-6*settng(2)
      n = @M@_main_length(csvnam)
      IF (n .GT. 4) THEN
      IF (csvnam(n - 3:n) .EQ. '.csv') n = n - 4
      ENDIF
      evname = csvnam(1:n)// '_events.csv'
      CALL @M@_main_open(21, evname)
      CALL @M@_main_event_text('t,event', 0)
@if events and constraints@
      CALL @M@_constraint_names(names)
      DO 10 i = 1, @NPHI@
      CALL @M@_main_event_text(',impulse '// names(i), 0)
   10 CONTINUE
@end@
      CALL @M@_main_event_text(',energy before,energy after', 1)
      DO 20 i = 1, @NE@
      size(i) = 0.0D0
      counts(i) = 0
      armed(i) = 0
      turned(i) = 0
      look(i) = -1.0D0
   20 CONTINUE
      CALL @M@_main_values_of_events(tstart, y, w, c, g, rate)
      rests = 0
      DO 30 i = 1, @NE@
      error = @M@_main_error_of(i)
      IF (ABS(g(i)) .LE. error .AND. .NOT. ABS(rate(i)) .GT. 0.0D0) rests = 1
   30 CONTINUE
      IF (rests .EQ. 0) GOTO 50
C On a stop: the rate of a moment later says whether it is pressed on
      CALL @M@_main_slope(tstart, y, w, c, ydot)
      DO 40 i = 1, @NYS@
      later(i) = y(i) + little*ydot(i)
   40 CONTINUE
      CALL @M@_main_values_of_events(tstart + little, later, w, c, g, rate)
   50 CALL @M@_main_values_of_events(tstart, y, w, c, g, gdot)
      DO 60 i = 1, @NE@
      IF (ABS(gdot(i)) .GT. 0.0D0) rate(i) = gdot(i)
      size(i) = MAX(size(i), 1.0D6*little*ABS(gdot(i)))
      due(i) = @M@_main_at_zero(i, g(i), rate(i))
      size(i) = MAX(size(i), fired(i))
C Else the state has been changed since
      IF (fired(i) .GT. 0.0D0 .AND. @M@_main_still(i, g(i)) .EQ. 1) THEN
      due(i) = 0
      CALL @M@_main_behind(tstart, i, gdot(i), y, w, c)
      ELSE
      CALL @M@_main_take_side(tstart, i, g(i))
      ENDIF
   60 CONTINUE
      CALL @M@_main_apply_all(tstart, due, g, gdot, settng, y, w, c, halt, happen)
      END
C
      SUBROUTINE @M@_main_event_text(text, ends)
      CHARACTER*(*) text
      CHARACTER*256 evname
      INTEGER ends, status
      COMMON /@M@_main_evname/ evname
      CALL @M@_main_put(21, text, ends, status)
      IF (status .NE. 0) CALL @M@_main_stop('cannot write all of '// evname)
      END
C
      SUBROUTINE @M@_main_close_events(halt)
      INTEGER halt, i, n, status
@if contact_modes@
      INTEGER @M@_main_ends
@end@
      CHARACTER*12 digits
      CHARACTER*256 evname
      DOUBLE PRECISION fired(@NE@)
      COMMON /@M@_main_fired/ fired
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      COMMON /@M@_main_evname/ evname
      CALL @M@_main_close(21, evname)
      n = 0
      DO 10 i = 1, @NE@
      n = n + counts(i)
      fired(i) = 0.0D0
      IF (armed(i) .EQ. 0) fired(i) = size(i)
@if contact_modes@
C Their modes and functions say all that they wait for
      IF (@M@_main_ends(i) .NE. 0) fired(i) = 0.0D0
@end@
   10 CONTINUE
      WRITE(digits, '(I12)') n
      CALL @M@_main_left(digits)
      CALL @M@_main_put(6, 'wrote', 0, status)
      CALL @M@_main_put(6, ' '// evname, 0, status)
      CALL @M@_main_put(6, ', '// digits, 0, status)
      CALL @M@_main_put(6, ' events', 0, status)
      IF (halt .NE. 0) CALL @M@_main_put(6, ', the last of which stopped the run', 0, status)
      CALL @M@_main_put(6, ' ', 1, status)
      IF (status .NE. 0) CALL EXIT(1)
      END
C
      DOUBLE PRECISION FUNCTION @M@_main_error_of(i)
      INTEGER i
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      @M@_main_error_of = 1.0D-12*size(i)@TOLERANCE_D@
      END
C
      SUBROUTINE @M@_main_values_of_events(t, y, w, c, g, gdot)
      DOUBLE PRECISION t, y(@NY@), w(@NW@), c(@NC@), g(@NE@), gdot(@NE@)
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@), info, i
@if contact_modes@
      INTEGER @M@_main_ends
@end@
      LOGICAL @M@_main_finite
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@if given_inputs@
      CALL @M@_main_inputs(t, w)
@end@
      CALL @M@_events(t, y, y(@IU@)@S_Y@, w, c, g, gdot, info)
      CALL @M@_main_check_info(t, info)
      DO 10 i = 1, @NE@
      IF (@M@_main_finite(g(i))) size(i) = MAX(size(i), ABS(g(i)))
@if contact_modes@
C It only touches
      IF (@M@_main_ends(i) .EQ. 1 .AND. ABS(gdot(i)) .LE. @CONTACT_TOUCH_D@) gdot(i) = 0.0D0
@end@
   10 CONTINUE
      END
C
C 1 where the rate has the direction of event i, else 0; likewise below
      INTEGER FUNCTION @M@_main_way(i, rate)
      INTEGER i, directions(@NE@)
      DOUBLE PRECISION rate
      CALL @M@_event_directions(directions)
      @M@_main_way = 0
      IF (rate*directions(i) .GT. 0.0D0) @M@_main_way = 1
      IF (directions(i) .EQ. 0 .AND. ABS(rate) .GT. 0.0D0) @M@_main_way = 1
      END
C
@if contact_modes@
C Of a contact's event: below zero by more it happens at once
      DOUBLE PRECISION FUNCTION @M@_main_below(i)
      INTEGER i, ends, @M@_main_ends
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      ends = @M@_main_ends(i)
      @M@_main_below = 1.0D-8*size(i)
      IF (ends .EQ. 1) @M@_main_below = 1.0D-3*@CONTACT_TOUCH_D@
      IF (ends .EQ. 4) @M@_main_below = 0.3D0*@CONTACT_TOUCH_D@
      END
C
@end@
@if events and not contact_modes@
      INTEGER FUNCTION @M@_main_crossed(i, g)
@end@
@if contact_modes@
      INTEGER FUNCTION @M@_main_crossed(i, g, gdot)
@end@
      INTEGER i, @M@_main_way
@if events and not contact_modes@
      DOUBLE PRECISION g
@end@
@if contact_modes@
      INTEGER ends, @M@_main_ends
      INTEGER back(@NE@)
      COMMON /@M@_main_returns/ back
      DOUBLE PRECISION g, gdot, below, @M@_main_below
@end@
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      @M@_main_crossed = 0
@if contact_modes@
      ends = @M@_main_ends(i)
      IF (armed(i) .EQ. 0 .AND. ends .NE. 0) THEN
      below = @M@_main_below(i)
      IF (back(i) .EQ. 1) below = 0.0D0
      IF (g .LT. -below .AND. gdot .LE. 0.0D0) @M@_main_crossed = 1
      ENDIF
@end@
      IF (armed(i) .EQ. 0) RETURN
      IF (side(i)*g .LT. 0.0D0) @M@_main_crossed = @M@_main_way(i, -side(i))
      END
C
      INTEGER FUNCTION @M@_main_at_zero(i, g, gdot)
      INTEGER i, @M@_main_way
      DOUBLE PRECISION g, gdot, @M@_main_error_of
      @M@_main_at_zero = 0
      IF (ABS(g) .LE. @M@_main_error_of(i)) @M@_main_at_zero = @M@_main_way(i, gdot)
      END
C
@if contact_modes@
C What event i ends: 0 nothing of contacts, 1 an open contact, 2 a
C closed one, 3 sticking, 4 sliding. The function of such an event is
C not negative in its mode, which may begin where it is zero: it waits
C on the positive side alone.
      INTEGER FUNCTION @M@_main_ends(i)
      INTEGER i, ends(@NE@)
      DATA ends /@CONTACT_ENDS@/
      @M@_main_ends = ends(i)
      END
C
C Ends the program with what info says of contacts and dry friction
      SUBROUTINE @M@_main_contact_stop(before, info)
      CHARACTER*(*) before
      INTEGER info, k
      k = info - @CONTACT_INFO@
      IF (k .EQ. 1) CALL @M@_main_stop(before// 'more normal force presses a sliding contact '// 'together (Painleve''s paradox)')
      IF (k .EQ. 2) CALL @M@_main_stop(before// 'no mode of the contacts is consistent')
      IF (k .EQ. 3) CALL @M@_main_stop(before// 'modes of the contacts with different '// 'accelerations are consistent')
      CALL @M@_main_stop(before// 'no impulses of the contacts are consistent '// 'without a gain of energy')
      END
C
C The mode of contacts and dry friction at the start
      SUBROUTINE @M@_main_find_modes(t, y, w, c)
      DOUBLE PRECISION t, y(@NY@), w(@NW@), c(@NC@), g(@NE@), gdot(@NE@)
      INTEGER info, first, i, @M@_main_ends
      CHARACTER*64 names(@NE@)
      CALL @M@_modes(t, y, y(@IU@)@S_Y@, w, c, info)
      IF (info .LE. @CONTACT_INFO@) THEN
      CALL @M@_main_check_info(t, info)
      RETURN
      ENDIF
      CALL @M@_event_names(names)
      CALL @M@_events(t, y, y(@IU@)@S_Y@, w, c, g, gdot, first)
      DO 10 i = 1, @NE@
      IF (@M@_main_ends(i) .EQ. 1 .AND. ABS(g(i)) .LE. @CONTACT_TOUCH_D@) WRITE(*, '(A, A)') 'contact that touches: ', names(i)
   10 CONTINUE
      CALL @M@_main_contact_stop('at the start: ', info)
      END
C
@end@
      SUBROUTINE @M@_main_arm(i, g)
      INTEGER i
      DOUBLE PRECISION g
@if contact_modes@
      DOUBLE PRECISION below, @M@_main_below
      INTEGER ends, @M@_main_ends
@end@
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      armed(i) = 1
      turned(i) = 0
      look(i) = -1.0D0
      side(i) = 0.0D0
      IF (g .GT. 0.0D0) side(i) = 1.0D0
      IF (g .LT. 0.0D0) side(i) = -1.0D0
@if contact_modes@
      ends = @M@_main_ends(i)
      IF (ends .EQ. 0 .OR. (ends .EQ. 1 .AND. g .GE. 0.0D0)) RETURN
      below = @M@_main_below(i)
      armed(i) = 0
      IF (ABS(g) .GT. below) armed(i) = 1
      side(i) = 1.0D0
@end@
      END
C
      SUBROUTINE @M@_main_take_side(t, i, g)
      INTEGER i, directions(@NE@), @M@_main_way
      DOUBLE PRECISION t, g, @M@_main_error_of
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      CALL @M@_event_directions(directions)
      IF (ABS(g) .LE. @M@_main_error_of(i)) RETURN
      IF (armed(i) .EQ. 0 .AND. turned(i) .EQ. 1 .AND. directions(i) .NE. 0) THEN
      IF (@M@_main_way(i, g) .EQ. 1) CALL @M@_main_endless(t, 'the next one would pass unseen')
      ENDIF
      CALL @M@_main_arm(i, g)
      END
C
      SUBROUTINE @M@_main_endless(t, why)
      DOUBLE PRECISION t
      CHARACTER*(*) why
      CHARACTER*64 names(@NE@)
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@), i
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      CALL @M@_event_names(names)
      WRITE(*, '(A, 1P, E20.12)') 'time ', t
      DO 10 i = 1, @NE@
      IF (counts(i) .GT. 0) WRITE(*, '(I12, A, A)') counts(i), ' times ', names(i)
   10 CONTINUE
      CALL @M@_main_stop('events follow one another without end ('// why// ')')
      END
C
      SUBROUTINE @M@_main_apply(t, i, y, w, c, halt)
      INTEGER i, halt, info, n, stops(@NE@), @M@_main_length
      DOUBLE PRECISION t, y(@NY@), w(@NW@), c(@NC@), pulse(@NPHI@)
      DOUBLE PRECISION before, kinet, poten
      CHARACTER*64 names(@NE@)
      CHARACTER*25 digits
@if events and constraints@
      CHARACTER*64 rows(@NPHI@)
      DOUBLE PRECISION phi(@NPHI@), phid(@NPHI@), off(@NPHI@), big
@end@
      INTEGER k
      LOGICAL @M@_main_finite
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      CALL @M@_event_names(names)
      CALL @M@_event_stops(stops)
      n = @M@_main_length(names(i))
      CALL @M@_energy(t, y, y(@IU@)@S_Y@, w, c, kinet, poten)
      before = kinet + poten
@if events and constraints@
      CALL @M@_constraints(t, y, y(@IU@)@S_Y@, w, c, off, phid)
@end@
      CALL @M@_event(i, t, y, y(@IU@)@S_Y@, w, c, pulse, info)
@if contact_modes@
      IF (info .GT. @CONTACT_INFO@) CALL @M@_main_contact_stop('event '// names(i)(1:n)// ' cannot be applied: ', info)
@end@
      IF (info .NE. 0) CALL @M@_main_stop('event '// names(i)(1:n)// ' cannot be applied: '// 'its equations are singular')
      DO 10 k = 1, @NYS@
      IF (.NOT. @M@_main_finite(y(k))) CALL @M@_main_stop('event '// names(i)(1:n)// ' leads to values that are no '// 'finite numbers')
   10 CONTINUE
@if events and constraints@
      CALL @M@_constraint_names(rows)
      CALL @M@_constraints(t, y, y(@IU@)@S_Y@, w, c, phi, phid)
      big = 1.0D0
      DO 20 k = 1, @NQS@
      big = MAX(big, ABS(y(k)))
   20 CONTINUE
      DO 30 k = 1, @NPHI@
      IF (ABS(off(k)) .GT. 0.0D0 .OR. ABS(phi(k)) .LE. @BROKEN_D@*big) GOTO 30
      WRITE(digits, '(1P, E12.4)') phi(k)
      CALL @M@_main_left(digits)
      CALL @M@_main_stop('event '// names(i)(1:n)// ' switches '// rows(k)(1:@M@_main_length(rows(k)))// ' on where it is broken by '// digits)
   30 CONTINUE
@end@
      CALL @M@_energy(t, y, y(@IU@)@S_Y@, w, c, kinet, poten)
      counts(i) = counts(i) + 1
      IF (stops(i) .NE. 0) halt = 1
      WRITE(digits, '(1P, E24.16E3)') t
      CALL @M@_main_event_text(digits, 0)
      CALL @M@_main_event_text(','// names(i), 0)
@if events and constraints@
      DO 40 k = 1, @NPHI@
      WRITE(digits, '(A1, 1P, E24.16E3)') ',', pulse(k)
      CALL @M@_main_event_text(digits, 0)
   40 CONTINUE
@end@
      WRITE(digits, '(A1, 1P, E24.16E3)') ',', before
      CALL @M@_main_event_text(digits, 0)
      WRITE(digits, '(A1, 1P, E24.16E3)') ',', kinet + poten
      CALL @M@_main_event_text(digits, 1)
      END
C
C How long the function of an event that has just happened stays away
C from zero on the side that it was sent back to, by its rate and the
C change of that; 0: it does not leave; -1: it goes on through zero, or
C nothing is known
      DOUBLE PRECISION FUNCTION @M@_main_back(t, i, given, y, w, c)
      INTEGER i, k, directions(@NE@)
      DOUBLE PRECISION t, given, y(@NY@), w(@NW@), c(@NC@), second
      DOUBLE PRECISION ydot(@NY@), later(@NY@), g(@NE@), gdot(@NE@)
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      DOUBLE PRECISION rate, h, before, middle, first, next
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      CALL @M@_event_directions(directions)
      @M@_main_back = -1.0D0
      rate = given
      IF (directions(i) .EQ. 0) RETURN
      CALL @M@_main_slope(t, y, w, c, ydot)
      DO 10 k = 1, @NYS@
      later(k) = y(k) + little*ydot(k)
   10 CONTINUE
      CALL @M@_main_values_of_events(t + little, later, w, c, g, gdot)
      second = (gdot(i) - rate)/little
      IF (ABS(rate) .GT. 0.0D0 .OR. ABS(second) .GT. 0.0D0) GOTO 40
C Nothing is given for functions that hold inputs
      h = 1.0D3*little
      CALL @M@_main_values_of_events(t, y, w, c, g, gdot)
      before = g(i)
      DO 20 k = 1, @NYS@
      later(k) = y(k) + h*ydot(k)
   20 CONTINUE
      CALL @M@_main_values_of_events(t + h, later, w, c, g, gdot)
      middle = g(i)
      CALL @M@_main_slope(t + h, later, w, c, ydot)
      DO 30 k = 1, @NYS@
      later(k) = later(k) + h*ydot(k)
   30 CONTINUE
      CALL @M@_main_values_of_events(t + 2*h, later, w, c, g, gdot)
      first = middle - before
      next = g(i) - middle
      IF (MAX(ABS(first), ABS(next)) .LE. 1.0D-14*size(i)) RETURN
      rate = first/h
      second = (next - first)/h/h
   40 IF (rate*directions(i) .GT. 0.0D0) RETURN
      IF (second*directions(i) .GT. 0.0D0) THEN
      @M@_main_back = -2.0D0*rate/second
      ELSE IF (rate*directions(i) .LT. 0.0D0) THEN
      @M@_main_back = 1.0D300
      ENDIF
      END
C
C What is due happens in declared order, each from the state that the
C earlier ones left, if its condition still holds.
      SUBROUTINE @M@_main_apply_all(t, due, g, gdot, settng, y, w, c, halt, happen)
      DOUBLE PRECISION t, g(@NE@), gdot(@NE@), settng(5)
      DOUBLE PRECISION y(@NY@), w(@NW@), c(@NC@)
      DOUBLE PRECISION later(@NE@), rate(@NE@)
      DOUBLE PRECISION @M@_main_error_of
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      INTEGER due(@NE@), halt, happen, done(@NE@), i, j, way
      INTEGER @M@_main_way, wasdue, @M@_main_still
      LOGICAL zero
      DOUBLE PRECISION since
      INTEGER crowd
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      SAVE since, crowd
      DATA since /-1.0D300/
      DATA crowd /0/
      happen = 0
      DO 10 i = 1, @NE@
      done(i) = 0
   10 CONTINUE
   20 IF (halt .NE. 0) GOTO 50
      DO 40 i = 1, @NE@
      IF (due(i) .EQ. 0) GOTO 40
      due(i) = 0
      happen = happen + 1
      IF (happen .GT. 100) CALL @M@_main_endless(t, 'more than 100 at one time')
      IF (t - since .GT. 1.0D-3*little) THEN
      since = t
      crowd = 0
      END IF
      crowd = crowd + 1
      IF (crowd .GT. 1000) CALL @M@_main_endless(t, 'more than 1000 in hardly any time')
      CALL @M@_main_apply(t, i, y, w, c, halt)
      done(i) = 1
      CALL @M@_main_values_of_events(t, y, w, c, later, rate)
      DO 30 j = 1, @NE@
      zero = ABS(later(j)) .LE. 1.0D3*@M@_main_error_of(j)
      wasdue = due(j)
      way = @M@_main_way(j, later(j))
      IF (zero .AND. (ABS(gdot(j)) .GT. 0.0D0 .OR. ABS(rate(j)) .GT. 0.0D0)) THEN
      due(j) = @M@_main_way(j, rate(j))
      IF (wasdue .EQ. 0) THEN
      IF (i .EQ. j) due(j) = 0
      IF (@M@_main_way(j, gdot(j)) .EQ. 1) due(j) = 0
      ENDIF
      ELSE IF (wasdue .EQ. 1) THEN
      due(j) = way
      IF (zero) due(j) = 1
      ELSE IF (j .NE. i .AND. armed(j) .EQ. 1 .AND. .NOT. zero .AND. done(j) .EQ. 0) THEN
      IF (side(j)*later(j) .LT. 0.0D0) due(j) = way
      ENDIF
      IF (due(j) .EQ. 0 .AND. done(j) .EQ. 0 .AND. .NOT. zero) CALL @M@_main_arm(j, later(j))
      g(j) = later(j)
      gdot(j) = rate(j)
   30 CONTINUE
      GOTO 20
   40 CONTINUE
   50 IF (happen .EQ. 0) RETURN
@if events and corrections@
      CALL @M@_main_assemble(t, settng(5), y, w, c)
@end@
      settng(5) = settng(5)
      CALL @M@_main_values_of_events(t, y, w, c, g, gdot)
      DO 60 i = 1, @NE@
      CALL @M@_main_arm(i, g(i))
      IF (done(i) .EQ. 1 .AND. @M@_main_still(i, g(i)) .EQ. 1) THEN
      CALL @M@_main_behind(t, i, gdot(i), y, w, c)
      ELSE IF (ABS(g(i)) .LE. @M@_main_error_of(i)) THEN
      armed(i) = 0
      ENDIF
   60 CONTINUE
      END
C
C Of an event that has just happened: until its function has left zero,
C where a projection may have moved it
      INTEGER FUNCTION @M@_main_still(i, g)
      INTEGER i
      DOUBLE PRECISION g, @M@_main_error_of
      @M@_main_still = 0
      IF (ABS(g) .LE. 1.0D3*@M@_main_error_of(i)) @M@_main_still = 1
      END
C
      SUBROUTINE @M@_main_behind(t, i, rate, y, w, c)
      INTEGER i
@if contact_modes@
      INTEGER @M@_main_ends
@end@
      DOUBLE PRECISION t, rate, y(@NY@), w(@NW@), c(@NC@), back
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      DOUBLE PRECISION @M@_main_back
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
      back = @M@_main_back(t, i, rate, y, w, c)
      armed(i) = 0
      turned(i) = 0
      IF (back .GE. 0.0D0) turned(i) = 1
@if contact_modes@
      IF (@M@_main_ends(i) .NE. 0) turned(i) = 0
@end@
      IF (back .GT. 0.0D0 .AND. back .LT. 1.0D299) look(i) = t + back/4
      END
C
C A step of length from the state z at t on, into y, and the functions
C there
      SUBROUTINE @M@_main_try(t, length, z, y, w, c, g, gdot)
      DOUBLE PRECISION t, length, z(@NY@), y(@NY@), w(@NW@), c(@NC@)
      DOUBLE PRECISION g(@NE@), gdot(@NE@)
      INTEGER k
      DO 10 k = 1, @NYS@
      y(k) = z(k)
   10 CONTINUE
      CALL @M@_main_step(t, length, y, w, c)
@if events and euler_parameters@
      CALL @M@_normalize(y)
@end@
      CALL @M@_main_check_numbers(t + length, y)
      CALL @M@_main_values_of_events(t + length, y, w, c, g, gdot)
      END
C
C When event i happens in a step of length from z on: where its function
C is beyond zero, to the last digit; after comes out
      SUBROUTINE @M@_main_locate(t, length, z, i, y, w, c, after)
      DOUBLE PRECISION t, length, z(@NY@), y(@NY@), w(@NW@), c(@NC@)
      DOUBLE PRECISION after, before, middle, g(@NE@), gdot(@NE@)
      INTEGER i, k, @M@_main_crossed
      before = 0.0D0
      after = length
      DO 10 k = 1, 100
      middle = before + (after - before)/2
      IF (.NOT. (before .LT. middle .AND. middle .LT. after)) RETURN
      IF (.NOT. (t + before .LT. t + after)) RETURN
      CALL @M@_main_try(t, middle, z, y, w, c, g, gdot)
      IF (@M@_main_crossed(i, g(i)@RATE_F@) .EQ. 1) THEN
      after = middle
      ELSE
      before = middle
      ENDIF
   10 CONTINUE
      END
C
C t and y, to the time ending, or to an event that stops the run
      SUBROUTINE @M@_main_advance(t, ending, settng, y, w, c, halt)
      DOUBLE PRECISION t, ending, settng(5), y(@NY@), w(@NW@), c(@NC@)
      DOUBLE PRECISION limit, length, after, z(@NY@), g(@NE@)
      DOUBLE PRECISION gdot(@NE@)
      DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
      INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
      INTEGER halt, happen, due(@NE@), i
      INTEGER @M@_main_crossed, @M@_main_at_zero
@if contact_modes@
C 1 where a gap left zero and came back within the step
      INTEGER back(@NE@), crossd, ends, @M@_main_ends
      COMMON /@M@_main_returns/ back
@end@
      COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
   10 IF (.NOT. (t .LT. ending .AND. halt .EQ. 0)) RETURN
      limit = ending
      DO 20 i = 1, @NE@
      IF (look(i) .GT. t) limit = MIN(limit, look(i))
   20 CONTINUE
      DO 30 i = 1, @NYS@
      z(i) = y(i)
   30 CONTINUE
@if contact_modes@
      DO 33 i = 1, @NE@
      back(i) = 0
   33 CONTINUE
@end@
      length = limit - t
      CALL @M@_main_try(t, length, z, y, w, c, g, gdot)
@if contact_modes@
      DO 36 i = 1, @NE@
      crossd = @M@_main_crossed(i, g(i), gdot(i))
      ends = @M@_main_ends(i)
      IF (ends .EQ. 1 .AND. armed(i) .EQ. 0) back(i) = crossd
   36 CONTINUE
@end@
      DO 40 i = 1, @NE@
      IF (@M@_main_crossed(i, g(i)@RATE_F@) .EQ. 0) GOTO 40
      CALL @M@_main_locate(t, limit - t, z, i, y, w, c, after)
      length = MIN(length, after)
   40 CONTINUE
      CALL @M@_main_try(t, length, z, y, w, c, g, gdot)
      IF (length .LT. limit - t) THEN
      t = t + length
      ELSE
      t = limit
      ENDIF
      DO 50 i = 1, @NE@
      due(i) = @M@_main_crossed(i, g(i)@RATE_F@)
      IF (armed(i) .EQ. 1 .AND. due(i) .EQ. 0) due(i) = @M@_main_at_zero(i, g(i), gdot(i))
   50 CONTINUE
      CALL @M@_main_apply_all(t, due, g, gdot, settng, y, w, c, halt, happen)
      IF (happen .GT. 0) GOTO 10
      DO 60 i = 1, @NE@
      CALL @M@_main_take_side(t, i, g(i))
   60 CONTINUE
      GOTO 10
      END
