// Controls, hands on the picture, and what happens from frame to frame.
'use strict';
function play() {
  if (now >= end) show(start);
  playing = true;
  byId('play').textContent = 'Pause';
  before = null;
}
function pause() {
  playing = false;
  byId('play').textContent = 'Play';
}
function follow(node) {
  followed = node;
  frameView();
}
byId('title').textContent = data.title;
const notes = [data.note, data.leavesLoadsOut ? 'Loads that external routines give are not drawn.' : ''].filter((one) => one);
byId('note').textContent = notes.join(' ');
byId('note').hidden = notes.length === 0;
byId('scrub').min = start;
byId('scrub').max = end > start ? end : start + 1;
byId('scrub').addEventListener('input', (event) => { pause(); show(Number(event.target.value)); tellTime(); });
byId('play').addEventListener('click', () => { if (playing) pause(); else play(); });
byId('reset').addEventListener('click', resetView);
function option(select, text, value) {
  const made = select.appendChild(document.createElement('option'));
  made.textContent = text;
  made.value = value;
}
for (const one of [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10]) option(byId('speed'), one + ' x', one);
byId('speed').value = 1;
byId('speed').addEventListener('change', (event) => { rate = Number(event.target.value); });
option(byId('follow'), 'nothing', -1);
data.nodes.forEach((node, k) => { if (k > 0 && node.name) option(byId('follow'), node.name, k); });
byId('follow').addEventListener('change', (event) => follow(Number(event.target.value)));
for (const [name, text] of [['names', 'names'], ['hinges', 'hinges'], ['masses', 'mass centres'], ['inertia', 'inertia'],
                            ['shapes', 'shapes'], ['contacts', 'contacts'], ['forces', 'forces']]) {
  if (groups[name].length === 0) continue;
  const label = byId('switches').appendChild(document.createElement('label'));
  const box = label.appendChild(document.createElement('input'));
  box.type = 'checkbox';
  box.id = 'show_' + name;
  box.checked = view[name];
  box.addEventListener('change', () => switchTo(name, box.checked));
  label.appendChild(document.createTextNode(' ' + text));
}
const scales = [];
if (largest.false > 0) scales.push('the longest red arrow is ' + plain(largest.false, 3) + ' N');
if (largest.true > 0) scales.push('the longest purple one ' + plain(largest.true, 3) + ' N m');
byId('legend').textContent = scales.join(', ');
curves.forEach((curve) => {
  const label = byId('curve_list').appendChild(document.createElement('label'));
  const box = label.appendChild(document.createElement('input'));
  box.type = 'checkbox';
  box.checked = curve.shown;
  box.addEventListener('change', () => { curve.shown = box.checked; arrangePlots(); });
  label.appendChild(document.createTextNode(' ' + curve.name + (curve.unit ? ', ' + curve.unit : '') + (curve.text ? ': ' + curve.text : '')));
});
document.addEventListener('keydown', (event) => {
  if (/^(INPUT|SELECT|BUTTON|SUMMARY)$/.test(event.target.tagName) && event.key === ' ') return;
  if (event.target.tagName === 'SELECT' || (event.target.tagName === 'INPUT' && event.target.type === 'range')) return;
  const { k } = frameAt(now);
  if (event.key === ' ') { if (playing) pause(); else play(); }
  else if (event.key === 'ArrowRight') { pause(); show(times[Math.min(k + 1, last)]); tellTime(); }
  else if (event.key === 'ArrowLeft') { pause(); show(times[Math.max(k - 1, 0)]); tellTime(); }
  else return;
  event.preventDefault();
});

// -- dark and light

const system = window.matchMedia('(prefers-color-scheme: dark)');
function paintIn(dark) {
  document.documentElement.classList.toggle('dark', dark);
  byId('theme').textContent = dark ? 'Light' : 'Dark';
  grid.material.color = new THREE.Color(dark ? '#4d5763' : '#88919c');
  paintPlots();
}
byId('theme').addEventListener('click', () => paintIn(!document.documentElement.classList.contains('dark')));
system.addEventListener('change', (event) => paintIn(event.matches));

// -- hands on the picture: drag turns, two fingers or the right button move, wheel and pinch zoom

const canvas = byId('scene'), pointers = new Map();
function shift(dx, dy) {
  const scale = 2 * look.distance * Math.tan(camera.fov * Math.PI / 360) / canvas.clientHeight;
  const right = new THREE.Vector3().setFromMatrixColumn(camera.matrix, 0), above = new THREE.Vector3().setFromMatrixColumn(camera.matrix, 1);
  look.target.addScaledVector(right, -dx * scale).addScaledVector(above, dy * scale);
}
canvas.addEventListener('pointerdown', (event) => {
  canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});
