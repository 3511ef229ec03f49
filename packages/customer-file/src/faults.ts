import type { Column } from './columns.ts';

/** A way to read a line that is not UTF-8. */
export interface Reading {
  /** The name of the Encoding Standard. https://encoding.spec.whatwg.org/#names-and-labels */
  readonly encoding: string;
  readonly text: string;
}

/** What is wrong in a file. */
export type FileFault =
  | { readonly kind: 'spreadsheet' | 'empty' | 'no_rows' | 'no_header' }
  | { readonly kind: 'not_utf8'; readonly readings: readonly Reading[] }
  | { readonly kind: 'other_encoding'; readonly encoding: string }
  | { readonly kind: 'unknown_columns'; readonly names: readonly string[] }
  | { readonly kind: 'missing_column'; readonly column: Column }
  | { readonly kind: 'repeated_column'; readonly name: string }
  | { readonly kind: 'quote_not_closed' | 'text_after_quote' }
  | { readonly kind: 'large_row'; readonly kilobytes: number }
  | { readonly kind: 'no_csv'; readonly message: string }
  | { readonly kind: 'long_row' | 'short_row'; readonly cells: number; readonly columns: number }
  | { readonly kind: 'unnamed_column'; readonly place: number }
  | { readonly kind: 'lost_letter' }
  | { readonly kind: 'rounded_number' | 'formula_error'; readonly cell: string }
  | { readonly kind: 'refused_value'; readonly message: string };

export interface FileProblem {
  /** From 1; null: the file as a whole. */
  readonly line: number | null;
  /** Null: the row as a whole. */
  readonly column: Column | null;
  readonly fault: FileFault;
}

/** A file that can't be read as customers. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly problems: readonly FileProblem[];

  /** @param problems at least one */
  constructor(problems: readonly FileProblem[], cause?: unknown) {
    super(problems.map(({ line, fault }) => `${line ?? 'file'}: ${fault.kind}`).join(', '), { cause });
    this.problems = problems;
  }
}

/** An error of the file as a whole, or of one of its lines. */
export const unreadable = (line: number | null, fault: FileFault, cause?: unknown): UnreadableFile =>
  new UnreadableFile([{ line, column: null, fault }], cause);
