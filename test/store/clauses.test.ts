import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { Contended, WorkLost } from '../../lambdas/kernel/errors.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { tryPut } from '../../lambdas/store/table/conditional-write.ts';
import { ownDeletionClause } from '../../lambdas/store/table/delete-clause.ts';
import { creationClause, requireRevision, revisionClause } from '../../lambdas/store/table/put-clause.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { isClaimable, recordClause, requireHeld } from '../../lambdas/store/table/work.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const key = { pk: 'clauses', sk: 'one' };
const existing = { ...key, revision: 3, lease: 'worker-1', of: 'first' };
beforeEach(() => table.client.send(new PutCommand({ TableName: table.name, Item: existing })));

const kept = async (): Promise<void> => {
  expect(await getItem(table, key)).toEqual(existing);
};

describe('a clause', () => {
  it('that creates an item leaves one that exists, and refuses with its own error', async () => {
    const item = { ...key, of: 'second' };
    await expect(commit(table, [creationClause(table, 'it is new', item)])).rejects.toThrow('it is new');
    const refuse = () => new Error('it was there before');
    await expect(commit(table, [creationClause(table, 'it is new', item, refuse)])).rejects.toThrow(refuse().message);
    await kept();
  });

  it.each([0, 2, 4])('that writes over revision %i leaves revision 3, and is contended', async (read) => {
    const item = { ...key, of: 'second' };
    await expect(commit(table, [revisionClause(table, 'unchanged', read, item)])).rejects.toBeInstanceOf(Contended);
    await expect(requireRevision(table, read, item)).rejects.toBeInstanceOf(Contended);
    await kept();
  });

  it('that deletes an item of its own leaves that of another, and is contended', async () => {
    const clause = ownDeletionClause(table, 'its own', key, ['of', 'second']);
    await expect(commit(table, [clause])).rejects.toBeInstanceOf(Contended);
    await kept();
    await commit(table, [ownDeletionClause(table, 'its own', key, ['of', 'first'])]);
    expect(await getItem(table, key)).toBeUndefined();
  });

  it.each([
    ['without the lease', 'worker-2', {}],
    ['after another attribute changed', 'worker-1', { of: 'second' }],
    ['after an attribute appeared', 'worker-1', { of: undefined }],
  ])('that records a step %s loses the work', async (_, lease, standing) => {
    const clause = recordClause({ table, key, lease }, { step: 2 }, standing);
    await expect(commit(table, [clause])).rejects.toBeInstanceOf(WorkLost);
    await kept();
  });
});

describe('a held record', () => {
  it('is claimable when it is due, and not before', () => {
    const due = Date.parse('2026-06-01T12:00:00Z');
    const at = (now: number) => isClaimable({ dueAt: due, lease: null }, now);
    expect([at(due - 1), at(due), at(due + 1)]).toEqual([false, true, true]);
  });

  it('is lost to whoever has not its lease', () => {
    const held = { dueAt: 1, lease: 'worker-1' };
    expect(requireHeld(held, 'worker-1')).toBe(held);
    for (const other of [{ ...held, lease: 'worker-2' }, { ...held, lease: null }, null])
      expect(() => requireHeld(other, 'worker-1')).toThrow(WorkLost);
  });
});

it('an error of the table is no failed condition', async () => {
  const broken = interposed(table, () => Promise.reject(new Error('the table is away')));
  await expect(tryPut(broken, { Item: existing })).rejects.toThrow('the table is away');
});
