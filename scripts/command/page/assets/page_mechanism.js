// The data and what is drawn of them. Everything comes from the element "motion"; THREE is three.js. The page's scripts run one after
// the other and share their names.
'use strict';
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId('motion').textContent);

function bytes(text) {
  const raw = atob(text), array = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; ++k) array[k] = raw.charCodeAt(k);
  return array.buffer;
}
const doubles = (text) => new Float64Array(bytes(text));
const floats = (text) => new Float32Array(bytes(text));
const times = doubles(data.times), last = times.length - 1;
const start = times[0], end = times[last];
const palette = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c6bb1', '#999933'];

// The frame at or before a time, and how far it is on the way to the next.
function frameAt(t) {
  if (t >= end) return { k: last, part: 0 };
  let low = 0, high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle; else high = middle;
  }
  if (high === low || t <= times[low]) return { k: low, part: 0 };
  return { k: low, part: (t - times[low]) / (times[high] - times[low]) };
}

// -- the mechanism

const view = { names: false, hinges: true, masses: true, inertia: true, shapes: true, contacts: true, forces: false };
view.masses = data.shapes.length === 0;
let renderer = null;
const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(32, 1, 0.01, 1000);
const vector = (a) => new THREE.Vector3(a[0], a[1], a[2]);
const turn = (e) => new THREE.Quaternion(e[1], e[2], e[3], e[0]);
const up = vector(data.up);
const groups = {};  // what a switch shows and hides
for (const name of Object.keys(view)) groups[name] = [];

const nodes = data.nodes.map((node) => {
  const object = new THREE.Group();
  object.name = node.name;
  object.frames = doubles(node.frames);
  scene.add(object);
  return object;
});

const from = new THREE.Vector3(), to = new THREE.Vector3(), begin = new THREE.Quaternion(), finish = new THREE.Quaternion();
function place(node, k, part) {
  const f = node.frames;
  if (f.length === 7) k = part = 0;
  const at = 7 * k;
  node.position.set(f[at], f[at + 1], f[at + 2]);
  node.quaternion.set(f[at + 4], f[at + 5], f[at + 6], f[at + 3]);
  if (part > 0) {
    node.position.lerp(to.set(f[at + 7], f[at + 8], f[at + 9]), part);
    node.quaternion.slerp(finish.set(f[at + 11], f[at + 12], f[at + 13], f[at + 10]), part);
  }
  node.updateMatrix();
  node.updateMatrixWorld(true);
}
function worldOf(spot, result) {
  return nodes[spot.node].localToWorld(result.set(spot.r[0], spot.r[1], spot.r[2]));
}

// Everything that has a place: the sizes of what is drawn follow from it. What is fixed to ground and holds nothing, and the marks
// of axes that go along, stay behind when a mechanism drives away: they count only where it stays.
const spots = [], fixedSpots = [];
nodes.forEach((node, k) => { if (k > 0 && node.name) spots.push({ node: k, r: [0, 0, 0] }); });
for (const list of [data.axes, data.masses, data.points])
  for (const part of list) (part.node > 0 && nodes[part.node].name ? spots : fixedSpots).push(part);
