import { eventShards, dueShards } from '../../lambdas/kernel/due.ts';
import { routes } from '../../lambdas/api/routes.ts';
import { dimensionsOf, isMetric, metrics, type MetricName } from '../../lambdas/kernel/metrics.ts';
import { queueNames } from '../../lambdas/kernel/work.ts';
import { prices } from '../../lib/prices.ts';
import { production } from '../../lib/stages.ts';
import { assumptions } from './assumptions.ts';
import { functionCost, tableCost, type Part } from './per-use.ts';
import { edgeCounts, probeCounts, standbyCounts, type StandingCounts } from './standing-counts.ts';

/** An eventually consistent read of an index that finds nothing costs half a unit. */
const emptyQuery = 0.5;
const sweptShards = eventShards + (queueNames.length - 1) * dueShards;
/** The metrics of the sweep, which are the overdue work of each queue and its age, and three counts of the audit. */
const standingMetrics = 2 * queueNames.length + 3;
const probeMetrics = 1;

/** The most metrics of each name. Calls that name no route of the service have a metric of their own. */
const seriesOf = (name: MetricName): number => {
  const [, by] = dimensionsOf(name);
  if (by === undefined) return 1;
  // Only a part that is bad has a metric.
  if (by === 'part') return 0;
  return by === 'route' ? routes.length + 1 : queueNames.length;
};

/** The most metrics that traffic adds to those of an empty stage. Each costs for the hours in which it gets values. */
export const trafficMetrics =
  Object.keys(metrics)
    .filter(isMetric)
    .reduce((sum, name) => sum + seriesOf(name), 0) -
  standingMetrics -
  probeMetrics;

/** The cost per month of a stage without an edge and without calls. */
export const standingParts = (counts: StandingCounts): readonly Part[] => {
  const { monthHours, sweepMilliseconds, sweepLogBytes, pollsAnHourAQueue } = assumptions;
  const { workers } = production;
  const sweeps = counts.sweepsAnHour * monthHours;
  const audits = counts.auditsAnHour * monthHours;
  return [
    { what: `${counts.alarmMetrics} metrics that alarms watch`, dollars: counts.alarmMetrics * prices.alarm },
    { what: `${standingMetrics} metrics of the sweep and the audit`, dollars: standingMetrics * prices.metric },
    { what: `${counts.dashboards} dashboard`, dollars: counts.dashboards * prices.dashboard },
    {
      what: `polling of ${counts.polledQueues} queues`,
      dollars: counts.polledQueues * pollsAnHourAQueue * monthHours * prices.queueRequest,
    },
    { what: `${counts.keys} KMS keys`, dollars: counts.keys * prices.key },
    { what: `${counts.secrets} secret`, dollars: counts.secrets * prices.secret },
    {
      what: `the sweep: ${sweptShards} queries a minute`,
      dollars: sweeps * sweptShards * emptyQuery * prices.readUnit,
    },
    {
      what: 'the functions of the sweep and the audit',
      dollars:
        sweeps * functionCost(workers.dueSweep.memoryMiB, sweepMilliseconds) +
        audits * functionCost(workers.reportAudit.memoryMiB, sweepMilliseconds),
    },
    { what: 'their logs', dollars: ((sweeps + audits) * sweepLogBytes * prices.logGib) / 2 ** 30 },
    { what: 'their traces (X-Ray)', dollars: (sweeps + audits) * prices.trace },
  ];
};

/** The web ACL with its rules, a secret with a copy, the key of the alarms, and the metrics that these watch. */
export const edgeStandingCost =
  prices.firewall +
  edgeCounts.rules * prices.firewallRule +
  2 * edgeCounts.secrets * prices.secret +
  edgeCounts.keys * prices.key +
  edgeCounts.alarmMetrics * prices.alarm;

/** A month of a closed standby. */
export const standbyStandingCost =
  standbyCounts.keys * prices.key +
  standbyCounts.secrets * prices.secret +
  standbyCounts.dashboards * prices.dashboard +
  standbyCounts.alarmMetrics * prices.alarm;

const probeRunCost =
  functionCost(production.workers.stageProbe.memoryMiB, assumptions.probeMilliseconds) +
  assumptions.probeCalls *
    (prices.apiRequest + functionCost(production.dispatcher.memoryMiB, assumptions.callMilliseconds)) +
  tableCost(assumptions.probeUnits) +
  (assumptions.sweepLogBytes * prices.logGib) / 2 ** 30;

/** A month of the probe: its runs, and what stands. */
export const probeStandingCost =
  probeCounts.runsAnHour * assumptions.monthHours * probeRunCost +
  probeCounts.secrets * prices.secret +
  probeCounts.alarmMetrics * prices.alarm +
  probeMetrics * prices.metric;

/** What the status page adds to it. Its objects have some 100 KB. */
export const statusStandingCost =
  probeCounts.runsAnHour *
  assumptions.monthHours *
  (assumptions.statusRequests.get * prices.objectGet + assumptions.statusRequests.put * prices.objectPut);

/** A request through the edge. */
export const edgeCost = prices.edgeRequest + prices.firewallRequest;

/** A person who uses the portal in a month. */
export const memberCost = production.members.threatProtection ? prices.memberOfPlus : prices.memberOfEssentials;
