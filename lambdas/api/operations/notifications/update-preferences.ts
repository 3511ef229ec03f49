import * as z from 'zod/mini';
import { preferenceNames, type NotificationPreferences } from '../../../domain/notification-preferences.ts';
import { persist } from '../../../store/table/commit.ts';
import { preferencesClause, readPreferences } from '../../../store/notifications/member-inbox.ts';
import { operation } from '../../operation.ts';
import { readerOf } from '../../reader.ts';
import { preferencesView } from '../../resources/notification.ts';
import { settle } from '../../settle.ts';

const wanted = z.optional(z.boolean());

const input = z.strictObject({
  route: z.optional(z.literal('update-partner-notification-preferences')),
  notify_academy: wanted,
  notify_platform_alerts: wanted,
  notify_templates: wanted,
  notify_delivery_health: wanted,
  notify_billing: wanted,
  notify_billing_reminders: wanted,
  notify_system: wanted,
  popup_enabled: wanted,
});

/** The preferences that the call sets to another value. */
const changesOf = (
  existing: NotificationPreferences,
  given: z.output<typeof input>,
): Partial<NotificationPreferences> =>
  Object.fromEntries(
    preferenceNames.flatMap((name) => {
      const value = given[name];
      return value === undefined || value === existing[name] ? [] : [[name, value]];
    }),
  );

/** Changes what the calling member wants to be told; a preference left out is kept. */
export const updatePreferences = operation({
  input,
  output: z.object({ preferences: preferencesView }),
  run: (deps, call, given) =>
    persist(deps.retryPolicy, async () => {
      const reader = readerOf(call);
      const existing = await readPreferences(deps.table, reader);
      const changes = changesOf(existing, given);
      const clauses = Object.keys(changes).length === 0 ? [] : [preferencesClause(deps.table, reader, changes)];
      return settle(deps, call, call.answer(200, { preferences: { ...existing, ...changes } }), [], clauses);
    }),
});
