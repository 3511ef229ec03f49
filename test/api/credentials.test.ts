import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { scopes } from '../../lambdas/domain/access.ts';
import { readPartner } from '../../lambdas/store/partners/callers.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { partnerClause } from '../../lambdas/store/partners/partners.ts';
import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { temporarilyUnavailable } from '../../lambdas/kernel/errors.ts';
import { recordCommands } from '../../tools/harness/sent-commands.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { headerOf, verdictOf } from './replies.ts';
import { startService, type Asked, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
let table: TestTable;
let service: TestService;
withService({ clock: clock.now }, (...started) => {
  [service, table] = started;
});

const day = 24 * 60 * 60 * 1000;
const list = async (asked: Asked = {}): Promise<string> =>
  verdictOf(await service.call('GET', { query: { route: 'list-partner-customers' }, ...asked }));
const unauthenticated = '401 unauthenticated';

const issuedKey = z.object({ api_key: z.string(), key: z.object({ key_id: z.string() }) });
const newKey = async (partnerId: string, expiresInDays?: number): Promise<z.infer<typeof issuedKey>> =>
  issuedKey.parse(
    await service.operate('keys issue', { partner_id: partnerId, scopes, expires_in_days: expiresInDays }),
  );
const bareParty = async (): Promise<string> => {
  const created = await service.operate('partners create', { name: 'Keys' });
  return z.object({ partner: z.object({ partner_id: z.string() }) }).parse(created).partner.partner_id;
};
const idOf = (member: string): string => member.slice('member:'.length);

const suspend = async (partner: TestPartner): Promise<void> => {
  const read = await readPartner(table, partner.partnerId);
  if (read === null) throw new Error('no partner');
  await commit(table, [partnerClause(table, { ...read, status: 'suspended', revision: read.revision + 1 })]);
};

describe('the publishable key', () => {
  it('is required and must be one of the stage', async () => {
    expect(await list()).toBe('200');
    expect(await list({ apikey: null })).toBe(unauthenticated);
    expect(await list({ apikey: '' })).toBe(unauthenticated);
    expect(await list({ apikey: `${service.apikey}x` })).toBe(unauthenticated);
    expect(await list({ apikey: service.apikey.replace('pk_test', 'pk_live') })).toBe(unauthenticated);
    expect(await list({ apikey: service.partner.apiKey })).toBe(unauthenticated);
  });

  it('is rotated: two are valid at once, and a revoked one is refused within 60 seconds', async () => {
    const issued = await service.operate('publishable-keys issue', {});
    const second = z.object({ key: z.object({ value: z.string() }) }).parse(issued).key.value;
    await expect(service.operate('publishable-keys issue', {})).rejects.toThrow('invalid_state');
    clock.pass(60_000);
    expect(await list({ apikey: second })).toBe('200');
    expect(await list()).toBe('200');
    await service.operate('publishable-keys revoke', { value: second });
    clock.pass(60_000);
    expect(await list({ apikey: second })).toBe(unauthenticated);
    expect(await list()).toBe('200');
  });
});

describe('a partner API key', () => {
  it('must be complete, known, and of this environment', async () => {
    const { apiKey } = service.partner;
    const [prefix = '', environment = '', keyId = '', secret = ''] = apiKey.split('_');
    expect([prefix, environment]).toEqual(['partner', 'test']);
    for (const bearer of [
      null,
      'partner_test_',
      `partner_test_${keyId}`,
      `partner_test_${keyId}_`,
      `partner_test_${keyId}_${secret.slice(1)}`,
      `partner_test_${keyId}_${secret}x`,
      `partner_test_${secret}_${keyId}`,
      `partner_test_unknown_${secret}`,
      `partner_live_${keyId}_${secret}`,
      `partner_${keyId}_${secret}`,
      // Longer than a key of the table may be.
      `partner_test_${'k'.repeat(4000)}_${secret}`,
    ]) {
      expect(await list({ bearer })).toBe(unauthenticated);
    }
    expect(await list({ bearer: null, headers: { authorization: `Basic ${apiKey}` } })).toBe(unauthenticated);
    expect(await list({ bearer: null, headers: { authorization: apiKey } })).toBe(unauthenticated);
    expect(await list({ bearer: null, headers: { authorization: `bearer ${apiKey}` } })).toBe('200');
  });

  it('gets a challenge when it is refused', async () => {
    const reply = await service.call('GET', { bearer: null });
    expect(headerOf(reply, 'www-authenticate')).toBe('Bearer');
    expect(headerOf(reply, 'ratelimit')).toBeUndefined();
  });

  it('is refused within 60 seconds of its revocation, and no other key with it', async () => {
    const partnerId = await bareParty();
    const [one, two] = [await newKey(partnerId), await newKey(partnerId)];
    expect([await list({ bearer: one.api_key }), await list({ bearer: two.api_key })]).toEqual(['200', '200']);
    await service.operate('keys revoke', { key_id: one.key.key_id });
    clock.pass(60_000);
    expect([await list({ bearer: one.api_key }), await list({ bearer: two.api_key })]).toEqual([
      unauthenticated,
      '200',
    ]);
    expect(await list({ bearer: (await newKey(partnerId)).api_key })).toBe('200');
  });

  it('expires to the millisecond', async () => {
    const { api_key: bearer } = await newKey(await bareParty(), 1);
    clock.pass(day - 1);
    expect(await list({ bearer })).toBe('200');
    clock.pass(1);
    expect(await list({ bearer })).toBe(unauthenticated);
    await expect(newKey(await bareParty(), 366)).rejects.toThrow('expires_in_days');
  });

  it('is stored as a hash only, with the day of its last use', async () => {
    const { api_key: bearer, key } = await newKey(await bareParty());
    const secret = bearer.split('_')[3] ?? '';
    const used = new Date(clock.now()).toISOString().slice(0, 10);
    expect(await list({ bearer })).toBe('200');
    // Recorded in the background: read until it is there.
    let item: Record<string, unknown> | undefined;
    do {
      item = (await table.client.send(new GetCommand({ TableName: table.name, Key: keys.partnerKey(key.key_id) })))
        .Item;
    } while (item?.['last_used_day'] !== used);
    expect(JSON.stringify(item)).not.toContain(secret);
    expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
  });
});

describe('a member token', () => {
  it('must be valid and belong to a member', async () => {
    expect(await list({ bearer: await service.partner.member('viewer') })).toBe('200');
    expect(await list({ bearer: 'eyJhbGciOiJub25lIn0.e30.' })).toBe(unauthenticated);
    expect(await list({ bearer: 'member:0190f3c0-0000-7000-8000-000000000000' })).toBe(unauthenticated);
  });

  it('is refused within 60 seconds when the member is removed', async () => {
    const partner = await service.newPartner();
    const bearer = await partner.member('owner');
    expect(await list({ bearer })).toBe('200');
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: keys.member(idOf(bearer)) }));
    clock.pass(60_000);
    expect(await list({ bearer })).toBe(unauthenticated);
  });

  it('has a changed role within 60 seconds', async () => {
    const partner = await service.newPartner();
    const bearer = await partner.member('admin');
    const write = async (): Promise<string> =>
      verdictOf(await service.call('POST', { bearer, body: { route: 'upsert-partner-customer' } }));
    expect(await write()).toBe('400 validation_failed');
    const email = `admin@${partner.partnerId}.example`;
    await service.operate('members add', { partner_id: partner.partnerId, email, role: 'support' });
    clock.pass(60_000);
    expect(await write()).toBe('403 forbidden_role');
  });
});

