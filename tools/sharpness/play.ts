/** Plays schedules of the world, and ends with 1 at the first that breaks a rule. */
import { readyProcess } from '../world/playing.ts';
import { runSchedule } from '../world/schedule.ts';

await readyProcess();
for (let seed = 1; seed <= Number(process.argv[2]); seed += 1) {
  const { violations } = await runSchedule(seed);
  const [violation] = violations;
  if (violation === undefined) continue;
  console.log(`seed ${seed}: ${violation.rule}: ${violation.what}`);
  process.exit(1);
}
