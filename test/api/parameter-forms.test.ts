import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { customerOf, entriesOf, headerOf, problemsOf, verdictOf, type ShownCustomer } from './replies.ts';
import { withService } from './suite-service.ts';

let service: TestService;
withService({}, (started) => {
  service = started;
});

type Query = Readonly<Record<string, string>>;

const created = async (fields: object = {}): Promise<ShownCustomer> => {
  const body = {
    route: 'upsert-partner-customer',
    external_customer_id: randomUUID(),
    customer_name: 'Acme',
    ...fields,
  };
  return customerOf(await service.call('POST', { body }));
};

const update = (query: Query, body: object): Promise<Reply> =>
  service.call('PATCH', { query, body: { route: 'update-partner-customer', ...body } });

const reasonsOf = async (customer: ShownCustomer): Promise<readonly (string | null)[]> => {
  const query = { route: 'get-partner-customer-history', customer_id: customer.customer_id };
  return entriesOf(await service.call('GET', { query })).map(({ reason }) => reason);
};

describe('expected_updated_at', () => {
  it('may be in the query, in the body, or in both with the same value', async () => {
    const customer = await created();
    const selector = { customer_id: customer.customer_id };
    const stale = { expected_updated_at: '2026-01-01T00:00:00.000Z' };
    const current = { expected_updated_at: customer.updated_at };
    expect(verdictOf(await update({ ...selector, ...stale }, { customer_name: 'B1' }))).toBe('409 stale_update');
    expect(verdictOf(await update({ ...selector, ...current }, { customer_name: 'B2', ...stale }))).toBe(
      '400 conflicting_selectors',
    );
    expect(verdictOf(await update({ ...selector, ...current }, { customer_name: 'B3', ...current }))).toBe('200');
  });

  it('is compared in all its digits', async () => {
    const { customer_id, updated_at } = await created();
    const withDigits = (digits: string): string => updated_at.replace('Z', `${digits}Z`);
    for (const digits of ['1', '0001', '0000000000000000001']) {
      const expected_updated_at = withDigits(digits);
      expect(verdictOf(await update({}, { customer_id, customer_name: 'C1', expected_updated_at }))).toBe(
        '409 stale_update',
      );
    }
    const expected_updated_at = withDigits('000');
    expect(verdictOf(await update({}, { customer_id, customer_name: 'C2', expected_updated_at }))).toBe('200');
  });

  it.each([
    ['an offset with a colon', (at: string) => at.replace('Z', '+00:00'), true],
    ['an offset without a colon', (at: string) => at.replace('Z', '-0000'), true],
    ['an offset of hours', (at: string) => at.replace('Z', '+00'), true],
    ['letters in lower case', (at: string) => at.toLowerCase(), true],
    ['no offset', (at: string) => at.replace('Z', ''), false],
    ['the hour 24', () => '2026-01-01T24:00:00Z', false],
    ['no seconds', () => '2026-01-01T10:00Z', false],
    ['a blank between', (at: string) => at.replace('T', ' '), false],
  ])('may have %s: %#', async (_, form, taken) => {
    const { customer_id, updated_at } = await created();
    const reply = await update({}, { customer_id, customer_name: 'D1', expected_updated_at: form(updated_at) });
    expect(verdictOf(reply)).toBe(taken ? '200' : '400 validation_failed');
  });
});

describe('reason', () => {
  it('may be in the query, in the body, or in both with the same value', async () => {
    const customer = await created();
    const selector = { customer_id: customer.customer_id };
    await update({ ...selector, reason: 'asked by phone' }, { customer_name: 'E1' });
    expect(verdictOf(await update({ ...selector, reason: 'one' }, { customer_name: 'E2', reason: 'two' }))).toBe(
      '400 conflicting_selectors',
    );
    await update({ ...selector, reason: ' both ' }, { customer_name: 'E3', reason: 'both' });
    expect(await reasonsOf(customer)).toEqual(['both', 'asked by phone', null]);
  });

  it('of a deactivation without a body is kept', async () => {
    const customer = await created();
    const route = 'deactivate-partner-customer';
    const query = { route, customer_id: customer.customer_id, reason: 'left' };
    expect(verdictOf(await service.call('DELETE', { query }))).toBe('200');
    expect(await reasonsOf(customer)).toEqual(['left', null]);
  });

  it('has its rules in the query as well', async () => {
    const { customer_id } = await created();
    const reply = await update({ customer_id, reason: 'x'.repeat(501) }, { customer_name: 'F1' });
    expect(problemsOf(reply)).toMatchObject([{ path: 'reason', rule: 'maximum' }]);
  });
});

