import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from './table.ts';

/** Who is asked before the table reads, and gets what the read took. */
export interface ReadMeter {
  readonly before: () => Promise<void>;
  /** @param units read units, as DynamoDB counts them */
  readonly read: (units: number) => void;
}

const capacity = z.object({ CapacityUnits: z.optional(z.number()) });
const answer = z.object({ ConsumedCapacity: z.optional(z.union([capacity, z.array(capacity)])) });

const unitsOf = (given: unknown): number => {
  const { ConsumedCapacity: consumed = [] } = answer.parse(given);
  return Array.isArray(consumed)
    ? consumed.reduce((sum, { CapacityUnits: units = 0 }) => sum + units, 0)
    : (consumed.CapacityUnits ?? 0);
};

type Read = BatchGetCommand | GetCommand | QueryCommand;

const isRead = (command: unknown): command is Read =>
  command instanceof BatchGetCommand || command instanceof GetCommand || command instanceof QueryCommand;

/**
 * The table with a meter of its reads. DynamoDB itself says what a read took.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ConsumedCapacity.html
 */
export const tableMetered = ({ name, client, retryPolicy, lanes }: Table, meter: ReadMeter): Table => ({
  name,
  retryPolicy,
  lanes,
  client: new Proxy(client, {
    get: (target, property): unknown => {
      const value: unknown = Reflect.get(target, property);
      if (property !== 'send' || typeof value !== 'function') return value;
      return async (command: unknown, ...others: readonly unknown[]): Promise<unknown> => {
        if (!isRead(command)) return Reflect.apply(value, target, [command, ...others]) as unknown;
        await meter.before();
        command.input.ReturnConsumedCapacity = 'TOTAL';
        const given: unknown = await Reflect.apply(value, target, [command, ...others]);
        meter.read(unitsOf(given));
        return given;
      };
    },
  }),
});
