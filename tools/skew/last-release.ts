import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');

/** @returns the tag of the last release; the present commit where nothing was released, or the clone has no tags */
export const lastRelease = async (): Promise<string> => {
  const { stdout } = await promisify(execFile)('git', ['-C', root, 'tag', '--list', 'v*', '--sort=-v:refname']);
  return stdout.split('\n').find((tag) => tag !== '') ?? 'HEAD';
};
