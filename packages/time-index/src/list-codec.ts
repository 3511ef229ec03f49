import { ByteReader, ByteWriter } from '@swift-worker/stored-forms/bytes.ts';
import { codeTable, decoderOf } from '@swift-worker/stored-forms/stored-form.ts';
import type { Block, BlockList, Position } from './block-list.ts';
import type { BlockSummary } from './block-summary.ts';
import type { DeliveryStatus } from './event.ts';
import { readTally, writeTally } from './tally-codec.ts';
import { startOfHour, type Hour } from './time-grid.ts';

const versions = { newer: 1, older: 1 } as const;

/** The places of the counts by status in a summary. */
const statusPlaces = codeTable<DeliveryStatus>({ sent: 0, delivered: 1, read: 2, failed: 3, deleted: 4 });

/** Length of a segment's name in hexadecimal digits. */
export const segmentNameLength = 10;

/** Writes the time as the difference from `since`, then the id's bytes with their number. */
const writePosition = (writer: ByteWriter, { at, id }: Position, since: number): void => {
  const digits = id.replaceAll('-', '');
  writer
    .count(at - since)
    .count(digits.length / 2)
    .hex(digits);
};

const dashesAfter = [8, 12, 16, 20] as const;

const dashed = (digits: string): string => {
  const ends = [...dashesAfter.filter((end) => end < digits.length), digits.length];
  return ends.map((end, part) => digits.slice(part === 0 ? 0 : dashesAfter[part - 1], end)).join('-');
};

const readPosition = (reader: ByteReader, since: number): Position => ({
  at: since + reader.count(),
  id: dashed(reader.hex(2 * reader.count())),
});

/** Sizes are rounded up to kilobytes: they only decide when a block is too large. */
const kilobyte = 1024;

const writeBlocks = (writer: ByteWriter, hour: Hour, blocks: readonly Block[]): void => {
  let since = startOfHour(hour);
  writer.count(blocks.length);
  for (const block of blocks) {
    writePosition(writer, block.start, since);
    since = block.start.at;
    writer
      .count(block.count)
      .count(Math.ceil(block.bytes / kilobyte))
      .count(block.segments.length);
    for (const name of block.segments) writer.hex(name);
  }
};

const readBlocks = (reader: ByteReader, hour: Hour): readonly Block[] => {
  let since = startOfHour(hour);
  return Array.from({ length: reader.count() }, (): Block => {
    const start = readPosition(reader, since);
    since = start.at;
    const [count, kilobytes] = [reader.count(), reader.count()];
    const segments = Array.from({ length: reader.count() }, () => reader.hex(segmentNameLength));
    return { start, count, bytes: kilobytes * kilobyte, segments, summary: null };
  });
};

/** The beginning of a block's summary. */
const summaryKinds = { unknown: 0, withoutCodes: 1, withCodes: 2 } as const;

const writeSummary = (writer: ByteWriter, summary: BlockSummary | null, codes: readonly string[]): void => {
  if (summary === null) {
    writer.byte(summaryKinds.unknown);
    return;
  }
  writer.byte(summary.codes === null ? summaryKinds.withoutCodes : summaryKinds.withCodes);
  for (const status of statusPlaces.words) writer.count(summary.statuses[status]);
  if (summary.codes === null) return;
  writer.count(summary.codes.size);
  for (const [code, count] of summary.codes) writer.count(codes.indexOf(code)).count(count);
};

const readSummary = (reader: ByteReader, codes: readonly string[]): BlockSummary | null => {
  const kind = reader.byte();
  if (kind === summaryKinds.unknown) return null;
  const statuses: Record<DeliveryStatus, number> = { sent: 0, delivered: 0, read: 0, failed: 0, deleted: 0 };
  for (const status of statusPlaces.words) statuses[status] = reader.count();
  if (kind === summaryKinds.withoutCodes) return { statuses, codes: null };
  const counted = Array.from({ length: reader.count() }, (): readonly [string, number] => [
    codes[reader.count()] ?? '',
    reader.count(),
  ]);
  return { statuses, codes: new Map(counted) };
};

/** Summaries follow the blocks. A list has each code once. */
const writeSummaries = (writer: ByteWriter, blocks: readonly Block[]): void => {
  const codes = Array.from(new Set(blocks.flatMap(({ summary }) => Array.from(summary?.codes?.keys() ?? []))));
  writer.count(codes.length);
  for (const code of codes) writer.text(code);
  for (const { summary } of blocks) writeSummary(writer, summary, codes);
};

const withSummaries = (reader: ByteReader, blocks: readonly Block[]): readonly Block[] => {
  const codes = Array.from({ length: reader.count() }, () => reader.text());
  return blocks.map((block) => ({ ...block, summary: readSummary(reader, codes) }));
};

/** The newer part of an hour's list, with the version of the older part that belongs to it (0: there is none). */
export interface NewerList extends BlockList {
  readonly olderVersion: number;
}

/** Code of 1.1.0 ignores the states at the end, and leaves them out. @param list not empty, so that it has a newest id */
export const packNewerList = (hour: Hour, list: NewerList): Uint8Array => {
  const { newestId, last, olderVersion, states, blocks } = list;
  const writer = new ByteWriter().byte(versions.newer).uuid(newestId);
  writePosition(writer, last, startOfHour(hour));
  writeBlocks(writer.count(olderVersion), hour, blocks);
  writeSummaries(writer, blocks);
  if (states !== undefined) writeTally(writer, states);
  return writer.done();
};

const readNewer1 = (hour: Hour, reader: ByteReader): NewerList => {
  const newestId = reader.uuid();
  const last = readPosition(reader, startOfHour(hour));
  const olderVersion = reader.count();
  const blocks = withSummaries(reader, readBlocks(reader, hour));
  return { newestId, last, olderVersion, blocks, ...(!reader.atEnd && { states: readTally(reader) }) };
};

/** @throws UnknownVersion */
export const unpackNewerList = (hour: Hour, bytes: Uint8Array): NewerList => {
  const reader = new ByteReader(bytes);
  return decoderOf('newer-list', reader.byte(), { 1: readNewer1 })(hour, reader);
};

export const packOlderList = (hour: Hour, blocks: readonly Block[]): Uint8Array => {
  const writer = new ByteWriter().byte(versions.older);
  writeBlocks(writer, hour, blocks);
  writeSummaries(writer, blocks);
  return writer.done();
};

const readOlder1 = (hour: Hour, reader: ByteReader): readonly Block[] =>
  withSummaries(reader, readBlocks(reader, hour));

/** @throws UnknownVersion */
export const unpackOlderList = (hour: Hour, bytes: Uint8Array): readonly Block[] => {
  const reader = new ByteReader(bytes);
  return decoderOf('older-list', reader.byte(), { 1: readOlder1 })(hour, reader);
};
