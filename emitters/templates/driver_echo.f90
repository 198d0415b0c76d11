  ! -- what a run has used, and the state where it ends, as such files

  ! to the file that was opened last
  subroutine write_line(text)
    character(len=*), intent(in) :: text
    if (c_fputs(text // new_line("a") // c_null_char, lines_file) < 0) call stop_with("cannot write a line: " // text)
  end subroutine write_line

  subroutine echo(name, value, unit, text)
    character(len=*), intent(in) :: name, unit, text
    real(dp), intent(in) :: value
    character(len=24) :: digits
    character(len=:), allocatable :: line
    write(digits, "(es24.16e3)") value
    line = name // " " // trim(adjustl(digits))
    if (len_trim(unit) > 0) line = line // " " // unit
    if (len_trim(text) > 0) line = line // "  # " // text
    call write_line(line)
  end subroutine echo

@if user_units@
  ! in the unit of files, where a number of 17 digits gives just this value again
  subroutine echo_in_files(name, in_file, value, unit, text)
    character(len=*), intent(in) :: name, in_file, unit, text
    real(dp), intent(in) :: value
    real(dp) :: factor, numbers(3)
    character(len=64) :: users
    integer :: i
    call find_user_unit(name, users, factor)
    numbers(1) = value/factor
    numbers(2) = nearest(numbers(1), 1.0_dp)
    numbers(3) = nearest(numbers(1), -1.0_dp)
    do i = 1, 3
      if (numbers(i)*factor < value .or. numbers(i)*factor > value) cycle
      call echo(in_file, numbers(i), trim(users), text)
      return
    end do
    call echo(in_file, value, unit, text)
  end subroutine echo_in_files

@end@
  subroutine echo_state()
@if events@
    integer :: i
@end@
@ECHO_STATE@    continue
@if events@
    do i = 1, ne
      if (fired(i) > 0.0_dp) call echo("event " // trim(event_names(i)), fired(i), "", &
                                          "its function is at zero, and must leave zero first")
    end do
@end@
  end subroutine echo_state

  subroutine write_echo()
    lines_file = c_fopen(trim(file_name) // ".echo" // c_null_char, "w" // c_null_char)
    if (.not. c_associated(lines_file)) then
      print "(a)", "warning: cannot write " // trim(file_name) // ".echo"
      return
    end if
    call write_line("# all that a run of @STEM@_main has used")
    if (len_trim(title) > 0) call write_line("title " // trim(title))
    if (abs(time_start) > 0.0_dp) call echo("start", time_start, "s", "of the run")
    call echo("end", time_end, "s", "of the run")
    call echo("step", step, "s", "of the integration")
    if (interval > 0.0_dp) call echo("output", interval, "s", "between rows")
    call write_line("output " // trim(csv_name))
    if (order == 2) call write_line("integrator rk2")
    if (order == 1) call write_line("integrator euler")
    if (labels > 0.0_dp) call write_line("labels 1")
    if (realtime > 0.0_dp) call write_line("realtime 1")
    if (len_trim(save_name) > 0) call write_line("save " // trim(save_name))
@if corrections@
    call echo("project", project, "", "onto the constraints after every step")
    call echo("tolerance", tolerance, "", "of the constraints")
@end@
    call write_line("# parameters")
@ECHO_PARAMETERS@    if (nw > 0) call write_line("# inputs")
    if (len_trim(inputs_name) > 0) call write_line("inputs " // trim(inputs_name))
@ECHO_INPUTS@    call write_line("# the start")
@if corrections@
    call echo("assemble", assemble, "", "first, onto the constraints")
@end@
    y(1:nq) = q
    y(nq+1:nq+nu) = u
@if states@
    y(nq+nu+1:) = s
@end@
    call echo_state()
    call write_line("# columns of the CSV file")
    call write_labels(lines_file)
    if (c_fclose(lines_file) < 0) print "(a)", "warning: cannot write all of " // trim(file_name) // ".echo"
  end subroutine write_echo

  subroutine save_state()
    lines_file = c_fopen(trim(save_name) // c_null_char, "w" // c_null_char)
    if (.not. c_associated(lines_file)) call stop_with("cannot write " // trim(save_name))
    call write_line("# a state of @M@: include this file to go on from here")
    call echo("start", t, "s", "of the run")
@if corrections@
    call echo("assemble", 0.0_dp, "", "the state is taken as it stands here")
@end@
    call echo_state()
    if (c_fclose(lines_file) < 0) call stop_with("cannot write all of " // trim(save_name))
    if (c_puts("saved the state in " // trim(save_name) // c_null_char) < 0) stop 1
  end subroutine save_state

