C Simulates the model swing: swing_main [FILE]
C FILE holds lines "name value [unit]"; # begins a comment. Names are
C parameters, coordinates, speeds, constant inputs, and settings;
C "parameter NAME value" is never a setting.
C   start, end, step: times, s; output: the CSV file, or the time
C   between rows (interval is the same)
C   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t
C   and columns of inputs, linear between its rows
C   title; include FILE; save FILE: the last state; labels 1: units and
C   texts above the CSV; realtime 1: in step with the clock
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
C what holds where no file says otherwise
      SUBROUTINE swing_default_settings(csv)
      CHARACTER*(*) csv
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
      tolerance = 1.0D-10
      order = 4
      csv_name = csv
      title = ' '
      save_name = ' '
      inputs_name = ' '
      END
C
C no table of inputs
      SUBROUTINE swing_default_table()
      DOUBLE PRECISION times(1000000), values(1,1000000)
      INTEGER column(1), slope_of(1), rows, row
      LOGICAL is_set(1)
      COMMON /swing_table/ times, values, column, slope_of, rows, row,
     &  is_set
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
      LOGICAL yes
      CHARACTER*16384 word
      CHARACTER*16384 more
      CHARACTER*200 clean
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
C a value of a quantity of the model
      SUBROUTINE swing_take_quantity(pass, at, name, rest, p, w, y,
     &  taken)
      DOUBLE PRECISION p(1), w(1), y(2)
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
      CHARACTER*64 speed_names(1)
      CHARACTER*64 speed_units(1)
      CALL swing_coordinate_names(coordinate_names)
      CALL swing_coordinate_units(coordinate_units)
      CALL swing_speed_names(speed_names)
      CALL swing_speed_units(speed_units)
      users = ' '
      factor = 1.0D0
      taken = .TRUE.
      DO 10 k = 1, 1
        IF (name .EQ. coordinate_names(k)) THEN
          unit = coordinate_units(k)
          CALL swing_quantity_in(at, name, rest, unit, users, factor,
     &  value)
          IF (pass .EQ. 2) y(k) = value
          RETURN
        END IF
   10 CONTINUE
      DO 20 k = 1, 1
        IF (name .EQ. speed_names(k)) THEN
          unit = speed_units(k)
          CALL swing_quantity_in(at, name, rest, unit, users, factor,
     &  value)
          IF (pass .EQ. 2) y(1 + k) = value
          RETURN
        END IF
   20 CONTINUE
      taken = .FALSE.
      IF (.FALSE.) WRITE(*, *) p
      IF (.FALSE.) WRITE(*, *) w
      END
C
C settings that stand after the names of the model
      SUBROUTINE swing_take_setting(at, name, rest, taken)
      LOGICAL taken
      CHARACTER*(*) at
      CHARACTER*(*) name
      CHARACTER*(*) rest
      CHARACTER*200 clean
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
      DOUBLE PRECISION p(1), w(1), y(2)
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
      DOUBLE PRECISION begin, ahead, from(2)
      INTEGER order
      COMMON /swing_run/ begin, ahead, from, order
      order = method
      ahead = 0.0D0
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
C lines for parameters
      SUBROUTINE swing_echo_parameters(file, p)
      DOUBLE PRECISION p(1)
      INTEGER file
      IF (.FALSE.) WRITE(*, *) file
      IF (.FALSE.) WRITE(*, *) p
      END
C
C lines for coordinates, speeds, states and flags, and for events that
C wait until their functions have left zero
      SUBROUTINE swing_echo_state(file, y, w)
      DOUBLE PRECISION y(2), w(1)
      INTEGER file
      CALL swing_echo(file, 'phi', y(1), 'rad', ' ')
      CALL swing_echo(file, 'phi''', y(1 + 1), 'rad/s', ' ')
      IF (.FALSE.) WRITE(*, *) w
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
      CALL swing_label(file, 'phi', 'rad', ' ')
      CALL swing_label(file, 'phi''', 'rad/s', ' ')
      CALL swing_put_text(file, '# kinetic, potential: energies', 1)
      END
