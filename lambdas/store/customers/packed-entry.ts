import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { ByteReader, ByteWriter } from '@swift-worker/stored-forms/bytes.ts';
import { decoderOf } from '@swift-worker/stored-forms/stored-form.ts';
import { actorTypes, callbackEntry, historyEvents, historyOrigins, type RecordedEntry } from '../../domain/history.ts';
import { putBack, takeOut } from './entry-placeholders.ts';

/** The part of an event that is packed. The event's id, time and customer are in the entry's item. */
export interface EntryEvent {
  readonly type: string;
  readonly sequence: number;
  /** Undefined after an erasure. */
  readonly data?: unknown;
  /** Null for a business account and for an erasure; undefined after an erasure, and in what earlier versions stored. */
  readonly external_customer_id?: string | null | undefined;
}

/** The content of a history entry's item. How far the event's delivery has come is not part of it. */
export interface PackedEntry {
  readonly entry: RecordedEntry;
  readonly event: EntryEvent | null;
}

/** The event without personal data. */
export const withoutData = ({ type, sequence }: EntryEvent): EntryEvent => ({ type, sequence });

/** Made when the first entry is read, which a command that writes one does not do. */
const content = z.lazy(() => {
  const text = z.string();
  const optionalId = z.optional(text);
  const values = z.record(text, z.unknown());
  const entry = z.object({
    id: text,
    event: z.enum([...historyEvents, callbackEntry]),
    origin: z.enum(historyOrigins),
    actor: z.object({ type: z.enum(actorTypes), id: text }),
    changed_fields: z.array(text),
    previous: values,
    new: values,
    reason: z.nullable(text),
    related: z.object({ source_customer_id: optionalId, target_customer_id: optionalId, instance_id: optionalId }),
    request_id: text,
    created_at: text,
  });
  const event = z.object({
    type: text,
    sequence: z.number(),
    data: z.optional(z.unknown()),
    external_customer_id: z.optional(z.nullable(text)),
  });
  return z.object({ entry, event: z.nullable(event) });
});

/**
 * The preset dictionary of version 1: what most entries have in common. An entry can only be read with the dictionary it was
 * written with, so a dictionary is never edited: another one belongs to another version.
 */
