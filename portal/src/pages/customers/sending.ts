import type { HistoryEntry } from '../../../../packages/client/src/schemas.ts';
import type { LineRow } from '../../api/lines.ts';

export interface Sending {
  /** `none`: no line was connected yet. */
  readonly is: 'sends' | 'partly' | 'stopped' | 'none';
  /** The lines that send nothing, though they were connected. */
  readonly stopped: readonly LineRow[];
  /** The lines that the platform limits. */
  readonly limited: readonly LineRow[];
  readonly connected: number;
  /** Since when it is so; null when it is not known. */
  readonly since: string | null;
}

const wasConnected: ReadonlySet<LineRow['status']> = new Set(['connected', 'degraded', 'reconnect_required']);

export const isStopped = ({ status, risk }: Pick<LineRow, 'status' | 'risk'>): boolean =>
  status === 'reconnect_required' || (wasConnected.has(status) && risk.level === 'blocked');

const isLimited = (line: LineRow): boolean =>
  wasConnected.has(line.status) && !isStopped(line) && (line.status === 'degraded' || line.risk.level === 'restricted');

/** The fields of the history that say whether a line sends. */
const telling: ReadonlySet<string> = new Set(['status', 'can_send_message', 'platform_status', 'platform_errors']);

/** When the line stopped, by the newest change that says so. */
const stoppedAt = ({ id, failedAt }: LineRow, history: readonly HistoryEntry[]): string | null =>
  history.find(
    ({ related, changed_fields: fields }) => related.instance_id === id && fields.some((field) => telling.has(field)),
  )?.created_at ?? failedAt;

const known = (times: readonly (string | null)[]): readonly string[] =>
  times.filter((time) => time !== null).toSorted();

/**
 * Whether a customer sends by its lines. It sends since its first line was connected, and nothing since its last line stopped.
 * @param history the newest entries first
 */
export const sendingOf = (lines: readonly LineRow[], history: readonly HistoryEntry[]): Sending => {
  const used = lines.filter(({ status }) => wasConnected.has(status));
  const stopped = used.filter(isStopped);
  const found = { stopped, limited: lines.filter(isLimited), connected: used.length };
  if (used.length === 0) return { ...found, is: 'none', since: null };
  if (stopped.length === 0) {
    return { ...found, is: 'sends', since: known(used.map(({ connectedAt }) => connectedAt))[0] ?? null };
  }
  const since = known(stopped.map((line) => stoppedAt(line, history))).at(-1) ?? null;
  return { ...found, is: stopped.length === used.length ? 'stopped' : 'partly', since };
};
