import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hasGit } from '../../tools/harness/git.ts';
import { lastRelease } from '../../tools/skew/last-release.ts';

let directory: string;

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', directory, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    encoding: 'utf8',
  });
const commit = (): string => git('commit', '--allow-empty', '--quiet', '--message', 'One');

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'last-release-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('there is none where there is no repository', () => {
  expect(lastRelease(directory)).toBeNull();
});

if (hasGit) {
  test('there is none before the first tag', () => {
    git('init', '--quiet');
    commit();
    expect(lastRelease(directory)).toBeNull();
    git('tag', 'v1.0.0');
    expect(lastRelease(directory)).toBeNull();
  });

  test('it is the last tag of a version before the present commit, and not the tag of the present one', () => {
    git('init', '--quiet');
    commit();
    git('tag', 'v1.0.0');
    commit();
    git('tag', 'else');
    expect(lastRelease(directory)).toBe('v1.0.0');
    git('tag', 'v1.1.0');
    expect(lastRelease(directory)).toBe('v1.0.0');
    commit();
    expect(lastRelease(directory)).toBe('v1.1.0');
  });
}
