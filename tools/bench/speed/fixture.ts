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
  /** Everything of the fixture, and what is made for it. */
  readonly directory: string;
  /** The command, as API Gateway passes it on; without its key. */
  readonly eventFile: string;
  /** What the tables hold before it. */
  readonly itemsFile: string;
  readonly remove: () => Promise<void>;
}

/** A customer, in each peer's own form, and a command that gives it another name. */
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
