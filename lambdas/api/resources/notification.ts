/** How notifications and a member's preferences look in responses. */
import * as z from 'zod/mini';
import { noticeCategories, noticeSeverities } from '../../domain/notice.ts';
import { preferenceNames } from '../../domain/notice-preferences.ts';

const time = z.iso.datetime();

export const notificationView = z.object({
  id: z.uuid(),
  category: z.enum(noticeCategories),
  severity: z.enum(noticeSeverities),
  title: z.string(),
  body: z.string(),
  entity: z.object({ type: z.string(), id: z.string() }),
  created_at: time,
  read_at: z.nullable(time),
});

export const preferencesView = z.record(z.enum(preferenceNames), z.boolean());
