C
C what holds where no file says otherwise
      SUBROUTINE swing_default_settings(csv, always)
      DOUBLE PRECISION always
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
      project = always
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
C the settings of the run
      SUBROUTINE swing_given_settings(start, finish, h, between,
     &  with_labels, keeps_up, first, always, error, method, waiting,
     &  csv, save)
      DOUBLE PRECISION start, finish, h, between, with_labels, keeps_up,
     &  first, always, error, waiting(1)
      INTEGER method
      CHARACTER*512 csv
      CHARACTER*512 save
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
      start = time_start
      finish = time_end
      h = step_length
      between = interval
      with_labels = labels
      keeps_up = realtime
      first = assemble
      always = project
      error = tolerance
      method = order
      DO 10 k = 1, 1
        waiting(k) = fired(k)
   10 CONTINUE
      csv = csv_name
      save = save_name
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
     &  name(1:swing_length(name)))
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
     &  ' this line is longer than 16384 characte'// 'rs')
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
     &  ': there are more than 16 MB to read')
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
        IF (rest .EQ. ' ') THEN
          CALL swing_shown(name, clean)
          CALL swing_fail(at(1:swing_length(at)) // ' no value for ' //
     &  clean(1:swing_length(clean)))
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
     &  1:swing_length(clean)) // ' is not a number')
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
      IF (users .NE. ' ') THEN
        CALL swing_fail(at(1:swing_length(at)) // ' ' // name(
     &  1:swing_length(name)) // ' is given in ' // wrong(
     &  1:swing_length(wrong)) // ', expected ' // users(1:swing_length(
     &  users)) // ' or ' // first(1:swing_length(first)))
      END IF
      CALL swing_fail(at(1:swing_length(at)) // ' ' // name(
     &  1:swing_length(name)) // ' is given in ' // wrong(
     &  1:swing_length(wrong)) // ', expected ' // first(1:swing_length(
     &  first)))
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
C settings that stand behind them
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
      CALL swing_put_text(2, '# parameters', 1)
      CALL swing_echo_parameters(2, p)
      CALL swing_put_text(2, '# inputs', 1)
      IF (inputs_name .NE. ' ') THEN
        CALL swing_put_text(2, 'inputs ' // inputs_name(1:swing_length(
     &  inputs_name)), 1)
      END IF
      CALL swing_echo_inputs(2, w)
      CALL swing_put_text(2, '# the start', 1)
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
      CALL swing_echo_state(2, y, w, fired)
      CALL swing_close_file(2, failed)
      IF (failed) THEN
        CALL swing_fail('cannot write all of ' // save_name(
     &  1:swing_length(save_name)))
      END IF
      END
C
C the cell of a line from place `from` on, without blanks and quotes at
C its ends; from then stands behind its comma
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
