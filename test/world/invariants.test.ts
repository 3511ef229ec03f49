import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { routes } from '../../lambdas/api/routes.ts';
import { minute } from '../../lambdas/kernel/time.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import { Choices } from '../../tools/world/choices.ts';
import { openGround, account, numbers, unpaidCode, type Ground } from '../../tools/world/ground.ts';
import { invariants } from '../../tools/world/invariants/invariants.ts';
import { viewOf } from '../../tools/world/invariants/view.ts';
import { watches } from '../../tools/world/invariants/watches.ts';
import { World } from '../../tools/world/world.ts';

beforeAll(async () => {
  await Promise.all(routes.map((route) => route.operation()));
});

type Spoil = (world: World, ground: Ground) => Promise<void> | void;
type Keyed = (item: Item, ground: Ground) => boolean;

const keyOf = ({ pk, sk }: Item): string => `${String(pk)} ${String(sk)}`;

/** Changes an item behind the service's back, or deletes it. */
const item =
  (isWanted: Keyed, change: ((found: Item) => Item) | null): Spoil =>
  async (world, ground) => {
    const found = (await world.items()).find((one) => isWanted(one, ground));
    if (found === undefined) throw new Error('there is no such item');
    const { client, name: TableName } = world.table;
    if (change === null) await client.send(new DeleteCommand({ TableName, Key: { pk: found['pk'], sk: found['sk'] } }));
    else await client.send(new PutCommand({ TableName, Item: { ...found, ...change(found) } }));
  };

const isLine: Keyed = (one, { lines }) => /#I$/.test(String(one['pk'])) && one['sk'] === lines[0];
const isCustomer: Keyed = (one, { customers }) => /#C$/.test(String(one['pk'])) && one['sk'] === customers[0];
const ends =
  (pattern: RegExp): Keyed =>
  (one) =>
    pattern.test(keyOf(one));

/** A call that the table's commits don't explain. */
const answered =
  (status: number, body: (ground: Ground) => object, given: (ground: Ground) => Record<string, unknown>): Spoil =>
  (world, ground) => {
    const during = { from: 0, to: world.table.changes.length };
    const route = 'update-partner-customer';
    world.ledger.calls.push({ route, given: given(ground), status, text: JSON.stringify(body(ground)), ...during });
  };

