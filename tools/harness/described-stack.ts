import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeStateFile } from '../../local/state-file.ts';
import { startWholeStack, type WholeStack, type WholeStackOptions } from './whole-stack.ts';

/** A running stack that other programs find by its state file. */
export interface DescribedStack extends WholeStack {
  /** For any use by the test. */
  readonly directory: string;
  readonly stateFile: string;
  readonly stop: () => Promise<void>;
}

export const startDescribedStack = async (options: WholeStackOptions = {}): Promise<DescribedStack> => {
  const directory = mkdtempSync(path.join(tmpdir(), 'stack-'));
  const stateFile = path.join(directory, 'stack.json');
  const whole = await startWholeStack({
    ...options,
    described: (description) => {
      writeStateFile(stateFile, description);
    },
  });
  return {
    ...whole,
    directory,
    stateFile,
    stop: async () => {
      await whole.stack.stop();
      rmSync(directory, { recursive: true });
    },
  };
};
