C     SINGLE-TRACK VEHICLE, DERIVED BY HAND FROM NEWTON AND EULER
C     Y     X, Y (M), HEADING (DEG), FORWARD AND LATERAL SPEED (M/S),
C           YAW RATE (DEG/S)
C     DSW   STEER ANGLE OF THE FRONT WHEEL (DEG)
C     FD    DRIVING FORCE (N)
C     YP    TIME DERIVATIVES OF Y
      SUBROUTINE BIKE(T, Y, DSW, FD, YP)
      DOUBLE PRECISION T, Y(6), DSW, FD, YP(6)
      DOUBLE PRECISION XM, XIZ, A, B, CF, CR, CD
      COMMON /VEHDAT/ XM, XIZ, A, B, CF, CR, CD
      DOUBLE PRECISION RAD, PSI, U, V, R, D, AF, AR, FF, FR
      RAD = ATAN(1.0D0)/45.0D0
      PSI = Y(3)*RAD
      U = Y(4)
      V = Y(5)
      R = Y(6)*RAD
      D = DSW*RAD
C     SLIP ANGLES AND TIRE FORCES
      AF = (V + A*R)/U - D
      AR = (V - B*R)/U
      FF = -CF*AF
      FR = -CR*AR
C     KINEMATICS
      YP(1) = U*COS(PSI) - V*SIN(PSI)
      YP(2) = U*SIN(PSI) + V*COS(PSI)
      YP(3) = Y(6)
C     FORCES AND YAW MOMENT
      YP(4) = (FD - CD*U**2 - FF*SIN(D))/XM + V*R
      YP(5) = (FF*COS(D) + FR)/XM - U*R
      YP(6) = (A*FF*COS(D) - B*FR)/XIZ/RAD
      RETURN
      END
