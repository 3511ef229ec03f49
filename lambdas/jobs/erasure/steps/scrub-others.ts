import { atStep, counting, rootOf } from '../../../domain/erasure-progress.ts';
import { scrubbedEntry, withoutForgotten, type Forgotten } from '../../../domain/erasure.ts';
import type { HistoryEntry } from '../../../domain/history.ts';
import type { EntryEvent } from '../../../store/customers/packed-entry.ts';
import { persist } from '../../../store/table/commit.ts';
import { instancesUnder } from '../../../store/instances/customer-instances.ts';
import { eraseAnswers } from '../../../store/erasure/erase-answers.ts';
import { changeEntry, storedEntries, type StoredEntry } from '../../../store/erasure/erase-history.ts';
import {
  eraseLinkedReceipt,
  eraseReceipt,
  isReceiptAbout,
  linkedReceipts,
} from '../../../store/erasure/erase-receipts.ts';
import { readErasure } from '../../../store/erasure/erasures.ts';
import { forgetReason } from '../../../store/instances/lifecycle-jobs.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

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

/** The customer, with its instances. Those of a merged customer are its target's. */
const readForgotten = async ({ deps, erasure }: HeldErasure): Promise<Forgotten> => {
  const { partnerId, customerId, root } = erasure;
  const owners = root === null ? [customerId] : [customerId, root.customerId];
  const lists = await Promise.all(owners.map((owner) => instancesUnder(deps.table, partnerId, owner)));
  return { customerId, instanceIds: new Set(lists.flat().map(({ instanceId }) => instanceId)) };
};

/** Whether another customer is erased by the same order. Its own erasure goes through the others of its own history. */
const isRelative = async ({ deps, erasure }: HeldErasure, otherId: string): Promise<boolean> => {
  const other = await readErasure(deps.table, erasure.partnerId, otherId);
  return other !== null && rootOf(other).customerId === rootOf(erasure).customerId;
};

/** Whether an entry is also in the history of the erased customer: a merge or a move. */
const isShared = ({ related }: HistoryEntry, { customerId }: Forgotten): boolean =>
  related.source_customer_id === customerId || related.target_customer_id === customerId;

const isAboutInstance = ({ related }: HistoryEntry, { instanceIds }: Forgotten): boolean =>
  related.instance_id !== undefined && instanceIds.has(related.instance_id);

const eventWithout = (event: EntryEvent | null, forgotten: Forgotten): EntryEvent | null =>
  event?.data === undefined ? event : { ...event, data: withoutForgotten(event.data, forgotten) };

/** Erases what an entry of another customer's history says about this customer or its instances. */
const scrub = async (held: HeldErasure, otherId: string, stored: StoredEntry, search: Forgotten): Promise<void> => {
  const { table } = held.deps;
  const { partnerId } = held.erasure;
  if (!isShared(stored.entry, search) && !isAboutInstance(stored.entry, search)) return;
  if (stored.idempotencyKey !== null) await eraseReceipt(table, partnerId, stored.idempotencyKey);
  const event = eventWithout(stored.event, search);
  await changeEntry(table, stored, { entry: scrubbedEntry(stored.entry), event });
  if (event !== null) await eraseAnswers(table, partnerId, otherId, stored.number);
};

/** Erases in another customer's history and stored responses. @returns the customers from which it got instances */
const scrubOther = async (held: HeldErasure, otherId: string, search: Forgotten): Promise<readonly string[]> => {
  const { table } = held.deps;
  const { partnerId } = held.erasure;
  const formers = new Set<string>();
  for await (const page of storedEntries(table, partnerId, otherId, 0)) {
    for (const stored of page) {
      await scrub(held, otherId, stored, search);
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

/** Erases in the history of another customer, and in those of the customers from which instances came to it. */
const scrubFrom = async (held: HeldErasure, firstId: string, search: Forgotten, seen: Set<string>): Promise<void> => {
  const left = [firstId];
  for (let other = left.shift(); other !== undefined; other = left.shift()) {
    const otherId = other;
    if (seen.has(otherId)) continue;
    seen.add(otherId);
    if (await isRelative(held, otherId)) continue;
    left.push(...(await persist(held.deps.retryPolicy, () => scrubOther(held, otherId, search))));
  }
};

/**
 * Erases in the histories of the customers that were merged with this one, or that gave it or got from it instances,
 * directly or through further customers. The cursor is the last entry of the customer's own history that is done.
 */
export const scrubOthers = async (held: HeldErasure): Promise<StepOutcome> => {
  const { table } = held.deps;
  const { partnerId, customerId, cursor } = held.erasure;
  const search = await readForgotten(held);
  const seen = new Set([customerId]);
  for await (const page of storedEntries(table, partnerId, customerId, Number(cursor ?? 0))) {
    for (const { entry, number } of page) {
      const other = otherOf(entry, customerId);
      if (other === null || seen.has(other)) continue;
      await scrubFrom(held, other, search, seen);
      await held.note(atStep(held.erasure, 'others', String(number)));
    }
    await held.note(atStep(held.erasure, 'others', String(page.at(-1)?.number ?? cursor)));
  }
  return { kind: 'go', next: atStep(held.erasure, 'imports') };
};
