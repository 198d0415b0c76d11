C Simulates the model swing: swing_main [FILE]
C FILE holds lines "name value [unit]"; # begins a comment. Names are
C parameters, coordinates, speeds, states, constant inputs, and
C settings; "parameter NAME value" is never a setting.
C   start, end, step: times, s; output: the CSV file, or the time
C   between rows (interval is the same)
C   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t
C   and columns of inputs, linear between its rows
C   title; include FILE; save FILE: the last state; labels 1: units and
C   texts above the CSV; realtime 1: in step with the clock
C   assemble (0 or 1, default 1: bring the initial state onto the
C   constraints), project (0 or 1, default 1: and every step), tolerance
C   (of phi in its own units and of the assembly's steps, default
C   1e-10).
C FILE.echo holds all that was used, and is such a file itself.
C Beyond the standard of 1978: IARGC, GETARG, FPUTC, FLUSH, FSTAT and
C SYSTEM_CLOCK, as gfortran and others have them. WRITE tells of no full
C disk.
      PROGRAM swing_main
      CHARACTER*512 filnam
      INTEGER count, IARGC
      DOUBLE PRECISION bytes(0:60)
      COMMON /swing_count/ bytes
      bytes(0) = 0.0D0
      filnam = ' '
      count = IARGC()
      IF (count .GT. 1) CALL swing_fail(
     &  'expected one file, found more arguments')
      IF (count .EQ. 1) CALL GETARG(1, filnam)
      CALL swing_simulate_file(filnam, 'swing.csv')
      END
C
      SUBROUTINE swing_user_at_init(t, p, y, w, o)
      DOUBLE PRECISION t, p(2), y(3), w(3), o(1)
      IF (.FALSE.) WRITE(*, *) t, p(1), y(1), w(1), o(1)
      CALL steer(t, p(2), o(1), w(1))
      END
C
      SUBROUTINE swing_user_at_step(t, p, y, w, o)
      DOUBLE PRECISION t, p(2), y(3), w(3), o(1)
      IF (.FALSE.) WRITE(*, *) t, p(1), y(1), w(1), o(1)
      CALL steer(t, p(2), o(1), w(1))
      END
C
C what holds where no file says otherwise
      SUBROUTINE swing_default_settings(csv)
      CHARACTER*(*) csv
      INTEGER k
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1)
      INTEGER order
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      time_start = 0.0D0
      time_end = 10.0D0
      step_length = 0.001D0
      interval = 0.0D0
      labels = 0.0D0
      realtime = 0.0D0
      assemble = 1.0D0
C     onto the constraints, after every step
      project = 0.0D0
      project = 1.0D0
      tolerance = 1.0D-10
      order = 4
      DO 10 k = 1, 1
        fired(k) = 0.0D0
   10 CONTINUE
      csv_name = csv
      title = ' '
      save_name = ' '
      inputs_name = ' '
      END
C
C no table of inputs
      SUBROUTINE swing_default_table()
      INTEGER k
      DOUBLE PRECISION times(1000000), values(3,1000000)
      INTEGER column(3), slope_of(3), rows, row
      LOGICAL is_set(3)
      COMMON /swing_table/ times, values, column, slope_of, rows, row,
     &  is_set
      DO 10 k = 1, 3
        is_set(k) = .FALSE.
   10 CONTINUE
      DO 20 k = 1, 3
        column(k) = 0
   20 CONTINUE
      DO 30 k = 1, 3
        slope_of(k) = 0
   30 CONTINUE
      rows = 0
      row = 1
      END
C
C opens one more parameter file
      SUBROUTINE swing_open_file(at, name, depth, names, numbers)
      INTEGER depth, numbers(50)
      CHARACTER*(*) at
      CHARACTER*(*) name
      CHARACTER*512 names(50)
      INTEGER k
      LOGICAL failed
      INTEGER swing_length
      IF (at .NE. ' ') THEN
        DO 10 k = 1, depth
          IF (names(k) .EQ. name) THEN
            CALL swing_fail(at(1:swing_length(at)) // ' the file ' //
     &  name(1:swing_length(name)) // ' includes itself')
          END IF
   10   CONTINUE
        IF (depth .EQ. 50) THEN
          CALL swing_fail(at(1:swing_length(at)) //
     &  ' files include one another more than fif'// 'ty deep')
        END IF
      END IF
      IF (swing_length(name) .GT. 512) THEN
        CALL swing_fail('the name of a file is too long')
      END IF
      CALL swing_open_old(depth + 11, name, failed)
      IF (failed .AND. at .EQ. ' ') THEN
        CALL swing_fail('cannot read ' // name(1:swing_length(name)))
      END IF
      IF (failed) THEN
        CALL swing_fail(at(1:swing_length(at)) // ' cannot read ' //
     &  name(1:swing_length(name)) // '; ' //
     &  'its place is counted from the folder whe'//
     &  're the program runs')
      END IF
      depth = depth + 1
      names(depth) = name(1:512)
      numbers(depth) = 0
      END
C
C ends where a line could not be read; status: 2 the file fails, 3 the
C line is too long, 4 it has bytes of no text
      SUBROUTINE swing_line_trouble(at, status)
      INTEGER status
      CHARACTER*(*) at
      INTEGER swing_length
      IF (status .EQ. 2) THEN
        CALL swing_fail(at(1:swing_length(at)) //
     &  ' the file cannot be read on')
      END IF
      IF (status .EQ. 3) THEN
        CALL swing_fail(at(1:swing_length(at)) //
     &  ' this line is longer than 16384 characte'// 'rs' // '; ' //
     &  'is this a text file?')
      END IF
      IF (status .EQ. 4) THEN
        CALL swing_fail(at(1:swing_length(at)) // ' this is no text')
      END IF
      END
C
C the first word of a line, and what follows it
      SUBROUTINE swing_split(line, word, rest)
      CHARACTER*(*) line
      CHARACTER*16384 word
      CHARACTER*16384 rest
      INTEGER first, after
      INTEGER swing_find, swing_length, swing_skip
      first = swing_skip(line, 1, ' ')
      after = swing_find(line, first, ' ')
      word = line(first:after - 1)
      rest = line(swing_skip(line, after, ' '):swing_length(line))
      END
C
C yes: the text is one decimal number, such as -12.5, 1e-3, 1d-3
      SUBROUTINE swing_decimal(given, yes)
      LOGICAL yes
      CHARACTER*(*) given
      INTEGER k, from, digits
      INTEGER swing_length, swing_skip
      yes = .FALSE.
      k = 1
      IF (swing_skip(given, k, '+-') .GT. k) k = k + 1
      from = k
      k = swing_skip(given, k, '0123456789')
      digits = k - from
      IF (swing_skip(given, k, '.') .GT. k) THEN
        from = k + 1
        k = swing_skip(given, from, '0123456789')
        digits = digits + k - from
      END IF
      IF (digits .EQ. 0) RETURN
      IF (swing_skip(given, k, 'eEdD') .GT. k) THEN
        k = k + 1
        IF (swing_skip(given, k, '+-') .GT. k) k = k + 1
        from = k
        k = swing_skip(given, k, '0123456789')
        IF (k .EQ. from) RETURN
      END IF
      yes = k .GT. swing_length(given)
      END
C
C ends where a line does not begin with a name. The file may be no
C parameter file, and its text is not shown then
      SUBROUTINE swing_require_name(at, name)
      CHARACTER*(*) at
      CHARACTER*(*) name
      INTEGER k, last, c
      LOGICAL fits
      INTEGER swing_length
      last = swing_length(name)
      fits = last .LE. 64
      k = 1
   10 CONTINUE
      IF (.NOT. (fits .AND. k .LE. last)) GOTO 20
        c = ICHAR(name(k:k))
C       letters, _, after the first one digits and ' too
        fits = c .GE. 65 .AND. c .LE. 90 .OR. c .GE. 97 .AND. c .LE.
     &  122 .OR. c .EQ. 95 .OR. k .GT. 1 .AND. (c .GE. 48 .AND. c .LE.
     &  57 .OR. c .EQ. 39)
        k = k + 1
      GOTO 10
   20 CONTINUE
      IF (.NOT. fits) THEN
        CALL swing_fail(at(1:swing_length(at)) //
     &  ' this is no name: a line of a parameter '//
     &  'file is a name and a value, such as k 1.'// '5')
      END IF
      END
C
C bytes of the character of UTF-8 at place k; 0 where there is none, or
C where it controls a terminal
      SUBROUTINE swing_character_size(given, k, bytes)
      INTEGER k, bytes
      CHARACTER*(*) given
      INTEGER first, other, j
      LOGICAL fits
      INTEGER swing_length
      bytes = 0
      first = ICHAR(given(k:k))
      IF (first .LT. 128) THEN
        IF (first .GE. 32 .AND. first .NE. 127) bytes = 1
      ELSE IF (first .GE. 240 .AND. first .LT. 245) THEN
        bytes = 4
      ELSE IF (first .GE. 224 .AND. first .LT. 240) THEN
        bytes = 3
      ELSE IF (first .GE. 194 .AND. first .LT. 224) THEN
        bytes = 2
      END IF
      fits = k + bytes .LE. swing_length(given) + 1
      IF (fits) THEN
        DO 10 j = 1, bytes - 1
          other = ICHAR(given(k + j:k + j))
          IF (other .LT. 128 .OR. other .GE. 192 .OR. first .EQ. 194
     &  .AND. other .LT. 160) THEN
            fits = .FALSE.
          END IF
   10   CONTINUE
      END IF
      IF (.NOT. fits) bytes = 0
      END
C
C a word of a file as a message shows it: cut after 40 characters, bytes
C that no terminal should see as \x1b
      SUBROUTINE swing_shown(given, clean)
      CHARACTER*(*) given
      CHARACTER*200 clean
      INTEGER k, from, count, bytes, high, low
      CHARACTER*16 hex
      INTEGER swing_length
      hex = '0123456789abcdef'
      clean = ' '
      count = 0
      k = 1
      from = 1
   10 CONTINUE
      IF (k .GT. swing_length(given)) GOTO 20
        IF (count .EQ. 40) THEN
          clean = clean(1:swing_length(clean)) // given(from:k - 1) //
     &  '...'
          RETURN
        END IF
        count = count + 1
        CALL swing_character_size(given, k, bytes)
        IF (bytes .GT. 0) THEN
          k = k + bytes
          GOTO 10
        END IF
        high = ICHAR(given(k:k))/16
        low = ICHAR(given(k:k)) - 16*high
        clean = clean(1:swing_length(clean)) // given(from:k - 1) //
     &  '\x' // hex(high + 1:high + 1) // hex(low + 1:low + 1)
        k = k + 1
        from = k
      GOTO 10
   20 CONTINUE
      clean = clean(1:swing_length(clean)) // given(from:k - 1)
      END
C
C the next line of the open files that says something; depth becomes 0
C at their end
      SUBROUTINE swing_next_entry(depth, names, numbers, bytes, at,
     &  name, rest, is_quantity, is_setting)
      INTEGER depth, numbers(50), bytes
      LOGICAL is_quantity, is_setting
      CHARACTER*512 names(50)
      CHARACTER*600 at
      CHARACTER*16384 name
      CHARACTER*16384 rest
      INTEGER from, status
      LOGICAL failed, yes
      CHARACTER*16384 line
      CHARACTER*16384 words
      CHARACTER*16384 word
      CHARACTER*16384 more
      CHARACTER*24 digits
      CHARACTER*200 clean
      INTEGER swing_find, swing_length
      at = ' '
      name = ' '
      rest = ' '
      is_quantity = .FALSE.
      is_setting = .FALSE.
   10 CONTINUE
      IF (depth .LE. 0) GOTO 20
        CALL swing_read_line(depth + 10, line, status)
        IF (status .EQ. 1) THEN
          CALL swing_close_file(depth + 10, failed)
          depth = depth - 1
          GOTO 10
        END IF
        numbers(depth) = numbers(depth) + 1
        CALL swing_whole_text(numbers(depth), digits)
        at = names(depth)(1:swing_length(names(depth))) // ':' //
     &  digits(1:swing_length(digits)) // ':'
        CALL swing_line_trouble(at, status)
        bytes = bytes + swing_length(line) + 1
        IF (bytes .GT. 16777216) THEN
          CALL swing_fail(names(depth)(1:swing_length(names(depth))) //
     &  ': there are more than 16 MB to read' // '; ' //
     &  'leave out what is not needed')
        END IF
        from = 1
C       the mark that some editors put at the beginning of a file
        IF (numbers(depth) .EQ. 1) THEN
          IF (swing_length(line) .GT. 2) THEN
            IF (ICHAR(line(1:1)) .EQ. 239 .AND. ICHAR(line(2:2)) .EQ.
     &  187 .AND. ICHAR(line(3:3)) .EQ. 191) THEN
              from = 4
            END IF
          END IF
        END IF
        words = line(from:swing_find(line, from, '#') - 1)
        CALL swing_split(words, name, rest)
        IF (name .EQ. ' ') GOTO 10
        IF (name .EQ. 'parameter' .OR. name .EQ. 'setting') THEN
          CALL swing_split(rest, word, more)
          CALL swing_decimal(word, yes)
          IF (more .NE. ' ' .AND. .NOT. yes) THEN
            is_quantity = name .EQ. 'parameter'
            is_setting = .NOT. is_quantity
            name = word
            rest = more
          END IF
        END IF
        CALL swing_require_name(at, name)
        IF (rest .EQ. ' ') THEN
          CALL swing_shown(name, clean)
          CALL swing_fail(at(1:swing_length(at)) // ' no value for ' //
     &  clean(1:swing_length(clean)) // '; ' // 'write: ' // clean(
     &  1:swing_length(clean)) // ' 1.5')
        END IF
        RETURN
      GOTO 10
   20 CONTINUE
      END
C
C the number that a word of a file is; at: run.txt:3:
      SUBROUTINE swing_number_in(at, given, value)
      DOUBLE PRECISION value
      CHARACTER*(*) at
      CHARACTER*(*) given
      LOGICAL yes
      CHARACTER*200 clean
      INTEGER swing_length
      value = 0.0D0
      IF (given .EQ. ' ') THEN
        CALL swing_fail(at(1:swing_length(at)) //
     &  ' a number is missing')
      END IF
      CALL swing_decimal(given, yes)
      IF (yes) CALL swing_number_of(given, value)
      IF (yes .AND. value - value .LE. 0.0D0) RETURN
      CALL swing_shown(given, clean)
      IF (.NOT. yes) THEN
        CALL swing_fail(at(1:swing_length(at)) // ' ' // clean(
     &  1:swing_length(clean)) // ' is not a number' // '; ' //
     &  'a value is one decimal number: 1.5, -2e3')
      END IF
      CALL swing_fail(at(1:swing_length(at)) // ' ' // clean(
     &  1:swing_length(clean)) // ' is beyond all numbers')
      END
C
C the number of a line, and what follows it, in the quantity's own unit;
C users: the unit of files and factor, what it is worth, or nothing
      SUBROUTINE swing_quantity_in(at, name, given, unit, users, factor,
     &  value)
      DOUBLE PRECISION factor, value
      CHARACTER*(*) at
      CHARACTER*(*) name
      CHARACTER*(*) given
      CHARACTER*(*) unit
      CHARACTER*(*) users
      LOGICAL yes
      CHARACTER*16384 word
      CHARACTER*16384 rest
      CHARACTER*16384 first
      CHARACTER*16384 more
      CHARACTER*200 clean
      CHARACTER*200 wrong
      INTEGER swing_length
      CALL swing_split(given, word, rest)
      CALL swing_number_in(at, word, value)
      IF (users .NE. ' ' .AND. (rest .EQ. ' ' .OR. rest .EQ. users))
     &  THEN
        value = value*factor
        RETURN
      END IF
      IF (rest .EQ. ' ' .OR. rest .EQ. unit) RETURN
C     whose unit is wrong
      CALL swing_split(rest, first, more)
      CALL swing_decimal(first, yes)
      CALL swing_shown(rest, wrong)
      IF (yes) THEN
        CALL swing_shown(word, clean)
        CALL swing_fail(at(1:swing_length(at)) // ' one value for ' //
     &  name(1:swing_length(name)) // ', not ' // clean(1:swing_length(
     &  clean)) // ' ' // wrong(1:swing_length(wrong)))
      END IF
      first = unit
      IF (unit .EQ. ' ') first = 'no unit'
      more = first
      IF (users .NE. ' ') THEN
        more = users(1:swing_length(users)) // ' or ' // first(
     &  1:swing_length(first))
      END IF
      CALL swing_fail(at(1:swing_length(at)) // ' ' // name(
     &  1:swing_length(name)) // ' is given in ' // wrong(
     &  1:swing_length(wrong)) // ', expected ' // more(1:swing_length(
     &  more)) // '; ' // 'no value is converted but as user_unit s'//
     &  'ays: write it in the model''s own unit')
      END
