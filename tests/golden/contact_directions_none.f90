
  ! loads x in a mode with the stops that it closes, and the directions of contacts in space that slide from rest: against
  ! the slip that follows, by Newton's method from those that are given. failed: as of contact_solve; unfit: 0, the number
  ! of a contact that finds none, or one above that of all members where no stops fit
  pure subroutine rockers_contact_directions(s, r, limit, slack, near, slide, ban, mode, x, failed, unfit)
    integer, parameter :: nrows = 2, nloads = 2, nmembers = 1, nmodes = 1
    real(dp), intent(in) :: s(nrows, nrows)
    real(dp), intent(in) :: r(nrows)
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: slack(nrows)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(in) :: slide(nmodes)
    real(dp), intent(in) :: ban(nmembers)
    integer, intent(in) :: mode(nmembers)
    real(dp), intent(inout) :: x(nrows)
    integer, intent(out) :: failed
    integer, intent(out) :: unfit
    real(dp) :: k(nloads + nrows, nloads)
    integer :: p, count
    ! no statement needs these arguments
    associate (unused_slack => slack, unused_near => near, unused_slide => slide, unused_ban => ban); end associate
    failed = 0
    unfit = 0
    p = 0
    do count = 1, 60
      call rockers_contact_solve(nrows, s, r, limit, mode(:nmodes), x(:nloads), k, failed)
      if (failed > 0 .and. failed <= nloads) return
      if (p == 0) return
    end do
    unfit = nmembers + 1
  end subroutine rockers_contact_directions
