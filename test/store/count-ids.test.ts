import { describe, expect, test } from '@jest/globals';
import { countIds } from '../../lambdas/store/usage-reading/count-ids.ts';
import { dice } from '../../tools/harness/dice.ts';

const idBytes = 16;

/** As the ids of reports: the time and the version are alike, and a bit of the ninth byte tells a batch. */
const idOf = (random: () => number): Uint8Array => {
  const bytes = Uint8Array.from({ length: idBytes }, () => Math.floor(random() * 256));
  bytes.set([1, 155, 0, 0, 0, Math.floor(random() * 4), 0x70]);
  bytes[8] = 0x80 + Math.floor(random() * 0x40);
  return bytes;
};

const textOf = (id: Uint8Array): string => Buffer.from(id).toString('hex');
const isBatch = (id: Uint8Array): boolean => 'ab'.includes(textOf(id)[16] ?? '');

/** Pages of ids, with a byte before each so that they are at odd addresses. */
const pagesOf = (ids: readonly Uint8Array[], size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, page) =>
    Buffer.concat([Buffer.alloc(1), ...ids.slice(page * size, (page + 1) * size)]).subarray(1),
  );

describe('the count of distinct ids', () => {
  test.each([
    [1, 'that fit into the memory', Infinity],
    [2, 'that have to be read in parts', 100],
    [3, 'of which few fit into the memory', 25],
  ])('is that of a set of ids %2$s (%1$i)', async (seed, _, most) => {
    const random = dice(seed);
    for (let run = 0; run < 8; run += 1) {
      const distinct = Array.from({ length: Math.floor(random() * 3_000) }, () => idOf(random));
      const ids = [...distinct, ...distinct.filter(() => random() < 0.3)].toSorted(() => random() - 0.5);
      const pages = pagesOf(ids, 1 + Math.floor(random() * 500));
      const known = new Map(ids.map((id) => [textOf(id), id]));
      const single = Array.from(known.values()).filter((id) => !isBatch(id)).length;
      expect(await countIds(() => pages, most)).toEqual({ all: known.size, single });
    }
  });

  test('is 0 without ids', async () => {
    expect(await countIds(() => [])).toEqual({ all: 0, single: 0 });
  });
});
