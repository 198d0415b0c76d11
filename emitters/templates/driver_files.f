C
C The time after k steps of h
      DOUBLE PRECISION FUNCTION @M@_main_after(k, h, steps, ending)
      INTEGER k, steps
      DOUBLE PRECISION h, ending
      DOUBLE PRECISION tstart, intval, labels, realtm
      INTEGER order
      COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
      @M@_main_after = tstart + k*h
      IF (intval .GT. 0.0D0 .AND. k .EQ. steps) @M@_main_after = ending
      END
C
C Waits until the clock shows as much as the model's time; a step that
C ends later is an overrun. began is the clock at the start.
      SUBROUTINE @M@_main_keep_up(passed, began, over)
      DOUBLE PRECISION passed, began, @M@_main_clock
      INTEGER over
      IF (@M@_main_clock() - began .GT. passed) over = over + 1
   10 IF (@M@_main_clock() - began .LT. passed) GOTO 10
      END
C
C Of the machine, s
      DOUBLE PRECISION FUNCTION @M@_main_clock()
      INTEGER*8 ticks, rate
      CALL SYSTEM_CLOCK(ticks, rate)
      @M@_main_clock = DBLE(ticks)/DBLE(rate)
      END
C
      SUBROUTINE @M@_main_label(unit, name, mark, text)
      INTEGER unit
      CHARACTER*(*) name, mark, text
      CHARACTER*64 shown
      shown = mark
      IF (mark .EQ. ' ') shown = 'no unit'
      IF (text .EQ. ' ') THEN
      CALL @M@_main_line(unit, '# '// name// ': '// shown)
      ELSE
      CALL @M@_main_line2(unit, '# '// name// ': ', shown, ', '// text)
      ENDIF
      END
C
C A line of a file; one of three texts, the second without the blanks at
C its end
      SUBROUTINE @M@_main_line(unit, text)
      INTEGER unit, status
      CHARACTER*(*) text
      CALL @M@_main_put(unit, text, 1, status)
      IF (status .NE. 0) CALL @M@_main_stop('cannot write a file')
      END
C
      SUBROUTINE @M@_main_line2(unit, text, middle, more)
      INTEGER unit, status, @M@_main_length
      CHARACTER*(*) text, middle, more
      CHARACTER*400 all
      INTEGER n
      all = text
      n = LEN(text)
      all(n + 1:) = middle
      n = n + @M@_main_length(middle)
      all(n + 1:) = more
      CALL @M@_main_put(unit, all, 1, status)
      IF (status .NE. 0) CALL @M@_main_stop('cannot write a file')
      END
C
C What the columns of the CSV file are
      SUBROUTINE @M@_main_labels(unit)
      INTEGER unit
      CALL @M@_main_label(unit, 't', 's', 'time')
@LABELS@      CALL @M@_main_line(unit, '# kinetic, potential: energies')
      END
