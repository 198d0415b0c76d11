C
C Texts, files and numbers. Blanks at the end of a text do not count;
C this is its length without them.
      INTEGER FUNCTION @M@_length(text)
      CHARACTER*(*) text
      INTEGER n
      n = LEN(text)
C     the second half is blank as a rule
    5 IF (n .GT. 32) THEN
      IF (text(n/2 + 1:n) .EQ. ' ') THEN
      n = n/2
      GOTO 5
      ENDIF
      ENDIF
   10 IF (n .GT. 0) THEN
      IF (text(n:n) .EQ. ' ') THEN
      n = n - 1
      GOTO 10
      ENDIF
      ENDIF
      @M@_length = n
      END
C
C The first character from there on that is none of these; what ends the
C text where none is
      INTEGER FUNCTION @M@_skip(text, from, set)
      CHARACTER*(*) text, set
      INTEGER from, k, n, @M@_length
      n = @M@_length(text)
      k = from
   10 IF (k .LE. n) THEN
      IF (INDEX(set, text(k:k)) .GT. 0) THEN
      k = k + 1
      GOTO 10
      ENDIF
      ENDIF
      @M@_skip = k
      END
C
C The first one that is one of them
      INTEGER FUNCTION @M@_find(text, from, set)
      CHARACTER*(*) text, set
      INTEGER from, k, n, @M@_length
      n = @M@_length(text)
      k = from
   10 IF (k .LE. n) THEN
      IF (INDEX(set, text(k:k)) .EQ. 0) THEN
      k = k + 1
      GOTO 10
      ENDIF
      ENDIF
      @M@_find = k
      END
C
      SUBROUTINE @M@_whole_text(number, digits)
      INTEGER number, k
      CHARACTER*24 digits
      WRITE(digits, '(I24)') number
      k = 1
   10 IF (digits(k:k) .EQ. ' ') THEN
      k = k + 1
      GOTO 10
      ENDIF
      digits = digits(k:24)
      END
C
C All digits of a number
      SUBROUTINE @M@_all_digits(value, digits)
      DOUBLE PRECISION value
      CHARACTER*24 digits, text
      INTEGER k
      WRITE(text, '(1P, E24.16E3)') value
      k = 1
   10 IF (text(k:k) .EQ. ' ') THEN
      k = k + 1
      GOTO 10
      ENDIF
      digits = text(k:24)
      k = INDEX(digits, 'E')
      IF (k .EQ. 0) RETURN
      digits(k:k) = 'e'
      text = digits(k + 3:24)
      IF (digits(k + 2:k + 2) .EQ. '0') digits(k + 2:24) = text
      END
C
C A decimal number
      SUBROUTINE @M@_number_of(given, value)
      CHARACTER*(*) given
      DOUBLE PRECISION value
      INTEGER status, n, @M@_length
      n = @M@_length(given)
      READ(given(1:n), '(BN, F16384.0)', IOSTAT=status) value
      IF (status .NE. 0) value = 1.0D308
      IF (status .NE. 0) value = 10*value
      END
C
C Its digits, the exponent of the first one, and what they are read as
      SUBROUTINE @M@_scientific(value, count, all, exponent, back)
      DOUBLE PRECISION value, back
      INTEGER count, exponent
      CHARACTER*64 all, text
      CHARACTER*16 form
      WRITE(form, '(A, I2.2, A)') '(1P, E40.', count - 1, 'E3)'
      WRITE(text, form) value
      READ(text(1:40), '(E40.0)') back
      READ(text(37:40), '(I4)') exponent
      all = text(1:35)
   10 IF (all(1:1) .EQ. ' ') THEN
      all = all(2:64)
      GOTO 10
      ENDIF
      text = all
      all = text(1:INDEX(text, '.') - 1)// text(INDEX(text, '.') + 1:64)
      END
C
      SUBROUTINE @M@_warn(text)
      CHARACTER*(*) text
      INTEGER n, @M@_length
      n = @M@_length(text)
      WRITE(0, '(A)') 'warning: '// text(1:n)
      END
C
      SUBROUTINE @M@_fail(text)
      CHARACTER*(*) text
      INTEGER n, @M@_length
      n = @M@_length(text)
      WRITE(0, '(A)') 'error: '// text(1:n)
      CALL EXIT(1)
      END
