import { DescribeTableCommand, ResourceNotFoundException, type TableDescription } from '@aws-sdk/client-dynamodb';
import { tableArnOf } from '../../lib/disasters.ts';
import type { Clients } from './clients.ts';
import { missing, ok } from './item.ts';
import type { Check } from './subject.ts';

const name = 'table';

const describe = async ({ dynamodb }: Clients, table: string): Promise<TableDescription> => {
  try {
    const { Table: found = {} } = await dynamodb.send(new DescribeTableCommand({ TableName: table }));
    return found;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return {};
    throw error;
  }
};

/** Whether the table that a standby opens on is there, with the stream that it reads and the replica of the key. */
export const standbyTable: Check = {
  name,
  actions: ['dynamodb:DescribeTable'],
  look: async ({ stage: { replicaTable, keyArn }, clients }) => {
    if (replicaTable === undefined) return [];
    const { streamArn } = replicaTable;
    const table = tableArnOf(replicaTable);
    const {
      TableStatus: status = 'none',
      LatestStreamArn: stream,
      SSEDescription: seal,
    } = await describe(clients, table);
    if (status !== 'ACTIVE' && status !== 'UPDATING') {
      const cure =
        'Find out what became of the replica: the key may be disabled, or replica.standby names another table.';
      return [missing(name, `the state of ${table} is ${status}`, cure)];
    }
    if (stream !== streamArn) {
      const cure = `Set replica.standby.streamArn in lib/stages.ts to ${stream ?? 'its stream'}.`;
      return [missing(name, `${streamArn} is not the stream of the replica`, cure)];
    }
    if (seal?.KMSMasterKeyArn !== keyArn) {
      const cure = 'Set replica.keyArn in lib/stages.ts to the output KeyArn.';
      return [missing(name, `the key of ${table} is not the replica of the stage's key`, cure)];
    }
    return [ok(name, `${table} has the stream and the key`)];
  },
};
