import * as z from 'zod/mini';
import { entrySortPrefix, workKeyOfKind, type Key } from '../../store/table/keys.ts';
import { eventRowOf, type EventRow } from '../../store/webhooks/event-row.ts';
import { eventEnds, turnOf } from '../../store/webhooks/outbox-events.ts';

const text = z.object({ S: z.string() });
const number = z.pipe(
  z.object({ N: z.string() }),
  z.transform(({ N }: { N: string }) => Number(N)),
);

/** What tells the turn of an event. */
const turns = {
  event_end: z.optional(
    z.pipe(
      z.object({ S: z.enum(eventEnds) }),
      z.transform(({ S }) => S),
    ),
  ),
  event_turn: z.optional(number),
};

const streamRecord = z.object({
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  dynamodb: z.object({
    Keys: z.object({ pk: text, sk: text }),
    SequenceNumber: z.string(),
    OldImage: z.optional(z.object(turns)),
    NewImage: z.optional(
      z.object({
        ...turns,
        event_id: text,
        event_after: number,
        event_first_delivered: z.optional(text),
        entry: z.object({ B: z.string() }),
      }),
    ),
  }),
});

const keyed = z.object({ dynamodb: z.object({ Keys: z.object({ pk: text, sk: text }) }) });

export const isEntryRecord = (raw: unknown): boolean => {
  const { data } = keyed.safeParse(raw);
  return data?.dynamodb.Keys.sk.S.startsWith(entrySortPrefix) === true;
};

/** A change of an event's state in the stream. */
export interface EventRecord {
  readonly partnerId: string;
  readonly sequenceNumber: string;
  /** Null when the change did not begin, end or resend the event. */
  readonly row: EventRow | null;
}

/** @throws ZodError or Error when the record is not a change of an entry with an event, or the entry can't be read */
export const eventRecord = (raw: unknown): EventRecord => {
  const { eventName, dynamodb } = streamRecord.parse(raw);
  const { Keys: keys, SequenceNumber: sequenceNumber, OldImage: before, NewImage: after } = dynamodb;
  const key: Key = { pk: keys.pk.S, sk: keys.sk.S };
  const { partnerId } = workKeyOfKind('event', key);
  const isSame = after !== undefined && before !== undefined && turnOf(before) === turnOf(after);
  if (eventName === 'REMOVE' || isSame) return { partnerId, sequenceNumber, row: null };
  if (after === undefined) throw new Error('the record has no new image');
  const { entry, event_id: id, event_first_delivered: first, ...rest } = after;
  const item = { ...key, ...rest, event_id: id.S, event_first_delivered: first?.S };
  const row = eventRowOf({ ...item, entry: Buffer.from(entry.B, 'base64') });
  return { partnerId, sequenceNumber, row };
};
