import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { dice } from '../../../tools/harness/dice.ts';
import type { TestPartner } from '../../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { failuresOf, importOf, importScene, type ImportScene } from './import-scene.ts';

let table: TestTable;
let scene: ImportScene;
let partner: TestPartner;

beforeAll(async () => {
  table = await startTestTable();
  scene = await importScene(table);
});
afterAll(() => table.stop());
beforeEach(async () => {
  partner = await scene.service.newPartner();
});

const row = (externalId: string, fields: object = {}) => ({
  external_customer_id: externalId,
  customer_name: `Customer ${externalId}`,
  ...fields,
});
const rows = (count: number, from = 0) => Array.from({ length: count }, (_, at) => row(`row-${from + at}`));

const customerAnswer = z.object({
  customer: z.looseObject({
    customer_id: z.string(),
    customer_name: z.string(),
    customer_email: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    history: z.array(z.object({ event: z.string(), origin: z.string(), request_id: z.string() })),
  }),
});
const customerOf = async (externalId: string) => {
  const query = { route: 'get-partner-customer', external_customer_id: externalId };
  const reply = await scene.service.call('GET', { bearer: partner.apiKey, query });
  return customerAnswer.parse(reply.body).customer;
};
const listed = async (): Promise<number> => {
  const query = { route: 'list-partner-customers' };
  const reply = await scene.service.call('GET', { bearer: partner.apiKey, query });
  return z.object({ total: z.int() }).parse(reply.body).total;
};

