import type { Routes } from '../../../packages/client/src/routes.ts';
import { reportCommand, type Caller } from '../snippets.ts';
import { drawn, element } from './element.ts';
import { command, empty, pill, table, type Tone } from './pieces.ts';
import { plotOf, series, type Plot } from './plot.ts';
import { counted, percent } from './wording.ts';

export type Health = Routes['get-partner-delivery-health']['response']['health'];

const verdicts: Readonly<Record<Health['verdict'], readonly [string, Tone]>> = {
  insufficient_data: ['not enough messages for a verdict', 'plain'],
  healthy: ['healthy', 'good'],
  degraded: ['degraded', 'busy'],
  critical: ['critical', 'bad'],
};

const [height, left, foot, top] = [180, 44, 26, 8];
const labelWidth = 90;

const hour = (at: string): string =>
  new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const frame = ({ marks, baseline }: Plot, width: number): readonly SVGElement[] => [
  ...marks.flatMap(({ y, value }) => [
    drawn('line', { class: 'mark', x1: left, x2: width, y1: y, y2: y }),
    drawn('text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, String(value)),
  ]),
  drawn('line', { class: 'base', x1: left, x2: width, y1: baseline, y2: baseline }),
];

const times = (buckets: Health['series'], width: number): readonly SVGElement[] => {
  const every = Math.ceil((buckets.length * labelWidth) / (width - left));
  return buckets.flatMap(({ at }, index) => {
    const x = left + (index / buckets.length) * (width - left);
    return index % every === 0 && x + labelWidth / 2 <= width
      ? [drawn('text', { x, y: height + foot - 6 }, hour(at))]
      : [];
  });
};

const chart = ({ series: buckets, messages, rates }: Health, width: number): SVGElement => {
  const plot = plotOf(buckets, width - left, height);
  const label = `Messages by hour: ${counted(messages, 'message')}, ${percent(rates.delivered)} delivered, ${percent(rates.failed)} failed.`;
  return drawn(
    'svg',
    { class: 'plot', viewBox: `0 ${-top} ${width} ${height + foot + top}`, role: 'img', 'aria-label': label },
    drawn(
      'g',
      { transform: `translate(${left} 0)` },
      ...plot.bars.map(({ series: name, ...place }) => drawn('rect', { class: name, rx: 1.5, ...place })),
    ),
    ...frame(plot, width),
    ...times(buckets, width),
  );
};

const legend = ({ counts }: Health): HTMLElement =>
  element(
    'ul',
    { class: 'legend' },
    ...series.map((name) => element('li', { class: name }, `${name} `, element('strong', {}, String(counts[name])))),
  );

const figures = ({ series: buckets }: Health): HTMLElement =>
  element(
    'details',
    {},
    element('summary', { 'data-key': 'figures' }, 'The same data as a table'),
    table(
      'Message statuses by hour',
      ['Hour', ...series],
      buckets
        .filter(({ counts }) => series.some((name) => counts[name] > 0))
        .map(({ at, counts }) => [hour(at), ...series.map((name) => String(counts[name]))]),
    ),
  );

/**
 * The delivery health of a partner.
 * @param phoneNumberId a number for an example of a report
 * @param width of the plot, in pixels
 */
export const health = (
  shown: Health,
  caller: Caller,
  phoneNumberId: string | undefined,
  width: number,
): readonly Node[] => {
  if (Object.values(shown.counts).every((count) => count === 0)) {
    return phoneNumberId === undefined
      ? [empty('No message was reported. A report names a connected phone number, so connect one first: see below.')]
      : [
          empty(
            'No message was reported. Report one:',
            command('calls that report a message', reportCommand(caller, phoneNumberId)),
          ),
        ];
  }
  return [
    element(
      'p',
      { class: 'facts' },
      pill(...verdicts[shown.verdict]),
      ...[
        counted(shown.messages, 'message'),
        `${percent(shown.rates.delivered)} delivered`,
        `${percent(shown.rates.read)} read`,
        `${percent(shown.rates.failed)} failed`,
      ].map((words) => element('span', {}, words)),
    ),
    chart(shown, width),
    legend(shown),
    figures(shown),
  ];
};
