#!/usr/bin/env python3
"""Draws the pictures of the language reference: docs/pictures/*.svg.

    python3 docs/drawings.py            compare the pictures with what this script draws
    python3 docs/drawings.py --accept   write them

Lengths are in pixels, the y axis points up; angles are in degrees, counter-clockwise.
"""

import math
import pathlib
import sys

PICTURES = pathlib.Path(__file__).resolve().parent / "pictures"
INK, SOFT, HINGE, OFFSET, CENTRE = "#222222", "#d8dee6", "#b0443a", "#2a6fb0", "#3a7d44"


def plus(a, b):
    return (a[0] + b[0], a[1] + b[1])


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1])


def turned(v, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (c * v[0] - s * v[1], s * v[0] + c * v[1])


class Drawing:
    def __init__(self, width, height, title):
        self.width, self.height = width, height
        self.parts = [f"<title>{title}</title>", f'<rect width="{width}" height="{height}" fill="white"/>']

    def at(self, point):
        return f"{point[0]:.1f}", f"{self.height - point[1]:.1f}"

    def line(self, a, b, colour=INK, width=1.5, dashed=False):
        (x1, y1), (x2, y2) = self.at(a), self.at(b)
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"{dash}/>'
        )

    def polygon(self, points, fill, stroke="none"):
        text = " ".join(",".join(self.at(p)) for p in points)
        self.parts.append(f'<polygon points="{text}" fill="{fill}" stroke="{stroke}"/>')

    def arrow(self, a, b, colour=INK, width=1.8, dashed=False):
        length = math.dist(a, b)
        along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        across = (-along[1], along[0])
        neck = (b[0] - 9 * along[0], b[1] - 9 * along[1])
        self.line(a, neck, colour, width, dashed)
        sides = [(neck[0] + k * 3.6 * across[0], neck[1] + k * 3.6 * across[1]) for k in (1, -1)]
        self.polygon([b, *sides], colour)

    def axes(self, origin, degrees, length, name, colour=INK, dashed=False):
        for direction, letter in (((length, 0), "x"), ((0, length), "y")):
            tip = plus(origin, turned(direction, degrees))
            self.arrow(origin, tip, colour, 1.6, dashed)
            beyond = plus(origin, turned((direction[0] * 1.16, direction[1] * 1.16), degrees))
            self.text(beyond, f"{letter}<tspan baseline-shift=\"sub\" font-size=\"10\">{name}</tspan>", colour)

    def arc(self, centre, radius, start, end, colour):
        a, b = (plus(centre, turned((radius, 0), angle)) for angle in (start, end))
        (x1, y1), (x2, y2) = self.at(a), self.at(b)
        self.parts.append(
            f'<path d="M {x1} {y1} A {radius} {radius} 0 0 0 {x2} {y2}" fill="none" stroke="{colour}" '
            f'stroke-width="1.5"/>'
        )

    def disc(self, centre, radius, fill, stroke=INK):
        x, y = self.at(centre)
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="1.3"/>')

    def text(self, point, words, colour=INK, anchor="middle", size=14):
        x, y = self.at((point[0], point[1] - 5))
        self.parts.append(f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}" font-size="{size}">{words}</text>')

    def body(self, a, b, width):
        """A rounded bar from a to b."""
        (x1, y1), (x2, y2) = self.at(a), self.at(b)
        self.parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{SOFT}" stroke-width="{width}" stroke-linecap="round"/>'
        )

    def mass_centre(self, point):
        self.disc(point, 7, "white", CENTRE)
        x, y = self.at(point)
        self.parts.append(
            f'<path d="M {x} {y} m 0 -7 a 7 7 0 0 1 7 7 h -7 z M {x} {y} m 0 7 a 7 7 0 0 1 -7 -7 h 7 z" fill="{CENTRE}"/>'
        )

    def svg(self):
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family="sans-serif">'
        )
        return "\n".join([head, *self.parts, "</svg>", ""])


