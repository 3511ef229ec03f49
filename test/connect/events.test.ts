import { describe, expect, test } from '@jest/globals';
import { optionalEventTypes } from '../../lambdas/domain/event.ts';
import { z } from 'zod';
import type { Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { dueHints } from '../../tools/harness/due-hints.ts';
import { eventsOf, subscribe, type EventBody } from '../../tools/harness/event-bodies.ts';
import { interposed } from '../interposed-table.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const bodies = (): Promise<readonly EventBody[]> => eventsOf(scenery.table, scene.partnerId, scene.customerId);
const ended = 'service.partner.connect_session.ended';
const hour = 60 * 60_000;

describe('the events of a connect session', () => {
  test('tell that the line was connected, and then that the session was completed', async () => {
    await subscribe(scenery.table, scene.partnerId, ...optionalEventTypes);
    const link = await scene.newInstance();
    await scene.connect(link);
    expect(await bodies()).toMatchObject([
      {
        type: 'service.partner.instance.connected',
        sequence: 1,
        data: {
          instance: { id: link.instanceId, status: 'connected', slot_state: 'occupied' },
          previous: { status: 'connecting', slot_state: 'reserved', connected_at: null },
          reason: null,
        },
      },
      {
        type: ended,
        sequence: 2,
        data: {
          session: { id: link.sessionId, instance_id: link.instanceId, status: 'completed', error: null },
          previous: { status: 'in_progress' },
          changed_fields: ['status'],
        },
      },
    ]);
    expect(await scene.timesConnected(link)).toBe(1);
  });

  test('tell a failure with its reason, and a cancellation', async () => {
    await subscribe(scenery.table, scene.partnerId, ended);
    const failing = await scene.newInstance();
    const code = await scene.signUp(failing);
    await scenery.control({ debug_token: { target_ids: false } });
    await scene.comeBack(failing, code);
    await scenery.control({ clear: true });
    const cancelled = await scene.newInstance();
    await scene.press(cancelled, 'cancel');
    expect(await bodies()).toMatchObject([
      {
        type: ended,
        data: {
          session: { id: failing.sessionId, status: 'failed', error: { code: 'waba_not_shared' } },
          reason: expect.any(String) as unknown,
        },
      },
      {
        type: ended,
        data: { session: { id: cancelled.sessionId, status: 'cancelled' }, previous: { status: 'open' } },
      },
    ]);
  });

  test('tell that a link expired, when it does', async () => {
    await subscribe(scenery.table, scene.partnerId, ended);
    const link = await scene.newInstance();
    await scene.resume(link);
    expect(await bodies()).toEqual([]);
    scenery.clock.pass(24 * hour);
    await scene.resume(link);
    await scene.resume(link);
    expect(await bodies()).toMatchObject([
      { type: ended, data: { session: { id: link.sessionId, status: 'expired' }, previous: { status: 'open' } } },
    ]);
  });

  test('tell the target of a merge that a link expired, when the merge comes between', async () => {
    await subscribe(scenery.table, scene.partnerId, ended);
    const link = await scene.newInstance();
    scenery.clock.pass(24 * hour);
    const call = async (body: Readonly<Record<string, unknown>>) => (await scene.service.call('POST', { body })).body;
    const customer = await call({
      route: 'upsert-partner-customer',
      external_customer_id: 'target',
      customer_name: 'Target',
    });
    const { customer_id: target } = z.object({ customer_id: z.string() }).parse(customer['customer']);
    let isMerged = false;
    const between = interposed(scenery.table, async (command, send) => {
      const answer = await send();
      if (isMerged || !JSON.stringify(command.input).includes('#MERGE"')) return answer;
      isMerged = true;
      await call({
        route: 'merge-partner-customers',
        source_customer_id: scene.customerId,
        target_customer_id: target,
      });
      return answer;
    });
    await scene.resume(link, { ...scene.deps, table: between });
    expect(isMerged).toBe(true);
    expect(await bodies()).toEqual([]);
    expect(await eventsOf(scenery.table, scene.partnerId, target)).toMatchObject([
      { type: 'service.partner.customer.merged' },
      { type: ended, data: { session: { id: link.sessionId, status: 'expired' } } },
    ]);
  });

  test('are none without a subscription, whose links are no work that waits', async () => {
    const link = await scene.newInstance();
    scenery.clock.pass(24 * hour);
    const hints = await dueHints(scenery.table, 'lifecycle', scenery.clock.now());
    expect(hints.filter(({ sk }) => sk === `S#${link.sessionId}`)).toEqual([]);
    await scene.resume(link);
    await scene.press(await scene.newInstance(), 'cancel');
    await scene.connect(await scene.newInstance());
    expect(await bodies()).toEqual([]);
  });
});
