import * as z from 'zod/mini';
import { notFound } from '../../../domain/errors.ts';
import { readAt } from '../../../domain/notice-reading.ts';
import { isoOf } from '../../../domain/time.ts';
import { persist } from '../../../store/table/commit.ts';
import { keys } from '../../../store/table/keys.ts';
import { inboxKey, noticeReadClause, readAtOf, readUntilOf } from '../../../store/notifications/member-inbox.ts';
import { toldNoticeOf } from '../../../store/notifications/notice-list.ts';
import { getItems } from '../../../store/table/read.ts';
import { uuid } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { readerOf } from '../../reader.ts';
import { notificationView } from '../../resources/notification.ts';
import { settle } from '../../settle.ts';

/** Marks one notification as read by the calling member; again, it says when that was. */
export const markNotificationRead = operation({
  input: z.object({ notification_id: uuid }),
  output: z.object({ notification: notificationView }),
  selectors: ['notification_id'],
  run: (deps, call, { notification_id: id }) =>
    persist(deps.patience, async () => {
      const reader = readerOf(call);
      const { partnerId, memberId } = reader;
      const [notice, read, inbox] = await getItems(deps.table, [
        keys.notice(partnerId, id),
        keys.noticeRead(partnerId, memberId, id),
        inboxKey(reader),
      ]);
      if (notice === undefined) throw notFound('the notification');
      const readUntil = readUntilOf(inbox);
      const before = readAtOf(read) ?? readAt({ readUntil, single: new Map() }, id);
      const notification = toldNoticeOf(notice, before ?? isoOf(call.now));
      const clause = noticeReadClause(deps.table, reader, id, notification.category, isoOf(call.now));
      return settle(deps, call, call.answer(200, { notification }), [], before === null ? [clause] : []);
    }),
});
