/** `npm run scene`: plays a case of a scene, a command of the operator or another actor alone, and with each fault. */
import { Presets, SingleBar } from 'cli-progress';
import { Command } from 'commander';
import type { Player } from './world/actors/actor.ts';
import { players } from './world/actors/actors.ts';
import { readyProcess, type Violation } from './world/playing.ts';
import { deathsIn, disturbancesOf, playAlone, playDisturbed, type Scenario } from './world/sweep.ts';

const program = new Command('npm run scene --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Plays whatever has NAME in its name, such as deactivate-partner-instance, "operator keys" or "moves the endpoint". ' +
      'Prints its answers and calls, then plays it with each fault at each call, and checks the rules of the contract.',
  )
  .argument('[name]', 'a part of the names; all are played without one', '')
  .option('--with <name>', 'who begins while a call pauses; no other fault is played then')
  .option('--every <number>', 'plays every so many disturbances; none with 0', '1')
  .option('--offset <number>', 'which of them', '0')
  .parse();
const [name = ''] = program.args;
const {
  with: other,
  every,
  offset,
} = program.opts<{ readonly with?: string; readonly every: string; readonly offset: string }>();

/** Whoever has this name, or else all who have it in their names. */
const named = (part: string): readonly Player[] => {
  const same = players.filter((player) => player.name === part);
  return same.length > 0 ? same : players.filter((player) => player.name.includes(part));
};

const printBroken = (violations: readonly Violation[]): void => {
  for (const { rule, what } of violations) console.log(`    broken: ${rule}: ${what}`);
};

let [played, broken] = [0, 0];

const playAll = async (scenario: Scenario): Promise<void> => {
  const { actor, others } = scenario;
  console.log([actor, ...others].map((player) => player.name).join(' / '));
  const alone = await playAlone(actor, scenario.seed);
  for (const { route, status, text } of alone.answers) console.log(`    ${route}: ${status} ${text.slice(0, 200)}`);
  const processes = Map.groupBy(alone.calls, (call) => call.process);
  for (const [process, calls] of processes) console.log(`    ${process}: ${calls.map((call) => call.name).join(', ')}`);
  printBroken(alone.violations);
  broken += alone.violations.length > 0 ? 1 : 0;
  const all = disturbancesOf(alone.calls, scenario);
  const chosen = all.filter((_, index) => (index + scenario.seed + Number(offset)) % Number(every) === 0);
  const bar = new SingleBar({ hideCursor: true, clearOnComplete: true }, Presets.shades_classic);
  bar.start(chosen.length, 0);
  for (const disturbance of chosen) {
    const disturbed = await playDisturbed(scenario, disturbance);
    const violations = [...disturbed.violations, ...deathsIn(scenario, alone, disturbance, disturbed)];
    played += 1;
    bar.increment();
    if (violations.length === 0) continue;
    broken += 1;
    const { process, index, name: call, kind } = disturbance;
    console.log(`  ${process}, ${index} ${call} ${kind}`);
    printBroken(violations);
  }
  bar.stop();
};

await readyProcess();
const actors = named(name);
if (actors.length === 0) throw new Error(`nothing has ${name} in its name`);
for (const [index, actor] of actors.entries()) {
  const seed = 1 + index;
  if (other === undefined) await playAll({ seed, actor, others: [] });
  else for (const one of named(other)) await playAll({ seed, actor, others: [one] });
}
console.log(`${actors.length} played, ${played} disturbances, ${broken} broken`);
process.exitCode = broken === 0 ? 0 : 1;
