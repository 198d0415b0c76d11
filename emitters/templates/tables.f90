
  ! the last segment that begins at x or before; the first where none does
  pure function segment_at(n, starts, x) result(low)
    integer, intent(in) :: n
    real(dp), intent(in) :: starts(n), x
    integer :: low, high, middle
    low = 1
    high = n + 1
    do while (high - low > 1)
      middle = low + (high - low)/2
      if (x < starts(middle)) then
        high = middle
      else
        low = middle
      end if
    end do
  end function segment_at

  ! k (k-1) .. (k-order+1)
  pure function falling_power(k, order) result(product_of)
    integer, intent(in) :: k, order
    real(dp) :: product_of
    integer :: j
    product_of = 1.0_dp
    do j = 0, order - 1
      product_of = product_of*real(k - j, dp)
    end do
  end function falling_power

  ! the polynomial of these numbers, differentiated `order` times
  pure function polynomial_at(degree, numbers, order, d) result(total)
    integer, intent(in) :: degree, order
    real(dp), intent(in) :: numbers(0:degree), d
    real(dp) :: total
    integer :: k
    total = falling_power(degree, order)*numbers(degree)
    do k = degree - 1, order, -1
      total = total*d + falling_power(k, order)*numbers(k)
    end do
  end function polynomial_at
