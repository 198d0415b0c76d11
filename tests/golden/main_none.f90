! Simulates the model swing: swing_main [FILE]
! FILE holds lines "name value [unit]"; # begins a comment. Names are parameters, coordinates, speeds, constant inputs, and
! settings; "parameter NAME value" is never a setting.
!   start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)
!   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its rows
!   title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step with the
!   clock
! FILE.echo holds all that was used, and is such a file itself.
program swing_main
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_int, c_null_char, c_ptr
  use, intrinsic :: iso_fortran_env, only: error_unit
  use swing_model
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  character(len=512) :: file_name
  integer :: status
  type(c_ptr) :: files(0:60)
  ! what parameter files say of a run. fired: of an event that has happened at the start and waits until its function has
  ! left zero the largest size of that, else 0
  type :: kept_of_settings
    real(dp) :: time_start, time_end, step_length, interval, labels, realtime, assemble, project, tolerance, fired(0)
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
  ! of a run: its parameters, inputs, state and constants
  type :: kept_of_run_values
    real(dp) :: p(np), w(nw), y(nq + nu), c(nc)
  end type kept_of_run_values
  type(kept_of_run_values) :: run_values
  ! what main programs keep of a run. order: of the method; begin, from: of the step under way, its time and state; ahead:
  ! added to a time where it chooses the line between two rows of inputs
  type :: kept_of_run
    integer :: order
    real(dp) :: begin, ahead, from(nq + nu)
  end type kept_of_run
  type(kept_of_run) :: run

  ! C's files, because Fortran's report no error where a disk is full
  interface
    function c_fopen(name, mode) bind(c, name="fopen") result(file)
      import :: c_char, c_ptr
      character(kind=c_char), intent(in) :: name(*), mode(*)
      type(c_ptr) :: file
    end function c_fopen
    ! the standard output
    function c_fdopen(descriptor, mode) bind(c, name="fdopen") result(file)
      import :: c_char, c_int, c_ptr
      integer(c_int), value :: descriptor
      character(kind=c_char), intent(in) :: mode(*)
      type(c_ptr) :: file
    end function c_fdopen
    function c_fputs(text, file) bind(c, name="fputs") result(status)
      import :: c_char, c_int, c_ptr
      character(kind=c_char), intent(in) :: text(*)
      type(c_ptr), value :: file
      integer(c_int) :: status
    end function c_fputs
    function c_fflush(file) bind(c, name="fflush") result(status)
      import :: c_int, c_ptr
      type(c_ptr), value :: file
      integer(c_int) :: status
    end function c_fflush
    function c_fclose(file) bind(c, name="fclose") result(status)
      import :: c_int, c_ptr
      type(c_ptr), value :: file
      integer(c_int) :: status
    end function c_fclose
    function c_fgetc(file) bind(c, name="fgetc") result(byte)
      import :: c_int, c_ptr
      type(c_ptr), value :: file
      integer(c_int) :: byte
    end function c_fgetc
    function c_ungetc(byte, file) bind(c, name="ungetc") result(same)
      import :: c_int, c_ptr
      integer(c_int), value :: byte
      type(c_ptr), value :: file
      integer(c_int) :: same
    end function c_ungetc
    function c_ferror(file) bind(c, name="ferror") result(status)
      import :: c_int, c_ptr
      type(c_ptr), value :: file
      integer(c_int) :: status
    end function c_ferror
    subroutine c_exit(status) bind(c, name="exit")
      import :: c_int
      integer(c_int), value :: status
    end subroutine c_exit
    function c_usleep(microseconds) bind(c, name="usleep") result(status)
      import :: c_int
      integer(c_int), value :: microseconds
      integer(c_int) :: status
    end function c_usleep
  end interface

  files(0) = c_fdopen(1_c_int, "w" // c_null_char)
  file_name = ""
  if (command_argument_count() > 1) call fail("expected one file, found more arguments")
  if (command_argument_count() > 0) then
    call get_command_argument(1, file_name, status=status)
    if (status /= 0) call fail("the name of the file is too long")
  end if
  call swing_simulate_file(file_name, "swing.csv")

contains


  ! -- texts, files and numbers. Blanks at the end of a text do not count.

  ! the first character from there on that is none of these, and that is one of them; what ends the text where none is
  pure function skip(text, from, set) result(place)
    character(len=*), intent(in) :: text, set
    integer, intent(in) :: from
    integer :: place
    place = verify(text(from:len_trim(text)), set)
    place = merge(from + place - 1, max(from, len_trim(text) + 1), place > 0)
  end function skip

  pure function find(text, from, set) result(place)
    character(len=*), intent(in) :: text, set
    integer, intent(in) :: from
    integer :: place
    place = scan(text(from:len_trim(text)), set)
    place = merge(from + place - 1, max(from, len_trim(text) + 1), place > 0)
  end function find

  subroutine whole_text(number, digits)
    integer, intent(in) :: number
    character(len=*), intent(out) :: digits
    write(digits, "(i0)") number
  end subroutine whole_text

  subroutine all_digits(value, digits)
    real(dp), intent(in) :: value
    character(len=*), intent(out) :: digits
    character(len=24) :: text
    integer :: mark
    write(text, "(es24.16e3)") value
    digits = adjustl(text)
    mark = index(digits, "E")
    if (mark == 0) return
    digits(mark:mark) = "e"
    if (digits(mark + 2:mark + 2) == "0") digits(mark + 2:) = digits(mark + 3:)
  end subroutine all_digits

  ! a decimal number
  subroutine number_of(given, value)
    character(len=*), intent(in) :: given
    real(dp), intent(out) :: value
    integer :: status
    read(given, *, iostat=status) value
    if (status /= 0) value = huge(1.0_dp)
    if (status /= 0) value = 2*value
  end subroutine number_of

  ! its digits, the exponent of the first one, and what they are read as
  subroutine scientific(value, count, all, exponent, back)
    real(dp), intent(in) :: value
    integer, intent(in) :: count
    character(len=*), intent(out) :: all
    integer, intent(out) :: exponent
    real(dp), intent(out) :: back
    character(len=64) :: text
    integer :: at, mark
    write(text, "(es64." // achar(48 + (count - 1)/10) // achar(48 + mod(count - 1, 10)) // "e3)") value
    read(text, *) back
    text = adjustl(text)
    at = index(text, ".")
    mark = index(text, "E")
    all = text(1:at - 1) // text(at + 1:mark - 1)
    read(text(mark + 1:), *) exponent
  end subroutine scientific

  subroutine warn(text)
    character(len=*), intent(in) :: text
    write(error_unit, "(a)") "warning: " // trim(text)
  end subroutine warn

  subroutine fail(text)
    character(len=*), intent(in) :: text
    write(error_unit, "(a)") "error: " // trim(text)
    call c_exit(1_c_int)
  end subroutine fail

  subroutine open_old(file, name, failed)
    integer, intent(in) :: file
    character(len=*), intent(in) :: name
    logical, intent(out) :: failed
    integer(c_int) :: first
    failed = .true.
    files(file) = c_fopen(trim(name) // c_null_char, "r" // c_null_char)
    if (.not. c_associated(files(file))) return
    first = c_fgetc(files(file))
    failed = c_ferror(files(file)) /= 0
    if (first >= 0) first = c_ungetc(first, files(file))
  end subroutine open_old

  subroutine open_new(file, name, failed)
    integer, intent(in) :: file
    character(len=*), intent(in) :: name
    logical, intent(out) :: failed
    files(file) = c_fopen(trim(name) // c_null_char, "w" // c_null_char)
    failed = .not. c_associated(files(file))
  end subroutine open_new

  ! failed: not all of it is written
  subroutine close_file(file, failed)
    integer, intent(in) :: file
    logical, intent(out) :: failed
    failed = c_ferror(files(file)) /= 0
    if (c_fclose(files(file)) /= 0) failed = .true.
  end subroutine close_file

  ! status: 0, 1 at the end of the file, 2 it cannot be read, 3 the line is too long, 4 it holds a zero
  subroutine read_line(file, line, status)
    integer, intent(in) :: file
    character(len=*), intent(inout) :: line
    integer, intent(out) :: status
    integer :: c, length
    c = c_fgetc(files(file))
    status = 0
    if (c < 0) status = merge(2, 1, c_ferror(files(file)) /= 0)
    length = 0
    do while (c >= 0 .and. c /= 10)
      if (length == len(line)) status = 3
      if (c == 0) status = 4
      if (status /= 0) return
      length = length + 1
      line(length:length) = char(c)
      if (c == 9 .or. (c >= 11 .and. c <= 13)) line(length:length) = " "
      c = c_fgetc(files(file))
    end do
    line(length + 1:) = " "
  end subroutine read_line

  subroutine put_text(file, text)
    integer, intent(in) :: file
    character(len=*), intent(in) :: text
    integer(c_int) :: status
    status = c_fputs(text // c_null_char, files(file))
  end subroutine put_text

  ! of the machine, s
  subroutine clock_now(seconds)
    real(dp), intent(out) :: seconds
    integer(kind=8) :: ticks, ticks_per_second
    call system_clock(ticks, ticks_per_second)
    seconds = real(ticks, dp)/real(ticks_per_second, dp)
  end subroutine clock_now

  subroutine sleep_for(seconds)
    real(dp), intent(in) :: seconds
    integer(c_int) :: status
    status = c_usleep(int(1.0e6_dp*min(seconds, 0.5_dp), c_int))
  end subroutine sleep_for

  ! what holds where no file says otherwise
  subroutine swing_default_settings(csv)
    character(len=*), intent(in) :: csv
    settings%time_start = 0.0_dp
    settings%time_end = 10.0_dp
    settings%step_length = 0.001_dp
    settings%interval = 0.0_dp
    settings%labels = 0.0_dp
    settings%realtime = 0.0_dp
    settings%assemble = 1.0_dp
    ! onto the constraints, after every step
    settings%project = 0.0_dp
    settings%tolerance = 1.0e-10_dp
    settings%order = 4
    settings%csv_name = csv
    settings%title = ""
    settings%save_name = ""
    settings%inputs_name = ""
  end subroutine swing_default_settings

  ! no table of inputs
  subroutine swing_default_table()
    table%rows = 0
    table%row = 1
  end subroutine swing_default_table

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
    if (failed) then
      call fail(trim(at) // " cannot read " // trim(name) // "; " // &
          "its place is counted from the folder where the program runs")
    end if
    depth = depth + 1
    names(depth) = name(1:512)
    numbers(depth) = 0
  end subroutine swing_open_file

  ! ends where a line could not be read; status: 2 the file fails, 3 the line is too long, 4 it has bytes of no text
  subroutine swing_line_trouble(at, status)
    character(len=*), intent(in) :: at
    integer, intent(in) :: status
    if (status == 2) call fail(trim(at) // " the file cannot be read on")
    if (status == 3) call fail(trim(at) // " this line is longer than 16384 characters" // "; " // "is this a text file?")
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

  ! ends where a line does not begin with a name. The file may be no parameter file, and its text is not shown then
  subroutine swing_require_name(at, name)
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: name
    integer :: k, last, c
    logical :: fits
    last = len_trim(name)
    fits = last <= 64
    k = 1
    do while (fits .and. k <= last)
      c = ichar(name(k:k))
      ! letters, _, after the first one digits and ' too
      fits = c >= 65 .and. c <= 90 .or. c >= 97 .and. c <= 122 .or. c == 95 .or. k > 1 .and. (c >= 48 .and. c <= 57 .or. c == 39)
      k = k + 1
    end do
    if (.not. fits) call fail(trim(at) // " this is no name: a line of a parameter file is a name and a" // &
        " value, such as k 1.5")
  end subroutine swing_require_name

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
      if (bytes > 16777216) then
        call fail(trim(names(depth)) // ": there are more than 16 MB to read" // "; " // "leave out what is not needed")
      end if
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
      call swing_require_name(at, name)
      if (rest == "") then
        call swing_shown(name, clean)
        call fail(trim(at) // " no value for " // trim(clean) // "; " // "write: " // trim(clean) // " 1.5")
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
    if (.not. yes) then
      call fail(trim(at) // " " // trim(clean) // " is not a number" // "; " // "a value is one decimal number: 1.5, -2e3")
    end if
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
    more = first
    if (users /= "") more = trim(users) // " or " // trim(first)
    call fail(trim(at) // " " // trim(name) // " is given in " // trim(wrong) // ", expected " // trim(more) // "; " // &
        "no value is converted but as user_unit says: write it in the" // " model's own unit")
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
    character(len=200) :: clean
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
      if (.not. taken) then
        call swing_shown(word, clean)
        call fail(trim(at) // " the model has no event '" // trim(clean) // "'")
      end if
    else
      taken = .false.
    end if
  end subroutine swing_take_first_setting

  ! a value of a quantity of the model
  subroutine swing_take_quantity(pass, at, name, rest, p, w, y, taken)
    integer, intent(in) :: pass
    character(len=*), intent(in) :: at
    character(len=*), intent(in) :: name
    character(len=*), intent(in) :: rest
    real(dp), intent(in) :: p(np)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(inout) :: y(nq + nu)
    logical, intent(out) :: taken
    character(len=64) :: unit, users
    real(dp) :: factor, value
    integer :: k
    users = ""
    factor = 1.0_dp
    taken = .true.
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
    taken = .false.
    if (.false.) print *, p  ! without use in this model
    if (.false.) print *, w  ! without use in this model
  end subroutine swing_take_quantity

  ! settings that stand after the names of the model
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
    real(dp), intent(in) :: p(np)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(inout) :: y(nq + nu)
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

  ! order of the method: 4, 2 or 1
  subroutine swing_begin_run(method)
    integer, intent(in) :: method
    run%order = method
    run%ahead = 0.0_dp
  end subroutine swing_begin_run

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

  ! lines for parameters
  subroutine swing_echo_parameters(file, p)
    integer, intent(in) :: file
    real(dp), intent(in) :: p(np)
    if (.false.) print *, file  ! without use in this model
    if (.false.) print *, p  ! without use in this model
  end subroutine swing_echo_parameters

  ! lines for coordinates, speeds, states and flags, and for events that wait until their functions have left zero
  subroutine swing_echo_state(file, y, w)
    integer, intent(in) :: file
    real(dp), intent(in) :: y(nq + nu)
    real(dp), intent(in) :: w(nw)
    call swing_echo(file, "phi", y(1), "rad", "")
    call swing_echo(file, "phi'", y(nq + 1), "rad/s", "")
    if (.false.) print *, w  ! without use in this model
  end subroutine swing_echo_state

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
    call swing_label(file, "phi", "rad", "")
    call swing_label(file, "phi'", "rad/s", "")
    call put_text(file, "# kinetic, potential: energies" // new_line("a"))
  end subroutine swing_write_labels

  ! all that a run has used, as a parameter file
  subroutine swing_write_echo(file_name, p, w, y)
    character(len=*), intent(in) :: file_name
    real(dp), intent(in) :: p(np)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: y(nq + nu)
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
    call put_text(2, "# the start" // new_line("a"))
    call swing_echo_state(2, y, w)
    call put_text(2, "# columns of the CSV file" // new_line("a"))
    call swing_write_labels(2)
    call close_file(2, failed)
    if (failed) call warn("cannot write all of " // trim(name))
  end subroutine swing_write_echo

  ! ends the program where the state is no finite number at the start
  subroutine swing_require_start(y)
    real(dp), intent(in) :: y(nq + nu)
    character(len=512) :: name
    character(len=1024) :: line
    integer :: k
    name = ""
    do k = 1, nq
      if (.not. abs(y(k) - y(k)) <= 0.0_dp .and. name == "") name = coordinate_names(k)
    end do
    do k = 1, nu
      if (.not. abs(y(nq + k) - y(nq + k)) <= 0.0_dp .and. name == "") name = speed_names(k)
    end do
    if (name == "") return
    line = "the initial value of " // trim(name) // " is no finite number"
    call fail(trim(line))
  end subroutine swing_require_start

  ! names of columns, below what they are where labels say so
  subroutine swing_write_header()
    integer :: k
    if (settings%labels > 0.0_dp) call swing_write_labels(3)
    call put_text(3, "t")
    do k = 1, nq
      call put_text(3, "," // trim(coordinate_names(k)))
    end do
    do k = 1, nu
      call put_text(3, "," // trim(speed_names(k)))
    end do
    call put_text(3, ",kinetic,potential" // new_line("a"))
  end subroutine swing_write_header

  ! so many steps of this length as make the whole, up to rounding
  pure subroutine swing_whole_steps(span, length_of_one, steps)
    real(dp), intent(in) :: span
    real(dp), intent(in) :: length_of_one
    integer, intent(out) :: steps
    real(dp) :: count
    count = span/length_of_one*(1.0_dp - 1.0e-12_dp)
    steps = int(count)
    if (real(steps, dp) < count) steps = steps + 1
  end subroutine swing_whole_steps

  ! a number as messages show it, to six digits
  subroutine swing_number_text(value, digits)
    real(dp), intent(in) :: value
    character(len=64), intent(out) :: digits
    character(len=64) :: all
    real(dp) :: back
    integer :: exponent
    digits = "no number"
    if (.not. abs(value - value) <= 0.0_dp) return
    call scientific(value, 6, all, exponent, back)
    call swing_exact(back, digits)
  end subroutine swing_number_text

  ! what info says
  subroutine swing_info_text(info, said)
    integer, intent(in) :: info
    character(len=1024), intent(out) :: said
    said = ""
    if (info >= 1 .and. info <= 1) said = "the mass matrix is singular at speed " // trim(speed_names(info - 1 + 1))
  end subroutine swing_info_text

  ! ends the program with what info says
  subroutine swing_require_regular(t, info)
    real(dp), intent(in) :: t
    integer, intent(in) :: info
    character(len=64) :: digits
    character(len=1024) :: said
    if (info == 0) return
    call swing_number_text(t, digits)
    call swing_info_text(info, said)
    call fail("time " // trim(digits) // ": " // trim(said))
  end subroutine swing_require_regular

  ! one more cell of a row, with all digits
  subroutine swing_put_cell(file, value)
    integer, intent(in) :: file
    real(dp), intent(in) :: value
    character(len=24) :: digits
    call all_digits(value, digits)
    call put_text(file, "," // trim(digits))
  end subroutine swing_put_cell

  ! a row of the table of a run, and the energies; largest_phi, largest_phidot: the largest errors of the constraints so far
  subroutine swing_write_row(t, y, w, c, kinetic, potential)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: kinetic
    real(dp), intent(out) :: potential
    real(dp) :: o(no)
    integer :: info, k
    character(len=24) :: digits
    call swing_energy(t, y(:nq), y(nq + 1:nq + nu), w, c, kinetic, potential)
    call swing_outputs(t, y(:nq), y(nq + 1:nq + nu), w, c, o, info)
    call swing_require_regular(t, info)
    call all_digits(t, digits)
    call put_text(3, trim(digits))
    do k = 1, nq + nu
      call swing_put_cell(3, y(k))
    end do
    call swing_put_cell(3, kinetic)
    call all_digits(potential, digits)
    call put_text(3, "," // trim(digits) // new_line("a"))
  end subroutine swing_write_row

  ! in place, y after a step of h: by Runge's and Kutta's method of fourth order, by the midpoint rule (order 2) or by
  ! Euler's method (order 1)
  subroutine swing_advance(t, y, w, c, h, info)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: y(nq + nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: h
    integer, intent(out) :: info
    real(dp) :: k1(nq + nu), k2(nq + nu), k3(nq + nu), k4(nq + nu), z(nq + nu)
    integer :: i
    call swing_derivatives(t, y, w, c, k1, info)
    if (info /= 0) return
    if (run%order == 1) then
      do i = 1, nq + nu
        y(i) = y(i) + h*k1(i)
      end do
    else
      do i = 1, nq + nu
        z(i) = y(i) + h/2.0_dp*k1(i)
      end do
      call swing_derivatives(t + h/2.0_dp, z, w, c, k2, info)
      if (info /= 0) return
      if (run%order == 2) then
        do i = 1, nq + nu
          y(i) = y(i) + h*k2(i)
        end do
      else
        do i = 1, nq + nu
          z(i) = y(i) + h/2.0_dp*k2(i)
        end do
        call swing_derivatives(t + h/2.0_dp, z, w, c, k3, info)
        if (info /= 0) return
        do i = 1, nq + nu
          z(i) = y(i) + h*k3(i)
        end do
        call swing_derivatives(t + h, z, w, c, k4, info)
        if (info /= 0) return
        do i = 1, nq + nu
          y(i) = y(i) + h/6.0_dp*(k1(i) + 2.0_dp*k2(i) + 2.0_dp*k3(i) + k4(i))
        end do
      end if
    end if
  end subroutine swing_advance

  ! whether the state holds finite numbers alone
  pure subroutine swing_holds_numbers(y, all_finite)
    real(dp), intent(in) :: y(nq + nu)
    logical, intent(out) :: all_finite
    integer :: i
    all_finite = .true.
    do i = 1, nq + nu
      if (.not. abs(y(i) - y(i)) <= 0.0_dp) all_finite = .false.
    end do
  end subroutine swing_holds_numbers

  ! ends the program where the state is no finite number any more
  subroutine swing_require_numbers(t, y)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu)
    character(len=64) :: digits
    logical :: all_finite
    call swing_holds_numbers(y, all_finite)
    if (all_finite) return
    call swing_number_text(t, digits)
    call fail("the state is no finite number any more at time " // trim(digits) // ": is the step too large?")
  end subroutine swing_require_numbers

  ! one step of a run, in place: by h to the time finish, or to an event that stops it. What the state must hold to is seen
  ! to
  subroutine swing_step_of_run(t, y, w, c, finish, h, stops)
    real(dp), intent(inout) :: t
    real(dp), intent(inout) :: y(nq + nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: finish
    real(dp), intent(in) :: h
    logical, intent(out) :: stops
    integer :: info
    stops = .false.
    call swing_advance(t, y, w, c, h, info)
    call swing_require_regular(finish, info)
    t = finish
    call swing_require_numbers(t, y)
  end subroutine swing_step_of_run

  ! waits until the clock shows as much as the model's time since the start; a step that ends later is an overrun
  subroutine swing_keep_up(passed, began, overruns)
    real(dp), intent(in) :: passed
    real(dp), intent(in) :: began
    integer, intent(inout) :: overruns
    real(dp) :: now
    call clock_now(now)
    if (now - began > passed) then
      overruns = overruns + 1
    else
      do while (now - began < passed)
        call sleep_for(passed - (now - began))
        call clock_now(now)
      end do
    end if
  end subroutine swing_keep_up

  ! the state where a run ends, as a parameter file
  subroutine swing_save_state(t, y, w, save_name)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu)
    real(dp), intent(in) :: w(nw)
    character(len=*), intent(in) :: save_name
    logical :: failed
    call open_new(2, save_name, failed)
    if (failed) call fail("cannot write " // trim(save_name))
    call put_text(2, "# a state: include this file to go on from here" // new_line("a"))
    call swing_echo(2, "start", t, "s", "of the run")
    call swing_echo_state(2, y, w)
    call close_file(2, failed)
    if (failed) call fail("cannot write all of " // trim(save_name))
  end subroutine swing_save_state

  ! a run: what the file says, from its start to its end. csv: the table that it writes where the file names no other
  subroutine swing_simulate_file(file_name, csv)
    character(len=*), intent(in) :: file_name
    character(len=*), intent(in) :: csv
    real(dp) :: t, finish, h, length, kinetic, potential, energy_start, drift, began
    integer :: every, steps, done, rows, overruns, k
    character(len=24) :: digits, other
    logical :: stops, failed
    call swing_default_settings(csv)
    call swing_default_table()
    run_values%y = 0.0_dp
    call swing_defaults(run_values%p)
    if (file_name /= "") call swing_read_parameters(file_name, 1, run_values%p, run_values%w, run_values%y)
    call swing_initial(run_values%p, run_values%y(:nq), run_values%y(nq + 1:nq + nu))
    if (file_name /= "") call swing_read_parameters(file_name, 2, run_values%p, run_values%w, run_values%y)
    call swing_begin_run(settings%order)
    t = settings%time_start
    if (file_name /= "") call swing_write_echo(file_name, run_values%p, run_values%w, run_values%y)
    call swing_require_start(run_values%y)
    if (.not. (settings%step_length > 0.0_dp .and. settings%time_end >= settings%time_start .and. (settings%time_end - &
        settings%time_start)/settings%step_length < 1.0e+09_dp .and. settings%interval >= 0.0_dp)) then
      call fail("step and end must be positive, with fewer than 1e9 steps")
    end if
    call swing_setup(run_values%p, run_values%c)
    call open_new(3, settings%csv_name, failed)
    if (failed) call fail("cannot write " // trim(settings%csv_name))
    call swing_write_header()
    ! steps of one length, or so many between two rows
    every = 1
    h = settings%step_length
    if (settings%interval > 0.0_dp) then
      call swing_whole_steps(settings%interval, settings%step_length, every)
      h = settings%interval/real(every, dp)
    end if
    call swing_whole_steps(settings%time_end - settings%time_start, h, steps)
    if (.not. settings%interval > 0.0_dp) h = (settings%time_end - settings%time_start)/real(max(steps, 1), dp)
    call clock_now(began)
    call swing_write_row(t, run_values%y, run_values%w, run_values%c, kinetic, potential)
    energy_start = kinetic + potential
    drift = 0.0_dp
    rows = 1
    done = 0
    overruns = 0
    stops = .false.
    do k = 1, steps
      finish = settings%time_start + real(k, dp)*h
      if (settings%interval > 0.0_dp .and. real(k, dp) >= real(steps, dp)) finish = settings%time_end
      length = h
      if (settings%interval > 0.0_dp) length = finish - t
      call swing_step_of_run(t, run_values%y, run_values%w, run_values%c, finish, length, stops)
      done = done + 1
      if (settings%realtime > 0.0_dp) call swing_keep_up(t - settings%time_start, began, overruns)
      if (every*(done/every) == done .or. done == steps .or. stops) then
        call swing_write_row(t, run_values%y, run_values%w, run_values%c, kinetic, potential)
        rows = rows + 1
      end if
      drift = max(drift, abs(kinetic + potential - energy_start))
      if (stops) exit
    end do
    call close_file(3, failed)
    if (failed) call fail("cannot write all of " // trim(settings%csv_name))
    call all_digits(energy_start, digits)
    call put_text(0, "energy at start  " // trim(digits) // new_line("a"))
    call all_digits(kinetic + potential, digits)
    call put_text(0, "energy at end    " // trim(digits) // new_line("a"))
    call all_digits(drift, digits)
    call put_text(0, "largest change   " // trim(digits) // new_line("a"))
    call whole_text(rows, digits)
    call put_text(0, "wrote " // trim(settings%csv_name) // ", " // trim(digits) // " rows" // new_line("a"))
    if (settings%realtime > 0.0_dp) then
      call whole_text(overruns, digits)
      call whole_text(done, other)
      call put_text(0, "overruns: " // trim(digits) // " of " // trim(other) // " steps" // new_line("a"))
    end if
    if (settings%save_name /= "") then
      call swing_save_state(t, run_values%y, run_values%w, settings%save_name)
      call put_text(0, "saved the state in " // trim(settings%save_name) // new_line("a"))
    end if
    call close_file(0, failed)
    if (failed) call fail("cannot write what the run has found")
  end subroutine swing_simulate_file
end program swing_main
