import { z } from 'zod';
import { calls } from '../local/calls.ts';
import { readStateFile, type StackDescription } from '../local/state-file.ts';
import { awsCloud } from './aws-cloud.ts';
import { Failure } from './failure.ts';
import { localLogs } from './local-logs.ts';
import { openFunction } from './operator-function.ts';
import type { Stage } from './stage.ts';

const listed = z.array(z.object({ id: z.string(), type: z.string(), name: z.string() }));

const readDescription = (stateFile: string): StackDescription => {
  try {
    return readStateFile(stateFile);
  } catch (error) {
    throw new Failure('unreachable', 'unreachable', `there is no description of a local stack in ${stateFile}`, {
      next: `start one with ${calls.start}, or name the file of a running one with --state FILE`,
      cause: error,
    });
  }
};

/** The stack on this machine that the state file describes. */
export const openLocalStage = (stateFile: string): Stage => {
  const { aws, outputs, control_url: controlUrl } = readDescription(stateFile);
  const again = `the stack of ${stateFile} may have stopped: start it with ${calls.start}`;
  const url = outputs['OperatorFunctionUrl'];
  if (url === undefined) {
    throw new Failure('unreachable', 'unreachable', `${stateFile} has no URL of the operator function`, {
      next: `stop the stack, and start it again with ${calls.start}`,
    });
  }
  const { endpoint, region } = aws;
  const credentials = { accessKeyId: aws.access_key_id, secretAccessKey: aws.secret_access_key };
  const operator = openFunction({
    url,
    region,
    credentials,
    whenUnreachable: again,
    whenRefused: again,
    whenBroken: 'the cause is in .local/logs/functions.log, the log of the local functions',
  });
  const resources = async () => listed.parse(await (await fetch(`${controlUrl}/resources`)).json());
  const cloud = awsCloud({ stage: 'local', resources }, { endpoint, region, credentials });
  return { ...operator, logs: localLogs(controlUrl), cloud };
};
