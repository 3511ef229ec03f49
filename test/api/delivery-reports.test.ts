import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { reportedOf, startScene, type DeliveryScene } from '../delivery/delivery-scene.ts';
import { eventOf, recordedEvent, shownEvents } from '../delivery/recorded-events.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { errorOf, problemsOf, verdictOf } from './replies.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withScene } from '../delivery/suite-scene.ts';

const day = 86_400_000;
const clock = testClock();
const route = 'report-partner-message-status';

let table: TestTable;
let scene: DeliveryScene;
withScene(clock.now, (...started) => {
  [scene, table] = started;
});

describe('a delivery report', () => {
  test('is recorded once: the first report of a status is kept', async () => {
    const first = await scene.report({ message_id: 'wamid.once' });
    expect([first.status, reportedOf(first).duplicate]).toEqual([201, false]);
    expect(Object.keys(first.body)).toEqual(['ok', 'partner_id', 'event_id', 'duplicate']);
    clock.pass(5_000);
    const again = await scene.report({
      message_id: 'wamid.once',
      template_name: 'another',
      occurred_at: 1_893_000_000,
    });
    expect(again.status).toBe(200);
    expect(reportedOf(again)).toEqual({ event_id: reportedOf(first).event_id, duplicate: true });
    expect(await eventOf(scene, reportedOf(first).event_id)).toMatchObject({ template_name: null });
  });

  test('of another status, another number or another message is another one', async () => {
    const replies = [
      await scene.report({ message_id: 'wamid.two' }),
      await scene.report({ message_id: 'wamid.two', status: 'delivered' }),
      await scene.report({ message_id: 'wamid.Two' }),
      await scene.report({ client_message_id: 'wamid.two' }),
      await scene.report({ request_id: 'wamid.two' }),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201, 201]);
  });

  test('is identified by the first identifier it has', async () => {
    const first = await scene.report({ message_id: 'm-1', client_message_id: 'c-1', request_id: 'r-1' });
    const same = await scene.report({ message_id: 'm-1', client_message_id: 'c-2', request_id: 'r-2' });
    const other = await scene.report({ message_id: null, client_message_id: 'c-1', request_id: 'r-1' });
    const likeOther = await scene.report({ client_message_id: 'c-1', request_id: 'r-9' });
    expect(reportedOf(same).event_id).toBe(reportedOf(first).event_id);
    expect(other.status).toBe(201);
    expect(reportedOf(likeOther)).toEqual({ event_id: reportedOf(other).event_id, duplicate: true });
  });

  test('without an identifier is never a duplicate', async () => {
    const [one, two] = [await scene.report(), await scene.report({ message_id: '', request_id: null })];
    expect([one.status, two.status]).toEqual([201, 201]);
  });

  test('sent many times at once is recorded once', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => scene.report({ message_id: 'wamid.many' })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map((reply) => reportedOf(reply).event_id)).size).toBe(1);
  });

  test('is in the index with all its fields', async () => {
    const said = {
      message_id: 'wamid.all',
      client_message_id: 'c-all',
      request_id: 'r-all',
      template_id: '594425479261596',
      template_name: 'order_confirmation',
      campaign_id: 'spring',
      recipient_hash: 'aB'.repeat(32),
      recipient_user_id: 'BR.13491208655302741918',
      user_id: '0012',
      recipient: ' BR.ENT.1 ',
    };
    const error = { error_code: 131026, error_title: ' Undeliverable ', error_message: 'No', error_details: null };
    const event = await recordedEvent(scene, {
      ...said,
      ...error,
      status: 'failed',
      occurred_at: '2030-01-01T00:00:00.250Z',
    });
    expect(event).toEqual({
      ...said,
      id: event['id'],
      instance_id: scene.instanceId,
      customer_id: scene.customerId,
      phone_number_id: scene.phoneNumberId,
      status: 'failed',
      error: { code: 131026, title: 'Undeliverable', message: 'No', details: null },
      occurred_at: '2030-01-01T00:00:00.250Z',
      received_at: new Date(clock.now()).toISOString(),
    });
  });

  test('may be sent to the other route, whatever its status', async () => {
    const body = { phone_number_id: scene.phoneNumberId, status: 'failed', message_id: 'wamid.route' };
    const first = await scene.command('POST', 'report-partner-message-delivery-failure', body);
    const again = await scene.command('POST', route, body);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(reportedOf(again).event_id).toBe(reportedOf(first).event_id);
  });
});

