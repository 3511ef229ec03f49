import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { findingLines } from '../../lambdas/events/relayed/line-of-number.ts';
import { instancesUnder } from '../../lambdas/store/instances/customer-instances.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { plantInstances } from '../../tools/harness/plant-instances.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { runMerge } from './run-merge.ts';

/** Two batches of a merge in the background. */
const count = 30;
const own = 2;

let table: TestTable;
let world: World;
beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table);
});
afterAll(() => table.stop());

interface Merging {
  readonly source: string;
  readonly target: string;
  /** The instances that the source had. */
  readonly ids: readonly string[];
}

/** Moves the first batch. */
const moveSome = async ({ source }: Merging): Promise<void> => {
  await runMerge(table, world, source, 0);
  const left = (await instancesUnder(table, world.partner.partnerId, source)).length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(count);
};

/** The source of the first merge is the source; its first target is merged into the target, too. */
const chained = async ({ target, ids }: Merging): Promise<Merging> => {
  const last = await world.customer(`${target}-last`);
  const merge = { source_customer_id: target, target_customer_id: last };
  expect((await world.command('POST', 'merge-partner-customers', merge)).status).toBe(202);
  return { source: target, target: last, ids };
};

let named = 0;
const begun = async (): Promise<Merging> => {
  named += 1;
  const [source, target] = [await world.customer(`${named}-source`), await world.customer(`${named}-target`)];
  const { partnerId } = world.partner;
  const ids = await plantInstances(table, partnerId, source, count);
  await plantInstances(table, partnerId, target, own);
  const merge = { source_customer_id: source, target_customer_id: target };
  expect((await world.command('POST', 'merge-partner-customers', merge)).status).toBe(202);
  return { source, target, ids };
};

const states: readonly (readonly [string, () => Promise<Merging>])[] = [
  ['when no instance was moved', begun],
  [
    'when some instances were moved',
    async () => {
      const merging = await begun();
      await moveSome(merging);
      return merging;
    },
  ],
  ['when its target was merged meanwhile', async () => chained(await begun())],
];

const detail = z.object({
  instance_count: z.int(),
  instances: z.array(z.unknown()),
  slot: z.object({ state: z.string(), occupied: z.int(), releasing: z.int() }),
  platform_risk: z.object({ level: z.string(), checked_at: z.nullable(z.string()) }),
});
const listed = z.object({ total: z.int(), items: z.array(z.looseObject({ id: z.string().optional() })) });
const customers = z.object({ items: z.array(z.object({ customer_id: z.string(), instance_count: z.int() })) });

const filters: readonly Readonly<Record<string, string>>[] = [{}, { status: 'created' }, { search: 'planted' }];

const read = async (route: string, query: Readonly<Record<string, string>>) => {
  const { status, body, text } = await world.query(route, query);
  if (status !== 200) throw new Error(text);
  return body;
};

describe.each(states)('a merge of many instances %s', (_, arrange) => {
  let merging: Merging;
  beforeAll(async () => {
    merging = await arrange();
  });
  const all = count + own;

  test.each([
    ['source', 0, 'free'],
    ['target', all, 'occupied'],
  ] as const)('get-partner-customer shows what the %s has', async (side, instances, state) => {
    const body = await read('get-partner-customer', { customer_id: merging[side] });
    const shown = detail.parse(body['customer']);
    expect(shown).toMatchObject({
      instance_count: instances,
      slot: { state, occupied: instances, releasing: 0 },
    });
    expect(shown.instances).toHaveLength(instances);
    if (side === 'source') expect(shown.platform_risk).toMatchObject({ level: 'unknown', checked_at: null });
  });

  test.each([
    ['source', 0],
    ['target', all],
  ] as const)('list-partner-instances has the instances of the %s', async (side, instances) => {
    const given = { customer_id: merging[side], page_size: '100' };
    for (const more of filters.slice(0, 2)) {
      const { total, items } = listed.parse(await read('list-partner-instances', { ...given, ...more }));
      expect([total, items.length]).toEqual([instances, instances]);
    }
  });

  test.each([
    ['source', 0],
    ['target', all],
  ] as const)('search-partner-instances finds the instances of the %s', async (side, instances) => {
    const given = { customer_id: merging[side], page_size: '100' };
    for (const more of filters) {
      const { total, items } = listed.parse(await read('search-partner-instances', { ...given, ...more }));
      expect([total, items.length]).toEqual([instances, instances]);
    }
  });

  test('a callback of a number of the source names the target', async () => {
    const [instance_id] = merging.ids;
    const Item = { ...keys.connectedNumber(`of ${instance_id}`), partner_id: world.partner.partnerId, instance_id };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    const line = await findingLines(table, () => 0)(`of ${instance_id}`);
    expect(line?.subject).toMatchObject({ customer_id: merging.target, instance_id });
  });

  test('list-partner-customers counts the instances at the target', async () => {
    const body = await read('list-partner-customers', { include_merged: 'true', page_size: '100' });
    const counts = new Map(
      customers.parse(body).items.map(({ customer_id: id, instance_count: instances }) => [id, instances]),
    );
    expect([counts.get(merging.source), counts.get(merging.target)]).toEqual([0, all]);
  });

  test('each instance names the target, and is none of the source in a search of events or health', async () => {
    for (const id of merging.ids) {
      const { body } = await world.query('get-partner-instance', { instance_id: id });
      expect(body['instance']).toMatchObject({ partner_customer_id: merging.target });
    }
    for (const route of ['get-partner-delivery-health', 'search-partner-delivery-events']) {
      for (const id of merging.ids.slice(0, 1)) {
        const verdicts = await Promise.all(
          [merging.source, merging.target].map((customer) =>
            world.query(route, { instance_id: id, customer_id: customer }),
          ),
        );
        expect(verdicts.map(({ status }) => status)).toEqual([404, 200]);
      }
    }
  });

  test('a deactivation of the source touches no instance', async () => {
    const { status, body } = await world.command('POST', 'deactivate-partner-customer', {
      customer_id: merging.source,
    });
    expect(status).toBe(200);
    expect(body['lifecycle']).toMatchObject({ status: 'already_inactive', total: 0, completed: 0, failed: 0 });
  });
});
