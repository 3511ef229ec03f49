import { describe, expect, test } from '@jest/globals';
import type { DeliveryHealth, Event, HistoryEntry } from '../../packages/client/src/schemas.ts';
import type { LineName } from '../../portal/src/api/line-names.ts';
import type { LineRow, LinesPage } from '../../portal/src/api/lines.ts';
import { linesInTroubleFirst } from '../../portal/src/pages/customers/lines-in-trouble-first.ts';
import { sendingOf } from '../../portal/src/pages/customers/sending.ts';
import { timelineOf } from '../../portal/src/pages/customers/timeline.ts';
import { rankedCustomers } from '../../portal/src/pages/overview/ranked-customers.ts';

const noCounts = { sent: 0, delivered: 0, read: 0, failed: 0, deleted: 0 };

const at = (hour: number, minute = 0): string => new Date(Date.UTC(2026, 2, 1, hour, minute)).toISOString();

const line = (id: string, given: Partial<LineRow> = {}): LineRow => ({
  id,
  key: id,
  status: 'connected',
  label: null,
  phone: null,
  quality: null,
  coexists: false,
  wabaId: null,
  risk: { level: 'ok', reasons: [], platform_errors: [], checked_at: null },
  connectedAt: at(1),
  failedAt: null,
  customerId: `of-${id}`,
  customerName: `Of ${id}`,
  ...given,
});

const entry = (id: string, hour: number, given: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  event: 'instance_updated',
  origin: 'system',
  actor: { type: 'service', id: 'service' },
  changed_fields: [],
  previous: {},
  new: {},
  reason: null,
  related: {},
  request_id: id,
  created_at: at(hour),
  ...given,
});

const blocked = { risk: { level: 'blocked', reasons: [], platform_errors: [], checked_at: null } } as const;

describe('a customer', () => {
  test('sends since its first line was connected', () => {
    const found = sendingOf([line('a', { connectedAt: at(5) }), line('b', { connectedAt: at(3) })], []);
    expect([found.is, found.since]).toEqual(['sends', at(3)]);
  });

  test('sends nothing since the last of its lines was blocked or lost', () => {
    const history = [
      entry('1', 8, { related: { instance_id: 'a' }, changed_fields: ['quality_rating'] }),
      entry('2', 7, { related: { instance_id: 'a' }, changed_fields: ['can_send_message'] }),
    ];
    const lost = line('b', { status: 'reconnect_required', failedAt: at(6) });
    const found = sendingOf([line('a', blocked), lost, line('c', { status: 'awaiting_connection' })], history);
    expect([found.is, found.since, found.stopped.map(({ id }) => id)]).toEqual(['stopped', at(7), ['a', 'b']]);
  });

  test('sends in part while another line sends, and does not when the time is not known', () => {
    const found = sendingOf([line('a', blocked), line('b', { status: 'degraded' })], []);
    expect([found.is, found.since, found.limited.map(({ id }) => id)]).toEqual(['partly', null, ['b']]);
  });

  test('without a line that was ever connected sends nothing yet', () => {
    expect(sendingOf([line('a', { status: 'awaiting_connection' })], []).is).toBe('none');
  });
});

test('lines that send nothing come first, then those that lose most', () => {
  const health = new Map([['b', { rates: { delivered: 0.6, read: 0, failed: 0.4 } }]]);
  const lines = [line('a'), line('b'), line('c', { status: 'reconnect_required' })];
  expect(linesInTroubleFirst(lines, health).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

describe('the timeline of a customer', () => {
  const event = (id: string, hour: number): Event => ({
    id,
    type: 'service.partner.customer.updated',
    customer_id: 'c',
    sequence: 1,
    status: 'delivered',
    attempts: 1,
    next_attempt_at: null,
    last_error: null,
    created_at: at(hour),
    delivered_at: at(hour),
  });
  const series = [2, 3, 4, 5].map((hour) => ({ at: at(hour), counts: { ...noCounts, failed: hour === 4 ? 0 : 1 } }));

  test('joins changes, events and failing hours, the newest first', () => {
    const found = timelineOf({
      history: { items: [entry('1', 3), entry('2', 1)], hasMore: false },
      events: { items: [event('3', 4)], hasMore: false },
      series,
    });
    expect(found.map(({ is, id }) => [is, id])).toEqual([
      ['failures', at(5)],
      ['event', '3'],
      ['change', '1'],
      ['failures', at(3)],
      ['failures', at(2)],
      ['change', '2'],
    ]);
  });

  test('ends where one of the lists is not read further, with the hour that is under way then', () => {
    const found = timelineOf({
      history: { items: [entry('1', 6), { ...entry('2', 3), created_at: at(3, 30) }], hasMore: true },
      events: { items: [event('3', 4), event('4', 2)], hasMore: false },
      series,
    });
    expect(found.map(({ id }) => id)).toEqual(['1', at(5), '3', '2', at(3)]);
  });
});

describe('the customers of the overview', () => {
  const page = (items: readonly LineRow[], total = items.length): LinesPage => ({ items, total, pages: 1 });
  const named = (id: string, wabaId: string): LineName => ({
    name: id,
    label: null,
    customerId: `of-${id}`,
    customerName: `Of ${id}`,
    wabaId,
  });
  const failing = (id: string, verdict: DeliveryHealth['verdict'], failed: number) => ({
    instance_id: id,
    counts: noCounts,
    messages: 100,
    verdict,
    rates: { delivered: 1 - failed, read: 0, failed },
  });
  const names = new Map(['x', 'y', 'z'].map((id) => [id, named(id, `waba-${id}`)]));

  test('come by the worst that they have, then by how much fails', () => {
    const found = rankedCustomers({
      lines: [
        page([line('w', { status: 'awaiting_connection' })]),
        page([line('s', { status: 'reconnect_required' })]),
      ],
      failing: [failing('z', 'critical', 0.4), failing('y', 'critical', 0.3), failing('x', 'degraded', 0.1)],
      moreFail: true,
      accounts: ['waba-x'],
      names,
    });
    expect(found.map(({ id, troubles }) => [id, troubles.map(({ is }) => is)])).toEqual([
      ['of-s', ['stopped']],
      ['of-z', ['critical']],
      ['of-y', ['critical']],
      ['of-x', ['failing', 'templates']],
      ['of-w', ['awaiting']],
    ]);
    expect(found[0]?.troubles[0].lineId).toBe('s');
    expect(found.map(({ troubles: [{ orMore }] }) => orMore)).toEqual([false, true, true, true, false]);
  });

  test('have several lines in one trouble, which may be more than were read', () => {
    const waiting = ['1', '2'].map((id) => line(id, { status: 'awaiting_connection', customerId: 'c' }));
    const lines = [page(waiting, 3)];
    const found = rankedCustomers({ lines, failing: [], moreFail: false, accounts: [], names: new Map() });
    expect(found[0]?.troubles).toEqual([{ is: 'awaiting', count: 2, orMore: true, failed: 0, lineId: null }]);
  });
});
