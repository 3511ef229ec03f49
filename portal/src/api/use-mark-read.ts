import { useQueryClient } from '@tanstack/react-query';
import { useClient } from './client-context.ts';
import { readAgain } from './read-again.ts';

/** Marks a notification as read that is opened. One that could not be marked stays unread. */
export const useMarkRead = (): ((id: string) => void) => {
  const client = useClient();
  const queries = useQueryClient();
  return (id) => {
    client.call('mark-partner-notification-read', { notification_id: id }).then(
      () => readAgain(queries, { queryKey: ['list-partner-notifications'] }),
      () => undefined,
    );
  };
};
