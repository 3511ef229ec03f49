import * as z from 'zod/mini';
import { idValue } from './callback-values.ts';
import { parseExactly } from './exact-json.ts';
import { callbackFields, type CallbackField, type ReceivedChange } from '../domain/callback-message.ts';
import type { RelayedCallback } from '../domain/relayed-callback.ts';
import { isOfNumber } from '../domain/webhook/relayed-fields.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { relaying } from './relayed-change.ts';

export interface Callback {
  readonly changes: readonly ReceivedChange[];
  /** Changes of numbers, which come to the service when it relays the callbacks of their partner. */
  readonly relayed: readonly RelayedCallback[];
  /** The number of other changes, by field; those of a field beyond `mostFields` together. */
  readonly others: Readonly<Record<string, number>>;
}

const open = z.catch(z.optional(z.string()), undefined);

const change = z.object({ field: open, value: z.optional(z.unknown()) });
const entry = z.object({
  id: idValue,
  time: z.catch(z.optional(z.coerce.number().check(z.positive())), undefined),
  field: open,
  changes: z.catch(z.array(z.unknown()), []),
});
const callback = z.object({ entry: z.array(z.unknown()) });
/** Some callbacks have the name of the field in the entry or in the value. */
const misplaced = z.object({ field: z.string() });

const isActedOn = (field: string): field is CallbackField => callbackFields.some((known) => known === field);

/**
 * The platform's page has both spellings.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */
const spelt = (field: string): string => (field === 'business_username_update' ? 'business_username_updates' : field);

const fieldOf = (given: z.infer<typeof change>, ofEntry: string | undefined): string =>
  spelt(given.field ?? ofEntry ?? misplaced.safeParse(given.value).data?.field ?? 'none');

/** Some times are in milliseconds, which the platform does not document. */
const secondsOf = (time: number | undefined): number | null =>
  time === undefined ? null : Math.floor(time > 1e11 ? time / 1000 : time);

/** The changes that the service acts on are short. A queue would refuse a larger one. */
const mostCharacters = 100_000;
const isTooLarge = (value: unknown): boolean => JSON.stringify(value ?? null).length > mostCharacters;

/** The changes that the service acts on have a few levels. */
const mostLevels = 32;
const isDeep = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeep(inner, levels - 1)));

/** The platform has about thirty fields. A signed body may name any others. */
const mostFields = 50;
const isName = (text: string): boolean => /^\w{1,64}$/.test(text);

/** @throws Error when the body is not a callback */
export const readCallback = (body: Buffer, now: Milliseconds): Callback => {
  const text = body.toString('utf8');
  const changes: ReceivedChange[] = [];
  const relayed: RelayedCallback[] = [];
  const relayedIn = relaying(text, now);
  const others = new Map<string, number>();
  const leave = (field: string, why = ''): void => {
    const kind = `${isName(field) ? field : 'unnamed'}${why}`;
    const counted = others.has(kind) || others.size < mostFields ? kind : 'more';
    others.set(counted, (others.get(counted) ?? 0) + 1);
  };
  for (const [entryIndex, raw] of callback.parse(parseExactly(text)).entry.entries()) {
    const it = entry.safeParse(raw).data;
    if (it === undefined) leave('unreadable');
    for (const [index, inner] of (it?.changes ?? []).entries()) {
      const given = change.safeParse(inner).data;
      const field = given === undefined ? 'unreadable' : fieldOf(given, it?.field);
      if (it === undefined || !(isActedOn(field) || isOfNumber(field))) leave(field);
      else if (isDeep(given?.value, mostLevels)) leave(field, ', too deep');
      else if (isOfNumber(field)) {
        const one = relayedIn({ entryIndex, index, field, value: given?.value, time: secondsOf(it.time) });
        if (one === null) leave(field, ', of no number');
        else relayed.push(one);
      } else if (isTooLarge(given?.value)) leave(field, ', too large');
      else changes.push({ entryId: it.id, time: secondsOf(it.time), field, value: given?.value });
    }
  }
  return { changes, relayed, others: Object.fromEntries(others) };
};
