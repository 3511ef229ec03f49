import * as z from 'zod/mini';
import { isoOf } from '../../../kernel/time.ts';
import { inboxKey, readUntilClause, readUntilOf } from '../../../store/notifications/member-inbox.ts';
import { newestNotificationAt } from '../../../store/notifications/notification-list.ts';
import { getItem } from '../../../store/table/read.ts';
import { command } from '../../operation.ts';
import { readerOf } from '../../reader.ts';
import { settle } from '../../settle.ts';

/** Marks all current notifications as read by the calling member, with one write. */
export const markAllNotificationsRead = command({
  input: z.object({}),
  output: z.object({ unread: z.int(), read_until: z.iso.datetime() }),
  run: async (deps, call) => {
    const reader = readerOf(call);
    const [inbox, newest] = await Promise.all([
      getItem(deps.table, inboxKey(reader)),
      newestNotificationAt(deps.table, reader),
    ]);
    // The clock of another environment may be ahead of this one.
    const until = Math.max(call.now, newest ?? 0, readUntilOf(inbox) ?? 0);
    const answer = call.answer(200, { unread: 0, read_until: isoOf(until) });
    return settle(deps, call, answer, [], [readUntilClause(deps.table, reader, until)]);
  },
});
