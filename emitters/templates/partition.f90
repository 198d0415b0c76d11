
  ! which speeds to integrate: full pivoting of B, its columns made comparable by the mass matrix, u(k)*sqrt(M(k, k)), its
  ! rows of length 1. independent: their numbers, ascending, then zeros; growth: the largest change of a dependent speed for
  ! a change of 1 of an independent one, both so measured. info: 0, or nu + the first row that depends on others there;
  ! there are then more independent speeds
  pure subroutine @M@_partition(t, q, w, c, independent, growth, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(out) :: independent(nu)
    real(dp), intent(out) :: growth
    integer, intent(out) :: info
    real(dp) :: mm(nu, nu), b(nphi, nu), pivot, heaviest, largest, moved_row(nu), moved_column(nphi)
    integer :: rows(nphi), columns(nu), rank, i, j, row, column
    logical :: off(nphi)
    call @M@_mass_matrix(t, q, w, c, mm)
    call @M@_constraint_matrix(t, q, w, c, b)
    growth = 0.0_dp
    info = 0
    heaviest = 0.0_dp
    do j = 1, nu
      heaviest = max(heaviest, mm(j, j))
      columns(j) = j
    end do
    if (.not. heaviest > 0.0_dp) heaviest = 1.0_dp
    do j = 1, nu
      b(:, j) = b(:, j)/sqrt(max(mm(j, j), @LIGHT@_dp*heaviest))
    end do
    do i = 1, nphi
      rows(i) = i
      largest = 0.0_dp
      do j = 1, nu
        if (.not. abs(b(i, j)) <= largest) largest = abs(b(i, j))
      end do
      if (largest > 0.0_dp) b(i, :) = b(i, :)/largest
    end do
    rank = 0
    do while (rank < min(nphi, nu))
      ! the first of the largest elements, up to rounding
      pivot = @SMALL@_dp
      row = 0
      column = 0
      do j = rank + 1, nu
        do i = rank + 1, nphi
          if (abs(b(i, j)) > pivot) then
            pivot = abs(b(i, j))*@TIE@_dp
            row = i
            column = j
          end if
        end do
      end do
      if (row == 0) exit
      rank = rank + 1
      moved_row = b(row, :)
      b(row, :) = b(rank, :)
      b(rank, :) = moved_row
      moved_column = b(:, column)
      b(:, column) = b(:, rank)
      b(:, rank) = moved_column
      i = rows(row)
      rows(row) = rows(rank)
      rows(rank) = i
      j = columns(column)
      columns(column) = columns(rank)
      columns(rank) = j
      do j = nu, rank, -1
        b(rank, j) = b(rank, j)/b(rank, rank)
      end do
      do i = 1, nphi
        if (i == rank) cycle
        do j = nu, rank, -1
          b(i, j) = b(i, j) - b(i, rank)*b(rank, j)
        end do
      end do
    end do
    do j = rank + 1, nu
      do i = 1, rank
        growth = max(growth, abs(b(i, j)))
      end do
    end do
    off = .false.
@OFF@    do i = rank + 1, nphi
      if (off(rows(i))) cycle
      if (info == 0 .or. nu + rows(i) < info) info = nu + rows(i)
    end do
    independent = 0
    i = 0
    do j = 1, nu
      if (any(columns(:rank) == j)) cycle
      i = i + 1
      independent(i) = j
    end do
  end subroutine @M@_partition
