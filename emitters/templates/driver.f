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
      CHARACTER*512 filnam
      INTEGER count, IARGC
      DOUBLE PRECISION bytes(0:60)
      COMMON /@M@_count/ bytes
      bytes(0) = 0.0D0
      filnam = ' '
      count = IARGC()
      IF (count .GT. 1) CALL @M@_fail('expected one file, found more arguments')
      IF (count .EQ. 1) CALL GETARG(1, filnam)
      CALL @M@_simulate_file(filnam, '@STEM@.csv')
      END
@PROCEDURES@
@include primitives.f@
