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
