import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { routes } from '../../lambdas/api/routes.ts';
import { startTestTable } from '../../tools/harness/test-table.ts';
import { players } from '../../tools/world/actors/actors.ts';
import { playAlone } from '../../tools/world/sweep.ts';
import type { Observe } from '../../tools/world/table/memory-table.ts';
import { type Command, isOddRefusal, isTableCommand, settle, shownOutcome, startBothTables } from './both-tables.ts';
import { anyCommand } from './table-commands.ts';

const isIndexRead = (command: unknown): boolean =>
  (command instanceof QueryCommand || command instanceof ScanCommand) && command.input.IndexName !== undefined;

/** A segment has any partitions, and the index of the world lags: they are not compared. */
const isOpen = (command: Command): boolean =>
  (command instanceof ScanCommand && command.input.Segment !== undefined) || isIndexRead(command);

/** An actor uses some hundred commands, most of which others use too. */
const sample = players.filter((_, index) => index % 8 === 0);

describe('the commands of the service, of the model and then of DynamoDB Local', () => {
  let [compared, left] = [0, 0];

  beforeAll(async () => {
    await Promise.all(routes.map((route) => route.operation()));
  });

  afterAll(() => {
    console.log(`${compared} commands compared; ${left} with an open answer left out`);
  });

  it.each(sample)('$name', async (player) => {
    const sent: { readonly command: Command; readonly found: Promise<unknown> }[] = [];
    const observe: Observe = (command, outcome) => {
      if (!isTableCommand(command)) return;
      const settled = Promise.allSettled([outcome]);
      sent.push({ command, found: settled.then(([one]) => shownOutcome(command, one)) });
    };
    await playAlone(player, 1, { observe });
    const table = await startTestTable();
    const differences: unknown[] = [];
    for (const { command, found } of sent) {
      const local = shownOutcome(command, await settle(table.client, [command]));
      const model = await found;
      if (isOpen(command)) left += 1;
      else compared += 1;
      if (!isOpen(command) && !isOddRefusal(local, model) && JSON.stringify(local) !== JSON.stringify(model))
        differences.push({ input: command.input, local, model });
    }
    await table.stop();
    expect(differences).toEqual([]);
  });
});

describe('commands of any kind', () => {
  it.each([1, 2, 3, randomInt(2 ** 31)])('with the seed %d', async (seed) => {
    const both = await startBothTables();
    for (const command of fc.sample(anyCommand, { seed, numRuns: 5_000 })) {
      const { local, model } = await both.send(command);
      expect({ seed, input: command.input, outcome: model }).toEqual({ seed, input: command.input, outcome: local });
    }
    await both.local.stop();
  });
});
