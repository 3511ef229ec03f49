import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { serviceCause } from '../../../lambdas/domain/history.ts';
import { rewriteForm } from '../../../lambdas/jobs/rewrite-form.ts';
import { isoOf } from '../../../lambdas/kernel/time.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { packEntry, unpackEntry } from '../../../lambdas/store/customers/packed-entry.ts';
import { historyEntryPages } from '../../../lambdas/store/forms/history-entries.ts';
import { commit } from '../../../lambdas/store/table/commit.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import type { Item, Table } from '../../../lambdas/store/table/table.ts';
import { accountEventClauses } from '../../../lambdas/store/templates/account-events.ts';
import { dueHints } from '../../../tools/harness/due-hints.ts';
import { storeEntriesInVersion1 } from '../../../tools/harness/earlier-entries.ts';
import { noDeadline } from '../../../tools/harness/no-deadline.ts';
import { testClock, type TestClock } from '../../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { rawItems } from '../../../tools/harness/traces.ts';
import { startWorld, type World } from '../../../tools/harness/world.ts';
import { interposed, type Command } from '../../interposed-table.ts';

const form = 'history-entry';

let table: TestTable;
let clock: TestClock;
let world: World;
let customers: string[];

/** A partner with 3 customers, each with 4 entries of version 1; and another partner. */
const plantEntries = async (): Promise<void> => {
  customers = [];
  for (const name of ['a', 'b', 'c']) {
    const customer = await world.customer(name);
    customers.push(customer);
    for (const round of [1, 2, 3]) {
      await world.command('PATCH', 'update-partner-customer', {
        customer_id: customer,
        changes: { customer_name: `Name ${round}` },
      });
    }
  }
  clock.pass(1);
  await world.newPartner();
  expect(await storeEntriesInVersion1(table)).toBe(12);
};

beforeEach(async () => {
  table = await startTestTable();
  clock = testClock();
  world = await startWorld(table, clock.now);
  await plantEntries();
});
afterEach(() => table.stop());

/** An entry of a business account. */
const plantAccountEntry = async (): Promise<void> => {
  const now = clock.now();
  const change = { previous: { status: 'APPROVED' }, next: { status: 'PAUSED' } };
  const template = {
    template_id: '1',
    platform_waba_id: 'waba-1',
    name: 'a',
    language: 'en',
    category: null,
    status: 'PAUSED',
    quality_score: null,
    rejected_reason: null,
    category_change: null,
  };
  const data = { template, previous: change.previous, changed_fields: ['status'], reason: null };
  const occurrence = {
    entryId: newId(now),
    event: 'template_updated' as const,
    change,
    cause: serviceCause('platform', newId(now)),
    at: isoOf(now),
    reason: null,
    announce: { id: newId(now), content: { type: 'service.partner.template.updated' as const, data } },
    idempotencyKey: null,
  };
  await commit(table, await accountEventClauses(table, world.partner.partnerId, 'waba-1', [occurrence]));
};

const entries = async (): Promise<readonly Item[]> =>
  (await rawItems(table)).filter(({ sk }) => String(sk).startsWith('H#'));

const versionOf = ({ entry }: Item): number | undefined => (entry instanceof Uint8Array ? entry[0] : undefined);

const versions = async (): Promise<readonly (number | undefined)[]> => (await entries()).map(versionOf);
const rewrittenCount = async (): Promise<number> => (await versions()).filter((version) => version === 2).length;

const work = async (on: Table = table, until = Infinity, end = Infinity): Promise<void> => {
  const deps = { table: on, clock: clock.now, newId, deadline: { ...noDeadline, end } };
  for (const hint of await dueHints(table, 'lifecycle', clock.now())) {
    await runWork({ formRewrite: (key, begunBy) => rewriteForm(deps, key, until, begunBy) }, hint);
  }
};

const shown = z.object({
  form: z.string(),
  version: z.number(),
  rewriting: z
    .object({
      state: z.string(),
      units_a_second: z.number(),
      partners: z.number(),
      partners_done: z.number(),
      read: z.number(),
      rewritten: z.number(),
      ended_at: z.string().nullable(),
    })
    .nullable(),
});
const progress = async () =>
  z.object({ forms: z.tuple([shown]) }).parse(await world.operate('stored forms', {})).forms[0].rewriting;
