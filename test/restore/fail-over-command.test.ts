import { describe, expect, test } from '@jest/globals';
import type { StageTables } from '../../lib/stage-tables.ts';
import { failOver, type Condition } from '../../scripts/restore/fail-over.ts';

const first = 'https://first.test';
const there = 'https://there.test';
const before: StageTables = { serving: 2, beside: [1], maintenance: 'off' };

/** What the command deploys and says. @param firstIs what the first region answers */
const play = async (
  tables: StageTables,
  firstIs: Condition,
  sure = false,
  {
    standbyIs = 'serves',
    firstUrl = first,
    shareAddress = false,
  }: { standbyIs?: Condition; firstUrl?: string; shareAddress?: boolean } = {},
) => {
  const done: (string | StageTables)[] = [];
  const said: string[] = [];
  const failed = await failOver({
    standby: {
      tables: () => Promise.resolve(tables),
      deploy: (deployed) => Promise.resolve(void done.push(deployed)),
      tableName: () => Promise.resolve('table'),
      whenRead: (table) => Promise.resolve(void done.push(`read ${table}`)),
      apiUrl: () => Promise.resolve(there),
      lastWrite: () => Promise.resolve(new Date(60_000)),
    },
    shareAddress,
    firstUrl,
    sure,
    conditionOf: (url) => Promise.resolve(url === first ? firstIs : standbyIs),
    say: (line) => void said.push(line),
    now: () => 0,
  }).then(
    () => null,
    (error: unknown) => String(error),
  );
  return { done, failed, said: said.join('\n') };
};
const in2 = (maintenance: StageTables['maintenance']) => ({ serving: 2, beside: [], maintenance, failedOver: true });
const opened = [in2('opening'), in2('off')];

describe('the command', () => {
  test.each<[Condition, boolean]>([
    ['closed', false],
    ['silent', true],
  ])('when the first region is %s, opens the standby once the stream is read', async (condition, sure) => {
    expect(await play(before, condition, sure)).toMatchObject({
      done: [in2('erasing'), 'read table', ...opened],
      failed: null,
      said: expect.stringContaining('arrived in the minute of 1970-01-01T00:01:00.000Z') as unknown,
    });
  });

  test.each<[Condition, boolean]>([
    ['serves', true],
    ['silent', false],
  ])('when the first region %s, changes nothing', async (condition, sure) => {
    const { done, failed } = await play(before, condition, sure);
    expect([done, failed]).toEqual([[], expect.stringContaining('the first region')]);
  });

  test('does not take the closed standby for the first region', async () => {
    const { done, failed } = await play(before, 'closed', false, { firstUrl: `${there}/functions` });
    expect([done, failed]).toEqual([[], expect.stringContaining('is the address of the standby')]);
  });

  test('at a domain that names the first region, leaves the call to when its records are changed', async () => {
    const domain = { firstUrl: there, shareAddress: true, standbyIs: 'closed' } as const;
    const { done, failed, said } = await play(before, 'closed', false, domain);
    expect([done.at(-1), failed, said]).toEqual([in2('off'), null, expect.stringContaining('once the records')]);
  });

  test('continues where it was interrupted, without closing again what was open', async () => {
    const { done } = await play({ ...in2('opening'), beside: [3] }, 'serves');
    expect(done).toEqual(opened.map((tables) => ({ ...tables, beside: [3] })));
    expect((await play(in2('erasing'), 'closed')).done).toHaveLength(4);
  });

  test('does not close a stage that has failed over', async () => {
    const { done, failed } = await play(in2('off'), 'closed');
    expect([done, failed]).toEqual([[], expect.stringContaining('has failed over')]);
  });

  test('ends without its last step when the standby does not answer', async () => {
    const { done, failed } = await play(before, 'closed', false, { standbyIs: 'silent' });
    expect(done.at(-1)).toEqual(in2('opening'));
    expect(failed).toContain('does not answer calls');
  });
});
