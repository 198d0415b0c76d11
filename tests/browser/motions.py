"""Pages of `lag simulate --page` in headless Chromium: where the page's nodes stand, read back from its scene, against
the kinematics written here by hand, of the coordinates in the table beside the page. Nothing of it is lag's own.
"""
import csv
import math

TOLERANCE = 1e-6  # m
FRAMES = 25


def turned(axis, angle):
    """The matrix that maps components after a turn about x, y or z (0, 1, 2) to those before it."""
    i, j, k = axis, (axis + 1) % 3, (axis + 2) % 3
    m = [[0.0] * 3 for _ in range(3)]
    m[i][i] = 1.0
    m[j][j] = m[k][k] = math.cos(angle)
    m[k][j] = math.sin(angle)
    m[j][k] = -math.sin(angle)
    return m


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def applied(m, v):
    return [sum(m[i][k] * v[k] for k in range(3)) for i in range(3)]


def plus(a, b):
    return [x + y for x, y in zip(a, b)]


def moved(pose, at, axis=None, angle=0.0):
    """A pose (origin, matrix) seen from another: first a shift along its axes, then a turn."""
    origin, matrix = pose
    turn = matrix if axis is None else times(matrix, turned(axis, angle))
    return plus(origin, applied(matrix, at)), turn


def trunk(row):
    """Yaw, pitch, roll about z, y, x and a position: the first body of the vehicle and of the quadruped."""
    pose = ([row["x"], row["y"], row["z"]], turned(2, row["yaw"]))
    return moved(moved(pose, [0, 0, 0], 1, row["pitch"]), [0, 0, 0], 0, row["roll"])


def pendulum(row):
    return {"rod": moved(([0, 0, 0], turned(2, row["angle"])), [0, 0, 0])}


def four_bar(row):
    crank = ([0, 0, 0], turned(2, row["q1"]))
    return {"crank": crank, "coupler": moved(crank, [0.1, 0, 0], 2, row["q2"]), "rocker": ([0.35, 0, 0], turned(2, row["q3"]))}


def quadruped(row):
    poses = {"trunk": trunk(row)}
    for name, forward, left in (("fl", 1, 1), ("fr", 1, -1), ("hl", -1, 1), ("hr", -1, -1)):
        hip = moved(poses["trunk"], [forward * 0.22, left * 0.055, 0], 0, row["swing_" + name])
        thigh = moved(hip, [0, left * 0.093, 0], 1, row["lift_" + name])
        poses.update({"hip_" + name: hip, "thigh_" + name: thigh,
                      "shank_" + name: moved(thigh, [0, 0, -0.24], 1, row["knee_" + name])})
    return poses


def hmmwv10(row):
    poses = {"chassis": trunk(row)}
    poses["steering"] = moved(poses["chassis"], [1.24498, row["rack"], 0.101322])
    for name, side, front in (("fl", 1, 1), ("fr", -1, 1), ("rl", 1, 0), ("rr", -1, 0)):
        x0, hub = (1.688965, -0.040) if front else (-1.688965, 0.036)
        carrier = moved(poses["chassis"], [x0, side * 0.307, 0], 0, side * row["jounce_" + name])
        wheel = moved(carrier, [hub, side * (0.910 - 0.307), -0.026], 2, -row["rack"] / 0.135 if front else 0.0)
        poses.update({"carrier_" + name: carrier, "wheel_" + name: moved(wheel, [0, 0, 0], 1, row["spin_" + name])})
    return poses


def rimless_wheel(row):
    return {"wheel": ([row["x"], row["y"], 0], turned(2, row["q"]))}


def feet_of_rimless_wheel(row):
    """Heights of its four feet."""
    return [row["y"] - 0.3 * math.cos(row["q"] + k * math.pi / 2) for k in (1, 2, 3, 4)]


def flexible_arm(row):
    """Two beams with shapes xi^2 and xi^3, one behind the other; what a beam bends it is shorter by."""
    pose, length, poses = ([0, 0, 0], turned(2, 0)), 0.6, {}
    for name, angle in (("upper", row["q1"]), ("lower", row["q2"])):
        poses[name] = pose = moved(pose, [0, 0, 0], 2, angle)
        a, b = row[name + "_1"], row[name + "_2"]
        shorter = (4 / 3 * a * a + 3 * a * b + 9 / 5 * b * b) / 2 / length
        pose = moved(pose, [length - shorter, a + b, 0], 2, (2 * a + 3 * b) / length)
    poses["hand"] = pose
    return poses


KINEMATICS = {"pendulum": pendulum, "four_bar": four_bar, "quadruped": quadruped, "hmmwv10": hmmwv10,
              "rimless_wheel": rimless_wheel, "flexible_arm": flexible_arm}
