C
C Is the text one decimal number? "-12.5", "1e-3", "1d-3"
      LOGICAL FUNCTION @M@_main_decimal(text, n)
      CHARACTER*(*) text
      INTEGER n, k, digits, point
      @M@_main_decimal = .FALSE.
      IF (n .EQ. 0) RETURN
      digits = 0
      point = 0
      k = 1
      IF (INDEX('+-', text(1:1)) .GT. 0) k = 2
   10 IF (k .GT. n) GOTO 20
      IF (INDEX('0123456789', text(k:k)) .GT. 0) THEN
      digits = digits + 1
      ELSE IF (text(k:k) .EQ. '.' .AND. point .EQ. 0) THEN
      point = 1
      ELSE
      GOTO 20
      ENDIF
      k = k + 1
      GOTO 10
   20 IF (digits .EQ. 0) RETURN
      @M@_main_decimal = k .GT. n
      IF (k .GE. n) RETURN
      IF (INDEX('eEdD', text(k:k)) .EQ. 0) RETURN
      k = k + 1
      IF (INDEX('+-', text(k:k)) .GT. 0) k = k + 1
      IF (k .GT. n) RETURN
   30 IF (INDEX('0123456789', text(k:k)) .EQ. 0) RETURN
      k = k + 1
      IF (k .LE. n) GOTO 30
      @M@_main_decimal = .TRUE.
      END
