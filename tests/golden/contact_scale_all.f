C
C scales rows and loads such that S has ones on its diagonal, but for
C rows without motion and contacts in space. slope(j, i): what the limit
C of i gains for a load of 1 on row j
      SUBROUTINE rockers_contact_scale(all, s, r, limit, slope, scale)
      INTEGER all
      DOUBLE PRECISION s(all,all), r(all), limit(3), slope(all,3),
     &  scale(all)
      DOUBLE PRECISION by(3)
      INTEGER a, b, i, j, normal(5), tangent(5)
      DATA normal /1, 0, 4, 5, 6/
      DATA tangent /2, 3, 0, 0, 0/
      DO 10 i = 1, all
        scale(i) = 1.0D0
        IF (s(i, i) .GT. 0.0D0) scale(i) = 1.0D0/SQRT(s(i, i))
   10 CONTINUE
      DO 30 i = 1, all
        r(i) = r(i)*scale(i)
        DO 20 j = 1, all
          s(i, j) = s(i, j)*scale(i)*scale(j)
   20   CONTINUE
   30 CONTINUE
      DO 40 i = 1, 3
        a = normal(i)
        b = tangent(i)
        by(i) = 0.0D0
        IF (b .NE. 0) by(i) = 1.0D0/scale(b)
        limit(i) = limit(i)*by(i)
        IF (a .NE. 0) limit(i) = limit(i)*scale(a)
   40 CONTINUE
      DO 60 i = 1, 3
        DO 50 j = 1, all
          slope(j, i) = slope(j, i)*by(i)*scale(j)
   50   CONTINUE
   60 CONTINUE
      END
