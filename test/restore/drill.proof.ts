import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { batchWrite } from '../../scripts/backup/batch-write.ts';
import { scanPages } from '../../scripts/backup/scan.ts';
import { foundIn } from '../../tools/harness/traces.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { erasedSinceScene, personal, root } from '../backup/erased-since.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';

let whole: DescribedStack;

beforeAll(async () => {
  whole = await startDescribedStack();
});
afterAll(() => whole.stop());

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly complained: string;
}

/** The command, killed as soon as it has said that a step is done; to its end without a step. */
const restore = (argv: readonly string[], killedAfter?: number): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const progress = path.join(whole.directory, 'restore.json');
    const words = ['scripts/restore.ts', '--stage', 'local', '--state', whole.stateFile, '--progress', progress];
    const child = spawn(process.execPath, [...words, ...argv], { cwd: root });
    let [said, complained] = ['', ''];
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
      if (killedAfter !== undefined && said.includes(`${String(killedAfter)}/7 `)) child.kill('SIGKILL');
    });
    child.stderr.on('data', (text: Buffer) => {
      complained += text.toString();
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      resolve({ code, said, complained });
    });
  });

test('a damaged table is left, and its copy serves: complete, with nothing sent anew and no erased person back', async () => {
  const { script, operator, rename, eventIds, onTable, tableText, twoCustomers } = erasedSinceScene(whole);
  const { erased, kept } = await twoCustomers();

  const at = new Date().toISOString();
  const files = path.join(whole.directory, 'items');
  const exported = (await script('scripts/backup.ts', 'export', files)).trim();
  await operator('customers', 'erase', whole.partner.partner_id, erased);
  const received = await until(eventIds, (ids) => ids.length === 4);

  // The damage: all but the audit trail is gone.
  const damaged = whole.stack.description.dynamodb.table;
  await onTable(async ({ client, table }) => {
    for await (const page of scanPages(client, table, 'pk, sk')) {
      const lost = page.filter(({ pk }) => pk?.S?.startsWith('AUDIT#') === false);
      await batchWrite(
        client,
        table,
        lost.map((Key) => ({ DeleteRequest: { Key } })),
      );
    }
  });

  const words = ['--at', at, '--from', files];
  const lines: string[] = [];
  for (const step of [1, 2, 3, 4, 5, 6]) {
    const { code, said } = await restore(words, step);
    lines.push(said);
    expect([step, code]).toEqual([step, null]);
    const { status, body } = await whole.query('list-partner-customers');
    expect([step, status, body]).toMatchObject([step, 503, { error: { code: 'temporarily_unavailable' } }]);
  }
  const { code, said, complained } = await restore(words);
  expect([code, complained]).toEqual([0, '']);
  expect(said).toContain('6/7 Erase again: already done');
  expect(lines.join('')).toContain(`4/7 Compare the new table with its source: ${exported}: equal`);

  expect(whole.stack.description.dynamodb.table).not.toBe(damaged);
  expect(whole.stack.description.tables).toEqual({ serving: 2, beside: [1], maintenance: 'off' });
  expect(foundIn(personal, await tableText())).toEqual([]);
  expect((await whole.query('get-partner-customer', { customer_id: kept })).body).toMatchObject({
    customer: { customer_name: 'Bakery Daybreak' },
  });
  await rename(kept, 'Bakery Dusk');
  // The erasure, which the copy does not have, is sent again, and the new name.
  const news = await until(eventIds, (ids) => ids.length >= received.length + 3);
  expect(news).toHaveLength(received.length + 3);
});

test('the help says what there is', async () => {
  const { said } = await restore(['--help']);
  for (const option of ['--stage', '--at', '--from', '--erasures', '--leave-failed', '--abandon', '--progress'])
    expect(said).toContain(option);
});
