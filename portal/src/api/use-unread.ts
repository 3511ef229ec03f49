import { useRead } from './use-read.ts';

const minute = 60_000;

/** The number of the member's unread notifications, read once a minute. */
export const useUnread = (): number =>
  useRead('list-partner-notifications', { status: 'unread', page_size: 5 }, { every: minute }).data?.unread ?? 0;
