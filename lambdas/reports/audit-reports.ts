import { eventLifetime, type DeliveryEvent } from '../domain/delivery/event.ts';
import { hourOf } from '../domain/delivery/time-grid.ts';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import { persist, type RetryPolicy } from '../store/table/commit.ts';
import { auditHour, type Difference } from '../store/delivery/audit-hour.ts';
import { readBlocks } from '../store/delivery/block-events.ts';
import { blockIndexAt } from '../domain/delivery/block-list.ts';
import type { DeliveryIndex } from '../store/delivery/delivery-index.ts';
import { hourList, listKeys } from '../store/delivery/hour-list.ts';
import { scopePartition, type DeliveryScope } from '../store/delivery/keys.ts';
import type { ReadWaiting } from '../store/delivery/waiting-index.ts';
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
  const { blocks } = hourList(hour, await index.get(partition, listKeys(hour), 'strong'));
  const place = blockIndexAt(blocks, { at: event.occurred_at, id: event.id });
  const held = await readBlocks(index, partition, blocks, place < 0 ? [] : [place], 'strong');
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
        const listed = await persist(retryPolicy, () => isListed({ index, waiting }, scope, event));
        if (!listed) differences.push({ scope: name, what: 'event', counted: event.id, found: 'none' });
        if (hours.size === mostHours || hours.has(`${name} ${hour}`)) continue;
        hours.add(`${name} ${hour}`);
        const found = await persist(retryPolicy, () => auditHour(index, scope, hour));
        differences.push(...found.map((difference) => ({ ...difference, scope: name })));
      }
    }
  }
  return { events, hours: hours.size, differences };
};
