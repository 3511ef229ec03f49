import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { Reply, TestPartner, TestService } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { headerOf, pageOf, problemsOf, verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
let service: TestService;
let table: TestTable;
let partner: TestPartner;
let admin: string;
withService({ clock: clock.now }, (...started) => {
  [service, table] = started;
});
beforeEach(async () => {
  partner = await service.newPartner();
  admin = await partner.member('admin');
  clock.pass(1000);
});

const day = 86_400_000;
const key = z.strictObject({
  id: z.string(),
  status: z.string(),
  scopes: z.array(z.string()),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  last_used_day: z.iso.date().nullable(),
  label: z.string().nullable(),
  issued_by: z.string().nullable(),
});
const issued = z.object({ key, api_key: z.string() });

const issue = (given: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) =>
  service.call('POST', { bearer: admin, body: { route: 'issue-partner-api-key', ...given }, headers });
const revoke = (keyId: string): Promise<Reply> =>
  service.call('DELETE', { bearer: admin, query: { route: 'revoke-partner-api-key', key_id: keyId } });
const list = async (): Promise<readonly z.infer<typeof key>[]> => {
  const reply = await service.call('GET', { bearer: admin, query: { route: 'list-partner-api-keys' } });
  return z.array(key).parse(pageOf(reply).items);
};
const read = async (bearer: string): Promise<string> =>
  verdictOf(await service.call('GET', { bearer, query: { route: 'list-partner-customers' } }));
const idOf = (text: string): string => text.split('_')[2] ?? '';
const ended = async (text: string): Promise<void> => {
  expect(verdictOf(await revoke(idOf(text)))).toBe('200');
};
const scanned = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await table.client.send(new ScanCommand({ TableName: table.name }))).Items ?? [];
const audited = async (action: string) =>
  (await scanned()).filter((item) => item['action'] === action && JSON.stringify(item).includes(partner.partnerId));

describe('issue-partner-api-key', () => {
  it('returns a key that works with its scopes, once, and stores only its hash', async () => {
    await ended(partner.readOnlyKey);
    const reply = await issue({ scopes: ['customers.read'] }, { 'idempotency-key': 'the-same-issue' });
    expect([reply.status, headerOf(reply, 'cache-control')]).toEqual([201, 'no-store']);
    const { key: made, api_key: text } = issued.parse(reply.body);
    expect(made).toMatchObject({ id: idOf(text), status: 'active', scopes: ['customers.read'], expires_at: null });
    expect(await read(text)).toBe('200');
    const write = await service.call('POST', { bearer: text, body: { route: 'upsert-partner-customer' } });
    expect(verdictOf(write)).toBe('403 forbidden_scope');
    const items = await scanned();
    const secret = text.split('_')[3] ?? text;
    expect(JSON.stringify([items, service.logLines])).not.toContain(secret);
    expect((await audited('key issue'))[0]).toMatchObject({
      actor: { type: 'member' },
      subject: { key_id: made.id, scopes: 'customers.read' },
    });
    // The Idempotency-Key has no effect, because the key could not be returned again.
    const again = await issue({ scopes: ['customers.read'] }, { 'idempotency-key': 'the-same-issue' });
    expect(issued.parse(again.body).key.id).not.toBe(made.id);
  });

  it('refuses an eleventh active key, however many calls come at once', async () => {
    for (let active = 2; active < 10; active += 1) {
      expect(verdictOf(await issue({ scopes: ['customers.read'] }))).toBe('201');
    }
    expect(verdictOf(await issue({ scopes: ['customers.read'] }))).toBe('409 invalid_state');
    await ended(partner.readOnlyKey);
    const replies = await Promise.all(Array.from({ length: 4 }, () => issue({ scopes: ['customers.read'] })));
    expect(replies.map(verdictOf).sort()).toEqual([
      '201',
      '409 invalid_state',
      '409 invalid_state',
      '409 invalid_state',
    ]);
    expect((await list()).filter(({ status }) => status === 'active')).toHaveLength(10);
  });

  it('gives a key an end of at most 365 days', async () => {
    await ended(partner.readOnlyKey);
    const at = (days: number): string => new Date(clock.now() + days * day).toISOString();
    for (const wrong of [at(366), at(0), at(-1), 'tomorrow', '2027-01-01']) {
      const refused = await issue({ scopes: ['customers.read'], expires_at: wrong });
      expect(problemsOf(refused).map(({ path }) => path)).toEqual(['expires_at']);
    }
    const { key: made, api_key: text } = issued.parse(
      (await issue({ scopes: ['customers.read'], expires_at: at(2) })).body,
    );
    expect(made.expires_at).toBe(at(2));
    expect(await read(text)).toBe('200');
    clock.pass(2 * day);
    expect(await read(text)).toBe('401 unauthenticated');
    const [newest, ...older] = (await list()).map(({ status }) => status);
    expect(newest).toBe('expired');
    // The partner's first two keys were issued in one millisecond, so they have no order.
    expect(older.sort()).toEqual(['active', 'revoked']);
    expect(verdictOf(await issue({ scopes: ['customers.read'] }))).toBe('201');
  });

  it('shows the label and the issuer of a key', async () => {
    await ended(partner.readOnlyKey);
    const reply = await issue({ scopes: ['customers.read'], label: '  Import of the shop ' });
    const { key: made } = issued.parse(reply.body);
    const memberId = admin.slice('member:'.length);
    expect(made).toMatchObject({ label: 'Import of the shop', issued_by: memberId });
    const all = await list();
    expect(all.find(({ id }) => id === made.id)).toEqual(made);
    expect(all.find(({ id }) => id === idOf(partner.apiKey))).toMatchObject({ label: null, issued_by: 'operator' });
    for (const wrong of ['x'.repeat(61), 'a\u0007b', 7]) {
      const refused = await issue({ scopes: ['customers.read'], label: wrong });
      expect(problemsOf(refused).map(({ path }) => path)).toEqual(['label']);
    }
    expect((await issue({ scopes: ['customers.read'], label: '' })).status).toBe(201);
  });

  it('shows a key of before keys had a label and an issuer', async () => {
    const Key = { ...keys.partnerKey(idOf(partner.apiKey)) };
    await table.client.send(
      new UpdateCommand({ TableName: table.name, Key, UpdateExpression: 'REMOVE label, issued_by' }),
    );
    const old = (await list()).find(({ id }) => id === idOf(partner.apiKey));
    expect(old).toMatchObject({ status: 'active', label: null, issued_by: null });
  });

  it('takes scopes that keys can hold, each once', async () => {
    for (const wrong of [
      [],
      ['team.write'],
      ['keys.write'],
      ['customers.read', 'customers.read'],
      ['all'],
      undefined,
    ]) {
      expect(verdictOf(await issue({ scopes: wrong }))).toBe('400 validation_failed');
    }
  });
});

