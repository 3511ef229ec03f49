import type { Attributes } from '../table/attribute-value.ts';
import type { Change } from '../table/stream.ts';

/** A rule of the contract that holds after each commit. */
export interface Watch {
  readonly rule: string;
  /** Begins to look at a table. @returns finds what a commit breaks */
  readonly begin: () => (commit: readonly Change[]) => readonly string[];
}

export const textOf = (image: Attributes | undefined, name: string): string | null => image?.[name]?.S ?? null;

export const numberOf = (image: Attributes | undefined, name: string): number | null => {
  const text = image?.[name]?.N;
  return text === undefined ? null : Number(text);
};

/** A change of a record of a kind: its id, and the record before and after. */
export interface RecordChange {
  readonly id: string;
  readonly before: Attributes | undefined;
  readonly after: Attributes | undefined;
  readonly at: number;
}

const kinds = { customer: /^P#[^#]+#C(?:#\d\d)?$/, line: /^P#[^#]+#I(?:#\d\d)?$/ } as const;

/** The changes of customers or of lines in a commit. */
export const changesOf = (kind: keyof typeof kinds, commit: readonly Change[]): readonly RecordChange[] =>
  commit
    .filter(({ keys: { pk } }) => kinds[kind].test(pk))
    .map(({ keys: { sk }, oldImage: before, newImage: after, at }) => ({ id: sk, before, after, at }));

/** A watch of each change for itself. */
export const watchEach = (rule: string, broken: (change: Change) => string | null): Watch => ({
  rule,
  begin: () => (commit) => commit.flatMap((change) => broken(change) ?? []),
});
