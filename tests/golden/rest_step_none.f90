
  ! the step against a balance by the factors of a, and its length in the scaled unknowns; zero where nothing says what it
  ! should be
  pure subroutine rockers_rest_step(a, rows, columns, row_at, column_at, rank, balance, move, length)
    integer, parameter :: nrest = 11
    real(dp), intent(in) :: a(nrest, nrest)
    real(dp), intent(in) :: rows(nrest)
    real(dp), intent(in) :: columns(nrest)
    integer, intent(in) :: row_at(nrest)
    integer, intent(in) :: column_at(nrest)
    integer, intent(in) :: rank
    real(dp), intent(in) :: balance(nrest)
    real(dp), intent(out) :: move(nrest)
    real(dp), intent(out) :: length
    real(dp) :: x(nrest)
    integer :: i, j
    move = 0.0_dp
    length = 0.0_dp
    do i = 1, nrest
      x(i) = -rows(row_at(i))*balance(row_at(i))
    end do
    do j = 1, rank
      do i = j + 1, rank
        x(i) = x(i) - a(i, j)*x(j)
      end do
    end do
    do j = rank, 1, -1
      x(j) = x(j)/a(j, j)
      do i = 1, j - 1
        x(i) = x(i) - a(i, j)*x(j)
      end do
      length = length + x(j)*x(j)
      move(column_at(j)) = columns(column_at(j))*x(j)
    end do
    length = sqrt(length)
  end subroutine rockers_rest_step
