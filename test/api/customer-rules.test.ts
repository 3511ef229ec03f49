import { describe, expect, it } from '@jest/globals';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CustomerStatus } from '../../lambdas/domain/customer.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { customerOf, entriesOf, errorOf, problemsOf, verdictOf, type ShownCustomer } from './replies.ts';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { withService } from './suite-service.ts';

let table: TestTable;
let service: TestService;
withService({}, (...started) => {
  [service, table] = started;
});

const upsert = (body: Record<string, unknown>): Promise<Reply> =>
  service.call('POST', { body: { route: 'upsert-partner-customer', customer_name: 'Acme Ltd', ...body } });
const update = (body: Record<string, unknown>, query: Record<string, string> = {}): Promise<Reply> =>
  service.call('PATCH', { query, body: { route: 'update-partner-customer', ...body } });
const get = (query: Record<string, string>): Promise<Reply> =>
  service.call('GET', { query: { route: 'get-partner-customer', ...query } });
const history = (query: Record<string, string>): Promise<Reply> =>
  service.call('GET', { query: { route: 'get-partner-customer-history', ...query } });

let numbers = 0;
const newId = (): string => `rules-${(numbers += 1)}`;
const created = async (body: Record<string, unknown> = {}): Promise<ShownCustomer> =>
  customerOf(await upsert({ external_customer_id: newId(), ...body }));
const put = async (
  customer: ShownCustomer,
  status: CustomerStatus,
  mergedInto: string | null = null,
): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.customer(service.partner.partnerId, customer.customer_id),
      UpdateExpression: 'SET #status = :status, merged_into = :into',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': status, ':into': mergedInto },
    }),
  );
};

describe('text', () => {
  it('is trimmed and NFC-normalised before it is measured and stored', async () => {
    const external = newId();
    const customer = await created({
      external_customer_id: `  ${external}e\u0301 `,
      customer_name: ' \u00a0Jose\u0301\u3000',
      customer_email: ' a@b.example\n',
      customer_phone: '\t030 1234 ',
    });
    expect(customer).toMatchObject({
      external_customer_id: `${external}\u00e9`,
      customer_name: 'Jos\u00e9',
      customer_email: 'a@b.example',
      customer_phone: '030 1234',
    });
    expect(customerOf(await get({ external_customer_id: `${external}e\u0301` })).customer_id).toBe(
      customer.customer_id,
    );
  });

  it('has its bounds in code points, after trimming', async () => {
    const bounds: readonly (readonly [string, string, boolean])[] = [
      ['customer_name', 'x', false],
      ['customer_name', ' x ', false],
      ['customer_name', '𝒜𝒷', true],
      ['customer_name', 'n'.repeat(200), true],
      ['customer_name', 'n'.repeat(201), false],
      ['customer_email', `${'e'.repeat(64)}@${`${'d'.repeat(60)}.`.repeat(4)}example`, true],
      ['customer_email', `${'e'.repeat(65)}@b.example`, false],
      ['customer_email', 'no-at.example', false],
      ['customer_email', 'two@at@b.example', false],
      ['customer_email', 'a b@c.example', false],
      ['customer_email', 'a@example', false],
      ['customer_email', 'a@.example', false],
      ['customer_email', '用户@例子.公司', true],
      ['customer_phone', '12345', false],
      ['customer_phone', '123456', true],
      ['customer_phone', '1'.repeat(40), true],
      ['customer_phone', '1'.repeat(41), false],
    ];
    for (const [field, value, good] of bounds) {
      const reply = await upsert({ external_customer_id: newId(), [field]: value });
      expect([field, value.length, reply.status]).toEqual([field, value.length, good ? 201 : 400]);
      if (!good) expect(problemsOf(reply)).toEqual([expect.objectContaining({ path: field })]);
    }
  });

  it('of an external id has 1 to 200 characters, none of them a control character', async () => {
    for (const good of ['x', '😀'.repeat(200), 'a b/c?d#e&f=g', '__proto__', 'constructor']) {
      expect((await upsert({ external_customer_id: good })).status).toBe(201);
      expect(customerOf(await get({ external_customer_id: good })).external_customer_id).toBe(good);
    }
    for (const bad of ['', '   ', 'x'.repeat(201), 'a\u0007b', 'a\nb', 'a\u009fb', 7, null, ['x']]) {
      expect(problemsOf(await upsert({ external_customer_id: bad }))[0]).toMatchObject({
        path: 'external_customer_id',
      });
    }
  });

  it('that is optional and empty is null', async () => {
    expect(await created({ customer_email: '', customer_phone: ' \t' })).toMatchObject({
      customer_email: null,
      customer_phone: null,
    });
  });
});