C
C a text that a line gives
      SUBROUTINE swing_take_text(at, rest, kept)
      CHARACTER*(*) at
      CHARACTER*(*) rest
      CHARACTER*512 kept
      INTEGER swing_length
      kept = ' '
      IF (swing_length(rest) .GT. 512) THEN
        CALL swing_fail(at(1:swing_length(at)) //
     &  ' the text is too long')
      END IF
      kept = rest(1:512)
      END
C
C settings that stand before the names of the model
      SUBROUTINE swing_take_first_setting(at, name, rest, taken)
      LOGICAL taken
      CHARACTER*(*) at
      CHARACTER*(*) name
      CHARACTER*(*) rest
      DOUBLE PRECISION size
      INTEGER k
      LOGICAL yes
      CHARACTER*16384 word
      CHARACTER*16384 more
      CHARACTER*200 clean
      INTEGER swing_length
      CHARACTER*64 event_names(1)
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1)
      INTEGER order
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      CALL swing_event_names(event_names)
      taken = .TRUE.
      CALL swing_split(rest, word, more)
      CALL swing_decimal(word, yes)
      IF (name .EQ. 'end') THEN
        CALL swing_quantity_in(at, name, rest, 's', ' ', 1.0D0,
     &  time_end)
      ELSE IF (name .EQ. 'step') THEN
        CALL swing_quantity_in(at, name, rest, 's', ' ', 1.0D0,
     &  step_length)
      ELSE IF (name .EQ. 'output' .AND. yes) THEN
        CALL swing_quantity_in(at, name, rest, 's', ' ', 1.0D0,
     &  interval)
      ELSE IF (name .EQ. 'output') THEN
        CALL swing_take_text(at, rest, csv_name)
      ELSE IF (name .EQ. 'assemble') THEN
        CALL swing_quantity_in(at, name, rest, ' ', ' ', 1.0D0,
     &  assemble)
      ELSE IF (name .EQ. 'project') THEN
        CALL swing_quantity_in(at, name, rest, ' ', ' ', 1.0D0, project)
      ELSE IF (name .EQ. 'tolerance') THEN
        CALL swing_quantity_in(at, name, rest, ' ', ' ', 1.0D0,
     &  tolerance)
      ELSE IF (name .EQ. 'event' .AND. .NOT. yes) THEN
        taken = .FALSE.
        DO 10 k = 1, 1
          IF (word .EQ. event_names(k)) THEN
            CALL swing_decimal(more, yes)
            size = 0.0D0
            IF (yes) CALL swing_number_of(more, size)
            IF (.NOT. (size .GT. 0.0D0 .AND. size - size .LE. 0.0D0))
     &  THEN
              CALL swing_shown(more, clean)
              CALL swing_fail(at(1:swing_length(at)) // ' event ' //
     &  word(1:swing_length(word)) //
     &  ' needs a positive number, not ''' // clean(1:swing_length(
     &  clean)) // '''')
            END IF
            fired(k) = size
            taken = .TRUE.
          END IF
   10   CONTINUE
        IF (.NOT. taken) THEN
          CALL swing_shown(word, clean)
          CALL swing_fail(at(1:swing_length(at)) //
     &  ' the model has no event ''' // clean(1:swing_length(clean)) //
     &  '''')
        END IF
      ELSE
        taken = .FALSE.
      END IF
      END
C
C the unit in which files give and take a quantity, and what it is worth
C in the quantity's own
      SUBROUTINE swing_user_unit(name, users, factor)
      DOUBLE PRECISION factor
      CHARACTER*(*) name
      CHARACTER*64 users
      users = ' '
      factor = 1.0D0
      IF (name .EQ. 'phi') THEN
        users = 'deg'
        factor = 0.017453292519943295D0
      END IF
      END
C
C the input is what a line says, whatever a line before it said of a
C table; its rates are zero
      SUBROUTINE swing_set_input(k, name, w)
      DOUBLE PRECISION w(3)
      INTEGER k
      CHARACTER*(*) name
      INTEGER i
      CHARACTER*512 first
      CHARACTER*512 second
      INTEGER swing_length
      CHARACTER*64 input_names(3)
      DOUBLE PRECISION times(1000000), values(3,1000000)
      INTEGER column(3), slope_of(3), rows, row
      LOGICAL is_set(3)
      COMMON /swing_table/ times, values, column, slope_of, rows, row,
     &  is_set
      CALL swing_input_names(input_names)
      is_set(k) = .TRUE.
      first = name(1:swing_length(name)) // ''''
      second = name(1:swing_length(name)) // ''''''
      DO 10 i = 1, 3
        IF (input_names(i) .EQ. first .OR. input_names(i) .EQ. second)
     &  THEN
          w(i) = 0.0D0
          is_set(i) = .TRUE.
        END IF
   10 CONTINUE
      END
C
C a value of a quantity of the model
      SUBROUTINE swing_take_quantity(pass, at, name, rest, p, w, y,
     &  taken)
      DOUBLE PRECISION p(2), w(3), y(3)
      INTEGER pass
      LOGICAL taken
      CHARACTER*(*) at
      CHARACTER*(*) name
      CHARACTER*(*) rest
      DOUBLE PRECISION factor, value
      INTEGER k
      CHARACTER*64 unit
      CHARACTER*64 users
      CHARACTER*64 coordinate_names(1)
      CHARACTER*64 coordinate_units(1)
      CHARACTER*64 input_names(3)
      CHARACTER*64 input_units(3)
      CHARACTER*64 parameter_names(2)
      CHARACTER*64 parameter_units(2)
      CHARACTER*64 speed_names(1)
      CHARACTER*64 speed_units(1)
      CHARACTER*64 state_names(1)
      CHARACTER*64 state_units(1)
      CALL swing_coordinate_names(coordinate_names)
      CALL swing_coordinate_units(coordinate_units)
      CALL swing_input_names(input_names)
      CALL swing_input_units(input_units)
      CALL swing_parameter_names(parameter_names)
      CALL swing_parameter_units(parameter_units)
      CALL swing_speed_names(speed_names)
      CALL swing_speed_units(speed_units)
      CALL swing_state_names(state_names)
      CALL swing_state_units(state_units)
      users = ' '
      factor = 1.0D0
      CALL swing_user_unit(name, users, factor)
      taken = .TRUE.
      DO 10 k = 1, 2
        IF (name .EQ. parameter_names(k)) THEN
          unit = parameter_units(k)
          CALL swing_quantity_in(at, name, rest, unit, users, factor,
     &  value)
          IF (pass .EQ. 1) p(k) = value
          RETURN
        END IF
   10 CONTINUE
      DO 20 k = 1, 3
        IF (name .EQ. input_names(k)) THEN
          unit = input_units(k)
          CALL swing_quantity_in(at, name, rest, unit, users, factor,
     &  value)
          w(k) = value
          CALL swing_set_input(k, name, w)
          RETURN
        END IF
   20 CONTINUE
      DO 30 k = 1, 1
        IF (name .EQ. coordinate_names(k)) THEN
          unit = coordinate_units(k)
          CALL swing_quantity_in(at, name, rest, unit, users, factor,
     &  value)
          IF (pass .EQ. 2) y(k) = value
          RETURN
        END IF
   30 CONTINUE
      DO 40 k = 1, 1
        IF (name .EQ. speed_names(k)) THEN
          unit = speed_units(k)
          CALL swing_quantity_in(at, name, rest, unit, users, factor,
     &  value)
          IF (pass .EQ. 2) y(1 + k) = value
          RETURN
        END IF
   40 CONTINUE
      DO 50 k = 1, 1
        IF (name .EQ. state_names(k)) THEN
          unit = state_units(k)
          CALL swing_quantity_in(at, name, rest, unit, users, factor,
     &  value)
          IF (pass .EQ. 2) y(2 + k) = value
          RETURN
        END IF
   50 CONTINUE
      taken = .FALSE.
      END
C
C settings that stand after the names of the model
      SUBROUTINE swing_take_setting(at, name, rest, taken)
      LOGICAL taken
      CHARACTER*(*) at
      CHARACTER*(*) name
      CHARACTER*(*) rest
      INTEGER k
      CHARACTER*200 clean
      INTEGER swing_length
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1), times(
     &  1000000), values(3,1000000)
      INTEGER order, column(3), slope_of(3), rows, row
      LOGICAL is_set(3)
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      COMMON /swing_table/ times, values, column, slope_of, rows, row,
     &  is_set
      taken = .TRUE.
      IF (name .EQ. 'start') THEN
        CALL swing_quantity_in(at, name, rest, 's', ' ', 1.0D0,
     &  time_start)
      ELSE IF (name .EQ. 'interval') THEN
        CALL swing_quantity_in(at, name, rest, 's', ' ', 1.0D0,
     &  interval)
      ELSE IF (name .EQ. 'labels') THEN
        CALL swing_quantity_in(at, name, rest, ' ', ' ', 1.0D0, labels)
      ELSE IF (name .EQ. 'realtime') THEN
        CALL swing_quantity_in(at, name, rest, ' ', ' ', 1.0D0,
     &  realtime)
      ELSE IF (name .EQ. 'title') THEN
        CALL swing_take_text(at, rest, title)
      ELSE IF (name .EQ. 'save') THEN
        CALL swing_take_text(at, rest, save_name)
      ELSE IF (name .EQ. 'inputs') THEN
        CALL swing_take_text(at, rest, inputs_name)
        DO 10 k = 1, 3
          is_set(k) = .FALSE.
   10   CONTINUE
      ELSE IF (name .EQ. 'integrator') THEN
        IF (rest .EQ. 'rk4') THEN
          order = 4
        ELSE IF (rest .EQ. 'rk2') THEN
          order = 2
        ELSE IF (rest .EQ. 'euler') THEN
          order = 1
        ELSE
          CALL swing_shown(rest, clean)
          CALL swing_fail(at(1:swing_length(at)) //
     &  ' there is no method ''' // clean(1:swing_length(clean)) //
     &  '''')
        END IF
      ELSE
        taken = .FALSE.
      END IF
      END
C
C reads a parameter file. Pass 1 takes settings, parameters and inputs;
C pass 2 the initial state, which may depend on them
      SUBROUTINE swing_read_parameters(file_name, pass, p, w, y)
      DOUBLE PRECISION p(2), w(3), y(3)
      INTEGER pass
      CHARACTER*(*) file_name
      INTEGER depth, numbers(50), bytes, k
      LOGICAL is_quantity, is_setting, yes, taken
      CHARACTER*512 names(50)
      CHARACTER*600 at
      CHARACTER*16384 name
      CHARACTER*16384 rest
      CHARACTER*16384 given
      CHARACTER*200 clean
      INTEGER swing_length
      depth = 0
      bytes = 0
      DO 10 k = 1, 50
        names(k) = ' '
   10 CONTINUE
      DO 20 k = 1, 50
        numbers(k) = 0
   20 CONTINUE
      given = file_name
      at = ' '
      CALL swing_open_file(at, given, depth, names, numbers)
   30 CONTINUE
        CALL swing_next_entry(depth, names, numbers, bytes, at, name,
     &  rest, is_quantity, is_setting)
        IF (depth .EQ. 0) RETURN
        IF (name .EQ. 'include' .AND. .NOT. is_quantity) THEN
          CALL swing_decimal(rest, yes)
          IF (.NOT. yes) THEN
            given = rest
            CALL swing_open_file(at, given, depth, names, numbers)
            GOTO 30
          END IF
        END IF
        taken = .FALSE.
        IF (.NOT. is_quantity) THEN
          CALL swing_take_first_setting(at, name, rest, taken)
        END IF
        IF (.NOT. taken .AND. .NOT. is_setting) THEN
          CALL swing_take_quantity(pass, at, name, rest, p, w, y, taken)
        END IF
        IF (.NOT. taken .AND. .NOT. is_quantity) THEN
          CALL swing_take_setting(at, name, rest, taken)
        END IF
        IF (.NOT. taken) THEN
          CALL swing_shown(name, clean)
          CALL swing_fail(at(1:swing_length(at)) //
     &  ' the model has no ' // clean(1:swing_length(clean)))
        END IF
      GOTO 30
      END
C
C order of the method: 4, 2 or 1
      SUBROUTINE swing_begin_run(method)
      INTEGER method
      DOUBLE PRECISION begin, ahead, from(3)
      INTEGER order
      COMMON /swing_run/ begin, ahead, from, order
      order = method
      ahead = 0.0D0
      END
C
C the cell of a line from place `from` on, without blanks and quotes at
C its ends; from then stands after its comma
      SUBROUTINE swing_next_cell(line, from, cell)
      INTEGER from
      CHARACTER*(*) line
      CHARACTER*16384 cell
      INTEGER first, after
      INTEGER swing_find, swing_skip
      after = swing_find(line, from, ',')
      first = swing_skip(line, from, ' "')
      from = after + 1
   10 CONTINUE
      IF (after .LE. first) GOTO 20
        IF (swing_skip(line, after - 1, ' "') .EQ. after - 1) GOTO 20
        after = after - 1
      GOTO 10
   20 CONTINUE
      cell = ' '
      IF (after .GT. first) cell = line(first:after - 1)
      END
C
C the first line of a table of inputs: of each column its input, 0 where
C it is of none
      SUBROUTINE swing_read_names(at, line, columns, target,
     &  time_column, time_name)
      INTEGER columns, target(8193), time_column
      CHARACTER*(*) at
      CHARACTER*(*) line
      CHARACTER*512 time_name
      INTEGER from, next_from, i, k
      LOGICAL is_t
      CHARACTER*16384 cell
      CHARACTER*16384 other
      CHARACTER*200 clean
      INTEGER swing_length
      CHARACTER*64 input_names(3)
      CALL swing_input_names(input_names)
      columns = 0
      time_column = 1
      time_name = ' '
      DO 10 k = 1, 8193
        target(k) = 0
   10 CONTINUE
      is_t = .FALSE.
      from = 1
   20 CONTINUE
      IF (from .GT. swing_length(line) + 1) GOTO 60
        CALL swing_next_cell(line, from, cell)
        columns = columns + 1
        IF (cell .EQ. ' ') THEN
          CALL swing_fail(at(1:swing_length(at)) //
     &  ' a column has no name')
        END IF
        next_from = from
   30   CONTINUE
        IF (next_from .GT. swing_length(line) + 1) GOTO 40
          CALL swing_next_cell(line, next_from, other)
          IF (other .EQ. cell) THEN
            CALL swing_shown(cell, clean)
            CALL swing_fail(at(1:swing_length(at)) //
     &  ' two columns are called ' // clean(1:swing_length(clean)))
          END IF
        GOTO 30
   40   CONTINUE
        IF (columns .EQ. 1 .OR. cell .EQ. 't' .OR. cell .EQ. 'time'
     &  .AND. .NOT. is_t) THEN
          time_column = columns
          time_name = cell(1:512)
        END IF
        IF (cell .EQ. 't') is_t = .TRUE.
        target(columns) = 0
        DO 50 i = 1, 3
          IF (cell .EQ. input_names(i)) target(columns) = i
   50   CONTINUE
      GOTO 20
   60 CONTINUE
      target(time_column) = 0
      END
C
C a row of it
      SUBROUTINE swing_read_row(at, line, columns, target, time_column)
      INTEGER columns, target(8193), time_column
      CHARACTER*(*) at
      CHARACTER*(*) line
      DOUBLE PRECISION value
      INTEGER from, k
      CHARACTER*16384 cell
      INTEGER swing_length
      DOUBLE PRECISION times(1000000), values(3,1000000)
      INTEGER column(3), slope_of(3), rows, row
      LOGICAL is_set(3)
      COMMON /swing_table/ times, values, column, slope_of, rows, row,
     &  is_set
      IF (rows .EQ. 1000000) THEN
        CALL swing_fail(at(1:swing_length(at)) //
     &  ' the table has more rows than this progr'// 'am can hold')
      END IF
      rows = rows + 1
      from = 1
      k = 1
   10 CONTINUE
      IF (from .GT. swing_length(line) + 1) GOTO 20
        IF (k .GT. columns) THEN
          CALL swing_fail(at(1:swing_length(at)) //
     &  ' there are more columns than names')
        END IF
        CALL swing_next_cell(line, from, cell)
        CALL swing_number_in(at, cell, value)
        IF (k .EQ. time_column) times(rows) = value
        IF (target(k) .GT. 0) values(target(k), rows) = value
        k = k + 1
      GOTO 10
   20 CONTINUE
      IF (k .LE. columns) THEN
        CALL swing_fail(at(1:swing_length(at)) //
     &  ' there are fewer columns than names')
      END IF
      END
C
C reads the table of inputs: a line with names of columns, then rows of
C numbers
      SUBROUTINE swing_read_inputs(w)
      DOUBLE PRECISION w(3)
      DOUBLE PRECISION factor
      INTEGER target(8193), time_column, from, columns, status, number,
     &  bytes, k, i, j
      LOGICAL failed, any
      CHARACTER*16384 line
      CHARACTER*512 name
      CHARACTER*512 first_rate
      CHARACTER*512 second_rate
      CHARACTER*600 at
      CHARACTER*24 digits
      CHARACTER*512 time_name
      CHARACTER*64 users
      CHARACTER*16384 given
      INTEGER swing_length, swing_skip
      CHARACTER*64 input_names(3)
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1), times(
     &  1000000), values(3,1000000)
      INTEGER order, column(3), slope_of(3), rows, row
      LOGICAL is_set(3)
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      COMMON /swing_table/ times, values, column, slope_of, rows, row,
     &  is_set
      CALL swing_input_names(input_names)
      IF (inputs_name .EQ. ' ') RETURN
      CALL swing_open_old(1, inputs_name, failed)
      IF (failed) THEN
        CALL swing_fail('cannot read ' // inputs_name(1:swing_length(
     &  inputs_name)))
      END IF
      columns = 0
      number = 0
      bytes = 0
      rows = 0
      row = 1
      DO 10 k = 1, 3
        column(k) = 0
   10 CONTINUE
      DO 20 k = 1, 3
        slope_of(k) = 0
   20 CONTINUE
      time_column = 1
      time_name = ' '
      DO 30 k = 1, 8193
        target(k) = 0
   30 CONTINUE
   40 CONTINUE
        CALL swing_read_line(1, line, status)
        IF (status .EQ. 1) GOTO 50
        number = number + 1
        CALL swing_whole_text(number, digits)
        at = inputs_name(1:swing_length(inputs_name)) // ':' // digits(
     &  1:swing_length(digits)) // ':'
        CALL swing_line_trouble(at, status)
        bytes = bytes + swing_length(line) + 1
        IF (bytes .GT. 268435456) THEN
          CALL swing_fail(inputs_name(1:swing_length(inputs_name)) //
     &  ': there are more than 256 MB to read')
        END IF
        from = 1
        IF (number .EQ. 1) THEN
          IF (swing_length(line) .GT. 2) THEN
            IF (ICHAR(line(1:1)) .EQ. 239 .AND. ICHAR(line(2:2)) .EQ.
     &  187 .AND. ICHAR(line(3:3)) .EQ. 191) THEN
              given = line(4:swing_length(line))
              line = given
            END IF
          END IF
        END IF
        from = swing_skip(line, 1, ' "')
        IF (from .GT. swing_length(line)) GOTO 40
        IF (swing_skip(line, from, '#') .GT. from) GOTO 40
        IF (columns .EQ. 0) THEN
          CALL swing_read_names(at, line, columns, target, time_column,
     &  time_name)
        ELSE
          CALL swing_read_row(at, line, columns, target, time_column)
        END IF
      GOTO 40
   50 CONTINUE
      CALL swing_close_file(1, failed)
      IF (rows .EQ. 0) THEN
        CALL swing_fail(inputs_name(1:swing_length(inputs_name)) //
     &  ' has no rows')
      END IF
      DO 60 k = 2, rows
        IF (.NOT. times(k) .GT. times(k - 1)) THEN
          CALL swing_whole_text(k, digits)
          CALL swing_fail(inputs_name(1:swing_length(inputs_name)) //
     &  ': the times in column ''' // time_name(1:swing_length(
     &  time_name)) // ''' do not grow at row ' // digits(
     &  1:swing_length(digits)))
        END IF
   60 CONTINUE
      any = .FALSE.
      DO 70 k = 1, columns
        IF (target(k) .GT. 0) THEN
          any = .TRUE.
          IF (.NOT. is_set(target(k))) column(target(k)) = k
        END IF
   70 CONTINUE
      IF (.NOT. any) THEN
        CALL swing_fail(inputs_name(1:swing_length(inputs_name)) //
     &  ' has a column for no input of the model')
      END IF
      DO 100 i = 1, 3
        name = input_names(i)
        IF (column(i) .GT. 0) THEN
          first_rate = name(1:swing_length(name)) // ''''
          second_rate = name(1:swing_length(name)) // ''''''
          DO 80 j = 1, 3
            IF (input_names(j) .EQ. first_rate .AND. column(j) .EQ. 0
     &  .AND. .NOT. is_set(j)) THEN
              slope_of(j) = i
            END IF
            IF (input_names(j) .EQ. second_rate .AND. column(j) .EQ. 0
     &  .AND. .NOT. is_set(j)) THEN
              w(j) = 0.0D0
            END IF
   80     CONTINUE
          given = name
          CALL swing_user_unit(given, users, factor)
          DO 90 k = 1, rows
            values(i, k) = values(i, k)*factor
   90     CONTINUE
        END IF
  100 CONTINUE
      END
