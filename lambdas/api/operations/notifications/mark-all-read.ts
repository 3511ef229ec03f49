import * as z from 'zod/mini';
import { isoOf } from '../../../domain/time.ts';
import { persist } from '../../../store/table/commit.ts';
import { inboxKey, readUntilClause, readUntilOf } from '../../../store/notifications/member-inbox.ts';
import { newestNotificationAt } from '../../../store/notifications/notification-list.ts';
import { getItem } from '../../../store/table/read.ts';
import { operation } from '../../operation.ts';
import { readerOf } from '../../reader.ts';
import { settle } from '../../settle.ts';

/** Marks everything there is as read by the calling member: a time is written, not each notification. */
export const markAllNotificationsRead = operation({
  input: z.object({}),
  output: z.object({ unread: z.int(), read_until: z.iso.datetime() }),
  run: (deps, call) =>
    persist(deps.retryPolicy, async () => {
      const reader = readerOf(call);
      const [inbox, newest] = await Promise.all([
        getItem(deps.table, inboxKey(reader)),
        newestNotificationAt(deps.table, reader.partnerId),
      ]);
      // The clock of who told something may be ahead of this one.
      const until = Math.max(call.now, newest ?? 0, readUntilOf(inbox) ?? 0);
      const answer = call.answer(200, { unread: 0, read_until: isoOf(until) });
      return settle(deps, call, answer, [], [readUntilClause(deps.table, reader, until)]);
    }),
});
