import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DynamoDBDocumentClient, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { plays } from '../../tools/crash/plays.ts';
import { openStage, type Stage } from '../../tools/crash/stage.ts';
import { tryOut } from '../../tools/crash/trial.ts';
import { tableProperties } from '../../tools/harness/table-properties.ts';
import { MemoryTable } from '../../tools/world/table/memory-table.ts';
import { type Command, isOddRefusal, isTableCommand, settle, shownOutcome, startBothTables } from './both-tables.ts';
import { anyCommand } from './table-commands.ts';

const isIndexRead = (command: unknown): boolean =>
  (command instanceof QueryCommand || command instanceof ScanCommand) && command.input.IndexName !== undefined;

/** A segment has any partitions, and a page of the index any items of one due time: they are not compared. */
const isOpen = (command: Command, outcome: unknown): boolean =>
  (command instanceof ScanCommand && command.input.Segment !== undefined) ||
  (isIndexRead(command) && JSON.stringify(outcome).includes('"LastEvaluatedKey"'));

describe('every command and every worker of the service', () => {
  const differences: unknown[] = [];
  let [compared, left, differing] = [0, 0, 0];
  let stage: Stage;

  /** Sends each command of any client to the model as well, one after another, since both must see one order. */
  const mirror = (model: MemoryTable): void => {
    const send: unknown = Reflect.get(DynamoDBDocumentClient.prototype, 'send');
    let last: Promise<unknown> = Promise.resolve();
    const sendToBoth = async (client: object, given: readonly unknown[]): Promise<unknown> => {
      const [command] = given;
      // The index of the plays lags.
      if (isIndexRead(command)) await stage.surroundings.table.catchUp();
      const answer = await settle(client, given, send);
      if (isTableCommand(command)) {
        const local = shownOutcome(command, answer);
        const found = shownOutcome(command, await settle(model.client, [command]));
        if (isOpen(command, local)) left += 1;
        else compared += 1;
        if (!isOpen(command, local) && !isOddRefusal(local, found) && JSON.stringify(local) !== JSON.stringify(found)) {
          differing += 1;
          differences.push({ input: command.input, local, model: found });
        }
      }
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    };
    Reflect.set(DynamoDBDocumentClient.prototype, 'send', function (this: object, ...given: readonly unknown[]) {
      const sent = last.then(() => sendToBoth(this, given));
      last = sent.catch(() => undefined);
      return sent;
    });
  };

  beforeAll(async () => {
    mirror(new MemoryTable({ name: tableProperties.TableName, now: () => 0, retryPolicy: systemRetryPolicy }));
    stage = await openStage();
  });

  afterAll(async () => {
    Reflect.deleteProperty(DynamoDBDocumentClient.prototype, 'send');
    await stage.stop();
    console.log(
      `${compared} commands of the service compared, ${differing} differences; ${left} with an open answer left out`,
    );
  });

  // The others kill a worker in their preparation, in the middle of its call.
  it.each(plays.filter(({ about }) => !about.includes('interrupted')))('$name: $about', async (play) => {
    await tryOut(stage, play, { pick: () => false, progress: () => undefined });
    expect(differences.splice(0)).toEqual([]);
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
