import type { UseQueryResult } from '@tanstack/react-query';
import type { ListPartnerNotificationsResponse } from '../../../packages/client/src/schemas.ts';
import { useRead } from './use-read.ts';

const minute = 60_000;

/** The member's unread notifications, read once a minute. */
export const useUnread = (): UseQueryResult<ListPartnerNotificationsResponse> =>
  useRead('list-partner-notifications', { status: 'unread', page_size: 5 }, { every: minute });