for (const rod of data.rods) spots.push({ node: rod.node, r: rod.from }, { node: rod.node, r: rod.to });
for (const line of data.lines) spots.push(line.from, line.to);
spots.push(...data.closures);
for (const shape of data.shapes) {
  const half = shape.box ? Math.hypot(...shape.box) / 2 : shape.cylinder ? Math.hypot(shape.cylinder[0], shape.cylinder[1] / 2) :
    shape.sphere || 0;
  for (const side of [-1, 1]) for (let i = 0; i < 3; ++i) {
    const r = shape.at.slice();
    r[i] += side * half * 0.7;
    (shape.node > 0 ? spots : fixedSpots).push({ node: shape.node, r: r });
  }
}
for (const mass of data.masses) {
  const half = Math.hypot(...mass.edges) / 2;
  for (let i = 0; i < 3; ++i) for (const side of [-1, 1]) {
    const r = mass.r.slice();
    r[i] += side * half * 0.6;
    spots.push({ node: mass.node, r: r });
  }
}
// Lines of flexible bodies: where the end i of a part is, in the body's axes.
const beams = data.beams.map((beam) => ({ node: beam.node, parts: beam.parts, points: floats(beam.points), made: [] }));
function pointOf(beam, i, k, part, result) {
  const p = beam.points, row = 3 * (beam.parts + 1), at = row * k + 3 * i;
  result.set(p[at], p[at + 1], p[at + 2]);
  return part > 0 ? result.lerp(to.set(p[at + row], p[at + row + 1], p[at + row + 2]), part) : result;
}
function boxAt(k) {
  const box = new THREE.Box3();
  for (const node of nodes) place(node, k, 0);
  for (const beam of beams)
    for (let i = 0; i <= beam.parts; ++i) box.expandByPoint(nodes[beam.node].localToWorld(pointOf(beam, i, k, 0, from)));
  for (const spot of spots) box.expandByPoint(worldOf(spot, from));
  return box;
}
const extent = (box) => box.isEmpty() ? 0 : box.getSize(new THREE.Vector3()).length();
const firstBox = boxAt(0), wholeBox = new THREE.Box3();
// The whole motion: where the middle of the mechanism goes.
const middles = new THREE.Box3(), firstBody = data.nodes.findIndex((node, k) => k > 0 && node.name);
const parts = Math.max(1, Math.min(last, 60));
const someFrames = Array.from({ length: parts + 1 }, (_, i) => Math.round(i / parts * last));
for (const k of someFrames) {
  const box = boxAt(k);
  if (box.isEmpty()) break;
  wholeBox.union(box);
  middles.expandByPoint(box.getCenter(to));
}
// What room the mechanism takes about a body, over the whole motion.
function roomAbout(node) {
  const room = new THREE.Box3();
  for (const k of someFrames) room.union(boxAt(k).translate(from.copy(nodes[node].position).negate()));
  return room;
}
const travels = extent(firstBox) > 0 && extent(middles) > 2.5 * extent(firstBox);  // what drives away is followed
boxAt(0);
if (!travels) for (const spot of fixedSpots) {
  firstBox.expandByPoint(worldOf(spot, from));
  wholeBox.expandByPoint(from);
}
const size = Math.max(extent(firstBox), travels ? 0 : extent(wholeBox) / 4) || 1;

// -- what it is drawn with

const round = new THREE.CylinderBufferGeometry(1, 1, 1, 20), ball = new THREE.SphereBufferGeometry(1, 20, 14);
const cube = new THREE.BoxBufferGeometry(1, 1, 1), cone = new THREE.ConeBufferGeometry(1, 1, 18);
const yAxis = new THREE.Vector3(0, 1, 0);
const solid = (colour) => new THREE.MeshLambertMaterial({ color: colour });
const colourOf = (node) => node === 0 ? '#8a97a6' : palette[(node - 1) % palette.length];
const solids = {};
const bodySolid = (node) => solids[node] || (solids[node] = solid(colourOf(node)));
const hingeSolid = solid('#f2a900'), cutSolid = solid('#d0312d'), markSolid = solid('#5a6675');

