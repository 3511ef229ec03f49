import { ByteReader, ByteWriter } from '@swift-worker/stored-forms/bytes.ts';
import { codeTable, decoderOf } from '@swift-worker/stored-forms/stored-form.ts';
import type {
  DeliveryEvent,
  DeliveryStatus,
  ErrorCode,
  IndexedEvent,
  MessageEffect,
  MessageState,
  OpaqueField,
} from './event.ts';

/**
 * The binary format of an event: 150 to 250 bytes, where JSON takes 700. The cost of a report is the kilobytes written.
 * UUIDs, times and hexadecimal hashes are binary. All other text is UTF-8, so that it is read exactly as it was written.
 */

const version = 1;

const statusCodes = codeTable<DeliveryStatus>({ sent: 0, delivered: 1, read: 2, failed: 3, deleted: 4 });

const effectBits = { first: 1, delivered: 2, read: 4, failed: 8, recovered: 16, byRecipient: 32 } as const;

const effectByte = (effect: MessageEffect): number =>
  (effect.first ? effectBits.first : 0) +
  (effect.delivered ? effectBits.delivered : 0) +
  (effect.read ? effectBits.read : 0) +
  (effect.failed === 1 ? effectBits.failed : 0) +
  (effect.failed === -1 ? effectBits.recovered : 0) +
  (effect.byRecipient ? effectBits.byRecipient : 0);

const effectOfByte = (byte: number): MessageEffect => ({
  first: (byte & effectBits.first) !== 0,
  delivered: (byte & effectBits.delivered) !== 0,
  read: (byte & effectBits.read) !== 0,
  failed: (byte & effectBits.failed) !== 0 ? 1 : (byte & effectBits.recovered) !== 0 ? -1 : 0,
  byRecipient: (byte & effectBits.byRecipient) !== 0,
});

const noEffect: MessageEffect = {
  first: false,
  delivered: false,
  read: false,
  failed: 0,
  byRecipient: false,
};

const stateCodes = codeTable<MessageState>({ sent: 0, delivered: 1, read: 2, failed: 3, failed_by_recipient: 4 });
const leftBit = 64;

/** The last part of an event. It is left out where the change counts at the time of the event. Code of 1.1.0 ignores it. */
const writeMessage = (writer: ByteWriter, event: DeliveryEvent, { message }: MessageEffect): void => {
  if (message === undefined) return;
  const code = stateCodes.codes[message.state];
  if (message.kind === 'left') writer.byte(code + leftBit);
  else writer.byte(code).integer(event.occurred_at - message.since);
};

const readMessage = (reader: ByteReader, occurredAt: number): Pick<MessageEffect, 'message'> => {
  if (reader.atEnd) return {};
  const byte = reader.byte();
  const state = stateCodes.wordOf(byte & ~leftBit);
  if (state === undefined) throw new Error('the packed event has an unknown state of its message');
  return (byte & leftBit) === 0
    ? { message: { kind: 'known', state, since: occurredAt - reader.integer() } }
    : { message: { kind: 'left', state } };
};

const textForm = { plain: 0, hexLower: 1, hexUpper: 2 } as const;

const formOf = (value: string): number => {
  if (/^[0-9a-f]{64}$/.test(value)) return textForm.hexLower;
  return /^[0-9A-F]{64}$/.test(value) ? textForm.hexUpper : textForm.plain;
};

const writeHash = (writer: ByteWriter, value: string): void => {
  const form = formOf(value);
  writer.byte(form);
  if (form === textForm.plain) writer.text(value);
  else writer.hex(value.toLowerCase());
};

const readHash = (reader: ByteReader): string => {
  const form = reader.byte();
  if (form === textForm.plain) return reader.text();
  const digits = reader.hex(64);
  return form === textForm.hexUpper ? digits.toUpperCase() : digits;
};

const codeKind = { none: 0, integer: 1, text: 2, number: 3 } as const;

/** A code keeps its type: the number 131026 is not the string "131026". */
export const writeErrorCode = (writer: ByteWriter, code: ErrorCode): void => {
  if (code === null) writer.byte(codeKind.none);
  else if (typeof code === 'string') writer.byte(codeKind.text).text(code);
  else if (Number.isSafeInteger(code) && Math.abs(code) < 2 ** 51) writer.byte(codeKind.integer).integer(code);
  else writer.byte(codeKind.number).text(JSON.stringify(code));
};

