import { startDynamoDb } from '@swift-worker/local-cloud/services/dynamodb.ts';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { foldScope } from '../../lambdas/store/delivery/fold-scope.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { tableProperties } from '../harness/table-properties.ts';
import { directTable, makeQuick, readContents, writeContents } from './database.ts';
import { byScope, chunkOf, chunks, loadedBefore } from './loaded-events.ts';

export interface Load {
  readonly directory: string;
  readonly events: number;
  /** Is called with the number of loaded events. */
  readonly onProgress: (events: number) => void;
}

/** How many scopes are folded concurrently. */
const concurrency = 6;

/** Loads the missing events with the service's own fold. @throws Error when the directory has another load */
export const load = async ({ directory, events, onProgress }: Load): Promise<void> => {
  const held = (await readContents(directory)) ?? { events, chunks: 0 };
  if (held.events !== events) throw new Error(`${directory} has a load of ${held.events} events; delete it first`);
  onProgress(loadedBefore(held.chunks, events));
  if (held.chunks === chunks) return;
  await makeQuick(directory);
  const dynamodb = await startDynamoDb({ directory, port: 0 });
  try {
    await dynamodb.createTable({ ...tableProperties, StreamSpecification: undefined });
    const deps = { index: tableIndex(directTable(dynamodb)), retryPolicy: systemRetryPolicy, limits: blockLimits };
    for (let chunk = held.chunks; chunk < chunks; chunk += 1) {
      const waiting = byScope(chunkOf(chunk, events)).values();
      const worker = async (): Promise<void> => {
        for (const { scope, events: own } of waiting) await foldScope(deps, scope, own);
      };
      await Promise.all(Array.from({ length: concurrency }, worker));
      await writeContents(directory, { events, chunks: chunk + 1 });
      onProgress(loadedBefore(chunk + 1, events));
    }
  } finally {
    await dynamodb.stop();
  }
};
