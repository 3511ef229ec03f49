/** A figure with its goal. */
export interface Goal {
  readonly row: string;
  readonly ours: number;
  /** The figure of the peer in the same run, or null. */
  readonly peer: { readonly name: string; readonly figure: number } | null;
  /** The largest allowed figure; where `of` is `ratio`, the largest ratio to the peer's figure. */
  readonly goal: { readonly of: 'figure' | 'ratio'; readonly most: number };
  readonly unit: string;
}

/** The results of a section, as a table. */
export interface Measurement {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly goals?: readonly Goal[];
}

/** A part of `npm run bench`. */
export interface Section {
  readonly name: string;
  readonly measure: () => Promise<readonly Measurement[]>;
}
