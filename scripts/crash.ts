import { tryOut } from '../test/crash/trial.ts';
import { openStage } from '../test/crash/stage.ts';
import { plays as all } from '../test/crash/plays.ts';
const stage = await openStage();
const plays = all.filter((p) => new RegExp(process.argv[2] ?? '').test(`${p.name}: ${p.about}`));
let calls = 0; let div = 0;
for (const play of plays) {
  const t = performance.now();
  try {
  const v = await tryOut(stage, play, { pick: () => true, progress: () => undefined });
  calls += v.calls; div += v.divergences.length;
  console.log(`${play.name}: ${play.about}: ${v.calls} calls ${v.runs} runs ${v.divergences.length} div, ${v.repeated} rep ${Math.round(performance.now() - t)}ms`);
  for (const d of v.divergences.slice(0, Number(process.argv[3] ?? 2))) { console.log('   ', d.fault.kind, d.fault.call, d.call); const lost = d.differences.filter((x) => x.startsWith('lost')).map((x) => x.slice(6)), got = d.differences.filter((x) => !x.startsWith('lost')).map((x) => x.slice(12));
    lost.forEach((l, i) => { const g = got[i]; if (g === undefined) { console.log('      LOST', l.slice(0, 400)); return; } let a = 0; while (a < l.length && l[a] === g[a]) a++; let e = 0; while (e < Math.min(l.length, g.length) - a && l[l.length - 1 - e] === g[g.length - 1 - e]) e++; console.log('      DIFF', l.slice(0, 20), '…', JSON.stringify(l.slice(Math.max(0, a - 60), l.length - e + 20).slice(0,400)), '=>', JSON.stringify(g.slice(Math.max(0,a - 60), g.length - e + 20).slice(0,400))); });
    got.slice(lost.length).forEach((g) => console.log('      MORE', g.slice(0, 400))); }
  } catch (e) { console.log(`${play.name}: ${play.about}: FAILED`, e); }
}
console.log(`${calls} calls, ${div} divergences`);
await stage.stop();
