import * as z from 'zod/mini';
import { idValue } from './callback-values.ts';
import { callbackFields, type CallbackField, type ReceivedChange } from '../domain/callback-message.ts';

export interface Callback {
  readonly changes: readonly ReceivedChange[];
  /** The number of other changes, by field; those of a field beyond `mostFields` together. */
  readonly others: Readonly<Record<string, number>>;
}

/** A text or a number of JSON. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** Ids beyond the safe integers, as text. */
const asText = (given: string): string =>
  /^-?\d{16,}$/.test(given) && !Number.isSafeInteger(Number(given)) ? `"${given}"` : given;

/** Parses JSON. A reviver would meet a deep value with a call for each level. */
const parseExactly = (text: string): unknown => {
  try {
    return JSON.parse(text.replaceAll(token, asText));
  } catch {
    // The parser's own error quotes the body, which may be a message of an end customer.
    throw new Error('the body is not JSON');
  }
};

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
export const readCallback = (body: Buffer): Callback => {
  const changes: ReceivedChange[] = [];
  const others = new Map<string, number>();
  const leave = (field: string, why = ''): void => {
    const kind = `${isName(field) ? field : 'unnamed'}${why}`;
    const counted = others.has(kind) || others.size < mostFields ? kind : 'more';
    others.set(counted, (others.get(counted) ?? 0) + 1);
  };
  for (const raw of callback.parse(parseExactly(body.toString('utf8'))).entry) {
    const it = entry.safeParse(raw).data;
    if (it === undefined) leave('unreadable');
    for (const inner of it?.changes ?? []) {
      const given = change.safeParse(inner).data;
      const field = given === undefined ? 'unreadable' : fieldOf(given, it?.field);
      if (it === undefined || !isActedOn(field)) leave(field);
      else if (isDeep(given?.value, mostLevels)) leave(field, ', too deep');
      else if (isTooLarge(given?.value)) leave(field, ', too large');
      else changes.push({ entryId: it.id, time: secondsOf(it.time), field, value: given?.value });
    }
  }
  return { changes, others: Object.fromEntries(others) };
};
