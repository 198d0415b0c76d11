"""Frames of straight beams (L. Euler, D. Bernoulli) as finite elements: a small model to try sid.py with."""
import numpy as np

import sid


class Section:
    """EA, GJ, EI about the element's y and z axes; mass per length, and its moment of inertia about the beam's axis."""

    def __init__(self, EA, GJ, EIy, EIz, rhoA, rhoI=0.0):
        self.EA, self.GJ, self.EIy, self.EIz, self.rhoA, self.rhoI = EA, GJ, EIy, EIz, rhoA, rhoI


BENDING_MASS = np.array([[156, 22, 54, -13], [22, 4, 13, -3], [54, 13, 156, -22], [-13, -3, -22, 4]]) / 420
BENDING = np.array([[12, 6, -12, 6], [6, 4, -6, 2], [-12, -6, 12, -6], [6, 2, -6, 4]])
UNDER_TENSION = np.array([[36, 3, -36, 3], [3, 4, -3, -1], [-36, -3, 36, -3], [3, -1, -3, 4]]) / 30
ROD_MASS = np.array([[2, 1], [1, 2]]) / 6
ROD = np.array([[1, -1], [-1, 1]])
ALONG, TURN = [0, 6], [3, 9]
BEND_Y, BEND_Z = [1, 5, 7, 11], [2, 4, 8, 10]  # deflections along y and along z with the slopes of their nodes


class Frame:
    """nodes: {number: (x, y, z)}; elements: [(number, number, section)]; up: a direction in the elements' x-y plane."""

    def __init__(self, nodes, elements, up=(0, 1, 0)):
        self.numbers, self.places = list(nodes), np.array([nodes[k] for k in nodes], float)
        self.elements = []
        for a, b, section in elements:
            rows = [6 * self.numbers.index(k) + c for k in (a, b) for c in range(6)]
            along = self.places[rows[6] // 6] - self.places[rows[0] // 6]
            length = np.linalg.norm(along)
            x = along / length
            z = np.cross(x, up) if np.linalg.norm(np.cross(x, up)) > 1e-6 else np.cross(x, (1, 0, 0))
            z /= np.linalg.norm(z)
            axes = np.array([x, np.cross(z, x), z])
            self.elements.append((rows, length, np.kron(np.eye(4), axes), section))

    def assembled(self, local):
        total = np.zeros((6 * len(self.numbers),) * 2)
        for k, (rows, length, axes, section) in enumerate(self.elements):
            total[np.ix_(rows, rows)] += axes.T @ local(k, length, section) @ axes
        return total

    @staticmethod
    def bent(table, y, z, length):
        """A table of deflections and slopes; along z slopes count the other way."""
        m = np.zeros((12, 12))
        for rows, factor, sign in ((BEND_Y, y, 1), (BEND_Z, z, -1)):
            scale = np.array([1, sign * length, 1, sign * length])
            m[np.ix_(rows, rows)] += factor * table * np.outer(scale, scale)
        return m

    def mass(self, _, length, s):
        m = self.bent(BENDING_MASS, s.rhoA * length, s.rhoA * length, length)
        m[np.ix_(ALONG, ALONG)] += s.rhoA * length * ROD_MASS
        m[np.ix_(TURN, TURN)] += s.rhoI * length * ROD_MASS
        return m

    def stiffness(self, _, length, s):
        m = self.bent(BENDING, s.EIz / length**3, s.EIy / length**3, length)
        m[np.ix_(ALONG, ALONG)] += s.EA / length * ROD
        m[np.ix_(TURN, TURN)] += s.GJ / length * ROD
        return m

    def geometric(self, clamp):
        """What gives the geometric stiffness under loads, of the frame that is clamped there."""
        K = self.assembled(self.stiffness)
        free = [row for row in range(len(K)) if self.numbers[row // 6] not in clamp]
        inverse = np.linalg.inv(K[np.ix_(free, free)])

        def under(load):
            u = np.zeros(len(K))
            u[free] = inverse @ load[free]

            def local(k, length, s):
                rows, _, axes, _ = self.elements[k]
                v = axes @ u[rows]
                tension = s.EA / length * (v[6] - v[0])
                return self.bent(UNDER_TENSION, tension / length, tension / length, length)

            return self.assembled(local)

        return under

    def model(self, stiffening_clamp=None):
        """stiffening_clamp: the clamped nodes, for geometric stiffening."""
        return sid.FiniteElements(self.assembled(self.mass), self.assembled(self.stiffness), self.numbers, self.places,
                                  geometric=None if stiffening_clamp is None else self.geometric(stiffening_clamp))
