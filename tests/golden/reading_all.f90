  ! what parameter files say of a run. fired: of an event that has happened at the start and waits until its function has
  ! left zero the largest size of that, else 0
  type :: kept_of_settings
    real(dp) :: time_start, time_end, step_length, interval, labels, realtime, assemble, project, tolerance, fired(ne)
    integer :: order
    character(len=512) :: csv_name, title, save_name, inputs_name
  end type kept_of_settings
  type(kept_of_settings) :: settings
  ! inputs from a table; is_set: an input that a line after that of the table gives; column: of each input, 0 where it has
  ! none, and slope_of: the input whose slope it is
  type :: kept_of_table
    logical :: is_set(nw)
    integer :: column(nw), slope_of(nw), rows, row
    real(dp) :: times(1000000), values(nw, 1000000)
  end type kept_of_table
  type(kept_of_table) :: table

  ! what holds where no file says otherwise
  subroutine swing_default_settings(csv, always)
    character(len=*), intent(in) :: csv
    real(dp), intent(in) :: always
    settings%time_start = 0.0_dp
    settings%time_end = 10.0_dp
    settings%step_length = 0.001_dp
    settings%interval = 0.0_dp
    settings%labels = 0.0_dp
    settings%realtime = 0.0_dp
    settings%assemble = 1.0_dp
    ! onto the constraints, after every step
    settings%project = always
    settings%tolerance = 1.0e-10_dp
    settings%order = 4
    settings%fired = 0.0_dp
    settings%csv_name = csv
    settings%title = ""
    settings%save_name = ""
    settings%inputs_name = ""
  end subroutine swing_default_settings

  ! no table of inputs
  subroutine swing_default_table()
    table%is_set = .false.
    table%column = 0
    table%slope_of = 0
    table%rows = 0
    table%row = 1
  end subroutine swing_default_table

  ! the settings of the run
  subroutine swing_given_settings(start, finish, h, between, with_labels, keeps_up, first, always, error, method, waiting, csv, &
      save)
    real(dp), intent(out) :: start
    real(dp), intent(out) :: finish
    real(dp), intent(out) :: h
    real(dp), intent(out) :: between
    real(dp), intent(out) :: with_labels
    real(dp), intent(out) :: keeps_up
    real(dp), intent(out) :: first
    real(dp), intent(out) :: always
    real(dp), intent(out) :: error
    integer, intent(out) :: method
    real(dp), intent(out) :: waiting(ne)
    character(len=512), intent(out) :: csv
    character(len=512), intent(out) :: save
    start = settings%time_start
    finish = settings%time_end
    h = settings%step_length
    between = settings%interval
    with_labels = settings%labels
    keeps_up = settings%realtime
    first = settings%assemble
    always = settings%project
    error = settings%tolerance
    method = settings%order
    waiting = settings%fired
    csv = settings%csv_name
    save = settings%save_name
  end subroutine swing_given_settings

  ! opens one more parameter file
  subroutine swing_open_file(at, name, depth, names, numbers)
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: name
    integer, intent(inout) :: depth
    character(len=512), intent(inout) :: names(50)
    integer, intent(inout) :: numbers(50)
    logical :: failed
    integer :: k
    if (at /= "") then
      do k = 1, depth
        if (names(k) == name) call fail(trim(at) // " the file " // trim(name) // " includes itself")
      end do
      if (depth == 50) call fail(trim(at) // " files include one another more than fifty deep")
    end if
    if (len_trim(name) > 512) call fail("the name of a file is too long")
    call open_old(depth + 11, name, failed)
    if (failed .and. at == "") call fail("cannot read " // trim(name))
    if (failed) call fail(trim(at) // " cannot read " // trim(name))
    depth = depth + 1
    names(depth) = name(1:512)
    numbers(depth) = 0
  end subroutine swing_open_file

  ! ends where a line could not be read; status: 2 the file fails, 3 the line is too long, 4 it has bytes of no text
  subroutine swing_line_trouble(at, status)
    character(len=*), intent(in) :: at
    integer, intent(in) :: status
    if (status == 2) call fail(trim(at) // " the file cannot be read on")
    if (status == 3) call fail(trim(at) // " this line is longer than 16384 characters")
    if (status == 4) call fail(trim(at) // " this is no text")
  end subroutine swing_line_trouble

  ! the first word of a line, and what follows it
  subroutine swing_split(line, word, rest)
    character(len=*), intent(in) :: line
    character(len=16384), intent(out) :: word
    character(len=16384), intent(out) :: rest
    integer :: first, after
    first = skip(line, 1, " ")
    after = find(line, first, " ")
    word = line(first:after - 1)
    rest = line(skip(line, after, " "):len_trim(line))
  end subroutine swing_split

  ! yes: the text is one decimal number, such as -12.5, 1e-3, 1d-3
  subroutine swing_decimal(given, yes)
    character(len=*), intent(in) :: given
    logical, intent(out) :: yes
    integer :: k, from, digits
    yes = .false.
    k = 1
    if (skip(given, k, "+-") > k) k = k + 1
    from = k
    k = skip(given, k, "0123456789")
    digits = k - from
    if (skip(given, k, ".") > k) then
      from = k + 1
      k = skip(given, from, "0123456789")
      digits = digits + k - from
    end if
    if (digits == 0) return
    if (skip(given, k, "eEdD") > k) then
      k = k + 1
      if (skip(given, k, "+-") > k) k = k + 1
      from = k
      k = skip(given, k, "0123456789")
      if (k == from) return
    end if
    yes = k > len_trim(given)
  end subroutine swing_decimal

  ! bytes of the character of UTF-8 at place k; 0 where there is none, or where it controls a terminal
  subroutine swing_character_size(given, k, bytes)
    character(len=*), intent(in) :: given
    integer, intent(in) :: k
    integer, intent(out) :: bytes
    integer :: first, other, j
    logical :: fits
    bytes = 0
    first = ichar(given(k:k))
    if (first < 128) then
      if (first >= 32 .and. first /= 127) bytes = 1
    else if (first >= 240 .and. first < 245) then
      bytes = 4
    else if (first >= 224 .and. first < 240) then
      bytes = 3
    else if (first >= 194 .and. first < 224) then
      bytes = 2
    end if
    fits = k + bytes <= len_trim(given) + 1
    if (fits) then
      do j = 1, bytes - 1
        other = ichar(given(k + j:k + j))
        if (other < 128 .or. other >= 192 .or. first == 194 .and. other < 160) fits = .false.
      end do
    end if
    if (.not. fits) bytes = 0
  end subroutine swing_character_size

  ! a word of a file as a message shows it: cut after 40 characters, bytes that no terminal should see as \x1b
  subroutine swing_shown(given, clean)
    character(len=*), intent(in) :: given
    character(len=200), intent(out) :: clean
    character(len=16) :: hex
    integer :: k, from, count, bytes, high, low
    hex = "0123456789abcdef"
    clean = ""
    count = 0
    k = 1
    from = 1
    do while (k <= len_trim(given))
      if (count == 40) then
        clean = trim(clean) // given(from:k - 1) // "..."
        return
      end if
      count = count + 1
      call swing_character_size(given, k, bytes)
      if (bytes > 0) then
        k = k + bytes
        cycle
      end if
      high = ichar(given(k:k))/16
      low = ichar(given(k:k)) - 16*high
      clean = trim(clean) // given(from:k - 1) // "\x" // hex(high + 1:high + 1) // hex(low + 1:low + 1)
      k = k + 1
      from = k
    end do
    clean = trim(clean) // given(from:k - 1)
  end subroutine swing_shown

  ! the next line of the open files that says something; depth becomes 0 at their end
  subroutine swing_next_entry(depth, names, numbers, bytes, at, name, rest, is_quantity, is_setting)
    integer, intent(inout) :: depth
    character(len=512), intent(in) :: names(50)
    integer, intent(inout) :: numbers(50)
    integer, intent(inout) :: bytes
    character(len=600), intent(out) :: at
    character(len=16384), intent(out) :: name
    character(len=16384), intent(out) :: rest
    logical, intent(out) :: is_quantity
    logical, intent(out) :: is_setting
    character(len=16384) :: line, words, word, more
    character(len=24) :: digits
    character(len=200) :: clean
    integer :: from, status
    logical :: failed, yes
    at = ""
    name = ""
    rest = ""
    is_quantity = .false.
    is_setting = .false.
    do while (depth > 0)
      call read_line(depth + 10, line, status)
      if (status == 1) then
        call close_file(depth + 10, failed)
        depth = depth - 1
        cycle
      end if
      numbers(depth) = numbers(depth) + 1
      call whole_text(numbers(depth), digits)
      at = trim(names(depth)) // ":" // trim(digits) // ":"
      call swing_line_trouble(at, status)
      bytes = bytes + len_trim(line) + 1
      if (bytes > 16777216) call fail(trim(names(depth)) // ": there are more than 16 MB to read")
      from = 1
      ! the mark that some editors put at the beginning of a file
      if (numbers(depth) == 1) then
        if (len_trim(line) > 2) then
          if (ichar(line(1:1)) == 239 .and. ichar(line(2:2)) == 187 .and. ichar(line(3:3)) == 191) from = 4
        end if
      end if
      words = line(from:find(line, from, "#") - 1)
      call swing_split(words, name, rest)
      if (name == "") cycle
      if (name == "parameter" .or. name == "setting") then
        call swing_split(rest, word, more)
        call swing_decimal(word, yes)
        if (more /= "" .and. .not. yes) then
          is_quantity = name == "parameter"
          is_setting = .not. is_quantity
          name = word
          rest = more
        end if
      end if
      if (rest == "") then
        call swing_shown(name, clean)
        call fail(trim(at) // " no value for " // trim(clean))
      end if
      return
    end do
  end subroutine swing_next_entry

  ! the number that a word of a file is; at: run.txt:3:
  subroutine swing_number_in(at, given, value)
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: given
    real(dp), intent(out) :: value
    logical :: yes
    character(len=200) :: clean
    value = 0.0_dp
    if (given == "") call fail(trim(at) // " a number is missing")
    call swing_decimal(given, yes)
    if (yes) call number_of(given, value)
    if (yes .and. value - value <= 0.0_dp) return
    call swing_shown(given, clean)
    if (.not. yes) call fail(trim(at) // " " // trim(clean) // " is not a number")
    call fail(trim(at) // " " // trim(clean) // " is beyond all numbers")
  end subroutine swing_number_in

  ! the number of a line, and what follows it, in the quantity's own unit; users: the unit of files and factor, what it is
  ! worth, or nothing
  subroutine swing_quantity_in(at, name, given, unit, users, factor, value)
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: name
    character(len=*), intent(in) :: given
    character(len=*), intent(in) :: unit
    character(len=*), intent(in) :: users
    real(dp), intent(in) :: factor
    real(dp), intent(out) :: value
    character(len=16384) :: word, rest, first, more
    logical :: yes
    character(len=200) :: clean, wrong
    call swing_split(given, word, rest)
    call swing_number_in(at, word, value)
    if (users /= "" .and. (rest == "" .or. rest == users)) then
      value = value*factor
      return
    end if
    if (rest == "" .or. rest == unit) return
    ! whose unit is wrong
    call swing_split(rest, first, more)
    call swing_decimal(first, yes)
    call swing_shown(rest, wrong)
    if (yes) then
      call swing_shown(word, clean)
      call fail(trim(at) // " one value for " // trim(name) // ", not " // trim(clean) // " " // trim(wrong))
    end if
    first = unit
    if (unit == "") first = "no unit"
    if (users /= "") then
      call fail(trim(at) // " " // trim(name) // " is given in " // trim(wrong) // ", expected " // trim(users) // " or " // trim( &
          first))
    end if
    call fail(trim(at) // " " // trim(name) // " is given in " // trim(wrong) // ", expected " // trim(first))
  end subroutine swing_quantity_in

  ! a text that a line gives
  subroutine swing_take_text(at, rest, kept)
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: rest
    character(len=512), intent(out) :: kept
    kept = ""
    if (len_trim(rest) > 512) call fail(trim(at) // " the text is too long")
    kept = rest(1:512)
  end subroutine swing_take_text

  ! settings that stand before the names of the model
  subroutine swing_take_first_setting(at, name, rest, taken)
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: name
    character(len=*), intent(in) :: rest
    logical, intent(out) :: taken
    character(len=16384) :: word, more
    logical :: yes
    real(dp) :: size
    character(len=200) :: clean
    integer :: k
    taken = .true.
    call swing_split(rest, word, more)
    call swing_decimal(word, yes)
    if (name == "end") then
      call swing_quantity_in(at, name, rest, "s", "", 1.0_dp, settings%time_end)
    else if (name == "step") then
      call swing_quantity_in(at, name, rest, "s", "", 1.0_dp, settings%step_length)
    else if (name == "output" .and. yes) then
      call swing_quantity_in(at, name, rest, "s", "", 1.0_dp, settings%interval)
    else if (name == "output") then
      call swing_take_text(at, rest, settings%csv_name)
    else if (name == "assemble") then
      call swing_quantity_in(at, name, rest, "", "", 1.0_dp, settings%assemble)
    else if (name == "project") then
      call swing_quantity_in(at, name, rest, "", "", 1.0_dp, settings%project)
    else if (name == "tolerance") then
      call swing_quantity_in(at, name, rest, "", "", 1.0_dp, settings%tolerance)
    else if (name == "event" .and. .not. yes) then
      taken = .false.
      do k = 1, ne
        if (word == event_names(k)) then
          call swing_decimal(more, yes)
          size = 0.0_dp
          if (yes) call number_of(more, size)
          if (.not. (size > 0.0_dp .and. size - size <= 0.0_dp)) then
            call swing_shown(more, clean)
            call fail(trim(at) // " event " // trim(word) // " needs a positive number, not '" // trim(clean) // "'")
          end if
          settings%fired(k) = size
          taken = .true.
        end if
      end do
      if (.not. taken) then
        call swing_shown(word, clean)
        call fail(trim(at) // " the model has no event '" // trim(clean) // "'")
      end if
    else
      taken = .false.
    end if
  end subroutine swing_take_first_setting

  ! the unit in which files give and take a quantity, and what it is worth in the quantity's own
  subroutine swing_user_unit(name, users, factor)
    character(len=*), intent(in) :: name
    character(len=64), intent(out) :: users
    real(dp), intent(out) :: factor
    users = ""
    factor = 1.0_dp
    if (name == "phi") then
      users = "deg"
      factor = 0.017453292519943295_dp
    end if
  end subroutine swing_user_unit

  ! the input is what a line says, whatever a line before it said of a table; its rates are zero
  subroutine swing_set_input(k, name, w)
    integer, intent(in) :: k
    character(len=*), intent(in) :: name
    real(dp), intent(inout) :: w(nw)
    character(len=512) :: first, second
    integer :: i
    table%is_set(k) = .true.
    first = trim(name) // "'"
    second = trim(name) // "''"
    do i = 1, nw
      if (input_names(i) == first .or. input_names(i) == second) then
        w(i) = 0.0_dp
        table%is_set(i) = .true.
      end if
    end do
  end subroutine swing_set_input

  ! a value of a quantity of the model
  subroutine swing_take_quantity(pass, at, name, rest, p, w, y, taken)
    integer, intent(in) :: pass
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: name
    character(len=*), intent(in) :: rest
    real(dp), intent(inout) :: p(np)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(inout) :: y(nq + nu + ns)
    logical, intent(out) :: taken
    character(len=64) :: unit, users
    real(dp) :: factor, value
    integer :: k
    users = ""
    factor = 1.0_dp
    call swing_user_unit(name, users, factor)
    taken = .true.
    do k = 1, np
      if (name == parameter_names(k)) then
        unit = parameter_units(k)
        call swing_quantity_in(at, name, rest, unit, users, factor, value)
        if (pass == 1) p(k) = value
        return
      end if
    end do
    do k = 1, nw
      if (name == input_names(k)) then
        unit = input_units(k)
        call swing_quantity_in(at, name, rest, unit, users, factor, value)
        w(k) = value
        call swing_set_input(k, name, w)
        return
      end if
    end do
    do k = 1, nq
      if (name == coordinate_names(k)) then
        unit = coordinate_units(k)
        call swing_quantity_in(at, name, rest, unit, users, factor, value)
        if (pass == 2) y(k) = value
        return
      end if
    end do
    do k = 1, nu
      if (name == speed_names(k)) then
        unit = speed_units(k)
        call swing_quantity_in(at, name, rest, unit, users, factor, value)
        if (pass == 2) y(nq + k) = value
        return
      end if
    end do
    do k = 1, ns
      if (name == state_names(k)) then
        unit = state_units(k)
        call swing_quantity_in(at, name, rest, unit, users, factor, value)
        if (pass == 2) y(nq + nu + k) = value
        return
      end if
    end do
    taken = .false.
  end subroutine swing_take_quantity

  ! settings that stand behind them
  subroutine swing_take_setting(at, name, rest, taken)
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: name
    character(len=*), intent(in) :: rest
    logical, intent(out) :: taken
    character(len=200) :: clean
    taken = .true.
    if (name == "start") then
      call swing_quantity_in(at, name, rest, "s", "", 1.0_dp, settings%time_start)
    else if (name == "interval") then
      call swing_quantity_in(at, name, rest, "s", "", 1.0_dp, settings%interval)
    else if (name == "labels") then
      call swing_quantity_in(at, name, rest, "", "", 1.0_dp, settings%labels)
    else if (name == "realtime") then
      call swing_quantity_in(at, name, rest, "", "", 1.0_dp, settings%realtime)
    else if (name == "title") then
      call swing_take_text(at, rest, settings%title)
    else if (name == "save") then
      call swing_take_text(at, rest, settings%save_name)
    else if (name == "inputs") then
      call swing_take_text(at, rest, settings%inputs_name)
      table%is_set = .false.
    else if (name == "integrator") then
      if (rest == "rk4") then
        settings%order = 4
      else if (rest == "rk2") then
        settings%order = 2
      else if (rest == "euler") then
        settings%order = 1
      else
        call swing_shown(rest, clean)
        call fail(trim(at) // " there is no method '" // trim(clean) // "'")
      end if
    else
      taken = .false.
    end if
  end subroutine swing_take_setting

  ! reads a parameter file. Pass 1 takes settings, parameters and inputs; pass 2 the initial state, which may depend on them
  subroutine swing_read_parameters(file_name, pass, p, w, y)
    character(len=*), intent(in) :: file_name
    integer, intent(in) :: pass
    real(dp), intent(inout) :: p(np)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(inout) :: y(nq + nu + ns)
    integer :: depth, numbers(50), bytes
    character(len=512) :: names(50)
    character(len=600) :: at
    character(len=16384) :: name, rest, given
    logical :: is_quantity, is_setting, yes, taken
    character(len=200) :: clean
    depth = 0
    bytes = 0
    names = ""
    numbers = 0
    given = file_name
    at = ""
    call swing_open_file(at, given, depth, names, numbers)
    do
      call swing_next_entry(depth, names, numbers, bytes, at, name, rest, is_quantity, is_setting)
      if (depth == 0) return
      if (name == "include" .and. .not. is_quantity) then
        call swing_decimal(rest, yes)
        if (.not. yes) then
          given = rest
          call swing_open_file(at, given, depth, names, numbers)
          cycle
        end if
      end if
      taken = .false.
      if (.not. is_quantity) call swing_take_first_setting(at, name, rest, taken)
      if (.not. taken .and. .not. is_setting) call swing_take_quantity(pass, at, name, rest, p, w, y, taken)
      if (.not. taken .and. .not. is_quantity) call swing_take_setting(at, name, rest, taken)
      if (.not. taken) then
        call swing_shown(name, clean)
        call fail(trim(at) // " the model has no " // trim(clean))
      end if
    end do
  end subroutine swing_read_parameters

  ! a line "# name: unit, meaning"
  subroutine swing_label(file, name, unit, meaning)
    integer, intent(in) :: file
    character(len=*), intent(in) :: name
    character(len=*), intent(in) :: unit
    character(len=*), intent(in) :: meaning
    character(len=16384) :: line
    line = "# " // trim(name) // ": " // trim(unit)
    if (unit == "") line = trim(line) // " no unit"
    if (meaning /= "") line = trim(line) // ", " // trim(meaning)
    call put_text(file, trim(line) // new_line("a"))
  end subroutine swing_label

  ! what the columns of the table of a run are
  subroutine swing_write_labels(file)
    integer, intent(in) :: file
    call put_text(file, "# t: s, time" // new_line("a"))
    call swing_label(file, "phi", "deg", "")
    call swing_label(file, "phi'", "rad/s", "")
    call swing_label(file, "heat", "J", "")
    call swing_label(file, "force", "N", "of the rod")
    call put_text(file, "# kinetic, potential: energies" // new_line("a"))
  end subroutine swing_write_labels

  ! digits of just this number: 15, or 17 where it needs them
  subroutine swing_exact(value, digits)
    real(dp), intent(in) :: value
    character(len=64), intent(out) :: digits
    character(len=64) :: all, zeros
    character(len=24) :: whole
    real(dp) :: back
    integer :: count, exponent, first, after
    if (.not. abs(value - value) <= 0.0_dp) then
      digits = "nan"
      return
    end if
    zeros = "0000000000000000000000"
    count = 15
    call scientific(value, count, all, exponent, back)
    do while (count < 17 .and. (back < value .or. back > value))
      count = count + 1
      call scientific(value, count, all, exponent, back)
    end do
    first = skip(all, 1, "-")
    after = len_trim(all) + 1
    do while (after > first + 1)
      if (skip(all, after - 1, "0") == after - 1) exit
      after = after - 1
    end do
    digits = all(1:first - 1)
    if (exponent < -4 .or. exponent >= count) then
      digits = trim(digits) // all(first:first)
      if (after > first + 1) digits = trim(digits) // "." // all(first + 1:after - 1)
      digits = trim(digits) // "e"
      if (exponent < 0) then
        digits = trim(digits) // "-"
      else
        digits = trim(digits) // "+"
      end if
      if (exponent < 0) then
        exponent = -exponent
      else
        exponent = exponent
      end if
      call whole_text(exponent, whole)
      if (len_trim(whole) == 1) digits = trim(digits) // "0"
      digits = trim(digits) // trim(whole)
    else if (exponent < 0) then
      digits = trim(digits) // "0." // zeros(1:-exponent - 1) // all(first:after - 1)
    else if (after - first <= exponent + 1) then
      digits = trim(digits) // all(first:after - 1) // zeros(1:exponent + 2 - (after - first) - 1)
    else
      digits = trim(digits) // all(first:first + exponent) // "." // all(first + exponent + 1:after - 1)
    end if
  end subroutine swing_exact

  ! a line "name value unit # meaning"
  subroutine swing_echo(file, name, value, unit, meaning)
    integer, intent(in) :: file
    character(len=*), intent(in) :: name
    real(dp), intent(in) :: value
    character(len=*), intent(in) :: unit
    character(len=*), intent(in) :: meaning
    character(len=64) :: digits
    character(len=16384) :: line
    call swing_exact(value, digits)
    line = trim(name) // " " // trim(digits)
    if (unit /= "") line = trim(line) // " " // trim(unit)
    if (meaning /= "") line = trim(line) // "  # " // trim(meaning)
    call put_text(file, trim(line) // new_line("a"))
  end subroutine swing_echo

  ! the same of a quantity, in the unit of files where a number of 17 digits gives just this value again
  subroutine swing_echo_quantity(file, name, in_file, value, unit, meaning)
    integer, intent(in) :: file
    character(len=*), intent(in) :: name
    character(len=*), intent(in) :: in_file
    real(dp), intent(in) :: value
    character(len=*), intent(in) :: unit
    character(len=*), intent(in) :: meaning
    character(len=64) :: users
    real(dp) :: factor, one
    integer :: k
    call swing_user_unit(name, users, factor)
    if (users /= "") then
      do k = 1, 3
        one = value/factor
        if (k == 2) one = one + 1.2e-16_dp*one
        if (k == 3) one = one - 1.2e-16_dp*one
        if (.not. abs(one*factor - value) > 0.0_dp) then
          call swing_echo(file, in_file, one, users, meaning)
          return
        end if
      end do
    end if
    call swing_echo(file, in_file, value, unit, meaning)
  end subroutine swing_echo_quantity

  ! lines for parameters
  subroutine swing_echo_parameters(file, p)
    integer, intent(in) :: file
    real(dp), intent(in) :: p(np)
    call swing_echo_quantity(file, "end", "parameter end", p(1), "m", &
        "100 % of ""the"" rod's length, \n or what a long text says of " // "it, over and over again until a line is full")
    call swing_echo_quantity(file, "k", "k", p(2), "", "")
  end subroutine swing_echo_parameters

  ! lines for inputs that are no columns of a table
  subroutine swing_echo_inputs(file, w)
    integer, intent(in) :: file
    real(dp), intent(in) :: w(nw)
    if (table%column(1) == 0 .and. table%slope_of(1) == 0) call swing_echo_quantity(file, "z", "z", w(1), "m", "height")
    if (table%column(2) == 0 .and. table%slope_of(2) == 0) call swing_echo_quantity(file, "z'", "z'", w(2), "m/s", "")
  end subroutine swing_echo_inputs

  ! lines for coordinates, speeds, states and flags, and for events that wait until their functions have left zero
  subroutine swing_echo_state(file, y, w, fired)
    integer, intent(in) :: file
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: fired(ne)
    character(len=512) :: name
    integer :: k
    call swing_echo_quantity(file, "phi", "phi", y(1), "rad", "")
    call swing_echo_quantity(file, "phi'", "phi'", y(nq + 1), "rad/s", "")
    call swing_echo_quantity(file, "heat", "heat", y(nq + nu + 1), "J", "")
    call swing_echo_quantity(file, "shut", "shut", w(nw - nf + 1), "", "")
    do k = 1, ne
      if (fired(k) > 0.0_dp) then
        name = "event " // trim(event_names(k))
        call swing_echo(file, name, fired(k), "", "its function is at zero, and must leave zero first")
      end if
    end do
  end subroutine swing_echo_state

  ! all that a run has used, as a parameter file
  subroutine swing_write_echo(file_name, p, w, y)
    character(len=*), intent(in) :: file_name
    real(dp), intent(in) :: p(np)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: y(nq + nu + ns)
    character(len=520) :: name
    logical :: failed
    name = trim(file_name) // ".echo"
    call open_new(2, name, failed)
    if (failed) then
      call warn("cannot write " // trim(name))
      return
    end if
    call put_text(2, "# all that a run has used: the main program reads it again" // new_line("a"))
    if (settings%title /= "") call put_text(2, "title " // trim(settings%title) // new_line("a"))
    if (abs(settings%time_start) > 0.0_dp) call swing_echo(2, "start", settings%time_start, "s", "of the run")
    call swing_echo(2, "end", settings%time_end, "s", "of the run")
    call swing_echo(2, "step", settings%step_length, "s", "of the integration")
    if (settings%interval > 0.0_dp) call swing_echo(2, "output", settings%interval, "s", "between rows")
    call put_text(2, "output " // trim(settings%csv_name) // new_line("a"))
    if (settings%order == 2) call put_text(2, "integrator rk2" // new_line("a"))
    if (settings%order == 1) call put_text(2, "integrator euler" // new_line("a"))
    if (settings%labels > 0.0_dp) call put_text(2, "labels 1" // new_line("a"))
    if (settings%realtime > 0.0_dp) call put_text(2, "realtime 1" // new_line("a"))
    if (settings%save_name /= "") call put_text(2, "save " // trim(settings%save_name) // new_line("a"))
    call put_text(2, "# parameters" // new_line("a"))
    call swing_echo_parameters(2, p)
    call put_text(2, "# inputs" // new_line("a"))
    if (settings%inputs_name /= "") call put_text(2, "inputs " // trim(settings%inputs_name) // new_line("a"))
    call swing_echo_inputs(2, w)
    call put_text(2, "# the start" // new_line("a"))
    call swing_echo_state(2, y, w, settings%fired)
    call put_text(2, "# columns of the CSV file" // new_line("a"))
    call swing_write_labels(2)
    call close_file(2, failed)
    if (failed) call warn("cannot write all of " // trim(name))
  end subroutine swing_write_echo

  ! the state where a run ends, as a parameter file
  subroutine swing_save_state(t, y, w, fired, save_name)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: fired(ne)
    character(len=*), intent(in) :: save_name
    logical :: failed
    call open_new(2, save_name, failed)
    if (failed) call fail("cannot write " // trim(save_name))
    call put_text(2, "# a state: include this file to go on from here" // new_line("a"))
    call swing_echo(2, "start", t, "s", "of the run")
    call swing_echo_state(2, y, w, fired)
    call close_file(2, failed)
    if (failed) call fail("cannot write all of " // trim(save_name))
  end subroutine swing_save_state

  ! the cell of a line from place `from` on, without blanks and quotes at its ends; from then stands behind its comma
  subroutine swing_next_cell(line, from, cell)
    character(len=*), intent(in) :: line
    integer, intent(inout) :: from
    character(len=16384), intent(out) :: cell
    integer :: first, after
    after = find(line, from, ",")
    first = skip(line, from, " """)
    from = after + 1
    do while (after > first)
      if (skip(line, after - 1, " """) == after - 1) exit
      after = after - 1
    end do
    cell = ""
    if (after > first) cell = line(first:after - 1)
  end subroutine swing_next_cell

  ! the first line of a table of inputs: of each column its input, 0 where it is of none
  subroutine swing_read_names(at, line, columns, target, time_column, time_name)
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: line
    integer, intent(out) :: columns
    integer, intent(out) :: target(8193)
    integer, intent(out) :: time_column
    character(len=512), intent(out) :: time_name
    character(len=16384) :: cell, other
    character(len=200) :: clean
    integer :: from, next_from, i
    logical :: is_t
    columns = 0
    time_column = 1
    time_name = ""
    target = 0
    is_t = .false.
    from = 1
    do while (from <= len_trim(line) + 1)
      call swing_next_cell(line, from, cell)
      columns = columns + 1
      if (cell == "") call fail(trim(at) // " a column has no name")
      next_from = from
      do while (next_from <= len_trim(line) + 1)
        call swing_next_cell(line, next_from, other)
        if (other == cell) then
          call swing_shown(cell, clean)
          call fail(trim(at) // " two columns are called " // trim(clean))
        end if
      end do
      if (columns == 1 .or. cell == "t" .or. cell == "time" .and. .not. is_t) then
        time_column = columns
        time_name = cell(1:512)
      end if
      if (cell == "t") is_t = .true.
      target(columns) = 0
      do i = 1, nw
        if (cell == input_names(i)) target(columns) = i
      end do
    end do
    target(time_column) = 0
  end subroutine swing_read_names

  ! a row of it
  subroutine swing_read_row(at, line, columns, target, time_column)
    integer, parameter :: ntable = 1000000
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: line
    integer, intent(in) :: columns
    integer, intent(in) :: target(8193)
    integer, intent(in) :: time_column
    character(len=16384) :: cell
    integer :: from, k
    real(dp) :: value
    if (table%rows == ntable) call fail(trim(at) // " the table has more rows than this program can hold")
    table%rows = table%rows + 1
    from = 1
    k = 1
    do while (from <= len_trim(line) + 1)
      if (k > columns) call fail(trim(at) // " there are more columns than names")
      call swing_next_cell(line, from, cell)
      call swing_number_in(at, cell, value)
      if (k == time_column) table%times(table%rows) = value
      if (target(k) > 0) table%values(target(k), table%rows) = value
      k = k + 1
    end do
    if (k <= columns) call fail(trim(at) // " there are fewer columns than names")
  end subroutine swing_read_row

  ! reads the table of inputs: a line with names of columns, then rows of numbers
  subroutine swing_read_inputs(w)
    real(dp), intent(inout) :: w(nw)
    character(len=16384) :: line, given
    character(len=512) :: name, first_rate, second_rate, time_name
    character(len=600) :: at
    character(len=24) :: digits
    character(len=64) :: users
    real(dp) :: factor
    integer :: target(8193), time_column, from, columns, status, number, bytes, k, i, j
    logical :: failed, any
    if (settings%inputs_name == "") return
    call open_old(1, settings%inputs_name, failed)
    if (failed) call fail("cannot read " // trim(settings%inputs_name))
    columns = 0
    number = 0
    bytes = 0
    table%rows = 0
    table%row = 1
    table%column = 0
    table%slope_of = 0
    time_column = 1
    time_name = ""
    target = 0
    do
      call read_line(1, line, status)
      if (status == 1) exit
      number = number + 1
      call whole_text(number, digits)
      at = trim(settings%inputs_name) // ":" // trim(digits) // ":"
      call swing_line_trouble(at, status)
      bytes = bytes + len_trim(line) + 1
      if (bytes > 268435456) call fail(trim(settings%inputs_name) // ": there are more than 256 MB to read")
      from = 1
      if (number == 1) then
        if (len_trim(line) > 2) then
          if (ichar(line(1:1)) == 239 .and. ichar(line(2:2)) == 187 .and. ichar(line(3:3)) == 191) then
            given = line(4:len_trim(line))
            line = given
          end if
        end if
      end if
      from = skip(line, 1, " """)
      if (from > len_trim(line)) cycle
      if (skip(line, from, "#") > from) cycle
      if (columns == 0) then
        call swing_read_names(at, line, columns, target, time_column, time_name)
      else
        call swing_read_row(at, line, columns, target, time_column)
      end if
    end do
    call close_file(1, failed)
    if (table%rows == 0) call fail(trim(settings%inputs_name) // " has no rows")
    do k = 2, table%rows
      if (.not. table%times(k) > table%times(k - 1)) then
        call whole_text(k, digits)
        call fail(trim(settings%inputs_name) // ": the times in column '" // trim(time_name) // "' do not grow at row " // trim( &
            digits))
      end if
    end do
    any = .false.
    do k = 1, columns
      if (target(k) > 0) then
        any = .true.
        if (.not. table%is_set(target(k))) table%column(target(k)) = k
      end if
    end do
    if (.not. any) call fail(trim(settings%inputs_name) // " has a column for no input of the model")
    do i = 1, nw
      name = input_names(i)
      if (table%column(i) > 0) then
        first_rate = trim(name) // "'"
        second_rate = trim(name) // "''"
        do j = 1, nw
          if (input_names(j) == first_rate .and. table%column(j) == 0 .and. .not. table%is_set(j)) table%slope_of(j) = i
          if (input_names(j) == second_rate .and. table%column(j) == 0 .and. .not. table%is_set(j)) w(j) = 0.0_dp
        end do
        given = name
        call swing_user_unit(given, users, factor)
        do k = 1, table%rows
          table%values(i, k) = table%values(i, k)*factor
        end do
      end if
    end do
  end subroutine swing_read_inputs

  ! the inputs at time t; ahead is added to it where it chooses the line between two rows
  subroutine swing_set_inputs(t, w)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: w(nw)
    integer :: later, i
    real(dp) :: at, span, share
    logical :: outside
    if (table%rows == 0) return
    at = t + run%ahead
    do while (table%row > 1 .and. at < table%times(table%row))
      table%row = table%row - 1
    end do
    do while (table%row + 1 < table%rows)
      if (at < table%times(table%row + 1)) exit
      table%row = table%row + 1
    end do
    later = min(table%row + 1, table%rows)
    span = table%times(later) - table%times(table%row)
    share = 0.0_dp
    if (span > 0.0_dp) share = min(max((t - table%times(table%row))/span, 0.0_dp), 1.0_dp)
    outside = .not. span > 0.0_dp .or. at < table%times(1) .or. at > table%times(table%rows)
    do i = 1, nw
      if (table%column(i) > 0) then
        w(i) = table%values(i, table%row) + share*(table%values(i, later) - table%values(i, table%row))
      else if (table%slope_of(i) > 0) then
        w(i) = 0.0_dp
        if (.not. outside) w(i) = (table%values(table%slope_of(i), later) - table%values(table%slope_of(i), table%row))/span
      end if
    end do
  end subroutine swing_set_inputs
