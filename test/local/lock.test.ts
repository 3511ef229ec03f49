import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lock } from '../../local/lock.ts';

// Processes and threads take their time on a busy machine.
const file = path.join(tmpdir(), `lock-${process.pid}`);

test('a lock is held by one, until it is released', async () => {
  const first = await lock(file);
  expect(first).toBeDefined();
  expect(await lock(file)).toBeUndefined();
  expect(await lock(`${file}-other`).then(async (other) => (await other?.release(), other))).toBeDefined();
  await first?.release();
  const second = await lock(file);
  expect(second).toBeDefined();
  await second?.release();
});

test('a lock does not outlive a process that was killed', async () => {
  const module = path.join(import.meta.dirname, '../../local/lock.ts');
  const script = `const { lock } = await import(${JSON.stringify(module)});
    await lock(${JSON.stringify(file)}); process.stdout.write('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(await lock(file)).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const mine = await lock(file);
  expect(mine).toBeDefined();
  await mine?.release();
});
