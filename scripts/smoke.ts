/** `npm run smoke -- --api-url … --apikey … --key …`: tests a stage by calls of a partner's backend. */
import { randomBytes } from 'node:crypto';
import { styleText } from 'node:util';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { visible } from '../packages/terminal/src/visible.ts';
import { print } from '../packages/terminal/src/output.ts';
import { smoke } from './smoke/run.ts';
import { openService } from './smoke/service.ts';
import type { Outcome } from './smoke/steps.ts';

const program: Command = new Command('npm run smoke --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Makes a few dozen calls of a partner’s backend. The exit code is 1 when an answer is not what the interface promises.',
  )
  .addOption(new Option('--api-url <url>', 'the stage’s output ApiUrl').env('SMOKE_API_URL').makeOptionMandatory())
  .addOption(new Option('--apikey <key>', 'a publishable key').env('SMOKE_APIKEY').makeOptionMandatory())
  .addOption(
    new Option('--key <key>', 'an API key with all scopes, of a partner that exists only for this test')
      .env('SMOKE_KEY')
      .makeOptionMandatory(),
  )
  .addOption(
    new Option('--portal <on|off>', 'whether the stage has a portal, which is then read too')
      .env('SMOKE_PORTAL')
      .choices(['on', 'off'])
      .default('off'),
  )
  .option('--json', 'print the outcomes as JSON, at the end', false)
  .helpOption('-h, --help', 'show this')
  .addHelpText(
    'after',
    `
Pass the keys by the environment, so that no list of processes shows them: SMOKE_API_URL, SMOKE_APIKEY, SMOKE_KEY.

The service deletes nothing, so each run leaves behind: two customers with external ids that begin with "smoke-", one
merged and one inactive; one inactive instance, whose slot is free; their history. The partner's endpoint, if it has one,
gets the events of an update, a move and a merge. No instance is connected and no message reported, so only calls are billed.`,
  )
  .parse();

const options = z
  .object({
    apiUrl: z.url({ protocol: /^https?$/ }),
    apikey: z.string().min(1),
    key: z.string().min(1),
    portal: z.enum(['on', 'off']).transform((portal) => portal === 'on'),
    json: z.boolean(),
  })
  .safeParse(program.opts());
if (!options.success) program.error(`error: ${z.prettifyError(options.error)}`);
const { json, portal, ...access } = options.data;

const colours = { ok: 'green', failed: 'red', skipped: 'yellow' } as const satisfies Record<Outcome['state'], string>;

const line = ({ state, milliseconds, name, problem }: Outcome): string =>
  `${styleText(colours[state], state.padEnd('skipped'.length))}  ${`${milliseconds} ms`.padStart(8)}  ${name}${problem === null ? '' : `: ${visible(problem)}`}\n`;

const run = `smoke-${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`;
const outcomes = await smoke(openService(access), run, portal, (outcome) => {
  if (!json) print(line(outcome));
});
const count = (state: Outcome['state']): number => outcomes.filter((outcome) => outcome.state === state).length;
const passed = count('failed') === 0;
print(
  json
    ? `${JSON.stringify({ passed, run, outcomes }, null, 2)}\n`
    : `\n${count('ok')} ok, ${count('failed')} failed, ${count('skipped')} skipped\n`,
);
if (!passed) process.exitCode = 1;
