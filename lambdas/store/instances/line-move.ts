import { contended, type Clause } from '../table/commit.ts';
import type { CustomerLine } from './customer-lines.ts';
import type { InstanceRecord } from './instances.ts';
import { keys } from '../table/keys.ts';
import { packRisk } from './line-risk.ts';
import type { Table } from '../table/table.ts';

/**
 * Changes the owner of a line that stands under a customer, and nothing else of it.
 * @param read the revision that the line must still have; null when any will do
 */
const ownerClauses = (
  table: Table,
  partnerId: string,
  line: CustomerLine,
  ownerId: string,
  read: number | null,
): readonly Clause[] => [
  {
    name: 'the line stands under the customer it was found under',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.instance(partnerId, line.instanceId) },
        UpdateExpression: 'SET partner_customer_id = :to ADD revision :one',
        ConditionExpression: `partner_customer_id = :from${read === null ? '' : ' AND revision = :read'}`,
        ExpressionAttributeValues: {
          ':from': line.standsUnder,
          ':to': ownerId,
          ':one': 1,
          ...(read !== null && { ':read': read }),
        },
      },
    },
    refuse: contended,
  },
  {
    name: 'the line is listed as it was read',
    write: {
      Delete: {
        TableName: table.name,
        Key: { ...keys.customerInstance(partnerId, line.standsUnder, line.instanceId) },
        ConditionExpression: '#status = :status AND slot_state = :slot AND risk = :risk',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': line.status, ':slot': line.slotState, ':risk': line.risk },
      },
    },
    refuse: contended,
  },
  {
    name: 'the line is listed under its new owner',
    write: {
      Put: {
        TableName: table.name,
        Item: {
          ...keys.customerInstance(partnerId, ownerId, line.instanceId),
          status: line.status,
          slot_state: line.slotState,
          risk: line.risk,
        },
      },
    },
  },
];

/** Nothing of the line is written, but what is said of it must still be so. */
const unchangedClause = (table: Table, partnerId: string, { instance, revision }: InstanceRecord): Clause => ({
  name: 'the line is as it was read',
  write: {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...keys.instance(partnerId, instance.id) },
      ConditionExpression: 'revision = :read',
      ExpressionAttributeValues: { ':read': revision },
    },
  },
  refuse: contended,
});

/** Gives a line, as it was read, to another customer. */
export const moveLineClauses = (
  table: Table,
  partnerId: string,
  record: InstanceRecord,
  ownerId: string,
): readonly Clause[] => {
  const { instance, revision } = record;
  const line: CustomerLine = {
    instanceId: instance.id,
    standsUnder: instance.partner_customer_id,
    status: instance.status,
    slotState: instance.slot_state,
    risk: packRisk(instance),
  };
  // Already under the new owner, when a merge into the customer it goes to has not come to it yet.
  return line.standsUnder === ownerId
    ? [unchangedClause(table, partnerId, record)]
    : ownerClauses(table, partnerId, line, ownerId, revision);
};

/** Gives several lines to another customer at once; three writes each. */
export const moveLinesClauses = (
  table: Table,
  partnerId: string,
  lines: readonly CustomerLine[],
  ownerId: string,
): readonly Clause[] => lines.flatMap((line) => ownerClauses(table, partnerId, line, ownerId, null));
