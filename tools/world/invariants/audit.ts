import { z } from 'zod';
import { minute } from '../../../lambdas/kernel/time.ts';
import type { Invariant } from './invariant.ts';
import type { Watch } from './watch.ts';

const prefix = 'AUDIT#';
const stored = z.object({ pk: z.string().startsWith(prefix), id: z.string(), action: z.string(), at: z.string() });

export const auditWatches: readonly Watch[] = [
  {
    rule: 'an entry of the audit trail never changes',
    begin: () => (commit) =>
      commit
        .filter(({ keys, oldImage }) => keys.pk.startsWith(prefix) && oldImage !== undefined)
        .map(({ keys }) => `${keys.pk} ${keys.sk}`),
  },
];

export const auditRules: readonly Invariant[] = [
  {
    rule: 'each command of the operator has an entry',
    broken: ({ items, world }) => {
      const entries = items.flatMap((item) => stored.safeParse(item).data ?? []);
      return Array.from(Map.groupBy(world.ledger.commands.values(), (command) => command))
        .filter(([command, given]) => entries.filter(({ action }) => action === command).length < given.length)
        .map(([command, given]) => `${command}: fewer than ${given.length}`);
    },
  },
  {
    rule: 'the copies of the audit trail equal it',
    broken: ({ items, world }) => {
      const copies = Array.from(world.systems.objects.values(), (content): unknown => JSON.parse(content));
      const ids = copies.map((copy) => z.object({ id: z.string() }).safeParse(copy).data?.id);
      const entries = items.flatMap((item) => stored.safeParse(item).data ?? []);
      const settled = entries.filter(({ at }) => Date.parse(at) < world.scheduler.now - 5 * minute);
      return [
        ...settled.filter(({ id }) => ids.filter((copied) => copied === id).length !== 1).map(({ id }) => id),
        ...ids.filter((id) => !entries.some((entry) => entry.id === id)).map((id) => `a copy of ${String(id)}`),
      ];
    },
  },
];