SEEN = {"truck": ("chassis", 6), "tractor_trailer": ("tractor", 5)}  # what drives away: a body and its length, m
BEAMS = {"flexible_arm": [("upper", "lower"), ("lower", "hand")]}  # a beam and the body at its end
GAPS = {"rimless_wheel": feet_of_rimless_wheel}

READ = """
const [time, wanted] = arguments;
lagPage.show(time);
return wanted.map(([body, r]) => lagPage.position(body, r));
"""
# What a reader does with the controls, and what must follow.
USED = """
const found = [], byId = (id) => document.getElementById(id);
const must = (holds, what) => { if (!holds) found.push(what); };
const moves = (element, value, event) => { element.value = value; element.dispatchEvent(new Event(event)); };
for (const box of document.querySelectorAll('#switches input')) {
  const before = box.checked;
  box.click();
  must(box.checked !== before, box.id + ' cannot be switched');
  if (box.id === 'show_forces') must(byId('legend').hidden === before, 'the legend of forces does not follow their switch');
  box.click();
}
lagPage.switchTo('names', true);
must(byId('show_names').checked, 'the switch of names does not show that they are on');
const [first, last] = [lagPage.times[0], lagPage.times[lagPage.times.length - 1]];
moves(byId('scrub'), first + 0.6 * (last - first), 'input');
must(Math.abs(lagPage.time() - first - 0.6 * (last - first)) < 1e-9, 'the slider does not set the time');
const shown = byId('time').textContent, body = lagPage.bodies()[0];
byId('play').click();
must(byId('play').textContent === 'Pause', 'the button does not play');
byId('play').click();
must(byId('play').textContent === 'Play', 'the button does not stop');
byId('scene').focus();
document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
must(lagPage.time() < first + 0.6 * (last - first), 'the left arrow does not go back');
moves(byId('scrub'), last, 'input');
must(byId('time').textContent !== shown, 'the time that is shown does not follow the slider');
const choices = [...byId('follow').options].map((one) => one.value);
must(choices.length > lagPage.bodies().length - 1, 'bodies are missing among those to follow');
const kept = byId('follow').value;
for (const value of [choices[choices.length - 1], choices[0], kept]) moves(byId('follow'), value, 'change');
const there = lagPage.position(body);
must(there.every(Number.isFinite), 'a body is nowhere');
const colour = () => getComputedStyle(document.body).backgroundColor, light = colour();
byId('theme').click();
must(colour() !== light, 'dark looks as light');
byId('theme').click();
must(colour() === light, 'light does not come back');
byId('reset').click();
return found;
"""
# How many pixels a body takes that is alone in the picture, by its name. Marks of hinges and mass centres do not count.
SHOWN = """
const hidden = ['hinges', 'masses', 'names', 'contacts'].filter((name) => view[name]);
hidden.forEach((name) => switchTo(name, false));
const taken = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
taken.canvas.width = renderer.domElement.width;
taken.canvas.height = renderer.domElement.height;
const picture = () => {
  aim();
  renderer.render(scene, camera);
  taken.clearRect(0, 0, taken.canvas.width, taken.canvas.height);
  taken.drawImage(renderer.domElement, 0, 0);
  return taken.getImageData(0, 0, taken.canvas.width, taken.canvas.height).data;
};
nodes.forEach((node) => { node.visible = false; });
const empty = picture(), changed = {};
data.nodes.forEach((node, k) => {
  if (k === 0 || !node.name || /_node\\d+$/.test(node.name)) return;
  nodes[k].visible = true;
  const taken = picture();
  nodes[k].visible = false;
  let count = 0;
  for (let i = 0; i < taken.length; i += 4)
    if (Math.abs(taken[i] - empty[i]) + Math.abs(taken[i + 1] - empty[i + 1]) + Math.abs(taken[i + 2] - empty[i + 2]) > 24) ++count;
  changed[node.name] = count;
});
nodes.forEach((node) => { node.visible = true; });
hidden.forEach((name) => switchTo(name, true));
return changed;
"""
FEWEST = 40  # pixels of a body
PLAYED = """
const done = arguments[arguments.length - 1];
for (const name of ['names', 'forces']) lagPage.switchTo(name, true);
lagPage.show(lagPage.times[0]);
lagPage.play();
setTimeout(() => { lagPage.pause(); done(lagPage.millisecondsOfFrames().slice(10)); }, 2500);
"""


def show_at(driver, share):
    driver.execute_script(
        "lagPage.show(lagPage.times[0] + arguments[0]*(lagPage.times[lagPage.times.length - 1] - lagPage.times[0]));", share)


def follow(driver, body):
    """None: nothing is followed."""
    driver.execute_script(
        "const list = document.getElementById('follow');"
        "list.value = arguments[0] === null ? -1 : data.nodes.findIndex((one) => one.name === arguments[0]);"
        "list.dispatchEvent(new Event('change'));", body)


