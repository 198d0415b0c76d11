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
@O C   assemble (0 or 1, default 1: bring the initial state onto the
@O C   constraints), project (0 or 1, default @PROJECT@: and every step),
@O C   tolerance (of phi in its own units and of the assembly's steps,
@O C   default 1e-10).
C FILE.echo holds all that was used, and is such a file itself.
C Beyond the standard of 1978: IARGC, GETARG, FPUTC, FLUSH, FSTAT and
C SYSTEM_CLOCK, as gfortran and others have them. WRITE tells of no full
C disk.
      PROGRAM @M@_main
      DOUBLE PRECISION p(@NP@), c(@NC@), w(@NW@), y(@NY@)
      DOUBLE PRECISION settng(5), h, kinet, poten, start, drift, large(2)
      CHARACTER*256 csvnam, filnam
      CHARACTER*24 digits
      INTEGER steps, k, count, status, IARGC
      DOUBLE PRECISION bytes(3), t, whole, began
      DOUBLE PRECISION @M@_main_after, @M@_main_clock
      DOUBLE PRECISION tstart, intval, labels, realtm
      INTEGER order, every, over, done
      CHARACTER*256 title, savnam, inpnam
@E       INTEGER halt
@W       INTEGER rows, row, column(@NW@), slopof(@NW@)
      COMMON /@M@_main_count/ bytes
      COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
      COMMON /@M@_main_texts/ title, savnam, inpnam
@W       COMMON /@M@_main_where/ rows, row, column, slopof
      bytes(1) = 0.0D0
      bytes(2) = 0.0D0
      bytes(3) = 0.0D0
      tstart = 0.0D0
      intval = 0.0D0
      labels = 0.0D0
      realtm = 0.0D0
      order = 4
      over = 0
      done = 0
      title = ' '
      savnam = ' '
      inpnam = ' '
@W       rows = 0
@W       DO 5 k = 1, @NW@
@W       column(k) = 0
@W       slopof(k) = 0
@W     5 CONTINUE
      settng(1) = 10.0D0
      settng(2) = 0.001D0
      settng(3) = 1.0D0
      settng(4) = @PROJECT@.0D0
      settng(5) = 1.0D-10
      csvnam = '@STEM@.csv'
      DO 10 k = 1, @NW@
      w(k) = 0.0D0
   10 CONTINUE
      filnam = ' '
      count = IARGC()
      IF (count .GT. 1) CALL @M@_main_stop('expected one file, found more arguments')
      IF (count .EQ. 1) CALL GETARG(1, filnam)
      CALL @M@_defaults(p)
      IF (filnam .NE. ' ') CALL @M@_main_read(1, filnam, csvnam, settng, p, w, y)
@L       CALL @M@_flags(p, w)
@L       IF (filnam .NE. ' ') CALL @M@_main_read(1, filnam, csvnam, settng, p, w, y)
      CALL @M@_initial(p, y, y(@IU@)@S_Y@)
      IF (filnam .NE. ' ') CALL @M@_main_read(2, filnam, csvnam, settng, p, w, y)
@W       IF (inpnam .NE. ' ') CALL @M@_main_read_inputs(inpnam)
@W @FREE_COLUMNS@      CALL @M@_main_inputs(tstart, w)
      IF (filnam .NE. ' ') CALL @M@_main_write_echo(filnam, csvnam, settng, p, w, y)
