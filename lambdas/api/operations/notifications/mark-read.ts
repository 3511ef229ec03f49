import * as z from 'zod/mini';
import { notFound } from '../../../kernel/errors.ts';
import { readAt } from '../../../domain/notification-reading.ts';
import { isoOf } from '../../../kernel/time.ts';
import { keys } from '../../../store/table/keys.ts';
import { inboxKey, notificationReadClause, readAtOf, readUntilOf } from '../../../store/notifications/member-inbox.ts';
import { addressedOf, storedNotificationOf } from '../../../store/notifications/notification-list.ts';
import { getItems } from '../../../store/table/read.ts';
import { uuid } from '../../fields.ts';
import { command } from '../../operation.ts';
import { readerOf } from '../../reader.ts';
import { notificationView } from '../../resources/notification.ts';
import { settle } from '../../settle.ts';

/** Marks a notification as read by the calling member. A repetition returns the first time. */
export const markNotificationRead = command({
  input: z.object({ notification_id: uuid }),
  output: z.object({ notification: notificationView }),
  selectors: ['notification_id'],
  errors: ['not_found'],
  run: async (deps, call, { notification_id: id }) => {
    const reader = readerOf(call);
    const { partnerId, memberId } = reader;
    const [ofAll, read, inbox, ofAdmins] = await getItems(deps.table, [
      keys.notification(partnerId, id),
      keys.notificationRead(partnerId, memberId, id),
      inboxKey(reader),
      ...(reader.isAdmin ? [keys.adminNotification(partnerId, id)] : []),
    ]);
    const item = ofAll ?? ofAdmins;
    if (item === undefined) throw notFound('the notification');
    const readUntil = readUntilOf(inbox);
    const before = readAtOf(read) ?? readAt({ readUntil, single: new Map() }, id);
    const notification = storedNotificationOf(item, before ?? isoOf(call.now));
    const clause = notificationReadClause(deps.table, reader, id, addressedOf(item), isoOf(call.now));
    return settle(deps, call, call.answer(200, { notification }), [], before === null ? [clause] : []);
  },
});
