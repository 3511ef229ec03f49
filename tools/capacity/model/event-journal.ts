import { production } from '../../../lib/stages.ts';
import { assumptions, streamShards } from '../assumptions.ts';
import type { Cast } from '../replay/cast.ts';
import { eventJournalName } from '../replay/journal-sizes.ts';
import type { Operations } from '../replay/operations.ts';
import { together, type Process } from './engine.ts';
import { RecordedSizes } from './recorded-sizes.ts';
import { StreamReader } from './stream.ts';
import type { World } from './world.ts';

/** From lambdas/reports/tries.ts: how many partners of a batch are handled concurrently, and the pause after a failure. */
const concurrency = 8;
const pause = 200;

/** The stream reader that lists events: lambdas/events/journal/journal-events.ts. A change is the cast of its event. */
export const openEventJournal = (world: World, operations: Operations): StreamReader<Cast> => {
  const { limits, engine } = world;
  const { batchSize, windowSeconds } = production.workers.journal;
  const size = { batchSize, windowSeconds, parallelization: 1, recordBytes: assumptions.eventBytes };
  const chunks = new RecordedSizes(operations, eventJournalName, world.random);
  /** The changes of a partner's events in a batch: a row for each event. */
  const add = function* (changes: readonly Cast[]): Process {
    const rows = Array.from(new Map(changes.map((cast) => [cast.event, cast])).values());
    const [first] = rows;
    if (first === undefined) return;
    while ((yield* world.run(chunks.of(rows.length), first)) !== 'done') yield pause * (0.5 + world.random());
  };
  const take = function* (batch: readonly Cast[]): Process {
    const partners = Map.groupBy(batch, ({ partner }) => partner).values();
    const worker = function* (): Process {
      for (const changes of partners) yield* add(changes);
    };
    yield* together(engine, Array.from({ length: concurrency }, worker));
  };
  const shards = streamShards(limits.tableWrites, limits.partitionWrites);
  return world.watched(new StreamReader<Cast>(engine, 'journal', size, shards, limits, take));
};
