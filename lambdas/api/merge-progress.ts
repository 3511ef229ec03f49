import * as z from 'zod/mini';
import { instancesUnder } from '../store/instances/customer-instances.ts';
import { readJob } from '../store/instances/lifecycle-jobs.ts';
import type { Table } from '../store/table/table.ts';

/** How far a merge has moved the instances of its source. */
export const mergeView = z.object({ status: z.enum(['completed', 'in_progress']), moved: z.int(), total: z.int() });

/** @param sourceId a customer that was merged */
export const mergeProgress = async (
  table: Table,
  partnerId: string,
  sourceId: string,
): Promise<z.output<typeof mergeView>> => {
  const [job, left] = await Promise.all([
    readJob(table, partnerId, sourceId, 'MERGE'),
    instancesUnder(table, partnerId, sourceId),
  ]);
  const total = job?.total ?? 0;
  // The instances may have been read before the last one was moved, and the job after it.
  if (job === null || job.finished) return { status: 'completed', moved: total, total };
  return { status: 'in_progress', moved: total - left.length, total };
};
