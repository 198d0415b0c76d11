C
C the largest friction of i beside loads x
      SUBROUTINE rockers_contact_most(i, limit, slope, x, most)
      DOUBLE PRECISION limit(3), slope(6,3), x(6), most
      INTEGER i
      INTEGER a, l, normal(5)
      DATA normal /1, 0, 4, 5, 6/
      a = normal(i)
      most = 0.0D0
      IF (a .NE. 0) THEN
        most = limit(i)*x(a)
      ELSE
        most = limit(i)
      END IF
      DO 10 l = 1, 6
        most = most + slope(l, i)*x(l)
   10 CONTINUE
      most = MAX(most, 0.0D0)
      END
