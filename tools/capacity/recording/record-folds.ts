import { systemRetryPolicy } from '../../../lambdas/runtime/clock.ts';
import { forgetReports } from '../../../lambdas/report-rollup/forgotten-reports.ts';
import { foldScope } from '../../../lambdas/store/delivery/fold-scope.ts';
import { blockLimits } from '../../../lambdas/store/delivery/index-limits.ts';
import type { DeliveryScope } from '../../../lambdas/store/delivery/keys.ts';
import { tableIndex } from '../../../lambdas/store/delivery/table-index.ts';
import type { IndexedEvent } from '../../../lambdas/domain/delivery/message-state.ts';
import { indexedEvents } from '../../bench/delivery/indexed-events.ts';
import { instancesOf, randomFrom, trafficOf } from '../../bench/delivery/event-traffic.ts';
import type { Stage } from '../../access-patterns/scene.ts';
import type { Cast } from '../replay/cast.ts';
import type { Recording, RecordedOperation } from '../replay/recording.ts';
import {
  foldName,
  foldSizes,
  partnerShapes,
  scopeKinds,
  type PartnerShape,
  type ScopeKind,
} from '../replay/fold-sizes.ts';
import { nobody } from './nobody.ts';
import { transcribed } from './transcribe.ts';

const hour = 3_600_000;
/** Far from the turn of a day. */
const from = Date.UTC(2030, 0, 2, 3, 0, 0);

/** An hour of a partner's reports. */
const traffic: Readonly<Record<PartnerShape, () => readonly IndexedEvent[]>> = {
  // As many as at 1,430 a second over 10,000 partners.
  small: () => trafficWith({ instances: 5, customers: 5, messages: 220 }),
  large: () => trafficWith({ instances: 50, customers: 10, messages: 4_000 }),
};

const trafficWith = (load: {
  readonly instances: number;
  readonly customers: number;
  readonly messages: number;
}): readonly IndexedEvent[] => {
  const instances = instancesOf(load.instances, load.customers, randomFrom(7), from - hour);
  const events = indexedEvents(trafficOf({ instances, from, to: from + hour, messages: load.messages, seed: 11 }));
  return events.filter(({ occurred_at: at }) => at < from + hour);
};

const scopeOf = (kind: ScopeKind, { partner, customer, instance }: Cast): DeliveryScope => {
  switch (kind) {
    case 'partner':
      return { kind, partnerId: partner };
    case 'customer':
      return { kind, partnerId: partner, customerId: customer };
    case 'instance':
      return { kind, partnerId: partner, instanceId: instance };
  }
};

/** So often is a fold recorded; the middle one stands. */
const samples = 5;

const unitsOf = (operation: RecordedOperation): number =>
  operation
    .flat()
    .flatMap(({ items }) => items)
    .reduce((sum, { write }) => sum + write, 0);

const median = (operations: readonly RecordedOperation[]): RecordedOperation =>
  operations.toSorted((left, right) => unitsOf(left) - unitsOf(right))[Math.floor(operations.length / 2)] ?? [];

/** Folds of so many reports into a scope of which half of the hour was folded before. */
const recordFold = async (
  { table, scene }: Stage,
  kind: ScopeKind,
  events: readonly IndexedEvent[],
  size: number,
): Promise<RecordedOperation> => {
  const partner = await scene.newPartner();
  const cast: Cast = { ...nobody, partner: partner.partnerId, customer: scene.fresh(), instance: scene.fresh() };
  const deps = { index: tableIndex(table), retryPolicy: systemRetryPolicy, limits: blockLimits };
  const fold = (some: readonly IndexedEvent[]): Promise<void> => foldScope(deps, scopeOf(kind, cast), some);
  const begun = events.length - samples * size;
  for (let first = 0; first < begun; first += 500) await fold(events.slice(first, Math.min(begun, first + 500)));
  const recorded: RecordedOperation[] = [];
  for (let first = begun; first < events.length; first += size) {
    const { accesses } = await table.measure(() => fold(events.slice(first, first + size)));
    recorded.push(transcribed(cast, accesses));
  }
  return median(recorded);
};

const eventsOf = (kind: ScopeKind, events: readonly IndexedEvent[]): readonly IndexedEvent[] => {
  const [first] = events;
  switch (kind) {
    case 'partner':
      return events;
    case 'customer':
      return events.filter((event) => event.customer_id === first?.customer_id);
    case 'instance':
      return events.filter((event) => event.instance_id === first?.instance_id);
  }
};

/** What a scope's index takes to take in so many reports; and what is read of a partner's customers before. */
export const recordFolds = async (stage: Stage): Promise<Recording> => {
  const recording: Recording = {};
  for (const shape of partnerShapes) {
    const all = traffic[shape]();
    for (const kind of scopeKinds) {
      const events = eventsOf(kind, all);
      for (const size of foldSizes) {
        if (samples * size > events.length) break;
        recording[foldName(shape, kind, size)] = await recordFold(stage, kind, events, size);
      }
    }
  }
  return { ...recording, ...(await recordForgetting(stage)) };
};

const recordForgetting = async ({ table, scene }: Stage): Promise<Recording> => {
  const customer = await scene.customer(scene.fresh());
  const [event] = traffic.small();
  if (event === undefined) throw new Error('there are no reports');
  const report = { event: { ...event, customer_id: customer }, message: '', known: [] };
  const { accesses } = await table.measure(() => forgetReports(table)(scene.partner.partnerId, [report]));
  return { 'fold, the customer': transcribed({ ...nobody, partner: scene.partner.partnerId, customer }, accesses) };
};
