import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Goal } from './section.ts';

const Figure = z.strictObject({
  row: z.string(),
  unit: z.string(),
  ours: z.number(),
  /** Of the peer in the same run; null without one. */
  peer: z.number().nullable(),
  /** The largest allowed figure, or with a peer the largest allowed ratio to its figure. */
  most: z.number(),
  of: z.enum(['figure', 'ratio']),
});

const Run = z.strictObject({
  at: z.iso.datetime(),
  commit: z.string(),
  /** How much longer the median of a fixed loop took than the least, as a share. */
  noise: z.number(),
  figures: z.array(Figure),
});
export type Run = z.output<typeof Run>;
export type Figure = z.output<typeof Figure>;

const file = path.join(import.meta.dirname, '../../docs/bench/history.json');

/** The runs that were recorded, the oldest first. */
export const readHistory = (): readonly Run[] =>
  existsSync(file) ? z.array(Run).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];

const figureOf = ({ row, unit, ours, peer, goal }: Goal): Figure => ({
  row,
  unit,
  ours,
  peer: peer?.figure ?? null,
  most: goal.most,
  of: goal.of,
});

/** Adds a run, a line each, so that a change of the file shows the run. */
export const recordRun = (goals: readonly Goal[], noise: number, now: Date): readonly Run[] => {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const runs = [...readHistory(), { at: now.toISOString(), commit, noise, figures: goals.map(figureOf) }];
  writeFileSync(file, `[\n${runs.map((run) => JSON.stringify(run)).join(',\n')}\n]\n`);
  return runs;
};
