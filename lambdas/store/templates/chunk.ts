import * as z from 'zod/mini';
import type { TemplateRecord, TemplateRow } from '../../domain/template.ts';
import type { Item } from '../table/table.ts';
import { packComponents, packTemplateRows, unpackComponents, unpackTemplateRows } from './template-codec.ts';

/**
 * A part of a business account's templates in one compressed item. Rows and components are compressed separately: a list
 * reads every row, and the components of one page only.
 */
export interface Chunk {
  readonly number: number;
  /** 0 without an item. */
  readonly revision: number;
  readonly rows: readonly TemplateRow[];
  /** The components in the order of the rows, decompressed on demand. */
  readonly components: () => readonly (readonly unknown[])[];
}

export const packChunk = (records: readonly TemplateRecord[]): Item => ({
  rows: packTemplateRows(records),
  components: packComponents(records),
});

const bytes = z.instanceof(Uint8Array);
const chunkItem = z.object({ sk: z.string(), revision: z.number(), rows: bytes, components: bytes });

export const chunkOf = (number: number, item: Item): Chunk => {
  const packed = chunkItem.parse(item);
  let unpacked: readonly (readonly unknown[])[] | undefined;
  return {
    number,
    revision: packed.revision,
    rows: unpackTemplateRows(packed.rows),
    components: () => (unpacked ??= unpackComponents(packed.components)),
  };
};

export const emptyChunk = (number: number): Chunk => ({ number, revision: 0, rows: [], components: () => [] });

export const recordsOf = (chunk: Chunk): readonly TemplateRecord[] =>
  chunk.rows.map((row, index) => ({ ...row, components: chunk.components()[index] ?? [] }));

/** The chunk after a write. */
export const writtenChunk = (chunk: Chunk, records: readonly TemplateRecord[]): Chunk => ({
  number: chunk.number,
  revision: chunk.revision + 1,
  rows: records,
  components: () => records.map((record) => record.components),
});
