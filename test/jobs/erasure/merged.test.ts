import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { foundIn, tableTexts } from '../../../tools/harness/traces.ts';
import { plantInstances } from '../../../tools/harness/plant-instances.ts';
import { withErasureScene, type ErasureScene } from './scene.ts';

let table: TestTable;
let scene: ErasureScene;
withErasureScene((...started) => {
  [scene, table] = started;
});

const named = async (externalId: string, name: string): Promise<string> => {
  const { body } = await scene.command('POST', 'upsert-partner-customer', {
    external_customer_id: externalId,
    customer_name: name,
    customer_email: `${externalId}@person.example`,
  });
  return z.object({ customer: z.object({ customer_id: z.string() }) }).parse(body).customer.customer_id;
};

const merge = async (source: string, target: string) => {
  const body = { source_customer_id: source, target_customer_id: target, reason: 'the same person' };
  return (await scene.command('POST', 'merge-partner-customers', body)).status;
};

const listed = async () => {
  const all = { include_merged: 'true', include_erased: 'true', page_size: '200' };
  const { body } = await scene.query('list-partner-customers', all);
  const item = z.object({ customer_id: z.string(), customer_name: z.string(), status: z.string() });
  return new Map(
    z
      .object({ items: z.array(item) })
      .parse(body)
      .items.map((one) => [one.customer_id, one]),
  );
};

const operatorOn = (customerId: string) => ({ partner_id: scene.partner.partnerId, customer_id: customerId });

const actions = z.object({
  entries: z.array(z.object({ action: z.string(), subject: z.record(z.string(), z.string()) })),
});
const audited = async (action: string): Promise<readonly (string | undefined)[]> => {
  const { entries } = actions.parse(await scene.operate('audit list', { partner_id: scene.partner.partnerId }));
  return entries.filter((entry) => entry.action === action).map(({ subject }) => subject['customer_id']);
};

describe('the erasure of a customer that others were merged into', () => {
  it('erases them with it, also those merged into them, and leaves none of their data', async () => {
    const people = ['Aurelia Blackmarsh', 'Bernard Coldwater', 'Cecily Dunharrow', 'Dorothea Emberley'] as const;
    const [first, second, target, beside] = [
      await named('chain-a', people[0]),
      await named('chain-b', people[1]),
      await named('chain-c', people[2]),
      await named('chain-d', people[3]),
    ];
    const merges = [await merge(first, second), await merge(second, target), await merge(beside, target)];
    expect(merges).toEqual([200, 200, 200]);
    expect(foundIn(people, await tableTexts(table)).toSorted()).toEqual([...people].toSorted());
    const mergedAnswer = z.object({
      customers: z.array(z.object({ customer_name: z.string() })),
      is_whole: z.literal(true),
    });
    const { customers: previewed } = mergedAnswer.parse(await scene.operate('customers merged', operatorOn(target)));
    expect(previewed.map(({ customer_name: name }) => name)).toEqual([people[1], people[3], people[0]]);
    await scene.erase(target);
    await scene.finish(target);
    const customers = await listed();
    expect([first, second, target, beside].map((id) => customers.get(id))).toEqual(
      [first, second, target, beside].map((id) => ({
        customer_id: id,
        customer_name: 'Erased customer',
        status: 'erased',
      })),
    );
    expect(foundIn([...people, '@person.example'], await tableTexts(table))).toEqual([]);
    expect((await audited('customer erased')).toSorted()).toEqual([first, second, target, beside].toSorted());
    expect(await scene.operate('customers erasure', operatorOn(target))).toMatchObject({
      erasure: { erased: { customers: 2 } },
    });
  });

  it('ends only after the customers merged into it, and erases what former owners of their lines know', async () => {
    const [former, source, target] = [
      await named('owner-f', 'Former owner'),
      await named('owner-s', 'Sybil Fenwick'),
      await named('owner-t', 'Tobias Garland'),
    ];
    const line = await scene.instance(former, 'fenwick-private-line');
    await scene.command('PATCH', 'update-partner-instance-label', { instance_id: line, instance_name: "Sybil's line" });
    const move = { instance_id: line, target_customer_id: source, reason: 'Fenwick asked for it' };
    expect((await scene.command('POST', 'move-partner-instance-to-customer', move)).status).toBe(200);
    expect(await merge(source, target)).toBe(200);
    await scene.erase(target);
    await scene.finish(target);
    expect((await listed()).get(former)).toMatchObject({ status: 'active', customer_name: 'Former owner' });
    const texts = ['fenwick-private-line', "Sybil's line", 'Fenwick', 'Garland'];
    expect(foundIn(texts, await tableTexts(table))).toEqual([]);
  });

  it('waits for a merge that moves lines in the background', async () => {
    const [source, target] = [await named('slow-s', 'Gideon Harrowgate'), await named('slow-t', 'Hester Ironside')];
    await plantInstances(table, scene.partner.partnerId, source, 25);
    expect(await merge(source, target)).toBe(202);
    await scene.erase(target);
    await scene.finish(target);
    const customers = await listed();
    expect([customers.get(source)?.status, customers.get(target)?.status]).toEqual(['erased', 'erased']);
    expect(foundIn(['Harrowgate', 'Ironside'], await tableTexts(table))).toEqual([]);
  });

  it('refuses a merge into it, or into a customer that was merged into it, while it runs', async () => {
    const [source, target, late] = [
      await named('late-s', 'Source'),
      await named('late-t', 'Target'),
      await named('late-l', 'Late'),
    ];
    await merge(source, target);
    await scene.erase(target);
    await scene.step();
    expect([await merge(late, target), await merge(late, source)]).toEqual([409, 409]);
    await scene.finish(target);
    expect((await listed()).get(late)?.status).toBe('active');
  });

  it('fails with one of them, and a retry continues with it', async () => {
    const [source, target] = [await named('stuck-s', 'Ida Jessop'), await named('stuck-t', 'Jonas Kettleburn')];
    await merge(source, target);
    const { index } = scene.deps;
    const range: typeof index.range = (partition, ...rest) =>
      partition.includes(source) ? Promise.reject(new Error('down')) : index.range(partition, ...rest);
    const get: typeof index.get = (partition, ...rest) =>
      partition.includes(source) ? Promise.reject(new Error('down')) : index.get(partition, ...rest);
    const broken = { ...scene.deps, index: { ...index, range, get } };
    await scene.erase(target);
    for (let round = 0; round < 50; round += 1) {
      await scene.step(broken).catch(() => undefined);
      scene.clock.pass(10 * 60_000);
    }
    expect(await scene.operate('customers erasure', operatorOn(target))).toMatchObject({
      status: 'erasure_failed',
      erasure: { state: 'failed', customers_failed: 1, instances_failed: 0 },
    });
    expect((await listed()).get(source)?.status).toBe('erasure_failed');
    await scene.operate('customers retry-erasure', operatorOn(target));
    await scene.finish(target);
    const customers = await listed();
    expect([customers.get(source)?.status, customers.get(target)?.status]).toEqual(['erased', 'erased']);
    expect(foundIn(['Jessop', 'Kettleburn'], await tableTexts(table))).toEqual([]);
  });
});