for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, (event) => pointers.delete(event.pointerId));
canvas.addEventListener('pointermove', (event) => {
  const old = pointers.get(event.pointerId);
  if (!old) return;
  const dx = event.clientX - old.x, dy = event.clientY - old.y;
  if (pointers.size === 2) {
    const other = Array.from(pointers.entries()).find(([id]) => id !== event.pointerId)[1];
    const was = Math.hypot(old.x - other.x, old.y - other.y), is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (was > 0 && is > 0) look.distance *= was / is;
    shift(dx / 2, dy / 2);
  } else if (event.buttons & 2 || event.shiftKey) {
    shift(dx, dy);
  } else {
    look.azimuth -= dx * 0.007;
    look.elevation = Math.min(1.55, Math.max(-1.55, look.elevation + dy * 0.007));
  }
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  draws = true;
});
canvas.addEventListener('contextmenu', (event) => event.preventDefault());
canvas.addEventListener('wheel', (event) => {
  event.preventDefault();
  look.distance *= Math.exp(event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015));
  draws = true;
}, { passive: false });

// -- from frame to frame

const spent = [];  // what the script took for the last frames, ms
let before = null, toldAt = 0;
function step(clock) {
  const began = performance.now();
  if (playing) {
    if (before !== null) show(now + rate * (clock - before) / 1000);
    before = clock;
    if (now >= end) { pause(); tellTime(); }
    if (clock - toldAt > 60) { toldAt = clock; tellTime(); }
  }
  if (draws && renderer) {
    draws = false;
    aim();
    renderer.render(scene, camera);
    spent.push(performance.now() - began);
    if (spent.length > 600) spent.shift();
  }
  window.requestAnimationFrame(step);
}
function resize() {
  const box = byId('view').getBoundingClientRect();
  if (renderer && box.width > 0 && box.height > 0) {
    renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    renderer.setSize(box.width, box.height, false);
    camera.aspect = box.width / box.height;
    const unit = 2 * Math.tan(camera.fov * Math.PI / 360) / box.height, high = 20 * unit;
    for (const sprite of groups.names) if (sprite.isSprite) sprite.scale.set(high * sprite.proportion, high, 1);
  }
  paintPlots();
}

try {
  renderer = new THREE.WebGLRenderer({ canvas: canvas, antialias: true, alpha: true });
} catch (error) {
  byId('no_webgl').hidden = false;
}
if (travels && firstBody > 0) {
  followed = firstBody;
  byId('follow').value = followed;
}
for (const name of Object.keys(view)) switchTo(name, view[name]);
arrangePlots();
paintIn(system.matches);
resize();
resetView();
window.addEventListener('resize', () => { resize(); draws = true; });
window.requestAnimationFrame(step);

// For programs that read the picture back. Lengths in m, in ground axes.
window.lagPage = {
  times: times,
  show: (t) => { pause(); show(t); tellTime(); },
  time: () => now,
  play: play,
  pause: pause,
  switchTo: switchTo,
  contacts: () => contacts.map((contact) => contact.told.textContent),
  bodies: () => data.nodes.filter((node) => node.name).map((node) => node.name),
  position: (body, r) => {
    const node = nodes[data.nodes.findIndex((one) => one.name === body)];
    return node.localToWorld(vector(r || [0, 0, 0])).toArray();
  },
  // the same place in the picture: from -1 to 1 across and upwards
  inPicture: (body, r) => {
    aim();
    camera.updateMatrixWorld();
    return vector(lagPage.position(body, r)).project(camera).toArray().slice(0, 2);
  },
  // of events, by plot: left and right, top and bottom, then where the curves begin; pixels
  labels: () => plots.map((plot) => plot.labels.map((one) => [one.left, one.right, one.base - 9, one.base + 3, plot.top])),
  beam: (body) => {  // the line of a flexible body
    const beam = beams.find((one) => data.nodes[one.node].name === body), { k, part } = frameAt(now);
    return Array.from({ length: beam.parts + 1 }, (_, i) =>
      nodes[beam.node].localToWorld(pointOf(beam, i, k, part, new THREE.Vector3())).toArray());
  },
  drawsWebGL: () => renderer !== null,
  millisecondsOfFrames: () => spent.slice(),
};