describe('blanks in an optional text', () => {
  const post = (body: Readonly<Record<string, unknown>>) => service.call('POST', { body });
  it.each([
    ['customer_phone', 'upsert-partner-customer', 160],
    ['reason', 'deactivate-partner-customer', 2_000],
    ['language', 'create-connect-session', 140],
    ['return_url', 'create-connect-session', 8_192],
    ['logo_url', 'update-partner-connect-page', 8_192],
  ])('are no value of %s, unless they are longer than any text of the field may be', async (field, route, most) => {
    const refusals = async (count: number) => {
      const body = { route, [field]: ' '.repeat(count) };
      const reply = route.startsWith('update-') ? await service.call('PATCH', { body }) : await post(body);
      return (reply.status < 400 ? [] : problemsOf(reply)).filter(({ path }) => path === field);
    };
    expect(await refusals(most)).toEqual([]);
    expect(await refusals(most + 1)).toMatchObject([{ rule: expect.stringMatching(/^max/) }]);
  });
});

describe('a UUID', () => {
  it('is the same in upper and in lower case, in the query and in the body', async () => {
    const { customer_id } = await created();
    const query = { customer_id: customer_id.toUpperCase() };
    expect(verdictOf(await update(query, { customer_id, customer_name: 'G1' }))).toBe('200');
    expect(verdictOf(await update({ customer_id: randomUUID() }, { customer_id, customer_name: 'G2' }))).toBe(
      '400 conflicting_selectors',
    );
  });

  it('in another case is the same command under an idempotency key', async () => {
    const { customer_id } = await created();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { route: 'deactivate-partner-customer' };
    const first = await service.call('POST', { body: { ...body, customer_id }, headers });
    const again = await service.call('POST', { body, query: { customer_id: customer_id.toUpperCase() }, headers });
    expect([again.text, headerOf(again, 'idempotent-replayed')]).toEqual([first.text, 'true']);
  });

  it('as an external id of the partner keeps its case', async () => {
    const external = randomUUID();
    await created({ external_customer_id: external });
    const reply = await update({ external_customer_id: external.toUpperCase() }, { customer_name: 'H1' });
    expect(verdictOf(reply)).toBe('404 not_found');
  });
});

describe('a name, a label or an e-mail address', () => {
  let customerId: string;
  beforeAll(async () => {
    customerId = (await created()).customer_id;
  });

  const controls = { path: expect.any(String), rule: 'control_characters' };

  it.each(['a\tb', 'a\nb', 'a\u001bb', 'a\u007fb', 'a\u0085b'])('must not be %j', async (text) => {
    const name = await update({ customer_id: customerId }, { customer_name: text });
    expect(problemsOf(name)).toMatchObject([controls]);
    const body = { customer_id: customerId, instance_key: randomUUID(), instance_name: text };
    const label = await service.call('POST', { body: { route: 'create-customer-instance', ...body } });
    expect(problemsOf(label)).toMatchObject([controls]);
    const relabelled = { route: 'update-partner-instance-label', instance_id: customerId, instance_name: text };
    expect(problemsOf(await service.call('PATCH', { body: relabelled }))).toMatchObject([controls]);
    const email = await update({ customer_id: customerId }, { customer_email: `${text}@b.example` });
    expect(problemsOf(email)[0]).toMatchObject({ path: 'customer_email' });
  });
});
