import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DeliveryEvent } from '../../../../packages/client/src/schemas.ts';
import { Refusal } from '../../../../packages/client/src/refusal.ts';
import { useClient } from '../../api/client-context.ts';
import type { PortalClient } from '../../api/portal-client.ts';
import { hour } from '../hours.ts';

export interface Message {
  /** The report that the address names. */
  readonly report: DeliveryEvent;
  /** All reports of the message around that time, the earliest first. */
  readonly reports: readonly DeliveryEvent[];
  /** Whether only the report of the address could be found. */
  readonly isAlone: boolean;
}

export interface MessageAddress {
  readonly lineId: string;
  /** When the report occurred. */
  readonly at: string;
  readonly reportId: string;
}

/**
 * Milliseconds before and after a report in which the others of its message are looked for, the longest first. Such a search reads each
 * report of the line, and is refused when there are more than 20,000.
 */
const ranges = [72 * hour, 6 * hour, hour] as const;
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

/** All reports of a message. Null: the line has too many beside them. */
const readReports = async (
  client: PortalClient,
  { lineId, at }: MessageAddress,
  message_id: string,
): Promise<readonly DeliveryEvent[] | null> => {
  const time = Date.parse(at);
  for (const around of ranges) {
    const dates = { date_from: new Date(time - around).toISOString(), date_to: new Date(time + around).toISOString() };
    const query = { instance_id: lineId, message_id, ...dates, page: 1, page_size: most };
    try {
      return (await client.call('search-partner-delivery-events', query)).body.items.toReversed();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'validation_failed') throw error;
    }
  }
  return null;
};

const readMessage = async (client: PortalClient, address: MessageAddress): Promise<Message | null> => {
  const report = await readReport(client, address);
  const message_id = report?.message_id ?? null;
  if (report === null) return null;
  const reports = message_id === null ? null : await readReports(client, address, message_id);
  return { report, reports: reports ?? [report], isAlone: reports === null };
};

/** A message with its reports, by one of them. */
export const useMessage = (address: MessageAddress): UseQueryResult<Message | null> => {
  const client = useClient();
  return useQuery({ queryKey: ['message', address], queryFn: () => readMessage(client, address) });
};
