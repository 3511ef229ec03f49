import type { Notice } from '../domain/notice.ts';
import { day, isoOf, seconds, type Milliseconds } from '../domain/time.ts';
import { commit, type Clause } from './commit.ts';
import { keys } from './keys.ts';
import type { Table } from './table.ts';

/** The part of a commit by which a partner's members are told what it did. */
export type NoticeClauses = (partnerId: string, notice: Notice, now: Milliseconds) => readonly Clause[];

/** The platform repeats what it says for up to 7 days; what is told once is remembered for longer. */
const remembered: Milliseconds = 30 * day;

/** The fact of a notice was told before, perhaps by another way. */
class AlreadyTold extends Error {
  override readonly name = 'AlreadyTold';
  readonly onceKey: string;

  constructor(onceKey: string) {
    super(`told before: ${onceKey}`);
    this.onceKey = onceKey;
  }
}

const onceClause = (table: Table, partnerId: string, onceKey: string, now: Milliseconds): Clause => ({
  name: 'the fact is told for the first time',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.toldFact(partnerId, onceKey), ttl: seconds(now + remembered) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
  refuse: () => new AlreadyTold(onceKey),
});

export const noticeClauses =
  (table: Table, newId: (now: number) => string): NoticeClauses =>
  (partnerId, notice, now) => {
    const id = newId(now);
    const { onceKey, ...told } = notice;
    return [
      {
        name: 'the notice is new',
        write: {
          Put: {
            TableName: table.name,
            Item: { ...keys.notice(partnerId, id), ...told, created_at: isoOf(now) },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      },
      ...(onceKey === undefined ? [] : [onceClause(table, partnerId, onceKey, now)]),
    ];
  };

/**
 * One commit that also tells the partner's members. A fact that was told before is not told again, and does not keep
 * the rest from being committed. @throws what a clause refuses with
 */
export const commitTelling = async (
  table: Table,
  clauses: readonly Clause[],
  tell: NoticeClauses,
  partnerId: string,
  notices: readonly Notice[],
  now: Milliseconds,
): Promise<void> => {
  let untold = notices;
  for (;;) {
    const all = [...clauses, ...untold.flatMap((notice) => tell(partnerId, notice, now))];
    if (all.length === 0) return;
    try {
      await commit(table, all);
      return;
    } catch (error) {
      if (!(error instanceof AlreadyTold)) throw error;
      untold = untold.filter(({ onceKey }) => onceKey !== error.onceKey);
    }
  }
};
