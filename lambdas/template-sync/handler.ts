import { openInstanceWork } from '../instances/wiring.ts';
import { lastStepOf } from '../runtime/deadline.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { worker } from '../runtime/hint-worker.ts';
import { consoleLog } from '../runtime/logger.ts';
import { runners } from './runners.ts';
import { usualPageSize } from './sync-deps.ts';

const log = consoleLog(readEnvironment(process.env, ['stage']));
const instanceWork = openInstanceWork(process.env);

export const handler = worker<'TemplateSync'>(log, (deadline) =>
  runners({ ...instanceWork(deadline), pageSize: usualPageSize }, lastStepOf(deadline)),
);
