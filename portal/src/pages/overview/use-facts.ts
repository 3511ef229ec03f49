import { useMay, useMember } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { useUnread } from '../../api/use-unread.ts';
import type { Facts } from './troubles.ts';

export interface FoundFacts {
  readonly facts: Facts;
  readonly loading: boolean;
  /** The first error, when a part could not be read. */
  readonly error: Error | null;
  readonly again: () => void;
}

const one = { page_size: 1 } as const;

/** What the overview judges by. */
export const useFacts = (): FoundFacts => {
  const { partner } = useMember();
  const maySeeEndpoint = useMay('webhook.read');
  const maySeeTemplates = useMay('templates.read');
  const reconnect = useRead('list-partner-instances', { status: 'reconnect_required', ...one });
  const removal = useRead('list-partner-instances', { status: 'deactivation_failed', ...one });
  const degraded = useRead('list-partner-instances', { status: 'degraded', ...one });
  const awaiting = useRead('list-partner-instances', { status: 'awaiting_connection', ...one });
  const health = useRead('get-partner-delivery-health', { window_hours: 24 });
  const endpoint = useRead('get-partner-webhook-endpoint', {}, { when: maySeeEndpoint });
  const accounts = useRead('list-partner-business-accounts', { troubled: true, ...one }, { when: maySeeTemplates });
  const unread = useUnread();
  const queries = [
    ...[reconnect, removal, degraded, awaiting, health, unread],
    ...(maySeeEndpoint ? [endpoint] : []),
    ...(maySeeTemplates ? [accounts] : []),
  ];
  return {
    facts: {
      lines: new Map([
        ['reconnect_required', reconnect.data?.total],
        ['deactivation_failed', removal.data?.total],
        ['degraded', degraded.data?.total],
        ['awaiting_connection', awaiting.data?.total],
      ]),
      endpoint: endpoint.data?.endpoint,
      undelivered: endpoint.data?.endpoint?.undelivered,
      troubledAccounts: accounts.data?.total,
      health: health.data?.health,
      slots: { limit: partner.slot_limit, occupied: partner.slots_occupied },
      unread: unread.data?.unread,
    },
    loading: queries.some(({ data, error }) => data === undefined && error === null),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    again: () => {
      for (const query of queries) if (query.error !== null) void query.refetch();
    },
  };
};
