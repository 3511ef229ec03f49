import { z } from 'zod';
import { hour } from '../../../lambdas/kernel/time.ts';
import type { Invariant } from './invariant.ts';
import type { View } from './view.ts';

const notice = z.object({
  pk: z.string().regex(/#NOTICES(?:#ADMINS)?$/),
  title: z.string(),
  body: z.string(),
  entity: z.object({ type: z.string(), id: z.string() }),
  created_at: z.string(),
});
type Notice = z.infer<typeof notice>;

const noticesOf = ({ items }: View): readonly Notice[] => items.flatMap((item) => notice.safeParse(item).data ?? []);

const isRepeated = (one: Notice, index: number, same: readonly Notice[]): boolean => {
  const before = same[index - 1];
  return before !== undefined && Date.parse(one.created_at) - Date.parse(before.created_at) < hour;
};

export const notificationRules: readonly Invariant[] = [
  {
    rule: 'a fact of a line is notified once an hour',
    broken: (view) => {
      const ofLines = noticesOf(view).filter(({ entity }) => entity.type === 'instance');
      const alike = Map.groupBy(ofLines, ({ title, body, entity }) => JSON.stringify([title, body, entity.id]));
      return Array.from(alike.values()).flatMap((same) =>
        same
          .toSorted((left, right) => (left.created_at < right.created_at ? -1 : 1))
          .filter(isRepeated)
          .map(({ title, entity, created_at: at }) => `${title}, ${entity.id}, ${at}`),
      );
    },
  },
  {
    rule: 'a line that is lost, or whose removal failed, was notified',
    broken: (view) => {
      const notified = new Set(noticesOf(view).map(({ entity }) => entity.id));
      return view.lines
        .filter(({ status }) => ['reconnect_required', 'deactivation_failed'].includes(status))
        .filter(({ id }) => !notified.has(id))
        .map(({ id, status }) => `${id}: ${status}`);
    },
  },
];
