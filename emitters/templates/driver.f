C Simulates the model @M@: @STEM@_main [FILE]
C FILE holds lines "name value [unit]"; # begins a comment. Names are
C parameters, coordinates, speeds, @STATES@constant inputs, and
C settings; "parameter NAME value" is never a setting.
C   start, end, step: times, s; output: the CSV file, or the time
C   between rows (interval is the same); integrator: rk4, rk2 or euler;
C   inputs: a CSV file with a column t and columns of inputs, linear
C   between its rows; title; include FILE; save FILE: the last state;
C   labels 1: units and texts above the CSV; realtime 1: in step with
C   the clock
@if corrections@
C   assemble (0 or 1, default 1: bring the initial state onto the
C   constraints), project (0 or 1, default @PROJECT@: and every step),
C   tolerance (of phi in its own units and of the assembly's steps,
C   default 1e-10).
@end@
C FILE.echo holds all that was used, and is such a file itself.
C Beyond the standard of 1978: IARGC, GETARG, FPUTC, FLUSH, FSTAT and
C SYSTEM_CLOCK, as gfortran and others have them. WRITE tells of no full
C disk.
      PROGRAM @M@_main
      DOUBLE PRECISION p(@NP@), c(@NC@), w(@NW@), y(@NY@)
      DOUBLE PRECISION settng(5), h, kinet, poten, start, drift, large(2)
      CHARACTER*512 csvnam, filnam
      CHARACTER*24 digits
      INTEGER steps, k, count, status, IARGC
      DOUBLE PRECISION t, whole, began
      DOUBLE PRECISION @M@_main_after, @M@_main_clock
      DOUBLE PRECISION tstart, intval, labels, realtm
      INTEGER order, every, over, done
      CHARACTER*512 savnam
@if events@
      INTEGER halt
      DOUBLE PRECISION fired(@NE@)
@end@
      COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
@if events@
      COMMON /@M@_main_fired/ fired
@end@
      over = 0
      done = 0
      DO 5 k = 1, @NY@
      y(k) = 0.0D0
    5 CONTINUE
      DO 10 k = 1, @NW@
      w(k) = 0.0D0
   10 CONTINUE
      filnam = ' '
      count = IARGC()
      IF (count .GT. 1) CALL @M@_main_stop('expected one file, found more arguments')
      IF (count .EQ. 1) CALL GETARG(1, filnam)
      CALL @M@_default_settings('@STEM@.csv', @PROJECT@.0D0)
      CALL @M@_default_table()
      CALL @M@_defaults(p)
      IF (filnam .NE. ' ') CALL @M@_read_parameters(filnam, 1, p, w, y)
@if flags@
      CALL @M@_flags(p, w)
      IF (filnam .NE. ' ') CALL @M@_read_parameters(filnam, 1, p, w, y)
@end@
      CALL @M@_initial(p, y, y(@IU@)@S_Y@)
      IF (filnam .NE. ' ') CALL @M@_read_parameters(filnam, 2, p, w, y)
      CALL @M@_given_settings(tstart, settng(1), settng(2), intval, labels, realtm, settng(3), settng(4), settng(5), order, @FIRED@csvnam, savnam)
      CALL @M@_main_begin(order)
@if given_inputs@
      CALL @M@_read_inputs(w)
@FREE_COLUMNS@      CALL @M@_set_inputs(tstart, w)
@end@
      IF (filnam .NE. ' ') CALL @M@_write_echo(filnam, p, w, y)
@if euler_parameters@
      CALL @M@_normalize(y)
