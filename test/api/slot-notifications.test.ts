import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;
let world: World;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const told = async (): Promise<readonly string[]> => {
  const bearer = await world.partner.member('viewer');
  const reply = await world.call('GET', { bearer, query: { route: 'list-partner-notifications' } });
  return z
    .array(z.object({ body: z.string() }))
    .parse(reply.body['items'])
    .map(({ body }) => body);
};
const limit = (slots: number): Promise<unknown> =>
  world.operate('partners slot-limit', { partner_id: world.partner.partnerId, slot_limit: slots });

test('members are notified once when nine of ten slots are taken, whoever takes the ninth', async () => {
  world = await startWorld(table);
  await limit(20);
  const customer = await world.customer('c');
  for (let number = 0; number < 17; number += 1) await world.instance(customer, `line-${number}`);
  expect(await told()).toEqual([]);
  const made = await Promise.all(['a', 'b', 'c'].map((key) => world.instance(customer, key)));
  expect(made.filter((id) => id !== '')).toHaveLength(3);
  expect(await told()).toHaveLength(1);
  expect((await told())[0]).toMatch(/^(18|19|20) of 20 slots are taken\./);
  await limit(22);
  await world.instance(customer, 'd');
  expect(await told()).toHaveLength(2);
});

test('members of a partner without a limit are not notified', async () => {
  world = await startWorld(table);
  await world.instance(await world.customer('c'), 'line');
  expect(await told()).toEqual([]);
});
