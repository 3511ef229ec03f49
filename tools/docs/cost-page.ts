import { prices } from '../../lib/prices.ts';
import { production } from '../../lib/stages.ts';
import { assumptions } from '../cost/assumptions.ts';
import {
  callParts,
  callbackParts,
  eventParts,
  indexCost,
  storedCost,
  sumOf,
  tableCost,
  type Part,
} from '../cost/per-use.ts';
import { auditCopyCounts, standingCounts } from '../cost/standing-counts.ts';
import {
  edgeStandingCost,
  memberCost,
  probeStandingCost,
  standbyStandingCost,
  standingParts,
  statusStandingCost,
  trafficMetrics,
} from '../cost/standing.ts';
import { hourlyCost, mixParts } from '../cost/mix.ts';
import { measuredUnits, type MeasuredUnits } from '../cost/units.ts';

const million = 1_000_000;

interface Row {
  readonly what: string;
  readonly route: string;
  readonly about: string;
}

const rows: readonly Row[] = [
  { what: 'an instance by its id', route: 'get-partner-instance', about: 'by instance_id' },
  { what: 'a page of 50 of 20,000 customers', route: 'list-partner-customers', about: 'page 1 of 20,000' },
  { what: 'a new customer', route: 'upsert-partner-customer', about: 'creates' },
  { what: 'an update of a customer', route: 'update-partner-customer', about: 'by customer_id' },
  { what: 'the same update sent again', route: 'update-partner-customer', about: 'replayed' },
  {
    what: 'a report of a message’s status',
    route: 'report-partner-message-status',
    about: 'a message of an instance that reported before',
  },
  { what: 'page 120 of 200 reports', route: 'search-partner-delivery-events', about: '30 days, page 120' },
  { what: 'health of 90 days', route: 'get-partner-delivery-health', about: '2,160 h' },
  { what: 'a page of 6,000 templates', route: 'list-partner-platform-templates', about: 'page 1 of 6,000' },
  { what: 'a new instance with its link', route: 'create-customer-instance', about: 'with a connect session' },
];

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

const rowOf = (measured: MeasuredUnits, { what, route, about }: Row): string => {
  const { warm, cold } = measured.call(route, about);
  const cells = [
    ...[what, `\`${route}\``, warm.read, warm.write, dollars(million * tableCost(warm))],
    ...[dollars(million * sumOf(callParts(warm))), dollars(million * sumOf(callParts(cold, true)))],
  ];
  return `| ${cells.join(' | ')} |`;
};

const partRows = (parts: readonly Part[], factor = 1): string =>
  [...parts, { what: '**together**', dollars: sumOf(parts) }]
    .map((part) => `| ${part.what} | ${dollars(factor * part.dollars)} |`)
    .join('\n');

const eventRow = (measured: MeasuredUnits, what: string, steps: readonly string[]): string => {
  const units = steps.map((about) => measured.delivery(about));
  const read = units.reduce((sum, it) => sum + it.read, 0);
  const write = units.reduce((sum, it) => sum + it.write, 0);
  return `| ${what} | ${read} | ${write} | ${dollars(million * sumOf(eventParts(units)))} |`;
};

const callbackRow = (measured: MeasuredUnits, what: string, about: string, callbacks: number): string => {
  const units = measured.delivery(about);
  const perCallback = [units.read, units.write].map((of) => of / callbacks);
  return `| ${[what, ...perCallback, dollars(million * sumOf(callbackParts(units, callbacks)))].join(' | ')} |`;
};

const callbackSection = (measured: MeasuredUnits): string =>
  `## A million callbacks

Of partners whose callbacks the service [sends on](../partners/relayed-callbacks.md): the receiver (${assumptions.receiveMilliseconds} ms), a fair queue, the worker (${assumptions.deliveryMilliseconds} ms alone, ${assumptions.relayBatchMilliseconds} ms for a full
batch), ${assumptions.attemptLogBytes} bytes of logs, X-Ray, and ${assumptions.eventBytes} bytes to the endpoint. A status costs its report in addition, without the report's call. A callback that the endpoint does
not take costs an event.

| callback | read units | write units | a million |
| --- | --- | --- | --- |
${callbackRow(measured, 'in a full batch', 'ten messages that are taken', 10)}
${callbackRow(measured, 'alone in its batch', 'a message that is taken', 1)}
${callbackRow(measured, 'alone, of a line that was not read before', 'a message of a line that was not read before', 1)}`;

