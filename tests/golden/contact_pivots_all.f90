
  ! Lemke's pivots for z >= 0, w = q + A z >= 0, z w = 0 with p unknowns. failed: 0, or 1 where they end without. Of rows
  ! with equal ratios the lexicographically least one leaves
  pure subroutine rockers_contact_pivots(p, m, q, z, failed)
    integer, parameter :: nunknowns = 7
    integer, intent(in) :: p
    real(dp), intent(in) :: m(nunknowns, nunknowns)
    real(dp), intent(in) :: q(nunknowns)
    real(dp), intent(out) :: z(nunknowns)
    integer, intent(out) :: failed
    real(dp) :: t(nunknowns + nunknowns + 2, nunknowns), largest, pivot, factor, rest, difference
    integer :: basis(nunknowns), row, enter, left, last, i, j, count
    ! t[j, i]: column j of row i: w, z, what makes q good enough, q
    t = 0.0_dp
    z = 0.0_dp
    basis = 0
    failed = 0
    if (p == 0) return
    last = 2*p + 2
    largest = 0.0_dp
    do i = 1, p
      largest = max(largest, abs(q(i)))
    end do
    row = 1
    do i = 1, p
      do j = 1, p
        t(p + j, i) = -m(i, j)
      end do
      t(i, i) = 1.0_dp
      t(last - 1, i) = -1.0_dp
      if (largest > 0.0_dp) t(last, i) = q(i)/largest
      basis(i) = i
      if (t(last, i) <= t(last, row)) row = i
    end do
    if (.not. t(last, row) < 0.0_dp) return
    failed = 1
    enter = last - 1
    do count = 1, 50*(p + 1)
      left = basis(row)
      pivot = t(enter, row)
      do j = 1, last
        t(j, row) = t(j, row)/pivot
      end do
      do i = 1, p
        if (i /= row) then
          factor = t(enter, i)
          do j = 1, last
            t(j, i) = t(j, i) - factor*t(j, row)
          end do
        end if
      end do
      basis(row) = enter
      ! what is wrong still
      rest = 0.0_dp
      do i = 1, p
        if (basis(i) == last - 1) rest = t(last, i)
      end do
      if (rest <= 1.0e-11_dp) then
        do i = 1, p
          if (basis(i) > p .and. basis(i) < last - 1 .and. t(last, i) > 0.0_dp) z(basis(i) - p) = t(last, i)*largest
        end do
        failed = 0
        return
      end if
      if (left > p) then
        enter = left - p
      else
        enter = left + p
      end if
      row = 0
      do i = 1, p
        if (t(enter, i) > 1.0e-09_dp) then
          difference = -1.0_dp
          if (row /= 0) difference = t(last, i)/t(enter, i) - t(last, row)/t(enter, row)
          if (difference < -1.0e-09_dp) then
            row = i
          else if (difference <= 1.0e-09_dp) then
            difference = 0.0_dp
            do j = 1, p
              if (abs(difference) > 1.0e-09_dp) exit
              difference = t(j, i)/t(enter, i) - t(j, row)/t(enter, row)
            end do
            if (basis(i) == last - 1 .or. basis(row) /= last - 1 .and. difference < 0.0_dp) row = i
          end if
        end if
      end do
      if (row == 0) return
    end do
  end subroutine rockers_contact_pivots
