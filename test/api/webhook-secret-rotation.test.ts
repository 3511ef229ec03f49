import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { Reply, TestPartner, TestService } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import type { OutboxWorld } from '../events/outbox-world.ts';
import { withOutbox } from './outbox-scene.ts';
import { errorOf, headerOf, verdictOf } from './replies.ts';

const day = 86_400_000;

let table: TestTable;
let service: TestService;
let world: OutboxWorld;
let partner: TestPartner;
let first: string;

withOutbox(
  (scene) => ({ table, service, world } = scene),
  (given) => {
    partner = given;
    [first] = world.receiver.secrets.get(partner.partnerId) ?? [''];
  },
);

const rotate = (bearer = partner.apiKey, headers: Record<string, string> = {}): Promise<Reply> =>
  service.call('POST', { bearer, body: { route: 'rotate-partner-webhook-secret' }, headers });

const rotation = z.strictObject({
  ok: z.literal(true),
  partner_id: z.string(),
  webhook_secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/),
  previous_valid_until: z.iso.datetime().nullable(),
});
const rotationOf = (reply: Reply): z.infer<typeof rotation> => {
  expect(reply.status).toBe(200);
  return rotation.parse(reply.body);
};

/** The event of a customer's change, as the endpoint gets it from the worker, verified with all valid secrets. */
const delivered = async (secrets: readonly [string, ...string[]]): Promise<readonly string[]> => {
  const [newest, ...older] = secrets;
  world.receiver.secrets.set(partner.partnerId, [newest, ...older]);
  const customer = await world.newCustomer(partner.partnerId);
  const id = await customer.change();
  const hint: DueHint = keys.historyEntry(partner.partnerId, customer.id, 2);
  await deliverBatch(world.deps, [hint], 'event');
  const message = world.receiver.messages.at(-1);
  expect(message?.id).toBe(id);
  return message?.signatures ?? [];
};

describe('rotate-partner-webhook-secret', () => {
  test('returns the new secret once, and events carry the signatures of both for 24 hours', async () => {
    const began = world.clock.now();
    expect(await delivered([first])).toHaveLength(1);
    const reply = await rotate();
    const { webhook_secret: second, previous_valid_until: until } = rotationOf(reply);
    expect(second).not.toBe(first);
    expect(Date.parse(until ?? '')).toBe(began + day);
    expect(headerOf(reply, 'cache-control')).toBe('no-store');

    world.clock.pass(day - 1);
    expect(await delivered([second, first])).toHaveLength(2);
    world.clock.pass(1);
    expect(await delivered([second])).toHaveLength(1);
  });

  test('is refused while two secrets are valid, and possible again afterwards', async () => {
    const { webhook_secret: second, previous_valid_until: until } = rotationOf(await rotate());
    world.clock.pass(day - 1);
    const refused = await rotate();
    expect(verdictOf(refused)).toBe('409 invalid_state');
    expect(errorOf(refused).message).toContain(until);
    expect(await delivered([second, first])).toHaveLength(2);
    world.clock.pass(1);
    const { webhook_secret: third } = rotationOf(await rotate());
    expect(await delivered([third, second])).toHaveLength(2);
  });

  test('creates the first secret of a partner that has none', async () => {
    partner = await service.newPartner();
    expect(rotationOf(await rotate()).previous_valid_until).toBeNull();
    expect(rotationOf(await rotate()).previous_valid_until).not.toBeNull();
  });

  test('ignores the Idempotency-Key: a repetition is not a replay', async () => {
    const key = { 'idempotency-key': 'the-same-rotation' };
    rotationOf(await rotate(partner.apiKey, key));
    const repeated = await rotate(partner.apiKey, key);
    expect(verdictOf(repeated)).toBe('409 invalid_state');
    expect(headerOf(repeated, 'idempotent-replayed')).toBeUndefined();
  });

  test('happens once when several calls come at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => rotate()));
    const won = replies.filter(({ status }) => status === 200).map((reply) => rotationOf(reply).webhook_secret);
    const [secret = ''] = won;
    expect(won).toEqual([secret]);
    expect(new Set(replies.map(verdictOf))).toEqual(new Set(['200', '409 invalid_state']));
    expect(await delivered([secret, first])).toHaveLength(2);
  });

  test('is for owners, admins and keys with webhook.write', async () => {
    for (const role of ['developer', 'support', 'viewer'] as const) {
      const refused = await rotate(await partner.member(role));
      expect([role, verdictOf(refused)]).toEqual([role, '403 forbidden_role']);
      expect(errorOf(refused).message).toContain(role === 'developer' ? 'owner or admin' : 'owner');
    }
    expect(verdictOf(await rotate(partner.readOnlyKey))).toBe('403 forbidden_scope');
    for (const role of ['owner', 'admin'] as const) {
      rotationOf(await rotate(await partner.member(role)));
      world.clock.pass(day);
    }
    rotationOf(await rotate());
  });

  test('is possible for an owner during an overlap that another caller began', async () => {
    const [owner, admin] = [await partner.member('owner'), await partner.member('admin')];
    const another = { partner_id: partner.partnerId, email: 'other@partner.example', role: 'owner' };
    const added = await service.operate('members add', another);
    const other = `member:${z.object({ member: z.object({ member_id: z.string() }) }).parse(added).member.member_id}`;
    const { webhook_secret: second } = rotationOf(await rotate(admin));
    for (const bearer of [admin, partner.apiKey]) expect(verdictOf(await rotate(bearer))).toBe('409 invalid_state');
    world.clock.pass(day / 2);

    const { webhook_secret: third, previous_valid_until: until } = rotationOf(await rotate(owner));
    expect(Date.parse(until ?? '')).toBe(world.clock.now() + day);
    // The endpoint may know any of the three.
    expect(await delivered([third, second, first])).toHaveLength(3);
    expect(verdictOf(await rotate(owner))).toBe('409 invalid_state');
    const { webhook_secret: fourth } = rotationOf(await rotate(other));
    expect(await delivered([fourth, third, second])).toHaveLength(3);
    world.clock.pass(day);
    expect(await delivered([fourth])).toHaveLength(1);
  });

  test('leaves an entry in the audit trail, and the secret in no item and no log line', async () => {
    const { webhook_secret: secret } = rotationOf(await rotate());
    const { Items: items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
    const stored = JSON.stringify(items);
    expect(stored).toContain('webhook secret rotation');
    const entry = items.find(
      (item) => item['action'] === 'webhook secret rotation' && JSON.stringify(item).includes(partner.partnerId),
    );
    expect(entry).toMatchObject({ actor: { type: 'partner_key' }, subject: { partner_id: partner.partnerId } });
    const texts = [stored, ...service.logLines, ...world.logLines];
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    for (const form of [secret, secret.slice('whsec_'.length), bytes.toString('hex'), bytes.toString('base64url')]) {
      expect(texts.filter((text) => text.includes(form))).toEqual([]);
    }
  });
});
