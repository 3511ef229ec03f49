import * as z from 'zod/mini';
import { preferenceNames, type NotificationPreferences } from '../../../domain/notification-preferences.ts';
import { preferencesClause, readPreferences } from '../../../store/notifications/member-inbox.ts';
import { command } from '../../operation.ts';
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

const changesOf = (current: NotificationPreferences, given: z.output<typeof input>): Partial<NotificationPreferences> =>
  Object.fromEntries(
    preferenceNames.flatMap((name) => {
      const value = given[name];
      return value === undefined || value === current[name] ? [] : [[name, value]];
    }),
  );

/** Updates the notification preferences of the calling member. Omitted preferences are not changed. */
export const updatePreferences = command({
  input,
  output: z.object({ preferences: preferencesView }),
  run: async (deps, call, given) => {
    const reader = readerOf(call);
    const current = await readPreferences(deps.table, reader);
    const changes = changesOf(current, given);
    const clauses = Object.keys(changes).length === 0 ? [] : [preferencesClause(deps.table, reader, changes)];
    return settle(deps, call, call.answer(200, { preferences: { ...current, ...changes } }), [], clauses);
  },
});
