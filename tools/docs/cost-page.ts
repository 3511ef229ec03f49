import { readFile } from 'node:fs/promises';
import { managedRuleGroups } from '../../lib/firewall-rules.ts';
import { prices } from '../../lib/prices.ts';
import { production } from '../../lib/stages.ts';

/** Milliseconds of a function that a call takes, in a warm environment. An assumption: the dashboard shows the stage's own. */
const callMilliseconds = 15;
const workerMilliseconds = 20;
/** Bytes of the access log's line and the function's. */
const logBytes = 900;
const million = 1_000_000;

interface Row {
  readonly what: string;
  readonly route: string;
  readonly about: string;
}

const rows: readonly Row[] = [
  { what: 'a line by its id', route: 'get-partner-instance', about: 'by instance_id' },
  { what: 'a page of 50 of 20,000 customers', route: 'list-partner-customers', about: 'page 1 of 20,000' },
  { what: 'a new customer', route: 'upsert-partner-customer', about: 'creates' },
  { what: 'an update of a customer', route: 'update-partner-customer', about: 'by customer_id' },
  { what: 'the same update sent again', route: 'update-partner-customer', about: 'replayed' },
  {
    what: 'a report of a message’s status',
    route: 'report-partner-message-status',
    about: 'a message of a line that reported before',
  },
  { what: 'page 120 of 200 reports', route: 'search-partner-delivery-events', about: '30 days, page 120' },
  { what: 'health of 90 days', route: 'get-partner-delivery-health', about: '2,160 h' },
  { what: 'a page of 6,000 templates', route: 'list-partner-platform-templates', about: 'page 1 of 6,000' },
  { what: 'a new line with its link', route: 'create-customer-instance', about: 'with a connect session' },
];

/** Read and write units of a warm call, as the measured page has them. */
const unitsOf = (page: string, { route, about }: Row): { readonly read: number; readonly write: number } => {
  const line = page.split('\n').find((found) => found.startsWith(`| \`${route}\` | ${about} |`));
  const [, , , , , read, write] = (line ?? '').split('|').map((cell) => cell.trim());
  if (read === undefined || write === undefined) throw new Error(`access-patterns.md has no ${route}: ${about}`);
  return { read: Number(read), write: Number(write) };
};

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;
const { memoryMiB } = production.dispatcher;
const gib = memoryMiB / 1024;
const functionCost = (gibs: number, milliseconds: number): number =>
  million * (prices.functionRequest + gibs * (milliseconds / 1000) * prices.functionGibSecond);
const tableCost = ({ read, write }: { readonly read: number; readonly write: number }): number =>
  million * (read * prices.readUnit + write * prices.writeUnit);
const gateway = million * prices.apiRequest;
const call = functionCost(gib, callMilliseconds);
const log = million * (logBytes / 2 ** 30) * prices.logGib;

const rowOf = (page: string, row: Row): string => {
  const units = unitsOf(page, row);
  const table = tableCost(units);
  const cells = [
    row.what,
    `\`${row.route}\``,
    units.read,
    units.write,
    dollars(table),
    dollars(gateway + call + log + table),
  ];
  return `| ${cells.join(' | ')} |`;
};

/** Stream and queue, one delivery, and the table's units for the attempt and for moving on to the next event. */
const eventCost = (): number => {
  const worker = functionCost(production.workers.webhookDelivery.memoryMiB / 1024, workerMilliseconds);
  return 2 * worker + 3 * million * prices.queueRequest + tableCost({ read: 3, write: 4 }) + log;
};

/** The web ACL, its managed groups and the rule on rates, and a secret with a copy. */
const firewall = prices.firewall + (managedRuleGroups.length + 1) * prices.firewallRule + 2 * prices.secret;

/** docs/operations/cost.md: what a million calls cost, from the prices and the measured units. */
export const costPage = async (): Promise<string> => {
  const page = await readFile(new URL('../../docs/access-patterns.md', import.meta.url), 'utf8');
  return `# What it costs

Made by \`npm run docs\` from \`lib/prices.ts\` (AWS list prices in US dollars, us-east-1, without free tiers; other regions cost up
to 15 % more) and from the units measured for [access-patterns.md](../access-patterns.md); a test compares.

## A million calls

*Together* is API Gateway (${dollars(gateway)}), the function (${dollars(call)}), logs (${dollars(log)}) and the table.

| call | route | read units | write units | table | together |
| --- | --- | --- | --- | --- | --- |
${rows.map((row) => rowOf(page, row)).join('\n')}

- The function: ${memoryMiB} MiB are ${gib.toFixed(2)} GiB, ${callMilliseconds} ms a call: 1,000,000 × (${dollars(million * prices.functionRequest)} / million + ${gib.toFixed(2)} × ${callMilliseconds / 1000} s × $${prices.functionGibSecond}).
- The table: read units × $${prices.readUnit * million} + write units × $${prices.writeUnit * million}, of a million each.
- Logs: ${logBytes} bytes a call at $${prices.logGib} a GiB.
- A million events to a partner's endpoint, each taken at the first attempt, cost ${dollars(eventCost())} beside: stream and
  delivery workers, three queue requests, about 5 read and 3 write units, logs. Every retry costs about a third of that.
- With an edge (\`domain.edge\`): CloudFront ${dollars(million * prices.edgeRequest)} and the firewall ${dollars(million * prices.firewallRequest)} a million requests, refused ones included; what leaves AWS costs
  CloudFront's price instead of API Gateway's.
- With a trail (\`auditTrail\`): ${dollars(million * prices.dataEvent)} a million commands of the operator, and the storage of their records.
- Indexing a million delivery reports in batches costs beside what [ADR 9](../adr/0009-delivery-index.md) says.

## What stands still

| what | a month |
| --- | --- |
| the table, a GiB | ${dollars(prices.tableGib)}, and as much again for point-in-time recovery |
| the stage's two keys, and the app's secret | ${dollars(2 * prices.key + prices.secret)} |
| the dashboard | ${dollars(prices.dashboard)} |
| an edge: the firewall with its rules, the origin secret in two regions | ${dollars(firewall)} |
| an alarm; a metric of its own | ${dollars(prices.alarm)}; ${dollars(prices.metric)} |

An empty stage without an edge costs the key, the secret, the dashboard and its alarms, and nothing else: nothing runs when nobody calls but the sweep of each minute.

## Watching it

The dashboard of a stage shows what its traffic costs an hour by the same prices, and the alarm on cost goes off above
\`alarms.dollarsPerHour\` ([configuration](configuration.md)).
`;
};
