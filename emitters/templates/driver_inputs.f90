  ! -- inputs from a CSV file: linear between its rows, constant before the first and behind the last

  ! the cell of a line from `at` on, without blanks and quotes at its ends; `at` then stands behind its comma, or beyond
  ! the line
  subroutine next_cell(line, at, cell)
    character(len=*), intent(in) :: line
    integer, intent(inout) :: at
    character(len=*), intent(out) :: cell
    character(len=*), parameter :: blanks = ' "' // achar(9) // achar(13)
    integer :: comma, first, last
    comma = index(line(at:), ",")
    if (comma == 0) comma = len(line) - at + 2
    comma = at - 1 + comma
    cell = ""
    first = verify(line(at:comma-1), blanks)
    last = verify(line(at:comma-1), blanks, back=.true.)
    if (last - first >= len(cell)) call stop_with("a cell is too long in " // trim(inputs_name))
    if (first > 0) cell = line(at+first-1:at-1+last)
    at = comma + 1
  end subroutine next_cell

  subroutine read_inputs()
    integer, parameter :: longest = 16384, most_numbers = 50000000
    character(len=longest) :: line
    character(len=512) :: cell
    character(len=64) :: time_name
    logical :: is_end
    integer :: unit, status, number, i, at, room, length
    real(dp), allocatable :: larger(:, :)
    open(newunit=unit, file=trim(inputs_name), status="old", action="read", iostat=status)
    if (status /= 0) call stop_with("cannot read " // trim(inputs_name))
    number = 0
    line = "#"
    do while (line(1:1) == "#" .or. verify(line, " " // achar(13)) == 0)
      call next_line(unit, inputs_name, line, number, is_end)
      if (is_end) call stop_with("there are no rows in " // trim(inputs_name))
    end do
    time_name = ""
    time_column = 1
    table_columns = 0
    at = 1
    do while (at <= len_trim(line) + 1)
      call next_cell(trim(line), at, cell)
      table_columns = table_columns + 1
      if (cell == "t" .or. (cell == "time" .and. len_trim(time_name) == 0)) then
        time_name = cell(:len(time_name))
        time_column = table_columns
      end if
      do i = 1, nw
        if (cell == input_names(i)) then
          if (column(i) > 0) call stop_with(at_line(inputs_name, number) // "two columns are called " // trim(cell))
          column(i) = table_columns
        end if
        if (trim(cell) // "'" == input_names(i)) slope_of(i) = table_columns
      end do
    end do
    where (column == time_column) column = 0
    where (slope_of == time_column) slope_of = 0
    if (all(column == 0)) call stop_with(trim(inputs_name) // " has a column for no input of the model")
    room = 1024
    allocate(table(table_columns, room))
    do
      call next_line(unit, inputs_name, line, number, is_end)
      if (is_end) exit
      if (table_rows >= most_numbers/table_columns) call stop_with(at_line(inputs_name, number) // "the table is too long")
      length = len_trim(line)
      if (length == 0 .or. line(1:1) == achar(13) .or. line(1:1) == "#") cycle
      if (table_rows == room) then
        allocate(larger(table_columns, 2*room))
        larger(:, 1:room) = table
        call move_alloc(larger, table)
        room = 2*room
      end if
      table_rows = table_rows + 1
      at = 1
      do i = 1, table_columns
        if (at > length + 1) call stop_with(at_line(inputs_name, number) // "there are fewer columns than names")
        call next_cell(line(1:length), at, cell)
        status = 1
        if (is_decimal(trim(cell))) read(cell, *, iostat=status) table(i, table_rows)
        if (status /= 0) table(i, table_rows) = number_of(trim(cell), at_line(inputs_name, number))
        if (.not. abs(table(i, table_rows)) <= huge(1.0_dp)) call stop_with(at_line(inputs_name, number) // trim(cell) // &
                                                                            " is beyond all numbers")
      end do
      if (at <= length + 1) call stop_with(at_line(inputs_name, number) // "there are more columns than names")
      if (table_rows > 1) then
        if (.not. table(time_column, table_rows) > table(time_column, table_rows-1)) then
          call stop_with(at_line(inputs_name, number) // "the times do not grow")
        end if
      end if
    end do
    close(unit)
    if (table_rows == 0) call stop_with("there are no rows in " // trim(inputs_name))
@if user_units@
    call table_in_own_units()
@end@
  end subroutine read_inputs
@if user_units@

  subroutine table_in_own_units()
    character(len=64) :: users
    real(dp) :: factor
    integer :: i
    do i = 1, nw
      if (column(i) == 0) cycle
      call find_user_unit(trim(input_names(i)), users, factor)
      if (len_trim(users) > 0) table(column(i), 1:table_rows) = factor*table(column(i), 1:table_rows)
    end do
  end subroutine table_in_own_units
@end@

  ! w at a time
  subroutine @M@_set_inputs(at, w)
    real(dp), intent(in) :: at
    real(dp), intent(inout) :: w(nw)
    real(dp) :: span, share, place
    integer :: i, next
    logical :: is_outside
    if (table_rows == 0) return
    place = at + run%ahead
    do while (table_at > 1 .and. place < table(time_column, table_at))
      table_at = table_at - 1
    end do
    do while (table_at + 1 < table_rows)
      if (place < table(time_column, table_at+1)) exit
      table_at = table_at + 1
    end do
    next = min(table_at + 1, table_rows)
    span = table(time_column, next) - table(time_column, table_at)
    share = 0.0_dp
    if (span > 0.0_dp) share = min(max((at - table(time_column, table_at))/span, 0.0_dp), 1.0_dp)
    is_outside = place < table(time_column, 1) .or. place > table(time_column, table_rows) .or. .not. span > 0.0_dp
    do i = 1, nw
      if (column(i) > 0) then
        w(i) = table(column(i), table_at) + share*(table(column(i), next) - table(column(i), table_at))
      else if (slope_of(i) > 0) then
        w(i) = 0.0_dp
        if (.not. is_outside) w(i) = (table(slope_of(i), next) - table(slope_of(i), table_at))/span
      end if
    end do
  end subroutine @M@_set_inputs

