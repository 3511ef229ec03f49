import { prices } from '../../lib/prices.ts';
import { production } from '../../lib/stages.ts';
import { assumptions } from './assumptions.ts';
import type { Units } from './units.ts';

/** A part of a sum, in dollars. */
export interface Part {
  readonly what: string;
  readonly dollars: number;
}

export const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { dollars }) => sum + dollars, 0);

const gib = 2 ** 30;

export const functionCost = (memoryMiB: number, milliseconds: number): number =>
  prices.functionRequest + (memoryMiB / 1024) * (milliseconds / 1000) * prices.functionGibSecond;

export const tableCost = ({ read, write }: Units): number => read * prices.readUnit + write * prices.writeUnit;

/** With the storage of as long as production keeps its logs. */
const logCost = (bytes: number): number =>
  (bytes / gib) *
  (prices.logGib + (production.logs.retentionDays / 30) * assumptions.logCompression * prices.storedLogGib);

/** A month of the table, with point-in-time recovery. */
export const storedCost = (bytes: number): number => (bytes / gib) * (prices.tableGib + prices.recoveryGib);

/** What a report costs after its call: the functions that bring it into the indexes, and their writes. */
export const indexCost = (writeUnits: number): number => {
  const { journal, folding } = production.workers;
  const milliseconds =
    assumptions.journalMilliseconds * journal.memoryMiB + assumptions.foldMilliseconds * folding.memoryMiB;
  return (milliseconds / 1_000 / 1_024) * prices.functionGibSecond + writeUnits * prices.writeUnit;
};
const transferCost = (bytes: number): number => (bytes / gib) * prices.transferGib;
const traceCost = assumptions.tracedShare * prices.trace;

/** The cost of one call of a partner. @param isCold in an environment without the caller in its cache */
export const callParts = (units: Units, isCold = false): readonly Part[] => [
  { what: 'API Gateway', dollars: prices.apiRequest },
  {
    what: 'function',
    dollars: functionCost(
      production.dispatcher.memoryMiB,
      isCold ? assumptions.coldMilliseconds : assumptions.callMilliseconds,
    ),
  },
  { what: 'table', dollars: tableCost(units) },
  { what: 'logs', dollars: logCost(assumptions.callLogBytes) },
  { what: 'X-Ray', dollars: traceCost },
  { what: 'transfer', dollars: transferCost(assumptions.answerBytes) },
];

/** The cost of an attempt to deliver an event. Each takes a hint that is sent, received and deleted. */
const attemptParts = (units: Units): readonly Part[] => [
  {
    what: 'functions',
    dollars:
      functionCost(production.workers.webhookDelivery.memoryMiB, assumptions.deliveryMilliseconds) +
      functionCost(production.workers.changeRelay.memoryMiB, assumptions.relayMilliseconds),
  },
  { what: 'queue', dollars: 3 * prices.fairQueueRequest },
  { what: 'table', dollars: tableCost(units) },
  { what: 'logs', dollars: logCost(assumptions.attemptLogBytes) },
  { what: 'X-Ray', dollars: traceCost },
  { what: 'transfer', dollars: transferCost(assumptions.eventBytes) },
];

/**
 * The cost of a callback that the service receives and sends on, without that of its statuses' reports.
 * @param units the measured units of a batch @param callbacks how many a batch of the worker has
 */
export const callbackParts = (units: Units, callbacks: number): readonly Part[] => {
  const { deliveryMilliseconds, relayBatchMilliseconds } = assumptions;
  const milliseconds = callbacks === 1 ? deliveryMilliseconds : relayBatchMilliseconds;
  return [
    { what: 'API Gateway', dollars: prices.apiRequest },
    {
      what: 'functions',
      dollars:
        functionCost(production.platformCallback.memoryMiB, assumptions.receiveMilliseconds) +
        functionCost(production.workers.callbackRelay.memoryMiB, milliseconds) / callbacks,
    },
    { what: 'queue', dollars: (1 + 2 / callbacks) * prices.fairQueueRequest },
    { what: 'table', dollars: tableCost(units) / callbacks },
    { what: 'logs', dollars: logCost(assumptions.attemptLogBytes) },
    { what: 'X-Ray', dollars: traceCost },
    { what: 'transfer', dollars: transferCost(assumptions.eventBytes) },
  ];
};

/** The cost of delivering an event, without its commit. @param steps the measured units of each attempt */
export const eventParts = (steps: readonly Units[]): readonly Part[] => {
  const parts = steps.flatMap(attemptParts);
  return Array.from(
    Map.groupBy(parts, ({ what }) => what),
    ([what, of]) => ({ what, dollars: sumOf(of) }),
  );
};
