/** The geometry of the chart of messages by time, without the page. */

export interface Bucket {
  /** The beginning, ISO 8601. */
  readonly at: string;
  readonly counts: Readonly<Record<'sent' | 'delivered' | 'read' | 'failed', number>>;
}

export const series = ['sent', 'delivered', 'read', 'failed'] as const;
type Series = (typeof series)[number];

interface Bar {
  readonly series: Series;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Plot {
  readonly bars: readonly Bar[];
  /** The position of the zero line. */
  readonly baseline: number;
  /** Horizontal lines with their values. */
  readonly marks: readonly { readonly y: number; readonly value: number }[];
}

/** The next larger number of the form 1, 2 or 5 times a power of ten. */
export const niceAbove = (value: number): number => {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((nice) => nice >= value) ?? value;
};

/**
 * Overlapping bars, since a message that was read was also delivered and sent. Failures are drawn below the zero line
 * at the same scale.
 */
export const plotOf = (buckets: readonly Bucket[], width: number, height: number): Plot => {
  const most = (names: readonly Series[]): number =>
    Math.max(0, ...buckets.flatMap(({ counts }) => names.map((name) => counts[name])));
  const above = niceAbove(most(['sent', 'delivered', 'read']));
  const below = Math.max(most(['failed']), above * 0.1);
  const scale = height / (above + below);
  const baseline = above * scale;
  const step = width / Math.max(1, buckets.length);
  const bars = buckets.flatMap(({ counts }, index) =>
    series.map((name, place): Bar => {
      const margin = name === 'failed' ? 0.15 : 0.12 + place * 0.1;
      const tall = counts[name] * scale;
      return {
        series: name,
        x: (index + margin) * step,
        y: name === 'failed' ? baseline : baseline - tall,
        width: (1 - 2 * margin) * step,
        height: tall,
      };
    }),
  );
  const marks = [above, above / 2, 0].filter(Number.isInteger).map((value) => ({ value, y: baseline - value * scale }));
  return { bars: bars.filter((bar) => bar.height > 0), baseline, marks };
};
