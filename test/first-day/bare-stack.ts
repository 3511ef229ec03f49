import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stack, StackOptions } from '../../local/stack.ts';
import { startTestStack } from '../../tools/harness/whole-stack.ts';
import { writeStateFile } from '../../local/state-file.ts';

/** A running stack without preparation: a stage right after its first deployment. */
export interface BareStack {
  readonly stack: Stack;
  /** Of the test's own. */
  readonly directory: string;
  readonly stateFile: string;
  readonly stop: () => Promise<void>;
}

export const startBareStack = async (
  options: Pick<StackOptions, 'adjust' | 'auditCopy' | 'fastRetries' | 'probe'> = {},
): Promise<BareStack> => {
  const directory = mkdtempSync(path.join(tmpdir(), 'bare-stack-'));
  const stateFile = path.join(directory, 'stack.json');
  const stack = await startTestStack(options);
  writeStateFile(stateFile, stack.description);
  return {
    stack,
    directory,
    stateFile,
    stop: async () => {
      await stack.stop();
      rmSync(directory, { recursive: true });
    },
  };
};