C
C File k is unit 30 + k, file 0 unit 6
      SUBROUTINE @M@_open_old(file, name, failed)
      CHARACTER*(*) name
      INTEGER file, status, n, @M@_length
      LOGICAL failed
      n = @M@_length(name)
      INQUIRE(FILE=name(1:n)// '/.', EXIST=failed)
      IF (failed) RETURN
      OPEN(UNIT=30 + file, FILE=name(1:n), STATUS='OLD', IOSTAT=status)
      failed = status .NE. 0
      END
C
C Without what it holds
      SUBROUTINE @M@_open_new(file, name, failed)
      CHARACTER*(*) name
      INTEGER file, unit, values(13), status
      LOGICAL failed
      DOUBLE PRECISION bytes(0:60)
      COMMON /@M@_count/ bytes
      bytes(file) = 0.0D0
      unit = 30 + file
      OPEN(UNIT=unit, FILE=name, STATUS='UNKNOWN', IOSTAT=status)
      failed = status .NE. 0
      IF (failed) RETURN
      CALL FSTAT(unit, values, status)
      IF (status .NE. 0 .OR. MOD(values(3)/4096, 16) .NE. 8) RETURN
      IF (values(8) .EQ. 0) RETURN
      ENDFILE(UNIT=unit, IOSTAT=status)
      IF (status .EQ. 0) REWIND(UNIT=unit, IOSTAT=status)
      failed = status .NE. 0
      END
C
C failed: on a full disk it is shorter than what was written
      SUBROUTINE @M@_close_file(file, failed)
      INTEGER file, unit, values(13), status
      LOGICAL failed
      DOUBLE PRECISION bytes(0:60), sent
      COMMON /@M@_count/ bytes
      sent = bytes(file)
      unit = 30 + file
      IF (file .EQ. 0) unit = 6
      failed = sent .LT. 0.0D0
      CALL FLUSH(unit)
      CALL FSTAT(unit, values, status)
      IF (status .EQ. 0 .AND. file .GT. 0 .AND. sent .LT. 2.0D9) THEN
      IF (MOD(values(3)/4096, 16) .EQ. 8 .AND. values(8) .NE. NINT(sent)) failed = .TRUE.
      ENDIF
      CLOSE(UNIT=unit, IOSTAT=status)
      IF (status .NE. 0) failed = .TRUE.
      END
C
C status: 0, 1 at the end of the file, 2 it cannot be read, 3 the line
C is too long, 4 it holds a zero
      SUBROUTINE @M@_read_line(file, line, status)
      INTEGER file, status, n, got
      CHARACTER*(*) line
      CHARACTER*1 c
      n = 0
      status = 0
      line = ' '
      CALL FGETC(30 + file, c, got)
      IF (got .NE. 0) status = 2
      IF (got .LT. 0) status = 1
   10 IF (got .NE. 0 .OR. c .EQ. CHAR(10)) RETURN
      IF (n .EQ. LEN(line)) status = 3
      IF (c .EQ. CHAR(0)) status = 4
      IF (status .NE. 0) RETURN
      n = n + 1
      line(n:n) = c
      IF (c .EQ. CHAR(9) .OR. (c .GE. CHAR(11) .AND. c .LE. CHAR(13))) line(n:n) = ' '
      CALL FGETC(30 + file, c, got)
      GOTO 10
      END
C
C A text as it is, and where ends is 1 the end of the line
      SUBROUTINE @M@_put_text(file, text, ends)
      INTEGER file, ends, status, k, unit
      CHARACTER*(*) text
      DOUBLE PRECISION bytes(0:60)
      COMMON /@M@_count/ bytes
      status = 0
      unit = 30 + file
      IF (file .EQ. 0) unit = 6
      DO 10 k = 1, LEN(text)
      IF (status .EQ. 0) CALL FPUTC(unit, text(k:k), status)
   10 CONTINUE
      IF (ends .EQ. 1 .AND. status .EQ. 0) CALL FPUTC(unit, CHAR(10), status)
      bytes(file) = bytes(file) + LEN(text) + ends
      IF (status .NE. 0) bytes(file) = -1.0D30
      END
C
C Of the machine, s
      SUBROUTINE @M@_clock_now(seconds)
      DOUBLE PRECISION seconds
      INTEGER*8 ticks, rate
      CALL SYSTEM_CLOCK(ticks, rate)
      seconds = DBLE(ticks)/DBLE(rate)
      END
C
C By looking at the clock
      SUBROUTINE @M@_sleep_for(seconds)
      DOUBLE PRECISION seconds, began, now
      CALL @M@_clock_now(began)
   10 CALL @M@_clock_now(now)
      IF (now - began .LT. seconds) GOTO 10
      END
