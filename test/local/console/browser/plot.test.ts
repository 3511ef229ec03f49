import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { niceAbove, plotOf, series, type Bucket } from '../../../../local/console/browser/plot.ts';

const bucket = (sent: number, delivered: number, read: number, failed: number): Bucket => ({
  at: '2026-05-01T10:00:00Z',
  counts: { sent, delivered, read, failed },
});
const count = fc.nat({ max: 1_000_000 });
const buckets = fc.array(
  fc.tuple(count, count, count, count).map((counts) => bucket(...counts)),
  { maxLength: 200 },
);

describe('the plot', () => {
  test('stands on its line, failures hang below it at the same scale', () => {
    const { bars, baseline, marks } = plotOf([bucket(10, 5, 0, 10)], 100, 200);
    expect(baseline).toBe(100);
    expect(bars.map((bar) => [bar.series, bar.y, bar.height])).toEqual([
      ['sent', 0, 100],
      ['delivered', 50, 50],
      ['failed', 100, 100],
    ]);
    expect(marks).toEqual([
      { value: 10, y: 0 },
      { value: 5, y: 50 },
      { value: 0, y: 100 },
    ]);
  });

  test('shows every count that is not nothing, and stays within its frame', () => {
    fc.assert(
      fc.property(buckets, (given) => {
        const { bars } = plotOf(given, 640, 180);
        const wanted = given.flatMap(({ counts }) => series.filter((name) => counts[name] > 0));
        expect(bars.map((bar) => bar.series)).toEqual(wanted);
        for (const bar of bars) {
          expect(bar.x).toBeGreaterThanOrEqual(0);
          expect(bar.x + bar.width).toBeLessThanOrEqual(640.001);
          expect(bar.y).toBeGreaterThanOrEqual(-0.001);
          expect(bar.y + bar.height).toBeLessThanOrEqual(180.001);
        }
      }),
    );
  });

  test('is marked by whole numbers', () => {
    fc.assert(
      fc.property(buckets, (given) => {
        for (const { value } of plotOf(given, 640, 180).marks) expect(Number.isInteger(value)).toBe(true);
      }),
    );
  });

  test.each([
    [0, 4],
    [4, 4],
    [5, 5],
    [11, 20],
    [201, 500],
    [1000, 1000],
  ])('reaches up from %d to %d', (value, nice) => {
    expect(niceAbove(value)).toBe(nice);
  });
});
