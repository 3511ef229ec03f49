import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { startDynamoDbLocal } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { z } from 'zod';
import { eventOf } from '../../harness/service.ts';
import { loadPeer } from '../installed-peers.ts';
import { startWorld } from '../../harness/world.ts';
import { openTestTable } from '../../harness/test-table.ts';

export interface Fixture {
  /** The directory of the fixture and its files. */
  readonly directory: string;
  /** The command as an event of API Gateway, without its key. */
  readonly eventFile: string;
  /** The other calls, in the same form. `$ID` in a body stands for another id each time. */
  readonly callFiles: Readonly<Record<OtherCall, string>>;
  /** The items in the tables before the command. */
  readonly itemsFile: string;
  readonly remove: () => Promise<void>;
}

/** The calls that are measured beside the command. */
export const otherCalls = ['query', 'report', 'batch of 500 reports'] as const;
export type OtherCall = (typeof otherCalls)[number];

const [phoneNumberId, batchSize] = ['100200300', 500];

const reported = { phone_number_id: phoneNumberId, status: 'delivered' };
const batch = Array.from({ length: batchSize }, (_, index) => ({ ...reported, message_id: `wamid.$ID.${index}` }));

const eventsOf = (customerId: string, headers: Readonly<Record<string, string>>): Record<OtherCall, object> => ({
  query: eventOf('GET', { query: { route: 'get-partner-customer', customer_id: customerId } }, headers),
  report: eventOf(
    'POST',
    { body: { route: 'report-partner-message-status', ...reported, message_id: 'wamid.$ID' } },
    headers,
  ),
  'batch of 500 reports': eventOf(
    'POST',
    { body: { route: 'report-partner-message-statuses', reports: batch } },
    headers,
  ),
});

const powertools = z.object({
  plantedItem: z.custom<(customerId: string) => Record<string, unknown>>((value) => typeof value === 'function'),
});

/** The customer in the form of Powertools and ElectroDB. */
const plantedItem = async (customerId: string): Promise<Record<string, unknown>> =>
  powertools.parse(await loadPeer('powertools.ts')).plantedItem(customerId);

/** A customer in the form of each peer, its instance, a command that renames it, and other calls. */
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
    const { partner, apikey, customer, instance, connect } = await startWorld(table);
    const customerId = await customer('bench');
    await connect(await instance(customerId, 'bench'), phoneNumberId, 'waba');
    const { Items: items = [] } = await client.send(new ScanCommand({ TableName: table.name }));
    const plain = { pk: `customer#${customerId}`, sk: 'customer', customer_name: 'Acme', updated_at: '2026-01-01' };
    const body = { route: 'update-partner-customer', customer_id: customerId, customer_name: 'Another name' };
    const headers = { 'content-type': 'application/json', apikey, authorization: `Bearer ${partner.apiKey}` };
    const fileOf = (name: string): string => path.join(directory, `${name}.json`);
    const callFiles = { query: fileOf('query'), report: fileOf('report'), 'batch of 500 reports': fileOf('batch') };
    const files = { eventFile: fileOf('event'), itemsFile: fileOf('items'), callFiles };
    const others = eventsOf(customerId, headers);
    for (const call of otherCalls) await writeFile(callFiles[call], JSON.stringify(others[call]));
    await writeFile(files.eventFile, JSON.stringify(eventOf('PATCH', { body }, headers)));
    const planted = [plain, await plantedItem(customerId)].map((item) => marshall(item));
    await writeFile(files.itemsFile, JSON.stringify([...items, ...planted]));
    return { directory, ...files, remove: () => rm(directory, { recursive: true }) };
  } finally {
    client.destroy();
    await table.stop();
  }
};
