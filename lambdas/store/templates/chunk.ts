import * as z from 'zod/mini';
import type { TemplateRecord, TemplateRow } from '../../domain/template.ts';
import { packJson, unpackJson } from '../table/packed-json.ts';
import type { Item } from '../table/table.ts';

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

const texts = z.array(z.string());
const openText = z.nullable(z.string());
const openTexts = z.array(openText);
const counts = z.array(z.number());
const notes = z.object({
  disable_date: z.nullable(z.number()),
  other_info: z.nullable(z.object({ title: openText, description: openText })),
  rejection_info: z.nullable(z.object({ reason: openText, recommendation: openText })),
  category_change: z.nullable(z.object({ category: z.string(), at: z.number() })),
  correct_category: openText,
});

/** Column by column, which compresses best. */
const columns = z.object({
  id: texts,
  name: texts,
  language: texts,
  category: openTexts,
  status: openTexts,
  quality_score: openTexts,
  rejected_reason: openTexts,
  status_at: counts,
  quality_at: counts,
  category_at: counts,
  created_in: counts,
  changed_in: counts,
  changed_at: counts,
  notes: z._default(z.array(z.nullable(notes)), []),
});
const bodies = z.array(z.array(z.unknown()));

const columnsOf = (rows: readonly TemplateRow[]): z.infer<typeof columns> => ({
  id: rows.map((row) => row.id),
  name: rows.map((row) => row.name),
  language: rows.map((row) => row.language),
  category: rows.map((row) => row.category),
  status: rows.map((row) => row.status),
  quality_score: rows.map((row) => row.quality_score),
  rejected_reason: rows.map((row) => row.rejected_reason),
  status_at: rows.map((row) => row.status_at),
  quality_at: rows.map((row) => row.quality_at),
  category_at: rows.map((row) => row.category_at),
  created_in: rows.map((row) => row.created_in),
  changed_in: rows.map((row) => row.changed_in),
  changed_at: rows.map((row) => row.changed_at),
  notes: rows.map((row) => row.notes),
});

const rowsOf = (packed: z.infer<typeof columns>): readonly TemplateRow[] =>
  packed.id.map((id, index) => ({
    id,
    name: packed.name[index] ?? '',
    language: packed.language[index] ?? '',
    category: packed.category[index] ?? null,
    status: packed.status[index] ?? null,
    quality_score: packed.quality_score[index] ?? null,
    rejected_reason: packed.rejected_reason[index] ?? null,
    status_at: packed.status_at[index] ?? 0,
    quality_at: packed.quality_at[index] ?? 0,
    category_at: packed.category_at[index] ?? 0,
    created_in: packed.created_in[index] ?? 0,
    changed_in: packed.changed_in[index] ?? 0,
    changed_at: packed.changed_at[index] ?? 0,
    notes: packed.notes[index] ?? null,
  }));

export const packChunk = (records: readonly TemplateRecord[]): Item => ({
  rows: packJson(columnsOf(records)),
  components: packJson(records.map((record) => record.components)),
});

const bytes = z.instanceof(Uint8Array);
const chunkItem = z.object({ sk: z.string(), revision: z.number(), rows: bytes, components: bytes });

export const chunkOf = (number: number, item: Item): Chunk => {
  const packed = chunkItem.parse(item);
  let unpacked: readonly (readonly unknown[])[] | undefined;
  return {
    number,
    revision: packed.revision,
    rows: rowsOf(columns.parse(unpackJson(packed.rows))),
    components: () => (unpacked ??= bodies.parse(unpackJson(packed.components))),
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
