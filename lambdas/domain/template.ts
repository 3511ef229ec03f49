import { isNewer, knownUntil } from '../kernel/is-newer.ts';
import { noCategoryNotes, notesAfterPage, noted, type StatusNotes, type TemplateNotes } from './template-notes.ts';
import type { Milliseconds } from '../kernel/time.ts';

/** What else the platform says about a template; null where it says nothing. Every word is an open string. */
export interface TemplateDetails {
  readonly parameter_format: string | null;
  readonly sub_category: string | null;
  readonly previous_category: string | null;
  /** How long the platform tries to deliver a message of the template. */
  readonly message_send_ttl_seconds: number | null;
  /** The template of the platform's library that it was made from. */
  readonly library_template_name: string | null;
}

export const noDetails: TemplateDetails = {
  parameter_format: null,
  sub_category: null,
  previous_category: null,
  message_send_ttl_seconds: null,
  library_template_name: null,
};

/** The platform's facts of a template. A name repeats across languages; every state is an open string. */
export interface TemplateFacts {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly category: string | null;
  readonly status: string | null;
  readonly quality_score: string | null;
  readonly rejected_reason: string | null;
  readonly details: TemplateDetails;
  /** Unchanged, as the platform sent them. */
  readonly components: readonly unknown[];
}

/** A template as it is stored, without what only it shows. */
export interface TemplateRow extends Omit<TemplateFacts, 'components' | 'details'> {
  /** When the status, the quality and the category last changed; 0 when they did not since the template was first seen. */
  readonly status_at: Milliseconds;
  readonly quality_at: Milliseconds;
  readonly category_at: Milliseconds;
  /** The numbers of the passes that created it and that last changed it. */
  readonly created_in: number;
  readonly changed_in: number;
  /** When a pass last changed it. */
  readonly changed_at: Milliseconds;
  /** Null when callbacks reported nothing more. */
  readonly notes: TemplateNotes | null;
}

export interface TemplateRecord extends TemplateRow, Pick<TemplateFacts, 'components' | 'details'> {}

/** The statuses of what cannot be sent, or soon not any more. */
const troubledStatuses: ReadonlySet<string | null> = new Set([
  'REJECTED',
  'DISABLED',
  'PAUSED',
  'FLAGGED',
  'LIMIT_EXCEEDED',
]);

export const isTroubled = ({ status }: Pick<TemplateRow, 'status'>): boolean => troubledStatuses.has(status);

/** A page of a pass: the number of the pass, and when the platform was asked. */
export interface PageTime {
  readonly pass: number;
  readonly askedAt: Milliseconds;
}

type PageFacts = Pick<
  TemplateRow,
  'status' | 'rejected_reason' | 'quality_score' | 'category' | 'status_at' | 'quality_at' | 'category_at'
>;

/** What a page changes. A callback that is newer than the request for the page takes precedence. */
const factsOfPage = (known: TemplateRow, facts: TemplateFacts, askedAt: Milliseconds): PageFacts => {
  const until = knownUntil(askedAt);
  const since = (at: Milliseconds, differs: boolean): Milliseconds => (differs ? until : at);
  const status = known.status_at > until ? known : facts;
  const quality = known.quality_at > until ? known : facts;
  const category = known.category_at > until ? known : facts;
  return {
    status: status.status,
    rejected_reason: status.rejected_reason,
    quality_score: quality.quality_score,
    category: category.category,
    status_at: since(known.status_at, status.status !== known.status),
    quality_at: since(known.quality_at, quality.quality_score !== known.quality_score),
    category_at: since(known.category_at, category.category !== known.category),
  };
};

const isSame = (known: TemplateRecord, next: TemplateRecord): boolean =>
  known.name === next.name &&
  known.language === next.language &&
  known.category === next.category &&
  known.status === next.status &&
  known.quality_score === next.quality_score &&
  known.rejected_reason === next.rejected_reason &&
  JSON.stringify(known.details) === JSON.stringify(next.details) &&
  JSON.stringify(known.notes) === JSON.stringify(next.notes) &&
  JSON.stringify(known.components) === JSON.stringify(next.components);