/** A hundred partners with a million reports a day, and some changes, reads and members. */
const worked = {
  reads: 3_000_000,
  events: 1_000_000,
  failing: 0.02,
  reports: 30_000_000,
  callbacks: 0,
  cold: 0.01,
  stored: 10,
  members: 300,
  edge: true,
};

const workedSection = (measured: MeasuredUnits): string => {
  const parts = mixParts(measured, worked);
  const row = ({ what, dollars: of }: Part): string => `| ${what} | ${dollars(of)} |`;
  return `## A worked case, a month

A hundred partners: 30 million reports by calls, one million changes with an event (2 % of the attempts fail), three million reads, 1 % of the calls in
new environments, 10 GiB in the table, 300 members, an edge. With reports in calls of 500, or with statuses that the service
[sends on](../partners/relayed-callbacks.md), the reports cost less. Ten times a mean hour is ${dollars(10 * hourlyCost(measured, worked))}: a value for \`alarms.dollarsPerHour\`.

| part | dollars |
| --- | --- |
${parts
  .filter(({ dollars: of }) => of > 0)
  .map(row)
  .join('\n')}
| **together** | ${dollars(sumOf(parts))} |`;
};

const storedRow = (what: string, bytes: number): string => `${dollars(storedCost(million * bytes))} for ${what}`;

const copies =
  auditCopyCounts.alarmMetrics * prices.alarm +
  auditCopyCounts.polledQueues * assumptions.pollsAnHourAQueue * assumptions.monthHours * prices.queueRequest;

