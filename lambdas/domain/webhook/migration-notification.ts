import type { Notification } from '../notification.ts';
import type { Migration } from './migration.ts';

/** The notification of a migration that failed in part or completely. */
export const notificationOf = ({ id, status, failed, total }: Migration): Notification | null => {
  if (status !== 'failed' && status !== 'partial') return null;
  return {
    kind: 'callbacks_not_moved',
    facts: { failed, total },
    category: 'platform_alerts',
    severity: status === 'failed' ? 'critical' : 'warning',
    title: 'Callbacks could not be moved to your new webhook endpoint',
    body: `${failed} of ${total} instances still use the old one. Retry the migration.`,
    entity: { type: 'webhook_migration', id },
  };
};
