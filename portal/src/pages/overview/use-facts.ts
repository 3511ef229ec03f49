import { firstFailure, type FirstFailure } from '../../api/first-failure.ts';
import { useLineNames } from '../../api/line-names.ts';
import { useLines, type LinesPage, type LinesQuery } from '../../api/lines.ts';
import { useMay, useMember } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { useUnread } from '../../api/use-unread.ts';
import { failingLines } from '../delivery/worst-first.ts';
import { rankedCustomers, type TroubledCustomer } from './ranked-customers.ts';
import type { Facts } from './troubles.ts';
import type { UseQueryResult } from '@tanstack/react-query';

export interface FoundFacts extends FirstFailure {
  readonly facts: Facts;
  /** The customers that something is wrong with, the worst first. */
  readonly customers: readonly TroubledCustomer[];
  readonly loading: boolean;
}

/** So many lines of a status, and business accounts, are ranked by their customers. */
const ranked = 10;

const useLinesOf = (status: NonNullable<LinesQuery['status']>): UseQueryResult<LinesPage> =>
  useLines({ status, page: 1, pageSize: ranked });

/** What the overview judges by. */
export const useFacts = (): FoundFacts => {
  const { partner } = useMember();
  const maySeeEndpoint = useMay('webhook.read');
  const maySeeTemplates = useMay('templates.read');
  const reconnect = useLinesOf('reconnect_required');
  const removal = useLinesOf('deactivation_failed');
  const degraded = useLinesOf('degraded');
  const awaiting = useLinesOf('awaiting_connection');
  const health = useRead('get-partner-delivery-health', { window_hours: 24 });
  const endpoint = useRead('get-partner-webhook-endpoint', {}, { when: maySeeEndpoint });
  const accounts = useRead(
    'list-partner-business-accounts',
    { troubled: true, page_size: ranked },
    { when: maySeeTemplates },
  );
  const unread = useUnread();
  const unwell = [reconnect, removal, degraded, awaiting].flatMap(({ data }) => data ?? []);
  const allFailing = failingLines(health.data?.health ?? {});
  const failing = allFailing.slice(0, ranked);
  const troubledAccounts = (accounts.data?.items ?? []).map(({ platform_waba_id: id }) => id);
  const { names, isLoading } = useLineNames(
    failing.map(({ instance_id: id }) => id),
    failing.length + troubledAccounts.length > 0,
  );
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
    customers: rankedCustomers({
      lines: unwell,
      failing,
      moreFail: failing.length < allFailing.length,
      accounts: troubledAccounts,
      names,
    }),
    loading: isLoading || queries.some(({ data, error }) => data === undefined && error === null),
    ...firstFailure(queries),
  };
};
