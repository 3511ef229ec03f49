/** A figure beside what it has to beat or to keep. */
export interface Goal {
  readonly row: string;
  readonly ours: number;
  /** The peer's figure of the same run, or null. */
  readonly peer: { readonly name: string; readonly figure: number } | null;
  /** The most that ours may be: of the peer's figure where `of` is `ratio`. */
  readonly goal: { readonly of: 'figure' | 'ratio'; readonly most: number };
  readonly unit: string;
}

/** What a section has measured, as a table. */
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
