#!/usr/bin/env python3
"""Imports every URDF file below a folder with `lag import` and compares its equations with MuJoCo's at random states.

    MUJOCO_FOLDER=FOLDER python3 bench/robots/compare.py --lag build/lag ROBOTS

MuJoCo is its newest release as npm carries it: npm install @mujoco/mujoco in FOLDER; node runs it. Nothing is fetched here:
ROBOTS is a folder of your own, such as clones of public repositories. Meshes, visuals and collisions are taken out of a copy
for MuJoCo, which draws and collides nothing here. Joints that follow others move freely in MuJoCo's URDF: its matrices are
projected onto the coordinates that are left. Where MuJoCo refuses inertias, both read a copy with sound ones: the three moments
raised alike until they are a body's, 1 g and 1e-6 kg m^2 on links that move without any; the row says so. The table has, for each robot, the largest difference of M (relative to its
largest entry), of the loads at rest and in motion, and of the accelerations (relative to the largest).
"""
import argparse
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def give_positive_moments(link):
    """MuJoCo takes no point mass: 1e-13 kg m^2 makes it a body; and nothing without mass and inertia."""
    inertial = link.find("inertial")
    if inertial is None:
        return
    inertia = inertial.find("inertia")
    xx, yy, zz, xy, xz, yz = (float(inertia.get(name, 0)) for name in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"))
    moments = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if float(inertial.find("mass").get("value")) == 0 and not moments.any():
        link.remove(inertial)
    elif 0 >= moments[0] > -1e-12:
        for name, moment in (("ixx", xx), ("iyy", yy), ("izz", zz)):
            inertia.set(name, repr(moment + 1e-13 - moments[0]))


def sound(root):
    """Inertias that a body can have, on every link that a joint moves."""
    moved = {j.find("child").get("link") for j in root.findall("joint") if j.get("type") != "fixed"}
    for link in root.findall("link"):
        inertial = link.find("inertial")
        if inertial is None and link.get("name") in moved:
            inertial = ET.SubElement(link, "inertial")
            ET.SubElement(inertial, "mass", value="0")
            ET.SubElement(inertial, "inertia", ixx="0", iyy="0", izz="0")
        if inertial is None:
            continue
        mass, inertia = inertial.find("mass"), inertial.find("inertia")
        mass.set("value", repr(max(float(mass.get("value")), 1e-3)))
        xx, yy, zz, xy, xz, yz = (float(inertia.get(name, 0)) for name in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"))
        a, b, c = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        more = max(c - a - b, 1e-6 - a, 0) * (1 + 1e-9)
        for name, moment in (("ixx", xx), ("iyy", yy), ("izz", zz)):
            inertia.set(name, repr(moment + more))


def sound_copy(file, folder):
    root = ET.parse(file).getroot()
    sound(root)
    for link in root.findall("link"):
        for kind in ("visual", "collision"):
            for one in link.findall(kind):
                link.remove(one)
    copy = folder / "sound.urdf"
    ET.ElementTree(root).write(copy)
    return copy


def for_mujoco(file):
    root = ET.parse(file).getroot()
    for link in root.findall("link"):
        for kind in ("visual", "collision"):
            for one in link.findall(kind):
                link.remove(one)
    for inertia in root.iter("inertia"):  # which MuJoCo wants in full
        for name in ("ixy", "ixz", "iyz"):
            inertia.set(name, inertia.get(name, "0"))
    for link in root.findall("link"):
        give_positive_moments(link)
    for kind in ("material", "gazebo", "transmission", "mujoco"):
        for one in root.findall(kind):
            root.remove(one)
    ET.SubElement(ET.SubElement(root, "mujoco"), "compiler", fusestatic="false", balanceinertia="false", strippath="false")
    return root, ET.tostring(root, encoding="unicode")


def mjcf_for_mujoco(file):
    """Without meshes, free joints, actuators, equalities and what is not mechanics: lag imports this copy too."""
    root = ET.parse(file).getroot()
    if root.tag != "mujoco":
        raise RuntimeError("no MJCF")
    if root.find(".//include") is not None:
        raise RuntimeError("includes other files")
    for kind in ("asset", "actuator", "equality", "tendon", "sensor", "contact", "keyframe", "visual", "statistic"):
        for one in root.findall(kind):
            root.remove(one)
    for around in list(root.iter()):
        for one in list(around):
            is_mesh = one.tag == "geom" and (one.get("mesh") or one.get("type") in ("mesh", "hfield") or "mesh" in str(one.get("class")) or "visual" in str(one.get("class")))
            if is_mesh or one.tag in ("freejoint", "light", "camera", "site") or (one.tag == "joint" and one.get("type") == "free"):
                around.remove(one)
            for word in ("material", "mesh", "actuatorfrcrange", "adhesion"):
                one.attrib.pop(word, None)
    return root, ET.tostring(root, encoding="unicode")


def followers(root):
    """joint -> (leader, factor, offset), through those that follow others"""
    direct = {}
    moving = {j.get("name") for j in root.findall("joint") if j.get("type") in ("revolute", "continuous", "prismatic")}
    for joint in root.findall("joint"):
        mimic = joint.find("mimic")
        if joint.get("name") in moving and mimic is not None:
            direct[joint.get("name")] = (mimic.get("joint"), float(mimic.get("multiplier", 1)), float(mimic.get("offset", 0)))
    found = {}
    for name, (leader, factor, offset) in direct.items():
        while leader in direct:
            leader, f, o = direct[leader]
            factor, offset = factor * f, factor * o + offset
        found[name] = (leader, factor, offset)
    return found


def imported(lag, file, folder, options):
    for old in folder.glob("*"):
        old.unlink()
    run = subprocess.run([lag, "import", str(file), "robot.lag", "--out", str(folder), *options], capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError("import: " + run.stderr.splitlines()[0].split("error: ")[-1])
    text = (folder / "robot.lag").read_text()
    names = dict(re.findall(r"^     (.+) is (\w+)$", text.split("*/")[0], re.M))
    text = re.sub(r"(?m)^hinge_friction\(.*\n", "", text)
    text = re.sub(r"(?m)^(shape\((?:[^$]*)\)\$\n)", "", text)
    text = re.sub(r"(?m)^model\(\w+,", "model(robot,", text)
    (folder / "robot.lag").write_text(text + '\nemit(python, "robot.py", routines = [mass_matrix, inverse_dynamics, derivatives])$\n')
    start = time.time()
    run = subprocess.run([lag, str(folder / "robot.lag"), "--quiet", "--optimize", "0"], capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError("script: " + (run.stderr.split("error: ")[-1].splitlines() or ["?"])[0])
    seconds = time.time() - start
    spec = importlib.util.spec_from_file_location("robot", folder / "robot.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, names, seconds


def compare(lag, file, folder, options, count):
    """Coordinates, seconds, differences, MuJoCo's version, whether the inertias are the file's."""
    try:
        return *compare_as_it_is(lag, file, folder, options, count), True
    except RuntimeError as error:
        if file.suffix == ".xml" or not re.search("MuJoCo.*(inertia|mass)", str(error)):
            raise
    again = folder / "sound"
    again.mkdir()
    copy = sound_copy(file, folder)
    return *compare_as_it_is(lag, copy, again, options, count), False


def compare_as_it_is(lag, file, folder, options, count):
    is_mjcf = file.suffix == ".xml"
    root, xml = mjcf_for_mujoco(file) if is_mjcf else for_mujoco(file)
    if is_mjcf:
        file = folder.parent / (folder.name + ".xml")
        file.write_text(xml)
    module, names, seconds = imported(lag, file, folder, options)
    follow = followers(root)
    nq, nu = module.nq, module.nu
    if nq != nu:
        raise RuntimeError("has joints with several coordinates")
    if nq == 0:
        raise RuntimeError("nothing moves")
    index = {name: k for k, name in enumerate(module.coordinate_names)}
    random = np.random.default_rng(1)
    q, u = random.uniform(-1, 1, (count, nq)), random.uniform(-1, 1, (count, nq))
    u[0] = 0

    def at(joint, s):
        leader, factor, offset = follow.get(joint, (joint, 1.0, 0.0))
        k = index.get(names.get(leader, leader))
        if k is None:  # it stands still: nothing with inertia resists it
            return [0.0, 0.0], None, 0.0
        return [factor * q[s, k] + offset, factor * u[s, k]], k, factor
    moving = [j.get("name") for j in root.findall("joint") if j.get("type") in ("revolute", "continuous", "prismatic")]
    if is_mjcf:
        if None in [j.get("name") for j in root.find("worldbody").iter("joint")]:
            raise RuntimeError("has joints without names")
        of_file = {ours: theirs for theirs, ours in names.items()}
        moving = [of_file.get(name, name) for name in module.coordinate_names]  # replicas too
    states = [{j: at(j, s)[0] for j in moving} for s in range(count)]
    run = subprocess.run(["node", str(HERE / "mujoco.mjs")], input=json.dumps({"xml": xml, "states": states}), capture_output=True, text=True)
    if run.returncode != 0:
        lines = [line for line in run.stderr.splitlines() if "rror" in line]
        raise RuntimeError("MuJoCo: " + (lines or ["?"])[0].strip()[:80])
    answer = json.loads(run.stdout)
    c = module.setup(module.defaults())
    worst = np.zeros(3)
    w = np.zeros(module.nw)
    for s, theirs in enumerate(answer["states"]):
        n = len(theirs["r"])
        J = np.zeros((n, nq))
        for joint, kind, dof in theirs["joints"]:
            _, k, factor = at(joint, s)
            if k is not None:
                J[dof, k] = factor
        M, r = J.T @ np.array(theirs["M"]).reshape(n, n) @ J, J.T @ np.array(theirs["r"])
        ours = np.array(module.mass_matrix(0.0, q[s], w, c))
        load = np.array(module.inverse_dynamics(0.0, q[s], u[s], np.zeros(nq), w, c))
        ours_acceleration = np.array(module.derivatives(0.0, np.concatenate([q[s], u[s]]), w, c))[nq:]
        theirs_acceleration = -np.linalg.solve(M, r)
        scale = np.abs(r).max() or 1.0
        worst = np.maximum(worst, [np.abs(ours - M).max() / np.abs(M).max(), np.abs(load - r).max() / scale,
                                   np.abs(ours_acceleration - theirs_acceleration).max() / (np.abs(theirs_acceleration).max() or 1.0)])
    return nq, seconds, worst, answer["version"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--lag", default="build/lag")
    arguments.add_argument("--states", type=int, default=5)
    arguments.add_argument("--accept", action="store_true", help="take inertias that no body can have, which MuJoCo refuses")
    arguments.add_argument("--mjcf", action="store_true", help="MJCF files (*.xml) instead of URDF ones")
    arguments.add_argument("folder")
    given = arguments.parse_args()
    lag = os.path.abspath(given.lag)
    compared, overall, others = 0, np.zeros(3), 0
    print(f"{'robot':52s} {'q':>3s} {'s':>6s} {'M':>9s} {'loads':>9s} {'accel.':>9s}")
    for file in sorted(pathlib.Path(given.folder).rglob("*.urdf" if not given.mjcf else "*.xml")):
        name = str(file.relative_to(given.folder))[-52:]
        with tempfile.TemporaryDirectory() as folder:
            try:
                nq, seconds, worst, version, unchanged = compare(lag, file, pathlib.Path(folder), ["--accept"] if given.accept else [], given.states)
            except (RuntimeError, ValueError, ET.ParseError, KeyError, np.linalg.LinAlgError) as error:
                others += 1
                print(f"{name:52s} not compared: {error}", flush=True)
                continue
        compared += 1
        overall = np.maximum(overall, worst)
        print(f"{name:52s} {nq:3d} {seconds:6.1f} " + " ".join(f"{one:9.1e}" for one in worst) + ("" if unchanged else "  sound inertias"), flush=True)
    if compared:
        print(f"{compared} robots compared with MuJoCo {version}, {others} not; largest differences " +
              " ".join(f"{one:.1e}" for one in overall))
    return 0 if compared and overall.max() < 1e-9 else 1


if __name__ == "__main__":
    sys.exit(main())