describe('metadata', () => {
  it('is returned as it was given, names and values, by every route', async () => {
    const text =
      '{"__proto__":{"admin":true},"constructor":1,"valueOf":null,"toString":"x","hasOwnProperty":[],"":0,"a.b":{"$c":[1,{"__proto__":2}]},"\\u00e9 \\ud83d\\ude00":"\\u0007","e\\u0301":true}';
    const external = newId();
    const reply = await service.call('POST', {
      body: `{"route":"upsert-partner-customer","external_customer_id":"${external}","customer_name":"Names","metadata":${text}}`,
    });
    const given = JSON.stringify(JSON.parse(text));
    expect(reply.status).toBe(201);
    expect(reply.text).toContain(`"metadata":${given}`);
    expect((await get({ external_customer_id: external })).text).toContain(`"metadata":${given}`);
    expect((await history({ external_customer_id: external })).text).toContain(`"metadata":${given}`);
    const list = await service.call('GET', { query: { route: 'list-partner-customers', search: external } });
    expect(list.text).toContain(`"metadata":${given}`);
    const updated = await update({ external_customer_id: external, changes: { customer_name: 'Named' } });
    expect(updated.text).toContain(`"metadata":${given}`);
  });

  it('is replaced whole when given, kept when left out, and is an object of at most 8 KiB', async () => {
    const external = newId();
    await upsert({ external_customer_id: external, metadata: { a: 1, b: 2 } });
    expect(customerOf(await upsert({ external_customer_id: external })).metadata).toEqual({ a: 1, b: 2 });
    expect(customerOf(await upsert({ external_customer_id: external, metadata: { c: 3 } })).metadata).toEqual({ c: 3 });
    expect(customerOf(await upsert({ external_customer_id: external, metadata: {} })).metadata).toEqual({});
    for (const bad of [null, [], 'x', 1, true]) {
      expect(problemsOf(await upsert({ external_customer_id: external, metadata: bad }))).toEqual([
        expect.objectContaining({ path: 'metadata', message: 'metadata must be of type object' }),
      ]);
    }
    const filled = (bytes: number): Record<string, string> => ({ f: 'é'.repeat((bytes - 8) / 2) });
    expect((await upsert({ external_customer_id: external, metadata: filled(8192) })).status).toBe(200);
    expect(problemsOf(await upsert({ external_customer_id: external, metadata: filled(8194) }))).toEqual([
      expect.objectContaining({ path: 'metadata', rule: 'maximum' }),
    ]);
  });

  it('in another order of names is not a change', async () => {
    const external = newId();
    const first = customerOf(await upsert({ external_customer_id: external, metadata: { a: 1, b: { c: 2, d: 3 } } }));
    const second = customerOf(await upsert({ external_customer_id: external, metadata: { b: { d: 3, c: 2 }, a: 1 } }));
    expect(second.updated_at).toBe(first.updated_at);
    const third = customerOf(await upsert({ external_customer_id: external, metadata: { a: 1, b: { c: 2, d: [3] } } }));
    expect(third.updated_at > first.updated_at).toBe(true);
  });
});

