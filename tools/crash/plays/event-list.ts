import { z } from 'zod';
import { journalEvents } from '../../../lambdas/events/journal/journal-events.ts';
import { entrySortPrefix } from '../../../lambdas/store/table/keys.ts';
import { openTableStream } from '../../harness/table-stream.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { done } from '../told.ts';

const image = z.object({
  dynamodb: z.object({ NewImage: z.object({ event_id: z.object({ S: z.string() }).optional() }) }),
});
const eventIdIn = (record: unknown): string | undefined => image.parse(record).dynamodb.NewImage.event_id?.S;

/** Changes a customer twice. @returns the records of its events in the stream */
const changed = async (stage: Stage): Promise<readonly unknown[]> => {
  const customer_id = await stage.newCustomer();
  const stream = await openTableStream(stage.surroundings.table, entrySortPrefix);
  await stream.read();
  for (const customer_name of ['Second', 'Third']) {
    const given = { customer_id, changes: { customer_name } };
    await stage.prepared('update-partner-customer', { method: 'PATCH', given });
  }
  const records = await stream.read();
  stream.close();
  return records.filter((record) => eventIdIn(record) !== undefined);
};

const listing: Play = {
  name: 'journal',
  about: 'two events',
  prepare: async (stage) => {
    const records = await changed(stage);
    return {
      again: 'queue',
      act: async (it) => {
        const failed = await journalEvents(it.events, records, Infinity);
        return { ...done, isFinal: failed.length === 0 };
      },
      afterwards: async (it) => {
        const ask = { method: 'GET', given: {} } as const;
        stage.surroundings.views.push((await stage.call(it, 'list-partner-webhook-events', ask)).text);
      },
    };
  },
};

/** Two events that are journalled. @returns the id of the first */
export const listedEvent = async (stage: Stage): Promise<string> => {
  const records = await changed(stage);
  await journalEvents(stage.sound().events, records, Infinity);
  return eventIdIn(records[0]) ?? '';
};

const query: Play = {
  name: 'list-partner-webhook-events',
  about: 'two events',
  prepare: async (stage) => {
    await listedEvent(stage);
    const ask = { method: 'GET', given: {} } as const;
    return { again: 'client', expected: '2', act: (it) => stage.call(it, 'list-partner-webhook-events', ask) };
  },
};

export const eventListPlays: readonly Play[] = [listing, query];
