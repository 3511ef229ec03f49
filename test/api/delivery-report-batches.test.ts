import { describe, expect, test } from '@jest/globals';
import { mostBatchBytes, mostReports } from '../../lambdas/api/batch-limits.ts';
import { maxBodyBytes } from '../../lambdas/api/request.ts';
import type { Deadline } from '../../lambdas/kernel/deadline.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { startScene, type DeliveryScene } from '../delivery/delivery-scene.ts';
import { eventOf } from '../delivery/recorded-events.ts';
import {
  itemsOf,
  batchRoute,
  reportOf as reportOfScene,
  statusesOf,
  watching,
  type Given,
} from '../delivery/report-batches.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { headerOf, problemsOf, verdictOf } from './replies.ts';
import { startService, type Reply } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withScene } from '../delivery/suite-scene.ts';

const clock = testClock();
const route = batchRoute;
const single = 'report-partner-message-status';

let table: TestTable;
let scene: DeliveryScene;
let deadline: Deadline = noDeadline;
withScene(
  clock.now,
  (...started) => {
    [scene, table] = started;
  },
  () => deadline,
);

const reportOf = (fields: Given = {}): Given => reportOfScene(scene, fields);
const send = (reports: readonly unknown[]): Promise<Reply> => scene.command('POST', route, { reports });

describe('reports in one call', () => {
  test('are answered in order, and each succeeds or fails alone', async () => {
    const before = await scene.report({ message_id: 'b-known' });
    const reply = await send([
      reportOf({ message_id: 'b-new' }),
      reportOf({ message_id: 'b-known' }),
      reportOf({ status: 'seen' }),
      reportOf({ phone_number_id: '404404' }),
      'no object',
      reportOf({ occurred_at: 'yesterday' }),
      reportOf({ message_id: 'b-other', status: 'failed', error_code: 131026 }),
    ]);
    expect(reply.status).toBe(200);
    const items = itemsOf(reply);
    expect(statusesOf(reply)).toEqual([201, 200, 400, 404, 400, 400, 201]);
    expect(items.map(({ duplicate }) => duplicate)).toEqual([false, true, false, false, false, false, false]);
    expect(items[1]?.event_id).toBe(before.body['event_id']);
    expect(items.map(({ error }) => error?.code ?? null)).toEqual([
      null,
      null,
      'validation_failed',
      'not_found',
      'validation_failed',
      'validation_failed',
      null,
    ]);
    expect(items[2]?.error?.details).toMatchObject([{ path: 'status', rule: 'enum' }]);
    expect(items[3]?.error?.message).toContain('phone_number_id');
    expect(items[5]?.error?.details).toMatchObject([{ path: 'occurred_at' }]);
    const again = await send([
      reportOf({ message_id: 'b-new' }),
      reportOf({ message_id: 'b-other', status: 'failed' }),
    ]);
    expect(itemsOf(again).map(({ event_id: id }) => id)).toEqual([items[0]?.event_id, items[6]?.event_id]);
  });

  test('may repeat an earlier one: the first is recorded', async () => {
    const reply = await send([
      reportOf({ message_id: 'b-twice', template_name: 'first' }),
      reportOf({ message_id: 'b-twice', template_name: 'second' }),
      reportOf({ message_id: 'b-twice', status: 'read' }),
      reportOf(),
      reportOf(),
    ]);
    expect(statusesOf(reply)).toEqual([201, 200, 201, 201, 201]);
    const ids = itemsOf(reply).map(({ event_id: id }) => id);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(4);
    expect(await eventOf(scene, ids[0] ?? '')).toMatchObject({ template_name: 'first' });
  });

  test('may be bodies of the single routes, from the caller alone', async () => {
    const reply = await send([
      reportOf({ route: single, partner_id: scene.partner.partnerId.toUpperCase(), message_id: 'b-body' }),
      reportOf({ route: 'report-partner-message-delivery-failure', status: 'failed', message_id: 'b-body' }),
      reportOf({ route: 'list-partner-customers', message_id: 'b-wrong' }),
      reportOf({ partner_id: '01980000-0000-7000-8000-000000000001', message_id: 'b-foreign' }),
    ]);
    expect(statusesOf(reply)).toEqual([201, 201, 400, 400]);
    expect(itemsOf(reply)[3]?.error?.details).toMatchObject([{ path: 'partner_id' }]);
  });

  test('are refused without an error each, whose stack would take most of the time', async () => {
    let errors = 0;
    class Counted extends Error {
      constructor(message?: string) {
        super(message);
        errors += 1;
      }
    }
    Object.setPrototypeOf(ServiceError, Counted);
    const reply = await send([
      'no object',
      {},
      reportOf({ partner_id: 'x' }),
      reportOf({ occurred_at: 1 }),
      reportOf({ phone_number_id: '404404' }),
    ]);
    Object.setPrototypeOf(ServiceError, Error);
    expect(statusesOf(reply)).toEqual([400, 400, 400, 400, 404]);
    expect(errors).toBe(0);
    expect(itemsOf(reply)[1]?.error?.message).toContain('phone_number_id is required; status');
  });

  test("of another partner's number are answered like those of an unknown number", async () => {
    const other = await startScene(table, clock.now);
    other.close();
    const [theirs, nobodys] = itemsOf(
      await send([reportOf({ phone_number_id: other.phoneNumberId }), reportOf({ phone_number_id: '404404' })]),
    );
    expect(theirs).toEqual(nobodys);
  });

  test.each([
    [undefined, 'required'],
    [{}, 'type'],
    [[], 'minimum'],
    [Array.from({ length: mostReports + 1 }, () => ({})), 'maximum'],
  ])('must be 1 to 500: %#', async (reports, rule) => {
    const reply = await scene.command('POST', route, { reports });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toMatchObject([{ path: 'reports', rule }]);
  });

  test('are recorded a few at a time', async () => {
    let [now, most] = [0, 0];
    const reports = Array.from({ length: 200 }, (_, index) => reportOf({ message_id: `b-many-${index}` }));
    const reply = await watching(
      table,
      'UpdateItemCommand',
      () => (most = Math.max(most, (now += 1))),
      () => (now -= 1),
      () => send(reports),
    );
    expect(new Set(statusesOf(reply))).toEqual(new Set([201]));
    expect(most).toBeGreaterThan(8);
    // One more counts the call.
    expect(most).toBeLessThanOrEqual(32 + 1);
  });

  test('that do not fit into the time are sent again, and the recorded ones are recognised', async () => {
    const reports = Array.from({ length: 100 }, (_, index) => reportOf({ message_id: `b-late-${index}` }));
    deadline = { ...noDeadline, calls: clock.now() + 1_000 };
    const late = await watching(
      table,
      'UpdateItemCommand',
      () => {
        clock.pass(50);
      },
      () => undefined,
      () => send(reports),
    );
    deadline = noDeadline;
    expect(verdictOf(late)).toBe('503 temporarily_unavailable');
    const statuses = statusesOf(await send(reports));
    const known = statuses.filter((status) => status === 200).length;
    expect(known).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 201).length).toBe(100 - known);
  });
});