describe('a suspended partner', () => {
  it('is refused within 60 seconds, by key and by member', async () => {
    const partner = await service.newPartner();
    const credentials = [partner.apiKey, await partner.member('owner')];
    expect(await Promise.all(credentials.map((bearer) => list({ bearer })))).toEqual(['200', '200']);
    await suspend(partner);
    clock.pass(60_000);
    expect(await Promise.all(credentials.map((bearer) => list({ bearer })))).toEqual([
      unauthenticated,
      unauthenticated,
    ]);
  });
});

describe('an anonymous call', () => {
  it('reads only the publishable keys, once for many calls', async () => {
    const fresh = await startService(table, { clock: clock.now });
    const commands = recordCommands(table);
    const ask = (asked: Asked): Promise<unknown> =>
      fresh.call('GET', { query: { route: 'list-partner-customers' }, ...asked });
    const secret = '0'.repeat(43);
    const { sent } = await commands.during(async () => {
      for (let number = 0; number < 20; number += 1) {
        const bearer = `partner_test_unknown${number}_${secret}`;
        await ask({ apikey: null, bearer });
        await ask({ apikey: 'pk_test_unknown', bearer });
        await ask({ apikey: 'pk_test_unknown', bearer: `member:unknown-${number}` });
        await ask({ bearer: null });
        await ask({ bearer: `partner_test_${number}` });
        await ask({ bearer: `nonsense-${number}` });
      }
    });
    commands.stop();
    expect(sent).toEqual([{ name: 'GetItemCommand', input: expect.stringContaining('PUBLISHABLE_KEYS') }]);
  });
});

it('a member token that cannot be checked now is not treated as invalid', async () => {
  const away = await startService(table, {
    clock: clock.now,
    verifyToken: () => Promise.reject(temporarilyUnavailable('the keys of the tokens cannot be fetched')),
  });
  const reply = await away.call('GET', {
    bearer: 'eyJhbGciOiJSUzI1NiJ9.e30.',
    query: { route: 'list-partner-customers' },
  });
  expect(verdictOf(reply)).toBe('503 temporarily_unavailable');
  expect(headerOf(reply, 'retry-after')).toMatch(/^[1-9]\d*$/);
});

it('the log never contains a credential', () => {
  const { apiKey, readOnlyKey } = service.partner;
  const said = service.logLines.join('\n');
  for (const secret of [apiKey, readOnlyKey, service.apikey]) expect(said).not.toContain(secret);
  expect(said).not.toMatch(/partner_(test|live)_|Bearer|@/);
});
