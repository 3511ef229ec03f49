import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Instance } from '../../../packages/client/src/schemas.ts';
import { useClient } from './client-context.ts';
import type { PortalClient } from './portal-client.ts';

export interface LineName {
  /** The number, or the partner's key before there is one. */
  readonly name: string;
  readonly label: string | null;
  readonly customerId: string;
  /** Null when it cannot be read. */
  readonly customerName: string | null;
  readonly wabaId: string | null;
}

export interface LineNames {
  /** By the lines' ids. Lines that cannot be read are left out. */
  readonly names: ReadonlyMap<string, LineName>;
  /** Whether no name is there yet: a list that shows names would move when they come. */
  readonly isLoading: boolean;
}

/** The number of a line, or the partner's key before there is one. */
export const numberOf = (line: Pick<Instance, 'display_phone_number' | 'instance_key'>): string =>
  line.display_phone_number ?? line.instance_key;

type Named = readonly (readonly [string, LineName])[];

/** The newest lines, which one call names with their customers. Most partners have no more. */
export const newestLines = { page: 1, page_size: 100 } as const;

const readNewest = async (client: PortalClient): Promise<Named> => {
  const { body } = await client.call('search-partner-instances', newestLines);
  return body.items.map((line) => [
    line.id,
    {
      name: numberOf(line),
      label: line.instance_name,
      customerId: line.partner_customer_id,
      customerName: line.customer_name,
      wabaId: line.platform_waba_id,
    },
  ]);
};

/** A line that is not among the newest. */
const readOne = async (client: PortalClient, id: string): Promise<Named> => {
  const { instance: line } = (await client.call('get-partner-instance', { instance_id: id })).body;
  const customerId = line.partner_customer_id;
  const customer = await client.call('get-partner-customer', { customer_id: customerId }).catch(() => null);
  const name = numberOf(line);
  const customerName = customer?.body.customer.customer_name ?? null;
  return [[id, { name, label: line.instance_name, customerId, customerName, wabaId: line.platform_waba_id }]];
};

const readNames = async (client: PortalClient, ids: readonly string[]): Promise<Named> => {
  const newest = await readNewest(client);
  const known = new Set(newest.map(([id]) => id));
  const others = await Promise.allSettled(ids.filter((id) => !known.has(id)).map((id) => readOne(client, id)));
  return [...newest, ...others.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))];
};

/**
 * What lines and their customers are called. The names of other lines stay until those that are asked for are there.
 * @param when whether to read at all; the newest lines are named in any case. Default: when there are ids
 */
export const useLineNames = (ids: readonly string[], when = ids.length > 0): LineNames => {
  const client = useClient();
  const sorted = Array.from(new Set(ids)).toSorted();
  const { data, isLoading } = useQuery({
    queryKey: ['line-names', sorted],
    enabled: when,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: () => readNames(client, sorted),
  });
  return { names: new Map(data), isLoading };
};
