import type { CallbackSubject } from '../../domain/relayed-callback.ts';
import type { Sizes } from '../../domain/size.ts';
import { Lru } from '../../kernel/lru.ts';
import type { Clock, Milliseconds } from '../../kernel/time.ts';
import { findCustomer } from '../../store/customers/customers.ts';
import { ownerOf, readMerges } from '../../store/customers/merges.ts';
import { readLineOfNumber } from '../../store/instances/connected-numbers.ts';
import { readInstance } from '../../store/instances/instances.ts';
import { readPartner } from '../../store/partners/callers.ts';
import type { Table } from '../../store/table/table.ts';

/** Whose a number is. */
export interface LineOfNumber {
  readonly partnerId: string;
  readonly sizes: Sizes;
  readonly subject: CallbackSubject;
}

/** A line that was moved, or a customer that is erased, is seen after this time. */
const freshness: Milliseconds = 10_000;
const mostNumbers = 10_000;

/** Finds the line of a number. @returns null when no line has it, or its customer is erased */
export type FindLine = (phoneNumberId: string) => Promise<LineOfNumber | null>;

const read = async (table: Table, phoneNumberId: string): Promise<LineOfNumber | null> => {
  const line = await readLineOfNumber(table, phoneNumberId);
  if (line === null) return null;
  const { partnerId, instanceId } = line;
  const [partner, record, merges] = await Promise.all([
    readPartner(table, partnerId),
    readInstance(table, partnerId, instanceId),
    readMerges(table, partnerId),
  ]);
  if (partner === null || record === null) return null;
  const customerId = ownerOf(merges, record.instance.partner_customer_id);
  const customer = (await findCustomer(table, partnerId, { customerId }, null))?.customer;
  if (customer === undefined || customer.status === 'erasing' || customer.status === 'erased') return null;
  const { customer_id, external_customer_id } = customer;
  return {
    partnerId,
    sizes: partner.sizes,
    subject: { customer_id, external_customer_id, instance_id: instanceId },
  };
};

/** Remembers the lines of numbers for some seconds. */
export const findingLines = (table: Table, clock: Clock): FindLine => {
  const known = new Lru<{ readonly until: Milliseconds; readonly line: LineOfNumber }>(mostNumbers);
  return async (phoneNumberId) => {
    const remembered = known.get(phoneNumberId);
    if (remembered !== undefined && clock() < remembered.until) return remembered.line;
    const until = clock() + freshness;
    const line = await read(table, phoneNumberId);
    if (line !== null) known.set(phoneNumberId, { until, line });
    return line;
  };
};
