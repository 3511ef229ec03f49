import { healthPolicy } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { undeliveredLifetime } from '../../lambdas/domain/webhook/outbox.ts';
import { retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import type { Look } from './diagram.ts';
import { look } from '../../lambdas/kernel/look.ts';
import { day, hour, minute, second, type Milliseconds } from '../../lambdas/kernel/time.ts';

/** What happens at a time after the first failure, to one event and to an endpoint that fails all. */
interface Moment {
  readonly at: Milliseconds;
  readonly event?: string;
  readonly endpoint?: string;
  /** The state of the endpoint from then on. */
  readonly state?: State;
}

type State = 'failing' | 'paused' | 'disabled';

const policy = healthPolicy(1);

const attempts = (): readonly Moment[] =>
  [0, ...retryGaps].map((_, index, gaps) => ({
    at: gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0),
    event: index + 1 === gaps.length ? `attempt ${index + 1}, the last` : `attempt ${index + 1}`,
  }));

/** The probes that come at growing gaps, and the first one after the longest gap. */
const probes = (): readonly Moment[] => {
  const moments: Moment[] = [];
  let [at, gap] = [policy.timeUntilPaused, policy.firstProbeGap];
  for (;;) {
    at += gap;
    const isLongest = gap === policy.longestProbeGap;
    moments.push({ at, endpoint: isLongest ? `probe, then every ${textOf(gap)}` : 'probe' });
    if (isLongest) return moments;
    gap = Math.min(2 * gap, policy.longestProbeGap);
  }
};

const units = [
  [day, 'd'],
  [hour, 'h'],
  [minute, 'min'],
  [second, 's'],
] as const;

/** `2.6 h` */
const textOf = (time: Milliseconds): string => {
  const [length, name] = units.find(([unit]) => time >= unit) ?? [second, 's'];
  return `${Math.round((10 * time) / length) / 10} ${name}`;
};

const outageMoments = (): readonly Moment[] => {
  const fixed: readonly Moment[] = [
    { at: 0, endpoint: 'failing', state: 'failing' },
    {
      at: policy.timeUntilPaused,
      endpoint: `paused, after ${policy.failuresUntilPaused} failures`,
      state: 'paused',
    },
    { at: policy.timeUntilWarned, endpoint: 'members are notified' },
    { at: policy.timeUntilDisabled, endpoint: 'disabled; events are undelivered', state: 'disabled' },
    { at: policy.timeUntilDisabled + undeliveredLifetime, endpoint: 'their content is deleted' },
  ];
  const byTime = Map.groupBy([...fixed, ...attempts(), ...probes()], ({ at }) => at);
  return Array.from(byTime.values(), (same) =>
    same.reduce<Moment>((all, one) => ({ ...all, ...one }), { at: 0 }),
  ).toSorted((left, right) => left.at - right.at);
};

const width = 620;
const rowHeight = 28;
const top = 64;
/** Where the columns begin: the time, the lane of the event and the lane of the endpoint. */
const columns = { time: 84, event: 110, endpoint: 300 } as const;

const textAt = (x: number, y: number, fill: string, text: string, more = ''): string =>
  `<text x="${x}" y="${y}" fill="${fill}" ${more}>${text}</text>`;

/** The picture of an outage as SVG. It has no style of its own, so that no policy of a page stops it. */
export const outagePicture = (scheme: Look): string => {
  const { text, quiet, card: ground, warn, bad } = look[scheme];
  const states: Readonly<Record<State, string>> = { failing: warn, paused: bad, disabled: quiet };
  const moments = outageMoments();
  const height = top + moments.length * rowHeight + 16;
  const yOf = (row: number): number => top + row * rowHeight;
  let state: State = 'failing';
  const rows = moments.map(({ at, event, endpoint, state: next }, row) => {
    state = next ?? state;
    const y = yOf(row);
    const colour = states[state];
    const lane =
      row + 1 < moments.length
        ? `<path d="M${columns.endpoint} ${y - 5}v${rowHeight}" stroke="${colour}" stroke-width="4"/>`
        : '';
    return [
      textAt(columns.time, y, quiet, at === 0 ? 'first failure' : textOf(at), 'text-anchor="end"'),
      ...(event === undefined
        ? []
        : [
            `<path d="M${columns.event - 4} ${y - 9}l8 8m0 -8l-8 8" stroke="${colour}" stroke-width="2" fill="none"/>`,
            textAt(columns.event + 14, y, text, event),
          ]),
      lane,
      ...(endpoint === undefined
        ? []
        : [
            `<circle cx="${columns.endpoint}" cy="${y - 5}" r="6" fill="${colour}"/>`,
            textAt(columns.endpoint + 14, y, text, endpoint),
          ]),
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="15">`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    textAt(columns.event - 6, 28, text, 'one event', 'font-weight="600"'),
    textAt(columns.endpoint - 6, 28, text, 'an endpoint that takes nothing', 'font-weight="600"'),
    ...rows,
    '</svg>',
    '',
  ].join('\n');
};