export const readErrorCode = (reader: ByteReader): ErrorCode => {
  switch (reader.byte()) {
    case codeKind.none:
      return null;
    case codeKind.integer:
      return reader.integer();
    case codeKind.number:
      return Number(reader.text());
    default:
      return reader.text();
  }
};

export const writeOptionalText = (writer: ByteWriter, value: string | null): void => {
  if (value === null) writer.byte(0);
  else writer.byte(1).text(value);
};

export const readOptionalText = (reader: ByteReader): string | null => (reader.byte() === 0 ? null : reader.text());

/** A bit for each field that is there. The fields follow in the order of their bits. */
const fieldBits = codeTable<OpaqueField>({
  message_id: 1,
  client_message_id: 2,
  request_id: 4,
  template_id: 8,
  template_name: 16,
  campaign_id: 32,
  recipient_hash: 64,
  recipient_user_id: 128,
  user_id: 256,
  recipient: 512,
});
const errorBit = 1024;

const presence = (event: DeliveryEvent): number =>
  fieldBits.words.reduce(
    (bits, field) => bits + (event[field] === null ? 0 : fieldBits.codes[field]),
    event.error === null ? 0 : errorBit,
  );

const write = (event: DeliveryEvent, effect: MessageEffect): Uint8Array => {
  const present = presence(event);
  const writer = new ByteWriter()
    .byte(version)
    .byte(statusCodes.codes[event.status])
    .byte(effectByte(effect))
    .count(present)
    .uuid(event.instance_id)
    .uuid(event.customer_id)
    .text(event.phone_number_id)
    .uuid(event.id)
    .count(event.received_at)
    .integer(event.received_at - event.occurred_at);
  for (const field of fieldBits.words) {
    const value = event[field];
    if (value === null) continue;
    if (field === 'recipient_hash') writeHash(writer, value);
    else writer.text(value);
  }
  if (event.error !== null) {
    writeErrorCode(writer, event.error.code);
    for (const text of [event.error.title, event.error.message, event.error.details]) writeOptionalText(writer, text);
  }
  writeMessage(writer, event, effect);
  return writer.done();
};

const readOpaque = (reader: ByteReader, present: number): Record<OpaqueField, string | null> => {
  const values: Record<OpaqueField, string | null> = {
    message_id: null,
    client_message_id: null,
    request_id: null,
    template_id: null,
    template_name: null,
    campaign_id: null,
    recipient_hash: null,
    recipient_user_id: null,
    user_id: null,
    recipient: null,
  };
  for (const field of fieldBits.words) {
    if ((present & fieldBits.codes[field]) === 0) continue;
    values[field] = field === 'recipient_hash' ? readHash(reader) : reader.text();
  }
  return values;
};

const readError = (reader: ByteReader): DeliveryEvent['error'] => ({
  code: readErrorCode(reader),
  title: readOptionalText(reader),
  message: readOptionalText(reader),
  details: readOptionalText(reader),
});

const readVersion1 = (reader: ByteReader): IndexedEvent => {
  const status = statusCodes.wordOf(reader.byte());
  if (status === undefined) throw new Error('the packed event has an unknown status');
  const change = effectOfByte(reader.byte());
  const present = reader.count();
  const [instance_id, customer_id, phone_number_id, id] = [reader.uuid(), reader.uuid(), reader.text(), reader.uuid()];
  const received_at = reader.count();
  const occurred_at = received_at - reader.integer();
  const opaque = readOpaque(reader, present);
  const error = (present & errorBit) === 0 ? null : readError(reader);
  const effect = { ...change, ...readMessage(reader, occurred_at) };
  return { id, instance_id, customer_id, phone_number_id, status, ...opaque, error, occurred_at, received_at, effect };
};

const decoders = { 1: readVersion1 };

/** @throws UnknownVersion; Error when the bytes are not a packed event */
export const unpackEvent = (bytes: Uint8Array): IndexedEvent => {
  const reader = new ByteReader(bytes);
  return decoderOf('delivery-event', reader.byte(), decoders)(reader);
};

/** The form in a message's item. The event's effect is not written: it follows from the item's other statuses. */
export const packEvent = (event: DeliveryEvent): Uint8Array => write(event, noEffect);

export const packIndexedEvent = (event: IndexedEvent): Uint8Array => write(event, event.effect);
