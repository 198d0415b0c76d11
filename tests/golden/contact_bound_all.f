C
C the load on row b keeps to a share of the limit of contact or dry
C friction i, in place: row b of K and its right side
      SUBROUTINE rockers_contact_bound(all, i, b, share, limit, slope,
     &  k, x)
      INTEGER all
      DOUBLE PRECISION share, limit(3), slope(all,3), k(10,4), x(4)
      INTEGER i, b
      INTEGER a, width, j, normal(5)
      DATA normal /1, 0, 4, 5, 6/
      width = 4 + all
      a = normal(i)
      DO 10 j = 1, width
        k(j, b) = 0.0D0
   10 CONTINUE
      k(b, b) = 1.0D0
      k(4 + b, b) = 1.0D0
      x(b) = 0.0D0
      IF (ABS(share) .GT. 0.0D0) THEN
        IF (a .NE. 0) THEN
          k(a, b) = share*limit(i)
        ELSE
          x(b) = -share*limit(i)
        END IF
      END IF
      IF (ABS(share) .GT. 0.0D0) THEN
        DO 20 j = 1, 4
          k(j, b) = k(j, b) + share*slope(j, i)
   20   CONTINUE
        DO 30 j = 5, all
          k(4 + j, b) = k(4 + j, b) + share*slope(j, i)
   30   CONTINUE
      END IF
      END