C
C the table of inputs says nothing of those that routines give
      SUBROUTINE swing_free_inputs()
      DOUBLE PRECISION times(1000000), values(3,1000000)
      INTEGER column(3), slope_of(3), rows, row
      LOGICAL is_set(3)
      COMMON /swing_table/ times, values, column, slope_of, rows, row,
     &  is_set
      column(1) = 0
      slope_of(1) = 0
      column(1) = 0
      slope_of(1) = 0
      END
C
C the inputs at time t; ahead is added to it where it chooses the line
C between two rows
      SUBROUTINE swing_set_inputs(t, w)
      DOUBLE PRECISION t, w(3)
      DOUBLE PRECISION at, span, share
      INTEGER later, i
      LOGICAL outside
      DOUBLE PRECISION begin, ahead, from(3), times(1000000), values(3,
     &  1000000)
      INTEGER order, column(3), slope_of(3), rows, row
      LOGICAL is_set(3)
      COMMON /swing_run/ begin, ahead, from, order
      COMMON /swing_table/ times, values, column, slope_of, rows, row,
     &  is_set
      IF (rows .EQ. 0) RETURN
      at = t + ahead
   10 CONTINUE
      IF (.NOT. (row .GT. 1 .AND. at .LT. times(row))) GOTO 20
        row = row - 1
      GOTO 10
   20 CONTINUE
   30 CONTINUE
      IF (row + 1 .GE. rows) GOTO 40
        IF (at .LT. times(row + 1)) GOTO 40
        row = row + 1
      GOTO 30
   40 CONTINUE
      later = MIN(row + 1, rows)
      span = times(later) - times(row)
      share = 0.0D0
      IF (span .GT. 0.0D0) THEN
        share = MIN(MAX((t - times(row))/span, 0.0D0), 1.0D0)
      END IF
      outside = .NOT. span .GT. 0.0D0 .OR. at .LT. times(1) .OR. at
     &  .GT. times(rows)
      DO 50 i = 1, 3
        IF (column(i) .GT. 0) THEN
          w(i) = values(i, row) + share*(values(i, later) - values(i,
     &  row))
        ELSE IF (slope_of(i) .GT. 0) THEN
          w(i) = 0.0D0
          IF (.NOT. outside) THEN
            w(i) = (values(slope_of(i), later) - values(slope_of(i),
     &  row))/span
          END IF
        END IF
   50 CONTINUE
      END
C
C digits of just this number: 15, or 17 where it needs them
      SUBROUTINE swing_exact(value, digits)
      DOUBLE PRECISION value
      CHARACTER*64 digits
      DOUBLE PRECISION back
      INTEGER count, exponent, first, after
      CHARACTER*64 all
      CHARACTER*64 zeros
      CHARACTER*24 whole
      INTEGER swing_length, swing_skip
      IF (.NOT. ABS(value - value) .LE. 0.0D0) THEN
        digits = 'nan'
        RETURN
      END IF
      zeros = '0000000000000000000000'
      count = 15
      CALL swing_scientific(value, count, all, exponent, back)
   10 CONTINUE
      IF (.NOT. (count .LT. 17 .AND. (back .LT. value .OR. back .GT.
     &  value))) GOTO 20
        count = count + 1
        CALL swing_scientific(value, count, all, exponent, back)
      GOTO 10
   20 CONTINUE
      first = swing_skip(all, 1, '-')
      after = swing_length(all) + 1
   30 CONTINUE
      IF (after .LE. first + 1) GOTO 40
        IF (swing_skip(all, after - 1, '0') .EQ. after - 1) GOTO 40
        after = after - 1
      GOTO 30
   40 CONTINUE
      digits = all(1:first - 1)
      IF (exponent .LT. -4 .OR. exponent .GE. count) THEN
        digits = digits(1:swing_length(digits)) // all(first:first)
        IF (after .GT. first + 1) THEN
          digits = digits(1:swing_length(digits)) // '.' // all(first +
     &  1:after - 1)
        END IF
        digits = digits(1:swing_length(digits)) // 'e'
        IF (exponent .LT. 0) THEN
          digits = digits(1:swing_length(digits)) // '-'
        ELSE
          digits = digits(1:swing_length(digits)) // '+'
        END IF
        IF (exponent .LT. 0) THEN
          exponent = -exponent
        ELSE
          exponent = exponent
        END IF
        CALL swing_whole_text(exponent, whole)
        IF (swing_length(whole) .EQ. 1) THEN
          digits = digits(1:swing_length(digits)) // '0'
        END IF
        digits = digits(1:swing_length(digits)) // whole(1:swing_length(
     &  whole))
      ELSE IF (exponent .LT. 0) THEN
        digits = digits(1:swing_length(digits)) // '0.' // zeros(
     &  1:-exponent - 1) // all(first:after - 1)
      ELSE IF (after - first .LE. exponent + 1) THEN
        digits = digits(1:swing_length(digits)) // all(first:after - 1)
     &  // zeros(1:exponent + 2 - (after - first) - 1)
      ELSE
        digits = digits(1:swing_length(digits)) // all(first:first +
     &  exponent) // '.' // all(first + exponent + 1:after - 1)
      END IF
      END
C
C a line "name value unit # meaning"
      SUBROUTINE swing_echo(file, name, value, unit, meaning)
      DOUBLE PRECISION value
      INTEGER file
      CHARACTER*(*) name
      CHARACTER*(*) unit
      CHARACTER*(*) meaning
      CHARACTER*64 digits
      CHARACTER*16384 line
      INTEGER swing_length
      CALL swing_exact(value, digits)
      line = name(1:swing_length(name)) // ' ' // digits(1:swing_length(
     &  digits))
      IF (unit .NE. ' ') THEN
        line = line(1:swing_length(line)) // ' ' // unit(1:swing_length(
     &  unit))
      END IF
      IF (meaning .NE. ' ') THEN
        line = line(1:swing_length(line)) // '  # ' // meaning(
     &  1:swing_length(meaning))
      END IF
      CALL swing_put_text(file, line(1:swing_length(line)), 1)
      END
C
C the same of a quantity, in the unit of files where a number of 17
C digits gives just this value again
      SUBROUTINE swing_echo_quantity(file, name, in_file, value, unit,
     &  meaning)
      DOUBLE PRECISION value
      INTEGER file
      CHARACTER*(*) name
      CHARACTER*(*) in_file
      CHARACTER*(*) unit
      CHARACTER*(*) meaning
      DOUBLE PRECISION factor, one
      INTEGER k
      CHARACTER*64 users
      CALL swing_user_unit(name, users, factor)
      IF (users .NE. ' ') THEN
        DO 10 k = 1, 3
          one = value/factor
          IF (k .EQ. 2) one = one + 1.2D-16*one
          IF (k .EQ. 3) one = one - 1.2D-16*one
          IF (.NOT. ABS(one*factor - value) .GT. 0.0D0) THEN
            CALL swing_echo(file, in_file, one, users, meaning)
            RETURN
          END IF
   10   CONTINUE
      END IF
      CALL swing_echo(file, in_file, value, unit, meaning)
      END
C
C lines for parameters
      SUBROUTINE swing_echo_parameters(file, p)
      DOUBLE PRECISION p(2)
      INTEGER file
      CALL swing_echo_quantity(file, 'end', 'parameter end', p(1), 'm',
     &  '100 % of "the" rod''s length, \n or what '//
     &  'a long text says of it, over and over ag'//
     &  'ain until a line is full')
      CALL swing_echo_quantity(file, 'k', 'k', p(2), ' ', ' ')
      END
C
C lines for inputs that are no columns of a table
      SUBROUTINE swing_echo_inputs(file, w)
      DOUBLE PRECISION w(3)
      INTEGER file
      DOUBLE PRECISION times(1000000), values(3,1000000)
      INTEGER column(3), slope_of(3), rows, row
      LOGICAL is_set(3)
      COMMON /swing_table/ times, values, column, slope_of, rows, row,
     &  is_set
      IF (column(1) .EQ. 0 .AND. slope_of(1) .EQ. 0) THEN
        CALL swing_echo_quantity(file, 'z', 'z', w(1), 'm', 'height')
      END IF
      IF (column(2) .EQ. 0 .AND. slope_of(2) .EQ. 0) THEN
        CALL swing_echo_quantity(file, 'z''', 'z''', w(2), 'm/s', ' ')
      END IF
      END
C
C lines for coordinates, speeds, states and flags, and for events that
C wait until their functions have left zero
      SUBROUTINE swing_echo_state(file, y, w, fired)
      DOUBLE PRECISION y(3), w(3), fired(1)
      INTEGER file
      INTEGER k
      CHARACTER*512 name
      INTEGER swing_length
      CHARACTER*64 event_names(1)
      CALL swing_event_names(event_names)
      CALL swing_echo_quantity(file, 'phi', 'phi', y(1), 'rad', ' ')
      CALL swing_echo_quantity(file, 'phi''', 'phi''', y(1 + 1),
     &  'rad/s', ' ')
      CALL swing_echo_quantity(file, 'heat', 'heat', y(2 + 1), 'J', ' ')
      CALL swing_echo_quantity(file, 'shut', 'shut', w(2 + 1), ' ', ' ')
      DO 10 k = 1, 1
        IF (fired(k) .GT. 0.0D0) THEN
          name = 'event ' // event_names(k)(1:swing_length(event_names(
     &  k)))
          CALL swing_echo(file, name, fired(k), ' ',
     &  'its function is at zero, and must leave '// 'zero first')
        END IF
   10 CONTINUE
      END
C
C a line "# name: unit, meaning"
      SUBROUTINE swing_label(file, name, unit, meaning)
      INTEGER file
      CHARACTER*(*) name
      CHARACTER*(*) unit
      CHARACTER*(*) meaning
      CHARACTER*16384 line
      INTEGER swing_length
      line = '# ' // name(1:swing_length(name)) // ': ' // unit(
     &  1:swing_length(unit))
      IF (unit .EQ. ' ') line = line(1:swing_length(line)) // ' no unit'
      IF (meaning .NE. ' ') THEN
        line = line(1:swing_length(line)) // ', ' // meaning(
     &  1:swing_length(meaning))
      END IF
      CALL swing_put_text(file, line(1:swing_length(line)), 1)
      END
C
C what the columns of the table of a run are
      SUBROUTINE swing_write_labels(file)
      INTEGER file
      CALL swing_put_text(file, '# t: s, time', 1)
      CALL swing_label(file, 'phi', 'deg', ' ')
      CALL swing_label(file, 'phi''', 'rad/s', ' ')
      CALL swing_label(file, 'heat', 'J', ' ')
      CALL swing_label(file, 'force', 'N', 'of the rod')
      CALL swing_put_text(file, '# kinetic, potential: energies', 1)
      END
