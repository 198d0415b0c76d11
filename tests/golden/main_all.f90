! Simulates the model swing: swing_main [FILE]
! FILE holds lines "name value [unit]"; # begins a comment. Names are parameters, coordinates, speeds, states, constant
! inputs, and settings; "parameter NAME value" is never a setting.
!   start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)
!   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its rows
!   title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step with the
!   clock
!   assemble (0 or 1, default 1: bring the initial state onto the constraints), project (0 or 1, default 1: and every step),
!   tolerance (of phi in its own units and of the assembly's steps, default 1e-10).
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
  ! of a run: its parameters, inputs, state and constants
  type :: kept_of_run_values
    real(dp) :: p(np), w(nw), y(nq + nu + ns), c(nc)
  end type kept_of_run_values
  type(kept_of_run_values) :: run_values
  ! what main programs keep of a run. order: of the method; begin, from: of the step under way, its time and state; ahead:
  ! added to a time where it chooses the line between two rows of inputs
  type :: kept_of_run
    integer :: order
    real(dp) :: begin, ahead, from(nq + nu + ns)
  end type kept_of_run
  type(kept_of_run) :: run
  ! what is kept of the events. armed: event k waits for its function on one side of zero; turned: it does not, since it has
  ! just happened and its function was sent back; side: -1 or 1; scale: the largest size of its function so far; error: of
  ! the location of its zero; look_again: a time by when; due, happened: at this time; last_g, last_gdot: where these were
  ! found. failure: 0; 1: the functions cannot be computed, info says why; 2: that of `culprit` is no number; 3: `culprit`
  ! cannot be applied, info says why; 4: it leads to values that are no finite numbers; 5: it switches `row` on where it is
  ! broken by `breach`; 6: more than 100 happen at one time; 7: more than 1000 happen, or cross zero, in hardly any time; 8:
  ! `culprit` would pass unseen; 9: the state is no finite number any more; 10: the contact of `culprit` is open at the
  ! start, but its gap is below zero; 11: it has jumped there
  type :: kept_of_watch
    logical :: armed(ne), turned(ne), due(ne), happened(ne), stopped, jumps, jumped_open(ne)
    real(dp) :: side(ne), scale(ne), error(ne), look_again(ne), rounding(ne), zero(ne), pace, last_g(ne), last_gdot(ne), interval
    real(dp) :: crowd_since, breach
    integer :: crowd, applied, failure, culprit, row, info
  end type kept_of_watch
  type(kept_of_watch) :: watch
  ! the table of events. counts: how often each has happened
  type :: kept_of_event_table
    integer :: counts(ne)
    character(len=528) :: events_name
  end type kept_of_event_table
  type(kept_of_event_table) :: event_table

  external :: steer
  external :: steer
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
  subroutine swing_user_at_init(t, p, y, w, o)
    real(dp), intent(in) :: t, p(np), y(3), o(no)
    real(dp), intent(inout) :: w(nw)
    if (.false.) print *, t, p, y, w, o  ! those that no routine takes
    call steer(t, p(2), o(1), w(1))
  end subroutine swing_user_at_init
  subroutine swing_user_at_step(t, p, y, w, o)
    real(dp), intent(in) :: t, p(np), y(3), o(no)
    real(dp), intent(inout) :: w(nw)
    if (.false.) print *, t, p, y, w, o  ! those that no routine takes
    call steer(t, p(2), o(1), w(1))
  end subroutine swing_user_at_step

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
    settings%project = 1.0_dp
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

  ! order of the method: 4, 2 or 1
  subroutine swing_begin_run(method)
    integer, intent(in) :: method
    run%order = method
    run%ahead = 0.0_dp
  end subroutine swing_begin_run

  ! the cell of a line from place `from` on, without blanks and quotes at its ends; from then stands after its comma
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

  ! the table of inputs says nothing of those that routines give
  subroutine swing_free_inputs()
    table%column(1) = 0
    table%slope_of(1) = 0
    table%column(1) = 0
    table%slope_of(1) = 0
  end subroutine swing_free_inputs

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
    call swing_echo(2, "project", settings%project, "", "onto the constraints after every step")
    call swing_echo(2, "tolerance", settings%tolerance, "", "of the constraints")
    call put_text(2, "# parameters" // new_line("a"))
    call swing_echo_parameters(2, p)
    call put_text(2, "# inputs" // new_line("a"))
    if (settings%inputs_name /= "") call put_text(2, "inputs " // trim(settings%inputs_name) // new_line("a"))
    call swing_echo_inputs(2, w)
    call put_text(2, "# the start" // new_line("a"))
    call swing_echo(2, "assemble", settings%assemble, "", "first, onto the constraints")
    call swing_echo_state(2, y, w, settings%fired)
    call put_text(2, "# columns of the CSV file" // new_line("a"))
    call swing_write_labels(2)
    call close_file(2, failed)
    if (failed) call warn("cannot write all of " // trim(name))
  end subroutine swing_write_echo

  ! ends the program where the state is no finite number at the start
  subroutine swing_require_start(y)
    real(dp), intent(in) :: y(nq + nu + ns)
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
    do k = 1, ns
      if (.not. abs(y(nq + nu + k) - y(nq + nu + k)) <= 0.0_dp .and. name == "") name = state_names(k)
    end do
    if (name == "") return
    line = "the initial value of " // trim(name) // " is no finite number"
    line = trim(line) // "; Euler parameters cannot all be zero"
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
    do k = 1, ns
      call put_text(3, "," // trim(state_names(k)))
    end do
    do k = 1, no
      call put_text(3, "," // trim(output_names(k)))
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
    if (info >= 2 .and. info <= 2) said = "the constraints are dependent at constraint " // trim(constraint_names(info - 2 + 1))
    if (info >= 3 .and. info <= 3) said = "no convergence within the limit, or a number overflows"
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

  ! the user's routines before the run: they see the state and the outputs, and their results are inputs until the next call
  subroutine swing_call_at_init(t, p, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: p(np)
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp) :: o(no)
    integer :: info
    call swing_set_inputs(t, w)
    call swing_outputs(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, o, info)
    call swing_require_regular(t, info)
    call swing_user_at_init(t, p, y, w, o)
  end subroutine swing_call_at_init

  ! the mode of dry friction at a start that is a guess, before the constraints hold: what slides is let go, so that they
  ! take no speed from it; where no mode is found, all of it. Contacts and stops close where they hold
  pure subroutine swing_guess_modes(t, q, u, s, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: s(ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer :: info
    call swing_modes(t, q, u, s, w, c, info)
  end subroutine swing_guess_modes

  ! coordinates and speeds onto the constraints, in place
  subroutine swing_onto_constraints(t, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer :: info
    character(len=64) :: digits
    character(len=1024) :: said
    call swing_set_inputs(t, w)
    call swing_assemble(t, y(:nq), w, c, settings%tolerance, 100, info)
    if (info /= 0) then
      call swing_number_text(t, digits)
      call swing_info_text(info, said)
      call fail("the coordinates cannot be assembled at time " // trim(digits) // ": " // trim(said))
    end if
    call swing_project_speeds(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, info)
    if (info /= 0) then
      call swing_number_text(t, digits)
      call swing_info_text(info, said)
      call fail("the speeds cannot be projected at time " // trim(digits) // ": " // trim(said))
    end if
  end subroutine swing_onto_constraints

  ! onto the constraints with the held values as they are: put back and moved again until they stay
  subroutine swing_start_on_constraints(t, y, w, c)
    integer, parameter :: nheld = 1
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, parameter :: held_place(nheld) = [1]
    real(dp) :: given(nq + nu + ns), moved
    character(len=4000) :: names
    integer :: count, k
    given = y
    do count = 1, 10000
      do k = 1, nheld
        y(held_place(k)) = given(held_place(k))
      end do
      call swing_onto_constraints(t, y, w, c)
      moved = 0.0_dp
      do k = 1, nheld
        moved = max(moved, abs(y(held_place(k)) - given(held_place(k))))
      end do
      if (moved <= settings%tolerance) then
        ! to the last bit; what the constraints then miss is rounding
        do k = 1, nheld
          y(held_place(k)) = given(held_place(k))
        end do
        return
      end if
    end do
    names = ""
    if (names /= "") names = trim(names) // ", "
    names = trim(names) // "phi"
    call fail("the initial values of " // trim(names) // " leave no solution on the constraints")
  end subroutine swing_start_on_constraints

  ! the mode of contacts and dry friction at the start
  subroutine swing_find_modes(t, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: g(ne), gdot(ne)
    integer :: info, failed, k
    character(len=1024) :: said
    character(len=4000) :: line
    call swing_set_inputs(t, w)
    call swing_modes(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, info)
    if (info <= nu + nphi + 1) then
      call swing_require_regular(t, info)
    else
      call swing_info_text(info, said)
      line = trim(said) // " at the start; contacts that touch:"
      call swing_events(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, g, gdot, failed)
      do k = 1, ne
        if (event_end(k) == 1 .and. abs(g(k)) <= 1.0e-06_dp) line = trim(line) // " " // trim(event_names(k))
      end do
      call fail(trim(line))
    end if
  end subroutine swing_find_modes

  ! the same at the start and after every step
  subroutine swing_call_at_step(t, p, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: p(np)
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp) :: o(no)
    integer :: info
    call swing_set_inputs(t, w)
    call swing_outputs(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, o, info)
    call swing_require_regular(t, info)
    call swing_user_at_step(t, p, y, w, o)
  end subroutine swing_call_at_step

  ! one more cell of a row, with all digits
  subroutine swing_put_cell(file, value)
    integer, intent(in) :: file
    real(dp), intent(in) :: value
    character(len=24) :: digits
    call all_digits(value, digits)
    call put_text(file, "," // trim(digits))
  end subroutine swing_put_cell

  ! the same of a quantity, in its unit of files
  subroutine swing_put_quantity(file, name, value)
    integer, intent(in) :: file
    character(len=*), intent(in) :: name
    real(dp), intent(in) :: value
    character(len=64) :: users
    real(dp) :: factor
    call swing_user_unit(name, users, factor)
    call swing_put_cell(file, value/factor)
  end subroutine swing_put_quantity

  ! a row of the table of a run, and the energies; largest_phi, largest_phidot: the largest errors of the constraints so far
  subroutine swing_write_row(t, y, w, c, largest_phi, largest_phidot, kinetic, potential)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(inout) :: largest_phi
    real(dp), intent(inout) :: largest_phidot
    real(dp), intent(out) :: kinetic
    real(dp), intent(out) :: potential
    real(dp) :: o(no), phi(nphi), phidot(nphi)
    integer :: info, r, k
    character(len=24) :: digits
    call swing_set_inputs(t, w)
    call swing_energy(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, kinetic, potential)
    call swing_outputs(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, o, info)
    call swing_require_regular(t, info)
    call swing_constraints(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, phi, phidot)
    do r = 1, nphi
      largest_phi = max(largest_phi, abs(phi(r)))
      largest_phidot = max(largest_phidot, abs(phidot(r)))
    end do
    call all_digits(t, digits)
    call put_text(3, trim(digits))
    do k = 1, nq
      call swing_put_quantity(3, coordinate_names(k), y(k))
    end do
    do k = 1, nu
      call swing_put_quantity(3, speed_names(k), y(nq + k))
    end do
    do k = 1, ns
      call swing_put_quantity(3, state_names(k), y(nq + nu + k))
    end do
    do k = 1, no
      call swing_put_quantity(3, output_names(k), o(k))
    end do
    call swing_put_cell(3, kinetic)
    call all_digits(potential, digits)
    call put_text(3, "," // trim(digits) // new_line("a"))
  end subroutine swing_write_row

  ! of each event: the error of the location of its zero, and what of a contact's function is rounding
  subroutine swing_event_tolerances()
    integer, parameter :: event_end(ne) = [0]
    integer :: k
    do k = 1, ne
      watch%error(k) = 1.0e-12_dp*watch%scale(k)
      watch%error(k) = watch%error(k) + 1.0e-11_dp
      watch%rounding(k) = 1.0e-08_dp*watch%scale(k)
      if (event_end(k) == 1) watch%rounding(k) = 0.001_dp*1.0e-06_dp
      if (event_end(k) > 3) watch%rounding(k) = 0.3_dp*1.0e-06_dp
    end do
  end subroutine swing_event_tolerances

  ! the functions of the events and their rates
  subroutine swing_event_values(t, y, w, c, g, gdot)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: g(ne)
    real(dp), intent(out) :: gdot(ne)
    integer, parameter :: event_end(ne) = [0]
    integer :: trouble, k
    call swing_set_inputs(t, w)
    call swing_events(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, g, gdot, trouble)
    if (trouble /= 0) then
      ! the first one is reported
      if (watch%failure == 0) watch%info = trouble
      if (watch%failure == 0) watch%failure = 1
      return
    end if
    do k = 1, ne
      if (.not. (g(k) <= 0.0_dp .or. g(k) > 0.0_dp)) then
        watch%failure = 2
        watch%culprit = k
        return
      end if
      if (abs(g(k) - g(k)) <= 0.0_dp) watch%scale(k) = max(watch%scale(k), abs(g(k)))
      if (event_end(k) == 1 .and. abs(gdot(k)) <= 1.0e-06_dp) gdot(k) = 0.0_dp
    end do
    call swing_event_tolerances()
  end subroutine swing_event_values

  ! a state on the tangent of the motion, so much later
  subroutine swing_state_soon(t, y, w, c, later, moved)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: later
    real(dp), intent(out) :: moved(nq + nu + ns)
    real(dp) :: ydot(nq + nu + ns)
    integer :: info, i
    call swing_set_inputs(t, w)
    call swing_derivatives(t, y, w, c, ydot, info)
    do i = 1, nq + nu + ns
      moved(i) = y(i) + later*ydot(i)
    end do
  end subroutine swing_state_soon

  ! the rate of the function of event k along the motion; a difference where m_events gives none
  subroutine swing_event_rate(k, t, y, w, c, g, gdot, rate)
    integer, intent(in) :: k
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: g(ne)
    real(dp), intent(in) :: gdot(ne)
    real(dp), intent(out) :: rate
    real(dp) :: moved(nq + nu + ns), later_g(ne), later_gdot(ne), little
    rate = gdot(k)
    if (abs(rate) > 0.0_dp) return
    little = 0.001_dp*watch%interval
    call swing_state_soon(t, y, w, c, little, moved)
    call swing_event_values(t + little, moved, w, c, later_g, later_gdot)
    rate = later_g(k) - g(k)
    if (abs(rate) <= 1.0e-14_dp*watch%scale(k)) then
      rate = 0.0_dp
    else
      rate = rate/little
    end if
  end subroutine swing_event_rate

  ! whether event k takes away the rate of its function, which has the event's direction here
  subroutine swing_sends_back(k, t, y, w, c, rate, back)
    integer, intent(in) :: k
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: rate
    logical, intent(out) :: back
    real(dp) :: after(nq + nu + ns), flags_before(nf), impulses(nphi), later_g(ne), later_gdot(ne), left
    integer :: j
    after = y
    do j = 1, nf
      flags_before(j) = w(nw - nf + j)
    end do
    call swing_event(k, t, after(:nq), after(nq + 1:nq + nu), after(nq + nu + 1:nq + nu + ns), w, c, impulses, watch%info)
    back = .true.
    if (watch%info == 0) then
      call swing_event_values(t, after, w, c, later_g, later_gdot)
      call swing_event_rate(k, t, after, w, c, later_g, later_gdot, left)
      if (rate < 0.0_dp) left = -left
      back = left <= 0.001_dp*abs(rate)
    end if
    watch%info = 0
    do j = 1, nf
      w(nw - nf + j) = flags_before(j)
    end do
  end subroutine swing_sends_back

  ! event k has just happened: it waits until its function has left zero. Where that comes back by its rate and the change
  ! of its rate, it is looked at before. A function that rests passes zero where the event does not send it back
  subroutine swing_wait_behind_event(k, t, y, w, c, g, gdot)
    integer, intent(in) :: k
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: g(ne)
    real(dp), intent(in) :: gdot(ne)
    logical, parameter :: event_rises(ne) = [.true.]
    logical, parameter :: event_falls(ne) = [.true.]
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: moved(nq + nu + ns), later_g(ne), later_gdot(ne), little, rate, soon, bend
    logical :: back
    watch%armed(k) = .false.
    watch%turned(k) = .false.
    watch%side(k) = 0.0_dp
    if (event_rises(k) .and. event_falls(k)) return
    if (abs(gdot(k)) > 0.0_dp) then
      little = 1.0e-06_dp*watch%interval
    else
      little = 0.001_dp*watch%interval
    end if
    call swing_event_rate(k, t, y, w, c, g, gdot, rate)
    call swing_state_soon(t, y, w, c, little, moved)
    call swing_event_values(t + little, moved, w, c, later_g, later_gdot)
    call swing_event_rate(k, t + little, moved, w, c, later_g, later_gdot, soon)
    bend = (soon - rate)/little
    if (event_falls(k)) then
      rate = -rate
      bend = -bend
    end if
    watch%turned(k) = rate < 0.0_dp .or. rate <= 0.0_dp .and. bend > 0.0_dp
    back = watch%turned(k) .and. rate >= 0.0_dp
    back = back .and. event_end(k) == 0
    if (back) then
      call swing_sends_back(k, t + little, moved, w, c, soon, back)
      watch%turned(k) = back
    end if
    if (rate < 0.0_dp .and. bend > 0.0_dp) watch%look_again(k) = t - 2.0_dp*rate/bend/4.0_dp
  end subroutine swing_wait_behind_event

  ! event k waits on the side of zero that its function g is on. That of a contact waits on the positive side alone: forces
  ! and slips near zero are left to rounding, gaps are located to the last digit
  subroutine swing_wait_for_event(k, g)
    integer, intent(in) :: k
    real(dp), intent(in) :: g
    integer, parameter :: event_end(ne) = [0]
    if (watch%armed(k) .and. watch%zero(k) < g .and. g < 0.0_dp) return
    watch%armed(k) = .true.
    watch%turned(k) = .false.
    watch%side(k) = 0.0_dp
    if (g > 0.0_dp) watch%side(k) = 1.0_dp
    if (g < 0.0_dp) watch%side(k) = -1.0_dp
    watch%look_again(k) = -1.0_dp
    watch%zero(k) = 0.0_dp
    if (event_end(k) > 0) then
      watch%side(k) = 1.0_dp
      watch%armed(k) = abs(g) > watch%rounding(k) .or. event_end(k) == 1 .and. g >= 0.0_dp
    end if
  end subroutine swing_wait_for_event

  ! event k waits where its function g has left zero
  subroutine swing_take_side(k, g)
    integer, intent(in) :: k
    real(dp), intent(in) :: g
    logical, parameter :: event_rises(ne) = [.true.]
    logical, parameter :: event_falls(ne) = [.true.]
    integer, parameter :: event_end(ne) = [0]
    logical :: unseen
    if (abs(g) <= watch%error(k)) return
    unseen = .not. watch%armed(k) .and. watch%turned(k) .and. (event_rises(k) .and. g > 0.0_dp .or. event_falls(k) .and. g < &
        0.0_dp)
    unseen = unseen .and. event_end(k) == 0
    if (unseen) then
      watch%failure = 8
      watch%culprit = k
    else
      call swing_wait_for_event(k, g)
    end if
  end subroutine swing_take_side

  ! a gap that opens from about zero closes where it comes back to what it was. Below that it would close with more energy
  ! than it opened with, and a body that rocks to rest would rock for ever
  subroutine swing_wait_for_return(k, g, gdot)
    integer, intent(in) :: k
    real(dp), intent(in) :: g
    real(dp), intent(in) :: gdot
    integer, parameter :: event_end(ne) = [0]
    if (event_end(k) == 1 .and. gdot > 0.0_dp .and. abs(g) <= watch%rounding(k)) then
      watch%armed(k) = .true.
      watch%side(k) = 1.0_dp
      watch%zero(k) = min(g, 0.0_dp)
    end if
  end subroutine swing_wait_for_return

  ! how the events wait at the start, and which of them are due. length: what is called a short time; at_zero: of an event
  ! that has just happened the largest size of its function so far, of others 0
  subroutine swing_start_events(t, y, w, c, length, at_zero)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: length
    real(dp), intent(in) :: at_zero(ne)
    integer, parameter :: event_end(ne) = [0]
    logical, parameter :: event_rises(ne) = [.true.]
    logical, parameter :: event_falls(ne) = [.true.]
    real(dp) :: g(ne), gdot(ne), moved(nq + nu + ns), later_g(ne), later_gdot(ne), little, rate, least
    logical :: rests
    integer :: k, i
    watch%armed = .false.
    watch%turned = .false.
    watch%due = .false.
    watch%happened = .false.
    watch%stopped = .false.
    watch%side = 0.0_dp
    watch%scale = 0.0_dp
    watch%look_again = -1.0_dp
    watch%zero = 0.0_dp
    watch%interval = length
    watch%crowd_since = t
    watch%crowd = 0
    watch%applied = 0
    watch%failure = 0
    watch%culprit = 0
    watch%row = 0
    watch%breach = 0.0_dp
    call swing_event_values(t, y, w, c, g, gdot)
    do k = 1, ne
      if (watch%failure == 0 .and. event_end(k) == 1 .and. g(k) < -1.0e-06_dp) then
        watch%failure = 10
        watch%culprit = k
      end if
    end do
    if (watch%failure > 0) return
    later_gdot = gdot
    rests = .false.
    do k = 1, ne
      if (abs(g(k)) <= 1.0e-12_dp) rests = .true.
    end do
    little = 1.0e-06_dp*watch%interval
    least = 0.0_dp
    if (rests) then
      ! on a stop: the rate of a moment later says whether it is pressed on. Rates below `least` are rounding, as of what sticks
      call swing_state_soon(t, y, w, c, little, moved)
      do i = 1, nu
        least = max(least, 1.0e-13_dp*abs(moved(nq + i)))
      end do
      call swing_event_values(t + little, moved, w, c, later_g, later_gdot)
    end if
    do k = 1, ne
      watch%scale(k) = max(watch%scale(k), abs(gdot(k))*watch%interval)
      call swing_event_tolerances()
      if (abs(gdot(k)) > least) then
        rate = gdot(k)
      else
        rate = later_gdot(k)
      end if
      watch%due(k) = abs(g(k)) <= watch%error(k) .and. (event_rises(k) .and. rate > least .or. event_falls(k) .and. rate < -least)
      watch%scale(k) = max(watch%scale(k), at_zero(k))
      call swing_event_tolerances()
      if (at_zero(k) > 0.0_dp .and. abs(g(k)) <= 1000.0_dp*watch%error(k)) then
        watch%due(k) = .false.
        call swing_wait_behind_event(k, t, y, w, c, g, gdot)
      else
        call swing_take_side(k, g(k))
      end if
    end do
    do k = 1, ne
      call swing_wait_for_return(k, g(k), gdot(k))
    end do
    watch%last_g = g
    watch%last_gdot = gdot
  end subroutine swing_start_events

  ! whether the state holds finite numbers alone
  pure subroutine swing_holds_numbers(y, all_finite)
    real(dp), intent(in) :: y(nq + nu + ns)
    logical, intent(out) :: all_finite
    integer :: i
    all_finite = .true.
    do i = 1, nq + nu + ns
      if (.not. abs(y(i) - y(i)) <= 0.0_dp) all_finite = .false.
    end do
  end subroutine swing_holds_numbers

  ! ends the program where the state is no finite number any more
  subroutine swing_require_numbers(t, y)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    character(len=64) :: digits
    logical :: all_finite
    call swing_holds_numbers(y, all_finite)
    if (all_finite) return
    call swing_number_text(t, digits)
    call fail("the state is no finite number any more at time " // trim(digits) // ": is the step too large?")
  end subroutine swing_require_numbers

  ! ends the program where the procedures of events have failed
  subroutine swing_require_events(t, y)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    character(len=64) :: digits, size_of
    character(len=24) :: number
    character(len=1024) :: said
    character(len=4000) :: line, words
    integer :: k
    if (watch%failure == 0) return
    call swing_number_text(t, digits)
    if (watch%failure == 1) call swing_require_regular(t, watch%info)
    if (watch%failure == 9) call swing_require_numbers(t, y)
    words = ""
    if (watch%failure == 2) words = "the function of event " // trim(event_names(watch%culprit)) // " is no number"
    if (watch%failure == 3) words = "event " // trim(event_names(watch%culprit)) // " cannot be applied"
    if (watch%failure == 4) words = "event " // trim(event_names(watch%culprit)) // " leads to values that are no finite numbers"
    if (watch%failure == 5) then
      call swing_number_text(watch%breach, size_of)
      words = "event " // trim(event_names(watch%culprit)) // " switches " // trim(constraint_names(watch%row)) // &
          " on where it is broken by " // trim(size_of)
    end if
    if (watch%failure == 6) words = "more than 100 at one time"
    if (watch%failure == 7) words = "more than 1000 in hardly any time"
    if (watch%failure == 8) then
      words = "then " // trim(event_names(watch%culprit)) // " would pass unseen: its function does not leave zero any mor" // "e"
    end if
    if (watch%failure == 10) words = "" // trim(event_names(watch%culprit)) // " is open at the start, but its gap is below zero"
    if (watch%failure == 11) words = "the gap of " // trim(event_names(watch%culprit)) // " has jumped below zero"
    if (watch%failure == 3) then
      call swing_info_text(watch%info, said)
      call fail(trim(words) // " at time " // trim(digits) // ": " // trim(said))
    end if
    if (watch%failure < 6 .or. watch%failure > 8) call fail(trim(words))
    line = "events follow one another without end at time " // trim(digits) // " (" // trim(words) // "):"
    do k = 1, ne
      if (event_table%counts(k) > 0) then
        call whole_text(event_table%counts(k), number)
        line = trim(line) // " " // trim(event_names(k)) // " " // trim(number) // " times"
      end if
    end do
    call fail(trim(line))
  end subroutine swing_require_events

  ! after events: what is at zero waits until it has left it, and what its own event sent back is looked at before
  subroutine swing_wait_anew(t, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp) :: g(ne), gdot(ne)
    integer :: k
    call swing_event_values(t, y, w, c, g, gdot)
    do k = 1, ne
      call swing_wait_for_event(k, g(k))
      if (watch%happened(k) .and. abs(g(k)) <= 1000.0_dp*watch%error(k)) then
        call swing_wait_behind_event(k, t, y, w, c, g, gdot)
      else if (abs(g(k)) <= watch%error(k)) then
        watch%armed(k) = .false.
        watch%side(k) = 0.0_dp
      end if
    end do
  end subroutine swing_wait_anew

  ! one more event, or crossing where none is due, at time t: too many in hardly any time are a failure
  subroutine swing_note_crowd(t)
    real(dp), intent(in) :: t
    if (t - watch%crowd_since > 1.0e-09_dp*watch%interval) then
      watch%crowd_since = t
      watch%crowd = 0
    end if
    watch%crowd = watch%crowd + 1
    if (watch%crowd > 1000) watch%failure = 7
  end subroutine swing_note_crowd

  ! of contacts whose gap has jumped, as by a step of time: a closed one above zero opens, below zero it is failure 11,
  ! closed or not. phi_before: the rows before the jump
  subroutine swing_jumped_gaps(t, y, w, c, phi_before)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: phi_before(nphi)
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: g(ne), gdot(ne)
    integer :: k
    call swing_event_values(t, y, w, c, g, gdot)
    do k = 1, ne
      if (watch%failure == 0 .and. watch%armed(k) .and. event_end(k) == 1 .and. g(k) - watch%zero(k) < -1.0e-06_dp) then
        watch%failure = 11
        watch%culprit = k
      end if
    end do
    if (.false.) print *, phi_before  ! without use in this model
  end subroutine swing_jumped_gaps

  ! one of the events that are due, the first of them, from the state that the ones before have left, and what is due after
  ! it. happens: its number, 0 where none is left; impulses of the rows, the energy before and after, the law of the impact
  subroutine swing_apply_event(t, y, w, c, happens, impulses, before, after)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(out) :: happens
    real(dp), intent(out) :: impulses(nphi)
    real(dp), intent(out) :: before
    real(dp), intent(out) :: after
    logical, parameter :: event_stops(ne) = [.false.]
    logical, parameter :: event_rises(ne) = [.true.]
    logical, parameter :: event_falls(ne) = [.true.]
    real(dp) :: flags_before(nf), phi_before(nphi), phi(nphi), phidot(nphi), g(ne), gdot(ne), kinetic, potential, size, allowed
    integer :: first, k, j, i, r
    logical :: changed, goes, near, all_finite
    happens = 0
    impulses = 0.0_dp
    before = 0.0_dp
    after = 0.0_dp
    first = 0
    if (.not. watch%stopped) then
      do k = 1, ne
        if (watch%due(k) .and. first == 0) first = k
      end do
    end if
    if (first == 0) then
      if (watch%applied > 0) call swing_wait_anew(t, y, w, c)
      return
    end if
    watch%due(first) = .false.
    watch%culprit = first
    watch%applied = watch%applied + 1
    call swing_note_crowd(t)
    if (watch%applied > 100) watch%failure = 6
    if (watch%failure > 0) return
    call swing_set_inputs(t, w)
    call swing_energy(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, kinetic, potential)
    before = kinetic + potential
    do j = 1, nf
      flags_before(j) = w(nw - nf + j)
    end do
    call swing_constraints(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, phi_before, phidot)
    call swing_event(first, t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, impulses, watch%info)
    if (watch%info /= 0) then
      watch%failure = 3
      return
    end if
    call swing_holds_numbers(y, all_finite)
    if (.not. all_finite) then
      watch%failure = 4
      return
    end if
    call swing_jumped_gaps(t, y, w, c, phi_before)
    if (watch%failure > 0) return
    ! a row that this event has switched on must hold; a contact closes where its gap counts as none. The error of a row that is off
    ! is 0; what the others have drifted by is not of this event
    changed = .false.
    do j = 1, nf
      if (abs(w(nw - nf + j) - flags_before(j)) > 0.0_dp) changed = .true.
    end do
    ! rows that hold states which it sets must hold too
    if (changed) then
      call swing_constraints(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, phi, phidot)
      size = 1.0_dp
      do i = 1, nq
        size = max(size, abs(y(i)))
      end do
      allowed = 1.0e-06_dp
      allowed = max(allowed, 1.0e-06_dp)
      allowed = allowed*size
      do r = 1, nphi
        if (.not. (abs(phi(r)) <= allowed .or. abs(phi(r) - phi_before(r)) <= allowed)) then
          watch%failure = 5
          watch%row = r
          watch%breach = phi(r)
          return
        end if
      end do
    end if
    call swing_energy(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, kinetic, potential)
    after = kinetic + potential
    happens = first
    watch%happened(first) = .true.
    if (event_stops(first)) watch%stopped = .true.
    call swing_event_values(t, y, w, c, g, gdot)
    do j = 1, ne
      goes = event_rises(j) .and. gdot(j) > 0.0_dp .or. event_falls(j) .and. gdot(j) < 0.0_dp
      near = abs(g(j)) <= 1000.0_dp*watch%error(j)
      if (near .and. (abs(gdot(j)) > 0.0_dp .or. abs(watch%last_gdot(j)) > 0.0_dp)) then
        ! it turned to its direction just now, or was due and still is
        changed = .not. (event_rises(j) .and. watch%last_gdot(j) > 0.0_dp .or. event_falls(j) .and. watch%last_gdot(j) < 0.0_dp)
        watch%due(j) = goes .and. (watch%due(j) .or. j /= first .and. changed)
      else
        goes = event_rises(j) .and. g(j) > 0.0_dp .or. event_falls(j) .and. g(j) < 0.0_dp
        if (watch%due(j)) then
          watch%due(j) = near .or. goes
        else if (j /= first .and. watch%armed(j) .and. .not. near .and. .not. watch%happened(j)) then
          watch%due(j) = goes .and. watch%side(j)*g(j) < 0.0_dp
        end if
      end if
    end do
    do j = 1, ne
      if (.not. watch%due(j) .and. .not. watch%happened(j) .and. abs(g(j)) > watch%error(j)) call swing_wait_for_event(j, g(j))
    end do
    watch%last_g = g
    watch%last_gdot = gdot
  end subroutine swing_apply_event

  ! a row of the table of events
  subroutine swing_note_event(t, happens, impulses, before, after)
    real(dp), intent(in) :: t
    integer, intent(in) :: happens
    real(dp), intent(in) :: impulses(nphi)
    real(dp), intent(in) :: before
    real(dp), intent(in) :: after
    character(len=24) :: digits
    integer :: k
    call all_digits(t, digits)
    call put_text(4, trim(digits) // "," // trim(event_names(happens)))
    do k = 1, nphi
      call swing_put_cell(4, impulses(k))
    end do
    call swing_put_cell(4, before)
    call swing_put_cell(4, after)
    call put_text(4, "" // new_line("a"))
  end subroutine swing_note_event

  ! after the projection that follows events: what of sticking, sliding and normal forces is zero up to rounding now
  subroutine swing_rest_events(t, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: g(ne), gdot(ne)
    integer :: k
    call swing_event_values(t, y, w, c, g, gdot)
    do k = 1, ne
      if (event_end(k) == 1) then
        call swing_wait_for_return(k, g(k), gdot(k))
      else if (event_end(k) > 0) then
        call swing_wait_for_event(k, g(k))
      end if
    end do
  end subroutine swing_rest_events

  ! what is due at time t, one event after the other
  subroutine swing_apply_events(t, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer :: happens
    real(dp) :: impulses(nphi), before, after
    logical :: any
    any = .false.
    do
      call swing_apply_event(t, y, w, c, happens, impulses, before, after)
      call swing_require_events(t, y)
      if (happens == 0) exit
      any = .true.
      event_table%counts(happens) = event_table%counts(happens) + 1
      call swing_note_event(t, happens, impulses, before, after)
    end do
    if (.not. any) return
    call swing_onto_constraints(t, y, w, c)
    call swing_rest_events(t, y, w, c)
    call swing_require_events(t, y)
  end subroutine swing_apply_events

  ! opens the table of events beside that of the run (run.csv: run_events.csv), and applies what is due at the start
  subroutine swing_begin_events(t, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    character(len=512) :: ending
    logical :: failed
    integer :: k
    event_table%counts = 0
    event_table%events_name = settings%csv_name
    if (len_trim(settings%csv_name) > 4) then
      ending = settings%csv_name(len_trim(settings%csv_name) - 3:len_trim(settings%csv_name))
      if (ending == ".csv") event_table%events_name = settings%csv_name(1:len_trim(settings%csv_name) - 4)
    end if
    event_table%events_name = trim(event_table%events_name) // "_events.csv"
    call open_new(4, event_table%events_name, failed)
    if (failed) call fail("cannot write " // trim(event_table%events_name))
    call put_text(4, "t,event")
    do k = 1, nphi
      call put_text(4, ",impulse " // trim(constraint_names(k)))
    end do
    call put_text(4, ",energy before,energy after")
    call put_text(4, "" // new_line("a"))
    call swing_start_events(t, y, w, c, settings%step_length, settings%fired)
    call swing_require_events(t, y)
    call swing_apply_events(t, y, w, c)
  end subroutine swing_begin_events

  ! in place, limit: no later than the next event that waits for a time alone, and than when a function must have been
  ! looked at again
  subroutine swing_next_event_time(t, y, w, c, limit)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(inout) :: limit
    real(dp) :: g(ne), gdot(ne)
    integer :: k
    call swing_event_values(t, y, w, c, g, gdot)
    do k = 1, ne
      if (watch%look_again(k) > t) limit = min(limit, watch%look_again(k))
    end do
  end subroutine swing_next_event_time

  ! in place, y after a step of h: by Runge's and Kutta's method of fourth order, by the midpoint rule (order 2) or by
  ! Euler's method (order 1)
  subroutine swing_advance(t, y, w, c, h, info)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: h
    integer, intent(out) :: info
    real(dp) :: k1(nq + nu + ns), k2(nq + nu + ns), k3(nq + nu + ns), k4(nq + nu + ns), z(nq + nu + ns)
    integer :: i
    ! a row at t has begun its line, one at t + h not yet
    run%ahead = 1.0e-09_dp*h
    call swing_set_inputs(t, w)
    run%ahead = 0.0_dp
    call swing_derivatives(t, y, w, c, k1, info)
    if (info /= 0) return
    if (run%order == 1) then
      do i = 1, nq + nu + ns
        y(i) = y(i) + h*k1(i)
      end do
    else
      do i = 1, nq + nu + ns
        z(i) = y(i) + h/2.0_dp*k1(i)
      end do
      call swing_set_inputs(t + h/2.0_dp, w)
      call swing_derivatives(t + h/2.0_dp, z, w, c, k2, info)
      if (info /= 0) return
      if (run%order == 2) then
        do i = 1, nq + nu + ns
          y(i) = y(i) + h*k2(i)
        end do
      else
        do i = 1, nq + nu + ns
          z(i) = y(i) + h/2.0_dp*k2(i)
        end do
        call swing_set_inputs(t + h/2.0_dp, w)
        call swing_derivatives(t + h/2.0_dp, z, w, c, k3, info)
        if (info /= 0) return
        do i = 1, nq + nu + ns
          z(i) = y(i) + h*k3(i)
        end do
        run%ahead = -1.0e-09_dp*h
        call swing_set_inputs(t + h, w)
        run%ahead = 0.0_dp
        call swing_derivatives(t + h, z, w, c, k4, info)
        if (info /= 0) return
        do i = 1, nq + nu + ns
          y(i) = y(i) + h/6.0_dp*(k1(i) + 2.0_dp*k2(i) + 2.0_dp*k3(i) + k4(i))
        end do
      end if
    end if
    call swing_normalize(y(:nq))
  end subroutine swing_advance

  ! of each event a function that is zero where something is to be done
  subroutine swing_watch_events(t, y, w, c, watched)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: watched(ne)
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: g(ne), gdot(ne)
    integer :: k
    call swing_event_values(t, y, w, c, g, gdot)
    do k = 1, ne
      if (watch%armed(k)) then
        watched(k) = g(k)
      else
        watched(k) = abs(g(k)) - watch%error(k)
      end if
      if (event_end(k) > 0) then
        if (watch%armed(k)) then
          watched(k) = g(k) - watch%zero(k)
        else
          watched(k) = g(k) + watch%rounding(k)
        end if
      end if
    end do
  end subroutine swing_watch_events

  ! which functions of events have come to where something is due: found is 1 there. any: some have
  subroutine swing_crossed_events(t, y, w, c, found, any)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(out) :: found(ne)
    logical, intent(out) :: any
    logical, parameter :: event_rises(ne) = [.true.]
    logical, parameter :: event_falls(ne) = [.true.]
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: watched(ne)
    integer :: k
    call swing_watch_events(t, y, w, c, watched)
    any = .false.
    do k = 1, ne
      found(k) = 0
      if (watch%armed(k)) then
        if (watch%side(k)*watched(k) < 0.0_dp .and. (event_rises(k) .and. watch%side(k) < 0.0_dp .or. event_falls(k) .and. &
            watch%side(k) > 0.0_dp)) then
          found(k) = 1
        end if
      else
        if (event_end(k) > 0 .and. watched(k) < 0.0_dp) found(k) = 1
      end if
      if (found(k) > 0) any = .true.
    end do
  end subroutine swing_crossed_events

  ! of the step under way, which ends at t with the state y: which gaps of contacts have jumped (jumped_gaps)
  subroutine swing_jumped_in_step(t, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp) :: z(nq + nu + ns), phi(nphi), phidot(nphi)
    call swing_set_inputs(run%begin, w)
    z = run%from
    call swing_constraints(run%begin, z(:nq), z(nq + 1:nq + nu), z(nq + nu + 1:nq + nu + ns), w, c, phi, phidot)
    call swing_jumped_gaps(t, y, w, c, phi)
  end subroutine swing_jumped_in_step

  ! y at a time within the step under way
  subroutine swing_state_at(t, w, c, y)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: y(nq + nu + ns)
    integer :: info
    y = run%from
    call swing_advance(run%begin, y, w, c, t - run%begin, info)
  end subroutine swing_state_at

  ! whether an open gap is below zero, by more than rounding or at all
  subroutine swing_gap_is_below(g, clearly, below)
    real(dp), intent(in) :: g(ne)
    logical, intent(in) :: clearly
    logical, intent(out) :: below
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: least
    integer :: k
    below = .false.
    do k = 1, ne
      if (watch%armed(k) .and. event_end(k) == 1) then
        least = 0.0_dp
        if (clearly) least = -watch%rounding(k)
        if (g(k) - watch%zero(k) < least) below = .true.
      end if
    end do
  end subroutine swing_gap_is_below

  ! whether the open gaps pass the middle of h where the cubic through both ends does, by half of what is left of them
  subroutine swing_gaps_are_smooth(h, g, gdot, middle_g, later_g, later_gdot, smooth)
    real(dp), intent(in) :: h
    real(dp), intent(in) :: g(ne)
    real(dp), intent(in) :: gdot(ne)
    real(dp), intent(in) :: middle_g(ne)
    real(dp), intent(in) :: later_g(ne)
    real(dp), intent(in) :: later_gdot(ne)
    logical, intent(out) :: smooth
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: gap, middle, later, expected, least
    integer :: k
    smooth = .true.
    do k = 1, ne
      if (watch%armed(k) .and. event_end(k) == 1) then
        gap = g(k) - watch%zero(k)
        middle = middle_g(k) - watch%zero(k)
        later = later_g(k) - watch%zero(k)
        expected = (gap + later)/2.0_dp + h/8.0_dp*(gdot(k) - later_gdot(k))
        least = max(0.0_dp, min(min(gap, middle), later))
        if (abs(middle - expected) > least/2.0_dp + watch%rounding(k)) smooth = .false.
      end if
    end do
  end subroutine swing_gaps_are_smooth

  ! whether the tangents of an open gap that falls at one time and grows after h meet below zero
  subroutine swing_gap_may_dip(h, g, gdot, later_g, later_gdot, may)
    real(dp), intent(in) :: h
    real(dp), intent(in) :: g(ne)
    real(dp), intent(in) :: gdot(ne)
    real(dp), intent(in) :: later_g(ne)
    real(dp), intent(in) :: later_gdot(ne)
    logical, intent(out) :: may
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: falls, grows, gap, meet
    integer :: k
    may = .false.
    do k = 1, ne
      if (watch%armed(k) .and. event_end(k) == 1 .and. gdot(k) < 0.0_dp .and. later_gdot(k) > 0.0_dp) then
        falls = gdot(k)
        grows = later_gdot(k)
        gap = g(k) - watch%zero(k)
        meet = (gap - (later_g(k) - watch%zero(k)) + grows*h)/(grows - falls)
        meet = min(max(meet, 0.0_dp), h)
        if (gap + falls*meet < -watch%rounding(k)) may = .true.
      end if
    end do
  end subroutine swing_gap_may_dip

  ! of a step from begin to finish: the first time at which a gap that is open at both ends is below zero, if one is. The
  ! step is halved up to 10 times
  subroutine swing_first_dip(begin, finish, w, c, dips, dip)
    real(dp), intent(in) :: begin
    real(dp), intent(in) :: finish
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    logical, intent(out) :: dips
    real(dp), intent(out) :: dip
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: z(nq + nu + ns), g(ne), gdot(ne), middle_g(ne), middle_gdot(ne), later_g(ne), later_gdot(ne), from, to, middle
    real(dp) :: starts(10), ends(10)
    integer :: depths(10), waiting, depth, k
    logical :: any, below, clearly, smooth, left, right
    dips = .false.
    dip = finish
    any = .false.
    do k = 1, ne
      if (watch%armed(k) .and. event_end(k) == 1) any = .true.
    end do
    if (.not. any) return
    from = begin
    to = finish
    depth = 0
    waiting = 0
    starts = 0.0_dp
    ends = 0.0_dp
    depths = 0
    call swing_state_at(from, w, c, z)
    call swing_event_values(from, z, w, c, g, gdot)
    call swing_state_at(to, w, c, z)
    call swing_event_values(to, z, w, c, later_g, later_gdot)
    ! it is due at the end of the step
    call swing_gap_is_below(g, .true., below)
    if (below .or. watch%failure > 0) return
    do
      middle = from + (to - from)/2.0_dp
      call swing_state_at(middle, w, c, z)
      call swing_event_values(middle, z, w, c, middle_g, middle_gdot)
      if (watch%failure > 0) return
      call swing_gap_is_below(middle_g, .true., below)
      if (below) then
        dips = .true.
        dip = middle
        call swing_gap_is_below(g, .false., clearly)
        do
          middle = from + (dip - from)/2.0_dp
          if (.not. (from < middle .and. middle < dip)) return
          call swing_state_at(middle, w, c, z)
          call swing_event_values(middle, z, w, c, middle_g, middle_gdot)
          call swing_gap_is_below(middle_g, clearly, below)
          if (below) then
            dip = middle
          else
            from = middle
          end if
        end do
      end if
      left = .false.
      right = .false.
      if (depth < 10) then
        call swing_gaps_are_smooth(to - from, g, gdot, middle_g, later_g, later_gdot, smooth)
        call swing_gap_may_dip(middle - from, g, gdot, middle_g, middle_gdot, left)
        call swing_gap_may_dip(to - middle, middle_g, middle_gdot, later_g, later_gdot, right)
        if (.not. smooth) then
          left = .true.
          right = .true.
        end if
      end if
      depth = depth + 1
      if (right) then
        waiting = waiting + 1
        starts(waiting) = middle
        ends(waiting) = to
        depths(waiting) = depth
      end if
      if (left) then
        to = middle
        later_g = middle_g
        later_gdot = middle_gdot
      else
        if (waiting == 0) return
        from = starts(waiting)
        to = ends(waiting)
        depth = depths(waiting)
        waiting = waiting - 1
        call swing_state_at(from, w, c, z)
        call swing_event_values(from, z, w, c, g, gdot)
        call swing_state_at(to, w, c, z)
        call swing_event_values(to, z, w, c, later_g, later_gdot)
      end if
    end do
  end subroutine swing_first_dip

  ! after a step: which events are due. found: not 0 where watch_events has changed its sign there
  subroutine swing_due_events(t, y, w, c, found)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(in) :: found(ne)
    logical, parameter :: event_rises(ne) = [.true.]
    logical, parameter :: event_falls(ne) = [.true.]
    integer, parameter :: event_end(ne) = [0]
    real(dp) :: g(ne), gdot(ne), beyond, rate
    logical :: goes, near, any
    integer :: k
    call swing_event_values(t, y, w, c, g, gdot)
    if (watch%failure > 0) return
    watch%applied = 0
    watch%happened = .false.
    any = .false.
    do k = 1, ne
      watch%due(k) = .false.
      if (watch%armed(k)) then
        goes = event_rises(k) .and. watch%side(k) < 0.0_dp .or. event_falls(k) .and. watch%side(k) > 0.0_dp
        beyond = g(k)
        beyond = g(k) - watch%zero(k)
        watch%due(k) = goes .and. watch%side(k)*beyond < 0.0_dp
        if (goes .and. .not. watch%due(k) .and. found(k) /= 0 .and. abs(beyond) <= 1000.0_dp*watch%error(k)) then
          watch%due(k) = .true.
          near = .true.
          near = event_end(k) == 0
          if (near) then
            ! found a hair before zero it comes to it, found a hair after it has left zero it does not
            call swing_event_rate(k, t, y, w, c, g, gdot, rate)
            if (watch%side(k)*rate > 0.0_dp) watch%due(k) = .false.
          end if
        end if
        if (event_end(k) == 1 .and. gdot(k) > 0.0_dp) watch%due(k) = .false.
        if (watch%due(k)) any = .true.
      end if
    end do
    if (any) then
      do k = 1, ne
        goes = event_rises(k) .and. watch%side(k) < 0.0_dp .or. event_falls(k) .and. watch%side(k) > 0.0_dp
        goes = goes .and. event_end(k) == 0
        if (watch%armed(k) .and. goes .and. abs(g(k)) <= watch%error(k) .and. watch%side(k)*gdot(k) < 0.0_dp) watch%due(k) = &
            .true.
      end do
    else
      do k = 1, ne
        call swing_take_side(k, g(k))
      end do
    end if
    watch%last_g = g
    watch%last_gdot = gdot
  end subroutine swing_due_events

  ! one step from t on, in place: to limit, or to where an event happens before it, or where a function must be looked at
  ! again. Then what is due there
  subroutine swing_step_to_event(t, y, w, c, limit)
    real(dp), intent(inout) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: limit
    integer, parameter :: event_end(ne) = [0]
    integer :: found(ne), count, k
    real(dp) :: until, before, after, middle, dip
    logical :: any, dips, all_finite
    until = limit
    call swing_next_event_time(t, y, w, c, until)
    run%begin = t
    run%from = y
    after = until - t
    call swing_advance(t, y, w, c, after, watch%info)
    call swing_holds_numbers(y, all_finite)
    if (.not. all_finite) watch%failure = 9
    if (watch%info /= 0) watch%failure = 1
    if (watch%failure > 0) return
    call swing_crossed_events(until, y, w, c, found, any)
    if (any) then
      ! located to the last digit by halving the step
      before = 0.0_dp
      do count = 1, 100
        middle = before + (after - before)/2.0_dp
        if (.not. (before < middle .and. middle < after .and. t + before < t + after)) exit
        y = run%from
        call swing_advance(t, y, w, c, middle, watch%info)
        call swing_crossed_events(t + middle, y, w, c, found, any)
        if (any) then
          after = middle
        else
          before = middle
        end if
      end do
      y = run%from
      call swing_advance(t, y, w, c, after, watch%info)
      until = t + after
      call swing_crossed_events(until, y, w, c, found, any)
      call swing_jumped_in_step(until, y, w, c)
      if (watch%failure > 0) return
    end if
    dips = .false.
    dip = until
    do k = 1, ne
      if (watch%armed(k) .and. event_end(k) == 1 .and. watch%last_g(k) - watch%zero(k) <= 4.0_dp*after*abs(watch%last_gdot(k))) &
          then
        dips = .true.
      end if
    end do
    ! a gap that is too wide to close at four times its speed is not looked at
    if (dips) call swing_first_dip(t, until, w, c, dips, dip)
    if (dips) then
      call swing_state_at(dip, w, c, y)
      until = dip
      found = 0
    end if
    t = until
    call swing_due_events(t, y, w, c, found)
    if (any) then
      ! what has only now begun to wait
      any = .false.
      do k = 1, ne
        if (watch%due(k)) any = .true.
      end do
      if (.not. any) then
        call swing_note_crowd(t)
        found = 0
        call swing_due_events(t, y, w, c, found)
      end if
    end if
  end subroutine swing_step_to_event

  ! to the time finish, or to an event that stops the run, in place
  subroutine swing_advance_to(t, y, w, c, finish, stops)
    real(dp), intent(inout) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: finish
    logical, intent(out) :: stops
    do while (t < finish .and. .not. watch%stopped)
      call swing_step_to_event(t, y, w, c, finish)
      call swing_require_events(t, y)
      call swing_apply_events(t, y, w, c)
    end do
    stops = watch%stopped
  end subroutine swing_advance_to

  ! one step of a run, in place: by h to the time finish, or to an event that stops it. What the state must hold to is seen
  ! to
  subroutine swing_step_of_run(t, y, w, c, finish, h, stops)
    real(dp), intent(inout) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: finish
    real(dp), intent(in) :: h
    logical, intent(out) :: stops
    stops = .false.
    call swing_advance_to(t, y, w, c, finish, stops)
    call swing_normalize(y(:nq))
    call swing_require_numbers(t, y)
    if (settings%project > 0.0_dp) call swing_onto_constraints(t, y, w, c)
    if (.false.) print *, h  ! without use in this model
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

  ! of each event that waits until its function has left zero, because it has just happened, the largest size of its
  ! function so far; of all others 0. Those of contacts wait for nothing that their modes and functions do not say
  subroutine swing_events_at_zero(sizes)
    real(dp), intent(out) :: sizes(ne)
    integer, parameter :: event_end(ne) = [0]
    integer :: k
    do k = 1, ne
      if (watch%armed(k)) then
        sizes(k) = 0.0_dp
      else
        sizes(k) = watch%scale(k)
      end if
      if (event_end(k) > 0) sizes(k) = 0.0_dp
    end do
  end subroutine swing_events_at_zero

  ! closes the table of events, and says how many there were
  subroutine swing_end_events(stops)
    logical, intent(in) :: stops
    integer :: all, k
    character(len=24) :: digits
    character(len=1024) :: line
    logical :: failed
    call close_file(4, failed)
    if (failed) call fail("cannot write all of " // trim(event_table%events_name))
    call swing_events_at_zero(settings%fired)
    all = 0
    do k = 1, ne
      all = all + event_table%counts(k)
    end do
    call whole_text(all, digits)
    line = "wrote " // trim(event_table%events_name) // ", " // trim(digits) // " events"
    if (stops) line = trim(line) // ", the last of which stopped the run"
    call put_text(0, trim(line) // new_line("a"))
  end subroutine swing_end_events

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
    call swing_echo(2, "assemble", 0.0_dp, "", "the state is taken as it stands here")
    call swing_echo_state(2, y, w, fired)
    call close_file(2, failed)
    if (failed) call fail("cannot write all of " // trim(save_name))
  end subroutine swing_save_state

  ! a run: what the file says, from its start to its end. csv: the table that it writes where the file names no other
  subroutine swing_simulate_file(file_name, csv)
    character(len=*), intent(in) :: file_name
    character(len=*), intent(in) :: csv
    real(dp) :: t, finish, h, length, kinetic, potential, energy_start, drift, largest_phi, largest_phidot, began
    integer :: every, steps, done, rows, overruns, k
    character(len=24) :: digits, other
    logical :: stops, failed
    call swing_default_settings(csv)
    call swing_default_table()
    run_values%w = 0.0_dp
    run_values%y = 0.0_dp
    call swing_defaults(run_values%p)
    if (file_name /= "") call swing_read_parameters(file_name, 1, run_values%p, run_values%w, run_values%y)
    call swing_flags(run_values%p, run_values%w)
    if (file_name /= "") call swing_read_parameters(file_name, 1, run_values%p, run_values%w, run_values%y)
    call swing_initial(run_values%p, run_values%y(:nq), run_values%y(nq + 1:nq + nu), run_values%y(nq + nu + 1:nq + nu + ns))
    if (file_name /= "") call swing_read_parameters(file_name, 2, run_values%p, run_values%w, run_values%y)
    call swing_begin_run(settings%order)
    t = settings%time_start
    call swing_read_inputs(run_values%w)
    call swing_free_inputs()
    call swing_set_inputs(t, run_values%w)
    if (file_name /= "") call swing_write_echo(file_name, run_values%p, run_values%w, run_values%y)
    call swing_normalize(run_values%y(:nq))
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
    call swing_call_at_init(t, run_values%p, run_values%y, run_values%w, run_values%c)
    call swing_set_inputs(t, run_values%w)
    call swing_guess_modes(t, run_values%y(:nq), run_values%y(nq + 1:nq + nu), run_values%y(nq + nu + 1:nq + nu + ns), &
        run_values%w, run_values%c)
    if (settings%assemble > 0.0_dp) call swing_start_on_constraints(t, run_values%y, run_values%w, run_values%c)
    call swing_find_modes(t, run_values%y, run_values%w, run_values%c)
    ! with what is closed
    if (settings%assemble > 0.0_dp) call swing_start_on_constraints(t, run_values%y, run_values%w, run_values%c)
    call swing_call_at_step(t, run_values%p, run_values%y, run_values%w, run_values%c)
    largest_phi = 0.0_dp
    largest_phidot = 0.0_dp
    call swing_write_row(t, run_values%y, run_values%w, run_values%c, largest_phi, largest_phidot, kinetic, potential)
    energy_start = kinetic + potential
    drift = 0.0_dp
    rows = 1
    done = 0
    overruns = 0
    stops = .false.
    call swing_begin_events(t, run_values%y, run_values%w, run_values%c)
    do k = 1, steps
      finish = settings%time_start + real(k, dp)*h
      if (settings%interval > 0.0_dp .and. real(k, dp) >= real(steps, dp)) finish = settings%time_end
      length = h
      if (settings%interval > 0.0_dp) length = finish - t
      call swing_step_of_run(t, run_values%y, run_values%w, run_values%c, finish, length, stops)
      done = done + 1
      if (settings%realtime > 0.0_dp) call swing_keep_up(t - settings%time_start, began, overruns)
      call swing_call_at_step(t, run_values%p, run_values%y, run_values%w, run_values%c)
      if (every*(done/every) == done .or. done == steps .or. stops) then
        call swing_write_row(t, run_values%y, run_values%w, run_values%c, largest_phi, largest_phidot, kinetic, potential)
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
    call all_digits(largest_phi, digits)
    call put_text(0, "largest |phi|    " // trim(digits) // new_line("a"))
    call all_digits(largest_phidot, digits)
    call put_text(0, "largest |phidot| " // trim(digits) // new_line("a"))
    call whole_text(rows, digits)
    call put_text(0, "wrote " // trim(settings%csv_name) // ", " // trim(digits) // " rows" // new_line("a"))
    if (settings%realtime > 0.0_dp) then
      call whole_text(overruns, digits)
      call whole_text(done, other)
      call put_text(0, "overruns: " // trim(digits) // " of " // trim(other) // " steps" // new_line("a"))
    end if
    call swing_end_events(stops)
    if (settings%save_name /= "") then
      call swing_save_state(t, run_values%y, run_values%w, settings%fired, settings%save_name)
      call put_text(0, "saved the state in " // trim(settings%save_name) // new_line("a"))
    end if
    call close_file(0, failed)
    if (failed) call fail("cannot write what the run has found")
  end subroutine swing_simulate_file
end program swing_main
