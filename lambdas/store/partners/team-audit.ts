import * as z from 'zod/mini';
import { actorTypes, type Actor } from '../../domain/history.ts';
import { coarseSpanOf } from '../../domain/directory.ts';
import type { Found, ListRequest } from '../../domain/paging.ts';
import { teamNotifications } from '../../domain/team-notifications.ts';
import { teamActOf, teamActs, teamSubject, type TeamAct, type TeamSubject } from '../../domain/team-act.ts';
import { day, seconds, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { readOrderedPage, type Records } from '../table/ordered-list.ts';
import { creationClause } from '../table/put-clause.ts';
import { newRecordsClauses } from '../table/span-counts.ts';
import type { Item, Table } from '../table/table.ts';
import { notificationClauses } from '../notifications/notifications.ts';
import type { AuditEntry } from './audit.ts';

/** What a partner sees of an audit entry. */
export interface TeamAuditEntry {
  readonly at: string;
  readonly actor: Actor;
  readonly action: TeamAct;
  readonly subject: TeamSubject;
  readonly request_id: string;
}

/** How long entries are listed. They are deleted some days later, so that none is missing that is counted. */
const listedFor: Milliseconds = 400 * day;

/** The operator's ARN is not the partner's business. */
const shownActor = (actor: Actor): Actor => (actor.type === 'operator' ? { type: 'operator', id: 'operator' } : actor);

/**
 * Writes what the partner sees of an audit entry, in the same commit: the trail has the entries of all partners together, by
 * month, so that a page of one partner's would cost what the month has. Owners and admins are notified of some. None for an act that
 * the partner is not shown.
 */
export const teamAuditClauses = (table: Table, { id, at, actor, action, subject }: AuditEntry): readonly Clause[] => {
  const act = teamActOf(action);
  const { partner_id: partnerId, request_id: requestId = id, ...shown } = subject;
  if (act === null || partnerId === undefined) return [];
  const entry: TeamAuditEntry = {
    at,
    actor: shownActor(actor),
    action: act,
    subject: teamSubject.parse(shown),
    request_id: requestId,
  };
  return [
    creationClause(table, 'the entry of the team is new', {
      ...keys.teamAudit(partnerId, id),
      ...entry,
      ttl: seconds(Date.parse(at) + listedFor + 30 * day),
    }),
    ...newRecordsClauses(table, partnerId, 'A', [id], [act]),
    ...notificationClauses(table, () => id)(
      partnerId,
      teamNotifications(act, { partnerId, by: entry.actor, subject: entry.subject }, Date.parse(at)),
      Date.parse(at),
    ),
  ];
};

const teamAuditItem = z.object({
  at: z.string(),
  actor: z.object({ type: z.enum(actorTypes), id: z.string() }),
  action: z.enum(teamActs),
  subject: teamSubject,
  request_id: z.string(),
});

export const teamAuditEntryOf = (item: Item): TeamAuditEntry => teamAuditItem.parse(item);

const recordsOf = (partnerId: string): Records => ({
  partnerId,
  sizes: [],
  partitions: () => [keys.teamAudit(partnerId, '').pk],
  counted: 'A',
  wanted: new Set(teamActs),
});

/** A page of the acts of the last 400 days, to within hours, newest first. */
export const readTeamAudit = async (
  table: Table,
  partnerId: string,
  request: ListRequest,
  now: Milliseconds,
): Promise<Found<TeamAuditEntry>> => {
  const found = await readOrderedPage(table, recordsOf(partnerId), request, coarseSpanOf(now - listedFor));
  return { ...found, items: found.items.map(teamAuditEntryOf) };
};