describe('revoke-partner-api-key', () => {
  it('ends a key within 60 seconds, and a repetition changes nothing', async () => {
    expect(await read(partner.apiKey)).toBe('200');
    const first = await revoke(idOf(partner.apiKey));
    expect(first.body['key']).toMatchObject({ id: idOf(partner.apiKey), status: 'revoked' });
    clock.pass(60_000);
    expect(await read(partner.apiKey)).toBe('401 unauthenticated');
    expect(verdictOf(await revoke(idOf(partner.apiKey)))).toBe('200');
    expect(await audited('key revocation')).toHaveLength(1);
  });

  it('keeps a revoked key in the list for 90 days', async () => {
    const before = clock.now();
    await ended(partner.apiKey);
    const items = (await scanned()).filter((item) => item['key_id'] === idOf(partner.apiKey));
    expect(items).toHaveLength(2);
    for (const { ttl } of items) expect(Math.abs(Number(ttl) * 1000 - before - 90 * day)).toBeLessThan(60_000);
    expect((await list()).map(({ id }) => id)).toContain(idOf(partner.apiKey));
  });

  it('is named by its id, and never by its secret, in the log of a call', async () => {
    await read(partner.apiKey);
    const line = service.logLines
      .map((text) => JSON.stringify(text))
      .find((text) => text.includes(idOf(partner.apiKey)));
    expect(line).toContain('key_id');
    expect(JSON.stringify(service.logLines)).not.toContain(partner.apiKey.split('_')[3]);
  });

  it('succeeds for each of several calls at once', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => revoke(idOf(partner.apiKey))));
    expect(replies.map(verdictOf)).toEqual(['200', '200', '200', '200']);
  });

  it('knows no key of another partner', async () => {
    const other = await service.newPartner();
    expect(verdictOf(await revoke(idOf(other.apiKey)))).toBe('404 not_found');
    expect(await read(other.apiKey)).toBe('200');
  });
});

describe('list-partner-api-keys', () => {
  it('shows the keys with the day of their last use, and no secret', async () => {
    await read(partner.apiKey);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const keyOf = async () => (await list()).find(({ id }) => id === idOf(partner.apiKey));
    // Recorded in the background: read until it is there.
    while ((await keyOf())?.last_used_day !== today);
    const reply = await service.call('GET', { bearer: admin, query: { route: 'list-partner-api-keys' } });
    for (const text of [partner.apiKey, partner.readOnlyKey]) expect(reply.text).not.toContain(text.split('_')[3]);
    expect(reply.text).not.toContain('hash"');
  });
});
