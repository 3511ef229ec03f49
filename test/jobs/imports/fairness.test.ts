import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { relayDue } from '../../../lambdas/relay/relay-due.ts';
import type { DueHint } from '../../../lambdas/kernel/due.ts';
import { importKeys } from '../../../lambdas/store/imports/import-keys.ts';
import { hintGroupOf, keys } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import type { TestPartner } from '../../../tools/harness/service.ts';
import { openTableStream, type TableStream } from '../../../tools/harness/table-stream.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { interposed } from '../../interposed-table.ts';
import { importOf, importScene, type ImportScene } from './import-scene.ts';

let table: TestTable;
let scene: ImportScene;
let stream: TableStream;

beforeAll(async () => {
  table = await startTestTable();
  scene = await importScene(table);
  stream = await openTableStream(table, 'HEAD');
});
afterAll(async () => {
  stream.close();
  await table.stop();
});

const rows = (count: number, metadata: object = {}) =>
  Array.from({ length: count }, (_, at) => ({
    external_customer_id: `row-${at}`,
    customer_name: `Customer ${at}`,
    metadata,
  }));

/** A table that tells its commits before it carries them out. */
const telling = (onCommit: (input: TransactWriteCommandInput) => void): Table =>
  interposed(table, (command, send) => {
    if (command instanceof TransactWriteCommand) onCommit(command.input);
    return send();
  });

const unexpected = (): never => {
  throw new Error('the hint was not sent');
};

/** The queue of hints, which the stream fills and one worker empties. */
class ImportQueue {
  readonly messages: DueHint[] = [];

  async fill(): Promise<void> {
    await relayDue(
      {
        clock: scene.clock.now,
        send: (hints) => {
          this.messages.push(...hints.map(({ hint }) => hint));
          return Promise.resolve([]);
        },
        sendToFailedQueue: unexpected,
        onUnsent: unexpected,
      },
      await stream.read(),
    );
  }
}

describe("a partner's 50 imports", () => {
  test("have one message in the queue, and another partner's import is carried out at its second turn", async () => {
    const [many, one] = [await scene.service.newPartner(), await scene.service.newPartner()];
    const partners = new Map([many, one].map((partner) => [importKeys.head(partner.partnerId).pk, partner]));
    const queue = new ImportQueue();
    const accept = async (partner: TestPartner): Promise<string> => {
      scene.clock.pass(1);
      const { id } = importOf(await scene.send(partner, rows(3)));
      await queue.fill();
      return id;
    };
    const ids: string[] = [];
    while (ids.length < 50) ids.push(await accept(many));
    const other = await accept(one);
    expect(queue.messages).toHaveLength(2);
    // SQS delivers groups in turn: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
    expect(new Set(queue.messages.map(hintGroupOf)).size).toBe(2);

    const statusOf = async (partner: TestPartner, id: string) => importOf(await scene.read(partner, id)).status;
    const slow = {
      ...scene.deps,
      table: telling(() => {
        scene.clock.pass(10_000);
      }),
    };
    const turns: TestPartner[] = [];
    for (let hint = queue.messages.shift(); hint !== undefined; hint = queue.messages.shift()) {
      const partner = partners.get(hint.pk) ?? unexpected();
      turns.push(partner);
      await scene.work(partner, slow);
      await queue.fill();
      if (partner === one) {
        expect(turns).toEqual([many, one]);
        expect(await statusOf(one, other)).toBe('completed');
        expect(await statusOf(many, ids[49] ?? '')).toBe('running');
      }
    }
    expect(turns.filter((partner) => partner === one)).toHaveLength(1);
    expect(await statusOf(many, ids[49] ?? '')).toBe('completed');
  });
});

/** The items that a commit writes or checks. */
const itemsOf = ({ TransactItems: writes = [] }: TransactWriteCommandInput): readonly string[] =>
  writes.map(({ Put, Update, Delete, ConditionCheck }) => {
    const key = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key;
    return `${String(key?.['pk'])} ${String(key?.['sk'])}`;
  });

describe("another partner's command", () => {
  test('is carried out beside each batch of the imports, and no commit has an item that it needs, too', async () => {
    const [many, one] = [await scene.service.newPartner(), await scene.service.newPartner()];
    for (let sent = 0; sent < 5; sent += 1) {
      scene.clock.pass(1);
      await scene.send(many, rows(90));
    }
    const written = new Set<string>();
    const answers: Promise<number>[] = [];
    const busy = telling((input) => {
      for (const item of itemsOf(input)) written.add(item);
      const fields = { external_customer_id: `own-${answers.length}`, customer_name: 'Own' };
      answers.push(scene.upsert(one, fields).then(({ status }) => status));
    });
    await scene.work(many, { ...scene.deps, table: busy });
    expect(answers.length).toBeGreaterThanOrEqual(15);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([201]));
    expect(Array.from(written).filter((item) => !item.includes(many.partnerId))).toEqual([]);
    expect(written.size).toBeGreaterThan(90);
  });
});

/** Has 60 rows carried out by a worker that only counts how long it waits. @returns the most units a second that the customers' items took */
const unitsEachSecond = async (metadata: object): Promise<number> => {
  const partner = await scene.service.newPartner();
  const customers = keys.customer(partner.partnerId, '01900000-0000-7000-8000-000000000000').pk;
  const { id } = importOf(await scene.send(partner, rows(60, metadata)));
  let waited = 0;
  let units = 0;
  let most = 0;
  const counting = telling(({ TransactItems: writes = [] }) => {
    for (const { Put } of writes) {
      if (Put?.Item?.['pk'] === customers) units += 2 * Math.ceil(Buffer.byteLength(JSON.stringify(Put.Item)) / 1024);
    }
    most = Math.max(most, (1_000 * units) / waited);
  });
  const sleep = (time: number): Promise<void> => {
    waited += time;
    return Promise.resolve();
  };
  await scene.work(partner, { ...scene.deps, table: counting, retryPolicy: { sleep, random: () => 0 } });
  expect(importOf(await scene.read(partner, id))).toMatchObject({ status: 'completed', created: 60 });
  return most;
};

describe('the rows of a partner', () => {
  // A partition takes 1,000: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
  test.each([
    ['small', {}],
    ['large', { text: 'x'.repeat(1_200) }],
  ])('that are %s leave a tenth of the partition of its customers to its commands', async (_, metadata) => {
    const units = await unitsEachSecond(metadata);
    expect(units).toBeGreaterThan(450);
    // Sums of fractions are not exact.
    expect(Math.round(units)).toBeLessThanOrEqual(900);
  });
});
