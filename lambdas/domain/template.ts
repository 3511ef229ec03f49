import { isNews } from './news.ts';
import type { Milliseconds } from './time.ts';

/** What the platform says of a template. A name repeats across languages; every state is an open string. */
export interface TemplateFacts {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly category: string | null;
  readonly status: string | null;
  readonly quality_score: string | null;
  readonly rejected_reason: string | null;
  /** As they came. */
  readonly components: readonly unknown[];
}

/** What is kept of a template beside its components. */
export interface TemplateRow extends Omit<TemplateFacts, 'components'> {
  /** When the status, or the quality, was last told anew; 0: not since the template was first seen. */
  readonly status_at: Milliseconds;
  readonly quality_at: Milliseconds;
  /** The passes of synchronisation that brought it, and that last changed it. */
  readonly created_in: number;
  readonly changed_in: number;
  /** When a pass last changed it. */
  readonly changed_at: Milliseconds;
}

export interface TemplateRecord extends TemplateRow {
  readonly components: readonly unknown[];
}

/** A page of a pass: which pass, and when the platform was asked for it. */
export interface PageTime {
  readonly pass: number;
  readonly askedAt: Milliseconds;
}

/** What the page may say: a callback that came after the platform was asked knows better. */
const toldBy = (known: TemplateRow, facts: TemplateFacts, askedAt: Milliseconds) => {
  const statusStays = known.status_at > askedAt || facts.status === known.status;
  const qualityStays = known.quality_at > askedAt || facts.quality_score === known.quality_score;
  return {
    ...(known.status_at > askedAt && { status: known.status, rejected_reason: known.rejected_reason }),
    ...(known.quality_at > askedAt && { quality_score: known.quality_score }),
    status_at: statusStays ? known.status_at : askedAt,
    quality_at: qualityStays ? known.quality_at : askedAt,
  };
};

const isSame = (known: TemplateRecord, next: TemplateRecord): boolean =>
  known.name === next.name &&
  known.language === next.language &&
  known.category === next.category &&
  known.status === next.status &&
  known.quality_score === next.quality_score &&
  known.rejected_reason === next.rejected_reason &&
  JSON.stringify(known.components) === JSON.stringify(next.components);

/**
 * The template after a page told of it; the very one that was known when nothing differs. What a callback told after
 * the page was asked for stays.
 */
export const afterPage = (
  known: TemplateRecord | undefined,
  facts: TemplateFacts,
  { pass, askedAt }: PageTime,
): TemplateRecord => {
  if (known === undefined) {
    const times = { status_at: 0, quality_at: 0, created_in: pass, changed_in: pass, changed_at: askedAt };
    return { ...facts, ...times };
  }
  const next = { ...known, ...facts, ...toldBy(known, facts, askedAt) };
  return isSame(known, next) ? known : { ...next, changed_in: pass, changed_at: askedAt };
};

/** What a callback tells of a template. */
export type TemplateNews =
  | { readonly kind: 'status'; readonly status: string; readonly rejectedReason: string | null }
  | { readonly kind: 'quality'; readonly score: string };

/** The template after news of `at`; the very one that was known when it is no news. */
export const afterNews = <Row extends TemplateRow>(known: Row, news: TemplateNews, at: Milliseconds): Row => {
  switch (news.kind) {
    case 'status':
      if (!isNews(at, news.status, known.status_at, known.status)) return known;
      return { ...known, status: news.status, rejected_reason: news.rejectedReason, status_at: at };
    case 'quality':
      if (!isNews(at, news.score, known.quality_at, known.quality_score)) return known;
      return { ...known, quality_score: news.score, quality_at: at };
  }
};

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** The order of lists: by name, then language, then id; code unit by code unit, so that it never depends on a locale. */
export const inListOrder = (left: TemplateRow, right: TemplateRow): number =>
  compare(left.name, right.name) || compare(left.language, right.language) || compare(left.id, right.id);

/** Filters of a list. Statuses and languages are open strings: one that does not exist matches nothing. */
export interface TemplateFilter {
  readonly template_id?: string | undefined;
  readonly template_name?: string | undefined;
  readonly language?: string | undefined;
  readonly status?: string | undefined;
}

export const matches = (row: TemplateRow, filter: TemplateFilter): boolean =>
  (filter.template_id === undefined || row.id === filter.template_id) &&
  (filter.template_name === undefined || row.name === filter.template_name) &&
  (filter.language === undefined || row.language === filter.language) &&
  (filter.status === undefined || row.status === filter.status);
