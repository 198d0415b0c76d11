
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
