
  ! changes the mode of the contact or dry friction that breaks its inequality most, in place. changed: whether there is one
  pure subroutine rockers_contact_repair(near, slide, ban, slack, excess, x, mode, changed)
    integer, parameter :: nrows = 6, nmembers = 5, nmodes = 3
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(in) :: slide(nmodes)
    real(dp), intent(in) :: ban(nmembers)
    real(dp), intent(in) :: slack(nrows)
    real(dp), intent(in) :: excess(nrows)
    real(dp), intent(in) :: x(nrows)
    integer, intent(inout) :: mode(nmembers)
    logical, intent(out) :: changed
    integer, parameter :: normal(nmembers) = [1, 0, 4, 5, 6]
    integer, parameter :: tangent(nmembers) = [2, 3, 0, 0, 0]
    real(dp) :: worst
    integer :: i, a, b, j
    logical :: of_friction
    worst = 0.0_dp
    i = 0
    of_friction = .false.
    do j = 1, nmodes
      if (near(j) > 0.5_dp) then
        a = normal(j)
        b = tangent(j)
        if (a /= 0) then
          if (excess(a) - slack(a) > worst) then
            worst = excess(a) - slack(a)
            of_friction = .false.
            i = j
          end if
        end if
        if (b /= 0) then
          if (excess(b) - slack(b) > worst) then
            worst = excess(b) - slack(b)
            of_friction = .true.
            i = j
          end if
        end if
      end if
    end do
    changed = i /= 0
    if (i == 0) return
    b = tangent(i)
    if (.not. of_friction) then
      if (mode(i) == 3) then
        mode(i) = 0
        if (b /= 0) then
          if (abs(slide(i)) > 0.0_dp) then
            if (slide(i) < 0.0_dp) then
              mode(i) = 2
            else
              mode(i) = 1
            end if
          end if
        end if
      else
        mode(i) = 3
      end if
    else if (mode(i) == 0) then
      if (slide(i) > 0.0_dp .or. .not. slide(i) < 0.0_dp .and. x(b) <= 0.0_dp) then
        mode(i) = 1
      else
        mode(i) = 2
      end if
    else if (abs(ban(i) - 2.0_dp) < 0.5_dp) then
      changed = .false.
    else
      mode(i) = 0
    end if
  end subroutine rockers_contact_repair
