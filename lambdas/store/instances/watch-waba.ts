import { nextRoundAt } from '../../domain/instance-watch.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { beginWatchClause } from './instance-watches.ts';
import type { Table } from '../table/table.ts';
import { beginPassesClause } from '../templates/head.ts';

/** Schedules the refreshes of a business account's templates and instances, when an instance is connected. */
export const watchWabaClauses = (
  table: Table,
  partnerId: string,
  wabaId: string,
  instanceId: string,
  now: Milliseconds,
): readonly Clause[] => [
  beginPassesClause(table, partnerId, wabaId, instanceId, now),
  beginWatchClause(table, partnerId, wabaId, instanceId, nextRoundAt(instanceId, now)),
];
