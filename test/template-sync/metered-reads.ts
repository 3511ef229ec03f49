import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { Table } from '../../lambdas/store/table/table.ts';
import { interposed, type Command, type Send } from '../interposed-table.ts';

export interface ReadCost {
  readonly requests: number;
  /** Sequential round trips: the first read, and each that needs the result of another. */
  readonly roundTrips: number;
  readonly units: number;
}

export interface MeteredReads {
  readonly table: Table;
  /** What was read since the last call. */
  readonly take: () => ReadCost;
}

const capacity = z.object({ CapacityUnits: z.number() });
const answer = z.object({ ConsumedCapacity: z.union([capacity, z.array(capacity)]) });

const unitsOf = (answered: unknown): number =>
  [answer.parse(answered).ConsumedCapacity].flat().reduce((sum, { CapacityUnits: units }) => sum + units, 0);

const isRead = (command: unknown): command is QueryCommand | GetCommand | BatchGetCommand =>
  command instanceof QueryCommand || command instanceof GetCommand || command instanceof BatchGetCommand;

/** The table, with the cost of each read as DynamoDB reports it. */
export const meteringReads = (table: Table): MeteredReads => {
  let [requests, roundTrips, units, underWay] = [0, 0, 0, 0];
  const measured = async (command: Command, send: Send): Promise<unknown> => {
    if (!isRead(command)) return send();
    command.input.ReturnConsumedCapacity = 'TOTAL';
    requests += 1;
    if (underWay === 0) roundTrips += 1;
    underWay += 1;
    try {
      const answered = await send();
      units += unitsOf(answered);
      return answered;
    } finally {
      underWay -= 1;
    }
  };
  return {
    table: interposed(table, measured),
    take: () => {
      const cost = { requests, roundTrips, units };
      [requests, roundTrips, units] = [0, 0, 0];
      return cost;
    },
  };
};
