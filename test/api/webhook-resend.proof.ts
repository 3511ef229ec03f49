import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { healthy } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { day, isoOf } from '../../lambdas/kernel/time.ts';
import { retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import { runners } from '../../lambdas/events/outbox/runners.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import type { TestPartner } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { resendOf, withResends, type ResendScene } from '../events/resend-scene.ts';
import { answered } from '../events/verified-receiver.ts';
import { interposed } from '../interposed-table.ts';
import { errorOf, headerOf, problemsOf, verdictOf } from './replies.ts';

let table: TestTable;
let scene: ResendScene;
let partner: TestPartner;
let customer: EventCustomer;

withResends(
  (...begun) => {
    [scene, table] = begun;
  },
  (...made) => {
    [partner, customer] = made;
  },
);

const since = '2030-01-01';

/** How the customer's events stand, in their order. */
const ends = async (): Promise<readonly unknown[]> => (await customer.events()).map(({ end }) => end);

describe('resend-partner-webhook-events', () => {
  test('is completed at once when nothing is undelivered', async () => {
    await customer.change();
    await scene.world.settle();
    const reply = await scene.resend(partner, { since });
    expect(reply.status).toBe(202);
    const resend = resendOf(reply);
    expect(resend).toMatchObject({ status: 'completed', total: 0, done: 0, finished_at: resend.started_at });
    expect(resendOf(await scene.latest(partner))).toEqual(resend);
  });

  test('sends the events that were created in the range, both ends included', async () => {
    const [first = ''] = await scene.outage(partner, [customer], 1);
    scene.world.clock.pass(60_000);
    const [second = '', third = ''] = await scene.outage(partner, [customer], 2);
    scene.world.clock.pass(60_000);
    const [fourth = ''] = await scene.outage(partner, [customer], 1);
    const timeOf = (id: string): string => isoOf(parseInt(id.replaceAll('-', '').slice(0, 12), 16));
    await scene.resend(partner, { since: timeOf(second), until: timeOf(third) });
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 2, done: 2 });
    expect(scene.received(partner)).toEqual([second, third]);
    await scene.resend(partner, { since });
    expect(await scene.ended(partner)).toMatchObject({ total: 2, done: 2 });
    expect(scene.received(partner)).toEqual([second, third, first, fourth]);
  });

  test('sends each event once, also when it is given up again', async () => {
    const ids = await scene.outage(partner, [customer], 3);
    await scene.resend(partner, { since });
    scene.world.receiver.answer = (message) => answered(message.id === ids[0] ? 500 : 200);
    const { world } = scene;
    await world.settle();
    for (const gap of retryGaps) {
      expect(scene.received(partner)).not.toContain(ids[1]);
      world.clock.pass(gap);
      await world.settle();
    }
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 3, done: 3 });
    expect(await ends()).toEqual(['given_up', 'delivered', 'delivered']);
    const tries = retryGaps.length + 1;
    expect(scene.received(partner)).toEqual([...Array.from({ length: tries }, () => ids[0]), ids[1], ids[2]]);
  });

  test('keeps the order of two events with a delivered one between them', async () => {
    const [first = ''] = await scene.outage(partner, [customer], 1);
    const between = await customer.change();
    await scene.world.settle();
    const [last = ''] = await scene.outage(partner, [customer], 1);
    expect(await ends()).toEqual(['undelivered', 'delivered', 'undelivered']);
    let failures = 2;
    scene.world.receiver.answer = () => answered((failures -= 1) >= 0 ? 500 : 200);
    await scene.resend(partner, { since });
    await scene.world.settle();
    scene.world.clock.pass(1_000);
    await scene.world.settle();
    expect(scene.received(partner)).toEqual([between, first]);
    scene.world.clock.pass(retryGaps[0] ?? 0);
    await scene.world.settle();
    scene.world.clock.pass(retryGaps[1] ?? 0);
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 2, done: 2 });
    expect(scene.received(partner)).toEqual([between, first, first, first, last]);
  });

  test('keeps the order of more events than a round has, behind one that the endpoint refuses', async () => {
    const { world } = scene;
    const [first = ''] = await scene.outage(partner, [customer], 1);
    const between = await customer.change();
    await world.settle();
    const rest = await scene.outage(partner, [customer], 95);
    world.receiver.answer = (message) => answered(message.id === first ? 500 : 200);
    await scene.resend(partner, { since });
    for (let second = 0; second < 20; second += 1) {
      await world.settle();
      world.clock.pass(1_000);
    }
    expect(new Set(scene.received(partner))).toEqual(new Set([between, first]));
    world.receiver.answer = () => answered(200);
    expect(await scene.ended(partner, 60_000)).toMatchObject({ status: 'completed', total: 96, done: 96 });
    expect(Array.from(new Set(scene.received(partner)))).toEqual([between, first, ...rest]);
  });

  test('waits while the endpoint is disabled, and goes on when it is enabled', async () => {
    const { world } = scene;
    await scene.outage(partner, [customer], 5);
    await scene.resend(partner, { since });
    world.receiver.answer = () => answered(410);
    for (let minute = 0; minute < 5; minute += 1) {
      await world.settle();
      world.clock.pass(60_000);
    }
    expect(resendOf(await scene.latest(partner))).toMatchObject({ status: 'running', total: 5, done: 0 });
    expect(await ends()).toEqual(Array(5).fill('undelivered'));
    expect(scene.received(partner)).toHaveLength(1);
    await scene.setHealth(partner, healthy);
    world.receiver.answer = () => answered(200);
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 5, done: 5 });
    expect(await ends()).toEqual(Array(5).fill('delivered'));
  });

  test('waits for a paused endpoint, and goes on when it has recovered', async () => {
    const { world } = scene;
    await scene.outage(partner, [customer], 2);
    await scene.resend(partner, { since });
    const now = world.clock.now();
    await scene.setHealth(partner, {
      state: 'paused',
      since: now,
      failures: 10,
      warned: false,
      probes: 0,
      probeAt: now + day,
    });
    for (let minute = 0; minute < 5; minute += 1) {
      await world.settle();
      world.clock.pass(60_000);
    }
    expect(scene.received(partner)).toEqual([]);
    expect(await ends()).toEqual(['undelivered', 'undelivered']);
    await scene.setHealth(partner, healthy);
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 2, done: 2 });
  });

  test('with event_id sends that event again, with its id and its bytes', async () => {
    const [, second = ''] = await scene.outage(partner, [customer], 3);
    const reply = await scene.resend(partner, { event_id: second });
    expect(resendOf(reply)).toMatchObject({ status: 'running', total: 1, done: 0 });
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 1, done: 1 });
    expect(scene.received(partner)).toEqual([second]);
    expect(await ends()).toEqual(['undelivered', 'delivered', 'undelivered']);
  });

  test('with event_id refuses an event that is unknown, of another partner, or not stored any more', async () => {
    const [id = ''] = await scene.outage(partner, [customer], 1);
    const stranger = await scene.newPartner();
    expect(verdictOf(await scene.resend(stranger, { event_id: id }))).toBe('404 not_found');
    expect(verdictOf(await scene.resend(partner, { event_id: '0190f3c0-0000-7000-8000-000000000001' }))).toBe(
      '404 not_found',
    );
    expect(verdictOf(await scene.resend(partner, { event_id: 'ffffffff-ffff-7fff-8fff-ffffffffffff' }))).toBe(
      '404 not_found',
    );
    scene.world.clock.pass(31 * day);
    await scene.world.settle();
    expect(verdictOf(await scene.resend(partner, { event_id: id }))).toMatch(/^40[49] /);
    expect(resendOf(await scene.resend(partner, { since }))).toMatchObject({ status: 'completed', total: 0 });
    expect(scene.received(partner)).toEqual([]);
  });

  test('runs once at a time', async () => {
    await scene.outage(partner, [customer], 2);
    const replies = await Promise.all(Array.from({ length: 5 }, () => scene.resend(partner, { since })));
    const begun = replies.filter(({ status }) => status === 202);
    expect(begun).toHaveLength(1);
    const [refused] = replies.filter(({ status }) => status !== 202);
    if (refused === undefined) throw new Error('four were refused');
    expect(new Set(replies.map(verdictOf))).toEqual(new Set(['202', '409 invalid_state']));
    expect(errorOf(refused).message).toContain(begun.map((reply) => resendOf(reply).id)[0]);
    await scene.ended(partner);
    expect(verdictOf(await scene.resend(partner, { since }))).toBe('202');
  });

  test('begins once for equal calls with one key', async () => {
    await scene.outage(partner, [customer], 2);
    const first = await scene.resend(partner, { since }, 'one-resend');
    const again = await scene.resend(partner, { since }, 'one-resend');
    await scene.ended(partner);
    const later = await scene.resend(partner, { since }, 'one-resend');
    expect([again.text, later.text]).toEqual([first.text, first.text]);
    expect(headerOf(again, 'idempotent-replayed')).toBe('true');
    expect(scene.received(partner)).toHaveLength(2);
  });

  test('is refused without an enabled endpoint, with what to do', async () => {
    await scene.outage(partner, [customer], 1);
    await scene.setHealth(partner, { state: 'disabled', at: 0, reason: 'gone', since: null });
    const refused = await scene.resend(partner, { since });
    expect(verdictOf(refused)).toBe('409 invalid_state');
    expect(errorOf(refused).message).toContain('update-partner-webhook-endpoint');
    const bare = await scene.service.newPartner();
    expect(verdictOf(await scene.resend(bare, { since }))).toBe('409 invalid_state');
  });

  test.each<[object, string]>([
    [{}, 'event_id or since'],
    [{ event_id: '0190f3c0-0000-7000-8000-000000000001', since }, 'event_id beside since'],
    [{ event_id: 'x' }, 'event_id'],
    [{ since: 'yesterday' }, 'since'],
    [{ since: '2030-01-01T00:00:00' }, 'since'],
    [{ since: '2999-01-01' }, 'since'],
    [{ since, until: '2029-12-31' }, 'since'],
    [{ since, until: 'now' }, 'until'],
    [{ event_id: '0190f3c0-0000-7000-8000-000000000001', until: since }, 'until'],
  ])('refuses %j, and names %s', async (given, name) => {
    const refused = await scene.resend(partner, given);
    expect(verdictOf(refused)).toBe('400 validation_failed');
    expect(
      problemsOf(refused)
        .map(({ message }) => message)
        .join(),
    ).toContain(name);
  });

  test('is for callers with webhook.write', async () => {
    const verdicts = async (bearer: string): Promise<string> =>
      verdictOf(await scene.resend({ ...partner, apiKey: bearer }, { since }));
    expect(await verdicts(partner.readOnlyKey)).toBe('403 forbidden_scope');
    expect(await verdicts(await partner.member('support'))).toBe('403 forbidden_role');
    expect(await verdicts(await partner.member('developer'))).toBe('202');
  });

  test('leaves an entry in the audit trail', async () => {
    const { id } = resendOf(await scene.resend(partner, { since }));
    const { Items: items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
    const entry = items.find(({ action, subject }) => action !== undefined && JSON.stringify(subject).includes(id));
    expect(entry).toMatchObject({ action: 'webhook events resend', subject: { partner_id: partner.partnerId } });
  });

  test('fails after twelve failures in a row, and another one can begin', async () => {
    const { world } = scene;
    const ids = await scene.outage(partner, [customer], 1);
    await scene.resend(partner, { since });
    const broken = { ...world.deps, clock: world.clock.now };
    const away = interposed(table, (command, send) =>
      command.constructor.name === 'QueryCommand' ? Promise.reject(new Error('the table is away')) : send(),
    );
    const deps = { ...broken, table: away };
    for (let tried = 0; tried < 12; tried += 1) {
      const [hint] = await world.dueNow('outbox').then((hints) => hints.filter(({ pk }) => pk.endsWith('#RESEND')));
      if (hint === undefined) throw new Error('the resend is due');
      await expect(runWork(runners(deps), hint)).rejects.toThrow('the table is away');
      world.clock.pass(600_000);
    }
    expect(resendOf(await scene.latest(partner))).toMatchObject({ status: 'failed', total: 1, done: 0 });
    await scene.resend(partner, { since });
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 1, done: 1 });
    expect(scene.received(partner)).toEqual(ids);
  });
});

describe('get-partner-webhook-resend', () => {
  test('returns the latest or one by its id, and 404 when there is none', async () => {
    expect(verdictOf(await scene.latest(partner))).toBe('404 not_found');
    const first = resendOf(await scene.resend(partner, { since }));
    const second = resendOf(await scene.resend(partner, { since }));
    expect(resendOf(await scene.latest(partner)).id).toBe(second.id);
    expect(resendOf(await scene.latest(partner, { resend_id: first.id }))).toEqual(first);
    const stranger = await scene.newPartner();
    expect(verdictOf(await scene.latest(stranger, { resend_id: first.id }))).toBe('404 not_found');
    expect(verdictOf(await scene.latest({ ...partner, apiKey: partner.readOnlyKey }))).toBe('200');
  });
});
