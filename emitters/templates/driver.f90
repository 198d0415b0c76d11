! Simulates the model @M@: @STEM@_main [FILE]
! FILE holds lines "name value [unit]"; # begins a comment. Names are parameters, coordinates, speeds, @STATES@constant inputs,
! and settings; "parameter NAME value" is never a setting.
!   start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)
!   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its rows
!   title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step with the clock
@if corrections@
!   assemble (0 or 1, default 1: bring the initial state onto the constraints), project (0 or 1, default @PROJECT@: and
!   every step), tolerance (of phi in its own units and of the assembly's steps, default 1e-10).
@end@
! FILE.echo holds all that was used, and is such a file itself.
program @M@_main
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_int, c_null_char, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: error_unit
  use @M@_model
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp) :: p(np), c(nc), q(nq), u(nu), @S_ARRAY@w(nw), y(@NY@), o(no)
  real(dp) :: t, time_start, time_end, step, interval, h, kinetic, potential, energy_start, energy_drift
  real(dp) :: labels, realtime
@if constraints@
  real(dp) :: phi(nphi), phidot(nphi), largest_phi, largest_phidot
@end@
  real(dp) :: assemble, project, tolerance
  character(len=512) :: file_name, csv_name, save_name
  logical :: have_file, is_even
  integer :: steps, k, status, order, between_rows, rows, overruns
  real(dp) :: step_length
  type(c_ptr) :: files(60)
  integer(kind=8) :: began, ticks, ticks_per_second
@RECORDS@
@TABLE_RECORDS@
@if events@
  real(dp) :: fired(ne)  ! of an event that waits until its function has left zero the largest |g|, else 0
  integer :: counts(ne)
@end@
@if contact_modes@
  ! What an event ends: 0 nothing of contacts, 1 an open contact, 2 a closed one, 3 sticking, 4 sliding
@CONTACT_ENDS_F@
  real(dp), parameter :: contact_touch = @CONTACT_TOUCH@_dp
@end@
@if events@
  character(len=528) :: events_name
  type(c_ptr) :: events_csv
@end@
  type(c_ptr) :: csv
@STAGE_PROTOTYPES@
  ! C's files, because Fortran's report no error where a disk is full
  interface
    function c_fopen(name, mode) bind(c, name="fopen") result(file)
      import :: c_char, c_ptr
      character(kind=c_char), intent(in) :: name(*), mode(*)
      type(c_ptr) :: file
    end function c_fopen
    function c_fputs(text, file) bind(c, name="fputs") result(status)
      import :: c_char, c_int, c_ptr
      character(kind=c_char), intent(in) :: text(*)
      type(c_ptr), value :: file
      integer(c_int) :: status
    end function c_fputs
    function c_puts(text) bind(c, name="puts") result(status)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: text(*)
      integer(c_int) :: status
    end function c_puts
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

  overruns = 0
  w = 0.0_dp
  file_name = ""
  if (command_argument_count() > 1) call stop_with("expected one file, found more arguments")
  if (command_argument_count() > 0) then
    call get_command_argument(1, file_name, status=status)
    if (status /= 0) call stop_with("the name of the file is too long")
  end if
  have_file = len_trim(file_name) > 0
  call @M@_default_settings("@STEM@.csv", @PROJECT@.0_dp)
  call @M@_default_table()
  y = 0.0_dp
  call @M@_defaults(p)
  if (have_file) call @M@_read_parameters(file_name, 1, p, w, y)
@if flags@
  call @M@_flags(p, w)
  if (have_file) call @M@_read_parameters(file_name, 1, p, w, y)
@end@
  call @M@_initial(p, q, u@S@)
  y(:nq) = q
  y(nq + 1:nq + nu) = u
@if states@
  y(nq + nu + 1:) = s
@end@
  if (have_file) call @M@_read_parameters(file_name, 2, p, w, y)
  q = y(:nq)
  u = y(nq + 1:nq + nu)
@if states@
  s = y(nq + nu + 1:)
