import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useClient } from '../../api/client-context.ts';
import { lineRow, type LineRow } from '../../api/lines.ts';
import { useMember } from '../../api/member.ts';
import type { PortalClient } from '../../api/portal-client.ts';
import { readAgain } from '../../api/read-again.ts';
import { useLeaving } from '../../pieces/use-leaving.ts';
import type { HostedLanguage } from '../connect-page/hosted-texts.ts';
import { idle, remindLines, type Run } from './remind-lines.ts';
import { waitingStatuses } from './waiting-statuses.ts';
import { isReminded, remindersOf, watchReminders, writtenReminders, type Reminder } from './written-reminders.ts';

/** As many are reminded at once: a partner may make 60 links an hour. */
const most = 50;
/** The most lines that an answer can have. */
const pageSize = 200;

export interface WaitingLines {
  /** Lines that were not reminded yet: all, or as many as are reminded at once. */
  readonly next: readonly LineRow[];
  /** How many lines wait in all. */
  readonly total: number;
}

/** The lines with a status, up to as many as are reminded at once. @param isOver whether a line is passed over */
const readLines = async (
  client: Pick<PortalClient, 'pages'>,
  status: (typeof waitingStatuses)[number],
  isOver: (id: string) => boolean,
  signal: AbortSignal,
): Promise<WaitingLines> => {
  const next: LineRow[] = [];
  let total = 0;
  for await (const page of client.pages('search-partner-instances', { status, page_size: pageSize }, { signal })) {
    ({ total } = page);
    next.push(...page.items.filter(({ id }) => !isOver(id)).map(lineRow));
    if (next.length >= most) break;
  }
  return { next, total };
};

/** The lines that wait for their customers. */
export const readWaiting = async (
  client: Pick<PortalClient, 'pages'>,
  isOver: (id: string) => boolean,
  signal: AbortSignal,
): Promise<WaitingLines> => {
  const read = await Promise.all(waitingStatuses.map((status) => readLines(client, status, isOver, signal)));
  return { next: read.flatMap(({ next }) => next), total: read.reduce((sum, { total }) => sum + total, 0) };
};

interface Reminders {
  readonly waiting: UseQueryResult<WaitingLines>;
  readonly run: Run;
  /** All that were written in this window, in the order in which they were. */
  readonly reminders: readonly Reminder[];
  /** Makes a link for each line that has none here. */
  readonly begin: (lines: readonly LineRow[], language: HostedLanguage) => Promise<void>;
}

/**
 * The lines that wait and their reminders. The run ends when the page is left.
 * @param chosen ids of the lines that are meant; null: all
 */
export const useReminders = (chosen: readonly string[] | null): Reminders => {
  const client = useClient();
  const queries = useQueryClient();
  const { partner_id: partnerId } = useMember().partner;
  const reminders = remindersOf(partnerId, useSyncExternalStore(watchReminders, writtenReminders));
  const [run, setRun] = useState(idle);
  // Lines that got no link here are not tried again until the page is opened again.
  const [passed] = useState(() => new Set<string>());
  const isOver = (id: string): boolean => passed.has(id) || isReminded(id) || (chosen !== null && !chosen.includes(id));
  const waiting = useQuery({
    queryKey: ['lines', 'waiting', chosen],
    queryFn: ({ signal }) => readWaiting(client, isOver, signal),
    select: ({ next, total }) => {
      const open = next.filter(({ id }) => !isOver(id));
      return { next: open.slice(0, most), total: chosen === null ? total : open.length };
    },
  });
  const leaving = useLeaving();
  const begin: Reminders['begin'] = async (lines, language) => {
    const { signal } = leaving.current;
    const ended = await remindLines({ client, partnerId, language, signal }, lines, setRun);
    for (const id of [...ended.leftOut, ...ended.failed]) passed.add(id);
    setRun(ended);
    await readAgain(queries);
  };
  return { waiting, run, reminders, begin };
};
