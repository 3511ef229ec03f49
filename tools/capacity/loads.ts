import { rateLimits } from '../../lambdas/domain/rate.ts';
import { recordShards } from '../../lambdas/domain/size.ts';
import { messageParts } from '../../lambdas/domain/delivery/message-place.ts';
import { production } from '../../lib/stages.ts';
import { assumptions } from '../cost/assumptions.ts';
import type { MeasuredUnits, Units } from '../cost/units.ts';

/** A partition of one partner, and what an operation writes there. The service spreads it over `ways` partitions. */
interface Hottest {
  readonly partition: string;
  readonly writes: number;
  readonly ways: number;
}

/** A kind of traffic. All figures are those of one operation. */
export interface Load {
  readonly name: string;
  readonly about: string;
  /** What is counted. */
  readonly counted: string;
  readonly calls: number;
  readonly units: (measured: MeasuredUnits) => Units;
  /** Seconds of a worker that sends events. */
  readonly sending?: number;
  /** Callbacks of the platform, and the environments of their receiver. */
  readonly callbacks?: { readonly each: number; readonly receivers: number };
  /** Seconds of a worker that sends callbacks on. */
  readonly sendingOn?: number;
  /** The partition of a partner that the load writes most. Left out: the load has many partners. */
  readonly hottest?: Hottest;
  /** Operations a second that the partner's own limit allows. */
  readonly ownLimit?: number;
}

const sumOf = (...all: readonly Units[]): Units => ({
  read: all.reduce((sum, { read }) => sum + read, 0),
  write: all.reduce((sum, { write }) => sum + write, 0),
});

/** The write that counts a call: docs/adr/0028-usage.md. Calls of one partner in a second of an environment share it. */
const count: Units = { read: 0, write: assumptions.countUnits };
const journalAndIndex: Units = { read: 0, write: assumptions.sparseIndexUnits };
const listOfEvents: Units = { read: 0, write: assumptions.sparseListUnits };

const caseOf =
  (route: string, about: string, ...more: readonly Units[]) =>
  (measured: MeasuredUnits): Units =>
    sumOf(measured.call(route, about).warm, ...more);

const update = caseOf('update-partner-customer', 'by customer_id', count);
const report = caseOf('report-partner-message-status', 'a message of an instance that reported before');
const { webhookDelivery, callbackRelay } = production.workers;

const relayed = {
  counted: 'callbacks',
  calls: 0,
  units: (measured: MeasuredUnits) =>
    sumOf(measured.delivery('a status that is taken, and its report'), journalAndIndex),
  sendingOn: assumptions.relayBatchMilliseconds / 1_000 / callbackRelay.batchSize,
};

export const loads: readonly Load[] = [
  {
    name: 'reads',
    about: 'An instance by its id, of many partners',
    counted: 'calls',
    calls: 1,
    units: caseOf('get-partner-instance', 'by instance_id', count),
  },
  {
    name: 'reports',
    about: 'Reports of many partners, one a call, until searches find them',
    counted: 'reports',
    calls: 1,
    units: (measured) => sumOf(report(measured), journalAndIndex),
  },
  {
    name: 'reports-in-batches',
    about: 'Reports of many partners, 500 a call',
    counted: 'reports',
    calls: 1 / 500,
    units: (measured) => sumOf(report(measured), journalAndIndex),
  },
  {
    name: 'reports-one-partner',
    about: 'Reports of one large partner with a limit that is high enough, 500 a call',
    counted: 'reports',
    calls: 1 / 500,
    units: (measured) => sumOf(report(measured), { read: 0, write: assumptions.hotIndexUnits }),
    // The report itself. Its folds are fewer writes in the partitions of the index.
    hottest: { partition: 'messages', writes: 1, ways: messageParts.large.stripes * messageParts.large.buckets },
  },
  {
    name: 'updates',
    about: 'Updates of customers of many partners, without their events',
    counted: 'updates',
    calls: 1,
    units: update,
  },
  {
    name: 'events',
    about: 'Updates of customers of many partners, with their events delivered to healthy endpoints, and listed',
    counted: 'events',
    calls: 1,
    units: (measured) => sumOf(update(measured), measured.delivery('delivered at the first attempt'), listOfEvents),
    sending: assumptions.batchMilliseconds / 1_000 / webhookDelivery.batchSize,
  },
  {
    ...relayed,
    name: 'callbacks',
    about: 'Callbacks with a status that are sent on to healthy endpoints of many partners, and reported',
    callbacks: { each: 1, receivers: Number(production.platformCallback.reservedConcurrency) },
  },
  {
    ...relayed,
    name: 'callbacks-most',
    about:
      'Such callbacks, in a stage that reserves 400 environments for the receiver and 150 for the dispatcher: the most that a stage lets in',
    callbacks: { each: 1, receivers: 400 },
  },
  {
    name: 'updates-one-partner',
    about: 'Updates of one large partner with a limit that is high enough, without their events',
    counted: 'updates',
    calls: 1,
    units: update,
    // The customer, in a transaction.
    hottest: { partition: 'customers', writes: 2, ways: recordShards },
  },
  {
    name: 'updates-one-standard-partner',
    about: 'Updates of one partner of the standard size with a limit that is high enough',
    counted: 'updates',
    calls: 1,
    units: update,
    hottest: { partition: 'customers', writes: 2, ways: 1 },
  },
  {
    name: 'creates-one-partner',
    about: 'New customers of one large partner with a limit that is high enough',
    counted: 'customers',
    calls: 1,
    units: caseOf('upsert-partner-customer', 'creates', count),
    // Two spans of the count, in a transaction.
    hottest: { partition: 'counts', writes: 4, ways: recordShards },
  },
  {
    name: 'search-one-partner',
    about: 'Searches of one partner among its 20,000 customers',
    counted: 'searches',
    calls: 1,
    units: caseOf('list-partner-customers', 'search in 20,000, few found', count),
    ownLimit: 1_000 / rateLimits(production.rateScale).customer_searches.interval,
  },
];