describe('a body', () => {
  const padded = (size: number): string => {
    const text = JSON.stringify({ route, reports: [reportOf({ message_id: 'b-size' })], more: '' });
    return text.replace('"more":""', `"more":"${'x'.repeat(size - text.length)}"`);
  };
  const post = (body: string, query: Record<string, string> = {}): Promise<Reply> =>
    scene.call('POST', { query, body });

  test('of many reports may have 1 MiB', async () => {
    expect((await post(padded(mostBatchBytes))).status).toBe(200);
    expect(verdictOf(await post(padded(mostBatchBytes + 1)))).toBe('413 payload_too_large');
    expect((await post(padded(mostBatchBytes), { route })).status).toBe(200);
    expect(verdictOf(await post(padded(mostBatchBytes + 1), { route }))).toBe('413 payload_too_large');
    expect(verdictOf(await post('x'.repeat(maxBodyBytes + 1), { route }))).toBe('400 invalid_json');
  });

  test('of another route may not, wherever the route is named', async () => {
    const body = padded(maxBodyBytes + 3).replace(`"${route}"`, `"${single}"`);
    expect(verdictOf(await post(body))).toBe('413 payload_too_large');
    expect(verdictOf(await post(body, { route: single }))).toBe('413 payload_too_large');
    expect(verdictOf(await post('x'.repeat(maxBodyBytes + 1)))).toBe('413 payload_too_large');
  });
});

describe('the limit', () => {
  // A hundredth of the limit: a burst of ten reports, five a second.
  const limited = async () => {
    const service = await startService(table, { clock: clock.now, rateScale: 0.01 });
    const ask = (reports: readonly unknown[], name = route): Promise<Reply> =>
      service.call('POST', { body: name === route ? { route, reports } : { route: name, ...reportOf() } });
    return ask;
  };
  const some = (count: number): readonly unknown[] => Array.from({ length: count }, () => 'invalid');

  test('counts each report, also invalid ones', async () => {
    const ask = await limited();
    const first = await ask(some(6));
    expect([first.status, headerOf(first, 'ratelimit')]).toEqual([200, '"delivery_reports";r=4;t=1']);
    expect((await ask(some(4))).status).toBe(200);
    expect(verdictOf(await ask([], single))).toBe('429 rate_limited');
  });

  test('refuses a call with more reports than are left completely, and takes nothing for it', async () => {
    const ask = await limited();
    expect((await ask(some(6))).status).toBe(200);
    const refused = await ask(some(8));
    expect([verdictOf(refused), headerOf(refused, 'retry-after')]).toEqual(['429 rate_limited', '1']);
    expect((await ask(some(4))).status).toBe(200);
    clock.pass(2_000);
    expect((await ask(some(10))).status).toBe(200);
  });

  test('refuses more than a burst after any pause', async () => {
    const ask = await limited();
    expect(verdictOf(await ask(some(11)))).toBe('429 rate_limited');
    expect((await ask(some(10))).status).toBe(200);
  });
});
