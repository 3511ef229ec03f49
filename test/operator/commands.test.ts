import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { instanceClauses, readInstance } from '../../lambdas/store/instances/instances.ts';
import { readInstanceOfNumber } from '../../lambdas/store/instances/connected-numbers.ts';
import { readSlots } from '../../lambdas/store/instances/slots.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { testCaller } from '../../tools/harness/service.ts';
import { testClock, type TestClock } from '../../tools/harness/test-clock.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;
let clock: TestClock;
let world: World;
const hour = 3_600_000;

beforeAll(async () => {
  table = await startTestTable();
  clock = testClock();
  world = await startWorld(table, clock.now);
});
afterAll(() => table.stop());

const statusOf = async (bearer: string, apikey?: string): Promise<number> =>
  (await world.call('GET', { query: { route: 'list-partner-customers' }, bearer, ...(apikey && { apikey }) })).status;

const keyed = z.object({
  api_key: z.string(),
  key: z.object({ key_id: z.string(), scopes: z.array(z.string()), expires_at: z.string().nullable() }),
});
const audited = z.object({
  entries: z.array(
    z.object({
      actor: z.object({ type: z.string(), id: z.string() }),
      action: z.string(),
      subject: z.record(z.string(), z.string()),
      at: z.string(),
    }),
  ),
  cursor: z.string().nullable(),
});

describe('a key that is rotated', () => {
  const rotated = z.object({ ...keyed.shape, previous: z.object({ expires_at: z.string().nullable() }) });

  it('works beside the new one until the overlap is over', async () => {
    const { partnerId } = await world.newPartner();
    const [, second] = z
      .object({ keys: z.array(z.object({ key_id: z.string() })) })
      .parse(await world.operate('keys list', { partner_id: partnerId })).keys;
    await world.operate('keys revoke', { key_id: second?.key_id });
    const [first] = z
      .object({ keys: z.array(z.object({ key_id: z.string(), scopes: z.array(z.string()) })) })
      .parse(await world.operate('keys list', { partner_id: partnerId }))
      .keys.filter(({ key_id: id }) => id !== second?.key_id);
    const answer = rotated.parse(await world.operate('keys rotate', { key_id: first?.key_id, overlap_hours: 2 }));
    expect(answer.key.scopes).toEqual(first?.scopes);
    expect(answer.previous.expires_at).toBe(new Date(clock.now() + 2 * hour).toISOString());
    expect(await statusOf(answer.api_key)).toBe(200);
    clock.pass(2 * hour);
    expect(await statusOf(answer.api_key)).toBe(200);
    await world.operate('keys rotate', { key_id: answer.key.key_id });
  });

  it('ends at once without an overlap, and needs one when ten are active', async () => {
    const partner = await world.newPartner();
    const [first] = z
      .object({ keys: z.array(z.object({ key_id: z.string() })) })
      .parse(await world.operate('keys list', { partner_id: partner.partnerId })).keys;
    for (let active = 2; active < 10; active += 1) {
      await world.operate('keys issue', { partner_id: partner.partnerId, scopes: ['customers.read'] });
    }
    await expect(world.operate('keys rotate', { key_id: first?.key_id })).rejects.toThrow('invalid_state');
    const before = partner.apiKey.includes(first?.key_id ?? '-') ? partner.apiKey : partner.readOnlyKey;
    const answer = rotated.parse(await world.operate('keys rotate', { key_id: first?.key_id, overlap_hours: 0 }));
    expect([await statusOf(before), await statusOf(answer.api_key)]).toEqual([401, 200]);
  });

  it('is followed by one that lives as long', async () => {
    const partner = await world.newPartner();
    const made = z.object({ partner: z.object({ partner_id: z.string() }) });
    const { partner_id } = made.parse(await world.operate('partners create', { name: 'Timed' })).partner;
    const issued = keyed.parse(
      await world.operate('keys issue', { partner_id, scopes: ['customers.read'], expires_in_days: 30 }),
    );
    clock.pass(20 * 24 * hour);
    const answer = rotated.parse(await world.operate('keys rotate', { key_id: issued.key.key_id, overlap_hours: 720 }));
    expect(answer.previous.expires_at).toBe(issued.key.expires_at);
    expect(answer.key.expires_at).toBe(new Date(clock.now() + 30 * 24 * hour).toISOString());
    expect(await statusOf(partner.apiKey)).toBe(200);
  });
});