def seen_of(driver, body, length):
    """What is wrong with where a body that drives away, of this length (m, along its x), is seen over the time: as the page
    opens, where nothing is followed, and where it is followed again."""
    found = []

    def look(least, what):
        for share in (0, 0.5, 1):
            show_at(driver, share)
            ends = [driver.execute_script("return lagPage.inPicture(...arguments);", body, [x, 0, 0])
                    for x in (-length / 2, length / 2)]
            if max(abs(x) for end in ends for x in end) > 0.95 or math.dist(*ends) < least:
                found.append(f"{what} {body} is seen from {ends[0]} to {ends[1]} of the picture at {share:.0%} of the time")

    look(0.3, "as the page opens")
    follow(driver, None)
    look(0.005, "with nothing followed")
    driver.execute_script("document.getElementById('reset').click();")
    follow(driver, body)
    look(0.3, "followed again")
    return found


def mechanism_in_view(driver):
    """What of the mechanism leaves the picture as the page opens, or does not show in it."""
    found = []
    for share in (0, 0.3, 0.6, 1):
        show_at(driver, share)
        for body in driver.execute_script("return lagPage.bodies().slice(1);"):  # not the ground
            x, y = driver.execute_script("return lagPage.inPicture(arguments[0], [0, 0, 0]);", body)
            if max(abs(x), abs(y)) > 1:
                found.append(f"{body} is seen at {x:.2f}, {y:.2f} of the picture at {share:.0%} of the time")
    show_at(driver, 0.3)
    for body, pixels in driver.execute_script(SHOWN).items():
        if pixels < FEWEST:
            found.append(f"{body} takes {pixels} pixels of the picture")
    return found


def labels_of(driver):
    """What is wrong with the names of events beside the curves."""
    found = []
    for labels in driver.execute_script("return lagPage.labels();"):
        for i, (left, right, top, bottom, curves) in enumerate(labels):
            if bottom > curves:
                found.append(f"the name of an event lies on the curves: {labels[i]}")
            if any(left < other[1] and other[0] < right and top < other[3] and other[2] < bottom for other in labels[:i]):
                found.append(f"names of events lie on one another: {labels}")
    return found


def bent_of(driver, pairs):
    """How far the ends of beams stand from the bodies that hang there."""
    return max(math.dist(driver.execute_script("return lagPage.beam(arguments[0]);", beam)[-1],
                         driver.execute_script("return lagPage.position(arguments[0]);", body)) for beam, body in pairs)


def complaints_of(driver, file):
    """What is wrong with the page that the driver shows."""
    found = driver.execute_script(
        "const c = [...document.querySelectorAll('#plots canvas')];"
        "return [!window.lagPage && 'the page did not start', !c.length && 'there is no curve',"
        " window.lagPage && !lagPage.drawsWebGL() && 'there is no 3-D picture'].filter((one) => one);")
    kinematics = KINEMATICS.get(file.stem)
    table = file.with_suffix(".csv")
    if found:
        return found
    found += mechanism_in_view(driver) + labels_of(driver)
    if file.stem in SEEN:
        found += seen_of(driver, *SEEN[file.stem])
    if found or kinematics is None or not table.exists():
        return found
    with table.open(newline="") as stream:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(stream)]
    largest = 0.0
    gaps = GAPS.get(file.stem)
    for row in rows[:: max(1, len(rows) // FRAMES)]:
        poses = kinematics(row)
        r = [0.3, -0.2, 0.5]
        there = driver.execute_script(READ, row["t"], [[name, r] for name in poses])
        for (origin, matrix), seen in zip(poses.values(), there):
            largest = max(largest, math.dist(plus(origin, applied(matrix, r)), seen))
        if file.stem in BEAMS:
            largest = max(largest, bent_of(driver, BEAMS[file.stem]))
        if gaps is None:
            continue
        told = driver.execute_script("return lagPage.contacts();")
        closed = [gap for gap, text in zip(gaps(row), told) if not text.endswith(" open")]
        if not closed or max(closed) > TOLERANCE:
            found.append(f"at {row['t']} s the page says {', '.join(told)}")
    print(f"{file.name}: nodes stand within {largest:.1e} m of the table's kinematics")
    if not largest < TOLERANCE:
        found.append(f"a node stands {largest:g} m beside where the table's coordinates put it")
    found += driver.execute_script(USED)
    spent = driver.execute_async_script(PLAYED)
    if spent:
        print(f"{file.name}: {len(spent)} frames, script time {sorted(spent)[len(spent) // 2]:.2f} ms a frame, "
              f"{file.stat().st_size / 1e6:.1f} MB")
    return found
