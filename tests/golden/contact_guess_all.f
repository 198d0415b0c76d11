C
C the mode that loads x say: open without a load, sliding at the limit
C of friction. begin_along, begin_across: the direction of the slip;
C along, across: the same, of contacts in space that slide from rest
C against their friction
      SUBROUTINE rockers_contact_guess(limit, slope, near, slide, ban,
     &  impact, x, mode)
      DOUBLE PRECISION limit(3), slope(6,3), near(5), slide(3), ban(5),
     &  x(6)
      INTEGER mode(5)
      LOGICAL impact
      DOUBLE PRECISION most, largest, load
      INTEGER a, b, k, l, i, normal(5), tangent(5)
      DATA normal /1, 0, 4, 5, 6/
      DATA tangent /2, 3, 0, 0, 0/
      largest = 0.0D0
      DO 10 l = 1, 5
        mode(l) = 3
   10 CONTINUE
      DO 20 l = 1, 6
        largest = MAX(largest, ABS(x(l)))
   20 CONTINUE
      DO 30 i = 1, 5
        IF (.NOT. near(i) .GT. 0.5D0) GOTO 30
        a = normal(i)
        IF (a .NE. 0) THEN
          IF (.NOT. x(a) .GT. 1.0D-09*largest) GOTO 30
        END IF
        mode(i) = 0
        IF (i .GT. 3) GOTO 30
C       the same, among those with a slip: compilers would look for the
C       slips of all i
        k = i
        b = tangent(i)
        IF (b .EQ. 0) GOTO 30
        CALL rockers_contact_most(i, limit, slope, x, most)
        load = ABS(x(b))
        IF (.NOT. impact .AND. ABS(slide(k)) .GT. 0.0D0 .OR. .NOT. load
     &  .LT. most*0.999999999D0 .OR. ABS(ban(i) - 2.0D0) .LT. 0.5D0)
     &  THEN
          IF (slide(k) .GT. 0.0D0 .OR. .NOT. slide(k) .LT. 0.0D0 .AND.
     &  x(b) .LE. 0.0D0) THEN
            mode(i) = 1
          ELSE
            mode(i) = 2
          END IF
        END IF
   30 CONTINUE
      END