C
C all that a run has used, as a parameter file
      SUBROUTINE swing_write_echo(file_name, p, w, y)
      DOUBLE PRECISION p(2), w(3), y(3)
      CHARACTER*(*) file_name
      LOGICAL failed
      CHARACTER*520 name
      INTEGER swing_length
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1)
      INTEGER order
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      name = file_name(1:swing_length(file_name)) // '.echo'
      CALL swing_open_new(2, name, failed)
      IF (failed) THEN
        CALL swing_warn('cannot write ' // name(1:swing_length(name)))
        RETURN
      END IF
      CALL swing_put_text(2,
     &  '# all that a run has used: the main prog'//
     &  'ram reads it again', 1)
      IF (title .NE. ' ') THEN
        CALL swing_put_text(2, 'title ' // title(1:swing_length(title)),
     &  1)
      END IF
      IF (ABS(time_start) .GT. 0.0D0) THEN
        CALL swing_echo(2, 'start', time_start, 's', 'of the run')
      END IF
      CALL swing_echo(2, 'end', time_end, 's', 'of the run')
      CALL swing_echo(2, 'step', step_length, 's', 'of the integration')
      IF (interval .GT. 0.0D0) THEN
        CALL swing_echo(2, 'output', interval, 's', 'between rows')
      END IF
      CALL swing_put_text(2, 'output ' // csv_name(1:swing_length(
     &  csv_name)), 1)
      IF (order .EQ. 2) CALL swing_put_text(2, 'integrator rk2', 1)
      IF (order .EQ. 1) CALL swing_put_text(2, 'integrator euler', 1)
      IF (labels .GT. 0.0D0) CALL swing_put_text(2, 'labels 1', 1)
      IF (realtime .GT. 0.0D0) CALL swing_put_text(2, 'realtime 1', 1)
      IF (save_name .NE. ' ') THEN
        CALL swing_put_text(2, 'save ' // save_name(1:swing_length(
     &  save_name)), 1)
      END IF
      CALL swing_echo(2, 'project', project, ' ',
     &  'onto the constraints after every step')
      CALL swing_echo(2, 'tolerance', tolerance, ' ',
     &  'of the constraints')
      CALL swing_put_text(2, '# parameters', 1)
      CALL swing_echo_parameters(2, p)
      CALL swing_put_text(2, '# inputs', 1)
      IF (inputs_name .NE. ' ') THEN
        CALL swing_put_text(2, 'inputs ' // inputs_name(1:swing_length(
     &  inputs_name)), 1)
      END IF
      CALL swing_echo_inputs(2, w)
      CALL swing_put_text(2, '# the start', 1)
      CALL swing_echo(2, 'assemble', assemble, ' ',
     &  'first, onto the constraints')
      CALL swing_echo_state(2, y, w, fired)
      CALL swing_put_text(2, '# columns of the CSV file', 1)
      CALL swing_write_labels(2)
      CALL swing_close_file(2, failed)
      IF (failed) THEN
        CALL swing_warn('cannot write all of ' // name(1:swing_length(
     &  name)))
      END IF
      END
C
C ends the program where the state is no finite number at the start
      SUBROUTINE swing_require_start(y)
      DOUBLE PRECISION y(3)
      INTEGER k
      CHARACTER*512 name
      CHARACTER*1024 line
      INTEGER swing_length
      CHARACTER*64 coordinate_names(1)
      CHARACTER*64 speed_names(1)
      CHARACTER*64 state_names(1)
      CALL swing_coordinate_names(coordinate_names)
      CALL swing_speed_names(speed_names)
      CALL swing_state_names(state_names)
      name = ' '
      DO 10 k = 1, 1
        IF (.NOT. ABS(y(k) - y(k)) .LE. 0.0D0 .AND. name .EQ. ' ') THEN
          name = coordinate_names(k)
        END IF
   10 CONTINUE
      DO 20 k = 1, 1
        IF (.NOT. ABS(y(1 + k) - y(1 + k)) .LE. 0.0D0 .AND. name .EQ.
     &  ' ') THEN
          name = speed_names(k)
        END IF
   20 CONTINUE
      DO 30 k = 1, 1
        IF (.NOT. ABS(y(2 + k) - y(2 + k)) .LE. 0.0D0 .AND. name .EQ.
     &  ' ') THEN
          name = state_names(k)
        END IF
   30 CONTINUE
      IF (name .EQ. ' ') RETURN
      line = 'the initial value of ' // name(1:swing_length(name)) //
     &  ' is no finite number'
      line = line(1:swing_length(line)) //
     &  '; Euler parameters cannot all be zero'
      CALL swing_fail(line(1:swing_length(line)))
      END
C
C names of columns, below what they are where labels say so
      SUBROUTINE swing_write_header()
      INTEGER k
      INTEGER swing_length
      CHARACTER*64 coordinate_names(1)
      CHARACTER*64 output_names(1)
      CHARACTER*64 speed_names(1)
      CHARACTER*64 state_names(1)
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1)
      INTEGER order
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      CALL swing_coordinate_names(coordinate_names)
      CALL swing_output_names(output_names)
      CALL swing_speed_names(speed_names)
      CALL swing_state_names(state_names)
      IF (labels .GT. 0.0D0) CALL swing_write_labels(3)
      CALL swing_put_text(3, 't', 0)
      DO 10 k = 1, 1
        CALL swing_put_text(3, ',' // coordinate_names(k)(
     &  1:swing_length(coordinate_names(k))), 0)
   10 CONTINUE
      DO 20 k = 1, 1
        CALL swing_put_text(3, ',' // speed_names(k)(1:swing_length(
     &  speed_names(k))), 0)
   20 CONTINUE
      DO 30 k = 1, 1
        CALL swing_put_text(3, ',' // state_names(k)(1:swing_length(
     &  state_names(k))), 0)
   30 CONTINUE
      DO 40 k = 1, 1
        CALL swing_put_text(3, ',' // output_names(k)(1:swing_length(
     &  output_names(k))), 0)
   40 CONTINUE
      CALL swing_put_text(3, ',kinetic,potential', 1)
      END
C
C so many steps of this length as make the whole, up to rounding
      SUBROUTINE swing_whole_steps(span, length_of_one, steps)
      DOUBLE PRECISION span, length_of_one
      INTEGER steps
      DOUBLE PRECISION count
      count = span/length_of_one*(1.0D0 - 1.0D-12)
      steps = INT(count)
      IF (DBLE(steps) .LT. count) steps = steps + 1
      END
C
C a number as messages show it, to six digits
      SUBROUTINE swing_number_text(value, digits)
      DOUBLE PRECISION value
      CHARACTER*64 digits
      DOUBLE PRECISION back
      INTEGER exponent
      CHARACTER*64 all
      digits = 'no number'
      IF (.NOT. ABS(value - value) .LE. 0.0D0) RETURN
      CALL swing_scientific(value, 6, all, exponent, back)
      CALL swing_exact(back, digits)
      END
C
C what info says
      SUBROUTINE swing_info_text(info, said)
      INTEGER info
      CHARACTER*1024 said
      INTEGER swing_length
      CHARACTER*64 constraint_names(1)
      CHARACTER*64 speed_names(1)
      CALL swing_constraint_names(constraint_names)
      CALL swing_speed_names(speed_names)
      said = ' '
      IF (info .GE. 1 .AND. info .LE. 1) THEN
        said = 'the mass matrix is singular at speed ' // speed_names(
     &  info - 1 + 1)(1:swing_length(speed_names(info - 1 + 1)))
      END IF
      IF (info .GE. 2 .AND. info .LE. 2) THEN
        said = 'the constraints are dependent at constra'// 'int ' //
     &  constraint_names(info - 2 + 1)(1:swing_length(constraint_names(
     &  info - 2 + 1)))
      END IF
      IF (info .GE. 3 .AND. info .LE. 3) THEN
        said = 'no convergence within the limit, or a nu'//
     &  'mber overflows'
      END IF
      END
C
C ends the program with what info says
      SUBROUTINE swing_require_regular(t, info)
      DOUBLE PRECISION t
      INTEGER info
      CHARACTER*64 digits
      CHARACTER*1024 said
      INTEGER swing_length
      IF (info .EQ. 0) RETURN
      CALL swing_number_text(t, digits)
      CALL swing_info_text(info, said)
      CALL swing_fail('time ' // digits(1:swing_length(digits)) // ': '
     &  // said(1:swing_length(said)))
      END
C
C the user's routines before the run: they see the state and the
C outputs, and their results are inputs until the next call
      SUBROUTINE swing_call_at_init(t, p, y, w, c)
      DOUBLE PRECISION t, p(2), y(3), w(3), c(1)
      DOUBLE PRECISION o(1)
      INTEGER info
      CALL swing_set_inputs(t, w)
      CALL swing_outputs(t, y(1), y(2), y(3), w, c, o, info)
      CALL swing_require_regular(t, info)
      CALL swing_user_at_init(t, p, y, w, o)
      END
C
C the mode of dry friction at a start that is a guess, before the
C constraints hold: what slides is let go, so that they take no speed
C from it; where no mode is found, all of it. Contacts and stops close
C where they hold
      SUBROUTINE swing_guess_modes(t, q, u, s, w, c)
      DOUBLE PRECISION t, q(1), u(1), s(1), w(3), c(1)
      INTEGER info
      CALL swing_modes(t, q, u, s, w, c, info)
      END
C
C coordinates and speeds onto the constraints, in place
      SUBROUTINE swing_onto_constraints(t, y, w, c)
      DOUBLE PRECISION t, y(3), w(3), c(1)
      INTEGER info
      CHARACTER*64 digits
      CHARACTER*1024 said
      INTEGER swing_length
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1)
      INTEGER order
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      CALL swing_set_inputs(t, w)
      CALL swing_assemble(t, y(1), w, c, tolerance, 100, info)
      IF (info .NE. 0) THEN
        CALL swing_number_text(t, digits)
        CALL swing_info_text(info, said)
        CALL swing_fail('the coordinates cannot be assembled at t'//
     &  'ime ' // digits(1:swing_length(digits)) // ': ' // said(
     &  1:swing_length(said)))
      END IF
      CALL swing_project_speeds(t, y(1), y(2), y(3), w, c, info)
      IF (info .NE. 0) THEN
        CALL swing_number_text(t, digits)
        CALL swing_info_text(info, said)
        CALL swing_fail('the speeds cannot be projected at time ' //
     &  digits(1:swing_length(digits)) // ': ' // said(1:swing_length(
     &  said)))
      END IF
      END
C
C onto the constraints with the held values as they are: put back and
C moved again until they stay
      SUBROUTINE swing_start_on_constraints(t, y, w, c)
      DOUBLE PRECISION t, y(3), w(3), c(1)
      DOUBLE PRECISION given(3), moved
      INTEGER count, k, held_place(1)
      CHARACTER*4000 names
      INTEGER swing_length
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1)
      INTEGER order
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      DATA held_place /1/
      DO 10 k = 1, 3
        given(k) = y(k)
   10 CONTINUE
      DO 50 count = 1, 10000
        DO 20 k = 1, 1
          y(held_place(k)) = given(held_place(k))
   20   CONTINUE
        CALL swing_onto_constraints(t, y, w, c)
        moved = 0.0D0
        DO 30 k = 1, 1
          moved = MAX(moved, ABS(y(held_place(k)) - given(held_place(
     &  k))))
   30   CONTINUE
        IF (moved .LE. tolerance) THEN
C         to the last bit; what the constraints then miss is rounding
          DO 40 k = 1, 1
            y(held_place(k)) = given(held_place(k))
   40     CONTINUE
          RETURN
        END IF
   50 CONTINUE
      names = ' '
      IF (names .NE. ' ') names = names(1:swing_length(names)) // ', '
      names = names(1:swing_length(names)) // 'phi'
      CALL swing_fail('the initial values of ' // names(1:swing_length(
     &  names)) // ' leave no solution on the constraints')
      END
C
C the mode of contacts and dry friction at the start
      SUBROUTINE swing_find_modes(t, y, w, c)
      DOUBLE PRECISION t, y(3), w(3), c(1)
      DOUBLE PRECISION g(1), gdot(1)
      INTEGER info, failed, k, event_end(1)
      CHARACTER*1024 said
      CHARACTER*4000 line
      INTEGER swing_length
      CHARACTER*64 event_names(1)
      DATA event_end /0/
      CALL swing_event_names(event_names)
      CALL swing_set_inputs(t, w)
      CALL swing_modes(t, y(1), y(2), y(3), w, c, info)
      IF (info .LE. 3) THEN
        CALL swing_require_regular(t, info)
      ELSE
        CALL swing_info_text(info, said)
        line = said(1:swing_length(said)) //
     &  ' at the start; contacts that touch:'
        CALL swing_events(t, y(1), y(2), y(3), w, c, g, gdot, failed)
        DO 10 k = 1, 1
          IF (event_end(k) .EQ. 1 .AND. ABS(g(k)) .LE. 1.0D-06) THEN
            line = line(1:swing_length(line)) // ' ' // event_names(k)(
     &  1:swing_length(event_names(k)))
          END IF
   10   CONTINUE
        CALL swing_fail(line(1:swing_length(line)))
      END IF
      END
C
C the same at the start and after every step
      SUBROUTINE swing_call_at_step(t, p, y, w, c)
      DOUBLE PRECISION t, p(2), y(3), w(3), c(1)
      DOUBLE PRECISION o(1)
      INTEGER info
      CALL swing_set_inputs(t, w)
      CALL swing_outputs(t, y(1), y(2), y(3), w, c, o, info)
      CALL swing_require_regular(t, info)
      CALL swing_user_at_step(t, p, y, w, o)
      END
C
C one more cell of a row, with all digits
      SUBROUTINE swing_put_cell(file, value)
      DOUBLE PRECISION value
      INTEGER file
      CHARACTER*24 digits
      INTEGER swing_length
      CALL swing_all_digits(value, digits)
      CALL swing_put_text(file, ',' // digits(1:swing_length(digits)),
     &  0)
      END
C
C the same of a quantity, in its unit of files
      SUBROUTINE swing_put_quantity(file, name, value)
      DOUBLE PRECISION value
      INTEGER file
      CHARACTER*(*) name
      DOUBLE PRECISION factor
      CHARACTER*64 users
      CALL swing_user_unit(name, users, factor)
      CALL swing_put_cell(file, value/factor)
      END