@end@
      CALL @M@_main_check_start(y)
      IF (.NOT. (settng(2) .GT. 0.0D0 .AND. settng(1) .GE. tstart .AND. (settng(1) - tstart)/settng(2) .LT. 1.0D9 .AND. intval .GE. 0.0D0)) CALL @M@_main_stop('step and end must be positive, with '// 'fewer than 1e9 steps')
      CALL @M@_setup(p, c)
      CALL @M@_main_open(33, csvnam)
      CALL @M@_main_header(csvnam)
      whole = settng(1) - tstart
      every = 1
      IF (intval .GT. 0.0D0) THEN
      every = INT(intval/settng(2)*(1.0D0 - 1.0D-12)) + 1
      h = intval/every
      steps = INT(whole/h*(1.0D0 - 1.0D-12)) + 1
      IF (whole .LE. 0.0D0) steps = 0
      ELSE
      steps = NINT(whole/settng(2))
      IF (steps*settng(2) .LT. whole*(1.0D0 - 1.0D-12)) steps = steps + 1
      h = whole/MAX(steps, 1)
      ENDIF
      t = tstart
      began = @M@_main_clock()
@if routines_at_init@
      CALL @M@_main_at_init(t, p, y, w, c)
@end@
@if given_inputs and contact_modes@
      CALL @M@_set_inputs(t, w)
@end@
@if contact_modes@
      CALL @M@_guess_modes(t, y, y(@IU@)@S_Y@, w, c)
@end@
@if corrections@
      IF (settng(3) .GT. 0.0D0) CALL @M@_main_@START@(t, settng(5), y, w, c)
@end@
@if contact_modes@
      CALL @M@_main_find_modes(t, y, w, c)
@end@
@if corrections and contact_modes@
C With what is closed
      IF (settng(3) .GT. 0.0D0) CALL @M@_main_@START@(t, settng(5), y, w, c)
@end@
      large(1) = 0.0D0
      large(2) = 0.0D0
      drift = 0.0D0
@if routines_at_step@
      CALL @M@_main_at_step(t, p, y, w, c)
@end@
      CALL @M@_main_row(csvnam, t, y, w, c, kinet, poten, large)
      start = kinet + poten
@if events@
      CALL @M@_main_start_events(csvnam, settng, y, w, c, halt)
@end@
      count = 1
      DO 20 k = 1, steps
@if events@
      IF (halt .NE. 0) GOTO 20
      CALL @M@_main_advance(t, @M@_main_after(k, h, steps, settng(1)), settng, y, w, c, halt)
@else@
      whole = h
      IF (intval .GT. 0.0D0) whole = @M@_main_after(k, h, steps, settng(1)) - t
      CALL @M@_advance(t, y, w, c, whole, status)
      CALL @M@_main_check_info(t, status)
      t = @M@_main_after(k, h, steps, settng(1))
@end@
@if euler_parameters and events@
      CALL @M@_normalize(y)
@end@
      CALL @M@_main_check_numbers(t, y)
@if corrections@
      IF (settng(4) .GT. 0.0D0) CALL @M@_main_assemble(t, settng(5), y, w, c)
@end@
      done = done + 1
      IF (realtm .GT. 0.0D0) CALL @M@_main_keep_up(t - tstart, began, over)
@if routines_at_step@
      CALL @M@_main_at_step(t, p, y, w, c)
@end@
      IF (MOD(k, every) .EQ. 0 .OR. k .EQ. steps@E_HALT@) THEN
      CALL @M@_main_row(csvnam, t, y, w, c, kinet, poten, large)
      count = count + 1
      ENDIF
      drift = MAX(drift, ABS(kinet + poten - start))
   20 CONTINUE
      CALL @M@_main_close(33, csvnam)
      CALL @M@_main_say('energy at start  ', start)
      CALL @M@_main_say('energy at end    ', kinet + poten)
      CALL @M@_main_say('largest change   ', drift)
@if constraints@
      CALL @M@_main_say('largest |phi|    ', large(1))
      CALL @M@_main_say('largest |phidot| ', large(2))
@end@
      WRITE(digits, '(I12)') count
      CALL @M@_main_left(digits)
      CALL @M@_main_put(6, 'wrote', 0, status)
      CALL @M@_main_put(6, ' '// csvnam, 0, status)
      CALL @M@_main_put(6, ', '// digits, 0, status)
      CALL @M@_main_put(6, ' rows', 1, status)
      IF (status .NE. 0) CALL EXIT(1)
      IF (realtm .GT. 0.0D0) WRITE(*, '(A, I10, A, I10, A)') 'overruns: ', over, ' of ', done, ' steps'
@if events@
      CALL @M@_main_close_events(halt)
@end@
      IF (savnam .NE. ' ') THEN
      CALL @M@_save_state(t, y, w, @FIRED@savnam)
      CALL @M@_main_put(6, 'saved the state in '// savnam, 1, status)
      IF (status .NE. 0) CALL EXIT(1)
      ENDIF
      CALL FLUSH(6)
      END
C
C In place, without the blanks at its beginning
      SUBROUTINE @M@_main_left(text)
      CHARACTER*(*) text
      INTEGER k, from
      from = 1
   10 IF (from .GT. LEN(text)) RETURN
      IF (text(from:from) .EQ. ' ') THEN
      from = from + 1
      GOTO 10
      ENDIF
      DO 20 k = from, LEN(text)
      text(k - from + 1:k - from + 1) = text(k:k)
   20 CONTINUE
      DO 30 k = LEN(text) - from + 2, LEN(text)
      text(k:k) = ' '
   30 CONTINUE
      END
C
      SUBROUTINE @M@_main_stop(text)
      CHARACTER*(*) text
      CALL @M@_fail(text)
      END
C
C Opens the file, without what it holds
      SUBROUTINE @M@_main_open(unit, name)
      CHARACTER*512 name
      INTEGER unit, values(13), status
      DOUBLE PRECISION bytes(60)
      COMMON /@M@_count/ bytes
      bytes(unit - 30) = 0.0D0
      OPEN(UNIT=unit, FILE=name, STATUS='UNKNOWN', IOSTAT=status)
      IF (status .NE. 0) CALL @M@_main_stop('cannot write '// name)
      CALL FSTAT(unit, values, status)
      IF (status .NE. 0 .OR. MOD(values(3)/4096, 16) .NE. 8) RETURN
      IF (values(8) .EQ. 0) RETURN
      ENDFILE(UNIT=unit, IOSTAT=status)
      IF (status .EQ. 0) REWIND(UNIT=unit, IOSTAT=status)
      IF (status .NE. 0) CALL @M@_main_stop('cannot write '// name)
      END
C
C Closes it; on a full disk it is shorter than what was written
      SUBROUTINE @M@_main_close(unit, name)
      CHARACTER*512 name
      INTEGER unit, values(13), status
      DOUBLE PRECISION bytes(60), sent
      COMMON /@M@_count/ bytes
      sent = bytes(unit - 30)
      CALL FLUSH(unit)
      CALL FSTAT(unit, values, status)
      IF (status .EQ. 0 .AND. MOD(values(3)/4096, 16) .EQ. 8 .AND. sent .LT. 2.0D9 .AND. values(8) .NE. NINT(sent)) status = 1
      IF (status .EQ. 0) CLOSE(UNIT=unit, IOSTAT=status)
      IF (status .NE. 0) CALL @M@_main_stop('cannot write all of '// name)
      END
C
C A text without the blanks at its end, and where ends is 1 the end of
C the line; status 0 where it could be written
      SUBROUTINE @M@_main_put(unit, text, ends, status)
      INTEGER unit, ends, status, k, @M@_length
      CHARACTER*(*) text
      DOUBLE PRECISION bytes(60)
      COMMON /@M@_count/ bytes
      status = 0
      DO 10 k = 1, @M@_length(text)
      IF (status .EQ. 0) CALL FPUTC(unit, text(k:k), status)
      IF (unit .GT. 30) bytes(unit - 30) = bytes(unit - 30) + 1.0D0
   10 CONTINUE
      IF (ends .NE. 1 .OR. status .NE. 0) RETURN
      CALL FPUTC(unit, CHAR(10), status)
      IF (unit .GT. 30) bytes(unit - 30) = bytes(unit - 30) + 1.0D0
      END
C
C To the CSV file
      SUBROUTINE @M@_main_text(csvnam, text, ends)
      CHARACTER*512 csvnam
      CHARACTER*(*) text
      INTEGER ends, status
      CALL @M@_main_put(33, text, ends, status)
      IF (status .NE. 0) CALL @M@_main_stop('cannot write all of '// csvnam)
      END
C
      SUBROUTINE @M@_main_names(csvnam, names, n)
      INTEGER n, k
      CHARACTER*512 csvnam
      CHARACTER*64 names(n)
      DO 10 k = 1, n
      CALL @M@_main_text(csvnam, ',', 0)
      CALL @M@_main_text(csvnam, names(k), 0)
   10 CONTINUE
      END
C
      SUBROUTINE @M@_main_values(csvnam, x, n)
      INTEGER n, k
      CHARACTER*512 csvnam
      CHARACTER*25 digits
      DOUBLE PRECISION x(n)
      DO 10 k = 1, n
      WRITE(digits, '(A1, 1P, E24.16E3)') ',', x(k)
      CALL @M@_main_text(csvnam, digits, 0)
   10 CONTINUE
      END
C
      SUBROUTINE @M@_main_header(csvnam)
      CHARACTER*512 csvnam
      CHARACTER*64 names(@NAMES@)
      DOUBLE PRECISION tstart, intval, labels, realtm
      INTEGER order
      COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
      IF (labels .GT. 0.0D0) CALL @M@_write_labels(3)
      CALL @M@_main_text(csvnam, 't', 0)
@if coordinates@
      CALL @M@_coordinate_names(names)
      CALL @M@_main_names(csvnam, names, @NQ@)
@end@
@if speeds@
      CALL @M@_speed_names(names)
      CALL @M@_main_names(csvnam, names, @NU@)
@end@
@if states@
      CALL @M@_state_names(names)
      CALL @M@_main_names(csvnam, names, @NSTATE@)
@end@
@if outputs@
      CALL @M@_output_names(names)
      CALL @M@_main_names(csvnam, names, @NO@)
@end@
      CALL @M@_main_text(csvnam, ',kinetic,potential', 1)
      END
C
@if user_units@
C Each in its unit of files
      SUBROUTINE @M@_main_in_files(csvnam, names, x, n)
      INTEGER n, k
      CHARACTER*512 csvnam
      CHARACTER*64 names(n), mark
      DOUBLE PRECISION x(n), one(1), factor
      DO 10 k = 1, n
      CALL @M@_user_unit(names(k), mark, factor)
      one(1) = x(k)/factor
      CALL @M@_main_values(csvnam, one, 1)
   10 CONTINUE
      END
C
@end@
@if routines_at_init@
C The user's routines before the run: they see the state and the
C outputs, and their results are inputs until the next call
      SUBROUTINE @M@_main_at_init(t, p, y, w, c)
      DOUBLE PRECISION t, p(@NP@), y(@NY@), w(@NW@), c(@NC@), o(@NO@)
      INTEGER info
      p(1) = p(1)
@end@
@if given_inputs and routines_at_init@
      CALL @M@_set_inputs(t, w)
@end@
@if routines_at_init@
      CALL @M@_outputs(t, y, y(@IU@)@S_Y@, w, c, o, info)
      CALL @M@_main_check_info(t, info)
@CALLS_AT_INIT@      END
C
@end@
@if routines_at_step@
C The same at the start and after every step
      SUBROUTINE @M@_main_at_step(t, p, y, w, c)
      DOUBLE PRECISION t, p(@NP@), y(@NY@), w(@NW@), c(@NC@), o(@NO@)
      INTEGER info
      p(1) = p(1)
@end@
@if given_inputs and routines_at_step@
      CALL @M@_set_inputs(t, w)
@end@
@if routines_at_step@
      CALL @M@_outputs(t, y, y(@IU@)@S_Y@, w, c, o, info)
      CALL @M@_main_check_info(t, info)
@CALLS_AT_STEP@      END
C
@end@
C A row; kinet, poten and large, the largest errors until now, come out
      SUBROUTINE @M@_main_row(csvnam, t, y, w, c, kinet, poten, large)
      CHARACTER*512 csvnam
      CHARACTER*24 digits
      DOUBLE PRECISION t, y(@NY@), w(@NW@), c(@NC@), kinet, poten
      DOUBLE PRECISION large(2), o(@NO@), energy(2)
@if constraints@
      DOUBLE PRECISION phi(@NPHI@), phid(@NPHI@)
      INTEGER k
@end@
@if user_units@
      CHARACTER*64 names(@NAMES@)
@end@
      INTEGER info
@if given_inputs@
      CALL @M@_set_inputs(t, w)
@end@
      CALL @M@_energy(t, y, y(@IU@)@S_Y@, w, c, kinet, poten)
      CALL @M@_outputs(t, y, y(@IU@)@S_Y@, w, c, o, info)
      CALL @M@_main_check_info(t, info)
      large(1) = MAX(large(1), 0.0D0)
@if constraints@
      CALL @M@_constraints(t, y, y(@IU@)@S_Y@, w, c, phi, phid)
      DO 10 k = 1, @NPHI@
      large(1) = MAX(large(1), ABS(phi(k)))
      large(2) = MAX(large(2), ABS(phid(k)))
   10 CONTINUE
@end@
      WRITE(digits, '(1P, E24.16E3)') t
      CALL @M@_main_text(csvnam, digits, 0)
@if not user_units@
      CALL @M@_main_values(csvnam, y, @NYS@)
@if outputs@
      CALL @M@_main_values(csvnam, o, @NO@)
@end@
@else@
@if coordinates@
      CALL @M@_coordinate_names(names)
      CALL @M@_main_in_files(csvnam, names, y, @NQ@)
@end@
@if speeds@
      CALL @M@_speed_names(names)
      CALL @M@_main_in_files(csvnam, names, y(@IU@), @NU@)
@end@
@if states@
      CALL @M@_state_names(names)
      CALL @M@_main_in_files(csvnam, names, y(@IS@), @NSTATE@)
@end@
@if outputs@
      CALL @M@_output_names(names)
      CALL @M@_main_in_files(csvnam, names, o, @NO@)
@end@
@end@
      energy(1) = kinet
      energy(2) = poten
      CALL @M@_main_values(csvnam, energy, 2)
      CALL @M@_main_text(csvnam, ' ', 1)
      END
C
      SUBROUTINE @M@_main_say(label, value)
      CHARACTER*17 label
      CHARACTER*24 digits
      CHARACTER*41 line
      DOUBLE PRECISION value
      INTEGER status
      WRITE(digits, '(1P, E24.16)') value
      line = label// digits
      CALL @M@_main_put(6, line, 1, status)
      IF (status .NE. 0) CALL EXIT(1)
      END
C
C The time, for a message
      SUBROUTINE @M@_main_time(t)
      DOUBLE PRECISION t
      WRITE(*, '(A, 1P, E12.4)') 'time ', t
      END
C
      SUBROUTINE @M@_main_check_info(t, info)
      DOUBLE PRECISION t
      INTEGER info
      IF (info .EQ. 0) RETURN
      CALL @M@_main_time(t)
      CALL @M@_main_info_stop(' ', info)
      END
C
C Ends the program with what info says
      SUBROUTINE @M@_main_info_stop(before, info)
      CHARACTER*(*) before
      INTEGER info
      CHARACTER*64 names(@NAMES@)
      names(1) = ' '
@INFO_TEXTS@
      END
C
      LOGICAL FUNCTION @M@_main_finite(x)
      DOUBLE PRECISION x
      @M@_main_finite = ABS(x) .LE. 1.79769313486231D308
      END
C
      SUBROUTINE @M@_main_check_numbers(t, y)
      DOUBLE PRECISION t, y(@NY@)
      LOGICAL @M@_main_finite
      INTEGER k
      DO 10 k = 1, @NYS@
      IF (@M@_main_finite(y(k))) GOTO 10
      CALL @M@_main_time(t)
      CALL @M@_main_stop('the state is no finite number any more'// ': is the step too large?')
   10 CONTINUE
      END
C
      SUBROUTINE @M@_main_check_names(names, values, n)
      INTEGER n, k
      CHARACTER*64 names(n)
      DOUBLE PRECISION values(n)
      LOGICAL @M@_main_finite
      DO 10 k = 1, n
      IF (.NOT. @M@_main_finite(values(k))) CALL @M@_main_stop('the initial value of '// names(k)(1:MAX(1, INDEX(names(k)// ' ', ' ') - 1))// ' is no finite number'@QF@)
   10 CONTINUE
      END
C
      SUBROUTINE @M@_main_check_start(y)
      DOUBLE PRECISION y(@NY@)
      CHARACTER*64 names(@NAMES@)
@if coordinates@
      CALL @M@_coordinate_names(names)
      CALL @M@_main_check_names(names, y, @NQ@)
@end@
@if speeds@
      CALL @M@_speed_names(names)
      CALL @M@_main_check_names(names, y(@IU@), @NU@)
@end@
@if states@
      CALL @M@_state_names(names)
      CALL @M@_main_check_names(names, y(@IS@), @NSTATE@)
@end@
      END
@if corrections@
C
C Coordinates and speeds in place
      SUBROUTINE @M@_main_assemble(t, tolnce, y, w, c)
      DOUBLE PRECISION t, tolnce, y(@NY@), w(@NW@), c(@NC@)
      INTEGER info
C A negative tolerance leaves them as they are
      IF (tolnce .LT. 0.0D0) RETURN
@end@
@if given_inputs and corrections@
      CALL @M@_set_inputs(t, w)
@end@
@if assembly@
      CALL @M@_assemble(t, y@S_ROWS@, w, c, tolnce, 100, info)
      IF (info .NE. 0) CALL @M@_main_time(t)
      IF (info .NE. 0) CALL @M@_main_info_stop('the coordinates cannot be assembled: ', info)
@end@
@if projection@
      CALL @M@_project_speeds(t, y, y(@IU@)@S_Y@, w, c, info)
      IF (info .NE. 0) CALL @M@_main_time(t)
      IF (info .NE. 0) CALL @M@_main_info_stop('the speeds cannot be projected: ', info)
@end@
@if corrections@
      END
@end@
@if held and corrections@
C
C The same with the held values as they are: put back and moved again
C until they stay. `held`: places in y.
      SUBROUTINE @M@_main_start(t, tolnce, y, w, c)
      DOUBLE PRECISION t, tolnce, y(@NY@), w(@NW@), c(@NC@)
      DOUBLE PRECISION given(@NY@), moved
      INTEGER held(@HELD_COUNT@), count, k
      DATA held /@HELD_FROM_1@/
      DO 10 k = 1, @NYS@
      given(k) = y(k)
   10 CONTINUE
      DO 40 count = 1, 10000
      DO 20 k = 1, @HELD_COUNT@
      y(held(k)) = given(held(k))
   20 CONTINUE
      CALL @M@_main_assemble(t, tolnce, y, w, c)
      moved = 0.0D0
      DO 30 k = 1, @HELD_COUNT@
      moved = MAX(moved, ABS(y(held(k)) - given(held(k))))
   30 CONTINUE
      IF (moved .LE. tolnce) RETURN
   40 CONTINUE
      CALL @M@_main_stop('the initial values of '// @HELD_TEXT@// ' leave no solution on the '// 'constraints')
      END
@end@
C
C The order of the method, for the procedures below
      SUBROUTINE @M@_main_begin(method)
      INTEGER method
@COMMON_RUN@
      order = method
      ahead = 0.0D0
      END
@STEPS@
@if events@
@EVENTS@
@include driver_events.f@
@end@
@include driver_files.f@
@include primitives.f@
