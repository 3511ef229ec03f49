/** What is wrong in a file, and the cure. */
export interface FileProblem {
  /** From 1; null: the file as a whole. */
  readonly line: number | null;
  /** Null: the row as a whole. */
  readonly column: string | null;
  readonly message: string;
}

const shown = ({ line, column, message }: FileProblem): string => {
  if (line === null) return message;
  return `line ${line}${column === null ? '' : `, ${column}`}: ${message}`;
};

/** Of a file with one mistake in each row. */
const mostShown = 20;

/** A file that can't be read as customers. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** The first of them, for programs. */
  readonly problems: readonly FileProblem[];
  readonly total: number;

  /** @param problems at least one */
  constructor(problems: readonly FileProblem[], cause?: unknown) {
    const first = problems.slice(0, mostShown);
    const more = problems.length - first.length;
    super([...first.map(shown), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'), { cause });
    this.problems = first;
    this.total = problems.length;
  }
}

/** An error of the file as a whole, or of one of its lines. */
export const fileError = (line: number | null, message: string, cause?: unknown): FileError =>
  new FileError([{ line, column: null, message }], cause);
