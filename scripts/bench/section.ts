/** What a section has measured, as a table. */
export interface Measurement {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A part of `npm run bench`. */
export interface Section {
  readonly name: string;
  readonly measure: () => Promise<readonly Measurement[]>;
}
