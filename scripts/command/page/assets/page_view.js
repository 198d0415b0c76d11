// Ground, camera and the moment that is shown.
'use strict';
// -- the ground's grid, in the plane across `up`

const decade = Math.pow(10, Math.floor(Math.log10(size / 4)));
const cell = decade * [1, 2, 5].filter((step) => step * decade <= size / 4).pop();
// lines of one cell each: some drawing programs drop a line whose end is far behind the camera
const gridPoints = [], half = 30;
for (let i = -half; i <= half; ++i)
  for (let k = -half; k < half; ++k)
    gridPoints.push(vector([i * cell, 0, k * cell]), vector([i * cell, 0, (k + 1) * cell]),
                    vector([k * cell, 0, i * cell]), vector([(k + 1) * cell, 0, i * cell]));
const grid = new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(gridPoints), new THREE.LineBasicMaterial());
const flat = new THREE.Quaternion().setFromUnitVectors(yAxis, up);
grid.quaternion.copy(flat);
grid.material.transparent = true;
grid.material.opacity = 0.45;
scene.add(grid);
// the road of what stands on it; else below all that moves
let lowest = Infinity;
if (!wholeBox.isEmpty())
  for (const x of [wholeBox.min.x, wholeBox.max.x]) for (const y of [wholeBox.min.y, wholeBox.max.y])
    for (const z of [wholeBox.min.z, wholeBox.max.z]) lowest = Math.min(lowest, vector([x, y, z]).dot(up));
const height = lowest > -0.02 * size && lowest < 0.6 * size ? 0 : isFinite(lowest) ? lowest : 0;

// -- the camera: around a target

const side = Math.abs(up.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
side.addScaledVector(up, -side.dot(up)).normalize();
const across = new THREE.Vector3().crossVectors(up, side);
const look = { target: new THREE.Vector3(), distance: 1, azimuth: 0, elevation: 0 };
const light = new THREE.DirectionalLight('#ffffff', 0.65);
scene.add(new THREE.HemisphereLight('#ffffff', '#8090a0', 0.75), light, light.target);

// A planar mechanism is seen from the front, all others from a corner.
function commonAxis() {
  let common = null;
  for (const axis of data.axes) {
    if (axis.kind === 'ball') return null;
    if (axis.kind !== 'turns') continue;
    const here = vector(axis.direction).applyQuaternion(nodes[axis.node].quaternion);
    if (common && Math.abs(common.dot(here)) < 0.9999) return null;
    common = common || here;
  }
  if (data.nodes.length < 2 || !common || Math.abs(common.dot(up)) > 0.2) return null;
  const largestPart = Math.max(common.x, common.y, common.z);
  return largestPart < -Math.min(common.x, common.y, common.z) ? common.negate() : common;
}
const firstView = (function () {
  boxAt(0);
  const front = commonAxis();
  if (!front) return { azimuth: -1.03, elevation: 0.42 };
  return { azimuth: Math.atan2(front.dot(across), front.dot(side)) + 0.28, elevation: 0.2 };
})();
let followed = -1;
const followedAt = new THREE.Vector3();
// The followed body in the middle, else the whole motion; as it was turned.
function frameView() {
  const box = followed >= 0 ? roomAbout(followed) : wholeBox;
  const angle = camera.fov * Math.PI / 360, narrow = Math.min(1, camera.aspect);
  look.distance = 0.6 * Math.max(extent(box), size) / Math.tan(angle) / narrow;
  show(now);
  if (!box.isEmpty()) box.getCenter(look.target);
  if (followed >= 0) {
    nodes[followed].getWorldPosition(followedAt);
    look.target.add(followedAt);
  }
  draws = true;
}
function resetView() {
  look.azimuth = firstView.azimuth;
  look.elevation = firstView.elevation;
  frameView();
}
function aim() {
  const c = Math.cos(look.elevation);
  camera.position.copy(look.target)
    .addScaledVector(side, look.distance * c * Math.cos(look.azimuth))
    .addScaledVector(across, look.distance * c * Math.sin(look.azimuth))
    .addScaledVector(up, look.distance * Math.sin(look.elevation));
  camera.up.copy(up);
  camera.lookAt(look.target);
  camera.near = look.distance / 200;
  camera.far = look.distance * 20 + 2 * half * cell;
  camera.updateProjectionMatrix();
  light.position.copy(camera.position).addScaledVector(up, look.distance / 2);
  light.target.position.copy(look.target);
  light.target.updateMatrixWorld();
  // from far away its cells are larger
  const far = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step * half * cell > look.distance) || 1000;
  grid.scale.setScalar(far);
  const here = (length) => Math.round(length / (far * cell)) * far * cell;
  grid.position.copy(up).multiplyScalar(height)
    .addScaledVector(side, here(look.target.dot(side))).addScaledVector(across, here(look.target.dot(across)));
}

// -- a moment

let now = start, playing = false, rate = 1, draws = true;
function show(t) {
  now = Math.min(Math.max(t, start), end);
  const { k, part } = frameAt(now);
  for (const node of nodes) place(node, k, part);
  for (const beam of beams) bend(beam, k, part);
  for (const line of lines) stretch(line);
  if (view.forces) for (const arrow of arrows) draw(arrow, k, part);
  for (const contact of contacts) markContact(contact, k);
  if (followed >= 0) {
    nodes[followed].getWorldPosition(from);
    look.target.add(to.copy(from).sub(followedAt));
    followedAt.copy(from);
  }
  draws = true;
}
function switchTo(name, on) {
  view[name] = on;
  for (const object of groups[name]) object.visible = on;
  byId('legend').hidden = !view.forces;
  if (byId('show_' + name)) byId('show_' + name).checked = on;
  show(now);
}
