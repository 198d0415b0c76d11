! peaucellier: Peaucellier-Lipkin linkage
!
! coordinates q
!   1  q1 [rad]
!   2  q2 [rad]
!   3  q3 [rad]
!   4  q4 [rad]
!   5  q5 [rad]
!   6  q6 [rad]
!   7  q7 [rad]
!
! speeds u
!   1  q1' [rad/s]
!   2  q2' [rad/s]
!   3  q3' [rad/s]
!   4  q4' [rad/s]
!   5  q5' [rad/s]
!   6  q6' [rad/s]
!   7  q7' [rad/s]
!
! parameters p
!   1  arm [m]  length of the long arms
!   2  side [m]  side of the rhombus
!   3  crank_length [m]  length of the crank, and its pivot's distance from O
!   4  density [kg/m]  mass per length of the bars
!
! inputs w
!   1  drive [N*m]  moment on the crank
!
! constraints
!   1  lead.x
!   2  lead.y
!   3  near.x
!   4  near.y
!   5  far.x
!   6  far.y
!
! multipliers lambda: the load on the speeds is -B^T lambda
!   lead.x: force on crank at crank_tip along x of ground [N], its opposite on upper_inner
!   lead.y: force on crank at crank_tip along y of ground [N], its opposite on upper_inner
!   near.x: force on upper_inner at inner along x of ground [N], its opposite on lower_inner
!   near.y: force on upper_inner at inner along y of ground [N], its opposite on lower_inner
!   far.x: force on upper_outer at pen along x of ground [N], its opposite on lower_outer
!   far.y: force on upper_outer at pen along y of ground [N], its opposite on lower_outer
!
! outputs o
!   1  line_x [m]  the straight line
!   2  line_y [m]  where the pen is on it
!
! formulation: turner, masses regrouped, absolute accelerations, planar parts in held axes
! compared by operations of derivatives, before and after the passes (values waiting for use):
!   turner, masses regrouped, absolute accelerations, planar parts in held axes: 618, 570 (46)
!   composite, masses regrouped, absolute accelerations, planar parts in held axes: 622, 570 (55)
!   composite, masses regrouped, absolute accelerations: 670, 605 (50)
!   turner, masses regrouped, absolute accelerations: 670
!   composite, absolute accelerations, planar parts in held axes: 698
!   composite, absolute accelerations: 725
!   turner, absolute accelerations: 737
!   turner, absolute accelerations, planar parts in held axes: 747
!
! operations in each routine
! peaucellier_defaults: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
! peaucellier_initial: 6 add, 12 mul, 4 div, 1 sqrt, 3 call
! peaucellier_setup: 2 add, 25 mul, 2 div, 0 sqrt, 0 call
! peaucellier_derivatives: 222 add, 326 mul, 8 div, 0 sqrt, 14 call
! peaucellier_accelerations: 222 add, 326 mul, 8 div, 0 sqrt, 14 call
! peaucellier_mass_matrix: 12 add, 4 mul, 0 div, 0 sqrt, 4 call
! peaucellier_right_side: 19 add, 33 mul, 0 div, 0 sqrt, 13 call
! peaucellier_kinematics: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
! peaucellier_inverse_dynamics: 36 add, 46 mul, 0 div, 0 sqrt, 13 call
! peaucellier_constraints: 33 add, 32 mul, 0 div, 0 sqrt, 14 call
! peaucellier_constraint_matrix: 12 add, 14 mul, 0 div, 0 sqrt, 14 call
! peaucellier_energy: 32 add, 42 mul, 0 div, 0 sqrt, 13 call
! peaucellier_outputs: 3 add, 6 mul, 0 div, 0 sqrt, 4 call
! peaucellier_assembly_step: 208 add, 255 mul, 8 div, 0 sqrt, 14 call
! peaucellier_project_speeds: 169 add, 229 mul, 8 div, 0 sqrt, 14 call
! peaucellier_assemble loops over peaucellier_assembly_step
module peaucellier_model
  implicit none
  private
  integer, parameter :: dp = kind(1.0d0)
  integer, parameter, public :: nq = 7, nu = 7, np = 4, nw = 1, nc = 21, nl = 6, nphi = 6, no = 2
  character(len=64), parameter, public :: coordinate_names(nq) = [character(len=64) :: &
    "q1", "q2", "q3", "q4", "q5", "q6", "q7"]
  character(len=64), parameter, public :: coordinate_units(nq) = [character(len=64) :: &
    "rad", "rad", "rad", "rad", "rad", "rad", "rad"]
  character(len=64), parameter, public :: speed_names(nu) = [character(len=64) :: &
    "q1'", "q2'", "q3'", "q4'", "q5'", "q6'", "q7'"]
  character(len=64), parameter, public :: speed_units(nu) = [character(len=64) :: &
    "rad/s", "rad/s", "rad/s", "rad/s", "rad/s", "rad/s", "rad/s"]
  character(len=64), parameter, public :: parameter_names(np) = [character(len=64) :: &
    "arm", "side", "crank_length", "density"]
  character(len=64), parameter, public :: parameter_units(np) = [character(len=64) :: &
    "m", "m", "m", "kg/m"]
  character(len=64), parameter, public :: input_names(nw) = [character(len=64) :: &
    "drive"]
  character(len=64), parameter, public :: input_units(nw) = [character(len=64) :: &
    "N*m"]
  character(len=64), parameter, public :: constraint_names(nphi) = [character(len=64) :: &
    "lead.x", "lead.y", "near.x", "near.y", "far.x", "far.y"]
  character(len=64), parameter, public :: constraint_units(nphi) = [character(len=64) :: &
    "", "", "", "", "", ""]
  character(len=64), parameter, public :: output_names(no) = [character(len=64) :: &
    "line_x", "line_y"]
  character(len=64), parameter, public :: output_units(no) = [character(len=64) :: &
    "m", "m"]
  public :: peaucellier_defaults
  public :: peaucellier_initial
  public :: peaucellier_setup
  public :: peaucellier_derivatives
  public :: peaucellier_accelerations
  public :: peaucellier_mass_matrix
  public :: peaucellier_right_side
  public :: peaucellier_kinematics
  public :: peaucellier_inverse_dynamics
  public :: peaucellier_constraints
  public :: peaucellier_constraint_matrix
  public :: peaucellier_energy
  public :: peaucellier_outputs
  public :: peaucellier_assembly_step
  public :: peaucellier_project_speeds
  public :: peaucellier_assemble
