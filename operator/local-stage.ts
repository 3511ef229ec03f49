import { readStateFile, type StackDescription } from '../local/state-file.ts';
import { Failure } from './failure.ts';
import { localLogs } from './local-logs.ts';
import { openFunction } from './operator-function.ts';
import type { Stage } from './stage.ts';

const readDescription = (stateFile: string): StackDescription => {
  try {
    return readStateFile(stateFile);
  } catch (error) {
    throw new Failure('unreachable', 'unreachable', `no local stack is described in ${stateFile}`, {
      next: 'start one with npm start, or name the file of a running one with --state FILE',
      cause: error,
    });
  }
};

/** The stack that runs on this machine, as its state file describes it. */
export const openLocalStage = (stateFile: string): Stage => {
  const { aws, outputs, control_url: controlUrl } = readDescription(stateFile);
  const again = `is the stack of ${stateFile} still running? Start it with npm start`;
  const url = outputs['OperatorFunctionUrl'];
  if (url === undefined) {
    throw new Failure('unreachable', 'unreachable', `${stateFile} names no URL of the operator function`, {
      next: 'stop the stack, and start it again with npm start',
    });
  }
  const operator = openFunction({
    url,
    region: aws.region,
    credentials: { accessKeyId: aws.access_key_id, secretAccessKey: aws.secret_access_key },
    whenUnreachable: again,
    whenRefused: again,
    whenBroken: 'what the functions of the local stack printed has the cause',
  });
  return { ...operator, logs: localLogs(controlUrl) };
};
