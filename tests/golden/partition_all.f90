
  ! which speeds to integrate: full pivoting of B, its columns made comparable by the mass matrix, u(k)*sqrt(M(k, k)), its
  ! rows of length 1. independent: their numbers, from 1, ascending, then zeros; growth: the largest change of a dependent
  ! speed for a change of 1 of an independent one, both so measured. info: 0, or nu + the first row that depends on others
  ! there; there are then more independent speeds
  pure subroutine rockers_partition(t, q, w, c, independent, growth, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(out) :: independent(nu)
    real(dp), intent(out) :: growth
    integer, intent(out) :: info
    real(dp) :: mm(nu, nu), b(nphi, nu), heaviest, mass, largest, pivot, value
    integer :: rows(nphi), columns(nu), rank, row, column, last, j, i, k, moved
    logical :: off(nphi), dependent
    call rockers_mass_matrix(t, q, w, c, mm)
    call rockers_constraint_matrix(t, q, w, c, b)
    growth = 0.0_dp
    info = 0
    heaviest = 0.0_dp
    do j = 1, nu
      heaviest = max(heaviest, mm(j, j))
      columns(j) = j
    end do
    if (.not. heaviest > 0.0_dp) heaviest = 1.0_dp
    do j = 1, nu
      mass = max(1.0e-12_dp*heaviest, mm(j, j))
      do i = 1, nphi
        b(i, j) = b(i, j)/sqrt(mass)
      end do
    end do
    do i = 1, nphi
      rows(i) = i
      largest = 0.0_dp
      do j = 1, nu
        if (.not. abs(b(i, j)) <= largest) largest = abs(b(i, j))
      end do
      if (largest > 0.0_dp) then
        do j = 1, nu
          b(i, j) = b(i, j)/largest
        end do
      end if
    end do
    rank = 0
    do k = 1, min(nphi, nu)
      ! the first of the largest elements, up to rounding
      pivot = 1.0e-10_dp
      row = 0
      column = 0
      do j = k, nu
        do i = k, nphi
          if (abs(b(i, j)) > pivot) then
            pivot = abs(b(i, j))*1.000000001_dp
            row = i
            column = j
          end if
        end do
      end do
      if (row == 0) exit
      do j = 1, nu
        value = b(row, j)
        b(row, j) = b(k, j)
        b(k, j) = value
      end do
      do i = 1, nphi
        value = b(i, column)
        b(i, column) = b(i, k)
        b(i, k) = value
      end do
      moved = rows(row)
      rows(row) = rows(k)
      rows(k) = moved
      moved = columns(column)
      columns(column) = columns(k)
      columns(k) = moved
      do j = nu, k, -1
        b(k, j) = b(k, j)/b(k, k)
      end do
      do i = 1, nphi
        if (i /= k) then
          do j = nu, k, -1
            b(i, j) = b(i, j) - b(i, k)*b(k, j)
          end do
        end if
      end do
      rank = k
    end do
    do j = rank + 1, nu
      do i = 1, rank
        growth = max(growth, abs(b(i, j)))
      end do
    end do
    ! the first of the rows that are left and hold
    off = .false.
    off(3) = .not. abs(w(1)) > 0.0_dp
    off(1) = .not. abs(w(2)) > 0.0_dp .or. abs(w(3)) > 0.0_dp
    off(2) = abs(w(4)) > 0.0_dp
    do i = rank + 1, nphi
      if (.not. off(rows(i)) .and. (info == 0 .or. nu + rows(i) < info)) info = nu + rows(i)
    end do
    last = 0
    do j = 1, nu
      independent(j) = 0
      dependent = .false.
      do i = 1, rank
        if (columns(i) == j) dependent = .true.
      end do
      if (.not. dependent) then
        last = last + 1
        independent(last) = j
      end if
    end do
  end subroutine rockers_partition
