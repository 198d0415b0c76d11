C
C the largest friction of i beside loads x
      SUBROUTINE rockers_contact_most(i, limit, x, most)
      DOUBLE PRECISION limit(1), x(2), most
      INTEGER i
      INTEGER a, normal(1)
      DATA normal /1/
      a = normal(i)
      most = 0.0D0
      IF (a .NE. 0) THEN
        most = limit(i)*x(a)
      ELSE
        most = limit(i)
      END IF
      most = MAX(most, 0.0D0)
      END