C
C a row of the table of a run, and the energies; largest_phi,
C largest_phidot: the largest errors of the constraints so far
      SUBROUTINE swing_write_row(t, y, w, c, largest_phi,
     &  largest_phidot, kinetic, potential)
      DOUBLE PRECISION t, y(3), w(3), c(1), largest_phi, largest_phidot,
     &  kinetic, potential
      DOUBLE PRECISION o(1), phi(1), phidot(1)
      INTEGER info, r, k
      CHARACTER*24 digits
      INTEGER swing_length
      CHARACTER*64 coordinate_names(1)
      CHARACTER*64 output_names(1)
      CHARACTER*64 speed_names(1)
      CHARACTER*64 state_names(1)
      CALL swing_coordinate_names(coordinate_names)
      CALL swing_output_names(output_names)
      CALL swing_speed_names(speed_names)
      CALL swing_state_names(state_names)
      CALL swing_set_inputs(t, w)
      CALL swing_energy(t, y(1), y(2), y(3), w, c, kinetic, potential)
      CALL swing_outputs(t, y(1), y(2), y(3), w, c, o, info)
      CALL swing_require_regular(t, info)
      CALL swing_constraints(t, y(1), y(2), y(3), w, c, phi, phidot)
      DO 10 r = 1, 1
        largest_phi = MAX(largest_phi, ABS(phi(r)))
        largest_phidot = MAX(largest_phidot, ABS(phidot(r)))
   10 CONTINUE
      CALL swing_all_digits(t, digits)
      CALL swing_put_text(3, digits(1:swing_length(digits)), 0)
      DO 20 k = 1, 1
        CALL swing_put_quantity(3, coordinate_names(k), y(k))
   20 CONTINUE
      DO 30 k = 1, 1
        CALL swing_put_quantity(3, speed_names(k), y(1 + k))
   30 CONTINUE
      DO 40 k = 1, 1
        CALL swing_put_quantity(3, state_names(k), y(2 + k))
   40 CONTINUE
      DO 50 k = 1, 1
        CALL swing_put_quantity(3, output_names(k), o(k))
   50 CONTINUE
      CALL swing_put_cell(3, kinetic)
      CALL swing_all_digits(potential, digits)
      CALL swing_put_text(3, ',' // digits(1:swing_length(digits)), 1)
      END
C
C of each event: the error of the location of its zero, and what of a
C contact's function is rounding
      SUBROUTINE swing_event_tolerances()
      INTEGER k, event_end(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      DO 10 k = 1, 1
        error(k) = 1.0D-12*scale(k)
        error(k) = error(k) + 1.0D-11
        rounding(k) = 1.0D-08*scale(k)
        IF (event_end(k) .EQ. 1) rounding(k) = 0.001D0*1.0D-06
        IF (event_end(k) .GT. 3) rounding(k) = 0.3D0*1.0D-06
   10 CONTINUE
      END
C
C the functions of the events and their rates
      SUBROUTINE swing_event_values(t, y, w, c, g, gdot)
      DOUBLE PRECISION t, y(3), w(3), c(1), g(1), gdot(1)
      INTEGER trouble, k, event_end(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      CALL swing_set_inputs(t, w)
      CALL swing_events(t, y(1), y(2), y(3), w, c, g, gdot, trouble)
      IF (trouble .NE. 0) THEN
C       the first one is reported
        IF (failure .EQ. 0) info = trouble
        IF (failure .EQ. 0) failure = 1
        RETURN
      END IF
      DO 10 k = 1, 1
        IF (.NOT. (g(k) .LE. 0.0D0 .OR. g(k) .GT. 0.0D0)) THEN
          failure = 2
          culprit = k
          RETURN
        END IF
        IF (ABS(g(k) - g(k)) .LE. 0.0D0) THEN
          scale(k) = MAX(scale(k), ABS(g(k)))
        END IF
        IF (event_end(k) .EQ. 1 .AND. ABS(gdot(k)) .LE. 1.0D-06) THEN
          gdot(k) = 0.0D0
        END IF
   10 CONTINUE
      CALL swing_event_tolerances()
      END
C
C a state on the tangent of the motion, so much later
      SUBROUTINE swing_state_soon(t, y, w, c, later, moved)
      DOUBLE PRECISION t, y(3), w(3), c(1), later, moved(3)
      DOUBLE PRECISION ydot(3)
      INTEGER info, i
      CALL swing_set_inputs(t, w)
      CALL swing_derivatives(t, y, w, c, ydot, info)
      DO 10 i = 1, 3
        moved(i) = y(i) + later*ydot(i)
   10 CONTINUE
      END
C
C the rate of the function of event k along the motion; a difference
C where m_events gives none
      SUBROUTINE swing_event_rate(k, t, y, w, c, g, gdot, rate)
      DOUBLE PRECISION t, y(3), w(3), c(1), g(1), gdot(1), rate
      INTEGER k
      DOUBLE PRECISION moved(3), later_g(1), later_gdot(1), little
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      rate = gdot(k)
      IF (ABS(rate) .GT. 0.0D0) RETURN
      little = 0.001D0*interval
      CALL swing_state_soon(t, y, w, c, little, moved)
      CALL swing_event_values(t + little, moved, w, c, later_g,
     &  later_gdot)
      rate = later_g(k) - g(k)
      IF (ABS(rate) .LE. 1.0D-14*scale(k)) THEN
        rate = 0.0D0
      ELSE
        rate = rate/little
      END IF
      END
C
C whether event k takes away the rate of its function, which has the
C event's direction here
      SUBROUTINE swing_sends_back(k, t, y, w, c, rate, back)
      DOUBLE PRECISION t, y(3), w(3), c(1), rate
      INTEGER k
      LOGICAL back
      DOUBLE PRECISION after(3), flags_before(1), impulses(1), later_g(
     &  1), later_gdot(1), left
      INTEGER j, l
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DO 10 l = 1, 3
        after(l) = y(l)
   10 CONTINUE
      DO 20 j = 1, 1
        flags_before(j) = w(2 + j)
   20 CONTINUE
      CALL swing_event(k, t, after(1), after(2), after(3), w, c,
     &  impulses, info)
      back = .TRUE.
      IF (info .EQ. 0) THEN
        CALL swing_event_values(t, after, w, c, later_g, later_gdot)
        CALL swing_event_rate(k, t, after, w, c, later_g, later_gdot,
     &  left)
        IF (rate .LT. 0.0D0) left = -left
        back = left .LE. 0.001D0*ABS(rate)
      END IF
      info = 0
      DO 30 j = 1, 1
        w(2 + j) = flags_before(j)
   30 CONTINUE
      END
C
C event k has just happened: it waits until its function has left zero.
C Where that comes back by its rate and the change of its rate, it is
C looked at before. A function that rests passes zero where the event
C does not send it back
      SUBROUTINE swing_wait_behind_event(k, t, y, w, c, g, gdot)
      DOUBLE PRECISION t, y(3), w(3), c(1), g(1), gdot(1)
      INTEGER k
      DOUBLE PRECISION moved(3), later_g(1), later_gdot(1), little,
     &  rate, soon, bend
      INTEGER event_end(1)
      LOGICAL back, event_rises(1), event_falls(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_rises /.TRUE./
      DATA event_falls /.TRUE./
      DATA event_end /0/
      armed(k) = .FALSE.
      turned(k) = .FALSE.
      side(k) = 0.0D0
      IF (event_rises(k) .AND. event_falls(k)) RETURN
      IF (ABS(gdot(k)) .GT. 0.0D0) THEN
        little = 1.0D-06*interval
      ELSE
        little = 0.001D0*interval
      END IF
      CALL swing_event_rate(k, t, y, w, c, g, gdot, rate)
      CALL swing_state_soon(t, y, w, c, little, moved)
      CALL swing_event_values(t + little, moved, w, c, later_g,
     &  later_gdot)
      CALL swing_event_rate(k, t + little, moved, w, c, later_g,
     &  later_gdot, soon)
      bend = (soon - rate)/little
      IF (event_falls(k)) THEN
        rate = -rate
        bend = -bend
      END IF
      turned(k) = rate .LT. 0.0D0 .OR. rate .LE. 0.0D0 .AND. bend .GT.
     &  0.0D0
      back = turned(k) .AND. rate .GE. 0.0D0
      back = back .AND. event_end(k) .EQ. 0
      IF (back) THEN
        CALL swing_sends_back(k, t + little, moved, w, c, soon, back)
        turned(k) = back
      END IF
      IF (rate .LT. 0.0D0 .AND. bend .GT. 0.0D0) THEN
        look_again(k) = t - 2.0D0*rate/bend/4.0D0
      END IF
      END
C
C event k waits on the side of zero that its function g is on. That of a
C contact waits on the positive side alone: forces and slips near zero
C are left to rounding, gaps are located to the last digit
      SUBROUTINE swing_wait_for_event(k, g)
      DOUBLE PRECISION g
      INTEGER k
      INTEGER event_end(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      IF (armed(k) .AND. zero(k) .LT. g .AND. g .LT. 0.0D0) RETURN
      armed(k) = .TRUE.
      turned(k) = .FALSE.
      side(k) = 0.0D0
      IF (g .GT. 0.0D0) side(k) = 1.0D0
      IF (g .LT. 0.0D0) side(k) = -1.0D0
      look_again(k) = -1.0D0
      zero(k) = 0.0D0
      IF (event_end(k) .GT. 0) THEN
        side(k) = 1.0D0
        armed(k) = ABS(g) .GT. rounding(k) .OR. event_end(k) .EQ. 1
     &  .AND. g .GE. 0.0D0
      END IF
      END
C
C event k waits where its function g has left zero
      SUBROUTINE swing_take_side(k, g)
      DOUBLE PRECISION g
      INTEGER k
      INTEGER event_end(1)
      LOGICAL unseen, event_rises(1), event_falls(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_rises /.TRUE./
      DATA event_falls /.TRUE./
      DATA event_end /0/
      IF (ABS(g) .LE. error(k)) RETURN
      unseen = .NOT. armed(k) .AND. turned(k) .AND. (event_rises(k)
     &  .AND. g .GT. 0.0D0 .OR. event_falls(k) .AND. g .LT. 0.0D0)
      unseen = unseen .AND. event_end(k) .EQ. 0
      IF (unseen) THEN
        failure = 8
        culprit = k
      ELSE
        CALL swing_wait_for_event(k, g)
      END IF
      END
C
C a gap that opens from about zero closes where it comes back to what it
C was. Below that it would close with more energy than it opened with,
C and a body that rocks to rest would rock for ever
      SUBROUTINE swing_wait_for_return(k, g, gdot)
      DOUBLE PRECISION g, gdot
      INTEGER k
      INTEGER event_end(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      IF (event_end(k) .EQ. 1 .AND. gdot .GT. 0.0D0 .AND. ABS(g) .LE.
     &  rounding(k)) THEN
        armed(k) = .TRUE.
        side(k) = 1.0D0
        zero(k) = MIN(g, 0.0D0)
      END IF
      END
C
C how the events wait at the start, and which of them are due. length:
C what is called a short time; at_zero: of an event that has just
C happened the largest size of its function so far, of others 0
      SUBROUTINE swing_start_events(t, y, w, c, length, at_zero)
      DOUBLE PRECISION t, y(3), w(3), c(1), length, at_zero(1)
      DOUBLE PRECISION g(1), gdot(1), moved(3), later_g(1), later_gdot(
     &  1), little, rate, least
      INTEGER k, i, event_end(1)
      LOGICAL rests, event_rises(1), event_falls(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      DATA event_rises /.TRUE./
      DATA event_falls /.TRUE./
      DO 10 k = 1, 1
        armed(k) = .FALSE.
   10 CONTINUE
      DO 20 k = 1, 1
        turned(k) = .FALSE.
   20 CONTINUE
      DO 30 k = 1, 1
        due(k) = .FALSE.
   30 CONTINUE
      DO 40 k = 1, 1
        happened(k) = .FALSE.
   40 CONTINUE
      stopped = .FALSE.
      DO 50 k = 1, 1
        side(k) = 0.0D0
   50 CONTINUE
      DO 60 k = 1, 1
        scale(k) = 0.0D0
   60 CONTINUE
      DO 70 k = 1, 1
        look_again(k) = -1.0D0
   70 CONTINUE
      DO 80 k = 1, 1
        zero(k) = 0.0D0
   80 CONTINUE
      interval = length
      crowd_since = t
      crowd = 0
      applied = 0
      failure = 0
      culprit = 0
      row = 0
      breach = 0.0D0
      CALL swing_event_values(t, y, w, c, g, gdot)
      DO 90 k = 1, 1
        IF (failure .EQ. 0 .AND. event_end(k) .EQ. 1 .AND. g(k) .LT.
     &  -1.0D-06) THEN
          failure = 10
          culprit = k
        END IF
   90 CONTINUE
      IF (failure .GT. 0) RETURN
      DO 100 k = 1, 1
        later_gdot(k) = gdot(k)
  100 CONTINUE
      rests = .FALSE.
      DO 110 k = 1, 1
        IF (ABS(g(k)) .LE. 1.0D-12) rests = .TRUE.
  110 CONTINUE
      little = 1.0D-06*interval
      least = 0.0D0
      IF (rests) THEN
C       on a stop: the rate of a moment later says whether it is pressed
C       on. Rates below `least` are rounding, as of what sticks
        CALL swing_state_soon(t, y, w, c, little, moved)
        DO 120 i = 1, 1
          least = MAX(least, 1.0D-13*ABS(moved(1 + i)))
  120   CONTINUE
        CALL swing_event_values(t + little, moved, w, c, later_g,
     &  later_gdot)
      END IF
      DO 130 k = 1, 1
        scale(k) = MAX(scale(k), ABS(gdot(k))*interval)
        CALL swing_event_tolerances()
        IF (ABS(gdot(k)) .GT. least) THEN
          rate = gdot(k)
        ELSE
          rate = later_gdot(k)
        END IF
        due(k) = ABS(g(k)) .LE. error(k) .AND. (event_rises(k) .AND.
     &  rate .GT. least .OR. event_falls(k) .AND. rate .LT. -least)
        scale(k) = MAX(scale(k), at_zero(k))
        CALL swing_event_tolerances()
        IF (at_zero(k) .GT. 0.0D0 .AND. ABS(g(k)) .LE. 1000.0D0*error(
     &  k)) THEN
          due(k) = .FALSE.
          CALL swing_wait_behind_event(k, t, y, w, c, g, gdot)
        ELSE
          CALL swing_take_side(k, g(k))
        END IF
  130 CONTINUE
      DO 140 k = 1, 1
        CALL swing_wait_for_return(k, g(k), gdot(k))
  140 CONTINUE
      DO 150 k = 1, 1
        last_g(k) = g(k)
  150 CONTINUE
      DO 160 k = 1, 1
        last_gdot(k) = gdot(k)
  160 CONTINUE
      END
C
C whether the state holds finite numbers alone
      SUBROUTINE swing_holds_numbers(y, all_finite)
      DOUBLE PRECISION y(3)
      LOGICAL all_finite
      INTEGER i
      all_finite = .TRUE.
      DO 10 i = 1, 3
        IF (.NOT. ABS(y(i) - y(i)) .LE. 0.0D0) all_finite = .FALSE.
   10 CONTINUE
      END
C
C ends the program where the state is no finite number any more
      SUBROUTINE swing_require_numbers(t, y)
      DOUBLE PRECISION t, y(3)
      LOGICAL all_finite
      CHARACTER*64 digits
      INTEGER swing_length
      CALL swing_holds_numbers(y, all_finite)
      IF (all_finite) RETURN
      CALL swing_number_text(t, digits)
      CALL swing_fail('the state is no finite number any more a'//
     &  't time ' // digits(1:swing_length(digits)) //
     &  ': is the step too large?')
      END
C
C ends the program where the procedures of events have failed
      SUBROUTINE swing_require_events(t, y)
      DOUBLE PRECISION t, y(3)
      INTEGER k
      CHARACTER*64 digits
      CHARACTER*64 size_of
      CHARACTER*24 number
      CHARACTER*1024 said
      CHARACTER*4000 line
      CHARACTER*4000 words
      INTEGER swing_length
      CHARACTER*64 constraint_names(1)
      CHARACTER*64 event_names(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info, counts(1)
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      CHARACTER*528 events_name
      COMMON /swing_event_table/ counts
      COMMON /swing_event_table_texts/ events_name
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      CALL swing_constraint_names(constraint_names)
      CALL swing_event_names(event_names)
      IF (failure .EQ. 0) RETURN
      CALL swing_number_text(t, digits)
      IF (failure .EQ. 1) CALL swing_require_regular(t, info)
      IF (failure .EQ. 9) CALL swing_require_numbers(t, y)
      words = ' '
      IF (failure .EQ. 2) THEN
        words = 'the function of event ' // event_names(culprit)(
     &  1:swing_length(event_names(culprit))) // ' is no number'
      END IF
      IF (failure .EQ. 3) THEN
        words = 'event ' // event_names(culprit)(1:swing_length(
     &  event_names(culprit))) // ' cannot be applied'
      END IF
      IF (failure .EQ. 4) THEN
        words = 'event ' // event_names(culprit)(1:swing_length(
     &  event_names(culprit))) //
     &  ' leads to values that are no finite numb'// 'ers'
      END IF
      IF (failure .EQ. 5) THEN
        CALL swing_number_text(breach, size_of)
        words = 'event ' // event_names(culprit)(1:swing_length(
     &  event_names(culprit))) // ' switches ' // constraint_names(row)(
     &  1:swing_length(constraint_names(row))) //
     &  ' on where it is broken by ' // size_of(1:swing_length(size_of))
      END IF
      IF (failure .EQ. 6) words = 'more than 100 at one time'
      IF (failure .EQ. 7) words = 'more than 1000 in hardly any time'
      IF (failure .EQ. 8) THEN
        words = 'then ' // event_names(culprit)(1:swing_length(
     &  event_names(culprit))) //
     &  ' would pass unseen: its function does no'//
     &  't leave zero any more'
      END IF
      IF (failure .EQ. 10) THEN
        words = ' ' // event_names(culprit)(1:swing_length(event_names(
     &  culprit))) // ' is open at the start, but its gap is be'//
     &  'low zero'
      END IF
      IF (failure .EQ. 11) THEN
        words = 'the gap of ' // event_names(culprit)(1:swing_length(
     &  event_names(culprit))) // ' has jumped below zero'
      END IF
      IF (failure .EQ. 3) THEN
        CALL swing_info_text(info, said)
        CALL swing_fail(words(1:swing_length(words)) // ' at time ' //
     &  digits(1:swing_length(digits)) // ': ' // said(1:swing_length(
     &  said)))
      END IF
      IF (failure .LT. 6 .OR. failure .GT. 8) THEN
        CALL swing_fail(words(1:swing_length(words)))
      END IF
      line = 'events follow one another without end at'// ' time ' //
     &  digits(1:swing_length(digits)) // ' (' // words(1:swing_length(
     &  words)) // '):'
      DO 10 k = 1, 1
        IF (counts(k) .GT. 0) THEN
          CALL swing_whole_text(counts(k), number)
          line = line(1:swing_length(line)) // ' ' // event_names(k)(
     &  1:swing_length(event_names(k))) // ' ' // number(1:swing_length(
     &  number)) // ' times'
        END IF
   10 CONTINUE
      CALL swing_fail(line(1:swing_length(line)))
      END
