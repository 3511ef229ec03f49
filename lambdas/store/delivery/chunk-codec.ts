import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { deliveryStatuses } from '../../domain/delivery/event.ts';
import { messageIdentity } from '../../domain/delivery/report.ts';
import type { WaitingReport } from '../../domain/delivery/waiting-report.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { packIndexedEvent, unpackEvent } from './event-codec.ts';
import { messageKey } from './keys.ts';

/** Reports of a partner that were journalled together. */
export interface Chunk {
  /** A digest of the reports' ids, so that the same batch writes the same chunks again. */
  readonly name: string;
  readonly body: Uint8Array;
}

const keyBit = 2 ** deliveryStatuses.length;

const derivedMessage = (partnerId: string, { event }: Pick<WaitingReport, 'event'>): string =>
  messageKey(partnerId, event.phone_number_id, messageIdentity(event)).pk;

/** The message's key is written only when it can't be derived from the event, because the event was scrubbed. */
const packReport = (partnerId: string, report: WaitingReport): Uint8Array => {
  const known = deliveryStatuses.reduce((bits, name, at) => bits + (report.known.includes(name) ? 2 ** at : 0), 0);
  const isDerived = derivedMessage(partnerId, report) === report.message;
  const writer = new ByteWriter().byte(known + (isDerived ? 0 : keyBit));
  return (isDerived ? writer : writer.text(report.message)).block(packIndexedEvent(report.event)).done();
};

const readReport = (partnerId: string, reader: ByteReader): WaitingReport => {
  const bits = reader.byte();
  const message = (bits & keyBit) === 0 ? null : reader.text();
  const event = unpackEvent(reader.block());
  const known = deliveryStatuses.filter((_, at) => (bits & (2 ** at)) !== 0);
  return { event, message: message ?? derivedMessage(partnerId, { event }), known };
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