describe('a publishable key that is rotated', () => {
  it('works beside the new one until the overlap is over', async () => {
    const answer = z
      .object({ key: z.object({ value: z.string() }), previous: z.object({ value: z.string() }) })
      .parse(await world.operate('publishable-keys rotate', { overlap_hours: 1 }));
    expect(answer.previous.value).toBe(world.apikey);
    clock.pass(31_000);
    expect(await statusOf(world.partner.apiKey, answer.previous.value)).toBe(200);
    expect(await statusOf(world.partner.apiKey, answer.key.value)).toBe(200);
    await expect(world.operate('publishable-keys issue', {})).rejects.toThrow('invalid_state');
    clock.pass(hour);
    expect(await statusOf(world.partner.apiKey, answer.previous.value)).toBe(401);
    expect(await statusOf(world.partner.apiKey, answer.key.value)).toBe(200);
    world = await startWorld(table, clock.now);
  });
});

describe('a partner that is suspended', () => {
  it('is refused everywhere until it is resumed', async () => {
    const { partnerId, apiKey, member } = await world.newPartner();
    const token = await member('owner');
    expect([await statusOf(apiKey), await statusOf(token)]).toEqual([200, 200]);
    const unknown = { partner_id: '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80' };
    await expect(world.operate('partners suspend', unknown)).rejects.toThrow('not_found');
    await world.operate('partners suspend', { partner_id: partnerId });
    clock.pass(60_000);
    expect([await statusOf(apiKey), await statusOf(token)]).toEqual([401, 401]);
    await world.operate('partners resume', { partner_id: partnerId });
    clock.pass(60_000);
    expect([await statusOf(apiKey), await statusOf(token)]).toEqual([200, 200]);
  });
});

describe('a member', () => {
  it('has the new role, and none once removed', async () => {
    const { partnerId, member } = await world.newPartner();
    const token = await member('viewer');
    const email = `viewer@${partnerId}.example`;
    const write = async () =>
      (
        await world.call('POST', {
          bearer: token,
          body: { route: 'upsert-partner-customer', external_customer_id: 'm', customer_name: 'Member' },
        })
      ).status;
    expect(await write()).toBe(403);
    await world.operate('members role', { partner_id: partnerId, member: email.toUpperCase(), role: 'developer' });
    clock.pass(60_000);
    expect(await write()).toBe(201);
    await world.operate('members remove', { partner_id: partnerId, member: token.slice('member:'.length) });
    clock.pass(60_000);
    expect(await write()).toBe(401);
    expect(await world.operate('members list', { partner_id: partnerId })).toEqual({ members: [] });
    await expect(world.operate('members remove', { partner_id: partnerId, member: email })).rejects.toThrow(
      'not_found',
    );
  });

  it('gets a temporary password, which is in the answer alone', async () => {
    const { partnerId, member } = await world.newPartner();
    await member('viewer');
    const email = `viewer@${partnerId}.example`;
    const reset = z
      .object({ password: z.string(), member: z.object({ email: z.string() }) })
      .parse(await world.operate('members reset-password', { partner_id: partnerId, member: email }));
    expect(reset).toEqual({ password: expect.stringMatching(/^[0-9A-Za-z]{15,}$/) as unknown, member: { email } });
    const { entries } = z
      .object({ entries: z.array(z.object({ action: z.string() })) })
      .parse(await world.operate('audit list', { partner_id: partnerId }));
    expect(entries.map(({ action }) => action)).toContain('members reset-password');
    expect(JSON.stringify(entries)).not.toContain(reset.password);
    expect(world.logLines.join('\n')).not.toContain(reset.password);
    await expect(
      world.operate('members reset-password', { partner_id: partnerId, member: 'who@x.example' }),
    ).rejects.toThrow('not_found');
  });

  it('whose sign-in a broken run left behind is removed by the next one', async () => {
    const { partnerId, member } = await world.newPartner();
    await member('viewer');
    const email = `viewer@${partnerId}.example`;
    world.failRemovingUsers(true);
    await expect(world.operate('members remove', { partner_id: partnerId, member: email })).rejects.toThrow();
    world.failRemovingUsers(false);
    expect(await world.operate('members list', { partner_id: partnerId })).toEqual({ members: [] });
    expect(await world.operate('members remove', { partner_id: partnerId, member: email })).toEqual({
      member: null,
      keys: [],
      email,
    });
    await expect(world.operate('members remove', { partner_id: partnerId, member: email })).rejects.toThrow(
      'not_found',
    );
  });
});

