#!/usr/bin/env python3
"""Makes standard input data (SID) of a flexible body from a finite-element model, for flexible(.., sid = "file").

    python3 sid.py --mass M.mtx --stiffness K.mtx --nodes nodes.txt --clamp 1 --interface 21 --modes 4 --out arm.sid

    --mass, --stiffness   Matrix Market files (.mtx) or sparse matrices of SciPy (.npz)
    --nodes               a table: number x y z
    --dofs                the degree of freedom of each row, "node.component" a line, components 1 .. 6; without it the rows
                          are those of all nodes in the table's order, 3 or 6 each
    --clamp               nodes that are fixed in the body's axes; the first one is their origin
    --interface           nodes that forces act on or other bodies hang on: their displacements become shapes
    --modes               how many modes of the body with its interface held come with these shapes
    --lowest              how many modes of the result are kept, from the lowest frequency; all without it
    --keep                more nodes that the file names, beside clamped ones and those of the interface
    --damping A B         De = A Me + B Ke, in 1/s and s

The shapes are those of R. R. Craig and M. C. C. Bampton (Coupling of Substructures for Dynamic Analyses, AIAA Journal 6,
1968), put together so that Me is the unit matrix and Ke is diagonal. All in kg, m, s. Needs NumPy and SciPy.
As a module: sid = convert(FiniteElements(..), ..); write(sid, "arm.sid").
"""
import argparse
import dataclasses
import sys

import numpy as np
import scipy.io
import scipy.linalg
import scipy.sparse
import scipy.sparse.linalg

PAIRS = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)]  # the order of Oe
IN_J = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]  # that of J


@dataclasses.dataclass
class FiniteElements:
    """M and K: rows of degrees of freedom; dofs: for each (place of its node in `numbers`, component 0 .. 5).
    geometric: None, or what gives the geometric stiffness matrix under loads f, a vector like a row."""
    M: object
    K: object
    numbers: list
    places: np.ndarray
    dofs: list = None
    geometric: object = None

    def __post_init__(self):
        self.M, self.K = scipy.sparse.csc_matrix(self.M), scipy.sparse.csc_matrix(self.K)
        self.places = np.asarray(self.places, float).reshape(-1, 3)
        rows, nodes = self.M.shape[0], len(self.numbers)
        if self.dofs is None:
            each = rows // nodes if nodes else 0
            if each not in (3, 6) or each * nodes != rows:
                raise ValueError(f"{rows} rows do not fit {nodes} nodes with 3 or 6 degrees of freedom each: give dofs")
            self.dofs = [(node, component) for node in range(nodes) for component in range(each)]
        if self.M.shape != self.K.shape or len(self.dofs) != rows or len(self.places) != nodes:
            raise ValueError("mass, stiffness, nodes and degrees of freedom do not fit each other")
        self.node_of = np.array([node for node, _ in self.dofs])
        self.component_of = np.array([component for _, component in self.dofs])

    def rows_of(self, numbers):
        places = {number: place for place, number in enumerate(self.numbers)}
        for number in numbers:
            if number not in places:
                raise ValueError(f"there is no node {number}")
        chosen = {places[number] for number in numbers}
        return [row for row, (node, _) in enumerate(self.dofs) if node in chosen]

    def displacements(self, u):
        """Of all nodes, from a vector of the degrees of freedom: translations and rotations."""
        both = np.zeros((len(self.numbers), 6))
        both[self.node_of, self.component_of] = u
        return both[:, :3], both[:, 3:]

    def vector(self, translations, rotations=None):
        both = np.hstack([translations, np.zeros_like(translations) if rotations is None else rotations])
        return both[self.node_of, self.component_of]

    def turned(self, places, with_rotations):
        """The velocities of the nodes at these places when the body turns about x, y, z: three columns."""
        columns = []
        for axis in np.eye(3):
            rotations = np.tile(axis, (len(places), 1)) if with_rotations else None
            columns.append(self.vector(np.cross(axis, places), rotations))
        return np.array(columns).T


