import type { MeasuredDelivery } from '../access-patterns/deliveries.ts';
import type { Access } from '../access-patterns/metered-table.ts';
import type { Cost, Measurement } from '../access-patterns/measure.ts';
import { code, page, table } from './markdown.ts';

export const costHeads = [
  'route',
  'case',
  'rounds',
  'calls',
  'read',
  'write',
  'cold: rounds',
  'calls',
  'read',
  'write',
];

const figuresOf = ({ rounds, calls, read, write }: Cost): readonly string[] => [rounds, calls, read, write].map(String);

/** A row of the table of costs: what the test compares. */
export const costRow = ({ route, about, warm, cold }: Measurement): readonly string[] => [
  code(route),
  about,
  ...figuresOf(warm),
  ...figuresOf(cold),
];

/** Equal ones once, with how many there are. */
const counted = (touches: readonly string[]): string =>
  Array.from(
    Map.groupBy(touches, (touch) => touch),
    ([touch, { length }]) => (length === 1 ? code(touch) : `${code(touch)} × ${length}`),
  ).join('<br>');

const accessRows = (accesses: readonly Access[]): readonly (readonly string[])[] => {
  const alike = Map.groupBy(accesses, ({ round, operation, touches }) => JSON.stringify([round, operation, touches]));
  return Array.from(alike.values(), (group) => {
    const [{ round, operation, touches } = { round: 0, operation: '', touches: [] }] = group;
    const sum = (figure: (access: Access) => number): string =>
      String(group.reduce((all, one) => all + figure(one), 0));
    const times = group.length === 1 ? '' : ` × ${group.length}`;
    return [
      String(round),
      `${operation}${times}`,
      counted(touches),
      sum(({ read }) => read),
      sum(({ write }) => write),
    ];
  });
};

const detail = ({ route, about, accesses }: Measurement): string =>
  [
    `### ${route}: ${about}`,
    accesses.length === 0 ? 'Nothing.' : table(['round', 'call', 'touches', 'read', 'write'], accessRows(accesses)),
  ].join('\n\n');

const deliveryDetail = ({ about, accesses }: MeasuredDelivery): string =>
  [`### a delivery: ${about}`, table(['round', 'call', 'touches', 'read', 'write'], accessRows(accesses))].join('\n\n');

/** docs/access-patterns.md: what every route asks of the table. */
export const accessPatternsPage = (
  measurements: readonly Measurement[],
  deliveries: readonly MeasuredDelivery[],
): string =>
  page(
    '# Access patterns',
    'Made by `npm run docs`, which drives every route through the dispatcher over DynamoDB Local; a test measures again and\n' +
      'compares. A route is added by a row in `tools/access-patterns/scenarios/`.',
    '*Rounds* are calls of the table that the caller waits for one after another; calls of one round go out side by side.\n' +
      '*Read* and *write* are capacity units by the\n' +
      '[published rules](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html), indexes\n' +
      'included: DynamoDB Local reports transactions wrongly, so its own figures are not used. Reads are strongly\n' +
      'consistent but for callers, the owners of numbers and what delivery reports add up to. A *warm* environment knows its\n' +
      'callers and holds tokens of the rate limit. A *cold* one reads the publishable keys, then the key, then the partner\n' +
      '(three rounds of half a unit), and takes a lease of tokens (a round and a unit, from then on for many calls at once).\n' +
      'Where an environment has few calls, one read or report in eight takes that round and unit, for all eight\n' +
      '([ADR 6](adr/0006-rate-leases.md)); the table shows the one that does. No call reads anything of its own before it has\n' +
      'a token.',
    '## Costs',
    table(costHeads, measurements.map(costRow)),
    '## Why an update takes seven units',
    'An update under an `Idempotency-Key` is one transaction of three items, and a transaction doubles the price of each:',
    table(
      ['item', 'size', 'units'],
      [
        ['receipt: fingerprint, status, the exact body', '≤ 1 KB', '2'],
        ['customer: the next revision', '≤ 1 KB', '2'],
        [
          'history entry and event, in one item, packed ([ADR 3](adr/0003-history-and-event-are-one-item.md))',
          '≤ 1 KB',
          '2',
        ],
        ["the event's place in the index `due` ([ADR 5](adr/0005-due-work.md))", '≤ 1 KB', '1'],
      ],
    ),
    'Without a key it takes five. As four items (history and event apart) it would take nine. Customers with more than\n' +
      'some 400 bytes of `metadata` take more: the customer and the receipt hold it as it is, the event packed. Under a used\n' +
      'key nothing is written: the receipt is read beside the customer.',
    '## What the delivery of an event takes',
    'Of one batch of the worker, the endpoint read once ([the way of an event](way-of-an-event.md)). An event that was\n' +
      'delivered took one unit for its claim, and for its end one and one of the index.',
    table(
      ['batch', 'read', 'write'],
      deliveries.map(({ about, read, write }) => [about, String(read), String(write)]),
    ),
    '## What each call touches',
    'Of the warm call; `*` stands for an id.',
    ...measurements.map(detail),
    ...deliveries.map(deliveryDetail),
  );
