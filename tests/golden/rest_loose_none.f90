
  ! the largest unknown of a motion that changes nothing: of the first column beyond the rank, and what goes with it. 0:
  ! there is none
  pure subroutine rockers_rest_loose(a, column_at, rank, loose)
    integer, parameter :: nrest = 11
    real(dp), intent(in) :: a(nrest, nrest)
    integer, intent(in) :: column_at(nrest)
    integer, intent(in) :: rank
    integer, intent(out) :: loose
    real(dp) :: x(nrest), largest, part_of
    integer :: at, k, i, j
    loose = 0
    x = 0.0_dp
    do k = rank + 1, nrest
      do i = 1, rank
        x(i) = -a(i, k)
      end do
      do j = rank, 1, -1
        x(j) = x(j)/a(j, j)
        do i = 1, j - 1
          x(i) = x(i) - a(i, j)*x(j)
        end do
      end do
      largest = 1.0e-06_dp
      do j = 1, rank + 1
        at = column_at(k)
        part_of = 1.0_dp
        if (j <= rank) then
          at = column_at(j)
          part_of = abs(x(j))
        end if
        if ((at <= nu .or. at > nu + nphi + nq) .and. part_of > largest) then
          largest = part_of*1.000000001_dp
          loose = at
        end if
      end do
      if (loose /= 0) return
    end do
  end subroutine rockers_rest_loose
