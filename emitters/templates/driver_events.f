C
C The table of events, and what happens at the start
      SUBROUTINE @M@_main_start_events(csvnam, settng, y, w, c, halt)
      CHARACTER*512 csvnam, evname
      DOUBLE PRECISION settng(5), y(@NY@), w(@NW@), c(@NC@)
      DOUBLE PRECISION fired(@NE@)
      INTEGER counts(@NE@), halt, i, n, @M@_length
@if constraints@
      CHARACTER*64 names(@NPHI@)
@end@
      DOUBLE PRECISION tstart, intval, labels, realtm
      INTEGER order
      COMMON /@M@_main_evname/ evname
      COMMON /@M@_main_counts/ counts
      COMMON /@M@_main_fired/ fired
      COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
      n = @M@_length(csvnam)
      IF (n .GT. 4) THEN
      IF (csvnam(n - 3:n) .EQ. '.csv') n = n - 4
      ENDIF
      evname = csvnam(1:n)// '_events.csv'
      CALL @M@_main_open(34, evname)
      CALL @M@_main_event_text('t,event', 0)
@if constraints@
      CALL @M@_constraint_names(names)
      DO 10 i = 1, @NPHI@
      CALL @M@_main_event_text(',impulse '// names(i), 0)
   10 CONTINUE
@end@
@if impacts@
      CALL @M@_main_event_text(',energy before,energy after,impact law', 1)
@else@
      CALL @M@_main_event_text(',energy before,energy after', 1)
@end@
      DO 20 i = 1, @NE@
      counts(i) = 0
   20 CONTINUE
      CALL @M@_start_events(tstart, y, w, c, settng(2), fired)
      CALL @M@_main_check_events(tstart, y, halt)
      CALL @M@_main_apply_events(tstart, settng, y, w, c, halt)
      END
C
      SUBROUTINE @M@_main_event_text(text, ends)
      CHARACTER*(*) text
      CHARACTER*512 evname
      INTEGER ends, status
      COMMON /@M@_main_evname/ evname
      CALL @M@_main_put(34, text, ends, status)
      IF (status .NE. 0) CALL @M@_main_stop('cannot write all of '// evname)
      END
C
      SUBROUTINE @M@_main_close_events(halt)
      INTEGER halt, i, n, status, counts(@NE@)
      CHARACTER*12 digits
      CHARACTER*512 evname
      DOUBLE PRECISION fired(@NE@)
      COMMON /@M@_main_fired/ fired
      COMMON /@M@_main_counts/ counts
      COMMON /@M@_main_evname/ evname
      CALL @M@_main_close(34, evname)
      CALL @M@_events_at_zero(fired)
      n = 0
      DO 10 i = 1, @NE@
      n = n + counts(i)
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
C Ends the program where the procedures above have failed; halt is 1
C where an event has stopped the run
      SUBROUTINE @M@_main_check_events(t, y, halt)
      DOUBLE PRECISION t, y(@NY@)
      INTEGER halt, n, k, counts(@NE@), @M@_length
      CHARACTER*64 names(@NE@)
@if constraints@
      CHARACTER*64 rows(@NPHI@)
      CHARACTER*25 digits
@end@
@COMMON_WATCH@
      COMMON /@M@_main_counts/ counts
      halt = 0
      IF (stopped) halt = 1
      IF (failure .EQ. 0) RETURN
      IF (failure .EQ. 1) CALL @M@_main_check_info(t, info)
      CALL @M@_event_names(names)
      k = MAX(culprit, 1)
      n = @M@_length(names(k))
      IF (failure .EQ. 2) CALL @M@_main_stop(@FAILURE_2@)
      IF (failure .EQ. 3) CALL @M@_main_info_stop(@FAILURE_3@// ': ', info)
      IF (failure .EQ. 4) CALL @M@_main_stop(@FAILURE_4@)
@if constraints@
      IF (failure .EQ. 5) THEN
      CALL @M@_constraint_names(rows)
      WRITE(digits, '(1P, E12.4)') breach
      CALL @M@_main_left(digits)
      CALL @M@_main_stop(@FAILURE_5@)
      ENDIF
@end@
      IF (failure .EQ. 9) CALL @M@_main_check_numbers(t, y)
@if contact_modes@
      IF (failure .EQ. 10) CALL @M@_main_stop(@FAILURE_10@)
@end@
      WRITE(*, '(A, 1P, E20.12)') 'time ', t
      DO 10 k = 1, @NE@
      IF (counts(k) .GT. 0) WRITE(*, '(I12, A, A)') counts(k), ' times ', names(k)
   10 CONTINUE
      k = MAX(culprit, 1)
      IF (failure .EQ. 6) CALL @M@_main_stop('events follow one another without end ('// @FAILURE_6@// ')')
      IF (failure .EQ. 7) CALL @M@_main_stop('events follow one another without end ('// @FAILURE_7@// ')')
      CALL @M@_main_stop('events follow one another without end ('// @FAILURE_8@// ')')
      END
C
C What is due at time t, one event after the other, each a row of the
C table of events
      SUBROUTINE @M@_main_apply_events(t, settng, y, w, c, halt)
      DOUBLE PRECISION t, settng(5), y(@NY@), w(@NW@), c(@NC@)
      DOUBLE PRECISION pulse(@NPHI@), before, after
@if impacts@
      DOUBLE PRECISION law
@end@
      INTEGER halt, any, i, counts(@NE@)
@if constraints@
      INTEGER k
@end@
      CHARACTER*64 names(@NE@)
      CHARACTER*25 digits
      COMMON /@M@_main_counts/ counts
      CALL @M@_event_names(names)
      any = 0
@if impacts@
   10 CALL @M@_apply_event(t, y, w, c, i, pulse, before, after, law)
@else@
   10 CALL @M@_apply_event(t, y, w, c, i, pulse, before, after)
@end@
      CALL @M@_main_check_events(t, y, halt)
      IF (i .EQ. 0) GOTO 30
      any = 1
      counts(i) = counts(i) + 1
      WRITE(digits, '(1P, E24.16E3)') t
      CALL @M@_main_event_text(digits, 0)
      CALL @M@_main_event_text(','// names(i), 0)
@if constraints@
      DO 20 k = 1, @NPHI@
      WRITE(digits, '(A1, 1P, E24.16E3)') ',', pulse(k)
      CALL @M@_main_event_text(digits, 0)
   20 CONTINUE
@end@
      WRITE(digits, '(A1, 1P, E24.16E3)') ',', before
      CALL @M@_main_event_text(digits, 0)
      WRITE(digits, '(A1, 1P, E24.16E3)') ',', after
@if impacts@
      CALL @M@_main_event_text(digits, 0)
      WRITE(digits, '(A1, I1)') ',', NINT(law)
@end@
      CALL @M@_main_event_text(digits, 1)
      GOTO 10
   30 IF (any .EQ. 0) RETURN
@if corrections@
      CALL @M@_main_assemble(t, settng(5), y, w, c)
@else@
      settng(5) = settng(5)
@end@
@if contact_modes@
      CALL @M@_rest_events(t, y, w, c)
      CALL @M@_main_check_events(t, y, halt)
@end@
      END
C
C t and y, to the time ending, or to an event that stops the run
      SUBROUTINE @M@_main_advance(t, ending, settng, y, w, c, halt)
      DOUBLE PRECISION t, ending, settng(5), y(@NY@), w(@NW@), c(@NC@)
      INTEGER halt
   10 IF (.NOT. t .LT. ending .OR. halt .NE. 0) RETURN
      CALL @M@_step_to_event(t, y, w, c, ending)
      CALL @M@_main_check_events(t, y, halt)
      CALL @M@_main_apply_events(t, settng, y, w, c, halt)
      GOTO 10
      END
@if contact_modes@
C
C The mode of contacts and dry friction at the start
      SUBROUTINE @M@_main_find_modes(t, y, w, c)
      DOUBLE PRECISION t, y(@NY@), w(@NW@), c(@NC@), g(@NE@), gdot(@NE@)
      INTEGER info, first, i, ends(@NE@)
      CHARACTER*64 names(@NE@)
C 1: the event ends an open contact
      DATA ends /@CONTACT_ENDS@/
      CALL @M@_modes(t, y, y(@IU@)@S_Y@, w, c, info)
      IF (info .LE. @CONTACT_INFO@) THEN
      CALL @M@_main_check_info(t, info)
      RETURN
      ENDIF
      CALL @M@_event_names(names)
      CALL @M@_events(t, y, y(@IU@)@S_Y@, w, c, g, gdot, first)
      DO 10 i = 1, @NE@
      IF (ends(i) .EQ. 1 .AND. ABS(g(i)) .LE. @CONTACT_TOUCH_D@) WRITE(*, '(A, A)') 'contact that touches: ', names(i)
   10 CONTINUE
      CALL @M@_main_info_stop('at the start: ', info)
      END
@end@
