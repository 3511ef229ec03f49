import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { FoundInstance, Instance, InstanceListItem } from '../../../packages/client/src/schemas.ts';
import { useClient } from './client-context.ts';
import { pollAfter } from './polling.ts';
import type { PortalClient } from './portal-client.ts';

/** A line as lists show it. */
export interface LineRow {
  readonly id: string;
  readonly key: string;
  readonly status: InstanceListItem['status'];
  readonly label: string | null;
  readonly phone: string | null;
  readonly quality: string | null;
  readonly risk: Instance['risk'];
  /** Whether the number is used in the business app as well. */
  readonly coexists: boolean;
  readonly wabaId: string | null;
  readonly connectedAt: string | null;
  /** When the connection failed the last time. */
  readonly failedAt: string | null;
  readonly customerId: string;
  readonly customerName: string | null;
}

export interface LinesPage {
  readonly items: readonly LineRow[];
  readonly total: number;
  readonly pages: number;
}

export interface LinesQuery {
  readonly customerId?: string;
  readonly status?: InstanceListItem['status'];
  /** A part of a customer's name, of a number, a label or a key. */
  readonly search?: string;
  readonly page: number;
  readonly pageSize: number;
}

export const lineRow = (line: FoundInstance): LineRow => ({
  id: line.id,
  key: line.instance_key,
  status: line.status,
  label: line.instance_name,
  phone: line.display_phone_number,
  quality: line.quality_rating,
  risk: line.risk,
  coexists: line.coexistence,
  wabaId: line.platform_waba_id,
  connectedAt: line.connection.connected_at,
  failedAt: line.connection.last_error?.at ?? null,
  customerId: line.partner_customer_id,
  customerName: line.customer_name,
});

const readLines = async (client: PortalClient, query: LinesQuery): Promise<LinesPage> => {
  const { customerId, status, search = '' } = query;
  const { body } = await client.call('search-partner-instances', {
    page: query.page,
    page_size: query.pageSize,
    ...(customerId === undefined ? {} : { customer_id: customerId }),
    ...(status === undefined ? {} : { status }),
    ...(search === '' ? {} : { search }),
  });
  return {
    total: body.total,
    pages: body.pages,
    items: body.items.map(lineRow),
  };
};

/**
 * A page of the lines of the partner, or of one customer.
 * @param goesOn whether it is read again, ever more slowly, while this holds of it. Default: it is not
 */
export const useLines = (
  query: LinesQuery,
  goesOn: (page: LinesPage) => boolean = () => false,
): UseQueryResult<LinesPage> => {
  const client = useClient();
  return useQuery({
    queryKey: ['lines', query],
    queryFn: () => readLines(client, query),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data !== undefined && goesOn(state.data) ? pollAfter(state.dataUpdateCount - 1) : false,
  });
};
