import { day, type Milliseconds } from '../kernel/time.ts';

/** What callbacks tell about the status of a template. */
export interface StatusNotes {
  /** When the platform disabled the template. */
  readonly disable_date: Milliseconds | null;
  readonly other_info: { readonly title: string | null; readonly description: string | null } | null;
  readonly rejection_info: { readonly reason: string | null; readonly recommendation: string | null } | null;
}

interface CategoryNotes {
  /** The category that the template is going to have, and from when on. */
  readonly category_change: { readonly category: string; readonly at: Milliseconds } | null;
  /** The category that the platform suggests. */
  readonly correct_category: string | null;
}

/** What only callbacks tell about a template. */
export type TemplateNotes = StatusNotes & CategoryNotes;

const noStatusNotes: StatusNotes = { disable_date: null, other_info: null, rejection_info: null };
export const noCategoryNotes: CategoryNotes = { category_change: null, correct_category: null };
export const noNotes: TemplateNotes = { ...noStatusNotes, ...noCategoryNotes };

/** The notes with changes; null when nothing is left. */
export const noted = (notes: TemplateNotes | null, changes: Partial<TemplateNotes>): TemplateNotes | null => {
  const next = { ...(notes ?? noNotes), ...changes };
  return Object.values(next).every((note) => note === null) ? null : next;
};

interface TemplateState {
  readonly status: string | null;
  readonly category: string | null;
}

/** A change that the platform did not make within a day after it was due was withdrawn. */
const isOver = ({ category_change: change }: TemplateNotes, askedAt: Milliseconds): boolean =>
  change !== null && askedAt > change.at + day;

/** The notes after a page of a pass. Notes on another status or another category are over. */
export const notesAfterPage = (
  known: TemplateState & { readonly notes: TemplateNotes | null },
  next: TemplateState,
  askedAt: Milliseconds,
): TemplateNotes | null => {
  const { notes } = known;
  if (notes === null) return null;
  const hasOtherCategory = next.category !== known.category;
  return noted(notes, {
    ...(next.status !== known.status && noStatusNotes),
    ...((hasOtherCategory || isOver(notes, askedAt)) && { category_change: null }),
    ...(hasOtherCategory && { correct_category: null }),
  });
};
