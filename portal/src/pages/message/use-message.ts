import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DeliveryEvent } from '../../../../packages/client/src/schemas.ts';
import { useClient } from '../../api/client-context.ts';
import type { PortalClient } from '../../api/portal-client.ts';

export interface Message {
  /** The report that the address names. */
  readonly report: DeliveryEvent;
  /** All reports of the message around that time, the earliest first. */
  readonly reports: readonly DeliveryEvent[];
}

export interface MessageAddress {
  readonly lineId: string;
  /** When the report occurred. */
  readonly at: string;
  readonly reportId: string;
}

/** Milliseconds before and after a report in which the others of its message are looked for. */
const around = 3 * 86_400_000;
const most = 200;

/** The report of the address. Null: it is not there any more. */
const readReport = async (
  client: PortalClient,
  { lineId, at, reportId }: MessageAddress,
): Promise<DeliveryEvent | null> => {
  const query = { instance_id: lineId, date_from: at, date_to: at, page: 1, page_size: most };
  const { items } = (await client.call('search-partner-delivery-events', query)).body;
  return items.find(({ id }) => id === reportId) ?? null;
};

const readMessage = async (client: PortalClient, address: MessageAddress): Promise<Message | null> => {
  const report = await readReport(client, address);
  const message_id = report?.message_id ?? null;
  if (report === null) return null;
  if (message_id === null) return { report, reports: [report] };
  const time = Date.parse(address.at);
  const { items } = (
    await client.call('search-partner-delivery-events', {
      instance_id: address.lineId,
      message_id,
      date_from: new Date(time - around).toISOString(),
      date_to: new Date(time + around).toISOString(),
      page: 1,
      page_size: most,
    })
  ).body;
  return { report, reports: items.toReversed() };
};

/** A message with its reports, by one of them. */
export const useMessage = (address: MessageAddress): UseQueryResult<Message | null> => {
  const client = useClient();
  return useQuery({ queryKey: ['message', address], queryFn: () => readMessage(client, address) });
};