C
C all that a run has used, as a parameter file
      SUBROUTINE swing_write_echo(file_name, p, w, y)
      DOUBLE PRECISION p(1), w(1), y(2)
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
      CALL swing_put_text(2, '# parameters', 1)
      CALL swing_echo_parameters(2, p)
      CALL swing_put_text(2, '# the start', 1)
      CALL swing_echo_state(2, y, w)
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
      DOUBLE PRECISION y(2)
      INTEGER k
      CHARACTER*512 name
      CHARACTER*1024 line
      INTEGER swing_length
      CHARACTER*64 coordinate_names(1)
      CHARACTER*64 speed_names(1)
      CALL swing_coordinate_names(coordinate_names)
      CALL swing_speed_names(speed_names)
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
      IF (name .EQ. ' ') RETURN
      line = 'the initial value of ' // name(1:swing_length(name)) //
     &  ' is no finite number'
      CALL swing_fail(line(1:swing_length(line)))
      END
C
C names of columns, below what they are where labels say so
      SUBROUTINE swing_write_header()
      INTEGER k
      INTEGER swing_length
      CHARACTER*64 coordinate_names(1)
      CHARACTER*64 speed_names(1)
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
      CALL swing_speed_names(speed_names)
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
      CHARACTER*64 speed_names(1)
      CALL swing_speed_names(speed_names)
      said = ' '
      IF (info .GE. 1 .AND. info .LE. 1) THEN
        said = 'the mass matrix is singular at speed ' // speed_names(
     &  info - 1 + 1)(1:swing_length(speed_names(info - 1 + 1)))
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
C a row of the table of a run, and the energies; largest_phi,
C largest_phidot: the largest errors of the constraints so far
      SUBROUTINE swing_write_row(t, y, w, c, kinetic, potential)
      DOUBLE PRECISION t, y(2), w(1), c(1), kinetic, potential
      DOUBLE PRECISION o(1)
      INTEGER info, k
      CHARACTER*24 digits
      INTEGER swing_length
      CALL swing_energy(t, y(1), y(2), w, c, kinetic, potential)
      CALL swing_outputs(t, y(1), y(2), w, c, o, info)
      CALL swing_require_regular(t, info)
      CALL swing_all_digits(t, digits)
      CALL swing_put_text(3, digits(1:swing_length(digits)), 0)
      DO 10 k = 1, 2
        CALL swing_put_cell(3, y(k))
   10 CONTINUE
      CALL swing_put_cell(3, kinetic)
      CALL swing_all_digits(potential, digits)
      CALL swing_put_text(3, ',' // digits(1:swing_length(digits)), 1)
      END
C
C in place, y after a step of h: by Runge's and Kutta's method of fourth
C order, by the midpoint rule (order 2) or by Euler's method (order 1)
      SUBROUTINE swing_advance(t, y, w, c, h, info)
      DOUBLE PRECISION t, y(2), w(1), c(1), h
      INTEGER info
      DOUBLE PRECISION k1(2), k2(2), k3(2), k4(2), z(2)
      INTEGER i
      DOUBLE PRECISION begin, ahead, from(2)
      INTEGER order
      COMMON /swing_run/ begin, ahead, from, order
      CALL swing_derivatives(t, y, w, c, k1, info)
      IF (info .NE. 0) RETURN
      IF (order .EQ. 1) THEN
        DO 10 i = 1, 2
          y(i) = y(i) + h*k1(i)
   10   CONTINUE
      ELSE
        DO 20 i = 1, 2
          z(i) = y(i) + h/2.0D0*k1(i)
   20   CONTINUE
        CALL swing_derivatives(t + h/2.0D0, z, w, c, k2, info)
        IF (info .NE. 0) RETURN
        IF (order .EQ. 2) THEN
          DO 30 i = 1, 2
            y(i) = y(i) + h*k2(i)
   30     CONTINUE
        ELSE
          DO 40 i = 1, 2
            z(i) = y(i) + h/2.0D0*k2(i)
   40     CONTINUE
          CALL swing_derivatives(t + h/2.0D0, z, w, c, k3, info)
          IF (info .NE. 0) RETURN
          DO 50 i = 1, 2
            z(i) = y(i) + h*k3(i)
   50     CONTINUE
          CALL swing_derivatives(t + h, z, w, c, k4, info)
          IF (info .NE. 0) RETURN
          DO 60 i = 1, 2
            y(i) = y(i) + h/6.0D0*(k1(i) + 2.0D0*k2(i) + 2.0D0*k3(i) +
     &  k4(i))
   60     CONTINUE
        END IF
      END IF
      END
C
C whether the state holds finite numbers alone
      SUBROUTINE swing_holds_numbers(y, all_finite)
      DOUBLE PRECISION y(2)
      LOGICAL all_finite
      INTEGER i
      all_finite = .TRUE.
      DO 10 i = 1, 2
        IF (.NOT. ABS(y(i) - y(i)) .LE. 0.0D0) all_finite = .FALSE.
   10 CONTINUE
      END
C
C ends the program where the state is no finite number any more
      SUBROUTINE swing_require_numbers(t, y)
      DOUBLE PRECISION t, y(2)
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
C one step of a run, in place: by h to the time finish, or to an event
C that stops it. What the state must hold to is seen to
      SUBROUTINE swing_step_of_run(t, y, w, c, finish, h, stops)
      DOUBLE PRECISION t, y(2), w(1), c(1), finish, h
      LOGICAL stops
      INTEGER info
      stops = .FALSE.
      CALL swing_advance(t, y, w, c, h, info)
      CALL swing_require_regular(finish, info)
      t = finish
      CALL swing_require_numbers(t, y)
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
C the state where a run ends, as a parameter file
      SUBROUTINE swing_save_state(t, y, w, save_name)
      DOUBLE PRECISION t, y(2), w(1)
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
      CALL swing_echo_state(2, y, w)
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
     &  energy_start, drift, began
      INTEGER every, steps, done, rows, overruns, k
      LOGICAL stops, failed
      CHARACTER*24 digits
      CHARACTER*24 other
      INTEGER swing_length
      DOUBLE PRECISION time_start, time_end, step_length, interval,
     &  labels, realtime, assemble, project, tolerance, fired(1), p(1),
     &  w(1), y(2), c(1)
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
      DO 10 k = 1, 2
        y(k) = 0.0D0
   10 CONTINUE
      CALL swing_defaults(p)
      IF (file_name .NE. ' ') THEN
        CALL swing_read_parameters(file_name, 1, p, w, y)
      END IF
      CALL swing_initial(p, y(1), y(2))
      IF (file_name .NE. ' ') THEN
        CALL swing_read_parameters(file_name, 2, p, w, y)
      END IF
      CALL swing_begin_run(order)
      t = time_start
      IF (file_name .NE. ' ') CALL swing_write_echo(file_name, p, w, y)
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
      CALL swing_write_row(t, y, w, c, kinetic, potential)
      energy_start = kinetic + potential
      drift = 0.0D0
      rows = 1
      done = 0
      overruns = 0
      stops = .FALSE.
      DO 20 k = 1, steps
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
        IF (every*(done/every) .EQ. done .OR. done .EQ. steps .OR.
     &  stops) THEN
          CALL swing_write_row(t, y, w, c, kinetic, potential)
          rows = rows + 1
        END IF
        drift = MAX(drift, ABS(kinetic + potential - energy_start))
        IF (stops) GOTO 30
   20 CONTINUE
   30 CONTINUE
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
      IF (save_name .NE. ' ') THEN
        CALL swing_save_state(t, y, w, save_name)
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
