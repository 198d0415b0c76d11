C     Half a car by hand: heave up and pitch nose down, about the level
C     position. y = [z, pitch, z', pitch'].
      SUBROUTINE HALFCAR(Y, W, P, YDOT)
      DOUBLE PRECISION Y(4), W(4), P(9), YDOT(4)
      DOUBLE PRECISION M, J, A, B, KF, KR, CF, CR, FF, FR
      M = P(1)
      J = P(2)
      A = P(3)
      B = P(4)
      KF = P(6)
      KR = P(7)
      CF = P(8)
      CR = P(9)
      FF = -KF*(Y(1) - A*Y(2) - W(1)) - CF*(Y(3) - A*Y(4) - W(3))
      FR = -KR*(Y(1) + B*Y(2) - W(2)) - CR*(Y(3) + B*Y(4) - W(4))
      YDOT(1) = Y(3)
      YDOT(2) = Y(4)
      YDOT(3) = (FF + FR)/M
      YDOT(4) = (B*FR - A*FF)/J
      END
