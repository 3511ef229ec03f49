import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { SlotsScene } from './slots-scene.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const times = async (count: number, act: () => Promise<unknown>): Promise<void> => {
  for (let time = 0; time < count; time += 1) await act();
};

describe('members', () => {
  it('are notified at 80 % and at 100 % of the limit, each once, whoever takes the slot', async () => {
    const scene = await SlotsScene.start(table);
    await scene.limit(10);
    await times(7, () => scene.take());
    expect(await scene.notified()).toEqual([]);
    await Promise.all(Array.from({ length: 6 }, () => scene.take()));
    // Calls at the same time write their notifications in any order.
    expect((await scene.notified()).toSorted()).toEqual(['critical: 10 of 10', 'warning: 8 of 10']);
    expect(await scene.take()).toBeNull();
    expect(await scene.notified()).toHaveLength(2);
  });

  it('are notified again when use has fallen below the level and reaches it again', async () => {
    const scene = await SlotsScene.start(table);
    await scene.take();
    await scene.limit(5);
    const [, , fourth, fifth] = [await scene.take(), await scene.take(), await scene.take(), await scene.take()];
    const first = ['warning: 4 of 5', 'critical: 5 of 5'];
    expect(await scene.notified()).toEqual(first);
    await scene.free(fifth ?? '');
    await scene.take();
    expect(await scene.notified()).toEqual([...first, 'critical: 5 of 5']);
    await scene.limit(6);
    await scene.free(fourth ?? '');
    await scene.take();
    expect(await scene.notified()).toEqual([...first, 'critical: 5 of 5', 'warning: 5 of 6', 'warning: 5 of 6']);
  });

  it('are notified when the operator lowers the limit below use, which takes no instance away and refuses new ones', async () => {
    const scene = await SlotsScene.start(table);
    await scene.take();
    const [away] = [await scene.take(), await scene.take(), await scene.take()];
    await scene.free(away ?? '');
    await times(2, () => scene.take());
    await scene.limit(3);
    await scene.limit(3);
    expect(await scene.notified()).toEqual(['critical: 5 of 3']);
    const refusal = {
      status: 409,
      body: { error: { code: 'slot_limit_reached', details: { limit: 3, occupied: 5 } } },
    };
    expect(await scene.create()).toMatchObject(refusal);
    expect(await scene.connectAgain(away ?? '')).toMatchObject(refusal);
    const { body } = await scene.world.query('list-partner-instances', {});
    expect(body['items']).toHaveLength(6);
    expect(JSON.stringify(body).match(/"occupies_slot":true/g)).toHaveLength(5);
    await scene.limit(null);
    expect(await scene.connectAgain(away ?? '')).toMatchObject({ status: 201 });
    expect(await scene.notified()).toHaveLength(1);
  });

  it('are notified once when a creation is repeated with its idempotency key', async () => {
    const scene = await SlotsScene.start(table);
    await scene.limit(1);
    const replies = [await scene.create('repeated'), await scene.create('repeated')];
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(await scene.notified()).toEqual(['critical: 1 of 1']);
  });
});

it('80 % of a limit are rounded up, and a limit below 5 has only the level of 100 %', async () => {
  const scene = await SlotsScene.start(table);
  await scene.limit(4);
  await times(4, () => scene.take());
  expect(await scene.notified()).toEqual(['critical: 4 of 4']);
  await scene.limit(6);
  await scene.take();
  expect(await scene.notified()).toEqual(['critical: 4 of 4', 'warning: 5 of 6']);
});
