import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { parseState } from '@swift-worker/platform-simulator/stored-state.ts';
import { importTable } from '../../scripts/backup/import-table.ts';
import { settle } from '../processes/background.ts';
import { openEnvironment, type Environment } from '../processes/environment.ts';
import { Outside } from '../processes/outside.ts';
import {
  fixedVault,
  openSurroundings,
  restoreSimulator,
  type Memory,
  type Surroundings,
} from '../processes/surroundings.ts';
import type { TestTable } from '../harness/test-table.ts';
import { readMade, readPlatform, type Made } from './released-table.ts';
import { openJournal } from './stream.ts';
import { hour } from '../../lambdas/kernel/time.ts';

/** The table of a version in today's code, with the clock at the time when it was made. */
export interface Past {
  readonly made: Made;
  readonly surroundings: Surroundings;
  /** What was loaded. */
  readonly begin: Memory;
  /** A new process of each function. */
  readonly open: () => Environment;
  readonly stop: () => Promise<void>;
}

const nothing = (): void => undefined;

/** Gives the table to the commands of a backup. */
export const onTable = async <T>(table: TestTable, act: (client: DynamoDBClient) => Promise<T>): Promise<T> => {
  const { region, endpoint, credentials } = table.client.config;
  const client = new DynamoDBClient({ region, credentials, ...(endpoint !== undefined && { endpoint }) });
  try {
    return await act(client);
  } finally {
    client.destroy();
  }
};

export const openPast = async (folder: string): Promise<Past> => {
  const made = readMade(folder);
  const surroundings = { ...(await openSurroundings()), vault: fixedVault() };
  const { table, clock, simulator, scenery } = surroundings;
  clock.pass(Date.parse(made.at) - clock.now());
  restoreSimulator(simulator, parseState(readPlatform(folder)));
  for (const endpoint of [1, 2]) scenery.receiver.setVerifyToken(endpoint, 'token');
  await onTable(table, (client) => importTable(client, table.name, folder, nothing));
  await table.catchUp();
  return {
    made,
    surroundings,
    begin: await surroundings.remember(),
    open: () => openEnvironment(surroundings, new Outside()),
    stop: surroundings.stop,
  };
};

/** Work causes further work, such as the events of an import, and reports are folded some time after they came. */
const rounds = 4;

/** Finishes the work that waits in the table. Then it is six hours later, however long the work took. */
export const finishWork = async ({ surroundings, made, open }: Past): Promise<void> => {
  const { clock } = surroundings;
  const journal = await openJournal(surroundings.table);
  try {
    for (let round = 0; round < rounds; round += 1) {
      await settle(surroundings);
      await journal.write(open());
      clock.pass(hour);
    }
    await settle(surroundings);
    clock.pass(Date.parse(made.at) + 6 * hour - clock.now());
  } finally {
    journal.close();
  }
};
