// The curves beside the mechanism.
'use strict';
const curves = data.curves.map((curve, k) => ({
  name: curve.name, unit: curve.unit, text: curve.text, values: floats(curve.values), shown: curve.shown, number: k }));
const plots = [];
const plain = (x, digits) => {
  if (!isFinite(x)) return 'none';
  const text = x.toPrecision(digits || 5);
  return Math.abs(x) >= 1e5 || (x !== 0 && Math.abs(x) < 1e-4) ? Number(text).toExponential() : String(Number(text));
};
function ticks(low, high, count) {
  const raw = (high - low) / count, power = Math.pow(10, Math.floor(Math.log10(raw)));
  const step = [1, 2, 5, 10].map((s) => s * power).find((s) => s >= raw * (1 - 1e-9)) || 10 * power;
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) list.push(k * step);
  return list;
}
const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

class Plot {
  constructor(unit, members) {
    this.members = members;
    const panel = document.createElement('div');
    panel.className = 'panel';
    const area = document.createElement('div');
    area.className = 'plot';
    this.base = area.appendChild(document.createElement('canvas'));
    this.cursor = area.appendChild(document.createElement('canvas'));
    panel.appendChild(area);
    const names = panel.appendChild(document.createElement('div'));
    names.className = 'names';
    this.values = members.map((curve) => {
      const entry = names.appendChild(document.createElement('span')), mark = entry.appendChild(document.createElement('i'));
      mark.style.background = curve.colour;
      entry.title = curve.text || curve.name;
      entry.appendChild(document.createTextNode(curve.name + ' '));
      return entry.appendChild(document.createElement('b'));
    });
    this.unit = unit;
    this.area = area;
    byId('plots').appendChild(panel);
    area.addEventListener('pointerdown', (event) => {
      area.setPointerCapture(event.pointerId);
      this.scrub(event);
    });
    area.addEventListener('pointermove', (event) => { if (event.buttons & 1) this.scrub(event); });
  }
  scrub(event) {
    const box = this.area.getBoundingClientRect();
    pause();
    show(start + (event.clientX - box.left - this.left) / (box.width - this.left - this.right) * (end - start));
    tellTime();
  }
  x(t) { return this.left + (end > start ? (t - start) / (end - start) : 0) * (this.width - this.left - this.right); }
  // Names of events stand above the curves, each from its line to the right, in rows: nothing else is drawn there.
  label(pen) {
    const ends = [], first = 26, high = 12;
    this.labels = [];
    for (const mark of data.marks) {
      const width = pen.measureText(mark.text).width;
      const left = Math.max(this.left, Math.min(this.x(mark.t) - 1, this.width - width));
      const row = [0, 1, 2, 3].find((one) => !(ends[one] > left));
      if (row === undefined) continue;  // no room: the line alone
      ends[row] = left + width + 6;
      this.labels.push({ text: mark.text, left: left, right: left + width, base: first + high * row });
    }
    this.top = 18 + high * ends.length;
  }
  paint() {
    const box = this.area.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
    this.width = box.width;
    this.height = box.height;
    this.left = 52;
    this.right = 10;
    for (const canvas of [this.base, this.cursor]) {
      canvas.width = Math.max(1, Math.round(box.width * ratio));
      canvas.height = Math.max(1, Math.round(box.height * ratio));
      canvas.getContext('2d').setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    let low = Infinity, high = -Infinity;
    for (const curve of this.members)
      for (const value of curve.values) if (isFinite(value)) { low = Math.min(low, value); high = Math.max(high, value); }
    if (!(low <= high)) { low = -1; high = 1; }
    if (high - low <= 1e-6 * Math.max(Math.abs(low), Math.abs(high))) {
      const room = Math.max(Math.abs(low), Math.abs(high)) / 2 || 1;
      low -= room;
      high += room;
    }
    const rim = 0.05 * (high - low);
    this.low = low - rim;
    this.high = high + rim;
    const pen = this.base.getContext('2d'), bottom = 20;
    pen.font = '11px sans-serif';
    this.label(pen);
    const top = this.top;
    const y = (value) => top + (this.high - value) / (this.high - this.low) * (this.height - top - bottom);
    pen.clearRect(0, 0, this.width, this.height);
    pen.fillStyle = ink('--faint');
    pen.strokeStyle = ink('--line');
    pen.lineWidth = 1;
    pen.fillText((this.unit || '-') + ' over time, s', this.left, 11);
    pen.textAlign = 'right';
    for (const value of ticks(this.low, this.high, 4)) {
      pen.beginPath(); pen.moveTo(this.left, y(value)); pen.lineTo(this.width - this.right, y(value)); pen.stroke();
      pen.fillText(plain(value), this.left - 4, y(value) + 4);
    }
    pen.textAlign = 'center';
    for (const t of end > start ? ticks(start, end, Math.max(2, Math.floor(this.width / 90))) : [start]) {
      pen.beginPath(); pen.moveTo(this.x(t), top); pen.lineTo(this.x(t), this.height - bottom); pen.stroke();
      pen.fillText(plain(t), Math.min(this.x(t), this.width - 14), this.height - 6);
    }
    pen.textAlign = 'left';
    pen.strokeStyle = pen.fillStyle = '#d0312d';
    pen.setLineDash([3, 3]);
    for (const mark of data.marks) {
      pen.beginPath(); pen.moveTo(this.x(mark.t), top); pen.lineTo(this.x(mark.t), this.height - bottom); pen.stroke();
    }
    pen.setLineDash([]);
    for (const one of this.labels) pen.fillText(one.text, one.left, one.base);
    pen.lineWidth = 1.6;
    for (const curve of this.members) {
      pen.strokeStyle = curve.colour;
      pen.beginPath();
      let drawn = false;
      for (let k = 0; k <= last; ++k) {
        const value = curve.values[k];
        if (!isFinite(value)) { drawn = false; continue; }
        if (drawn) pen.lineTo(this.x(times[k]), y(value)); else pen.moveTo(this.x(times[k]), y(value));
        drawn = true;
      }
      pen.stroke();
    }
  }
  point() {
    const pen = this.cursor.getContext('2d');
    pen.clearRect(0, 0, this.width, this.height);
    pen.strokeStyle = ink('--ink');
    pen.beginPath(); pen.moveTo(this.x(now), 14); pen.lineTo(this.x(now), this.height - 18); pen.stroke();
  }
  tell(k, part) {
    this.members.forEach((curve, i) => {
      const a = curve.values[k], value = part > 0 ? a + part * (curve.values[k + 1] - a) : a;
      this.values[i].textContent = plain(value, 4);
    });
  }
}
function arrangePlots() {
  byId('plots').textContent = '';
  plots.length = 0;
  const units = [];
  for (const curve of curves) if (curve.shown && !units.includes(curve.unit)) units.push(curve.unit);
  for (const unit of units) {
    const members = curves.filter((curve) => curve.shown && curve.unit === unit);
    members.forEach((curve, k) => { curve.colour = palette[k % palette.length]; });
    plots.push(new Plot(unit, members));
  }
  paintPlots();
}
function paintPlots() {
  for (const plot of plots) plot.paint();
  tellTime();
}
let told = -Infinity, inkNow = '';
function tellTime() {
  byId('time').textContent = now.toFixed(end - start < 1 ? 4 : 2) + ' s';
  byId('scrub').value = now;
  const { k, part } = frameAt(now);
  for (const plot of plots) {
    plot.point();
    plot.tell(k, part);
  }
  draws = true;
}
