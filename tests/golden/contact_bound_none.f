C
C the load on row b keeps to a share of the limit of contact or dry
C friction i, in place: row b of K and its right side
      SUBROUTINE rockers_contact_bound(all, i, b, share, limit, k, x)
      DOUBLE PRECISION share, limit(1), k(4,2), x(2)
      INTEGER all, i, b
      INTEGER a, width, j, normal(1)
      DATA normal /1/
      width = 2 + all
      a = normal(i)
      DO 10 j = 1, width
        k(j, b) = 0.0D0
   10 CONTINUE
      k(b, b) = 1.0D0
      k(2 + b, b) = 1.0D0
      x(b) = 0.0D0
      IF (ABS(share) .GT. 0.0D0) THEN
        IF (a .NE. 0) THEN
          k(a, b) = share*limit(i)
        ELSE
          x(b) = -share*limit(i)
        END IF
      END IF
      END
