import type { DeliveryHealth, Instance, Template } from '../../../../packages/client/src/schemas.ts';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.ts';
import { firstFailure, type FirstFailure } from '../../api/first-failure.ts';
import { useLines, type LineRow, type LinesPage } from '../../api/lines.ts';
import { useMay } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import type { Window } from '../delivery/scope.ts';
import { hasMadeLink } from '../lines/made-links.ts';
import { isTroubled } from '../templates/template-order.ts';

/** The most lines that a page of the service has. Few customers have more. */
const mostLines = 200;
/** So many waiting lines are asked for their links, and so many accounts for their templates. */
const few = 3;

/** How a customer is; undefined: the member may not read it. */
export interface Condition {
  readonly lines: LinesPage;
  readonly health: DeliveryHealth | undefined;
  readonly templates: readonly Template[];
  /** Lines that wait for the customer to connect them, for the first time or again, with their connect sessions. */
  readonly waiting: readonly Instance[];
}

const awaitsCustomer: ReadonlySet<LineRow['status']> = new Set([
  'reconnect_required',
  'connecting',
  'awaiting_connection',
]);

/** Whether a link was made here that the customer may be about to use. */
const isWatched = ({ items }: LinesPage): boolean =>
  items.some(({ id, status }) => awaitsCustomer.has(status) && hasMadeLink(id));

/** The templates of the customer's business accounts that the platform refuses. */
const useBlockingTemplates = (lines: LinesPage | undefined): UseQueryResult<readonly Template[]> => {
  const client = useClient();
  const mayRead = useMay('templates.read');
  const accounts = new Set(lines?.items.flatMap(({ wabaId }) => wabaId ?? []));
  const ids = Array.from(accounts).slice(0, few);
  return useQuery({
    queryKey: ['list-partner-platform-templates', 'troubled', ids],
    enabled: mayRead && lines !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const read = await Promise.all(
        ids.map((id) =>
          client.call('list-partner-platform-templates', { platform_waba_id: id, page: 1, page_size: mostLines }),
        ),
      );
      return read.flatMap(({ body }) => body.items.filter(isTroubled));
    },
  });
};

/** The newest of the customer's lines that wait for it. */
const useWaiting = (lines: LinesPage | undefined): UseQueryResult<readonly Instance[]> => {
  const client = useClient();
  const ids = (lines?.items ?? []).filter(({ status }) => awaitsCustomer.has(status)).map(({ id }) => id);
  return useQuery({
    queryKey: ['get-partner-instance', 'waiting', ids],
    enabled: lines !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const read = await Promise.all(
        ids.slice(0, few).map((id) => client.call('get-partner-instance', { instance_id: id })),
      );
      return read.map(({ body }) => body.instance);
    },
  });
};

export interface FoundCondition extends FirstFailure {
  /** Undefined until all of it is read: what comes one after the other would move under the reader's finger. */
  readonly condition: Condition | undefined;
}

/** How a customer is, as far as the member may read it. */
export const useCondition = (customerId: string, window: Window): FoundCondition => {
  const mayReadDelivery = useMay('platform_risk.read');
  const lines = useLines({ customerId, page: 1, pageSize: mostLines }, isWatched);
  const health = useRead(
    'get-partner-delivery-health',
    { window_hours: Number(window), customer_id: customerId },
    { keep: true, when: mayReadDelivery },
  );
  const templates = useBlockingTemplates(lines.data);
  const waiting = useWaiting(lines.data);
  const waits = new Set(lines.data?.items.filter(({ status }) => awaitsCustomer.has(status)).map(({ id }) => id));
  const queries = [lines, health, templates, waiting];
  const isRead = queries.every(
    ({ data, error, fetchStatus }) => data !== undefined || error !== null || fetchStatus === 'idle',
  );
  return {
    condition:
      lines.data === undefined || !isRead
        ? undefined
        : {
            lines: lines.data,
            health: health.data?.health,
            templates: templates.data ?? [],
            waiting: (waiting.data ?? []).filter(({ id }) => waits.has(id)),
          },
    ...firstFailure(queries),
  };
};
