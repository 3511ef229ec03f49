import type { ProbeResults } from '../domain/stage-status.ts';
import { embedded } from '../kernel/metrics.ts';
import type { Log } from '../runtime/logger.ts';
import { partsOf, type Part, type ProbedStage } from './parts.ts';

/** Probes each part of the stage, whatever becomes of the others. Alarms watch the number of bad ones. @returns whether each is good */
export const runProbe = async (stage: ProbedStage, log: Log): Promise<ProbeResults> => {
  const { clock } = stage;
  const probe = async ([part, check]: Part): Promise<readonly [Part[0], boolean]> => {
    const began = clock();
    try {
      await check();
      log.info('a part of the stage is good', { part, milliseconds: clock() - began });
      return [part, true];
    } catch (error) {
      const milliseconds = clock() - began;
      log.warn('a part of the stage is bad', { part, milliseconds, error, ...embedded(clock(), { probe_failed: 1 }) });
      return [part, false];
    }
  };
  const [first, ...others] = partsOf(stage);
  const results = [...(first === undefined ? [] : [await probe(first)]), ...(await Promise.all(others.map(probe)))];
  const bad = results.filter(([, good]) => !good).length;
  log.info('the stage was probed', embedded(clock(), { probe_parts_bad: bad }));
  return new Map(results);
};
