import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { actorTypes, historyEvents, historyOrigins, type HistoryEntry } from '../../domain/history.ts';
import { decoderOf, versioned } from '../table/stored-form.ts';

/** The part of an event that is packed. The event's id, time and customer are in the entry's item. */
export interface EntryEvent {
  readonly type: string;
  readonly sequence: number;
  /** Undefined after an erasure. */
  readonly data?: unknown;
}

/** The content of a history entry's item. How far the event's delivery has come is not part of it. */
export interface PackedEntry {
  readonly entry: HistoryEntry;
  readonly event: EntryEvent | null;
}

/** The event without its data. */
export const withoutData = ({ type, sequence }: EntryEvent): EntryEvent => ({ type, sequence });

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
 * The preset dictionary of version 1: what most entries have in common. With it, the item of a change and its event fits
 * into one write unit. An entry can only be read with the dictionary it was written with, so a dictionary is never edited:
 * another one belongs to another version.
 */
export const dictionary1 = Buffer.from(
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

/** The version of the format, which is the first byte of every packed entry. */
const version = 1;

/** A small compression state. Setting up the default one takes longer than compressing an entry. */
const settings = { level: 6, memLevel: 5, windowBits: 13, chunkSize: 4_096, dictionary: dictionary1 } as const;

/** Compresses entry and event together, because they share most names and values. */
export const packEntry = ({ entry, event }: PackedEntry): Uint8Array => {
  const packed = event === null ? null : { type: event.type, sequence: event.sequence, data: event.data };
  return versioned(version, deflateRawSync(JSON.stringify({ entry, event: packed }), settings));
};

const bytes = z.instanceof(Uint8Array);

const readVersion1 = (deflated: Uint8Array): PackedEntry =>
  content.parse(JSON.parse(inflateRawSync(deflated, { dictionary: dictionary1 }).toString()));

/** @throws UnknownVersion; Error when the bytes are not an entry */
export const unpackEntry = (packed: unknown): PackedEntry => {
  const given = bytes.parse(packed);
  return decoderOf('history-entry', given[0], { 1: readVersion1 })(given.subarray(1));
};
