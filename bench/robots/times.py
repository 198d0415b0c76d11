#!/usr/bin/env python3
"""Times of robots: from file to equations, and of one evaluation beside MuJoCo's mj_forward.

    python3 bench/robots/times.py --lag build/lag [--trace FOLDER/trace] ROBOT.urdf ..

For each robot: seconds of `lag import` and of the script with `emit(c, ..)`; the emitted derivatives by g++ -O3 -march=native; mj_forward
of Debian's libmujoco on the same file without meshes and contacts. All are times of the processor, so that other
programs disturb little. States are random, both run in turns, the fastest of 15 rounds counts. The
accelerations are not compared here: compare.py does that. Where MuJoCo refuses a file's inertias, both read a copy with sound ones.

--trace: the program that bench/generated/build makes. Then, on the same robots without damping, Pinocchio's algorithms
written as C by CasADi stand beside ours, without MuJoCo: each variant by g++ and clang, accelerations compared first,
the fastest one counts.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import compare

DRIVER = r"""
#include <cstdio>
#include <ctime>
#include <vector>
#include <random>
#include <algorithm>
extern "C" {
#include "robot.h"
}
#ifdef WITH_MUJOCO
#include <mujoco/mujoco.h>
#endif
template <class F> double nanoseconds(F&& f, int count) {
    const auto now = [] { timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return 1e9 * t.tv_sec + t.tv_nsec; };
    const double begin = now();
    for (int k = 0; k < count; ++k) f(k);
    return (now() - begin) / count;
}
int main() {
    constexpr int n = robot_nq + robot_nu, states = 64;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> draw(-1, 1);
    std::vector<double> p(robot_np + 1), c(robot_nc + 1), w(robot_nw + 1), y(states * n), ydot(n);
    for (double& one : y) one = draw(random);
    robot_defaults(p.data());
    robot_setup(p.data(), c.data());
    std::vector<double> ours, theirs;
    double sum = 0;
#ifdef WITH_MUJOCO
    char error[1000] = "";
    mjModel* model = mj_loadXML("robot.xml", nullptr, error, sizeof error);
    if (model == nullptr) { std::fprintf(stderr, "%s\n", error); }
    mjData* data = model == nullptr ? nullptr : mj_makeData(model);
    if (model != nullptr) model->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS;
#endif
    for (int round = 0; round < 15; ++round) {
        ours.push_back(nanoseconds([&](int k) {
            int info = 0;
            robot_derivatives(0.0, &y[static_cast<std::size_t>(k % states * n)], w.data(), c.data(), ydot.data(), &info);
            sum += ydot[n - 1];
        }, 20000));
#ifdef WITH_MUJOCO
        if (model != nullptr) theirs.push_back(nanoseconds([&](int k) {
            for (int i = 0; i < model->nq; ++i) data->qpos[i] = y[static_cast<std::size_t>((k % states * n + i) % (states * n))];
            for (int i = 0; i < model->nv; ++i) data->qvel[i] = y[static_cast<std::size_t>((k % states * n + i + 7) % (states * n))];
            mj_forward(model, data);
            sum += data->qacc[0];
        }, 2000));
#endif
    }
    const auto least = [](const std::vector<double>& v) { return v.empty() ? 0.0 : *std::min_element(v.begin(), v.end()); };
    std::printf("%d %.0f %.0f %g\n", static_cast<int>(robot_nu), least(ours), least(theirs), sum);
}
"""

TRACED_DRIVER = r"""
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>
#include <random>
#include <algorithm>
#include <dlfcn.h>
extern "C" {
#include "robot.h"
}
int main(int count, char** libraries) {
    constexpr int n = robot_nq + robot_nu, states = 64;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> draw(-1, 1);
    std::vector<double> p(robot_np + 1), c(robot_nc + 1), w(robot_nw + 1), y(states * n), ydot(n), theirs(n);
    for (auto* list : {&y, &w}) for (double& one : *list) one = draw(random);
    robot_defaults(p.data());
    robot_setup(p.data(), c.data());
    const auto now = [] { timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return 1e9 * t.tv_sec + t.tv_nsec; };
    using Evaluate = void (*)(const double*, const double*, double*);
    std::vector<Evaluate> rivals;
    for (int k = 1; k < count; ++k) {
        void* library = dlopen(libraries[k], RTLD_NOW);
        if (library == nullptr) { std::fprintf(stderr, "%s\n", dlerror()); return 1; }
        rivals.push_back(reinterpret_cast<Evaluate>(dlsym(library, "evaluate")));
    }
    std::vector<double> least(rivals.size() + 1, 1e30), difference(rivals.size() + 1);
    for (int round = 0; round < 15; ++round)
        for (std::size_t k = 0; k <= rivals.size(); ++k) {
            const double begin = now();
            for (int i = 0; i < 20000; ++i) {
                const double* at = &y[static_cast<std::size_t>(i % states * n)];
                int info = 0;
                if (k == 0) robot_derivatives(0.0, at, w.data(), c.data(), ydot.data(), &info);
                else rivals[k - 1](at, w.data(), theirs.data());
            }
            least[k] = std::min(least[k], (now() - begin) / 20000);
            double largest = 0;  // both at the last state
            for (int i = 0; i < robot_nu; ++i) largest = std::max(largest, std::abs(ydot[static_cast<std::size_t>(robot_nq + i)]));
            for (int i = 0; k > 0 && i < robot_nu; ++i)
                difference[k] = std::max(difference[k], std::abs(ydot[static_cast<std::size_t>(robot_nq + i)] - theirs[static_cast<std::size_t>(i)]) / largest);
        }
    for (std::size_t k = 0; k < least.size(); ++k) std::printf("%.0f %.3g\n", least[k], difference[k]);
}
"""


def run(command, folder):
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(" ".join(command[:2]) + ": " + (done.stderr.strip().splitlines() or ["?"])[0])
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime - begin.ru_utime + end.ru_stime - begin.ru_stime, done.stdout


def timed(lag, file, folder):
    folder = pathlib.Path(folder)
    imported, _ = run([lag, "import", str(file), "robot.lag", "--out", str(folder), "--accept"], folder)
    script = folder / "robot.lag"
    text = re.sub(r"(?m)^hinge_friction\(.*\n", "", script.read_text())
    text = re.sub(r"(?m)^model\(\w+,", "model(robot,", text)
    script.write_text(text + '\nemit(c, "robot.h", routines = [defaults, setup, derivatives])$\n')
    formed, _ = run([lag, str(script), "--quiet"], folder)
    (folder / "robot.xml").write_text(compare.for_mujoco(file)[1])
    (folder / "driver.cpp").write_text(DRIVER)
    has_mujoco = pathlib.Path("/usr/include/mujoco/mujoco.h").exists()
    options = ["-DWITH_MUJOCO", "driver.cpp", "-lmujoco"] if has_mujoco else ["driver.cpp"]
    compiled, _ = run(["g++", "-O3", "-march=native", "-std=c++17", "-w", *options, "-o", "driver"], folder)
    _, out = run(["./driver"], folder)
    speeds, ours, theirs, _ = out.split()
    return int(speeds), imported, formed, compiled, float(ours), float(theirs)


def beside_traced(lag, trace, file, folder):
    """ns of ours, of the fastest traced variant, and which one that is"""
    folder = pathlib.Path(folder)
    root = compare.ET.parse(file).getroot()
    for around in root.iter():
        for one in list(around):
            if one.tag in ("dynamics", "visual", "collision"):
                around.remove(one)
    (folder / "robot.urdf").write_text(compare.ET.tostring(root, encoding="unicode"))
    run([lag, "import", "robot.urdf", "robot.lag", "--accept"], folder)
    script = folder / "robot.lag"
    text = re.sub(r"(?m)^model\(\w+,", "model(robot,", script.read_text())
    script.write_text(text)
    tree = run([str(pathlib.Path(lag).parent / "bench/tree_numbers"), "robot.lag"], folder)[1]
    (folder / "tree.txt").write_text(tree)
    script.write_text(text + '\nemit(c, "robot.h", routines = [defaults, setup, derivatives])$\n')
    run([lag, "robot.lag", "--quiet"], folder)
    run([trace, "tree.txt", "rival", "."], folder)
    compilers = {"g++": ["g++", "-O3"], "g++ without SLP": ["g++", "-O3", "-fno-tree-slp-vectorize"],
                 "clang": ["clang++-14", "-O3", "-ffp-contract=fast"]}
    libraries, names = [], []
    for source in sorted(folder.glob("rival_*.c")):
        text = re.sub(r"arg\[([0-9])\]\? arg\[[0-9]\]\[([0-9]+)\] : 0", r"arg[\1][\2]", source.read_text())
        text = re.sub(r"casadi_sq\((a[0-9]+)\)", r"(\1*\1)", text.replace("if (res[0]!=0) ", ""))
        source.write_text(text)  # no calls for squares, no checks for absent arguments
        for label, command in compilers.items():
            library = f"./{source.stem}_{len(libraries)}.so"
            run([*command, "-x", "c", "-w", "-march=native", "-fPIC", "-shared", source.name, "-o", library], folder)
            libraries.append(library)
            names.append(f"{source.stem.removeprefix('rival_')}, {label}")
    (folder / "traced.cpp").write_text(TRACED_DRIVER)
    run(["g++", "-O3", "-march=native", "-std=c++17", "-w", "traced.cpp", "-ldl", "-o", "traced"], folder)
    lines = [line.split() for line in run(["./traced", *libraries], folder)[1].splitlines()]
    worst = max(float(line[1]) for line in lines)
    if not worst < 1e-8:
        raise RuntimeError(f"accelerations differ by {worst}")
    times = [float(line[0]) for line in lines]
    best = min(range(1, len(times)), key=times.__getitem__)
    return times[0], times[best], names[best - 1]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--lag", default="build/lag")
    arguments.add_argument("--trace", help="the program of bench/generated/build")
    arguments.add_argument("files", nargs="+")
    given = arguments.parse_args()
    if given.trace:
        print("| robot | ours | traced | of its time |\n|---|---|---|---|")
        for file in map(pathlib.Path, given.files):
            with tempfile.TemporaryDirectory() as folder:
                ours, theirs, name = beside_traced(os.path.abspath(given.lag), os.path.abspath(given.trace), file.resolve(), folder)
            print(f"| {file.stem} | {ours:.0f} ns | {theirs:.0f} ns ({name}) | {ours / theirs:.2f} |", flush=True)
        return
    print("| robot | speeds | import | equations | g++ | one evaluation | mj_forward | of its time |\n|---|---|---|---|---|---|---|---|")
    for file in map(pathlib.Path, given.files):
        with tempfile.TemporaryDirectory() as folder:
            try:
                speeds, imported, formed, compiled, ours, theirs = timed(os.path.abspath(given.lag), file.resolve(), folder)
                if not theirs:
                    copy = compare.sound_copy(file.resolve(), pathlib.Path(folder))
                    again = pathlib.Path(folder) / "again"
                    again.mkdir()
                    *_, ours, theirs = timed(os.path.abspath(given.lag), copy, again)
            except RuntimeError as error:
                print(f"{file.name}: {error}", file=sys.stderr)
                continue
        beside = f"{theirs:.0f} ns | {ours / theirs:.2f}" if theirs else " | "
        print(f"| {file.stem} | {speeds} | {imported:.2f} s | {formed:.1f} s | {compiled:.1f} s | {ours:.0f} ns | {beside} |", flush=True)


if __name__ == "__main__":
    main()