def craig_bampton(model, clamp, interface, modes, lowest):
    """Shapes by column, with Me = 1 and Ke = diag of the squares of the frequencies that are given too."""
    fixed = set(model.rows_of(clamp))
    held = [row for row in model.rows_of(interface) if row not in fixed]
    inner = np.array(sorted(set(range(model.M.shape[0])) - fixed - set(held)), dtype=int)
    shapes = np.zeros((model.M.shape[0], len(held) + modes))
    if len(inner):
        K_inner = model.K[inner][:, inner]
        if held:
            static = scipy.sparse.linalg.splu(K_inner.tocsc()).solve(model.K[inner][:, held].toarray())
            shapes[inner, :len(held)] = -static
        if modes:
            shapes[np.ix_(inner, range(len(held), len(held) + modes))] = lowest_modes(K_inner, model.M[inner][:, inner], modes)
    for k, row in enumerate(held):
        shapes[row, k] = 1
    K, M = shapes.T @ (model.K @ shapes), shapes.T @ (model.M @ shapes)
    squares, mixed = scipy.linalg.eigh((K + K.T) / 2, (M + M.T) / 2)
    shapes = shapes @ mixed
    if not clamp:  # a body that nothing holds: its rigid motions are those of its axes
        bent = squares > 1e-8 * squares[-1:].max(initial=0)
        shapes, squares = shapes[:, bent], squares[bent]
    shapes, squares = shapes[:, :lowest], squares[:lowest]
    if len(squares) == 0:
        raise ValueError("there are no shapes: name interface nodes or ask for modes")
    if squares[0] <= 0:
        raise ValueError("the body moves without being bent: clamp more nodes")
    largest = np.abs(shapes).argmax(axis=0)
    return shapes * np.sign(shapes[largest, range(shapes.shape[1])]), np.sqrt(squares)


def lowest_modes(K, M, count):
    size = K.shape[0]
    if count > size:
        raise ValueError(f"{count} modes of {size} inner degrees of freedom")
    if size <= 1500 or count >= size - 1:
        return scipy.linalg.eigh(K.toarray(), M.toarray(), subset_by_index=[0, count - 1])[1]
    squares, vectors = scipy.sparse.linalg.eigsh(K.tocsc(), count, M.tocsc(), sigma=0)
    return vectors[:, np.argsort(squares)]


