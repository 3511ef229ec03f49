import { spawnSync } from 'node:child_process';
import type { Node } from 'constructs';

const context = 'source_commit';

const git = (root: string, ...args: readonly string[]): string | null => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/** The context that says which commit is deployed; nothing where there is no repository. */
export const sourceContext = (root: string): Readonly<Record<string, string>> => {
  const commit = git(root, 'rev-parse', 'HEAD');
  if (commit === null) return {};
  return { [context]: git(root, 'status', '--porcelain') === '' ? commit : `${commit}-changed` };
};

/** The commit that the app was made from; null when it is unknown. */
export const sourceCommitOf = (node: Node): string | null => {
  const commit: unknown = node.tryGetContext(context);
  return typeof commit === 'string' ? commit : null;
};
