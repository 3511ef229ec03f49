import { leaseEnd } from '../domain/deadline.ts';
import { nextRoundAt } from '../domain/line-watch.ts';
import { isoOf, type Milliseconds } from '../domain/time.ts';
import type { DueHint } from '../domain/due.ts';
import type { LineDeps } from '../instances/line-deps.ts';
import { refreshLine } from '../instances/refresh-line.ts';
import { PlatformError } from '../platform/errors.ts';
import { claimDue } from '../store/table/due.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { lineWatchOf, recordRound, type LineWatch } from '../store/instances/line-watches.ts';
import { partnersLinesOfWaba } from '../store/instances/waba-lines.ts';

/** Two calls a line, of 24 s each at the most, and time to spare. */
const roundLease: Milliseconds = 120_000;
const defaultWait: Milliseconds = 5 * 60_000;

type Looked = { readonly kind: 'done' } | { readonly kind: 'wait'; readonly until: Milliseconds };

/** A line that can't be looked at now is looked at in the next round; its facts grow old meanwhile. */
const look = async (deps: LineDeps, partnerId: string, record: InstanceRecord): Promise<Looked> => {
  try {
    await refreshLine(deps, partnerId, record);
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.kind === 'out_of_time') return { kind: 'wait', until: deps.clock() };
    if (error.kind !== 'throttled') return { kind: 'done' };
    const wait = error.retryAfter === undefined ? defaultWait : error.retryAfter * 1000;
    return { kind: 'wait', until: deps.clock() + wait };
  }
};

const isWanted = ({ instance }: InstanceRecord, since: string): boolean =>
  (instance.status === 'connected' || instance.status === 'degraded') &&
  (instance.facts_at === null || instance.facts_at < since);

const round = async (deps: LineDeps, watch: LineWatch, lease: string, until: Milliseconds): Promise<void> => {
  const { table } = deps;
  const since = watch.roundSince ?? isoOf(deps.clock());
  const lines = await partnersLinesOfWaba(table, watch.partnerId, watch.wabaId);
  if (lines.length === 0) return recordRound(table, watch, lease, { kind: 'end' });
  for (const line of lines.filter((record) => isWanted(record, since))) {
    const now = deps.clock();
    if (now >= until) return recordRound(table, watch, lease, { kind: 'pause', since, due: now });
    const looked = await look(deps, watch.partnerId, line);
    if (looked.kind === 'wait') return recordRound(table, watch, lease, { kind: 'pause', since, due: looked.until });
  }
  const due = nextRoundAt(lease, deps.clock());
  return recordRound(table, watch, lease, { kind: 'finish', due });
};

/**
 * Looks at the lines of the business account that a hint names, when that is due: the facts of their numbers, their
 * callbacks, their tokens. @param until when to stop and leave the rest for the next time
 */
export const refreshLines = async (deps: LineDeps, hint: DueHint, until: Milliseconds): Promise<void> => {
  const now = deps.clock();
  const lease = deps.newId(now);
  const item = await claimDue(
    deps.table,
    hint,
    now,
    leaseEnd(deps.deadline, now, Math.max(until - now, 0) + roundLease),
    lease,
  );
  if (item !== null) await round(deps, lineWatchOf(item), lease, until);
};