C
C Ends with the place in the file and a message
      SUBROUTINE @M@_main_wrong(filnam, number, text)
      CHARACTER*256 filnam
      CHARACTER*(*) text
      CHARACTER*12 digits
      INTEGER number, @M@_main_length
      WRITE(digits, '(I12)') number
      CALL @M@_main_left(digits)
      CALL @M@_main_stop(filnam(1:@M@_main_length(filnam))// ':'// digits(1:@M@_main_length(digits))// ': '// text)
      END
C
C The number that a text of length n is
      DOUBLE PRECISION FUNCTION @M@_main_number(filnam, number, text, n)
      CHARACTER*256 filnam
      CHARACTER*(*) text
      INTEGER number, n, status
      LOGICAL @M@_main_decimal, @M@_main_finite
      @M@_main_number = 0.0D0
      IF (n .EQ. 0) CALL @M@_main_wrong(filnam, number, 'a number is missing')
      IF (.NOT. @M@_main_decimal(text, n)) CALL @M@_main_wrong(filnam, number, text(1:n)// ' is not a number')
      READ(text(1:n), '(BN, F513.0)', IOSTAT=status) @M@_main_number
      IF (status .EQ. 0) THEN
      IF (.NOT. @M@_main_finite(@M@_main_number)) status = 1
      ENDIF
      IF (status .NE. 0) CALL @M@_main_wrong(filnam, number, text(1:n)// ' is beyond all numbers')
      END
C
C The first word of a text, and what follows it
      SUBROUTINE @M@_main_split(text, word, rest)
      CHARACTER*513 text, word, rest, line
      INTEGER at
      line = text
      CALL @M@_main_left(line)
      at = INDEX(line, ' ')
      IF (at .EQ. 0) at = 513
      word = line(1:at)
      rest = line(at:513)
      CALL @M@_main_left(rest)
      END
C
C The next line, of n characters, without the byte order mark that some
C editors put at the begin of a file; ends is 1 at the end of the file.
C No more than the line holds is read.
      SUBROUTINE @M@_main_next_line(unit, filnam, number, line, n, ends)
      INTEGER unit, number, n, ends, status
      CHARACTER*256 filnam
      CHARACTER*(*) line
      CHARACTER*1 c
      line = ' '
      n = 0
      ends = 0
   10 CALL FGETC(unit, c, status)
      IF (status .GT. 0) CALL @M@_main_stop('cannot read '// filnam)
      IF (status .LT. 0 .AND. n .EQ. 0) THEN
      ends = 1
      RETURN
      ENDIF
      IF (status .LT. 0 .OR. c .EQ. CHAR(10)) GOTO 20
      IF (n .EQ. LEN(line)) CALL @M@_main_wrong(filnam, number + 1, 'the line is too long')
      n = n + 1
      line(n:n) = c
      GOTO 10
   20 number = number + 1
      IF (number .GT. 10000000) CALL @M@_main_wrong(filnam, number, 'the file is too long')
      IF (number .GT. 1 .OR. n .LT. 3) RETURN
      IF (line(1:3) .NE. CHAR(239)// CHAR(187)// CHAR(191)) RETURN
      line(1:3) = ' '
      CALL @M@_main_left(line)
      END
C
C Opens a file as unit 30 + depth
      SUBROUTINE @M@_main_open_old(filnam, depth)
      CHARACTER*256 filnam
      INTEGER depth, status, @M@_main_length
      LOGICAL folder
      INQUIRE(FILE=filnam(1:@M@_main_length(filnam))// '/.', EXIST=folder)
      IF (folder) CALL @M@_main_stop(filnam(1:@M@_main_length(filnam))// ' is a folder')
      OPEN(UNIT=30 + depth, FILE=filnam, STATUS='OLD', IOSTAT=status)
      IF (status .NE. 0) CALL @M@_main_stop('cannot read '// filnam)
      END
C
C Pass 1 takes settings, parameters and inputs; pass 2 the initial
C state, which may depend on the parameters. A file that is included
C is read in the place of its line.
      SUBROUTINE @M@_main_read(pass, filnam, csvnam, settng, p, w, y)
      INTEGER pass, ends, at, n, depth, number(10), plain
      INTEGER @M@_main_length
      CHARACTER*256 filnam, csvnam, names(10)
      CHARACTER*513 line, name, text, rest, more
      DOUBLE PRECISION settng(5), p(@NP@), w(@NW@), y(@NY@)
      LOGICAL @M@_main_decimal, isnum
      depth = 1
      names(1) = filnam
      number(1) = 0
      CALL @M@_main_open_old(filnam, depth)
   10 CONTINUE
      CALL @M@_main_next_line(30 + depth, names(depth), number(depth), line(1:512), n, ends)
      IF (ends .EQ. 1) GOTO 40
      line(513:513) = ' '
      at = INDEX(line, '#')
      IF (at .GT. 0) line(at:513) = ' '
      DO 20 at = 1, 513
      IF (line(at:at) .EQ. CHAR(9)) line(at:at) = ' '
      IF (line(at:at) .EQ. CHAR(13)) line(at:at) = ' '
   20 CONTINUE
      IF (line .EQ. ' ') GOTO 10
      CALL @M@_main_split(line, name, rest)
      plain = 0
      IF (name .EQ. 'parameter') THEN
      CALL @M@_main_split(rest, text, more)
      n = @M@_main_length(text)
      isnum = @M@_main_decimal(text, n)
      IF (more .NE. ' ' .AND. .NOT. isnum) THEN
      plain = 1
      name = text
      rest = more
      ENDIF
      ENDIF
      IF (rest .EQ. ' ') CALL @M@_main_wrong(names(depth), number(depth), 'no value for '// name)
      CALL @M@_main_split(rest, text, more)
      n = @M@_main_length(text)
      isnum = @M@_main_decimal(text, n)
      IF (name .EQ. 'include' .AND. plain .EQ. 0 .AND. .NOT. isnum) THEN
      IF (depth .EQ. 10) CALL @M@_main_wrong(names(depth), number(depth), 'files include one another '// 'more than ten deep')
      IF (@M@_main_length(rest) .GT. 256) CALL @M@_main_wrong(names(depth), number(depth), 'the name of the file is too long')
      depth = depth + 1
      names(depth) = rest(1:256)
      number(depth) = 0
      CALL @M@_main_open_old(names(depth), depth)
      GOTO 10
      ENDIF
      CALL @M@_main_assign(pass, plain, names(depth), number(depth), name, rest, csvnam, settng, p, w, y)
      GOTO 10
   40 CLOSE(UNIT=30 + depth)
      depth = depth - 1
      IF (depth .GT. 0) GOTO 10
      END
C
C 0 where the name is not among them
      INTEGER FUNCTION @M@_main_place(names, n, name)
      INTEGER n, k
      CHARACTER*64 names(n)
      CHARACTER*(*) name
      @M@_main_place = 0
      DO 10 k = 1, n
      IF (names(k) .EQ. name) @M@_main_place = k
   10 CONTINUE
      END
C
C The number of a line, which may have this unit behind it
      SUBROUTINE @M@_main_value(filnam, number, name, text, unit, value)
      CHARACTER*256 filnam
      CHARACTER*513 name, text, word, rest, first, more
      CHARACTER*(*) unit
      INTEGER number, n, @M@_main_length
      DOUBLE PRECISION value, @M@_main_number
      LOGICAL @M@_main_decimal
      CALL @M@_main_split(text, word, rest)
      value = @M@_main_number(filnam, number, word, @M@_main_length(word))
      IF (rest .EQ. ' ' .OR. rest .EQ. unit) RETURN
      n = @M@_main_length(name)
      CALL @M@_main_split(rest, first, more)
      IF (@M@_main_decimal(first, @M@_main_length(first))) CALL @M@_main_wrong(filnam, number, 'one value for '// name(1:n)// ', not '// text)
      IF (unit .EQ. ' ') CALL @M@_main_wrong(filnam, number, name(1:n)// ' has no unit, not '// rest)
      CALL @M@_main_wrong(filnam, number, name(1:n)// ' is given in '// rest(1:@M@_main_length(rest))// ', expected '// unit)
      END
@if user_units@
C
C The unit in which files give and take a quantity, blank where that is
C its own; factor: what it is worth in that
      SUBROUTINE @M@_main_user_unit(name, mark, factor)
      CHARACTER*(*) name
      CHARACTER*64 mark
      DOUBLE PRECISION factor
      mark = ' '
      factor = 1.0D0
@USER_UNITS@      END
C
C The number of a line, in the quantity's own unit
      SUBROUTINE @M@_main_quantity(filnam, number, name, text, unit, value)
      CHARACTER*256 filnam
      CHARACTER*513 name, text, word, rest
      CHARACTER*(*) unit
      CHARACTER*64 mark
      INTEGER number
      DOUBLE PRECISION value, factor
      CALL @M@_main_user_unit(name, mark, factor)
      CALL @M@_main_split(text, word, rest)
      IF (mark .EQ. ' ' .OR. rest .EQ. unit) THEN
      CALL @M@_main_value(filnam, number, name, text, unit, value)
      ELSE
      CALL @M@_main_value(filnam, number, name, text, mark, value)
      value = value*factor
      ENDIF
      END
@end@
C
C One of the next three: taken becomes 1 where the line has the name of
C what it sets; of a table of names it becomes the place in it
      SUBROUTINE @M@_main_keep(named, filnam, number, name, text, kept, taken)
      CHARACTER*(*) named
      CHARACTER*256 filnam, kept
      CHARACTER*513 name, text
      INTEGER number, taken, @M@_main_length
      IF (name .NE. named) RETURN
      IF (@M@_main_length(text) .GT. 256) CALL @M@_main_wrong(filnam, number, 'the text is too long')
      kept = text(1:256)
      taken = 1
      END
C
      SUBROUTINE @M@_main_set(named, mark, filnam, number, name, text, value, taken)
      CHARACTER*(*) named, mark
      CHARACTER*256 filnam
      CHARACTER*513 name, text
      INTEGER number, taken
      DOUBLE PRECISION value
      IF (name .NE. named) RETURN
      CALL @M@_main_value(filnam, number, name, text, mark, value)
      taken = 1
      END
C
      SUBROUTINE @M@_main_take(now, filnam, number, name, text, names, units, n, values, place)
      LOGICAL now
      INTEGER number, n, place, @M@_main_place
      CHARACTER*256 filnam
      CHARACTER*513 name, text
      CHARACTER*64 names(n), units(n)
      DOUBLE PRECISION values(n), value
      place = @M@_main_place(names, n, name)
      IF (place .EQ. 0) RETURN
      CALL @M@_main_@QUANTITY@(filnam, number, name, text, units(place), value)
      IF (now) values(place) = value
      END
@if events@
C
C "event NAME SIZE" of a saved state: it has just happened, and its
C function has been that large
      SUBROUTINE @M@_main_event(filnam, number, name, text, taken)
      INTEGER number, taken, i, n, @M@_main_length, @M@_main_place
      CHARACTER*256 filnam
      CHARACTER*513 name, text, word, rest
      CHARACTER*64 names(@NE@)
      DOUBLE PRECISION fired(@NE@), @M@_main_number
      LOGICAL @M@_main_decimal
      COMMON /@M@_main_fired/ fired
      CALL @M@_main_split(text, word, rest)
      n = @M@_main_length(word)
      IF (name .NE. 'event') RETURN
      IF (@M@_main_decimal(word, n)) RETURN
      CALL @M@_event_names(names)
      i = @M@_main_place(names, @NE@, word)
      IF (i .EQ. 0) CALL @M@_main_wrong(filnam, number, 'the model has no event '// word)
      fired(i) = @M@_main_number(filnam, number, rest, @M@_main_length(rest))
      taken = 1
      END
@end@
C
C One line: text is what follows the name. Settings of the first kind
C stand before the names of the model, the others behind.
      SUBROUTINE @M@_main_assign(pass, plain, filnam, number, name, text, csvnam, settng, p, w, y)
      INTEGER pass, plain, number, k, @M@_main_length
      CHARACTER*256 filnam, csvnam
      CHARACTER*513 name, text, word, rest
      CHARACTER*64 names(@NAMES@), units(@NAMES@)
      DOUBLE PRECISION settng(5), p(@NP@), w(@NW@), y(@NY@)
      DOUBLE PRECISION tstart, intval, labels, realtm
      INTEGER order
      CHARACTER*256 title, savnam, inpnam
      LOGICAL @M@_main_decimal
      COMMON /@M@_main_times/ tstart, intval, labels, realtm, order
      COMMON /@M@_main_texts/ title, savnam, inpnam
C     whatever a model has, no argument is without use
      p(1) = p(1)
      w(1) = w(1)
      y(1) = y(1)
      names(1) = ' '
      units(1) = ' '
      k = 0*pass
      CALL @M@_main_split(text, word, rest)
      IF (plain .EQ. 1) GOTO 10
      IF (name .EQ. 'output') THEN
      IF (@M@_main_decimal(word, @M@_main_length(word))) THEN
      CALL @M@_main_value(filnam, number, name, text, 's', intval)
      ELSE
      CALL @M@_main_keep('output', filnam, number, name, text, csvnam, k)
      ENDIF
      RETURN
      ENDIF
@if events@
      CALL @M@_main_event(filnam, number, name, text, k)
@end@
      CALL @M@_main_set('end', 's', filnam, number, name, text, settng(1), k)
      CALL @M@_main_set('step', 's', filnam, number, name, text, settng(2), k)
@if corrections@
      CALL @M@_main_set('assemble', ' ', filnam, number, name, text, settng(3), k)
      CALL @M@_main_set('project', ' ', filnam, number, name, text, settng(4), k)
      CALL @M@_main_set('tolerance', ' ', filnam, number, name, text, settng(5), k)
@end@
      IF (k .GT. 0) RETURN
   10 CONTINUE
@if parameters@
      CALL @M@_parameter_names(names)
      CALL @M@_parameter_units(units)
      CALL @M@_main_take(pass .EQ. 1, filnam, number, name, text, names, units, @NP@, p, k)
      IF (k .GT. 0) RETURN
@end@
@if inputs@
      CALL @M@_input_names(names)
      CALL @M@_input_units(units)
      CALL @M@_main_take(.TRUE., filnam, number, name, text, names, units, @NW@, w, k)
      IF (k .GT. 0) RETURN
@end@
@if coordinates@
      CALL @M@_coordinate_names(names)
      CALL @M@_coordinate_units(units)
      CALL @M@_main_take(pass .EQ. 2, filnam, number, name, text, names, units, @NQ@, y, k)
      IF (k .GT. 0) RETURN
@end@
@if speeds@
      CALL @M@_speed_names(names)
      CALL @M@_speed_units(units)
      CALL @M@_main_take(pass .EQ. 2, filnam, number, name, text, names, units, @NU@, y(@NQS@ + 1), k)
      IF (k .GT. 0) RETURN
@end@
@if states@
      CALL @M@_state_names(names)
      CALL @M@_state_units(units)
      CALL @M@_main_take(pass .EQ. 2, filnam, number, name, text, names, units, @NSTATE@, y(@IS@), k)
      IF (k .GT. 0) RETURN
@end@
      IF (plain .EQ. 1) GOTO 20
      k = 0
      CALL @M@_main_set('start', 's', filnam, number, name, text, tstart, k)
      CALL @M@_main_set('interval', 's', filnam, number, name, text, intval, k)
      CALL @M@_main_set('labels', ' ', filnam, number, name, text, labels, k)
      CALL @M@_main_set('realtime', ' ', filnam, number, name, text, realtm, k)
      CALL @M@_main_keep('title', filnam, number, name, text, title, k)
      CALL @M@_main_keep('save', filnam, number, name, text, savnam, k)
      CALL @M@_main_keep('inputs', filnam, number, name, text, inpnam, k)
      IF (k .GT. 0) RETURN
      IF (name .EQ. 'integrator') THEN
      order = 0
      IF (text .EQ. 'rk4') order = 4
      IF (text .EQ. 'rk2') order = 2
      IF (text .EQ. 'euler') order = 1
      IF (order .EQ. 0) CALL @M@_main_wrong(filnam, number, 'there is no integrator '// text(1:@M@_main_length(text))// ', but rk4, rk2 and euler')
      RETURN
      ENDIF
   20 CONTINUE
      CALL @M@_main_wrong(filnam, number, 'the model has no '// name)
      END
