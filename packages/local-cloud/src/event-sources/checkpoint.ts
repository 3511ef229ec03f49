import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** How far a shard was processed: up to this sequence number, not at all yet, or to its end. */
const Position = z.union([
  z.strictObject({ after: z.string() }),
  z.strictObject({ from: z.literal('start') }),
  z.strictObject({ finished: z.literal(true) }),
]);
type Position = z.infer<typeof Position>;

export interface Checkpoint {
  get(shardId: string): Position | undefined;
  /** Whether no shard was ever read. */
  readonly empty: boolean;
  set(shardId: string, position: Position): void;
  /** Removes the shards that the stream no longer has. */
  retain(shardIds: ReadonlySet<string>): void;
  /** Writes pending changes. */
  flush(): void;
}

const flushMilliseconds = 200;

/** @param file `undefined`: in memory only */
export const openCheckpoint = (file: string | undefined): Checkpoint => {
  const stored: unknown = file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const positions = new Map(Object.entries(z.record(z.string(), Position).parse(stored)));
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (file === undefined) return;
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(positions)));
    renameSync(`${file}.new`, file);
  };
  return {
    get: (shardId) => positions.get(shardId),
    get empty() {
      return positions.size === 0;
    },
    set: (shardId, position) => {
      positions.set(shardId, position);
      // After a lost checkpoint, records are delivered again.
      timer ??= setTimeout(flush, flushMilliseconds);
    },
    retain: (shardIds) => {
      for (const shardId of positions.keys()) if (!shardIds.has(shardId)) positions.delete(shardId);
    },
    flush: () => {
      if (timer !== undefined) flush();
    },
  };
};
