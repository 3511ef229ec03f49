/** The fields by which lines are looked for, and their values. */
export type LogFields = Readonly<Record<string, string | number>>;

/** Which lines: those that have all fields of one of the choices. */
export interface LogQuery {
  readonly from: number;
  readonly to: number;
  readonly choices: readonly LogFields[];
  /** The newest so many. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** A line that a function logged. */
export interface LogLine {
  /** ISO 8601. */
  readonly at: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Logs {
  /** The oldest first. @throws Failure when the logs can't be read */
  readonly find: (query: LogQuery) => Promise<readonly LogLine[]>;
}

/** A line's field as a text; null when it has none. */
export const textOf = ({ fields }: LogLine, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
};

/** A line as its function wrote it; null when it is no JSON object. */
export const lineOf = (at: string, text: string): LogLine | null => {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? { at, fields: { ...fields } }
      : null;
  } catch {
    return null;
  }
};

export const hasFields = ({ fields }: LogLine, wanted: LogFields): boolean =>
  Object.entries(wanted).every(([name, value]) => fields[name] === value);
