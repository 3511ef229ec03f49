import { openInstanceWork } from '../instances/wiring.ts';
import { lastStepOf } from '../runtime/deadline.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { worker } from '../runtime/hint-worker.ts';
import { consoleLog } from '../runtime/logger.ts';
import { refreshInstances } from './refresh-instances.ts';

const log = consoleLog(readEnvironment(process.env, ['stage']));
const instanceWork = openInstanceWork(process.env);

export const handler = worker<'InstanceRefresh'>(log, (deadline) => ({
  instanceWatch: (work) => refreshInstances(instanceWork(deadline), work, lastStepOf(deadline)),
}));
