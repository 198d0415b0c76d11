C
C changes the mode of the contact or dry friction that breaks its
C inequality most, in place. changed: whether there is one
      SUBROUTINE rockers_contact_repair(near, slide, ban, slack, excess,
     &  x, mode, changed)
      DOUBLE PRECISION near(1), slide(1), ban(1), slack(2), excess(2),
     &  x(2)
      INTEGER mode(1)
      LOGICAL changed
      DOUBLE PRECISION worst
      INTEGER i, a, b, j, normal(1), tangent(1)
      LOGICAL of_friction
      DATA normal /1/
      DATA tangent /2/
      worst = 0.0D0
      i = 0
      of_friction = .FALSE.
      DO 10 j = 1, 1
        IF (near(j) .GT. 0.5D0) THEN
          a = normal(j)
          b = tangent(j)
          IF (a .NE. 0) THEN
            IF (excess(a) - slack(a) .GT. worst) THEN
              worst = excess(a) - slack(a)
              of_friction = .FALSE.
              i = j
            END IF
          END IF
          IF (b .NE. 0) THEN
            IF (excess(b) - slack(b) .GT. worst) THEN
              worst = excess(b) - slack(b)
              of_friction = .TRUE.
              i = j
            END IF
          END IF
        END IF
   10 CONTINUE
      changed = i .NE. 0
      IF (i .EQ. 0) RETURN
      b = tangent(i)
      IF (.NOT. of_friction) THEN
        IF (mode(i) .EQ. 3) THEN
          mode(i) = 0
          IF (b .NE. 0) THEN
            IF (ABS(slide(i)) .GT. 0.0D0) THEN
              IF (slide(i) .LT. 0.0D0) THEN
                mode(i) = 2
              ELSE
                mode(i) = 1
              END IF
            END IF
          END IF
        ELSE
          mode(i) = 3
        END IF
      ELSE IF (mode(i) .EQ. 0) THEN
        IF (slide(i) .GT. 0.0D0 .OR. .NOT. slide(i) .LT. 0.0D0 .AND. x(
     &  b) .LE. 0.0D0) THEN
          mode(i) = 1
        ELSE
          mode(i) = 2
        END IF
      ELSE IF (ABS(ban(i) - 2.0D0) .LT. 0.5D0) THEN
        changed = .FALSE.
      ELSE
        mode(i) = 0
      END IF
      END
