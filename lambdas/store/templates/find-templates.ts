import { pageOf, sliceOf, type Page, type PageRequest } from '../../domain/paging.ts';
import { noNotes, type TemplateNotes } from '../../domain/template-notes.ts';
import { isoOf } from '../../kernel/time.ts';
import {
  inListOrder,
  matches,
  type TemplateDetails,
  type TemplateFilter,
  type TemplateRow,
} from '../../domain/template.ts';
import type { Chunk } from './chunk.ts';
import type { TemplateDirectory } from './directory.ts';
import { shownTime } from './head.ts';

/** A template as the API shows it. */
export interface ShownTemplate extends TemplateDetails {
  readonly template_id: string;
  readonly platform_waba_id: string;
  readonly name: string;
  readonly language: string;
  readonly category: string | null;
  readonly status: string | null;
  readonly quality_score: string | null;
  readonly rejected_reason: string | null;
  readonly rejection_info: TemplateNotes['rejection_info'];
  readonly disable_date: string | null;
  readonly other_info: TemplateNotes['other_info'];
  readonly category_change: { readonly category: string; readonly at: string } | null;
  readonly correct_category: string | null;
  readonly components: readonly unknown[];
  /** The start of the last complete pass, or the time of a later change. */
  readonly last_synced_at: string | null;
}

interface Place {
  readonly chunk: Chunk;
  readonly index: number;
  readonly row: TemplateRow;
}

const matching = (chunks: readonly Chunk[], filter: TemplateFilter): readonly Place[] =>
  chunks
    .flatMap((chunk) => chunk.rows.map((row, index): Place => ({ chunk, index, row })))
    .filter(({ row }) => matches(row, filter))
    .sort((left, right) => inListOrder(left.row, right.row));

const shownNotes = ({ notes }: TemplateRow) => {
  const { disable_date: disabledAt, category_change: change, ...others } = notes ?? noNotes;
  return {
    ...others,
    disable_date: disabledAt === null ? null : isoOf(disabledAt),
    category_change: change === null ? null : { ...change, at: isoOf(change.at) },
  };
};

const shownAt = (wabaId: string, head: TemplateDirectory['head'], { chunk, index, row }: Place): ShownTemplate => {
  const { components, details } = chunk.bodyAt(index);
  return {
    template_id: row.id,
    platform_waba_id: wabaId,
    name: row.name,
    language: row.language,
    category: row.category,
    status: row.status,
    quality_score: row.quality_score,
    rejected_reason: row.rejected_reason,
    ...shownNotes(row),
    ...details,
    components,
    last_synced_at: shownTime(Math.max(row.changed_at, head?.syncedAt ?? 0)),
  };
};

/** One page of the matching templates. Only the bodies of the page's chunks are decompressed. */
export const pageOfTemplates = (
  wabaId: string,
  { head, chunks }: TemplateDirectory,
  filter: TemplateFilter,
  request: PageRequest,
): Page<ShownTemplate> => {
  const places = matching(chunks, filter);
  return pageOf(
    request,
    places.length,
    sliceOf(request, places).map((place) => shownAt(wabaId, head, place)),
  );
};

/** The matching template, or null. Of several with one name and language it is the one with the last id. */
export const onlyTemplate = (
  wabaId: string,
  { head, chunks }: TemplateDirectory,
  filter: TemplateFilter,
): ShownTemplate | null => {
  const place = matching(chunks, filter).at(-1);
  return place === undefined ? null : shownAt(wabaId, head, place);
};
