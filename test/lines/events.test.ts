import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { optionalEventTypes } from '../../lambdas/domain/event.ts';
import { eventsOf, subscribe, type EventBody } from '../../tools/harness/event-bodies.ts';
import { CorpusScene, corpusTime } from '../callbacks/corpus-scene.ts';

let scene: CorpusScene;
beforeAll(async () => {
  scene = await CorpusScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const waba = '310000000000101';

const change = (field: string, value: Readonly<Record<string, unknown>>): Promise<number> =>
  scene.send(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: waba, time: corpusTime / 1000 + 1, changes: [{ field, value }] }],
    }),
  );

const bodies = async (): Promise<readonly EventBody[]> => {
  const { instance } = await scene.record('line');
  return eventsOf(scene.deps.table, scene.partnerId, instance.partner_customer_id);
};

const lose = async (): Promise<void> => {
  scene.expire('line');
  await scene.read();
};

const regain = async (): Promise<void> => {
  scene.platform.refusals.clear();
  await scene.read();
};

describe('the events of a line', () => {
  test('tell a subscriber that it broke and came back, in the order of its customer', async () => {
    await subscribe(scene.deps.table, scene.partnerId, ...optionalEventTypes);
    const { instance } = await scene.record('line');
    await lose();
    await regain();
    expect(await bodies()).toMatchObject([
      {
        type: 'service.partner.instance.reconnect_required',
        sequence: 1,
        subject: {
          customer_id: instance.partner_customer_id,
          external_customer_id: expect.any(String) as unknown,
          instance_id: instance.id,
        },
        data: {
          instance: {
            id: instance.id,
            instance_key: 'line',
            partner_customer_id: instance.partner_customer_id,
            status: 'reconnect_required',
            last_error: { code: 'token_invalid_190' },
          },
          previous: { status: 'connected' },
          changed_fields: ['status'],
          reason: expect.any(String) as unknown,
        },
      },
      {
        type: 'service.partner.instance.connected',
        sequence: 2,
        data: {
          instance: { id: instance.id, status: 'connected', last_error: null },
          previous: { status: 'reconnect_required' },
          reason: null,
        },
      },
    ]);
  });

  test('are sent only to who asked for their type', async () => {
    await lose();
    await regain();
    await subscribe(scene.deps.table, scene.partnerId, 'service.partner.instance.deactivated');
    await lose();
    await regain();
    expect(await bodies()).toEqual([]);
  });

  test('tell a change that the platform called back, with the values before', async () => {
    await subscribe(scene.deps.table, scene.partnerId, 'service.partner.instance.updated');
    await change('account_update', {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [
        { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: corpusTime / 1000 + 86_400 },
      ],
    });
    const events = await bodies();
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    const { instance } = await scene.record('line');
    expect(events.filter(({ data }) => data.instance?.['id'] === instance.id)).toMatchObject([
      {
        type: 'service.partner.instance.updated',
        data: {
          instance: { status: 'degraded' },
          previous: { status: 'connected' },
          changed_fields: ['status', 'can_send_message'],
        },
      },
    ]);
  });

  test('tell a username that the platform approved', async () => {
    await subscribe(scene.deps.table, scene.partnerId, 'service.partner.instance.updated');
    const approved = { display_phone_number: '15550001234', username: 'blueheron', status: 'approved' };
    await change('business_username_updates', approved);
    scene.answerWith('line', { username: 'blueheron' });
    await scene.read();
    expect(await bodies()).toMatchObject([
      {
        type: 'service.partner.instance.updated',
        data: { instance: { username: 'blueheron' }, previous: { username: null }, changed_fields: ['username'] },
      },
    ]);
  });

  test('are none when the partner has ended its subscription', async () => {
    await subscribe(scene.deps.table, scene.partnerId, ...optionalEventTypes);
    await lose();
    await subscribe(scene.deps.table, scene.partnerId);
    await regain();
    expect((await bodies()).map(({ type }) => type)).toEqual(['service.partner.instance.reconnect_required']);
  });
});
