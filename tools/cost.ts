/** The cost of a mix per month: `npm run cost -- --partners 100 --events 10000 --reports 100000`. */
import { parseArgs } from 'node:util';
import { mixParts } from './cost/mix.ts';
import { sumOf } from './cost/per-use.ts';
import { measuredUnits } from './cost/units.ts';

const number = { type: 'string' } as const;
const usage = `npm run cost -- --partners N --events N [--reads N] [--reports N] [--failing 0..0.99] [--cold 0..1] [--gib N] [--json]

--events, --reads and --reports are of one partner a month; --failing is the share of attempts that fail, --cold the
share of calls in environments that do not know their caller.`;

const numberOf = (text: string | undefined, usual: number, most = Infinity): number => {
  const value = text === undefined ? usual : Number(text);
  if (!(value >= 0 && value <= most)) throw new Error(usage);
  return value;
};

const { values } = parseArgs({
  options: {
    partners: number,
    events: number,
    reads: number,
    reports: number,
    failing: number,
    cold: number,
    gib: number,
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(usage);
else {
  const partners = numberOf(values.partners, 1);
  const parts = mixParts(await measuredUnits(), {
    events: partners * numberOf(values.events, 0),
    reads: partners * numberOf(values.reads, 0),
    reports: partners * numberOf(values.reports, 0),
    failing: numberOf(values.failing, 0, 0.99),
    cold: numberOf(values.cold, 0, 1),
    stored: numberOf(values.gib, 0),
  });
  const all = [...parts, { what: 'together, a month', dollars: sumOf(parts) }];
  if (values.json) console.log(JSON.stringify(all, null, 2));
  else for (const { what, dollars } of all) console.log(`${what.padEnd(26)} ${`$${dollars.toFixed(2)}`.padStart(12)}`);
}
