import * as z from 'zod/mini';
import type { ReportingInstance } from '../../domain/delivery/report.ts';
import type { Clock, Milliseconds } from '../../domain/time.ts';
import { readInstance } from '../instances/instances.ts';
import { keys } from '../table/keys.ts';
import { ownerOf, readMerges } from '../customers/merges.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** Whose reports a phone number's are, remembered, so that a report is one write and no read. */
export interface ReportingInstances {
  /** The last line of the partner that the number was connected to, with its customer; null when there was none. */
  readonly find: (partnerId: string, phoneNumberId: string) => Promise<ReportingInstance | null>;
  /** Lines of the partner may have another customer now. */
  readonly forget: (partnerId: string) => void;
}

/** A move made in another environment is seen after this time; what one forgets here is seen at once. */
const freshness: Milliseconds = 10_000;
/** Bounds the memory that lines can take. */
const mostInstances = 10_000;
/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const longestSortKey = 1_024;

const numberItem = z.object({ instance_id: z.string() });

const loadInstance = async (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
): Promise<ReportingInstance | null> => {
  if (Buffer.byteLength(phoneNumberId) > longestSortKey) return null;
  const number = await getItem(table, keys.partnerNumber(partnerId, phoneNumberId));
  if (number === undefined) return null;
  const { instance_id: instanceId } = numberItem.parse(number);
  const [record, merges] = await Promise.all([
    readInstance(table, partnerId, instanceId),
    readMerges(table, partnerId),
  ]);
  if (record === null) return null;
  return { instance_id: instanceId, customer_id: ownerOf(merges, record.instance.partner_customer_id) };
};

interface Known {
  readonly until: Milliseconds;
  readonly instance: Promise<ReportingInstance | null>;
}

export const reportingInstances = (table: Table, clock: Clock): ReportingInstances => {
  const known = new Map<string, Known>();
  const read = (name: string, partnerId: string, phoneNumberId: string): Known => {
    const instance = loadInstance(table, partnerId, phoneNumberId);
    const entry = { until: clock() + freshness, instance };
    const drop = (): void => {
      if (known.get(name) === entry) known.delete(name);
    };
    // A number that is not known yet may be connected the next moment.
    instance.then((found) => {
      if (found === null) drop();
    }, drop);
    if (known.size >= mostInstances) known.clear();
    known.set(name, entry);
    return entry;
  };
  return {
    find: (partnerId, phoneNumberId) => {
      const name = `${partnerId} ${phoneNumberId}`;
      const existing = known.get(name);
      return (existing !== undefined && existing.until > clock() ? existing : read(name, partnerId, phoneNumberId))
        .instance;
    },
    forget: (partnerId) => {
      for (const name of known.keys()) if (name.startsWith(`${partnerId} `)) known.delete(name);
    },
  };
};
