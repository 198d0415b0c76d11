
  ! of @N@ limbs that @FEW@ others carry: limb k has what limb mod(k - 1, @FEW@) + 1 of those has
  pure function repeated_@N@_of_@FEW@(x) result(y)
    real(dp), intent(in) :: x(@FEW@)
    real(dp) :: y(@WIDTH@)
    y = [@REPEATED@]
  end function repeated_@N@_of_@FEW@

  ! and the way back: sums over limbs k, k + @FEW@, ..
  pure function folded_@N@_of_@FEW@(x) result(y)
    real(dp), intent(in) :: x(@WIDTH@)
    real(dp) :: y(@FEW@)
    y = @FOLDED@
  end function folded_@N@_of_@FEW@
