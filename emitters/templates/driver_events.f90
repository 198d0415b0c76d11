  subroutine start_events()
    real(dp) :: g(ne), gdot(ne), rate(ne), ydot(@NY@)
    logical :: due(ne), any_happened
    integer :: i, at
    armed = .false.
    turned = .false.
    is_stopped = .false.
    side = 0.0_dp
    scale = 0.0_dp
    look_again = -1.0_dp
    counts = 0
    little = 1.0e-6_dp*step
    at = len_trim(csv_name)
    if (at > 4) then
      if (csv_name(at-3:at) == ".csv") at = at - 4
    end if
    events_name = csv_name(1:at) // "_events.csv"
    events_csv = c_fopen(trim(events_name) // c_null_char, "w" // c_null_char)
    if (.not. c_associated(events_csv)) call stop_with("cannot write " // trim(events_name))
    call write_event_text("t,event")
@if events and constraints@
    do i = 1, nphi
      call write_event_text(",impulse " // trim(constraint_names(i)))
    end do
@end@
    call write_event_text(",energy before,energy after" // new_line("a"))
    call event_values(t, y, g, rate)
    due = [(abs(g(i)) <= location_tolerance(i) .and. .not. abs(rate(i)) > 0.0_dp, i = 1, ne)]
    if (any(due)) then  ! at rest on a stop: the rate of a moment later says whether it is pressed on
      call slope(t, y, ydot)
      call event_values(t + little, y + little*ydot, g, rate)
    end if
    call event_values(t, y, g, gdot)
    where (abs(gdot) > 0.0_dp) rate = gdot
    do i = 1, ne
      scale(i) = max(scale(i), 1.0e6_dp*little*abs(gdot(i)))
      due(i) = is_at_zero(i, g(i), rate(i))
      scale(i) = max(scale(i), fired(i))
      if (fired(i) > 0.0_dp .and. is_still_at_zero(i, g(i))) then  ! else the state has been changed since
        due(i) = .false.
        call wait_behind_event(i, gdot(i))
      else
        call take_side(i, g(i))
      end if
    end do
    call apply_all(due, g, gdot, any_happened)
  end subroutine start_events

  subroutine write_event_text(text)
    character(len=*), intent(in) :: text
    if (c_fputs(text // c_null_char, events_csv) < 0) call stop_with("cannot write all of " // trim(events_name))
  end subroutine write_event_text

  subroutine close_events()
    character(len=16) :: digits
    character(len=40) :: ending
    if (c_fclose(events_csv) < 0) call stop_with("cannot write all of " // trim(events_name))
    fired = merge(0.0_dp, scale, armed)
@if contact_modes@
    where (contact_ends /= 0) fired = 0.0_dp  ! their modes and functions say all that they wait for
@end@
    write(digits, "(i0)") sum(counts)
    ending = ""
    if (is_stopped) ending = ", the last of which stopped the run"
    status = c_puts("wrote " // trim(events_name) // ", " // trim(digits) // " events" // trim(ending) // c_null_char)
    if (status < 0) stop 1
  end subroutine close_events

  function location_tolerance(i) result(error)
    integer, intent(in) :: i
    real(dp) :: error
    error = 1.0e-12_dp*scale(i)@TOLERANCE_DP@
  end function location_tolerance

  subroutine event_values(at, z, g, gdot)
    real(dp), intent(in) :: at, z(@NY@)
    real(dp), intent(out) :: g(ne), gdot(ne)
    integer :: info, i
@if given_inputs@
    call set_inputs(at)
@end@
    call @M@_events(at, z(1:nq), z(nq+1:nq+nu)@S_PART@, w, c, g, gdot, info)
    call require_regular(at, info)
    do i = 1, ne
      if (abs(g(i)) <= huge(1.0_dp)) scale(i) = max(scale(i), abs(g(i)))
    end do
@if contact_modes@
    where (contact_ends == 1 .and. abs(gdot) <= contact_touch) gdot = 0.0_dp  ! it only touches
@end@
  end subroutine event_values

  function goes_its_way(i, rate) result(does)
    integer, intent(in) :: i
    real(dp), intent(in) :: rate
    logical :: does
    does = rate*event_directions(i) > 0.0_dp
    if (event_directions(i) == 0) does = abs(rate) > 0.0_dp
  end function goes_its_way

@if contact_modes@
  ! Of a contact's event: below zero by more it happens at once
  function rounding(i) result(below)
    integer, intent(in) :: i
    real(dp) :: below
    below = 1.0e-8_dp*scale(i)
    if (contact_ends(i) == 1) below = 1.0e-3_dp*contact_touch
    if (contact_ends(i) == 4) below = 0.3_dp*contact_touch
  end function rounding

@end@
@if events and not contact_modes@
  function has_crossed(i, g) result(has)
@end@
@if contact_modes@
  function has_crossed(i, g, gdot) result(has)
@end@
    integer, intent(in) :: i
@if events and not contact_modes@
    real(dp), intent(in) :: g
@end@
@if contact_modes@
    real(dp), intent(in) :: g, gdot
@end@
    logical :: has
@if contact_modes@
    if (contact_ends(i) /= 0 .and. .not. armed(i)) then
      has = g < merge(0.0_dp, -rounding(i), came_back(i)) .and. gdot <= 0.0_dp
      return
    end if
@end@
    has = armed(i) .and. side(i)*g < 0.0_dp
    if (has) has = goes_its_way(i, -side(i))
  end function has_crossed

  function is_at_zero(i, g, gdot) result(is)
    integer, intent(in) :: i
    real(dp), intent(in) :: g, gdot
    logical :: is
    is = abs(g) <= location_tolerance(i)
    if (is) is = goes_its_way(i, gdot)
  end function is_at_zero

  subroutine arm(i, g)
    integer, intent(in) :: i
    real(dp), intent(in) :: g
    armed(i) = .true.
    turned(i) = .false.
    look_again(i) = -1.0_dp
    side(i) = 0.0_dp
    if (g > 0.0_dp) side(i) = 1.0_dp
    if (g < 0.0_dp) side(i) = -1.0_dp
@if contact_modes@
    if (contact_ends(i) == 0 .or. (contact_ends(i) == 1 .and. g >= 0.0_dp)) return
    armed(i) = abs(g) > rounding(i)
    side(i) = 1.0_dp
@end@
  end subroutine arm

  subroutine take_side(i, g)
    integer, intent(in) :: i
    real(dp), intent(in) :: g
    if (abs(g) <= location_tolerance(i)) return
    if (.not. armed(i) .and. turned(i) .and. event_directions(i) /= 0) then
      if (goes_its_way(i, g)) call refuse_endless("the next one would pass unseen")
    end if
    call arm(i, g)
  end subroutine take_side

  subroutine refuse_endless(why)
    character(len=*), intent(in) :: why
    integer :: i
    print "(a,es20.12)", "time ", t
    do i = 1, ne
      if (counts(i) > 0) print "(a,i0,a)", trim(event_names(i)) // " ", counts(i), " times"
    end do
    call stop_with("events follow one another without end (" // why // ")")
  end subroutine refuse_endless

  ! q, u and s of y, and the energy
  subroutine take_parts()
    q = y(1:nq)
    u = y(nq+1:nq+nu)
@if events and states@
    s = y(nq+nu+1:)
@end@
    call @M@_energy(t, q, u@S@, w, c, kinetic, potential)
  end subroutine take_parts

  subroutine put_parts()
    y(1:nq) = q
    y(nq+1:nq+nu) = u
@if events and states@
    y(nq+nu+1:) = s
@end@
  end subroutine put_parts

  subroutine apply(i)
    integer, intent(in) :: i
    real(dp) :: pulse(nphi), before
@if events and constraints@
    real(dp) :: off(nphi)  ! zeros where rows are off
@end@
    character(len=24) :: digits
    integer :: info
@if events and constraints@
    integer :: r
@end@
    call take_parts()
    before = kinetic + potential
@if events and constraints@
    call @M@_constraints(t, q, u@S@, w, c, off, phidot)
@end@
    call @M@_event(i, t, q, u@S@, w, c, pulse, info)
@if contact_modes@
    if (info > nu + nphi + 1) then
      call stop_with("event " // trim(event_names(i)) // " cannot be applied: " // trim(contact_failure(info)))
    end if
@end@
    if (info /= 0) call stop_with("event " // trim(event_names(i)) // " cannot be applied: its equations are singular")
    call put_parts()
    if (.not. all(abs(y) <= huge(1.0_dp))) then
      call stop_with("event " // trim(event_names(i)) // " leads to values that are no finite numbers")
    end if
@if events and constraints@
    call @M@_constraints(t, q, u@S@, w, c, phi, phidot)
    do r = 1, nphi
      if (abs(off(r)) > 0.0_dp .or. abs(phi(r)) <= @BROKEN_F@_dp*max(1.0_dp, maxval(abs(q)))) cycle
      write(digits, "(es12.4)") phi(r)
      call stop_with("event " // trim(event_names(i)) // " switches " // trim(constraint_names(r)) // &
        " on where it is broken by " // trim(adjustl(digits)))
    end do
@end@
    call take_parts()
    counts(i) = counts(i) + 1
    if (event_stops(i) /= 0) is_stopped = .true.
    write(digits, "(es24.16e3)") t
    call write_event_text(digits // "," // trim(event_names(i)))
@if events and constraints@
    do r = 1, nphi
      write(digits, "(es24.16e3)") pulse(r)
      call write_event_text("," // digits)
    end do
@end@
    write(digits, "(es24.16e3)") before
    call write_event_text("," // digits)
    write(digits, "(es24.16e3)") kinetic + potential
    call write_event_text("," // digits // new_line("a"))
  end subroutine apply

  ! How long the function of an event that has just happened stays away from zero on the side that it was sent back to,
  ! by its rate and the change of that; 0: it does not leave; -1: it goes on through zero, or nothing is known.
  function time_back(i, given_rate) result(back)
    integer, intent(in) :: i
    real(dp), intent(in) :: given_rate
    real(dp) :: back, ydot(@NY@), later(@NY@), g(ne), gdot(ne), rate, second, h, before, middle, first, next
    integer :: direction
    back = -1.0_dp
    direction = event_directions(i)
    rate = given_rate
    if (direction == 0) return
    call slope(t, y, ydot)
    call event_values(t + little, y + little*ydot, g, gdot)
    second = (gdot(i) - rate)/little
    if (.not. (abs(rate) > 0.0_dp .or. abs(second) > 0.0_dp)) then
      ! nothing is given for functions that hold inputs
      h = 1.0e3_dp*little
      call event_values(t, y, g, gdot)
      before = g(i)
      later = y + h*ydot
      call event_values(t + h, later, g, gdot)
      middle = g(i)
      call slope(t + h, later, ydot)
      later = later + h*ydot
      call event_values(t + 2*h, later, g, gdot)
      first = middle - before
      next = g(i) - middle
      if (max(abs(first), abs(next)) <= 1.0e-14_dp*scale(i)) return
      rate = first/h
      second = (next - first)/h/h
    end if
    if (rate*direction > 0.0_dp) return
    if (second*direction > 0.0_dp) then
      back = -2.0_dp*rate/second
    else if (rate*direction < 0.0_dp) then
      back = huge(1.0_dp)
    end if
  end function time_back

  ! What is due happens in declared order, each from the state that the earlier ones left, if its condition still holds.
  subroutine apply_all(due, g, gdot, any_happened)
    logical, intent(inout) :: due(ne)
    real(dp), intent(inout) :: g(ne), gdot(ne)
    logical, intent(out) :: any_happened
    logical :: happened(ne), at_zero, was_due, is_turned
    real(dp) :: later(ne), rate(ne)
    integer :: i, j, at_one_time
    real(dp), save :: crowd_since = -huge(1.0_dp)
    integer, save :: crowd = 0
    happened = .false.
    at_one_time = 0
    do while (any(due) .and. .not. is_stopped)
      i = 1
      do while (.not. due(i))
        i = i + 1
      end do
      due(i) = .false.
      at_one_time = at_one_time + 1
      if (at_one_time > 100) call refuse_endless("more than 100 at one time")
      if (t - crowd_since > 1.0e-3_dp*little) then
        crowd_since = t
        crowd = 0
      end if
      crowd = crowd + 1
      if (crowd > 1000) call refuse_endless("more than 1000 in hardly any time")
      call apply(i)
      happened(i) = .true.
      call event_values(t, y, later, rate)
      do j = 1, ne
        at_zero = abs(later(j)) <= 1.0e3_dp*location_tolerance(j)
        was_due = due(j)
        is_turned = .not. goes_its_way(j, gdot(j)) .and. goes_its_way(j, rate(j))
        if (at_zero .and. (abs(gdot(j)) > 0.0_dp .or. abs(rate(j)) > 0.0_dp)) then
          due(j) = goes_its_way(j, rate(j)) .and. (was_due .or. (j /= i .and. is_turned))
        else if (was_due) then
          due(j) = at_zero .or. goes_its_way(j, later(j))
        else if (j /= i .and. armed(j) .and. .not. at_zero) then
          due(j) = side(j)*later(j) < 0.0_dp .and. goes_its_way(j, later(j)) .and. .not. happened(j)
        end if
        if (.not. due(j) .and. .not. happened(j) .and. abs(later(j)) > location_tolerance(j)) call arm(j, later(j))
      end do
      g = later
      gdot = rate
    end do
    any_happened = at_one_time > 0
    if (.not. any_happened) return
@if events and corrections@
    call take_parts()
    call onto_constraints()
    call put_parts()
@end@
    call wait_anew(happened)
  end subroutine apply_all

  subroutine wait_anew(happened)
    logical, intent(in) :: happened(ne)
    real(dp) :: g(ne), gdot(ne)
    integer :: i
    call event_values(t, y, g, gdot)
    do i = 1, ne
      call arm(i, g(i))
      if (happened(i) .and. is_still_at_zero(i, g(i))) then
        call wait_behind_event(i, gdot(i))
      else if (abs(g(i)) <= location_tolerance(i)) then
        armed(i) = .false.
      end if
    end do
  end subroutine wait_anew

  ! Of an event that has just happened: until its function has left zero, where a projection may have moved it
  function is_still_at_zero(i, g) result(is)
    integer, intent(in) :: i
    real(dp), intent(in) :: g
    logical :: is
    is = abs(g) <= 1.0e3_dp*location_tolerance(i)
  end function is_still_at_zero

  subroutine wait_behind_event(i, gdot)
    integer, intent(in) :: i
    real(dp), intent(in) :: gdot
    real(dp) :: back
    back = time_back(i, gdot)
    armed(i) = .false.
    turned(i) = back >= 0.0_dp
@if contact_modes@
    if (contact_ends(i) /= 0) turned(i) = .false.
@end@
    if (back > 0.0_dp .and. back < 0.5_dp*huge(1.0_dp)) look_again(i) = t + back/4
  end subroutine wait_behind_event

  ! A step of length from the state z at t on, into y, and the functions there
  subroutine try_step(length, z, g, gdot)
    real(dp), intent(in) :: length, z(@NY@)
    real(dp), intent(out) :: g(ne), gdot(ne)
    y = z
    call advance(t, length, y)
@if events and euler_parameters@
    q = y(1:nq)
    call @M@_normalize(q)
    y(1:nq) = q
@end@
    call require_numbers()
    call event_values(t + length, y, g, gdot)
  end subroutine try_step

  ! When event i happens in a step of length from z on: where its function is beyond zero, to the last digit.
  function located(length, z, i) result(after)
    real(dp), intent(in) :: length, z(@NY@)
    integer, intent(in) :: i
    real(dp) :: after, before, middle, g(ne), gdot(ne)
    integer :: halved
    before = 0.0_dp
    after = length
    do halved = 1, 100
      middle = before + (after - before)/2
      if (.not. (before < middle .and. middle < after) .or. .not. (t + before < t + after)) return
      call try_step(middle, z, g, gdot)
      if (has_crossed(i, g(i)@RATE_F@)) then
        after = middle
      else
        before = middle
      end if
    end do
  end function located

  ! t and y, to the time `ending`, or to an event that stops the run
  subroutine advance_to(ending)
    real(dp), intent(in) :: ending
    real(dp) :: limit, length, from(@NY@), g(ne), gdot(ne)
    logical :: due(ne), any_happened
    integer :: i
    do while (t < ending .and. .not. is_stopped)
      limit = ending
      do i = 1, ne
        if (look_again(i) > t) limit = min(limit, look_again(i))
      end do
@if contact_modes@
      came_back = .false.
@end@
      from = y
      length = limit - t
      call try_step(length, from, g, gdot)
@if contact_modes@
      do i = 1, ne
        if (contact_ends(i) == 1 .and. .not. armed(i)) came_back(i) = has_crossed(i, g(i), gdot(i))
      end do
@end@
      due = [(has_crossed(i, g(i)@RATE_F@), i = 1, ne)]
      do i = 1, ne
        if (due(i)) length = min(length, located(limit - t, from, i))
      end do
      call try_step(length, from, g, gdot)
      if (length < limit - t) then
        t = t + length
      else
        t = limit
      end if
      do i = 1, ne
        due(i) = has_crossed(i, g(i)@RATE_F@) .or. (armed(i) .and. is_at_zero(i, g(i), gdot(i)))
      end do
      call apply_all(due, g, gdot, any_happened)
      if (any_happened) cycle
      do i = 1, ne
        call take_side(i, g(i))
      end do
    end do
  end subroutine advance_to

