/** `npm run cost`: the cost of a mix per month. */
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { hourlyCost, mixParts } from './cost/mix.ts';
import { sumOf } from './cost/per-use.ts';
import { measuredUnits } from './cost/units.ts';

const upTo =
  (most: number) =>
  (text: string): number => {
    const value = text.trim() === '' ? NaN : Number(text);
    if (value >= 0 && value <= most) return value;
    throw new InvalidArgumentError(most === Infinity ? 'It has to be a number from 0 on.' : `It has to be 0..${most}.`);
  };
const anyNumber = upTo(Infinity);

const program = new Command('npm run cost --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Calculates what a month costs. Events, reads, reports, callbacks and members are those of one partner.')
  .option('--partners <n>', 'partners', anyNumber, 1)
  .option('--events <n>', 'changes of customers, each with an event', anyNumber, 0)
  .option('--reads <n>', 'reads of one record', anyNumber, 0)
  .option('--reports <n>', 'reports of a message’s status', anyNumber, 0)
  .option('--callbacks <n>', 'callbacks with a status that are sent on', anyNumber, 0)
  .option('--failing <share>', 'the share of attempts that fail, 0 to 0.99', upTo(0.99), 0)
  .option('--cold <share>', 'the share of calls in environments that do not know their caller, 0 to 1', upTo(1), 0)
  .option('--gib <n>', 'GiB in the table', anyNumber, 0)
  .option('--members <n>', 'people who sign in to the portal', anyNumber, 0)
  .option('--edge', 'the calls come through CloudFront and the firewall', false)
  .option('--json', 'for programs', false)
  .helpOption('-h, --help', 'show this')
  .addHelpText('after', '\nExample:\n  npm run cost -- --partners 100 --events 10000 --reports 50000')
  .parse();

const number = z.number();
const { partners, events, reads, reports, callbacks, failing, cold, gib, members, edge, json } = z
  .object({
    partners: number,
    events: number,
    reads: number,
    reports: number,
    callbacks: number,
    failing: number,
    cold: number,
    gib: number,
    members: number,
    edge: z.boolean(),
    json: z.boolean(),
  })
  .parse(program.opts());

const measured = await measuredUnits();
const mix = {
  events: partners * events,
  reads: partners * reads,
  reports: partners * reports,
  callbacks: partners * callbacks,
  failing,
  cold,
  stored: gib,
  members: partners * members,
  edge,
};
const parts = mixParts(measured, mix);
const all = [...parts, { what: 'together, a month', dollars: sumOf(parts) }];
if (json) console.log(JSON.stringify(all, null, 2));
else {
  for (const { what, dollars } of all) console.log(`${what.padEnd(26)} ${`$${dollars.toFixed(2)}`.padStart(12)}`);
  const alarm = Math.max(1, Math.ceil(10 * hourlyCost(measured, mix)));
  console.log(`\nTen times the traffic of a mean hour, for alarms.dollarsPerHour: $${alarm}`);
}
