import { openStage } from '../../access-patterns/scene.ts';
import type { Recording } from './recording.ts';
import { recordCalls } from './record-calls.ts';
import { recordDeliveries } from './record-delivery.ts';
import { recordEventJournal } from './record-event-journal.ts';
import { recordReports } from './record-reports.ts';

/** Records every operation that scenarios replay, with DynamoDB Local. */
export const record = async (): Promise<Recording> => {
  const stage = await openStage();
  try {
    return {
      ...(await recordCalls(stage)),
      ...(await recordDeliveries(stage)),
      ...(await recordReports(stage)),
      ...(await recordEventJournal(stage)),
    };
  } finally {
    await stage.stop();
  }
};
