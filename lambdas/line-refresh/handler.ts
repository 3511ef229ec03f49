import { openLineWork } from '../instances/wiring.ts';
import { lastStepOf } from '../runtime/deadline.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { worker } from '../runtime/hint-worker.ts';
import { consoleLog } from '../runtime/logger.ts';
import { refreshLines } from './refresh-lines.ts';

const log = consoleLog(readEnvironment(process.env, ['stage']));
const lineWork = openLineWork(process.env);

export const handler = worker<'LineRefresh'>(log, (deadline) => ({
  lineWatch: (work) => refreshLines(lineWork(deadline), work, lastStepOf(deadline)),
}));
