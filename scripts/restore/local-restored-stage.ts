import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { tableIdOf, type StageTables } from '../../lib/stage-tables.ts';
import { readStateFile } from '../../local/state-file.ts';
import { Failure } from '../../operator/failure.ts';
import { openStage } from '../../operator/open-stage.ts';
import { connections } from './copy-segments.ts';
import type { RestoredStage } from './restored-stage.ts';

const refusal = z.object({ error: z.string() });

/** The stack that runs on this machine. */
export const openLocalRestoredStage = (stateFile: string): RestoredStage => {
  const { aws } = readStateFile(stateFile);
  const credentials = { accessKeyId: aws.access_key_id, secretAccessKey: aws.secret_access_key };
  const output = (name: string): string | undefined => readStateFile(stateFile).outputs[name];
  return {
    client: new DynamoDBClient({ ...aws, credentials, requestHandler: { httpAgent: { maxSockets: connections } } }),
    tables: () => Promise.resolve(readStateFile(stateFile).tables),
    deploy: async (tables: StageTables) => {
      const body = JSON.stringify(tables);
      const answer = await fetch(readStateFile(stateFile).deploy_url, { method: 'POST', body });
      if (answer.ok) return;
      throw new Failure('unreachable', 'not_deployed', refusal.parse(await answer.json()).error, {
        next: 'the log of the local stack has the cause; then repeat the command',
      });
    },
    tableName: (generation) => {
      const own = output('TableGeneration') === String(generation);
      const name = output(own ? 'TableName' : `TableName${String(generation)}`);
      if (name !== undefined) return Promise.resolve(name);
      throw new Failure('unreachable', 'no_table', `the local stack has no ${tableIdOf(generation)}`, {
        next: 'continue with the stack on which the restore began',
      });
    },
    pointInTime: () =>
      Promise.reject(
        new Failure('usage', 'no_point_in_time', 'the local stack has no point-in-time recovery', {
          next: 'name an export with --from: npm run -s backup -- export build/drill/items',
        }),
      ),
    // The local cloud answers a deployment when its event sources run.
    whenRead: () => Promise.resolve(),
    apiUrl: () => Promise.resolve(readStateFile(stateFile).api_url),
    // The local cloud has no metrics of tables.
    lastWrite: () => Promise.resolve(null),
    operator: () => openStage('local', stateFile),
  };
};
