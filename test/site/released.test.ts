import { expect, test } from '@jest/globals';
import { faultsOf } from '../../tools/packages/released.ts';

const name = 'swift-worker-listen-1.1.1.tgz';
const released = { [name]: 'a'.repeat(64) };

test.each([
  ['has the digest that is recorded', { [name]: 'a'.repeat(64) }, []],
  ['has changed', { [name]: 'b'.repeat(64) }, [`${name} has changed: raise the version of its package`]],
  [
    'is not recorded',
    { 'other-2.0.0.tgz': 'b'.repeat(64) },
    ['other-2.0.0.tgz is not recorded: npm run packages -- --record'],
  ],
])('a file that %s', (_, packed, faults) => {
  expect(faultsOf(packed, released)).toEqual(faults);
});
