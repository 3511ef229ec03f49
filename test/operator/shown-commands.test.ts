import { expect, test } from '@jest/globals';
import { doctor } from '../../operator/commands/doctor.ts';
import { events } from '../../operator/commands/events.ts';
import type { Area } from '../../operator/description.ts';
import { found, cure } from '../../operator/doctor/finding.ts';
import { main } from '../../operator/main.ts';
import type { Stage } from '../../operator/stage.ts';
import { recordedTerminal } from './recorded-terminal.ts';
import { noCloud } from './no-cloud.ts';

const findings = [
  found('no_key', 'problem', 'The partner has no valid key.', [cure('Issue one.', 'keys issue p --scopes all')]),
];
const diagnosis = {
  at: '2026-07-14T12:00:00.000Z',
  partner: { partner_id: 'p', name: 'Acme' },
  graph_api: null,
  findings,
};

const logs = { find: () => Promise.resolve([]) };
const unused: Stage = { run: () => Promise.reject(new Error('no command is run')), logs, cloud: noCloud };

/** The area with a command whose answer is given. */
const answering = (area: Area, result: Readonly<Record<string, unknown>>): Area => ({
  ...area,
  commands: area.commands.map((command) => ({ ...command, ask: () => Promise.resolve(result) })),
});

test.each([
  [[], 'npm run -s operator -- keys issue p --scopes all'],
  [['--stage', 'staging'], 'npm run -s operator -- --stage staging keys issue p --scopes all'],
  [['--state', "it's.json"], String.raw`npm run -s operator -- --state 'it'\''s.json' keys issue p --scopes all`],
])('a command that doctor names with %j can be pasted', async (options, command) => {
  const terminal = recordedTerminal();
  const code = await main([...options, 'doctor', 'p'], [answering(doctor, diagnosis)], terminal, () =>
    Promise.resolve(unused),
  );
  expect([
    code,
    terminal
      .printed()
      .split('\n')
      .map((line) => line.trim()),
  ]).toEqual([0, expect.arrayContaining([command])]);
});

const event = (id: string, day: number) => ({
  event_id: id,
  type: 'service.partner.customer.updated',
  customer_id: 'c',
  sequence: day,
  state: 'undelivered',
  attempts: 1,
  committed_at: `2026-07-0${day}T00:00:00.000Z`,
});

test.each([
  [[], ['first', 'second', 'third']],
  // The service lists those of a customer the newest first.
  [
    ['--customer-id', 'c'],
    ['second', 'third', 'first'],
  ],
])('events are listed by time, with %j as the service does', async (options, order) => {
  const terminal = recordedTerminal();
  const page = { events: [event('second', 2), event('third', 3), event('first', 1)], cursor: null };
  const stage: Stage = { run: () => Promise.resolve(page), logs, cloud: noCloud };
  await main(['events', 'list', 'p', ...options], [events], terminal, () => Promise.resolve(stage));
  expect(Array.from(terminal.printed().matchAll(/first|second|third/g), ([id]) => id)).toEqual(order);
});

test('help is as wide as the terminal', async () => {
  const terminal = { ...recordedTerminal(), columns: 90 };
  await main(['events', 'list', '--help'], [events], terminal, () => Promise.resolve(unused));
  const described = terminal.printed().split('\nExamples:')[0]?.split('\n') ?? [];
  expect(Math.max(...described.map((line) => line.length))).toBeLessThanOrEqual(90);
  expect(described.length).toBeGreaterThan(10);
});
