  subroutine start_events()
    integer :: at
    counts = 0
    at = len_trim(csv_name)
    if (at > 4) then
      if (csv_name(at-3:at) == ".csv") at = at - 4
    end if
    events_name = csv_name(1:at) // "_events.csv"
    events_csv = c_fopen(trim(events_name) // c_null_char, "w" // c_null_char)
    if (.not. c_associated(events_csv)) call stop_with("cannot write " // trim(events_name))
    call write_event_text("t,event")
@if constraints@
    do at = 1, nphi
      call write_event_text(",impulse " // trim(constraint_names(at)))
    end do
@end@
@if impacts@
    call write_event_text(",energy before,energy after,impact law" // new_line("a"))
@else@
    call write_event_text(",energy before,energy after" // new_line("a"))
@end@
    call @M@_start_events(t, y, w, c, step, fired)
    call require_events()
    call apply_events()
  end subroutine start_events

  subroutine write_event_text(text)
    character(len=*), intent(in) :: text
    if (c_fputs(text // c_null_char, events_csv) < 0) call stop_with("cannot write all of " // trim(events_name))
  end subroutine write_event_text

  subroutine close_events()
    character(len=16) :: digits
    character(len=40) :: ending
    if (c_fclose(events_csv) < 0) call stop_with("cannot write all of " // trim(events_name))
    call @M@_events_at_zero(fired)
    write(digits, "(i0)") sum(counts)
    ending = ""
    if (watch%stopped) ending = ", the last of which stopped the run"
    status = c_puts("wrote " // trim(events_name) // ", " // trim(digits) // " events" // trim(ending) // c_null_char)
    if (status < 0) stop 1
  end subroutine close_events

  ! Ends the program where the procedures above have failed
  subroutine require_events()
    character(len=256) :: event, text
@if constraints@
    character(len=64) :: row
@end@
    integer :: i
    event = ""
    if (watch%culprit > 0) event = event_names(watch%culprit)
    select case (watch%failure)
    case (0)
      return
    case (1)
      call require_regular(t, watch%info)
    case (2)
      text = @FAILURE_2@
    case (3)
      text = @FAILURE_3@ // ": " // info_text(watch%info)
    case (4)
      text = @FAILURE_4@
@if constraints@
    case (5)
      write(text, "(es12.4)") watch%breach
      text = adjustl(text)
      row = constraint_names(watch%row)
      text = @FAILURE_5@
@end@
    case (9)
      call require_numbers()
@if contact_modes@
    case (10)
      text = @FAILURE_10@
@end@
    case default
      print "(a,es20.12)", "time ", t
      do i = 1, ne
        if (counts(i) > 0) print "(a,i0,a)", trim(event_names(i)) // " ", counts(i), " times"
      end do
      text = @FAILURE_6@
      if (watch%failure == 7) text = @FAILURE_7@
      if (watch%failure == 8) text = @FAILURE_8@
      text = "events follow one another without end (" // trim(text) // ")"
    end select
    call stop_with(trim(text))
  end subroutine require_events

  ! What is due at time t, one event after the other, each a row of the table of events
  subroutine apply_events()
    real(dp) :: impulses(nphi), before, after
@if impacts@
    real(dp) :: law
@end@
    character(len=24) :: digits
    logical :: any_happened
    integer :: i
@if constraints@
    integer :: r
@end@
    any_happened = .false.
    do
@if impacts@
      call @M@_apply_event(t, y, w, c, i, impulses, before, after, law)
@else@
      call @M@_apply_event(t, y, w, c, i, impulses, before, after)
@end@
      call require_events()
      if (i == 0) exit
      any_happened = .true.
      counts(i) = counts(i) + 1
      write(digits, "(es24.16e3)") t
      call write_event_text(digits // "," // trim(event_names(i)))
@if constraints@
      do r = 1, nphi
        write(digits, "(es24.16e3)") impulses(r)
        call write_event_text("," // digits)
      end do
@end@
      write(digits, "(es24.16e3)") before
      call write_event_text("," // digits)
      write(digits, "(es24.16e3)") after
@if impacts@
      call write_event_text("," // digits)
      write(digits, "(i1)") nint(law)
      call write_event_text("," // trim(digits) // new_line("a"))
@else@
      call write_event_text("," // digits // new_line("a"))
@end@
    end do
    if (.not. any_happened) return
@if corrections@
    q = y(1:nq)
    u = y(nq+1:nq+nu)
@end@
@if states and corrections@
    s = y(nq+nu+1:)
@end@
@if corrections@
    call onto_constraints()
    y(1:nq) = q
    y(nq+1:nq+nu) = u
@end@
@if contact_modes@
    call @M@_rest_events(t, y, w, c)
    call require_events()
@end@
  end subroutine apply_events

  ! t and y, to the time `ending`, or to an event that stops the run
  subroutine advance_to(ending)
    real(dp), intent(in) :: ending
    do while (t < ending .and. .not. watch%stopped)
      call @M@_step_to_event(t, y, w, c, ending)
      call require_events()
      call apply_events()
    end do
  end subroutine advance_to

