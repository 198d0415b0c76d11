C
C the mode that loads x say: open without a load, sliding at the limit
C of friction. begin_along, begin_across: the direction of the slip;
C along, across: the same, of contacts in space that slide from rest
C against their friction
      SUBROUTINE rockers_contact_guess(limit, near, slide, ban, impact,
     &  x, mode)
      DOUBLE PRECISION limit(1), near(1), slide(1), ban(1), x(2)
      INTEGER mode(1)
      LOGICAL impact
      DOUBLE PRECISION most, largest, load
      INTEGER a, b, k, l, i, normal(1), tangent(1)
      DATA normal /1/
      DATA tangent /2/
      largest = 0.0D0
      DO 10 l = 1, 1
        mode(l) = 3
   10 CONTINUE
      DO 20 l = 1, 2
        largest = MAX(largest, ABS(x(l)))
   20 CONTINUE
      DO 30 i = 1, 1
        IF (.NOT. near(i) .GT. 0.5D0) GOTO 30
        a = normal(i)
        IF (a .NE. 0) THEN
          IF (.NOT. x(a) .GT. 1.0D-09*largest) GOTO 30
        END IF
        mode(i) = 0
        IF (i .GT. 1) GOTO 30
C       the same, among those with a slip: compilers would look for the
C       slips of all i
        k = i
        b = tangent(i)
        IF (b .EQ. 0) GOTO 30
        CALL rockers_contact_most(i, limit, x, most)
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
