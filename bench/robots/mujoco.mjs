// Mass matrices and loads of robots at given states by MuJoCo (npm: @mujoco/mujoco, looked for from the folder in
// MUJOCO_FOLDER). Reads {"xml", "states": [{joint: [q, u]}]} as JSON, gives {"joints", "M", "r"} for each state, where
// M udot + r = 0.
import {createRequire} from 'node:module';
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
const find = createRequire((process.env.MUJOCO_FOLDER || process.cwd()) + '/x.js');
const folder = find.resolve.paths('@mujoco/mujoco').map(path => path + '/@mujoco/mujoco/mujoco.js');
let load = null;
for (const file of folder) {
    try { load = (await import(pathToFileURL(file))).default; break; } catch (error) { if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error; }
}
if (load === null) { console.error('MuJoCo is not there: npm install @mujoco/mujoco'); process.exit(2); }
const mj = await load();
const job = JSON.parse(readFileSync(0, 'utf8'));
let model;
try { model = mj.MjModel.from_xml_string(job.xml); } catch (error) { console.error('Error: ' + error.message); process.exit(1); }
const data = new mj.MjData(model);
const answer = {version: mj.mj_versionString(), states: []};
for (const state of job.states) {
    const joints = [];
    for (let j = 0; j < model.njnt; ++j) {
        const name = model.jnt(j).name, [q, u] = state[name] || [0, 0];
        joints.push([name, model.jnt_type[j], model.jnt_dofadr[j]]);
        data.qpos[model.jnt_qposadr[j]] = q;
        data.qvel[model.jnt_dofadr[j]] = u;
    }
    mj.mj_forward(model, data);
    const M = new mj.DoubleBuffer(model.nv * model.nv);
    mj.mj_fullM(model, data, M);
    const r = Array.from(data.qfrc_bias).map((b, i) => b - data.qfrc_passive[i] - data.qfrc_actuator[i]);
    answer.states.push({joints, M: Array.from(M.GetView()), r});
}
console.log(JSON.stringify(answer));
