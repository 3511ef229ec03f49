import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callbackType } from '../../../lambdas/domain/event.ts';
import type { RelayedCallback } from '../../../lambdas/domain/relayed-callback.ts';
import { relayCallbacks, type CallbackRelayDeps } from '../../../lambdas/events/relayed/send-on.ts';
import { eraseCallbacks } from '../../../lambdas/store/erasure/erase-callbacks.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { queryAll } from '../../../lambdas/store/table/query.ts';
import { findEventById } from '../../../lambdas/store/webhooks/find-event.ts';
import { readListed } from '../../../lambdas/api/events-read.ts';
import { eventText } from '../../../lambdas/store/webhooks/event-text.ts';
import { resendEvent } from '../../../lambdas/store/webhooks/event-resend.ts';
import type { ListedEvent } from '../../../lambdas/store/webhooks/event-list.ts';
import type { Relay } from '../../../lambdas/store/webhooks/webhook-endpoints.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { makeSlow, outboxWorld, type OutboxWorld } from '../outbox-world.ts';
import { answered, timedOut } from '../verified-receiver.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const hour = 3_600_000;
const relay: Relay = { isOn: true, url: 'https://api.example/platform/callback', fields: ['messages', 'calls'] };

interface Scene {
  readonly world: OutboxWorld;
  readonly partnerId: string;
  readonly customerId: string;
  readonly callback: (text?: string, field?: RelayedCallback['field']) => RelayedCallback;
  readonly send: (...callbacks: readonly RelayedCallback[]) => Promise<number>;
  /** The stored event of the first callback that the endpoint got. */
  readonly stored: () => Promise<ListedEvent | null>;
}

const open = async (options: { readonly relay?: Relay } = { relay }, late = 0): Promise<Scene> => {
  const world = outboxWorld(table);
  const partnerId = await world.newPartner(options);
  const { id: customerId } = await world.newCustomer(partnerId);
  const phoneNumberId = randomUUID();
  const subject = { customer_id: customerId, external_customer_id: 'C-1', instance_id: randomUUID() };
  const deps: CallbackRelayDeps = {
    ...world.deps,
    findLine: (number) => Promise.resolve(number === phoneNumberId ? { partnerId, sizes: [], subject } : null),
  };
  return {
    world,
    partnerId,
    customerId,
    callback: (text = 'Hello', field = 'messages') => ({
      phoneNumberId,
      field,
      at: world.clock.now() - late,
      callback: `{"object":"whatsapp_business_account","entry":[{"id":12345678901234567890,"text":"${text}"}]}`,
    }),
    send: async (...callbacks) => (await relayCallbacks(deps, callbacks)).size,
    stored: async () => {
      const id = world.receiver.messages.find(({ type }) => type === callbackType)?.id ?? '';
      const row = await findEventById(table, partnerId, id, null, world.clock.now());
      return row === null ? null : ((await readListed(table, partnerId, [row]))[0] ?? null);
    },
  };
};

const itemsOf = ({ partnerId, customerId }: Scene) =>
  queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :content)',
    ExpressionAttributeValues: {
      ':pk': keys.callbackContent(partnerId, customerId, '').pk,
      ':content': keys.callbackContent(partnerId, customerId, '').sk,
    },
  });

