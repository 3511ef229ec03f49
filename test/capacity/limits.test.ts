import { describe, expect, it } from '@jest/globals';
import { deployed } from '../../tools/capacity/model/deployment.ts';
import { World } from '../../tools/capacity/model/world.ts';
import { limitsOf, type Limits } from '../../tools/capacity/quotas.ts';
import { compiled, type Operation } from '../../tools/capacity/replay/compile.ts';
import type { RecordedItem } from '../../tools/capacity/replay/recording.ts';
import { nobody } from '../../tools/capacity/recording/nobody.ts';

const put = (pk: string, due: RecordedItem['due'] = []): RecordedItem => ({
  verb: 'put',
  plan: null,
  pk,
  sk: 'ITEM',
  read: 0,
  write: 1,
  due,
});

const operationOf = (item: RecordedItem, transaction = false): Operation =>
  compiled([[{ transaction, items: [item] }]]);

/** How many of an operation are done in a second, when so many are tried at even times. */
const doneOf = (operation: Operation, rate: number, raised: Partial<Limits> = {}): number => {
  const limits = limitsOf(raised, 1);
  const world = new World({ seed: 1, scale: 1, pauses: [], limits, deployment: deployed });
  const seconds = 5;
  let done = 0;
  for (let number = 0; number < rate * seconds; number += 1) {
    world.engine.resumeIn(
      (1_000 * number) / rate,
      (function* () {
        if ((yield* world.run(operation, { ...nobody, customer: world.names.text() })) === 'done') done += 1;
      })(),
    );
  }
  world.engine.runUntil(1_000 * seconds);
  return done / seconds;
};

describe('the table', () => {
  it('takes what it is given below its limits', () => {
    expect(doneOf(operationOf(put('P#{customer}')), 5_000)).toBeCloseTo(5_000, -2);
  });

  it('takes 1,000 units a second of one partition key', () => {
    expect(doneOf(operationOf(put('HOT')), 4_000) / 1_000).toBeCloseTo(1, 1);
  });

  it('takes no more than its own limit over all keys', () => {
    expect(doneOf(operationOf(put('P#{customer}')), 6_000, { tableWrites: 2_000 }) / 2_000).toBeCloseTo(1, 1);
  });

  it('takes no write whose entry the index does not take', () => {
    const hot = put('P#{customer}', [['shard', 1]]);
    expect(doneOf(operationOf(hot), 4_000) / 1_000).toBeCloseTo(1, 1);
  });

  it('refuses a transaction while another one has the item', () => {
    expect(doneOf(operationOf(put('HOT'), true), 500)).toBeCloseTo(100, -1);
  });
});
