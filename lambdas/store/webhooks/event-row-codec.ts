import { ByteReader, ByteWriter } from '@swift-worker/stored-forms/bytes.ts';
import { codeTable, decoderOf } from '@swift-worker/stored-forms/stored-form.ts';
import type { CustomerEvent } from '../../domain/event.ts';
import { timeOfId } from '../../domain/size.ts';
import { utcDayOf } from '../../domain/usage/utc-day.ts';
import type { EventEnd } from './outbox-events.ts';
import type { EventRow } from './event-row.ts';

/**
 * The format of a chunk: a version, and the rows in the order of their ids. Ids are random, so that compression gains little; times are
 * written as differences, and a customer that a row before has named as its number. A row takes 17 to 36 bytes.
 */
const version = 1;

/** 0: the event has not ended. */
const endCodes = codeTable<EventEnd>({ delivered: 1, given_up: 2, undelivered: 3 });
/** Added to the code of the end when the first delivery was on the day of the creation. */
const deliveredOnItsDay = 4;
const states = 8;
/** A type without a code is written as text: an optional one, so that the release before reads it as well. */
const otherType = 255;
const typeCodes = codeTable<CustomerEvent['type']>({
  'service.partner.customer.updated': 0,
  'service.partner.customer.merged': 1,
  'service.partner.instance.moved': 2,
  'service.partner.customer.erasure_started': 3,
  'service.partner.customer.erased': 4,
  'service.partner.customer.erasure_failed': 5,
});

const digitsOf = (id: string): string => id.replaceAll('-', '');
const dashed = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');

/** Hexadecimal digits of the time in a UUIDv7, and of the rest. */
const timeDigits = 12;
const restDigits = 20;

const writeType = (writer: ByteWriter, type: string): void => {
  const known = typeCodes.words.find((word) => word === type);
  if (known === undefined) writer.count(otherType).text(type);
  else writer.count(typeCodes.codes[known]);
};

const readType = (reader: ByteReader): string => {
  const code = reader.count();
  const type = code === otherType ? reader.text() : typeCodes.wordOf(code);
  if (type === undefined) throw new Error('the chunk has an unknown type of event');
  return type;
};

/** @param rows one of each event at most */
export const packRows = (rows: readonly EventRow[]): Uint8Array => {
  const writer = new ByteWriter().byte(version);
  const customers = new Map<string, number>();
  let time = 0;
  for (const row of rows.toSorted((left, right) => (left.id < right.id ? -1 : 1))) {
    const own = timeOfId(row.id);
    writer.count(own - time).hex(digitsOf(row.id).slice(timeDigits));
    time = own;
    const known = customers.get(row.customerId);
    if (known === undefined) {
      customers.set(row.customerId, customers.size + 1);
      writer.count(0).uuid(row.customerId);
    } else writer.count(known);
    writer.count(row.number).integer(row.createdAt - own);
    writeType(writer, row.type);
    const onItsDay = row.firstDelivered === utcDayOf(row.createdAt) ? deliveredOnItsDay : 0;
    writer.count(row.turn * states + onItsDay + (row.end === null ? 0 : endCodes.codes[row.end]));
  }
  return writer.done();
};

const readVersion1 = (reader: ByteReader): readonly EventRow[] => {
  const rows: EventRow[] = [];
  const customers: string[] = [];
  let time = 0;
  while (!reader.atEnd) {
    time += reader.count();
    const id = dashed(time.toString(16).padStart(timeDigits, '0') + reader.hex(restDigits));
    const known = reader.count();
    if (known === 0) customers.push(reader.uuid());
    const customerId = known === 0 ? customers.at(-1) : customers[known - 1];
    if (customerId === undefined) throw new Error('the chunk names an unknown customer');
    const number = reader.count();
    const createdAt = time + reader.integer();
    const type = readType(reader);
    const state = reader.count();
    rows.push({
      id,
      customerId,
      number,
      type,
      createdAt,
      firstDelivered: state % states >= deliveredOnItsDay ? utcDayOf(createdAt) : null,
      turn: Math.floor(state / states),
      end: endCodes.wordOf(state % deliveredOnItsDay) ?? null,
    });
  }
  return rows;
};

/** @throws UnknownVersion; Error when the bytes are not a chunk */
export const unpackRows = (bytes: Uint8Array): readonly EventRow[] => {
  const reader = new ByteReader(bytes);
  return decoderOf('event-chunk', reader.byte(), { 1: readVersion1 })(reader);
};
