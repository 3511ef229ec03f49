import * as z from 'zod/mini';
import { callbackTime, type RelayedCallback } from '../domain/relayed-callback.ts';
import type { NumberField } from '../domain/webhook/relayed-fields.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { idValue } from './callback-values.ts';
import { parseToWrite } from './exact-json.ts';

const holder = z.catch(z.optional(z.object({ phone_number_id: idValue })), undefined);

/**
 * What names the number of a change: `recipient` in a handover of a conversation, and `phone_number_settings` in settings.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messaging-handovers
 */
const holders = z.object({ metadata: holder, recipient: holder, phone_number_settings: holder });

const numberIn = (value: unknown): string | undefined => {
  const { data } = holders.safeParse(value);
  return (data?.metadata ?? data?.recipient ?? data?.phone_number_settings)?.phone_number_id;
};

const timed = z.object({ timestamp: z.string() });
const parts = z.catch(z.optional(z.array(timed)), undefined);
const messaging = { messages: parts, statuses: parts, message_echoes: parts };
const synced = z.catch(z.optional(z.array(z.object({ metadata: timed }))), undefined);

const timesIn = z.object({
  timestamp: z.catch(z.optional(z.string()), undefined),
  ...messaging,
  calls: parts,
  standby: z.catch(z.optional(z.object(messaging)), undefined),
  state_sync: synced,
});

/**
 * The time in a change, in Unix seconds: entries of messages have none of their own. A repeated callback has it again, so its event has
 * the same id. A history's messages are older than what they come with.
 */
const timeIn = (value: unknown): number | null => {
  const { data } = timesIn.safeParse(value);
  if (data === undefined) return null;
  const { timestamp, standby, state_sync: changes, calls, ...own } = data;
  const [first] = [own, standby]
    .flatMap((part) => [part?.messages, part?.statuses, part?.message_echoes])
    .concat([calls, changes?.map(({ metadata }) => metadata)])
    .flatMap((some) => some ?? []);
  const time = Number(timestamp ?? first?.timestamp);
  return Number.isSafeInteger(time) ? time : null;
};

/** An entry without changes must not cost those of the others. */
const lenientEntry = z.catch(z.looseObject({ changes: z.catch(z.array(z.unknown()), []) }), { changes: [] });
const body = z.looseObject({ entry: z.array(lenientEntry) });

/** Writes one change of a callback in its object and entry. The callback is parsed once. @throws Error when it is not one */
const singly = (text: string): ((entryIndex: number, index: number) => string) => {
  const given = parseToWrite(text);
  const { entry, ...object } = body.parse(given.body);
  return (entryIndex, index) => {
    const { changes = [], ...own } = entry[entryIndex] ?? {};
    return given.write({ ...object, entry: [{ ...own, changes: [changes[index]] }] });
  };
};

/** A change of a callback, by its place. */
interface Place {
  readonly entryIndex: number;
  readonly index: number;
  readonly field: NumberField;
  readonly value: unknown;
  /** Unix seconds; null when the entry has no time. */
  readonly time: number | null;
}

/** Reads the changes of numbers in the body of a callback. The function returns null when a change names no number. */
export const relaying = (text: string, now: Milliseconds): ((place: Place) => RelayedCallback | null) => {
  let written: ReturnType<typeof singly> | undefined;
  return ({ entryIndex, index, field, value, time }) => {
    const phoneNumberId = numberIn(value);
    if (phoneNumberId === undefined) return null;
    written ??= singly(text);
    const said = timeIn(value) ?? time;
    const at = callbackTime(said === null ? null : said * 1000, now);
    return { phoneNumberId, field, at, callback: written(entryIndex, index) };
  };
};
