import { expect, test } from '@jest/globals';
import { historyChart } from '../../tools/bench/history-chart.ts';
import { readHistory, type Figure, type Run } from '../../tools/bench/history.ts';

const figure = (ours: number, more: Partial<Figure> = {}): Figure => ({
  row: 'a warm command',
  unit: 'µs',
  ours,
  peer: 1_000,
  most: 0.5,
  of: 'ratio',
  ...more,
});
const run = (day: string, ...figures: readonly Figure[]): Run => ({
  at: `2026-11-${day}T12:00:00.000Z`,
  commit: '0123abcd',
  noise: 0.1,
  figures: [...figures],
});

const circles = (svg: string): readonly (readonly [number, string])[] =>
  Array.from(svg.matchAll(/<circle cx="[\d.]+" cy="([\d.]+)" r="3" fill="(#\w+)"/g), ([, y, colour = '']) => [
    Number(y),
    colour,
  ]);

test('a figure of the peer’s ratio is green on or under the dashed goal, and red above it', () => {
  const svg = historyChart([run('25', figure(600)), run('26', figure(500))]);
  const goal = Number(/y1="([\d.]+)" y2="\1" stroke="#8c959f" stroke-dasharray/.exec(svg)?.[1]);
  const [[before, red] = [], [now, green] = []] = circles(svg);
  expect([red, green]).toEqual(['#cf222e', '#1a7f37']);
  expect(before).toBeLessThan(goal);
  expect(now).toBe(goal);
  expect(svg).toContain('500 µs');
});

test('a figure without a peer is measured by its own goal, and a run without the row has no point', () => {
  const size = figure(300, { row: 'KB <loaded>', unit: 'KB', peer: null, most: 250, of: 'figure' });
  const svg = historyChart([run('25', figure(400), size), run('26', figure(400))]);
  expect(circles(svg).map(([, colour]) => colour)).toEqual(['#1a7f37', '#1a7f37', '#cf222e']);
  expect(svg).toContain('KB &lt;loaded>');
});

test('the recorded runs can be read, in the order of their times', () => {
  const times = readHistory().map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});
