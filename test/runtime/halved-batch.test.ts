import { expect, it } from '@jest/globals';
import { halvedAtFirst } from '../../lambdas/runtime/halved-batch.ts';

const records = ['1', '2', '3'].map((SequenceNumber) => ({ dynamodb: { SequenceNumber } }));

it.each([[[]], [['2']], [['3', '2']]])('records that follow good ones are reported: %j', (failed) => {
  expect(halvedAtFirst(records, failed)).toEqual(failed);
});

it('a batch that begins with a bad record fails, so that Lambda halves it', () => {
  expect(() => halvedAtFirst(records, ['2', '1'])).toThrow('2 of 3 records failed, the first one too');
});