const spoils: readonly (readonly [rule: string, how: string, spoil: Spoil])[] = [
  [
    'nothing is overdue',
    'work that no worker can do',
    item(ends(/ PIN$/), () => ({ due_shard: 'lifecycle#1', due_at: '2030-01-02T11:00:00.000Z' })),
  ],
  [
    'a credential that was taken away is refused after a minute',
    'a member is known for longer',
    (world) => {
      world.ledger.lateUses.push('member: 61000 ms after');
    },
  ],
  [
    'a repeated key has one answer',
    'it has two',
    (world) => {
      world.ledger.repeated.push({ route: 'update-partner-customer', answers: ['200 {}', '409 {}'] });
    },
  ],
  [
    'an answer shows its record as it was during the call',
    'it had another name',
    answered(
      200,
      ({ customers: [customer_id] }) => ({
        customer: { customer_id, customer_name: 'Another', status: 'active', instance_count: 2, updated_at: '' },
      }),
      () => ({}),
    ),
  ],
  [
    'a call is refused for a reason that there was during it',
    'the customer is not merged',
    answered(
      409,
      () => ({ error: { code: 'customer_merged' } }),
      ({ customers: [customer_id] }) => ({ customer_id }),
    ),
  ],
  [
    'an update overwrites only the state that it expects',
    'it expected another one',
    answered(
      200,
      ({ customers: [customer_id] }) => ({
        customer: { customer_id, customer_name: '', status: 'active', instance_count: 2, updated_at: '2030' },
      }),
      ({ customers: [customer_id] }) => ({ customer_id, expected_updated_at: '2029' }),
    ),
  ],
  ['a key names one line', 'two lines have it', item(isLine, () => ({ instance_key: 'line-2' }))],
  [
    'an external id names one customer',
    'two customers have it',
    item(isCustomer, () => ({ external_customer_id: 'C-2' })),
  ],
  [
    'a taken external id is that of its customer',
    'its customer has another one',
    item(isCustomer, () => ({ external_customer_id: 'C-9' })),
  ],
  [
    'the end of an erasure is in the audit trail once',
    'it is not',
    async (world, ground) => {
      const [customer_id] = ground.customers;
      void world.operate('customers erase', { partner_id: world.partnerId, customer_id });
      await world.pass(60 * minute);
      await item((one) => one['action'] === 'customer erased', null)(world, ground);
    },
  ],
  [
    'an active customer has no deactivation, and none goes on for ever',
    'it has one',
    async (world, ground) => {
      void world.call('deactivate-partner-customer', 'POST', { customer_id: ground.customers[0] });
      await world.pass(5 * minute);
      await item(isCustomer, () => ({ status: 'active' }))(world, ground);
    },
  ],
  [
    'the list of a customer has each line as it is',
    'it has another status there',
    item(ends(/#C#\S+ I#/), () => ({ status: 'created' })),
  ],
  [
    'each completed session of a line has one entry of a connection, and no other has one',
    'the session failed',
    item(ends(/#I#\S+ S#/), ({ session }) => ({ session: { ...Object(session), status: 'failed' } })),
  ],
  [
    'each row of an import changed its customer once, as the import counts',
    'there is one change more',
    async (world) => {
      const rows = [{ external_customer_id: 'I-1', customer_name: 'Imported' }];
      void world.call('import-partner-customers', 'POST', { customers: rows }).then(({ text }) => {
        const { id } = z.object({ import: z.object({ id: z.string() }) }).parse(JSON.parse(text)).import;
        world.ledger.imports.set(id, [...rows, { external_customer_id: 'C-1', customer_name: 'Quillfeather' }]);
      });
      await world.pass(5 * minute);
    },
  ],
  [
    'an active callback is at the platform',
    'the platform has another one',
    (world) => world.platform.control({ number: { id: numbers.plain, webhook_configuration: { phone_number: null } } }),
  ],
  [
    'a connected line points to the endpoint, or its migration reports it as failed, or it shows the drift',
    'the platform has no callback',
    (world) => world.platform.control({ number: { id: numbers.plain, webhook_configuration: { phone_number: null } } }),
  ],
  [
    'a number without a line has no callback, unless the operator released its line by force',
    'the line is inactive',
    item(isLine, () => ({ status: 'inactive' })),
  ],
  [
    'an inactive line has no slot, and its callback was removed, or the operator released it by force',
    'its slot is occupied',
    item(isLine, () => ({ status: 'inactive' })),
  ],
  [
    'a line has the facts of its present number',
    'another display number',
    item(isLine, () => ({ display_phone_number: '+1 555-000-0000' })),
  ],
  ['no line stays between two states', 'it is deactivating', item(isLine, () => ({ status: 'deactivating' }))],
  [
    'the risk of a line says what blocks its account, until it was lifted and read again',
    'it does not say it',
    async (world) => {
      world.ledger.healthChanges.set(account, 0);
      const words = { error_description: '', possible_solution: '' };
      await world.platform.control({ waba: { id: account, health_errors: [{ error_code: unpaidCode, ...words }] } });
    },
  ],
  [
    'the risk of a line says what blocks its account, until it was lifted and read again',
    'it says it still',
    async (world, ground) => {
      world.ledger.healthChanges.set(account, 0);
      const error = { entity: 'WABA', code: unpaidCode, description: '', remedy: '' };
      await item(isLine, () => ({ platform_errors: [error] }))(world, ground);
    },
  ],
  ['a degraded line has a reason', 'it has none', item(isLine, () => ({ status: 'degraded' }))],
  [
    'a connected line has a verified callback, or says why not',
    'it has none',
    item(isLine, () => ({ callback: { state: 'none', verified_at: null, last_error: null } })),
  ],
  ['a number has one line', 'two have it', item(isLine, () => ({ platform_phone_number_id: numbers.onApp }))],
  [
    'a number is locked, and listed under its account, exactly for a line that has it',
    'no lock',
    item(ends(/ LINE$/), null),
  ],
  [
    'a number is locked, and listed under its account, exactly for a line that has it',
    'no listing',
    item(ends(/^WABA#.*#I#/), null),
  ],
  ['a connected line holds its number', 'no lock', item(ends(/ LINE$/), null)],
  [
    'an open session is the latest of its line, has a link, and has work or asks something',
    'in progress without work',
    item(ends(/#I#\S+ S#/), ({ session }) => ({ session: { ...Object(session), status: 'in_progress' } })),
  ],
  [
    'an ended session keeps no progress, no token and no work',
    'work is left',
    item(ends(/#I#\S+ S#/), () => ({ due_shard: 'lifecycle#1', due_at: '2031-01-01T00:00:00.000Z' })),
  ],
  [
    'the token of a line is for its present number, and an inactive line has none',
    'it has none',
    item(isLine, () => ({ sealed_token: null })),
  ],
  ['the PIN that a line gave its number is kept', 'it is lost', item(ends(/ PIN$/), null)],
  [
    'the number of taken slots is that of the lines that occupy one',
    'one more',
    item(ends(/ SLOTS$/), () => ({ taken: 3 })),
  ],
  ['as many slots are taken as lines have one', 'one more', item(ends(/ SLOTS$/), () => ({ taken: 3 }))],
  ['no slot is taken above the limit', 'the limit is 1', item(ends(/ SLOTS$/), () => ({ taken: 3, slot_limit: 1 }))],
  ['a customer counts and lists its lines', 'one more', item(isCustomer, () => ({ instance_count: 3 }))],
  ['a customer counts and lists its lines', 'one is not listed', item(ends(/#C#\S+ I#/), null)],
  ['a history has each entry once', 'one is gone', item(ends(/ H#0000000002$/), null)],
  ['the entries of a history are numbered without holes, and stay', 'one is gone', item(ends(/ H#0000000002$/), null)],
  [
    'the history of a customer leads to its status',
    'it has no entry',
    item(isCustomer, () => ({ status: 'inactive' })),
  ],
  [
    'the status of a customer follows the state table',
    'it is erased at once',
    item(isCustomer, () => ({ status: 'erased' })),
  ],
  [
    'a merged customer has no line, and its target exists',
    'it has lines',
    item(isCustomer, ({ sk }) => ({ status: 'merged', merged_into: sk })),
  ],
  ['the status of a line follows the state table', 'it is new again', item(isLine, () => ({ status: 'created' }))],
  [
    'the facts of a line never go back in time',
    'they do',
    item(isLine, () => ({ facts_at: '2030-01-01T00:00:00.000Z' })),
  ],
  [
    'the time of a change of a record increases',
    'it falls',
    item(isLine, () => ({ updated_at: '2030-01-01T00:00:00.000Z' })),
  ],
  ['the counts of spans equal the records', 'a counter is gone', item(ends(/#N#I C#/), null)],
  [
    'the transitions of a line form a chain that ends in its state',
    'one is gone',
    item(ends(/#U#\S+ I#\S+#0000000001$/), null),
  ],
  [
    'the usage of a day equals what happened on it',
    'a transition is gone',
    item(ends(/#U#\S+ I#\S+#0000000005$/), null),
  ],
  ['an entry of the audit trail never changes', 'one does', item(ends(/^AUDIT#/), () => ({ action: 'another' }))],
  [
    'the copies of the audit trail equal it',
    'one is gone',
    (world) => {
      world.systems.objects.delete(Array.from(world.systems.objects.keys())[0] ?? '');
    },
  ],
  [
    'each command of the operator has an entry',
    'one has none',
    (world) => {
      world.ledger.commands.set('another', 'customers erase');
    },
  ],
  [
    'each accepted report is found once',
    'one is not',
    (world) => {
      world.ledger.reports.push({ phone_number_id: numbers.plain, message_id: 'wamid.1', status: 'sent' });
    },
  ],
  [
    'what is kept for a time is kept for it, and no longer',
    'without end',
    item(ends(/ TOKEN$/), () => ({ ttl: undefined })),
  ],
  ['what stays never expires', 'it does', item(isLine, () => ({ ttl: 1 }))],
  [
    'a lease has one holder',
    'another takes it',
    async (world, ground) => {
      const lease = (name: string) =>
        item(ends(/#WATCH/), () => ({ lease: name, due_at: '2030-01-03T00:00:00.000Z' }))(world, ground);
      await lease('one');
      await lease('two');
    },
  ],
  [
    'the templates of an account equal the platform after a pass',
    'one is left',
    async (world) => {
      void world.call('refresh-partner-platform-templates', 'POST', { waba_id: account, force: true });
      await world.pass(5 * minute);
      await world.platform.control({ template: { id: '7700000000000001', waba_id: account, deleted: true } });
    },
  ],
  [
    'no personal text of an erased customer is left',
    'one is',
    async (world, { customers: [customer_id] }) => {
      void world.operate('customers erase', { partner_id: world.partnerId, customer_id });
      await world.pass(60 * minute);
      world.logLines.push('{"name":"Quillfeather"}');
    },
  ],
];

/** Commits are looked at after each event. */
const passed = (world: World, time: number): Promise<void> => {
  world.scheduler.at(world.scheduler.now + 1, () => undefined);
  return world.pass(time);
};

/** A settled world, and what breaks its rules. */
const settled = async (spoil: Spoil = () => undefined): Promise<ReadonlyMap<string, readonly string[]>> => {
  const world = new World(new Choices(1));
  world.watching.begin(watches);
  const ground = await openGround(world);
  await passed(world, minute);
  await spoil(world, ground);
  await passed(world, 10 * minute);
  const view = await viewOf(world);
  return new Map(invariants.map(({ rule, broken }) => [rule, broken(view)]));
};

test('a world in which nothing happens breaks no rule', async () => {
  expect(Array.from(await settled()).filter(([, found]) => found.length > 0)).toEqual([]);
});

test.each(spoils)('%s: %s', async (rule, _, spoil) => {
  expect((await settled(spoil)).get(rule)).not.toEqual([]);
});
