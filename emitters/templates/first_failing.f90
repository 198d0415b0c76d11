
  ! The number of the first limb whose condition fails; 0 where none does, or nothing is checked.
  pure integer function first_failing(holds, numbers)
    logical, intent(in) :: holds(:)
    integer, intent(in) :: numbers(:)
    integer :: k
    first_failing = 0
    do k = size(numbers), 1, -1
      if (numbers(k) /= 0 .and. .not. holds(k)) first_failing = numbers(k)
    end do
  end function first_failing
