@HEAD@
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
@PRIMITIVES@
