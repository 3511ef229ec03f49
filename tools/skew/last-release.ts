import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** @returns the tag of the last release; null where nothing was released, or the tags are not there */
export const lastRelease = (): string | null => {
  const { status, stdout } = spawnSync('git', ['-C', root, 'tag', '--list', 'v*', '--sort=-v:refname'], {
    encoding: 'utf8',
  });
  return status === 0 ? (stdout.split('\n').find((tag) => tag !== '') ?? null) : null;
};
