import { measureRow } from '../../access-patterns/measure.ts';
import type { Stage } from '../../access-patterns/scene.ts';
import type { Recording } from './recording.ts';
import { transcribed } from './transcribe.ts';

/** The rows of docs/access-patterns.md whose calls are recorded. */
const rows = {
  update: ['update-partner-customer', 'by customer_id'],
  create: ['upsert-partner-customer', 'creates'],
  newLine: ['create-customer-instance', 'without a session'],
  report: ['report-partner-message-status', 'a message of an instance that reported before'],
  read: ['get-partner-customer-history', 'two entries'],
  search: ['list-partner-customers', 'search in 20,000, few found'],
} as const satisfies Readonly<Record<string, readonly [route: string, about: string]>>;

export type RecordedRoute = keyof typeof rows;

/** Records each call in an environment that has cached its caller, and in one that has cached nothing. */
export const recordCalls = async (stage: Stage): Promise<Recording> => {
  const recording: Recording = {};
  for (const [name, [route, about]] of Object.entries(rows)) {
    const { accesses, coldAccesses } = await measureRow(stage, route, about);
    recording[name] = transcribed(accesses);
    recording[`${name}, unknown caller`] = transcribed(coldAccesses);
  }
  return recording;
};
