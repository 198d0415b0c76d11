  ! -- files with lines "name value [unit]"

  ! Pass 1 reads settings, parameters and inputs; pass 2 the initial state, which may depend on the parameters.
  recursive subroutine read_file(name, pass, depth)
    character(len=*), intent(in) :: name
    integer, intent(in) :: pass, depth
    character(len=512) :: line
    integer :: unit, status, number, at
    logical :: is_folder, is_end
    inquire(file=trim(name) // "/.", exist=is_folder)
    if (is_folder) call stop_with(trim(name) // " is a folder")
    open(newunit=unit, file=trim(name), status="old", action="read", iostat=status)
    if (status /= 0) call stop_with("cannot read " // trim(name))
    number = 0
    do
      call next_line(unit, name, line, number, is_end)
      if (is_end) exit
      at = index(line, "#")
      if (at > 0) line(at:) = " "
      do at = 1, len(line)
        if (line(at:at) == achar(9) .or. line(at:at) == achar(13)) line(at:at) = " "
      end do
      line = adjustl(line)
      if (len_trim(line) > 0) call read_line(line, at_line(name, number), pass, depth)
    end do
    close(unit)
  end subroutine read_file

  ! the next line, without the byte order mark that some editors put at the begin of a file; no more than `line` holds is read
  subroutine next_line(unit, name, line, number, is_end)
    integer, intent(in) :: unit
    character(len=*), intent(in) :: name
    character(len=*), intent(out) :: line
    integer, intent(inout) :: number
    logical, intent(out) :: is_end
    integer, parameter :: most_lines = 10000000
    integer :: status
    read(unit, "(a)", advance="no", iostat=status) line
    is_end = is_iostat_end(status)
    if (is_end) return
    if (status /= 0 .and. .not. is_iostat_eor(status)) call stop_with("cannot read " // trim(name))
    number = number + 1
    if (status == 0) call stop_with(at_line(name, number) // "the line is too long")
    if (number > most_lines) call stop_with(at_line(name, number) // "the file is too long")
    if (number == 1 .and. line(1:3) == char(239) // char(187) // char(191)) line = line(4:)
  end subroutine next_line

  function at_line(name, number) result(place)
    character(len=*), intent(in) :: name
    integer, intent(in) :: number
    character(len=:), allocatable :: place
    character(len=16) :: digits
    write(digits, "(i0)") number
    place = trim(name) // ":" // trim(digits) // ": "
  end function at_line

  ! `place`: "run.txt:3: "
  recursive subroutine read_line(line, place, pass, depth)
    character(len=*), intent(in) :: line, place
    integer, intent(in) :: pass, depth
    character(len=512) :: name, rest, more
    logical :: is_quantity, is_taken
    call split(line, name, rest)
    is_quantity = .false.
    if (name == "parameter") then
      call split(rest, name, more)
      is_quantity = .not. is_decimal(trim(name)) .and. len_trim(more) > 0
      if (is_quantity) then
        rest = more
      else
        name = "parameter"
      end if
    end if
    if (len_trim(rest) == 0) call stop_with(place // "no value for " // trim(name))
    call split(rest, line_text, line_rest)
    line_name = name
    line_place = place
    if (.not. is_quantity .and. name == "include" .and. .not. is_decimal(trim(line_text))) then
      if (depth > 9) call stop_with(place // "files include one another more than ten deep")
      call read_file(trim(rest), pass, depth + 1)
      return
    end if
    is_taken = .false.
    if (.not. is_quantity) is_taken = assign_setting()
    if (.not. is_taken) is_taken = assign(parameter_names, parameter_units, p, pass == 1)
    if (.not. is_taken) is_taken = assign(input_names, input_units, w, .true.)
    if (.not. is_taken) is_taken = assign(coordinate_names, coordinate_units, q, pass == 2)
    if (.not. is_taken) is_taken = assign(speed_names, speed_units, u, pass == 2)
@if states@
    if (.not. is_taken) is_taken = assign(state_names, state_units, s, pass == 2)
@end@
    if (.not. is_taken .and. .not. is_quantity) is_taken = assign_later_setting()
    if (.not. is_taken) call stop_with(place // "the model has no " // trim(name))
  end subroutine read_line

  ! the first word and what follows it
  subroutine split(text, word, rest)
    character(len=*), intent(in) :: text
    character(len=*), intent(out) :: word, rest
    character(len=512) :: line
    integer :: at
    line = adjustl(text)
    at = index(line, " ")
    if (at == 0) at = len(line)
    word = line(1:at)
    rest = adjustl(line(at:))
  end subroutine split

  ! the number of the line that is read
  function number_in(unit) result(value)
    character(len=*), intent(in) :: unit
    real(dp) :: value
    character(len=512) :: word, more
    value = number_of(trim(line_text), trim(line_place) // " ")
    if (len_trim(line_rest) == 0 .or. line_rest == unit) return
    call split(line_rest, word, more)
    if (is_decimal(trim(word))) call stop_with(trim(line_place) // " one value for " // trim(line_name) // ", not " // &
                                               trim(line_text) // " " // trim(line_rest))
    word = unit
    if (len_trim(unit) == 0) word = "no unit"
    call stop_with(trim(line_place) // " " // trim(line_name) // " is given in " // trim(line_rest) // ", expected " // &
                   trim(word))
  end function number_in

@if user_units@
  ! the unit in which files give and take a quantity, blank where that is its own; factor: what it is worth in that
  subroutine find_user_unit(name, unit, factor)
    character(len=*), intent(in) :: name
    character(len=*), intent(out) :: unit
    real(dp), intent(out) :: factor
    unit = ""
    factor = 1.0_dp
    select case (name)
@USER_UNITS@    end select
  end subroutine find_user_unit

  ! the number of the line that is read, in the quantity's own unit
  function quantity_in(own) result(value)
    character(len=*), intent(in) :: own
    character(len=64) :: unit
    real(dp) :: value, factor
    call find_user_unit(trim(line_name), unit, factor)
    if (len_trim(unit) == 0 .or. line_rest == own) then
      value = number_in(own)
    else
      value = number_in(trim(unit))*factor
    end if
  end function quantity_in

@end@
  function number_of(text, place) result(value)
    character(len=*), intent(in) :: text, place
    real(dp) :: value
    integer :: status
    value = 0.0_dp
    if (len(text) == 0) call stop_with(place // "a number is missing")
    if (.not. is_decimal(text)) call stop_with(place // text // " is not a number")
    read(text, *, iostat=status) value
    if (status /= 0) call stop_with(place // text // " is not a number")
    if (.not. abs(value) <= huge(1.0_dp)) call stop_with(place // text // " is beyond all numbers")
  end function number_of

  function assign(names, units, values, now) result(is_taken)
    character(len=*), intent(in) :: names(:), units(:)
    real(dp), intent(inout) :: values(:)
    logical, intent(in) :: now
    logical :: is_taken
    real(dp) :: value
    integer :: i
    i = place_in(names, trim(line_name))
    is_taken = i > 0
    if (.not. is_taken) return
@if not user_units@
    value = number_in(units(i))
@else@
    value = quantity_in(units(i))
@end@
    if (now) values(i) = value
  end function assign

  function assign_number(name, unit, value) result(is_taken)
    character(len=*), intent(in) :: name, unit
    real(dp), intent(inout) :: value
    logical :: is_taken
    is_taken = name == line_name
    if (is_taken) value = number_in(unit)
  end function assign_number

  function assign_text(name, text) result(is_taken)
    character(len=*), intent(in) :: name
    character(len=*), intent(inout) :: text
    logical :: is_taken
    character(len=512) :: all
    is_taken = name == line_name
    if (.not. is_taken) return
    all = line_text
    if (len_trim(line_rest) > 0) all = trim(line_text) // " " // line_rest
    if (len_trim(all) > len(text)) call stop_with(trim(line_place) // " the text is too long")
    text = all
  end function assign_text

@if events@
  ! "event NAME SIZE" of a saved state: it has just happened, and its function has been that large
  function assign_event() result(is_taken)
    logical :: is_taken
    integer :: i
    is_taken = line_name == "event" .and. .not. is_decimal(trim(line_text))
    if (.not. is_taken) return
    i = place_in(event_names, trim(line_text))
    if (i == 0) call stop_with(trim(line_place) // " the model has no event " // trim(line_text))
    fired(i) = number_of(trim(line_rest), trim(line_place) // " ")
  end function assign_event

@end@
  ! these stand before the names of the model, the others behind
  function assign_setting() result(is_taken)
    logical :: is_taken
    if (line_name == "output" .and. is_decimal(trim(line_text))) then
      is_taken = assign_number("output", "s", interval)
      return
    end if
    is_taken = assign_number("end", "s", time_end)
    if (.not. is_taken) is_taken = assign_number("step", "s", step)
@if events@
    if (.not. is_taken) is_taken = assign_event()
@end@
    if (.not. is_taken) is_taken = assign_text("output", csv_name)
@if corrections@
    if (.not. is_taken) is_taken = assign_number("assemble", "", assemble)
    if (.not. is_taken) is_taken = assign_number("project", "", project)
    if (.not. is_taken) is_taken = assign_number("tolerance", "", tolerance)
@end@
  end function assign_setting

  function assign_later_setting() result(is_taken)
    logical :: is_taken
    character(len=512) :: method
    method = ""
    is_taken = assign_text("integrator", method)
    if (is_taken) then
      order = 0
      if (method == "rk4") order = 4
      if (method == "rk2") order = 2
      if (method == "euler") order = 1
      if (order == 0) call stop_with(trim(line_place) // " there is no integrator " // trim(method) // &
                                     ", but rk4, rk2 and euler")
    end if
    if (.not. is_taken) is_taken = assign_number("start", "s", time_start)
    if (.not. is_taken) is_taken = assign_number("interval", "s", interval)
    if (.not. is_taken) is_taken = assign_number("labels", "", labels)
    if (.not. is_taken) is_taken = assign_number("realtime", "", realtime)
    if (.not. is_taken) is_taken = assign_text("title", title)
    if (.not. is_taken) is_taken = assign_text("save", save_name)
    if (.not. is_taken) is_taken = assign_text("inputs", inputs_name)
  end function assign_later_setting

  ! "-12.5", "1e-3", "1d-3": list-directed reading alone would take "1,5" for 1
  function is_decimal(text) result(is_one)
    character(len=*), intent(in) :: text
    logical :: is_one, after_mark
    integer :: i, digits
    is_one = .false.
    if (len(text) == 0) return
    after_mark = .true.
    digits = 0
    i = 1
    if (scan(text(1:1), "+-") > 0) i = 2
    do while (i <= len(text))
      if (scan(text(i:i), "0123456789") > 0) then
        digits = digits + 1
      else if (text(i:i) == "." .and. after_mark) then
        after_mark = .false.
      else
        exit
      end if
      i = i + 1
    end do
    if (digits == 0) return
    if (i <= len(text)) then
      if (scan(text(i:i), "eEdD") == 0 .or. i == len(text)) return
      i = i + 1
      if (scan(text(i:i), "+-") > 0) i = i + 1
      if (i > len(text)) return
      if (verify(text(i:), "0123456789") > 0) return
    end if
    is_one = .true.
  end function is_decimal

  ! 0 where it is not among them
  function place_in(names, name) result(place)
    character(len=*), intent(in) :: names(:), name
    integer :: place, i
    place = 0
    do i = 1, size(names)
      if (names(i) == name) place = i
    end do
  end function place_in

