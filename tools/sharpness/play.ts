/** Plays schedules of the world, and ends with 1 at the first that breaks a rule. */
import { routes } from '../../lambdas/api/routes.ts';
import { runSchedule } from '../world/schedule.ts';
import { replaceChance } from '../world/seeded-chance.ts';

replaceChance();
// They are loaded before the clock of the world runs.
await Promise.all(routes.map((route) => route.operation()));
for (let seed = 1; seed <= Number(process.argv[2]); seed += 1) {
  const { violations } = await runSchedule(seed);
  const [violation] = violations;
  if (violation === undefined) continue;
  console.log(`seed ${seed}: ${violation.rule}: ${violation.what}`);
  process.exit(1);
}
