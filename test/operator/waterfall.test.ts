import { expect, test } from '@jest/globals';
import { waterfall } from '../../operator/trace/waterfall.ts';

test('shows when calls began, how long they took, and which were repeated', () => {
  const calls = [
    { call: 'kms Decrypt', at: 20, ms: 180, attempts: 3 },
    { call: 'dynamodb GetItem', at: 0, ms: 20, attempts: 1 },
    { call: 'platform GET /*', at: 199, ms: 1, attempts: 1 },
  ];
  expect(waterfall(calls, 60)).toEqual([
    'dynamodb GetItem  ━━                                   20 ms',
    'kms Decrypt         ━━━━━━━━━━━━━━━━━━  180 ms in 3 attempts',
    'platform GET /*                      ━                  1 ms',
  ]);
});

test('fits a narrow terminal, and takes times that a clock set back', () => {
  expect(waterfall([{ call: 'kms Decrypt', at: -5, ms: 0, attempts: 1 }], 20)).toEqual([
    'kms Decrypt  ━           0 ms',
  ]);
});
