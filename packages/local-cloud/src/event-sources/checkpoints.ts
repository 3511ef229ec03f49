import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openCheckpoint, type Checkpoint } from './checkpoint.ts';

/** How far the event sources have read their streams. A deployment keeps it. */
export interface Checkpoints {
  /** @param logicalId of the event source. @param streamArn another stream begins anew */
  of(logicalId: string, streamArn: string): Checkpoint;
}

/** @param dataDirectory where they are kept; undefined: in memory */
export const openCheckpoints = (dataDirectory: string | undefined): Checkpoints => {
  const opened = new Map<string, { readonly streamArn: string; readonly checkpoint: Checkpoint }>();
  const directory = dataDirectory === undefined ? undefined : path.join(dataDirectory, 'checkpoints');
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  return {
    of: (logicalId, streamArn) => {
      const known = opened.get(logicalId);
      if (known?.streamArn === streamArn) return known.checkpoint;
      // A file of another stream names shards that this one does not have.
      const checkpoint = openCheckpoint(directory && path.join(directory, `${logicalId}.json`));
      opened.set(logicalId, { streamArn, checkpoint });
      return checkpoint;
    },
  };
};
