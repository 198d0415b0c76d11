C
C What a run has used, and the state where it ends, as such files
      SUBROUTINE @M@_main_echo(name, value, mark, text)
      CHARACTER*(*) name, mark, text
      DOUBLE PRECISION value
      CHARACTER*24 digits
      CHARACTER*400 line
      INTEGER @M@_main_length
      WRITE(digits, '(1P, E24.16E3)') value
      CALL @M@_main_left(digits)
      line = name// ' '// digits
      line(@M@_main_length(line) + 2:) = mark
      IF (text .NE. ' ') line(@M@_main_length(line) + 3:) = '# '// text
      CALL @M@_main_line(22, line)
      END
@if user_units@
C
C In the unit of files, where a number of 17 digits gives just this
C value again
      SUBROUTINE @M@_main_echo_in_files(name, infile, value, mark, text)
      CHARACTER*(*) name, infile, mark, text
      CHARACTER*64 users
      DOUBLE PRECISION value, factor, number(3)
      INTEGER k
      CALL @M@_main_user_unit(name, users, factor)
      number(1) = value/factor
      number(2) = number(1) + 1.2D-16*number(1)
      number(3) = number(1) - 1.2D-16*number(1)
      DO 10 k = 1, 3
      IF (number(k)*factor .LT. value) GOTO 10
      IF (number(k)*factor .GT. value) GOTO 10
      CALL @M@_main_echo(infile, number(k), users, text)
      RETURN
   10 CONTINUE
      CALL @M@_main_echo(infile, value, mark, text)
      END
@end@
C
      SUBROUTINE @M@_main_echo_state(y, w)
      DOUBLE PRECISION y(@NY@), w(@NW@)
@if events@
      INTEGER i, @M@_main_length
      CHARACTER*64 names(@NE@)
      DOUBLE PRECISION fired(@NE@)
      COMMON /@M@_main_fired/ fired
@end@
C     whatever a model has, no argument is without use
      y(1) = y(1)
      w(1) = w(1)
@ECHO_STATE@      CONTINUE
@if events@
      CALL @M@_event_names(names)
      DO 10 i = 1, @NE@
      IF (fired(i) .GT. 0.0D0) CALL @M@_main_echo('event '// names(i)(1:@M@_main_length(names(i))), fired(i), ' ', 'its function is at zero, and must leave zero first')
   10 CONTINUE
@end@
      END
C
C FILE.echo
      SUBROUTINE @M@_main_write_echo(filnam, csvnam, settng, p, w, y)
      CHARACTER*256 filnam, csvnam, named
      DOUBLE PRECISION settng(5), p(@NP@), w(@NW@), y(@NY@)
      DOUBLE PRECISION tstart, intval, labels, realtm
      INTEGER order, status, @M@_main_length
      CHARACTER*256 title, savnam, inpnam
@if given_inputs@
      INTEGER rows, row, column(@NW@), slopof(@NW@)
@end@
      COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
      COMMON /@M@_main_texts/ title, savnam, inpnam
@if given_inputs@
      COMMON /@M@_main_where/ rows, row, column, slopof
@end@
      p(1) = p(1)
      named = filnam(1:@M@_main_length(filnam))// '.echo'
      OPEN(UNIT=22, FILE=named, STATUS='UNKNOWN', IOSTAT=status)
      IF (status .NE. 0) THEN
      WRITE(*, '(A)') 'warning: cannot write '// named(1:@M@_main_length(named))
      RETURN
      ENDIF
      CLOSE(UNIT=22, STATUS='DELETE')
      CALL @M@_main_open(22, named)
      CALL @M@_main_line(22, '# all that a run of @STEM@_main has used')
      IF (title .NE. ' ') CALL @M@_main_line(22, 'title '// title)
      IF (ABS(tstart) .GT. 0.0D0) CALL @M@_main_echo('start', tstart, 's', 'of the run')
      CALL @M@_main_echo('end', settng(1), 's', 'of the run')
      CALL @M@_main_echo('step', settng(2), 's', 'of the integration')
      IF (intval .GT. 0.0D0) CALL @M@_main_echo('output', intval, 's', 'between rows')
      CALL @M@_main_line(22, 'output '// csvnam)
      IF (order .EQ. 2) CALL @M@_main_line(22, 'integrator rk2')
      IF (order .EQ. 1) CALL @M@_main_line(22, 'integrator euler')
      IF (labels .GT. 0.0D0) CALL @M@_main_line(22, 'labels 1')
      IF (realtm .GT. 0.0D0) CALL @M@_main_line(22, 'realtime 1')
      IF (savnam .NE. ' ') CALL @M@_main_line(22, 'save '// savnam)
@if corrections@
      CALL @M@_main_echo('project', settng(4), ' ', 'onto the constraints after every step')
      CALL @M@_main_echo('tolerance', settng(5), ' ', 'of the constraints')
@end@
      CALL @M@_main_line(22, '# parameters')
@ECHO_PARAMETERS@      IF (inpnam .NE. ' ') CALL @M@_main_line(22, 'inputs '// inpnam)
@if given_inputs@
      CALL @M@_main_line(22, '# inputs')
@end@
@ECHO_INPUTS@      CALL @M@_main_line(22, '# the start')
@if corrections@
      CALL @M@_main_echo('assemble', settng(3), ' ', 'first, onto the constraints')
@end@
      CALL @M@_main_echo_state(y, w)
      CALL @M@_main_line(22, '# columns of the CSV file')
      CALL @M@_main_labels(22)
      CALL @M@_main_close(22, named)
      END
C
      SUBROUTINE @M@_main_save_state(t, w, y)
      DOUBLE PRECISION t, w(@NW@), y(@NY@)
      INTEGER status
      CHARACTER*256 title, savnam, inpnam
      COMMON /@M@_main_texts/ title, savnam, inpnam
      CALL @M@_main_open(22, savnam)
      CALL @M@_main_line(22, '# a state of @M@: '// 'include this file to go on from here')
      CALL @M@_main_echo('start', t, 's', 'of the run')
@if corrections@
      CALL @M@_main_echo('assemble', 0.0D0, ' ', 'the state is taken as it stands here')
@end@
      CALL @M@_main_echo_state(y, w)
      CALL @M@_main_close(22, savnam)
      CALL @M@_main_put(6, 'saved the state in '// savnam, 1, status)
      IF (status .NE. 0) CALL EXIT(1)
      END
