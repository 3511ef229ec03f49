import { describe, expect, it } from '@jest/globals';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { withService } from './suite-service.ts';

let service: TestService;
withService({}, (started) => {
  service = started;
});

const upsert = (body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Reply> =>
  service.call('POST', { body: { route: 'upsert-partner-customer', customer_name: 'Acme Ltd', ...body }, headers });
const get = (query: Record<string, string>): Promise<Reply> =>
  service.call('GET', { query: { route: 'get-partner-customer', ...query } });
const update = (body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Reply> =>
  service.call('PATCH', { body: { route: 'update-partner-customer', ...body }, headers });
const history = (query: Record<string, string>): Promise<Reply> =>
  service.call('GET', { query: { route: 'get-partner-customer-history', ...query } });

const customerOf = (reply: Reply): Record<string, unknown> => Object(reply.body['customer']) as Record<string, unknown>;

describe('upsert-partner-customer', () => {
  it('creates with 201, and updates with 200', async () => {
    const created = await upsert({
      external_customer_id: 'up-1',
      customer_email: 'a@b.example',
      metadata: { plan: 'gold' },
    });
    expect(created.status).toBe(201);
    expect(customerOf(created)).toMatchObject({
      external_customer_id: 'up-1',
      customer_name: 'Acme Ltd',
      customer_email: 'a@b.example',
      customer_phone: null,
      metadata: { plan: 'gold' },
      status: 'active',
      instance_count: 0,
    });
    const renamed = await upsert({ external_customer_id: 'up-1', customer_name: 'Acme GmbH', customer_email: '' });
    expect(renamed.status).toBe(200);
    expect(customerOf(renamed)).toMatchObject({
      customer_id: customerOf(created)['customer_id'],
      customer_name: 'Acme GmbH',
      customer_email: null,
      metadata: { plan: 'gold' },
    });
    expect(String(customerOf(renamed)['updated_at']) > String(customerOf(created)['updated_at'])).toBe(true);
  });

  it('writes nothing when nothing changes', async () => {
    const first = await upsert({ external_customer_id: 'up-2' });
    const second = await upsert({ external_customer_id: 'up-2' });
    expect(second.status).toBe(200);
    expect(customerOf(second)).toEqual(customerOf(first));
    const { body } = await history({ external_customer_id: 'up-2' });
    expect(body['total']).toBe(1);
  });

  it('names the field and the rule of bad input', async () => {
    const reply = await upsert({
      external_customer_id: '',
      customer_email: 'nobody',
      customer_phone: '1',
      metadata: null,
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      error: {
        code: 'validation_failed',
        details: [
          { path: 'external_customer_id', rule: 'minimum' },
          { path: 'customer_email', rule: 'format' },
          { path: 'customer_phone', rule: 'minimum' },
          { path: 'metadata', rule: 'type' },
        ],
      },
    });
  });

  it('counts characters as code points', async () => {
    expect((await upsert({ external_customer_id: 'up-3', customer_name: '😀'.repeat(200) })).status).toBe(201);
    expect((await upsert({ external_customer_id: 'up-3', customer_name: '😀'.repeat(201) })).status).toBe(400);
  });

  it('creates one customer for a hundred concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => upsert({ external_customer_id: 'up-race' })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map((reply) => customerOf(reply)['customer_id'])).size).toBe(1);
    expect((await history({ external_customer_id: 'up-race' })).body['total']).toBe(1);
  });
});

describe('idempotency', () => {
  it('executes a hundred equal calls with one key once, and gives each the same bytes', async () => {
    const calls = Array.from({ length: 100 }, () =>
      upsert({ external_customer_id: 'idem-1' }, { 'idempotency-key': 'key-one-0001' }),
    );
    const replies = await Promise.all(calls);
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(99);
  });

  it('refuses the key with other parameters', async () => {
    await upsert({ external_customer_id: 'idem-2' }, { 'idempotency-key': 'key-two-0001' });
    const other = await upsert({ external_customer_id: 'idem-3' }, { 'idempotency-key': 'key-two-0001' });
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ error: { code: 'idempotency_key_reused' } });
    expect((await get({ external_customer_id: 'idem-3' })).status).toBe(404);
  });

  it('replays a refusal that depended on the state', async () => {
    const key = { 'idempotency-key': 'key-three-01' };
    const body = { external_customer_id: 'idem-4', changes: { customer_name: 'New name' } };
    expect((await update(body, key)).status).toBe(404);
    await upsert({ external_customer_id: 'idem-4' });
    const again = await update(body, key);
    expect(again.status).toBe(404);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

describe('update-partner-customer', () => {
  it('lets exactly one of a hundred updates with the same expected_updated_at succeed', async () => {
    const created = customerOf(await upsert({ external_customer_id: 'race-1' }));
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        update({
          customer_id: created['customer_id'],
          changes: { customer_name: `Name ${index}` },
          expected_updated_at: created['updated_at'],
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => JSON.stringify(body).includes('"stale_update"'))).toHaveLength(99);
    expect((await history({ external_customer_id: 'race-1' })).body['total']).toBe(2);
  });

  it('accepts the flat form, and refuses it together with changes', async () => {
    await upsert({ external_customer_id: 'flat-1' });
    const flat = await update({ external_customer_id: 'flat-1', customer_phone: '+44 20 7946 0000', reason: 'asked' });
    expect(flat.status).toBe(200);
    expect(customerOf(flat)['customer_phone']).toBe('+44 20 7946 0000');
    for (const body of [
      { external_customer_id: 'flat-1', customer_name: 'Xy', changes: { customer_name: 'Yz' } },
      { external_customer_id: 'flat-1', changes: {} },
      { external_customer_id: 'flat-1' },
      { changes: { customer_name: 'Yz' } },
      { external_customer_id: 'flat-1', changes: { customer_name: 'Yz', status: 'merged' } },
      { external_customer_id: 'flat-1', changes: { customer_name: 'Yz' }, colour: 'red' },
    ]) {
      expect((await update(body)).status).toBe(400);
    }
  });

  it('records who changed what, from what, to what, and why', async () => {
    await upsert({ external_customer_id: 'hist-1' });
    const updated = await update({
      external_customer_id: 'hist-1',
      changes: { customer_name: 'Second' },
      reason: 'typo',
    });
    const { body } = await history({ external_customer_id: 'hist-1' });
    expect(body).toMatchObject({ total: 2, page: 1, page_size: 50, pages: 1 });
    expect(body['items']).toEqual([
      expect.objectContaining({
        event: 'customer_updated',
        origin: 'api',
        changed_fields: ['customer_name'],
        previous: { customer_name: 'Acme Ltd' },
        new: { customer_name: 'Second' },
        reason: 'typo',
        request_id: updated.headers['x-request-id'],
      }),
      expect.objectContaining({
        event: 'customer_created',
        new: expect.objectContaining({ customer_name: 'Acme Ltd' }),
      }),
    ]);
  });
});

describe('list-partner-customers', () => {
  it('finds new customers at once, with exact totals, at any depth', async () => {
    const { apiKey } = await service.newPartner();
    const ids: string[] = [];
    for (let index = 0; index < 45; index += 1) {
      const reply = await service.call('POST', {
        bearer: apiKey,
        body: {
          route: 'upsert-partner-customer',
          external_customer_id: `L-${index}`,
          customer_name: index % 3 ? `Çağla ${index}` : `Bob ${index}`,
        },
      });
      ids.unshift(String(customerOf(reply)['customer_id']));
    }
    const list = (query: Record<string, string>): Promise<Reply> =>
      service.call('GET', { bearer: apiKey, query: { route: 'list-partner-customers', ...query } });
    const idsOf = (reply: Reply): string[] =>
      (reply.body['items'] as Record<string, unknown>[]).map((item) => String(item['customer_id']));
    const newestFirst = [...ids].sort().reverse();
    for (const page of [1, 3, 5]) {
      const reply = await list({ page: String(page), page_size: '10' });
      expect(reply.body).toMatchObject({ total: 45, pages: 5, page, page_size: 10 });
      expect(idsOf(reply)).toEqual(newestFirst.slice((page - 1) * 10, page * 10));
    }
    expect((await list({ page: '6', page_size: '10' })).body).toMatchObject({ items: [], total: 45 });
    expect((await list({ search: 'CAGLA' })).body['total']).toBe(30);
    expect((await list({ search: 'l-44' })).body['total']).toBe(1);
    expect((await list({ search: `l-44${' '.repeat(400)}` })).body['total']).toBe(1);
    expect((await list({ status: 'inactive' })).body['total']).toBe(0);
    expect((await list({ status: 'gone' })).status).toBe(400);
  });

  it('finds a number of Brazil with and without its ninth digit', async () => {
    const { apiKey } = await service.newPartner();
    for (const [id, phone] of [
      ['long', '+55 11 98765-4321'],
      ['short', '+55 11 8765-4321'],
      ['other', '+55 11 98765-4329'],
    ]) {
      const body = {
        route: 'upsert-partner-customer',
        external_customer_id: id,
        customer_name: id,
        customer_phone: phone,
      };
      await service.call('POST', { bearer: apiKey, body });
    }
    for (const search of ['+5511987654321', '551187654321', '(11) 98765-4321']) {
      const query = { route: 'list-partner-customers', search };
      const { body } = await service.call('GET', { bearer: apiKey, query });
      const found = (body['items'] as Record<string, unknown>[]).map((item) => item['external_customer_id']);
      expect([search, found.toSorted()]).toEqual([search, ['long', 'short']]);
    }
  });

  it('finds base letters, and numbers with and without their country code', async () => {
    const { apiKey } = await service.newPartner();
    for (const [id, customer_name, customer_phone] of [
      ['polish', 'Łukasz Müller-Strauß', '(11) 98888-7777'],
      ['danish', 'Sørensen Æbler', '+44 20 7946 0958'],
    ]) {
      const body = { route: 'upsert-partner-customer', external_customer_id: id, customer_name, customer_phone };
      await service.call('POST', { bearer: apiKey, body });
    }
    for (const [search, expected] of [
      ['lukasz', 'polish'],
      ['STRAUSS', 'polish'],
      ['strauß', 'polish'],
      ['sorensen aebler', 'danish'],
      ['+55 11 98888-7777', 'polish'],
      ['0055 11 98888-7777', 'polish'],
      ['020 7946 0958', 'danish'],
      ['011 44 20 7946 0958', 'danish'],
    ] as const) {
      const query = { route: 'list-partner-customers', search };
      const { body } = await service.call('GET', { bearer: apiKey, query });
      const found = (body['items'] as Record<string, unknown>[]).map((item) => item['external_customer_id']);
      expect([search, found, body['total']]).toEqual([search, [expected], 1]);
    }
  });
});
