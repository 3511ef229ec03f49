import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from '@swift-worker/stored-forms/bytes.ts';
import { decoderOf } from '@swift-worker/stored-forms/stored-form.ts';
import type { Entry } from './block-list.ts';
import type { IndexedEvent } from './event.ts';
import { packIndexedEvent, unpackEvent } from './event-codec.ts';
import { segmentNameLength } from './list-codec.ts';

/** An event for the index, with its bytes. */
export interface PackedEvent extends Entry {
  readonly event: IndexedEvent;
  readonly packed: Uint8Array;
}

export const packed = (event: IndexedEvent): PackedEvent => {
  const bytes = packIndexedEvent(event);
  return { at: event.occurred_at, id: event.id, size: bytes.length, event, packed: bytes };
};

/** Events of one block that were written together. The name identifies exactly these events. */
export interface Segment {
  readonly name: string;
  readonly body: Uint8Array;
  readonly count: number;
}

/** The first byte of a segment. The next one tells how the events after it are stored. */
const version = 1;

/** Bodies of fewer bytes are not compressed: it would save too little. */
const compressFrom = 512;
const storage = { plain: 0, deflated: 1 } as const;

const bodyOf = (events: readonly PackedEvent[]): Uint8Array => {
  const writer = new ByteWriter();
  for (const event of events) writer.block(event.packed);
  const bytes = writer.done();
  return bytes.length < compressFrom
    ? new ByteWriter().byte(version).byte(storage.plain).raw(bytes).done()
    : new ByteWriter().byte(version).byte(storage.deflated).raw(deflateRawSync(bytes)).done();
};

/**
 * The name is a digest of the content and of the version of the list. So a repeated or concurrent write changes nothing.
 * No later version uses the name again, so the segment can be deleted when a version no longer lists it.
 * Forty bits are enough, because names only have to differ within one block.
 */
const nameOf = (events: readonly PackedEvent[], version: number): string => {
  const hash = createHash('sha256').update(String(version));
  for (const event of events) hash.update(event.id);
  return hash.digest('hex').slice(0, segmentNameLength);
};

/** The most uncompressed bytes of a segment, far below the 400 KB of an item. A single larger event is a segment of its own. */
const segmentBytes = 96_000;

/** @param events ascending */
export const segmentsOf = (events: readonly PackedEvent[], version: number): readonly Segment[] => {
  const segments: Segment[] = [];
  let run: PackedEvent[] = [];
  let size = 0;
  const flush = (): void => {
    if (run.length > 0) segments.push({ name: nameOf(run, version), body: bodyOf(run), count: run.length });
    [run, size] = [[], 0];
  };
  for (const event of events) {
    if (size + event.size > segmentBytes) flush();
    run.push(event);
    size += event.size;
  }
  flush();
  return segments;
};

/** The body of a segment whose events were scrubbed. */
export const repackedSegment = (events: readonly IndexedEvent[]): Uint8Array => bodyOf(events.map(packed));

const readVersion1 = (body: Uint8Array): readonly IndexedEvent[] => {
  const bytes = body.subarray(1);
  const reader = new ByteReader(body[0] === storage.deflated ? inflateRawSync(bytes) : bytes);
  const events: IndexedEvent[] = [];
  while (!reader.atEnd) events.push(unpackEvent(reader.block()));
  return events;
};

/** @throws UnknownVersion; Error when the bytes are not a segment */
export const unpackSegment = (body: Uint8Array): readonly IndexedEvent[] => {
  return decoderOf('segment', body[0], { 1: readVersion1 })(body.subarray(1));
};
