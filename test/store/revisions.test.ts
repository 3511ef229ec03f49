import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newCustomer } from '../../lambdas/domain/customer.ts';
import { newInstance } from '../../lambdas/domain/instance.ts';
import type { PartnerKey } from '../../lambdas/domain/partner-key.ts';
import { Contended, EndpointReplaced } from '../../lambdas/kernel/errors.ts';
import { day, isoOf, seconds } from '../../lambdas/kernel/time.ts';
import { customerCheckClause, customerClause, externalIdClause } from '../../lambdas/store/customers/customers.ts';
import { unwritten } from '../../lambdas/store/customers/journal.ts';
import {
  connectTokenClause,
  sessionClause,
  type SessionRecord,
} from '../../lambdas/store/instances/connect-sessions.ts';
import { moveInstanceClauses } from '../../lambdas/store/instances/instance-move.ts';
import { packRisk } from '../../lambdas/store/instances/instance-risk.ts';
import { instanceClauses, instanceKeyClause, sameTokenClause } from '../../lambdas/store/instances/instances.ts';
import type { Partner } from '../../lambdas/store/partners/callers.ts';
import { membershipClauses, newMemberRecord } from '../../lambdas/store/partners/members.ts';
import {
  endPartnerKeyClauses,
  newPartnerKeyClauses,
  partnerClause,
  publishableKeysClause,
} from '../../lambdas/store/partners/partners.ts';
import { commit, persist, type Clause, type RetryPolicy } from '../../lambdas/store/table/commit.ts';
import { keys, type Key } from '../../lambdas/store/table/keys.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import { changeOutboxOf } from '../../lambdas/store/webhooks/endpoint-outbox.ts';
import { migrationClause, newMigration } from '../../lambdas/store/webhooks/migrations.ts';
import { outboxClause, outboxRecordOf, readOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { refusalClause } from '../../lambdas/store/webhooks/refusal.ts';
import { unchangedEndpointClause } from '../../lambdas/store/webhooks/unchanged-endpoint.ts';
import {
  readWebhookTarget,
  webhookEndpointClause,
  type WebhookEndpoint,
} from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import { webhookSecretsClause } from '../../lambdas/store/webhooks/webhook-secrets.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const immediately: RetryPolicy = { sleep: () => Promise.resolve(), random: () => 0 };

const now = Date.parse('2026-06-01T12:00:00Z');
const at = isoOf(now);

const instance = newInstance(
  { id: 'i', instance_key: 'line', partner_customer_id: 'c', instance_name: 'line', metadata: {} },
  now,
);
const line = { instance, revision: 1, sealedToken: 'token', busyUntil: null };
const described = { customer_name: 'Acme', customer_email: null, customer_phone: null, metadata: {} };
const customer = newCustomer('c', 'C-1', described, now);
const session: SessionRecord = {
  session: { id: 's', instance_id: 'i', mode: 'connect', status: 'open', expires_at: at, error: null },
  partnerId: 'p',
  requestId: null,
  urls: { return_url: null, cancel_url: null, success_url: null, error_url: null },
  language: null,
  revision: 1,
  tokenHash: 'hash',
  signUps: [],
  attempts: 0,
  progress: null,
  busyUntil: null,
};
const cause = { origin: 'api', actor: { type: 'partner_key', id: 'k' }, requestId: 'r' } as const;
const migration = newMigration({ partnerId: 'p', isSpread: false, reason: null, cause }, 'm', 1, now, now);
const endpoint: WebhookEndpoint = {
  id: 'e',
  name: 'Test',
  url: 'https://partner.example/hook',
  is_primary: true,
  sealed_verify_token: '',
  migration_id: 'm',
  revision: 1,
  updated_at: at,
  relay: null,
};
const partner: Omit<Partner, 'revision'> = {
  partner_id: 'p',
  name: 'Partner',
  status: 'active',
  created_at: at,
  updated_at: at,
  limits: {},
  sizes: [],
};
const membership = { partner_id: 'p', role: 'owner', created_at: at, pending: false } as const;
const key: PartnerKey = {
  key_id: 'k',
  partner_id: 'p',
  secret_hash: 'hash',
  scopes: [],
  created_at: at,
  expires_at: at,
  revoked_at: null,
  last_used_day: null,
  label: null,
  issued_by: null,
};

/** The clauses that write a record of which a revision was read; 0: there was none. */
const writes: Readonly<Record<string, (inTable: Table, read: number) => readonly Clause[]>> = {
  'a line': (inTable, read) => instanceClauses(inTable, 'p', { ...line, revision: read + 1 }, instance),
  'a customer': (inTable, read) => [customerClause(inTable, 'p', { ...unwritten(customer), revision: read + 1 })],
  'a connect session': (inTable, read) => [sessionClause(inTable, { ...session, revision: read + 1 })],
  'a migration': (inTable, read) => [migrationClause(inTable, { ...migration, revision: read })],
  'a webhook endpoint': (inTable, read) => [webhookEndpointClause(inTable, 'p', { ...endpoint, revision: read + 1 })],
  'the signing secrets': (inTable, read) => [webhookSecretsClause(inTable, 'p', [], read)],
  'an outbox': (inTable, read) => [outboxClause(inTable, { ...outboxRecordOf('p', undefined), revision: read })],
  'a partner': (inTable, read) => [partnerClause(inTable, { ...partner, revision: read + 1 })],
  'the publishable keys': (inTable, read) => [publishableKeysClause(inTable, read + 1, [])],
  'a member': (inTable, read) =>
    membershipClauses(inTable, { ...newMemberRecord('m', 'a@partner.example'), revision: read }, membership),
};

describe.each(Object.entries(writes))('%s', (_, write) => {
  it('is written over the revision that was read, and no other', async () => {
    const writeOver = (read: number): Promise<void> => commit(table, write(table, read));
    await expect(writeOver(1)).rejects.toBeInstanceOf(Contended);
    await writeOver(0);
    await expect(writeOver(0)).rejects.toBeInstanceOf(Contended);
    await writeOver(1);
    for (const read of [0, 1, 3]) await expect(writeOver(read)).rejects.toBeInstanceOf(Contended);
    await writeOver(2);
  });
});

const put = (item: Item) => table.client.send(new PutCommand({ TableName: table.name, Item: { ...item } }));

describe('a commit is contended', () => {
  const external = keys.externalId('p', 'C-1');
  it.each<[string, Item, (inTable: Table) => readonly Clause[]]>([
    [
      'after the token of a line was replaced',
      { ...keys.instance('p', 'i'), sealed_token: 'other' },
      (inTable) => [sameTokenClause(inTable, 'p', line)],
    ],
    [
      'after the status of a customer changed',
      { ...keys.customer('p', 'c'), status: 'inactive' },
      (inTable) => [customerCheckClause(inTable, 'p', customer)],
    ],
    [
      'after an external id was taken',
      { ...external, customer_id: 'other' },
      (inTable) => [externalIdClause(inTable, 'p', customer)],
    ],
    [
      'after the endpoint changed',
      { ...keys.webhookEndpoint('p'), revision: 2 },
      (inTable) => [unchangedEndpointClause(inTable, 'p', endpoint)],
    ],
    [
      'after a key was revoked',
      { ...keys.partnerKey('k'), revoked_at: at },
      (inTable) => endPartnerKeyClauses(inTable, { ...key, revoked_at: isoOf(now + day) }, now),
    ],
  ])('%s', async (_, existing, clauses) => {
    await put(existing);
    await expect(commit(table, clauses(table))).rejects.toBeInstanceOf(Contended);
    expect(await getItem(table, { pk: String(existing['pk']), sk: String(existing['sk']) })).toEqual(existing);
  });
});

it.each([
  ['was disabled anew', { state: 'disabled', at: now + 1 }],
  ['was replaced', { state: 'healthy' }],
])('an event of a disabled endpoint does not end after that %s', async (_, health) => {
  await put({ ...keys.outbox('p'), health });
  const ends = (since: number): Promise<void> =>
    commit(table, [refusalClause(table, 'p', { kind: 'disabled', since })]);
  await expect(ends(now)).rejects.toBeInstanceOf(EndpointReplaced);
  await put({ ...keys.outbox('p'), health: { state: 'disabled', at: now } });
  await ends(now);
});

it.each<[string, number, number, boolean]>([
  ['names it', 1, 1, true],
  ['names none, while it is unchanged', 0, 1, true],
  ['names none, after it was replaced', 0, 2, false],
  ['names a newer one', 2, 2, false],
])('what was found about an endpoint, and an outbox that %s', async (name, named, current, isChanged) => {
  await put({ ...keys.webhookEndpoint(name), revision: current });
  const outbox = { ...outboxRecordOf(name, undefined), endpointRevision: named };
  await commit(table, [outboxClause(table, outbox)]);
  const changed = await changeOutboxOf(table, immediately, name, endpoint, (record) => ({
    record: { ...record, watchUntil: now },
    clauses: [],
  }));
  expect(changed).toBe(isChanged);
  expect(await readOutbox(table, name)).toMatchObject(
    isChanged ? { endpointRevision: 1, watchUntil: now } : { endpointRevision: named, watchUntil: 0 },
  );
});

it.each([
  ['of it', 1, 1],
  ['of a later one', 2, 2],
])('an endpoint beside an outbox %s, revision %d, takes %d reads', async (_, named, reads) => {
  const partnerId = `read-${named}`;
  await put({ ...keys.webhookEndpoint(partnerId), ...endpoint });
  await commit(table, [outboxClause(table, { ...outboxRecordOf(partnerId, undefined), endpointRevision: named })]);
  let count = 0;
  const counting = interposed(table, (_command, send) => {
    count += 1;
    return send();
  });
  await readWebhookTarget(counting, partnerId);
  expect(count).toBe(reads);
});

it('an error of the table is no replaced endpoint', async () => {
  const away = interposed(table, () => Promise.reject(new Error('the table is away')));
  const changed = changeOutboxOf(away, immediately, 'p', endpoint, () => null);
  await expect(changed).rejects.toThrow('the table is away');
});

it('a change that is contended again and again is given up', async () => {
  let tries = 0;
  const contended = (): Promise<never> => {
    tries += 1;
    return Promise.reject(tries > 100 ? new Error('it never ends') : new Contended());
  };
  await expect(persist(immediately, contended)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
});

it('a key that is revoked is deleted 90 days later, with its entry in the list', async () => {
  const revoked = { ...key, key_id: 'revoked', revoked_at: at };
  await commit(table, newPartnerKeyClauses(table, { ...revoked, expires_at: null, revoked_at: null }, now));
  await commit(table, endPartnerKeyClauses(table, revoked, now));
  for (const one of [keys.partnerKey('revoked'), keys.partnerKeyLink('p', 'revoked')])
    expect((await getItem(table, one))?.['ttl']).toBe(seconds(now + 90 * day));
});

it('the key of a line is never taken twice, and names the line that has it', async () => {
  await commit(table, [instanceKeyClause(table, 'p', instance)]);
  await expect(commit(table, [instanceKeyClause(table, 'p', { ...instance, id: 'other' })])).rejects.toMatchObject({
    code: 'instance_key_taken',
    details: { instance_id: 'i' },
  });
});

describe('a line that moves to another customer', () => {
  const record = keys.instance('p', 'moving');
  const entryOf = (customerId: string): Key => keys.customerInstance('p', customerId, 'moving');
  const moving = { ...line, instance: { ...instance, id: 'moving' } };
  const { status, slot_state } = moving.instance;
  const stands = async (changes: Item, entryChanges: Item): Promise<void> => {
    await put({ ...record, partner_customer_id: 'c', revision: 1, ...changes });
    const entry = { status, slot_state, risk: packRisk(moving.instance), phone_number_id: null };
    await put({ ...entryOf('c'), ...entry, ...entryChanges });
  };
  const move = (to: string): Promise<void> => commit(table, moveInstanceClauses(table, 'p', moving, to));

  it.each<[string, Item, Item]>([
    ['moved already', { partner_customer_id: 'other' }, {}],
    ['changed', { revision: 2 }, {}],
    ['has another status', {}, { status: 'inactive' }],
    ['has another slot', {}, { slot_state: 'released' }],
    ['has another risk', {}, { risk: 'other' }],
    ['has another number', {}, { phone_number_id: 'number' }],
  ])('stays when it %s', async (_, changes, entryChanges) => {
    await stands(changes, entryChanges);
    await expect(move('to')).rejects.toBeInstanceOf(Contended);
    expect(await getItem(table, entryOf('to'))).toBeUndefined();
  });

  it('is listed by its new customer alone, and is not written when it is there already', async () => {
    await stands({ revision: 2 }, {});
    await expect(move('c')).rejects.toBeInstanceOf(Contended);
    await stands({}, {});
    await move('c');
    expect(await getItem(table, record)).toMatchObject({ partner_customer_id: 'c', revision: 1 });
    await move('to');
    expect(await getItem(table, record)).toMatchObject({ partner_customer_id: 'to', revision: 2 });
    expect([await getItem(table, entryOf('c')), await getItem(table, entryOf('to'))]).toMatchObject([
      undefined,
      { status, slot_state },
    ]);
  });
});

describe('what is new', () => {
  it.each<[string, readonly Key[], number | null, (inTable: Table) => readonly Clause[]]>([
    [
      'a connect session',
      [keys.connectSession('p', 'i', 'new')],
      90 * day,
      (inTable) => [sessionClause(inTable, { ...session, session: { ...session.session, id: 'new' } })],
    ],
    ['the token of it', [keys.connectToken('hash')], 90 * day, (inTable) => [connectTokenClause(inTable, session)]],
    [
      'the key of a partner',
      [keys.partnerKey('new'), keys.partnerKeyLink('p', 'new')],
      90 * day,
      (inTable) => newPartnerKeyClauses(inTable, { ...key, key_id: 'new' }, now),
    ],
    [
      'the key of a partner without an end',
      [keys.partnerKey('endless'), keys.partnerKeyLink('p', 'endless')],
      null,
      (inTable) => newPartnerKeyClauses(inTable, { ...key, key_id: 'endless', expires_at: null }, now),
    ],
  ])('%s is written once, and deleted 90 days after its end', async (_, written, kept, clauses) => {
    await commit(table, clauses(table));
    for (const one of written)
      expect((await getItem(table, one))?.['ttl']).toBe(kept === null ? undefined : seconds(now + kept));
    for (const clause of clauses(table)) await expect(commit(table, [clause])).rejects.toThrow();
  });
});