/** The template after a page; the known object itself when nothing differs. */
export const afterPage = (
  known: TemplateRecord | undefined,
  facts: TemplateFacts,
  { pass, askedAt }: PageTime,
): TemplateRecord => {
  if (known === undefined) {
    const times = { status_at: 0, quality_at: 0, category_at: 0, changed_at: askedAt };
    return { ...facts, ...times, notes: null, created_in: pass, changed_in: pass };
  }
  const changed = factsOfPage(known, facts, askedAt);
  const next = { ...known, ...facts, ...changed, notes: notesAfterPage(known, changed, askedAt) };
  return isSame(known, next) ? known : { ...next, changed_in: pass, changed_at: askedAt };
};

export type TemplateUpdate =
  | {
      readonly kind: 'status';
      /** Null when the event is no status. */
      readonly status: string | null;
      readonly rejectedReason: string | null;
      /** The category that the callback has beside the status; null without one. */
      readonly category: string | null;
      readonly notes: StatusNotes;
    }
  | { readonly kind: 'quality'; readonly score: string }
  | { readonly kind: 'category'; readonly category: string }
  /** The platform is going to change the category. */
  | { readonly kind: 'category_change'; readonly category: string; readonly at: Milliseconds }
  /** The platform suggests another category. */
  | { readonly kind: 'correct_category'; readonly category: string }
  /** The text changed. The callback does not have all of it. */
  | { readonly kind: 'components' };

/**
 * The template after a callback of `at`; the known object itself when nothing differs.
 * @param confirmedAt the start of the last complete pass
 */
export const afterUpdate = <Row extends TemplateRow>(
  known: Row,
  news: TemplateUpdate,
  at: Milliseconds,
  confirmedAt: Milliseconds,
): Row => {
  const asked = knownUntil(Math.max(confirmedAt, known.changed_at));
  const tells = (word: string, since: Milliseconds, now: string | null): boolean =>
    isNewer(at, word, Math.max(since, asked), now);
  const inCategory = (row: Row, category: string | null): Row => {
    if (category === null || !tells(category, row.category_at, row.category)) return row;
    const notes = category === row.category ? row.notes : noted(row.notes, noCategoryNotes);
    return { ...row, category, category_at: at, notes };
  };
  switch (news.kind) {
    case 'status': {
      const { status, rejectedReason, category, notes } = news;
      const row =
        status !== null && tells(status, known.status_at, known.status)
          ? { ...known, status, rejected_reason: rejectedReason, status_at: at, notes: noted(known.notes, notes) }
          : known;
      return inCategory(row, category);
    }
    case 'quality':
      if (!tells(news.score, known.quality_at, known.quality_score)) return known;
      return { ...known, quality_score: news.score, quality_at: at };
    case 'category':
      return inCategory(known, news.category);
    case 'category_change': {
      const announced = known.notes?.category_change;
      if (at <= known.category_at || news.category === known.category || news.at < (announced?.at ?? 0)) return known;
      if (news.at === announced?.at && news.category === announced.category) return known;
      return { ...known, notes: noted(known.notes, { category_change: { category: news.category, at: news.at } }) };
    }
    case 'correct_category':
      if (at <= known.category_at || news.category === known.category) return known;
      if (news.category === known.notes?.correct_category) return known;
      return { ...known, notes: noted(known.notes, { correct_category: news.category }) };
    case 'components':
      return known;
  }
};

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** The order of lists: by name, language and id, in code units, so it depends on no locale. */
export const inListOrder = (left: TemplateRow, right: TemplateRow): number =>
  compare(left.name, right.name) || compare(left.language, right.language) || compare(left.id, right.id);

/** Filters of a list. Statuses and languages are open strings: an unknown one matches nothing. */
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
