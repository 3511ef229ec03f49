import { Failure } from '../../operator/failure.ts';
import type { StageCloud } from '../../operator/stage-cloud.ts';

const refused = (): Promise<never> => Promise.reject(new Failure('unreachable', 'unreachable', 'AWS does not answer'));

/** The services of a stage that answer nothing. */
export const noCloud: StageCloud = {
  alarms: refused,
  queues: refused,
  throttled: refused,
  sources: refused,
  releases: refused,
  reservation: refused,
  reserve: refused,
  limitRetries: refused,
  versions: refused,
  point: refused,
};
