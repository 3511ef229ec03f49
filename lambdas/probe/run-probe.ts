import { embedded } from '../kernel/metrics.ts';
import type { Log } from '../runtime/logger.ts';
import { partsOf, type Part, type ProbedStage } from './parts.ts';

/** Probes each part of the stage, whatever becomes of the others. Alarms watch the number of bad ones. */
export const runProbe = async (stage: ProbedStage, log: Log): Promise<void> => {
  const { clock } = stage;
  const probe = async ([part, check]: Part): Promise<boolean> => {
    const began = clock();
    try {
      await check();
      log.info('a part of the stage is good', { part, milliseconds: clock() - began });
      return true;
    } catch (error) {
      const milliseconds = clock() - began;
      log.warn('a part of the stage is bad', { part, milliseconds, error, ...embedded(clock(), { probe_failed: 1 }) });
      return false;
    }
  };
  const [first, ...others] = partsOf(stage);
  const good = [...(first === undefined ? [] : [await probe(first)]), ...(await Promise.all(others.map(probe)))];
  const bad = good.filter((isGood) => !isGood).length;
  log.info('the stage was probed', embedded(clock(), { probe_parts_bad: bad }));
};