describe('a callback that the endpoint takes', () => {
  test('is sent with its digits, its line and its customer, and leaves nothing in the table', async () => {
    const scene = await open();
    expect(await scene.send(scene.callback())).toBe(0);
    const [message] = scene.world.receiver.messages;
    expect(message?.text).toContain('"id":12345678901234567890');
    expect(message).toMatchObject({ type: 'service.platform.callback', data: { field: 'messages' } });
    expect(JSON.parse(message?.text ?? '')).toMatchObject({ subject: { customer_id: scene.customerId } });
    expect(message).not.toHaveProperty('sequence', expect.anything());
    expect([await scene.stored(), await itemsOf(scene)]).toEqual([null, []]);
  });

  test('has the same id when the platform repeats it, and another one than any other', async () => {
    const scene = await open();
    await scene.send(scene.callback(), scene.callback(), scene.callback('Bye'));
    const ids = scene.world.receiver.messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});

test('no callback is sent of a field that the partner does not want, of an unknown number, or without a relay', async () => {
  const scene = await open();
  const stranger = { ...scene.callback(), phoneNumberId: 'unknown' };
  expect(await scene.send(scene.callback('Hello', 'history'), stranger)).toBe(0);
  const without = await open({});
  expect(await without.send(without.callback())).toBe(0);
  expect([scene.world.receiver.messages, without.world.receiver.messages]).toEqual([[], []]);
});

test('a callback that still comes after a change back is sent on', async () => {
  const scene = await open({ relay: { ...relay, isOn: false } });
  await scene.send(scene.callback());
  expect(scene.world.receiver.messages).toHaveLength(1);
});

describe('a callback that the endpoint does not take', () => {
  test.each([
    ['refuses', () => answered(503)],
    ['does not answer in time', () => timedOut],
  ])('waits as an event when the endpoint %s, and is delivered with the same bytes', async (_, answer) => {
    const scene = await open();
    scene.world.receiver.answer = answer;
    expect(await scene.send(scene.callback())).toBe(0);
    expect(await scene.stored()).toMatchObject({ state: 'due', event: { end: null, attempts: 1 } });
    scene.world.receiver.answer = () => answered(200);
    scene.world.clock.pass(hour);
    await scene.world.settle();
    const texts = scene.world.receiver.messages.map(({ text }) => text);
    expect([texts.length, new Set(texts).size]).toEqual([2, 1]);
    expect(await scene.stored()).toMatchObject({ state: 'delivered' });
    expect(await itemsOf(scene)).toEqual([]);
  });

  test('is stored at once while the endpoint is slow, and no second time when it comes again', async () => {
    const scene = await open();
    await makeSlow(scene.world, scene.partnerId, scene.world.clock.now());
    await scene.send(scene.callback());
    await scene.send(scene.callback());
    expect(scene.world.receiver.messages).toEqual([]);
    expect(await itemsOf(scene)).toHaveLength(1);
    await scene.world.settle();
    expect(scene.world.receiver.messages).toHaveLength(1);
  });

  test('is tried for a day, and can be sent again then', async () => {
    const scene = await open();
    scene.world.receiver.answer = () => answered(503);
    await scene.send(scene.callback());
    const began = scene.world.clock.now();
    for (let tries = 0; tries < 60 && (await scene.stored())?.event.end === null; tries += 1) {
      scene.world.clock.pass(hour);
      await scene.world.settle();
    }
    expect(await scene.stored()).toMatchObject({ state: 'given_up' });
    expect(scene.world.receiver.messages.every(({ at }) => at <= began + 24 * hour)).toBe(true);
    scene.world.receiver.answer = () => answered(200);
    const event = (await scene.stored())?.event;
    if (event === undefined) throw new Error('no event');
    expect(await resendEvent(table, event, scene.world.clock.now())).toBe(true);
    await scene.world.settle();
    expect(await scene.stored()).toMatchObject({ state: 'delivered' });
  });

  test('is tried for a day also when the platform sends it days late', async () => {
    const scene = await open({ relay }, 48 * hour);
    scene.world.receiver.answer = () => answered(503);
    await scene.send(scene.callback());
    scene.world.receiver.answer = () => answered(200);
    scene.world.clock.pass(hour);
    await scene.world.settle();
    expect(await scene.stored()).toMatchObject({ state: 'delivered' });
  });

  test('has no content any more after 8 days', async () => {
    const scene = await open();
    scene.world.receiver.answer = () => answered(503);
    await scene.send(scene.callback());
    const event = (await scene.stored())?.event;
    if (event === undefined) throw new Error('no event');
    const textAfter = (days: number) => eventText(table, event, 'local', scene.world.clock.now() + days * 24 * hour);
    expect([await textAfter(7), await textAfter(8)]).toEqual([expect.any(String), null]);
  });

  test('is neither kept nor sent after the erasure of its customer', async () => {
    const scene = await open();
    scene.world.receiver.answer = () => answered(503);
    await scene.send(scene.callback('Before'));
    await eraseCallbacks(table, scene.partnerId, scene.customerId);
    scene.world.receiver.answer = () => answered(200);
    scene.world.clock.pass(hour);
    await scene.world.settle();
    expect(scene.world.receiver.messages).toHaveLength(1);
    expect(await scene.stored()).toMatchObject({ state: 'given_up' });
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...keys.customer(scene.partnerId, scene.customerId) },
        UpdateExpression: 'SET #status = :erased',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':erased': 'erased' },
      }),
    );
    scene.world.receiver.answer = () => answered(503);
    expect(await scene.send(scene.callback('After'))).toBe(0);
    expect(await itemsOf(scene)).toEqual([]);
  });
});
