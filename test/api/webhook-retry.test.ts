import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import { day } from '../../lambdas/kernel/time.ts';
import { entryKey } from '../../lambdas/store/webhooks/outbox-events.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import type { Reply, TestPartner } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { resendOf, withResends, type ResendScene } from '../events/resend-scene.ts';
import { answered, answeredWith } from '../events/verified-receiver.ts';
import { errorOf, verdictOf } from './replies.ts';

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

const refuse = (): void => {
  scene.world.receiver.answer = () => answered(500);
};
const accept = (): void => {
  scene.world.receiver.answer = () => answered(200);
};
const states = async (of = customer): Promise<readonly unknown[]> =>
  (await of.events()).map(({ end, attempts }) => [end, attempts]);

/** An event that the endpoint has refused so often, and waits for its next attempt. */
const refused = async (of: EventCustomer, times: number): Promise<string> => {
  refuse();
  const id = await of.change();
  await scene.world.settle();
  for (const gap of retryGaps.slice(0, times - 1)) {
    scene.world.clock.pass(gap);
    await scene.world.settle();
  }
  return id;
};

const pause = async (): Promise<void> => {
  const now = scene.world.clock.now();
  const paused = { state: 'paused', since: now, failures: 10, warned: false, probes: 3, probeAt: now + day } as const;
  await scene.setHealth(partner, paused);
};
const health = async (): Promise<string> => (await scene.world.outbox(partner.partnerId)).health.state;

const retried = async (id: string): Promise<ReturnType<typeof resendOf>> => {
  const reply = await scene.resend(partner, { event_id: id });
  expect(verdictOf(reply)).toBe('202');
  expect(resendOf(reply)).toMatchObject({ status: 'running', total: 1, done: 0 });
  return scene.ended(partner);
};

