import { auditHour, type Difference } from '@swift-worker/time-index/audit-hour.ts';
import { readBlocks } from '@swift-worker/time-index/block-events.ts';
import { blockIndexAt } from '@swift-worker/time-index/block-list.ts';
import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import { eventLifetime, type DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { hourList, listKeys } from '@swift-worker/time-index/hour-list.ts';
import { hourOf } from '@swift-worker/time-index/time-grid.ts';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import type { RetryPolicy } from '../store/table/commit.ts';
import { indexScope, scopePartition, type DeliveryScope } from '../store/delivery/keys.ts';
import { repeating } from '../store/delivery/repeating.ts';
import type { ReadWaiting } from '../store/delivery/waiting-reports.ts';
import type { RecordedMessage } from '../store/delivery/message-sample.ts';

export interface AuditDeps {
  readonly index: DeliveryIndex;
  readonly waiting: ReadWaiting;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
  /** When the audit stops. It does not check the rest of its sample. */
  readonly until: Milliseconds;
  /** Reads a random sample of the recorded messages. */
  readonly sample: () => Promise<readonly RecordedMessage[]>;
}

export interface AuditReport {
  /** Events looked up in the indexes of their partner, customer and instance. */
  readonly events: number;
  /** Hours recounted. */
  readonly hours: number;
  readonly differences: readonly (Difference & { readonly scope: string })[];
}

/** The time that the stream may take to bring a report to the journal. Younger reports are not checked. */
const settling: Milliseconds = 15 * 60_000;
/** The most hours that one audit recounts. Each is read completely. */
const mostHours = 9;

const scopesOf = (partnerId: string, event: DeliveryEvent): readonly DeliveryScope[] => [
  { kind: 'partner', partnerId },
  { kind: 'customer', partnerId, customerId: event.customer_id },
  { kind: 'instance', partnerId, instanceId: event.instance_id },
];

/** Whether searches show the event: it is in the index, or it waits to be folded. */
const isListed = async (
  { index, waiting }: Pick<AuditDeps, 'index' | 'waiting'>,
  scope: DeliveryScope,
  event: DeliveryEvent,
): Promise<boolean> => {
  const partition = scopePartition(scope);
  const hour = hourOf(event.occurred_at);
  // The waiting reports are read first: an event that is folded after this read is in the index at the next.
  const reports = await waiting(scope, 'strong');
  if (reports.some(({ id }) => id === event.id)) return true;
  const list = hourList(hour, await index.get(partition, listKeys(hour, 'events'), 'strong'), 'events');
  const place = blockIndexAt(list.blocks, { at: event.occurred_at, id: event.id });
  const held = await readBlocks(index, partition, list, place < 0 ? [] : [place], 'strong');
  return held.get(place)?.some(({ id }) => id === event.id) ?? false;
};

/**
 * Looks up recorded reports in the indexes of their scopes, and recounts the hours that they belong to. A missing report
 * was lost between the message and the index. A different count was added up wrong. Both are faults of the service.
 */
export const auditReports = async ({
  index,
  waiting,
  retryPolicy,
  clock,
  until,
  sample,
}: AuditDeps): Promise<AuditReport> => {
  const now = clock();
  const repeat = repeating(retryPolicy);
  const differences: AuditReport['differences'][number][] = [];
  const hours = new Set<string>();
  let events = 0;
  for (const { partnerId, events: recorded } of await sample()) {
    for (const event of recorded) {
      if (clock() >= until) return { events, hours: hours.size, differences };
      if (event.received_at > now - settling || event.occurred_at < now - eventLifetime) continue;
      events += 1;
      for (const scope of scopesOf(partnerId, event)) {
        const name = scopePartition(scope);
        const hour = hourOf(event.occurred_at);
        const listed = await repeat(() => isListed({ index, waiting }, scope, event));
        if (!listed) differences.push({ scope: name, what: 'event', counted: event.id, found: 'none' });
        if (hours.size === mostHours || hours.has(`${name} ${hour}`)) continue;
        hours.add(`${name} ${hour}`);
        const found = await repeat(() => auditHour(index, indexScope(scope), hour));
        differences.push(...found.map((difference) => ({ ...difference, scope: name })));
      }
    }
  }
  return { events, hours: hours.size, differences };
};
