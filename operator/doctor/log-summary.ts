import { textOf, type LogLine, type Logs } from '../logs.ts';
import { Failure } from '../failure.ts';
import { hour } from '../../lambdas/kernel/time.ts';

/** A partner's log lines of the last hour. */
export interface LogSummary {
  /** Calls that a rate limit refused, by route, the most frequent first. */
  readonly limited: readonly { readonly route: string; readonly count: number; readonly last: string }[];
  /** Calls that were answered with 5xx: their number, and the latest. */
  readonly failed: { readonly count: number; readonly last: string | null; readonly request_ids: readonly string[] };
  /** The endpoint's responses to failed attempts, the most frequent first. */
  readonly attempts: readonly { readonly answer: string; readonly count: number }[];
  /** The reason why the logs could not be read; null when they were read. */
  readonly unread: string | null;
}

const mostLines = 5_000;
const mostIds = 3;

const nothing: LogSummary = {
  limited: [],
  failed: { count: 0, last: null, request_ids: [] },
  attempts: [],
  unread: null,
};

const sums = <T>(
  lines: readonly LogLine[],
  nameOf: (line: LogLine) => string,
  made: (name: string, of: readonly LogLine[]) => T,
) =>
  Array.from(Map.groupBy(lines, nameOf))
    .sort(([, left], [, right]) => right.length - left.length)
    .map(([name, of]) => made(name, of));

const answerOf = ({ fields }: LogLine): string =>
  typeof fields['status'] === 'number' ? String(fields['status']) : 'no answer';

const refusalsIn = (lines: readonly LogLine[]): LogSummary['limited'] =>
  sums(
    lines.filter(({ fields }) => fields['calls_limited'] === 1),
    (line) => textOf(line, 'route') ?? 'none',
    (route, of) => ({ route, count: of.length, last: of.at(-1)?.at ?? '' }),
  );

const summaryOf = (lines: readonly LogLine[]): LogSummary => {
  const failed = lines.filter(({ fields }) => fields['calls_failed'] === 1);
  return {
    limited: refusalsIn(lines),
    failed: {
      count: failed.length,
      last: failed.at(-1)?.at ?? null,
      request_ids: failed.flatMap((line) => textOf(line, 'request_id') ?? []).slice(-mostIds),
    },
    attempts: sums(
      lines.filter(({ fields }) => fields['attempts_failed'] === 1),
      answerOf,
      (answer, of) => ({ answer, count: of.length }),
    ),
    unread: null,
  };
};

/** @param signs the measures, one of which a log line must have */
export const readLogSummary = async (
  logs: Logs,
  partnerId: string,
  now: number,
  signs: readonly ('calls_limited' | 'calls_failed' | 'attempts_failed')[],
): Promise<LogSummary> => {
  const choices = signs.map((sign) => ({ partner_id: partnerId, [sign]: 1 }));
  try {
    return summaryOf(await logs.find({ from: now - hour, to: now, choices, limit: mostLines }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...nothing, unread: error.message };
  }
};
