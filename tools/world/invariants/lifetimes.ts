import { callbackOwnerId } from '../../../lambdas/domain/event-id.ts';
import { day, hour } from '../../../lambdas/kernel/time.ts';
import { numberOf, watchEach, type Watch } from './watch.ts';

const id = '[0-9a-f-]{36}';

/** The beginning of the ids in whose place callbacks are, instead of a customer's. */
const callbackOwner = callbackOwnerId('').slice(0, 13);

/** How long items of a kind are kept at least, by their keys. */
const kept: readonly (readonly [kind: string, keys: RegExp, time: number])[] = [
  ['a stored response', /#IDEM#.* RECEIPT$/, 24 * hour],
  ['a session', new RegExp(`#I#${id} S#`), day / 4],
  ['a link', /^CONNECT#.* TOKEN$/, day / 4],
  ['a report', /#DM#\S+ DM#/, 90 * day],
  ['an attempt', / A#\d+#/, 30 * day],
  ['a list of events', /#E#\d{4}-\d\d-\d\d /, 30 * day],
  ['a fact of usage', /#U#\d{4}-\d\d-\d\d/, 30 * day],
  ['a notified fact', /#TOLD#.* TOLD$/, hour],
  ['a processed callback', /^CHANGE#/, 7 * day],
  ['a test event', /#TEST /, day],
  ['a callback', new RegExp(`^P#${id}#C#${callbackOwner}\\S* H#`), 31 * day],
  ['the content of a callback', new RegExp(`^P#${id}#C#${id} P#`), 8 * day],
];

/** What stays for ever. */
const lasting: readonly (readonly [kind: string, keys: RegExp])[] = [
  ['a customer', new RegExp(`^P#${id}#C(#\\d\\d)? `)],
  ['a line', new RegExp(`^P#${id}#I(#\\d\\d)? `)],
  ['a history entry', new RegExp(`^P#${id}#C#(?!${callbackOwner})${id} H#`)],
  ['the key of a line', / INSTANCE_KEY$/],
  ['an external id', / EXTERNAL_ID$/],
  ['the list of lines', new RegExp(`^P#${id}#C#${id} I#`)],
  ['the PIN of a line', / PIN$/],
  ['the lock of a number', /^NUMBER#.* LINE$/],
  ['the endpoint, its secrets and its state', new RegExp(`^P#${id} (WEBHOOK|WEBHOOK#SECRETS|OUTBOX|SLOTS|PARTNER)$`)],
  ['an entry of the audit trail', /^AUDIT#/],
];

export const lifetimeWatches: readonly Watch[] = [
  watchEach('what is kept for a time is kept for it, and no longer', ({ keys: { pk, sk }, newImage, at }) => {
    if (newImage === undefined) return null;
    const found = kept.find(([, keys]) => keys.test(`${pk} ${sk}`));
    if (found === undefined) return null;
    const [kind, , time] = found;
    const ttl = numberOf(newImage, 'ttl');
    // A change of an item doesn't promise anything beyond its first time.
    return ttl !== null && 1_000 * ttl >= at + time - day / 2 ? null : `${kind}: ${pk} ${sk}, ${String(ttl)}`;
  }),
  watchEach('what stays never expires', ({ keys: { pk, sk }, newImage }) => {
    if (numberOf(newImage, 'ttl') === null) return null;
    const found = lasting.find(([, keys]) => keys.test(`${pk} ${sk}`));
    return found === undefined ? null : `${found[0]}: ${pk} ${sk}`;
  }),
];
