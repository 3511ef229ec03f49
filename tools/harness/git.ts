import { spawnSync } from 'node:child_process';

/** Whether the tests of what reads repositories can make one. */
export const hasGit = spawnSync('git', ['--version']).status === 0;
