#!/usr/bin/env python3
"""Balances the pole: the equations linearized by the emitted Jacobian, a regulator by SciPy, the motion with it.

    lag cart_pole.lag --out out
    PYTHONPATH=out python3 balance.py
"""
import cart_pole
import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import solve_continuous_are

upright = np.zeros(cart_pole.nq + cart_pole.nu)


def regulator(Q=np.diag([10.0, 10.0, 1.0, 1.0]), R=np.eye(1)):
    """The gain K of push = -K y that makes the integral of y'Qy + push'R push least."""
    slopes = cart_pole.jacobian_matrix(0.0, upright, np.zeros(1))
    A, B = slopes[:, :4], slopes[:, 4:]
    K = np.linalg.solve(R, B.T @ solve_continuous_are(A, B, Q, R))
    return K, np.linalg.eigvals(A - B @ K)


def main():
    K, eigenvalues = regulator()
    print("gain", np.round(K[0], 3))
    print("slowest eigenvalue", f"{max(eigenvalues.real):.3f} 1/s")
    start = np.array([0.5, 0.3, 0.0, 0.0])  # s, lean, s', lean'
    run = solve_ivp(lambda t, y: cart_pole.derivatives(t, y, -K @ y), (0, 12), start, rtol=1e-9, atol=1e-11)
    print("from", start, "to", f"{np.abs(run.y[:, -1]).max():.1e}", "in 12 s")
    assert run.success and np.abs(run.y[:, -1]).max() < 1e-3


if __name__ == "__main__":
    main()