@N       CALL @M@_normalize(y)
      CALL @M@_main_check_start(y)
      IF (.NOT. (settng(2) .GT. 0.0D0 .AND. settng(1) .GE. tstart .AND. (settng(1) - tstart)/settng(2) .LT. 1.0D9 .AND. intval .GE. 0.0D0)) CALL @M@_main_stop('step and end must be positive, with '// 'fewer than 1e9 steps')
      CALL @M@_setup(p, c)
      CALL @M@_main_open(20, csvnam)
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
@J       CALL @M@_main_at_init(t, p, y, w, c)
@K C A guess, before the constraints hold
@W @K       CALL @M@_main_inputs(t, w)
@K       CALL @M@_modes(t, y, y(@IU@)@S_Y@, w, c, halt)
@O       IF (settng(3) .GT. 0.0D0) CALL @M@_main_@START@(t, settng(5), y, w, c)
@K       CALL @M@_main_find_modes(t, y, w, c)
      large(1) = 0.0D0
      large(2) = 0.0D0
      drift = 0.0D0
@T       CALL @M@_main_at_step(t, p, y, w, c)
      CALL @M@_main_row(csvnam, t, y, w, c, kinet, poten, large)
      start = kinet + poten
@E       CALL @M@_main_start_events(csvnam, settng, y, w, c, halt)
      count = 1
      DO 20 k = 1, steps
@E       IF (halt .NE. 0) GOTO 20
@E       CALL @M@_main_advance(t, @M@_main_after(k, h, steps, settng(1)), settng, y, w, c, halt)
@-       whole = h
@-       IF (intval .GT. 0.0D0) whole = @M@_main_after(k, h, steps, settng(1)) - t
@-       CALL @M@_main_step(t, whole, y, w, c)
@-       t = @M@_main_after(k, h, steps, settng(1))
@N       CALL @M@_normalize(y)
      CALL @M@_main_check_numbers(t, y)
@O       IF (settng(4) .GT. 0.0D0) CALL @M@_main_assemble(t, settng(5), y, w, c)
      done = done + 1
      IF (realtm .GT. 0.0D0) CALL @M@_main_keep_up(t - tstart, began, over)
@T       CALL @M@_main_at_step(t, p, y, w, c)
      IF (MOD(k, every) .EQ. 0 .OR. k .EQ. steps@E_HALT@) THEN
      CALL @M@_main_row(csvnam, t, y, w, c, kinet, poten, large)
      count = count + 1
      ENDIF
      drift = MAX(drift, ABS(kinet + poten - start))
   20 CONTINUE
      CALL @M@_main_close(20, csvnam)
      CALL @M@_main_say('energy at start  ', start)
      CALL @M@_main_say('energy at end    ', kinet + poten)
      CALL @M@_main_say('largest change   ', drift)
@C       CALL @M@_main_say('largest |phi|    ', large(1))
@C       CALL @M@_main_say('largest |phidot| ', large(2))
      WRITE(digits, '(I12)') count
      CALL @M@_main_left(digits)
      CALL @M@_main_put(6, 'wrote', 0, status)
      CALL @M@_main_put(6, ' '// csvnam, 0, status)
      CALL @M@_main_put(6, ', '// digits, 0, status)
      CALL @M@_main_put(6, ' rows', 1, status)
      IF (status .NE. 0) CALL EXIT(1)
      IF (realtm .GT. 0.0D0) WRITE(*, '(A, I10, A, I10, A)') 'overruns: ', over, ' of ', done, ' steps'
@E       CALL @M@_main_close_events(halt)
      IF (savnam .NE. ' ') CALL @M@_main_save_state(t, w, y)
      CALL FLUSH(6)
      END
C
C The length of a text without the blanks at its end
      INTEGER FUNCTION @M@_main_length(text)
      CHARACTER*(*) text
      INTEGER k
      @M@_main_length = 0
      DO 10 k = 1, LEN(text)
      IF (text(k:k) .NE. ' ') @M@_main_length = k
   10 CONTINUE
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
      INTEGER n, @M@_main_length
      n = @M@_main_length(text)
      WRITE(*, '(A)') 'error: '// text(1:n)
      CALL EXIT(1)
      END
C
C Opens the file, without what it holds
      SUBROUTINE @M@_main_open(unit, name)
      CHARACTER*256 name
      INTEGER unit, values(13), status
      DOUBLE PRECISION bytes(3)
      COMMON /@M@_main_count/ bytes
      bytes(unit - 19) = 0.0D0
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
      CHARACTER*256 name
      INTEGER unit, values(13), status
      DOUBLE PRECISION bytes(3), sent
      COMMON /@M@_main_count/ bytes
      sent = bytes(unit - 19)
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
      INTEGER unit, ends, status, k, @M@_main_length
      CHARACTER*(*) text
      DOUBLE PRECISION bytes(3)
      COMMON /@M@_main_count/ bytes
      status = 0
      DO 10 k = 1, @M@_main_length(text)
      IF (status .EQ. 0) CALL FPUTC(unit, text(k:k), status)
      IF (unit .GE. 20) bytes(unit - 19) = bytes(unit - 19) + 1.0D0
   10 CONTINUE
      IF (ends .NE. 1 .OR. status .NE. 0) RETURN
      CALL FPUTC(unit, CHAR(10), status)
      IF (unit .GE. 20) bytes(unit - 19) = bytes(unit - 19) + 1.0D0
      END
C
C To the CSV file
      SUBROUTINE @M@_main_text(csvnam, text, ends)
      CHARACTER*256 csvnam
      CHARACTER*(*) text
      INTEGER ends, status
      CALL @M@_main_put(20, text, ends, status)
      IF (status .NE. 0) CALL @M@_main_stop('cannot write all of '// csvnam)
      END
C
      SUBROUTINE @M@_main_names(csvnam, names, n)
      INTEGER n, k
      CHARACTER*256 csvnam
      CHARACTER*64 names(n)
      DO 10 k = 1, n
      CALL @M@_main_text(csvnam, ',', 0)
      CALL @M@_main_text(csvnam, names(k), 0)
   10 CONTINUE
      END
C
      SUBROUTINE @M@_main_values(csvnam, x, n)
      INTEGER n, k
      CHARACTER*256 csvnam
      CHARACTER*25 digits
      DOUBLE PRECISION x(n)
      DO 10 k = 1, n
      WRITE(digits, '(A1, 1P, E24.16E3)') ',', x(k)
      CALL @M@_main_text(csvnam, digits, 0)
   10 CONTINUE
      END
C
      SUBROUTINE @M@_main_header(csvnam)
      CHARACTER*256 csvnam
      CHARACTER*64 names(@NAMES@)
      DOUBLE PRECISION tstart, intval, labels, realtm
      INTEGER order
      COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
      IF (labels .GT. 0.0D0) CALL @M@_main_labels(20)
      CALL @M@_main_text(csvnam, 't', 0)
@1       CALL @M@_coordinate_names(names)
@1       CALL @M@_main_names(csvnam, names, @NQ@)
@2       CALL @M@_speed_names(names)
@2       CALL @M@_main_names(csvnam, names, @NU@)
@S       CALL @M@_state_names(names)
@S       CALL @M@_main_names(csvnam, names, @NSTATE@)
@3       CALL @M@_output_names(names)
@3       CALL @M@_main_names(csvnam, names, @NO@)
      CALL @M@_main_text(csvnam, ',kinetic,potential', 1)
      END
C
@Q C Each in its unit of files
@Q       SUBROUTINE @M@_main_in_files(csvnam, names, x, n)
@Q       INTEGER n, k
@Q       CHARACTER*256 csvnam
@Q       CHARACTER*64 names(n), mark
@Q       DOUBLE PRECISION x(n), one(1), factor
@Q       DO 10 k = 1, n
@Q       CALL @M@_main_user_unit(names(k), mark, factor)
@Q       one(1) = x(k)/factor
@Q       CALL @M@_main_values(csvnam, one, 1)
@Q    10 CONTINUE
@Q       END
@Q C
@J C The user's routines before the run: they see the state and the
@J C outputs, and their results are inputs until the next call
@J       SUBROUTINE @M@_main_at_init(t, p, y, w, c)
@J       DOUBLE PRECISION t, p(@NP@), y(@NY@), w(@NW@), c(@NC@), o(@NO@)
@J       INTEGER info
@J       p(1) = p(1)
@W @J       CALL @M@_main_inputs(t, w)
@J       CALL @M@_outputs(t, y, y(@IU@)@S_Y@, w, c, o, info)
@J       CALL @M@_main_check_info(t, info)
@J @CALLS_AT_INIT@      END
@J C
@T C The same at the start and after every step
@T       SUBROUTINE @M@_main_at_step(t, p, y, w, c)
@T       DOUBLE PRECISION t, p(@NP@), y(@NY@), w(@NW@), c(@NC@), o(@NO@)
@T       INTEGER info
@T       p(1) = p(1)
@W @T       CALL @M@_main_inputs(t, w)
@T       CALL @M@_outputs(t, y, y(@IU@)@S_Y@, w, c, o, info)
@T       CALL @M@_main_check_info(t, info)
@T @CALLS_AT_STEP@      END
@T C
C A row; kinet, poten and large, the largest errors until now, come out
      SUBROUTINE @M@_main_row(csvnam, t, y, w, c, kinet, poten, large)
      CHARACTER*256 csvnam
      CHARACTER*24 digits
      DOUBLE PRECISION t, y(@NY@), w(@NW@), c(@NC@), kinet, poten
      DOUBLE PRECISION large(2), o(@NO@), energy(2)
@C       DOUBLE PRECISION phi(@NPHI@), phid(@NPHI@)
@C       INTEGER k
@Q       CHARACTER*64 names(@NAMES@)
      INTEGER info
@W       CALL @M@_main_inputs(t, w)
      CALL @M@_energy(t, y, y(@IU@)@S_Y@, w, c, kinet, poten)
      CALL @M@_outputs(t, y, y(@IU@)@S_Y@, w, c, o, info)
      CALL @M@_main_check_info(t, info)
      large(1) = MAX(large(1), 0.0D0)
@C       CALL @M@_constraints(t, y, y(@IU@)@S_Y@, w, c, phi, phid)
@C       DO 10 k = 1, @NPHI@
@C       large(1) = MAX(large(1), ABS(phi(k)))
@C       large(2) = MAX(large(2), ABS(phid(k)))
@C    10 CONTINUE
      WRITE(digits, '(1P, E24.16E3)') t
      CALL @M@_main_text(csvnam, digits, 0)
@q       CALL @M@_main_values(csvnam, y, @NYS@)
@q @3       CALL @M@_main_values(csvnam, o, @NO@)
@Q @1       CALL @M@_coordinate_names(names)
@Q @1       CALL @M@_main_in_files(csvnam, names, y, @NQ@)
@Q @2       CALL @M@_speed_names(names)
@Q @2       CALL @M@_main_in_files(csvnam, names, y(@IU@), @NU@)
@Q @S       CALL @M@_state_names(names)
@Q @S       CALL @M@_main_in_files(csvnam, names, y(@IS@), @NSTATE@)
@Q @3       CALL @M@_output_names(names)
@Q @3       CALL @M@_main_in_files(csvnam, names, o, @NO@)
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
      CHARACTER*64 names(@NAMES@)
      IF (info .EQ. 0) RETURN
      CALL @M@_main_time(t)
@K       IF (info .GT. @CONTACT_INFO@) CALL @M@_main_contact_stop(' ', info)
      IF (info .GT. @NUS@) CALL @M@_main_stop('the constraints are dependent')
      names(1) = ' '
@2       CALL @M@_speed_names(names)
      CALL @M@_main_stop('the mass matrix is singular at speed '// names(info))
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
@1       CALL @M@_coordinate_names(names)
@1       CALL @M@_main_check_names(names, y, @NQ@)
@2       CALL @M@_speed_names(names)
@2       CALL @M@_main_check_names(names, y(@IU@), @NU@)
@S       CALL @M@_state_names(names)
@S       CALL @M@_main_check_names(names, y(@IS@), @NSTATE@)
      END
@O C
@O C Coordinates and speeds in place
@O       SUBROUTINE @M@_main_assemble(t, tolnce, y, w, c)
@O       DOUBLE PRECISION t, tolnce, y(@NY@), w(@NW@), c(@NC@)
@O       INTEGER info
@O C A negative tolerance leaves them as they are
@O       IF (tolnce .LT. 0.0D0) RETURN
@W @O       CALL @M@_main_inputs(t, w)
@A       CALL @M@_assemble(t, y, w, c, tolnce, 100, info)
@A       IF (info .NE. 0) CALL @M@_main_time(t)
@A       IF (info .EQ. @NO_CONVERGENCE@) CALL @M@_main_stop('the coordinates cannot be assembled: no '// 'convergence in 100 '// 'steps')
@A       IF (info .NE. 0) CALL @M@_main_stop('the coordinates cannot be assembled: '// 'the constraints are '// 'dependent')
@P       CALL @M@_project_speeds(t, y, y(@IU@)@S_Y@, w, c, info)
@P       IF (info .NE. 0) CALL @M@_main_time(t)
@P       IF (info .NE. 0) CALL @M@_main_stop('the speeds cannot be projected: the '// 'constraints are dependent')
@O       END
@B C
@B C The same with the held values as they are: put back and moved again
@B C until they stay. `held`: places in y.
@B       SUBROUTINE @M@_main_start(t, tolnce, y, w, c)
@B       DOUBLE PRECISION t, tolnce, y(@NY@), w(@NW@), c(@NC@)
@B       DOUBLE PRECISION given(@NY@), moved
@B       INTEGER held(@HELD_COUNT@), count, k
@B       DATA held /@HELD_FROM_1@/
@B       DO 10 k = 1, @NYS@
@B       given(k) = y(k)
@B    10 CONTINUE
@B       DO 40 count = 1, 10000
@B       DO 20 k = 1, @HELD_COUNT@
@B       y(held(k)) = given(held(k))
@B    20 CONTINUE
@B       CALL @M@_main_assemble(t, tolnce, y, w, c)
@B       moved = 0.0D0
@B       DO 30 k = 1, @HELD_COUNT@
@B       moved = MAX(moved, ABS(y(held(k)) - given(held(k))))
@B    30 CONTINUE
@B       IF (moved .LE. tolnce) RETURN
@B    40 CONTINUE
@B       CALL @M@_main_stop('the initial values of '// @HELD_TEXT@// ' leave no solution on the '// 'constraints')
@B       END
C
      SUBROUTINE @M@_main_slope(t, y, w, c, ydot)
      DOUBLE PRECISION t, y(@NY@), w(@NW@), c(@NC@), ydot(@NY@)
      INTEGER info
@W       CALL @M@_main_inputs(t, w)
      CALL @M@_derivatives(t, y, w, c, ydot, info)
      CALL @M@_main_check_info(t, info)
      END
C
C A step of h from t on, by Runge's and Kutta's method of fourth order
      SUBROUTINE @M@_main_step(t, h, y, w, c)
      DOUBLE PRECISION t, h, y(@NY@), w(@NW@), c(@NC@), z(@NY@)
      DOUBLE PRECISION k1(@NY@), k2(@NY@), k3(@NY@), k4(@NY@)
      INTEGER i
      DOUBLE PRECISION tstart, intval, labels, realtm
      INTEGER order
      COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
      CALL @M@_main_slope(t, y, w, c, k1)
      IF (order .EQ. 1) THEN
      DO 5 i = 1, @NYS@
      y(i) = y(i) + h*k1(i)
    5 CONTINUE
      RETURN
      ENDIF
      DO 10 i = 1, @NYS@
      z(i) = y(i) + h/2*k1(i)
   10 CONTINUE
      CALL @M@_main_slope(t + h/2, z, w, c, k2)
      IF (order .EQ. 2) THEN
      DO 15 i = 1, @NYS@
      y(i) = y(i) + h*k2(i)
   15 CONTINUE
      RETURN
      ENDIF
      DO 20 i = 1, @NYS@
      z(i) = y(i) + h/2*k2(i)
   20 CONTINUE
      CALL @M@_main_slope(t + h/2, z, w, c, k3)
      DO 30 i = 1, @NYS@
      z(i) = y(i) + h*k3(i)
   30 CONTINUE
      CALL @M@_main_slope(t + h, z, w, c, k4)
      DO 40 i = 1, @NYS@
      y(i) = y(i) + h/6*(k1(i) + 2*k2(i) + 2*k3(i) + k4(i))
   40 CONTINUE
      END
@E C
@E C Events. An event waits for its function on one side of zero (armed).
@E C After its own event, and where the function is zero up to the location
@E C tolerance, it is disarmed until the function has left zero by more, or
@E C another event has turned the function's rate to its direction.
@E C turned: disarmed by its own event, which sent it back
@E       SUBROUTINE @M@_main_start_events(csvnam, settng, y, w, c, halt)
@E       CHARACTER*256 csvnam, evname
@E       DOUBLE PRECISION settng(5), y(@NY@), w(@NW@), c(@NC@)
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       DOUBLE PRECISION g(@NE@), gdot(@NE@), rate(@NE@), ydot(@NY@)
@E       DOUBLE PRECISION later(@NY@), error, @M@_main_error_of
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@E       INTEGER due(@NE@), halt, happen, i, n, rests
@E       INTEGER @M@_main_length, @M@_main_at_zero
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E       COMMON /@M@_main_evname/ evname
@G       CHARACTER*64 names(@NPHI@)
@E       DOUBLE PRECISION tstart, intval, labels, realtm
@E       INTEGER order
@E       COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
@E       halt = 0
@E       little = 1.0D-6*settng(2)
@E       n = @M@_main_length(csvnam)
@E       IF (n .GT. 4) THEN
@E       IF (csvnam(n - 3:n) .EQ. '.csv') n = n - 4
@E       ENDIF
@E       evname = csvnam(1:n)// '_events.csv'
@E       CALL @M@_main_open(21, evname)
@E       CALL @M@_main_event_text('t,event', 0)
@G       CALL @M@_constraint_names(names)
@G       DO 10 i = 1, @NPHI@
@G       CALL @M@_main_event_text(',impulse '// names(i), 0)
@G    10 CONTINUE
@E       CALL @M@_main_event_text(',energy before,energy after', 1)
@E       DO 20 i = 1, @NE@
@E       size(i) = 0.0D0
@E       counts(i) = 0
@E       armed(i) = 0
@E       turned(i) = 0
@E       look(i) = -1.0D0
@E    20 CONTINUE
@E       CALL @M@_main_values_of_events(tstart, y, w, c, g, rate)
@E       rests = 0
@E       DO 30 i = 1, @NE@
@E       error = @M@_main_error_of(i)
@E       IF (ABS(g(i)) .LE. error .AND. .NOT. ABS(rate(i)) .GT. 0.0D0) rests = 1
@E    30 CONTINUE
@E       IF (rests .EQ. 0) GOTO 50
@E C On a stop: the rate of a moment later says whether it is pressed on
@E       CALL @M@_main_slope(tstart, y, w, c, ydot)
@E       DO 40 i = 1, @NYS@
@E       later(i) = y(i) + little*ydot(i)
@E    40 CONTINUE
@E       CALL @M@_main_values_of_events(tstart + little, later, w, c, g, rate)
@E    50 CALL @M@_main_values_of_events(tstart, y, w, c, g, gdot)
@E       DO 60 i = 1, @NE@
@E       IF (ABS(gdot(i)) .GT. 0.0D0) rate(i) = gdot(i)
@E       size(i) = MAX(size(i), 1.0D6*little*ABS(gdot(i)))
@E       due(i) = @M@_main_at_zero(i, g(i), rate(i))
@E    60 CONTINUE
@E       CALL @M@_main_take_sides(tstart, g)
@E       CALL @M@_main_apply_all(tstart, due, g, gdot, settng, y, w, c, halt, happen)
@E       END
@E C
@E       SUBROUTINE @M@_main_event_text(text, ends)
@E       CHARACTER*(*) text
@E       CHARACTER*256 evname
@E       INTEGER ends, status
@E       COMMON /@M@_main_evname/ evname
@E       CALL @M@_main_put(21, text, ends, status)
@E       IF (status .NE. 0) CALL @M@_main_stop('cannot write all of '// evname)
@E       END
@E C
@E       SUBROUTINE @M@_main_close_events(halt)
@E       INTEGER halt, i, n, status
@E       CHARACTER*12 digits
@E       CHARACTER*256 evname
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E       COMMON /@M@_main_evname/ evname
@E       CALL @M@_main_close(21, evname)
@E       n = 0
@E       DO 10 i = 1, @NE@
@E       n = n + counts(i)
@E    10 CONTINUE
@E       WRITE(digits, '(I12)') n
@E       CALL @M@_main_left(digits)
@E       CALL @M@_main_put(6, 'wrote', 0, status)
@E       CALL @M@_main_put(6, ' '// evname, 0, status)
@E       CALL @M@_main_put(6, ', '// digits, 0, status)
@E       CALL @M@_main_put(6, ' events', 0, status)
@E       IF (halt .NE. 0) CALL @M@_main_put(6, ', the last of which stopped the run', 0, status)
@E       CALL @M@_main_put(6, ' ', 1, status)
@E       IF (status .NE. 0) CALL EXIT(1)
@E       END
@E C
@E       DOUBLE PRECISION FUNCTION @M@_main_error_of(i)
@E       INTEGER i
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E       @M@_main_error_of = 1.0D-12*size(i)@TOLERANCE_D@
@E       END
@E C
@E       SUBROUTINE @M@_main_values_of_events(t, y, w, c, g, gdot)
@E       DOUBLE PRECISION t, y(@NY@), w(@NW@), c(@NC@), g(@NE@), gdot(@NE@)
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@), info, i
@K       INTEGER @M@_main_ends
@E       LOGICAL @M@_main_finite
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@W @E       CALL @M@_main_inputs(t, w)
@E       CALL @M@_events(t, y, y(@IU@)@S_Y@, w, c, g, gdot, info)
@E       CALL @M@_main_check_info(t, info)
@E       DO 10 i = 1, @NE@
@E       IF (@M@_main_finite(g(i))) size(i) = MAX(size(i), ABS(g(i)))
@K C It only touches
@K       IF (@M@_main_ends(i) .EQ. 1 .AND. ABS(gdot(i)) .LE. @CONTACT_TOUCH_D@) gdot(i) = 0.0D0
@E    10 CONTINUE
@E       END
@E C
@E C 1 where the rate has the direction of event i, else 0; likewise below
@E       INTEGER FUNCTION @M@_main_way(i, rate)
@E       INTEGER i, directions(@NE@)
@E       DOUBLE PRECISION rate
@E       CALL @M@_event_directions(directions)
@E       @M@_main_way = 0
@E       IF (rate*directions(i) .GT. 0.0D0) @M@_main_way = 1
@E       IF (directions(i) .EQ. 0 .AND. ABS(rate) .GT. 0.0D0) @M@_main_way = 1
@E       END
@E C
@K C Of a contact's event: below zero by more it happens at once
@K       DOUBLE PRECISION FUNCTION @M@_main_below(i)
@K       INTEGER i, ends, @M@_main_ends
@K       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@K       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@K       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@K       ends = @M@_main_ends(i)
@K       @M@_main_below = 1.0D-8*size(i)
@K       IF (ends .EQ. 1) @M@_main_below = 1.0D-3*@CONTACT_TOUCH_D@
@K       IF (ends .EQ. 4) @M@_main_below = 0.3D0*@CONTACT_TOUCH_D@
@K       END
@K C
@U       INTEGER FUNCTION @M@_main_crossed(i, g)
@K       INTEGER FUNCTION @M@_main_crossed(i, g, gdot)
@E       INTEGER i, @M@_main_way
@U       DOUBLE PRECISION g
@K       INTEGER ends, @M@_main_ends
@K       INTEGER back(@NE@)
@K       COMMON /@M@_main_returns/ back
@K       DOUBLE PRECISION g, gdot, below, @M@_main_below
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E       @M@_main_crossed = 0
@K       ends = @M@_main_ends(i)
@K       IF (armed(i) .EQ. 0 .AND. ends .NE. 0) THEN
@K       below = @M@_main_below(i)
@K       IF (back(i) .EQ. 1) below = 0.0D0
@K       IF (g .LT. -below .AND. gdot .LE. 0.0D0) @M@_main_crossed = 1
@K       ENDIF
@E       IF (armed(i) .EQ. 0) RETURN
@E       IF (side(i)*g .LT. 0.0D0) @M@_main_crossed = @M@_main_way(i, -side(i))
@E       END
@E C
@E       INTEGER FUNCTION @M@_main_at_zero(i, g, gdot)
@E       INTEGER i, @M@_main_way
@E       DOUBLE PRECISION g, gdot, @M@_main_error_of
@E       @M@_main_at_zero = 0
@E       IF (ABS(g) .LE. @M@_main_error_of(i)) @M@_main_at_zero = @M@_main_way(i, gdot)
@E       END
@E C
@K C What event i ends: 0 nothing of contacts, 1 an open contact, 2 a
@K C closed one, 3 sticking, 4 sliding. The function of such an event is
@K C not negative in its mode, which may begin where it is zero: it waits
@K C on the positive side alone.
@K       INTEGER FUNCTION @M@_main_ends(i)
@K       INTEGER i, ends(@NE@)
@K       DATA ends /@CONTACT_ENDS@/
@K       @M@_main_ends = ends(i)
@K       END
@K C
@K C Ends the program with what info says of contacts and dry friction
@K       SUBROUTINE @M@_main_contact_stop(before, info)
@K       CHARACTER*(*) before
@K       INTEGER info, k
@K       k = info - @CONTACT_INFO@
@K       IF (k .EQ. 1) CALL @M@_main_stop(before// 'more normal force presses a sliding contact '// 'together (Painleve''s paradox)')
@K       IF (k .EQ. 2) CALL @M@_main_stop(before// 'no mode of the contacts is consistent')
@K       IF (k .EQ. 3) CALL @M@_main_stop(before// 'modes of the contacts with different '// 'accelerations are consistent')
@K       CALL @M@_main_stop(before// 'no impulses of the contacts are consistent '// 'without a gain of energy')
@K       END
@K C
@K C The mode of contacts and dry friction at the start
@K       SUBROUTINE @M@_main_find_modes(t, y, w, c)
@K       DOUBLE PRECISION t, y(@NY@), w(@NW@), c(@NC@), g(@NE@), gdot(@NE@)
@K       INTEGER info, first, i, @M@_main_ends
@K       CHARACTER*64 names(@NE@)
@K       CALL @M@_modes(t, y, y(@IU@)@S_Y@, w, c, info)
@K       IF (info .LE. @CONTACT_INFO@) THEN
@K       CALL @M@_main_check_info(t, info)
@K       RETURN
@K       ENDIF
@K       CALL @M@_event_names(names)
@K       CALL @M@_events(t, y, y(@IU@)@S_Y@, w, c, g, gdot, first)
@K       DO 10 i = 1, @NE@
@K       IF (@M@_main_ends(i) .EQ. 1 .AND. ABS(g(i)) .LE. @CONTACT_TOUCH_D@) WRITE(*, '(A, A)') 'contact that touches: ', names(i)
@K    10 CONTINUE
@K       CALL @M@_main_contact_stop('at the start: ', info)
@K       END
@K C
@E       SUBROUTINE @M@_main_arm(i, g)
@E       INTEGER i
@E       DOUBLE PRECISION g
@K       DOUBLE PRECISION below, @M@_main_below
@K       INTEGER ends, @M@_main_ends
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E       armed(i) = 1
@E       turned(i) = 0
@E       look(i) = -1.0D0
@E       side(i) = 0.0D0
@E       IF (g .GT. 0.0D0) side(i) = 1.0D0
@E       IF (g .LT. 0.0D0) side(i) = -1.0D0
@K       ends = @M@_main_ends(i)
@K       IF (ends .EQ. 0 .OR. (ends .EQ. 1 .AND. g .GE. 0.0D0)) RETURN
@K       below = @M@_main_below(i)
@K       armed(i) = 0
@K       IF (ABS(g) .GT. below) armed(i) = 1
@K       side(i) = 1.0D0
@E       END
@E C
@E       SUBROUTINE @M@_main_take_sides(t, g)
@E       INTEGER i, directions(@NE@), @M@_main_way
@E       DOUBLE PRECISION t, g(@NE@), @M@_main_error_of
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E       CALL @M@_event_directions(directions)
@E       DO 10 i = 1, @NE@
@E       IF (ABS(g(i)) .LE. @M@_main_error_of(i)) GOTO 10
@E       IF (armed(i) .EQ. 0 .AND. turned(i) .EQ. 1 .AND. directions(i) .NE. 0) THEN
@E       IF (@M@_main_way(i, g(i)) .EQ. 1) CALL @M@_main_endless(t, 'the next one would pass unseen')
@E       ENDIF
@E       CALL @M@_main_arm(i, g(i))
@E    10 CONTINUE
@E       END
@E C
@E       SUBROUTINE @M@_main_endless(t, why)
@E       DOUBLE PRECISION t
@E       CHARACTER*(*) why
@E       CHARACTER*64 names(@NE@)
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@), i
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E       CALL @M@_event_names(names)
@E       WRITE(*, '(A, 1P, E20.12)') 'time ', t
@E       DO 10 i = 1, @NE@
@E       IF (counts(i) .GT. 0) WRITE(*, '(I12, A, A)') counts(i), ' times ', names(i)
@E    10 CONTINUE
@E       CALL @M@_main_stop('events follow one another without end ('// why// ')')
@E       END
@E C
@E       SUBROUTINE @M@_main_apply(t, i, y, w, c, halt)
@E       INTEGER i, halt, info, n, stops(@NE@), @M@_main_length
@E       DOUBLE PRECISION t, y(@NY@), w(@NW@), c(@NC@), pulse(@NPHI@)
@E       DOUBLE PRECISION before, kinet, poten
@E       CHARACTER*64 names(@NE@)
@E       CHARACTER*25 digits
@G       CHARACTER*64 rows(@NPHI@)
@G       DOUBLE PRECISION phi(@NPHI@), phid(@NPHI@), off(@NPHI@), big
@E       INTEGER k
@E       LOGICAL @M@_main_finite
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E       CALL @M@_event_names(names)
@E       CALL @M@_event_stops(stops)
@E       n = @M@_main_length(names(i))
@E       CALL @M@_energy(t, y, y(@IU@)@S_Y@, w, c, kinet, poten)
@E       before = kinet + poten
@G       CALL @M@_constraints(t, y, y(@IU@)@S_Y@, w, c, off, phid)
@E       CALL @M@_event(i, t, y, y(@IU@)@S_Y@, w, c, pulse, info)
@K       IF (info .GT. @CONTACT_INFO@) CALL @M@_main_contact_stop('event '// names(i)(1:n)// ' cannot be applied: ', info)
@E       IF (info .NE. 0) CALL @M@_main_stop('event '// names(i)(1:n)// ' cannot be applied: '// 'its equations are singular')
@E       DO 10 k = 1, @NYS@
@E       IF (.NOT. @M@_main_finite(y(k))) CALL @M@_main_stop('event '// names(i)(1:n)// ' leads to values that are no '// 'finite numbers')
@E    10 CONTINUE
@G       CALL @M@_constraint_names(rows)
@G       CALL @M@_constraints(t, y, y(@IU@)@S_Y@, w, c, phi, phid)
@G       big = 1.0D0
@G       DO 20 k = 1, @NQS@
@G       big = MAX(big, ABS(y(k)))
@G    20 CONTINUE
@G       DO 30 k = 1, @NPHI@
@G       IF (ABS(off(k)) .GT. 0.0D0 .OR. ABS(phi(k)) .LE. @BROKEN_D@*big) GOTO 30
@G       WRITE(digits, '(1P, E12.4)') phi(k)
@G       CALL @M@_main_left(digits)
@G       CALL @M@_main_stop('event '// names(i)(1:n)// ' switches '// rows(k)(1:@M@_main_length(rows(k)))// ' on where it is broken by '// digits)
@G    30 CONTINUE
@E       CALL @M@_energy(t, y, y(@IU@)@S_Y@, w, c, kinet, poten)
@E       counts(i) = counts(i) + 1
@E       IF (stops(i) .NE. 0) halt = 1
@E       WRITE(digits, '(1P, E24.16E3)') t
@E       CALL @M@_main_event_text(digits, 0)
@E       CALL @M@_main_event_text(','// names(i), 0)
@G       DO 40 k = 1, @NPHI@
@G       WRITE(digits, '(A1, 1P, E24.16E3)') ',', pulse(k)
@G       CALL @M@_main_event_text(digits, 0)
@G    40 CONTINUE
@E       WRITE(digits, '(A1, 1P, E24.16E3)') ',', before
@E       CALL @M@_main_event_text(digits, 0)
@E       WRITE(digits, '(A1, 1P, E24.16E3)') ',', kinet + poten
@E       CALL @M@_main_event_text(digits, 1)
@E       END
@E C
@E C How long the function of an event that has just happened stays away
@E C from zero on the side that it was sent back to, by its rate and the
@E C change of that; 0: it does not leave; -1: it goes on through zero, or
@E C nothing is known
@E       DOUBLE PRECISION FUNCTION @M@_main_back(t, i, given, y, w, c)
@E       INTEGER i, k, directions(@NE@)
@E       DOUBLE PRECISION t, given, y(@NY@), w(@NW@), c(@NC@), second
@E       DOUBLE PRECISION ydot(@NY@), later(@NY@), g(@NE@), gdot(@NE@)
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       DOUBLE PRECISION rate, h, before, middle, first, next
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E       CALL @M@_event_directions(directions)
@E       @M@_main_back = -1.0D0
@E       rate = given
@E       IF (directions(i) .EQ. 0) RETURN
@E       CALL @M@_main_slope(t, y, w, c, ydot)
@E       DO 10 k = 1, @NYS@
@E       later(k) = y(k) + little*ydot(k)
@E    10 CONTINUE
@E       CALL @M@_main_values_of_events(t + little, later, w, c, g, gdot)
@E       second = (gdot(i) - rate)/little
@E       IF (ABS(rate) .GT. 0.0D0 .OR. ABS(second) .GT. 0.0D0) GOTO 40
@E C Nothing is given for functions that hold inputs
@E       h = 1.0D3*little
@E       CALL @M@_main_values_of_events(t, y, w, c, g, gdot)
@E       before = g(i)
@E       DO 20 k = 1, @NYS@
@E       later(k) = y(k) + h*ydot(k)
@E    20 CONTINUE
@E       CALL @M@_main_values_of_events(t + h, later, w, c, g, gdot)
@E       middle = g(i)
@E       CALL @M@_main_slope(t + h, later, w, c, ydot)
@E       DO 30 k = 1, @NYS@
@E       later(k) = later(k) + h*ydot(k)
@E    30 CONTINUE
@E       CALL @M@_main_values_of_events(t + 2*h, later, w, c, g, gdot)
@E       first = middle - before
@E       next = g(i) - middle
@E       IF (MAX(ABS(first), ABS(next)) .LE. 1.0D-14*size(i)) RETURN
@E       rate = first/h
@E       second = (next - first)/h/h
@E    40 IF (rate*directions(i) .GT. 0.0D0) RETURN
@E       IF (second*directions(i) .GT. 0.0D0) THEN
@E       @M@_main_back = -2.0D0*rate/second
@E       ELSE IF (rate*directions(i) .LT. 0.0D0) THEN
@E       @M@_main_back = 1.0D300
@E       ENDIF
@E       END
@E C
@E C What is due happens in declared order, each from the state that the
@E C earlier ones left, if its condition still holds.
@E       SUBROUTINE @M@_main_apply_all(t, due, g, gdot, settng, y, w, c, halt, happen)
@E       DOUBLE PRECISION t, g(@NE@), gdot(@NE@), settng(5)
@E       DOUBLE PRECISION y(@NY@), w(@NW@), c(@NC@)
@E       DOUBLE PRECISION later(@NE@), rate(@NE@), back
@E       DOUBLE PRECISION @M@_main_error_of, @M@_main_back
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@E       INTEGER due(@NE@), halt, happen, done(@NE@), i, j, way
@E       INTEGER @M@_main_way, wasdue
@K       INTEGER @M@_main_ends
@E       LOGICAL zero
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E       happen = 0
@E       DO 10 i = 1, @NE@
@E       done(i) = 0
@E    10 CONTINUE
@E    20 IF (halt .NE. 0) GOTO 50
@E       DO 40 i = 1, @NE@
@E       IF (due(i) .EQ. 0) GOTO 40
@E       due(i) = 0
@E       happen = happen + 1
@E       IF (happen .GT. 100) CALL @M@_main_endless(t, 'more than 100 at one time')
@E       CALL @M@_main_apply(t, i, y, w, c, halt)
@E       done(i) = 1
@E       CALL @M@_main_values_of_events(t, y, w, c, later, rate)
@E       DO 30 j = 1, @NE@
@E       zero = ABS(later(j)) .LE. 1.0D3*@M@_main_error_of(j)
@E       wasdue = due(j)
@E       way = @M@_main_way(j, later(j))
@E       IF (zero .AND. (ABS(gdot(j)) .GT. 0.0D0 .OR. ABS(rate(j)) .GT. 0.0D0)) THEN
@E       due(j) = @M@_main_way(j, rate(j))
@E       IF (wasdue .EQ. 0) THEN
@E       IF (i .EQ. j) due(j) = 0
@E       IF (@M@_main_way(j, gdot(j)) .EQ. 1) due(j) = 0
@E       ENDIF
@E       ELSE IF (wasdue .EQ. 1) THEN
@E       due(j) = way
@E       IF (zero) due(j) = 1
@E       ELSE IF (j .NE. i .AND. armed(j) .EQ. 1 .AND. .NOT. zero .AND. done(j) .EQ. 0) THEN
@E       IF (side(j)*later(j) .LT. 0.0D0) due(j) = way
@E       ENDIF
@E       IF (due(j) .EQ. 0 .AND. done(j) .EQ. 0 .AND. .NOT. zero) CALL @M@_main_arm(j, later(j))
@E       g(j) = later(j)
@E       gdot(j) = rate(j)
@E    30 CONTINUE
@E       GOTO 20
@E    40 CONTINUE
@E    50 IF (happen .EQ. 0) RETURN
@F       CALL @M@_main_assemble(t, settng(5), y, w, c)
@E       settng(5) = settng(5)
@E       CALL @M@_main_values_of_events(t, y, w, c, g, gdot)
@E       DO 60 i = 1, @NE@
@E       CALL @M@_main_arm(i, g(i))
@E       back = @M@_main_error_of(i)
@E       IF (done(i) .EQ. 1) back = 1.0D3*back
@E       IF (ABS(g(i)) .GT. back) GOTO 60
@E       armed(i) = 0
@E       IF (done(i) .EQ. 0) GOTO 60
@E       back = @M@_main_back(t, i, gdot(i), y, w, c)
@E       IF (back .GE. 0.0D0) turned(i) = 1
@K       IF (@M@_main_ends(i) .NE. 0) turned(i) = 0
@E       IF (back .GT. 0.0D0 .AND. back .LT. 1.0D299) look(i) = t + back/4
@E    60 CONTINUE
@E       END
@E C
@E C A step of length from the state z at t on, into y, and the functions
@E C there
@E       SUBROUTINE @M@_main_try(t, length, z, y, w, c, g, gdot)
@E       DOUBLE PRECISION t, length, z(@NY@), y(@NY@), w(@NW@), c(@NC@)
@E       DOUBLE PRECISION g(@NE@), gdot(@NE@)
@E       INTEGER k
@E       DO 10 k = 1, @NYS@
@E       y(k) = z(k)
@E    10 CONTINUE
@E       CALL @M@_main_step(t, length, y, w, c)
@H       CALL @M@_normalize(y)
@E       CALL @M@_main_check_numbers(t + length, y)
@E       CALL @M@_main_values_of_events(t + length, y, w, c, g, gdot)
@E       END
@E C
@E C When event i happens in a step of length from z on: where its function
@E C is beyond zero, to the last digit; after comes out
@E       SUBROUTINE @M@_main_locate(t, length, z, i, y, w, c, after)
@E       DOUBLE PRECISION t, length, z(@NY@), y(@NY@), w(@NW@), c(@NC@)
@E       DOUBLE PRECISION after, before, middle, g(@NE@), gdot(@NE@)
@E       INTEGER i, k, @M@_main_crossed
@E       before = 0.0D0
@E       after = length
@E       DO 10 k = 1, 100
@E       middle = before + (after - before)/2
@E       IF (.NOT. (before .LT. middle .AND. middle .LT. after)) RETURN
@E       IF (.NOT. (t + before .LT. t + after)) RETURN
@E       CALL @M@_main_try(t, middle, z, y, w, c, g, gdot)
@E       IF (@M@_main_crossed(i, g(i)@RATE_F@) .EQ. 1) THEN
@E       after = middle
@E       ELSE
@E       before = middle
@E       ENDIF
@E    10 CONTINUE
@E       END
@E C
@E C t and y, to the time ending, or to an event that stops the run
@E       SUBROUTINE @M@_main_advance(t, ending, settng, y, w, c, halt)
@E       DOUBLE PRECISION t, ending, settng(5), y(@NY@), w(@NW@), c(@NC@)
@E       DOUBLE PRECISION limit, length, after, z(@NY@), g(@NE@)
@E       DOUBLE PRECISION gdot(@NE@)
@E       DOUBLE PRECISION side(@NE@), size(@NE@), look(@NE@), little
@E       INTEGER armed(@NE@), turned(@NE@), counts(@NE@)
@E       INTEGER halt, happen, due(@NE@), i
@E       INTEGER @M@_main_crossed, @M@_main_at_zero
@K C 1 where a gap left zero and came back within the step
@K       INTEGER back(@NE@), crossd, ends, @M@_main_ends
@K       COMMON /@M@_main_returns/ back
@E       COMMON /@M@_main_events/ side, size, look, little, armed, turned, counts
@E    10 IF (.NOT. (t .LT. ending .AND. halt .EQ. 0)) RETURN
@E       limit = ending
@E       DO 20 i = 1, @NE@
@E       IF (look(i) .GT. t) limit = MIN(limit, look(i))
@E    20 CONTINUE
@E       DO 30 i = 1, @NYS@
@E       z(i) = y(i)
@E    30 CONTINUE
@K       DO 33 i = 1, @NE@
@K       back(i) = 0
@K    33 CONTINUE
@E       length = limit - t
@E       CALL @M@_main_try(t, length, z, y, w, c, g, gdot)
@K       DO 36 i = 1, @NE@
@K       crossd = @M@_main_crossed(i, g(i), gdot(i))
@K       ends = @M@_main_ends(i)
@K       IF (ends .EQ. 1 .AND. armed(i) .EQ. 0) back(i) = crossd
@K    36 CONTINUE
@E       DO 40 i = 1, @NE@
@E       IF (@M@_main_crossed(i, g(i)@RATE_F@) .EQ. 0) GOTO 40
@E       CALL @M@_main_locate(t, limit - t, z, i, y, w, c, after)
@E       length = MIN(length, after)
@E    40 CONTINUE
@E       CALL @M@_main_try(t, length, z, y, w, c, g, gdot)
@E       IF (length .LT. limit - t) THEN
@E       t = t + length
@E       ELSE
@E       t = limit
@E       ENDIF
@E       DO 50 i = 1, @NE@
@E       due(i) = @M@_main_crossed(i, g(i)@RATE_F@)
@E       IF (armed(i) .EQ. 1 .AND. due(i) .EQ. 0) due(i) = @M@_main_at_zero(i, g(i), gdot(i))
@E    50 CONTINUE
@E       CALL @M@_main_apply_all(t, due, g, gdot, settng, y, w, c, halt, happen)
@E       IF (happen .EQ. 0) CALL @M@_main_take_sides(t, g)
@E       GOTO 10
@E       END
@+ driver_reading.f
@W @+ driver_inputs.f
@+ driver_files.f
@+ driver_echo.f
