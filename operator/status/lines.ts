import { z } from 'zod';
import { isQueueName, whenLate } from '../../lambdas/kernel/work.ts';
import { isoOf, minute } from '../../lambdas/kernel/time.ts';
import { letter } from '../dead-letters/explain.ts';
import { counted } from '../doctor/finding.ts';
import { moment } from '../layout.ts';
import { textOf, type LogLine } from '../logs.ts';
import type { Stage } from '../stage.ts';
import { failedMessages, isFailing, isStopped } from '../stage-cloud.ts';

/** A thing that is looked at. `wrong`: somebody has to act. `unread`: it could not be read. */
export const line = z.object({
  name: z.string(),
  verdict: z.enum(['wrong', 'unread', 'note', 'ok']),
  what: z.string(),
  details: z.array(
    z.object({
      what: z.string(),
      section: z.string().nullable().default(null),
      command: z.string().nullable().default(null),
    }),
  ),
});
type Line = z.infer<typeof line>;
type Detail = z.input<typeof line>['details'][number];
export type Read = (stage: Stage, signal: AbortSignal) => Promise<Omit<z.input<typeof line>, 'name'>>;

/** As the alarms have it: lib/observability. */
const longestAge = 30 * 60;
const longestOverdue = 5 * minute;

const judged = (isWrong: boolean, what: string, details: readonly Detail[] = []) => ({
  verdict: isWrong ? ('wrong' as const) : ('ok' as const),
  what,
  details: [...details],
});

