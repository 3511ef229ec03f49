import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sizeNames } from '../../lambdas/domain/size.ts';
import { readSlots } from '../../lambdas/store/instances/slots.ts';
import type { Reply } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';
import { SlotsScene } from './slots-scene.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

it.each(sizeNames)('slots of a partner of the size %s are counted in one item', async (size) => {
  const scene = await SlotsScene.start(table, size);
  const { partnerId } = scene.world.partner;
  const [first] = [await scene.take(), await scene.take(), await scene.take()];
  expect(await readSlots(table, partnerId)).toEqual({ limit: null, taken: 3 });
  await scene.free(first ?? '');
  await scene.limit(2);
  expect(await readSlots(table, partnerId)).toEqual({ limit: 2, taken: 2 });
});

it.each(sizeNames)('of 50 creations at once with a limit of 10, 10 get a slot, by the size %s', async (size) => {
  const scene = await SlotsScene.start(table, size);
  await scene.limit(10);
  /** A partner repeats a call that met too many others. */
  const create = async (key: string): Promise<Reply> => {
    const reply = await scene.create(key);
    return reply.status === 503 ? create(key) : reply;
  };
  const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => create(`creation-${index}`)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
  const refused = replies.filter(({ status }) => status !== 201).map(({ body }) => body['error']);
  expect(refused).toHaveLength(40);
  for (const error of refused) {
    expect(error).toMatchObject({ code: 'slot_limit_reached', details: { limit: 10, occupied: 10 } });
  }
  expect(await scene.held()).toHaveLength(10);
  expect(await readSlots(table, scene.world.partner.partnerId)).toEqual({ limit: 10, taken: 10 });
  // Calls at the same time write their notifications in any order.
  expect((await scene.notified()).toSorted()).toEqual(['critical: 10 of 10', 'warning: 8 of 10']);
});

it('of two links at once for an inactive instance with one free slot, both are made, and the slot is taken once', async () => {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const meddled = interposed(table, async (command, send) => {
    const act = command instanceof GetCommand && command.input.Key?.['sk'] === 'SLOTS' ? meanwhile : null;
    if (act !== null) {
      meanwhile = null;
      await act();
    }
    return send();
  });
  const scene = await SlotsScene.start(meddled);
  await scene.limit(1);
  const instance = (await scene.take()) ?? '';
  await scene.free(instance);
  const statuses: number[] = [];
  meanwhile = async () => statuses.push((await scene.connectAgain(instance)).status);
  statuses.push((await scene.connectAgain(instance)).status);
  expect(statuses).toEqual([201, 201]);
  expect(await readSlots(table, scene.world.partner.partnerId)).toEqual({ limit: 1, taken: 1 });
});