function mesh(geometry, material, parent, groupName) {
  const made = new THREE.Mesh(geometry, material);
  parent.add(made);
  if (groupName) groups[groupName].push(made);
  return made;
}
// A cylinder between two points of its parent.
function lay(made, a, b, radius) {
  const along = b.clone().sub(a);
  made.position.copy(a).addScaledVector(along, 0.5);
  made.scale.set(radius, along.length(), radius);
  made.quaternion.setFromUnitVectors(yAxis, along.normalize());
  return made;
}
const bar = (a, b, radius, material, parent, groupName) => lay(mesh(round, material, parent, groupName), a, b, radius);
const named = [];  // where words stand
function words(text, parent, at) {
  const there = parent.localToWorld(at.clone()), above = named.filter((one) => one.distanceTo(there) < 0.03 * size).length;
  named.push(there);
  const pen = document.createElement('canvas').getContext('2d'), height = 44;
  pen.font = '30px sans-serif';
  const width = Math.ceil(pen.measureText(text).width) + 16;
  pen.canvas.width = width;
  pen.canvas.height = height;
  pen.font = '30px sans-serif';
  pen.lineWidth = 6;
  pen.strokeStyle = 'rgba(255,255,255,0.85)';
  pen.strokeText(text, 8, 32);
  pen.fillStyle = '#1c2733';
  pen.fillText(text, 8, 32);
  const texture = new THREE.CanvasTexture(pen.canvas);
  texture.minFilter = THREE.LinearFilter;
  const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: texture, sizeAttenuation: false, depthTest: false }));
  sprite.center.set(-0.05, -0.15 - above);  // words of one place stand one above the other
  sprite.position.copy(at);
  sprite.renderOrder = 9;
  sprite.proportion = width / height;
  parent.add(sprite);
  groups.names.push(sprite);
  return sprite;
}
// The mark of a mass centre: a disc in four quarters.
const massMark = (function () {
  const pen = document.createElement('canvas').getContext('2d');
  pen.canvas.width = pen.canvas.height = 64;
  for (let k = 0; k < 4; ++k) {
    pen.beginPath();
    pen.moveTo(32, 32);
    pen.arc(32, 32, 28, k * Math.PI / 2, (k + 1) * Math.PI / 2);
    pen.fillStyle = k % 2 ? '#ffffff' : '#1c2733';
    pen.fill();
  }
  pen.beginPath();
  pen.arc(32, 32, 28, 0, 2 * Math.PI);
  pen.lineWidth = 4;
  pen.strokeStyle = '#1c2733';
  pen.stroke();
  return new THREE.SpriteMaterial({ map: new THREE.CanvasTexture(pen.canvas), depthTest: false });
})();

const shaped = new Set(data.shapes.map((shape) => shape.node));
for (const shape of data.shapes) {
  let geometry = ball, scale = [1, 1, 1], inner = null;
  if (shape.box) { geometry = cube; scale = shape.box; }
  if (shape.sphere) scale = [shape.sphere, shape.sphere, shape.sphere];
  if (shape.cylinder) {  // three.js has it about y, we about z
    geometry = new THREE.CylinderBufferGeometry(shape.cylinder[0], shape.cylinder[0], shape.cylinder[1], 36);
    inner = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(1, 0, 0), Math.PI / 2);
  }
  if (shape.mesh) {
    geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(floats(shape.mesh), 3));
    geometry.computeVertexNormals();
  }
  const made = mesh(geometry, bodySolid(shape.node), nodes[shape.node], 'shapes');
  made.position.copy(vector(shape.at));
  made.quaternion.copy(turn(shape.turn));
  if (inner) made.quaternion.multiply(inner);
  made.scale.set(scale[0], scale[1], scale[2]);
  if (shape.cylinder || shape.box) {  // its edges let one see it turn
    const edges = new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 30),
                                         new THREE.LineBasicMaterial({ color: '#1c2733', transparent: true, opacity: 0.5 }));
    made.add(edges);
    if (shape.cylinder) {
      const h = shape.cylinder[1] / 2 * 1.002, r = shape.cylinder[0] * 0.98, spokes = [];
      for (const y of [-h, h]) spokes.push(vector([-r, y, 0]), vector([r, y, 0]), vector([0, y, -r]), vector([0, y, r]));
      made.add(new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(spokes), edges.material));
    }
  }
}
for (const rod of data.rods)
  if (!shaped.has(rod.node)) bar(vector(rod.from), vector(rod.to), 0.011 * size, bodySolid(rod.node), nodes[rod.node]);