const begin = (units?: number) =>
  world.operate('stored rewrite', { form, ...(units !== undefined && { units_a_second: units }) });

const isRewrite = (command: Command): boolean =>
  command instanceof UpdateCommand && String(command.input.UpdateExpression).startsWith('SET entry');

it('rewrites the entries of business accounts, and continues after any of them', async () => {
  await plantAccountEntry();
  await plantAccountEntry();
  expect(await storeEntriesInVersion1(table)).toBe(14);
  const walked = { partnerId: world.partner.partnerId, sizes: [], now: clock.now() };
  const positions = async (after: string | null): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const page of historyEntryPages(table, walked, after))
      found.push(...page.map(({ position }) => position));
    return found;
  };
  const all = await positions(null);
  expect(all).toHaveLength(14);
  for (const [place, position] of all.entries()) expect(await positions(position)).toEqual(all.slice(place + 1));
  await world.operate('stored rewrite', { form });
  for (let round = 0; round < 5; round += 1) {
    await work();
    clock.pass(60_000);
  }
  expect(await versions()).toEqual(Array.from({ length: 14 }, () => 2));
});

describe('the rewriting of history entries', () => {
  it('leaves every entry in the newest version, with the same meaning and the same attributes of its delivery', async () => {
    const before = await entries();
    expect(await progress()).toBeNull();
    await begin();
    await work();
    const after = await entries();
    expect(after.map(versionOf)).toEqual(after.map(() => 2));
    const opened = (items: readonly Item[]) => items.map(({ entry, ...rest }) => ({ ...rest, ...unpackEntry(entry) }));
    expect(opened(after)).toEqual(opened(before));
    expect(await progress()).toMatchObject({ state: 'done', partners: 2, partners_done: 2, read: 12, rewritten: 12 });
    clock.pass(60_000);
    expect(await dueHints(table, 'lifecycle', clock.now())).toEqual([]);
  });

  it('writes no more units in ten seconds than its pace allows', async () => {
    await begin(1);
    for (const [passed, count] of [
      [0, 10],
      [9_999, 10],
      [1, 12],
    ] as const) {
      clock.pass(passed);
      await work();
      expect(await rewrittenCount()).toBe(count);
    }
    expect(await progress()).toMatchObject({ state: 'done', read: 12, rewritten: 12 });
  });

  it('waits for the units that a worker spent before it crashed', async () => {
    await begin(1);
    let writes = 0;
    const dying = interposed(table, (command, send) => {
      if (isRewrite(command)) writes += 1;
      return writes > 10 || (writes === 10 && !isRewrite(command)) ? Promise.reject(new Error('crashed')) : send();
    });
    // The lease ends with the invocation.
    await expect(work(dying, Infinity, clock.now() + 1_000)).rejects.toThrow('crashed');
    for (const [passed, count] of [
      [0, 10],
      [1_000, 10],
      [8_999, 10],
      [1, 12],
    ] as const) {
      clock.pass(passed);
      await work();
      expect(await rewrittenCount()).toBe(count);
    }
    expect(await progress()).toMatchObject({ state: 'done', read: 12 });
  });

  it('counts an update whose answer was lost as done', async () => {
    await begin();
    const lossy = interposed(table, async (command, send) => {
      const answer = await send();
      return isRewrite(command) ? send() : answer;
    });
    await work(lossy);
    expect(await progress()).toMatchObject({ state: 'done', rewritten: 12 });
  });

  it('leaves what another writer has changed meanwhile', async () => {
    await begin();
    const [first = ''] = customers;
    const key = keys.historyEntry(world.partner.partnerId, first, 2);
    let isChanged = false;
    const meddled = interposed(table, async (command, send) => {
      if (isRewrite(command) && !isChanged) {
        isChanged = true;
        const item = (await entries()).find(({ pk, sk }) => pk === key.pk && sk === key.sk);
        const { entry } = unpackEntry(item?.['entry']);
        await table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: { ...key },
            UpdateExpression: 'SET entry = :entry',
            ExpressionAttributeValues: { ':entry': packEntry({ entry: { ...entry, new: {} }, event: null }) },
          }),
        );
      }
      return send();
    });
    await work(meddled);
    const item = (await entries()).find(({ pk, sk }) => pk === key.pk && sk === key.sk);
    expect(unpackEntry(item?.['entry'])).toMatchObject({ entry: { new: {} }, event: null });
    expect(await progress()).toMatchObject({ state: 'done', read: 12, rewritten: 11 });
  });

  it('is continued by the next invocation when the time is up', async () => {
    await begin();
    await work(table, clock.now());
    expect(await progress()).toMatchObject({ state: 'running', read: 0 });
    clock.pass(10_000);
    await work();
    expect(await progress()).toMatchObject({ state: 'done', read: 12 });
  });

  it('does not read a newer version, which code before a roll-back wrote', async () => {
    const [first = ''] = customers;
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...keys.historyEntry(world.partner.partnerId, first, 1) },
        UpdateExpression: 'SET entry = :entry',
        ExpressionAttributeValues: { ':entry': Uint8Array.of(3, 1, 2) },
      }),
    );
    await begin();
    await work();
    expect((await versions()).toSorted()).toEqual([...Array.from({ length: 11 }, () => 2), 3]);
    expect(await progress()).toMatchObject({ state: 'done', read: 12, rewritten: 11 });
  });

  it('is left to newer code when it is to a version that this code does not write', async () => {
    await begin();
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...keys.formRewrite(form) },
        UpdateExpression: 'SET #version = :three',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':three': 3 },
      }),
    );
    await work();
    expect(await rewrittenCount()).toBe(0);
    expect(await progress()).toMatchObject({ state: 'running', read: 0 });
  });
});

