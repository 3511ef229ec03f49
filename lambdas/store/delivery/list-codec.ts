import type { Block, BlockList, Position } from '../../domain/delivery/block-list.ts';
import { startOfHour, type Hour } from '../../domain/delivery/time-grid.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

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
    return { start, count, bytes: kilobytes * kilobyte, segments };
  });
};

/** The newer part of an hour's list, with the version of the older part that belongs to it (0: there is none). */
export interface NewerList extends BlockList {
  readonly olderVersion: number;
}

/** @param list the list of an hour that has events, so that it has a newest id */
export const packNewerList = (hour: Hour, list: NewerList): Uint8Array => {
  const { newestId, last, olderVersion, blocks } = list;
  const writer = new ByteWriter().uuid(newestId);
  writePosition(writer, last, startOfHour(hour));
  writeBlocks(writer.count(olderVersion), hour, blocks);
  return writer.done();
};

export const unpackNewerList = (hour: Hour, bytes: Uint8Array): NewerList => {
  const reader = new ByteReader(bytes);
  const newestId = reader.uuid();
  const last = readPosition(reader, startOfHour(hour));
  const olderVersion = reader.count();
  return { newestId, last, olderVersion, blocks: readBlocks(reader, hour) };
};

export const packOlderList = (hour: Hour, blocks: readonly Block[]): Uint8Array => {
  const writer = new ByteWriter();
  writeBlocks(writer, hour, blocks);
  return writer.done();
};

export const unpackOlderList = (hour: Hour, bytes: Uint8Array): readonly Block[] =>
  readBlocks(new ByteReader(bytes), hour);
