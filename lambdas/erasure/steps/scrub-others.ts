import { atStep, counting } from '../../domain/erasure-progress.ts';
import { scrubbedEntry, withoutForgotten, type Forgotten } from '../../domain/erasure.ts';
import type { HistoryEntry } from '../../domain/history.ts';
import type { EntryEvent } from '../../store/customers/packed-entry.ts';
import { persist } from '../../store/table/commit.ts';
import { instancesUnder } from '../../store/instances/customer-instances.ts';
import { changeEntry, storedEntries, type StoredEntry } from '../../store/erasure/erase-history.ts';
import {
  eraseLinkedReceipt,
  eraseReceipt,
  isReceiptAbout,
  linkedReceipts,
} from '../../store/erasure/erase-receipts.ts';
import { forgetReason } from '../../store/instances/lifecycle-jobs.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** The ids to search for in other customers' histories. */
interface Search extends Forgotten {
  /** Ids of merge and move entries, which are in the histories of both customers. */
  readonly shared: ReadonlySet<string>;
}

const otherOf = ({ related }: HistoryEntry, customerId: string): string | null => {
  const { source_customer_id: source, target_customer_id: target } = related;
  if (source === undefined || target === undefined) return null;
  return source === customerId ? target : source;
};

/** The customer from which instances came by this entry. */
const formerOf = ({ related }: HistoryEntry, customerId: string): string | null => {
  const { source_customer_id: source, target_customer_id: target } = related;
  return target === customerId && source !== undefined ? source : null;
};

interface Own {
  readonly search: Search;
  readonly others: ReadonlySet<string>;
}

const readOwn = async ({ deps, erasure }: HeldErasure): Promise<Own> => {
  const { partnerId, customerId } = erasure;
  const instances = await instancesUnder(deps.table, partnerId, customerId);
  const [shared, others] = [new Set<string>(), new Set<string>()];
  for await (const page of storedEntries(deps.table, partnerId, customerId, 0)) {
    for (const { entry } of page) {
      const other = otherOf(entry, customerId);
      if (other === null) continue;
      shared.add(entry.id);
      others.add(other);
    }
  }
  return {
    search: { customerId, instanceIds: new Set(instances.map(({ instanceId }) => instanceId)), shared },
    others,
  };
};

const isAboutInstance = ({ related }: HistoryEntry, { instanceIds }: Search): boolean =>
  related.instance_id !== undefined && instanceIds.has(related.instance_id);

const toldWithout = (event: EntryEvent | null, forgotten: Forgotten): EntryEvent | null =>
  event?.data === undefined ? event : { ...event, data: withoutForgotten(event.data, forgotten) };

/** Erases what an entry of another customer's history says about this customer or its instances. */
const scrub = async (held: HeldErasure, stored: StoredEntry, search: Search): Promise<void> => {
  const { table } = held.deps;
  const isShared = search.shared.has(stored.entry.id);
  if (!isShared && !isAboutInstance(stored.entry, search)) return;
  if (stored.idempotencyKey !== null) await eraseReceipt(table, held.erasure.partnerId, stored.idempotencyKey);
  const event = toldWithout(stored.event, search);
  await changeEntry(table, stored, { entry: scrubbedEntry(stored.entry), event });
};

/** Erases in another customer's history and stored responses. @returns the customers from which it got instances */
const scrubOther = async (held: HeldErasure, otherId: string, search: Search): Promise<readonly string[]> => {
  const { table } = held.deps;
  const { partnerId } = held.erasure;
  const formers = new Set<string>();
  for await (const page of storedEntries(table, partnerId, otherId, 0)) {
    for (const stored of page) {
      await scrub(held, stored, search);
      const former = formerOf(stored.entry, otherId);
      if (former !== null) formers.add(former);
    }
    await held.note(held.erasure);
  }
  await forgetReason(table, partnerId, otherId, 'MERGE');
  for (const key of await linkedReceipts(table, partnerId, otherId)) {
    if (!(await isReceiptAbout(table, partnerId, key, search.instanceIds))) continue;
    await eraseLinkedReceipt(table, partnerId, otherId, key);
    await held.note(counting(held.erasure, { receipts: 1 }));
  }
  return Array.from(formers);
};

/**
 * Erases in the histories of the customers that were merged with this one, or that gave it or got from it instances,
 * directly or through further customers.
 */
export const scrubOthers = async (held: HeldErasure): Promise<StepOutcome> => {
  const { deps, erasure } = held;
  const { search, others } = await readOwn(held);
  const seen = new Set([erasure.customerId, ...others]);
  const left = Array.from(others);
  for (let other = left.shift(); other !== undefined; other = left.shift()) {
    const otherId = other;
    const formers = await persist(deps.retryPolicy, () => scrubOther(held, otherId, search));
    for (const former of formers.filter((id) => !seen.has(id))) {
      seen.add(former);
      left.push(former);
    }
  }
  return { kind: 'go', next: atStep(held.erasure, 'imports') };
};