@end@
  call @M@_given_settings(time_start, time_end, step, interval, labels, realtime, assemble, project, tolerance, order, &
    @FIRED@csv_name, save_name)
  run%order = order
  run%ahead = 0.0_dp
  t = time_start
@if given_inputs@
  call @M@_read_inputs(w)
@FREE_COLUMNS@  call @M@_set_inputs(t, w)
@end@
  if (have_file) call @M@_write_echo(file_name, p, w, y)
@if euler_parameters@
  call @M@_normalize(q)
@end@
  call require_start(coordinate_names, q)
  call require_start(speed_names, u)
@if states@
  call require_start(state_names, s)
@end@
  if (.not. (step > 0.0_dp .and. time_end >= time_start .and. (time_end - time_start)/step < 1.0e9_dp &
             .and. interval >= 0.0_dp)) then
    call stop_with("step and end must be positive, with fewer than 1e9 steps")
  end if
  call @M@_setup(p, c)

  csv = c_fopen(trim(csv_name) // c_null_char, "w" // c_null_char)
  if (.not. c_associated(csv)) call stop_with("cannot write " // trim(csv_name))
  call write_header()
  call choose_steps()
@if routines_at_init@
  y(1:nq) = q
  y(nq+1:nq+nu) = u
@if states@
  y(nq+nu+1:) = s
@end@
  call call_at_init()
@end@
@if given_inputs and contact_modes@
  call @M@_set_inputs(t, w)
@end@
@if contact_modes@
  call @M@_guess_modes(t, q, u@S@, w, c)
@end@
@if corrections@
  if (assemble > 0.0_dp) call @START@()
@end@
@if contact_modes@
  call find_modes()
@end@
@if corrections and contact_modes@
  if (assemble > 0.0_dp) call @START@()  ! with what is closed
@end@
@if constraints@
  largest_phi = 0.0_dp
  largest_phidot = 0.0_dp
@end@
  y(1:nq) = q
  y(nq+1:nq+nu) = u
@if states@
  y(nq+nu+1:) = s
@end@
  energy_drift = 0.0_dp
@if routines_at_step@
  call call_at_step()
@end@
  call write_row()
  energy_start = kinetic + potential
  rows = 1
@if events@
  call start_events()
@end@
  do k = 1, steps
@if events@
    if (watch%stopped) exit
    call advance_to(time_after(k))
@else@
    h = time_after(k) - t
    if (is_even) h = (time_end - time_start)/steps
    call @M@_advance(t, y, w, c, h, status)
    call require_regular(t, status)
@end@
@if euler_parameters and events@
    q = y(1:nq)
    call @M@_normalize(q)
    y(1:nq) = q
@end@
@if not events@
    t = time_after(k)
@end@
    call require_numbers()
@if states@
    s = y(nq+nu+1:)
@end@
@if corrections@
    if (project > 0.0_dp) then
      q = y(1:nq)
      u = y(nq+1:nq+nu)
      call onto_constraints()
      y(1:nq) = q
      y(nq+1:nq+nu) = u
    end if
@end@
    if (realtime > 0.0_dp) call keep_up()
@if routines_at_step@
    call call_at_step()
@end@
    if (mod(k, between_rows) == 0 .or. k == steps@E_HALT_F@) then
      call write_row()
      rows = rows + 1
    end if
    energy_drift = max(energy_drift, abs(kinetic + potential - energy_start))
  end do
  call require_written(c_fclose(csv))
  call say("energy at start  ", energy_start)
  call say("energy at end    ", kinetic + potential)
  call say("largest change   ", energy_drift)
@if constraints@
  call say("largest |phi|    ", largest_phi)
  call say("largest |phidot| ", largest_phidot)
@end@
  write(file_name, "(i0)") rows
  status = c_puts("wrote " // trim(csv_name) // ", " // trim(file_name) // " rows" // c_null_char)
  if (status < 0) stop 1
  if (realtime > 0.0_dp) then
    write(file_name, "(a,i0,a,i0,a)") "overruns: ", overruns, " of ", k - 1, " steps"
    if (c_puts(trim(file_name) // c_null_char) < 0) stop 1
  end if
@if events@
  call close_events()
@end@
  if (len_trim(save_name) > 0) then
    y(:nq) = q
    y(nq + 1:nq + nu) = u
@if states@
    y(nq + nu + 1:) = s
@end@
    call @M@_save_state(t, y, w, @FIRED@save_name)
    if (c_puts("saved the state in " // trim(save_name) // c_null_char) < 0) stop 1
  end if
  status = c_fflush(c_null_ptr)
  if (status /= 0) stop 1

contains

  subroutine stop_with(message)
    character(len=*), intent(in) :: message
    call fail(message)
  end subroutine stop_with

  subroutine say(label, value)
    character(len=*), intent(in) :: label
    real(dp), intent(in) :: value
    character(len=24) :: digits
    write(digits, "(es24.16)") value
    if (c_puts(label // digits // c_null_char) < 0) stop 1
  end subroutine say

  subroutine require_written(status)
    integer(c_int), intent(in) :: status
    if (status < 0) call stop_with("cannot write all of " // trim(csv_name))
  end subroutine require_written

  subroutine require_start(names, values)
    character(len=*), intent(in) :: names(:)
    real(dp), intent(in) :: values(:)
    integer :: i
    do i = 1, size(values)
      if (abs(values(i)) <= huge(1.0_dp)) cycle
@if euler_parameters@
      if (i <= nq) print "(a)", "Euler parameters cannot all be zero"
@end@
      call stop_with("the initial value of " // trim(names(i)) // " is no finite number")
    end do
  end subroutine require_start

  subroutine require_numbers()
    if (all(abs(y) <= huge(1.0_dp))) return
    print "(a,es12.4)", "time ", t
    call stop_with("the state is no finite number any more: is the step too large?")
  end subroutine require_numbers

@include primitives.f90@
@PROCEDURES@
@include driver_files.f90@
@STEPS@
  subroutine require_regular(t, info)
    real(dp), intent(in) :: t
    integer, intent(in) :: info
    if (info == 0) return
    print "(a,es12.4)", "time ", t
    call stop_with(trim(info_text(info)))
  end subroutine require_regular

  ! What info says
  function info_text(info) result(text)
    integer, intent(in) :: info
    character(len=@INFO_LENGTH@) :: text
    text = ""
@INFO_TEXTS@
  end function info_text

@if corrections@
  ! q and u, in place
  subroutine onto_constraints()
    integer :: info
@end@
@if given_inputs and corrections@
    call @M@_set_inputs(t, w)
@end@
@if assembly@
    call @M@_assemble(t, q@S_ROWS@, w, c, tolerance, 100, info)
    if (info /= 0) then
      print "(a,es12.4)", "time ", t
      call stop_with("the coordinates cannot be assembled: " // trim(info_text(info)))
    end if
@end@
@if projection@
    call @M@_project_speeds(t, q, u@S@, w, c, info)
    if (info /= 0) then
      print "(a,es12.4)", "time ", t
      call stop_with("the speeds cannot be projected: " // trim(info_text(info)))
    end if
@end@
@if corrections@
  end subroutine onto_constraints

@end@
@if held and corrections@
  ! q and u onto the constraints with the held values as they are: put back and moved again until they stay
  subroutine start_on_constraints()
    ! places in [q; u]
@HELD_F@
    real(dp) :: given(nq+nu), now(nq+nu)
    integer :: count
    given(1:nq) = q
    given(nq+1:) = u
    do count = 1, 10000
      now(1:nq) = q
      now(nq+1:) = u
      now(held) = given(held)
      q = now(1:nq)
      u = now(nq+1:)
      call onto_constraints()
      now(1:nq) = q
      now(nq+1:) = u
      if (maxval(abs(now(held) - given(held))) <= tolerance) return
    end do
    call stop_with("the initial values of @HELD_NAMES@ leave no solution on the constraints")
  end subroutine start_on_constraints

@end@
@if events@
  ! -- events

@end@
@if contact_modes@
  ! The mode of contacts and dry friction at the start
  subroutine find_modes()
    real(dp) :: g(ne), gdot(ne)
    character(len=1024) :: text
    integer :: info, i
    call @M@_modes(t, q, u@S@, w, c, info)
    if (info <= @CONTACT_INFO@) then
      call require_regular(t, info)
      return
    end if
    text = trim(info_text(info)) // " at the start; contacts that touch:"
    call @M@_events(t, q, u@S@, w, c, g, gdot, info)
    do i = 1, ne
      if (contact_ends(i) == 1 .and. abs(g(i)) <= contact_touch) text = trim(text) // " " // event_names(i)
    end do
    call stop_with(trim(text))
  end subroutine find_modes

@end@
@if events@
@EVENTS@
@include driver_events.f90@
@end@
  subroutine write_header()
    files(3) = csv
    if (labels > 0.0_dp) call @M@_write_labels(3)
    call write_text("t")
    call write_names(coordinate_names)
    call write_names(speed_names)
@if states@
    call write_names(state_names)
@end@
    call write_names(output_names)
    call write_text(",kinetic,potential")
    call end_row()
  end subroutine write_header

  subroutine write_text(text)
    character(len=*), intent(in) :: text
    call require_written(c_fputs(text // c_null_char, csv))
  end subroutine write_text

  subroutine end_row()
    call write_text(new_line("a"))
  end subroutine end_row

  subroutine write_names(names)
    character(len=*), intent(in) :: names(:)
    integer :: i
    do i = 1, size(names)
      call write_text("," // trim(names(i)))
    end do
  end subroutine write_names

  subroutine write_values(values)
    real(dp), intent(in) :: values(:)
    character(len=24) :: digits
    integer :: i
    do i = 1, size(values)
      write(digits, "(es24.16e3)") values(i)
      call write_text("," // digits)
    end do
  end subroutine write_values

@if user_units@
  ! each in its unit of files
  subroutine write_in_files(names, values)
    character(len=*), intent(in) :: names(:)
    real(dp), intent(in) :: values(:)
    character(len=64) :: users
    real(dp) :: factor
    integer :: i
    do i = 1, size(values)
      call @M@_user_unit(names(i), users, factor)
      call write_values([values(i)/factor])
    end do
  end subroutine write_in_files

@end@
@if stage_routines@
  ! the user's routines: they see the state and the outputs, and their results are inputs until the next call
  subroutine compute_seen()
    integer :: info
    q = y(1:nq)
    u = y(nq+1:nq+nu)
@if states@
    s = y(nq+nu+1:)
@end@
@end@
@if given_inputs and stage_routines@
    call @M@_set_inputs(t, w)
@end@
@if stage_routines@
    call @M@_outputs(t, q, u@S@, w, c, o, info)
    call require_regular(t, status)
  end subroutine compute_seen

@end@
@if routines_at_init@
  subroutine call_at_init()
    call compute_seen()
@CALLS_AT_INIT@  end subroutine call_at_init

@end@
@if routines_at_step@
  subroutine call_at_step()
    call compute_seen()
@CALLS_AT_STEP@  end subroutine call_at_step

@end@
  subroutine write_row()
    character(len=24) :: digits
    integer :: info
    q = y(1:nq)
    u = y(nq+1:nq+nu)
@if states@
    s = y(nq+nu+1:)
@end@
@if given_inputs@
    call @M@_set_inputs(t, w)
@end@
    call @M@_energy(t, q, u@S@, w, c, kinetic, potential)
    call @M@_outputs(t, q, u@S@, w, c, o, info)
    call require_regular(t, status)
@if constraints@
    call @M@_constraints(t, q, u@S@, w, c, phi, phidot)
    largest_phi = max(largest_phi, maxval(abs(phi)))
    largest_phidot = max(largest_phidot, maxval(abs(phidot)))
@end@
    write(digits, "(es24.16e3)") t
    call write_text(digits)
@if not user_units@
    call write_values(y)
    call write_values(o)
@else@
    call write_in_files(coordinate_names, q)
    call write_in_files(speed_names, u)
@if states@
    call write_in_files(state_names, s)
@end@
    call write_in_files(output_names, o)
@end@
    call write_values([kinetic, potential])
    call end_row()
  end subroutine write_row

end program @M@_main
