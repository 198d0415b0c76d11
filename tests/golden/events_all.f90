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

  ! in place, y after a step of h: by Runge's and Kutta's method of fourth order, by the midpoint rule (order 2) or by
  ! Euler's method (order 1)
  subroutine rockers_advance(t, y, w, c, h, info)
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
    call rockers_set_inputs(t, w)
    run%ahead = 0.0_dp
    call rockers_derivatives(t, y, w, c, k1, info)
    if (info /= 0) return
    if (run%order == 1) then
      do i = 1, nq + nu + ns
        y(i) = y(i) + h*k1(i)
      end do
    else
      do i = 1, nq + nu + ns
        z(i) = y(i) + h/2.0_dp*k1(i)
      end do
      call rockers_set_inputs(t + h/2.0_dp, w)
      call rockers_derivatives(t + h/2.0_dp, z, w, c, k2, info)
      if (info /= 0) return
      if (run%order == 2) then
        do i = 1, nq + nu + ns
          y(i) = y(i) + h*k2(i)
        end do
      else
        do i = 1, nq + nu + ns
          z(i) = y(i) + h/2.0_dp*k2(i)
        end do
        call rockers_set_inputs(t + h/2.0_dp, w)
        call rockers_derivatives(t + h/2.0_dp, z, w, c, k3, info)
        if (info /= 0) return
        do i = 1, nq + nu + ns
          z(i) = y(i) + h*k3(i)
        end do
        run%ahead = -1.0e-09_dp*h
        call rockers_set_inputs(t + h, w)
        run%ahead = 0.0_dp
        call rockers_derivatives(t + h, z, w, c, k4, info)
        if (info /= 0) return
        do i = 1, nq + nu + ns
          y(i) = y(i) + h/6.0_dp*(k1(i) + 2.0_dp*k2(i) + 2.0_dp*k3(i) + k4(i))
        end do
      end if
    end if
    call rockers_normalize(y(:nq))
  end subroutine rockers_advance

  ! of each event: the error of the location of its zero, and what of a contact's function is rounding
  subroutine rockers_event_tolerances()
    integer, parameter :: event_end(ne) = [0, 1, 0]
    integer :: k
    do k = 1, ne
      watch%error(k) = 1.0e-12_dp*watch%scale(k)
      watch%error(k) = watch%error(k) + 1.0e-11_dp
      watch%rounding(k) = 1.0e-08_dp*watch%scale(k)
      if (event_end(k) == 1) watch%rounding(k) = 0.001_dp*1.0e-06_dp
      if (event_end(k) > 3) watch%rounding(k) = 0.3_dp*1.0e-06_dp
    end do
  end subroutine rockers_event_tolerances

  ! the functions of the events and their rates
  subroutine rockers_event_values(t, y, w, c, g, gdot)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: g(ne)
    real(dp), intent(out) :: gdot(ne)
    integer, parameter :: event_end(ne) = [0, 1, 0]
    integer :: trouble, k
    call rockers_set_inputs(t, w)
    call rockers_events(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, g, gdot, trouble)
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
    call rockers_event_tolerances()
  end subroutine rockers_event_values

  ! a state on the tangent of the motion, so much later
  subroutine rockers_state_soon(t, y, w, c, later, moved)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: later
    real(dp), intent(out) :: moved(nq + nu + ns)
    real(dp) :: ydot(nq + nu + ns)
    integer :: info, i
    call rockers_set_inputs(t, w)
    call rockers_derivatives(t, y, w, c, ydot, info)
    do i = 1, nq + nu + ns
      moved(i) = y(i) + later*ydot(i)
    end do
  end subroutine rockers_state_soon

  ! the rate of the function of event k along the motion; a difference where m_events gives none
  subroutine rockers_event_rate(k, t, y, w, c, g, gdot, rate)
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
    call rockers_state_soon(t, y, w, c, little, moved)
    call rockers_event_values(t + little, moved, w, c, later_g, later_gdot)
    rate = later_g(k) - g(k)
    if (abs(rate) <= 1.0e-14_dp*watch%scale(k)) then
      rate = 0.0_dp
    else
      rate = rate/little
    end if
  end subroutine rockers_event_rate

  ! whether event k takes away the rate of its function, which has the event's direction here
  subroutine rockers_sends_back(k, t, y, w, c, rate, back)
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
    call rockers_event(k, t, after(:nq), after(nq + 1:nq + nu), after(nq + nu + 1:nq + nu + ns), w, c, impulses, watch%info)
    back = .true.
    if (watch%info == 0) then
      call rockers_event_values(t, after, w, c, later_g, later_gdot)
      call rockers_event_rate(k, t, after, w, c, later_g, later_gdot, left)
      if (rate < 0.0_dp) left = -left
      back = left <= 0.001_dp*abs(rate)
    end if
    watch%info = 0
    do j = 1, nf
      w(nw - nf + j) = flags_before(j)
    end do
  end subroutine rockers_sends_back

  ! event k has just happened: it waits until its function has left zero. Where that comes back by its rate and the change
  ! of its rate, it is looked at before. A function that rests passes zero where the event does not send it back
  subroutine rockers_wait_behind_event(k, t, y, w, c, g, gdot)
    integer, intent(in) :: k
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: g(ne)
    real(dp), intent(in) :: gdot(ne)
    logical, parameter :: event_rises(ne) = [.true., .false., .true.]
    logical, parameter :: event_falls(ne) = [.false., .true., .true.]
    integer, parameter :: event_end(ne) = [0, 1, 0]
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
    call rockers_event_rate(k, t, y, w, c, g, gdot, rate)
    call rockers_state_soon(t, y, w, c, little, moved)
    call rockers_event_values(t + little, moved, w, c, later_g, later_gdot)
    call rockers_event_rate(k, t + little, moved, w, c, later_g, later_gdot, soon)
    bend = (soon - rate)/little
    if (event_falls(k)) then
      rate = -rate
      bend = -bend
    end if
    watch%turned(k) = rate < 0.0_dp .or. rate <= 0.0_dp .and. bend > 0.0_dp
    back = watch%turned(k) .and. rate >= 0.0_dp
    back = back .and. event_end(k) == 0
    if (back) then
      call rockers_sends_back(k, t + little, moved, w, c, soon, back)
      watch%turned(k) = back
    end if
    if (rate < 0.0_dp .and. bend > 0.0_dp) watch%look_again(k) = t - 2.0_dp*rate/bend/4.0_dp
  end subroutine rockers_wait_behind_event

  ! event k waits on the side of zero that its function g is on. That of a contact waits on the positive side alone: forces
  ! and slips near zero are left to rounding, gaps are located to the last digit
  subroutine rockers_wait_for_event(k, g)
    integer, intent(in) :: k
    real(dp), intent(in) :: g
    integer, parameter :: event_end(ne) = [0, 1, 0]
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
  end subroutine rockers_wait_for_event

  ! event k waits where its function g has left zero
  subroutine rockers_take_side(k, g)
    integer, intent(in) :: k
    real(dp), intent(in) :: g
    logical, parameter :: event_rises(ne) = [.true., .false., .true.]
    logical, parameter :: event_falls(ne) = [.false., .true., .true.]
    integer, parameter :: event_end(ne) = [0, 1, 0]
    logical :: unseen
    if (abs(g) <= watch%error(k)) return
    unseen = .not. watch%armed(k) .and. watch%turned(k) .and. (event_rises(k) .and. g > 0.0_dp .or. event_falls(k) .and. g < &
        0.0_dp)
    unseen = unseen .and. event_end(k) == 0
    if (unseen) then
      watch%failure = 8
      watch%culprit = k
    else
      call rockers_wait_for_event(k, g)
    end if
  end subroutine rockers_take_side

  ! a gap that opens from about zero closes where it comes back to what it was. Below that it would close with more energy
  ! than it opened with, and a body that rocks to rest would rock for ever
  subroutine rockers_wait_for_return(k, g, gdot)
    integer, intent(in) :: k
    real(dp), intent(in) :: g
    real(dp), intent(in) :: gdot
    integer, parameter :: event_end(ne) = [0, 1, 0]
    if (event_end(k) == 1 .and. gdot > 0.0_dp .and. abs(g) <= watch%rounding(k)) then
      watch%armed(k) = .true.
      watch%side(k) = 1.0_dp
      watch%zero(k) = min(g, 0.0_dp)
    end if
  end subroutine rockers_wait_for_return

  ! how the events wait at the start, and which of them are due. length: what is called a short time; at_zero: of an event
  ! that has just happened the largest size of its function so far, of others 0
  subroutine rockers_start_events(t, y, w, c, length, at_zero)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: length
    real(dp), intent(in) :: at_zero(ne)
    integer, parameter :: event_end(ne) = [0, 1, 0]
    logical, parameter :: event_rises(ne) = [.true., .false., .true.]
    logical, parameter :: event_falls(ne) = [.false., .true., .true.]
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
    watch%jumps = .true.
    watch%jumped_open = .false.
    watch%interval = length
    watch%crowd_since = t
    watch%crowd = 0
    watch%applied = 0
    watch%failure = 0
    watch%culprit = 0
    watch%row = 0
    watch%breach = 0.0_dp
    call rockers_event_values(t, y, w, c, g, gdot)
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
      call rockers_state_soon(t, y, w, c, little, moved)
      do i = 1, nu
        least = max(least, 1.0e-13_dp*abs(moved(nq + i)))
      end do
      call rockers_event_values(t + little, moved, w, c, later_g, later_gdot)
    end if
    do k = 1, ne
      watch%scale(k) = max(watch%scale(k), abs(gdot(k))*watch%interval)
      call rockers_event_tolerances()
      if (abs(gdot(k)) > least) then
        rate = gdot(k)
      else
        rate = later_gdot(k)
      end if
      watch%due(k) = abs(g(k)) <= watch%error(k) .and. (event_rises(k) .and. rate > least .or. event_falls(k) .and. rate < -least)
      watch%scale(k) = max(watch%scale(k), at_zero(k))
      call rockers_event_tolerances()
      if (at_zero(k) > 0.0_dp .and. abs(g(k)) <= 1000.0_dp*watch%error(k)) then
        watch%due(k) = .false.
        call rockers_wait_behind_event(k, t, y, w, c, g, gdot)
      else
        call rockers_take_side(k, g(k))
      end if
    end do
    do k = 1, ne
      call rockers_wait_for_return(k, g(k), gdot(k))
    end do
    watch%last_g = g
    watch%last_gdot = gdot
  end subroutine rockers_start_events

  ! in place, limit: no later than the next event that waits for a time alone, and than when a function must have been
  ! looked at again
  subroutine rockers_next_event_time(t, y, w, c, limit)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(inout) :: limit
    real(dp) :: g(ne), gdot(ne)
    integer :: k
    call rockers_event_values(t, y, w, c, g, gdot)
    do k = 1, ne
      if (watch%look_again(k) > t) limit = min(limit, watch%look_again(k))
    end do
  end subroutine rockers_next_event_time

  ! whether the state holds finite numbers alone
  pure subroutine rockers_holds_numbers(y, all_finite)
    real(dp), intent(in) :: y(nq + nu + ns)
    logical, intent(out) :: all_finite
    integer :: i
    all_finite = .true.
    do i = 1, nq + nu + ns
      if (.not. abs(y(i) - y(i)) <= 0.0_dp) all_finite = .false.
    end do
  end subroutine rockers_holds_numbers

  ! how fast the bodies of each closed contact move against each other, by the event that closes it: apart, together, or
  ! along what sticks. farthest: the largest of all and of the gaps of closed contacts
  subroutine rockers_contact_rates(t, y, w, c, rates, farthest)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: rates(ne)
    real(dp), intent(out) :: farthest
    real(dp) :: phi(nphi), phidot(nphi)
    integer :: k
    call rockers_set_inputs(t, w)
    call rockers_constraints(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, phi, phidot)
    rates = 0.0_dp
    rates(2) = abs(phidot(1))
    farthest = 0.0_dp
    do k = 1, ne
      farthest = max(farthest, rates(k))
    end do
    farthest = max(farthest, abs(phi(1)))
  end subroutine rockers_contact_rates

  ! y at a time within the step under way
  subroutine rockers_state_at(t, w, c, y)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: y(nq + nu + ns)
    integer :: info
    y = run%from
    call rockers_advance(run%begin, y, w, c, t - run%begin, info)
  end subroutine rockers_state_at

  ! of a step from begin to finish, where its state is y: the first time at which gaps or rates of closed contacts have
  ! jumped, if they do. A floor, a road or a belt with a step or a kink does that. What grows without a jump is the error of
  ! a step
  subroutine rockers_first_jump(begin, finish, y, w, c, jump)
    real(dp), intent(in) :: begin
    real(dp), intent(in) :: finish
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: jump
    real(dp) :: z(nq + nu + ns), rates(ne), farthest, least, before, middle
    watch%jumps = .false.
    jump = finish
    call rockers_contact_rates(finish, y, w, c, rates, farthest)
    if (.not. farthest > 1000.0_dp*1.0e-06_dp) return
    middle = farthest
    call rockers_state_at(begin, w, c, z)
    call rockers_contact_rates(begin, z, w, c, rates, farthest)
    ! without projection they are not zero
    least = farthest + 1000.0_dp*1.0e-06_dp
    if (.not. middle > least) return
    before = begin
    do
      middle = before + (jump - before)/2.0_dp
      if (.not. (before < middle .and. middle < jump)) exit
      call rockers_state_at(middle, w, c, z)
      call rockers_contact_rates(middle, z, w, c, rates, farthest)
      if (farthest > least) then
        jump = middle
      else
        before = middle
      end if
    end do
    call rockers_state_at(jump, w, c, z)
    call rockers_contact_rates(jump, z, w, c, rates, farthest)
    middle = farthest
    call rockers_state_at(before, w, c, z)
    call rockers_contact_rates(before, z, w, c, rates, farthest)
    watch%jumps = middle - farthest > 500.0_dp*1.0e-06_dp
  end subroutine rockers_first_jump

  ! of each event a function that is zero where something is to be done
  subroutine rockers_watch_events(t, y, w, c, watched)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: watched(ne)
    integer, parameter :: event_end(ne) = [0, 1, 0]
    real(dp) :: g(ne), gdot(ne)
    integer :: k
    call rockers_event_values(t, y, w, c, g, gdot)
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
  end subroutine rockers_watch_events

  ! which functions of events have come to where something is due: found is 1 there. any: some have
  subroutine rockers_crossed_events(t, y, w, c, found, any)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(out) :: found(ne)
    logical, intent(out) :: any
    logical, parameter :: event_rises(ne) = [.true., .false., .true.]
    logical, parameter :: event_falls(ne) = [.false., .true., .true.]
    integer, parameter :: event_end(ne) = [0, 1, 0]
    real(dp) :: watched(ne)
    integer :: k
    call rockers_watch_events(t, y, w, c, watched)
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
  end subroutine rockers_crossed_events

  ! of contacts whose gap has jumped, as by a step of time: a closed one above zero opens, below zero it is failure 11,
  ! closed or not. phi_before: the rows before the jump
  subroutine rockers_jumped_gaps(t, y, w, c, phi_before)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: phi_before(nphi)
    integer, parameter :: event_end(ne) = [0, 1, 0]
    real(dp) :: g(ne), gdot(ne), phi(nphi), phidot(nphi)
    integer :: k
    call rockers_event_values(t, y, w, c, g, gdot)
    do k = 1, ne
      if (watch%failure == 0 .and. watch%armed(k) .and. event_end(k) == 1 .and. g(k) - watch%zero(k) < -1.0e-06_dp) then
        watch%failure = 11
        watch%culprit = k
      end if
    end do
    call rockers_constraints(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, phi, phidot)
    if (.false.) print *, phi_before  ! without use in this model
  end subroutine rockers_jumped_gaps

  ! of the step under way, which ends at t with the state y: which gaps of contacts have jumped (jumped_gaps)
  subroutine rockers_jumped_in_step(t, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp) :: z(nq + nu + ns), phi(nphi), phidot(nphi)
    call rockers_set_inputs(run%begin, w)
    z = run%from
    call rockers_constraints(run%begin, z(:nq), z(nq + 1:nq + nu), z(nq + nu + 1:nq + nu + ns), w, c, phi, phidot)
    call rockers_jumped_gaps(t, y, w, c, phi)
  end subroutine rockers_jumped_in_step

  ! whether an open gap is below zero, by more than rounding or at all
  subroutine rockers_gap_is_below(g, clearly, below)
    real(dp), intent(in) :: g(ne)
    logical, intent(in) :: clearly
    logical, intent(out) :: below
    integer, parameter :: event_end(ne) = [0, 1, 0]
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
  end subroutine rockers_gap_is_below

  ! whether the open gaps pass the middle of h where the cubic through both ends does, by half of what is left of them
  subroutine rockers_gaps_are_smooth(h, g, gdot, middle_g, later_g, later_gdot, smooth)
    real(dp), intent(in) :: h
    real(dp), intent(in) :: g(ne)
    real(dp), intent(in) :: gdot(ne)
    real(dp), intent(in) :: middle_g(ne)
    real(dp), intent(in) :: later_g(ne)
    real(dp), intent(in) :: later_gdot(ne)
    logical, intent(out) :: smooth
    integer, parameter :: event_end(ne) = [0, 1, 0]
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
  end subroutine rockers_gaps_are_smooth

  ! whether the tangents of an open gap that falls at one time and grows after h meet below zero
  subroutine rockers_gap_may_dip(h, g, gdot, later_g, later_gdot, may)
    real(dp), intent(in) :: h
    real(dp), intent(in) :: g(ne)
    real(dp), intent(in) :: gdot(ne)
    real(dp), intent(in) :: later_g(ne)
    real(dp), intent(in) :: later_gdot(ne)
    logical, intent(out) :: may
    integer, parameter :: event_end(ne) = [0, 1, 0]
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
  end subroutine rockers_gap_may_dip

  ! of a step from begin to finish: the first time at which a gap that is open at both ends is below zero, if one is. The
  ! step is halved up to 10 times
  subroutine rockers_first_dip(begin, finish, w, c, dips, dip)
    real(dp), intent(in) :: begin
    real(dp), intent(in) :: finish
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    logical, intent(out) :: dips
    real(dp), intent(out) :: dip
    integer, parameter :: event_end(ne) = [0, 1, 0]
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
    call rockers_state_at(from, w, c, z)
    call rockers_event_values(from, z, w, c, g, gdot)
    call rockers_state_at(to, w, c, z)
    call rockers_event_values(to, z, w, c, later_g, later_gdot)
    ! it is due at the end of the step
    call rockers_gap_is_below(g, .true., below)
    if (below .or. watch%failure > 0) return
    do
      middle = from + (to - from)/2.0_dp
      call rockers_state_at(middle, w, c, z)
      call rockers_event_values(middle, z, w, c, middle_g, middle_gdot)
      if (watch%failure > 0) return
      call rockers_gap_is_below(middle_g, .true., below)
      if (below) then
        dips = .true.
        dip = middle
        call rockers_gap_is_below(g, .false., clearly)
        do
          middle = from + (dip - from)/2.0_dp
          if (.not. (from < middle .and. middle < dip)) return
          call rockers_state_at(middle, w, c, z)
          call rockers_event_values(middle, z, w, c, middle_g, middle_gdot)
          call rockers_gap_is_below(middle_g, clearly, below)
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
        call rockers_gaps_are_smooth(to - from, g, gdot, middle_g, later_g, later_gdot, smooth)
        call rockers_gap_may_dip(middle - from, g, gdot, middle_g, middle_gdot, left)
        call rockers_gap_may_dip(to - middle, middle_g, middle_gdot, later_g, later_gdot, right)
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
        call rockers_state_at(from, w, c, z)
        call rockers_event_values(from, z, w, c, g, gdot)
        call rockers_state_at(to, w, c, z)
        call rockers_event_values(to, z, w, c, later_g, later_gdot)
      end if
    end do
  end subroutine rockers_first_dip

  ! after a step: which events are due. found: not 0 where watch_events has changed its sign there
  subroutine rockers_due_events(t, y, w, c, found)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(in) :: found(ne)
    logical, parameter :: event_rises(ne) = [.true., .false., .true.]
    logical, parameter :: event_falls(ne) = [.false., .true., .true.]
    integer, parameter :: event_end(ne) = [0, 1, 0]
    real(dp) :: g(ne), gdot(ne), rates(ne), farthest, beyond, rate
    logical :: goes, near, any
    integer :: k
    call rockers_event_values(t, y, w, c, g, gdot)
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
            call rockers_event_rate(k, t, y, w, c, g, gdot, rate)
            if (watch%side(k)*rate > 0.0_dp) watch%due(k) = .false.
          end if
        end if
        if (event_end(k) == 1 .and. gdot(k) > 0.0_dp) watch%due(k) = .false.
        if (watch%due(k)) any = .true.
      end if
    end do
    if (watch%jumps) then
      call rockers_contact_rates(t, y, w, c, rates, farthest)
      do k = 1, ne
        if (rates(k) > 1000.0_dp*1.0e-06_dp) then
          watch%due(k) = .true.
          any = .true.
        end if
      end do
    end if
    if (any) then
      do k = 1, ne
        goes = event_rises(k) .and. watch%side(k) < 0.0_dp .or. event_falls(k) .and. watch%side(k) > 0.0_dp
        goes = goes .and. event_end(k) == 0
        if (watch%armed(k) .and. goes .and. abs(g(k)) <= watch%error(k) .and. watch%side(k)*gdot(k) < 0.0_dp) watch%due(k) = &
            .true.
      end do
    else
      do k = 1, ne
        call rockers_take_side(k, g(k))
      end do
    end if
    watch%last_g = g
    watch%last_gdot = gdot
  end subroutine rockers_due_events

  ! one more event, or crossing where none is due, at time t: too many in hardly any time are a failure
  subroutine rockers_note_crowd(t)
    real(dp), intent(in) :: t
    if (t - watch%crowd_since > 1.0e-09_dp*watch%interval) then
      watch%crowd_since = t
      watch%crowd = 0
    end if
    watch%crowd = watch%crowd + 1
    if (watch%crowd > 1000) watch%failure = 7
  end subroutine rockers_note_crowd

  ! one step from t on, in place: to limit, or to where an event happens before it, or where a function must be looked at
  ! again. Then what is due there
  subroutine rockers_step_to_event(t, y, w, c, limit)
    real(dp), intent(inout) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: limit
    integer, parameter :: event_end(ne) = [0, 1, 0]
    integer :: found(ne), count, k
    real(dp) :: until, before, after, middle, dip, jump
    logical :: any, dips, all_finite
    until = limit
    call rockers_next_event_time(t, y, w, c, until)
    run%begin = t
    run%from = y
    after = until - t
    call rockers_advance(t, y, w, c, after, watch%info)
    call rockers_holds_numbers(y, all_finite)
    if (.not. all_finite) watch%failure = 9
    if (watch%info /= 0) watch%failure = 1
    if (watch%failure > 0) return
    call rockers_first_jump(t, until, y, w, c, jump)
    if (watch%jumps) then
      ! a step that ends there has its last slope behind it: a small one goes over it
      if (jump - t > 2.0e-04_dp*watch%interval) then
        until = jump - 1.0e-04_dp*watch%interval
      else
        until = jump
      end if
      after = until - t
      call rockers_state_at(until, w, c, y)
    end if
    call rockers_crossed_events(until, y, w, c, found, any)
    if (any) then
      ! located to the last digit by halving the step
      before = 0.0_dp
      do count = 1, 100
        middle = before + (after - before)/2.0_dp
        if (.not. (before < middle .and. middle < after .and. t + before < t + after)) exit
        y = run%from
        call rockers_advance(t, y, w, c, middle, watch%info)
        call rockers_crossed_events(t + middle, y, w, c, found, any)
        if (any) then
          after = middle
        else
          before = middle
        end if
      end do
      y = run%from
      call rockers_advance(t, y, w, c, after, watch%info)
      until = t + after
      call rockers_crossed_events(until, y, w, c, found, any)
      call rockers_jumped_in_step(until, y, w, c)
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
    if (dips) call rockers_first_dip(t, until, w, c, dips, dip)
    if (dips) then
      call rockers_state_at(dip, w, c, y)
      until = dip
      found = 0
    end if
    t = until
    watch%jumps = watch%jumps .and. .not. until < jump
    call rockers_due_events(t, y, w, c, found)
    if (any) then
      ! what has only now begun to wait
      any = .false.
      do k = 1, ne
        if (watch%due(k)) any = .true.
      end do
      if (.not. any) then
        call rockers_note_crowd(t)
        found = 0
        call rockers_due_events(t, y, w, c, found)
      end if
    end if
    if (watch%jumps .and. watch%failure == 0) call rockers_jumped_in_step(t, y, w, c)
    watch%jumps = .true.
  end subroutine rockers_step_to_event

  ! after events: what is at zero waits until it has left it, and what its own event sent back is looked at before
  subroutine rockers_wait_anew(t, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp) :: g(ne), gdot(ne)
    integer :: k
    call rockers_event_values(t, y, w, c, g, gdot)
    do k = 1, ne
      call rockers_wait_for_event(k, g(k))
      if (watch%happened(k) .and. abs(g(k)) <= 1000.0_dp*watch%error(k)) then
        call rockers_wait_behind_event(k, t, y, w, c, g, gdot)
      else if (abs(g(k)) <= watch%error(k)) then
        watch%armed(k) = .false.
        watch%side(k) = 0.0_dp
      end if
    end do
  end subroutine rockers_wait_anew

  ! one of the events that are due, the first of them, from the state that the ones before have left, and what is due after
  ! it. happens: its number, 0 where none is left; impulses of the rows, the energy before and after, the law of the impact
  subroutine rockers_apply_event(t, y, w, c, happens, impulses, before, after)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(out) :: happens
    real(dp), intent(out) :: impulses(nphi)
    real(dp), intent(out) :: before
    real(dp), intent(out) :: after
    logical, parameter :: event_stops(ne) = [.true., .false., .false.]
    logical, parameter :: event_rises(ne) = [.true., .false., .true.]
    logical, parameter :: event_falls(ne) = [.false., .true., .true.]
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
        if (watch%jumped_open(k) .and. first == 0) first = k
      end do
    end if
    if (first == 0) then
      if (watch%applied > 0) call rockers_wait_anew(t, y, w, c)
      return
    end if
    watch%due(first) = .false.
    watch%jumped_open(first) = .false.
    watch%culprit = first
    watch%applied = watch%applied + 1
    call rockers_note_crowd(t)
    if (watch%applied > 100) watch%failure = 6
    if (watch%failure > 0) return
    call rockers_set_inputs(t, w)
    call rockers_energy(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, kinetic, potential)
    before = kinetic + potential
    do j = 1, nf
      flags_before(j) = w(nw - nf + j)
    end do
    call rockers_constraints(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, phi_before, phidot)
    call rockers_event(first, t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, impulses, watch%info)
    if (watch%info /= 0) then
      watch%failure = 3
      return
    end if
    call rockers_holds_numbers(y, all_finite)
    if (.not. all_finite) then
      watch%failure = 4
      return
    end if
    call rockers_jumped_gaps(t, y, w, c, phi_before)
    if (watch%failure > 0) return
    ! a row that this event has switched on must hold; a contact closes where its gap counts as none. The error of a row that is off
    ! is 0; what the others have drifted by is not of this event
    changed = .false.
    do j = 1, nf
      if (abs(w(nw - nf + j) - flags_before(j)) > 0.0_dp) changed = .true.
    end do
    ! rows that hold states which it sets must hold too
    if (changed) then
      call rockers_constraints(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, phi, phidot)
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
    call rockers_energy(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, kinetic, potential)
    after = kinetic + potential
    happens = first
    watch%happened(first) = .true.
    if (event_stops(first)) watch%stopped = .true.
    call rockers_event_values(t, y, w, c, g, gdot)
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
      if (.not. watch%due(j) .and. .not. watch%happened(j) .and. abs(g(j)) > watch%error(j)) call rockers_wait_for_event(j, g(j))
    end do
    watch%last_g = g
    watch%last_gdot = gdot
  end subroutine rockers_apply_event

  ! of each event that waits until its function has left zero, because it has just happened, the largest size of its
  ! function so far; of all others 0. Those of contacts wait for nothing that their modes and functions do not say
  subroutine rockers_events_at_zero(sizes)
    real(dp), intent(out) :: sizes(ne)
    integer, parameter :: event_end(ne) = [0, 1, 0]
    integer :: k
    do k = 1, ne
      if (watch%armed(k)) then
        sizes(k) = 0.0_dp
      else
        sizes(k) = watch%scale(k)
      end if
      if (event_end(k) > 0) sizes(k) = 0.0_dp
    end do
  end subroutine rockers_events_at_zero

  ! after the projection that follows events: what of sticking, sliding and normal forces is zero up to rounding now
  subroutine rockers_rest_events(t, y, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, parameter :: event_end(ne) = [0, 1, 0]
    real(dp) :: g(ne), gdot(ne)
    integer :: k
    call rockers_event_values(t, y, w, c, g, gdot)
    do k = 1, ne
      if (event_end(k) == 1) then
        call rockers_wait_for_return(k, g(k), gdot(k))
      else if (event_end(k) > 0) then
        call rockers_wait_for_event(k, g(k))
      end if
    end do
  end subroutine rockers_rest_events