describe('a line whose removal failed', () => {
  it('is released with a reason: its slot and its number are free', async () => {
    const { partnerId } = world.partner;
    const instance = await world.instance(await world.customer('release'), 'release');
    await world.connect(instance, 'number-release', 'waba-release');
    const release = (instance_id = instance) =>
      world.operate('instances force-release', {
        partner_id: partnerId,
        instance_id,
        reason: 'account closed',
      });
    await expect(release(partnerId)).rejects.toThrow('not_found');
    await expect(release()).rejects.toThrow('invalid_state');
    world.platform.fail = () => new PlatformError({ kind: 'transient', message: 'down' });
    await world.command('POST', 'deactivate-partner-instance', { instance_id: instance });
    world.platform.fail = () => null;
    const { taken } = await readSlots(table, partnerId);
    expect(await release()).toMatchObject({
      instance: { status: 'inactive', slot_state: 'released', callback: { state: 'remove_failed' } },
    });
    expect((await readSlots(table, partnerId)).taken).toBe(taken - 1);
    expect(await readInstanceOfNumber(table, 'number-release')).toBeNull();
    const history = await world.query('get-partner-customer-history', { external_customer_id: 'release' });
    expect(history.body['items']).toMatchObject([
      {
        event: 'instance_deactivated',
        origin: 'operator',
        actor: { type: 'operator', id: 'operator' },
        reason: 'account closed',
        related: { instance_id: instance },
      },
      { event: 'instance_deactivation_failed' },
      {},
      {},
    ]);
    await expect(release()).rejects.toThrow('invalid_state');
  });

  it('is shown without its token and what the partner keeps beside it', async () => {
    const instance = await world.instance(await world.customer('shown'), 'shown');
    await world.connect(instance, 'number-shown', 'waba-shown');
    const record = await readInstance(table, world.partner.partnerId, instance);
    if (record === null) throw new Error('no line');
    const labelled = { ...record.instance, instance_name: 'Secret label', metadata: { note: 'secret note' } };
    await commit(
      table,
      instanceClauses(
        table,
        world.partner.partnerId,
        { ...record, instance: labelled, revision: record.revision + 1 },
        record.instance,
      ),
    );
    const shown = await world.operate('instances show', {
      partner_id: world.partner.partnerId,
      instance_id: instance,
    });
    expect(shown).toMatchObject({ has_token: true, instance: { status: 'connected', slot_state: 'occupied' } });
    expect(JSON.stringify(shown)).not.toMatch(/[Ss]ecret|sealed/);
  });
});

describe('the audit trail', () => {
  it('tells each command with its operator, and each sight of a token with who saw it', async () => {
    const { partnerId } = world.partner;
    const instance = await world.instance(await world.customer('audited'), 'audited');
    await world.connect(instance, 'number-audited', 'waba-audited');
    clock.pass(1);
    await world.command('POST', 'reveal-partner-instance-platform-token', { instance_id: instance });
    clock.pass(1);
    await world.operate('partners slot-limit', { partner_id: partnerId, slot_limit: 77 });
    const { entries } = audited.parse(await world.operate('audit list', { partner_id: partnerId }));
    expect(entries.slice(0, 2)).toMatchObject([
      {
        actor: { type: 'operator', id: testCaller.arn },
        action: 'partners slot-limit',
        subject: { partner_id: partnerId, slot_limit: '77' },
      },
      { actor: { type: 'partner_key' }, action: 'platform token reveal', subject: { instance_id: instance } },
    ]);
    expect(entries.every(({ subject }) => subject['partner_id'] === partnerId)).toBe(true);
  });

  it('is read page by page, across months, as far back as asked', async () => {
    const { partnerId } = await world.newPartner();
    const since = clock.now();
    for (let round = 0; round < 130; round += 1) {
      clock.pass(hour);
      await world.operate('partners slot-limit', { partner_id: partnerId, slot_limit: round });
      if (round === 60) clock.pass(70 * 24 * hour);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: z.infer<typeof audited> = audited.parse(
        await world.operate('audit list', {
          partner_id: partnerId,
          since: new Date(since + 1).toISOString(),
          ...(cursor !== null && { cursor }),
        }),
      );
      seen.push(...page.entries.map(({ subject }) => subject['slot_limit'] ?? ''));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 130 }, (_, index) => String(129 - index)));
    await expect(world.operate('audit list', { cursor: 'nonsense' })).rejects.toThrow('validation_failed');
  });
});