def convert(model, clamp=(), interface=(), modes=0, lowest=None, keep=(), damping=None):
    """Standard input data as a dictionary: mass, frequencies, nodes, and for each block its orders 0 and 1."""
    origin = model.places[model.numbers.index(clamp[0])] if clamp else mass_centre(model)
    places = model.places - origin
    S, omega = craig_bampton(model, clamp, interface, modes, lowest)
    n = S.shape[1]
    translations = [model.displacements(S[:, k])[0] for k in range(n)]
    St = np.array([model.vector(np.tile(axis, (len(places), 1))) for axis in np.eye(3)]).T
    R0 = model.turned(places, True)
    R = [model.turned(u, False) for u in translations]
    M = model.M
    MSt, MR0, MS = M @ St, M @ R0, M @ S
    J0 = R0.T @ MR0
    J1 = np.array([r.T @ MR0 + MR0.T @ r for r in R])
    MR = [M @ r for r in R]
    J2 = np.array([[r.T @ mq + mq.T @ r for mq in MR] for r in R])  # by k, l
    Cr1 = np.array([[r.T @ MS[:, k] for r in R] for k in range(n)])  # k, l, axis
    Ct0, Cr0 = S.T @ MSt, S.T @ MR0
    Oe0 = np.array([[-J1[k][a, b] / (2 if a == b else 1) for a, b in PAIRS] for k in range(n)])
    Oe1 = np.array([[[-J2[k][l][a, b] / (2 if a == b else 1) for a, b in PAIRS] for l in range(n)] for k in range(n)])
    Ct1 = np.zeros((n, n, 3))
    if model.geometric is not None:
        of = lambda load: S.T @ (model.geometric(load) @ S)
        for a in range(3):
            Ct1[:, :, a] = of(-MSt[:, a])
            Cr1[:, :, a] += of(-MR0[:, a])
        for place, (a, b) in enumerate(PAIRS):
            x, y = np.eye(3)[a], np.eye(3)[b]
            field = np.cross(x, np.cross(y, places))
            if a != b:
                field = field + np.cross(y, np.cross(x, places))
            Oe1[:, :, place] += of(-(M @ model.vector(field)))
    tilde = lambda v: np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    first = (St.T @ MR0 - (St.T @ MR0).T) / 2  # -s~
    nodes = []
    for number in dict.fromkeys([*clamp, *interface, *keep]):
        place = model.numbers.index(number)
        phi = np.array([u[place] for u in translations]).T
        psi = np.array([model.displacements(S[:, k])[1][place] for k in range(n)]).T
        phi1 = np.zeros((3, n, n))
        if model.geometric is not None and number not in clamp:
            for a in range(3):
                unit = np.zeros_like(places)
                unit[place, a] = 1
                phi1[a] = -S.T @ (model.geometric(model.vector(unit)) @ S)
        AP1 = np.array([tilde(psi[:, k]) for k in range(n)])
        nodes.append({"number": number,
                      "origin": (places[place].reshape(3, 1), phi.reshape(3, n, 1)),
                      "phi": (phi, phi1), "psi": (psi, None), "AP": (np.eye(3), np.transpose(AP1, (1, 0, 2)))})
    Ke = np.diag(omega**2)
    alpha, beta = damping if damping else (0, 0)
    J = np.array([J0[a, b] for a, b in IN_J]).reshape(6, 1)
    return {
        "mass": float(St[:, 0] @ MSt[:, 0]),
        "frequencies": omega / (2 * np.pi),
        "nodes": nodes,
        "mdCM": (np.array([[first[1, 2]], [first[2, 0]], [first[0, 1]]]), Ct0.T.reshape(3, n, 1)),
        "J": (J, np.array([[J1[k][a, b] for k in range(n)] for a, b in IN_J]).reshape(6, n, 1)),
        "Ct": (Ct0, Ct1),
        "Cr": (Cr0, Cr1),
        "Me": (np.eye(n), None),
        "Gr": (np.hstack([J1[k] - tilde(Cr0[k]) for k in range(n)]), None),
        "Ge": (np.hstack([Cr1[:, l, :] - Cr1[l, :, :] for l in range(n)]), None),
        "Oe": (Oe0, Oe1),
        "ksigma": (np.zeros((n, 1)), None),
        "Ke": (Ke, None),
        "De": (alpha * np.eye(n) + beta * Ke, None),
    }


def mass_centre(model):
    rigid = np.array([model.vector(np.tile(axis, (len(model.places), 1))) for axis in np.eye(3)]).T
    turned = rigid.T @ (model.M @ model.turned(model.places, True))
    return np.array([turned[1, 2], turned[2, 0], turned[0, 1]]) / (rigid[:, 0] @ (model.M @ rigid[:, 0]))


