import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Instance, InstanceListItem } from '../../../packages/client/src/schemas.ts';
import { useClient } from './client-context.ts';
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
    items: body.items.map((line) => ({
      id: line.id,
      key: line.instance_key,
      status: line.status,
      label: line.instance_name,
      phone: line.display_phone_number,
      quality: line.quality_rating,
      risk: line.risk,
      coexists: line.coexistence,
      customerId: line.partner_customer_id,
      customerName: line.customer_name,
    })),
  };
};

/** A page of the lines of the partner, or of one customer. */
export const useLines = (query: LinesQuery): UseQueryResult<LinesPage> => {
  const client = useClient();
  return useQuery({
    queryKey: ['lines', query],
    queryFn: () => readLines(client, query),
    placeholderData: keepPreviousData,
  });
};
