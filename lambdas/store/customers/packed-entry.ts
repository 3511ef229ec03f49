import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { actorTypes, historyEvents, historyOrigins, type HistoryEntry } from '../../domain/history.ts';

/** What the partner is told of a change; the id, the time and the customer of the event are the entry's item's. */
export interface ToldEvent {
  readonly type: string;
  readonly sequence: number;
  /** Undefined when it was erased. */
  readonly data?: unknown;
}

/** What the item of a history entry says, beside how its event waits. */
export interface PackedEntry {
  readonly entry: HistoryEntry;
  readonly event: ToldEvent | null;
}

/** The event without what it says. */
export const withoutData = ({ type, sequence }: ToldEvent): ToldEvent => ({ type, sequence });

const values = z.record(z.string(), z.unknown());
const optionalId = z.optional(z.string());

const entryContent = z.object({
  id: z.string(),
  event: z.enum(historyEvents),
  origin: z.enum(historyOrigins),
  actor: z.object({ type: z.enum(actorTypes), id: z.string() }),
  changed_fields: z.array(z.string()),
  previous: values,
  new: values,
  reason: z.nullable(z.string()),
  related: z.object({ source_customer_id: optionalId, target_customer_id: optionalId, instance_id: optionalId }),
  request_id: z.string(),
  created_at: z.string(),
});

const content = z.object({
  entry: entryContent,
  event: z.nullable(z.object({ type: z.string(), sequence: z.number(), data: z.optional(z.unknown()) })),
});

/**
 * What most entries have in common, so that the item of a change and its event fits into one write unit. It is a part
 * of the format: items that were written with it can't be read without it.
 */
export const common = Buffer.from(
  '{"entry":{"id":"019","event":"instance_connected","event":"customer_created","event":"customer_updated",' +
    '"origin":"portal","actor":{"type":"member","id":"019"},"origin":"api","actor":{"type":"partner_key","id":"key_"},' +
    '"changed_fields":["customer_name","customer_email","customer_phone","metadata","updated_at"],' +
    '"previous":{"customer_name":"","customer_email":null,"customer_phone":null},"new":{"customer_name":"","status":' +
    '"inactive"},"reason":null,"related":{"source_customer_id":"","target_customer_id":"","instance_id":""},' +
    '"request_id":"019","created_at":"2026-01-01T00:00:00.000Z"},"event":null},"event":{"type":' +
    '"service.partner.customer.updated","sequence":1,"data":{"customer":{"customer_id":"019","external_customer_id":"",' +
    '"customer_name":"","customer_email":"","customer_phone":"+","metadata":{},"status":"active","created_at":"2026-",' +
    '"updated_at":"2026-","deactivated_at":null,"merged_into":null,"instance_count":1},"previous":{"customer_name":"",' +
    '"changed_fields":["customer_name"],"reason":null}}}',
);

/** The first byte of what is packed; another way to pack takes another. */
const version = 1;

/** A small state, which costs less to set up than what it packs takes. */
const settings = { level: 6, memLevel: 5, windowBits: 13, chunkSize: 4_096, dictionary: common } as const;

/** Names and values that the entry and the event share, and names that all entries share, are written once. */
export const packEntry = ({ entry, event }: PackedEntry): Uint8Array => {
  const told = event === null ? null : { type: event.type, sequence: event.sequence, data: event.data };
  return Buffer.concat([Buffer.of(version), deflateRawSync(JSON.stringify({ entry, event: told }), settings)]);
};

const bytes = z.instanceof(Uint8Array);

/** @throws Error when it was not packed by this */
export const unpackEntry = (packed: unknown): PackedEntry => {
  const given = bytes.parse(packed);
  if (given[0] !== version) throw new Error('the entry was packed in another way');
  const text = inflateRawSync(given.subarray(1), { dictionary: common }).toString();
  return content.parse(JSON.parse(text));
};
