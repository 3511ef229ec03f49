import * as z from 'zod/mini';
import { notificationCategories } from '../../../domain/notification.ts';
import { readNotificationPage } from '../../../store/notifications/notification-list.ts';
import { listing, listingOf, listKeys, pageOrCursor } from '../../listing.ts';
import { operation } from '../../operation.ts';
import { readerOf } from '../../reader.ts';
import { listOf } from '../../resources/page.ts';
import { notificationView } from '../../resources/notification.ts';

/** Returns a page of the calling member's notifications, newest first, of the categories that the member has enabled. */
export const listNotifications = operation({
  input: z
    .object({
      ...listing(),
      status: z._default(z.enum(['unread', 'read', 'all']), 'all'),
      category: z.optional(z.enum(notificationCategories)),
    })
    .check(pageOrCursor),
  output: listOf(notificationView, { unread: z.int() }),
  run: async (deps, call, given) => {
    const { status, category } = given;
    const { request, answer } = listingOf('list-partner-notifications', call, given, listKeys.id);
    const found = await readNotificationPage(deps.table, readerOf(call), { status, category }, request);
    return call.answer(200, { ...answer(found), unread: found.unread });
  },
});
