import * as z from 'zod/mini';
import { notificationCategories } from '../../../domain/notification.ts';
import { readNotificationPage } from '../../../store/notifications/notification-list.ts';
import { pageRequestOf, paging } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { readerOf } from '../../reader.ts';
import { pageOf } from '../../resources/page.ts';
import { notificationView } from '../../resources/notification.ts';

/** Returns a page of the calling member's notifications, newest first, of the categories that the member has enabled. */
export const listNotifications = operation({
  input: z.object({
    ...paging(),
    status: z._default(z.enum(['unread', 'read', 'all']), 'all'),
    category: z.optional(z.enum(notificationCategories)),
  }),
  output: z.extend(pageOf(notificationView), { unread: z.int() }),
  run: async (deps, call, given) => {
    const { status, category } = given;
    const page = await readNotificationPage(deps.table, readerOf(call), { status, category }, pageRequestOf(given));
    return call.answer(200, page);
  },
});