for (const stub of data.stubs) {
  const made = mesh(cube, bodySolid(stub.node), nodes[stub.node]);
  made.position.copy(vector(stub.r));
  made.scale.setScalar(0.05 * size);
}
for (const beam of beams)
  for (let i = 0; i < beam.parts; ++i) beam.made.push(mesh(round, bodySolid(beam.node), nodes[beam.node]));
function bend(beam, k, part) {
  const begins = pointOf(beam, 0, k, part, new THREE.Vector3()), ends = new THREE.Vector3();
  beam.made.forEach((one, i) => {
    lay(one, begins, pointOf(beam, i + 1, k, part, ends), 0.011 * size);
    begins.copy(ends);
  });
}
for (const mass of data.masses) {
  const mark = new THREE.Sprite(massMark);
  mark.position.copy(vector(mass.r));
  mark.scale.set(0.045 * size, 0.045 * size, 1);
  mark.renderOrder = 8;
  nodes[mass.node].add(mark);
  groups.masses.push(mark);
  if (shaped.has(mass.node) || !(Math.max(...mass.edges) > 0)) continue;
  const material = new THREE.MeshLambertMaterial({ color: colourOf(mass.node), transparent: true, opacity: 0.22, depthWrite: false });
  const made = mesh(cube, material, nodes[mass.node], 'inertia');
  made.position.copy(vector(mass.r));
  made.quaternion.copy(turn(mass.turn));
  made.scale.set(mass.edges[0], mass.edges[1], mass.edges[2]);
  made.add(new THREE.LineSegments(new THREE.EdgesGeometry(cube),
                                  new THREE.LineBasicMaterial({ color: colourOf(mass.node), transparent: true, opacity: 0.7 })));
}
for (const axis of data.axes) {
  const parent = nodes[axis.node], at = vector(axis.r), material = axis.cut ? cutSolid : hingeSolid;
  if (axis.kind === 'ball') {
    const made = mesh(ball, material, parent, 'hinges');
    made.position.copy(at);
    made.scale.setScalar(0.022 * size);
  } else {
    const along = vector(axis.direction);
    const beside = (length) => [at.clone().addScaledVector(along, -length * size), at.clone().addScaledVector(along, length * size)];
    const turns = axis.kind === 'turns';
    bar(...beside(turns ? 0.032 : 0.09), (turns ? 0.02 : 0.008) * size, material, parent, 'hinges');
    if (turns) bar(...beside(0.075), 0.0035 * size, material, parent, 'hinges');
    else mesh(cube, material, parent, 'hinges').position.copy(at),
      groups.hinges[groups.hinges.length - 1].scale.setScalar(0.03 * size);
  }
  if (axis.name) words(axis.name, parent, at);
}
for (const closure of data.closures) {
  const made = mesh(ball, cutSolid, nodes[closure.node], 'hinges');
  made.position.copy(vector(closure.r));
  made.scale.setScalar(0.018 * size);
}
for (const point of data.points) {
  const made = mesh(ball, markSolid, nodes[point.node], 'names');
  made.position.copy(vector(point.r));
  made.scale.setScalar(0.009 * size);
  words(point.name, nodes[point.node], vector(point.r));
}
for (const mass of data.masses) words(data.nodes[mass.node].name, nodes[mass.node], vector(mass.r));
for (const beam of beams) words(data.nodes[beam.node].name, nodes[beam.node], pointOf(beam, beam.parts >> 1, 0, 0, from));
nodes[0].add(new THREE.AxesHelper(0.15 * size));

// -- springs and other lines between two points

