import { describe, expect, test } from '@jest/globals';
import {
  afterRun,
  readStatus,
  type ProbedPart,
  type ProbeRun,
  type StageStatus,
} from '../../lambdas/domain/stage-status.ts';
import { recordRun } from '../../lambdas/probe/record-run.ts';
import { statusPage } from '../../lambdas/probe/status-page.ts';
import type { StatusFiles } from '../../lambdas/runtime/status-bucket.ts';

const minute = 60_000;
const start = Date.parse('2026-03-01T12:00:00Z');

/** The status after runs at some minutes after the start: `calls events!` found that events fail. */
const after = (runs: readonly (readonly [minutes: number, found: string])[]): StageStatus => {
  let status: StageStatus | null = null;
  for (const run of runs) status = afterRun(status, runOf(...run));
  if (status === null) throw new Error('there was no run');
  return status;
};
const names = ['calls', 'events', 'search', 'connect', 'sign_in'] as const;
const resultsOf = (found: string): ReadonlyMap<ProbedPart, boolean> =>
  new Map(names.flatMap((part) => (found.includes(part) ? [[part, !found.includes(`${part}!`)] as const] : [])));

const runOf = (minutes: number, found: string): ProbeRun => ({
  id: `run-${minutes}`,
  at: start + minutes * minute,
  results: resultsOf(found),
});

const at = (minutes: number): string => new Date(start + minutes * minute).toISOString();