describe('the operator', () => {
  it('stops it, also while a worker is at it, and continues it where it was', async () => {
    await begin(1);
    await work();
    clock.pass(10_000);
    let isStopped = false;
    const stopped = interposed(table, async (command, send) => {
      if (isRewrite(command) && !isStopped) {
        isStopped = true;
        await world.operate('stored stop', { form });
      }
      return send();
    });
    await work(stopped);
    expect(await progress()).toMatchObject({ state: 'stopped', read: 10 });
    clock.pass(600_000);
    await work();
    expect(await progress()).toMatchObject({ state: 'stopped', read: 10 });
    await expect(world.operate('stored stop', { form })).rejects.toThrow('invalid_state');
    await begin();
    expect(await progress()).toMatchObject({ state: 'running', read: 10, units_a_second: 1, ended_at: null });
    await work();
    expect(await progress()).toMatchObject({ state: 'done', read: 12 });
  });

  it('changes the pace of what runs', async () => {
    await begin(1);
    await work();
    await begin(2);
    expect(await progress()).toMatchObject({ state: 'running', read: 10, units_a_second: 2 });
  });

  it('begins again from the start what is done', async () => {
    await begin();
    await work();
    await storeEntriesInVersion1(table);
    await begin();
    expect(await progress()).toMatchObject({ state: 'running', read: 0, rewritten: 0 });
    await work();
    expect(await progress()).toMatchObject({ state: 'done', read: 12, rewritten: 12 });
  });

  it.each([0, 201, 1.5])('cannot set a pace of %s', async (units) => {
    await expect(begin(units)).rejects.toThrow('validation_failed');
  });

  it('is in the audit trail', async () => {
    await begin(7);
    clock.pass(1);
    await world.operate('stored stop', { form });
    const { entries: audited } = z
      .object({ entries: z.array(z.object({ action: z.string(), subject: z.record(z.string(), z.string()) })) })
      .parse(await world.operate('audit list', {}));
    const own = audited.filter(({ action }) => action.startsWith('stored'));
    expect(own.map(({ action, subject }) => [action, subject])).toEqual([
      ['stored stop', { form }],
      ['stored rewrite', { form, units_a_second: '7' }],
    ]);
  });
});