C
C after events: what is at zero waits until it has left it, and what its
C own event sent back is looked at before
      SUBROUTINE swing_wait_anew(t, y, w, c)
      DOUBLE PRECISION t, y(3), w(3), c(1)
      DOUBLE PRECISION g(1), gdot(1)
      INTEGER k
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      CALL swing_event_values(t, y, w, c, g, gdot)
      DO 10 k = 1, 1
        CALL swing_wait_for_event(k, g(k))
        IF (happened(k) .AND. ABS(g(k)) .LE. 1000.0D0*error(k)) THEN
          CALL swing_wait_behind_event(k, t, y, w, c, g, gdot)
        ELSE IF (ABS(g(k)) .LE. error(k)) THEN
          armed(k) = .FALSE.
          side(k) = 0.0D0
        END IF
   10 CONTINUE
      END
C
C one more event, or crossing where none is due, at time t: too many in
C hardly any time are a failure
      SUBROUTINE swing_note_crowd(t)
      DOUBLE PRECISION t
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      IF (t - crowd_since .GT. 1.0D-09*interval) THEN
        crowd_since = t
        crowd = 0
      END IF
      crowd = crowd + 1
      IF (crowd .GT. 1000) failure = 7
      END
C
C of contacts whose gap has jumped, as by a step of time: a closed one
C above zero opens, below zero it is failure 11, closed or not.
C phi_before: the rows before the jump
      SUBROUTINE swing_jumped_gaps(t, y, w, c, phi_before)
      DOUBLE PRECISION t, y(3), w(3), c(1), phi_before(1)
      DOUBLE PRECISION g(1), gdot(1)
      INTEGER k, event_end(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      CALL swing_event_values(t, y, w, c, g, gdot)
      DO 10 k = 1, 1
        IF (failure .EQ. 0 .AND. armed(k) .AND. event_end(k) .EQ. 1
     &  .AND. g(k) - zero(k) .LT. -1.0D-06) THEN
          failure = 11
          culprit = k
        END IF
   10 CONTINUE
      IF (.FALSE.) WRITE(*, *) phi_before
      END
C
C one of the events that are due, the first of them, from the state that
C the ones before have left, and what is due after it. happens: its
C number, 0 where none is left; impulses of the rows, the energy before
C and after, the law of the impact
      SUBROUTINE swing_apply_event(t, y, w, c, happens, impulses,
     &  before, after)
      DOUBLE PRECISION t, y(3), w(3), c(1), impulses(1), before, after
      INTEGER happens
      DOUBLE PRECISION flags_before(1), phi_before(1), phi(1), phidot(
     &  1), g(1), gdot(1), kinetic, potential, size, allowed
      INTEGER first, k, j, i, r
      LOGICAL changed, goes, near, all_finite, event_stops(1),
     &  event_rises(1), event_falls(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_stops /.FALSE./
      DATA event_rises /.TRUE./
      DATA event_falls /.TRUE./
      happens = 0
      DO 10 k = 1, 1
        impulses(k) = 0.0D0
   10 CONTINUE
      before = 0.0D0
      after = 0.0D0
      first = 0
      IF (.NOT. stopped) THEN
        DO 20 k = 1, 1
          IF (due(k) .AND. first .EQ. 0) first = k
   20   CONTINUE
      END IF
      IF (first .EQ. 0) THEN
        IF (applied .GT. 0) CALL swing_wait_anew(t, y, w, c)
        RETURN
      END IF
      due(first) = .FALSE.
      culprit = first
      applied = applied + 1
      CALL swing_note_crowd(t)
      IF (applied .GT. 100) failure = 6
      IF (failure .GT. 0) RETURN
      CALL swing_set_inputs(t, w)
      CALL swing_energy(t, y(1), y(2), y(3), w, c, kinetic, potential)
      before = kinetic + potential
      DO 30 j = 1, 1
        flags_before(j) = w(2 + j)
   30 CONTINUE
      CALL swing_constraints(t, y(1), y(2), y(3), w, c, phi_before,
     &  phidot)
      CALL swing_event(first, t, y(1), y(2), y(3), w, c, impulses, info)
      IF (info .NE. 0) THEN
        failure = 3
        RETURN
      END IF
      CALL swing_holds_numbers(y, all_finite)
      IF (.NOT. all_finite) THEN
        failure = 4
        RETURN
      END IF
      CALL swing_jumped_gaps(t, y, w, c, phi_before)
      IF (failure .GT. 0) RETURN
C     a row that this event has switched on must hold; a contact closes
C     where its gap counts as none. The error of a row that is off is 0;
C     what the others have drifted by is not of this event
      changed = .FALSE.
      DO 40 j = 1, 1
        IF (ABS(w(2 + j) - flags_before(j)) .GT. 0.0D0) changed = .TRUE.
   40 CONTINUE
C     rows that hold states which it sets must hold too
      IF (changed) THEN
        CALL swing_constraints(t, y(1), y(2), y(3), w, c, phi, phidot)
        size = 1.0D0
        DO 50 i = 1, 1
          size = MAX(size, ABS(y(i)))
   50   CONTINUE
        allowed = 1.0D-06
        allowed = MAX(allowed, 1.0D-06)
        allowed = allowed*size
        DO 60 r = 1, 1
          IF (.NOT. (ABS(phi(r)) .LE. allowed .OR. ABS(phi(r) -
     &  phi_before(r)) .LE. allowed)) THEN
            failure = 5
            row = r
            breach = phi(r)
            RETURN
          END IF
   60   CONTINUE
      END IF
      CALL swing_energy(t, y(1), y(2), y(3), w, c, kinetic, potential)
      after = kinetic + potential
      happens = first
      happened(first) = .TRUE.
      IF (event_stops(first)) stopped = .TRUE.
      CALL swing_event_values(t, y, w, c, g, gdot)
      DO 70 j = 1, 1
        goes = event_rises(j) .AND. gdot(j) .GT. 0.0D0 .OR. event_falls(
     &  j) .AND. gdot(j) .LT. 0.0D0
        near = ABS(g(j)) .LE. 1000.0D0*error(j)
        IF (near .AND. (ABS(gdot(j)) .GT. 0.0D0 .OR. ABS(last_gdot(j))
     &  .GT. 0.0D0)) THEN
C         it turned to its direction just now, or was due and still is
          changed = .NOT. (event_rises(j) .AND. last_gdot(j) .GT. 0.0D0
     &  .OR. event_falls(j) .AND. last_gdot(j) .LT. 0.0D0)
          due(j) = goes .AND. (due(j) .OR. j .NE. first .AND. changed)
        ELSE
          goes = event_rises(j) .AND. g(j) .GT. 0.0D0 .OR. event_falls(
     &  j) .AND. g(j) .LT. 0.0D0
          IF (due(j)) THEN
            due(j) = near .OR. goes
          ELSE IF (j .NE. first .AND. armed(j) .AND. .NOT. near .AND.
     &  .NOT. happened(j)) THEN
            due(j) = goes .AND. side(j)*g(j) .LT. 0.0D0
          END IF
        END IF
   70 CONTINUE
      DO 80 j = 1, 1
        IF (.NOT. due(j) .AND. .NOT. happened(j) .AND. ABS(g(j)) .GT.
     &  error(j)) THEN
          CALL swing_wait_for_event(j, g(j))
        END IF
   80 CONTINUE
      DO 90 k = 1, 1
        last_g(k) = g(k)
   90 CONTINUE
      DO 100 k = 1, 1
        last_gdot(k) = gdot(k)
  100 CONTINUE
      END
C
C a row of the table of events
      SUBROUTINE swing_note_event(t, happens, impulses, before, after)
      DOUBLE PRECISION t, impulses(1), before, after
      INTEGER happens
      INTEGER k
      CHARACTER*24 digits
      INTEGER swing_length
      CHARACTER*64 event_names(1)
      CALL swing_event_names(event_names)
      CALL swing_all_digits(t, digits)
      CALL swing_put_text(4, digits(1:swing_length(digits)) // ',' //
     &  event_names(happens)(1:swing_length(event_names(happens))), 0)
      DO 10 k = 1, 1
        CALL swing_put_cell(4, impulses(k))
   10 CONTINUE
      CALL swing_put_cell(4, before)
      CALL swing_put_cell(4, after)
      CALL swing_put_text(4, CHAR(10), 0)
      END
C
C after the projection that follows events: what of sticking, sliding
C and normal forces is zero up to rounding now
      SUBROUTINE swing_rest_events(t, y, w, c)
      DOUBLE PRECISION t, y(3), w(3), c(1)
      DOUBLE PRECISION g(1), gdot(1)
      INTEGER k, event_end(1)
      DATA event_end /0/
      CALL swing_event_values(t, y, w, c, g, gdot)
      DO 10 k = 1, 1
        IF (event_end(k) .EQ. 1) THEN
          CALL swing_wait_for_return(k, g(k), gdot(k))
        ELSE IF (event_end(k) .GT. 0) THEN
          CALL swing_wait_for_event(k, g(k))
        END IF
   10 CONTINUE
      END
C
C what is due at time t, one event after the other
      SUBROUTINE swing_apply_events(t, y, w, c)
      DOUBLE PRECISION t, y(3), w(3), c(1)
      DOUBLE PRECISION impulses(1), before, after
      INTEGER happens
      LOGICAL any
      INTEGER counts(1)
      CHARACTER*528 events_name
      COMMON /swing_event_table/ counts
      COMMON /swing_event_table_texts/ events_name
      any = .FALSE.
   10 CONTINUE
        CALL swing_apply_event(t, y, w, c, happens, impulses, before,
     &  after)
        CALL swing_require_events(t, y)
        IF (happens .EQ. 0) GOTO 20
        any = .TRUE.
        counts(happens) = counts(happens) + 1
        CALL swing_note_event(t, happens, impulses, before, after)
      GOTO 10
   20 CONTINUE
      IF (.NOT. any) RETURN
      CALL swing_onto_constraints(t, y, w, c)
      CALL swing_rest_events(t, y, w, c)
      CALL swing_require_events(t, y)
      END
C
C opens the table of events beside that of the run (run.csv:
C run_events.csv), and applies what is due at the start
      SUBROUTINE swing_begin_events(t, y, w, c)
      DOUBLE PRECISION t, y(3), w(3), c(1)
      INTEGER k
      LOGICAL failed
      CHARACTER*512 ending
      INTEGER swing_length
      CHARACTER*64 constraint_names(1)
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1)
      INTEGER order, counts(1)
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      CHARACTER*528 events_name
      COMMON /swing_event_table/ counts
      COMMON /swing_event_table_texts/ events_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      CALL swing_constraint_names(constraint_names)
      DO 10 k = 1, 1
        counts(k) = 0
   10 CONTINUE
      events_name = csv_name
      IF (swing_length(csv_name) .GT. 4) THEN
        ending = csv_name(swing_length(csv_name) - 3:swing_length(
     &  csv_name))
        IF (ending .EQ. '.csv') THEN
          events_name = csv_name(1:swing_length(csv_name) - 4)
        END IF
      END IF
      events_name = events_name(1:swing_length(events_name)) //
     &  '_events.csv'
      CALL swing_open_new(4, events_name, failed)
      IF (failed) THEN
        CALL swing_fail('cannot write ' // events_name(1:swing_length(
     &  events_name)))
      END IF
      CALL swing_put_text(4, 't,event', 0)
      DO 20 k = 1, 1
        CALL swing_put_text(4, ',impulse ' // constraint_names(k)(
     &  1:swing_length(constraint_names(k))), 0)
   20 CONTINUE
      CALL swing_put_text(4, ',energy before,energy after', 0)
      CALL swing_put_text(4, CHAR(10), 0)
      CALL swing_start_events(t, y, w, c, step_length, fired)
      CALL swing_require_events(t, y)
      CALL swing_apply_events(t, y, w, c)
      END
C
C in place, limit: no later than the next event that waits for a time
C alone, and than when a function must have been looked at again
      SUBROUTINE swing_next_event_time(t, y, w, c, limit)
      DOUBLE PRECISION t, y(3), w(3), c(1), limit
      DOUBLE PRECISION g(1), gdot(1)
      INTEGER k
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      CALL swing_event_values(t, y, w, c, g, gdot)
      DO 10 k = 1, 1
        IF (look_again(k) .GT. t) limit = MIN(limit, look_again(k))
   10 CONTINUE
      END
C
C in place, y after a step of h: by Runge's and Kutta's method of fourth
C order, by the midpoint rule (order 2) or by Euler's method (order 1)
      SUBROUTINE swing_advance(t, y, w, c, h, info)
      DOUBLE PRECISION t, y(3), w(3), c(1), h
      INTEGER info
      DOUBLE PRECISION k1(3), k2(3), k3(3), k4(3), z(3)
      INTEGER i
      DOUBLE PRECISION begin, ahead, from(3)
      INTEGER order
      COMMON /swing_run/ begin, ahead, from, order
C     a row at t has begun its line, one at t + h not yet
      ahead = 1.0D-09*h
      CALL swing_set_inputs(t, w)
      ahead = 0.0D0
      CALL swing_derivatives(t, y, w, c, k1, info)
      IF (info .NE. 0) RETURN
      IF (order .EQ. 1) THEN
        DO 10 i = 1, 3
          y(i) = y(i) + h*k1(i)
   10   CONTINUE
      ELSE
        DO 20 i = 1, 3
          z(i) = y(i) + h/2.0D0*k1(i)
   20   CONTINUE
        CALL swing_set_inputs(t + h/2.0D0, w)
        CALL swing_derivatives(t + h/2.0D0, z, w, c, k2, info)
        IF (info .NE. 0) RETURN
        IF (order .EQ. 2) THEN
          DO 30 i = 1, 3
            y(i) = y(i) + h*k2(i)
   30     CONTINUE
        ELSE
          DO 40 i = 1, 3
            z(i) = y(i) + h/2.0D0*k2(i)
   40     CONTINUE
          CALL swing_set_inputs(t + h/2.0D0, w)
          CALL swing_derivatives(t + h/2.0D0, z, w, c, k3, info)
          IF (info .NE. 0) RETURN
          DO 50 i = 1, 3
            z(i) = y(i) + h*k3(i)
   50     CONTINUE
          ahead = -1.0D-09*h
          CALL swing_set_inputs(t + h, w)
          ahead = 0.0D0
          CALL swing_derivatives(t + h, z, w, c, k4, info)
          IF (info .NE. 0) RETURN
          DO 60 i = 1, 3
            y(i) = y(i) + h/6.0D0*(k1(i) + 2.0D0*k2(i) + 2.0D0*k3(i) +
     &  k4(i))
   60     CONTINUE
        END IF
      END IF
      CALL swing_normalize(y(1))
      END
