import { userInfo } from 'node:os';
import { readStateFile, type StackDescription } from '../local/state-file.ts';
import { Failure } from './failure.ts';
import { openFunction } from './operator-function.ts';
import type { Stage } from './stage.ts';

/** A process in a container may have no account. */
const accountName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
};

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
  const { aws, outputs } = readDescription(stateFile);
  return openFunction({
    client: {
      endpoint: aws.endpoint,
      region: aws.region,
      credentials: { accessKeyId: aws.access_key_id, secretAccessKey: aws.secret_access_key },
    },
    functionName: outputs['OperatorFunctionName'] ?? 'swift-worker-local-Operator',
    operator: accountName(),
    whenUnreachable: `is the stack of ${stateFile} still running? Start it with npm start`,
    whenBroken: 'what the functions of the local stack printed has the cause',
  });
};
