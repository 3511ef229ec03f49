import { isConnected } from '../domain/instance.ts';
import { readInstanceOfNumber } from '../store/instances/connected-numbers.ts';
import { readInstance } from '../store/instances/instances.ts';
import type { TableDeps } from './instance-deps.ts';

/** Whether a line, this one or another, is connected with the number or is being connected with it: then its callback must stay. */
export const isNumberInUse = async (
  { table }: Pick<TableDeps, 'table'>,
  partnerId: string,
  instanceId: string,
  number: string,
): Promise<boolean> => {
  const [holder, record] = await Promise.all([
    readInstanceOfNumber(table, number),
    readInstance(table, partnerId, instanceId),
  ]);
  if (holder !== null && holder !== instanceId) return true;
  if (record === null) return false;
  const { status, platform_phone_number_id: own } = record.instance;
  return own === number && (isConnected(record.instance) || status === 'connecting');
};
