import * as z from 'zod/mini';
import type { TemplateDetails, TemplateRecord, TemplateRow } from '../../domain/template.ts';
import { packJson, unpackJson } from '../table/packed-json.ts';

const versions = { rows: 1, components: 1, details: 1 } as const;

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
const details = z.array(
  z.object({
    parameter_format: openText,
    sub_category: openText,
    previous_category: openText,
    message_send_ttl_seconds: z.nullable(z.number()),
    library_template_name: openText,
  }),
);

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

export const packTemplateRows = (records: readonly TemplateRow[]): Uint8Array =>
  packJson(versions.rows, columnsOf(records));

/** @throws UnknownVersion */
export const unpackTemplateRows = (bytes: Uint8Array): readonly TemplateRow[] =>
  unpackJson('template-rows', bytes, { 1: (value) => rowsOf(columns.parse(value)) });

export const packComponents = (records: readonly TemplateRecord[]): Uint8Array =>
  packJson(
    versions.components,
    records.map(({ components }) => components),
  );

/** In the order of the rows. @throws UnknownVersion */
export const unpackComponents = (bytes: Uint8Array): readonly (readonly unknown[])[] =>
  unpackJson('template-components', bytes, { 1: (value) => bodies.parse(value) });

export const packDetails = (records: readonly TemplateRecord[]): Uint8Array =>
  packJson(
    versions.details,
    records.map((record) => record.details),
  );

/** In the order of the rows. @throws UnknownVersion */
export const unpackDetails = (bytes: Uint8Array): readonly TemplateDetails[] =>
  unpackJson('template-details', bytes, { 1: (value) => details.parse(value) });
