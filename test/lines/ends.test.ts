import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { optionalEventTypes, type OptionalEventType } from '../../lambdas/domain/event.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { giveToken } from '../../tools/harness/expiring-token.ts';
import { freshId, TemplateScene } from '../../tools/harness/template-scene.ts';
import { eventsOf, subscribe } from '../../tools/harness/event-bodies.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

const day = 24 * 60 * 60_000;

interface Line {
  readonly scene: TemplateScene;
  readonly instanceId: string;
  readonly customerId: string;
}

const newLine = async (...types: readonly OptionalEventType[]): Promise<Line> => {
  const scene = await TemplateScene.start(scenery);
  const instanceId = await scene.connectedInstance(freshId());
  await subscribe(scenery.table, scene.partnerId, ...types);
  const { instance } = await scene.instance(instanceId);
  return { scene, instanceId, customerId: instance.partner_customer_id };
};

const command = async ({ scene }: Line, route: string, body: Readonly<Record<string, unknown>>): Promise<number> =>
  (await scene.service.call('POST', { body: { route, ...body } })).status;

describe('the event of a deactivation', () => {
  test('has the reason, the state before and the released slot, and stands in the history entry of its commit', async () => {
    const line = await newLine(...optionalEventTypes);
    const { scene, instanceId, customerId } = line;
    const given = { instance_id: instanceId, reason: 'Contract ended' };
    expect(await command(line, 'deactivate-partner-instance', given)).toBe(200);
    expect(await eventsOf(scenery.table, scene.partnerId, customerId)).toMatchObject([
      {
        type: 'service.partner.instance.deactivated',
        sequence: 1,
        data: {
          instance: { id: instanceId, status: 'inactive', slot_state: 'released', occupies_slot: false },
          previous: { status: 'connected', slot_state: 'occupied', occupies_slot: true },
          reason: 'Contract ended',
        },
      },
    ]);
    const history = await scene.query('get-partner-customer-history', { customer_id: customerId });
    expect(history.body['items']).toMatchObject([
      { event: 'instance_deactivated', origin: 'api', related: { instance_id: instanceId } },
      { event: 'instance_created' },
      { event: 'customer_created' },
    ]);
  });

  test('comes with the deactivation of its customer as well, once, however often that is repeated', async () => {
    const line = await newLine(...optionalEventTypes);
    const { scene, customerId } = line;
    for (let time = 0; time < 2; time += 1) {
      await command(line, 'deactivate-partner-customer', { customer_id: customerId });
    }
    const types = (await eventsOf(scenery.table, scene.partnerId, customerId)).map(({ type }) => type);
    expect(types).toEqual(['service.partner.instance.deactivated']);
  });

  test('is none without a subscription, and the history has its entry all the same', async () => {
    const line = await newLine('service.partner.instance.updated');
    const { scene, instanceId, customerId } = line;
    await command(line, 'deactivate-partner-instance', { instance_id: instanceId });
    expect(await eventsOf(scenery.table, scene.partnerId, customerId)).toEqual([]);
    const history = await scene.query('get-partner-customer-history', { customer_id: customerId, page_size: '1' });
    expect(history.body['items']).toMatchObject([{ event: 'instance_deactivated' }]);
  });
});

describe('the event of a token that expires', () => {
  test('comes 14, 7 and 1 days before, once each', async () => {
    const { scene, instanceId, customerId } = await newLine('service.partner.instance.updated');
    await giveToken(scene, instanceId, 16 * day);
    for (const passed of [3 * day, 6 * day, 0.5 * day, 6 * day]) {
      scenery.clock.pass(passed);
      await scene.settle();
    }
    const events = await eventsOf(scenery.table, scene.partnerId, customerId);
    expect(
      events.map(({ data }) => [
        data.changed_fields,
        data.previous?.['token_expires_within_days'],
        data.instance?.['token_expires_within_days'],
      ]),
    ).toEqual([
      [['token_expires_within_days'], null, 14],
      [['token_expires_within_days'], 14, 7],
      [['token_expires_within_days'], 7, 1],
    ]);
  });
});
