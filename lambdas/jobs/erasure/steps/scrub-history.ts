import { atStep, counting } from '../../../domain/erasure-progress.ts';
import { isErasureEvent, scrubbedEntry } from '../../../domain/erasure.ts';
import { withoutData, type EntryEvent } from '../../../store/customers/packed-entry.ts';
import { persist } from '../../../store/table/commit.ts';
import { eraseCallbacks } from '../../../store/erasure/erase-callbacks.ts';
import { eraseAnswers } from '../../../store/erasure/erase-answers.ts';
import { changeEntry, storedEntries, type StoredEntry } from '../../../store/erasure/erase-history.ts';
import { eraseLinkedReceipt, eraseReceipt, linkedReceipts } from '../../../store/erasure/erase-receipts.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** The event after the erasure. Those of erasures stay. */
const scrubbedEvent = ({ event }: StoredEntry): EntryEvent | null =>
  event === null || isErasureEvent(event.type) ? event : withoutData(event);

/** Erases one entry, its event and the stored response of its change. @returns whether there was a response */
const scrub = async (held: HeldErasure, stored: StoredEntry): Promise<boolean> => {
  const { table } = held.deps;
  const { partnerId } = held.erasure;
  // The receipt comes first, because only the entry names it.
  const { idempotencyKey } = stored;
  const answered = idempotencyKey !== null && (await eraseReceipt(table, partnerId, idempotencyKey));
  await changeEntry(table, stored, { entry: scrubbedEntry(stored.entry), event: scrubbedEvent(stored) });
  return answered;
};

/** Erases the entries after `scrubbedTo`, in pages. An entry that another commit changes is read again. */
const scrubAfter = async (held: HeldErasure): Promise<void> => {
  const { table } = held.deps;
  const { partnerId, customerId, scrubbedTo } = held.erasure;
  for await (const page of storedEntries(table, partnerId, customerId, scrubbedTo)) {
    let receipts = 0;
    for (const stored of page) if (await scrub(held, stored)) receipts += 1;
    const to = page.at(-1)?.number ?? scrubbedTo;
    await held.note(counting({ ...held.erasure, scrubbedTo: to }, { entries: page.length, receipts }));
  }
};

/** Erases the values of the history, the events, what endpoints answered to them, waiting callbacks, and the stored responses. */
export const scrubHistory = async (held: HeldErasure): Promise<StepOutcome> => {
  const { table, retryPolicy } = held.deps;
  const { partnerId, customerId } = held.erasure;
  await persist(retryPolicy, () => scrubAfter(held));
  await eraseAnswers(table, partnerId, customerId);
  await eraseCallbacks(table, partnerId, customerId);
  for (const key of await linkedReceipts(table, partnerId, customerId)) {
    const answered = await eraseLinkedReceipt(table, partnerId, customerId, key);
    await held.note(counting(held.erasure, { receipts: answered ? 1 : 0 }));
  }
  return { kind: 'go', next: atStep(held.erasure, 'others') };
};
