import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { deliveryStatuses, type DeliveryEvent } from '../../domain/delivery/event.ts';
import { messageIdentity } from '../../domain/delivery/report.ts';
import type { WaitingReport } from '../../domain/delivery/waiting-report.ts';
import { sizeNames, type SizeName } from '../../domain/size.ts';
import { ByteReader, ByteWriter } from '../table/bytes.ts';
import { packIndexedEvent, unpackEvent } from './event-codec.ts';
import { messageKey, messageName } from './keys.ts';

/** Reports of a partner that were journalled together. */
export interface Chunk {
  /** A digest of the reports' ids, so that the same batch writes the same chunks again. */
  readonly name: string;
  readonly body: Uint8Array;
}

const nameBit = 2 ** deliveryStatuses.length;
const largeBit = 2 * nameBit;

const derivedName = (partnerId: string, event: DeliveryEvent, size: SizeName): string =>
  messageName(messageKey(partnerId, event.phone_number_id, messageIdentity(event), size));

/** The message's name is written only when it can't be derived from the event, because the event was scrubbed. */
const packReport = (partnerId: string, { event, message, known }: WaitingReport): Uint8Array => {
  const bits = deliveryStatuses.reduce((sum, name, at) => sum + (known.includes(name) ? 2 ** at : 0), 0);
  const size = sizeNames.find((name) => derivedName(partnerId, event, name) === message);
  const writer = new ByteWriter().byte(bits + (size === undefined ? nameBit : size === 'large' ? largeBit : 0));
  return (size === undefined ? writer.text(message) : writer).block(packIndexedEvent(event)).done();
};

const readReport = (partnerId: string, reader: ByteReader): WaitingReport => {
  const bits = reader.byte();
  const message = (bits & nameBit) === 0 ? null : reader.text();
  const event = unpackEvent(reader.block());
  const known = deliveryStatuses.filter((_, at) => (bits & (2 ** at)) !== 0);
  const size = (bits & largeBit) === 0 ? 'standard' : 'large';
  return { event, message: message ?? derivedName(partnerId, event, size), known };
};

/** The most uncompressed bytes of a chunk, far below the 400 KB of an item. A single larger report is a chunk of its own. */
const mostBytes = 96_000;

const nameOf = (reports: readonly WaitingReport[]): string => {
  const hash = createHash('sha256');
  for (const { event } of reports) hash.update(event.id);
  return hash.digest('base64url').slice(0, 22);
};

/** The body of a chunk. It may be replaced by one with scrubbed reports. */
export const chunkBody = (partnerId: string, reports: readonly WaitingReport[]): Uint8Array =>
  deflateRawSync(Buffer.concat(reports.map((report) => packReport(partnerId, report))));

export const chunksOf = (partnerId: string, reports: readonly WaitingReport[]): readonly Chunk[] => {
  const runs: WaitingReport[][] = [];
  let size = mostBytes;
  for (const report of reports) {
    const { length } = packReport(partnerId, report);
    if (size + length > mostBytes) {
      runs.push([]);
      size = 0;
    }
    runs.at(-1)?.push(report);
    size += length;
  }
  return runs.map((run) => ({ name: nameOf(run), body: chunkBody(partnerId, run) }));
};

/** @throws Error when the bytes are not a chunk */
export const unpackChunk = (partnerId: string, body: Uint8Array): readonly WaitingReport[] => {
  const reader = new ByteReader(inflateRawSync(body));
  const reports: WaitingReport[] = [];
  while (!reader.atEnd) reports.push(readReport(partnerId, reader));
  return reports;
};
