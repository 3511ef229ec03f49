import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runsOf } from '../share.ts';
import type { TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { ChangedPartner, changeKinds, type Change } from './changed-partner.ts';
import { withService } from './suite-service.ts';
import { WalkedList } from './walked-list.ts';

const clock = testClock();
let service: TestService;
withService({ clock: clock.now, rateScale: 10_000 }, (started) => {
  service = started;
});

const change = fc.record({ kind: fc.constantFrom(...changeKinds), which: fc.nat(40) });

const history = fc.record({
  /** Between two records that are made: within a span of counts, or in different ones. */
  gaps: fc.array(fc.constantFrom(1, 3, 5_000, 20_000_000), { minLength: 8, maxLength: 14 }),
  size: fc.integer({ min: 1, max: 4 }),
  large: fc.boolean(),
  lists: fc.uniqueArray(fc.nat(10), { minLength: 3, maxLength: 4 }),
  between: fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 8 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

const started = async ({ gaps, large }: History): Promise<ChangedPartner> => {
  const partner = new ChangedPartner(service, await service.newPartner());
  if (large) await service.operate('partners size', { partner_id: partner.id, size: 'large' });
  for (const [number, gap] of gaps.entries()) {
    clock.pass(gap);
    await partner.customer();
    await partner.line(partner.customers[number % 3] ?? '');
  }
  for (const which of [1, 4]) await partner.change({ kind: 'deactivate customer', which });
  return partner;
};

const listsOf = ({ customers: [first = ''] }: ChangedPartner) =>
  [
    ['list-partner-customers', {}],
    ['list-partner-customers', { status: 'active' }],
    ['list-partner-customers', { include_merged: 'true', include_erased: 'true' }],
    ['list-partner-customers', { search: 'shop' }],
    ['list-partner-instances', {}],
    ['list-partner-instances', { status: 'created' }],
    ['list-partner-instances', { customer_id: first }],
    ['search-partner-instances', {}],
    ['search-partner-instances', { search: 'shop' }],
    ['search-partner-instances', { search: 'key-', status: 'inactive' }],
    ['search-partner-instances', { customer_id: first }],
  ] as const;

/** Walks all lists side by side, with the changes between their pages. */
const walked = async (one: History, by: 'cursor' | 'page'): Promise<readonly string[]> => {
  const partner = await started(one);
  const lists = listsOf(partner).filter((_, place) => one.lists.includes(place));
  const walks = lists.map((list) => new WalkedList(partner, list, by));
  for (const walk of walks) await walk.note();
  for (let round = 0, going = true; going; round += 1) {
    going = false;
    for (const walk of walks) going = (await walk.step(one.size)) || going;
    const changes: readonly Change[] = one.between[round] ?? [];
    for (const each of changes) {
      clock.pass(2);
      await partner.change(each);
    }
    if (going) for (const walk of walks) await walk.note();
  }
  return walks.flatMap((walk) => walk.faults());
};

describe('a walk through a list that changes', () => {
  it('meets each record that the list always had once, by cursor', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        expect(await walked(one, 'cursor')).toEqual([]);
      }),
      { numRuns: runsOf(300) },
    );
  });

  it('misses records by page, and meets others twice', async () => {
    const shifted: History = {
      gaps: [1, 1, 1, 1, 1, 1, 1, 1],
      size: 2,
      large: false,
      lists: [0, 1],
      between: [[{ kind: 'deactivate customer', which: 7 }], [{ kind: 'new customer', which: 0 }]],
    };
    const faults = await walked(shifted, 'page');
    expect(faults.some((fault) => fault.includes('missed'))).toBe(true);
    expect(faults.some((fault) => fault.includes('doubled'))).toBe(true);
    expect(await walked(shifted, 'cursor')).toEqual([]);
  });
});