/** docs/operations/cost.md: the cost of calls, of events and of an empty stage, from the prices and the measured units. */
export const costPage = async (): Promise<string> => {
  const measured = await measuredUnits();
  const first = 'delivered at the first attempt';
  const { dispatcher, logs, members } = production;
  const { memoryMiB } = dispatcher;
  const { retentionDays } = logs;
  return `# What it costs

\`npm run generate\` generates this page from \`lib/prices.ts\` (AWS list prices in US dollars, us-east-1, without free tiers; other regions
cost up to 15 % more), from the units measured for [access-patterns.md](../access-patterns.md), from the template's resources, and from
\`tools/cost/assumptions.ts\`. Tests compare the page with them. To calculate the monthly cost of other traffic:
\`npm run cost -- --partners 100 --events 10000 --reports 50000\`; \`--help\` lists all options.

## A million calls

*Together* is the sum of API Gateway, the function (${memoryMiB} MiB, ${assumptions.callMilliseconds} ms), the table, ${assumptions.callLogBytes} bytes of logs that are kept ${retentionDays} days, X-Ray of ${assumptions.tracedShare * 100} % of the calls, and ${assumptions.answerBytes} bytes that leave
AWS. *Cold* is the sum when each call starts a new environment (${assumptions.coldMilliseconds} ms), which has neither the caller nor the limit in its cache.

| call | route | read units | write units | table | together | cold |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => rowOf(measured, row)).join('\n')}

In addition, a second in which an environment has calls of a partner costs a write unit for counting them: ${dollars(million * assumptions.countUnits * prices.writeUnit)} for a million calls that each
come alone, except new reports ([ADR 28](../adr/0028-usage.md)). A report costs its journal and index, by the units of [ADR 9](../adr/0009-delivery-index.md) and ${assumptions.journalMilliseconds + assumptions.foldMilliseconds} ms of \`Journal\`
and \`Folding\`: ${dollars(million * indexCost(assumptions.hotIndexUnits))} a million for a busy instance (${assumptions.hotIndexUnits} write units), ${dollars(million * indexCost(assumptions.sparseIndexUnits))} for reports of 400 instances (${assumptions.sparseIndexUnits}).

## A million events

The cost without that of the commits: the stream's reader and the delivery worker (${assumptions.relayMilliseconds} and ${assumptions.deliveryMilliseconds} ms), three requests of a fair queue per step, the table,
${assumptions.attemptLogBytes} bytes of logs, X-Ray, and ${assumptions.eventBytes} bytes to the endpoint.

| event | read units | write units | a million |
| --- | --- | --- | --- |
${eventRow(measured, 'delivered at the first attempt', [first])}
${eventRow(measured, 'each additional failed attempt', ['an attempt that fails'])}
${eventRow(measured, 'of a slow endpoint', ['of a slow endpoint: to its queue', 'of a slow endpoint: delivered'])}

In addition, an event costs its rows in the list of events ([ADR 24](../adr/0024-list-of-events.md)): ${dollars(million * assumptions.sparseListUnits * prices.writeUnit)} a million when each is alone in its batch (1 write unit),
${dollars(million * assumptions.fullListUnits * prices.writeUnit)} when a batch has 45 events of two customers in an hour.

${callbackSection(measured)}

## With an edge, a trail and a portal

With an edge (\`domain.edge\`), a million requests cost ${dollars(million * prices.edgeRequest)} more for CloudFront and ${dollars(million * prices.firewallRequest)} more for the firewall, including refused requests. With a
trail (\`auditTrail\`), a million operator commands cost ${dollars(million * prices.dataEvent)} and the storage of their records. With copies of it
(\`auditCopy\`), a million entries cost ${dollars(million * prices.objectPut)} to write, ${dollars(million * prices.objectGet)} for each verification, and ${dollars(prices.objectGib)} per GiB and month; an empty stage costs ${dollars(copies)} more for the queue and the
alarms. A log search costs half a cent per GB. A
portal (\`portal\`) adds some ten requests for the first visit of a browser and one or two for each further one.

## An empty stage, a month

Production without an edge and without calls:

| item | per month |
| --- | --- |
${partRows(standingParts(standingCounts))}

Lambda polls each queue with ${assumptions.pollsAnHourAQueue} requests an hour. The sweep queries every shard of the index each minute. An edge costs ${dollars(edgeStandingCost)} more: the
firewall with its rules, the origin secret in two regions, and the key and the metrics of its alarms. A probe (\`probe\`) costs ${dollars(probeStandingCost)} more: its runs, and the calls, events and reports
that they make, its secret and its metrics. With a portal, its status page costs ${dollars(statusStandingCost)} more: ${String(assumptions.statusRequests.put)} PUT requests of S3 and one GET a run.
A closed standby (\`replica.standby\`) costs ${dollars(standbyStandingCost)} more: the metrics of its alarms, its dashboard, a key and a secret. The replica of the table is not included.

## What traffic adds, a month

- *Metrics.* Traffic adds up to ${trafficMetrics} metrics: ${dollars(trafficMetrics * prices.metric)} when each gets values in each hour. Most have a route as their dimension, and cost only
  for the hours in which it is called or refused.
- *The table.* A GiB costs ${dollars(prices.tableGib)}, and ${dollars(prices.recoveryGib)} for point-in-time recovery. A million of each is
  ${storedRow('customers', assumptions.customerBytes)}, ${storedRow('updates, in the history', assumptions.changeBytes)}, ${storedRow('lines', assumptions.instanceBytes)}, ${storedRow('reports', assumptions.reportBytes)}.
- *Logs.* A GiB costs ${dollars(prices.logGib)} once, and ${dollars((retentionDays / 30) * assumptions.logCompression * prices.storedLogGib)} for the ${retentionDays} days that production keeps it. Both are part of the tables above.
- *Members.* A person who uses the portal in a month costs ${dollars(memberCost)} with the user pool's ${members.threatProtection ? 'PLUS' : 'ESSENTIALS'} plan.

${workedSection(measured)}

## Watching it

The dashboard of a stage shows the cost of its traffic per hour with the same prices. The alarm on cost is raised above
\`alarms.dollarsPerHour\` ([configuration](configuration.md)).
`;
};
