import { expect, test } from '@jest/globals';
import { hour } from '../../lambdas/kernel/time.ts';
import type { PlatformAnswer, PlatformCall } from '../../lambdas/platform/http.ts';
import { createPlatformHttp } from '../../lambdas/platform/http.ts';
import { versionOf, versionWatch } from '../../lambdas/platform/version-watch.ts';
import type { GraphQuery } from '../../lambdas/domain/graph-versions.ts';
import { runPlatform } from '../platform-simulator/running-platform.ts';

const call: PlatformCall = { method: 'GET', path: '/1', retry: 'safe' };
const answered = (version: string | undefined): PlatformAnswer => ({
  kind: 'response',
  status: 200,
  version,
  usage: undefined,
  appUsage: undefined,
  body: '{}',
});

const watched = () => {
  const reported: string[] = [];
  const clock = { now: 1_000 };
  const watch = versionWatch(
    'v26.0',
    () => clock.now,
    (served) => reported.push(served),
  );
  const see = (answer: PlatformAnswer) => watch.watching(() => Promise.resolve(answer))(call, 1_000);
  return { reported, clock, watch, see };
};

test('another version is reported once an hour', async () => {
  const { reported, clock, watch, see } = watched();
  expect(await see(answered('v27.0'))).toEqual(answered('v27.0'));
  await see(answered('v27.0'));
  clock.now += hour - 1;
  await see(answered('v28.0'));
  expect(reported).toEqual(['v27.0']);
  clock.now += 1;
  await see(answered('v28.0'));
  expect(reported).toEqual(['v27.0', 'v28.0']);
  expect(watch.served()).toBe('v28.0');
});

test('the version that was asked is not reported, and ends a replacement', async () => {
  const { reported, watch, see } = watched();
  await see(answered('v27.0'));
  await see(answered('v26.0'));
  expect(reported).toEqual(['v27.0']);
  expect(watch.served()).toBe('v26.0');
});

test.each([
  answered(undefined),
  answered('a version'),
  answered(`v${'9'.repeat(1_000)}.0`),
  { kind: 'failed', failure: 'timeout' } as const,
])('an answer that names no version is nothing to report: %#', async (answer) => {
  const { reported, watch, see } = watched();
  await see(answer);
  expect(reported).toEqual([]);
  expect(watch.served()).toBeNull();
});

test('the end of a version is noticed in the answers of the platform', async () => {
  const platform = await runPlatform();
  try {
    const reported: string[] = [];
    const watch = versionWatch(
      versionOf(platform.graphUrl),
      () => 0,
      (served) => reported.push(served),
    );
    const http = watch.watching(createPlatformHttp(platform.graphUrl));
    await http(call, 60_000);
    expect(watch.served()).toBe('v26.0');
    await platform.control({ oldest_version: 'v27.0' });
    await http(call, 60_000);
    expect(reported).toEqual(['v27.0']);
  } finally {
    await platform.stop();
  }
});

test('no call has a parameter that the platform ends', () => {
  const query: GraphQuery = { fields: 'id' };
  // @ts-expect-error it fails in all versions
  const ended: GraphQuery = { date_format: 'U' };
  expect([query, ended]).toHaveLength(2);
});
