
  ! loads x in a mode with the stops that it closes, and the directions of contacts in space that slide from rest: against
  ! the slip that follows, by Newton's method from those that are given. failed: as of contact_solve; unfit: 0, the number
  ! of a contact that finds none, or one above that of all members where no stops fit
  pure subroutine rockers_contact_directions(s, r, limit, slope, slack, near, slide, ban, mode, x, failed, unfit)
    integer, parameter :: nrows = 6, nloads = 4, nmembers = 5, nmodes = 3, nstops = 2, nslopes = 3
    real(dp), intent(in) :: s(nrows, nrows)
    real(dp), intent(in) :: r(nrows)
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: slope(nrows, nslopes)
    real(dp), intent(in) :: slack(nrows)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(in) :: slide(nmodes)
    real(dp), intent(in) :: ban(nmembers)
    integer, intent(inout) :: mode(nmembers)
    real(dp), intent(inout) :: x(nrows)
    integer, intent(out) :: failed
    integer, intent(out) :: unfit
    real(dp) :: by_stop(nloads, nstops), k(nloads + nrows, nloads)
    integer :: p, count
    ! no statement needs these arguments
    associate (unused_slide => slide); end associate
    failed = 0
    unfit = 0
    by_stop = 0.0_dp
    p = 0
    do count = 1, 60
      call rockers_contact_solve(nrows, s, r, limit, slope, mode(:nmodes), x(:nloads), by_stop, k, failed)
      if (failed > 0 .and. failed <= nloads) return
      call rockers_contact_close(s, r, slack, near, ban, by_stop, mode, x, unfit)
      if (unfit /= 0) then
        unfit = nmembers + 1
        return
      end if
      if (p == 0) return
    end do
    unfit = nmembers + 1
  end subroutine rockers_contact_directions
