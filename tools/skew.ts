/** `npm run skew -- --from REF`: two versions of the functions side by side on one stack, through a release and a roll-back. */
import { Command } from 'commander';
import { z } from 'zod';
import { lastRelease } from './skew/last-release.ts';
import { phases } from './skew/phases.ts';
import { releasedAssembly } from './skew/released-assembly.ts';
import { runSkew } from './skew/skew.ts';

const program = new Command('npm run skew --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Runs a released version and the present one side by side on one local stack, with traffic: a growing share of the ' +
      'present version, a roll-back, each version for every other function, the present version alone, and the release ' +
      'again. Then every accepted command is checked. Any lost or doubled effect, any refusal and any logged error fails.',
  )
  .option('--from <ref>', 'the released version: a tag, branch or commit; default: the tag of the last release')
  .option('--seconds <number>', 'the duration of each of the 8 parts', '15')
  .option('--concurrency <number>', 'the number of concurrent callers', '4')
  .helpOption('-h, --help', 'show this')
  .parse();
const options = z
  .object({
    from: z.string().optional(),
    seconds: z.coerce.number().positive(),
    concurrency: z.coerce.number().int().positive(),
  })
  .parse(program.opts());

const from =
  options.from ??
  lastRelease() ??
  program.error('no version has been released: name one with --from, such as --from HEAD~10');
console.log(`Synthesising ${from}`);
const released = await releasedAssembly(from);
try {
  console.log(`Starting the stack with ${released.commit.slice(0, 12)} beside the present version`);
  let part = 0;
  const result = await runSkew({
    released: released.directory,
    secondsOfPhase: options.seconds,
    callers: options.concurrency,
    onPhase: (name, operations) => {
      console.log(`${(part += 1)}/${phases.length}  ${name} (${operations} operations so far)`);
    },
  });
  const { ledger, answers, refusals, errors, withoutCounterpart } = result;
  const divergences = [
    ...ledger.lost.map((one) => `lost: ${one}`),
    ...ledger.doubled.map((one) => `doubled: ${one}`),
    ...refusals.map((one) => `refused: ${one}`),
    ...errors.map((one) => `error: ${one}`),
  ];
  for (const one of divergences) console.log(one);
  const sorted = Array.from(answers).sort(([left], [right]) => (left < right ? -1 : 1));
  console.log(`answers: ${sorted.map(([answer, times]) => `${answer}: ${times}`).join(', ')}`);
  if (withoutCounterpart.length > 0) console.log(`only in the present version: ${withoutCounterpart.join(', ')}`);
  console.log(`${ledger.events} events received, ${ledger.repeated} of them repeated with the same id`);
  console.log(`${result.operations} operations, ${divergences.length} divergences`);
  process.exitCode = divergences.length === 0 ? 0 : 1;
} finally {
  await released.remove();
}