describe('resend-partner-webhook-events with an event that waits', () => {
  test('tries it at once, hours before its next attempt', async () => {
    const id = await refused(customer, 4);
    accept();
    expect(await retried(id)).toMatchObject({ status: 'completed', total: 1, done: 1 });
    expect(await states()).toEqual([['delivered', 5]]);
    expect(scene.received(partner)).toEqual(Array(5).fill(id));
  });

  test('has failed when the endpoint refuses it, which counts as an attempt; it can be tried again', async () => {
    const id = await refused(customer, 2);
    expect(await retried(id)).toMatchObject({ status: 'failed', total: 1, done: 0 });
    expect(await states()).toEqual([[null, 3]]);
    accept();
    expect(await retried(id)).toMatchObject({ status: 'completed', done: 1 });
  });

  test('counts one that is given up as done', async () => {
    const id = await refused(customer, 1);
    const [event] = await customer.events();
    if (event === undefined) throw new Error('it waits');
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...entryKey(event) },
        UpdateExpression: 'SET event_attempts = :nine',
        ExpressionAttributeValues: { ':nine': retryGaps.length },
      }),
    );
    expect(await retried(id)).toMatchObject({ status: 'completed', done: 1 });
    expect(await states()).toEqual([['given_up', 10]]);
  });

  test('tries the customer’s earlier events first, and keeps their order', async () => {
    const first = await refused(customer, 3);
    const second = await customer.change();
    const third = await customer.change();
    await scene.world.settle();
    accept();
    expect(await retried(third)).toMatchObject({ status: 'completed' });
    expect(scene.received(partner)).toEqual([first, first, first, first, second, third]);
  });

  test('tries only the first while the endpoint refuses that one', async () => {
    const first = await refused(customer, 2);
    const second = await customer.change();
    await scene.world.settle();
    expect(await retried(second)).toMatchObject({ status: 'failed' });
    expect(scene.received(partner)).toEqual([first, first, first]);
  });

  test('hurries no other customer', async () => {
    const other = await scene.world.newCustomer(partner.partnerId);
    await refused(other, 3);
    const id = await refused(customer, 3);
    accept();
    await retried(id);
    expect(await states(other)).toEqual([[null, 3]]);
  });

  test('probes a paused endpoint with it, and not with the oldest; the pause ends when that succeeds', async () => {
    const other = await scene.world.newCustomer(partner.partnerId);
    await pause();
    const oldest = await other.change();
    await scene.world.settle();
    scene.world.clock.pass(1_000);
    const id = await customer.change();
    await scene.world.settle();
    expect(scene.received(partner)).toEqual([]);
    refuse();
    expect(await retried(id)).toMatchObject({ status: 'failed', done: 0 });
    // As of every probe, the failure is no attempt.
    expect([await states(), await health(), scene.received(partner)]).toEqual([[[null, 0]], 'paused', [id]]);
    accept();
    expect(await retried(id)).toMatchObject({ status: 'completed', done: 1 });
    expect([await health(), scene.received(partner)]).toEqual(['healthy', [id, id, oldest]]);
  });

  test('is possible while another resend runs, which goes on', async () => {
    const [given = ''] = await scene.outage(partner, [customer], 1);
    refuse();
    const bulk = resendOf(await scene.resend(partner, { event_id: given }));
    await scene.world.settle();
    const other = await scene.world.newCustomer(partner.partnerId);
    const waiting = await refused(other, 2);
    scene.world.receiver.answer = ({ id }) => answered(id === given ? 500 : 200);
    const reply = await scene.resend(partner, { event_id: waiting });
    expect(verdictOf(reply)).toBe('202');
    for (let second = 0; second < 3; second += 1) {
      await scene.world.settle();
      scene.world.clock.pass(1_000);
    }
    expect(await states(other)).toEqual([['delivered', 3]]);
    expect(resendOf(await scene.latest(partner))).toMatchObject({ id: bulk.id, status: 'running' });
    const query = { resend_id: resendOf(reply).id };
    expect(resendOf(await scene.latest(partner, query))).toMatchObject({ status: 'completed', done: 1 });
    expect(verdictOf(await scene.resend(partner, { since: '2030-01-01' }))).toBe('409 invalid_state');
  });

  test('is refused while the endpoint is disabled', async () => {
    const id = await refused(customer, 1);
    await scene.setHealth(partner, { state: 'disabled', at: 0, reason: 'gone', since: null });
    const reply = await scene.resend(partner, { event_id: id });
    expect(verdictOf(reply)).toBe('409 invalid_state');
    expect(errorOf(reply).message).toContain('update-partner-webhook-endpoint');
  });

  test('has failed when the endpoint is disabled before it is tried', async () => {
    const id = await refused(customer, 1);
    scene.world.receiver.answer = () => answered(410);
    expect(await retried(id)).toMatchObject({ status: 'failed', done: 0 });
    expect(await states()).toEqual([['undelivered', 2]]);
  });
});

describe('validate-partner-webhook-endpoint', () => {
  const validate = async (webhook_url: string): Promise<Reply> => {
    scene.world.receiver.handshake = ({ url }) => {
      const { searchParams } = new URL(url);
      const isRight = searchParams.get('hub.verify_token') === 'token-one';
      return isRight ? answeredWith(200, searchParams.get('hub.challenge') ?? '') : answered(403);
    };
    return scene.service.call('POST', {
      bearer: partner.apiKey,
      body: { route: 'validate-partner-webhook-endpoint', webhook_url, platform_verify_token: 'token-one' },
    });
  };
  const url = (): string => `https://${partner.partnerId}.example/hook`;

  test('ends the pause of the endpoint when it is valid, and what waited is sent', async () => {
    await pause();
    const id = await customer.change();
    await scene.world.settle();
    refuse();
    expect(await validate(url())).toMatchObject({ body: { valid: false } });
    expect(await health()).toBe('paused');
    accept();
    expect(await validate(`${url()}/other`)).toMatchObject({ body: { valid: true } });
    expect(await health()).toBe('paused');
    expect(await validate(url())).toMatchObject({ body: { valid: true } });
    await scene.world.settle();
    expect([await health(), await states()]).toEqual(['healthy', [['delivered', 1]]]);
    expect(scene.received(partner)).toContain(id);
  });

  test('enables no endpoint that is disabled', async () => {
    await scene.setHealth(partner, { state: 'disabled', at: 0, reason: 'gone', since: null });
    expect(await validate(url())).toMatchObject({ body: { valid: true } });
    expect(await health()).toBe('disabled');
  });
});
