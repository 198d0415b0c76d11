
  ! a = P L U Q of m_equilibrium by full pivoting of the scaled matrix, and its rank
  pure subroutine rockers_rest_factor(a, rows, columns, row_at, column_at, rank)
    integer, parameter :: nrest = 12
    real(dp), intent(inout) :: a(nrest, nrest)
    real(dp), intent(out) :: rows(nrest)
    real(dp), intent(out) :: columns(nrest)
    integer, intent(out) :: row_at(nrest)
    integer, intent(out) :: column_at(nrest)
    integer, intent(out) :: rank
    real(dp) :: row(nrest), column(nrest), pivot, value
    integer :: best, best_column, i, sweep, j, k, moved
    rows = 1.0_dp
    columns = 1.0_dp
    do i = 1, nrest
      row_at(i) = i
      column_at(i) = i
    end do
    do sweep = 1, 4
      row = 0.0_dp
      column = 0.0_dp
      do j = 1, nrest
        do i = 1, nrest
          row(i) = max(row(i), abs(a(i, j)))
          column(j) = max(column(j), abs(a(i, j)))
        end do
      end do
      do i = 1, nrest
        if (row(i) > 0.0_dp) then
          row(i) = 1.0_dp/sqrt(row(i))
        else
          row(i) = 1.0_dp
        end if
        if (column(i) > 0.0_dp) then
          column(i) = 1.0_dp/sqrt(column(i))
        else
          column(i) = 1.0_dp
        end if
        rows(i) = rows(i)*row(i)
        columns(i) = columns(i)*column(i)
      end do
      do j = 1, nrest
        do i = 1, nrest
          a(i, j) = a(i, j)*(row(i)*column(j))
        end do
      end do
    end do
    ! what is held comes first: where rows contradict it, they are what is left
    do k = 1, nq
      rows(nu + nphi + k) = 1000.0_dp*rows(nu + nphi + k)
      columns(nu + nphi + k) = 1000.0_dp*columns(nu + nphi + k)
      do i = 1, nrest
        a(nu + nphi + k, i) = 1000.0_dp*a(nu + nphi + k, i)
      end do
      do i = 1, nrest
        a(i, nu + nphi + k) = 1000.0_dp*a(i, nu + nphi + k)
      end do
    end do
    rank = 0
    do while (rank < nrest)
      ! the first of the largest elements, up to rounding
      pivot = 1.0e-09_dp
      best = 0
      best_column = 0
      do j = rank + 1, nrest
        do i = rank + 1, nrest
          if (abs(a(i, j)) > pivot) then
            pivot = abs(a(i, j))*1.000000001_dp
            best = i
            best_column = j
          end if
        end do
      end do
      if (best == 0) exit
      rank = rank + 1
      do j = 1, nrest
        value = a(best, j)
        a(best, j) = a(rank, j)
        a(rank, j) = value
      end do
      do i = 1, nrest
        value = a(i, best_column)
        a(i, best_column) = a(i, rank)
        a(i, rank) = value
      end do
      moved = row_at(best)
      row_at(best) = row_at(rank)
      row_at(rank) = moved
      moved = column_at(best_column)
      column_at(best_column) = column_at(rank)
      column_at(rank) = moved
      do i = rank + 1, nrest
        a(i, rank) = a(i, rank)/a(rank, rank)
        do j = rank + 1, nrest
          a(i, j) = a(i, j) - a(i, rank)*a(rank, j)
        end do
      end do
    end do
  end subroutine rockers_rest_factor
