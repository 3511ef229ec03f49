import * as z from 'zod/mini';
import { notificationCategories, notificationKinds, notificationSeverities } from '../../domain/notification.ts';
import { preferenceNames } from '../../domain/notification-preferences.ts';

const time = z.iso.datetime();

export const notificationView = z.object({
  id: z.uuid(),
  kind: z.nullable(z.enum(notificationKinds)),
  facts: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  category: z.enum(notificationCategories),
  severity: z.enum(notificationSeverities),
  title: z.string(),
  body: z.string(),
  entity: z.object({ type: z.string(), id: z.string() }),
  created_at: time,
  read_at: z.nullable(time),
});

export const preferencesView = z.record(z.enum(preferenceNames), z.boolean());
