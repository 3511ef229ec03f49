import { mock } from 'node:test';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { openTable } from '../../lambdas/runtime/clients.ts';
import { openPlatform } from '../../lambdas/runtime/platform.ts';
import { runPlatform, type RunningPlatform } from '../platform-simulator/running-platform.ts';

const request = { method: 'GET', path: '/1', answer: z.string(), wabaId: null, retry: 'never' } as const;

let platform: RunningPlatform;
beforeEach(async () => {
  process.env['AWS_REGION'] = 'eu-west-1';
  platform = await runPlatform();
});
afterEach(async () => {
  mock.restoreAll();
  await platform.stop();
});

test('calls that another version answers leave one line with its metric', async () => {
  await platform.control({ oldest_version: 'v27.0' });
  const written: string[] = [];
  mock.method(process.stdout, 'write', (line: string) => {
    written.push(line);
    return true;
  });
  const within = openPlatform(platform.graphUrl, openTable('none'));
  const client = within({ calls: Infinity, answer: new AbortController().signal, end: Infinity });
  await expect(client.call(request)).rejects.toThrow();
  await expect(client.call(request)).rejects.toThrow();
  expect(written.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'WARN', asked: 'v26.0', served: 'v27.0', platform_version_replaced: 1 }),
    expect.objectContaining({ message: 'platform call' }),
    expect.objectContaining({ message: 'platform call' }),
  ]);
});
