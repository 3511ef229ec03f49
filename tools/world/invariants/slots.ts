import { z } from 'zod';
import type { Invariant } from './invariant.ts';
import { changesOf, numberOf, textOf, type Watch } from './watch.ts';

/** The states of section 6 in which a slot counts. */
const counting = ['reserved', 'occupied', 'releasing', 'release_blocked'];
const isSlots = ({ pk, sk }: { readonly pk: string; readonly sk: string }): boolean =>
  /^P#[^#]+$/.test(pk) && sk === 'SLOTS';

export const slotWatches: readonly Watch[] = [
  {
    rule: 'as many slots are taken as lines have one',
    begin: () => {
      const lines = new Set<string>();
      let taken = 0;
      return (commit) => {
        for (const { id, after } of changesOf('line', commit)) {
          if (counting.includes(textOf(after, 'slot_state') ?? '')) lines.add(id);
          else lines.delete(id);
        }
        const slots = commit.findLast(({ keys }) => isSlots(keys));
        taken = slots === undefined ? taken : (numberOf(slots.newImage, 'taken') ?? 0);
        return taken === lines.size ? [] : [`${taken} are taken, and ${lines.size} lines have one`];
      };
    },
  },
  {
    rule: 'no slot is taken above the limit',
    begin: () => (commit) =>
      commit
        .filter(({ keys }) => isSlots(keys))
        .flatMap(({ oldImage, newImage }) => {
          const [before, after] = [numberOf(oldImage, 'taken') ?? 0, numberOf(newImage, 'taken') ?? 0];
          const limit = numberOf(newImage, 'slot_limit');
          return limit !== null && after > before && after > limit ? [`${after} of ${limit}`] : [];
        }),
  },
];

const counted = z.object({ taken: z.number() });

export const slotRules: readonly Invariant[] = [
  {
    rule: 'the number of taken slots is that of the lines that occupy one',
    broken: ({ lines, items, customers }) => {
      const taken = items.find(({ pk, sk }) => isSlots({ pk: String(pk), sk: String(sk) }));
      const occupied = lines.filter(({ occupies_slot: takes }) => takes).length;
      const shown = customers.reduce((sum, { slot }) => sum + (slot?.occupied ?? 0), 0);
      const stored = counted.safeParse(taken).data?.taken ?? 0;
      return stored === occupied ? [] : [`${stored} stored, ${occupied} lines, ${shown} of customers`];
    },
  },
];