def body():
    """The arguments of body(B, A, ..), in the plane."""
    d = Drawing(720, 450, "body(B, A, hinge = revolute(z, q), at, orient, outboard_at, cm)")
    orient, q = 20, 35
    origin_a = (90, 90)
    hinge = plus(origin_a, (190, 70))
    outboard_at = (-120, -35)  # in B's axes
    origin_b = minus(hinge, turned(outboard_at, orient + q))
    cm = plus(origin_b, turned((62, -34), orient + q))
    d.body(plus(origin_a, (0, 15)), hinge, 84)
    d.body(hinge, plus(origin_b, turned((95, 0), orient + q)), 84)
    d.axes(origin_a, 0, 80, "A")
    d.axes(hinge, orient, 95, "H", HINGE, dashed=True)
    d.axes(origin_b, orient + q, 75, "B")
    d.arrow(origin_a, hinge, OFFSET, 2.2)
    d.text(plus(origin_a, (105, 18)), "at", OFFSET)
    d.arrow(origin_b, hinge, OFFSET, 2.2)
    d.text(plus(hinge, (34, 92)), "outboard_at", OFFSET, "start")
    d.arrow(origin_b, cm, CENTRE, 2.2)
    d.text(plus(cm, (14, -2)), "cm", CENTRE, "start")
    d.line(hinge, plus(hinge, (120, 0)), INK, 1, dashed=True)
    d.arc(hinge, 105, 0, orient, HINGE)
    d.text(plus(hinge, turned((150, 0), orient / 2)), "orient", HINGE)
    d.line(hinge, plus(hinge, turned((72, 0), orient + q)), INK, 1, dashed=True)
    d.arc(hinge, 64, orient, orient + q, HINGE)
    d.text(plus(hinge, turned((78, 0), orient + q / 2)), "q", HINGE)
    d.disc(hinge, 6, "white", HINGE)
    d.disc(origin_a, 3, INK)
    d.disc(origin_b, 3, INK)
    d.mass_centre(cm)
    d.text((70, 30), "A, inboard body", INK, "start")
    d.text(plus(origin_b, (130, 20)), "B, the new body", INK, "start")
    d.text(plus(hinge, (26, -22)), "hinge point", HINGE, "start")
    legend = [
        ("at: from A's origin to the hinge point, in A's axes", OFFSET),
        ("orient: from A's axes to the hinge axes H", HINGE),
        ("hinge: the motion from H to B, about and along H's axes", HINGE),
        ("outboard_at: from B's origin to the hinge point, in B's axes", OFFSET),
        ("cm: from B's origin to the mass centre, in B's axes", CENTRE),
        ("inertia: about the mass centre, along B's axes", CENTRE),
    ]
    for k, (words, colour) in enumerate(legend):
        d.text((330, 112 - 18 * k), words, colour, "start", 12)
    return d


def products_of_inertia():
    """The sign of Ixy, on two slender bars."""
    d = Drawing(680, 230, "The sign of a product of inertia")
    for centre, angle, words in (
        ((170, 125), 35, "mass where x and y have one sign: Ixy &lt; 0"),
        ((510, 125), -35, "mass where x and y differ in sign: Ixy &gt; 0"),
    ):
        half = turned((95, 0), angle)
        d.body(minus(centre, half), plus(centre, half), 24)
        d.axes(centre, 0, 70, "B")
        d.mass_centre(centre)
        d.text((centre[0], 18), words, INK, "middle", 13)
    return d


def cut_hinge():
    """A four-bar linkage as a tree and one cut hinge."""
    d = Drawing(620, 260, "A loop: three hinges make a tree, the fourth is cut")
    left, right = (110, 60), (470, 60)
    crank_tip, rocker_tip = (170, 175), (420, 215)
    for a, b, words, at in (
        (left, crank_tip, "crank", (92, 125)),
        (crank_tip, rocker_tip, "coupler", (290, 222)),
        (right, rocker_tip, "rocker", (492, 140)),
    ):
        d.body(a, b, 26)
        d.text(at, words)
    for point, words, at in (
        (left, "q1", (138, 58)),
        (crank_tip, "q2", (196, 166)),
        (right, "q3", (440, 58)),
    ):
        d.disc(point, 8, "white", INK)
        d.text(at, words)
    d.disc(rocker_tip, 11, "white", HINGE)
    d.disc(rocker_tip, 5, "white", HINGE)
    d.text(plus(rocker_tip, (20, 10)), "q4: cut hinge", HINGE, "start")
    for x in (left[0], right[0]):
        d.line((x - 28, 48), (x + 28, 48))
        for k in range(5):
            d.line((x - 24 + 12 * k, 48), (x - 32 + 12 * k, 40), INK, 1)
    d.text((290, 30), "ground")
    return d


def hinges():
    """How much each hinge leaves free."""
    rows = [
        ("fixed", 0, 0),
        ("revolute", 1, 0),
        ("prismatic", 0, 1),
        ("screw", 1, 0),
        ("cylindrical", 1, 1),
        ("universal", 2, 0),
        ("planar", 1, 2),
        ("spherical", 3, 0),
        ("free", 3, 3),
    ]
    d = Drawing(470, 46 + 24 * len(rows), "Degrees of freedom of the hinges")
    for k, (name, turns, slides) in enumerate(rows):
        y = d.height - 28 - 24 * k
        d.text((20, y), name, INK, "start")
        for i in range(turns):
            centre = (170 + 34 * i, y)
            d.arc(centre, 8, 20, 179, HINGE)
            d.arc(centre, 8, 200, 359, HINGE)
        for i in range(slides):
            d.arrow((300 + 44 * i, y), (332 + 44 * i, y), OFFSET)
        if name == "screw":
            d.text((300, y), "pitch times the rotation", OFFSET, "start", 12)
    d.text((204, 14), "rotations", HINGE, "middle", 12)
    d.text((360, 14), "translations", OFFSET, "middle", 12)
    return d


DRAWINGS = {"body": body, "products_of_inertia": products_of_inertia, "cut_hinge": cut_hinge, "hinges": hinges}


def main():
    accept = "--accept" in sys.argv[1:]
    different = []
    for name, draw in DRAWINGS.items():
        path, text = PICTURES / f"{name}.svg", draw().svg()
        if path.exists() and path.read_text() == text:
            continue
        different.append(path.name)
        if accept:
            PICTURES.mkdir(exist_ok=True)
            path.write_text(text)
    for name in different:
        print(f"{name}: {'written' if accept else 'not what docs/drawings.py draws [run it with --accept]'}")
    return 1 if different and not accept else 0


if __name__ == "__main__":
    sys.exit(main())