/** What the page says, without markup. */
const textOf = (status: StageStatus): string =>
  statusPage(status)
    .replace(/<style>.*?<\/style>|<script>.*?<\/script>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('after some runs', () => {
  const minutesOf = (time: string | null): string => (time === null ? 'now' : `${(Date.parse(time) - start) / minute}`);
  const said = ({ parts, incidents }: StageStatus): readonly string[] => [
    ...names.flatMap((part) => {
      const { good, since = '', days } = parts[part] ?? {};
      const [goodRuns, badRuns] = days?.['2026-03-01'] ?? [0, 0];
      return part in parts
        ? [`${part} ${String(good)} since ${minutesOf(since)}: ${goodRuns} good, ${badRuns} bad`]
        : [];
    }),
    ...incidents.map(({ from, until, parts: bad }) => `${minutesOf(from)} to ${minutesOf(until)}: ${bad.join(' ')}`),
  ];

  test.each([
    ['one good', '0 calls', ['calls true since 0: 1 good, 0 bad']],
    ['good ones', '0 calls, 5 calls', ['calls true since 0: 2 good, 0 bad']],
    ['bad ones', '0 calls, 5 calls!, 10 calls!', ['calls false since 5: 1 good, 2 bad', '5 to now: calls']],
    ['a recovery', '0 calls!, 5 calls', ['calls true since 5: 1 good, 1 bad', '0 to 5: calls']],
    [
      'parts that fail after each other',
      '0 calls events!, 5 calls! events, 10 calls events',
      ['calls true since 10: 2 good, 1 bad', 'events true since 5: 2 good, 1 bad', '0 to 10: calls events'],
    ],
    [
      'two incidents',
      '0 calls!, 5 calls, 10 calls!',
      ['calls false since 10: 1 good, 2 bad', '10 to now: calls', '0 to 5: calls'],
    ],
    ['a silence', '0 calls, 15 calls, 31 calls', ['calls true since 31: 3 good, 0 bad']],
    [
      'a silence in an incident, and a recovery',
      '0 calls!, 5 calls!, 65 calls',
      ['calls true since 65: 1 good, 2 bad', '0 to 5: calls'],
    ],
    [
      'a silence between two incidents',
      '0 calls!, 5 calls!, 65 calls!',
      ['calls false since 65: 0 good, 3 bad', '65 to now: calls', '0 to 5: calls'],
    ],
    ['a run that is stored late', '5 calls, 0 calls', ['calls true since 5: 2 good, 0 bad']],
    [
      'a part that is no longer checked',
      '0 calls search, 5 calls',
      ['calls true since 0: 2 good, 0 bad', 'search null since 5: 1 good, 0 bad'],
    ],
  ])('%s', (_, runs, expected) => {
    const status = after(runs.split(', ').map((run) => [Number.parseInt(run, 10), run] as const));
    expect(said(readStatus(JSON.stringify(status)))).toEqual(expected);
  });

  test('ninety days are kept, and the newest fifty incidents', () => {
    const flapping = Array.from(
      { length: 200 },
      (_, index) => [index * 1_440, index % 2 === 0 ? 'calls!' : 'calls'] as const,
    );
    const { parts, incidents } = after(flapping);
    expect(Object.keys(parts.calls?.days ?? {})).toHaveLength(90);
    expect(incidents).toHaveLength(45);
    const fast = after(
      Array.from({ length: 200 }, (_, index) => [index * 5, index % 2 === 0 ? 'calls!' : 'calls'] as const),
    );
    expect(fast.incidents).toHaveLength(50);
    expect(fast.incidents[0]?.from).toBe(at(198 * 5));
    const later = afterRun(fast, runOf(100 * 1_440, 'events'));
    expect(Object.keys(later.parts)).toEqual(['events']);
    expect(later.incidents).toEqual([]);
  });
});

describe('the page', () => {
  const bad = after([
    ...Array.from({ length: 99 }, (_, index) => [index * 5, 'calls events'] as const),
    [495, 'calls events!'],
  ]);

  test('says what does not work, since when, and the share of good minutes', () => {
    const text = textOf(bad);
    expect(text).toContain('Does not work: Events. The checks');
    expect(text).toContain('Events Does not work since 1 March 2026 at 20:15 UTC');
    expect(text).toContain('1 March 2026: 99.00 % good, 5 of 500 checked minutes bad');
    expect(text).toContain('1 March 2026 at 20:15 UTC , goes on: Events');
    expect(text).toContain('API Works since 1 March 2026 at 12:00 UTC');
    expect(text).toContain('90 days ago 100 % good Today');
  });

  test('never calls a day good of which there is no data, nor rounds a bad one up', () => {
    expect(textOf(bad).match(/: no data/g)).toHaveLength(2 * 89);
    const many = {
      ...bad,
      parts: { calls: { good: true, since: at(0), days: { '2026-03-01': [100_000, 1] as [number, number] } } },
    };
    expect(textOf(many)).toContain('99.99 % good');
  });

  test('does not call a part good that was not checked', () => {
    const text = textOf(afterRun(bad, runOf(500, 'calls')));
    expect(text).toContain('All checked parts work. Not checked: Events.');
  });

  test('turns back', () => {
    const text = textOf(afterRun(bad, runOf(500, 'calls events')));
    expect(text).toContain('All parts work.');
    expect(text).toContain('1 March 2026 at 20:15 UTC to 1 March 2026 at 20:20 UTC : Events');
  });
});

describe('a run is recorded', () => {
  /** Objects in memory, as S3 keeps them. @param meanwhile changes what is stored, before a write */
  const memory = (meanwhile: (text: string | null) => string | null = (text) => text) => {
    const kept = { text: null as string | null, pages: [] as string[], writes: 0 };
    const files: StatusFiles = {
      read: () => Promise.resolve(kept.text === null ? null : { text: kept.text, etag: kept.text }),
      replace: (text, etag) => {
        kept.writes += 1;
        kept.text = meanwhile(kept.text);
        if (kept.text !== etag) return Promise.resolve(false);
        kept.text = text;
        return Promise.resolve(true);
      },
      show: (page) => {
        kept.pages.push(page);
        return Promise.resolve();
      },
    };
    return { kept, files };
  };
  const goodRuns = (text: string | null) => readStatus(text ?? '').parts.calls?.days['2026-03-01']?.[0];
  let ids = 0;
  const record = (files: StatusFiles) => recordRun(files, { ...runOf(0, 'calls'), id: `own-${(ids += 1)}` });

  test('by one write of the status and one of the page', async () => {
    const { kept, files } = memory();
    await record(files);
    await record(files);
    expect([goodRuns(kept.text), kept.writes, kept.pages.length]).toEqual([2, 2, 2]);
    expect(kept.pages[1]).toContain('All parts work.');
  });

  test('beside another one, without the loss of either', async () => {
    let others = 2;
    const other = (text: string | null) =>
      others-- > 0 ? JSON.stringify(afterRun(text === null ? null : readStatus(text), runOf(0, 'calls'))) : text;
    const { kept, files } = memory(other);
    await record(files);
    expect([goodRuns(kept.text), kept.writes]).toEqual([3, 3]);
  });

  test('once, when the answer to its write is lost', async () => {
    const { kept, files } = memory();
    const { replace } = files;
    await record({ ...files, replace: async (text, etag) => (await replace(text, etag)) && false });
    expect([goodRuns(kept.text), kept.writes, kept.pages.length]).toEqual([1, 1, 1]);
  });

  test('never over a status that can not be read, nor for ever', async () => {
    const { kept, files } = memory();
    kept.text = '{"version":2}';
    await expect(record(files)).rejects.toThrow();
    expect(kept.writes).toBe(0);
    kept.text = null;
    await expect(record({ ...files, replace: () => Promise.resolve(false) })).rejects.toThrow('at each try');
  });
});