class Coil extends THREE.Curve {
  constructor(radius, length) { super(); this.radius = radius; this.length0 = length; }
  getPoint(s) {
    const angle = 2 * Math.PI * 7 * s;
    return new THREE.Vector3(this.radius * Math.cos(angle), this.length0 * s, this.radius * Math.sin(angle));
  }
}
const lines = data.lines.map((line) => {
  worldOf(line.from, from);
  worldOf(line.to, to);
  const length = from.distanceTo(to) || size / 10;
  const geometry = line.spring ? new THREE.TubeBufferGeometry(new Coil(0.02 * size, length), 90, 0.005 * size, 6) :
    new THREE.CylinderBufferGeometry(0.006 * size, 0.006 * size, length, 10).translate(0, length / 2, 0);
  const made = mesh(geometry, line.spring ? markSolid : solid('#7a8798'), scene);
  return { made: made, from: line.from, to: line.to, length: length };
});
function stretch(line) {
  worldOf(line.from, from);
  worldOf(line.to, to).sub(from);
  const length = to.length();
  line.made.position.copy(from);
  if (length > 0) line.made.quaternion.setFromUnitVectors(yAxis, to.multiplyScalar(1 / length));
  line.made.scale.set(1, Math.max(length, 1e-9) / line.length, 1);
}

// -- forces and torques

const arrows = data.arrows.map((arrow) => {
  const material = new THREE.MeshBasicMaterial({ color: arrow.torque ? '#9b30c9' : '#e0301e' });
  const group = new THREE.Group(), shaft = new THREE.Mesh(round, material);
  group.add(shaft);
  const heads = (arrow.torque ? [0, 1] : [0]).map(() => new THREE.Mesh(cone, material));
  heads.forEach((head) => group.add(head));
  scene.add(group);
  groups.forces.push(group);
  return { node: arrow.node, r: arrow.r, torque: arrow.torque, values: floats(arrow.values), group: group, shaft: shaft, heads: heads };
});
const largest = { true: 0, false: 0 };
for (const arrow of arrows)
  for (let k = 0; k + 2 < arrow.values.length; k += 3) {
    const value = Math.hypot(arrow.values[k], arrow.values[k + 1], arrow.values[k + 2]);
    if (isFinite(value)) largest[arrow.torque] = Math.max(largest[arrow.torque], value);
  }
function draw(arrow, k, part) {
  const v = arrow.values, at = 3 * k;
  from.set(v[at], v[at + 1], v[at + 2]);
  if (part > 0) from.lerp(to.set(v[at + 3], v[at + 4], v[at + 5]), part);
  const value = from.length(), length = value / (largest[arrow.torque] || 1) * 0.4 * size;
  arrow.group.visible = view.forces && isFinite(length) && length > 0.004 * size;
  if (!arrow.group.visible) return;
  arrow.group.quaternion.setFromUnitVectors(yAxis, from.multiplyScalar(1 / value));
  worldOf(arrow, arrow.group.position);
  const head = Math.min(0.05 * size, length / 2), width = Math.min(0.008 * size, head / 4);
  arrow.shaft.scale.set(width, length - head, width);
  arrow.shaft.position.y = (length - head) / 2;
  arrow.heads.forEach((one, i) => {
    one.scale.set(2.4 * width, head, 2.4 * width);
    one.position.y = length - head / 2 - i * head * 0.8;
  });
}

// -- contacts that are closed

const contactColours = { c: '#009e73', s: '#d55e00' };
const contactSolids = { c: solid(contactColours.c), s: solid(contactColours.s) };
const contacts = data.contacts.map((contact) => {
  const placed = contact.node !== undefined;
  const made = placed ? mesh(ball, contactSolids.c, nodes[contact.node], 'contacts') : null;
  if (placed) {
    made.position.copy(vector(contact.r));
    made.scale.setScalar(0.024 * size);
  }
  const told = byId('contacts').appendChild(document.createElement('span'));
  return { name: contact.name, friction: contact.friction, marks: contact.marks, made: made, told: told, mark: '' };
});
function markContact(contact, k) {
  const mark = contact.marks[k], closed = mark !== 'o';
  if (contact.made) {
    contact.made.visible = view.contacts && closed;
    if (closed) contact.made.material = contactSolids[mark];
  }
  if (mark === contact.mark) return;
  contact.mark = mark;
  contact.told.textContent = contact.name + ' ' + (mark === 's' ? 'slides' : !closed ? 'open' : contact.friction ? 'sticks' : 'closed');
  contact.told.style.borderColor = closed ? contactColours[mark] : 'transparent';
}