describe('a change', () => {
  it('keeps omitted fields, clears null fields, and raises updated_at', async () => {
    const external = newId();
    const contact = { customer_email: 'a@b.example', customer_phone: '030 1234' };
    let last = customerOf(await upsert({ external_customer_id: external, ...contact })).updated_at;
    const steps: readonly (readonly [Record<string, unknown>, Record<string, unknown>])[] = [
      [{ customer_email: null }, { customer_email: null, customer_phone: '030 1234' }],
      [{ customer_name: 'Other' }, { customer_name: 'Other', customer_email: null, customer_phone: '030 1234' }],
      [{ customer_phone: '' }, { customer_name: 'Other', customer_phone: null }],
    ];
    for (const [changes, shown] of steps) {
      const customer = customerOf(await update({ external_customer_id: external, changes }));
      expect(customer).toMatchObject(shown);
      expect(customer.updated_at > last).toBe(true);
      last = customer.updated_at;
    }
    expect(problemsOf(await update({ external_customer_id: external, changes: { customer_name: null } }))).toEqual([
      { path: 'changes.customer_name', rule: 'type', message: 'changes.customer_name must be of type string' },
    ]);
  });

  it('without an effect answers 200 and leaves updated_at, history and events alone', async () => {
    const customer = await created({ customer_phone: '030 1234' });
    const id = { customer_id: customer.customer_id };
    const same = await update({
      ...id,
      changes: { customer_name: ' Acme Ltd ', customer_phone: '030 1234' },
      reason: 'none',
    });
    expect(same.status).toBe(200);
    expect(customerOf(same)).toEqual(customer);
    expect((await history(id)).body['total']).toBe(1);
  });

  it('with expected_updated_at is applied only when that is current, in any notation of the instant', async () => {
    const { customer_id: id, updated_at: at } = await created();
    const expecting = (expected: unknown, name: string): Promise<Reply> =>
      update({ customer_id: id, changes: { customer_name: name }, expected_updated_at: expected });
    const offset = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    const second = customerOf(await expecting(offset, 'Second'));
    const stale = await expecting(at, 'Third');
    expect(verdictOf(stale)).toBe('409 stale_update');
    expect(errorOf(stale).details).toEqual({ updated_at: second.updated_at });
    expect(verdictOf(await expecting(at, 'Second'))).toBe('409 stale_update');
    expect((await expecting(null, 'Fourth')).status).toBe(200);
    for (const bad of ['yesterday', '2024-02-30T00:00:00Z', '2024-01-01T00:00:00', '', 1704067200]) {
      expect(problemsOf(await expecting(bad, 'Fifth'))).toEqual([
        expect.objectContaining({ path: 'expected_updated_at' }),
      ]);
    }
    expect(errorOf(await expecting('yesterday', 'Fifth')).message).toBe(
      'expected_updated_at must be an RFC 3339 date-time with its offset',
    );
  });

  it('has a reason of at most 500 characters', async () => {
    const id = { customer_id: (await created()).customer_id };
    expect((await update({ ...id, changes: { customer_name: 'Aa' }, reason: '😀'.repeat(500) })).status).toBe(200);
    expect((await update({ ...id, changes: { customer_name: 'Bb' }, reason: '😀'.repeat(501) })).status).toBe(400);
    expect((await update({ ...id, changes: { customer_name: 'Cc' }, reason: '' })).status).toBe(200);
    const reasons = entriesOf(await history(id)).map(({ reason }) => reason);
    expect(reasons).toEqual([null, '😀'.repeat(500), null]);
  });

  it.each([
    ['active', '200'],
    ['inactive', '200'],
    ['merged', '409 customer_merged'],
    ['erasing', '409 invalid_state'],
    ['erased', '409 invalid_state'],
    ['erasure_failed', '409 invalid_state'],
  ] as const)('of a customer that is %s: %s', async (status, verdict) => {
    const customer = await created();
    const target = '0190f3c0-0000-7000-8000-00000000000a';
    await put(customer, status, status === 'merged' ? target : null);
    const external = { external_customer_id: customer.external_customer_id };
    const replies = [
      await update({ ...external, changes: { customer_name: 'New' } }),
      await upsert({ ...external, customer_name: 'Newer' }),
    ];
    for (const reply of replies) {
      expect(verdictOf(reply)).toBe(verdict);
      if (status === 'merged') expect(errorOf(reply).details).toEqual({ merged_into: target });
      if (verdict === '200') expect(customerOf(reply).status).toBe(status);
    }
  });

  it('by a member of the portal has the member in the history', async () => {
    const { customer_id: id } = await created();
    const bearer = await service.partner.member('developer');
    await service.call('PATCH', {
      bearer,
      body: { route: 'update-partner-customer', customer_id: id, changes: { customer_name: 'By hand' } },
    });
    const [entry] = entriesOf(await history({ customer_id: id }));
    expect(entry).toMatchObject({ origin: 'portal', actor: { type: 'member', id: bearer.slice('member:'.length) } });
  });
});

describe('selectors', () => {
  it('name a customer by either id, from the query or the body, in any case', async () => {
    const { customer_id: id, external_customer_id: external } = await created();
    const changes = { customer_name: 'Found' };
    for (const reply of [
      await get({ customer_id: id }),
      await get({ customer_id: ` ${id.toUpperCase()} ` }),
      await get({ customer_id: id, external_customer_id: external }),
      await update({ changes }, { customer_id: id }),
      await update({ changes, external_customer_id: external }, { customer_id: id }),
      await update({ changes, customer_id: id }, { customer_id: id }),
    ]) {
      expect(customerOf(reply).customer_id).toBe(id);
    }
  });

  it('conflict when they name two customers, are not found when they name none, and are invalid when empty', async () => {
    const [one, two] = [await created(), await created()];
    const both = { customer_id: one.customer_id, external_customer_id: two.external_customer_id };
    expect(verdictOf(await get(both))).toBe('400 conflicting_selectors');
    expect(verdictOf(await history(both))).toBe('400 conflicting_selectors');
    expect(verdictOf(await update({ ...both, changes: { customer_name: 'Xy' } }))).toBe('400 conflicting_selectors');
    expect(verdictOf(await get({ customer_id: '0190f3c0-0000-7000-8000-00000000000b' }))).toBe('404 not_found');
    expect(verdictOf(await get({ external_customer_id: 'nobody' }))).toBe('404 not_found');
    expect(verdictOf(await get({ customer_id: 'x' }))).toBe('400 validation_failed');
    expect(errorOf(await get({})).message).toBe('the request needs customer_id or external_customer_id');
    expect(errorOf(await update({ changes: { customer_id: one.customer_id, customer_name: 'Xy' } })).message).toContain(
      'changes.customer_id',
    );
  });
});