C
C of each event a function that is zero where something is to be done
      SUBROUTINE swing_watch_events(t, y, w, c, watched)
      DOUBLE PRECISION t, y(3), w(3), c(1), watched(1)
      DOUBLE PRECISION g(1), gdot(1)
      INTEGER k, event_end(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      CALL swing_event_values(t, y, w, c, g, gdot)
      DO 10 k = 1, 1
        IF (armed(k)) THEN
          watched(k) = g(k)
        ELSE
          watched(k) = ABS(g(k)) - error(k)
        END IF
        IF (event_end(k) .GT. 0) THEN
          IF (armed(k)) THEN
            watched(k) = g(k) - zero(k)
          ELSE
            watched(k) = g(k) + rounding(k)
          END IF
        END IF
   10 CONTINUE
      END
C
C which functions of events have come to where something is due: found
C is 1 there. any: some have
      SUBROUTINE swing_crossed_events(t, y, w, c, found, any)
      DOUBLE PRECISION t, y(3), w(3), c(1)
      INTEGER found(1)
      LOGICAL any
      DOUBLE PRECISION watched(1)
      INTEGER k, event_end(1)
      LOGICAL event_rises(1), event_falls(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_rises /.TRUE./
      DATA event_falls /.TRUE./
      DATA event_end /0/
      CALL swing_watch_events(t, y, w, c, watched)
      any = .FALSE.
      DO 10 k = 1, 1
        found(k) = 0
        IF (armed(k)) THEN
          IF (side(k)*watched(k) .LT. 0.0D0 .AND. (event_rises(k) .AND.
     &  side(k) .LT. 0.0D0 .OR. event_falls(k) .AND. side(k) .GT.
     &  0.0D0)) THEN
            found(k) = 1
          END IF
        ELSE
          IF (event_end(k) .GT. 0 .AND. watched(k) .LT. 0.0D0) THEN
            found(k) = 1
          END IF
        END IF
        IF (found(k) .GT. 0) any = .TRUE.
   10 CONTINUE
      END
C
C of the step under way, which ends at t with the state y: which gaps of
C contacts have jumped (jumped_gaps)
      SUBROUTINE swing_jumped_in_step(t, y, w, c)
      DOUBLE PRECISION t, y(3), w(3), c(1)
      DOUBLE PRECISION z(3), phi(1), phidot(1)
      INTEGER k
      DOUBLE PRECISION begin, ahead, from(3)
      INTEGER order
      COMMON /swing_run/ begin, ahead, from, order
      CALL swing_set_inputs(begin, w)
      DO 10 k = 1, 3
        z(k) = from(k)
   10 CONTINUE
      CALL swing_constraints(begin, z(1), z(2), z(3), w, c, phi, phidot)
      CALL swing_jumped_gaps(t, y, w, c, phi)
      END
C
C y at a time within the step under way
      SUBROUTINE swing_state_at(t, w, c, y)
      DOUBLE PRECISION t, w(3), c(1), y(3)
      INTEGER info, k
      DOUBLE PRECISION begin, ahead, from(3)
      INTEGER order
      COMMON /swing_run/ begin, ahead, from, order
      DO 10 k = 1, 3
        y(k) = from(k)
   10 CONTINUE
      CALL swing_advance(begin, y, w, c, t - begin, info)
      END
C
C whether an open gap is below zero, by more than rounding or at all
      SUBROUTINE swing_gap_is_below(g, clearly, below)
      DOUBLE PRECISION g(1)
      LOGICAL clearly, below
      DOUBLE PRECISION least
      INTEGER k, event_end(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      below = .FALSE.
      DO 10 k = 1, 1
        IF (armed(k) .AND. event_end(k) .EQ. 1) THEN
          least = 0.0D0
          IF (clearly) least = -rounding(k)
          IF (g(k) - zero(k) .LT. least) below = .TRUE.
        END IF
   10 CONTINUE
      END
C
C whether the open gaps pass the middle of h where the cubic through
C both ends does, by half of what is left of them
      SUBROUTINE swing_gaps_are_smooth(h, g, gdot, middle_g, later_g,
     &  later_gdot, smooth)
      DOUBLE PRECISION h, g(1), gdot(1), middle_g(1), later_g(1),
     &  later_gdot(1)
      LOGICAL smooth
      DOUBLE PRECISION gap, middle, later, expected, least
      INTEGER k, event_end(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      smooth = .TRUE.
      DO 10 k = 1, 1
        IF (armed(k) .AND. event_end(k) .EQ. 1) THEN
          gap = g(k) - zero(k)
          middle = middle_g(k) - zero(k)
          later = later_g(k) - zero(k)
          expected = (gap + later)/2.0D0 + h/8.0D0*(gdot(k) -
     &  later_gdot(k))
          least = MAX(0.0D0, MIN(MIN(gap, middle), later))
          IF (ABS(middle - expected) .GT. least/2.0D0 + rounding(k))
     &  THEN
            smooth = .FALSE.
          END IF
        END IF
   10 CONTINUE
      END
C
C whether the tangents of an open gap that falls at one time and grows
C after h meet below zero
      SUBROUTINE swing_gap_may_dip(h, g, gdot, later_g, later_gdot, may)
      DOUBLE PRECISION h, g(1), gdot(1), later_g(1), later_gdot(1)
      LOGICAL may
      DOUBLE PRECISION falls, grows, gap, meet
      INTEGER k, event_end(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      may = .FALSE.
      DO 10 k = 1, 1
        IF (armed(k) .AND. event_end(k) .EQ. 1 .AND. gdot(k) .LT. 0.0D0
     &  .AND. later_gdot(k) .GT. 0.0D0) THEN
          falls = gdot(k)
          grows = later_gdot(k)
          gap = g(k) - zero(k)
          meet = (gap - (later_g(k) - zero(k)) + grows*h)/(grows -
     &  falls)
          meet = MIN(MAX(meet, 0.0D0), h)
          IF (gap + falls*meet .LT. -rounding(k)) may = .TRUE.
        END IF
   10 CONTINUE
      END
C
C of a step from begin to finish: the first time at which a gap that is
C open at both ends is below zero, if one is. The step is halved up to
C 10 times
      SUBROUTINE swing_first_dip(begin, finish, w, c, dips, dip)
      DOUBLE PRECISION begin, finish, w(3), c(1), dip
      LOGICAL dips
      DOUBLE PRECISION z(3), g(1), gdot(1), middle_g(1), middle_gdot(1),
     &  later_g(1), later_gdot(1), from, to, middle, starts(10), ends(
     &  10)
      INTEGER depths(10), waiting, depth, k, event_end(1)
      LOGICAL any, below, clearly, smooth, left, right
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      dips = .FALSE.
      dip = finish
      any = .FALSE.
      DO 10 k = 1, 1
        IF (armed(k) .AND. event_end(k) .EQ. 1) any = .TRUE.
   10 CONTINUE
      IF (.NOT. any) RETURN
      from = begin
      to = finish
      depth = 0
      waiting = 0
      DO 20 k = 1, 10
        starts(k) = 0.0D0
   20 CONTINUE
      DO 30 k = 1, 10
        ends(k) = 0.0D0
   30 CONTINUE
      DO 40 k = 1, 10
        depths(k) = 0
   40 CONTINUE
      CALL swing_state_at(from, w, c, z)
      CALL swing_event_values(from, z, w, c, g, gdot)
      CALL swing_state_at(to, w, c, z)
      CALL swing_event_values(to, z, w, c, later_g, later_gdot)
C     it is due at the end of the step
      CALL swing_gap_is_below(g, .TRUE., below)
      IF (below .OR. failure .GT. 0) RETURN
   50 CONTINUE
        middle = from + (to - from)/2.0D0
        CALL swing_state_at(middle, w, c, z)
        CALL swing_event_values(middle, z, w, c, middle_g, middle_gdot)
        IF (failure .GT. 0) RETURN
        CALL swing_gap_is_below(middle_g, .TRUE., below)
        IF (below) THEN
          dips = .TRUE.
          dip = middle
          CALL swing_gap_is_below(g, .FALSE., clearly)
   60     CONTINUE
            middle = from + (dip - from)/2.0D0
            IF (.NOT. (from .LT. middle .AND. middle .LT. dip)) RETURN
            CALL swing_state_at(middle, w, c, z)
            CALL swing_event_values(middle, z, w, c, middle_g,
     &  middle_gdot)
            CALL swing_gap_is_below(middle_g, clearly, below)
            IF (below) THEN
              dip = middle
            ELSE
              from = middle
            END IF
          GOTO 60
        END IF
        left = .FALSE.
        right = .FALSE.
        IF (depth .LT. 10) THEN
          CALL swing_gaps_are_smooth(to - from, g, gdot, middle_g,
     &  later_g, later_gdot, smooth)
          CALL swing_gap_may_dip(middle - from, g, gdot, middle_g,
     &  middle_gdot, left)
          CALL swing_gap_may_dip(to - middle, middle_g, middle_gdot,
     &  later_g, later_gdot, right)
          IF (.NOT. smooth) THEN
            left = .TRUE.
            right = .TRUE.
          END IF
        END IF
        depth = depth + 1
        IF (right) THEN
          waiting = waiting + 1
          starts(waiting) = middle
          ends(waiting) = to
          depths(waiting) = depth
        END IF
        IF (left) THEN
          to = middle
          DO 70 k = 1, 1
            later_g(k) = middle_g(k)
   70     CONTINUE
          DO 80 k = 1, 1
            later_gdot(k) = middle_gdot(k)
   80     CONTINUE
        ELSE
          IF (waiting .EQ. 0) RETURN
          from = starts(waiting)
          to = ends(waiting)
          depth = depths(waiting)
          waiting = waiting - 1
          CALL swing_state_at(from, w, c, z)
          CALL swing_event_values(from, z, w, c, g, gdot)
          CALL swing_state_at(to, w, c, z)
          CALL swing_event_values(to, z, w, c, later_g, later_gdot)
        END IF
      GOTO 50
      END
C
C after a step: which events are due. found: not 0 where watch_events
C has changed its sign there
      SUBROUTINE swing_due_events(t, y, w, c, found)
      DOUBLE PRECISION t, y(3), w(3), c(1)
      INTEGER found(1)
      DOUBLE PRECISION g(1), gdot(1), beyond, rate
      INTEGER k, event_end(1)
      LOGICAL goes, near, any, event_rises(1), event_falls(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_rises /.TRUE./
      DATA event_falls /.TRUE./
      DATA event_end /0/
      CALL swing_event_values(t, y, w, c, g, gdot)
      IF (failure .GT. 0) RETURN
      applied = 0
      DO 10 k = 1, 1
        happened(k) = .FALSE.
   10 CONTINUE
      any = .FALSE.
      DO 20 k = 1, 1
        due(k) = .FALSE.
        IF (armed(k)) THEN
          goes = event_rises(k) .AND. side(k) .LT. 0.0D0 .OR.
     &  event_falls(k) .AND. side(k) .GT. 0.0D0
          beyond = g(k)
          beyond = g(k) - zero(k)
          due(k) = goes .AND. side(k)*beyond .LT. 0.0D0
          IF (goes .AND. .NOT. due(k) .AND. found(k) .NE. 0 .AND. ABS(
     &  beyond) .LE. 1000.0D0*error(k)) THEN
            due(k) = .TRUE.
            near = .TRUE.
            near = event_end(k) .EQ. 0
            IF (near) THEN
C             found a hair before zero it comes to it, found a hair
C             after it has left zero it does not
              CALL swing_event_rate(k, t, y, w, c, g, gdot, rate)
              IF (side(k)*rate .GT. 0.0D0) due(k) = .FALSE.
            END IF
          END IF
          IF (event_end(k) .EQ. 1 .AND. gdot(k) .GT. 0.0D0) THEN
            due(k) = .FALSE.
          END IF
          IF (due(k)) any = .TRUE.
        END IF
   20 CONTINUE
      IF (any) THEN
        DO 30 k = 1, 1
          goes = event_rises(k) .AND. side(k) .LT. 0.0D0 .OR.
     &  event_falls(k) .AND. side(k) .GT. 0.0D0
          goes = goes .AND. event_end(k) .EQ. 0
          IF (armed(k) .AND. goes .AND. ABS(g(k)) .LE. error(k) .AND.
     &  side(k)*gdot(k) .LT. 0.0D0) THEN
            due(k) = .TRUE.
          END IF
   30   CONTINUE
      ELSE
        DO 40 k = 1, 1
          CALL swing_take_side(k, g(k))
   40   CONTINUE
      END IF
      DO 50 k = 1, 1
        last_g(k) = g(k)
   50 CONTINUE
      DO 60 k = 1, 1
        last_gdot(k) = gdot(k)
   60 CONTINUE
      END
C
C one step from t on, in place: to limit, or to where an event happens
C before it, or where a function must be looked at again. Then what is
C due there
      SUBROUTINE swing_step_to_event(t, y, w, c, limit)
      DOUBLE PRECISION t, y(3), w(3), c(1), limit
      DOUBLE PRECISION until, before, after, middle, dip
      INTEGER found(1), count, k, event_end(1)
      LOGICAL any, dips, all_finite
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach, begin, ahead, from(3)
      INTEGER crowd, applied, failure, culprit, row, info, order
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_run/ begin, ahead, from, order
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      until = limit
      CALL swing_next_event_time(t, y, w, c, until)
      begin = t
      DO 10 k = 1, 3
        from(k) = y(k)
   10 CONTINUE
      after = until - t
      CALL swing_advance(t, y, w, c, after, info)
      CALL swing_holds_numbers(y, all_finite)
      IF (.NOT. all_finite) failure = 9
      IF (info .NE. 0) failure = 1
      IF (failure .GT. 0) RETURN
      CALL swing_crossed_events(until, y, w, c, found, any)
      IF (any) THEN
C       located to the last digit by halving the step
        before = 0.0D0
        DO 30 count = 1, 100
          middle = before + (after - before)/2.0D0
          IF (.NOT. (before .LT. middle .AND. middle .LT. after .AND. t
     &  + before .LT. t + after)) THEN
            GOTO 40
          END IF
          DO 20 k = 1, 3
            y(k) = from(k)
   20     CONTINUE
          CALL swing_advance(t, y, w, c, middle, info)
          CALL swing_crossed_events(t + middle, y, w, c, found, any)
          IF (any) THEN
            after = middle
          ELSE
            before = middle
          END IF
   30   CONTINUE
   40   CONTINUE
        DO 50 k = 1, 3
          y(k) = from(k)
   50   CONTINUE
        CALL swing_advance(t, y, w, c, after, info)
        until = t + after
        CALL swing_crossed_events(until, y, w, c, found, any)
        CALL swing_jumped_in_step(until, y, w, c)
        IF (failure .GT. 0) RETURN
      END IF
      dips = .FALSE.
      dip = until
      DO 60 k = 1, 1
        IF (armed(k) .AND. event_end(k) .EQ. 1 .AND. last_g(k) - zero(
     &  k) .LE. 4.0D0*after*ABS(last_gdot(k))) THEN
          dips = .TRUE.
        END IF
   60 CONTINUE
C     a gap that is too wide to close at four times its speed is not
C     looked at
      IF (dips) CALL swing_first_dip(t, until, w, c, dips, dip)
      IF (dips) THEN
        CALL swing_state_at(dip, w, c, y)
        until = dip
        DO 70 k = 1, 1
          found(k) = 0
   70   CONTINUE
      END IF
      t = until
      CALL swing_due_events(t, y, w, c, found)
      IF (any) THEN
C       what has only now begun to wait
        any = .FALSE.
        DO 80 k = 1, 1
          IF (due(k)) any = .TRUE.
   80   CONTINUE
        IF (.NOT. any) THEN
          CALL swing_note_crowd(t)
          DO 90 k = 1, 1
            found(k) = 0
   90     CONTINUE
          CALL swing_due_events(t, y, w, c, found)
        END IF
      END IF
      END
C
C to the time finish, or to an event that stops the run, in place
      SUBROUTINE swing_advance_to(t, y, w, c, finish, stops)
      DOUBLE PRECISION t, y(3), w(3), c(1), finish
      LOGICAL stops
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
   10 CONTINUE
      IF (.NOT. (t .LT. finish .AND. .NOT. stopped)) GOTO 20
        CALL swing_step_to_event(t, y, w, c, finish)
        CALL swing_require_events(t, y)
        CALL swing_apply_events(t, y, w, c)
      GOTO 10
   20 CONTINUE
      stops = stopped
      END
C
C one step of a run, in place: by h to the time finish, or to an event
C that stops it. What the state must hold to is seen to
      SUBROUTINE swing_step_of_run(t, y, w, c, finish, h, stops)
      DOUBLE PRECISION t, y(3), w(3), c(1), finish, h
      LOGICAL stops
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1)
      INTEGER order
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      stops = .FALSE.
      CALL swing_advance_to(t, y, w, c, finish, stops)
      CALL swing_normalize(y(1))
      CALL swing_require_numbers(t, y)
      IF (project .GT. 0.0D0) CALL swing_onto_constraints(t, y, w, c)
      IF (.FALSE.) WRITE(*, *) h
      END
C
C waits until the clock shows as much as the model's time since the
C start; a step that ends later is an overrun
      SUBROUTINE swing_keep_up(passed, began, overruns)
      DOUBLE PRECISION passed, began
      INTEGER overruns
      DOUBLE PRECISION now
      CALL swing_clock_now(now)
      IF (now - began .GT. passed) THEN
        overruns = overruns + 1
      ELSE
   10   CONTINUE
        IF (.NOT. (now - began .LT. passed)) GOTO 20
          CALL swing_sleep_for(passed - (now - began))
          CALL swing_clock_now(now)
        GOTO 10
   20   CONTINUE
      END IF
      END
C
C of each event that waits until its function has left zero, because it
C has just happened, the largest size of its function so far; of all
C others 0. Those of contacts wait for nothing that their modes and
C functions do not say
      SUBROUTINE swing_events_at_zero(sizes)
      DOUBLE PRECISION sizes(1)
      INTEGER k, event_end(1)
      DOUBLE PRECISION side(1), scale(1), error(1), look_again(1),
     &  rounding(1), zero(1), pace, last_g(1), last_gdot(1), interval,
     &  crowd_since, breach
      INTEGER crowd, applied, failure, culprit, row, info
      LOGICAL armed(1), turned(1), due(1), happened(1), stopped, jumps,
     &  jumped_open(1)
      COMMON /swing_watch/ side, scale, error, look_again, rounding,
     &  zero, pace, last_g, last_gdot, interval, crowd_since, breach,
     &  crowd, applied, failure, culprit, row, info, armed, turned, due,
     &  happened, stopped, jumps, jumped_open
      DATA event_end /0/
      DO 10 k = 1, 1
        IF (armed(k)) THEN
          sizes(k) = 0.0D0
        ELSE
          sizes(k) = scale(k)
        END IF
        IF (event_end(k) .GT. 0) sizes(k) = 0.0D0
   10 CONTINUE
      END
C
C closes the table of events, and says how many there were
      SUBROUTINE swing_end_events(stops)
      LOGICAL stops
      INTEGER all, k
      LOGICAL failed
      CHARACTER*24 digits
      CHARACTER*1024 line
      INTEGER swing_length
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1)
      INTEGER order, counts(1)
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      CHARACTER*528 events_name
      COMMON /swing_event_table/ counts
      COMMON /swing_event_table_texts/ events_name
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      CALL swing_close_file(4, failed)
      IF (failed) THEN
        CALL swing_fail('cannot write all of ' // events_name(
     &  1:swing_length(events_name)))
      END IF
      CALL swing_events_at_zero(fired)
      all = 0
      DO 10 k = 1, 1
        all = all + counts(k)
   10 CONTINUE
      CALL swing_whole_text(all, digits)
      line = 'wrote ' // events_name(1:swing_length(events_name)) //
     &  ', ' // digits(1:swing_length(digits)) // ' events'
      IF (stops) THEN
        line = line(1:swing_length(line)) //
     &  ', the last of which stopped the run'
      END IF
      CALL swing_put_text(0, line(1:swing_length(line)), 1)
      END
C
C the state where a run ends, as a parameter file
      SUBROUTINE swing_save_state(t, y, w, fired, save_name)
      DOUBLE PRECISION t, y(3), w(3), fired(1)
      CHARACTER*(*) save_name
      LOGICAL failed
      INTEGER swing_length
      CALL swing_open_new(2, save_name, failed)
      IF (failed) THEN
        CALL swing_fail('cannot write ' // save_name(1:swing_length(
     &  save_name)))
      END IF
      CALL swing_put_text(2,
     &  '# a state: include this file to go on fr'// 'om here', 1)
      CALL swing_echo(2, 'start', t, 's', 'of the run')
      CALL swing_echo(2, 'assemble', 0.0D0, ' ',
     &  'the state is taken as it stands here')
      CALL swing_echo_state(2, y, w, fired)
      CALL swing_close_file(2, failed)
      IF (failed) THEN
        CALL swing_fail('cannot write all of ' // save_name(
     &  1:swing_length(save_name)))
      END IF
      END
C
C a run: what the file says, from its start to its end. csv: the table
C that it writes where the file names no other
      SUBROUTINE swing_simulate_file(file_name, csv)
      CHARACTER*(*) file_name
      CHARACTER*(*) csv
      DOUBLE PRECISION t, finish, h, length, kinetic, potential,
     &  energy_start, drift, largest_phi, largest_phidot, began
      INTEGER every, steps, done, rows, overruns, k
      LOGICAL stops, failed
      CHARACTER*24 digits
      CHARACTER*24 other
      INTEGER swing_length
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1), p(2),
     &  w(3), y(3), c(1)
      INTEGER order
      CHARACTER*512 csv_name
      CHARACTER*512 title
      CHARACTER*512 save_name
      CHARACTER*512 inputs_name
      COMMON /swing_run_values/ p, w, y, c
      COMMON /swing_settings/ time_start, time_end, step_length,
     &  interval, labels, realtime, assemble, project, tolerance, fired,
     &  order
      COMMON /swing_settings_texts/ csv_name, title, save_name,
     &  inputs_name
      CALL swing_default_settings(csv)
      CALL swing_default_table()
      DO 10 k = 1, 3
        w(k) = 0.0D0
   10 CONTINUE
      DO 20 k = 1, 3
        y(k) = 0.0D0
   20 CONTINUE
      CALL swing_defaults(p)
      IF (file_name .NE. ' ') THEN
        CALL swing_read_parameters(file_name, 1, p, w, y)
      END IF
      CALL swing_flags(p, w)
      IF (file_name .NE. ' ') THEN
        CALL swing_read_parameters(file_name, 1, p, w, y)
      END IF
      CALL swing_initial(p, y(1), y(2), y(3))
      IF (file_name .NE. ' ') THEN
        CALL swing_read_parameters(file_name, 2, p, w, y)
      END IF
      CALL swing_begin_run(order)
      t = time_start
      CALL swing_read_inputs(w)
      CALL swing_free_inputs()
      CALL swing_set_inputs(t, w)
      IF (file_name .NE. ' ') CALL swing_write_echo(file_name, p, w, y)
      CALL swing_normalize(y(1))
      CALL swing_require_start(y)
      IF (.NOT. (step_length .GT. 0.0D0 .AND. time_end .GE. time_start
     &  .AND. (time_end - time_start)/step_length .LT. 1.0D+09 .AND.
     &  interval .GE. 0.0D0)) THEN
        CALL swing_fail('step and end must be positive, with fewe'//
     &  'r than 1e9 steps')
      END IF
      CALL swing_setup(p, c)
      CALL swing_open_new(3, csv_name, failed)
      IF (failed) THEN
        CALL swing_fail('cannot write ' // csv_name(1:swing_length(
     &  csv_name)))
      END IF
      CALL swing_write_header()
