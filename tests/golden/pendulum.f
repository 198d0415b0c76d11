C pendulum: A rod that swings, with "quotes" and a backslash
C
C coordinates q
C   1  q1 [rad]
C
C speeds u
C   1  q1' [rad/s]
C
C parameters p
C   1  m [kg]  mass of the rod
C   2  l
C   3  g
C
C inputs w
C   1  tau
C
C outputs o
C   1  height [m]  of the free end
C   2  tangential [m/s^2]
C
C operations in each routine
C pendulum_defaults: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
C pendulum_initial: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
C pendulum_setup: 0 add, 7 mul, 1 div, 0 sqrt, 0 call
C pendulum_derivatives: 1 add, 2 mul, 0 div, 0 sqrt, 1 call
C pendulum_accelerations: 1 add, 2 mul, 0 div, 0 sqrt, 1 call
C pendulum_mass_matrix: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
C pendulum_mass_matrix_constants: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
C pendulum_mass_matrix_update: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
C pendulum_right_side: 1 add, 1 mul, 0 div, 0 sqrt, 1 call
C pendulum_kinematics: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
C pendulum_inverse_dynamics: 2 add, 2 mul, 0 div, 0 sqrt, 1 call
C pendulum_energy: 0 add, 3 mul, 0 div, 0 sqrt, 1 call
C pendulum_outputs: 1 add, 3 mul, 0 div, 0 sqrt, 2 call
C
C The sizes of all arrays
      SUBROUTINE pendulum_sizes(nq, nu, np, nw, nc, nl, nphi, no)
      INTEGER nq, nu, np, nw, nc, nl, nphi, no
      nq = 1
      nu = 1
      np = 3
      nw = 1
      nc = 6
      nl = 0
      nphi = 0
      no = 2
      END
C
      SUBROUTINE pendulum_coordinate_names(names)
      CHARACTER*64 names(1)
      names(1) = 'q1'
      END
C
      SUBROUTINE pendulum_coordinate_units(names)
      CHARACTER*64 names(1)
      names(1) = 'rad'
      END
C
      SUBROUTINE pendulum_speed_names(names)
      CHARACTER*64 names(1)
      names(1) = 'q1'''
      END
C
      SUBROUTINE pendulum_speed_units(names)
      CHARACTER*64 names(1)
      names(1) = 'rad/s'
      END
C
      SUBROUTINE pendulum_parameter_names(names)
      CHARACTER*64 names(3)
      names(1) = 'm'
      names(2) = 'l'
      names(3) = 'g'
      END
C
      SUBROUTINE pendulum_parameter_units(names)
      CHARACTER*64 names(3)
      names(1) = 'kg'
      names(2) = ' '
      names(3) = ' '
      END
C
      SUBROUTINE pendulum_input_names(names)
      CHARACTER*64 names(1)
      names(1) = 'tau'
      END
C
      SUBROUTINE pendulum_input_units(names)
      CHARACTER*64 names(1)
      names(1) = ' '
      END
C
      SUBROUTINE pendulum_output_names(names)
      CHARACTER*64 names(2)
      names(1) = 'height'
      names(2) = 'tangential'
      END
C
      SUBROUTINE pendulum_output_units(names)
      CHARACTER*64 names(2)
      names(1) = 'm'
      names(2) = 'm/s^2'
      END
C
C the default parameter values
      SUBROUTINE pendulum_defaults(p)
      DOUBLE PRECISION p(3)
C     m [kg] mass of the rod
      p(1) = 2.0D0
C     l
      p(2) = 0.75D0
C     g
      p(3) = 9.81D0
      END
C
C the initial state of the script
      SUBROUTINE pendulum_initial(p, q, u)
      DOUBLE PRECISION p(3), q(1), u(1)
      DOUBLE PRECISION z0
      IF (.FALSE.) z0 = p(1)
C     q1 [rad]
      q(1) = 0.3D0
C     q1' [rad/s]
      u(1) = 0.0D0
      END
C
C every sub-expression of parameters alone, once
      SUBROUTINE pendulum_setup(p, c)
      DOUBLE PRECISION p(3), c(6)
      DOUBLE PRECISION z1, z2, z3, z4, pendulum_f_select
      EXTERNAL pendulum_f_select
C     l
      c(1) = p(2)
      z1 = p(2)*p(1)
      z2 = p(2)*z1
      z3 = 0.3333333333333333D0*z2
      z4 = 1.0D0/pendulum_f_select((0.0D0 .LT. z3), z3, 1.0D+30)
C     1/(if 0 < 1/3*l*l*m then 1/3*l*l*m else 1e30)
      c(2) = z4
C     1/6*l*l*m
      c(3) = 0.16666666666666666D0*z2
C     1/2*l*g*m
      c(4) = 0.5D0*p(3)*z1
C     l*1/(if 0 < 1/3*l*l*m then 1/3*l*l*m else 1e30)
      c(5) = p(2)*z4
C     1/3*l*l*m
      c(6) = z3
      END