const dictionary1 = Buffer.from(
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

/** Version 1: the compressed JSON. */
const readVersion1 = (body: Uint8Array): string => inflateRawSync(body, { dictionary: dictionary1 }).toString();

/**
 * The preset dictionary of version 2: entries as they are, with the characters that stand for ids and times. With it, the item of a
 * change and its event fits into one write unit.
 */
export const dictionary2 = Buffer.from(
  '"event":"customer_erasure_failed","event":"platform_token_revealed","event":"instance_deactivation_failed",' +
    '"status":"deactivation_failed","slot_state":"release_blocked","degraded","reconnect_required","metadata_keys",' +
    '"event":"instance_moved","changed_fields":["partner_customer_id"],"type":"service.partner.instance.moved",' +
    '"data":{"instance":{"id":"\u0005","instance_key":"","status":"connected","platform_phone_number_id":"",' +
    '"platform_waba_id":"","occupies_slot":true,"slot_state":"occupied"},"from_customer_id":"\u0002",' +
    '"to_customer_id":"\u0003","reason":null}}},"event":"customer_merged","changed_fields":["status","merged_into"],' +
    '"new":{"status":"merged","merged_into":"\u0002"},"reason":null,"related":{"source_customer_id":"\u0003",' +
    '"target_customer_id":"\u0002"},"request_id":"\u0004","event":{"type":"service.partner.customer.merged",' +
    '"data":{"source_customer":{"customer_id":"\u0003"},"target_customer":{"customer_id":"\u0002"},' +
    '"moved_instances":0,"event":"customer_erased","origin":"operator","actor":{"type":"operator","id":"operator"},' +
    '"changed_fields":["status"],"previous":{"status":"active"},"new":{"status":"erasing"},"reason":null,' +
    '"related":{},"request_id":"\u0002","created_at":"\u0010"},' +
    '"event":{"type":"service.partner.customer.erasure_started","sequence":2,"data":{"customer_id":"\u0003",' +
    '"erasure_id":"\u0004"}}},"event":"customer_reactivated","event":"instance_label_changed",' +
    '"changed_fields":["instance_name"],"previous":{"instance_name":null},"new":{"instance_name":"",' +
    '"event":"customer_deactivated","changed_fields":["status"],"previous":{"status":"active"},' +
    '"new":{"status":"inactive"},"event":"instance_deactivated","origin":"system","actor":{"type":"service",' +
    '"id":"connect"},"changed_fields":["status","slot_state"],"previous":{"status":"connected",' +
    '"slot_state":"occupied"},"new":{"status":"inactive","slot_state":"released"},"event":"instance_connected",' +
    '"changed_fields":["status","slot_state","connected_at"],"previous":{"status":"connecting",' +
    '"slot_state":"reserved","connected_at":null},"new":{"status":"connected","slot_state":"occupied",' +
    '"connected_at":"\u0010"},"reason":null,"related":{"instance_id":"\u0002"},"request_id":"\u0003",' +
    '"created_at":"\u0010"},"event":null}"event":"instance_created","origin":"api","actor":{"type":"partner_key",' +
    '"id":"","changed_fields":["id","instance_key","status","platform_phone_number_id","platform_waba_id",' +
    '"occupies_slot","slot_state"],"previous":{"id":null,"instance_key":null,"status":null,' +
    '"platform_phone_number_id":null,"platform_waba_id":null,"occupies_slot":null,"slot_state":null},' +
    '"new":{"id":"\u0002","instance_key":"","status":"awaiting_connection","platform_phone_number_id":null,' +
    '"platform_waba_id":null,"occupies_slot":true,"slot_state":"reserved"},"reason":null,' +
    '"related":{"instance_id":"\u0002"},"request_id":"\u0003","created_at":"\u0010"},' +
    '"event":null}{"entry":{"id":"\u0001","event":"customer_created","origin":"api","actor":{"type":"partner_key",' +
    '"id":"","changed_fields":["external_customer_id","customer_name","customer_email","customer_phone","metadata"],' +
    '"previous":{"external_customer_id":null,"customer_name":null,"customer_email":null,"customer_phone":null,' +
    '"metadata":null},"new":{"external_customer_id":"","customer_name":"","customer_email":"","customer_phone":"+",' +
    '"metadata":{}},"reason":null,"related":{},"request_id":"\u0002","created_at":"\u0010"},' +
    '"event":null}{"entry":{"id":"\u0001","event":"customer_updated","origin":"portal","actor":{"type":"member",' +
    '"id":"\u0002"},{"entry":{"id":"\u0001","event":"customer_updated","origin":"api","actor":{"type":"partner_key",' +
    '"id":"1"},"changed_fields":["customer_phone"],"previous":{"customer_phone":null},"new":{"customer_phone":"+"},' +
    '"changed_fields":["customer_email"],"previous":{"customer_email":null},"new":{"customer_email":""},' +
    '"changed_fields":["metadata"],"previous":{"metadata":{}},"new":{"metadata":{"changed_fields":["customer_name"],' +
    '"previous":{"customer_name":""},"new":{"customer_name":""},"reason":null,"related":{},"request_id":"\u0002",' +
    '"created_at":"\u0010"},"event":{"type":"service.partner.customer.updated","sequence":1,' +
    '"data":{"customer":{"customer_id":"\u0003","external_customer_id":"","customer_name":"","customer_email":null,' +
    '"customer_phone":null,"metadata":{},"status":"active","created_at":"\u0011","updated_at":"\u0010",' +
    '"deactivated_at":null,"merged_into":null,"instance_count":0},"previous":{"customer_name":""},' +
    '"changed_fields":["customer_name"],"reason":null}}}',
);

/** A small state of zlib. Setting up the default one takes longer than compressing an entry. */
const settings = { level: 6, memLevel: 5, windowBits: 13, chunkSize: 4_096, dictionary: dictionary2 } as const;

/**
 * Version 2: the numbers of ids and of times, the ids of 16 bytes, the times in milliseconds, and the compressed JSON, in which a
 * control character stands for each of them.
 */
const writeVersion2 = (json: string, writer: ByteWriter): void => {
  const { text, ids, times } = takeOut(json);
  writer.byte(ids.length * 16 + times.length);
  for (const id of ids) writer.uuid(id);
  for (const time of times) writer.count(time);
  writer.raw(deflateRawSync(text, settings));
};

const readVersion2 = (body: Uint8Array): string => {
  const reader = new ByteReader(body);
  const counts = reader.byte();
  const ids = Array.from({ length: counts >> 4 }, () => reader.uuid());
  const times = Array.from({ length: counts & 15 }, () => reader.count());
  return putBack({ text: inflateRawSync(reader.rest(), { dictionary: dictionary2 }).toString(), ids, times });
};

/** The version that is written. */
export const entryVersion = 2;

const packedEvent = ({ type, sequence, data, external_customer_id: externalId }: EntryEvent): EntryEvent => ({
  type,
  sequence,
  data,
  external_customer_id: externalId,
});

/** Compresses entry and event together, because they share most names and values. */
export const packEntry = ({ entry, event }: PackedEntry): Uint8Array => {
  const packed = event === null ? null : packedEvent(event);
  const writer = new ByteWriter().byte(entryVersion);
  writeVersion2(JSON.stringify({ entry, event: packed }), writer);
  return writer.done();
};

const bytes = z.instanceof(Uint8Array);

/** @throws UnknownVersion; Error when the bytes are not an entry */
export const unpackEntry = (packed: unknown): PackedEntry => {
  const given = bytes.parse(packed);
  const read = decoderOf('history-entry', given[0], { 1: readVersion1, 2: readVersion2 });
  return content.parse(JSON.parse(read(given.subarray(1))));
};