contains

  ! the default parameter values
  pure subroutine peaucellier_defaults(p)
    real(dp), intent(out) :: p(np)
    ! arm [m] length of the long arms
    p(1) = 0.5_dp
    ! side [m] side of the rhombus
    p(2) = 0.2_dp
    ! crank_length [m] length of the crank, and its pivot's distance from O
    p(3) = 0.16_dp
    ! density [kg/m] mass per length of the bars
    p(4) = 0.8_dp
  end subroutine peaucellier_defaults

  ! the initial state of the script
  pure subroutine peaucellier_initial(p, q, u)
    real(dp), intent(in) :: p(np)
    real(dp), intent(out) :: q(nq)
    real(dp), intent(out) :: u(nu)
    real(dp) :: z1, z2, z3, z4, z5, z6, z7
    ! q1 [rad]
    q(1) = 0.0_dp
    ! q1' [rad/s]
    u(1) = 0.0_dp
    ! q2' [rad/s]
    u(2) = 0.0_dp
    ! q3' [rad/s]
    u(3) = 0.0_dp
    ! q4' [rad/s]
    u(4) = 0.0_dp
    ! q5' [rad/s]
    u(5) = 0.0_dp
    ! q6' [rad/s]
    u(6) = 0.0_dp
    ! q7' [rad/s]
    u(7) = 0.0_dp
    z1 = p(3)*p(3)
    z2 = p(1)*p(1)
    z3 = 4.0_dp*z1 - p(2)*p(2)
    z4 = z2 + z3
    z5 = acos(0.25_dp*z4/(p(1)*p(3)))
    ! q2 [rad]
    q(2) = z5
    ! q3 [rad]
    q(3) = -z5
    z6 = acos(0.5_dp*(z2 - z3)/(p(1)*p(2))) - 3.141592653589793_dp
    ! q4 [rad]
    q(4) = z6
    ! q5 [rad]
    q(5) = -z6
    z7 = z5 + asin(p(1)*sqrt(1.0_dp - 0.0625_dp*z4*z4/(z1*z2))/p(2))
    ! q6 [rad]
    q(6) = -z7
    ! q7 [rad]
    q(7) = z7
  end subroutine peaucellier_initial

  ! every sub-expression of parameters alone, once
  pure subroutine peaucellier_setup(p, c)
    real(dp), intent(in) :: p(np)
    real(dp), intent(out) :: c(nc)
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11
    ! arm
    c(1) = p(1)
    ! side
    c(2) = p(2)
    ! crank_length
    c(3) = p(3)
    z1 = p(2)*p(4)
    ! side*density
    c(19) = z1
    z2 = p(2)*z1
    ! side*side*density
    c(8) = z2
    ! 1/2*side*side*density
    c(4) = 0.5_dp*z2
    z3 = p(3)*p(3)*p(4)
    z4 = 0.3333333333333333_dp*p(3)*z3
    ! 1/4*crank_length^2*density*crank_length + 1/12*density*crank_length*crank_length^2
    c(5) = z4
    ! 1/12*...*crank_length*crank_length^2 + 1/4*crank_length*crank_length*density*crank_length
    c(15) = z4
    ! 1/2*side
    c(6) = 0.5_dp*p(2)
    z5 = 0.5_dp*p(1)
    ! 1/2*arm*side*side*density
    c(7) = z2*z5
    z6 = 2.0_dp*p(2)
    z7 = p(1)*p(4)
    z8 = (z5 + z6)*z7
    ! 2*arm*side*density + 1/2*arm*arm*density
    c(10) = z8
    ! 981/100*(arm*side*density + arm*side*density + 1/2*arm*arm*density)
    c(9) = 9.81_dp*z8
    z9 = p(1)*p(1)
    ! arm^2
    c(14) = z9
    ! 1/4*arm^2*arm*density + 1/12*density*arm*arm^2
    c(11) = 0.3333333333333333_dp*z7*z9
    z10 = p(2)*z2
    ! 1/12*density*side*side^2
    c(17) = 0.08333333333333333_dp*z10
    z11 = 0.3333333333333333_dp*z10
    ! 1/12*density*side*side^2 + 1/4*side*side*side*density
    c(18) = z11
    ! 1/(if 0 < 1/12*density*side*side^2 + 1/4*side*side*side*density then ... + 1/4*...*side*side*density else ...)
    c(12) = 1.0_dp/merge(z11, 1.0e+30_dp, (0.0_dp < z11))
    ! 1/(if 0 < 1/12*...*...*crank_length + 1/4*crank_length*crank_length*density*crank_length then ... else ...)
    c(13) = 1.0_dp/merge(z4, 1.0e+30_dp, (0.0_dp < z4))
    ! ...*arm*...*side + arm*arm*side*density + 1/12*density*arm*arm^2 + 1/4*arm*arm*arm*density
    c(16) = p(4)*z9*(z6 + 0.3333333333333333_dp*p(1))
    ! 981/200*crank_length*density*crank_length
    c(20) = 4.905_dp*z3
    ! 1/2*crank_length*density*crank_length
    c(21) = 0.5_dp*z3
  end subroutine peaucellier_setup

  ! the right side of the ODE: y = [q; u]
  pure subroutine peaucellier_derivatives(t, y, w, c, ydot, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq+nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: ydot(nq+nu)
    integer, intent(out) :: info
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17, z18, z19, z20
    real(dp) :: z21, z22, z23, z24, z25, z26, z27, z28, z29, z30, z31, z32, z33, z34, z35, z36, z37, z38
    real(dp) :: z39, z40, z41, z42, z43, z44, z45, z46, z47, z48, z49, z50, z51, z52, z53, z54, z55, z56
    real(dp) :: z57, z58, z59, z60, z61, z62, z63, z64, z65, z66, z67, z68, z69, z70, z71, z72, z73, z74
    real(dp) :: z75, z76, z77, z78, z79, z80, z81, z82, z83, z84, z85, z86, z87, z88, z89, z90, z91, z92
    real(dp) :: z93, z94, z95, z96, z97, z98, z99, z100, z101, z102, z103, z104, z105, z106, z107, z108
    real(dp) :: z109, z110, z111, z112, z113, z114, z115, z116, z117, z118, z119, z120, z121, z122, z123
    real(dp) :: z124, z125, z126, z127, z128, z129, z130, z131, z132, z133, z134, z135, z136, z137, z138
    real(dp) :: z139, z140, z141, z142, z143, z144, z145, z146, z147, z148, z149, z150, z151, z152, z153
    real(dp) :: z154, z155, z156, z157, z158, z159, z160, z161, z162, z163, z164, z165, z166, z167, z168
    real(dp) :: z169, z170, z171, z172, z173, z174, z175, z176, z177, z178, z179, z180, z181, z182, z183
    real(dp) :: z184, z185, z186, z187, z188, z189, z190, z191, z192, z193, z194, z195, z196, z197, z198
    associate (unused_t => t)
    end associate
    info = 0
    ! q1'
    ydot(1) = y(8)
    ! q2'
    ydot(2) = y(9)
    ! q3'
    ydot(3) = y(10)
    ! q4'
    ydot(4) = y(11)
    ! q5'
    ydot(5) = y(12)
    ! q6'
    ydot(6) = y(13)
    ! q7'
    ydot(7) = y(14)
    z1 = c(3)*sin(y(1))
    info = merge(info, 1, info /= 0 .or. (0.0_dp < c(15)))
    z2 = c(13)*z1
    info = merge(info, 7, info /= 0 .or. (0.0_dp < c(18)))
    z3 = y(4) + y(2)
    z4 = cos(z3)
    z5 = c(8)*z4
    z6 = cos(y(2))
    z7 = c(1)*z6
    z8 = sin(z3)
    z9 = c(8)*z8
    z10 = c(1)*sin(y(2))
    z11 = 0.5_dp*z7
    z12 = 0.5_dp*z10
    z13 = z5*z11 + z9*z12
    ! mass matrix, q4' by q2'
    z14 = c(18) + z13
    z15 = c(12)*z14
    z16 = y(2) + y(6)
    z17 = sin(z16)
    z18 = c(8)*z17
    z19 = cos(z16)
    z20 = c(8)*z19
    z21 = z12*z18 + z11*z20
    ! mass matrix, q6' by q2'
    z22 = c(18) + z21
    z23 = c(12)*z22
    ! mass matrix, q2' by q2'
    z24 = z13 + z14 + z21 + z22 + c(16)
    ! pivot of q2'
    z25 = z24 - z14*z15 - z22*z23
    z26 = 1.999999999998e-12_dp*z24
    info = merge(info, 2, info /= 0 .or. (z26 < z25))
    z27 = 1.0_dp/merge(z25, 1.0e+30_dp, (z26 < z25))
    z28 = c(2)*z19
    z29 = z7 + z28
    z30 = z29 - z23*z28
    z31 = z27*z30
    z32 = c(2)*z17
    z33 = z10 + z32
    z34 = z33 - z23*z32
    z35 = y(7) + y(3)
    z36 = cos(z35)
    z37 = c(2)*z36
    z38 = c(1)*sin(y(3))
    z39 = sin(z35)
    z40 = c(8)*z39
    z41 = cos(y(3))
    z42 = c(1)*z41
    z43 = c(8)*z36
    z44 = 0.5_dp*z38
    z45 = 0.5_dp*z42
    z46 = z40*z44 + z43*z45
    ! mass matrix, q7' by q3'
    z47 = c(18) + z46
    z48 = c(12)*z47
    z49 = z37 + z42
    z50 = z49 - z37*z48
    z51 = y(3) + y(5)
    z52 = cos(z51)
    z53 = c(8)*z52
    z54 = sin(z51)
    z55 = c(8)*z54
    z56 = z45*z53 + z44*z55
    ! mass matrix, q5' by q3'
    z57 = c(18) + z56
    z58 = c(12)*z57
    ! mass matrix, q3' by q3'
    z59 = c(16) + z46 + z47 + z56 + z57
    ! pivot of q3'
    z60 = z59 - z57*z58 - z47*z48
    z61 = 1.999999999998e-12_dp*z59
    info = merge(info, 3, info /= 0 .or. (z61 < z60))
    z62 = 1.0_dp/merge(z60, 1.0e+30_dp, (z61 < z60))
    z63 = z50*z62
    z64 = c(2)*z39
    z65 = z38 + z64
    z66 = z65 - z48*z64
    z67 = c(12)*z37
    z68 = c(12)*z28
    z69 = z31*z34 + z63*z66 + z64*z67 + z32*z68
    ! pivot of constraint row 6
    z70 = z28*z68 + z37*z67 + z50*z63 + z30*z31
    info = merge(info, 13, info /= 0 .or. (-z70 < 0.0_dp))
    z71 = 1.0_dp/merge(-z70, -1.0e+30_dp, (-z70 < 0.0_dp))
    z72 = z69*z71
    z73 = y(9)*y(9)
    z74 = z11*z73
    z75 = 0.5_dp*(9.81_dp - z10*z73)
    ! moment on upper_inner and all it carries at the absorbed u'
    z76 = z9*z74 + z5*z75
    ! moment on upper_outer and all it carries at the absorbed u'
    z77 = z18*z74 + z20*z75
    ! angular velocity of upper_outer
    z78 = y(9) + y(13)
    z79 = z78*z78
    ! angular velocity of upper_inner
    z80 = y(9) + y(11)
    z81 = z80*z80
    z82 = z76 + z77 - z11*(z18*z79 + z9*z81) + z12*(z20*z79 + z5*z81) - z15*z76 + c(9)*z6 - z23*z77
    z83 = y(10)*y(10)
    z84 = 0.5_dp*(9.81_dp - z38*z83)
    z85 = z45*z83
    ! moment on lower_outer and all it carries at the absorbed u'
    z86 = z43*z84 + z40*z85
    z87 = y(13)*z32
    z88 = y(14)*z64
    ! moment on lower_inner and all it carries at the absorbed u'
    z89 = z55*z85 + z53*z84
    ! angular velocity of lower_outer
    z90 = y(10) + y(14)
    z91 = z90*z90
    ! angular velocity of lower_inner
    z92 = y(10) + y(12)
    z93 = z92*z92
    z94 = z86 + z89 + z44*(z43*z91 + z53*z93) - z45*(z40*z91 + z55*z93) - z58*z89 - z48*z86 + c(9)*z41
    z95 = y(9)*(2.0_dp*z87 + y(9)*z33) - y(10)*(2.0_dp*z88 + y(10)*z65) + z31*z82 - z67*z86 + y(13)*z87 - y(14)*z88 + z68*z77 - &
        z63*z94
    z96 = z27*z34
    z97 = z62*z66
    z98 = y(14)*z37
    z99 = y(13)*z28
    z100 = c(12)*z64
    z101 = c(12)*z32
    z102 = y(9)*(2.0_dp*z99 + y(9)*z29) - y(10)*(2.0_dp*z98 + y(10)*z49) - z72*z95 - z82*z96 + z94*z97 - y(14)*z98 + y(13)*z99 + &
        z86*z100 - z77*z101
    z103 = z34*z96 + z32*z101 + z64*z100 + z66*z97
    ! pivot of constraint row 5
    z104 = z103 + z69*z72
    z105 = 1.999999999998e-12_dp*z103
    info = merge(info, 12, info /= 0 .or. (-z104 < -z105))
    z106 = 1.0_dp/merge(-z104, -1.0e+30_dp, (-z104 < -z105))
    z107 = c(2)*z8
    z108 = z10 + z107
    z109 = z108 - z15*z107
    z110 = z96*z109
    z111 = z31*z109
    z112 = z110 + z72*z111
    z113 = z106*z112
    z114 = z71*z111
    z115 = z27*z109
    z116 = c(12)*z107
    z117 = c(2)*z4
    z118 = y(11)*z117
    z119 = z7 + z117
    z120 = cos(y(1))
    z121 = c(3)*z120
    z122 = w(1) - c(20)*z120
    z123 = c(2)*z52
    z124 = z42 + z123
    z125 = z124 - z58*z123
    z126 = z119 - z15*z117
    z127 = z31*z126
    z128 = z127 + z63*z125
    z129 = z96*z126
    z130 = z129 + z72*z128 + z97*z125
    z131 = z106*z130
    z132 = z71*z128
    z133 = c(12)*z117
    z134 = z27*z126
    z135 = z107*z133 + z109*z134
    z136 = z135 + z112*z131 + z111*z132
    z137 = z62*z125
    z138 = c(12)*z123
    z139 = z117*z133 + z126*z134
    z140 = z139 + z125*z137 + z123*z138
    ! pivot of constraint row 4
    z141 = z140 + z130*z131 + z128*z132
    z142 = 1.999999999998e-12_dp*z140
    info = merge(info, 11, info /= 0 .or. (-z141 < -z142))
    z143 = 1.0_dp/merge(-z141, -1.0e+30_dp, (-z141 < -z142))
    z144 = z136*z143
    z145 = c(2)*z54
    z146 = z38 + z145
    z147 = y(12)*z145
    z148 = y(11)*z107
    z149 = y(9)*(2.0_dp*z148 + y(9)*z108) + y(11)*z148 + z82*z134 + z76*z133
    z150 = z149 - y(10)*(2.0_dp*z147 + y(10)*z146) - z102*z131 + z95*z132 - z94*z137 - z89*z138 - y(12)*z147
    z151 = z146 - z58*z145
    z152 = z111 + z63*z151
    z153 = z110 + z72*z152 + z97*z151
    z154 = z106*z153
    z155 = z71*z152
    z156 = z107*z116 + z109*z115
    z157 = z135 + z132*z152 + z138*z145 + z137*z151 + z131*z153
    z158 = z143*z157
    z159 = z156 + z112*z154 + z111*z155 + z136*z158
    z160 = c(12)*z145
    z161 = z62*z151
    z162 = z156 + z145*z160 + z151*z161
    ! pivot of constraint row 3
    z163 = z162 + z153*z154 + z152*z155 + z157*z158
    z164 = 1.999999999998e-12_dp*z162
    info = merge(info, 10, info /= 0 .or. (-z163 < -z164))
    z165 = 1.0_dp/merge(-z163, -1.0e+30_dp, (-z163 < -z164))
    z166 = z159*z165
    z167 = y(12)*z123
    z168 = y(9)*(2.0_dp*z118 + y(9)*z119) + y(11)*z118 - z82*z115 - z76*z116
    z169 = z168 - y(10)*(2.0_dp*z167 + y(10)*z124) - z150*z158 + z102*z154 - z95*z155 + z89*z160 - y(12)*z167 + z94*z161
    z170 = z129 + z72*z127
    z171 = z139 + z131*z170 + z127*z132
    z172 = z143*z171
    z173 = z106*z170
    z174 = z71*z127
    z175 = c(13)*z121
    z176 = z158*z171 + z154*z170 + z116*z117 + z115*z126 + z127*z155
    z177 = z165*z176
    z178 = y(8)*y(8)
    z179 = z149 + z150*z172 - z102*z173 + z95*z174 - z1*z178 + z122*z175 - z169*z177
    z180 = z139 + z121*z175
    ! pivot of constraint row 2
    z181 = z180 + z127*z174 + z170*z173 + z171*z172 + z176*z177
    z182 = 1.999999999998e-12_dp*z180
    info = merge(info, 9, info /= 0 .or. (-z181 < -z182))
    z183 = 1.0_dp/merge(-z181, -1.0e+30_dp, (-z181 < -z182))
    z184 = z135 + z112*z173 + z111*z174 + z1*z175 + z136*z172 + z159*z177
    z185 = z183*z184
    z186 = z156 + z1*z2
    ! pivot of constraint row 1
    z187 = z186 + z136*z144 + z112*z113 + z111*z114 + z159*z166 + z184*z185
    z188 = 1.999999999998e-12_dp*z186
    info = merge(info, 8, info /= 0 .or. (-z187 < -z188))
    z189 = (z168 + z102*z113 - z95*z114 - z121*z178 - z2*z122 - z144*z150 + z166*z169 - z179*z185)/merge(-z187, -1.0e+30_dp, ( &
        -z187 < -z188))
    z190 = z179*z183 - z185*z189
    ! q1''
    ydot(8) = c(13)*z122 - z2*z189 + z175*z190
    z191 = z166*z189 - z177*z190 + z165*z169
    z192 = z144*z189 + z158*z191 - z143*z150 - z172*z190
    z193 = z173*z190 - z131*z192 - z102*z106 - z154*z191 - z113*z189
    z194 = z114*z189 + z132*z192 - z71*z95 - z72*z193 + z155*z191 - z174*z190
    z195 = z189 + z191
    z196 = z190 - z192
    z197 = z115*z195 - z134*z196 - z27*z82 + z31*z194 - z96*z193
    ! q2''
    ydot(9) = z197
    z198 = z63*z194 + z62*z94 - z97*z193 + z137*z192 + z161*z191
    ! q3''
    ydot(10) = -z198
    ! q4''
    ydot(11) = z116*z195 - z133*z196 - z15*z197 - c(12)*z76
    ! q5''
    ydot(12) = z58*z198 - z160*z191 - z138*z192 - c(12)*z89
    ! q6''
    ydot(13) = z68*z194 - c(12)*z77 - z23*z197 - z101*z193
    ! q7''
    ydot(14) = z100*z193 + z48*z198 - c(12)*z86 - z67*z194
  end subroutine peaucellier_derivatives

  ! accelerations and multipliers
  pure subroutine peaucellier_accelerations(t, q, u, w, c, udot, lambda, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: udot(nu)
    real(dp), intent(out) :: lambda(nl)
    integer, intent(out) :: info
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17, z18, z19, z20
    real(dp) :: z21, z22, z23, z24, z25, z26, z27, z28, z29, z30, z31, z32, z33, z34, z35, z36, z37, z38
    real(dp) :: z39, z40, z41, z42, z43, z44, z45, z46, z47, z48, z49, z50, z51, z52, z53, z54, z55, z56
    real(dp) :: z57, z58, z59, z60, z61, z62, z63, z64, z65, z66, z67, z68, z69, z70, z71, z72, z73, z74
    real(dp) :: z75, z76, z77, z78, z79, z80, z81, z82, z83, z84, z85, z86, z87, z88, z89, z90, z91, z92
    real(dp) :: z93, z94, z95, z96, z97, z98, z99, z100, z101, z102, z103, z104, z105, z106, z107, z108
    real(dp) :: z109, z110, z111, z112, z113, z114, z115, z116, z117, z118, z119, z120, z121, z122, z123
    real(dp) :: z124, z125, z126, z127, z128, z129, z130, z131, z132, z133, z134, z135, z136, z137, z138
    real(dp) :: z139, z140, z141, z142, z143, z144, z145, z146, z147, z148, z149, z150, z151, z152, z153
    real(dp) :: z154, z155, z156, z157, z158, z159, z160, z161, z162, z163, z164, z165, z166, z167, z168
    real(dp) :: z169, z170, z171, z172, z173, z174, z175, z176, z177, z178, z179, z180, z181, z182, z183
    real(dp) :: z184, z185, z186, z187, z188, z189, z190, z191, z192, z193, z194, z195, z196, z197, z198
    associate (unused_t => t)
    end associate
    info = 0
    z1 = c(3)*sin(q(1))
    info = merge(info, 1, info /= 0 .or. (0.0_dp < c(15)))
    z2 = c(13)*z1
    info = merge(info, 7, info /= 0 .or. (0.0_dp < c(18)))
    z3 = q(4) + q(2)
    z4 = cos(z3)
    z5 = c(8)*z4
    z6 = cos(q(2))
    z7 = c(1)*z6
    z8 = sin(z3)
    z9 = c(8)*z8
    z10 = c(1)*sin(q(2))
    z11 = 0.5_dp*z7
    z12 = 0.5_dp*z10
    z13 = z5*z11 + z9*z12
    ! mass matrix, q4' by q2'
    z14 = c(18) + z13
    z15 = c(12)*z14
    z16 = q(2) + q(6)
    z17 = sin(z16)
    z18 = c(8)*z17
    z19 = cos(z16)
    z20 = c(8)*z19
    z21 = z12*z18 + z11*z20
    ! mass matrix, q6' by q2'
    z22 = c(18) + z21
    z23 = c(12)*z22
    ! mass matrix, q2' by q2'
    z24 = z13 + z14 + z21 + z22 + c(16)
    ! pivot of q2'
    z25 = z24 - z14*z15 - z22*z23
    z26 = 1.999999999998e-12_dp*z24
    info = merge(info, 2, info /= 0 .or. (z26 < z25))
    z27 = 1.0_dp/merge(z25, 1.0e+30_dp, (z26 < z25))
    z28 = c(2)*z19
    z29 = z7 + z28
    z30 = z29 - z23*z28
    z31 = z27*z30
    z32 = c(2)*z17
    z33 = z10 + z32
    z34 = z33 - z23*z32
    z35 = q(7) + q(3)
    z36 = cos(z35)
    z37 = c(2)*z36
    z38 = c(1)*sin(q(3))
    z39 = sin(z35)
    z40 = c(8)*z39
    z41 = cos(q(3))
    z42 = c(1)*z41
    z43 = c(8)*z36
    z44 = 0.5_dp*z38
    z45 = 0.5_dp*z42
    z46 = z40*z44 + z43*z45
    ! mass matrix, q7' by q3'
    z47 = c(18) + z46
    z48 = c(12)*z47
    z49 = z37 + z42
    z50 = z49 - z37*z48
    z51 = q(3) + q(5)
    z52 = cos(z51)
    z53 = c(8)*z52
    z54 = sin(z51)
    z55 = c(8)*z54
    z56 = z45*z53 + z44*z55
    ! mass matrix, q5' by q3'
    z57 = c(18) + z56
    z58 = c(12)*z57
    ! mass matrix, q3' by q3'
    z59 = c(16) + z46 + z47 + z56 + z57
    ! pivot of q3'
    z60 = z59 - z57*z58 - z47*z48
    z61 = 1.999999999998e-12_dp*z59
    info = merge(info, 3, info /= 0 .or. (z61 < z60))
    z62 = 1.0_dp/merge(z60, 1.0e+30_dp, (z61 < z60))
    z63 = z50*z62
    z64 = c(2)*z39
    z65 = z38 + z64
    z66 = z65 - z48*z64
    z67 = c(12)*z37
    z68 = c(12)*z28
    z69 = z31*z34 + z63*z66 + z64*z67 + z32*z68
    ! pivot of constraint row 6
    z70 = z28*z68 + z37*z67 + z50*z63 + z30*z31
    info = merge(info, 13, info /= 0 .or. (-z70 < 0.0_dp))
    z71 = 1.0_dp/merge(-z70, -1.0e+30_dp, (-z70 < 0.0_dp))
    z72 = z69*z71
    z73 = u(2)*u(2)
    z74 = z11*z73
    z75 = 0.5_dp*(9.81_dp - z10*z73)
    ! moment on upper_inner and all it carries at the absorbed u'
    z76 = z9*z74 + z5*z75
    ! moment on upper_outer and all it carries at the absorbed u'
    z77 = z18*z74 + z20*z75
    ! angular velocity of upper_outer
    z78 = u(2) + u(6)
    z79 = z78*z78
    ! angular velocity of upper_inner
    z80 = u(2) + u(4)
    z81 = z80*z80
    z82 = z76 + z77 - z11*(z18*z79 + z9*z81) + z12*(z20*z79 + z5*z81) - z15*z76 + c(9)*z6 - z23*z77
    z83 = u(3)*u(3)
    z84 = 0.5_dp*(9.81_dp - z38*z83)
    z85 = z45*z83
    ! moment on lower_outer and all it carries at the absorbed u'
    z86 = z43*z84 + z40*z85
    z87 = z32*u(6)
    z88 = z64*u(7)
    ! moment on lower_inner and all it carries at the absorbed u'
    z89 = z55*z85 + z53*z84
    ! angular velocity of lower_outer
    z90 = u(3) + u(7)
    z91 = z90*z90
    ! angular velocity of lower_inner
    z92 = u(3) + u(5)
    z93 = z92*z92
    z94 = z86 + z89 + z44*(z43*z91 + z53*z93) - z45*(z40*z91 + z55*z93) - z58*z89 - z48*z86 + c(9)*z41
    z95 = u(2)*(2.0_dp*z87 + z33*u(2)) - u(3)*(2.0_dp*z88 + z65*u(3)) + z31*z82 - z67*z86 + u(6)*z87 - u(7)*z88 + z68*z77 - z63* &
        z94
    z96 = z27*z34
    z97 = z62*z66
    z98 = z37*u(7)
    z99 = z28*u(6)
    z100 = c(12)*z64
    z101 = c(12)*z32
    z102 = u(2)*(2.0_dp*z99 + z29*u(2)) - u(3)*(2.0_dp*z98 + z49*u(3)) - z72*z95 - z82*z96 + z94*z97 - u(7)*z98 + u(6)*z99 + z86* &
        z100 - z77*z101
    z103 = z34*z96 + z32*z101 + z64*z100 + z66*z97
    ! pivot of constraint row 5
    z104 = z103 + z69*z72
    z105 = 1.999999999998e-12_dp*z103
    info = merge(info, 12, info /= 0 .or. (-z104 < -z105))
    z106 = 1.0_dp/merge(-z104, -1.0e+30_dp, (-z104 < -z105))
    z107 = c(2)*z8
    z108 = z10 + z107
    z109 = z108 - z15*z107
    z110 = z96*z109
    z111 = z31*z109
    z112 = z110 + z72*z111
    z113 = z106*z112
    z114 = z71*z111
    z115 = z27*z109
    z116 = c(12)*z107
    z117 = c(2)*z4
    z118 = u(4)*z117
    z119 = z7 + z117
    z120 = cos(q(1))
    z121 = c(3)*z120
    ! right side of q1'
    z122 = w(1) - c(20)*z120
    z123 = c(2)*z52
    z124 = z42 + z123
    z125 = z124 - z58*z123
    z126 = z119 - z15*z117
    z127 = z31*z126
    z128 = z127 + z63*z125
    z129 = z96*z126
    z130 = z129 + z72*z128 + z97*z125
    z131 = z106*z130
    z132 = z71*z128
    z133 = c(12)*z117
    z134 = z27*z126
    z135 = z107*z133 + z109*z134
    z136 = z135 + z112*z131 + z111*z132
    z137 = z62*z125
    z138 = c(12)*z123
    z139 = z117*z133 + z126*z134
    z140 = z139 + z125*z137 + z123*z138
    ! pivot of constraint row 4
    z141 = z140 + z130*z131 + z128*z132
    z142 = 1.999999999998e-12_dp*z140
    info = merge(info, 11, info /= 0 .or. (-z141 < -z142))
    z143 = 1.0_dp/merge(-z141, -1.0e+30_dp, (-z141 < -z142))
    z144 = z136*z143
    z145 = c(2)*z54
    z146 = z38 + z145
    z147 = u(5)*z145
    z148 = u(4)*z107
    z149 = u(2)*(2.0_dp*z148 + u(2)*z108) + u(4)*z148 + z82*z134 + z76*z133
    z150 = z149 - u(3)*(2.0_dp*z147 + u(3)*z146) - z102*z131 + z95*z132 - z94*z137 - z89*z138 - u(5)*z147
    z151 = z146 - z58*z145
    z152 = z111 + z63*z151
    z153 = z110 + z72*z152 + z97*z151
    z154 = z106*z153
    z155 = z71*z152
    z156 = z107*z116 + z109*z115
    z157 = z135 + z132*z152 + z138*z145 + z137*z151 + z131*z153
    z158 = z143*z157
    z159 = z156 + z112*z154 + z111*z155 + z136*z158
    z160 = c(12)*z145
    z161 = z62*z151
    z162 = z156 + z145*z160 + z151*z161
    ! pivot of constraint row 3
    z163 = z162 + z153*z154 + z152*z155 + z157*z158
    z164 = 1.999999999998e-12_dp*z162
    info = merge(info, 10, info /= 0 .or. (-z163 < -z164))
    z165 = 1.0_dp/merge(-z163, -1.0e+30_dp, (-z163 < -z164))
    z166 = z159*z165
    z167 = u(5)*z123
    z168 = u(2)*(2.0_dp*z118 + u(2)*z119) + u(4)*z118 - z82*z115 - z76*z116
    z169 = z168 - u(3)*(2.0_dp*z167 + u(3)*z124) - z150*z158 + z102*z154 - z95*z155 + z89*z160 - u(5)*z167 + z94*z161
    z170 = z129 + z72*z127
    z171 = z139 + z131*z170 + z127*z132
    z172 = z143*z171
    z173 = z106*z170
    z174 = z71*z127
    z175 = c(13)*z121
    z176 = z158*z171 + z154*z170 + z116*z117 + z115*z126 + z127*z155
    z177 = z165*z176
    z178 = u(1)*u(1)
    z179 = z149 + z150*z172 - z102*z173 + z95*z174 - z1*z178 + z122*z175 - z169*z177
    z180 = z139 + z121*z175
    ! pivot of constraint row 2
    z181 = z180 + z127*z174 + z170*z173 + z171*z172 + z176*z177
    z182 = 1.999999999998e-12_dp*z180
    info = merge(info, 9, info /= 0 .or. (-z181 < -z182))
    z183 = 1.0_dp/merge(-z181, -1.0e+30_dp, (-z181 < -z182))
    z184 = z135 + z112*z173 + z111*z174 + z1*z175 + z136*z172 + z159*z177
    z185 = z183*z184
    z186 = z156 + z1*z2
    ! pivot of constraint row 1
    z187 = z186 + z136*z144 + z112*z113 + z111*z114 + z159*z166 + z184*z185
    z188 = 1.999999999998e-12_dp*z186
    info = merge(info, 8, info /= 0 .or. (-z187 < -z188))
    z189 = (z168 + z102*z113 - z95*z114 - z121*z178 - z2*z122 - z144*z150 + z166*z169 - z179*z185)/merge(-z187, -1.0e+30_dp, ( &
        -z187 < -z188))
    ! lead.x
    lambda(1) = z189
    z190 = z179*z183 - z185*z189
    ! lead.y
    lambda(2) = z190
    ! q1''
    udot(1) = c(13)*z122 - z2*z189 + z175*z190
    z191 = z166*z189 - z177*z190 + z165*z169
    ! near.x
    lambda(3) = -z191
    z192 = z144*z189 + z158*z191 - z143*z150 - z172*z190
    ! near.y
    lambda(4) = z192
    z193 = z173*z190 - z131*z192 - z102*z106 - z154*z191 - z113*z189
    ! far.x
    lambda(5) = z193
    z194 = z114*z189 + z132*z192 - z71*z95 - z72*z193 + z155*z191 - z174*z190
    ! far.y
    lambda(6) = z194
    z195 = z189 + z191
    z196 = z190 - z192
    z197 = z115*z195 - z134*z196 - z27*z82 + z31*z194 - z96*z193
    ! q2''
    udot(2) = z197
    z198 = z63*z194 + z62*z94 - z97*z193 + z137*z192 + z161*z191
    ! q3''
    udot(3) = -z198
    ! q4''
    udot(4) = z116*z195 - z133*z196 - z15*z197 - c(12)*z76
    ! q5''
    udot(5) = z58*z198 - z160*z191 - z138*z192 - c(12)*z89
    ! q6''
    udot(6) = z68*z194 - c(12)*z77 - z23*z197 - z101*z193
    ! q7''
    udot(7) = z100*z193 + z48*z198 - c(12)*z86 - z67*z194
  end subroutine peaucellier_accelerations

  ! the mass matrix M
  pure subroutine peaucellier_mass_matrix(t, q, w, c, mm)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: mm(nu,nu)
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8
    associate (unused_t => t, unused_w => w)
    end associate
    mm = 0.0_dp
    mm(1,1) = c(15)
    mm(4,4) = c(18)
    mm(5,5) = c(18)
    mm(6,6) = c(18)
    mm(7,7) = c(18)
    z1 = c(7)*cos(q(6))
    ! mass matrix, q6' by q2'
    z2 = c(18) + z1
    mm(6,2) = z2
    mm(2,6) = z2
    z3 = c(7)*cos(q(4))
    ! mass matrix, q4' by q2'
    z4 = c(18) + z3
    mm(4,2) = z4
    mm(2,4) = z4
    ! mass matrix, q2' by q2'
    mm(2,2) = z1 + z2 + z3 + z4 + c(16)
    z5 = c(7)*cos(q(5))
    ! mass matrix, q5' by q3'
    z6 = c(18) + z5
    mm(5,3) = z6
    mm(3,5) = z6
    z7 = c(7)*cos(q(7))
    ! mass matrix, q7' by q3'
    z8 = c(18) + z7
    mm(7,3) = z8
    mm(3,7) = z8
    ! mass matrix, q3' by q3'
    mm(3,3) = c(16) + z5 + z6 + z7 + z8
  end subroutine peaucellier_mass_matrix

  ! f of M udot = f - B^T lambda
  pure subroutine peaucellier_right_side(t, q, u, w, c, f)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: f(nu)
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17, z18
    associate (unused_t => t)
    end associate
    ! q1' [rad/s]
    f(1) = w(1) - c(20)*cos(q(1))
    ! rotation of upper_inner
    z1 = sin(q(4))
    z2 = 9.81_dp*sin(q(2)) - c(1)*u(2)*u(2)
    z3 = cos(q(2))
    z4 = 9.81_dp*z3
    ! moment on upper_inner and all it carries at the absorbed u'
    z5 = c(4)*(z1*z2 - cos(q(4))*z4)
    ! q4' [rad/s]
    f(4) = z5
    ! rotation of upper_outer
    z6 = sin(q(6))
    ! moment on upper_outer and all it carries at the absorbed u'
    z7 = c(4)*(z2*z6 - z4*cos(q(6)))
    ! q6' [rad/s]
    f(6) = z7
    ! angular velocity of upper_outer
    z8 = u(2) + u(6)
    ! angular velocity of upper_inner
    z9 = u(2) + u(4)
    ! q2' [rad/s]
    f(2) = z5 + z7 + c(7)*(z6*z8*z8 + z1*z9*z9) - c(9)*z3
    ! rotation of lower_inner
    z10 = sin(q(5))
    ! angular velocity of lower_inner
    z11 = u(5) + u(3)
    z12 = cos(q(3))
    z13 = c(1)*u(3)*u(3) - 9.81_dp*sin(q(3))
    z14 = 9.81_dp*z12
    ! moment on lower_inner and all it carries at the absorbed u'
    z15 = c(4)*(cos(q(5))*z14 + z10*z13)
    ! q5' [rad/s]
    f(5) = -z15
    ! angular velocity of lower_outer
    z16 = u(3) + u(7)
    ! rotation of lower_outer
    z17 = sin(q(7))
    ! moment on lower_outer and all it carries at the absorbed u'
    z18 = c(4)*(z13*z17 + z14*cos(q(7)))
    ! q7' [rad/s]
    f(7) = -z18
    ! q3' [rad/s]
    f(3) = c(7)*(z10*z11*z11 + z16*z16*z17) - z15 - z18 - c(9)*z12
  end subroutine peaucellier_right_side

  ! the kinematic differential equations
  pure subroutine peaucellier_kinematics(t, q, u, w, c, qdot)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: qdot(nq)
    associate (unused_t => t, unused_q => q, unused_w => w, unused_c => c)
    end associate
    ! q1'
    qdot(1) = u(1)
    ! q2'
    qdot(2) = u(2)
    ! q3'
    qdot(3) = u(3)
    ! q4'
    qdot(4) = u(4)
    ! q5'
    qdot(5) = u(5)
    ! q6'
    qdot(6) = u(6)
    ! q7'
    qdot(7) = u(7)
  end subroutine peaucellier_kinematics

  ! M udot - f without forming M
  pure subroutine peaucellier_inverse_dynamics(t, q, u, udot, w, c, r)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: udot(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: r(nu)
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17, z18, z19, z20
    real(dp) :: z21, z22, z23, z24, z25, z26
    associate (unused_t => t)
    end associate
    ! q1' [rad/s]
    r(1) = c(15)*udot(1) - w(1) + c(20)*cos(q(1))
    ! rotation of upper_inner
    z1 = sin(q(4))
    ! angular velocity of upper_inner
    z2 = u(2) + u(4)
    z3 = cos(q(4))
    ! angular acceleration of upper_inner
    z4 = udot(4) + udot(2)
    z5 = cos(q(2))
    z6 = 9.81_dp*z5 + c(1)*udot(2)
    z7 = cos(q(6))
    ! rotation of upper_outer
    z8 = sin(q(6))
    z9 = 9.81_dp*sin(q(2)) - c(1)*u(2)*u(2)
    ! angular acceleration of upper_outer
    z10 = udot(2) + udot(6)
    ! moment on upper_outer and all it carries
    z11 = c(4)*(z6*z7 - z8*z9) + c(18)*z10
    ! q6' [rad/s]
    r(6) = z11
    ! angular velocity of upper_outer
    z12 = u(2) + u(6)
    ! moment on upper_inner and all it carries
    z13 = c(4)*(z1*z9 - z3*z6) - c(18)*z4
    ! q4' [rad/s]
    r(4) = -z13
    ! q2' [rad/s]
    r(2) = z11 - z13 - c(7)*(z1*z2*z2 - z3*z4 + z8*z12*z12 - z7*z10) + c(16)*udot(2) + c(9)*z5
    ! rotation of lower_inner
    z14 = sin(q(5))
    ! angular velocity of lower_inner
    z15 = u(5) + u(3)
    z16 = cos(q(5))
    ! angular acceleration of lower_inner
    z17 = udot(5) + udot(3)
    z18 = c(1)*u(3)*u(3) - 9.81_dp*sin(q(3))
    z19 = cos(q(3))
    z20 = c(1)*udot(3) + 9.81_dp*z19
    ! moment on lower_inner and all it carries
    z21 = c(4)*(z14*z18 + z16*z20) + c(18)*z17
    ! q5' [rad/s]
    r(5) = z21
    ! angular velocity of lower_outer
    z22 = u(3) + u(7)
    ! rotation of lower_outer
    z23 = sin(q(7))
    z24 = cos(q(7))
    ! angular acceleration of lower_outer
    z25 = udot(3) + udot(7)
    ! moment on lower_outer and all it carries
    z26 = c(18)*z25 + c(4)*(z18*z23 + z20*z24)
    ! q7' [rad/s]
    r(7) = z26
    ! q3' [rad/s]
    r(3) = z21 + z26 - c(7)*(z14*z15*z15 - z16*z17 + z22*z22*z23 - z24*z25) + c(9)*z19 + c(16)*udot(3)
  end subroutine peaucellier_inverse_dynamics

  ! constraint errors at position and speed level
  pure subroutine peaucellier_constraints(t, q, u, w, c, phi, phidot)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: phi(nphi)
    real(dp), intent(out) :: phidot(nphi)
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17, z18, z19, z20
    real(dp) :: z21, z22, z23, z24, z25, z26, z27, z28
    associate (unused_t => t, unused_w => w)
    end associate
    z1 = c(3)*cos(q(1))
    z2 = q(4) + q(2)
    z3 = c(2)*cos(z2)
    z4 = c(1)*cos(q(2))
    z5 = z3 + z4
    ! lead.x
    phi(1) = z5 - c(3) - z1
    z6 = c(2)*sin(z2)
    z7 = c(1)*sin(q(2))
    z8 = z6 + z7
    z9 = c(3)*sin(q(1))
    ! lead.y
    phi(2) = z8 - z9
    z10 = c(1)*cos(q(3))
    z11 = q(3) + q(5)
    z12 = c(2)*cos(z11)
    z13 = z10 + z12
    ! near.x
    phi(3) = z13 - z5
    z14 = c(2)*sin(z11)
    z15 = c(1)*sin(q(3))
    z16 = z14 + z15
    ! near.y
    phi(4) = z16 - z8
    z17 = q(3) + q(7)
    z18 = c(2)*cos(z17)
    z19 = z10 + z18
    z20 = q(2) + q(6)
    z21 = c(2)*cos(z20)
    z22 = z4 + z21
    ! far.x
    phi(5) = z19 - z22
    z23 = c(2)*sin(z20)
    z24 = z7 + z23
    z25 = c(2)*sin(z17)
    z26 = z15 + z25
    ! far.y
    phi(6) = z26 - z24
    z27 = z8*u(2) + z6*u(4)
    ! lead.x'
    phidot(1) = z9*u(1) - z27
    z28 = z3*u(4) + z5*u(2)
    ! lead.y'
    phidot(2) = z28 - z1*u(1)
    ! near.x'
    phidot(3) = z27 - z16*u(3) - z14*u(5)
    ! near.y'
    phidot(4) = z12*u(5) - z28 + z13*u(3)
    ! far.x'
    phidot(5) = z24*u(2) - z26*u(3) - z25*u(7) + z23*u(6)
    ! far.y'
    phidot(6) = z18*u(7) + z19*u(3) - z22*u(2) - z21*u(6)
  end subroutine peaucellier_constraints

  ! B of the constraints at speed level, phidot = B u - b(t)
  pure subroutine peaucellier_constraint_matrix(t, q, w, c, b)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: b(nphi,nu)
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17, z18
    associate (unused_t => t, unused_w => w)
    end associate
    b = 0.0_dp
    b(1,1) = c(3)*sin(q(1))
    b(2,1) = -c(3)*cos(q(1))
    z1 = q(4) + q(2)
    z2 = c(2)*sin(z1)
    b(1,4) = -z2
    b(3,4) = z2
    z3 = c(1)*sin(q(2))
    z4 = z2 + z3
    b(1,2) = -z4
    b(3,2) = z4
    z5 = c(2)*cos(z1)
    b(2,4) = z5
    b(4,4) = -z5
    z6 = c(1)*cos(q(2))
    z7 = z5 + z6
    b(2,2) = z7
    b(4,2) = -z7
    z8 = q(2) + q(6)
    z9 = c(2)*sin(z8)
    b(5,6) = z9
    b(5,2) = z3 + z9
    z10 = c(2)*cos(z8)
    b(6,6) = -z10
    b(6,2) = -z6 - z10
    z11 = q(5) + q(3)
    z12 = c(2)*sin(z11)
    b(3,5) = -z12
    z13 = c(1)*sin(q(3))
    b(3,3) = -z12 - z13
    z14 = c(1)*cos(q(3))
    z15 = c(2)*cos(z11)
    b(4,5) = z15
    b(4,3) = z14 + z15
    z16 = q(3) + q(7)
    z17 = c(2)*sin(z16)
    b(5,7) = -z17
    b(5,3) = -z13 - z17
    z18 = c(2)*cos(z16)
    b(6,7) = z18
    b(6,3) = z14 + z18
  end subroutine peaucellier_constraint_matrix

  ! kinetic and potential energy, prescribed motion included
  pure subroutine peaucellier_energy(t, q, u, w, c, kinetic, potential)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: kinetic
    real(dp), intent(out) :: potential
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17, z18, z19, z20
    real(dp) :: z21
    associate (unused_t => t, unused_w => w)
    end associate
    ! angular velocity of lower_outer
    z1 = u(7) + u(3)
    ! rotation of lower_outer
    z2 = sin(q(7))
    z3 = cos(q(7))
    z4 = c(1)*u(3)
    z5 = z3*z4 + c(6)*z1
    ! angular velocity of upper_outer
    z6 = u(2) + u(6)
    z7 = cos(q(6))
    z8 = c(1)*u(2)
    z9 = z7*z8 + c(6)*z6
    ! rotation of upper_outer
    z10 = sin(q(6))
    ! angular velocity of lower_inner
    z11 = u(3) + u(5)
    z12 = cos(q(5))
    z13 = z4*z12 + c(6)*z11
    ! rotation of lower_inner
    z14 = sin(q(5))
    ! rotation of upper_inner
    z15 = sin(q(4))
    z16 = cos(q(4))
    ! angular velocity of upper_inner
    z17 = u(2) + u(4)
    z18 = z8*z16 + c(6)*z17
    z19 = u(3)*u(3)
    z20 = u(2)*u(2)
    z21 = c(19)*(c(14)*((z2*z2 + z14*z14)*z19 + (z10*z10 + z15*z15)*z20) + z5*z5 + z9*z9 + z13*z13 + z18*z18)
    kinetic = 0.5_dp*(z21 + c(17)*(z1*z1 + z6*z6 + z11*z11 + z17*z17) + c(11)*(z19 + z20) + c(5)*u(1)*u(1))
    potential = 9.81_dp*(c(4)*((z10 + z15)*cos(q(2)) + cos(q(3))*(z2 + z14)) + c(21)*sin(q(1)) + (c(10) + c(4)*(z7 + z16))*sin(q( &
        2)) + (c(10) + c(4)*(z3 + z12))*sin(q(3)))
  end subroutine peaucellier_energy

  ! the outputs of the script
  pure subroutine peaucellier_outputs(t, q, u, w, c, o, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: o(no)
    integer, intent(out) :: info
    real(dp) :: z1, z2, z3, z4
    associate (unused_t => t, unused_u => u, unused_w => w)
    end associate
    info = 0
    z1 = cos(q(2))
    z2 = c(1) + c(2)*cos(q(6))
    z3 = c(2)*sin(q(6))
    z4 = sin(q(2))
    ! line_x [m] the straight line
    o(1) = z1*z2 - z3*z4
    ! line_y [m] where the pen is on it
    o(2) = z2*z4 + z1*z3
  end subroutine peaucellier_outputs

  ! one Newton step from q towards the consistent coordinates nearest to the guess
  pure subroutine peaucellier_assembly_step(t, q, guess, w, c, next, phi, step, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: guess(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: next(nq)
    real(dp), intent(out) :: phi(nphi)
    real(dp), intent(out) :: step(nu)
    integer, intent(out) :: info
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17, z18, z19, z20
    real(dp) :: z21, z22, z23, z24, z25, z26, z27, z28, z29, z30, z31, z32, z33, z34, z35, z36, z37, z38
    real(dp) :: z39, z40, z41, z42, z43, z44, z45, z46, z47, z48, z49, z50, z51, z52, z53, z54, z55, z56
    real(dp) :: z57, z58, z59, z60, z61, z62, z63, z64, z65, z66, z67, z68, z69, z70, z71, z72, z73, z74
    real(dp) :: z75, z76, z77, z78, z79, z80, z81, z82, z83, z84, z85, z86, z87, z88, z89, z90, z91, z92
    real(dp) :: z93, z94, z95, z96, z97, z98, z99, z100, z101, z102, z103, z104, z105, z106, z107, z108
    real(dp) :: z109, z110, z111, z112, z113, z114, z115, z116, z117, z118, z119, z120, z121, z122, z123
    real(dp) :: z124, z125, z126, z127, z128, z129, z130, z131, z132, z133, z134, z135, z136, z137, z138
    real(dp) :: z139, z140, z141, z142, z143, z144, z145, z146, z147, z148, z149, z150, z151, z152, z153
    real(dp) :: z154, z155, z156, z157, z158, z159, z160, z161, z162, z163, z164, z165, z166, z167, z168
    real(dp) :: z169, z170, z171, z172, z173, z174, z175, z176, z177
    associate (unused_t => t, unused_w => w)
    end associate
    info = 0
    info = merge(info, 1, info /= 0 .or. (0.0_dp < c(15)))
    z1 = c(15)*(q(1) - guess(1))
    z2 = q(4) + q(2)
    z3 = sin(z2)
    z4 = c(2)*z3
    z5 = c(1)*sin(q(2))
    z6 = z4 + z5
    info = merge(info, 7, info /= 0 .or. (0.0_dp < c(18)))
    z7 = cos(z2)
    z8 = c(1)*cos(q(2))
    z9 = c(4)*(z7*z8 + z3*z5)
    ! mass matrix, q4' by q2'
    z10 = c(18) + z9
    z11 = c(12)*z10
    z12 = z6 - z4*z11
    z13 = q(2) + q(6)
    z14 = sin(z13)
    z15 = cos(z13)
    z16 = c(4)*(z5*z14 + z8*z15)
    ! mass matrix, q6' by q2'
    z17 = c(18) + z16
    z18 = c(12)*z17
    ! mass matrix, q2' by q2'
    z19 = z9 + z10 + z16 + z17 + c(16)
    ! pivot of q2'
    z20 = z19 - z10*z11 - z17*z18
    z21 = 1.999999999998e-12_dp*z19
    info = merge(info, 2, info /= 0 .or. (z21 < z20))
    z22 = 1.0_dp/merge(z20, 1.0e+30_dp, (z21 < z20))
    z23 = c(2)*z14
    z24 = z5 + z23
    z25 = z24 - z18*z23
    z26 = z22*z25
    z27 = z12*z26
    z28 = c(2)*z15
    z29 = z8 + z28
    z30 = z29 - z18*z28
    z31 = z22*z30
    z32 = q(7) + q(3)
    z33 = cos(z32)
    z34 = c(2)*z33
    z35 = c(1)*sin(q(3))
    z36 = sin(z32)
    z37 = c(1)*cos(q(3))
    z38 = c(4)*(z35*z36 + z33*z37)
    ! mass matrix, q7' by q3'
    z39 = c(18) + z38
    z40 = c(12)*z39
    z41 = z34 + z37
    z42 = z41 - z34*z40
    z43 = q(3) + q(5)
    z44 = cos(z43)
    z45 = sin(z43)
    z46 = c(4)*(z37*z44 + z35*z45)
    ! mass matrix, q5' by q3'
    z47 = c(18) + z46
    z48 = c(12)*z47
    ! mass matrix, q3' by q3'
    z49 = c(16) + z38 + z39 + z46 + z47
    ! pivot of q3'
    z50 = z49 - z47*z48 - z39*z40
    z51 = 1.999999999998e-12_dp*z49
    info = merge(info, 3, info /= 0 .or. (z51 < z50))
    z52 = 1.0_dp/merge(z50, 1.0e+30_dp, (z51 < z50))
    z53 = z42*z52
    z54 = c(2)*z36
    z55 = z35 + z54
    z56 = z55 - z40*z54
    z57 = c(12)*z34
    z58 = c(12)*z28
    z59 = z25*z31 + z53*z56 + z54*z57 + z23*z58
    ! pivot of constraint row 6
    z60 = z28*z58 + z34*z57 + z42*z53 + z30*z31
    info = merge(info, 13, info /= 0 .or. (-z60 < 0.0_dp))
    z61 = 1.0_dp/merge(-z60, -1.0e+30_dp, (-z60 < 0.0_dp))
    z62 = z59*z61
    z63 = z12*z31
    z64 = z27 + z62*z63
    z65 = c(12)*z23
    z66 = c(12)*z54
    z67 = z52*z56
    z68 = z25*z26 + z23*z65 + z54*z66 + z56*z67
    ! pivot of constraint row 5
    z69 = z68 + z59*z62
    z70 = 1.999999999998e-12_dp*z68
    info = merge(info, 12, info /= 0 .or. (-z69 < -z70))
    z71 = 1.0_dp/merge(-z69, -1.0e+30_dp, (-z69 < -z70))
    z72 = c(2)*z44
    z73 = z37 + z72
    z74 = z73 - z48*z72
    z75 = c(2)*z7
    z76 = z8 + z75
    z77 = z76 - z11*z75
    z78 = z31*z77
    z79 = z78 + z53*z74
    z80 = z26*z77
    z81 = z80 + z62*z79 + z67*z74
    z82 = z71*z81
    z83 = z61*z79
    z84 = c(12)*z75
    z85 = z22*z77
    z86 = z4*z84 + z12*z85
    z87 = z86 + z64*z82 + z63*z83
    z88 = z52*z74
    z89 = c(12)*z72
    z90 = z75*z84 + z77*z85
    z91 = z90 + z74*z88 + z72*z89
    ! pivot of constraint row 4
    z92 = z91 + z81*z82 + z79*z83
    z93 = 1.999999999998e-12_dp*z91
    info = merge(info, 11, info /= 0 .or. (-z92 < -z93))
    z94 = 1.0_dp/merge(-z92, -1.0e+30_dp, (-z92 < -z93))
    z95 = z87*z94
    z96 = z64*z71
    z97 = c(12)*z4
    z98 = z12*z22
    z99 = z4*z97 + z12*z98
    z100 = c(3)*sin(q(1))
    z101 = c(13)*z100
    z102 = z99 + z100*z101
    z103 = z61*z63
    z104 = c(2)*z45
    z105 = z35 + z104
    z106 = z105 - z48*z104
    z107 = z63 + z53*z106
    z108 = z27 + z62*z107 + z67*z106
    z109 = z71*z108
    z110 = z61*z107
    z111 = z86 + z83*z107 + z89*z104 + z88*z106 + z82*z108
    z112 = z94*z111
    z113 = z99 + z64*z109 + z63*z110 + z87*z112
    z114 = c(12)*z104
    z115 = z52*z106
    z116 = z99 + z104*z114 + z106*z115
    ! pivot of constraint row 3
    z117 = z116 + z108*z109 + z107*z110 + z111*z112
    z118 = 1.999999999998e-12_dp*z116
    info = merge(info, 10, info /= 0 .or. (-z117 < -z118))
    z119 = 1.0_dp/merge(-z117, -1.0e+30_dp, (-z117 < -z118))
    z120 = z113*z119
    z121 = z80 + z62*z78
    z122 = z71*z121
    z123 = z61*z78
    z124 = c(3)*cos(q(1))
    z125 = c(13)*z124
    z126 = z90 + z82*z121 + z78*z83
    z127 = z94*z126
    z128 = z112*z126 + z109*z121 + z75*z97 + z77*z98 + z78*z110
    z129 = z119*z128
    z130 = z86 + z64*z122 + z63*z123 + z100*z125 + z87*z127 + z113*z129
    z131 = z90 + z124*z125
    ! pivot of constraint row 2
    z132 = z131 + z78*z123 + z121*z122 + z126*z127 + z128*z129
    z133 = 1.999999999998e-12_dp*z131
    info = merge(info, 9, info /= 0 .or. (-z132 < -z133))
    z134 = 1.0_dp/merge(-z132, -1.0e+30_dp, (-z132 < -z133))
    z135 = z130*z134
    ! pivot of constraint row 1
    z136 = z102 + z87*z95 + z64*z96 + z63*z103 + z113*z120 + z130*z135
    z137 = 1.999999999998e-12_dp*z102
    info = merge(info, 8, info /= 0 .or. (-z136 < -z137))
    z138 = q(7) - guess(7)
    z139 = q(3) - guess(3)
    z140 = c(18)*z138 + z39*z139
    z141 = q(5) - guess(5)
    z142 = z47*z139 + c(18)*z141
    z143 = z40*z140 - z39*z138 - z49*z139 - z47*z141 + z48*z142
    z144 = q(2) - guess(2)
    z145 = q(6) - guess(6)
    z146 = z17*z144 + c(18)*z145
    z147 = z24 - z55
    ! far.y
    phi(6) = -z147
    z148 = q(4) - guess(4)
    z149 = z10*z144 + c(18)*z148
    z150 = z18*z146 - z17*z145 - z10*z148 - z19*z144 + z11*z149
    z151 = z147 - z53*z143 - z58*z146 + z57*z140 + z31*z150
    z152 = z29 - z41
    ! far.x
    phi(5) = -z152
    z153 = z152 - z62*z151 + z65*z146 - z66*z140 + z67*z143 - z26*z150
    z154 = z6 - z105
    ! near.y
    phi(4) = -z154
    z155 = z84*z149 - z85*z150
    z156 = z154 - z155 - z82*z153 - z88*z143 + z89*z142 + z83*z151
    z157 = c(3) - z76 + z124
    ! lead.x
    phi(1) = -z157
    z158 = z73 - z76
    ! near.x
    phi(3) = z158
    z159 = z98*z150 - z97*z149
    z160 = z158 + z159 - z109*z153 + z110*z151 - z115*z143 + z114*z142 + z112*z156
    z161 = z6 - z100
    ! lead.y
    phi(2) = z161
    z162 = z155 - z161 - z129*z160 - z127*z156 - z1*z125 - z123*z151 + z122*z153
    z163 = (z157 + z159 + z95*z156 - z96*z153 + z1*z101 + z103*z151 + z120*z160 - z135*z162)/merge(-z136, -1.0e+30_dp, (-z136 < &
        -z137))
    z164 = z135*z163 - z134*z162
    z165 = c(13)*z1 + z125*z164 + z101*z163
    ! q1' times a second
    step(1) = -z165
    ! q1 [rad]
    next(1) = q(1) - z165
    z166 = z129*z164 + z119*z160 + z120*z163
    z167 = z127*z164 + z112*z166 + z94*z156 + z95*z163
    z168 = z122*z164 + z109*z166 - z71*z153 + z82*z167 + z96*z163
    z169 = z103*z163 + z110*z166 + z61*z151 + z62*z168 + z83*z167 + z123*z164
    z170 = z164 + z167
    z171 = z163 + z166
    z172 = z85*z170 + z98*z171 + z22*z150 + z31*z169 + z26*z168
    ! q2' times a second
    step(2) = z172
    ! q2 [rad]
    next(2) = q(2) + z172
    z173 = z88*z167 + z67*z168 - z52*z143 + z53*z169 + z115*z166
    ! q3' times a second
    step(3) = -z173
    ! q3 [rad]
    next(3) = q(3) - z173
    z174 = z84*z170 + z97*z171 - c(12)*z149 - z11*z172
    ! q4' times a second
    step(4) = z174
    ! q4 [rad]
    next(4) = q(4) + z174
    z175 = z114*z166 + z89*z167 - z48*z173 + c(12)*z142
    ! q5' times a second
    step(5) = -z175
    ! q5 [rad]
    next(5) = q(5) - z175
    z176 = z65*z168 + z58*z169 - z18*z172 - c(12)*z146
    ! q6' times a second
    step(6) = z176
    ! q6 [rad]
    next(6) = q(6) + z176
    z177 = z57*z169 - z40*z173 + c(12)*z140 + z66*z168
    ! q7' times a second
    step(7) = -z177
    ! q7 [rad]
    next(7) = q(7) - z177
  end subroutine peaucellier_assembly_step

  ! in place, the speeds nearest to u that satisfy the constraints
  pure subroutine peaucellier_project_speeds(t, q, u, w, c, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(inout) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(out) :: info
    real(dp) :: z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17, z18, z19, z20
    real(dp) :: z21, z22, z23, z24, z25, z26, z27, z28, z29, z30, z31, z32, z33, z34, z35, z36, z37, z38
    real(dp) :: z39, z40, z41, z42, z43, z44, z45, z46, z47, z48, z49, z50, z51, z52, z53, z54, z55, z56
    real(dp) :: z57, z58, z59, z60, z61, z62, z63, z64, z65, z66, z67, z68, z69, z70, z71, z72, z73, z74
    real(dp) :: z75, z76, z77, z78, z79, z80, z81, z82, z83, z84, z85, z86, z87, z88, z89, z90, z91, z92
    real(dp) :: z93, z94, z95, z96, z97, z98, z99, z100, z101, z102, z103, z104, z105, z106, z107, z108
    real(dp) :: z109, z110, z111, z112, z113, z114, z115, z116, z117, z118, z119, z120, z121, z122, z123
    real(dp) :: z124, z125, z126, z127, z128, z129, z130, z131, z132, z133, z134, z135, z136, z137, z138
    real(dp) :: z139, z140, z141, z142, z143, z144, z145, z146, z147, z148, z149, z150, z151, z152, z153
    real(dp) :: z154, z155, z156, z157, z158, z159, z160
    associate (unused_t => t, unused_w => w)
    end associate
    info = 0
    info = merge(info, 7, info /= 0 .or. (0.0_dp < c(18)))
    z1 = q(4) + q(2)
    z2 = cos(z1)
    z3 = c(1)*cos(q(2))
    z4 = sin(z1)
    z5 = c(1)*sin(q(2))
    z6 = c(4)*(z2*z3 + z4*z5)
    ! mass matrix, q4' by q2'
    z7 = c(18) + z6
    z8 = c(12)*z7
    z9 = q(2) + q(6)
    z10 = sin(z9)
    z11 = cos(z9)
    z12 = c(4)*(z5*z10 + z3*z11)
    ! mass matrix, q6' by q2'
    z13 = c(18) + z12
    z14 = c(12)*z13
    ! mass matrix, q2' by q2'
    z15 = z6 + z7 + z12 + z13 + c(16)
    ! pivot of q2'
    z16 = z15 - z7*z8 - z13*z14
    z17 = 1.999999999998e-12_dp*z15
    info = merge(info, 2, info /= 0 .or. (z17 < z16))
    z18 = 1.0_dp/merge(z16, 1.0e+30_dp, (z17 < z16))
    z19 = c(2)*z11
    z20 = z3 + z19
    z21 = z20 - z14*z19
    z22 = z18*z21
    z23 = c(2)*z10
    z24 = z5 + z23
    z25 = z24 - z14*z23
    z26 = q(7) + q(3)
    z27 = cos(z26)
    z28 = c(2)*z27
    z29 = c(1)*sin(q(3))
    z30 = sin(z26)
    z31 = c(1)*cos(q(3))
    z32 = c(4)*(z29*z30 + z27*z31)
    ! mass matrix, q7' by q3'
    z33 = c(18) + z32
    z34 = c(12)*z33
    z35 = z28 + z31
    z36 = z35 - z28*z34
    z37 = q(3) + q(5)
    z38 = cos(z37)
    z39 = sin(z37)
    z40 = c(4)*(z31*z38 + z29*z39)
    ! mass matrix, q5' by q3'
    z41 = c(18) + z40
    z42 = c(12)*z41
    ! mass matrix, q3' by q3'
    z43 = c(16) + z32 + z33 + z40 + z41
    ! pivot of q3'
    z44 = z43 - z41*z42 - z33*z34
    z45 = 1.999999999998e-12_dp*z43
    info = merge(info, 3, info /= 0 .or. (z45 < z44))
    z46 = 1.0_dp/merge(z44, 1.0e+30_dp, (z45 < z44))
    z47 = z36*z46
    z48 = c(2)*z30
    z49 = z29 + z48
    z50 = z49 - z34*z48
    z51 = c(12)*z28
    z52 = c(12)*z19
    z53 = z22*z25 + z47*z50 + z48*z51 + z23*z52
    ! pivot of constraint row 6
    z54 = z19*z52 + z28*z51 + z36*z47 + z21*z22
    info = merge(info, 13, info /= 0 .or. (-z54 < 0.0_dp))
    z55 = 1.0_dp/merge(-z54, -1.0e+30_dp, (-z54 < 0.0_dp))
    z56 = z53*z55
    z57 = c(2)*z4
    z58 = z5 + z57
    z59 = z58 - z8*z57
    z60 = z22*z59
    z61 = c(2)*z39
    z62 = z29 + z61
    z63 = z62 - z42*z61
    z64 = z60 + z47*z63
    z65 = z18*z25
    z66 = z59*z65
    z67 = z46*z50
    z68 = z66 + z56*z64 + z63*z67
    z69 = c(12)*z23
    z70 = c(12)*z48
    z71 = z25*z65 + z23*z69 + z48*z70 + z50*z67
    ! pivot of constraint row 5
    z72 = z71 + z53*z56
    z73 = 1.999999999998e-12_dp*z71
    info = merge(info, 12, info /= 0 .or. (-z72 < -z73))
    z74 = 1.0_dp/merge(-z72, -1.0e+30_dp, (-z72 < -z73))
    z75 = z68*z74
    z76 = c(12)*z57
    z77 = c(12)*z61
    z78 = z46*z63
    z79 = z18*z59
    z80 = z57*z76 + z59*z79
    z81 = z80 + z61*z77 + z63*z78
    z82 = z55*z64
    z83 = c(2)*z38
    z84 = z31 + z83
    z85 = z84 - z42*z83
    z86 = c(2)*z2
    z87 = z3 + z86
    z88 = z87 - z8*z86
    z89 = z22*z88
    z90 = z89 + z47*z85
    z91 = z55*z90
    z92 = z18*z88
    z93 = c(12)*z83
    z94 = c(12)*z86
    z95 = z46*z85
    z96 = z65*z88
    z97 = z96 + z56*z90 + z67*z85
    z98 = z74*z97
    z99 = z59*z92 + z57*z94
    z100 = z99 + z64*z91 + z61*z93 + z63*z95 + z68*z98
    z101 = z86*z94 + z88*z92
    z102 = z101 + z85*z95 + z83*z93
    ! pivot of constraint row 4
    z103 = z102 + z97*z98 + z90*z91
    z104 = 1.999999999998e-12_dp*z102
    info = merge(info, 11, info /= 0 .or. (-z103 < -z104))
    z105 = 1.0_dp/merge(-z103, -1.0e+30_dp, (-z103 < -z104))
    z106 = z100*z105
    ! pivot of constraint row 3
    z107 = z81 + z68*z75 + z64*z82 + z100*z106
    z108 = 1.999999999998e-12_dp*z81
    info = merge(info, 10, info /= 0 .or. (-z107 < -z108))
    z109 = 1.0_dp/merge(-z107, -1.0e+30_dp, (-z107 < -z108))
    z110 = z96 + z56*z89
    z111 = z101 + z98*z110 + z89*z91
    z112 = z106*z111 + z75*z110 + z76*z86 + z79*z88 + z82*z89
    z113 = z109*z112
    z114 = z28*u(7) + z35*u(3) - z20*u(2) - z19*u(6)
    z115 = z49*u(3) + z48*u(7) - z24*u(2) - z23*u(6) + z56*z114
    z116 = z58*u(2) + z57*u(4)
    z117 = z86*u(4) + z87*u(2)
    z118 = z117 - z98*z115 - z91*z114 - z83*u(5) - z84*u(3)
    z119 = z116 - z75*z115 - z62*u(3) - z61*u(5) - z82*z114 + z106*z118
    z120 = z74*z110
    z121 = c(3)*cos(q(1))
    z122 = z55*z89
    z123 = z105*z111
    z124 = z117 + z113*z119 - z115*z120 - u(1)*z121 - z114*z122 + z118*z123
    info = merge(info, 1, info /= 0 .or. (0.0_dp < c(15)))
    z125 = c(13)*z121
    z126 = z101 + z121*z125
    ! pivot of constraint row 2
    z127 = z126 + z89*z122 + z110*z120 + z111*z123 + z112*z113
    z128 = 1.999999999998e-12_dp*z126
    info = merge(info, 9, info /= 0 .or. (-z127 < -z128))
    z129 = 1.0_dp/merge(-z127, -1.0e+30_dp, (-z127 < -z128))
    z130 = z66 + z56*z60
    z131 = z99 + z98*z130 + z60*z91
    z132 = z105*z131
    z133 = z74*z130
    z134 = c(3)*sin(q(1))
    z135 = c(13)*z134
    z136 = z80 + z134*z135
    z137 = z55*z60
    z138 = z80 + z75*z130 + z60*z82 + z106*z131
    z139 = z109*z138
    z140 = z99 + z120*z130 + z60*z122 + z125*z134 + z123*z131 + z113*z138
    z141 = z129*z140
    ! pivot of constraint row 1
    z142 = z136 + z131*z132 + z130*z133 + z60*z137 + z138*z139 + z140*z141
    z143 = 1.999999999998e-12_dp*z136
    info = merge(info, 8, info /= 0 .or. (-z142 < -z143))
    z144 = (z116 + z119*z139 - z115*z133 - z114*z137 - u(1)*z134 + z118*z132 + z124*z141)/merge(-z142, -1.0e+30_dp, (-z142 < &
        -z143))
    z145 = z124*z129 + z141*z144
    z146 = u(1) - z125*z145 - z135*z144
    z147 = z109*z119 + z113*z145 + z139*z144
    z148 = z132*z144 + z105*z118 + z106*z147 + z123*z145
    z149 = z133*z144 + z75*z147 + z98*z148 - z74*z115 + z120*z145
    z150 = z137*z144 + z122*z145 + z82*z147 - z55*z114 + z56*z149 + z91*z148
    z151 = z144 + z147
    z152 = z145 + z148
    z153 = z79*z151 + z92*z152 + z65*z149 + z22*z150
    z154 = u(2) + z153
    z155 = z78*z147 + z95*z148 + z47*z150 + z67*z149
    z156 = u(3) - z155
    z157 = u(4) + z76*z151 + z94*z152 - z8*z153
    z158 = u(5) + z42*z155 - z93*z148 - z77*z147
    z159 = u(6) + z69*z149 - z14*z153 + z52*z150
    z160 = u(7) - z51*z150 + z34*z155 - z70*z149
    ! q1' [rad/s]
    u(1) = z146
    ! q2' [rad/s]
    u(2) = z154
    ! q3' [rad/s]
    u(3) = z156
    ! q4' [rad/s]
    u(4) = z157
    ! q5' [rad/s]
    u(5) = z158
    ! q6' [rad/s]
    u(6) = z159
    ! q7' [rad/s]
    u(7) = z160
  end subroutine peaucellier_project_speeds

  ! in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton steps,
  ! until no |phi| and no step exceeds tolerance. info: 0, a failing pivot, or nu+nphi+1 when the limit is reached or a
  ! number overflows; q then holds the last finite coordinates
  pure subroutine peaucellier_assemble(t, q, w, c, tolerance, limit, info)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: limit
    integer, intent(out) :: info
    real(dp) :: guess(nq), next(nq), phi(nphi), step(nu), before(nu), pull, pull_before, pull_next, turn, square
    integer :: k
    info = nu + nphi + 1
    next = q
    if (.not. all(abs(next) <= huge(pull))) return
    q = next
    guess = next
    before = 0.0_dp
    pull = 1.0_dp
    pull_before = 1.0_dp
    do k = 1, limit
      call peaucellier_assembly_step(t, q, q + pull*(guess - q), w, c, next, phi, step, info)
      if (info /= 0) return
      info = nu + nphi + 1
      if (.not. (all(abs(next) <= huge(pull)) .and. all(abs(phi) <= huge(pull)))) return
      step = step/pull
      if (all(abs(phi) <= tolerance) .and. all(abs(step) <= tolerance)) then
        info = 0
        return
      end if
      ! where steps turn back, aim short of the guess, by the secant rule
      turn = dot_product(step, before)
      square = dot_product(before, before)
      before = step
      pull_next = min(1.0_dp, 2.0_dp*pull)
      if (turn < square) pull_next = min(pull_next, pull_before*square/(square - turn))
      pull_before = pull
      pull = pull_next
      q = next
    end do
  end subroutine peaucellier_assemble
end module peaucellier_model
