import * as z from 'zod/mini';
import { noDetails, type TemplateRecord, type TemplateRow } from '../../domain/template.ts';
import type { Item } from '../table/table.ts';
import {
  packComponents,
  packDetails,
  packTemplateRows,
  unpackComponents,
  unpackDetails,
  unpackTemplateRows,
} from './template-codec.ts';

/** What a template shows beside its row. */
type Body = Pick<TemplateRecord, 'components' | 'details'>;

/**
 * A part of a business account's templates in one compressed item. Rows and bodies are compressed separately: a list
 * reads every row, and the bodies of one page only.
 */
export interface Chunk {
  readonly number: number;
  /** 0 without an item. */
  readonly revision: number;
  readonly rows: readonly TemplateRow[];
  /** The body of the row with the index. All are decompressed when one is first asked for. */
  readonly bodyAt: (index: number) => Body;
}

export const packChunk = (records: readonly TemplateRecord[]): Item => ({
  rows: packTemplateRows(records),
  components: packComponents(records),
  details: packDetails(records),
});

const bytes = z.instanceof(Uint8Array);
const chunkItem = z.object({
  sk: z.string(),
  revision: z.number(),
  rows: bytes,
  components: bytes,
  details: z.optional(bytes),
});

const noBody: Body = { components: [], details: noDetails };

export const chunkOf = (number: number, item: Item): Chunk => {
  const packed = chunkItem.parse(item);
  let unpacked: readonly Body[] | undefined;
  const unpack = (): readonly Body[] => {
    // Items of earlier versions have no details.
    const details = packed.details === undefined ? [] : unpackDetails(packed.details);
    return unpackComponents(packed.components).map((components, index) => ({
      components,
      details: details[index] ?? noDetails,
    }));
  };
  return {
    number,
    revision: packed.revision,
    rows: unpackTemplateRows(packed.rows),
    bodyAt: (index) => (unpacked ??= unpack())[index] ?? noBody,
  };
};

export const emptyChunk = (number: number): Chunk => ({ number, revision: 0, rows: [], bodyAt: () => noBody });

export const recordsOf = (chunk: Chunk): readonly TemplateRecord[] =>
  chunk.rows.map((row, index) => ({ ...row, ...chunk.bodyAt(index) }));

/** The chunk after a write. */
export const writtenChunk = (chunk: Chunk, records: readonly TemplateRecord[]): Chunk => ({
  number: chunk.number,
  revision: chunk.revision + 1,
  rows: records,
  bodyAt: (index) => records[index] ?? noBody,
});
