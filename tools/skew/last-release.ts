import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/**
 * @returns the tag of the last release before the present commit, which may be a release itself; null where nothing was released,
 * or the tags are not there
 */
export const lastRelease = (directory = root): string | null => {
  const { status, stdout } = spawnSync(
    'git',
    ['-C', directory, 'describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'],
    { encoding: 'utf8' },
  );
  return status === 0 ? stdout.trim() : null;
};