C
C the right side of the ODE: y = [q; u]
      SUBROUTINE pendulum_derivatives(t, y, w, c, ydot, info)
      DOUBLE PRECISION t, y(2), w(1), c(6), ydot(2)
      INTEGER info
      DOUBLE PRECISION z0
      IF (.FALSE.) z0 = t
      info = 0
      IF (info .EQ. 0 .AND. .NOT. (0.0D0 .LT. c(6))) info = 1
C     q1'
      ydot(1) = y(2)
C     q1''
      ydot(2) = c(2)*(w(1) - c(4)*SIN(y(1)))
      END
C
C accelerations and multipliers
      SUBROUTINE pendulum_accelerations(t, q, u, w, c, udot, lambda,
     &  info)
      DOUBLE PRECISION t, q(1), u(1), w(1), c(6), udot(1), lambda(1)
      INTEGER info
      DOUBLE PRECISION z0
      IF (.FALSE.) z0 = t
      IF (.FALSE.) z0 = u(1)
      IF (.FALSE.) lambda(1) = 0
      info = 0
      IF (info .EQ. 0 .AND. .NOT. (0.0D0 .LT. c(6))) info = 1
C     q1''
      udot(1) = c(2)*(w(1) - c(4)*SIN(q(1)))
      END
C
C the mass matrix M
      SUBROUTINE pendulum_mass_matrix(t, q, w, c, mm)
      DOUBLE PRECISION t, q(1), w(1), c(6), mm(1,1)
      DOUBLE PRECISION z0
      IF (.FALSE.) z0 = t
      IF (.FALSE.) z0 = q(1)
      IF (.FALSE.) z0 = w(1)
      mm(1,1) = c(6)
      END
C
C the entries of M that no motion changes, zero for all others
      SUBROUTINE pendulum_mass_matrix_constants(c, mm)
      DOUBLE PRECISION c(6), mm(1,1)
      mm(1,1) = c(6)
      END
C
C in place, the entries of M that change
      SUBROUTINE pendulum_mass_matrix_update(t, q, w, c, mm)
      DOUBLE PRECISION t, q(1), w(1), c(6), mm(1,1)
      DOUBLE PRECISION z0
      IF (.FALSE.) z0 = t
      IF (.FALSE.) z0 = q(1)
      IF (.FALSE.) z0 = w(1)
      IF (.FALSE.) z0 = c(1)
      IF (.FALSE.) mm(1,1) = 0
      END
C
C f of M udot = f - B^T lambda
      SUBROUTINE pendulum_right_side(t, q, u, w, c, f)
      DOUBLE PRECISION t, q(1), u(1), w(1), c(6), f(1)
      DOUBLE PRECISION z0
      IF (.FALSE.) z0 = t
      IF (.FALSE.) z0 = u(1)
C     q1' [rad/s]
      f(1) = w(1) - c(4)*SIN(q(1))
      END
C
C the kinematic differential equations
      SUBROUTINE pendulum_kinematics(t, q, u, w, c, qdot)
      DOUBLE PRECISION t, q(1), u(1), w(1), c(6), qdot(1)
      DOUBLE PRECISION z0
      IF (.FALSE.) z0 = t
      IF (.FALSE.) z0 = q(1)
      IF (.FALSE.) z0 = w(1)
      IF (.FALSE.) z0 = c(1)
C     q1'
      qdot(1) = u(1)
      END
C
C M udot - f without forming M
      SUBROUTINE pendulum_inverse_dynamics(t, q, u, udot, w, c, r)
      DOUBLE PRECISION t, q(1), u(1), udot(1), w(1), c(6), r(1)
      DOUBLE PRECISION z0
      IF (.FALSE.) z0 = t
      IF (.FALSE.) z0 = u(1)
C     q1' [rad/s]
      r(1) = c(6)*udot(1) - w(1) + c(4)*SIN(q(1))
      END
C
C kinetic and potential energy, prescribed motion included
      SUBROUTINE pendulum_energy(t, q, u, w, c, kinetic, potential)
      DOUBLE PRECISION t, q(1), u(1), w(1), c(6), kinetic, potential
      DOUBLE PRECISION z0
      IF (.FALSE.) z0 = t
      IF (.FALSE.) z0 = w(1)
      kinetic = c(3)*u(1)*u(1)
      potential = -c(4)*COS(q(1))
      END
C
C the outputs of the script
      SUBROUTINE pendulum_outputs(t, q, u, w, c, o, info)
      DOUBLE PRECISION t, q(1), u(1), w(1), c(6), o(2)
      INTEGER info
      DOUBLE PRECISION z0
      IF (.FALSE.) z0 = t
      IF (.FALSE.) z0 = u(1)
      info = 0
      IF (info .EQ. 0 .AND. .NOT. (0.0D0 .LT. c(6))) info = 1
C     height [m] of the free end
      o(1) = -c(1)*COS(q(1))
C     tangential [m/s^2]
      o(2) = c(5)*(w(1) - c(4)*SIN(q(1)))
      END
C
C a where the condition holds, else b
      DOUBLE PRECISION FUNCTION pendulum_f_select(holds, a, b)
      LOGICAL holds
      DOUBLE PRECISION a, b
      pendulum_f_select = b
      IF (holds) pendulum_f_select = a
      END
