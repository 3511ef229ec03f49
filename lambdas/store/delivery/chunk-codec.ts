import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from '@swift-worker/stored-forms/bytes.ts';
import { codeTable, decoderOf, versioned } from '@swift-worker/stored-forms/stored-form.ts';
import { packIndexedEvent, unpackEvent } from '@swift-worker/time-index/event-codec.ts';
import type { DeliveryEvent, DeliveryStatus } from '@swift-worker/time-index/event.ts';
import { messageIdentity } from '../../domain/delivery/report.ts';
import type { WaitingReport } from '../../domain/delivery/waiting-report.ts';
import { sizeNames, type SizeName } from '../../domain/size.ts';
import { messageKey, messageName } from './keys.ts';

/** Reports of a partner that were journalled together. */
export interface Chunk {
  /** A digest of the reports' ids, so that the same batch writes the same chunks again. */
  readonly name: string;
  readonly body: Uint8Array;
}

/** The first byte of a chunk. The reports follow, compressed together. */
const version = 1;

const knownBits = codeTable<DeliveryStatus>({ sent: 1, delivered: 2, read: 4, failed: 8, deleted: 16 });
const nameBit = 32;
const largeBit = 64;

const derivedName = (partnerId: string, event: DeliveryEvent, size: SizeName): string =>
  messageName(messageKey(partnerId, event.phone_number_id, messageIdentity(event), size));

/** The message's name is written only when it can't be derived from the event, because the event was scrubbed. */
const packReport = (partnerId: string, { event, message, known }: WaitingReport): Uint8Array => {
  const bits = knownBits.words.reduce((sum, name) => sum + (known.includes(name) ? knownBits.codes[name] : 0), 0);
  const size = sizeNames.find((name) => derivedName(partnerId, event, name) === message);
  const writer = new ByteWriter().byte(bits + (size === undefined ? nameBit : size === 'large' ? largeBit : 0));
  return (size === undefined ? writer.text(message) : writer).block(packIndexedEvent(event)).done();
};

const readReport = (partnerId: string, reader: ByteReader): WaitingReport => {
  const bits = reader.byte();
  const message = (bits & nameBit) === 0 ? null : reader.text();
  const event = unpackEvent(reader.block());
  const known = knownBits.words.filter((name) => (bits & knownBits.codes[name]) !== 0);
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
  versioned(version, deflateRawSync(Buffer.concat(reports.map((report) => packReport(partnerId, report)))));

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

const readVersion1 = (partnerId: string, deflated: Uint8Array): readonly WaitingReport[] => {
  const reader = new ByteReader(inflateRawSync(deflated));
  const reports: WaitingReport[] = [];
  while (!reader.atEnd) reports.push(readReport(partnerId, reader));
  return reports;
};

/** @throws UnknownVersion; Error when the bytes are not a chunk */
export const unpackChunk = (partnerId: string, body: Uint8Array): readonly WaitingReport[] => {
  return decoderOf('report-chunk', body[0], { 1: readVersion1 })(partnerId, body.subarray(1));
};