describe('a report is refused', () => {
  test.each<[Record<string, unknown>, string, string]>([
    [{ phone_number_id: undefined }, 'phone_number_id', 'required'],
    [{ phone_number_id: '' }, 'phone_number_id', 'minimum'],
    [{ status: undefined }, 'status', 'enum'],
    [{ status: 'seen' }, 'status', 'enum'],
    [{ status: 'SENT' }, 'status', 'enum'],
    [{ recipient_hash: 'ab' }, 'recipient_hash', 'format'],
    [{ recipient_hash: 'g'.repeat(64) }, 'recipient_hash', 'format'],
    [{ recipient_hash: `${'a'.repeat(64)}\n` }, 'recipient_hash', 'format'],
    [{ message_id: 'x'.repeat(513) }, 'message_id', 'maximum'],
    [{ error_details: 'x'.repeat(8_001) }, 'error_details', 'maximum'],
  ])('%j', async (fields, path, rule) => {
    const reply = await scene.report(fields);
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toMatchObject([{ path, rule }]);
  });

  test('with all of its errors at once', async () => {
    const reply = await scene.report({ status: 'seen', recipient_hash: 'x', user_id: 5 });
    expect(problemsOf(reply).map(({ path }) => path)).toEqual(['status', 'recipient_hash', 'user_id']);
  });

  test.each([['999'], ['x'.repeat(512)]])('for a number that is not known', async (number) => {
    const reply = await scene.report({ phone_number_id: number });
    expect(verdictOf(reply)).toBe('404 not_found');
    expect(errorOf(reply).message).toContain('phone_number_id');
  });

  test("for another partner's number", async () => {
    const other = await startScene(table, clock.now);
    other.close();
    expect(verdictOf(await scene.report({ phone_number_id: other.phoneNumberId }))).toBe('404 not_found');
    expect(verdictOf(await scene.report({ partner_id: other.partner.partnerId }))).toBe('403 partner_scope_mismatch');
  });

  test('without the scope, or the role', async () => {
    const body = { route, phone_number_id: scene.phoneNumberId, status: 'sent' };
    const verdicts: Record<string, string> = {};
    for (const role of ['owner', 'admin', 'developer', 'support', 'viewer'] as const) {
      verdicts[role] = verdictOf(await scene.call('POST', { bearer: await scene.partner.member(role), body }));
    }
    verdicts['key'] = verdictOf(await scene.call('POST', { bearer: scene.partner.readOnlyKey, body }));
    const forbidden = '403 delivery_report_forbidden';
    expect(verdicts).toEqual({
      owner: '201',
      admin: '201',
      developer: '201',
      support: forbidden,
      viewer: forbidden,
      key: '403 forbidden_scope',
    });
  });

  test('by another method', async () => {
    const reply = await scene.call('PATCH', { body: { route, phone_number_id: scene.phoneNumberId, status: 'sent' } });
    expect(verdictOf(reply)).toBe('400 unknown_route');
  });
});

describe('under an idempotency key', () => {
  test('the first answer is replayed', async () => {
    const first = await scene.report({ message_id: 'wamid.key' }, 'key-report-1');
    const again = await scene.report({ message_id: 'wamid.key' }, 'key-report-1');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(verdictOf(await scene.report({ message_id: 'wamid.other' }, 'key-report-1'))).toBe(
      '409 idempotency_key_reused',
    );
  });

  test('a report without an identifier is recorded once', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => scene.report({}, 'key-report-2')));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  test('a duplicate is answered as a duplicate again, and a refusal too', async () => {
    await scene.report({ message_id: 'wamid.dup' });
    const first = await scene.report({ message_id: 'wamid.dup' }, 'key-report-3');
    expect([first.status, reportedOf(first).duplicate]).toEqual([200, true]);
    expect((await scene.report({ message_id: 'wamid.dup' }, 'key-report-3')).text).toBe(first.text);
    const unknown = await scene.report({ phone_number_id: '404404' }, 'key-report-4');
    const repeated = await scene.report({ phone_number_id: '404404' }, 'key-report-4');
    expect([unknown.status, repeated.text]).toEqual([404, unknown.text]);
  });

  test('a report that was in time is answered as before when it is too late', async () => {
    const edge = ((clock.now() - 90 * day) / 1000).toFixed(3);
    const first = await scene.report({ occurred_at: edge }, 'key-report-5');
    clock.pass(3_600_000);
    const late = await scene.report({ occurred_at: edge }, 'key-report-5');
    expect([first.status, late.text]).toEqual([201, first.text]);
    expect(verdictOf(await scene.report({ occurred_at: edge }, 'key-report-6'))).toBe('400 validation_failed');
  });
});

describe('the customer of a report', () => {
  test('is the owner of the instance at that time', async () => {
    const own = await startScene(table, clock.now);
    const second = await own.customer('second');
    const before = reportedOf(await own.report({ message_id: 'm' })).event_id;
    await own.command('POST', 'move-partner-instance-to-customer', {
      instance_id: own.instanceId,
      target_customer_id: second,
    });
    const after = reportedOf(await own.report({ message_id: 'm', status: 'delivered' })).event_id;
    const third = await own.customer('third');
    await own.command('POST', 'merge-partner-customers', { source_customer_id: second, target_customer_id: third });
    const merged = reportedOf(await own.report({ message_id: 'm', status: 'read' })).event_id;
    await own.fold();
    own.close();
    const idsOf = async (customer: string): Promise<readonly unknown[]> => {
      const reply = await own.query('search-partner-delivery-events', { customer_id: customer });
      return shownEvents(reply).map(({ id }) => id);
    };
    expect([await idsOf(own.customerId), await idsOf(second), await idsOf(third)]).toEqual([
      [before],
      [after],
      [merged],
    ]);
  });

  test('is found without a read, whatever the number of reports', async () => {
    await scene.report({ message_id: 'warm' });
    const sent: unknown[] = [];
    table.client.middlewareStack.add(
      (next, context) => (request) => {
        if (!JSON.stringify(request.input).includes('#RATE')) sent.push(context.commandName);
        return next(request);
      },
      { step: 'initialize', name: 'recording', override: true },
    );
    try {
      const ids = Array.from({ length: 10 }, () => randomUUID());
      for (const id of ids) await scene.report({ message_id: id });
      expect(sent).toEqual(ids.map(() => 'UpdateItemCommand'));
    } finally {
      table.client.middlewareStack.remove('recording');
    }
  });
});