describe('an import of customers', () => {
  test('creates, updates and leaves customers as single upserts would, with their history and events', async () => {
    await scene.upsert(partner, row('known', { customer_email: 'a@example.com', metadata: { a: 1 } }));
    await scene.upsert(partner, row('same'));
    scene.clock.pass(1_000);
    const accepted = await scene.send(partner, [
      row('new', { customer_phone: ' +49 30 1234567 ', metadata: { tier: 'gold' } }),
      row('known', { customer_email: null }),
      row('same'),
    ]);
    expect(accepted.status).toBe(202);
    const running = importOf(accepted);
    expect(running).toMatchObject({ status: 'running', total: 3, created: 0, failed: 0, finished_at: null });
    expect(await listed()).toBe(2);
    scene.clock.pass(1_000);
    await scene.work(partner);
    const ended = importOf(await scene.read(partner, running.id));
    const { finished_at: end } = ended;
    const counts = { created: 1, updated: 1, unchanged: 1, failed: 0 };
    expect(ended).toEqual({ ...running, ...counts, status: 'completed', finished_at: end });
    expect(Date.parse(end ?? '')).toBeGreaterThan(Date.parse(running.started_at));

    const made = await customerOf('new');
    expect(made).toMatchObject({ customer_phone: '+49 30 1234567', metadata: { tier: 'gold' }, status: 'active' });
    expect(made.history).toMatchObject([
      { event: 'customer_created', origin: 'api', request_id: accepted.headers['x-request-id'] },
    ]);
    const changed = await customerOf('known');
    expect(changed).toMatchObject({ customer_email: null, metadata: { a: 1 } });
    expect(changed.history.map(({ event }) => event)).toEqual(['customer_updated', 'customer_created']);
    expect((await customerOf('same')).history).toHaveLength(1);
    expect(await listed()).toBe(3);
  });

  test('counts each new customer once for usage, however its rows are divided', async () => {
    await scene.upsert(partner, row('row-1'));
    await scene.imported(partner, [...rows(60), row('row-2', { customer_name: 'Again' })]);
    await scene.imported(partner, rows(30, 40));
    const usage = { route: 'get-partner-usage' };
    const reply = await scene.service.call('GET', { bearer: partner.apiKey, query: usage });
    expect(reply.body['usage']).toMatchObject({ totals: { customers_active: 70 } });
    expect(await listed()).toBe(70);
  });

  test('reports each row that fails with its index, its code and its details', async () => {
    await scene.upsert(partner, row('source'));
    await scene.upsert(partner, row('between'));
    await scene.upsert(partner, row('target'));
    const { customer_id: source } = await customerOf('source');
    const { customer_id: between } = await customerOf('between');
    const { customer_id: target } = await customerOf('target');
    for (const [source_customer_id, target_customer_id] of [
      [source, between],
      [between, target],
    ]) {
      await scene.service.call('POST', {
        bearer: partner.apiKey,
        body: { route: 'merge-partner-customers', source_customer_id, target_customer_id },
      });
    }
    const accepted = await scene.send(partner, [
      row('fine'),
      'no object',
      row('source'),
      row('short', { customer_name: 'x', customer_email: 'nobody' }),
      { customer_name: 'Nameless' },
      row('foreign', { partner_id: 'b0d5c0a8-7b1e-7000-8000-000000000000' }),
    ]);
    expect(importOf(accepted)).toMatchObject({ status: 'running', total: 6, failed: 4 });
    await scene.work(partner);
    const reply = await scene.read(partner, importOf(accepted).id);
    expect(importOf(reply)).toMatchObject({ status: 'completed', created: 1, updated: 0, unchanged: 0, failed: 5 });
    const { total, items } = failuresOf(reply);
    expect(total).toBe(5);
    expect(items).toMatchObject([
      { index: 1, external_customer_id: null, code: 'validation_failed', details: [{ path: '', rule: 'type' }] },
      { index: 2, external_customer_id: 'source', code: 'customer_merged', details: { merged_into: target } },
      {
        index: 3,
        external_customer_id: 'short',
        code: 'validation_failed',
        details: [{ path: 'customer_name' }, { path: 'customer_email' }],
      },
      { index: 4, external_customer_id: null, code: 'validation_failed', details: [{ path: 'external_customer_id' }] },
      { index: 5, external_customer_id: 'foreign', code: 'validation_failed', details: [{ path: 'partner_id' }] },
    ]);
    const second = failuresOf(await scene.read(partner, importOf(accepted).id, { page: '2', page_size: '2' }));
    expect(second.items.map(({ index }) => index)).toEqual([3, 4]);
    expect(second.total).toBe(5);
  });

  test('carries out the rows of one customer in their order', async () => {
    const mixed = rows(40).flatMap((one, at) =>
      at % 10 === 0 ? [one, row('often', { customer_name: `Name ${at}` })] : [one],
    );
    const ended = await scene.imported(partner, mixed);
    expect(ended).toMatchObject({ status: 'completed', total: 44, created: 41, updated: 3, unchanged: 0, failed: 0 });
    const often = await customerOf('often');
    expect(often.customer_name).toBe('Name 30');
    expect(often.history).toHaveLength(4);
  });

  test('carries out 100 rows of one customer in their order', async () => {
    const same = Array.from({ length: 100 }, (_, at) => row('one', { metadata: { at } }));
    expect(await scene.imported(partner, same)).toMatchObject({ created: 1, updated: 99 });
    expect((await customerOf('one')).metadata).toEqual({ at: 99 });
  });

  test('carries out imports in the order in which they were accepted', async () => {
    for (const name of ['First', 'Second', 'Third']) {
      await scene.send(partner, [row('x', { customer_name: name }), ...rows(3)]);
      scene.clock.pass(1);
    }
    await scene.work(partner);
    expect((await customerOf('x')).customer_name).toBe('Third');
  });

  test('is accepted once under an idempotency key', async () => {
    const key = 'import-key-0001';
    const first = await scene.send(partner, rows(2), key);
    const again = await scene.send(partner, rows(2), key);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await scene.send(partner, rows(3), key)).status).toBe(409);
    await scene.work(partner);
    expect(await listed()).toBe(2);
    expect((await scene.send(partner, rows(2), key)).text).toBe(first.text);
  });

  test('is refused with no rows, with too many, or with a large body', async () => {
    const ruleOf = async (customers: unknown[]) => (await scene.send(partner, customers)).status;
    expect(await ruleOf([])).toBe(400);
    expect(await ruleOf(Array<unknown>(1_001).fill({}))).toBe(400);
    const large = Array.from({ length: 150 }, (_, at) => row(`l-${at}`, { metadata: { text: 'x'.repeat(8_000) } }));
    expect(await ruleOf(large)).toBe(413);
  });

  test('of 1,000 rows that do not compress fits into one commit', async () => {
    const chance = dice(1);
    const random = () => Array.from({ length: 60 }, () => String.fromCodePoint(0x4e00 + Math.floor(chance() * 20_000)));
    const long = Array.from({ length: 1_000 }, (_, at) => row(`${at}-${random().join('')}`, { customer_phone: '1' }));
    const many = Array.from({ length: 1_000 }, (_, at) => row(`m-${at}`, { metadata: { text: random().join('') } }));
    expect(importOf(await scene.send(partner, long))).toMatchObject({ failed: 1_000 });
    const { id } = importOf(await scene.send(partner, many));
    await scene.work(partner);
    expect(importOf(await scene.read(partner, id))).toMatchObject({ status: 'completed', created: 1_000 });
  });

  test('of another partner is not found', async () => {
    const { id } = importOf(await scene.send(partner, rows(1)));
    const other = await scene.service.newPartner();
    expect((await scene.read(other, id)).status).toBe(404);
  });
});