C     steps of one length, or so many between two rows
      every = 1
      h = step_length
      IF (interval .GT. 0.0D0) THEN
        CALL swing_whole_steps(interval, step_length, every)
        h = interval/DBLE(every)
      END IF
      CALL swing_whole_steps(time_end - time_start, h, steps)
      IF (.NOT. interval .GT. 0.0D0) THEN
        h = (time_end - time_start)/DBLE(MAX(steps, 1))
      END IF
      CALL swing_clock_now(began)
      CALL swing_call_at_init(t, p, y, w, c)
      CALL swing_set_inputs(t, w)
      CALL swing_guess_modes(t, y(1), y(2), y(3), w, c)
      IF (assemble .GT. 0.0D0) THEN
        CALL swing_start_on_constraints(t, y, w, c)
      END IF
      CALL swing_find_modes(t, y, w, c)
C     with what is closed
      IF (assemble .GT. 0.0D0) THEN
        CALL swing_start_on_constraints(t, y, w, c)
      END IF
      CALL swing_call_at_step(t, p, y, w, c)
      largest_phi = 0.0D0
      largest_phidot = 0.0D0
      CALL swing_write_row(t, y, w, c, largest_phi, largest_phidot,
     &  kinetic, potential)
      energy_start = kinetic + potential
      drift = 0.0D0
      rows = 1
      done = 0
      overruns = 0
      stops = .FALSE.
      CALL swing_begin_events(t, y, w, c)
      DO 30 k = 1, steps
        finish = time_start + DBLE(k)*h
        IF (interval .GT. 0.0D0 .AND. DBLE(k) .GE. DBLE(steps)) THEN
          finish = time_end
        END IF
        length = h
        IF (interval .GT. 0.0D0) length = finish - t
        CALL swing_step_of_run(t, y, w, c, finish, length, stops)
        done = done + 1
        IF (realtime .GT. 0.0D0) THEN
          CALL swing_keep_up(t - time_start, began, overruns)
        END IF
        CALL swing_call_at_step(t, p, y, w, c)
        IF (every*(done/every) .EQ. done .OR. done .EQ. steps .OR.
     &  stops) THEN
          CALL swing_write_row(t, y, w, c, largest_phi, largest_phidot,
     &  kinetic, potential)
          rows = rows + 1
        END IF
        drift = MAX(drift, ABS(kinetic + potential - energy_start))
        IF (stops) GOTO 40
   30 CONTINUE
   40 CONTINUE
      CALL swing_close_file(3, failed)
      IF (failed) THEN
        CALL swing_fail('cannot write all of ' // csv_name(
     &  1:swing_length(csv_name)))
      END IF
      CALL swing_all_digits(energy_start, digits)
      CALL swing_put_text(0, 'energy at start  ' // digits(
     &  1:swing_length(digits)), 1)
      CALL swing_all_digits(kinetic + potential, digits)
      CALL swing_put_text(0, 'energy at end    ' // digits(
     &  1:swing_length(digits)), 1)
      CALL swing_all_digits(drift, digits)
      CALL swing_put_text(0, 'largest change   ' // digits(
     &  1:swing_length(digits)), 1)
      CALL swing_all_digits(largest_phi, digits)
      CALL swing_put_text(0, 'largest |phi|    ' // digits(
     &  1:swing_length(digits)), 1)
      CALL swing_all_digits(largest_phidot, digits)
      CALL swing_put_text(0, 'largest |phidot| ' // digits(
     &  1:swing_length(digits)), 1)
      CALL swing_whole_text(rows, digits)
      CALL swing_put_text(0, 'wrote ' // csv_name(1:swing_length(
     &  csv_name)) // ', ' // digits(1:swing_length(digits)) // ' rows',
     &  1)
      IF (realtime .GT. 0.0D0) THEN
        CALL swing_whole_text(overruns, digits)
        CALL swing_whole_text(done, other)
        CALL swing_put_text(0, 'overruns: ' // digits(1:swing_length(
     &  digits)) // ' of ' // other(1:swing_length(other)) // ' steps',
     &  1)
      END IF
      CALL swing_end_events(stops)
      IF (save_name .NE. ' ') THEN
        CALL swing_save_state(t, y, w, fired, save_name)
        CALL swing_put_text(0, 'saved the state in ' // save_name(
     &  1:swing_length(save_name)), 1)
      END IF
      CALL swing_close_file(0, failed)
      IF (failed) CALL swing_fail('cannot write what the run has found')
      END
C
C Texts, files and numbers. Blanks at the end of a text do not count;
C this is its length without them.
      INTEGER FUNCTION swing_length(text)
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
      swing_length = n
      END
C
C The first character from there on that is none of these; what ends the
C text where none is
      INTEGER FUNCTION swing_skip(text, from, set)
      CHARACTER*(*) text, set
      INTEGER from, k, n, swing_length
      n = swing_length(text)
      k = from
   10 IF (k .LE. n) THEN
      IF (INDEX(set, text(k:k)) .GT. 0) THEN
      k = k + 1
      GOTO 10
      ENDIF
      ENDIF
      swing_skip = k
      END
C
C The first one that is one of them
      INTEGER FUNCTION swing_find(text, from, set)
      CHARACTER*(*) text, set
      INTEGER from, k, n, swing_length
      n = swing_length(text)
      k = from
   10 IF (k .LE. n) THEN
      IF (INDEX(set, text(k:k)) .EQ. 0) THEN
      k = k + 1
      GOTO 10
      ENDIF
      ENDIF
      swing_find = k
      END
C
      SUBROUTINE swing_whole_text(number, digits)
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
      SUBROUTINE swing_all_digits(value, digits)
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
      SUBROUTINE swing_number_of(given, value)
      CHARACTER*(*) given
      DOUBLE PRECISION value
      INTEGER status, n, swing_length
      n = swing_length(given)
      READ(given(1:n), '(BN, F16384.0)', IOSTAT=status) value
      IF (status .NE. 0) value = 1.0D308
      IF (status .NE. 0) value = 10*value
      END
C
C Its digits, the exponent of the first one, and what they are read as
      SUBROUTINE swing_scientific(value, count, all, exponent, back)
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
      SUBROUTINE swing_warn(text)
      CHARACTER*(*) text
      INTEGER n, swing_length
      n = swing_length(text)
      WRITE(0, '(A)') 'warning: '// text(1:n)
      END
C
      SUBROUTINE swing_fail(text)
      CHARACTER*(*) text
      INTEGER n, swing_length
      n = swing_length(text)
      WRITE(0, '(A)') 'error: '// text(1:n)
      CALL EXIT(1)
      END
C
C File k is unit 30 + k, file 0 unit 6
      SUBROUTINE swing_open_old(file, name, failed)
      CHARACTER*(*) name
      INTEGER file, status, n, swing_length
      LOGICAL failed
      n = swing_length(name)
      INQUIRE(FILE=name(1:n)// '/.', EXIST=failed)
      IF (failed) RETURN
      OPEN(UNIT=30 + file, FILE=name(1:n), STATUS='OLD', IOSTAT=status)
      failed = status .NE. 0
      END
C
C Without what it holds
      SUBROUTINE swing_open_new(file, name, failed)
      CHARACTER*(*) name
      INTEGER file, unit, values(13), status
      LOGICAL failed
      DOUBLE PRECISION bytes(0:60)
      COMMON /swing_count/ bytes
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
      SUBROUTINE swing_close_file(file, failed)
      INTEGER file, unit, values(13), status
      LOGICAL failed
      DOUBLE PRECISION bytes(0:60), sent
      COMMON /swing_count/ bytes
      sent = bytes(file)
      unit = 30 + file
      IF (file .EQ. 0) unit = 6
      failed = sent .LT. 0.0D0
      CALL FLUSH(unit)
      CALL FSTAT(unit, values, status)
      IF (status .EQ. 0 .AND. file .GT. 0 .AND. sent .LT. 2.0D9) THEN
      IF (MOD(values(3)/4096, 16) .EQ. 8 .AND. values(8) .NE. NINT(
     &  sent)) failed = .TRUE.
      ENDIF
      CLOSE(UNIT=unit, IOSTAT=status)
      IF (status .NE. 0) failed = .TRUE.
      END
C
C status: 0, 1 at the end of the file, 2 it cannot be read, 3 the line
C is too long, 4 it holds a zero
      SUBROUTINE swing_read_line(file, line, status)
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
      IF (c .EQ. CHAR(9) .OR. (c .GE. CHAR(11) .AND. c .LE. CHAR(13)))
     &  line(n:n) = ' '
      CALL FGETC(30 + file, c, got)
      GOTO 10
      END
C
C A text as it is, and where ends is 1 the end of the line
      SUBROUTINE swing_put_text(file, text, ends)
      INTEGER file, ends, status, k, unit
      CHARACTER*(*) text
      DOUBLE PRECISION bytes(0:60)
      COMMON /swing_count/ bytes
      status = 0
      unit = 30 + file
      IF (file .EQ. 0) unit = 6
      DO 10 k = 1, LEN(text)
      IF (status .EQ. 0) CALL FPUTC(unit, text(k:k), status)
   10 CONTINUE
      IF (ends .EQ. 1 .AND. status .EQ. 0) CALL FPUTC(unit, CHAR(10),
     &  status)
      bytes(file) = bytes(file) + LEN(text) + ends
      IF (status .NE. 0) bytes(file) = -1.0D30
      END
C
C Of the machine, s
      SUBROUTINE swing_clock_now(seconds)
      DOUBLE PRECISION seconds
      INTEGER*8 ticks, rate
      CALL SYSTEM_CLOCK(ticks, rate)
      seconds = DBLE(ticks)/DBLE(rate)
      END
C
C By looking at the clock
      SUBROUTINE swing_sleep_for(seconds)
      DOUBLE PRECISION seconds, began, now
      CALL swing_clock_now(began)
   10 CALL swing_clock_now(now)
      IF (now - began .LT. seconds) GOTO 10
      END
