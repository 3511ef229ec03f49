import * as z from 'zod/mini';
import { day, isoOf, minute, type Milliseconds } from '../kernel/time.ts';

/** The parts of a stage that the probe checks, in the order of the status page. */
export const probedParts = ['calls', 'events', 'search', 'connect', 'sign_in'] as const;
export type ProbedPart = (typeof probedParts)[number];

const partName = z.enum(probedParts);
const time = z.iso.datetime();
const runs = z.int().check(z.nonnegative());

const status = z.object({
  version: z.literal(1),
  checked_at: time,
  /** The id of the last run. */
  run: z.string(),
  parts: z.partialRecord(
    partName,
    z.object({
      /** Null: the last run did not check it. */
      good: z.nullable(z.boolean()),
      since: time,
      /** The good and the bad runs of each day (UTC) that had any. */
      days: z.record(z.iso.date(), z.tuple([runs, runs])),
    }),
  ),
  /** Times with a bad part, the newest first. */
  incidents: z.array(z.object({ from: time, until: z.nullable(time), parts: z.array(partName) })),
});

/** What the runs of the probe found in 90 days. A run that is missing leaves nothing. */
export type StageStatus = z.infer<typeof status>;
type PartStatus = NonNullable<StageStatus['parts'][ProbedPart]>;

/** The parts that a run checked, and whether each was good. */
export type ProbeResults = ReadonlyMap<ProbedPart, boolean>;

export interface ProbeRun {
  readonly id: string;
  readonly at: Milliseconds;
  readonly results: ProbeResults;
}

export const shownDays = 90;
/** Each run stands for the time until the next one. */
export const minutesOfRun = 5;
/** After a longer silence, nothing is known of the time between. */
const longestSilence: Milliseconds = 3 * minutesOfRun * minute;
const mostIncidents = 50;

/** @throws Error when the text is no status */
export const readStatus = (text: string): StageStatus => status.parse(JSON.parse(text));

/** The days that the page shows, the oldest first: `2026-11-30`. */
export const daysUntil = (at: Milliseconds): readonly string[] =>
  Array.from({ length: shownDays }, (_, index) => isoOf(at - (shownDays - 1 - index) * day).slice(0, 10));

const partAfter = (
  previous: PartStatus | undefined,
  good: boolean | null,
  { at, silent }: { readonly at: string; readonly silent: boolean },
  oldestDay: string,
): PartStatus => {
  const today = at.slice(0, 10);
  const days = Object.fromEntries(Object.entries(previous?.days ?? {}).filter(([date]) => date >= oldestDay));
  const [goodRuns, badRuns] = days[today] ?? [0, 0];
  if (good !== null) days[today] = good ? [goodRuns + 1, badRuns] : [goodRuns, badRuns + 1];
  const goesOn = previous?.good === good && !silent;
  return { good, since: goesOn ? previous.since : at, days };
};

/** Nothing is known of a silence: an incident ends with the last run before it. */
const incidentsBeforeSilence = ({ incidents, checked_at }: StageStatus): StageStatus['incidents'] =>
  incidents.map((incident) => ({ ...incident, until: incident.until ?? checked_at }));

const incidentsAfter = (
  previous: StageStatus['incidents'],
  bad: readonly ProbedPart[],
  at: string,
  oldestDay: string,
): StageStatus['incidents'] => {
  const kept = previous.filter(({ until }) => until === null || until >= oldestDay);
  const [newest, ...others] = kept;
  const isOpen = newest?.until === null;
  if (bad.length === 0) return isOpen ? [{ ...newest, until: at }, ...others] : kept;
  const begun = isOpen ? newest : { from: at, until: null, parts: [] };
  const parts = probedParts.filter((part) => bad.includes(part) || begun.parts.includes(part));
  return [{ ...begun, parts }, ...(isOpen ? others : kept)].slice(0, mostIncidents);
};

/** The status after a run. @param previous null before the first one */
export const afterRun = (previous: StageStatus | null, { id, at: now, results }: ProbeRun): StageStatus => {
  // Of two runs at once, the earlier may be stored later.
  const last = previous === null ? null : Date.parse(previous.checked_at);
  const time = Math.max(now, last ?? now);
  const at = isoOf(time);
  const silent = last !== null && time - last > longestSilence;
  const incidents = previous === null ? [] : silent ? incidentsBeforeSilence(previous) : previous.incidents;
  const [oldestDay = ''] = daysUntil(time);
  const parts: StageStatus['parts'] = {};
  for (const part of probedParts) {
    const found = results.get(part) ?? null;
    const next = partAfter(previous?.parts[part], found, { at, silent }, oldestDay);
    if (found !== null || Object.keys(next.days).length > 0) parts[part] = next;
  }
  const bad = probedParts.filter((part) => results.get(part) === false);
  return {
    version: 1,
    checked_at: at,
    run: id,
    parts,
    incidents: incidentsAfter(incidents, bad, at, oldestDay),
  };
};
