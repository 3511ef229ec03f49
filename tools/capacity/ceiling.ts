import { production } from '../../lib/stages.ts';
import type { MeasuredUnits } from '../cost/units.ts';
import type { Load } from './loads.ts';
import { quotas } from './quotas.ts';

/** What one operation of a load uses of a limit. */
interface Use {
  readonly limit: string;
  readonly each: number;
  readonly most: number;
}

/** The highest rate of a load, with the limits that bind it first. */
export interface Ceiling {
  /** Operations a second. */
  readonly rate: number;
  readonly write: number;
  readonly read: number;
  /** Limits, the most used first, with the share that the ceiling uses. */
  readonly bounds: readonly { readonly limit: string; readonly share: number }[];
}

const { api, dispatcher, workers } = production;

const usesOf = (load: Load, measured: MeasuredUnits): readonly Use[] => {
  const { read, write } = load.units(measured);
  const { calls, callbacks, sending = 0, sendingOn = 0, hottest, ownLimit } = load;
  return [
    { limit: 'throttle of the stage', each: calls, most: api.requestsPerSecond },
    {
      limit: 'environments of the dispatcher',
      each: calls,
      most: Number(dispatcher.reservedConcurrency) * quotas.environmentRequests.value,
    },
    {
      limit: 'environments of the receiver',
      each: callbacks?.each ?? 0,
      most: (callbacks?.receivers ?? 0) * quotas.environmentRequests.value,
    },
    { limit: 'API Gateway of the account', each: calls + (callbacks?.each ?? 0), most: quotas.gatewayRequests.value },
    { limit: 'table, W', each: write, most: quotas.tableWrites.value },
    { limit: 'table, R', each: read, most: quotas.tableReads.value },
    { limit: 'workers that send events', each: sending, most: workers.webhookDelivery.concurrency },
    { limit: 'workers that send callbacks on', each: sendingOn, most: workers.callbackRelay.concurrency },
    ...(hottest === undefined
      ? []
      : [
          {
            limit: `partition of ${hottest.partition}, W`,
            each: hottest.writes / hottest.ways,
            most: quotas.partitionWrites.value,
          },
        ]),
    ...(ownLimit === undefined ? [] : [{ limit: 'the partner’s own limit', each: 1, most: ownLimit }]),
  ];
};

/** Quotas ÷ units: the rate at which the first limit is used up. */
export const ceilingOf = (load: Load, measured: MeasuredUnits): Ceiling => {
  const uses = usesOf(load, measured).filter(({ each }) => each > 0);
  const rate = Math.min(...uses.map(({ each, most }) => most / each));
  const { read, write } = load.units(measured);
  return {
    rate,
    write: rate * write,
    read: rate * read,
    bounds: uses
      .map(({ limit, each, most }) => ({ limit, share: (rate * each) / most }))
      .toSorted((one, other) => other.share - one.share),
  };
};
