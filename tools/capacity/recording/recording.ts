import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The table calls of each operation, recorded from the service's own code over DynamoDB Local. */

const recordedItem = z.object({
  /** The partition: a text with ids as `{partner}`, or the name of its planner as `{customers}`. */
  pk: z.string(),
  read: z.number(),
  write: z.number(),
  /** Entries of the index `due` that are added, removed or changed: partition and units. */
  due: z.array(z.tuple([z.string(), z.number()])),
});

const recordedCall = z.object({ transaction: z.boolean(), items: z.array(recordedItem) });

/** Rounds that run one after another, each with concurrent calls. */
const recordedOperation = z.array(z.array(recordedCall));

const recordingSchema = z.record(z.string(), recordedOperation);

export type RecordedItem = z.output<typeof recordedItem>;
export type RecordedCall = z.output<typeof recordedCall>;
export type RecordedOperation = z.output<typeof recordedOperation>;
export type Recording = z.output<typeof recordingSchema>;

export const recordingFile = new URL('../recording.json', import.meta.url);

export const readRecording = (): Recording => recordingSchema.parse(JSON.parse(readFileSync(recordingFile, 'utf8')));