def write(sid, path, title="made by sid.py", noise=1e-11):
    """Numbers below `noise` times the largest one of their order in a block count as zero."""
    n = len(sid["frequencies"])
    lines = [f"{len(sid['nodes']):5d}{n:5d} : number of nodes, number of modes: {title}", "part",
             "   new modal =", "      refmod", f"         mass = {number(sid['mass'])}", f"         nelastq = {n}"]
    lines += [f"         ielastq({k + 1:3d}) = mode {k + 1}: {f:.6g} Hz" for k, f in enumerate(sid["frequencies"])]
    lines += ["      end refmod", "      frame"]
    for node in sid["nodes"]:
        lines += [f"         new node = {node['number']}", "            rframe = body ref"]
        for name in ("origin", "phi", "psi", "AP"):
            lines += series(name, node[name], n, noise, " " * 12)
        lines += ["         end node"]
    lines += ["      end frame"]
    for name in ("mdCM", "J", "Ct", "Cr", "Me", "Gr", "Ge", "Oe", "ksigma", "Ke", "De"):
        lines += series(name, sid[name], n, noise, " " * 6)
    lines += ["   end modal", "end part"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def number(value):
    return f"{value:.16E}".replace("E", "D")


def series(name, orders, n, noise, space):
    m0, m1 = (cleaned(m, noise) for m in orders)
    has_first = m1 is not None and m1.any()
    square = m0.shape[0] == m0.shape[1]
    structure = 3
    if not m0.any() and not has_first:
        structure = 0
    elif square and np.array_equal(m0, np.eye(len(m0))) and not has_first:
        structure = 4
    elif square and np.array_equal(m0, np.diag(np.diag(m0))) and not has_first:
        structure = 1
    lines = [name] + [f"   {key} = {value}" for key, value in (("order", int(has_first)), ("nrow", m0.shape[0]), (
        "ncol", m0.shape[1]), ("nq", n), ("nqn", 0), ("structure", structure))]
    if structure != 4:
        lines += [f"   m0({i + 1:3d},{j + 1:3d}) = {number(m0[i, j])}" for i, j in np.argwhere(m0)]
    if has_first:
        lines += [f"   m1({i + 1:3d},{k + 1:3d},{j + 1:3d}) = {number(m1[i, k, j])}" for i, k, j in np.argwhere(m1)]
    return [space + line for line in lines + [f"end {name}"]]


def cleaned(m, noise):
    return m if m is None else np.where(np.abs(m) > noise * np.abs(m).max(initial=0), m, 0.0)


# -- the command

def read_matrix(path):
    return scipy.sparse.load_npz(path) if path.endswith(".npz") else scipy.io.mmread(path)


def read_table(path, columns):
    rows = []
    with open(path, encoding="utf-8") as file:
        for count, line in enumerate(file, 1):
            words = line.split("#")[0].replace(",", " ").split()
            if not words:
                continue
            if len(words) != columns:
                raise ValueError(f"{path}:{count}: {columns} columns are needed")
            rows.append(words)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], epilog="\n\n".join(__doc__.split("\n\n")[1:]),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    nodes = lambda text: [int(word) for word in text.split(",") if word]
    for name in ("mass", "stiffness", "nodes", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--dofs")
    for name in ("clamp", "interface", "keep"):
        parser.add_argument("--" + name, type=nodes, default=[])
    parser.add_argument("--modes", type=int, default=0)
    parser.add_argument("--lowest", type=int)
    parser.add_argument("--damping", type=float, nargs=2)
    given = parser.parse_args()
    try:
        table = read_table(given.nodes, 4)
        numbers = [int(row[0]) for row in table]
        dofs = None
        if given.dofs:
            pairs = [row[0].split(".") for row in read_table(given.dofs, 1)]
            dofs = [(numbers.index(int(node)), int(component) - 1) for node, component in pairs]
        model = FiniteElements(read_matrix(given.mass), read_matrix(given.stiffness), numbers,
                               [[float(x) for x in row[1:]] for row in table], dofs)
        sid = convert(model, given.clamp, given.interface, given.modes, given.lowest, given.keep, given.damping)
        write(sid, given.out)
    except (ValueError, OSError) as error:
        sys.exit(f"sid.py: {error}")
    listed = ", ".join(f"{f:.4g}" for f in sid["frequencies"])
    print(f"{given.out}: {sid['mass']:.6g} kg, {len(sid['nodes'])} nodes, modes at {listed} Hz")


if __name__ == "__main__":
    main()
