import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { startDynamoDbLocal } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { eventOf } from '../../harness/service.ts';
import { plantedItem } from '../peers/powertools.ts';
import { startWorld } from '../../harness/world.ts';
import { openTestTable } from '../../harness/test-table.ts';

export interface Fixture {
  /** The directory of the fixture and its files. */
  readonly directory: string;
  /** The command as an event of API Gateway, without its key. */
  readonly eventFile: string;
  /** The items in the tables before the command. */
  readonly itemsFile: string;
  readonly remove: () => Promise<void>;
}

/** A customer in the form of each peer, and a command that renames it. */
export const makeFixture = async (): Promise<Fixture> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const local = await startDynamoDbLocal();
  const table = await openTestTable(local);
  const client = new DynamoDBClient({
    endpoint: local.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  try {
    const { partner, apikey, customer } = await startWorld(table);
    const customerId = await customer('bench');
    const { Items: items = [] } = await client.send(new ScanCommand({ TableName: table.name }));
    const plain = { pk: `customer#${customerId}`, sk: 'customer', customer_name: 'Acme', updated_at: '2026-01-01' };
    const body = { route: 'update-partner-customer', customer_id: customerId, customer_name: 'Another name' };
    const headers = { 'content-type': 'application/json', apikey, authorization: `Bearer ${partner.apiKey}` };
    const files = { eventFile: path.join(directory, 'event.json'), itemsFile: path.join(directory, 'items.json') };
    await writeFile(files.eventFile, JSON.stringify(eventOf('PATCH', { body }, headers)));
    const planted = [plain, plantedItem(customerId)].map((item) => marshall(item));
    await writeFile(files.itemsFile, JSON.stringify([...items, ...planted]));
    return { directory, ...files, remove: () => rm(directory, { recursive: true }) };
  } finally {
    client.destroy();
    await table.stop();
  }
};