const inUnits = (seconds: number): string =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7_200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3_600)} h`;

const alarms: Read = async ({ cloud }, signal) => {
  const up = await cloud.alarms(signal);
  const details = up.flatMap(({ name, severity, what, section, since }) => [
    { what: `${severity}: ${name}, since ${moment(since) ?? ''}` },
    { what: `  ${what}`, section },
  ]);
  return judged(up.length > 0, up.length === 0 ? 'none is up' : `${counted(up.length, 'alarm')} up`, details);
};

const queues: Read = async ({ cloud }, signal) => {
  const all = (await cloud.queues(signal)).filter(({ name }) => name !== 'FailedQueue');
  const late = all.filter(({ oldest }) => (oldest ?? 0) > longestAge);
  const shown = all
    .filter(({ waiting, inFlight }) => waiting + inFlight > 0)
    .toSorted((left, right) => (right.oldest ?? 0) - (left.oldest ?? 0))
    .map(({ name, waiting, inFlight, oldest }) => ({
      what: `${name}: ${waiting} wait, ${inFlight} in work${oldest === null ? '' : `, the oldest for ${inUnits(oldest)}`}`,
    }));
  const sum = all.reduce((count, { waiting }) => count + waiting, 0);
  const what = `${counted(sum, 'message')} in ${counted(all.length, 'queue')}`;
  return judged(late.length > 0, late.length === 0 ? what : `${what}; ${late.length} not consumed for 30 min`, shown);
};

const letters = z.object({ letters: z.array(letter), more: z.boolean() });

const deadLetters: Read = async (stage, signal) => {
  const count = failedMessages(await stage.cloud.queues(signal));
  if (count === 0) return judged(false, 'none');
  const what = `${counted(count, 'message')} that no worker could process`;
  const list = { what: 'each with its error:', command: 'dead-letters list' };
  try {
    const { letters: found } = letters.parse(await stage.run('dead-letters list', {}, signal));
    const kinds = Array.from(
      Map.groupBy(found, ({ kind }) => kind),
      ([kind, of]) => ({ kind, count: of.length }),
    );
    const sent = kinds.filter(({ kind }) => kind !== 'record' && kind !== 'batch' && kind !== 'unknown');
    const cures = sent.map(({ kind }) => ({
      what: `${kind}, when the cause is removed:`,
      command: `fix dead-letters --kind ${kind}`,
    }));
    const shown = kinds.map((of) => `${of.count} ${of.kind}`).join(', ');
    return judged(true, `${what}: ${shown}`, [list, ...cures]);
  } catch {
    return judged(true, `${what}; their kinds could not be read`, [list]);
  }
};

const overdueAnswer = z.object({
  at: z.string(),
  overdue: z.array(z.object({ queue: z.string(), count: z.number(), oldest_at: z.string() })),
});

const overdue: Read = async (stage, signal) => {
  const { at, overdue: found } = overdueAnswer.parse(await stage.run('status', {}, signal));
  const ages = found.map(({ oldest_at: oldest }) => Date.parse(at) - Date.parse(oldest));
  const details = found.map(({ queue, count }, index) => ({
    what: `${queue}: ${count}, the oldest for ${inUnits((ages[index] ?? 0) / 1000)}.${isQueueName(queue) ? ` ${whenLate[queue]}` : ''}`,
    section: 'docs/runbook.md#work-is-late',
  }));
  const sum = found.reduce((all, { count }) => all + count, 0);
  if (sum === 0) return judged(false, 'none');
  const isLate = ages.some((age) => age > longestOverdue);
  return { ...judged(isLate, `${counted(sum, 'item')} of work`, details), ...(!isLate && { verdict: 'note' }) };
};

const throttles: Read = async ({ cloud }, signal) => {
  const found = await cloud.throttled(signal);
  const details = found.map(({ function: name, count, reservation }) => ({
    what: `${name}: ${counted(count, 'time')}; it reserves ${reservation ?? 'none'}`,
    // A first reservation would also be a cap: the account's concurrency is used up.
    ...(reservation === null
      ? { section: 'docs/runbook.md#a-function-is-throttled' }
      : { command: `fix reservation ${name} --to ${Math.max(10, 2 * reservation)}` }),
  }));
  if (found.length === 0) return judged(false, 'none in 15 minutes');
  return judged(true, `${counted(found.length, 'function')} throttled in 15 minutes`, details);
};

const sources: Read = async ({ cloud }, signal) => {
  const [all, up] = await Promise.all([cloud.sources(), cloud.alarms(signal)]);
  const details = all.flatMap((source) => {
    const { function: name, state, lastResult, mostRetries } = source;
    if (state === 'Disabled' || state === 'Disabling')
      return [{ what: `${name} reads nothing: its source is disabled` }];
    if (name === 'Journal' && mostRetries !== -1)
      return [{ what: 'Journal gives records up: an interrupted fix left few retries', command: 'fix poison-record' }];
    if (!isStopped(source, up)) return [];
    const what = isFailing(source) ? `fails with its stream: ${lastResult}` : 'lags behind in a shard of its stream';
    const command = name === 'Journal' ? 'fix poison-record' : null;
    return [{ what: `${name} ${what}`, section: 'docs/runbook.md#the-stream-lags-behind', command }];
  });
  const reading = details.length === 0 ? 'all' : all.length - details.length;
  return judged(details.length > 0, `${reading} of ${all.length} read`, details);
};

/** What is counted of a partner's log lines. */
const signs = {
  calls_failed: 'calls failed',
  calls_limited: 'calls over a limit',
  attempts_failed: 'events not taken',
};
const mostLines = 2_000;
const mostPartners = 5;

const shownPartner = (id: string, of: readonly LogLine[]): string => {
  const counts = Object.entries(signs).flatMap(([sign, words]) => {
    const count = of.filter(({ fields }) => fields[sign] === 1).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `${id}: ${counts.join(', ')}`;
};

const partners: Read = async ({ logs }, signal) => {
  const now = Date.now();
  const choices = Object.keys(signs).map((sign) => ({ [sign]: 1 }));
  const lines = await logs.find({ from: now - 15 * minute, to: now, choices, limit: mostLines, signal });
  const hit = Array.from(Map.groupBy(lines, (one) => textOf(one, 'partner_id') ?? ''))
    .filter(([id]) => id !== '')
    .toSorted(([, left], [, right]) => right.length - left.length);
  if (hit.length === 0) return judged(false, 'none hit in 15 minutes');
  const details = hit
    .slice(0, mostPartners)
    .map(([id, of]) => ({ what: shownPartner(id, of), command: `doctor ${id}` }));
  return { verdict: 'note', what: `${counted(hit.length, 'partner')} hit in 15 minutes`, details };
};

const releases: Read = async ({ cloud }, signal) => {
  const all = await cloud.releases(signal);
  const details = all.flatMap(({ function: name, version, next }) => {
    const share = Math.round(100 * (next?.share ?? 0));
    return next === null
      ? []
      : [{ what: `${name}: version ${version}, and ${share} % of the calls by ${next.version}` }];
  });
  if (details.length === 0) return judged(false, 'none in flight');
  return { verdict: 'note', what: `in flight for ${counted(details.length, 'function')}`, details };
};

const reads = {
  alarms,
  throttles,
  streams: sources,
  queues,
  'dead letters': deadLetters,
  overdue,
  partners,
  releases,
} as const satisfies Readonly<Record<string, Read>>;

/** The page has to be there within five seconds. */
const longestRead = 4_000;

const bounded = async (name: string, read: Read, stage: Stage): Promise<Line> => {
  const signal = AbortSignal.timeout(longestRead);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error(`no answer within ${longestRead / 1000} s`));
    });
  });
  try {
    return line.parse({ name, ...(await Promise.race([read(stage, signal), late])) });
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    return { name, verdict: 'unread', what: `not read: ${reason}`, details: [] };
  }
};

/** Looks at all at once. What can't be read spoils nothing else. */
export const readStatus = async (stage: Stage): Promise<{ at: string; lines: readonly Line[] }> => ({
  at: isoOf(Date.now()),
  lines: await Promise.all(Object.entries(reads).map(([name, read]) => bounded(name, read, stage))),
});
